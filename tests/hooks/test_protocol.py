"""Whatever a host sends and whatever it runs on: one JSON document or nothing, exit code 0, in time."""

from __future__ import annotations

import ast
import json
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Hook, write

from . import told
from .process import PATIENCE, SHELL, START, SUBAGENT, context, finish, payload, run, start

_SHOWN = "Rejected: ⚓️ emoji – dashes — 거부 한국어 – უარყოფილი „Anführung“ 却下 ñ."


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository whose path and memory hold more than ASCII."""
    write(tmp_path / "répo – 한" / "memory", {"MEMORY.md": "- [Ä](ä.md) — ⚓️\n", "ä.md": f"# Ä\n\n{_SHOWN}\n"})
    return tmp_path / "répo – 한"


@pytest.fixture
def expected(hook: Hook, repo: Path) -> str:
    """What a session in `repo` is told."""
    text = hook.context(START, repo)
    assert told.parse(text).quotes == [("ä.md", 3, _SHOWN)]
    return text


# --- what goes out -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [START, SUBAGENT])
def test_one_json_document_in_ascii(hook: Hook, repo: Path, event: str) -> None:
    done = run(hook, payload(repo, event), event)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.isascii()
    assert done.stdout[:1] + done.stdout[-1:] == b"{}"
    answer = json.loads(done.stdout)
    assert list(answer) == ["hookSpecificOutput"]
    assert set(answer["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert answer["hookSpecificOutput"]["hookEventName"] == event


@pytest.mark.parametrize("event", [START, SUBAGENT])
def test_no_folder_no_output(hook: Hook, tmp_path: Path, event: str) -> None:
    done = run(hook, payload(tmp_path, event), event)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "source", ["startup", "resume", "clear", "compact", "fork", "tomorrow", "", None, 7, ["startup"]]
)
def test_every_source_is_told(hook: Hook, repo: Path, expected: str, source: object) -> None:
    assert context(run(hook, payload(repo, source=source))) == expected


def test_an_absent_source_is_told(hook: Hook, repo: Path, expected: str) -> None:
    assert context(run(hook, json.dumps({"cwd": str(repo)}).encode())) == expected


@pytest.mark.parametrize(
    "name", ["UserPromptSubmit", "PreToolUse", "sessionstart", "Tomorrow", "_session", "__class__"]
)
def test_another_event_gets_no_answer(hook: Hook, repo: Path, name: str) -> None:
    done = run(hook, payload(repo, name))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("agent", ["general-purpose", "", None, 7, "project-memory:memory-recall", "\x00\ud800"])
def test_every_agent_type_is_told_the_folder(hook: Hook, repo: Path, agent: object) -> None:
    text = context(run(hook, payload(repo, SUBAGENT, agent_type=agent), SUBAGENT), SUBAGENT)
    assert told.parse(text).folder == str(repo / "memory")


# --- a resumed session's transcript ------------------------------------------------------------------------------


def snapshot(*sections: object) -> str:
    """A transcript's line that records a system prompt."""
    attachment = {"type": "prompt_snapshot", "systemPrompt": list(sections)}
    return json.dumps({"type": "attachment", "attachment": attachment}, separators=(",", ":")) + "\n"


@pytest.mark.parametrize("source", ["startup", "clear", "compact"])
def test_only_a_resumed_session_looks_at_its_transcript(
    hook: Hook, repo: Path, expected: str, tmp_path: Path, source: str
) -> None:
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(snapshot("Base.", expected), "utf-8")
    assert context(run(hook, payload(repo, source=source, transcript_path=str(transcript)))) == expected
    resumed = context(run(hook, payload(repo, source="resume", transcript_path=str(transcript))))
    assert resumed != expected
    assert resumed.startswith(expected)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("", id="empty"),
        pytest.param('{"type":"user"}\n', id="no snapshot"),
        pytest.param('{"attachment":{"type":"prompt_snapshot","systemPrompt":["# Project mem', id="cut short"),
        pytest.param('"type":"prompt_snapshot"' * 100_000, id="no lines"),
        pytest.param('{"type":"prompt_snapshot","attachment":7}\n', id="another shape"),
        pytest.param(snapshot(None, 7, {}, []), id="no texts"),
        pytest.param("\x00" * 3_000_000, id="zeros"),
    ],
)
def test_a_transcript_that_records_no_section(
    hook: Hook, repo: Path, expected: str, tmp_path: Path, content: str
) -> None:
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(content, "utf-8")
    assert context(run(hook, payload(repo, source="resume", transcript_path=str(transcript)))) == expected


