"""Texts that would make a careless pattern run for minutes."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Hook, write

# More than any memory holds; what grows with the square of this would outlast the hook's own timeout by far.
SIZE = 400_000

PIECES = [
    "word ", "rejected ", "rejected. ", "却下", "x", " ", "\t", "`", "`` ", "[", "[a](", "*", "-", "|", "# ", ". ", "\n",
    "was rejected ", "don't ", "never be ", "option ", "- rejected\n", "tried ", ": ", "\x1b[", "\x1b]", "<", "\u200b", "a\n", "a://b:", "eyJ", "token=", "\\[", "[](a.md) ", "\ufe0f",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES, ids=ascii)
def test_a_hostile_text_costs_no_session_its_start(hook: Hook, tmp_path: Path, piece: str) -> None:
    body = "rejected " + piece * (SIZE // len(piece)) + " was rejected\n\nREJECTED: the last line.\n"
    repo = write(tmp_path / "repo", {"memory/MEMORY.md": body, "memory/a.md": f"---\nname: {body}\n---\n{body}"})
    write(repo, {"memory/b.md": f"- REJECTED: {piece * 15_000}\n"})
    # Cold and warm; the process is given 30 seconds, three times what the host gives it.
    for _ in range(2):
        assert hook.context("SessionStart", repo).startswith("# Project memory\n")
