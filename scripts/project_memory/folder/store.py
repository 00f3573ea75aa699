"""The files of a memory folder: find, list, read."""

from __future__ import annotations

import os
import stat
import time

from project_memory import limits
from project_memory.errors import ProjectMemoryError

INDEX = "MEMORY.md"

# The first wins where one directory has both.
PLACES = ("memory", os.path.join(".claude", "memory"))

_MARKDOWN = (".md", ".MD", ".Md")

# What a file looked like when it was read: mtime_ns, size, ctime_ns, inode.
Stamp = tuple[int, int, int, int]


class Folder:
    """A memory folder: its real path and the directory that links in it may not leave."""

    __slots__ = ("boundary", "path")

    def __init__(self, path: str, boundary: str) -> None:
        self.path = path
        self.boundary = boundary

    def file(self, name: str) -> str:
        """The path of the file that the folder knows as `name` (`/` between parts)."""
        return os.path.join(self.path, *name.split("/"))


def find(cwd: str, home: str | None = None) -> Folder | None:
    """The nearest folder with a MEMORY.md at or above `cwd`; None when there is none.

    Not above the home folder or a file-system border; links that leave the repository are refused.
    """
    here = os.path.realpath(cwd)
    home = os.path.expanduser("~") if home is None else home
    # A home that is no absolute path is none, and bounds nothing.
    home = os.path.realpath(home) if os.path.isabs(home) else ""
    device = _device(here)
    while True:
        for place in PLACES:
            # ~/.claude is the user's own configuration and belongs to no repository.
            if here == home and place != PLACES[0]:
                continue
            folder = _open(os.path.join(here, place), here)
            if folder:
                return folder
        parent = os.path.dirname(here)
        if here in (home, parent):
            return None
        above = _device(parent)
        if device is not None and above is not None and above != device:
            return None
        device = above if device is None else device
        here = parent


def open_folder(path: str) -> Folder:
    """The folder at `path`, which a person named; ProjectMemoryError when it holds no readable MEMORY.md."""
    if not os.path.isdir(path):
        what = "a file" if os.path.exists(path) else "no such folder"
        raise ProjectMemoryError(f"{path or '(empty)'}: {what}; name the folder that holds {INDEX}")
    folder = _open(path, os.path.dirname(os.path.realpath(path)))
    if folder is None:
        raise ProjectMemoryError(
            f"{path}: no {INDEX} in it, or a link that leaves the repository; name the folder that holds {INDEX}"
        )
    return folder


class Listing:
    """The Markdown files of a folder as name -> stamp, MEMORY.md among them.

    `whole` tells whether the walk came to its end, `digest` changes with every stamp and with every file that comes,
    goes or is renamed.
    """

    __slots__ = ("digest", "stamps", "whole")

    def __init__(self, stamps: dict[str, Stamp], directories: int, whole: bool) -> None:
        self.stamps = stamps
        self.whole = whole
        # Whole numbers hash alike in every process, names do not: a rename shows in the time of its directory.
        self.digest = f"{len(stamps)}-{(sum(map(hash, stamps.values())) + directories) & (1 << 64) - 1:x}"


def files(folder: Folder, deadline: float | None = None) -> Listing:
    """The files of the folder and its subfolders, hidden files and folders passed over. `deadline` is a time.monotonic() value."""
    found: dict[str, Stamp] = {}
    directories = 0
    todo = [(folder.path, "", False)]
    while todo:
        directory, prefix, linked = todo.pop()
        try:
            status = os.stat(directory)
            entries = os.scandir(directory)
        except OSError:
            continue
        directories += hash((status.st_mtime_ns, status.st_ctime_ns, status.st_ino))
        with entries:
            for count, entry in enumerate(entries):
                if deadline is not None and not count & 255 and time.monotonic() > deadline:
                    return Listing(found, directories, False)
                name = entry.name
                if name[0] == ".":
                    continue
                if name.endswith(_MARKDOWN):
                    try:
                        status = entry.stat(follow_symlinks=False)
                        if stat.S_ISLNK(status.st_mode) and _belongs(os.path.realpath(entry.path), folder.boundary):
                            status = entry.stat()
                    except OSError:
                        continue
                    # A link that leaves the repository still has a link's mode here.
                    if stat.S_ISREG(status.st_mode):
                        found[prefix + name] = status.st_mtime_ns, status.st_size, status.st_ctime_ns, status.st_ino
                elif _is_directory(entry):
                    link = entry.is_symlink()
                    # One link deep, and only to what the walk does not reach anyway: no cycle can form.
                    if link and (linked or not _leads_elsewhere(entry.path, folder)):
                        continue
                    todo.append((entry.path, prefix + name + "/", linked or link))
    return Listing(found, directories, True)


def read(path: str) -> str | None:
    """The regular file at `path` as text, up to the limit, undecodable bytes replaced; None when unreadable."""
    data = read_bytes(path)
    return None if data is None else data.decode("utf-8", "replace")


def read_bytes(path: str, limit: int = limits.MEMORY_BYTES) -> bytes | None:
    """At most `limit` bytes of the regular file at `path`; None when unreadable."""
    # O_NONBLOCK: opening a FIFO must not wait for its writer.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except (OSError, ValueError):
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        parts = []
        while limit > 0:
            part = os.read(handle, limit)
            if not part:
                break
            parts.append(part)
            limit -= len(part)
        return b"".join(parts)
    except OSError:
        return None
    finally:
        os.close(handle)


def _open(path: str, directory: str) -> Folder | None:
    """The folder at `path` below `directory`, when its index is a regular file inside the repository."""
    index = os.path.join(path, INDEX)
    try:
        if not stat.S_ISREG(os.stat(index).st_mode):
            return None
    except (OSError, ValueError):
        return None
    boundary = _repository(directory)
    real = os.path.realpath(path)
    if not (_belongs(real, boundary) and _belongs(os.path.realpath(index), boundary)):
        return None
    return Folder(real, boundary)


def _repository(directory: str) -> str:
    """The real path of the git work tree around `directory`; `directory` itself when there is none."""
    here = directory
    while not os.path.lexists(os.path.join(here, ".git")):
        parent = os.path.dirname(here)
        if parent == here:
            return directory
        here = parent
    return here


def _inside(path: str, boundary: str) -> bool:
    return path == boundary or path.startswith(boundary.rstrip(os.sep) + os.sep)


def _belongs(path: str, boundary: str) -> bool:
    """Whether a link may lead to `path`: inside the repository, and not into what git keeps there for itself."""
    return _inside(path, boundary) and ".git" not in path[len(boundary) :].split(os.sep)


def _device(path: str) -> int | None:
    try:
        return os.stat(path).st_dev
    except OSError:
        return None


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _leads_elsewhere(link: str, folder: Folder) -> bool:
    """Whether `link` leads to another part of the same repository: not out of it, not into or around the folder."""
    real = os.path.realpath(link)
    return _belongs(real, folder.boundary) and not _inside(real, folder.path) and not _inside(folder.path, real)
