"""What the user can turn off, in each way that the client offers for it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from .client import Client, Reply
from .messages_api import Request, agent, script
from .places import GENERAL, Place

ID = "project-memory@project-memory"

pytestmark = pytest.mark.parametrize(("memory", "mod"), [("large", True)], ids=["large"], indirect=True)


def run(client: Client, *arguments: str, stdin: str = "") -> str:
    done = client.run(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(client: Client, place: Place, *arguments: str) -> None:
    run(client, "plugin", "install", "project-memory", "--marketplace", str(place.plugin), *arguments)


def at_install(client: Client, place: Place) -> None:
    install(client, place, "--config", "enabled=false")


def by_configure(client: Client, place: Place) -> None:
    install(client, place)
    run(client, "plugin", "configure", ID, "--values-stdin", stdin='{"enabled": "false"}')


def in_settings(client: Client, place: Place) -> None:
    install(client, place)
    path = client.home / ".claude" / "settings.json"
    options = {"pluginConfigs": {ID: {"options": {"enabled": False}}}}
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **options}), "utf-8")


def ask(client: Client, place: Place, *arguments: str) -> Reply:
    """A session that calls one subagent."""
    reply = client.ask(place.repository, script(agent(GENERAL, "seen")), *arguments)
    assert len(reply.subagents) == 1
    return reply


def told(requests: list[Request]) -> bool:
    """Whether one of them holds a text of ours."""
    return any("# Project memory\n" in text for request in requests for text in [*request.system, *request.messages()])


WAYS = [at_install, by_configure, in_settings]


@pytest.mark.parametrize("turn_off", WAYS, ids=lambda way: way.__name__)
def test_off_is_off(turn_off: Callable[[Client, Place], None], client: Client, place: Place) -> None:
    turn_off(client, place)
    assert not told(ask(client, place).requests)


def test_environment_turns_it_off(client: Client, place: Place) -> None:
    client.environment["PROJECT_MEMORY_DISABLE"] = "1"
    assert not told(ask(client, place, *place.loads).requests)


def test_subagents_alone_can_be_left_out(client: Client, place: Place) -> None:
    install(client, place, "--config", "subagents=false")
    reply = ask(client, place)
    assert told(reply.main)
    assert not told(reply.subagents)


def test_what_nobody_turned_off_is_on_and_shown_as_on(client: Client, place: Place) -> None:
    install(client, place)
    reply = ask(client, place)
    assert told(reply.main)
    assert told(reply.subagents)
    shown = json.loads(run(client, "plugin", "configure", ID, "--json"))
    assert shown["inputs"] == {"enabled": "true", "subagents": "true"}
