"""The one exception whose message is shown to the user."""


class ProjectMemoryError(Exception):
    """Says what is wrong, where, and what to do; the door prints it after `project-memory: `."""
