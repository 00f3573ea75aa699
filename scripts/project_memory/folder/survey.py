"""How the index and the files of a folder fit together."""

from __future__ import annotations

import os
import posixpath

from project_memory.folder import index, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from project_memory.folder.index import Entry
    from project_memory.folder.store import Folder


class Survey:
    """`entries` of the index; those that lead nowhere (`dead`), out of the repository (`outside`), or to a target named
    before (`doubled`); and the files that the index does not lead to (`unlisted`), by name."""

    __slots__ = ("dead", "doubled", "entries", "outside", "unlisted")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.dead: list[Entry] = []
        self.outside: list[Entry] = []
        self.doubled: list[Entry] = []
        self.unlisted: list[str] = []


def survey(folder: Folder, names: Iterable[str]) -> Survey:
    """The survey of the files `names` of `folder`; links in a file that the index names count as named, too."""
    files = {name for name in names if name != store.INDEX}
    found = Survey()
    found.entries = index.parse(store.read(folder.file(store.INDEX)) or "")
    listed: set[str] = set()
    for entry in found.entries:
        if entry.target in listed:
            found.doubled.append(entry)
        listed.add(entry.target)
        where = _resolve(folder, entry.target)
        if where == "dead":
            found.dead.append(entry)
        elif where == "outside":
            found.outside.append(entry)
    for hub in sorted(listed & files):
        base = posixpath.dirname(hub)
        text = store.read(folder.file(hub)) or ""
        listed.update(posixpath.normpath(posixpath.join(base, target)) for target in index.links(text))
    found.unlisted = sorted(files - listed)
    return found


def _resolve(folder: Folder, target: str) -> str:
    """Where a target leads: "here" (an existing path in the repository), "outside" of it, or nowhere ("dead")."""
    path = os.path.normpath(os.path.join(folder.path, *target.split("/")))
    if path != folder.boundary and not path.startswith(folder.boundary.rstrip(os.sep) + os.sep):
        return "outside"
    return "here" if os.path.exists(path) else "dead"
