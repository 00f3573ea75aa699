"""Which lines say that an approach was turned down, and what is quoted of them."""

from __future__ import annotations

import json
import re

import pytest
from conftest import HARBOR, ROOT
from hypothesis import given
from hypothesis import strategies as st
from project_memory.folder import blocks, clean, rejected
from project_memory.folder.rejected import NO, SURE

PLAIN_RULE = re.compile("rejected|don['’]t re-propose", re.IGNORECASE)


def blocks_of(name: str) -> list[tuple[str, str]]:
    """The cases of a file in tests/data: "+" (an approach was turned down) or "-", and a memory's body."""
    text = (ROOT / "tests" / "data" / name).read_text(encoding="utf-8").strip("\n")
    return [(block.split("\n", 1)[0], block.split("\n", 1)[1]) for block in text.split("\n---\n")]


def cases() -> list[tuple[str, str]]:
    return blocks_of("rejected.txt")


def test_there_are_cases_of_both_kinds() -> None:
    kinds = [kind for kind, _ in cases()]
    assert kinds.count("+") > 50
    assert kinds.count("-") > 40
    assert set(kinds) == {"+", "-"}


@pytest.mark.parametrize(("kind", "body"), cases(), ids=[f"{kind} {body[:40]}" for kind, body in cases()])
def test_wording(kind: str, body: str) -> None:
    assert any(line.verdict != NO for line in rejected.lines(body)) is (kind == "+")


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        pytest.param(
            "- A generator:\n  REJECTED, since\n  nobody could debug it.\n- other",
            [(2, 1, 3, "- A generator: REJECTED, since nobody could debug it.", SURE)],
            id="a wrapped item whole, the line of the word named",
        ),
        pytest.param(
            "First. **REJECTED**: a cache. It was stale. Twice.\n\nNext.",
            [(1, 1, 1, "**REJECTED**: a cache. It was stale. Twice.", SURE)],
            id="a label to the end of its paragraph",
        ),
        pytest.param(
            "We use A. The B option was rejected because of C. We like D.",
            [(1, 1, 1, "The B option was rejected because of C.", SURE)],
            id="a sentence inside a paragraph",
        ),
        pytest.param(
            "Fixed offsets came first. Don't re-propose them.",
            [(1, 1, 1, "Fixed offsets came first. Don't re-propose them.", SURE)],
            id="a sentence that points back, with the one before it",
        ),
        pytest.param(
            "## Options we turned down\n\n- One: why.\n- Two\n  goes on.\n\n**How to apply:** x.",
            [(3, 3, 3, "- One: why.", SURE), (4, 4, 5, "- Two goes on.", SURE)],
            id="items under a heading, up to the next paragraph",
        ),
        pytest.param(
            "## REJECTED\n\n- One.\n\n## Next\n\n- Two.",
            [(1, 1, 1, "## REJECTED", SURE), (3, 3, 3, "- One.", SURE)],
            id="the heading itself where the word stands in it",
        ),
        pytest.param(
            "### Rejected alternatives\n\n| What | Why |\n|---|---|\n| Redis | one more service |\n",
            [(1, 1, 1, "### Rejected alternatives", SURE), (5, 5, 5, "| Redis | one more service |", SURE)],
            id="the rows of a table under a heading",
        ),
        pytest.param(
            "- **Rejected:**\n  - one\n  - two\n- kept",
            [(1, 1, 1, "- **Rejected:**", SURE), (2, 2, 2, "- one", SURE), (3, 3, 3, "- two", SURE)],
            id="nested items under a label",
        ),
        pytest.param(
            "---\nstatus: rejected\n---\nx", [(2, 2, 2, "status: rejected", SURE)], id="a decision record's status"
        ),
        pytest.param("x\n```\nREJECTED: y\n```\n", [(3, 3, 3, "REJECTED: y", NO)], id="what a program printed"),
        pytest.param("RE\u200bJECTED: x", [(1, 1, 1, "REJECTED: x", SURE)], id="a look-alike with a zero-width space"),
    ],
)
def test_quote(text: str, quoted: list[tuple[int, int, int, str, str]]) -> None:
    assert [(line.line, line.first, line.last, line.text, line.verdict) for line in rejected.lines(text)] == quoted


SNIPPET = st.sampled_from(
    [
        "rejected",
        "REJECTED: x",
        "don't re-propose y",
        "is not rejected.",
        "- item",
        "## Rejected",
        "a. b",
        "`rejected`",
        "",
        "| rejected | x |",
        "```",
        "Redis was rejected because of z.",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(st.one_of(SNIPPET, st.text(max_size=12)), max_size=12).map("\n".join))


@given(TEXTS)
def test_no_line_of_the_plain_rule_vanishes_and_every_quote_stands_in_the_text(text: str) -> None:
    shown = clean.text(text)
    found = rejected.lines(text)
    rows = shown.split("\n")
    for line in found:
        assert 1 <= line.first <= line.line <= line.last <= len(rows)
        whole = " ".join("\n".join(rows[line.first - 1 : line.last]).split())
        assert " ".join(line.text.split()) in whole
    for number, row in enumerate(rows, 1):
        if PLAIN_RULE.search(row):
            assert any(line.first <= number <= line.last for line in found), row


@given(st.text())
def test_blocks_hold_every_line_with_text_once(text: str) -> None:
    shown = clean.text(text)
    rows = shown.split("\n")
    held = [number for block in blocks.parse(shown) for number in range(block.first, block.last + 1)]
    assert len(held) == len(set(held))
    assert {number for number, row in enumerate(rows, 1) if row.strip()} <= set(held)


def test_precision_and_recall_on_snippets_of_other_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """Written in the manner of real folders by people who had not seen the rules."""
    judged = [
        (kind == "+", any(line.verdict != NO for line in rejected.lines(body)))
        for kind, body in blocks_of("snippets.txt")
    ]
    assert len(judged) == 476
    found = sum(shown for _, shown in judged)
    hits = sum(true and shown for true, shown in judged)
    precision, recall = hits / found, hits / sum(true for true, _ in judged)
    with capsys.disabled():
        print(f"\nsnippets: precision {precision:.3f}, recall {recall:.3f}")
    assert precision >= 0.95
    assert recall >= 0.95


def test_precision_and_recall_on_the_reference_folder(capsys: pytest.CaptureFixture[str]) -> None:
    labels = json.loads((HARBOR / "rejected-labels.json").read_text(encoding="utf-8"))
    true = {
        (label["file"], label["line"]) for name in ("rejected", "heading_only", "unmarked") for label in labels[name]
    }
    found = {
        (path.name, line.line)
        for path in (HARBOR / "memory").glob("*.md")
        if path.name != "MEMORY.md"
        for line in rejected.lines(path.read_text(encoding="utf-8"))
        if line.verdict != NO
    }
    assert len(true) == 43
    precision, recall = len(found & true) / len(found), len(found & true) / len(true)
    with capsys.disabled():
        print(f"\nreference folder: precision {precision:.3f}, recall {recall:.3f}")
    assert precision >= 0.95
    assert recall >= 0.95
