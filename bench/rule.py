"""Measures the `rule` command on a large season file: time and memory of the whole process."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench.table import Figure, at_most
from tests.large_season import large_season

TITLE = "rule on a season file of 2,000 games and 12,000 penalties"
_MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def figures() -> Iterator[Figure]:
    """Run the command three times and give the median time and the greatest memory."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "season.json"
        path.write_text(json.dumps(large_season(games=2_000, penalties=12_000)))
        command = [sys.executable, "manage.py", "rule", str(path)]
        taken, memory = [], []
        for _ in range(3):
            begun = perf_counter()
            done = subprocess.run([sys.executable, "-c", _MEMORY, *command], check=True, stdout=subprocess.PIPE)
            taken.append(perf_counter() - begun)
            memory.append(int(done.stdout) / 1024)
    yield at_most("time, process start included", sorted(taken)[1], 2, "s", 2)
    yield at_most("memory", max(memory), 200, "MB", 0)
