"""What a reader cannot see does not stay in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project_memory.folder import clean


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        pytest.param("plain text\n", "plain text\n", id="plain text stays as it is"),
        pytest.param("\ufeffa", "a", id="byte order mark"),
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line ends"),
        pytest.param("\x1b[31mred\x1b[0m", "red", id="ANSI colours"),
        pytest.param("\x1b]0;title\x07x", "x", id="OSC title"),
        pytest.param("a\x00\x08\x7fb", "ab", id="control characters"),
        pytest.param("a\tb", "a\tb", id="a tab stays"),
        pytest.param("safe\u202eevil\u2066x", "safeevilx", id="bidi overrides"),
        pytest.param("RE\u200bJEC\u2060TED", "REJECTED", id="zero-width characters in a word"),
        pytest.param("a\u200db\u200cc", "abc", id="joiners between Latin letters"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="a joiner inside a Persian word stays"),
        pytest.param("x\U000e0041\U000e0042y", "xy", id="tag characters"),
        pytest.param("ok \u2764\ufe0f\ufe0f\ufe0f", "ok \u2764\ufe0f", id="a run of variation selectors"),
        pytest.param("\ufe0fa", "a", id="a variation selector with nothing before it"),
        pytest.param("a\u2028b\x0bc\x85d", "a b c d", id="odd separators become spaces"),
        pytest.param("e\xadx", "ex", id="soft hyphen"),
        pytest.param("한국어 – ქართული 🙂", "한국어 – ქართული 🙂", id="other scripts and emoji stay"),
    ],
)
def test_text(raw: str, shown: str) -> None:
    assert clean.text(raw) == shown


@given(st.text())
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    once = clean.text(raw)
    assert clean.text(once) == once


@given(st.text())
def test_line_numbers_are_kept(raw: str) -> None:
    assert clean.text(raw).count("\n") == raw.replace("\r\n", "\n").replace("\r", "\n").count("\n")


@given(st.text(), st.integers(30, 300))
def test_a_cut_line_is_within_its_limit(raw: str, limit: int) -> None:
    shown = clean.cut(raw, limit, "file.md")
    assert len(shown) <= limit
    assert shown == raw or shown.endswith(("… (rest in file.md)", "… (cut)"))


def test_cut_at_a_word() -> None:
    assert clean.cut("one two three four five six seven eight", 36, "x") == "one two three four… (rest in x)"


def test_a_rest_too_long_to_be_named() -> None:
    assert clean.cut("one two three four five", 20, "x" * 30) == "one two… (cut)"


def test_cut_where_no_spaces_are() -> None:
    assert clean.cut("字" * 100, 40, "x") == "字" * 27 + "… (rest in x)"
