"""The stand-in itself: it follows scripts and keeps requests."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest

from .messages_api import SPENT, Json, MessagesApi, agent, call, reply, script


def user(text: str) -> Json:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


REPLY: Json = {"role": "assistant", "content": []}
RESULT: Json = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "done"}]}
TWO_STEPS = user("Go. " + script("first", "second"))


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        ([user("hello")], SPENT),
        ([TWO_STEPS], "first"),
        ([TWO_STEPS, REPLY, RESULT], "second"),
        ([TWO_STEPS, REPLY, RESULT, REPLY, RESULT], SPENT),
        ([TWO_STEPS, REPLY, user(script("third"))], "third"),
        ([{"role": "user", "content": script("plain")}], "plain"),
        ([TWO_STEPS, {"role": "system", "content": script("not a prompt")}], "first"),
    ],
    ids=["no script", "first step", "second step", "spent", "newer script", "plain content", "system message"],
)
def test_reply_follows_the_newest_script(messages: list[Json], text: str) -> None:
    assert reply({"messages": messages}) == [{"type": "text", "text": text}]


def test_reply_calls_tools_and_nests_scripts() -> None:
    said, read, look = reply({"messages": [user(script(["both", call("Read", file_path="/a"), agent("helper", "x")]))]})
    assert said == {"type": "text", "text": "both"}
    assert (read["type"], read["name"], read["input"]) == ("tool_use", "Read", {"file_path": "/a"})
    assert reply({"messages": [user(look["input"]["prompt"])]}) == [{"type": "text", "text": "x"}]


def post(api: MessagesApi, path: str, body: Json) -> str:
    request = urllib.request.Request(api.url + path, json.dumps(body).encode(), {"x-claude-code-agent-id": "a1"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=10) as answer:
        return str(answer.read().decode())


def test_server_answers_whole_and_in_a_stream(api: MessagesApi) -> None:
    body = {"model": "m", "system": [{"type": "text", "text": "s"}], "tools": [{"name": "T"}], "messages": [TWO_STEPS]}
    whole = json.loads(post(api, "/v1/messages?beta=true", body))
    assert (whole["content"], whole["stop_reason"]) == ([{"type": "text", "text": "first"}], "end_turn")
    stream = post(api, "/v1/messages", {**body, "stream": True})
    assert [line[7:] for line in stream.splitlines() if line.startswith("event: ")] == [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    kept = api.requests
    assert [(one.model, one.system, one.tools, one.agent) for one in kept] == [("m", ["s"], ["T"], "a1")] * 2


def test_server_counts_tokens_and_refuses_the_rest(api: MessagesApi) -> None:
    assert json.loads(post(api, "/v1/messages/count_tokens", {"messages": []}))["input_tokens"] > 0
    with pytest.raises(urllib.error.HTTPError, match="404") as caught:
        post(api, "/v1/files", {})
    caught.value.close()
    assert not api.requests
