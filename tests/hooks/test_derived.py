"""What a hook keeps between two starts never shows: it may be gone, stale, foreign or broken."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import HARBOR, Hook, write

from . import told
from .process import START, SUBAGENT, commit, context, feed, finish, git, payload, run, start, without_override


def repository(root: Path, *ideas: str) -> Path:
    """A repository with a memory for each rejected idea."""
    files: dict[str, str | bytes] = {f"{idea}.md": f"# Title\n\nRejected: {idea}, since no.\n" for idea in ideas}
    write(root / "memory", {"MEMORY.md": "# Index\n", **files})
    (root / ".git").mkdir(exist_ok=True)
    return root


def ideas(hook: Hook, repo: Path) -> set[str]:
    """The ideas that a session is told were rejected."""
    parsed = told.parse(hook.context(START, repo))
    assert parsed.on_record == len(parsed.quotes)
    return {quote.text.removeprefix("Rejected: ").removesuffix(", since no.") for quote in parsed.quotes}


def caches(hook: Hook) -> list[Path]:
    """The files that hooks have kept, byte code aside."""
    data = Path(hook.environment["CLAUDE_PLUGIN_DATA"])
    return sorted(path for path in data.iterdir() if path.name != "bytecode")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", "polling", "sockets")


def test_something_is_kept_outside_of_the_repository(hook: Hook, repo: Path) -> None:
    """The other tests of this file would see nothing without it."""
    ideas(hook, repo)
    (cache,) = caches(hook)
    with sqlite3.connect(cache) as database:
        kept = database.execute("SELECT name FROM files WHERE learned IS NOT NULL").fetchall()
    database.close()
    assert sorted(kept) == [("polling.md",), ("sockets.md",)]
    assert not any(path.suffix != ".md" for path in (repo / "memory").iterdir())


# --- two repositories --------------------------------------------------------------------------------------------


def test_two_repositories_with_overlapping_texts(hook: Hook, repo: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other", "polling", "queues")
    for _ in range(3):
        assert ideas(hook, repo) == {"polling", "sockets"}
        assert ideas(hook, other) == {"polling", "queues"}
    shutil.rmtree(other / "memory")
    repository(other, "graphs")
    assert ideas(hook, other) == {"graphs"}
    assert ideas(hook, repo) == {"polling", "sockets"}


def test_a_renamed_repository_whose_place_another_takes(hook: Hook, repo: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other", "polling", "queues")
    assert ideas(hook, repo) == {"polling", "sockets"}
    assert ideas(hook, other) == {"polling", "queues"}
    repo.rename(tmp_path / "aside")
    other.rename(repo)
    (tmp_path / "aside").rename(other)
    assert ideas(hook, repo) == {"polling", "queues"}
    assert ideas(hook, other) == {"polling", "sockets"}


def test_a_subfolder_whose_place_another_takes(hook: Hook, repo: Path) -> None:
    # Same names, sizes and times; nothing but the folders' own names change.
    for name, idea in (("a", "graphs"), ("b", "queues")):
        write(repo / "memory" / name, {"x.md": f"Rejected: {idea}, since no.\n"})
        os.utime(repo / "memory" / name / "x.md", ns=(10**18, 10**18))
    assert told.parse(hook.context(START, repo)).places >= {("a/x.md", 1), ("b/x.md", 1)}
    status = (repo / "memory").stat()
    for old, new in (("a", "c"), ("b", "a"), ("c", "b")):
        (repo / "memory" / old).rename(repo / "memory" / new)
    os.utime(repo / "memory", ns=(status.st_atime_ns, status.st_mtime_ns))
    parsed = told.parse(hook.context(START, repo))
    assert {quote.file: quote.text for quote in parsed.quotes if "/" in quote.file} == {
        "a/x.md": "Rejected: queues, since no.",
        "b/x.md": "Rejected: graphs, since no.",
    }


def test_a_link_that_is_turned_to_another_repository(hook: Hook, repo: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other", "polling", "queues")
    (tmp_path / "link").symlink_to(repo)
    assert ideas(hook, tmp_path / "link") == {"polling", "sockets"}
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(other)
    assert ideas(hook, tmp_path / "link") == {"polling", "queues"}
    assert ideas(hook, repo) == {"polling", "sockets"}


def test_a_link_in_the_folder_that_is_turned_elsewhere(hook: Hook, repo: Path) -> None:
    write(repo / "docs", {"a/x.md": "Rejected: graphs, since no.\n", "b/x.md": "Rejected: queues, since no.\n"})
    for name in "ab":
        os.utime(repo / "docs" / name / "x.md", ns=(10**18, 10**18))
    for name, idea in (("a", "graphs"), ("b", "queues"), ("a", "graphs")):
        (repo / "memory" / "x.md").unlink(missing_ok=True)
        (repo / "memory" / "x.md").symlink_to(f"../docs/{name}/x.md")
        (repo / "memory" / "more").unlink(missing_ok=True)
        (repo / "memory" / "more").symlink_to(f"../docs/{name}")
        assert ideas(hook, repo) == {"polling", "sockets", idea}


def test_a_cache_file_of_another_repository(hook: Hook, repo: Path, tmp_path: Path) -> None:
    other = repository(tmp_path / "other", "queues")
    ideas(hook, repo)
    (ours,) = caches(hook)
    ideas(hook, other)
    (theirs,) = [path for path in caches(hook) if path != ours]
    shutil.copyfile(ours, theirs)
    assert ideas(hook, other) == {"queues"}
    assert ideas(hook, repo) == {"polling", "sockets"}


# --- changes -----------------------------------------------------------------------------------------------------


def test_a_memory_added_changed_renamed_and_deleted(hook: Hook, repo: Path) -> None:
    memory = repo / "memory"
    assert ideas(hook, repo) == {"polling", "sockets"}
    write(memory, {"new/graphs.md": "Rejected: graphs, since no.\n"})
    assert ideas(hook, repo) == {"polling", "sockets", "graphs"}
    write(memory, {"polling.md": "Rejected: queues, since no.\n"})
    assert ideas(hook, repo) == {"queues", "sockets", "graphs"}
    (memory / "sockets.md").rename(memory / "zz.md")
    parsed = told.parse(hook.context(START, repo))
    assert {quote.file for quote in parsed.quotes} == {"polling.md", "zz.md", "new/graphs.md"}
    (memory / "zz.md").unlink()
    assert ideas(hook, repo) == {"queues", "graphs"}
    shutil.rmtree(memory / "new")
    assert ideas(hook, repo) == {"queues"}
    write(memory, {"polling.md": "Only a note now.\n"})
    assert ideas(hook, repo) == set()
    (memory / "MEMORY.md").unlink()
    assert hook.context(START, repo) == ""


def test_the_index_changes(hook: Hook, repo: Path) -> None:
    assert told.parse(hook.context(START, repo)).inlined == ["# Index"]
    write(repo / "memory", {"MEMORY.md": "# Other\n"})
    assert told.parse(hook.context(START, repo)).inlined == ["# Other"]


def test_lines_that_move_within_a_file(hook: Hook, repo: Path) -> None:
    text = (repo / "memory" / "polling.md").read_text("utf-8")
    assert ("polling.md", 3) in told.parse(hook.context(START, repo)).places
    write(repo / "memory", {"polling.md": "\n\n\n" + text})
    assert ("polling.md", 6) in told.parse(hook.context(START, repo)).places


def test_two_files_swap_their_names(hook: Hook, repo: Path) -> None:
    memory = repo / "memory"
    for name in ("polling.md", "sockets.md"):
        os.utime(memory / name, ns=(10**18, 10**18))
    ideas(hook, repo)
    for old, new in (("polling.md", "x.md"), ("sockets.md", "polling.md"), ("x.md", "sockets.md")):
        (memory / old).rename(memory / new)
    parsed = told.parse(hook.context(START, repo))
    assert {quote.file: quote.text for quote in parsed.quotes} == {
        "polling.md": "Rejected: sockets, since no.",
        "sockets.md": "Rejected: polling, since no.",
    }


@pytest.mark.parametrize("way", ["written over", "replaced", "deleted and made anew", "copied over with its times"])
def test_the_same_size_at_the_same_second(hook: Hook, repo: Path, tmp_path: Path, way: str) -> None:
    file = repo / "memory" / "polling.md"
    status = file.stat()
    assert ideas(hook, repo) == {"polling", "sockets"}
    new = file.read_text("utf-8").replace("polling", "folding")
    if way == "written over":
        file.write_text(new, "utf-8")
    elif way == "replaced":
        (tmp_path / "new.md").write_text(new, "utf-8")
        (tmp_path / "new.md").replace(file)
    elif way == "deleted and made anew":
        file.unlink()
        file.write_text(new, "utf-8")
    else:
        (tmp_path / "new.md").write_text(new, "utf-8")
        os.utime(tmp_path / "new.md", ns=(status.st_atime_ns, status.st_mtime_ns))
        shutil.copy2(tmp_path / "new.md", file)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert ideas(hook, repo) == {"folding", "sockets"}


@pytest.mark.parametrize(
    "seconds", [0, 1, 2**31 - 1, 2**33, -1], ids=["1970", "1970 and a bit", "2038", "2242", "1969"]
)
def test_a_clock_that_is_wrong(hook: Hook, repo: Path, seconds: int) -> None:
    file = repo / "memory" / "polling.md"
    ideas(hook, repo)
    for idea in ("folding", "holding"):
        file.write_text(f"# Title\n\nRejected: {idea}, since no.\n", "utf-8")
        os.utime(file, (seconds, seconds))
        assert ideas(hook, repo) == {idea, "sockets"}


@pytest.fixture
def tracked(tmp_path: Path) -> Path:
    """A repository of git's with two branches: `main`, and `topic` where one memory is gone, one new and one changed."""
    tree = tmp_path / "tracked"
    tree.mkdir()
    git(tree, "init", "-q")
    write(tree / "memory", {"MEMORY.md": "# Main\n"})
    write(
        tree / "memory", {f"{idea}.md": f"Rejected: {idea}, since no.\n" for idea in ("polling", "sockets", "graphs")}
    )
    commit(tree)
    git(tree, "checkout", "-q", "-b", "topic")
    (tree / "memory" / "polling.md").unlink()
    write(tree / "memory", {"queues.md": "Rejected: queues, since no.\n", "graphs.md": "Rejected: grapes, since no.\n"})
    write(tree / "memory", {"MEMORY.md": "# Topi\n"})
    commit(tree)
    return tree


