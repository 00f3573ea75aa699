"""The real client, the plugin with and without its mod, and places for sessions."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import places, shipped
from .client import Client
from .messages_api import MessagesApi, agent, script
from .places import GENERAL, KEEPER, RECALL, First, Place


@pytest.fixture(scope="session")
def claude() -> Path:
    """The client's binary, which comes with the package claude-agent-sdk."""
    if sys.version_info < (3, 10):
        pytest.skip("claude-agent-sdk, which brings the client, needs Python 3.10")
    found = importlib.util.find_spec("claude_agent_sdk")
    assert found and found.origin, "claude-agent-sdk is not installed"
    binary = Path(found.origin).parent / "_bundled" / "claude"
    assert binary.is_file(), f"{binary}: this build of claude-agent-sdk brings no client"
    return binary


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin, to be read only."""
    return shipped.copy(tmp_path_factory.mktemp("plugin") / "with-mod")


@pytest.fixture(scope="session")
def plugin_without_mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin without its mod, to be read only."""
    return shipped.copy_without_mod(tmp_path_factory.mktemp("plugin") / "without-mod")


@pytest.fixture
def api() -> Iterator[MessagesApi]:
    with MessagesApi() as server:
        yield server


@pytest.fixture
def client(claude: Path, tmp_path: Path, api: MessagesApi) -> Client:
    """A client that was never started before."""
    return Client(claude, tmp_path / "client", api)


@pytest.fixture(scope="session", params=places.MEMORIES)
def memory(request: pytest.FixtureRequest) -> str:
    """The memory of the repository: none, small or large."""
    return str(request.param)


@pytest.fixture(scope="session", params=[True, False], ids=["with mod", "without mod"])
def mod(request: pytest.FixtureRequest) -> bool:
    """Whether the client knows mods."""
    return bool(request.param)


@pytest.fixture
def place(memory: str, mod: bool, plugin: Path, plugin_without_mod: Path, tmp_path: Path) -> Place:
    """A place of the test's own."""
    return places.make(tmp_path, memory, mod, plugin if mod else plugin_without_mod)


@pytest.fixture(scope="session")
def first(
    memory: str,
    mod: bool,
    plugin: Path,
    plugin_without_mod: Path,
    claude: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[First]:
    """The first session in such a place, in which the model calls three agents; tests only look at it."""
    root = tmp_path_factory.mktemp("first")
    place = places.make(root, memory, mod, plugin if mod else plugin_without_mod)
    with MessagesApi() as server:
        client = Client(claude, root / "client", server)
        prompt = script([agent(kind, "seen") for kind in (RECALL, KEEPER, GENERAL)])
        yield First(place, client, client.ask(place.repository, prompt, *place.loads))
