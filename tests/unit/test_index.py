"""Index entries in every form that real folders hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project_memory.folder import index
from project_memory.folder.index import Entry


def parsed(text: str) -> list[tuple[str, str, str]]:
    return [(entry.title, entry.target, entry.hook) for entry in index.parse(text)]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param("- [T](x.md) — hook", [("T", "x.md", "hook")], id="the standard form"),
        pytest.param("- [T](x.md) - hook", [("T", "x.md", "hook")], id="hyphen"),
        pytest.param("- [T](x.md): hook", [("T", "x.md", "hook")], id="colon"),
        pytest.param("- [T](x.md) (hook)", [("T", "x.md", "hook")], id="hook in parentheses"),
        pytest.param("* [T](x.md)", [("T", "x.md", "")], id="no hook"),
        pytest.param("- **[T](x.md)** — hook", [("T", "x.md", "hook")], id="bold link"),
        pytest.param("- [**T**](x.md) — hook", [("T", "x.md", "hook")], id="bold title"),
        pytest.param("- [`x.md`](x.md) — hook", [("x.md", "x.md", "hook")], id="code in the title"),
        pytest.param("| [T](x.md) | what |", [("T", "x.md", "what")], id="table row"),
        pytest.param("- [A](a.md), [B](b.md)", [("A", "a.md", ","), ("B", "b.md", "")], id="several links"),
        pytest.param("See [T](x.md) for more.", [("T", "x.md", "for more.")], id="link inside a sentence"),
        pytest.param("- `x.md` — hook", [("x", "x.md", "hook")], id="name in backticks"),
        pytest.param("- Title: `x.md`", [("Title", "x.md", "")], id="title before the name"),
        pytest.param("- x.md: hook", [("x", "x.md", "hook")], id="bare name"),
        pytest.param("- [[slug]] — hook", [("slug", "slug.md", "hook")], id="wiki link"),
        pytest.param("- [[slug|Title]]", [("Title", "slug.md", "")], id="wiki link with a title"),
        pytest.param("- [T](./x.md)", [("T", "x.md", "")], id="dot slash"),
        pytest.param("- [T](<x y.md>)", [("T", "x y.md", "")], id="angle brackets"),
        pytest.param("- [T](x%20y.md)", [("T", "x y.md", "")], id="percent sign"),
        pytest.param("- [T](x.md#part)", [("T", "x.md", "")], id="fragment"),
        pytest.param('- [T](x.md "title")', [("T", "x.md", "")], id="link title"),
        pytest.param("- [T](../docs/x.md)", [("T", "../docs/x.md", "")], id="out of the folder"),
        pytest.param("- [T](sub/x.md)", [("T", "sub/x.md", "")], id="subfolder"),
        pytest.param("- [T](x(1).md)", [("T", "x(1).md", "")], id="parentheses in the name"),
        pytest.param("- [한국어](한국어.md) — 설명", [("한국어", "한국어.md", "설명")], id="other scripts"),
        pytest.param("- [a [b] c](x.md)", [("a [b] c", "x.md", "")], id="brackets in the title"),
        pytest.param("- `[T](x.md)`", [], id="link in a code span"),
        pytest.param("- [T](https://example.org/x.md)", [], id="another site"),
        pytest.param("- [T](#part)", [], id="the same page"),
        pytest.param("- ![T](x.png)", [], id="picture"),
        pytest.param("- no link here", [], id="bullet without a link"),
        pytest.param("<<<<<<< HEAD", [], id="conflict marker"),
        pytest.param("", [], id="blank"),
    ],
)
def test_parse(row: str, expected: list[tuple[str, str, str]]) -> None:
    assert parsed(row) == expected


def test_fences_count_for_nothing_and_lines_count_on() -> None:
    text = "\ufeff# I\r\n```\r\n- [A](a.md)\r\n```\r\n- [B](b.md)\r\n"
    assert [(entry.target, entry.line) for entry in index.parse(text)] == [("b.md", 5)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", True, id="markers"),
        pytest.param("```\n<<<<<<< HEAD\n>>>>>>> x\n```\n", False, id="shown in a fence"),
        pytest.param("<<<<<<< HEAD\n", False, id="no end"),
        pytest.param("a << b >> c\n", False, id="shifts"),
    ],
)
def test_conflicted(text: str, expected: bool) -> None:
    assert index.conflicted(text) is expected


@given(st.text())
def test_never_an_exception(text: str) -> None:
    index.parse(text)
    index.links(text)
    index.conflicted(text)


SEGMENT = st.text(st.characters(codec="utf-8", exclude_characters="/\\", exclude_categories=["C", "Z"]), min_size=1)
TARGET = SEGMENT.filter(lambda name: name.strip(".") != "" and not index._SCHEME.match(name)).map(
    lambda name: name + ".md"
)
TITLE = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1)
HOOK = st.lists(st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1), max_size=6).map(" ".join)


@given(TITLE, TARGET, HOOK)
def test_what_is_written_is_read_back(title: str, target: str, hook: str) -> None:
    assert parsed(index.format(Entry(title, target, hook))) == [(title, target, hook)]