_MAIN, _TOPIC = {"polling", "sockets", "graphs"}, {"queues", "sockets", "grapes"}


@pytest.mark.parametrize("command", ["checkout -q", "switch -q", "reset -q --hard"])
def test_git_changes_the_folder(hook: Hook, tracked: Path, command: str) -> None:
    for _ in range(2):
        for branch, expected in (("main", _MAIN), ("topic", _TOPIC)):
            if command.startswith("reset"):
                # Else it would move the branch.
                git(tracked, "checkout", "-q", "--detach")
            git(tracked, *command.split(), branch)
            assert ideas(hook, tracked) == expected


def test_git_merges_stashes_and_cleans(hook: Hook, tracked: Path) -> None:
    git(tracked, "checkout", "-q", "main")
    assert ideas(hook, tracked) == _MAIN
    git(tracked, "merge", "-q", "--no-edit", "topic")
    assert ideas(hook, tracked) == _TOPIC
    write(tracked / "memory", {"lost.md": "Rejected: lost, since no.\n", "sockets.md": "Rejected: socks, since no.\n"})
    assert ideas(hook, tracked) == {"queues", "socks", "grapes", "lost"}
    git(tracked, "stash", "-q", "-u")
    assert ideas(hook, tracked) == _TOPIC
    git(tracked, "stash", "pop", "-q")
    git(tracked, "checkout", "-q", "memory/sockets.md")
    assert ideas(hook, tracked) == {*_TOPIC, "lost"}
    git(tracked, "clean", "-qfd")
    assert ideas(hook, tracked) == _TOPIC


