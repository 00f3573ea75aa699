#!/usr/bin/env python3
"""The test command: makes its own environment, then runs the linters, the types and every test.

`python3 tests/run.py` from a fresh clone needs Python 3.9 or newer, git and a package index. Arguments go to pytest, which
then runs in one process and prints what tests measure.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The real Claude Code comes in a package that asks for this version.
CLIENT_PYTHON = (3, 10)
OLDEST = (3, 9)


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    interpreters = found_interpreters()
    chosen = max((version for version in interpreters if version >= CLIENT_PYTHON), default=max(interpreters))
    if sys.version_info[:2] >= CLIENT_PYTHON and sys.version_info[:2] in interpreters:
        chosen = sys.version_info[:2]
    python = environment(interpreters[chosen], ".venv", "dev")
    failed = [
        step
        for step, command in (
            ("ruff check", [python, "-m", "ruff", "check", "."]),
            ("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
            ("mypy", [python, "-m", "mypy", "scripts", "hooks", "tests"]),
            (
                "vermin",
                [
                    str(Path(python).with_name("vermin")),
                    "-t=3.9-",
                    "--no-tips",
                    "--violations",
                    "--eval-annotations",
                    "scripts",
                    "hooks",
                ],
            ),
            *(
                (f"pytest tests/unit on {version[0]}.{version[1]}", hot_tests(interpreters[version], version))
                for version in sorted(interpreters)
                if version != chosen
            ),
            ("pytest", [python, "-m", "pytest", *(arguments or ["-n", "2"])]),
        )
        if not passed(step, command)
    ]
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
    return int(bool(failed))


def passed(step: str, command: list[str]) -> bool:
    print(f"== {step}", flush=True)
    return subprocess.run(command, check=False).returncode == 0


def hot_tests(interpreter: str, version: tuple[int, int]) -> list[str]:
    """The command that runs the hot path's tests on an interpreter other than the chosen one."""
    python = environment(interpreter, f".venv-{version[0]}.{version[1]}", "hot")
    return [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit"]


def environment(interpreter: str, name: str, group: str) -> str:
    """The Python of a virtual environment with the packages of a group of pyproject.toml; made anew when those changed."""
    place = ROOT / name
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    wanted = packages(group)
    stamp = place / "packages.txt"
    if not (python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        print(f"== {name}: {interpreter}", flush=True)
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([interpreter, "-m", "venv", str(place)], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted.split("\n")], check=True
        )
        stamp.write_text(wanted, encoding="utf-8")
    return str(python)


def packages(group: str) -> str:
    """The requirements of a dependency group, one a line; read by hand, since tomllib came with Python 3.11."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    match = re.search(rf"^{group} = \[(.*?)\]$", text, re.MULTILINE | re.DOTALL)
    assert match, f"pyproject.toml has no dependency group {group}"
    return "\n".join(re.findall(r'"([^"]+)"', match.group(1)))


def found_interpreters() -> dict[tuple[int, int], str]:
    """One interpreter of each minor version from the oldest supported one up: this one, on the path, or below pyenv."""
    candidates = [sys.executable]
    for minor in range(OLDEST[1], 30):
        candidates.append(shutil.which(f"python3.{minor}") or "")
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    candidates += sorted(str(path) for path in versions.glob("3.*/bin/python3"))
    found: dict[tuple[int, int], str] = {}
    for candidate in filter(None, candidates):
        asked = subprocess.run(
            [candidate, "-I", "-c", "import sys, venv, ensurepip; print(*sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if asked.returncode == 0:
            major, minor = map(int, asked.stdout.split())
            if (major, minor) >= OLDEST:
                found.setdefault((major, minor), candidate)
    if not found:
        raise SystemExit("project-memory: no Python 3.9 or newer with venv and pip found; install one")
    return found


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
