"""Rejected approaches: which lines of a memory say that an approach was turned down, and what to quote of them."""

from __future__ import annotations

import re

from project_memory.folder import blocks, clean, verdict
from project_memory.folder.blocks import Block
from project_memory.folder.verdict import LIKELY, NO, RANK, SURE, Trigger

__all__ = ["LIKELY", "NO", "SURE", "Line", "lines"]

# An item or label up to this length is quoted whole; of a longer one the sentence says enough. Characters.
_WHOLE = 1_000

# A file with more candidates is no memory; what is left of it is counted and not judged.
_CANDIDATES = 1_000

_OPEN_LABEL = re.compile(r"(?:[:：]|[:：]\s*\*{1,2})\s*$")
_NOTHING = re.compile(r"\W*(?:none|nothing|n/?a|tbd)\b[^.]{0,20}\W*$", re.IGNORECASE)
_TABLE_RULE = re.compile(r"[\s|:-]+$")
_POINTS_BACK = re.compile(
    r"\W*(?:this|that|it|they|these|those|both|he|she|don['’]t|do not|never|please|not|the answer)\b", re.IGNORECASE
)


class Line:
    """A candidate: `text` is the whole sentence or list item, `line` holds the decisive word, `first`..`last` the text."""

    __slots__ = ("first", "last", "line", "text", "verdict")

    def __init__(self, line: int, first: int, last: int, text: str, verdict: str) -> None:
        self.line = line
        self.first = first
        self.last = last
        self.text = text
        self.verdict = verdict

    @property
    def marked(self) -> bool:
        """Whether the plain rule finds it, too: "rejected" or "don't re-propose", in any case."""
        return verdict.plain(self.text)


def lines(text: str) -> list[Line]:
    """The candidates of one file in order, each with its verdict: `sure`, `likely` or `no`.

    Every line with "rejected" or "don't re-propose" lies in one of them; other wordings appear only when they hold.
    """
    text = clean.text(text)
    if not verdict.promises(text):
        return []
    found: list[Line] = []
    under = _Under()
    for block in _joined(blocks.parse(text)):
        if under.holds(block):
            found.append(Line(block.first, block.first, block.last, blocks.folded(block.text), SURE))
        elif block.kind == blocks.HEADING:
            found += _heading(block, under)
        elif len(found) >= _CANDIDATES:
            if verdict.plain(block.text):
                found.append(_quoted(block, 0, len(block.text), 0, NO))
        elif verdict.promises(block.text):
            judged = _judged(block)
            if judged and judged[-1].verdict == SURE and _OPEN_LABEL.search(block.text):
                under.open(block, True)
            found += judged
    return found


def _joined(parsed: list[Block]) -> list[Block]:
    """The blocks, the items below a short item taken into it: they tell its reasons. A label keeps its list apart."""
    joined: list[Block] = []
    for block in parsed:
        parent = joined[-1] if joined else None
        if (
            parent
            and parent.kind == block.kind == blocks.ITEM
            and block.indent > parent.indent
            and block.first == parent.last + 1
            and len(parent.text) + len(block.text) < _WHOLE
            and not _announces(parent.text)
            and not verdict.promises(block.text)
        ):
            parent.text += "\n" + block.text
            parent.last = block.last
        else:
            joined.append(block)
    return joined


def _announces(text: str) -> bool:
    """Whether an item ends as a label does and holds the word: what stands below it are approaches of their own."""
    return bool(_OPEN_LABEL.search(text)) and verdict.promises(text)


