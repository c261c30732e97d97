# SPDX-License-Identifier: Apache-2.0
"""Loaders, drivers, threads and forks."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import clreduce
from clreduce import _context, _load


def run(code, **environment):
    """What a fresh process prints whose calls are all the device's."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "import clreduce, numpy as np\n" + code],
        env={**os.environ, "CLREDUCE_HOST_ELEMENTS": "0", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.stdout + done.stderr


WITHOUT_PYOPENCL = (
    "import importlib.util, sys; sys.modules['pyopencl'] = None; importlib.util.find_spec = lambda name: None\n"
)


def test_without_a_loader():
    said = run(WITHOUT_PYOPENCL + "clreduce.sum([1.0])", CLREDUCE_OPENCL="/nowhere/libOpenCL.so")
    assert "NoDeviceError: the OpenCL loader /nowhere/libOpenCL.so cannot be opened" in said
    assert "apt install pocl-opencl-icd" in said and "pip install intel-opencl-rt" in said
    assert f"export LD_LIBRARY_PATH={sys.prefix}/lib OCL_ICD_FILENAMES={sys.prefix}/lib/libintelocl.so" in said


def test_without_a_driver():
    said = run("clreduce.sum([1.0])", OCL_ICD_VENDORS="/nowhere", OCL_ICD_FILENAMES="", CLREDUCE_DEVICE="")
    assert "NoDeviceError" in said and "apt install pocl-opencl-icd" in said


def test_what_pip_has_installed_is_pointed_to(tmp_path, monkeypatch):
    (tmp_path / "libintelocl.so").touch()
    monkeypatch.setattr(_load, "_BY_PIP", tmp_path)
    said = _load.install()
    assert f"'export LD_LIBRARY_PATH={tmp_path} " in said and "pip install" not in said


def test_without_the_library():
    said = run("clreduce.sum([1.0])", CLREDUCE_LIBRARY="/nowhere/libclreduce.so")
    assert "/nowhere/libclreduce.so" in said and "CLREDUCE_LIBRARY names another one" in said


def test_in_the_sources_folder(tmp_path):
    """Python in python/ finds the source, and not what pip has installed."""
    shutil.copytree(pathlib.Path(_load.__file__).parent, tmp_path / "clreduce", ignore=shutil.ignore_patterns("*.so"))
    done = subprocess.run([sys.executable, "-m", "clreduce"], cwd=tmp_path, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "CLREDUCE_LIBRARY": "", "PYTHONPATH": ""})  # fmt: skip
    assert f"The package in {tmp_path}/clreduce has none" in done.stdout and "in another folder" in done.stdout


def test_dask_is_pointed_to():
    assert "'import clreduce.dask' brings it" in run("clreduce.dask")
    said = run("import sys; sys.modules['dask'] = None\nimport clreduce.dask")
    assert "pip install 'dask[array]'" in said


def test_another_device():
    said = run("clreduce.sum([1.0])", CLREDUCE_DEVICE="no such device")
    assert "NoDeviceError" in said and "no such device" in said


def test_pyopencl_is_imported_first_and_its_loader_taken():
    pytest.importorskip("pyopencl")
    said = run(
        "clreduce.sum([1.0]); import sys; print('pyopencl' in sys.modules);"
        "print(len({line.split()[-1] for line in open('/proc/self/maps') if 'libOpenCL' in line}))",
        CLREDUCE_OPENCL="/nowhere",
    )
    assert said == "True\n1\n"


POCL_OF_WHEELS = "OpenCL 3.0 PoCL 3.0-rc2  Linux, Release, RELOC, LLVM 14.0.6, SLEEF, DISTRO, POCL_DEBUG"


