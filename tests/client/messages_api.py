"""A loopback stand-in for the Messages API: it keeps every request and answers by the script in the newest prompt.

A script is a list of steps, written into a prompt by `script`. A step is a text, a tool call made by `call`, or a list
of those that forms one reply. Step n answers the request in which n replies follow the prompt; a prompt without a
script, and one whose script is spent, is answered with SPENT. A subagent's prompt may hold a script of its own.
"""

from __future__ import annotations

import base64
import json
import re
import threading
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Union

Json = dict[str, Any]
Step = Union[str, Json, list[Union[str, Json]]]

SPENT = "ok"

_SCRIPT = re.compile(r"@@script ([A-Za-z0-9+/=]+)@@")


def script(*steps: Step) -> str:
    """The steps as a piece of prompt; base64, so that scripts nest without quoting."""
    return f"@@script {base64.b64encode(json.dumps(steps).encode()).decode()}@@"


def call(tool: str, **arguments: object) -> Json:
    """A step in which the model calls `tool`."""
    return {"name": tool, "input": arguments}


def agent(kind: str, *steps: Step) -> Json:
    """A step in which the model calls the agent `kind` by its name, waits for it, and has it follow `steps`."""
    prompt = f"{kind}! {script(*steps)}"
    return call("Agent", description="look", prompt=prompt, subagent_type=kind, run_in_background=False)


class Request:
    """A request for a reply, as the client sent it; `agent` is the id of the subagent it came from, "" for none."""

    def __init__(self, body: Json, agent: str = "") -> None:
        self.body = body
        self.agent = agent

    @property
    def model(self) -> str:
        return str(self.body["model"])

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.body.get("tools", [])]

    @property
    def system(self) -> list[str]:
        """The texts of the system prompt."""
        return list(_texts(self.body.get("system", [])))

    def messages(self, role: str = "") -> list[str]:
        """The texts of all messages, or of those with the role `role`; results of tools among them."""
        messages = self.body["messages"]
        return [text for message in messages if role in ("", message["role"]) for text in _texts(message["content"])]


class MessagesApi(ThreadingHTTPServer):
    """The server; as a context manager it serves until the block ends."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[Request] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> MessagesApi:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self.server_close()


def reply(body: Json) -> list[Json]:
    """The content blocks that answer a request."""
    steps, replies = _script(body["messages"])
    step = steps[replies] if replies < len(steps) else SPENT
    return [_block(part) for part in (step if isinstance(step, list) else [step])]


def _script(messages: list[Json]) -> tuple[list[Step], int]:
    """The newest script, empty when there is none, and the number of replies since."""
    replies = 0
    for message in reversed(messages):
        if message["role"] == "assistant":
            replies += 1
        found = _SCRIPT.findall("\n".join(_texts(message["content"]))) if message["role"] == "user" else []
        if found:
            return json.loads(base64.b64decode(found[-1])), replies
    return [], replies


def _texts(content: str | list[Json]) -> Iterator[str]:
    if isinstance(content, str):
        yield content
        return
    for block in content:
        if block["type"] == "text":
            yield block["text"]
        elif block["type"] == "tool_result":
            yield from _texts(block.get("content", ""))


def _block(part: str | Json) -> Json:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:24]}", **part}


def _message(body: Json, blocks: list[Json]) -> Json:
    stop = "tool_use" if any(block["type"] == "tool_use" for block in blocks) else "end_turn"
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": blocks,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {
            "input_tokens": _tokens(body),
            "output_tokens": 10,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        },
    }


def _tokens(body: Json) -> int:
    """A guess that is good enough for the client's own accounts: four characters a token."""
    return len(json.dumps(body)) // 4


def _events(message: Json) -> Iterator[Json]:
    """The message as the events of a stream."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = {**block, "text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty, delta = (
                {**block, "input": {}},
                {"type": "input_json_delta", "partial_json": json.dumps(block["input"])},
            )
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stop, "usage": message["usage"]}
    yield {"type": "message_stop"}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: MessagesApi

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        path = self.path.partition("?")[0]
        if path == "/v1/messages/count_tokens":
            self._answer(200, {"input_tokens": _tokens(body)})
        elif path == "/v1/messages":
            self.server.requests.append(Request(body, self.headers.get("x-claude-code-agent-id", "")))
            message = _message(body, reply(body))
            if body.get("stream"):
                self._stream(message)
            else:
                self._answer(200, message)
        else:
            self._refuse()

    def do_GET(self) -> None:
        self._refuse()

    def do_HEAD(self) -> None:
        self._answer(200, {})

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed: the requests are kept."""

    def _refuse(self) -> None:
        error = {"type": "not_found_error", "message": f"{self.path} is not served here"}
        self._answer(404, {"type": "error", "error": error})

    def _stream(self, message: Json) -> None:
        lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message)]
        self._send(200, "text/event-stream", "".join(lines).encode())

    def _answer(self, code: int, answer: Json) -> None:
        self._send(code, "application/json", json.dumps(answer).encode())

    def _send(self, code: int, kind: str, data: bytes) -> None:
        self.send_response(code)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.send_header("request-id", f"req_{uuid.uuid4().hex[:24]}")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)
