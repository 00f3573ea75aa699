"""What a start hook does inside, seen by Python's own audit events."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from conftest import Hook

from .process import PATIENCE, START, payload

# Runs hooks/door.py as the command does, and writes every event and, at the end, every module to a file.
_WATCH = """
import sys
log = open(sys.argv[1], "a", encoding="utf-8")
def watch(event, arguments):
    if event.startswith(("open", "os.", "socket.", "subprocess.", "pty.", "shutil.", "urllib.", "sqlite3.", "ctypes.")):
        log.write(event + "\\t" + ascii(arguments) + "\\n")
def leave(code):
    log.write("modules\\t" + " ".join(sys.modules) + "\\n")
    log.close()
    end(code)
import os
end, os._exit = os._exit, leave
del sys.argv[:2]
with open(sys.argv[0], "rb") as file:
    code = compile(file.read(), sys.argv[0], "exec")
started = set(sys.modules)
sys.addaudithook(watch)
exec(code, {"__name__": "__main__", "__file__": sys.argv[0]})
"""


class Seen(NamedTuple):
    """What the hook printed, its events as (name, arguments), and the modules that were loaded when it ended."""

    stdout: bytes
    events: list[tuple[str, str]]
    modules: set[str]

    def named(self, *starts: str) -> list[str]:
        """The events whose names start so."""
        return [f"{name} {arguments}" for name, arguments in self.events if name.startswith(starts)]


def watched(hook: Hook, cwd: Path, log: Path, event: str = START, **fields: object) -> Seen:
    """The hook in `cwd`, watched."""
    done = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-X",
            "utf8",
            "-c",
            _WATCH,
            str(log),
            str(hook.plugin / "hooks" / "door.py"),
            event,
        ],
        input=payload(cwd, event, **fields),
        capture_output=True,
        env=hook.environment,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr == b""
    assert json.loads(done.stdout or b"{}") is not None
    rows = [row.partition("\t") for row in log.read_text("utf-8").splitlines()]
    assert rows[-1][0] == "modules"
    return Seen(done.stdout, [(row[0], row[2]) for row in rows[:-1]], set(rows[-1][2].split()))
