"""Markdown as blocks and sentences, with the lines they stand on."""

from __future__ import annotations

import re

HEAD = "head"
CODE = "code"
HEADING = "heading"
ROW = "row"
ITEM = "item"
PARAGRAPH = "paragraph"

_FENCE = re.compile(r"\s{0,12}(`{3,}|~{3,})(.*)$")
_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?=\S)")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+\S")
_ROW = re.compile(r"\s*\|.*\|\s*$")
# Bounded, so that a text of nothing but backticks costs no more than any other.
_SPAN = re.compile(r"(?<!`)(`{1,3})(?!`)(.{1,400}?)(?<!`)\1(?!`)", re.DOTALL)
_URL = re.compile(r"(?<=\])\([^()\s]*\)|\bhttps?://\S+")
_SENTENCE = re.compile(
    r"(?<=[.!?…])[\"'”’)\]*_]*(?:\s+(?=[^a-z\s])|\n\s*|$)"
    r"|(?<=[。！？])[」』）)\"'”’*_]*\s*"
    r"|(?<=[:;])\s*\n\s*(?=[-*+•\d])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|etc|approx|cf|no|resp|ca|incl|esp|st|mr|ms|dr)|^\s*(?:[-*+]\s+)?\d+)\.$", re.IGNORECASE
)

# A block with more sentences is no prose.
_SENTENCES = 500

# Stands in masked text for each character of code or of a link's target.
MASK = "\x01"


class Block:
    """A piece of Markdown that belongs together: `first`..`last` are its lines from 1, `indent` the columns before an
    item or the level of a heading."""

    __slots__ = ("first", "indent", "kind", "last", "rows", "text")

    def __init__(self, kind: str, first: int, text: str, indent: int = 0) -> None:
        self.kind = kind
        self.first = first
        self.last = first
        self.rows = [text]
        self.text = text
        self.indent = indent

    def extend(self, row: str) -> None:
        """Take in the next line; `text` follows when parse() is done."""
        self.rows.append(row)
        self.last += 1


def parse(text: str) -> list[Block]:
    """The blocks of a text with `\\n` line ends. Every line that is not blank is in exactly one of them."""
    rows = text.split("\n")
    body = _head_length(rows)
    blocks: list[Block] = []
    current: Block | None = None
    fence = ""
    for number, row in enumerate(rows, 1):
        if number <= body:
            # A line of the head that starts at the margin starts a field.
            if current is None or row[:1].strip():
                current = Block(HEAD, number, row)
                blocks.append(current)
            else:
                current.extend(row)
            if number == body:
                current = None
            continue
        fence, fenced = fence_after(fence, row)
        if fenced:
            blocks.append(Block(CODE, number, row))
            current = None
            continue
        if not row.strip():
            current = None
            continue
        heading, item = _HEADING.match(row), _ITEM.match(row)
        if heading:
            blocks.append(Block(HEADING, number, row, len(heading.group(1))))
            current = None
        elif _ROW.match(row):
            blocks.append(Block(ROW, number, row))
            current = None
        elif item:
            current = Block(ITEM, number, row, len(item.group(1).expandtabs(4)))
            blocks.append(current)
        elif current is not None:
            current.extend(row)
        else:
            current = Block(PARAGRAPH, number, row, len(row) - len(row.lstrip()))
            blocks.append(current)
    for block in blocks:
        block.text = "\n".join(block.rows)
    return blocks


def fence_after(fence: str, row: str) -> tuple[str, bool]:
    """The fence that is open after `row` when `fence` was before it ("" for none), and whether the row is code."""
    mark = _FENCE.match(row)
    if fence:
        closes = mark and mark.group(1).startswith(fence) and not mark.group(2).strip()
        return "" if closes else fence, True
    # A row of ``` that closes itself is a code span.
    if mark and not (mark.group(1)[0] == "`" and "`" in mark.group(2)):
        return mark.group(1), True
    return "", False


def masked(text: str) -> str:
    """The text with code spans, link targets and addresses blanked out by MASK, at the same length."""
    if "`" in text:
        text = _SPAN.sub(lambda m: m.group(1) + MASK * len(m.group(2)) + m.group(1), text)
    return _URL.sub(lambda m: MASK * len(m.group()), text)


def sentences(text: str) -> list[int]:
    """Where each sentence ends; the last end is the length of the text, however many sentences are left."""
    ends: list[int] = []
    for match in _SENTENCE.finditer(text):
        if len(ends) >= _SENTENCES:
            break
        if match.end() and not _ABBREVIATION.search(text[max(0, match.start() - 12) : match.start()]):
            ends.append(match.end())
    if not ends or ends[-1] != len(text):
        ends.append(len(text))
    return ends


def folded(text: str) -> str:
    """The text on one line, as it stands otherwise."""
    return " ".join(row.strip() for row in text.split("\n")).strip()


def _head_length(rows: list[str]) -> int:
    """How many lines the frontmatter takes with both its fences; 0 without one."""
    if rows[0].rstrip() != "---":
        return 0
    return next((number for number in range(2, len(rows) + 1) if rows[number - 1].rstrip() in ("---", "...")), 0)
