"""Which event gets which answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import write
from project_memory.session import event, section


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(tmp_path / "data"))


def text(name: str, cwd: Path, payload: dict[str, object] | None = None, **environment: str) -> str:
    answer = event.answer(name, str(cwd), payload or {}, {"HOME": str(cwd.parent), **environment})
    if answer is None:
        return ""
    output = answer["hookSpecificOutput"]
    assert isinstance(output, dict)
    assert output["hookEventName"] == name
    return str(output["additionalContext"])


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return write(tmp_path / "repo", {"memory/MEMORY.md": "- [A](a.md) — a\n", "memory/a.md": "- REJECTED: x\n"}) / "."


@pytest.mark.parametrize(
    ("environment", "enabled"),
    [
        pytest.param({}, True, id="on by default"),
        pytest.param({"PROJECT_MEMORY_DISABLE": "1"}, False, id="switched off"),
        pytest.param({"PROJECT_MEMORY_DISABLE": "0"}, True, id="0 is not off"),
        pytest.param({"PROJECT_MEMORY_DISABLE": ""}, True, id="empty is not off"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "false"}, False, id="option off"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "true"}, True, id="option on"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "False "}, False, id="as others spell it"),
    ],
)
def test_enabled(environment: dict[str, str], enabled: bool) -> None:
    assert event.enabled(environment) is enabled


def test_events(repo: Path) -> None:
    assert text("SessionStart", repo).startswith(section.MARKER)
    assert text("SubagentStart", repo, {"agent_type": "Explore"}).startswith(section.MARKER)
    assert text("Stop", repo) == ""
    assert text("", repo) == ""
    assert text("SessionStart", repo.parent.parent) == ""


def test_subagents_have_a_switch_of_their_own(repo: Path) -> None:
    assert text("SubagentStart", repo, CLAUDE_PLUGIN_OPTION_SUBAGENTS="false") == ""
    assert text("SessionStart", repo, CLAUDE_PLUGIN_OPTION_SUBAGENTS="false") != ""


def test_our_own_agents_are_told_whatever_the_switch(repo: Path) -> None:
    for agent in ("project-memory:memory-recall", "project-memory:memory-keeper"):
        assert "Folder: " in text("SubagentStart", repo, {"agent_type": agent}, CLAUDE_PLUGIN_OPTION_SUBAGENTS="false")


def test_a_resumed_session(repo: Path, tmp_path: Path) -> None:
    whole = text("SessionStart", repo, {"source": "startup"})
    transcript = tmp_path / "t.jsonl"
    resumed: dict[str, object] = {"source": "resume", "transcript_path": str(transcript)}
    assert text("SessionStart", repo, resumed) == whole
    row = {"attachment": {"type": "prompt_snapshot", "systemPrompt": [whole]}}
    transcript.write_text(json.dumps(row, separators=(",", ":")), encoding="utf-8")
    assert text("SessionStart", repo, resumed) == f"{whole}\n\n{section.UNCHANGED}"
    write(repo, {"memory/b.md": "- REJECTED: y\n"})
    assert "is newer" in text("SessionStart", repo, resumed)
    assert "is newer" not in text("SessionStart", repo, {**resumed, "source": "startup"})
    for path in (repo / "memory").iterdir():
        path.unlink()
    assert "The memory folder is gone" in text("SessionStart", repo, resumed)
    assert text("SessionStart", repo, {"source": "startup"}) == ""
    transcript.unlink()
    assert text("SessionStart", repo, resumed) == ""
