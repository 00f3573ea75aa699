"""Memory text made visible: nothing stays in it that a reader cannot see."""

from __future__ import annotations

import re

# ANSI and OSC sequences go as a whole: without its ESC byte the rest would stay as litter.
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")

_NEWLINE = re.compile(r"\r\n?")

# Joiners are letters' business in Arabic and Indic scripts and smuggle text everywhere else.
_JOINER = re.compile("(?<![\u0600-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u0dff])")

# One text or emoji variation selector belongs to the symbol before it; a run of them carries hidden bytes.
_SELECTOR = re.compile("(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]|^[\ufe0e\ufe0f]", re.MULTILINE)

_GONE = [
    (0x00, 0x08),
    (0x0E, 0x1F),
    (0x7F, 0x84),
    (0x86, 0x9F),
    (0xAD, 0xAD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200B),
    (0x200E, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xD800, 0xDFFF),
    (0xFE00, 0xFE0D),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF9, 0xFFFB),
    (0xE0000, 0xE0FFF),
]
_TABLE: dict[int, int | None] = {code: None for low, high in _GONE if low < 0xE0000 for code in range(low, high + 1)}
# These separate, so a space takes their place.
_TABLE.update(dict.fromkeys((0x0B, 0x0C, 0x85, 0x2028, 0x2029), 0x20))
_TAGS = re.compile("[\U000e0000-\U000e0fff]+")

_SUSPECT = re.compile(
    "[\r\x0b\x0c\x85\u200c\u200d\u2028\u2029\ufe0e\ufe0f"
    + "".join(f"{chr(low)}-{chr(high)}" for low, high in _GONE)
    + "]"
)


def text(raw: str) -> str:
    """`raw` with `\\n` line ends and without BOM, ANSI codes, control, bidi, zero-width or tag characters.

    Line numbers are kept.
    """
    if not _SUSPECT.search(raw):
        return raw
    raw = _NEWLINE.sub("\n", raw)
    if "\x1b" in raw:
        raw = _ANSI.sub("", raw)
    if raw.isascii():
        return raw.translate(_TABLE)
    return _SELECTOR.sub("", _JOINER.sub("", _TAGS.sub("", raw).translate(_TABLE)))


def line(raw: str) -> str:
    """`raw` cleaned and on one line, its runs of white space folded."""
    return " ".join(text(raw).split())


def cut(shown: str, limit: int, rest: str) -> str:
    """`shown` when it has at most `limit` characters, else cut at a word and closed by `… (rest in REST)`."""
    if len(shown) <= limit:
        return shown
    tail = f"… (rest in {rest})"
    room = max(0, limit - len(tail))
    head = shown[:room]
    space = head.rfind(" ")
    # A text without spaces (CJK, one long token) is cut where the room ends.
    return (head[:space] if space > room // 2 else head).rstrip() + tail
