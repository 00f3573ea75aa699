"""The folder that a session stands in is found, and nothing outside the repository is shown."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Hook, write

from . import told
from .audit import watched
from .process import SHELL, START, SUBAGENT, commit, context, feed, finish, git, payload, run, start, without_override

_SECRET = "Rejected: what stands outside of the repository."


def memory(repo: Path, name: str, place: str = "memory") -> Path:
    """A repository with a memory folder that tells its own name."""
    write(repo / place, {"MEMORY.md": f"# Index of {name}\n", "a.md": f"Rejected: the idea of {name}.\n"})
    return repo


def found(hook: Hook, cwd: Path | str, **environment: str) -> str:
    """The folder that a session in `cwd` is told of; "" when it is told of none."""
    done = run(hook, payload(cwd), environment=environment)
    assert done.stderr == b""
    text = context(done)
    assert _SECRET not in text
    return told.parse(text).folder if text else ""


@pytest.fixture
def home(hook: Hook) -> Path:
    return Path(hook.environment["HOME"])


@pytest.fixture
def repo(home: Path) -> Path:
    """A repository in the home folder."""
    (home / "repo" / ".git").mkdir(parents=True)
    return memory(home / "repo", "repo")


@pytest.fixture
def outside(home: Path) -> Path:
    """A folder beside the repository, with what must never be shown."""
    return write(home / "outside", {"MEMORY.md": f"# Index\n\n- {_SECRET}\n", "a.md": f"{_SECRET}\n"})


# --- which one ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", [".", "src", "src/a/b/c/d", "memory", "memory/topics", ".git", "ünï cödé/ 空 "])
def test_from_a_subfolder(hook: Hook, repo: Path, below: str) -> None:
    (repo / below).mkdir(parents=True, exist_ok=True)
    assert found(hook, repo / below) == str(repo / "memory")


@pytest.mark.parametrize("spelling", ["{}/", "{}/.", "{}/src/..", "//{}", "{}/none/of/these", "{}/memory/a.md"])
def test_however_the_directory_is_spelled(hook: Hook, repo: Path, spelling: str) -> None:
    (repo / "src").mkdir()
    assert found(hook, spelling.format(repo)) == str(repo / "memory")


def test_a_nested_package_with_a_memory_of_its_own(hook: Hook, repo: Path) -> None:
    package = memory(repo / "packages" / "web", "web")
    (repo / "packages" / "api").mkdir()
    (package / "src").mkdir()
    assert found(hook, package / "src") == str(package / "memory")
    assert found(hook, repo / "packages" / "api") == str(repo / "memory")
    assert found(hook, repo) == str(repo / "memory")


def test_memory_wins_over_claude_memory_in_one_directory(hook: Hook, repo: Path) -> None:
    memory(repo, "claude", ".claude/memory")
    assert found(hook, repo) == str(repo / "memory")
    (repo / "memory" / "MEMORY.md").unlink()
    assert found(hook, repo) == str(repo / ".claude" / "memory")


def test_the_nearest_wins_whatever_its_place(hook: Hook, repo: Path) -> None:
    package = memory(repo / "web", "web", ".claude/memory")
    assert found(hook, package) == str(package / ".claude" / "memory")


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"memory/a.md": "Rejected: x, since y.\n"}, id="no index"),
        pytest.param({"memory": "a file\n"}, id="a file by that name"),
        pytest.param({"MEMORY.md": "# Index\n"}, id="an index at the top"),
        pytest.param({"Memory/MEMORY.md.bak": "# Index\n"}, id="another name"),
        pytest.param({"memory/MEMORY.md/a.md": "# A\n"}, id="a directory as the index"),
        pytest.param({"docs/memory/MEMORY.md": "# Index\n"}, id="a folder below"),
    ],
)
@pytest.mark.parametrize("event", [START, SUBAGENT])
def test_no_folder_no_output(hook: Hook, home: Path, files: dict[str, str | bytes], event: str) -> None:
    write(home / "empty", files)
    done = run(hook, payload(home / "empty", event), event)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_worktree_reads_its_own_committed_folder(hook: Hook, home: Path, repo: Path) -> None:
    (repo / ".git").rmdir()
    git(repo, "init", "-q")
    commit(repo)
    git(repo, "worktree", "add", "-q", "-b", "topic", str(home / "tree"))
    write(repo / "memory", {"a.md": "Rejected: what is only in the main work tree.\n"})
    write(home / "tree" / "memory", {"b.md": "Rejected: what is only in the other work tree.\n"})
    (home / "tree" / "src").mkdir()
    text = hook.context(START, home / "tree" / "src")
    assert told.parse(text).folder == str(home / "tree" / "memory")
    assert "the idea of repo" in text
    assert "only in the other work tree" in text
    assert "only in the main work tree" not in text


def test_a_worktree_inside_the_main_work_tree_reads_its_own(hook: Hook, repo: Path) -> None:
    (repo / ".git").rmdir()
    git(repo, "init", "-q")
    commit(repo)
    git(repo, "worktree", "add", "-q", "-b", "topic", str(repo / ".worktrees" / "topic"))
    assert found(hook, repo / ".worktrees" / "topic") == str(repo / ".worktrees" / "topic" / "memory")


def test_a_submodule_reads_its_own(hook: Hook, repo: Path) -> None:
    module = memory(repo / "vendor" / "lib", "lib")
    (module / ".git").write_text("gitdir: ../../.git/modules/lib\n", "utf-8")
    assert found(hook, module) == str(module / "memory")


def test_a_link_to_the_repository(hook: Hook, home: Path, repo: Path) -> None:
    (home / "link").symlink_to(repo)
    assert found(hook, home / "link") == str(repo / "memory")
    assert found(hook, home / "link" / "memory") == str(repo / "memory")


# --- how far up --------------------------------------------------------------------------------------------------


def test_not_above_the_home_folder(hook: Hook, home: Path) -> None:
    memory(home.parent, "above")
    (home / "work" / "repo").mkdir(parents=True)
    assert found(hook, home / "work" / "repo") == ""
    assert found(hook, home) == ""
    # The same place, when the home folder is another one.
    assert found(hook, home / "work" / "repo", HOME=str(home / "work" / "elsewhere")) == str(home.parent / "memory")


def test_the_home_folder_itself_counts_but_not_its_configuration(hook: Hook, home: Path) -> None:
    memory(home, "private", ".claude/memory")
    (home / "work").mkdir()
    assert found(hook, home / "work") == ""
    assert found(hook, home) == ""
    memory(home, "home")
    assert found(hook, home / "work") == str(home / "memory")


@pytest.mark.parametrize("kind", ["a link", "a slash at the end", "dots"])
def test_the_home_folder_however_it_is_spelled(hook: Hook, home: Path, kind: str) -> None:
    memory(home.parent, "above")
    (home / "work").mkdir()
    (home.parent / "link").symlink_to(home)
    spelled = {"a link": f"{home.parent}/link", "a slash at the end": f"{home}/", "dots": f"{home}/work/.."}[kind]
    assert found(hook, home / "work", HOME=spelled) == ""


@pytest.mark.parametrize("value", ["", "relative", "/nowhere"])
@pytest.mark.parametrize("place", ["memory", ".claude/memory"])
def test_a_home_variable_that_names_no_home(hook: Hook, tmp_path: Path, value: str, place: str) -> None:
    repo = memory(tmp_path / "repo", "repo", place)
    (repo / "src").mkdir()
    # The process stands where the session does.
    for cwd in (repo, repo / "src"):
        done = run(hook, payload(cwd), cwd=cwd, environment={"HOME": value})
        assert told.parse(context(done)).folder == str(repo / place)


def test_without_a_home_variable(hook: Hook, repo: Path) -> None:
    del hook.environment["HOME"]
    done = finish(
        subprocess.Popen(
            [SHELL, "-c", hook.command(START)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=hook.environment,
            start_new_session=True,
        ),
        payload(repo),
    )
    assert told.parse(context(done)).folder == str(repo / "memory")


def test_a_home_folder_with_many_entries_is_not_listed(hook: Hook, home: Path, tmp_path: Path) -> None:
    for number in range(2_000):
        (home / f"entry-{number}.md").touch()
    (home / "work").mkdir()
    seen = watched(hook, home / "work", tmp_path / "log")
    assert seen.stdout == b""
    assert [row for row in seen.named("os.listdir", "os.scandir") if str(home) in row] == []


def test_only_the_memory_folder_is_listed(hook: Hook, repo: Path, tmp_path: Path) -> None:
    write(repo, {f"node_modules/{number}/memory/MEMORY.md": "" for number in range(20)})
    seen = watched(hook, repo, tmp_path / "log")
    assert seen.stdout
    for kinds in (("os.listdir", "os.scandir"), ("open",)):
        at_home = [row for row in seen.named(*kinds) if hook.environment["HOME"] in row]
        assert at_home
        assert [row for row in at_home if f"{repo}/memory" not in row] == []


def test_a_file_system_border(hook: Hook, tmp_path: Path) -> None:
    memory(tmp_path / "host", "host")
    mounted = tmp_path / "host" / "mounted"
    mounted.mkdir()
    mount = f'mount -t tmpfs none "{mounted}" && mkdir "{mounted}/work" && exec "$@"'
    border = ("unshare", "--user", "--map-root-user", "--mount", SHELL, "-c", mount, SHELL)
    try:
        done = subprocess.run([*border, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare here to mount a file system with")
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr!r}")
    assert found(hook, mounted / "work", HOME=str(tmp_path / "home")) == str(tmp_path / "host" / "memory")
    beyond = run(hook, payload(mounted / "work"), before=border)
    assert (beyond.returncode, beyond.stdout) == (0, b"")


# --- a working directory that is none ----------------------------------------------------------------------------


def test_a_deleted_working_directory(hook: Hook, repo: Path) -> None:
    (repo / "gone").mkdir()
    leave = 'cd "$0" && rmdir "$0" && exec "$@"'
    done = run(hook, payload(repo / "gone"), before=(SHELL, "-c", leave, str(repo / "gone")))
    assert not (repo / "gone").exists()
    assert told.parse(context(done)).folder == str(repo / "memory")


def test_a_deleted_working_directory_and_nothing_else_to_go_by(hook: Hook, repo: Path) -> None:
    (repo / "gone").mkdir()
    leave = 'cd "$0" && rmdir "$0" && unset PWD && exec "$@"'
    done = finish(start(hook, stdin=subprocess.DEVNULL, before=(SHELL, "-c", leave, str(repo / "gone"))))
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_working_directory_that_may_not_be_read(hook: Hook, repo: Path) -> None:
    (repo / "closed" / "deeper").mkdir(parents=True)
    (repo / "closed").chmod(0)
    try:
        for cwd in (repo / "closed", repo / "closed" / "deeper"):
            done = run(hook, payload(cwd), before=without_override())
            assert done.stderr == b""
            assert told.parse(context(done)).folder == str(repo / "memory")
    finally:
        (repo / "closed").chmod(0o700)


# --- links, and what is no file ----------------------------------------------------------------------------------


def shell(repo: Path, script: str) -> None:
    """Runs a shell script in the repository."""
    subprocess.run([SHELL, "-ec", script], cwd=repo, check=True)


_NO_FOLDER = {
    "index links out": "ln -sf ../../outside/MEMORY.md memory/MEMORY.md",
    "index links out by a chain": "ln -s ../outside/MEMORY.md i.md; ln -sf ../i.md memory/MEMORY.md",
    "index links out by a folder": "ln -s ../outside out; ln -sf ../out/MEMORY.md memory/MEMORY.md",
    "index links to itself": "ln -sf MEMORY.md memory/MEMORY.md",
    "index links nowhere": "ln -sf gone.md memory/MEMORY.md",
    "index links to a device": "ln -sf /dev/zero memory/MEMORY.md",
    "index is a FIFO": "rm memory/MEMORY.md; mkfifo memory/MEMORY.md",
    "index is a directory": "rm memory/MEMORY.md; mkdir memory/MEMORY.md",
    "memory links out": "mv memory old; ln -s ../outside memory",
    "memory links out by a chain": "mv memory old; ln -s ../outside out; ln -s out memory",
    "memory links above": "mv memory old; cp ../outside/MEMORY.md ..; ln -s .. memory",
    "memory links to itself": "mv memory old; ln -s memory memory",
    ".claude links out": "mv memory old; mkdir ../outside/memory; mv ../outside/*.md ../outside/memory; ln -s ../outside .claude",
}


@pytest.mark.parametrize("script", _NO_FOLDER.values(), ids=_NO_FOLDER)
@pytest.mark.usefixtures("outside")
def test_such_a_folder_is_none(hook: Hook, repo: Path, script: str) -> None:
    assert found(hook, repo) == str(repo / "memory")
    shell(repo, script)
    assert found(hook, repo) == ""
    # A sound one further up is still found.
    memory(repo.parent, "above")
    assert found(hook, repo) == str(repo.parent / "memory")


@pytest.mark.parametrize("target", ["config", "info/notes.md"])
def test_what_git_keeps_for_itself_is_not_shown(hook: Hook, repo: Path, target: str) -> None:
    write(repo / ".git", {target: f"{_SECRET}\nurl = https://kim:password@example.org/repo.git\n"})
    (repo / "memory" / "MEMORY.md").unlink()
    (repo / "memory" / "MEMORY.md").symlink_to(f"../.git/{target}")
    (repo / "memory" / "b.md").symlink_to(f"../.git/{target}")
    assert _SECRET not in hook.context(START, repo)


_NO_FILE = {
    "file links out": "ln -s ../../outside/a.md memory/b.md",
    "file links out by a chain": "ln -s ../outside/a.md c.md; ln -s ../c.md memory/b.md",
    "folder links out": "ln -s ../../outside memory/b",
    "folder links out by a chain": "mkdir docs; ln -s ../../outside docs/b; ln -s ../docs memory/b",
    "folder links in and its file out": "mkdir docs; ln -s ../../outside/a.md docs/b.md; ln -s ../docs memory/b",
    "file is a FIFO": "mkfifo memory/b.md",
    "file is a directory": "mkdir memory/b.md",
    "file links to a device": "ln -s /dev/zero memory/b.md",
    "file links to itself": "ln -s b.md memory/b.md",
    "files link to each other": "ln -s c.md memory/b.md; ln -s b.md memory/c.md",
    "folder links to itself": "ln -s b memory/b",
    "folder links to the memory folder": "ln -s . memory/b; ln -s .. memory/c; ln -s ../memory memory/d",
    "folders link to each other": "mkdir -p x/one y/two; ln -s ../../y x/one/to; ln -s ../../x y/two/to; ln -s ../x memory/b",
    "folders of folders": "mkdir -p " + "memory/" + "d/" * 500,
}


@pytest.mark.parametrize("script", _NO_FILE.values(), ids=_NO_FILE)
@pytest.mark.usefixtures("outside")
def test_such_a_file_costs_itself(hook: Hook, repo: Path, script: str) -> None:
    before = hook.context(START, repo)
    assert told.parse(before).places == {("a.md", 1)}
    shell(repo, script)
    for _ in range(2):
        text = hook.context(START, repo)
        assert _SECRET not in text
        assert text == before


def test_links_inside_the_repository_are_followed(hook: Hook, home: Path) -> None:
    (home / "repo" / ".git").mkdir(parents=True)
    memory(home / "repo" / "docs", "docs", "knowledge")
    write(
        home / "repo" / "docs", {"more/c.md": "Rejected: what a linked folder holds.\n", "d.md": "Rejected: a link.\n"}
    )
    (home / "repo" / "memory").symlink_to("docs/knowledge")
    (home / "repo" / "docs" / "knowledge" / "more").symlink_to("../more")
    (home / "repo" / "docs" / "knowledge" / "d.md").symlink_to("../d.md")
    parsed = told.parse(hook.context(START, home / "repo"))
    assert parsed.folder == str(home / "repo" / "docs" / "knowledge")
    assert parsed.places == {("a.md", 1), ("d.md", 1), ("more/c.md", 1)}
    # The index itself may be a link as well.
    (home / "repo" / "memory" / "MEMORY.md").rename(home / "repo" / "INDEX.md")
    (home / "repo" / "memory" / "MEMORY.md").symlink_to("../../INDEX.md")
    assert told.parse(hook.context(START, home / "repo")).inlined == ["# Index of docs"]


@pytest.fixture
def unreadable(repo: Path) -> Iterator[Callable[[str], Path]]:
    """Makes files of the repository's memory unreadable for all but those who may pass over modes."""
    closed: list[Path] = []

    def close(name: str) -> Path:
        closed.append(repo / "memory" / name)
        closed[-1].chmod(0)
        return closed[-1]

    yield close
    for path in closed:
        path.chmod(0o700)