@pytest.mark.parametrize("kind", ["missing", "directory", "fifo", "number", "zero byte", "lone surrogate"])
def test_a_transcript_that_is_no_file(hook: Hook, repo: Path, expected: str, tmp_path: Path, kind: str) -> None:
    paths: dict[str, object] = {"number": 7, "zero byte": "/\x00", "lone surrogate": "/\ud800"}
    transcript = tmp_path / "t.jsonl"
    if kind == "directory":
        transcript.mkdir()
    elif kind == "fifo":
        os.mkfifo(transcript)
    told_path = paths.get(kind, str(transcript))
    assert context(run(hook, payload(repo, source="resume", transcript_path=told_path))) == expected


# --- what comes in -----------------------------------------------------------------------------------------------


def nothing_ever(hook: Hook, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    process = start(hook, environment=environment)
    # communicate() would close stdin.
    process.wait(PATIENCE)
    return finish(process)


def null(hook: Hook, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    return finish(start(hook, stdin=subprocess.DEVNULL, environment=environment))


def closed(hook: Hook, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    return finish(start(hook, before=(SHELL, "-c", 'exec "$@" <&-', SHELL), environment=environment))


def terminal(hook: Hook, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    master, slave = pty.openpty()
    try:
        return finish(start(hook, stdin=slave, environment=environment))
    finally:
        os.close(slave)
        os.close(master)


_Stdin = Callable[[Hook, "dict[str, str]"], "subprocess.CompletedProcess[bytes]"]


@pytest.mark.parametrize("stdin", [nothing_ever, null, closed, terminal], ids=lambda function: function.__name__)
def test_no_payload_the_environment_tells_the_directory(hook: Hook, repo: Path, expected: str, stdin: _Stdin) -> None:
    assert context(stdin(hook, {"CLAUDE_PROJECT_DIR": str(repo)})) == expected


@pytest.mark.parametrize("event", [START, SUBAGENT])
def test_no_payload_the_command_tells_the_event(hook: Hook, repo: Path, event: str) -> None:
    done = finish(start(hook, event, stdin=subprocess.DEVNULL, environment={"CLAUDE_PROJECT_DIR": str(repo)}))
    assert told.parse(context(done, event)).folder == str(repo / "memory")


def test_no_payload_and_no_variable_the_process_stands_in_the_directory(hook: Hook, repo: Path, expected: str) -> None:
    assert context(finish(start(hook, stdin=subprocess.DEVNULL, cwd=repo))) == expected


def test_stdin_stays_open_after_the_payload(hook: Hook, repo: Path, expected: str) -> None:
    process = start(hook)
    assert process.stdin
    process.stdin.write(payload(repo))
    process.stdin.flush()
    process.wait(PATIENCE)
    assert context(finish(process)) == expected


def pieces(data: bytes) -> Iterator[bytes]:
    """The bytes in pieces that end in the middle of everything."""
    at = 0
    while at < len(data):
        size = 1 + at % 7
        yield data[at : at + size]
        at += size


@pytest.mark.parametrize("kept_open", [True, False], ids=["kept open", "closed at the end"])
def test_a_payload_in_many_writes(hook: Hook, repo: Path, expected: str, kept_open: bool) -> None:
    data = json.dumps(
        {"cwd": str(repo), "nested": {"a": {"b": {}}}, "text": "}} é {}"}, ensure_ascii=False, indent=1
    ).encode()
    process = start(hook)
    assert process.stdin
    for piece in pieces(data):
        process.stdin.write(piece)
        process.stdin.flush()
    if kept_open:
        process.wait(PATIENCE)
    assert context(finish(process)) == expected


@pytest.mark.parametrize("kept_open", [True, False], ids=["kept open", "closed at the end"])
@pytest.mark.parametrize("filler", ["x", "{}", "}", "é"], ids=["letters", "objects", "braces", "umlauts"])
def test_a_payload_of_a_megabyte(hook: Hook, repo: Path, expected: str, filler: str, kept_open: bool) -> None:
    text = filler * (1_000_000 // len(filler.encode()))
    data = json.dumps({"prompt": text, "cwd": str(repo)}, ensure_ascii=False).encode()
    assert len(data) > 1_000_000
    process = start(hook)
    assert process.stdin
    process.stdin.write(data)
    process.stdin.flush()
    if kept_open:
        process.wait(PATIENCE)
    assert context(finish(process)) == expected


@pytest.mark.parametrize(
    "wrap",
    [
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="byte order mark"),
        pytest.param(lambda data: b"\r\n\t " + data + b"\r\n\r\n", id="blank lines around"),
        pytest.param(lambda data: data[:-1] + b', "prompt": "\xff\xfe\x80"}', id="invalid UTF-8"),
        pytest.param(lambda data: data[:-1] + b', "prompt": "\\ud800\\u0000"}', id="lone surrogate"),
        pytest.param(lambda data: data[:-1] + b', "n": NaN, "i": Infinity}', id="not a number"),
        pytest.param(
            lambda data: data[:-1] + b', "cwd": ' + json.dumps("/").encode() + b"," + data[1:], id="doubled keys"
        ),
    ],
)
def test_an_odd_payload_is_read(hook: Hook, repo: Path, expected: str, wrap: Callable[[bytes], bytes]) -> None:
    assert context(run(hook, wrap(payload(repo)))) == expected


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b" \n", id="blank"),
        pytest.param(b"{", id="a brace"),
        pytest.param(b"}", id="a closing brace"),
        pytest.param(b'{"cwd": "/', id="cut short"),
        pytest.param(b'{"cwd": "/"}{"cwd": "/"}', id="two objects"),
        pytest.param(b'["cwd"]', id="a list"),
        pytest.param(b'"cwd"', id="a string"),
        pytest.param(b"7", id="a number"),
        pytest.param(b"null", id="null"),
        pytest.param(b"true", id="true"),
        pytest.param(b"{'cwd': '/'}", id="another language's object"),
        pytest.param(b"cwd=/", id="no JSON"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="UTF-16"),
        pytest.param(b"\x00" * 1_000, id="zeros"),
        pytest.param(b'{"n": ' + b"9" * 10_000 + b"}", id="a number of 10,000 digits"),
        pytest.param(b'{"hook_event_name": "SessionStart"}', id="no directory"),
        pytest.param(b'{"cwd": null}', id="no directory but null"),
        pytest.param(b'{"cwd": ""}', id="an empty directory"),
        pytest.param(b'{"hook_event_name": null, "cwd": null, "source": null}', id="nothing but null"),
    ],
)
def test_a_payload_that_tells_nothing_leaves_it_to_the_environment(
    hook: Hook, repo: Path, expected: str, data: bytes
) -> None:
    done = run(hook, data, environment={"CLAUDE_PROJECT_DIR": str(repo)})
    assert done.stderr == b""
    assert context(done) == expected


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, id="100,000 objects deep"),
        pytest.param(b"[" * 100_000, id="100,000 lists deep"),
        pytest.param(json.dumps({"cwd": "/\x00"}).encode(), id="zero byte in the directory"),
        pytest.param(json.dumps({"cwd": "/\ud800"}).encode(), id="lone surrogate in the directory"),
        pytest.param(json.dumps({"cwd": "/" + "x" * 100_000}).encode(), id="a directory of 100,000 characters"),
        pytest.param(json.dumps({"cwd": "/x" * 20_000}).encode(), id="a directory 20,000 deep"),
        pytest.param(json.dumps({"cwd": {"path": "/"}}).encode(), id="an object as the directory"),
        pytest.param(json.dumps({"cwd": ["/"]}).encode(), id="a list as the directory"),
        pytest.param(json.dumps({"hook_event_name": ["SessionStart"], "cwd": "/"}).encode(), id="a list as the event"),
    ],
)
def test_a_payload_that_cannot_be_right_harms_nothing(hook: Hook, data: bytes) -> None:
    done = run(hook, data)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.count(b"\n") <= 1
    assert b"Traceback" not in done.stderr


