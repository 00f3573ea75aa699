"""What a start hook told, taken apart."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

# The caps of our own: Claude Code counts 10,000 characters, Codex 10,000 bytes. Characters, and bytes of UTF-8.
LARGEST = 9_500

# A subagent's text. Characters.
LARGEST_SUBAGENT = 2_000

# One shown line. Characters.
LONGEST_LINE = 1_000

_INDEX, _REJECTED = "memory-index", "rejected-approaches"

_WHOLE = re.compile(
    r"(?P<head>.*?)"
    rf"(?:\n\n<{_INDEX}>\n(?P<index>.*?)\n</{_INDEX}>)?"
    rf"(?:\n\n<{_REJECTED}>\n(?P<quotes>.*?)\n</{_REJECTED}>)?"
    r"(?:\n\n(?P<note>[\d,]+ more .*))?",
    re.DOTALL,
)
_QUOTE = re.compile(r"(?P<file>.+?):(?P<line>\d+): (?P<text>.*)")
_ON_RECORD = re.compile(r"Rejected approaches \(([\d,]+) on record")
_FOLDER = re.compile(r"The folder `([^\n]*?)`|Folder: `([^\n]*?)`")

_HOST_TAG = re.compile(r"<\s*/?\s*system\W{0,3}reminder")

# Our tags as a lenient reader sees them, in folded text: blanks anywhere, any dash, attributes.
_TAG = re.compile(r"<\s*/?\s*(?:memory\W{0,3}index|rejected\W{0,3}approaches)\b[^<>]*>")


class Quote(NamedTuple):
    """A shown line: the file and line that it names, and its words."""

    file: str
    line: int
    text: str


class Told(NamedTuple):
    """The parts of a text: what stands before the first tag, the index when it is inlined, the quotes, the last note."""

    text: str
    head: str
    inlined: list[str] | None
    quotes: list[Quote]
    note: str

    @property
    def left_out(self) -> int:
        """How many rejected approaches the text says it had no room for."""
        return int(self.note.split()[0].replace(",", "")) if self.note else 0

    @property
    def on_record(self) -> int:
        """How many rejected approaches the text says there are."""
        match = _ON_RECORD.search(self.head)
        return int(match.group(1).replace(",", "")) if match else 0

    @property
    def folder(self) -> str:
        """The folder that the text names; "" when it names none."""
        match = _FOLDER.search(self.head)
        return (match.group(1) or match.group(2)) if match else ""

    @property
    def places(self) -> set[tuple[str, int]]:
        """Where the quotes stand."""
        return {(quote.file, quote.line) for quote in self.quotes}


def parse(text: str) -> Told:
    """The parts of a text that is framed as ours are; fails on any other."""
    match = _WHOLE.fullmatch(text)
    assert match, text
    quotes = []
    for row in (match["quotes"] or "").split("\n") if match["quotes"] is not None else []:
        quoted = _QUOTE.fullmatch(row)
        assert quoted, row
        quotes.append(Quote(quoted["file"], int(quoted["line"]), quoted["text"]))
    inlined = match["index"].split("\n") if match["index"] is not None else None
    told = Told(text, match["head"], inlined, quotes, match["note"] or "")
    assert len(tags(text)) == 2 * ((inlined is not None) + bool(quotes)), tags(text)
    assert hidden(text) == [], text
    return told


def tags(text: str) -> list[str]:
    """Whatever a reader could take for a tag of ours: look-alike letters folded, invisible characters ignored."""
    return _TAG.findall(_folded(text))


def host_tags(text: str) -> list[str]:
    """Whatever a reader could take for a tag by which hosts mark their own words."""
    return _HOST_TAG.findall(_folded(text))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", "".join(letter for letter in text if not is_invisible(letter))).casefold()


def hidden(text: str) -> list[str]:
    """The characters of a text that its reader cannot see, but for white space, joiners and emoji selectors."""
    return [
        f"U+{ord(letter):04X}"
        for letter in text
        if is_invisible(letter) and letter not in "\n\t\u200c\u200d\ufe0e\ufe0f"
    ]


def within_the_caps(text: str) -> bool:
    """Whether the text stays below both caps."""
    return len(text) <= LARGEST and len(text.encode()) <= LARGEST


def instructs(told: Told, folder: Path, rejected: bool) -> bool:
    """Whether the first 2,000 characters alone name the folder, what to do, and that rejected approaches exist."""
    start = told.text[:2_000]
    return (
        start.startswith("# Project memory\n")
        and f"`{folder}`" in start
        and "- Before a non-trivial task, " in start
        and "- Save new facts about this repository in this folder" in start
        and (not rejected or "do not propose them again" in start)
    )


# Default_Ignorable_Code_Point of Unicode 16, which unicodedata does not hold.
_IGNORABLE = [
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
]


def is_invisible(letter: str) -> bool:
    """Whether a reader of a text sees nothing where the letter stands."""
    code = ord(letter)
    # Line and paragraph separators, controls and lone surrogates have no place in a text, either.
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or any(
        low <= code <= high for low, high in _IGNORABLE
    )
