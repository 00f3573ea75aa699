"""Git without the user's configuration, and without the repository that a git hook around the tests points to."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_SETTINGS = {
    # A checkout made by another user, as in a container, is read all the same.
    "safe.directory": "*",
    "init.defaultBranch": "main",
    "user.name": "A",
    "user.email": "a@git.invalid",
}


def run(folder: Path, *arguments: str) -> str:
    """What git prints for these arguments in `folder`."""
    settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
    around = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        ["git", *settings, *arguments],
        cwd=folder,
        env={**around, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    ).stdout
