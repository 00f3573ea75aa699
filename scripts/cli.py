#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""The one door for people, CI and git: arguments, printing and exit codes.

Exit codes: 0 all is well, 1 findings, 2 wrong usage or input.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
# Byte code stays out of the plugin, whose files hosts may hash.
sys.dont_write_bytecode = True

from project_memory import limits
from project_memory.errors import ProjectMemoryError
from project_memory.folder import cache, clean, store, survey
from project_memory.session import event, frame, section, state
from project_memory.session.state import COMPACT, INLINE, POINTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from project_memory.folder.store import Folder
    from project_memory.session.state import Quote


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _arguments(argv)
    for stream in (sys.stdout, sys.stderr):
        # A console of any code page shows what it can.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        result: int = arguments.run(arguments)
        sys.stdout.flush()
        return result
    except ProjectMemoryError as error:
        print(f"project-memory: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has seen enough; the interpreter must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0


# How long `status` may read a folder. Seconds.
_PATIENCE = 120.0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="cli.py", description="A repository's memory folder: what a session is told of it, and how it stands."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--folder", metavar="F", help="the memory folder (default: the nearest one at or above here)")
    common.add_argument("--json", action="store_true", help="print one JSON object")

    command = commands.add_parser("section", parents=[common], help="print what a session started here would be told")
    command.add_argument(
        "--budget",
        type=_number,
        metavar="N",
        help=f"at most N characters and N bytes (default: {limits.OUTPUT_CHARACTERS} and {limits.OUTPUT_BYTES})",
    )
    command.set_defaults(run=_section)

    command = commands.add_parser("status", parents=[common], help="print how the folder stands")
    command.set_defaults(run=_status)
    return parser.parse_args(argv)


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _folder(arguments: argparse.Namespace) -> Folder | None:
    return store.find(os.getcwd()) if arguments.folder is None else store.open_folder(arguments.folder)


def _section(arguments: argparse.Namespace) -> int:
    characters = arguments.budget or limits.OUTPUT_CHARACTERS
    size = arguments.budget or limits.OUTPUT_BYTES
    folder = _folder(arguments)
    if folder is None:
        if arguments.json:
            _print_json(
                {
                    "folder": None,
                    "index": None,
                    "text": "",
                    "characters": 0,
                    "bytes": 0,
                    "rejected": [],
                    "left_out": {"rejected": [], "otherwise": [], "unread": [], "unseen": 0},
                }
            )
        else:
            print(
                f"No {store.INDEX} in memory/ or .claude/memory/ at or above {os.getcwd()}: a session is told nothing."
            )
        return 0
    seen = state.read(folder)
    told = section.render(seen, characters, size)
    length, weight = len(told.text), len(told.text.encode())
    over = length > characters or weight > size
    if arguments.json:
        _print_json(
            {
                "folder": folder.path,
                "index": told.index,
                "text": told.text,
                "characters": length,
                "bytes": weight,
                "rejected": [_quote(quote) for quote in told.shown + told.left_out],
                "left_out": {
                    "rejected": [_quote(quote) for quote in told.left_out],
                    "otherwise": [_quote(quote) for quote in seen.otherwise],
                    "unread": seen.unread,
                    "unseen": seen.unseen,
                },
            }
        )
        return int(over)
    print(told.text)
    print()
    print(f"--- {length:,} of {characters:,} characters, {weight:,} of {size:,} bytes; index: {told.index}")
    print(f"--- rejected approaches: {len(told.shown)} shown, {len(told.left_out)} left out for want of room")
    for quote in told.left_out:
        print(f"      {_place(quote)}")
    if seen.otherwise:
        print(f"--- {len(seen.otherwise)} lines hold the word otherwise and are not shown as rejected approaches")
        for quote in seen.otherwise:
            print(f"      {_place(quote)}")
    for name in seen.unread:
        print(f"--- {clean.line(name)} could not be read")
    if seen.unseen != 0:
        print("--- the folder could not be read in time; what is shown is part of it")
    if not event.enabled(os.environ):
        print("--- switched off: a session is told nothing of this")
    if over:
        print("project-memory: section: over its budget; give it more room with --budget", file=sys.stderr)
    return int(over)


def _status(arguments: argparse.Namespace) -> int:
    folder = _folder(arguments)
    if folder is None:
        if arguments.json:
            _print_json({"folder": None})
        else:
            print(f"No {store.INDEX} in memory/ or .claude/memory/ at or above {os.getcwd()}.")
        return 0
    # A person can wait for the whole answer where a session cannot.
    seen = state.read(folder, _PATIENCE)
    fit = survey.survey(folder, store.files(folder).stamps)
    sure = sum(quote.verdict == "sure" for quote in seen.rejected)
    if arguments.json:
        _print_json(
            {
                "folder": folder.path,
                "enabled": event.enabled(os.environ),
                "index": section.render(seen).index,
                "index_bytes": seen.index_bytes,
                "conflicted": seen.conflicted,
                "memories": seen.memories,
                "entries": len(fit.entries),
                "dead": [{"line": entry.line, "target": entry.target} for entry in fit.dead],
                "outside": [{"line": entry.line, "target": entry.target} for entry in fit.outside],
                "doubled": [{"line": entry.line, "target": entry.target} for entry in fit.doubled],
                "unlisted": fit.unlisted,
                "rejected": {"sure": sure, "likely": len(seen.rejected) - sure, "otherwise": len(seen.otherwise)},
                "unread": seen.unread,
                "unseen": seen.unseen,
                "cache": cache.path(folder.path),
            }
        )
        return 0
    kinds = {
        INLINE: "goes into every session whole",
        POINTER: "is pointed to",
        COMPACT: f"is pointed to, and over {limits.COMPACT_INDEX:,} bytes: time to compact it",
    }
    print(f"folder      {clean.line(folder.path)}")
    print(f"memories    {seen.memories:,}")
    print(f"index       {seen.index_bytes:,} bytes, {len(fit.entries):,} entries; {kinds[section.render(seen).index]}")
    for title, targets in (
        ("dead", [f"{store.INDEX}:{entry.line} {entry.target}" for entry in fit.dead]),
        ("outside", [f"{store.INDEX}:{entry.line} {entry.target}" for entry in fit.outside]),
        ("doubled", [f"{store.INDEX}:{entry.line} {entry.target}" for entry in fit.doubled]),
        ("unlisted", fit.unlisted),
        ("unreadable", seen.unread),
    ):
        if targets:
            more = f" and {len(targets) - limits.NAMED_PLACES:,} more" if len(targets) > limits.NAMED_PLACES else ""
            print(f"{title:<12}{len(targets):,}: {clean.line(', '.join(targets[: limits.NAMED_PLACES]))}{more}")
    if seen.conflicted:
        print(f"conflict    {store.INDEX} holds merge conflict markers")
    print(
        f"rejected    {sure} sure, {len(seen.rejected) - sure} likely; {len(seen.otherwise)} lines hold the word otherwise"
    )
    print(f"injection   {'on' if event.enabled(os.environ) else 'off'}")
    print(f"cache       {cache.path(folder.path)}")
    return 0


def _place(quote: Quote) -> str:
    text = quote.text if len(quote.text) <= 100 else quote.text[:99] + "…"
    return frame.text(clean.line(f"{quote.file}:{quote.line}: {text}"))


def _quote(quote: Quote) -> dict[str, object]:
    return {
        "file": quote.file,
        "line": quote.line,
        "span": [quote.first, quote.last],
        "text": quote.text,
        "verdict": quote.verdict,
    }


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=True, indent=1))


if __name__ == "__main__":
    raise SystemExit(main())