# --- code pages and other variables ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({"PYTHONIOENCODING": "cp932"}, id="PYTHONIOENCODING cp932"),
        pytest.param({"PYTHONIOENCODING": "cp1252"}, id="PYTHONIOENCODING cp1252"),
        pytest.param({"PYTHONIOENCODING": "ascii:strict"}, id="PYTHONIOENCODING ascii"),
        pytest.param({"PYTHONIOENCODING": "no such codec"}, id="PYTHONIOENCODING unknown"),
        pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, id="C locale"),
        pytest.param({"LC_ALL": "POSIX", "LANG": "POSIX"}, id="POSIX locale"),
        pytest.param({"LC_ALL": "xx_YY.cp1252", "LANG": "xx_YY.cp1252"}, id="unknown locale"),
        pytest.param({"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"}, id="warnings are errors"),
        pytest.param({"PYTHONVERBOSE": "1", "PYTHONDEBUG": "1", "PYTHONINSPECT": "1"}, id="debugging"),
        pytest.param({"PYTHONHOME": "/nowhere", "PYTHONPATH": "/nowhere"}, id="PYTHONHOME elsewhere"),
        pytest.param({"PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1"}, id="optimised"),
        pytest.param({"PYTHONMALLOC": "debug", "PYTHONHASHSEED": "random"}, id="random hash seed"),
        pytest.param({"IFS": '{"', "CDPATH": "/", "ENV": "/nowhere"}, id="the shell's own"),
        pytest.param({"p": "x", "o": "{}"}, id="the names that the command uses"),
        pytest.param({"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "s"}, id="the host's"),
    ],
)
def test_no_variable_changes_the_answer(hook: Hook, repo: Path, expected: str, environment: dict[str, str]) -> None:
    done = run(hook, payload(repo), environment=environment)
    assert context(done) == expected
    assert done.stderr == b""


