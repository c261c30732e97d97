# SPDX-License-Identifier: Apache-2.0
"""docs/scale.md: what it shows, its commands, and the bytes that it says."""

import doctest
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from clreduce import Accumulator

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (.*python3 .*)$", TEXT, flags=re.MULTILINE)
NEEDS = {
    "chunks.py": "distributed", "ranks.py": "mpi4py", "tasks.py": "ray", "pipeline.py": "apache_beam",
    "partitions.py": "pyspark",
}  # fmt: skip


def test_examples():
    pytest.importorskip("dask.array")
    text = TEXT.replace("```", "")
    if not repr(np.float64(1)).startswith("np."):  # NumPy 1 shows scalars without their type
        text = re.sub(r"np\.(?:int|float)\d+\(([\d.]+)\)", r"\1", text)
    examples = doctest.DocTestParser().get_doctest(text, {}, "docs/scale.md", "docs/scale.md", 0)
    assert len(examples.examples) >= 15
    failed, _ = doctest.DocTestRunner().run(examples)
    assert not failed


def test_commands_are_of_the_examples():
    named = {command.split("/")[-1] for command in COMMANDS}
    assert named == {path.name for path in (ROOT / "examples/python").glob("*.py")}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command):
    for name, module in NEEDS.items():
        if name in command:
            pytest.importorskip(module)
    if "mpirun" in command and not shutil.which("mpirun"):
        pytest.skip("there is no mpirun")
    allowed = "ALLOW_RUN_AS_ROOT", "ALLOW_RUN_AS_ROOT_CONFIRM", "MCA_rmaps_base_oversubscribe"
    done = subprocess.run(
        command.replace("python3", sys.executable).split(), cwd=ROOT, capture_output=True, text=True, timeout=300,
        env={**os.environ, **{f"OMPI_{name}": "1" for name in allowed}},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def bytes_of(op, dtype):
    made = [Accumulator.empty(dtype, op, (count,)) for count in (2, 3)]
    of_words = 0 if op == "prod" else made[1].words().nbytes - made[0].words().nbytes
    return len(made[1].store()) - len(made[0].store()), of_words


def test_bytes_of_results():
    rows = {
        "sum, mean of f4": [("sum", "f4"), ("mean", "f4")],
        "sum, mean of f8": [("sum", "f8"), ("mean", "f8")],
        "var, std of f4": [("var", "f4"), ("std", "f4")],
        "var, std of f8": [("var", "f8")],
        "sum of integers": [("sum", "i4"), ("sum", "u8")],
        "any, all": [("any", "f4"), ("all", "?")],
    }
    for row, kinds in rows.items():
        stored, words = re.search(rf"^\| {re.escape(row)} \| (\d+) \| (\d+) \|", TEXT, flags=re.MULTILINE).groups()
        for op, dtype in kinds:
            assert (int(stored), int(words)) == bytes_of(op, dtype), (row, dtype)
    for first, second in [(("norm", "f4"), ("norm", "f8")), (("max", "f4"), ("argmax", "f4"))]:
        pairs = zip(bytes_of(*first), bytes_of(*second))
        assert "".join(f"| {one}; {other} " for one, other in pairs) in TEXT