def test_an_unreadable_index(hook: Hook, repo: Path, unreadable: Callable[[str], Path]) -> None:
    unreadable("MEMORY.md")
    done = run(hook, payload(repo), before=without_override())
    assert done.stderr == b""
    parsed = told.parse(context(done))
    assert "Unreadable: MEMORY.md." in parsed.head
    assert parsed.inlined is None
    assert parsed.places == {("a.md", 1)}
    # What cannot be read has no size that could be told.
    assert "0 bytes" not in parsed.head


def test_unreadable_memories(hook: Hook, repo: Path, unreadable: Callable[[str], Path]) -> None:
    write(repo / "memory", {f"closed-{number}.md": f"Rejected: idea {number}.\n" for number in range(5)})
    assert len(told.parse(hook.context(START, repo)).quotes) == 6
    for number in range(5):
        unreadable(f"closed-{number}.md")
    done = run(hook, payload(repo), before=without_override())
    assert done.stderr == b""
    parsed = told.parse(context(done))
    assert parsed.places == {("a.md", 1)}
    assert "Unreadable: closed-0.md, closed-1.md, closed-2.md and 2 more." in parsed.head


@pytest.mark.parametrize("mode", [0o000, 0o300, 0o600], ids=["closed", "not listable", "not enterable"])
def test_an_unreadable_subfolder(hook: Hook, repo: Path, mode: int) -> None:
    write(repo / "memory" / "sub", {"b.md": "Rejected: idea b.\n"})
    (repo / "memory" / "sub").chmod(mode)
    try:
        done = run(hook, payload(repo), before=without_override())
    finally:
        (repo / "memory" / "sub").chmod(0o700)
    assert done.stderr == b""
    assert told.parse(context(done)).places == {("a.md", 1)}


