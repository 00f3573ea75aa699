"""What a transcript has recorded of the section."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from project_memory.session import recorded

MARKER = "# Project memory"


def snapshot(*prompt: str) -> str:
    return json.dumps(
        {"type": "attachment", "attachment": {"type": "prompt_snapshot", "systemPrompt": list(prompt)}},
        separators=(",", ":"),
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([snapshot("base", f"{MARKER}\none")], f"{MARKER}\none", id="recorded"),
        pytest.param(
            [snapshot(f"{MARKER}\none"), "{}", snapshot(f"{MARKER}\ntwo"), "{}"], f"{MARKER}\ntwo", id="the newest"
        ),
        pytest.param([snapshot(f"{MARKER}\none"), snapshot("base")], None, id="the newest has none"),
        pytest.param([snapshot(f"{MARKER}s of others")], None, id="another heading"),
        pytest.param(['{"type":"prompt_snapshot"', "{}"], None, id="torn line"),
        pytest.param(["{}"], None, id="nothing recorded"),
        pytest.param([], None, id="empty"),
    ],
)
def test_section(tmp_path: Path, rows: list[str], expected: str | None) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(rows), encoding="utf-8")
    assert recorded.section(str(path), MARKER) == expected


@pytest.mark.parametrize("before", [0, 1_500_000, 3_000_000])
@pytest.mark.parametrize("after", [0, 1_048_500, 2_500_000])
def test_long_transcripts(tmp_path: Path, before: int, after: int) -> None:
    row = snapshot("x" * 1_200_000, f"{MARKER}\none")
    path = tmp_path / "t.jsonl"
    path.write_text("a" * before + "\n" + row + "\n" + "b" * after, encoding="utf-8")
    assert recorded.section(str(path), MARKER) == f"{MARKER}\none"


def test_no_transcript(tmp_path: Path) -> None:
    assert recorded.section(str(tmp_path / "gone"), MARKER) is None
    assert recorded.section(str(tmp_path), MARKER) is None