@pytest.mark.parametrize("source", ["payload", "environment"])
def test_a_latin_1_locale(hook: Hook, repo: Path, expected: str, tmp_path: Path, source: str) -> None:
    localedef = shutil.which("localedef")
    name = "en_US.ISO-8859-1"
    made = localedef and subprocess.run(
        [localedef, "-i", "en_US", "-f", "ISO-8859-1", str(tmp_path / name)], capture_output=True, check=False
    )
    if not (tmp_path / name).is_dir():
        pytest.skip(f"localedef makes no {name} here: {made and made.stderr!r}")
    environment = {"LOCPATH": str(tmp_path), "LC_ALL": name}
    data = payload(repo)
    if source == "environment":
        data, environment["CLAUDE_PROJECT_DIR"] = b"", str(repo)
    assert context(run(hook, data, environment=environment)) == expected


@pytest.mark.parametrize("stream", ["1", "2"], ids=["stdout", "stderr"])
def test_a_stream_that_nobody_reads(hook: Hook, repo: Path, stream: str) -> None:
    done = run(hook, payload(repo), before=(SHELL, "-c", f'exec "$@" {stream}>&-', SHELL))
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert bool(done.stdout) is (stream == "2")


# --- interpreters on the path ------------------------------------------------------------------------------------

_ADVERT = "Python was not found; run without arguments to install from the Store."


