"""The command line as people and CI call it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HARBOR, ROOT, write

CLI = ROOT / "scripts" / "cli.py"


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-S", str(CLI), *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={"HOME": str(cwd), "CLAUDE_PLUGIN_DATA": os.devnull, **environment},
    )


def test_section_prints_what_the_hook_says() -> None:
    from project_memory.folder import store
    from project_memory.session import section, state

    done = run("section", "--folder", str(HARBOR / "memory"))
    assert done.returncode == 0
    assert done.stderr == ""
    told = section.render(state.read(store.open_folder(str(HARBOR / "memory")))).text
    assert done.stdout.startswith(told + "\n\n--- ")
    assert (
        f"--- {len(told):,} of 9,500 characters, {len(told.encode()):,} of 9,500 bytes; index: compact\n" in done.stdout
    )
    shown, left_out = map(int, re.findall(r"--- rejected approaches: (\d+) shown, (\d+) left out", done.stdout)[0])
    assert shown + left_out == 43
    assert shown >= 40
    assert "--- 16 lines hold the word otherwise and are not shown as rejected approaches\n" in done.stdout
    assert "      hazmat-class-tender.md:10: " in done.stdout


@pytest.mark.parametrize(("name", "index"), [("tiny", "inline"), ("edge-4096", "inline"), ("messy", "inline")])
def test_section_json_on_the_small_folders(name: str, index: str) -> None:
    expected = json.loads((HARBOR / "small" / "expected.json").read_text(encoding="utf-8"))[name]
    done = run("section", "--folder", str(HARBOR / "small" / name / "memory"), "--json")
    assert done.returncode == 0
    value = json.loads(done.stdout)
    assert set(value) == {"folder", "index", "text", "characters", "bytes", "rejected", "left_out"}
    assert value["index"] == index
    assert value["characters"] == len(value["text"])
    assert value["bytes"] == len(value["text"].encode())
    found = {(quote["file"], quote["line"]) for quote in value["rejected"]}
    marked = {(quote["file"], quote["line"]) for quote in expected["rejected"]}
    # The expected values know marked lines only; what is found beyond them is labelled in the reference folder.
    unmarked = json.loads((HARBOR / "rejected-labels.json").read_text(encoding="utf-8"))["unmarked"]
    assert marked <= found <= marked | {(quote["file"], quote["line"]) for quote in unmarked}
    otherwise = {(quote["file"], quote["line"]) for quote in value["left_out"]["otherwise"]}
    assert {(quote["file"], quote["line"]) for quote in expected.get("not_rejected", [])} <= otherwise


def test_section_over_its_budget_is_a_finding() -> None:
    done = run("section", "--folder", str(HARBOR / "memory"), "--budget", "500")
    assert done.returncode == 1
    assert done.stderr.startswith("project-memory: section: over its budget")


def test_section_in_a_smaller_budget_leaves_lines_out() -> None:
    value = json.loads(run("section", "--folder", str(HARBOR / "memory"), "--budget", "4000", "--json").stdout)
    left_out = value["left_out"]["rejected"]
    assert left_out
    assert len(value["rejected"]) == 43
    assert value["bytes"] <= 4_000
    assert f"{len(left_out)} more rejected approaches had no room here" in value["text"]


@pytest.mark.parametrize("command", ["section", "status"])
def test_no_folder_is_no_error(command: str, tmp_path: Path) -> None:
    done = run(command, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("No MEMORY.md in memory/ or .claude/memory/ at or above")
    assert json.loads(run(command, "--json", cwd=tmp_path).stdout)["folder"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["section", "--folder", "gone"], "project-memory: gone: no such folder; name the folder that holds MEMORY.md"),
        (["status", "--folder", "."], "project-memory: .: no MEMORY.md in it"),
        (["section", "--budget", "0"], "must be 1 or more"),
        (["section", "--budget", "x"], "invalid"),
        ([], "required"),
        (["nothing"], "invalid choice"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_status_of_the_messy_folder() -> None:
    expected = json.loads((HARBOR / "small" / "expected.json").read_text(encoding="utf-8"))["messy"]
    value = json.loads(run("status", "--folder", str(HARBOR / "small" / "messy" / "memory"), "--json").stdout)
    assert value["memories"] == expected["memories"]
    assert [entry["target"] for entry in value["dead"]] == expected["index_points_nowhere"]
    assert value["unlisted"] == expected["not_in_index"]
    assert value["conflicted"] is expected["conflict_marked_index"]
    assert value["unread"] == []
    text = run("status", "--folder", str(HARBOR / "small" / "messy" / "memory")).stdout
    assert "conflict    MEMORY.md holds merge conflict markers" in text


def test_status_names_five_of_many(tmp_path: Path) -> None:
    folder = write(tmp_path / "memory", {"MEMORY.md": "", **{f"m{number}.md": "" for number in range(9)}})
    assert (
        "unlisted    9: m0.md, m1.md, m2.md, m3.md, m4.md and 4 more\n" in run("status", "--folder", str(folder)).stdout
    )


def test_the_nearest_folder_is_taken(tmp_path: Path) -> None:
    write(tmp_path, {"memory/MEMORY.md": "- [A](a.md) — a\n", "sub/deep/x": ""})
    value = json.loads(run("section", "--json", cwd=tmp_path / "sub" / "deep", HOME=str(tmp_path)).stdout)
    assert value["folder"] == str(tmp_path / "memory")


def test_switched_off_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"memory/MEMORY.md": ""})
    assert "switched off" in run("section", cwd=tmp_path, PROJECT_MEMORY_DISABLE="1").stdout
    assert "injection   off" in run("status", cwd=tmp_path, PROJECT_MEMORY_DISABLE="1").stdout


def test_any_console_shows_what_it_can() -> None:
    folder = str(HARBOR / "small" / "messy" / "memory")
    done = subprocess.run(
        [sys.executable, str(CLI), "section", "--folder", folder],
        capture_output=True,
        check=False,
        env={"HOME": os.devnull, "CLAUDE_PLUGIN_DATA": os.devnull, "PYTHONIOENCODING": "cp1252", "PATH": ""},
    )
    assert done.returncode == 0
    assert b"\\u8ca8" in done.stdout


def test_a_reader_that_leaves_early() -> None:
    with subprocess.Popen(
        [sys.executable, str(CLI), "section", "--folder", str(HARBOR / "memory"), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"HOME": os.devnull, "CLAUDE_PLUGIN_DATA": os.devnull, "PATH": ""},
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
