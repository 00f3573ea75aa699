"""The numbers that a reader or more than one file relies on, each with its reason."""

# An index this small costs a session about 1,000 tokens, less than one agent call to read it. Bytes.
INLINE_INDEX = 4 * 1024

# Above this an index no longer reads at a glance, so the keeper is asked to compact it. Bytes.
COMPACT_INDEX = 16 * 1024

# Claude Code replaces a hook's text over 10,000 characters by a file path. Characters.
OUTPUT_CHARACTERS = 9_500

# Codex cuts a hook's text over 10,000 bytes. Bytes of UTF-8.
OUTPUT_BYTES = 9_500

# A subagent gets its task in few words; memory must not drown it. Characters.
SUBAGENT_CHARACTERS = 2_000

# One endless line must not push every other line out. Characters.
SHOWN_LINE = 1_000

# A memory is a page of text; anything larger is a mistake or an attack. Bytes.
MEMORY_BYTES = 1024 * 1024

# A session waits for its start hooks, so a slow disk costs at most this. Seconds, walk and scan together.
WALK_SECONDS = 2.0

# The payload follows the start of the process at once, or never. Seconds.
STDIN_SECONDS = 1.5

# A session that waits longer for another one's cache write is better served by scanning. Seconds.
CACHE_BUSY_SECONDS = 0.25

# Places of left-out lines named one by one before a count has to do.
NAMED_PLACES = 5
