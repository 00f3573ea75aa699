"""However large a folder is, its text stays within the caps and says what it leaves out."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from conftest import HARBOR, Hook, write

from . import told
from .process import SUBAGENT
from .told import Told

_INLINE, _COMPACT = 4_096, 16_384

_EMOJI, _KOREAN, _GEORGIAN = "\N{ANCHOR}\ufe0f", "그 비용이 이익보다 컸다", "უარყოფილი მიდგომა"


def repository(root: Path, files: dict[str, str | bytes]) -> Path:
    """A repository below `root` with these files in its memory folder."""
    write(root / "repo" / "memory", files)
    (root / "repo" / ".git").mkdir(exist_ok=True)
    return root / "repo"


def rejected(count: int, words: str = "it cost more than it gave") -> dict[str, str | bytes]:
    """`count` memories with one rejected approach each, in line 3 of its file."""
    return {
        f"m{number:04}.md": f"# M{number}\n\n- Rejected: idea {number}, since {words}.\n" for number in range(count)
    }


def index(size: int, letter: str = "x") -> str:
    """An index of exactly `size` bytes, in lines of at most 100 letters."""
    rows = ["# Index", ""]
    while sum(len(row.encode()) + 1 for row in rows) + 1_000 < size:
        rows.append(f"- [Memory {len(rows)}](memory-{len(rows)}.md) — {letter * 60}")
    rows.append("- ")
    room = size - sum(len(row.encode()) + 1 for row in rows)
    wide = len(letter.encode())
    rows[-1] += letter * (room // wide) + "y" * (room % wide)
    text = "\n".join(rows) + "\n"
    assert len(text.encode()) == size
    return text


def section(hook: Hook, repo: Path, **fields: str) -> Told:
    """The section of a repository, which holds what every section must."""
    text = hook.context("SessionStart", repo, **fields)
    parsed = told.parse(text)
    assert told.within_the_caps(text), (len(text), len(text.encode()))
    assert told.instructs(parsed, repo / "memory", parsed.on_record > 0)
    return parsed


def assert_all_are_accounted_for(parsed: Told, repo: Path, total: int) -> None:
    """Every approach is shown from the place it stands at, or counted among those left out."""
    assert parsed.on_record == total
    assert len(parsed.quotes) + parsed.left_out == total
    assert len(parsed.places) == len(parsed.quotes)
    for quote in parsed.quotes:
        row = (repo / "memory" / quote.file).read_text("utf-8").split("\n")[quote.line - 1].strip()
        shown, mark, rest = quote.text.partition("… (rest in ")
        assert rest == f"{quote.file})" if mark else shown == row
        assert row.startswith(shown)
        assert len(f"{quote.file}:{quote.line}: {quote.text}") <= told.LONGEST_LINE


def test_28_kilobytes_of_rejected_lines(hook: Hook, tmp_path: Path) -> None:
    files = rejected(150, "one word after the other makes a line of the usual length, " * 3)
    assert sum(len(content) for content in files.values()) > 28_000
    repo = repository(tmp_path, {"MEMORY.md": index(6_000), **files})
    parsed = section(hook, repo)
    assert_all_are_accounted_for(parsed, repo, 150)
    assert parsed.left_out > 0
    # The room is used: one more line of this length would not have fitted beside the note.
    assert len(parsed.text) > told.LARGEST - 1_000


def test_where_the_left_out_ones_stand_is_named(hook: Hook, tmp_path: Path) -> None:
    body = "".join(f"- Rejected: idea {number}, {'since it did not hold up, ' * 12}.\n" for number in range(40))
    repo = repository(tmp_path, {"MEMORY.md": index(6_000), "a.md": body, "b.md": body})
    parsed = section(hook, repo)
    assert_all_are_accounted_for(parsed, repo, 80)
    assert {"a.md", "b.md"} >= {quote.file for quote in parsed.quotes}
    named = {file: lines.split(",") for file, lines in re.findall(r"(\S+\.md):(\d+(?:,\d+)*)", parsed.note)}
    assert "b.md" in named
    for file, lines in named.items():
        for line in map(int, lines):
            assert (file, line) not in parsed.places
            assert body.split("\n")[line - 1].startswith("- Rejected: idea")


def test_one_line_of_8_kilobytes_does_not_push_the_others_out(hook: Hook, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"MEMORY.md": index(5_000), **rejected(20)}
    files["long.md"] = f"Rejected: a rewrite, {'for many reasons, ' * 450}and more.\n"
    repo = repository(tmp_path, files)
    parsed = section(hook, repo)
    assert_all_are_accounted_for(parsed, repo, 21)
    assert parsed.left_out == 0
    (shown,) = [quote.text for quote in parsed.quotes if quote.file == "long.md"]
    assert shown.endswith(("many… (rest in long.md)", "reasons,… (rest in long.md)", "for… (rest in long.md)"))


@pytest.mark.parametrize("depth", [2, 10], ids=["250-characters", "1300-characters"])
def test_a_file_deep_in_subfolders_keeps_its_line_short(hook: Hook, tmp_path: Path, depth: int) -> None:
    deep = "/".join(["a-folder-with-a-long-name" * 5] * depth) + "/deep.md"
    body = f"Rejected: a tree of many folders, {'since it hid what it held, ' * 40}as we saw.\n"
    repo = repository(tmp_path, {"MEMORY.md": index(100), deep: body, "z.md": "Rejected: another.\n"})
    text = hook.context("SessionStart", repo)
    assert "Rejected approaches (2 on record" in text
    assert all(len(row) <= told.LONGEST_LINE for row in text.split("\n"))
    assert text.endswith("\nz.md:1: Rejected: another.\n</rejected-approaches>")
    if depth == 2:
        quote = told.parse(text).quotes[0]
        assert (quote.file, quote.line) == (deep, 1)
        assert quote.text.startswith("Rejected: a tree of many folders, since it hid")
        assert quote.text.endswith(f"… (rest in {deep})")


def grown(hook: Hook, root: Path, count: int, words: str) -> list[Told]:
    """The sections of a folder that gets one memory and its index line after the other."""
    repo = repository(root, {"MEMORY.md": ""})
    sections = []
    rows: list[str] = []
    for number, (name, content) in enumerate(rejected(count, words).items(), 1):
        rows.append(
            f"- [Idea {number}]({name}) — what came of idea {number} {'when we looked into it again, ' * 7}at last"
        )
        write(repo / "memory", {name: content, "MEMORY.md": "\n".join(rows) + "\n"})
        parsed = section(hook, repo)
        assert_all_are_accounted_for(parsed, repo, number)
        sections.append(parsed)
    return sections


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("it cost more than it gave, " * 18 + "so it went", id="ascii"),
        pytest.param("그 비용이 이익보다 컸다 " * 14 + _EMOJI, id="three-bytes-a-character"),
    ],
)
def test_a_folder_grown_across_the_cap(hook: Hook, tmp_path: Path, words: str) -> None:
    sections = grown(hook, tmp_path, 22, words)
    assert sections[0].inlined is not None
    assert sections[0].left_out == 0
    assert sections[-1].inlined is None
    assert sections[-1].left_out > 0
    # The first ones stay first, and the index never comes back.
    for before, after in zip(sections, sections[1:]):
        assert after.quotes[: len(before.quotes)] == before.quotes[: len(after.quotes)]
        assert before.inlined is not None or after.inlined is None


def test_rejected_lines_stay_as_long_as_a_less_important_part_can_go(hook: Hook, tmp_path: Path) -> None:
    sections = grown(hook, tmp_path, 24, "it cost more than it gave, " * 9 + "so it went")
    assert sections[-1].on_record == 24
    for parsed in sections:
        lines = sum(len(f"{quote.file}:{quote.line}: {quote.text}\n") for quote in parsed.quotes)
        all_of_them = lines * parsed.on_record // len(parsed.quotes)
        # The instructions take about 1,000 characters, so all lines would fit if the index were only pointed to.
        if parsed.left_out and all_of_them < told.LARGEST - 2_500:
            pytest.fail(f"{parsed.left_out} of {parsed.on_record} rejected approaches left out beside an inlined index")


@pytest.mark.parametrize(
    "letter", [_EMOJI, _KOREAN, _GEORGIAN, "é", "𝔘"], ids=["emoji", "korean", "georgian", "latin", "astral"]
)
@pytest.mark.parametrize("spaced", [True, False], ids=["words", "one-long-word"])
def test_characters_and_bytes_are_counted_apart(hook: Hook, tmp_path: Path, letter: str, spaced: bool) -> None:
    words = (letter + " " if spaced else letter.replace(" ", "")) * 90
    repo = repository(tmp_path, {"MEMORY.md": index(4_000, letter[0]), **rejected(60, words)})
    parsed = section(hook, repo)
    assert_all_are_accounted_for(parsed, repo, 60)
    assert parsed.left_out > 0
    assert "\ufffd" not in parsed.text
    assert letter[0] in parsed.quotes[-1].text


@pytest.mark.parametrize("event", ["SessionStart", SUBAGENT])
def test_two_runs_give_the_same_bytes(hook: Hook, tmp_path: Path, event: str) -> None:
    repo = repository(tmp_path, {"MEMORY.md": index(4_500), **rejected(90)})
    payload = {"hook_event_name": event, "cwd": str(repo)}
    cold, warm = hook.run(event, payload), hook.run(event, payload)
    assert cold.stdout
    assert warm.stdout == cold.stdout


def test_the_order_in_which_files_were_made_does_not_show(hook: Hook, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"MEMORY.md": index(3_000), **rejected(70)}
    files["unreadable-a.md"] = files["unreadable-b.md"] = ""
    repo = repository(tmp_path, files)
    first = section(hook, repo).text
    shutil.rmtree(repo / "memory")
    repository(tmp_path, dict(reversed(files.items())))
    assert section(hook, repo).text == first


@pytest.mark.parametrize("size", [300, _INLINE, _INLINE + 1, _COMPACT, _COMPACT + 1])
@pytest.mark.parametrize("count", [0, 1, 200])
def test_the_first_2000_characters_alone_suffice(hook: Hook, tmp_path: Path, size: int, count: int) -> None:
    deep = tmp_path.joinpath(*["a-folder-with-a-rather-long-name"] * 20)
    repo = repository(deep, {"MEMORY.md": index(size), **rejected(count)})
    assert len(str(repo)) > 600
    # section() looks at those 2,000.
    assert section(hook, repo).on_record == count


@pytest.mark.parametrize("count", [1, 999, 2_500])
def test_shown_and_left_out_are_all(hook: Hook, tmp_path: Path, count: int) -> None:
    lines = [f"- Rejected: idea {number}, it did not hold.\n" for number in range(count)]
    files: dict[str, str | bytes] = {f"{at}.md": "".join(lines[at : at + 500]) for at in range(0, count, 500)}
    repo = repository(tmp_path, {"MEMORY.md": index(20_000), **files})
    assert_all_are_accounted_for(section(hook, repo), repo, count)


@pytest.mark.parametrize("letter", ["x", "é", "거", "\N{ANCHOR}"], ids=["ascii", "two-bytes", "three-bytes", "symbol"])
@pytest.mark.parametrize(
    ("size", "whole", "over"),
    [
        pytest.param(_INLINE, True, False, id="4096"),
        pytest.param(_INLINE + 1, False, False, id="4097"),
        pytest.param(_COMPACT, False, False, id="16384"),
        pytest.param(_COMPACT + 1, False, True, id="16385"),
    ],
)
def test_the_text_says_whether_the_index_is_whole(
    hook: Hook, tmp_path: Path, size: int, whole: bool, over: bool, letter: str
) -> None:
    text = index(size, letter)
    repo = repository(tmp_path, {"MEMORY.md": text, **rejected(3)})
    parsed = section(hook, repo)
    assert (parsed.inlined == text.rstrip("\n").split("\n")) is whole
    assert (parsed.inlined is None) is not whole
    assert ("The index stands whole below." in parsed.head) is whole
    assert (f"The index ({size:,} bytes) is not shown here." in parsed.head) is not whole
    assert ("`project-memory:memory-recall`" in parsed.head) is not whole
    assert ("The index is over 16,384 bytes" in parsed.head) is over
    assert ("`project-memory:memory-keeper`" in parsed.head) is over
    assert len(parsed.quotes) == 3


def test_a_rejected_line_of_an_inlined_index_is_shown_once(hook: Hook, tmp_path: Path) -> None:
    line = "- Rejected: a second database, since two are one too many."
    repo = repository(tmp_path, {"MEMORY.md": f"# Index\n\n{line}\n", **rejected(2)})
    parsed = section(hook, repo)
    assert parsed.text.count(line) == 1
    assert parsed.on_record == 2


def test_a_rejected_line_of_a_large_index_is_quoted(hook: Hook, tmp_path: Path) -> None:
    line = "- Rejected: a second database, since two are one too many."
    repo = repository(tmp_path, {"MEMORY.md": index(5_000) + line + "\n"})
    parsed = section(hook, repo)
    assert [quote.text for quote in parsed.quotes] == [line]


@pytest.mark.parametrize("kind", ["general-purpose", "project-memory:memory-recall", "project-memory:memory-keeper"])
@pytest.mark.parametrize("words", ["it cost more than it gave, " * 6, _KOREAN * 8], ids=["ascii", "korean"])
def test_a_subagent_is_told_little(hook: Hook, tmp_path: Path, kind: str, words: str) -> None:
    repo = repository(tmp_path, {"MEMORY.md": index(20_000), **rejected(120, words)})
    text = hook.context(SUBAGENT, repo, agent_type=kind)
    assert len(text) <= told.LARGEST_SUBAGENT
    parsed = told.parse(text)
    assert parsed.folder == str(repo / "memory")
    if kind.startswith("project-memory:"):
        assert not parsed.quotes
    else:
        assert parsed.quotes
        assert_all_are_accounted_for(parsed, repo, 120)


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """A repository below a path of more than 1,750 characters."""
    repo = tmp_path / "/".join(["a-folder-with-a-rather-long-name" * 4] * 14)
    repo.mkdir(parents=True)
    assert len(str(repo)) > 1_750
    write(repo / "memory", {"MEMORY.md": index(3_000), **rejected(3)})
    return repo


@pytest.mark.parametrize("kind", ["general-purpose", "project-memory:memory-recall", "project-memory:memory-keeper"])
def test_a_subagent_below_a_very_long_path_is_told_little(hook: Hook, deep: Path, kind: str) -> None:
    assert 0 < len(hook.context(SUBAGENT, deep, agent_type=kind)) <= told.LARGEST_SUBAGENT


def test_a_session_below_a_very_long_path(hook: Hook, deep: Path) -> None:
    text = hook.context("SessionStart", deep)
    assert told.within_the_caps(text)
    assert told.parse(text).inlined is not None


@pytest.mark.parametrize("source", ["resume", "fork"])
@pytest.mark.parametrize("changed", [True, False], ids=["changed", "unchanged"])
def test_a_resumed_session_at_the_cap(hook: Hook, tmp_path: Path, source: str, changed: bool) -> None:
    repo = repository(tmp_path, {"MEMORY.md": index(4_096), **rejected(300)})
    now = section(hook, repo).text
    earlier = now.replace("idea 0,", "idea zero,") if changed else now
    snapshot = {"type": "attachment", "attachment": {"type": "prompt_snapshot", "systemPrompt": ["Base.", earlier]}}
    transcript = tmp_path / "transcript.jsonl"
    transcript.write_text(json.dumps(snapshot, separators=(",", ":")) + "\n", "utf-8")
    text = hook.context("SessionStart", repo, source=source, transcript_path=str(transcript))
    assert told.within_the_caps(text)
    assert text != now
    assert len(text) > len(now)


@pytest.mark.parametrize("event", ["SessionStart", SUBAGENT])
def test_the_reference_folder(hook: Hook, event: str) -> None:
    text = hook.context(event, HARBOR)
    parsed = told.parse(text)
    assert told.within_the_caps(text)
    assert parsed.quotes
    assert parsed.folder == str(HARBOR / "memory")
    assert len(parsed.quotes) + parsed.left_out == parsed.on_record


def test_every_real_folder(hook: Hook, corpus: Path) -> None:
    indexes = sorted(path for path in corpus.rglob("MEMORY.md") if path.parent.name == "memory")
    assert indexes
    for path in indexes:
        above = path.parent.parent
        repo = above.parent if above.name == ".claude" else above
        for event, most in (("SessionStart", told.LARGEST), (SUBAGENT, told.LARGEST_SUBAGENT)):
            text = hook.context(event, repo)
            parsed = told.parse(text)
            assert parsed.folder in (str(repo / "memory"), str(repo / ".claude" / "memory"))
            assert len(text) <= most, repo
            assert told.within_the_caps(text), repo
            assert len(parsed.quotes) + parsed.left_out == parsed.on_record, repo
            assert all(len(f"{q.file}:{q.line}: {q.text}") <= told.LONGEST_LINE for q in parsed.quotes), repo
