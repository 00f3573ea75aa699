"""Which hook event gets which answer."""

from __future__ import annotations

from project_memory.folder import store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from project_memory.session.state import State

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
    if name not in _TEXTS or (name == "SubagentStart" and not _option(environment, "SUBAGENTS")):
        return None
    folder = store.find(cwd, environment.get("HOME", ""))
    if folder is None:
        return None
    from project_memory.session import state

    text = _TEXTS[name](state.read(folder), payload)
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}


def _session(seen: State, payload: Mapping[str, object]) -> str:
    from project_memory.session import section

    text = section.render(seen).text
    transcript = payload.get("transcript_path")
    if payload.get("source") in _RESUMED and isinstance(transcript, str):
        from project_memory.session import recorded

        earlier = recorded.section(transcript, section.MARKER)
        if earlier is not None:
            return section.after(earlier, text)
    return text


def _subagent(seen: State, payload: Mapping[str, object]) -> str:
    from project_memory.session import subagent

    return subagent.render(seen, str(payload.get("agent_type") or ""))


_TEXTS = {"SessionStart": _session, "SubagentStart": _subagent}


def _option(environment: Mapping[str, str], key: str) -> bool:
    """A userConfig switch: the host exports only what the user has set."""
    return environment.get(f"CLAUDE_PLUGIN_OPTION_{key}", "").strip().lower() not in _OFF
