"""The hook of these tests: like the common one, with byte code that was compiled before."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Hook


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bytecode")


@pytest.fixture
def hook(hook: Hook, bytecode: Path) -> Hook:
    # Compiling takes longer than all else that a hook does, and its data folder is a new one in each test.
    data = Path(hook.environment["CLAUDE_PLUGIN_DATA"])
    data.mkdir()
    (data / "bytecode").symlink_to(bytecode)
    return hook
