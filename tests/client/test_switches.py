"""What the user can turn off, in the ways that the client offers for it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from .client import Client, Reply
from .messages_api import Request, agent, script
from .places import Place

ID = "project-memory@project-memory"

pytestmark = pytest.mark.parametrize(("memory", "mod"), [("large", True)], ids=["large"])


def install(client: Client, place: Place, *options: str) -> None:
    for command in (["marketplace", "add", str(place.plugin)], ["install", ID, *options]):
        done = client.run("plugin", *command)
        assert done.returncode == 0, done.stdout + done.stderr


def by_install(client: Client, place: Place, option: str) -> None:
    install(client, place, "--config", f"{option}=false")


def by_configure(client: Client, place: Place, option: str) -> None:
    install(client, place)
    done = client.run("plugin", "configure", ID, "--values-stdin", stdin=json.dumps({option: "false"}))
    assert done.returncode == 0, done.stdout + done.stderr


def by_settings(client: Client, place: Place, option: str) -> None:
    install(client, place)
    path = client.home / ".claude" / "settings.json"
    settings = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**settings, "pluginConfigs": {ID: {"options": {option: False}}}}), "utf-8")


def ask(client: Client, place: Place, *arguments: str) -> Reply:
    return client.ask(place.repository, script(agent("general-purpose", "seen")), *arguments)


def told(requests: list[Request]) -> bool:
    """Whether one of them holds a text of ours."""
    return any("# Project memory\n" in text for request in requests for text in [*request.system, *request.messages()])


ways = pytest.mark.parametrize("turn_off", [by_install, by_configure, by_settings], ids=lambda way: way.__name__)


@ways
def test_enabled_off_silences_all(turn_off: Callable[[Client, Place, str], None], client: Client, place: Place) -> None:
    turn_off(client, place, "enabled")
    reply = ask(client, place)
    assert len(reply.subagents) == 1
    assert not told(reply.requests)


def test_subagents_off_silences_subagents(client: Client, place: Place) -> None:
    by_configure(client, place, "subagents")
    reply = ask(client, place)
    assert len(reply.subagents) == 1
    assert not told(reply.subagents)
    assert told(reply.main)


def test_environment_silences_all(client: Client, place: Place) -> None:
    client.environment["PROJECT_MEMORY_DISABLE"] = "1"
    reply = ask(client, place, *place.loads)
    assert len(reply.subagents) == 1
    assert not told(reply.requests)


def test_untouched_options_show_as_on(client: Client, place: Place) -> None:
    install(client, place)
    shown = json.loads(client.run("plugin", "configure", ID, "--json").stdout)
    assert shown["inputs"] == {"enabled": "true", "subagents": "true"}
    assert told(client.ask(place.repository, "hello").main)
