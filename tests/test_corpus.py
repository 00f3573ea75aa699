"""The real folders: our counts against those of an independent program, and the labelled lines."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import Hook
from project_memory import limits
from project_memory.folder import index, memory, rejected, store

# The independent program leaves out folders inside a folder that have an index of their own; ours are theirs as well.
NESTED = {"repo09", "repo09/memory"}


def manifest(corpus: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((corpus / "manifest.json").read_text(encoding="utf-8"))
    assert len(found) == 122
    return found


def text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def test_counts_agree(corpus: Path) -> None:
    compared: Counter[str] = Counter()
    for row in manifest(corpus):
        name = str(row["folder"])
        folder = corpus / name
        listing = store.files(store.open_folder(str(folder)))
        assert listing.whole
        names = listing.stamps
        content = text(folder / "MEMORY.md")
        targets = index.links(content)
        leaving = [target for target in targets if target.startswith("..")]
        ours: dict[str, object] = {
            "index_bytes": (folder / "MEMORY.md").stat().st_size,
            "index_links": len(targets),
            "links_outside": len(leaving),
            "links_bad": sum(not (folder / target).exists() for target in targets if target not in leaving),
            "conflicts": int(index.conflicted(content)),
            "longest_index_line": max(len(line.encode()) for line in content.replace("\ufeff", "").split("\n")),
        }
        if name not in NESTED:
            ours["md"] = len(names)
            # The independent program compares file names: a link with a wrong directory still lists its file there.
            listed = {target.rsplit("/", 1)[-1] for target in targets}
            ours["orphans"] = sum(found.rsplit("/", 1)[-1] not in listed for found in names if found != "MEMORY.md")
        for key, value in ours.items():
            compared[key] += 1
            assert value == row[key], f"{name}: {key} is {value}, the manifest has {row[key]}"
    assert min(compared.values()) == 122 - len(NESTED)


def test_types_come_out_of_heads_that_are_no_yaml(corpus: Path) -> None:
    broken = gained = 0
    for row in manifest(corpus):
        if row["folder"] in NESTED:
            continue
        folder = corpus / str(row["folder"])
        ours: Counter[str] = Counter()
        for name in store.files(store.open_folder(str(folder))).stamps:
            kind = memory.head(text(folder / name)).type
            if kind and name != "MEMORY.md":
                ours[kind] += 1
        theirs: Counter[str] = Counter(row["types"])  # type: ignore[call-overload]
        errors = int(str(row["yaml_errors"]))
        # Nothing that YAML reads is missed, and what is found beyond that stands in heads that YAML does not read.
        assert not theirs - ours, f"{row['folder']}: {theirs - ours}"
        assert (ours - theirs).total() <= errors, f"{row['folder']}: {ours - theirs} with {errors} errors"
        broken += errors
        gained += (ours - theirs).total()
    print(f"corpus: {gained} types read from {broken} heads that are no YAML")
    assert gained >= 0.9 * broken


def test_every_folder_through_the_hook(corpus: Path, hook: Hook) -> None:
    for row in manifest(corpus):
        folder = corpus / str(row["folder"])
        if folder.name != "memory":
            continue
        shown = hook.context("SessionStart", folder.parent)
        assert len(shown) <= limits.OUTPUT_CHARACTERS
        assert len(shown.encode()) <= limits.OUTPUT_BYTES
        assert f"`{folder}`" in shown
        assert ("<memory-index>" in shown) == (int(str(row["index_bytes"])) <= limits.INLINE_INDEX)


def test_every_line_of_the_plain_rule_is_a_candidate(corpus: Path) -> None:
    plain = re.compile(r"rejected|don['’]t re-propose", re.IGNORECASE)
    seen = 0
    for path in sorted(corpus.rglob("*.md")):
        if "merges" in path.parts or path.is_symlink() or not os.path.isfile(path):
            continue
        content = text(path)
        found = rejected.lines(content)
        for number, line in enumerate(content.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
            if plain.search(line):
                seen += 1
                assert any(one.first <= number <= one.last for one in found), f"{path.name}:{number}"
    assert seen > 50


def test_labelled_lines(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Words are replaced by pseudo-words there, so these figures are printed and bounded loosely only."""
    judged: list[tuple[str, bool]] = []
    for row in (corpus / "rejected-labels.tsv").read_text(encoding="utf-8").splitlines():
        if row.startswith("#"):
            continue
        folder, place, label = row.split("\t")
        name, number = place.rsplit(":", 1)
        found = [
            one.verdict for one in rejected.lines(text(corpus / folder / name)) if one.first <= int(number) <= one.last
        ]
        judged.append((max([*found, "no"], key=["no", "likely", "sure"].index), label == "T"))
    assert len(judged) == 60
    shown = [(verdict, true) for verdict, true in judged if verdict != "no"]
    true_shown = sum(true for _, true in shown)
    precision, recall = true_shown / len(shown), true_shown / sum(true for _, true in judged)
    ranked = [true for _, true in sorted(shown, key=lambda one: one[0] != "sure")]
    before = ranked.index(False) if False in ranked else len(ranked)
    with capsys.disabled():
        print(
            f"\ncorpus labels: precision {precision:.3f}, recall {recall:.3f}, {before} true lines before the first false one"
        )
    assert precision > 0.44
    assert recall > 0.5
