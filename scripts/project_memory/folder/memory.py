"""One memory file: its head and its body."""

from __future__ import annotations

import re

_KEY = re.compile(r"([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?(?:[ \t]+#.*)?$")
_COMMENT = re.compile(r"(?:^|[ \t])#.*$")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "e": "\x1b", "a": "\a", "b": "\b", "_": "\xa0", "N": "\x85"}


class Head:
    """What the frontmatter says; every field is "" when absent. `lines` counts the frontmatter with both its fences."""

    __slots__ = ("description", "lines", "name", "status", "type")

    def __init__(self, name: str = "", description: str = "", type: str = "", status: str = "", lines: int = 0) -> None:
        self.name = name
        self.description = description
        self.type = type
        self.status = status
        self.lines = lines


def head(text: str) -> Head:
    """The head of a memory, read line by line so that invalid YAML costs nothing; an empty Head when there is none.

    `type` and `status` count at top level or one level down (`metadata:`); the top level wins.
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].rstrip() != "---":
        return Head()
    end = next((n for n in range(1, len(lines)) if lines[n].rstrip() in ("---", "...")), 0)
    if not end:
        return Head()
    fields: dict[str, str] = {}
    nested: dict[str, str] = {}
    at = 1
    while at < end:
        row = lines[at]
        at += 1
        match = _KEY.match(row.strip())
        if not match or row.lstrip()[:1] in ("#", "-"):
            continue
        indent = len(row) - len(row.lstrip())
        below = at
        while below < end and (not lines[below].strip() or _indent(lines[below]) > indent):
            below += 1
        key, value = match.group(1), (match.group(2) or "").strip()
        if value or _is_scalar(lines[at:below]):
            value = _value(value, lines[at:below])
            at = below
        target = nested if indent else fields
        # YAML keeps the last of a doubled key.
        target[key.lower()] = value
    return Head(
        fields.get("name", ""),
        fields.get("description", ""),
        fields.get("type") or nested.get("type", ""),
        fields.get("status") or nested.get("status", ""),
        end + 1,
    )


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def _is_scalar(below: list[str]) -> bool:
    """Whether the deeper lines under an empty value go on with text and not with keys or a list."""
    first = next((row.strip() for row in below if row.strip()), "")
    return bool(first) and not _KEY.match(first) and first[0] not in "-#"


def _value(first: str, below: list[str]) -> str:
    """The scalar that starts with `first` and may go on in the deeper lines `below`, folded into one string."""
    if _BLOCK.match(first):
        rows = [row.strip() for row in below]
        return ("\n" if first[0] == "|" else " ").join(rows).strip()
    if first[:1] in ('"', "'"):
        whole = " ".join([first, *(row.strip() for row in below if row.strip())])
        return _quoted(whole)
    rows = [first, *(row.strip() for row in below)]
    plain = " ".join(_COMMENT.sub("", row).strip() for row in rows if row and not row.startswith("#"))
    return "" if plain in ("~", "null") else plain.strip()


def _quoted(whole: str) -> str:
    """The content of a quoted scalar; the text as it stands when its quote never closes."""
    mark = whole[0]
    if mark == "'":
        match = re.match(r"'((?:[^']|'')*)'", whole)
        return match.group(1).replace("''", "'") if match else whole
    match = re.match(r'"((?:[^"\\]|\\.)*)"', whole)
    return _ESCAPE.sub(_unescape, match.group(1)) if match else whole


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if code[0] in "xuU" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else "\ufffd"
    return _ESCAPES.get(code, code)
