# SPDX-License-Identifier: Apache-2.0
"""The examples of documents, as Python's prompt shows them."""

import doctest
import pathlib
import re

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name, least, needs", [("docs/python.md", 10, "pyopencl"), ("README.md", 8, "dask.array")])
def test_examples(name, least, needs):
    pytest.importorskip("pyopencl")
    pytest.importorskip(needs)
    text = (ROOT / name).read_text(encoding="utf-8").replace("```", "")
    if not repr(np.float64(1)).startswith("np."):  # NumPy 1 shows scalars without their type
        text = re.sub(r"np\.\w+\(([\d.]+)\)", r"\1", text)
    examples = doctest.DocTestParser().get_doctest(text, {}, name, str(ROOT / name), 0)
    assert len(examples.examples) >= least
    failed, _ = doctest.DocTestRunner().run(examples)
    assert not failed
