"""What a transcript holds of our sections."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from project_memory.session import recorded

MARKER = "# Project memory"
ONE, TWO = f"{MARKER}\none", f"{MARKER}\ntwo"
COMPACTED = json.dumps({"type": "system", "subtype": "compact_boundary"}, separators=(",", ":"))


def row(**attachment: object) -> str:
    return json.dumps({"type": "attachment", "isSidechain": False, "attachment": attachment}, separators=(",", ":"))


def prompt(*texts: str) -> str:
    return row(type="prompt_snapshot", systemPrompt=list(texts))


def message(*texts: str) -> str:
    return row(type="hook_additional_context", content=list(texts), hookEvent="SessionStart")


@pytest.mark.parametrize(
    ("rows", "in_prompt", "in_messages"),
    [
        pytest.param([prompt("base", ONE)], ONE, [], id="in the prompt"),
        pytest.param([prompt(ONE), "{}", prompt(TWO), "{}"], TWO, [], id="the newest prompt counts"),
        pytest.param([prompt(ONE), prompt("base")], "", [], id="the newest prompt has none"),
        pytest.param([message("other", ONE), message(TWO)], "", [ONE, TWO], id="in messages"),
        pytest.param([prompt(ONE), message(TWO)], ONE, [TWO], id="in both"),
        pytest.param([prompt(ONE), message(TWO), COMPACTED], ONE, [], id="messages go when they are compacted"),
        pytest.param([prompt(f"{MARKER}s of others"), message(MARKER)], "", [], id="another heading"),
        pytest.param([message(ONE).replace('"isSidechain":false', '"isSidechain":true')], "", [], id="a subagent's"),
        pytest.param([prompt(ONE)[:-9], "nothing"], "", [], id="torn line"),
        pytest.param(
            [row(type="prompt_snapshot", systemPrompt=ONE), row(type="hook_additional_context")],
            "",
            [],
            id="other shapes",
        ),
        pytest.param([json.dumps({"content": prompt(ONE)})], "", [], id="quoted in a message"),
        pytest.param(["{}"], "", [], id="nothing told"),
        pytest.param([], "", [], id="empty"),
    ],
)
def test_told(tmp_path: Path, rows: list[str], in_prompt: str, in_messages: list[str]) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(rows), encoding="utf-8")
    told = recorded.told(str(path), MARKER)
    assert (told.prompt, told.messages) == (in_prompt, in_messages)
    assert told.last == (in_messages[-1] if in_messages else in_prompt)


def test_no_transcript(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for name in ("gone", "fifo", "."):
        assert recorded.told(str(tmp_path / name), MARKER).last == ""
    assert recorded.told("nul\x00byte", MARKER).last == ""


def test_a_transcript_that_takes_too_long_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(prompt(ONE), encoding="utf-8")
    monkeypatch.setattr(recorded, "_SECONDS", -1.0)
    assert recorded.told(str(path), MARKER).last == ""