def test_git_stops_in_a_conflict(hook: Hook, tracked: Path) -> None:
    git(tracked, "checkout", "-q", "main")
    write(tracked / "memory", {"graphs.md": "Rejected: gravel, since no.\n", "MEMORY.md": "# Both\n"})
    commit(tracked)
    ideas(hook, tracked)
    with pytest.raises(subprocess.CalledProcessError):
        git(tracked, "merge", "-q", "--no-edit", "topic")
    parsed = told.parse(hook.context(START, tracked))
    assert "MEMORY.md holds merge conflict markers" in parsed.head
    assert [quote.text for quote in parsed.quotes if quote.file == "graphs.md"]
    git(tracked, "merge", "--abort")
    parsed = told.parse(hook.context(START, tracked))
    assert "conflict markers" not in parsed.head
    assert {quote.text for quote in parsed.quotes if quote.file == "graphs.md"} == {"Rejected: gravel, since no."}


# --- the cache itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [START, SUBAGENT])
def test_all_caches_deleted(hook: Hook, event: str) -> None:
    first = run(hook, payload(HARBOR, event), event)
    warm = run(hook, payload(HARBOR, event), event)
    for path in caches(hook):
        path.unlink()
    (Path(hook.environment["CLAUDE_PLUGIN_DATA"]) / "bytecode").unlink()
    assert not list(Path(hook.environment["CLAUDE_PLUGIN_DATA"]).iterdir())
    cold = run(hook, payload(HARBOR, event), event)
    shutil.rmtree(hook.environment["CLAUDE_PLUGIN_DATA"])
    bare = run(hook, payload(HARBOR, event), event)
    assert first.stdout
    assert first.stdout == warm.stdout == cold.stdout == bare.stdout


