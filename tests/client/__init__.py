"""The real Claude Code client, run against a Messages API on loopback."""
