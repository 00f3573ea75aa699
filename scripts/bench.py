#!/usr/bin/env python3
"""What a session start costs: the hook as a process beside a bare interpreter and grep, in one run.

Prints medians and ratios for folders of 136, 1,000 and 10,000 memories. Every figure is a whole process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DOOR = os.path.join(os.path.dirname(HERE), "hooks", "door.py")
HARBOR = os.path.join(os.path.dirname(HERE), "examples", "harbor", "memory")
GREP = ["grep", "-rilE", "rejected|don't re-propose"]

# One in so many memories of a made-up folder holds a rejected approach; in the reference folder it is one in four.
REJECTED_EVERY = 20


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="processes behind each median (default: 15)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(argv)
    rows = []
    with tempfile.TemporaryDirectory() as top:
        for count in (136, 1_000, 10_000):
            rows.append(_measure(os.path.join(top, str(count)), count, arguments.rounds))
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return 0
    print(
        f"{'memories':>9} {'bare ms':>8} {'warm ms':>8} {'ratio':>6} {'grep ms':>8} {'cold ms':>8} {'no cache':>9} {'peak MB':>8}"
    )
    for row in rows:
        print(
            f"{row['memories']:>9,} {row['bare_ms']:>8.1f} {row['warm_ms']:>8.1f} {row['ratio']:>6.2f} {row['grep_ms']:>8.1f}"
            f" {row['cold_ms']:>8.1f} {row['uncached_ms']:>9.1f} {row['peak_mb']:>8.1f}"
        )
    return 0


def _measure(top: str, count: int, rounds: int) -> dict[str, float]:
    """Medians in milliseconds; the commands take turns, so that what else the machine does falls on all of them."""
    folder = os.path.join(top, "memory")
    _write(folder, count)
    data = os.path.join(top, "data")
    environment = {"PATH": os.environ["PATH"], "HOME": top, "CLAUDE_PLUGIN_DATA": data}
    payload = json.dumps({"hook_event_name": "SessionStart", "source": "startup", "cwd": top}).encode()
    hook = [sys.executable, "-I", "-S", DOOR, "SessionStart"]
    bare = [sys.executable, "-I", "-S", "-c", "import json, re"]
    # The byte code and the cache come to be here; both last from one session to the next.
    _run(hook, environment, payload)
    times: dict[str, list[float]] = {"bare": [], "warm": [], "grep": []}
    peak = 0.0
    for _ in range(rounds):
        times["bare"].append(_run(bare, environment)[0])
        seconds, memory = _run(hook, environment, payload)
        times["warm"].append(seconds)
        peak = max(peak, memory)
        times["grep"].append(_run([*GREP, folder], environment)[0])
    cold, uncached = [], []
    for _ in range(3):
        for name in os.listdir(data):
            if name.endswith(".sqlite3"):
                os.unlink(os.path.join(data, name))
        seconds, memory = _run(hook, environment, payload)
        cold.append(seconds)
        peak = max(peak, memory)
        blocked = {**environment, "CLAUDE_PLUGIN_DATA": os.path.join(folder, "MEMORY.md")}
        uncached.append(_run(hook, blocked, payload)[0])
    medians = {name: statistics.median(values) * 1_000 for name, values in times.items()}
    return {
        "memories": count,
        "bare_ms": medians["bare"],
        "warm_ms": medians["warm"],
        "ratio": medians["warm"] / medians["bare"],
        "grep_ms": medians["grep"],
        "cold_ms": statistics.median(cold) * 1_000,
        "uncached_ms": statistics.median(uncached) * 1_000,
        "peak_mb": peak,
    }


def _run(command: list[str], environment: dict[str, str], payload: bytes = b"") -> tuple[float, float]:
    """The wall time of a process in seconds and its peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin and process.stdout
    process.stdin.write(payload)
    process.stdin.close()
    process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = 0
    process.stdout.close()
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss / scale


def _write(folder: str, count: int) -> None:
    """The reference folder for its own size, else made-up memories of about 2 KB."""
    if count == 136:
        shutil.copytree(HARBOR, folder)
        return
    os.makedirs(folder)
    chance = random.Random(count)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 10))) for _ in range(4_000)]
    index = []
    for number in range(count):
        hook = " ".join(chance.choices(words, k=9))
        rows = [f"---\nname: memory-{number}\ndescription: {hook}\nmetadata:\n  type: project\n---\n"]
        rows += [" ".join(chance.choices(words, k=20)).capitalize() + ".\n" for _ in range(13)]
        if number % REJECTED_EVERY == 0:
            rows.append(f"- REJECTED (2026-01): {' '.join(chance.choices(words, k=18))}.\n")
        with open(os.path.join(folder, f"memory-{number}.md"), "w", encoding="utf-8") as file:
            file.write("\n".join(rows))
        index.append(f"- [Memory {number}](memory-{number}.md) — {hook}\n")
    with open(os.path.join(folder, "MEMORY.md"), "w", encoding="utf-8") as file:
        file.writelines(index)


if __name__ == "__main__":
    raise SystemExit(main())
