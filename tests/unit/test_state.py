"""The state of a folder, with and without its cache."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import HARBOR, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from project_memory.folder import store
from project_memory.session import state


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def read(folder: Path) -> state.State:
    return state.read(store.open_folder(str(folder)))


def quotes(folder: Path) -> list[tuple[str, int, str]]:
    return [(quote.file, quote.line, quote.text) for quote in read(folder).rejected]


@pytest.mark.parametrize(
    ("size", "index"),
    [
        (0, state.INLINE),
        (4_096, state.INLINE),
        (4_097, state.POINTER),
        (16_384, state.POINTER),
        (16_385, state.COMPACT),
    ],
)
def test_the_size_of_the_index_decides(tmp_path: Path, size: int, index: str) -> None:
    seen = read(write(tmp_path / "memory", {"MEMORY.md": b"x" * size}))
    assert (seen.index, seen.index_bytes) == (index, size)
    assert (seen.index_text is None) == (index != state.INLINE)


def test_bytes_decide_not_characters(tmp_path: Path) -> None:
    assert read(write(tmp_path / "memory", {"MEMORY.md": "é" * 2_100})).index == state.POINTER


def test_the_second_reading_is_the_first(tmp_path: Path) -> None:
    folder = write(tmp_path / "memory", {"MEMORY.md": "", "a.md": "- REJECTED: one\n", "b.md": "nothing"})
    first = quotes(folder)
    assert first == [("a.md", 1, "- REJECTED: one")]
    assert quotes(folder) == first


def test_changes_show_at_once(tmp_path: Path) -> None:
    folder = write(tmp_path / "memory", {"MEMORY.md": "", "a.md": "- REJECTED: one\n", "b.md": "- REJECTED: two\n"})
    assert len(quotes(folder)) == 2
    (folder / "a.md").unlink()
    (folder / "b.md").rename(folder / "c.md")
    write(folder, {"d.md": "- REJECTED: new\n"})
    assert quotes(folder) == [("c.md", 1, "- REJECTED: two"), ("d.md", 1, "- REJECTED: new")]


def test_a_file_replaced_at_the_same_time_with_the_same_size(tmp_path: Path) -> None:
    folder = write(tmp_path / "memory", {"MEMORY.md": "", "a.md": "- REJECTED: one\n"})
    before = (folder / "a.md").stat()
    assert quotes(folder) == [("a.md", 1, "- REJECTED: one")]
    write(folder, {"new": "- REJECTED: two\n"})
    (folder / "new").replace(folder / "a.md")
    os.utime(folder / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert quotes(folder) == [("a.md", 1, "- REJECTED: two")]


def test_rows_that_no_version_of_ours_wrote_are_read_anew(tmp_path: Path, data: Path) -> None:
    import sqlite3

    folder = write(tmp_path / "memory", {"MEMORY.md": "", "a.md": "- REJECTED: one\n"})
    expected = quotes(folder)
    (path,) = data.glob("*.sqlite3")
    for learned in ("broken", '{"a": 1}', "[[1]]", '[["x", 1, 1, "t", "sure", ""]]'):
        with sqlite3.connect(path) as db:
            db.execute("UPDATE files SET learned = ? WHERE name = 'a.md'", (learned,))
        db.close()
        assert quotes(folder) == expected


def test_the_answer_does_not_depend_on_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = HARBOR / "memory"
    cold, warm = quotes(folder), quotes(folder)
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", os.devnull)
    assert cold == warm == quotes(folder)
    assert len(cold) == 43


def test_sure_ones_come_first_and_the_index_last(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "memory",
        {
            "MEMORY.md": "- [A](a.md) — hook\n- REJECTED: in the index\n" + "x" * 5_000,
            "a.md": "Option B (rejected)\n",
            "z.md": "REJECTED: sure\n",
        },
    )
    assert [(quote.file, quote.verdict) for quote in read(folder).rejected] == [
        ("z.md", "sure"),
        ("MEMORY.md", "sure"),
        ("a.md", "likely"),
    ]


def test_an_index_line_that_only_hints_does_not_repeat_its_file(tmp_path: Path) -> None:
    index = "- [A](a.md) — redis was turned down\n- [B](b.md) — mongo was turned down\n"
    folder = write(tmp_path / "memory", {"MEMORY.md": index, "a.md": "REJECTED: redis\n", "b.md": "Mongo.\n"})
    assert [(quote.file, quote.line) for quote in read(folder).rejected] == [("a.md", 1), ("MEMORY.md", 2)]


def test_an_orphan_in_a_subfolder_is_quoted(tmp_path: Path) -> None:
    folder = write(tmp_path / "memory", {"MEMORY.md": "", "archive/old.md": "- REJECTED: x\n"})
    assert quotes(folder) == [("archive/old.md", 1, "- REJECTED: x")]


def test_one_unreadable_file_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "memory", {"MEMORY.md": "", "a.md": "- REJECTED: x\n", "b.md": "- REJECTED: y\n"})
    original = store.read
    monkeypatch.setattr(store, "read", lambda path: None if path.endswith("a.md") else original(path))
    seen = read(folder)
    assert seen.unread == ["a.md"]
    assert [quote.file for quote in seen.rejected] == ["b.md"]


def test_time_that_runs_out_is_counted_and_the_next_start_goes_on(tmp_path: Path) -> None:
    names = [f"{letter}.md" for letter in "abcdef"]
    folder = store.open_folder(
        str(write(tmp_path / "memory", {"MEMORY.md": "", **dict.fromkeys(names, "- REJECTED: x\n")}))
    )
    listing = store.files(folder)
    stamps = listing.stamps
    found, _, left = state._learned(folder, listing, deadline=0.0)
    # One file is always learned, so that starts that never have the time still come to an end.
    assert left == len(stamps) - 1
    for _ in range(len(stamps)):
        found, _, left = state._learned(folder, listing, deadline=0.0)
    assert left == 0
    assert sorted(found) == names


def test_a_walk_that_does_not_end_says_so(tmp_path: Path) -> None:
    folder = store.open_folder(str(write(tmp_path / "memory", {"MEMORY.md": ""})))
    assert state.read(folder, seconds=-1.0).unseen is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)
@given(st.binary(), st.binary())
def test_no_bytes_raise(tmp_path: Path, index: bytes, memory: bytes) -> None:
    read(write(tmp_path / "memory", {"MEMORY.md": index, "a.md": memory}))
