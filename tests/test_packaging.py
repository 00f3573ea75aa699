"""The files by which hosts know the plugin."""

from __future__ import annotations

import json
import re

import pytest
from conftest import ROOT

EVENTS = {"SessionStart", "SubagentStart"}


def test_both_manifests_are_the_same_bytes() -> None:
    assert (ROOT / "plugin.json").read_bytes() == (ROOT / ".claude-plugin" / "plugin.json").read_bytes()


def test_versions_agree() -> None:
    version = json.loads((ROOT / "plugin.json").read_text(encoding="utf-8"))["version"]
    assert f'version = "{version}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_marketplace_lists_the_plugin() -> None:
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text(encoding="utf-8"))
    assert [(plugin["name"], plugin["source"]) for plugin in market["plugins"]] == [("project-memory", "./")]


def test_switches_are_shown_as_on() -> None:
    options = json.loads((ROOT / "plugin.json").read_text(encoding="utf-8"))["userConfig"]
    assert set(options) == {"enabled", "subagents"}
    for option in options.values():
        assert option["type"] == "boolean"
        # For the client's forms; what counts is held in Python, since only what a user has set is exported.
        assert option["default"] is True


def test_hooks() -> None:
    file = json.loads((ROOT / "hooks" / "hooks.json").read_text(encoding="utf-8"))
    assert set(file["hooks"]) == EVENTS
    assert file["modules"] == ["./register.ts"]
    for event, groups in file["hooks"].items():
        for group in groups:
            for handler in group["hooks"]:
                assert handler["type"] == "command"
                assert handler["timeout"] <= 10
                assert f'"$CLAUDE_PLUGIN_ROOT/hooks/door.py" {event})' in handler["command"]
                # A bare variable: the host would paste the braced form into the script, whatever the path holds.
                assert "${" not in handler["command"]


@pytest.mark.parametrize("name", ["memory-recall", "memory-keeper"])
def test_agents(name: str) -> None:
    text = (ROOT / "agents" / f"{name}.md").read_text(encoding="utf-8")
    head = dict(re.findall(r"^(\w+): (.*)$", text.split("---")[1], re.MULTILINE))
    assert head["name"] == name
    assert head["model"] == "haiku"
    assert head["omitClaudeMd"] == "true"
    tools = set(head["tools"].split(", "))
    assert tools == {"Read", "Grep", "Glob"} | ({"Edit", "Write"} if name == "memory-keeper" else set())


def test_the_skill_works_in_any_host() -> None:
    for path in (ROOT / "skills" / "project-memory").rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        for word in (
            "${",
            "$ARGUMENTS",
            "CLAUDE_",
            "Claude",
            "Codex",
            "`Write`",
            "`Edit`",
            "Write tool",
            "Edit tool",
            "allowed-tools",
            "!`",
        ):
            assert word not in text, f"{path.name}: {word}"


def test_the_marker_is_the_same_on_both_sides() -> None:
    from project_memory.session import section

    mod = (ROOT / "hooks" / "register.ts").read_text(encoding="utf-8")
    assert f"const MARKER = '{section.MARKER}\\n'" in mod
    assert f"const UNCHANGED = '\\n\\n{section.UNCHANGED}'" in mod
