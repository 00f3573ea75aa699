"""The shape of the project: who may import whom, and what the hot path may load."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

LIBRARY = ROOT / "scripts" / "project_memory"

# Rooms from the top down: a module imports from rooms below its own, or from its own.
ROOMS = ["doors", "session", "folder", "base"]

# Modules that load with nothing installed.
HOT = [
    "limits",
    "folder.store",
    "folder.cache",
    "folder.clean",
    "folder.rejected",
    "folder.verdict",
    "folder.blocks",
    "folder.index",
    "folder.memory",
    "session.event",
    "session.state",
    "session.section",
    "session.subagent",
    "session.frame",
    "session.recorded",
]

# Each costs a start more than it gives: typing 6 ms, pathlib 5.5, subprocess 7, dataclasses 13, a socket is never opened.
NEVER_HOT = {"typing", "pathlib", "subprocess", "dataclasses", "socket", "ssl", "asyncio", "logging", "inspect", "site"}


def room(module: str) -> str:
    parts = module.split(".")
    if parts[0] != "project_memory":
        return "doors"
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "base"


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("project_memory"):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.startswith("project_memory")]
    return found


def test_imports_run_downward() -> None:
    seen = 0
    for path in sorted(LIBRARY.rglob("*.py")):
        own = room(".".join(path.relative_to(LIBRARY.parent).with_suffix("").parts))
        for module in imports(path):
            seen += 1
            assert ROOMS.index(room(module)) >= ROOMS.index(own), f"{path.name} ({own}) imports {module}"
    assert seen > 20


def test_every_module_has_one_sentence_first() -> None:
    for path in sorted(LIBRARY.rglob("*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert docstring, path.name


def test_the_library_never_prints_exits_or_reads_stdin() -> None:
    for path in sorted(LIBRARY.rglob("*.py")):
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
        }
        assert not names & {"print", "exit", "quit", "input", "SystemExit"}, path.name


@pytest.mark.parametrize("event", ["SessionStart", "SubagentStart"])
def test_the_hot_path_loads_no_package_and_nothing_dear(event: str, tmp_path: Path) -> None:
    # The second run is what every start but the first is.
    for _ in range(2):
        loaded = hot_modules(event, tmp_path)
    strangers = {name.split(".")[0] for name in loaded} - sys.stdlib_module_names - {"project_memory", "__main__"}
    assert not strangers
    assert not NEVER_HOT & set(loaded)
    assert "project_memory.folder.verdict" not in loaded
    assert "project_memory.session.state" in loaded


def hot_modules(event: str, data: Path) -> list[str]:
    code = (
        "import sys, json, os; sys.path.insert(0, sys.argv[1])\n"
        "from project_memory.session import event\n"
        "answer = event.answer(sys.argv[2], sys.argv[3], {}, os.environ)\n"
        "assert answer\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    harbor = str(ROOT / "examples" / "harbor")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT / "scripts"), event, harbor],
        capture_output=True,
        text=True,
        check=True,
        env={"HOME": str(data), "CLAUDE_PLUGIN_DATA": str(data)},
    )
    loaded: list[str] = json.loads(done.stdout)
    return loaded


@pytest.mark.parametrize("module", HOT)
def test_each_hot_module_loads_with_nothing_installed(module: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); import project_memory.{module}"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, env={})


def test_the_rules_stamp_covers_what_a_row_depends_on() -> None:
    """A module that decides what is learned from a file must change the stamp of the rows."""
    from project_memory.session import state

    source = Path(state.__file__).read_text(encoding="utf-8")
    for module in ("rejected", "verdict", "blocks", "clean", "index", "cache"):
        assert f'"{module}.py"' in source
    reached = {"rejected"}
    for _ in range(4):
        for name in list(reached):
            reached |= {
                module.split(".")[2]
                for module in imports(LIBRARY / "folder" / f"{name}.py")
                if module.startswith("project_memory.folder.")
            }
    assert reached <= {"rejected", "verdict", "blocks", "clean", "index", "cache", "store"}
