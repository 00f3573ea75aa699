"""The index of a folder: its entries, read from and written as Markdown lines."""

from __future__ import annotations

import posixpath
import re

from project_memory.folder import blocks

_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)(.{1,400}?)(?<!`)\1(?!`)")
_LINK = re.compile(
    r"(?<![!\\])\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))+))"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_WIKI = re.compile(r"(?<!!)\[\[([^\[\]|#\n]+)(?:#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
_CODE_FILE = re.compile(r"`([^`\s][^`\n]*?\.md)`")
_BARE_FILE = re.compile(r"(?<![\w/.\[(<`-])((?:[\w.-]+/)*[\w.-]+\.md)\b(?![/\w])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_DASH = re.compile(r"^[\s*_]*(?:—|–|-{1,2}|:|：|→|\|)\s*")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_CONFLICT = re.compile(r"^(?:<{7}(?: .*)?|\|{7}(?: .*)?|={7}|>{7}(?: .*)?)$")


class Entry:
    """A line of the index that points at a file. `target` is the path relative to the folder, `line` counts from 1."""

    __slots__ = ("hook", "line", "target", "title")

    def __init__(self, title: str, target: str, hook: str = "", line: int = 0) -> None:
        self.title = title
        self.target = target
        self.hook = hook
        self.line = line


def parse(text: str) -> list[Entry]:
    """The entries of an index in any of the forms people write, in order; several links on one line give several.

    Links in code spans and fences, to other sites and to parts of the same page count for nothing; a file name in
    backticks or bare, and a [[wiki link]], count on a line that holds no other link.
    """
    entries: list[Entry] = []
    for number, row in prose(text):
        if not _CONFLICT.match(row):
            entries.extend(_entries(row, number))
    return entries


def format(entry: Entry) -> str:
    """The entry as an index line of the standard form, without its newline."""
    title = re.sub(r"([\[\]\\])", r"\\\1", " ".join(entry.title.split()))
    target = entry.target
    if re.search(r"[\s()<>\\%#?]", target):
        # Angle brackets carry spaces; what would end or unquote the target is quoted.
        target = "<" + re.sub(r"[\n<>\\%#?]", lambda m: f"%{ord(m.group()):02X}", target) + ">"
    hook = " ".join(entry.hook.split())
    return f"- [{title}]({target})" + (f" — {hook}" if hook else "")


def links(text: str) -> list[str]:
    """The targets of all relative links of a text, normalised, code left out."""
    return [
        target
        for _, row in prose(text)
        for match in _LINK.finditer(_mask(row))
        for target in [_target(match)]
        if target
    ]


def conflicted(text: str) -> bool:
    """Whether merge conflict markers stand in the text: an opening one with a closing one after it."""
    opened = False
    for _, row in prose(text):
        if row.startswith("<<<<<<<") and _CONFLICT.match(row):
            opened = True
        elif opened and row.startswith(">>>>>>>") and _CONFLICT.match(row):
            return True
    return False


def prose(text: str) -> list[tuple[int, str]]:
    """The lines outside code fences with their numbers from 1."""
    rows: list[tuple[int, str]] = []
    fence = ""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, row in enumerate(text.split("\n"), 1):
        fence, fenced = blocks.fence_after(fence, row)
        if not fenced:
            rows.append((number, row))
    return rows


def _entries(row: str, number: int) -> list[Entry]:
    masked = _mask(row)
    found = [(m, _target(m), m.group(1)) for m in _LINK.finditer(masked)]
    if not found:
        found = [(m, _wiki(m.group(1)), m.group(2) or m.group(1)) for m in _WIKI.finditer(masked)]
    if not found:
        found = [(m, _normal(m.group(1)), "") for m in _CODE_FILE.finditer(row)]
    if not found:
        found = [(m, _normal(m.group(1)), "") for m in _BARE_FILE.finditer(masked)]
    entries = []
    for at, (match, target, title) in enumerate(found):
        if not target:
            continue
        end = found[at + 1][0].start() if at + 1 < len(found) else len(row)
        # The mask hides code in a link's text, so the text is taken from the row.
        shown = re.sub(r"\\([\[\]\\])", r"\1", row[match.start(1) : match.end(1)]) if match.re is _LINK else title
        entries.append(
            Entry(_plain(shown) or _before(row, match, target), target, _after(row[match.end() : end]), number)
        )
    return entries


def _before(row: str, match: re.Match[str], target: str) -> str:
    """The title of an entry whose link has none: the text before it, else the file name."""
    # A title stands right before its link, so a little of the row is enough.
    before = _BULLET.sub("", row[: match.start()][-400:]).rstrip()
    before = re.sub(r"(?:—|–|-|:|：|→|\()$", "", before).strip("| ")
    return _plain(before) or posixpath.basename(target)[:-3]


def _after(rest: str) -> str:
    """The hook of an entry: what follows its link, without the dash and a table's closing bar."""
    rest = _DASH.sub("", rest.strip().rstrip("|").strip())
    if rest.startswith("(") and rest.endswith(")") and rest.count("(") == 1:
        rest = rest[1:-1]
    return "" if rest.strip("*_ |") == "" else rest.strip()


def _plain(title: str) -> str:
    return " ".join(title.strip().strip("*_").strip("`").split())


def _mask(row: str) -> str:
    """The row with code spans blanked out at the same length, the text of a link excepted."""
    return _CODE.sub(lambda m: m.group(1) + "\x00" * len(m.group(2)) + m.group(1), row)


def _target(match: re.Match[str]) -> str:
    raw = match.group(2) if match.group(2) is not None else match.group(3)
    return "" if "\x00" in raw or _SCHEME.match(raw) or raw.startswith(("#", "/")) else _normal(raw)


def _wiki(slug: str) -> str:
    slug = slug.strip()
    return _normal(slug if slug.endswith(".md") else slug + ".md")


def _normal(raw: str) -> str:
    """The path a target names, relative to the folder: no `./`, fragment, query or percent signs."""
    path = raw.split("#", 1)[0].split("?", 1)[0]
    if "%" in path:
        # 5 ms that a session start only pays where a target needs it.
        from urllib.parse import unquote

        path = unquote(path)
    path = path.replace("\\", "/").strip()
    return posixpath.normpath(path) if path else ""
