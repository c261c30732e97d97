# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/python.md, as Python's prompt shows them."""

import doctest
import pathlib
import re

import numpy as np
import pytest


def test_examples():
    pytest.importorskip("pyopencl")
    document = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"
    text = document.read_text(encoding="utf-8").replace("```", "")
    if not repr(np.float64(1)).startswith("np."):  # NumPy 1 shows scalars without their type
        text = re.sub(r"np\.\w+\(([\d.]+)\)", r"\1", text)
    examples = doctest.DocTestParser().get_doctest(text, {}, "docs/python.md", str(document), 0)
    assert len(examples.examples) >= 10
    failed, _ = doctest.DocTestRunner().run(examples)
    assert not failed
