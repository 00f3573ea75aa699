"""Where a session holds the section, and that it holds it once, whatever became of the session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .client import Client, Reply
from .messages_api import Request
from .places import First, Place

MARKER = "# Project memory\n"
DECISION = "REJECTED (2026-05): naming berths after ships. Ships move."

large = pytest.mark.parametrize("memory", ["large"], indirect=True)


def places_of(text: str, request: Request) -> list[str]:
    """Where the request holds `text`: "prompt" or the role of a message, once for each time."""
    held = [("prompt", one) for one in request.system]
    held += [(role, one) for role in ("system", "user", "assistant") for one in request.messages(role)]
    return [place for place, one in held for _ in range(one.count(text))]


def expected(place: Place) -> list[str]:
    """Where a session holds its one section."""
    if place.memory == "none":
        return []
    return ["prompt"] if place.mod else ["system"]


def last_section(request: Request) -> str:
    """The last of our sections, from its marker on."""
    return "".join([*request.system, *request.messages()]).rpartition(MARKER)[2]


def decide(place: Place) -> Path:
    """A new memory, which tells of DECISION and comes first."""
    path = place.repository / "memory" / "a-berth-names.md"
    path.write_text(f"- {DECISION}\n", "utf-8")
    return path


def assert_held_once(reply: Reply, place: Place) -> None:
    (request,) = reply.requests
    assert places_of(MARKER, request) == expected(place)
    assert places_of(place.section, request) == expected(place)


def test_section_is_what_the_hook_prints(first: First) -> None:
    request = first.reply.main[0]
    assert bool(first.place.section) == (first.place.memory != "none")
    assert places_of(MARKER, request) == expected(first.place)
    if first.place.section:
        assert places_of(first.place.section, request) == expected(first.place)


@pytest.mark.parametrize(("memory", "mod"), [("small", True), ("large", True)], indirect=True)
def test_section_ends_the_cached_prompt(first: First) -> None:
    block = first.reply.main[0].body["system"][-1]
    assert block["text"].endswith("\n\n" + first.place.section)
    assert block["cache_control"] == {"type": "ephemeral"}


def test_section_stays_through_a_session(first: First) -> None:
    prompts = [request.system for request in first.reply.main]
    assert len(prompts) > 1
    assert all(prompt == prompts[0] for prompt in prompts)
    assert all(places_of(MARKER, request) == expected(first.place) for request in first.reply.main)


def cleared_and_resumed(client: Client, place: Place) -> Iterator[Reply]:
    with client.conversation(place.repository, *place.loads) as conversation:
        yield conversation.say("one")
        assert not conversation.say("/clear").requests
        reply = conversation.say("two")
        yield reply
    for prompt in ("three", "four"):
        yield client.ask(place.repository, prompt, "--resume", reply.session, *place.loads)


def compacted_and_resumed(client: Client, place: Place) -> Iterator[Reply]:
    with client.conversation(place.repository, *place.loads) as conversation:
        yield conversation.say("one")
        assert conversation.say("/compact").requests
        reply = conversation.say("two")
        yield reply
    yield client.ask(place.repository, "three", "--resume", reply.session, *place.loads)


@pytest.mark.parametrize(
    ("memory", "story"),
    [("small", cleared_and_resumed), ("large", cleared_and_resumed), ("large", compacted_and_resumed)],
    indirect=["memory"],
    ids=["small, cleared and resumed", "large, cleared and resumed", "large, compacted and resumed"],
)
def test_section_is_held_once(story: Callable[[Client, Place], Iterator[Reply]], client: Client, place: Place) -> None:
    for reply in story(client, place):
        assert_held_once(reply, place)


@large
def test_a_fork_is_told_in_its_messages(first: First) -> None:
    """Its transcript is not there yet and names no parent, so what the recorded prompt holds cannot be known."""
    fork = ("--resume", first.reply.session, "--fork-session")
    (request,) = first.client.ask(first.place.repository, "two", *fork, *first.place.loads).requests
    assert places_of(first.place.section, request) == (["prompt", "system"] if first.place.mod else ["system"])


@pytest.mark.parametrize("memory", ["none"], indirect=True)
def test_nothing_is_said_of_a_memory_that_is_not_there(client: Client, place: Place) -> None:
    with client.conversation(place.repository, *place.loads) as conversation:
        replies = [conversation.say(prompt) for prompt in ("one", "/clear", "two", "/compact", "three")]
    replies.append(client.ask(place.repository, "four", "--resume", replies[-1].session, *place.loads))
    requests = [request for reply in replies for request in reply.requests]
    assert len(requests) >= 5
    assert not any(places_of(MARKER, request) for request in requests)


@large
def test_section_is_held_once_by_an_older_model(client: Client, place: Place) -> None:
    (request,) = client.ask(place.repository, "one", "--model", "claude-sonnet-4-5", *place.loads).requests
    assert places_of(MARKER, request) == ["prompt" if place.mod else "user"]
    assert places_of(place.section, request) == ["prompt" if place.mod else "user"]


@large
def test_compacted_session_holds_what_changed(client: Client, place: Place) -> None:
    with client.conversation(place.repository, *place.loads) as conversation:
        conversation.say("one")
        decide(place)
        conversation.say("/compact")
        (request,) = conversation.say("two").requests
    assert places_of(MARKER, request) == expected(place)
    assert places_of(DECISION, request) == expected(place)


@large
def test_resumed_session_learns_what_changed(client: Client, place: Place) -> None:
    start = client.ask(place.repository, "one", *place.loads)
    decide(place)
    (request,) = client.ask(place.repository, "two", "--resume", start.session, *place.loads).requests
    assert places_of(MARKER, request) == [*expected(place), "system"]
    assert places_of(DECISION, request) == ["system"]
    assert places_of(f"{MARKER}This section is newer", request) == ["system"]


@large
def test_resumed_session_learns_what_changed_back(client: Client, place: Place) -> None:
    start = client.ask(place.repository, "one", *place.loads)
    resume = ("--resume", start.session, *place.loads)
    decision = decide(place)
    assert DECISION in last_section(client.ask(place.repository, "two", *resume).requests[0])
    decision.unlink()
    assert DECISION not in last_section(client.ask(place.repository, "three", *resume).requests[0])