class Interpreters:
    """A PATH with nothing on it but the interpreters that a test puts there. Each notes that it ran."""

    def __init__(self, root: Path) -> None:
        self.path = root / "bin"
        self.path.mkdir()
        self._ran = root / "ran"

    def add(self, name: str, script: str) -> None:
        """An interpreter that does what the shell script says."""
        (self.path / name).write_text(f'#!{SHELL}\necho {name} >>"{self._ran}"\n{script}\n', "utf-8")
        (self.path / name).chmod(0o755)

    def works(self, name: str) -> None:
        """An interpreter that works."""
        self.add(name, f'exec "{sys.executable}" "$@"')

    def lacks(self, name: str, *modules: str) -> None:
        """One that was built without some modules."""
        self.pretends(name, *(f"sys.modules['{module}'] = None" for module in modules))

    def pretends(self, name: str, *statements: str) -> None:
        """One that first does what the statements say, then runs the file after its options."""
        first = "; ".join(["import sys", *statements, "sys.argv = sys.argv[1:]"])
        door = "exec(compile(open(sys.argv[0]).read(), sys.argv[0], 'exec'), {'__name__': '__main__', '__file__': sys.argv[0]})"
        options = 'while case $1 in -*) ;; *) false; esac; do [ "$1" != -X ] || shift; shift; done'
        self.add(name, f'{options}\nexec "{sys.executable}" -I -S -X utf8 -c "{first}; {door}" "$@"')

    @property
    def ran(self) -> list[str]:
        """The names of those that ran, in order."""
        return self._ran.read_text("utf-8").split() if self._ran.exists() else []


@pytest.fixture
def interpreters(tmp_path: Path) -> Interpreters:
    return Interpreters(tmp_path)


def on(interpreters: Interpreters, hook: Hook, repo: Path) -> subprocess.CompletedProcess[bytes]:
    """The hook where only these interpreters are."""
    return run(hook, payload(repo), environment={"PATH": str(interpreters.path), "CLAUDE_PROJECT_DIR": str(repo)})


@pytest.mark.parametrize("name", ["python3", "python", "py"])
def test_one_interpreter_of_any_name(
    hook: Hook, repo: Path, expected: str, interpreters: Interpreters, name: str
) -> None:
    interpreters.works(name)
    done = on(interpreters, hook, repo)
    assert context(done) == expected
    assert done.stderr == b""
    assert interpreters.ran == [name]


def test_the_first_that_works_is_the_only_one_that_runs(
    hook: Hook, repo: Path, expected: str, interpreters: Interpreters, tmp_path: Path
) -> None:
    for name in ("python3", "python", "py"):
        interpreters.works(name)
    assert context(on(interpreters, hook, repo)) == expected
    assert context(on(interpreters, hook, tmp_path)) == ""
    assert interpreters.ran == ["python3", "python3"]


def test_no_interpreter(hook: Hook, repo: Path, interpreters: Interpreters) -> None:
    done = on(interpreters, hook, repo)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


_UNFIT = {
    "advert and exit code 49": f'echo "{_ADVERT}"; exit 49',
    "advert and exit code 0": f'echo "{_ADVERT}"; exit 0',
    "advert on stderr and exit code 9009": f'echo "{_ADVERT}" >&2; exit 49',
    "advert that eats stdin": f'while read -r line; do :; done; echo "{_ADVERT}"; exit 49',
    "Python 2": 'echo "Unknown option: -I" >&2; echo "usage: python [option] ... [-c cmd]" >&2; exit 2',
    "version manager without a version": 'echo "pyenv: python: command not found" >&2; exit 127',
    "killed": "kill -9 $$",
    "half an answer": "printf '{\"hookSpecificOutput\"'; exit 1",
}


@pytest.mark.parametrize("script", _UNFIT.values(), ids=_UNFIT.keys())
def test_an_unfit_first_one_is_passed_over(
    hook: Hook, repo: Path, expected: str, interpreters: Interpreters, script: str
) -> None:
    interpreters.add("python3", script)
    interpreters.works("python")
    interpreters.works("py")
    assert context(on(interpreters, hook, repo)) == expected
    assert interpreters.ran == ["python3", "python"]


