"""What was learned from a folder's files, kept in SQLite outside the repository; it may vanish at any time."""

from __future__ import annotations

import binascii
import os
import sys

from project_memory import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from project_memory.folder.store import Listing, Stamp

else:
    try:
        # The module behind sqlite3 without its adapters of dates, which cost a start 3 ms and no row of ours needs.
        import _sqlite3 as sqlite3
    except ImportError:
        import sqlite3

_SCHEMA = (
    "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE listing (digest TEXT NOT NULL)",
    "CREATE TABLE files (name TEXT PRIMARY KEY, mtime_ns INTEGER, size INTEGER, ctime_ns INTEGER, inode TEXT, learned TEXT)"
    " WITHOUT ROWID",
)


def directory() -> str:
    """Where caches live: the plugin's data folder, else the user's cache folder."""
    if os.environ.get("CLAUDE_PLUGIN_DATA"):
        return os.environ["CLAUDE_PLUGIN_DATA"]
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "project-memory")


def path(folder: str) -> str:
    """The cache file of the folder at the real path `folder`."""
    name = os.fsencode(folder)
    # Two checksums only spread the names; the folder's path inside decides whose cache it is.
    digest = f"{binascii.crc32(name):08x}{binascii.crc32(name[::-1]):08x}"
    return os.path.join(directory(), f"{digest}.sqlite3")


class Cache:
    """The rows of one folder, for one version of the rules that learned them.

    It never raises: a cache that cannot be used knows nothing and keeps nothing, and a broken file is removed.
    """

    def __init__(self, folder: str, rules: str) -> None:
        self._path = path(folder)
        self._about = {"folder": os.fsencode(folder).hex(), "rules": rules}
        self._db: sqlite3.Connection | None = None
        try:
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            self._db = sqlite3.connect(self._path, timeout=limits.CACHE_BUSY_SECONDS, isolation_level=None)
            if not self._is_ours(self._db):
                self._rebuild(self._db)
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    def read(self, listing: Listing) -> tuple[dict[str, str], dict[str, Stamp] | None]:
        """What was learned from the files that held something, and the stamps of all files known when that was learned.

        The stamps are None when every file of `listing` is known and unchanged. All of it is of one moment.
        """
        if self._db is None:
            return {}, {}
        try:
            self._db.execute("BEGIN")
            learned = dict(self._db.execute("SELECT name, learned FROM files WHERE learned IS NOT NULL").fetchall())
            stamps = None
            if not self._agrees(self._db, listing):
                rows = self._db.execute("SELECT name, mtime_ns, size, ctime_ns, inode FROM files").fetchall()
                stamps = {name: (mtime, size, ctime, int(inode)) for name, mtime, size, ctime, inode in rows}
            self._db.execute("COMMIT")
            return learned, stamps
        except (TypeError, ValueError):
            self._fail(sqlite3.DatabaseError("a row that no version of ours wrote"))
        except sqlite3.Error as error:
            self._fail(error)
        return {}, {}

    def update(self, changed: Mapping[str, tuple[Stamp, str | None]], gone: list[str], digest: str) -> None:
        """Keep `changed` (name -> stamp, learned), forget `gone`, and note the digest ("" when rows are missing)."""
        if self._db is None:
            return
        # A name that is no valid text (undecodable bytes) is scanned every time. An inode may pass SQLite's integers.
        rows = [
            (name, *stamp[:3], str(stamp[3]), learned) for name, (stamp, learned) in changed.items() if _is_text(name)
        ]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("DELETE FROM files WHERE name = ?", [(name,) for name in gone])
            self._db.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._db.execute("DELETE FROM listing")
            if digest and len(rows) == len(changed):
                self._db.execute("INSERT INTO listing VALUES (?)", (digest,))
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._fail(error)

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _agrees(self, db: sqlite3.Connection, listing: Listing) -> bool:
        """Whether the rows are those of this listing; in a large folder a tenth of comparing every stamp."""
        if not listing.whole:
            return False
        kept = db.execute("SELECT digest, (SELECT count(*) FROM files) FROM listing").fetchall()
        return kept == [(listing.digest, len(listing.stamps))]

    def _fail(self, error: Exception) -> None:
        """Let go of the database; remove it unless the trouble lies elsewhere (locked, read-only, no room)."""
        self.close()
        passing = ("locked", "busy", "readonly", "unable to open", "disk", "full", "permission")
        if isinstance(error, sqlite3.Error) and not (
            isinstance(error, sqlite3.OperationalError) and any(word in str(error) for word in passing)
        ):
            for suffix in ("", "-journal"):
                try:
                    os.unlink(self._path + suffix)
                except OSError:
                    pass

    def _is_ours(self, db: sqlite3.Connection) -> bool:
        """Whether the file was written for this folder by these rules."""
        try:
            return dict(db.execute("SELECT key, value FROM about")) == self._about
        except sqlite3.OperationalError as error:
            if "no such" in str(error):
                return False
            raise

    def _rebuild(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        # Another session may have rebuilt it while this one waited.
        if not self._is_ours(db):
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                db.execute('DROP TABLE "' + table.replace('"', '""') + '"')
            for statement in _SCHEMA:
                db.execute(statement)
            db.executemany("INSERT INTO about VALUES (?, ?)", self._about.items())
        db.execute("COMMIT")


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
