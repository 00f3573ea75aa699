"""A start hook as a process: what it gets on stdin and how it is started, beyond what the fixture `hook` does."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from conftest import Hook

# The longest that a host waits for a hook of ours. Seconds.
PATIENCE = 10

START, SUBAGENT = "SessionStart", "SubagentStart"

SHELL = shutil.which("sh") or "sh"

# Runs the rest of the command line without the right to pass over file modes, which root has and others have not.
_WITHOUT_OVERRIDE = """
import ctypes, os, sys
if os.geteuid() == 0:
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        if libc.prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
            raise OSError(ctypes.get_errno(), "PR_CAPBSET_DROP")
os.execvp(sys.argv[1], sys.argv[1:])
"""


def payload(cwd: Path | str, event: str = START, **fields: object) -> bytes:
    """What a host sends for an event in `cwd`."""
    return json.dumps({"hook_event_name": event, "cwd": str(cwd), "source": "startup", **fields}).encode()


def start(
    hook: Hook,
    event: str = START,
    *,
    stdin: int = subprocess.PIPE,
    cwd: Path | None = None,
    before: tuple[str, ...] = (),
    environment: dict[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """The running hook, by default in the home folder. `before` is a command line that the shell's follows."""
    return subprocess.Popen(
        [*before, SHELL, "-c", hook.command(event)],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd or hook.environment["HOME"],
        env={**hook.environment, **(environment or {})},
        # A group of its own, so that ending it ends the interpreter, too.
        start_new_session=True,
    )


def feed(process: subprocess.Popen[bytes], data: bytes) -> subprocess.Popen[bytes]:
    """The same hook, its stdin written and closed."""
    assert process.stdin
    process.stdin.write(data)
    process.stdin.close()
    # finish() would close it once more.
    process.stdin = None
    return process


def finish(process: subprocess.Popen[bytes], data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """The finished hook; one that outlasts the host's patience is ended and fails the test."""
    try:
        stdout, stderr = process.communicate(data, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise AssertionError(f"the hook still ran after {PATIENCE} s") from None
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def run(
    hook: Hook,
    data: bytes,
    event: str = START,
    *,
    cwd: Path | None = None,
    before: tuple[str, ...] = (),
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """The hook, started, given `data` and finished."""
    return finish(start(hook, event, cwd=cwd, before=before, environment=environment), data)


def context(done: subprocess.CompletedProcess[bytes], event: str = START) -> str:
    """The text that a finished hook adds: the only thing it printed, with exit code 0; "" when it printed nothing."""
    assert done.returncode == 0, done
    if not done.stdout:
        return ""
    assert done.stdout.isascii(), done
    answer = json.loads(done.stdout)
    text = answer["hookSpecificOutput"]["additionalContext"]
    assert answer == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    assert isinstance(text, str)
    return text


def without_override() -> tuple[str, ...]:
    """The command line before a shell that makes even root obey file modes."""
    return sys.executable, "-c", _WITHOUT_OVERRIDE


def git(repository: Path, *arguments: str) -> str:
    """What git says to a command in `repository`, whatever the user's own configuration is."""
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(repository.parent),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
    }
    for role in ("AUTHOR", "COMMITTER"):
        environment[f"GIT_{role}_NAME"] = "Kim"
        environment[f"GIT_{role}_EMAIL"] = "kim@example.org"
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", *arguments],
        cwd=repository,
        env=environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return done.stdout


def commit(repository: Path, message: str = "memory") -> None:
    """Everything in the work tree, committed."""
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", message)
