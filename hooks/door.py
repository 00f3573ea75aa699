"""The one door for hosts: a hook's event comes in as JSON, one JSON object or nothing goes out.

It fails open, here at the bottom: whatever goes wrong, stdout stays empty, one line goes to stderr, and the exit
code is 0. Only an interpreter that is too old leaves another code, so that the next one on the path is tried.
"""

import sys

if sys.version_info < (3, 9):
    sys.exit(49)

import _thread
import gc
import json
import os
import time

PLUGIN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Nothing here lives long enough to be worth collecting.
gc.disable()
sys.path.insert(0, os.path.join(PLUGIN, "scripts"))
if os.environ.get("CLAUDE_PLUGIN_DATA"):
    # Byte code stays out of the plugin: hosts trust a plugin by the hash of its files, and its folder may be read-only.
    sys.pycache_prefix = os.path.join(os.environ["CLAUDE_PLUGIN_DATA"], "bytecode")
else:
    sys.dont_write_bytecode = True


def main(argv: list[str]) -> None:
    """Answer the event on stdin; `argv[1]` names it where the payload does not."""
    from project_memory.session import event

    # Switched off, nothing is read: neither stdin nor the disk.
    if not event.enabled(os.environ):
        return
    payload = payload_from_stdin()
    name = payload.get("hook_event_name") or (argv[1] if len(argv) > 1 else "")
    cwd = payload.get("cwd") or os.environ.get("CLAUDE_PROJECT_DIR") or os.environ.get("PWD") or os.getcwd()
    answer = event.answer(str(name), str(cwd), payload, os.environ)
    if answer:
        data = json.dumps(answer).encode("ascii")
        while data:
            data = data[os.write(1, data) :]


def payload_from_stdin() -> dict[str, object]:
    """The JSON object on stdin as a dict, {} when none comes in time; the host may keep stdin open after it."""
    from project_memory import limits

    parts: list[bytes] = []
    more = _thread.allocate_lock()
    more.acquire()

    def read() -> None:
        part = b"-"
        while part:
            try:
                part = os.read(0, 65536)
            except OSError:
                part = b""
            parts.append(part)
            if more.locked():
                more.release()

    try:
        if os.isatty(0):
            return {}
    except OSError:
        return {}
    _thread.start_new_thread(read, ())
    deadline = time.monotonic() + limits.STDIN_SECONDS
    while more.acquire(timeout=max(0.0, deadline - time.monotonic())):
        # In this order: what comes in between makes no end of a part.
        ended = b"" in parts
        data = b"".join(parts)
        if ended or data.rstrip().endswith(b"}"):
            try:
                payload = json.loads(data.decode("utf-8-sig", "replace"))
                return payload if isinstance(payload, dict) else {}
            except ValueError:
                if ended:
                    return {}
    return {}


if __name__ == "__main__":
    try:
        main(sys.argv)
    except BaseException as error:
        try:
            # The class says enough: a message could quote a memory.
            os.write(2, ("project-memory: hook failed: %s\n" % type(error).__name__).encode("ascii", "replace"))
        except OSError:
            pass
    # A thread may still wait for a stdin that never ends.
    os._exit(0)
