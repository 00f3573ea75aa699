"""A cache that fails knows nothing; it never lies and never raises."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from project_memory.folder import cache
from project_memory.folder.cache import Cache
from project_memory.folder.store import Listing

# A listing that no rows agree with.
CHANGED = Listing({}, 0, False)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def fill(folder: str = "/repo/memory", rules: str = "1") -> None:
    with closing(Cache(folder, rules)) as opened:
        opened.update({"a.md": ((1, 2, 3, 4), "[]"), "b.md": ((4, 5, 6, 7), None)}, [], "d")


def known(folder: str = "/repo/memory", rules: str = "1") -> dict[str, tuple[int, int, int, int]]:
    with closing(Cache(folder, rules)) as opened:
        return opened.read(CHANGED)[1] or {}


def test_what_is_kept_is_known_the_next_time() -> None:
    fill()
    assert known() == {"a.md": (1, 2, 3, 4), "b.md": (4, 5, 6, 7)}


def test_only_files_that_held_something_were_learned_from() -> None:
    fill()
    with closing(Cache("/repo/memory", "1")) as opened:
        assert opened.read(CHANGED)[0] == {"a.md": "[]"}


def test_gone_files_are_forgotten() -> None:
    fill()
    with closing(Cache("/repo/memory", "1")) as opened:
        opened.update({}, ["a.md"], "")
    assert known() == {"b.md": (4, 5, 6, 7)}


@pytest.mark.parametrize(("folder", "rules"), [("/repo/memory", "2"), ("/other/memory", "1")])
def test_other_rules_or_another_folder_know_nothing(folder: str, rules: str) -> None:
    fill()
    assert known(folder, rules) == {}


def test_a_file_of_another_folder_under_the_same_name_is_rebuilt(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    monkeypatch.setattr(cache, "path", lambda _: str(data / "same.sqlite3"))
    fill("/one")
    assert known("/two") == {}
    assert known("/one") == {}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"not a database at all" * 100, id="not a database"),
        pytest.param(b"SQLite format 3\x00" + b"\xff" * 4096, id="broken header"),
    ],
)
def test_a_broken_file_knows_nothing_and_is_replaced(content: bytes, data: Path) -> None:
    data.mkdir()
    Path(cache.path("/repo/memory")).write_bytes(content)
    known()
    fill()
    assert known() == {"a.md": (1, 2, 3, 4), "b.md": (4, 5, 6, 7)}


def test_a_database_of_another_make_is_rebuilt(data: Path) -> None:
    data.mkdir()
    with sqlite3.connect(cache.path("/repo/memory")) as other:
        other.execute('CREATE TABLE files (name, "x y")')
        other.execute("CREATE TABLE about (key, value)")
    other.close()
    assert known() == {}
    fill()
    assert len(known()) == 2


def test_a_locked_file_knows_nothing_and_stays() -> None:
    fill()
    other = sqlite3.connect(cache.path("/repo/memory"), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert known() == {}
    fill()
    other.execute("ROLLBACK")
    other.close()
    assert len(known()) == 2


def test_no_place_to_write_knows_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(tmp_path / "file"))
    fill()
    assert known() == {}


def test_an_undecodable_name_is_not_kept() -> None:
    with closing(Cache("/repo/memory", "1")) as opened:
        opened.update({os.fsdecode(b"\xff.md"): ((1, 2, 3, 4), None), "a.md": ((1, 2, 3, 4), None)}, [], "d")
    assert list(known()) == ["a.md"]


def test_without_a_host_it_lies_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAUDE_PLUGIN_DATA")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    monkeypatch.setattr("sys.platform", "linux")
    assert cache.directory() == "/somewhere/project-memory"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "C:\\Local")
    assert cache.directory().startswith("C:\\Local")


def test_stamps_are_left_out_where_the_listing_is_the_one_known() -> None:
    listing = Listing({"a.md": (1, 2, 3, 4)}, 5, True)
    with closing(Cache("/repo/memory", "1")) as opened:
        opened.update({"a.md": ((1, 2, 3, 4), "[]")}, [], listing.digest)
        assert opened.read(listing) == ({"a.md": "[]"}, None)
        assert opened.read(Listing({"a.md": (1, 2, 3, 4)}, 5, False))[1] is not None
        assert opened.read(Listing({"a.md": (1, 2, 3, 4)}, 6, True))[1] is not None
        # A row that is missing is missed, whatever the digest says.
        opened.update({}, ["a.md"], listing.digest)
        assert opened.read(listing) == ({}, {})
        opened.update({os.fsdecode(b"\xff.md"): ((1, 2, 3, 4), None)}, [], listing.digest)
        assert opened.read(listing)[1] is not None


def test_the_largest_inode_is_kept() -> None:
    with closing(Cache("/repo/memory", "1")) as opened:
        opened.update({"a.md": ((1, 2, 3, 2**64 - 1), None)}, [], "d")
        assert opened.read(CHANGED)[1] == {"a.md": (1, 2, 3, 2**64 - 1)}
