"""What a session and its subagents are told."""
