"""The plugin as a package: valid, tested, cheap, installable, and left by sessions as it was."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from . import git, places, shipped
from .client import Client, Reply
from .messages_api import MessagesApi, agent, script
from .places import GENERAL, Place

# What the names and descriptions of the skill and the agents may cost every session. Tokens.
ALWAYS_ON = 300

# Where git finds what it is told to clone from here. The domain leads nowhere.
ADDRESS = "https://git.invalid/project-memory.git"

# A folder name that breaks whatever is not quoted.
ODD = "O'Brien's (alte) Plug-ins für $HOME"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the plugin, to be written to."""
    return shipped.copy(tmp_path / ODD / "plugin")


def succeed(client: Client, *arguments: str, before: tuple[str, ...] = ()) -> str:
    """What `claude plugin` prints for these arguments."""
    done = client.run(*before, "plugin", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def assert_works(reply: Reply, place: Place) -> None:
    """The session holds the section, and its subagent the text for subagents."""
    (subagent,) = reply.subagents
    assert reply.main[0].system[-1].endswith(place.section)
    assert any("# Project memory\n" in text for text in subagent.messages("system"))


def test_plugin_is_valid_and_its_directory_would_take_it(client: Client, copy: Path) -> None:
    done = client.run("plugin", "validate", "--strict", "--profile", "directory", "--json", str(copy))
    report = json.loads(done.stdout)
    assert report["success"], report
    assert report["directory"]["profile"] == "directory"
    assert not report["directory"]["findings"]
    assert done.returncode == 0


def test_tests_of_the_mod_pass(client: Client, copy: Path) -> None:
    passed = re.search(r"^ *(\d+) pass$", succeed(client, "test", str(copy)), re.MULTILINE)
    assert passed
    assert int(passed.group(1)) > 0


def test_installed_from_a_folder(client: Client, copy: Path, tmp_path: Path) -> None:
    succeed(client, "marketplace", "add", str(copy))
    succeed(client, "install", "project-memory@project-memory")
    place = places.make(tmp_path, "large", True, copy)
    assert_works(client.ask(place.repository, script(agent(GENERAL))), place)


def test_installed_from_git(claude: Path, api: MessagesApi, copy: Path, tmp_path: Path) -> None:
    for command in (["init"], ["add", "--all"], ["commit", "-m", "All"]):
        git.run(copy, *command)
    client = Client(claude, tmp_path / ODD / "client", api)
    (client.home / ".gitconfig").write_text(f'[url "{copy.as_uri()}"]\n\tinsteadOf = {ADDRESS}\n', "utf-8")
    succeed(client, "install", "project-memory", "--marketplace", ADDRESS)
    place = places.make(tmp_path, "large", True, copy)
    assert_works(client.ask(place.repository, script(agent(GENERAL))), place)
    (installed,) = (client.home / ".claude" / "plugins" / "cache").glob("*/project-memory/*/hooks/door.py")
    assert ODD in str(installed)


def test_always_on_cost_is_small(client: Client, plugin: Path) -> None:
    shown = succeed(client, "details", "project-memory", before=("--plugin-dir", str(plugin)))
    cost = re.search(r"Always-on: +~(\d+) tok", shown)
    assert cost
    assert 0 < int(cost.group(1)) <= ALWAYS_ON


def test_sessions_leave_everything_as_it_was(client: Client, copy: Path, tmp_path: Path) -> None:
    place = places.make(tmp_path, "large", True, copy)
    before = shipped.files(place.plugin), shipped.files(place.repository)
    with client.conversation(place.repository, *place.loads) as conversation:
        assert_works(conversation.say(script(agent(GENERAL))), place)
        conversation.say("/compact")
        conversation.say("/clear")
    assert (shipped.files(place.plugin), shipped.files(place.repository)) == before
