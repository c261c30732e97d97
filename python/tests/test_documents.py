# SPDX-License-Identifier: Apache-2.0
"""The examples of documents, as Python's prompt shows them."""

import doctest
import importlib.util
import pathlib
import re

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEEDS = {"docs/python.md": {"pandas and xarray": "xarray", "pyopencl": "pyopencl"}}


def _read(name):
    """A document without those sections whose packages are not here."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("```", "")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    missing = [title for title, needs in NEEDS.get(name, {}).items() if not importlib.util.find_spec(needs)]
    return "## ".join(section for section in sections if section.split("\n", 1)[0] not in missing)


@pytest.mark.parametrize(
    "name, least, needs",
    [("docs/python.md", 8, []), ("README.md", 8, ["pyopencl", "dask.array"]), ("python/README.md", 8, [])],
)
def test_examples(name, least, needs):
    for package in needs:
        pytest.importorskip(package)
    text = _read(name)
    if not repr(np.float64(1)).startswith("np."):  # NumPy 1 shows scalars without their type
        text = re.sub(r"np\.\w+\(([\d.]+)\)", r"\1", text)
    examples = doctest.DocTestParser().get_doctest(text, {}, name, str(ROOT / name), 0)
    assert len(examples.examples) >= least
    failed, _ = doctest.DocTestRunner().run(examples)
    assert not failed