def test_an_unreadable_folder_is_none(hook: Hook, repo: Path) -> None:
    (repo / "memory").chmod(0)
    try:
        done = run(hook, payload(repo), before=without_override())
    finally:
        (repo / "memory").chmod(0o700)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("name", ["MEMORY.md", "huge.md"])
def test_a_file_of_300_megabytes(hook: Hook, repo: Path, name: str) -> None:
    with (repo / "memory" / name).open("wb") as file:
        file.truncate(300_000_000)
        file.seek(0)
        file.write(b"Rejected: an idea at the start of a very large file.\n")
        file.seek(0, os.SEEK_END)
        file.write(b"\nRejected: an idea at its end.\n")
    done = run(hook, payload(repo))
    assert done.stderr == b""
    parsed = told.parse(context(done))
    assert ("a.md", 1) in parsed.places
    assert "an idea at its end" not in parsed.text
    if name == "MEMORY.md":
        assert f"The index ({(repo / 'memory' / name).stat().st_size:,} bytes) is not shown here." in parsed.head
        assert "The index is over 16,384 bytes" in parsed.head


def test_a_folder_that_others_may_change_meanwhile(hook: Hook, repo: Path) -> None:
    write(repo / "memory", {f"m{number}.md": f"Rejected: idea {number}.\n" for number in range(200)})
    processes = [feed(start(hook), payload(repo)) for _ in range(3)]
    for number in range(200):
        (repo / "memory" / f"m{number}.md").unlink()
    for process in processes:
        done = finish(process)
        assert done.stderr == b""
        assert ("a.md", 1) in told.parse(context(done)).places
    assert told.parse(hook.context(START, repo)).places == {("a.md", 1)}


def test_outside_of_any_home_and_repository(hook: Hook) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = memory(Path(folder).resolve() / "plain", "plain")
        (place / "memory" / "b.md").symlink_to("../b.md")
        write(place, {"b.md": "Rejected: b.\n"})
        parsed = told.parse(hook.context(START, place))
        assert parsed.folder == str(place / "memory")
        assert parsed.places == {("a.md", 1), ("b.md", 1)}