def test_pocl_of_wheels_is_refused_without_a_linker(monkeypatch, tmp_path):
    version = POCL_OF_WHEELS
    monkeypatch.setattr(_context, "_is_late_zen", lambda: False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(clreduce.UnsupportedError, match="apt install gcc libc6-dev"):
        _context.refuse_pocl_of_wheels(version)
    _context.refuse_pocl_of_wheels("OpenCL 3.0 PoCL 3.1+debian  Linux")
    for status in 1, 0:
        (tmp_path / "gcc").write_text(f"#!/bin/sh\nexit {status}\n")
        (tmp_path / "gcc").chmod(0o755)
        if status:
            with pytest.raises(clreduce.UnsupportedError):
                _context.refuse_pocl_of_wheels(version)
    _context.refuse_pocl_of_wheels(version)


def test_pocl_of_wheels_is_refused_on_a_late_zen(monkeypatch):
    facts = pathlib.Path("/proc/cpuinfo").read_text()
    assert _context._is_late_zen() == ("AuthenticAMD" in facts and "avx512f" in facts)
    monkeypatch.setattr(_context, "_is_late_zen", lambda: True)
    with pytest.raises(clreduce.UnsupportedError, match="wrong sums on AMD's processors"):
        _context.refuse_pocl_of_wheels(POCL_OF_WHEELS)
    _context.refuse_pocl_of_wheels("OpenCL 3.0 PoCL 3.1+debian  Linux")


def test_doctor(capsys):
    assert clreduce.doctor()
    said = capsys.readouterr().out
    assert "the sum of 1e20, 1 and -1e20 is 1" in said and _load.library_name() in said
    done = subprocess.run([sys.executable, "-m", "clreduce"], env={**os.environ, "CLREDUCE_DEVICE": "nothing"},
                          capture_output=True, text=True, timeout=300)  # fmt: skip
    assert done.returncode == 1 and "NoDeviceError" in done.stdout


def test_version():
    header = (pathlib.Path(__file__).resolve().parents[2] / "include/clreduce/clreduce.h").read_text(encoding="utf-8")
    parts = re.findall(r"^#define CLR_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header, re.MULTILINE)
    assert clreduce.__version__ == ".".join(parts)


def test_threads():
    x = np.arange(10000, dtype="f4").reshape(100, 100)
    wrong = []

    def work(number):
        for turn in range(20):
            part = x[number : number + turn + 1]
            if clreduce.sum(part) != part.sum(dtype="f8") or not np.array_equal(
                clreduce.sum(part, axis=0), part.sum(0)
            ):
                wrong.append((number, turn))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_run_meanwhile():
    """The interpreter's lock is released while the library works."""
    x = np.ones(1 << 24, "f4")
    clreduce.sum(x)
    turns, done = [0], threading.Event()

    def count():
        while not done.is_set():
            turns[0] += 1
            time.sleep(0)  # gives up the lock

    thread = threading.Thread(target=count)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # nobody else is made to
    try:
        thread.start()
        before = turns[0]
        clreduce.sum(x)
        after = turns[0]
    finally:
        done.set()
        sys.setswitchinterval(interval)
    thread.join()
    assert after > before


FORK = """
import os
{before}
child = os.fork()
if child == 0:
    try:
        print(clreduce.sum(np.ones(3)), flush=True)
    except clreduce.ForkedError as error:
        print("ForkedError", "spawn" in str(error), flush=True)
    os._exit(0)
os.waitpid(child, 0)
print(clreduce.sum(np.ones(3)))
"""


def test_a_fork_is_told():
    assert run(FORK.format(before="clreduce.sum(np.ones(3))")) == "ForkedError True\n3.0\n"
    assert run(FORK.format(before="")) == "3.0\n3.0\n"


def test_variances_of_any_ddof_are_of_one_program(tmp_path):
    """What is computed of an earlier ddof leaves nothing to compile for a later one."""
    said = run(
        """
import pathlib
x = np.random.default_rng(4).standard_normal((1000, 3000))
def programs():
    return sum(1 for path in pathlib.Path(KEPT).rglob('*') if path.is_file())
for axis in (None, 1):
    clreduce.var(x, axis=axis, ddof=2), clreduce.std(x, axis=axis, ddof=2)
    before = programs()
    for ddof in (3, 40):
        for word in ('var', 'std'):
            np.testing.assert_allclose(getattr(clreduce, word)(x, axis, ddof=ddof), getattr(np, word)(x, axis, ddof=ddof))
    print(before > 0, programs() - before)
""".replace("KEPT", repr(str(tmp_path))),
        POCL_CACHE_DIR=str(tmp_path),
    )
    if said.startswith("False"):
        pytest.skip("the device is not PoCL's, which keeps what it has compiled there")
    assert said == "True 0\nTrue 0\n"
