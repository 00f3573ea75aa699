"""Which of our agents a session is offered, which it can call, and what a subagent is told."""

from __future__ import annotations

import re

import pytest

from . import shipped
from .messages_api import Json, Request
from .places import GENERAL, KEEPER, RECALL, RULES, First, Place

OFFERED = {"none": [], "small": [KEEPER], "large": [KEEPER, RECALL]}

TOOLS = {KEEPER: ["Edit", "Glob", "Grep", "Read", "Write"], RECALL: ["Glob", "Grep", "Read"]}

# A piece of a rejected approach that stands in the memory.
REJECTED = {"small": "a YAML config", "large": "a parallel `/v2/` URL tree"}


def offered(place: Place) -> list[str]:
    """Our agents that a session should know: without the mod none can be hidden."""
    return OFFERED[place.memory] if place.mod else [KEEPER, RECALL]


def answers(request: Request) -> dict[str, Json]:
    """The result of each call, by the agent called."""
    blocks = [block for message in request.body["messages"] for block in message["content"] if isinstance(block, dict)]
    called = {block["id"]: block["input"]["subagent_type"] for block in blocks if block["type"] == "tool_use"}
    return {called[block["tool_use_id"]]: block for block in blocks if block["type"] == "tool_result"}


def called(first: First, kind: str) -> Request:
    """The first request of the agent `kind`."""
    (request,) = (one for one in first.reply.subagents if any(f"{kind}!" in text for text in one.messages("user")))
    return request


def told(request: Request) -> str:
    return "\n".join(request.messages("system"))


def test_agents_are_listed_where_they_have_work(first: First) -> None:
    listed = re.findall(r"^- (project-memory:memory-\w+): ", told(first.reply.main[0]), re.MULTILINE)
    assert sorted(listed) == offered(first.place)


@pytest.mark.parametrize(("memory", "mod"), [("none", True)], indirect=True)
def test_without_a_memory_only_the_skill_is_listed(first: First) -> None:
    request = first.reply.main[0]
    names = re.findall(r"project-memory:[\w-]+", "\n".join([*request.system, *request.messages()]))
    assert names == ["project-memory:project-memory"]


def test_agents_answer_where_they_have_work(first: First) -> None:
    results = answers(first.reply.main[-1])
    assert sorted(results) == sorted([RECALL, KEEPER, GENERAL])
    refused = [kind for kind, result in results.items() if result.get("is_error")]
    assert sorted([*refused, *offered(first.place), GENERAL]) == sorted(results)
    assert all("not found" in str(results[kind]["content"]) for kind in refused)
    assert len(first.reply.subagents) == len(results) - len(refused)


@pytest.mark.parametrize(
    ("memory", "kind"), [("small", KEEPER), ("large", KEEPER), ("large", RECALL)], indirect=["memory"]
)
def test_our_agents_know_their_job_and_the_folder(first: First, kind: str) -> None:
    request = called(first, kind)
    prompt = (first.place.plugin / "agents" / f"{kind.split(':')[1]}.md").read_text("utf-8").split("---\n", 2)[2]
    assert request.system[-1].startswith(prompt.strip())
    assert request.model == "claude-haiku-5-5"
    assert sorted(request.tools) == TOOLS[kind]
    assert not any(RULES in text for text in request.messages())
    assert_told(request, first.place, kind)


@pytest.mark.parametrize("memory", ["small", "large"], indirect=True)
def test_other_agents_know_what_was_rejected(first: First) -> None:
    request = called(first, GENERAL)
    assert any(RULES in text for text in request.messages())
    assert REJECTED[first.place.memory] in told(request)
    assert_told(request, first.place, GENERAL)


@pytest.mark.parametrize("memory", ["none"], indirect=True)
def test_no_agent_is_told_of_a_memory_that_is_not_there(first: First) -> None:
    assert first.reply.subagents
    assert not any("# Project memory" in told(request) for request in first.reply.subagents)


def assert_told(request: Request, place: Place, kind: str) -> None:
    """The agent holds what our hook prints for it, which names the folder, and the section of no session."""
    said = shipped.said(place.plugin, place.repository, "SubagentStart", agent_type=kind)
    assert f"`{place.repository / 'memory'}`" in said
    assert told(request).count(f"SubagentStart hook additional context: {said}") == 1
    assert sum(text.count("# Project memory\n") for text in [*request.system, *request.messages()]) == 1
