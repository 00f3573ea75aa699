"""How index and files fit together."""

from __future__ import annotations

from pathlib import Path

from conftest import write
from project_memory.folder import store, survey


def test_survey(tmp_path: Path) -> None:
    index = """# I
- [A](a.md) — a
- [A again](./a.md) — a
- [Dead](gone.md) — x
- [Docs](../docs/d.md) — in the repository
- [Out](../../other/o.md) — out of it
- [Hub](hub.md) — leads on
- [Sub](sub/s.md) — below
"""
    repo = write(
        tmp_path / "repo",
        {
            ".git/HEAD": "",
            "docs/d.md": "",
            "memory/MEMORY.md": index,
            "memory/a.md": "",
            "memory/hub.md": "- [H](h.md)\n- `[N](n.md)`\n",
            "memory/h.md": "",
            "memory/n.md": "",
            "memory/sub/s.md": "[T](t.md)",
            "memory/sub/t.md": "",
            "memory/lost.md": "",
        },
    )
    folder = store.open_folder(str(repo / "memory"))
    found = survey.survey(folder, store.files(folder).stamps)
    assert [entry.target for entry in found.dead] == ["gone.md"]
    assert [entry.target for entry in found.outside] == ["../../other/o.md"]
    assert [entry.line for entry in found.doubled] == [3]
    assert found.unlisted == ["lost.md", "n.md"]
    assert len(found.entries) == 7
