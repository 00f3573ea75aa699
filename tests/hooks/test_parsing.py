"""Memory files in every shape that people write: what was rejected comes out of them word for word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import HARBOR, Hook, write

from . import told
from .process import START, SUBAGENT, context, payload, run
from .told import Told

_IDEA = "Rejected: a second queue, since it hid the failures of the first."


def section(hook: Hook, root: Path, files: dict[str, str | bytes]) -> Told:
    """The section of a repository with these files in its memory folder."""
    write(root / "repo" / "memory", {"MEMORY.md": "# Index\n", **files})
    (root / "repo" / ".git").mkdir(exist_ok=True)
    done = run(hook, payload(root / "repo"))
    assert done.stderr == b""
    return told.parse(context(done))


# --- the folder's files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param(f"{_IDEA}\n".encode(), 1, id="one line"),
        pytest.param(_IDEA.encode(), 1, id="no final line end"),
        pytest.param(b"\xef\xbb\xbf" + _IDEA.encode(), 1, id="byte order mark"),
        pytest.param(f"# Queue\r\n\r\n{_IDEA}\r\n".encode(), 3, id="CRLF"),
        pytest.param(f"# Queue\r\r{_IDEA}\r".encode(), 3, id="CR"),
        pytest.param(f"# Queue\r\n\n{_IDEA}\n\r".encode(), 3, id="mixed line ends"),
        pytest.param(f"\n\n\n\n{_IDEA}\n\n\n".encode(), 5, id="blank lines"),
        pytest.param(b"# Queue\n\xff\xfe\x80 Caf\xe9\n\n" + _IDEA.encode(), 4, id="bytes that are no UTF-8"),
        pytest.param(b"\x00\x01\x07# Queue\n\n" + _IDEA.encode(), 3, id="control characters"),
        pytest.param(
            b"# Queue\n\n" + _IDEA.replace(" queue", "\x07 que\x00ue\x7f").encode(), 3, id="control in the line"
        ),
        pytest.param(f"# Queue\x0c\n\x0b\n{_IDEA}".encode(), 3, id="form feeds"),
        pytest.param(f"---\nname: q\n---\n\n{_IDEA}\n".encode(), 5, id="frontmatter"),
        pytest.param(
            f"\ufeff---\r\nname: q\r\n---\r\n{_IDEA}\r\n".encode(), 4, id="frontmatter after a byte order mark"
        ),
        pytest.param(f"---\ndescription: the queue: why one: only\n---\n{_IDEA}\n".encode(), 4, id="colons unquoted"),
        pytest.param(f"---\nname: [q\n  - x: {{\n---\n{_IDEA}\n".encode(), 5, id="frontmatter that is no YAML"),
        pytest.param(f"---\nname: q\n\n{_IDEA}\n".encode(), 4, id="frontmatter that never ends"),
        pytest.param(f"---\n---\n{_IDEA}\n".encode(), 3, id="empty frontmatter"),
        pytest.param(f"---\nmetadata:\n  type: project\n---\n{_IDEA}\n".encode(), 5, id="type below metadata"),
        pytest.param(f"# Queue\n\n{'long ' * 2_000}\n\n{_IDEA}\n".encode(), 5, id="after a line of 10,000 characters"),
        pytest.param(
            ("# Queue\n" + "a plain line\n" * 30_000 + f"\n{_IDEA}\n").encode(), 30_003, id="after 30,000 lines"
        ),
        pytest.param(f"```\ncode\n```\n\n{_IDEA}\n".encode(), 5, id="after a fence"),
        pytest.param(f"<!-- note -->\n{_IDEA}\n".encode(), 2, id="after a comment"),
    ],
)
def test_whatever_stands_around_it(hook: Hook, tmp_path: Path, content: bytes, line: int) -> None:
    parsed = section(hook, tmp_path, {"q.md": content})
    (quote,) = parsed.quotes
    assert (quote.file, quote.line) == ("q.md", line)
    assert quote.text.endswith(_IDEA)
    assert "\r" not in parsed.text
    assert "\ufeff" not in parsed.text


def test_description_with_an_unquoted_colon(hook: Hook, tmp_path: Path) -> None:
    head = (
        "---\nname: queue\ndescription: Rejected: a second queue: it hid failures\ntype: decision\n---\n\nOne queue.\n"
    )
    parsed = section(hook, tmp_path, {"q.md": head})
    (quote,) = parsed.quotes
    assert (quote.file, quote.line) == ("q.md", 3)
    assert "Rejected: a second queue: it hid failures" in quote.text


@pytest.mark.parametrize(
    "name",
    [
        "plain.md",
        "UPPER.MD",
        "with space.md",
        "überlänge-貨物.md",
        "거부된-접근.md",
        "a(b)[c]{d}.md",
        'it\'s & "quoted" <x>.md',
        "dots.in.name.md",
        "100%.md",
        "-dash.md",
        "#hash.md",
        "`ticks`.md",
        "colon: 7: x.md",
        "emoji-\N{ANCHOR}.md",
        "sub/folder/deep.md",
        "sub folder/ ü/x.md",
        "x" * 250 + ".md",
    ],
)
def test_whatever_a_file_is_called(hook: Hook, tmp_path: Path, name: str) -> None:
    for _ in range(2):
        (quote,) = section(hook, tmp_path, {name: f"\n{_IDEA}\n"}).quotes
        assert f"{quote.file}:{quote.line}: {quote.text}" == f"{name}:2: {_IDEA}"


@pytest.mark.parametrize(
    "name", [b"latin-\xe9.md", b"line\nend.md", b"tab\there.md", b"esc\x1b[31m.md", b"bidi-\xe2\x80\xae.md"], ids=ascii
)
def test_a_file_name_that_cannot_be_shown(hook: Hook, tmp_path: Path, name: bytes) -> None:
    memory = write(tmp_path / "repo" / "memory", {"MEMORY.md": "# Index\n"})
    try:
        (Path(str(memory).encode().decode()) / name.decode("utf-8", "surrogateescape")).write_bytes(_IDEA.encode())
    except OSError:
        pytest.skip(f"the file system takes no name like {name!r}")
    first = section(hook, tmp_path, {})
    (quote,) = first.quotes
    assert quote.text == _IDEA
    assert section(hook, tmp_path, {}).text == first.text


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbf",
        b"---\n",
        b"---\n---\n",
        b"\x00",
        b"\xff\xff\xff",
        b"```\n",
        b"# \n",
        b"|\n",
        b"- ",
        b"<!--",
        b"[](",
        b"\\",
        b"\xf0\x9f",
        b"REJECTED",
        b"rejected\n" * 3,
    ],
    ids=ascii,
)
@pytest.mark.parametrize("name", ["MEMORY.md", "m.md"])
def test_files_with_next_to_nothing_in_them(hook: Hook, tmp_path: Path, name: str, content: bytes) -> None:
    parsed = section(hook, tmp_path, {"q.md": _IDEA, name: content})
    assert parsed.inlined is not None
    assert ("q.md", 1) in parsed.places


def test_memories_are_counted(hook: Hook, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"m{number}.md": "x\n" for number in range(1_233)}
    files.update({"sub/n.md": "x\n", ".hidden/h.md": "x\n", "notes.txt": "x\n", "m.md.bak": "x\n", "empty.md": ""})
    assert ": 1,235 memories in Markdown," in section(hook, tmp_path, files).head


@pytest.mark.parametrize(("count", "said"), [(0, ": 0 memories"), (1, ": 1 memory in"), (2, ": 2 memories")])
def test_few_memories_are_counted(hook: Hook, tmp_path: Path, count: int, said: str) -> None:
    assert said in section(hook, tmp_path, {f"m{number}.md": "x\n" for number in range(count)}).head


# --- the index ---------------------------------------------------------------------------------------------------

_LINES = [
    "- [Title](x.md) — hook",
    "- [Title](x.md) - hook",
    "| [Title](x.md) | hook |",
    "- [One](x.md), [Two](y.md) and [Three](z.md)",
    "- **[Title](x.md)** hook",
    "- See [the title](x.md) for the hook.",
    "- `x.md` hook",
    "- no link at all",
    "- [Title](<x y.md>) — hook",
    "- [Title](x.md#part) — hook",
    '- [Title](x.md "title") — hook',
    "- [Title](./x%20y.md) — hook",
    "- [Title](../docs/x.md) — leaves the folder",
    "- [[wiki link]] — hook",
    "- [Title](x.md — never closed",
    "- <b>bold</b> & <https://example.org> — hook",
    "    indented, with `code` and ~~more~~",
    "- 한국어 – ქართული — \N{ANCHOR}\ufe0f 貨物 ｆｕｌｌ ＡＢＣ",
    "\ttab",
]


def test_an_inlined_index_stands_as_it_is(hook: Hook, tmp_path: Path) -> None:
    assert section(hook, tmp_path, {"MEMORY.md": "\n".join(["# Index", "", *_LINES]) + "\n"}).inlined == [
        "# Index",
        "",
        *_LINES,
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["", "byte-order-mark"])
def test_an_inlined_index_of_any_line_ends(hook: Hook, tmp_path: Path, end: str, mark: str) -> None:
    parsed = section(hook, tmp_path, {"MEMORY.md": mark + end.join(["# Index", "", "- [A](a.md)", ""])})
    assert parsed.inlined == ["# Index", "", "- [A](a.md)"]


def test_an_index_that_is_no_utf_8(hook: Hook, tmp_path: Path) -> None:
    parsed = section(hook, tmp_path, {"MEMORY.md": "# Café\n".encode("latin-1") * 600, "q.md": _IDEA})
    # The size is the file's own, whatever its bytes stand for.
    assert "The index (4,200 bytes) is not shown here." in parsed.head
    assert parsed.places == {("q.md", 1)}


def test_an_index_of_120_kilobytes(hook: Hook, tmp_path: Path) -> None:
    rows = [f"- [Memory {number}](m{number}.md) — {'words ' * 15}" for number in range(1_000)]
    rows[500] = f"- [Long](long.md) — {'word ' * 700}rejected: a split of the schema, {'word ' * 70}"
    assert len(rows[500]) > 3_800
    text = "\n".join(rows)
    assert len(text) > 115_000
    parsed = section(hook, tmp_path, {"MEMORY.md": text, "q.md": _IDEA})
    assert f"The index ({len(text.encode()):,} bytes) is not shown here." in parsed.head
    assert "The index is over 16,384 bytes" in parsed.head
    assert ("q.md", 1) in parsed.places


@pytest.mark.parametrize(
    ("files", "quoted"),
    [
        pytest.param({"orphan.md": _IDEA}, [("orphan.md", 1)], id="an orphan is shown"),
        pytest.param({"a/b/orphan.md": _IDEA}, [("a/b/orphan.md", 1)], id="an orphan in a subfolder is shown"),
        pytest.param({"hub.md": "- [Q](deep/q.md)\n", "deep/q.md": _IDEA}, [("deep/q.md", 1)], id="behind a hub file"),
    ],
)
def test_a_file_without_an_index_line(
    hook: Hook, tmp_path: Path, files: dict[str, str | bytes], quoted: list[tuple[str, int]]
) -> None:
    index = "".join(f"- [Memory {number}](m{number}.md) — a line of the index\n" for number in range(120))
    parsed = section(hook, tmp_path, {"MEMORY.md": index, **files})
    assert [(quote.file, quote.line) for quote in parsed.quotes] == quoted


def test_thousands_of_orphans_are_no_burden(hook: Hook, tmp_path: Path) -> None:
    parsed = section(hook, tmp_path, {**{f"o{number}.md": "plain\n" for number in range(3_000)}, "q.md": _IDEA})
    assert parsed.places == {("q.md", 1)}
    assert len(parsed.text) < 1_600


_CONFLICT = "# Index\n\n<<<<<<< HEAD\n- [Ours](ours.md) — one\n=======\n- [Theirs](theirs.md) — two\n>>>>>>> topic\n"


@pytest.mark.parametrize("rows", [0, 200], ids=["inlined", "pointed-to"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_committed_conflict(hook: Hook, tmp_path: Path, rows: int, end: str) -> None:
    index = _CONFLICT + "".join(f"- [Memory {number}](m{number}.md) — a line\n" for number in range(rows))
    files: dict[str, str | bytes] = {"MEMORY.md": index.replace("\n", end), "ours.md": _IDEA, "theirs.md": "x\n"}
    parsed = section(hook, tmp_path, files)
    assert "MEMORY.md holds merge conflict markers" in parsed.head
    assert ": 2 memories in Markdown," in parsed.head
    assert parsed.places == {("ours.md", 1)}
    if not rows:
        assert parsed.inlined == _CONFLICT.rstrip("\n").split("\n")


@pytest.mark.parametrize(
    "index",
    [
        pytest.param("# Index\n\nTitle\n=======\n\n- [A](a.md)\n", id="a heading underlined"),
        pytest.param("# Index\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> x\n```\n", id="in a fence"),
        pytest.param("# Index\n\n- `<<<<<<< HEAD` means a conflict, `>>>>>>> x` its end\n", id="in a sentence"),
    ],
)
def test_what_only_looks_like_a_conflict(hook: Hook, tmp_path: Path, index: str) -> None:
    assert "conflict markers" not in section(hook, tmp_path, {"MEMORY.md": index}).head


# --- rejected approaches -----------------------------------------------------------------------------------------


def test_small_reference_folders(hook: Hook) -> None:
    expected = json.loads((HARBOR / "small" / "expected.json").read_text("utf-8"))
    assert len(expected) == 3
    for name, folder in expected.items():
        parsed = told.parse(hook.context(START, HARBOR / "small" / name))
        # The labels are of lines that hold the word; other wordings may add to them.
        assert parsed.places >= {(row["file"], row["line"]) for row in folder["rejected"]}, name
        assert not parsed.places & {(row["file"], row["line"]) for row in folder.get("not_rejected", [])}, name
        assert (parsed.inlined is not None) is folder.get("inline", True)
        assert (f": {folder['memories']} memories in Markdown,") in parsed.head
        assert ("conflict markers" in parsed.head) is folder.get("conflict_marked_index", False)
        for quote in parsed.quotes:
            text = (HARBOR / "small" / name / "memory" / quote.file).read_text("utf-8-sig")
            assert quote.text in " ".join(text.split())


@pytest.mark.parametrize("event", [START, SUBAGENT])
def test_the_reference_folder_word_for_word(hook: Hook, event: str) -> None:
    labels = json.loads((HARBOR / "rejected-labels.json").read_text("utf-8"))
    labelled = [*labels["rejected"], *labels["heading_only"], *labels["unmarked"]]
    spans = {
        (row["file"], line) for row in labelled for line in range(row["line"], row.get("span", [0, row["line"]])[1] + 1)
    }
    parsed = told.parse(hook.context(event, HARBOR))
    assert parsed.quotes
    for quote in parsed.quotes:
        assert (quote.file, quote.line) in spans
        text = (HARBOR / "memory" / quote.file).read_text("utf-8-sig")
        shown = quote.text.split("… (rest in ")[0]
        assert " ".join(shown.split()) in " ".join(text.split())


# Real shapes, made anonymous. Each is a whole memory.
_TURNED_DOWN = {
    "label": "Rejected: a second queue. It hid the first one's failures.",
    "label in capitals": "REJECTED: a second queue. It hid the first one's failures.",
    "bold label": "**REJECTED**: a second queue. It hid the first one's failures.",
    "bold label with its colon": "**Rejected:** a second queue. It hid the first one's failures.",
    "label with a date": "REJECTED (2025-10): a second queue. It hid the first one's failures.",
    "item": "- Rejected: a second queue",
    "numbered item": "3. Rejected: a second queue",
    "alternatives": "Rejected alternatives: polling every 5 s, long-lived sockets.",
    "after a dash": "A second queue — rejected (it hid the first one's failures).",
    "in parentheses": "- Option B (rejected): one table per tenant",
    "considered": "We considered a second queue and rejected it, since it hid failures.",
    "tried and rejected": "Tried and rejected: a second queue.",
    "tried and reverted": "Tried Bazel, then reverted: cold builds took 40 minutes.",
    "do not re-propose": "Do not re-propose a second queue.",
    "don't re-propose": "Don't re-propose a second queue.",
    "don't with a curly apostrophe": "Don’t re-propose a second queue.",
    "never re-open": "Never re-open the question of a second queue.",
    "do not re-litigate": "Please do not re-litigate the second queue.",
    "do not reintroduce": "Do not reintroduce the second queue.",
    "don't resurrect": "Don't resurrect the second queue.",
    "the user": "The user rejected the tabbed layout twice; keep the single page.",
    "Hangul without a word boundary": "두 번째 큐 방식은 REJECTED는 이미 결정됨: 실패를 숨긴다.",
    "Chinese label": "已否决：第二个队列，它掩盖了第一个队列的故障。",
    "Japanese label": "却下：二つ目のキュー（障害を隠すため）。",
}

_OTHERWISE = {
    "a server": "The server rejected the request with 403 since the token had expired.",
    "a validator": "The validator rejects dates without a zone; rejected rows go to a file.",
    "a store": "App Store review rejected build 41 because of a missing purpose string.",
    "status values": "States: PENDING / APPROVED / REJECTED.",
    "a status column": "`status` is one of `draft`, `approved`, `rejected`.",
    "git": "`git push` said `! [rejected] main -> main (non-fast-forward)`.",
    "git in a fence": "```\n! [remote rejected] main -> main (protected branch hook declined)\n```",
    "a rule about rejecting": "Mark an option we turned down with the word rejected.",
    "not rejected": "The proposal was not rejected, only parked.",
    "an identifier": "In tests use `mockRejectedValue` and never mockRejectedValueOnce twice.",
    "a promise": "Unhandled rejected promises end the process.",
    "an event name": "The event order.rejected is sent once.",
}


def test_shapes_of_an_approach_that_was_turned_down(hook: Hook, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"{name}.md": f"# Title\n\n{text}\n" for name, text in _TURNED_DOWN.items()}
    parsed = section(hook, tmp_path, files)
    assert parsed.left_out == 0
    assert {quote.file: (quote.line, quote.text) for quote in parsed.quotes} == {
        f"{name}.md": (3, text) for name, text in _TURNED_DOWN.items()
    }


def test_the_word_otherwise(hook: Hook, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {f"{name}.md": f"# Title\n\n{text}\n" for name, text in _OTHERWISE.items()}
    parsed = section(hook, tmp_path, files)
    assert parsed.quotes == []
    assert "ejected approaches" not in parsed.head
    assert told.parse(hook.context(SUBAGENT, tmp_path / "repo")).quotes == []


@pytest.mark.parametrize("heading", ["## Rejected", "## Rejected approaches", "### Tried and rejected", "## REJECTED:"])
def test_bullets_under_a_heading_are_its_content(hook: Hook, tmp_path: Path, heading: str) -> None:
    body = f"# Queue\n\n{heading}\n\n- A second queue: it hid failures.\n- A file per tenant,\n  since files leak.\n"
    parsed = section(hook, tmp_path, {"q.md": f"{body}\n## Chosen\n\n- One queue.\n"})
    quoted = {quote.line: quote.text.lstrip("-* ") for quote in parsed.quotes if not quote.text.startswith("#")}
    assert quoted == {5: "A second queue: it hid failures.", 6: "A file per tenant, since files leak."}


def test_a_wrapped_sentence_is_quoted_whole(hook: Hook, tmp_path: Path) -> None:
    body = (
        "# Queue\n\nOne queue serves all. We looked at a second queue for\nthe slow jobs and rejected it, because it hid\n"
        "the failures of the first one for\na whole week. The slow jobs run at night.\n"
    )
    (quote,) = section(hook, tmp_path, {"q.md": body}).quotes
    assert quote.line == 4
    assert quote.text == (
        "We looked at a second queue for the slow jobs and rejected it, because it hid the failures of the first one for "
        "a whole week."
    )


def test_an_index_line_that_hints_does_not_repeat_its_file(hook: Hook, tmp_path: Path) -> None:
    filler = "".join(f"- [Memory {number}](m{number}.md) — a line of the index\n" for number in range(120))
    index = f"{filler}- [One queue](<sub dir/q.md>) — a second one was turned down after the outage\n"
    parsed = section(hook, tmp_path, {"MEMORY.md": index, "sub dir/q.md": _IDEA})
    assert parsed.places == {("sub dir/q.md", 1)}


def test_look_alike_lines_in_two_files_are_both_kept(hook: Hook, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.md": _IDEA,
        "b.md": _IDEA,
        "c.md": _IDEA.upper(),
        "d.md": _IDEA.replace(" ", "  "),
        "e.md": _IDEA.replace("Rejected", "Re\u200bject\u00aded"),
        "f.md": _IDEA.replace("Rejected", "**Rejected**"),
    }
    assert {quote.file for quote in section(hook, tmp_path, files).quotes} == set(files)


def test_sure_ones_come_before_likely_ones(hook: Hook, tmp_path: Path) -> None:
    # More sure ones than there is room for: none of the others may take their place.
    files: dict[str, str | bytes] = {f"a{n}.md": f"Polling every {n} s rejected, webhooks chosen.\n" for n in range(60)}
    files.update({f"b{n}.md": f"Rejected: idea {n}, {'since it did not hold up, ' * 8}.\n" for n in range(60)})
    parsed = section(hook, tmp_path, files)
    assert {quote.file[0] for quote in parsed.quotes[:30]} == {"b"}


def test_a_clone_with_other_line_ends_tells_the_same(hook: Hook, tmp_path: Path) -> None:
    files = {"q.md": f"---\nname: q\n---\n\n# Queue\n\n{_IDEA}\n", "MEMORY.md": "# Index\n\n- [Queue](q.md)\n"}
    before = section(hook, tmp_path, {**files})
    after = section(hook, tmp_path, {name: text.replace("\n", "\r\n") for name, text in files.items()})
    assert before.places == {("q.md", 7)}
    assert after.text == before.text
