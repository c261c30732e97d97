# SPDX-License-Identifier: Apache-2.0
"""The generated module is what the generator makes of the header."""

import pathlib
import subprocess
import sys

import pytest
from clreduce import _load

PYTHON = pathlib.Path(__file__).resolve().parents[1]


def test_native_is_of_this_header(tmp_path):
    made = tmp_path / "_native.py"
    header = PYTHON.parent / "include" / "clreduce" / "clreduce.h"
    subprocess.run([sys.executable, str(PYTHON / "generate_native.py"), str(header), str(made)], check=True)
    stored = (PYTHON / "clreduce" / "_native.py").read_text(encoding="utf-8")
    assert made.read_text(encoding="utf-8") == stored, "python3 python/generate_native.py writes it anew"


def test_stubs_are_of_these_functions(tmp_path):
    pytest.importorskip("dask.array")
    subprocess.run([sys.executable, str(PYTHON / "generate_stubs.py"), str(tmp_path)], check=True)
    for made in tmp_path.glob("*.pyi"):
        stored = (PYTHON / "clreduce" / made.name).read_text(encoding="utf-8")
        assert made.read_text(encoding="utf-8") == stored, "python3 python/generate_stubs.py writes it anew"
        compile(stored, made.name, "exec")
    assert (PYTHON / "clreduce" / "py.typed").exists()


def test_import_opens_no_library_and_parses_nothing():
    code = (
        "import sys, clreduce; assert 'pycparser' not in sys.modules and 'pyopencl' not in sys.modules;"
        "maps = open('/proc/self/maps').read(); assert 'libOpenCL' not in maps and 'libclreduce' not in maps"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_systems_library_is_of_this_version():
    lib = _load.library_alone()
    assert _load._SYSTEM == f"libclreduce.so.{lib.CLR_VERSION_MAJOR}.{lib.CLR_VERSION_MINOR}"
