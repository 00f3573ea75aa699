"""The plugin as it is shipped: its files, a copy without its mod, and what its hook says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import git

ROOT = Path(__file__).resolve().parents[2]

# Parts of the repository that are no parts of the plugin.
_ASIDE = ("examples", "tests")


def copy(target: Path) -> Path:
    """The files that git knows or would add, copied to `target`."""
    for name in git.run(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        source = ROOT / name
        if name and name.split("/")[0] not in _ASIDE and source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    return target


def copy_without_mod(target: Path) -> Path:
    """The same, as a client sees it that knows no mods."""
    hooks = copy(target) / "hooks" / "hooks.json"
    content = json.loads(hooks.read_text("utf-8"))
    del content["modules"]
    hooks.write_text(json.dumps(content), "utf-8")
    return target


def said(plugin: Path, repository: Path, event: str, **payload: str) -> str:
    """The context that the hook's own script prints for an event in `repository`, "" when it prints none."""
    payload = {"hook_event_name": event, "cwd": str(repository), **payload}
    done = subprocess.run(
        [sys.executable, "-I", "-S", plugin / "hooks" / "door.py"],
        input=json.dumps(payload),
        env={"HOME": str(plugin.parent), "CLAUDE_PLUGIN_DATA": str(plugin.parent / "data")},
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=20,
    )
    assert not done.stderr
    return str(json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]) if done.stdout else ""


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below `folder`, with its size and when it was written."""
    found = {}
    for directory, _, names in os.walk(folder):
        for path in (Path(directory, name) for name in names):
            status = path.stat()
            found[str(path.relative_to(folder))] = (status.st_size, status.st_mtime_ns)
    return found