class _Under:
    """Whether a block stands under a heading or label that makes it a rejected approach."""

    def __init__(self) -> None:
        self._parent: Block | None = None
        self._column = -1

    def open(self, block: Block, rejected: bool) -> None:
        """A heading ends what a heading of its level or deeper began; a rejected one begins anew."""
        if rejected or (self._parent and (self._parent.kind != blocks.HEADING or block.indent <= self._parent.indent)):
            self._parent = block if rejected else None
            self._column = -1

    def holds(self, block: Block) -> bool:
        """Whether `block` is content: the items of the first list or the rows of the first table below the parent, or,
        below a heading without either, its paragraphs."""
        parent = self._parent
        if parent is None or block.kind in (blocks.HEADING, blocks.CODE, blocks.HEAD) or _NOTHING.match(block.text):
            return False
        if block.kind in (blocks.ITEM, blocks.ROW):
            if _TABLE_RULE.match(block.text):
                return False
            if self._column < 0:
                if parent.kind == blocks.ITEM and block.indent <= parent.indent:
                    self._parent = None
                    return False
                self._column = block.indent
                # The first row of a table is its header.
                return block.kind == blocks.ITEM
            if block.indent < self._column:
                self._parent = None
            return block.indent == self._column
        if parent.kind != blocks.HEADING or (self._column >= 0 and block.indent <= self._column):
            self._parent = None
            return False
        # A deeper paragraph goes on about its item; one that ends in a colon only announces the list.
        return self._column < 0 and not _OPEN_LABEL.search(block.text)


def _heading(block: Block, under: _Under) -> list[Line]:
    masked = blocks.masked(block.text)
    announces = verdict.announces(masked)
    under.open(block, announces)
    trigger = verdict.best(block.text, masked, block.kind)
    # A heading that only announces says nothing by itself, unless the word would go missing.
    judgement = trigger.verdict if trigger else ""
    if announces:
        judgement = SURE if verdict.plain(block.text) else ""
    return [Line(block.first, block.first, block.last, block.text.strip(), judgement)] if judgement else []


def _judged(block: Block) -> list[Line]:
    """The candidates of a block: one for a short item, else one a sentence; quotes do not overlap."""
    masked = blocks.masked(block.text)
    ends = blocks.sentences(masked)
    starts = [0, *ends[:-1]]
    found: list[Line] = []
    if block.kind != blocks.PARAGRAPH and len(block.text) <= _WHOLE:
        hits = [
            (start, verdict.best(block.text[start:end], masked[start:end], block.kind))
            for start, end in zip(starts, ends)
        ]
        hits = [(start, trigger) for start, trigger in hits if trigger]
        if hits:
            start, trigger = max(hits, key=lambda hit: RANK[hit[1].verdict] if hit[1] else -1)
            if trigger:
                found.append(_quoted(block, 0, len(block.text), start + trigger.start, trigger.verdict))
        return found
    low = reached = 0
    for number, (start, end) in enumerate(zip(starts, ends)):
        trigger = verdict.best(block.text[start:end], masked[start:end], block.kind)
        # What stands before `reached` stands in a label's quote already.
        if trigger is None or start < reached:
            continue
        if trigger.verdict != NO and found and found[-1].verdict != NO and start == reached:
            # Two sentences running on the same matter are one quote.
            reached = _extent(masked, starts, ends, number, trigger)[1]
            previous = found.pop()
            at = start + trigger.start if RANK[trigger.verdict] > RANK[previous.verdict] else None
            joined = _quoted(block, low, reached, at or 0, max(previous.verdict, trigger.verdict, key=RANK.__getitem__))
            joined.line = joined.line if at is not None else previous.line
            found.append(joined)
            continue
        low, high = (start, end) if trigger.verdict == NO else _extent(masked, starts, ends, number, trigger)
        low = max(low, reached)
        found.append(_quoted(block, low, high, start + trigger.start, trigger.verdict))
        reached = high
    return found


def _extent(masked: str, starts: list[int], ends: list[int], number: int, trigger: Trigger) -> tuple[int, int]:
    """From where to where a sentence is quoted: a label goes on to the end of its paragraph as far as a shown line
    reaches, and a sentence that points back brings the one before it."""
    start, end = starts[number], ends[number]
    if trigger.label or _OPEN_LABEL.search(masked[start:end]):
        return start, max(later for later in ends[number:] if later - start <= _WHOLE or later == end)
    if number and _POINTS_BACK.match(masked[start:end]):
        return starts[number - 1], end
    return start, end


def _quoted(block: Block, low: int, high: int, at: int, judgement: str) -> Line:
    quote = block.text[low:high]
    blank = len(quote) - len(quote.lstrip())
    first = block.first + block.text.count("\n", 0, low + blank)
    last = block.first + block.text.count("\n", 0, low + len(quote.rstrip()))
    line = block.first + block.text.count("\n", 0, at)
    return Line(line, first, last, blocks.folded(quote), judgement)
