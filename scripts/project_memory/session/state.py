"""What a session start needs to know of a folder, read through the cache."""

from __future__ import annotations

import binascii
import json
import os
import time

from project_memory import limits
from project_memory.folder import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from project_memory.folder.cache import Cache
    from project_memory.folder.store import Folder, Listing, Stamp

INLINE = "inline"
POINTER = "pointer"
COMPACT = "compact"


class Quote:
    """A candidate line of the file `file`: `line` holds its decisive word, `first`..`last` the whole text."""

    __slots__ = ("file", "first", "last", "line", "text", "verdict")

    def __init__(self, file: str, line: int, first: int, last: int, text: str, verdict: str) -> None:
        self.file = file
        self.line = line
        self.first = first
        self.last = last
        self.text = text
        self.verdict = verdict


class State:
    """A folder as a session start sees it.

    `index` is inline, pointer or compact; `index_text` is None when it is not inlined. `rejected` comes sure ones
    first, `otherwise` holds the candidates that were judged to be no rejected approaches. `unread` names files that
    could not be read, `unseen` counts those that the time did not suffice for (None: the walk itself did not end).
    """

    __slots__ = (
        "conflicted",
        "folder",
        "index",
        "index_bytes",
        "index_text",
        "memories",
        "otherwise",
        "rejected",
        "unread",
        "unseen",
    )

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.index = POINTER
        self.index_bytes = 0
        self.index_text: str | None = None
        self.memories = 0
        self.conflicted = False
        self.rejected: list[Quote] = []
        self.otherwise: list[Quote] = []
        self.unread: list[str] = []
        self.unseen: int | None = 0


def read(folder: Folder, seconds: float = limits.WALK_SECONDS) -> State:
    """The state of `folder` now. A cache that fails in any way is passed over; the answer is the same without it."""
    deadline = time.monotonic() + seconds
    state = State(folder)
    listing = store.files(folder, deadline)
    state.memories = len(listing.stamps) - (store.INDEX in listing.stamps)
    _read_index(state, listing.stamps.get(store.INDEX))
    learned, unread, left = _learned(folder, listing, deadline)
    state.unread = sorted({*state.unread, *unread})
    state.unseen = left if listing.whole else None
    for name in sorted(learned):
        for line, first, last, text, verdict, target in learned[name]:
            # An index line that hints at what its own file tells in full would only repeat it.
            if target and any(row[4] != "no" for row in learned.get(target, ())):
                continue
            quote = Quote(name, line, first, last, text, verdict)
            (state.otherwise if verdict == "no" else state.rejected).append(quote)
    # Stable: within a verdict the order of files and lines stays, the index last.
    state.rejected.sort(key=lambda quote: (quote.verdict != "sure", quote.file == store.INDEX))
    return state


# Of each candidate its line, first and last line, text, verdict; and of an index line that only hints at a rejected
# approach the file it points at, else "".
Learned = list[tuple[int, int, int, str, str, str]]


def _read_index(state: State, stamp: Stamp | None) -> None:
    data = store.read_bytes(state.folder.file(store.INDEX))
    if data is None:
        state.unread.append(store.INDEX)
        return
    # What was read counts, not what a stamp said a moment before; only an index over the read limit needs its stamp.
    state.index_bytes = max(len(data), stamp[1]) if stamp and len(data) >= limits.MEMORY_BYTES else len(data)
    state.conflicted = b"<<<<<<<" in data and _is_conflicted(data.decode("utf-8", "replace"))
    if state.index_bytes <= limits.INLINE_INDEX:
        state.index = INLINE
        state.index_text = data.decode("utf-8", "replace")
    elif state.index_bytes > limits.COMPACT_INDEX:
        state.index = COMPACT


def _is_conflicted(text: str) -> bool:
    from project_memory.folder import index

    return index.conflicted(text)


def _learned(folder: Folder, listing: Listing, deadline: float) -> tuple[dict[str, Learned], list[str], int]:
    """The candidates of every file that has some, the files that could not be read, and how many time ran out for."""
    cache = _open_cache(folder)
    kept, known = cache.read(listing) if cache else ({}, {})
    if cache and known is None:
        found = {name: learned for name, text in kept.items() for learned in [_loaded(text)] if learned is not None}
        if len(found) == len(kept) and found.keys() <= listing.stamps.keys():
            cache.close()
            return found, [], 0
    found = {}
    known = known or {}
    changed: dict[str, tuple[Stamp, str | None]] = {}
    unread: list[str] = []
    left = 0
    for name, stamp in listing.stamps.items():
        if known.get(name) == stamp:
            if name not in kept:
                continue
            learned = _loaded(kept[name])
            if learned is not None:
                found[name] = learned
                continue
        if changed and time.monotonic() > deadline:
            left += 1
            continue
        text = store.read(folder.file(name))
        if text is None:
            unread.append(name)
            continue
        learned = _scan(name, text)
        changed[name] = (stamp, json.dumps(learned, separators=(",", ":")) if learned else None)
        if learned:
            found[name] = learned
    if cache:
        # A walk that did not end says nothing about what is gone.
        gone = [name for name in known if name not in listing.stamps] if listing.whole else []
        complete = listing.whole and not unread and not left
        cache.update(changed, gone, listing.digest if complete else "")
        cache.close()
    return found, unread, left


def _open_cache(folder: Folder) -> Cache | None:
    """The cache of the folder; None where the interpreter comes without sqlite3."""
    try:
        from project_memory.folder.cache import Cache
    except ImportError:
        return None
    return Cache(folder.path, _rules())


def _loaded(learned: str) -> Learned | None:
    """The candidates as they were kept; None when the row cannot be what was written."""
    try:
        rows = json.loads(learned)
        return [(int(a), int(b), int(c), str(d), str(e), str(f)) for a, b, c, d, e, f in rows]
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def _scan(name: str, text: str) -> Learned:
    # Its patterns take 20 ms to compile, which a start with a warm cache does not pay.
    from project_memory.folder import rejected

    learned: Learned = []
    for line in rejected.lines(text):
        target = _target(line.text) if name == store.INDEX and line.verdict != "no" and not line.marked else ""
        learned.append((line.line, line.first, line.last, line.text, line.verdict, target))
    return learned


def _target(row: str) -> str:
    from project_memory.folder import index

    return next((entry.target for entry in index.parse(row)), "")


def _rules() -> str:
    """A stamp of the rules that judge lines: it changes with their source, so no row outlives them."""
    from project_memory import folder

    here = os.path.dirname(folder.__file__ or "")
    parts = []
    for module in ("rejected.py", "verdict.py", "blocks.py", "clean.py", "index.py", "cache.py"):
        with open(os.path.join(here, module), "rb") as source:
            parts.append(f"{binascii.crc32(source.read()):08x}")
    return "-".join(parts)
