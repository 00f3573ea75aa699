"""What the transcript of a resumed session has recorded of our section.

Claude Code sends the recorded system prompt of a resumed session again, byte for byte, so a section that the mod had
moved there is still in it, whatever the start hook says now.
"""

from __future__ import annotations

import json
import os
import stat
import time

_SNAPSHOT = b'"type":"prompt_snapshot"'
_BLOCK = 1024 * 1024

# A transcript too long to search in this time is treated as one without a section: told twice beats not told. Seconds.
_SECONDS = 1.0


def section(transcript: str, marker: str) -> str | None:
    """The section in the newest recorded system prompt, a text whose first line is `marker`; None when there is none."""
    line = _newest_snapshot(transcript)
    if line is None:
        return None
    try:
        prompt = json.loads(line)["attachment"]["systemPrompt"]
        return next((text for text in prompt if isinstance(text, str) and text.startswith(marker + "\n")), None)
    except (ValueError, KeyError, TypeError):
        return None


def _newest_snapshot(transcript: str) -> bytes | None:
    """The last line of the transcript that records a system prompt, searched from the end."""
    deadline = time.monotonic() + _SECONDS
    try:
        # Opening a FIFO would wait for its writer.
        handle = os.open(transcript, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return None
            start = file.seek(0, os.SEEK_END)
            tail = b""
            while start > 0 and time.monotonic() < deadline:
                size = min(_BLOCK, start)
                start -= size
                file.seek(start)
                block = file.read(size) + tail
                found = block.rfind(_SNAPSHOT)
                if found >= 0:
                    begin = block.rfind(b"\n", 0, found) + 1
                    if begin or not start:
                        file.seek(start + begin)
                        return file.readline()
                # What precedes the first line end belongs to a line that began earlier.
                tail = block if found >= 0 else block[: block.find(b"\n") + 1 or len(block)]
    except (OSError, ValueError):
        return None
    return None
