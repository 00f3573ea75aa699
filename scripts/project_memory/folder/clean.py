"""Memory text made visible: nothing stays in it that a reader cannot see."""

from __future__ import annotations

import re

# These patterns are compiled when a text needs them, which few do; `re` keeps what it has compiled.

# ANSI and OSC sequences go as a whole: without its ESC byte the rest would stay as litter.
_ANSI = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\^_])"

# Joiners are letters' business in Arabic and Indic scripts and smuggle text everywhere else.
_JOINER = "(?<![\u0600-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u0dff])"

# One text or emoji variation selector belongs to the symbol before it; a run of them carries hidden bytes.
_SELECTOR = "(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]|(?m:^)[\ufe0e\ufe0f]"

_TAGS = "[\U000e0000-\U000e0fff]+"

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
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
]
# These separate, so a space takes their place.
_SPACES = "\x0b\x0c\x85\u2028\u2029"

_SUSPECT = (
    "[\r" + _SPACES + "\u200c\u200d\ufe0e\ufe0f" + "".join(f"{chr(low)}-{chr(high)}" for low, high in _GONE) + "]"
)

_CONTROLS = bytes(code for code in range(128) if (code < 32 and code not in (9, 10)) or code == 127)


def text(raw: str) -> str:
    """`raw` with `\\n` line ends and without BOM, ANSI codes, control, bidi, zero-width or tag characters.

    Line numbers are kept.
    """
    # Nearly every text is plain ASCII, for which counting what a translation drops is the fastest look.
    if raw.isascii():
        if len(raw.encode("ascii").translate(None, _CONTROLS)) == len(raw):
            return raw
    elif not re.search(_SUSPECT, raw):
        return raw
    raw = raw.replace("\r\n", "\n").replace("\r", "\n")
    raw = re.sub(_JOINER, "", re.sub(_TAGS, "", re.sub(_ANSI, "", raw)))
    table: dict[int, int | None] = {
        code: None for low, high in _GONE if high < 0xE0000 for code in range(low, high + 1)
    }
    table.update({ord(character): 0x20 for character in _SPACES})
    return re.sub(_SELECTOR, "", raw.translate(table))


def line(raw: str) -> str:
    """`raw` cleaned and on one line, its runs of white space folded."""
    return " ".join(text(raw).split())


def cut(shown: str, limit: int, rest: str) -> str:
    """`shown` when it has at most `limit` characters, else cut at a word and closed by `… (rest in REST)`.

    A REST too long to be named there gives way to `… (cut)`.
    """
    if len(shown) <= limit:
        return shown
    tail = f"… (rest in {rest})"
    if len(tail) > limit // 2:
        tail = "… (cut)"
    room = max(0, limit - len(tail))
    head = shown[:room]
    space = head.rfind(" ")
    # A text without spaces (CJK, one long token) is cut where the room ends.
    return (head[:space] if space > room // 2 else head).rstrip() + tail
