"""What the documents say is so."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT
from project_memory import limits

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [
    "README.md",
    "AGENTS.md",
    "CHANGELOG.md",
    "skills/project-memory/SKILL.md",
    "skills/project-memory/references/format.md",
]


def commands() -> list[str]:
    blocks = re.findall(r"```bash\n(.*?)```", README, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("python3 scripts/cli.py")]


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_works(command: str) -> None:
    _, *arguments = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-I", "-S", *arguments], cwd=ROOT, capture_output=True, check=False, env={"PATH": ""}
    )
    assert done.returncode == 0
    assert done.stdout


def test_there_are_commands_to_test() -> None:
    assert len(commands()) >= 2


def test_numbers_are_those_of_the_limits() -> None:
    for number in (limits.INLINE_INDEX, limits.COMPACT_INDEX, limits.OUTPUT_CHARACTERS, limits.OUTPUT_BYTES):
        assert f"{number:,}" in README


@pytest.mark.parametrize("name", DOCUMENTS)
def test_linked_files_exist(name: str) -> None:
    path = ROOT / name
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        if not target.endswith(("file.md", "slug.md")):
            assert (path.parent / target).exists(), target


def test_paths_that_agents_md_names_exist() -> None:
    text = (ROOT / "AGENTS.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:folder|session|hooks|scripts|tests)/[\w./]+)`", text)
    assert len(paths) > 15
    for path in paths:
        place = ROOT / "scripts" / "project_memory" / path if path.startswith(("folder/", "session/")) else ROOT / path
        assert place.exists(), path


def test_the_script_header_asks_for_what_the_project_asks_for() -> None:
    header = (ROOT / "scripts" / "cli.py").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '# requires-python = ">=3.9"' in header
    assert 'requires-python = ">=3.9"' in project
    assert "# dependencies = []" in header
    assert "\ndependencies = []" in project


def test_claude_md_is_agents_md() -> None:
    assert (ROOT / ".claude" / "CLAUDE.md").read_text(encoding="utf-8") == "@../AGENTS.md\n"
