"""How repository text is shown: cleaned, without secrets, between tags that it cannot close, each line in its limit."""

from __future__ import annotations

import re

from project_memory import limits
from project_memory.folder import clean, secrets

# The longest name of a file that stands whole beside its quote. Characters.
_PLACE = 300

# Our own tags and those by which hosts mark their words.
_TAG = r"(?i)(?:memory-|rejected-|project-|system|antml|function|invoke|tool|user|assistant|human|command|local-command|task)"
_BRACKETS = "<＜﹤"
_SLASHES = ("/", "／", "⁄", "∕")
_HYPHENS = "[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]"

# How far behind a bracket a tag's name may begin and end. Characters.
_TAG_REACH = 60


def text(raw: str) -> str:
    """`raw` as data: cleaned, secrets withheld, `<` spelled `&lt;` where it would open or close a tag with a meaning."""
    shown = secrets.masked(clean.text(raw))
    # Patterns are compiled where a bracket stands, which few lines hold.
    if not any(bracket in shown for bracket in _BRACKETS):
        return shown
    return re.sub(f"[{_BRACKETS}]", lambda match: "&lt;" if _is_tag(shown, match.end()) else match.group(), shown)


def _is_tag(shown: str, start: int) -> bool:
    """Whether the name of a tag follows, also in letters and marks that only look like its own."""
    start = _past_blanks(shown, start)
    if shown[start : start + 1] in _SLASHES:
        start = _past_blanks(shown, start + 1)
    ahead = shown[start : start + _TAG_REACH]
    if not ahead.isascii():
        # 1 ms that only such a text pays.
        from unicodedata import normalize

        ahead = re.sub(_HYPHENS, "-", normalize("NFKC", ahead.replace("\ufe0e", "").replace("\ufe0f", "")))
    return bool(re.match(_TAG, ahead))


def _past_blanks(shown: str, start: int) -> int:
    while start < len(shown) and (shown[start].isspace() or shown[start] in "\ufe0e\ufe0f"):
        start += 1
    return start


def line(file: str, number: int, raw: str) -> str:
    """`FILE:NUMBER: RAW` as one shown line, cut at a word within the limit."""
    file = _ending(text(clean.line(file)), _PLACE)
    # What lies far behind the cut is not looked at; a secret or tag across the cut still is.
    return clean.cut(f"{file}:{number}: {text(clean.line(raw[: 4 * limits.SHOWN_LINE]))}", limits.SHOWN_LINE, file)


def path(raw: str) -> str:
    """A folder's path in backticks; of one that no line can hold, the end."""
    shown = _ending(text(clean.line(raw)), limits.SHOWN_LINE)
    fence = "`"
    while fence in shown:
        fence += "`"
    blank = " " if len(fence) > 1 else ""
    return f"{fence}{blank}{shown}{blank}{fence}"


def _ending(shown: str, limit: int) -> str:
    return shown if len(shown) <= limit else "…" + shown[1 - limit :]


def between(tag: str, lines: list[str]) -> str:
    """The lines between `<tag>` and `</tag>`."""
    return "\n".join([f"<{tag}>", *lines, f"</{tag}>"])
