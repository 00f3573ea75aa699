"""The real client, started in a home of its own against a Messages API of its own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .messages_api import Json, MessagesApi, Request

# A start takes half a second; only a client that hangs needs this long. Seconds.
PATIENCE = 60.0

_STREAM = ("-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")


class Reply(NamedTuple):
    """What came of a prompt: the client's last words, the id of the session, and the requests it made."""

    text: str
    session: str
    requests: list[Request]

    @property
    def main(self) -> list[Request]:
        """The requests of the session itself."""
        return [request for request in self.requests if not request.agent]

    @property
    def subagents(self) -> list[Request]:
        """The first request of each subagent."""
        first: dict[str, Request] = {}
        for request in self.requests:
            if request.agent:
                first.setdefault(request.agent, request)
        return list(first.values())


class Conversation:
    """A running client that takes one prompt after another."""

    def __init__(self, process: subprocess.Popen[str], api: MessagesApi) -> None:
        self._process = process
        self._api = api

    def say(self, prompt: str) -> Reply:
        """What comes of a prompt, or of a command such as /compact."""
        assert self._process.stdin and self._process.stdout
        seen = len(self._api.requests)
        line = {"type": "user", "message": {"role": "user", "content": prompt}}
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        for answer in map(json.loads, self._process.stdout):
            if answer["type"] == "result":
                return _reply(answer, self._api.requests[seen:])
        raise AssertionError(f"the client ended at {prompt!r}")


class Client:
    """The binary `claude` with a fresh home below `root`, and of the environment around only the way to programs."""

    def __init__(self, claude: Path, root: Path, api: MessagesApi) -> None:
        self._claude = claude
        self._api = api
        self._log = root / "stderr.txt"
        self.home = root / "home"
        temporary = root / "temporary"
        for folder in (self.home, temporary):
            folder.mkdir(parents=True)
        self.environment = {
            # Hooks run under the interpreter that runs the tests.
            "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]]),
            "HOME": str(self.home),
            "TMPDIR": str(temporary),
            "ANTHROPIC_API_KEY": "not-needed-on-loopback",
            "ANTHROPIC_BASE_URL": api.url,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_TMPDIR": str(temporary),
            "CLAUDE_CONFIG_DIR": str(self.home / ".claude"),
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_TELEMETRY": "1",
            "GIT_CONFIG_NOSYSTEM": "1",
            "IS_SANDBOX": "1",
            "NO_PROXY": "127.0.0.1",
        }

    def ask(self, repository: Path, prompt: str, *arguments: str) -> Reply:
        """One prompt in a process of its own."""
        seen = len(self._api.requests)
        done = self.run("-p", prompt, "--output-format", "json", *arguments, cwd=repository)
        assert done.returncode == 0, done.stdout + done.stderr
        return _reply(json.loads(done.stdout), self._api.requests[seen:])

    @contextlib.contextmanager
    def conversation(self, repository: Path, *arguments: str) -> Iterator[Conversation]:
        """A process that takes one prompt after another."""
        with self._log.open("a") as log, self._process([*_STREAM, *arguments], repository, log.fileno()) as process:
            yield Conversation(process, self._api)
            # Without more to read it ends by itself, its transcript written.
            process.communicate()

    def run(self, *arguments: str, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """The client with these arguments, until it ends."""
        with self._process(arguments, cwd or self.home, subprocess.PIPE) as process:
            out, err = process.communicate(stdin)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    @contextlib.contextmanager
    def _process(self, arguments: Sequence[str], cwd: Path, stderr: int) -> Iterator[subprocess.Popen[str]]:
        """The client in a process group of its own, which ends with the block or when patience does."""
        with subprocess.Popen(
            [self._claude, *arguments],
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            encoding="utf-8",
            start_new_session=True,
        ) as process:
            watchdog = threading.Timer(PATIENCE, _end, [process])
            watchdog.start()
            try:
                yield process
            finally:
                watchdog.cancel()
                _end(process)


def _reply(result: Json, requests: list[Request]) -> Reply:
    assert result["subtype"] == "success", result
    return Reply(result["result"], result["session_id"], requests)


def _end(process: subprocess.Popen[str]) -> None:
    """End the process, and with it what it started, unless it has ended by itself."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
