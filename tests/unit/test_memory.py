"""The head of a memory comes out of anything that people wrote as one."""

from __future__ import annotations

import pytest
import yaml
from conftest import HARBOR
from hypothesis import given
from hypothesis import strategies as st
from project_memory.folder import memory


def fields(text: str) -> tuple[str, str, str]:
    head = memory.head(text)
    return head.name, head.description, head.type


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "---\nname: a\ndescription: b\ntype: project\n---\nx", ("a", "b", "project"), id="type at top level"
        ),
        pytest.param("---\nname: a\nmetadata:\n  type: user\n---\n", ("a", "", "user"), id="type under metadata"),
        pytest.param(
            "---\nmetadata:\n  type: user\ntype: project\n---\n", ("", "", "project"), id="the top level wins"
        ),
        pytest.param(
            "---\nname: Weighbridge\ndescription: Read first: the second weight: may come\nmetadata:\n  type: project\n---\n",
            ("Weighbridge", "Read first: the second weight: may come", "project"),
            id="an unquoted colon, which is no YAML",
        ),
        pytest.param('---\nname: "a: \\"b\\""\n---\n', ('a: "b"', "", ""), id="double quotes"),
        pytest.param("---\nname: 'it''s'\n---\n", ("it's", "", ""), id="single quotes"),
        pytest.param('---\nname: "open\ntype: user\n---\n', ('"open', "", "user"), id="a quote that never closes"),
        pytest.param(
            "---\ndescription: >\n  one\n  two\ntype: user\n---\n", ("", "one two", "user"), id="folded block"
        ),
        pytest.param("---\ndescription: |\n  one\n  two\n---\n", ("", "one\ntwo", ""), id="literal block"),
        pytest.param("---\ndescription: one\n  two\n---\n", ("", "one two", ""), id="continued plain scalar"),
        pytest.param("---\ndescription:\n  one\n---\n", ("", "one", ""), id="value on the next line"),
        pytest.param("\ufeff---\r\nname: a\r\n---\r\nx", ("a", "", ""), id="byte order mark and CRLF"),
        pytest.param("---\nname: a # note\n---\n", ("a", "", ""), id="comment"),
        pytest.param("---\ntags:\n  - type: x\nname: a\n---\n", ("a", "", ""), id="a list is no field"),
        pytest.param("---\nname: a\nno colon here\ntype: t\n---\n", ("a", "", "t"), id="a line of no form"),
        pytest.param("name: a\n", ("", "", ""), id="no frontmatter"),
        pytest.param("---\nname: a\n", ("", "", ""), id="frontmatter that never ends"),
        pytest.param("", ("", "", ""), id="empty file"),
    ],
)
def test_head(text: str, expected: tuple[str, str, str]) -> None:
    assert fields(text) == expected


def test_lines_count_both_fences() -> None:
    assert memory.head("---\nname: a\n---\nbody").lines == 3
    assert memory.head("body").lines == 0


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=60).map(str.strip)


@given(WORDS, WORDS, st.sampled_from(["project", "feedback", "user"]))
def test_what_yaml_writes_is_read_as_yaml_reads_it(name: str, description: str, kind: str) -> None:
    data = {"name": name, "description": description, "metadata": {"type": kind}}
    text = "---\n" + yaml.safe_dump(data, allow_unicode=True, sort_keys=False) + "---\n"
    head = memory.head(text)
    assert (head.name, head.description, head.type) == (name, description, kind)


@given(st.text())
def test_never_an_exception(text: str) -> None:
    memory.head(text)
    memory.head("---\n" + text + "\n---\n")


def test_reference_folder_as_yaml_reads_it() -> None:
    files = sorted((HARBOR / "memory").glob("*.md"))
    assert len(files) == 137
    for path in files:
        text = path.read_text(encoding="utf-8")
        if not text.startswith("---\n"):
            continue
        data = yaml.safe_load(text.split("---\n")[1])
        expected = (data["name"], data["description"], data["metadata"]["type"])
        assert fields(text) == expected, path.name
