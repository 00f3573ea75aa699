"""What every test may use: the project's paths, and its hooks as the processes that hosts start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
HARBOR = ROOT / "examples" / "harbor"
CORPUS = Path(os.environ.get("PROJECT_MEMORY_CORPUS") or ROOT.parent / "shared" / "corpus").resolve()

sys.path.insert(0, str(ROOT / "scripts"))


# How long an example takes is the machine's business; a test asserts what comes out.
settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")


class Hook:
    """A hook of hooks/hooks.json, run as its command stands there, in an environment that holds nothing else."""

    def __init__(self, home: Path, data: Path, plugin: Path = ROOT) -> None:
        self.plugin = plugin
        self.environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}/usr/bin{os.pathsep}/bin",
            "HOME": str(home),
            "CLAUDE_PLUGIN_ROOT": str(plugin),
            "CLAUDE_PLUGIN_DATA": str(data),
        }

    def command(self, event: str) -> str:
        hooks = json.loads((self.plugin / "hooks" / "hooks.json").read_text(encoding="utf-8"))["hooks"]
        command: str = hooks[event][0]["hooks"][0]["command"]
        return command

    def run(self, event: str, payload: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
        """The finished process; `payload` is sent as JSON unless it is bytes."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        return subprocess.run(
            ["sh", "-c", self.command(event)],
            input=data,
            capture_output=True,
            env={**self.environment, **environment},
            timeout=30,
            check=False,
        )

    def context(self, event: str, cwd: Path, **fields: str) -> str:
        """The text that the hook adds in `cwd`; "" when it prints nothing."""
        done = self.run(event, {"hook_event_name": event, "cwd": str(cwd), "source": "startup", **fields})
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        if not done.stdout:
            return ""
        output = json.loads(done.stdout)["hookSpecificOutput"]
        assert output["hookEventName"] == event
        text: str = output["additionalContext"]
        return text


@pytest.fixture
def hook(tmp_path: Path) -> Hook:
    home = tmp_path / "home"
    home.mkdir()
    return Hook(home, tmp_path / "data")


@pytest.fixture
def corpus() -> Path:
    """The real, anonymised folders, which are kept beside the project and not in it."""
    if not CORPUS.is_dir():
        pytest.skip(f"{CORPUS} is absent: the corpus of real folders is not part of the repository")
    return CORPUS


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """The folder with these files, as text in UTF-8 or as bytes."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder
