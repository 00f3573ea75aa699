"""The memory folder on disk: finding it, reading it, understanding its files."""
