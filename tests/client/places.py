"""Where a session starts: a repository with its memory, and the plugin that is loaded there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

from . import git, shipped
from .client import Client, Reply

_HARBOR = shipped.ROOT / "examples" / "harbor"

# The memory folders, by the name that tests give them.
MEMORIES = {"none": None, "small": _HARBOR / "small" / "tiny" / "memory", "large": _HARBOR / "memory"}

# The agents that a first session calls, all in one reply.
RECALL = "project-memory:memory-recall"
KEEPER = "project-memory:memory-keeper"
GENERAL = "general-purpose"

# What the repository's CLAUDE.md says.
RULES = "Answer in the harbour's own tongue."


class Place(NamedTuple):
    """A repository with the memory of this name, a plugin with or without its mod, and what its start hook prints."""

    memory: str
    mod: bool
    repository: Path
    plugin: Path
    section: str

    @property
    def loads(self) -> tuple[str, str]:
        """The arguments by which a client loads the plugin."""
        return "--plugin-dir", str(self.plugin)


class First(NamedTuple):
    """A place, and what came of the first session that a client had in it."""

    place: Place
    client: Client
    reply: Reply


def make(root: Path, memory: str, mod: bool, plugin: Path) -> Place:
    """A new repository below `root`."""
    repository = root / "repository"
    repository.mkdir()
    git.run(repository, "init")
    (repository / "CLAUDE.md").write_text(RULES + "\n", "utf-8")
    source = MEMORIES[memory]
    if source:
        shutil.copytree(source, repository / "memory")
    return Place(memory, mod, repository, plugin, shipped.said(plugin, repository, "SessionStart", source="startup"))