@pytest.mark.parametrize("script", _UNFIT.values(), ids=_UNFIT.keys())
def test_only_unfit_ones_are_silent(hook: Hook, repo: Path, interpreters: Interpreters, script: str) -> None:
    for name in ("python3", "python", "py"):
        interpreters.add(name, script)
    done = on(interpreters, hook, repo)
    assert (done.returncode, done.stdout) == (0, b"")
    assert interpreters.ran == ["python3", "python", "py"]


@pytest.mark.parametrize(
    "version", [(2, 7, 18), (3, 6, 15), (3, 8, 18)], ids=lambda version: ".".join(map(str, version))
)
def test_an_interpreter_that_is_too_old_is_passed_over(
    hook: Hook, repo: Path, expected: str, interpreters: Interpreters, version: tuple[int, ...]
) -> None:
    interpreters.pretends("python3", f"sys.version_info = {version}")
    interpreters.works("python")
    done = on(interpreters, hook, repo)
    assert context(done) == expected
    assert done.stderr == b""
    assert interpreters.ran == ["python3", "python"]


def test_the_door_can_be_read_by_interpreters_that_it_turns_away() -> None:
    tree = ast.parse((ROOT / "hooks" / "door.py").read_bytes(), feature_version=(3, 6))
    features = [
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for name in node.names
    ]
    # Python 3.6 takes an unknown feature for a syntax error and prints it.
    assert "annotations" not in features


@pytest.mark.parametrize(
    "modules",
    [("sqlite3",), ("_sqlite3",), ("ctypes", "_ctypes"), ("ssl", "_ssl", "_hashlib"), ("zlib", "bz2", "lzma")],
    ids=lambda modules: modules[0],
)
def test_an_interpreter_built_without_some_modules(
    hook: Hook, repo: Path, expected: str, interpreters: Interpreters, modules: tuple[str, ...]
) -> None:
    interpreters.lacks("python3", *modules)
    assert context(on(interpreters, hook, repo)) == expected
    assert interpreters.ran == ["python3"]


def test_a_file_and_a_directory_that_only_have_the_name(
    hook: Hook, repo: Path, expected: str, interpreters: Interpreters
) -> None:
    (interpreters.path / "python3").mkdir()
    (interpreters.path / "python").write_text("not a program\n", "utf-8")
    interpreters.works("py")
    assert context(on(interpreters, hook, repo)) == expected
    assert interpreters.ran == ["py"]


# --- where the plugin stands -------------------------------------------------------------------------------------


def installed(target: Path) -> Path:
    """A copy of what the hooks need, at `target`."""
    for part in ("hooks", "scripts"):
        shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
    return target


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("my plugin", id="space"),
        pytest.param(" plugin ", id="spaces around"),
        pytest.param("plügin-한", id="umlaut"),
        pytest.param("plugin (copy)", id="parentheses"),
        pytest.param('my "plugin"', id="double quotes"),
        pytest.param("kim's plugin", id="apostrophe"),
        pytest.param("$HOME plugin", id="dollar sign"),
        pytest.param("$(echo x)`echo y`", id="command substitution"),
        pytest.param("a; exit 3 & b | c", id="separators"),
        pytest.param("pl*gin [a]?", id="pattern"),
        pytest.param("back\\slash\\n", id="backslash"),
        pytest.param("two\nlines", id="line end"),
        pytest.param("100% #plugin!", id="percent"),
    ],
)
def test_the_plugins_path(hook: Hook, repo: Path, expected: str, tmp_path: Path, name: str) -> None:
    moved = Hook(Path(hook.environment["HOME"]), tmp_path / "data", installed(tmp_path / name / "0.1.0"))
    done = run(moved, payload(repo))
    assert done.stderr == b""
    assert context(done) == expected


def test_nothing_is_written_into_the_plugin(hook: Hook, repo: Path, expected: str, tmp_path: Path) -> None:
    plugin = installed(tmp_path / "plugin")
    before = sorted(plugin.rglob("*"))
    moved = Hook(Path(hook.environment["HOME"]), tmp_path / "data", plugin)
    assert context(run(moved, payload(repo))) == expected
    assert sorted(plugin.rglob("*")) == before
    assert not list(Path(hook.environment["HOME"]).iterdir())


