"""What the transcript of a resumed session holds of our sections.

Claude Code sends the recorded system prompt of a resumed session again, byte for byte, so a section that the mod had
moved there is still in it; what a start hook said stands in the messages until they are compacted.
"""

from __future__ import annotations

import json
import os
import stat
import time

# A transcript that takes longer to read is treated as one without sections: told twice beats not told. Seconds.
_SECONDS = 1.0


class Told:
    """The section in the system prompt ("" when there is none) and those in the messages since they were compacted."""

    __slots__ = ("messages", "prompt")

    def __init__(self) -> None:
        self.prompt = ""
        self.messages: list[str] = []

    @property
    def last(self) -> str:
        """The section that the session was told last; "" when none was told."""
        return self.messages[-1] if self.messages else self.prompt


def told(transcript: str, marker: str) -> Told:
    """The sections, texts whose first line is `marker`, that the transcript says were told."""
    found = Told()
    deadline = time.monotonic() + _SECONDS
    try:
        # Opening a FIFO would wait for its writer.
        handle = os.open(transcript, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return found
            for line in file:
                if time.monotonic() > deadline:
                    return Told()
                if b'"prompt_snapshot"' in line:
                    sections = _sections(line, "prompt_snapshot", "systemPrompt", marker)
                    if sections is not None:
                        found.prompt = sections[0] if sections else ""
                elif b'"hook_additional_context"' in line:
                    found.messages += _sections(line, "hook_additional_context", "content", marker) or []
                elif b'"compact_boundary"' in line:
                    found.messages = []
    except (OSError, ValueError):
        return Told()
    return found


def _sections(line: bytes, kind: str, field: str, marker: str) -> list[str] | None:
    """Our sections in a row that is an attachment of this kind to the main thread; None for any other row."""
    try:
        row = json.loads(line)
        attachment = row["attachment"]
        if attachment["type"] != kind or row.get("isSidechain"):
            return None
        texts = attachment[field]
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(texts, list):
        return None
    return [text for text in texts if isinstance(text, str) and text.startswith(marker + "\n")]