def replaced(content: bytes) -> Callable[[Path], None]:
    """Puts these bytes in the place of the cache."""

    def harm(cache: Path) -> None:
        cache.write_bytes(content)

    return harm


def statements(*sql: str) -> Callable[[Path], None]:
    """Runs these statements on the cache."""

    def harm(cache: Path) -> None:
        database = sqlite3.connect(cache)
        for statement in sql:
            database.execute(statement)
        database.commit()
        database.close()

    return harm


def truncated(cache: Path) -> None:
    cache.write_bytes(cache.read_bytes()[:5_000])


def torn(cache: Path) -> None:
    data = cache.read_bytes()
    cache.write_bytes(data[:4_096] + bytes(reversed(data[4_096:])))


def a_directory(cache: Path) -> None:
    cache.unlink()
    write(cache, {"x": "y"})


def a_fifo(cache: Path) -> None:
    cache.unlink()
    os.mkfifo(cache)


def a_link_to_itself(cache: Path) -> None:
    cache.unlink()
    cache.symlink_to(cache.name)


def a_stray_journal(cache: Path) -> None:
    Path(f"{cache}-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + os.urandom(5_000))


def a_journal_that_is_a_directory(cache: Path) -> None:
    Path(f"{cache}-journal").mkdir()


def every_row(learned: str) -> Callable[[Path], None]:
    """Keeps this instead of what was learned."""
    return statements(f"UPDATE files SET learned = {learned}")


_HARMS: dict[str, Callable[[Path], None]] = {
    "empty": replaced(b""),
    "zeros": replaced(b"\x00" * 10_000),
    "text": replaced(b"what is this?\n" * 1_000),
    "a header only": replaced(b"SQLite format 3\x00"),
    "truncated": truncated,
    "torn": torn,
    "a directory": a_directory,
    "a FIFO": a_fifo,
    "a link to itself": a_link_to_itself,
    "a stray journal": a_stray_journal,
    "a journal that is a directory": a_journal_that_is_a_directory,
    "older rules": statements("UPDATE about SET value = '1' WHERE key = 'rules'", "UPDATE files SET learned = NULL"),
    "no rules": statements("DELETE FROM about"),
    "more about it": statements("INSERT INTO about VALUES ('version', '9')", "UPDATE files SET learned = NULL"),
    "no tables": statements("DROP TABLE about", "DROP TABLE files"),
    "no files": statements("DROP TABLE files"),
    "other columns": statements("DROP TABLE files", "CREATE TABLE files (name TEXT, learned TEXT)"),
    "another make": statements("DROP TABLE about", "CREATE TABLE about (x)", "CREATE TABLE 'o''dd \"name' (x)"),
    "a view": statements("DROP TABLE files", "CREATE VIEW files AS SELECT 1 AS name"),
    "rows of no JSON": every_row("'[[1,'"),
    "rows of another shape": every_row("'{\"a\": 1}'"),
    "rows of numbers": every_row("7"),
    "rows of bytes": every_row("x'fffe00'"),
    "rows with text that is no UTF-8": every_row("CAST(x'5bfffe5d' AS TEXT)"),
    "rows with too few fields": every_row("'[[1,1,1]]'"),
    "rows with words for numbers": every_row('\'[["x",1,1,"a","sure",""]]\''),
    "rows with numbers without end": every_row('\'[[Infinity,1,1,"a","sure",""]]\''),
    "rows nested without end": every_row(f"'{'[' * 100_000}'"),
    "stamps of words": statements("UPDATE files SET mtime_ns = 'x', size = 'y', ctime_ns = NULL"),
    "names of numbers": statements("INSERT INTO files (name, learned) VALUES (x'07', '[]')"),
}


@pytest.mark.parametrize("harm", _HARMS.values(), ids=_HARMS)
def test_a_cache_that_is_not_what_was_written(hook: Hook, repo: Path, harm: Callable[[Path], None]) -> None:
    ideas(hook, repo)
    (cache,) = caches(hook)
    harm(cache)
    assert ideas(hook, repo) == {"polling", "sockets"}
    repository(repo, "graphs")
    assert ideas(hook, repo) == {"polling", "sockets", "graphs"}


@pytest.mark.parametrize("place", ["a file", "below a file", "a device", "a link to nowhere", "empty", "relative"])
def test_a_data_folder_that_is_none(hook: Hook, repo: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "nowhere").symlink_to(tmp_path / "not" / "here")
    data = {
        "a file": str(tmp_path / "file"),
        "below a file": str(tmp_path / "file" / "data"),
        "a device": os.devnull,
        "a link to nowhere": str(tmp_path / "nowhere"),
        "empty": "",
        "relative": "data",
    }[place]
    expected = hook.context(START, repo)
    done = run(hook, payload(repo), cwd=tmp_path, environment={"CLAUDE_PLUGIN_DATA": data})
    assert done.stderr == b""
    assert context(done) == expected


@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize("what", ["folder", "file", "folder and file"])
def test_a_cache_that_may_not_be_written(hook: Hook, repo: Path, warm: bool, what: str) -> None:
    data = Path(hook.environment["CLAUDE_PLUGIN_DATA"])
    expected = hook.context(START, repo)
    (cache,) = caches(hook)
    if not warm:
        cache.write_bytes(b"")
    if "file" in what:
        cache.chmod(0o400)
    if "folder" in what:
        data.chmod(0o500)
    try:
        done = run(hook, payload(repo), before=without_override())
        assert done.stderr == b""
        assert context(done) == expected
        repository(repo, "graphs")
        done = run(hook, payload(repo), before=without_override())
        assert done.stderr == b""
        assert told.parse(context(done)).places == {("polling.md", 3), ("sockets.md", 3), ("graphs.md", 3)}
    finally:
        data.chmod(0o700)
    # Nothing of that stays behind.
    assert ideas(hook, repo) == {"polling", "sockets", "graphs"}


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
def test_a_cache_that_another_process_holds(hook: Hook, repo: Path, lock: str, warm: bool) -> None:
    expected = hook.context(START, repo)
    (cache,) = caches(hook)
    if not warm:
        cache.write_bytes(b"")
    holder = sqlite3.connect(cache, isolation_level=None)
    try:
        holder.execute(lock)
        assert hook.context(START, repo) == expected
        repository(repo, "graphs")
        assert ideas(hook, repo) == {"polling", "sockets", "graphs"}
        holder.execute("ROLLBACK")
    finally:
        holder.close()
    # It was not taken for a broken one.
    assert caches(hook) == [cache]
    assert ideas(hook, repo) == {"polling", "sockets", "graphs"}


@pytest.mark.parametrize("broken", [False, True], ids=["cold", "broken"])
def test_several_hooks_at_once_on_one_cold_cache(hook: Hook, broken: bool) -> None:
    expected = hook.context(START, HARBOR)
    for cache in caches(hook):
        if broken:
            cache.write_bytes(b"what is this?\n" * 1_000)
        else:
            cache.unlink()
    processes = [(event, feed(start(hook, event), payload(HARBOR, event))) for event in (START, SUBAGENT) * 4]
    answers = [(event, finish(process)) for event, process in processes]
    for event, done in answers:
        assert done.stderr == b""
        assert context(done, event)
    assert {context(done) for event, done in answers if event == START} == {expected}
    assert len({done.stdout for event, done in answers if event == SUBAGENT}) == 1
    assert hook.context(START, HARBOR) == expected


# Runs hooks/door.py, and another start of the same kind in full before its statement no. N.
_BETWEEN = """
import _sqlite3, subprocess, sys
real, at, seen = _sqlite3.connect, int(sys.argv[1]), 0
payload, command = sys.stdin.buffer.read(), sys.argv[2]
def other():
    done = subprocess.run(["sh", "-c", command], input=payload, capture_output=True)
    assert done.stdout and not done.stderr, done
class Connection(_sqlite3.Connection):
    def execute(self, *arguments):
        global seen
        if seen == at:
            other()
        seen += 1
        return super().execute(*arguments)
_sqlite3.connect = lambda *arguments, **named: real(*arguments, factory=Connection, **named)
sys.path.insert(0, sys.argv[3] + "/scripts")
from project_memory.session import event
import json, os
given = json.loads(payload)
sys.stdout.write(json.dumps(event.answer(given["hook_event_name"], given["cwd"], given, os.environ)))
sys.stderr.write(str(seen))
"""


@pytest.mark.parametrize("before", ["cold", "changed"])
def test_another_start_that_ends_between_any_two_statements(hook: Hook, repo: Path, before: str) -> None:
    number, statements_seen = 0, 1
    expected = {"polling", "sockets"}
    while number < statements_seen:
        if before == "cold":
            for cache in caches(hook):
                cache.unlink()
        else:
            ideas(hook, repo)
            repository(repo, f"idea-{number}")
            expected.add(f"idea-{number}")
        done = subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                "-X",
                "utf8",
                "-c",
                _BETWEEN,
                str(number),
                hook.command(START),
                str(hook.plugin),
            ],
            input=payload(repo),
            capture_output=True,
            env=hook.environment,
            timeout=60,
            check=True,
        )
        statements_seen = int(done.stderr)
        told_then = told.parse(json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"])
        assert {f"{idea}.md" for idea in expected} == {quote.file for quote in told_then.quotes}, f"statement {number}"
        assert ideas(hook, repo) == expected
        number += 1
    assert statements_seen > 3


def test_a_hook_that_is_killed_at_any_moment_leaves_a_cache_of_use(hook: Hook, repo: Path) -> None:
    for number in range(12):
        write(repo / "memory", {f"idea-{number}.md": f"Rejected: idea-{number}, since no.\n"})
        process = start(hook)
        assert process.stdin
        process.stdin.write(payload(repo))
        process.stdin.flush()
        try:
            process.wait(0.01 * number)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
        process.communicate()
    assert ideas(hook, repo) == {"polling", "sockets", *(f"idea-{number}" for number in range(12))}
    assert ideas(hook, repo) == {"polling", "sockets", *(f"idea-{number}" for number in range(12))}
