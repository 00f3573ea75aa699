"""Which hook event gets which answer."""

from __future__ import annotations

from project_memory.folder import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from project_memory.folder.store import Folder

# The starts of a session whose system prompt was recorded by an earlier one.
_RESUMED = ("resume", "fork")

_OFF = ("0", "false", "no", "off")


def enabled(environment: Mapping[str, str]) -> bool:
    """Whether anything is injected at all: the user's option (on by default) and PROJECT_MEMORY_DISABLE."""
    disable = environment.get("PROJECT_MEMORY_DISABLE", "").strip().lower()
    return not (disable and disable not in _OFF) and _option(environment, "ENABLED")


def answer(
    name: str, cwd: str, payload: Mapping[str, object], environment: Mapping[str, str]
) -> dict[str, object] | None:
    """The hook output for the event `name` in `cwd`; None when there is nothing to say."""
    if name not in ("SessionStart", "SubagentStart"):
        return None
    folder = store.find(cwd, environment.get("HOME"))
    if name == "SessionStart":
        text = _session(folder, payload)
    else:
        text = _subagent(folder, str(payload.get("agent_type") or ""), _option(environment, "SUBAGENTS"))
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}} if text else None


def _session(folder: Folder | None, payload: Mapping[str, object]) -> str:
    transcript = payload.get("transcript_path")
    resumed = payload.get("source") in _RESUMED and isinstance(transcript, str)
    if folder is None and not resumed:
        return ""
    from project_memory.session import recorded, section, state

    text = section.render(state.read(folder)).text if folder else section.GONE
    if resumed:
        told = recorded.told(str(transcript), section.MARKER)
        if folder is None and not told.last:
            return ""
        return section.after(told, text)
    return text


def _subagent(folder: Folder | None, agent: str, switched_on: bool) -> str:
    from project_memory.session import state, subagent

    # Our own agents need the folder to do their job at all.
    if folder is None or not (switched_on or agent in subagent.OURS):
        return ""
    return subagent.render(state.read(folder), agent)


def _option(environment: Mapping[str, str], key: str) -> bool:
    """A userConfig switch: the host exports only what the user has set."""
    return environment.get(f"CLAUDE_PLUGIN_OPTION_{key}", "").strip().lower() not in _OFF
