"""The hooks of hooks/hooks.json as the processes that hosts start."""
