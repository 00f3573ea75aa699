"""How repository text is shown: cleaned, between tags that it cannot close, each line within its limit."""

from __future__ import annotations

import re

from project_memory import limits
from project_memory.folder import clean

# Our own tags and those by which hosts mark their words; also spelled with blanks or full-width brackets.
_TAG = re.compile(
    r"[<＜﹤](?=\s*[/／]?\s*(?:memory-|rejected-|project-|system|antml|function|invoke|tool|user|assistant|human|command|local-command|task))",
    re.IGNORECASE,
)


def text(raw: str) -> str:
    """`raw` as data: cleaned, and with `<` spelled `&lt;` where it would open or close a tag that means something."""
    return _TAG.sub("&lt;", clean.text(raw))


def line(place: str, raw: str, rest: str) -> str:
    """`PLACE: RAW` as one shown line, cut at a word within the limit; `rest` names where the whole stands."""
    return clean.cut(f"{text(clean.line(place))}: {text(clean.line(raw))}", limits.SHOWN_LINE, text(clean.line(rest)))


def path(raw: str) -> str:
    """A folder's path as it is shown; of one that no line can hold, the end."""
    shown = text(clean.line(raw))
    return shown if len(shown) <= limits.SHOWN_LINE else "…" + shown[1 - limits.SHOWN_LINE :]


def between(tag: str, lines: list[str]) -> str:
    """The lines between `<tag>` and `</tag>`."""
    return "\n".join([f"<{tag}>", *lines, f"</{tag}>"])
