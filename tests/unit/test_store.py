"""Finding, listing and reading, on real directories."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import write
from project_memory import limits
from project_memory.errors import ProjectMemoryError
from project_memory.folder import store


def found(cwd: Path, home: Path) -> str | None:
    folder = store.find(str(cwd), str(home))
    return folder.path if folder else None


def test_the_nearest_wins(tmp_path: Path) -> None:
    write(tmp_path, {"memory/MEMORY.md": "", "a/memory/MEMORY.md": "", "a/b/x": ""})
    assert found(tmp_path / "a" / "b", tmp_path) == str(tmp_path / "a" / "memory")


def test_memory_wins_over_claude_memory(tmp_path: Path) -> None:
    repo = write(tmp_path / "r", {".claude/memory/MEMORY.md": ""})
    assert found(repo, tmp_path) == str(repo / ".claude" / "memory")
    write(repo, {"memory/MEMORY.md": ""})
    assert found(repo, tmp_path) == str(repo / "memory")


def test_nothing_above_home(tmp_path: Path) -> None:
    write(tmp_path, {"memory/MEMORY.md": "", "home/r/x": ""})
    assert found(tmp_path / "home" / "r", tmp_path / "home") is None


def test_the_home_folder_itself_counts_but_not_its_configuration(tmp_path: Path) -> None:
    write(tmp_path, {"r/x": "", ".claude/memory/MEMORY.md": ""})
    assert found(tmp_path / "r", tmp_path) is None
    write(tmp_path, {"memory/MEMORY.md": ""})
    assert found(tmp_path / "r", tmp_path) == str(tmp_path / "memory")


def test_a_deleted_working_directory(tmp_path: Path) -> None:
    write(tmp_path, {"memory/MEMORY.md": ""})
    assert found(tmp_path / "gone" / "deeper", tmp_path) == str(tmp_path / "memory")


@pytest.mark.parametrize("what", ["folder", "index"])
def test_a_link_out_of_the_repository_is_refused(tmp_path: Path, what: str) -> None:
    outside = write(tmp_path / "outside", {"MEMORY.md": "secret"})
    repo = write(tmp_path / "repo", {".git/HEAD": "", "memory/x": ""})
    if what == "folder":
        (repo / "memory" / "x").unlink()
        (repo / "memory").rmdir()
        (repo / "memory").symlink_to(outside)
    else:
        (repo / "memory" / "MEMORY.md").symlink_to(outside / "MEMORY.md")
    assert found(repo, tmp_path) is None


def test_a_link_inside_the_repository_is_followed(tmp_path: Path) -> None:
    repo = write(tmp_path / "repo", {".git/HEAD": "", "docs/memory/MEMORY.md": ""})
    (repo / "memory").symlink_to(repo / "docs" / "memory")
    assert found(repo, tmp_path) == str(repo / "docs" / "memory")


def test_files_are_listed_with_subfolders_and_without_strangers(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"o.md": ""})
    repo = write(
        tmp_path / "repo",
        {
            ".git/HEAD": "",
            "docs/d.md": "",
            "memory/MEMORY.md": "",
            "memory/a.md": "",
            "memory/s/b.md": "",
            "memory/.h/c.md": "",
        },
    )
    write(repo, {"memory/notes.txt": "", "memory/D.MD": ""})
    memory = repo / "memory"
    (memory / "out.md").symlink_to(outside / "o.md")
    (memory / "outdir").symlink_to(outside)
    (memory / "in.md").symlink_to(repo / "docs" / "d.md")
    (memory / "docs").symlink_to(repo / "docs")
    (memory / "loop").symlink_to(memory)
    (memory / "up").symlink_to(repo)
    os.mkfifo(memory / "fifo.md")
    (memory / "dir.md").mkdir()
    listing = store.files(store.open_folder(str(memory)))
    assert sorted(listing.stamps) == ["D.MD", "MEMORY.md", "a.md", "docs/d.md", "in.md", "s/b.md"]
    assert listing.whole


def test_a_walk_out_of_time_says_so(tmp_path: Path) -> None:
    memory = write(tmp_path, {"MEMORY.md": "", "a.md": ""})
    listing = store.files(store.open_folder(str(memory)), deadline=0.0)
    assert (listing.stamps, listing.whole) == ({}, False)


def test_read_takes_a_bounded_piece_of_regular_files_only(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xff" + b"x" * limits.MEMORY_BYTES)
    text = store.read(str(path))
    assert text is not None
    assert text.startswith("\ufffdx")
    assert len(text) == limits.MEMORY_BYTES
    os.mkfifo(tmp_path / "fifo")
    assert store.read(str(tmp_path / "fifo")) is None
    assert store.read(str(tmp_path)) is None
    assert store.read(str(tmp_path / "gone")) is None
    assert store.read("nul\x00byte") is None


def test_a_folder_named_by_a_person_must_hold_an_index(tmp_path: Path) -> None:
    with pytest.raises(ProjectMemoryError, match="no such folder"):
        store.open_folder(str(tmp_path / "gone"))
    with pytest.raises(ProjectMemoryError, match=r"no MEMORY\.md in it"):
        store.open_folder(str(tmp_path))


def test_the_digest_changes_with_every_change(tmp_path: Path) -> None:
    memory = write(tmp_path, {"MEMORY.md": "", "a.md": "x", "s/b.md": "y"})
    folder = store.open_folder(str(memory))
    digests = [store.files(folder).digest]
    assert store.files(folder).digest == digests[0]
    for change in (
        lambda: write(memory, {"a.md": "z"}),
        lambda: (memory / "s" / "b.md").rename(memory / "s" / "c.md"),
        lambda: write(memory, {"d.md": ""}),
        (memory / "d.md").unlink,
    ):
        change()
        digests.append(store.files(folder).digest)
    assert len(set(digests)) == len(digests)