def test_a_plugin_that_has_gone(hook: Hook, repo: Path, tmp_path: Path) -> None:
    done = run(hook, payload(repo), environment={"CLAUDE_PLUGIN_ROOT": str(tmp_path / "gone")})
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_plugin_that_is_broken_says_so_in_one_line(hook: Hook, repo: Path, tmp_path: Path) -> None:
    plugin = installed(tmp_path / "plugin")
    (plugin / "scripts" / "project_memory" / "session" / "section.py").write_text("raise KeyError('secret')\n", "utf-8")
    done = run(Hook(Path(hook.environment["HOME"]), tmp_path / "data", plugin), payload(repo))
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr == b"project-memory: hook failed: KeyError\n"


# --- switched off ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [START, SUBAGENT])
@pytest.mark.parametrize(
    ("environment", "on"),
    [
        pytest.param({"PROJECT_MEMORY_DISABLE": "1"}, False, id="disabled"),
        pytest.param({"PROJECT_MEMORY_DISABLE": " TRUE "}, False, id="disabled in capitals"),
        pytest.param({"PROJECT_MEMORY_DISABLE": "yes"}, False, id="disabled with yes"),
        pytest.param({"PROJECT_MEMORY_DISABLE": "0"}, True, id="not disabled"),
        pytest.param({"PROJECT_MEMORY_DISABLE": ""}, True, id="disabled but empty"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "false"}, False, id="option off"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "False"}, False, id="option off in capitals"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "0"}, False, id="option zero"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "true"}, True, id="option on"),
        pytest.param({"CLAUDE_PLUGIN_OPTION_ENABLED": "true", "PROJECT_MEMORY_DISABLE": "1"}, False, id="both"),
    ],
)
def test_an_opt_out_switches_all_injection_off(
    hook: Hook, repo: Path, environment: dict[str, str], on: bool, event: str
) -> None:
    done = run(hook, payload(repo, event), event, environment=environment)
    assert bool(context(done, event)) is on
    assert done.stderr == b""


def test_subagents_alone_are_left_out(hook: Hook, repo: Path, expected: str) -> None:
    off = {"CLAUDE_PLUGIN_OPTION_SUBAGENTS": "false"}
    assert context(run(hook, payload(repo), environment=off)) == expected
    assert context(run(hook, payload(repo, SUBAGENT), SUBAGENT, environment=off), SUBAGENT) == ""


def test_switched_off_nothing_is_read_or_kept(hook: Hook, repo: Path) -> None:
    process = start(hook, environment={"PROJECT_MEMORY_DISABLE": "1", "CLAUDE_PROJECT_DIR": str(repo)})
    process.wait(PATIENCE)
    assert context(finish(process)) == ""
    assert not list(Path(hook.environment["CLAUDE_PLUGIN_DATA"]).rglob("*.sqlite3"))


# --- hooks.json itself -------------------------------------------------------------------------------------------

_EVENTS = {
    "hooks.json": {"SessionStart", "SubagentStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact"},
    "codex.json": {"SessionStart", "SubagentStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"},
}


@pytest.mark.parametrize("file", sorted((ROOT / "hooks").glob("*.json")), ids=lambda path: path.name)
def test_every_handler_has_a_short_timeout(file: Path) -> None:
    events = json.loads(file.read_text("utf-8"))["hooks"]
    assert events
    assert set(events) <= _EVENTS[file.name]
    for groups in events.values():
        for group in groups:
            assert group["hooks"]
            for handler in group["hooks"]:
                assert handler["type"] == "command"
                assert isinstance(handler["timeout"], int)
                assert 0 < handler["timeout"] <= PATIENCE
                # One host passes `args` over, so the command has to say everything.
                assert "args" not in handler
                assert handler["command"].endswith("; exit 0")


def test_both_start_events_are_handled() -> None:
    events = json.loads((ROOT / "hooks" / "hooks.json").read_text("utf-8"))["hooks"]
    assert {START, SUBAGENT} <= set(events)
