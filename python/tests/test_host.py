# SPDX-License-Identifier: Apache-2.0
"""Small arrays are the host's: no device is opened for them, and nobody can tell by the answer."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import clreduce
from clreduce import _context

NOWHERE = {"OCL_ICD_VENDORS": "/nowhere", "OCL_ICD_FILENAMES": "", "CLREDUCE_OPENCL": "/nowhere/libOpenCL.so"}
WITHOUT_PYOPENCL = "import importlib.util; importlib.util.find_spec = lambda name: None\n"
WORDS = ("sum", "mean", "var", "std", "min", "max", "argmin", "argmax", "any", "all", "nansum", "nanmean", "nanmax")


def run(code, warnings="error", first="import numpy as np, clreduce\n", **environment):
    """What a fresh process prints that nobody has told where to compute."""
    inherited = {name: value for name, value in os.environ.items()
                 if name not in ("CLREDUCE_HOST_ELEMENTS", "CLREDUCE_DEVICE")}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-W", warnings, "-c", first + code],
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return done.stdout + done.stderr


@pytest.fixture
def small(monkeypatch):
    """Calls of this process are the host's, as long as they are small."""
    monkeypatch.setattr(_context.host(), "most", 1 << 20)


@pytest.fixture
def alone(monkeypatch):
    """A function that calls another by the host, and by the device: their answers."""
    if os.environ.get("CLREDUCE_HOST_ELEMENTS") != "0":
        pytest.skip("the device's own context leaves small calls to the host")

    def both(call):
        answers = []
        for most in (1 << 20, -1):
            monkeypatch.setattr(_context.host(), "most", most)
            answers.append(call())
        return answers

    return both


def hard(dtype, count=3000):
    """Numbers of all magnitudes, for integers of all bits."""
    random = np.random.default_rng(7)
    bits = random.integers(0, 256, count * np.dtype(dtype).itemsize, "u1").view(dtype)
    return bits if bits.dtype.kind != "f" else np.where(np.isfinite(bits), bits, 1).astype(dtype)


# ---- No device ---------------------------------------------------------------------------------------------------

EVERYTHING = """
x = np.arange(12, dtype='f4').reshape(3, 4)
assert clreduce.sum(x) == 66 and clreduce.mean(x) == 5.5
assert clreduce.sum(x, axis=0).tolist() == [12, 15, 18, 21]
assert clreduce.reduce(x, ['max', 'argmax', 'std'])[1] == 11
assert clreduce.sum(x, where=x > 3, axis=1).tolist() == [0, 22, 38]
assert clreduce.max(x, by=[1, 0, 1], axis=0).shape == (2, 4)
assert clreduce.var(x.ravel(), segments=[0, 3, 12])[0] == np.float32(2 / 3)
assert clreduce.dot(x[0], x[1]) == 38 and clreduce.norm(x[0, :2]) == 1
total = clreduce.Accumulator.of(x, 'var')
total.merge(clreduce.Accumulator.of(x, 'var'))
assert total.value() == clreduce.var(np.concatenate([x, x]))
assert clreduce._context._device is None
assert clreduce._load.mapped_loader() is None
print('all of it')
"""


def test_small_arrays_open_no_device():
    assert run(EVERYTHING) == "all of it\n"
    assert run(WITHOUT_PYOPENCL + EVERYTHING, **NOWHERE) == "all of it\n"


def test_small_blocks_of_dask_open_no_device():
    pytest.importorskip("dask.array")
    said = run(
        "import clreduce.dask, dask.array as da\n"
        "x = da.from_array(np.arange(1000.0), chunks=100)\n"
        "print(float(clreduce.dask.sum(x).compute()), int(clreduce.dask.argmax(x).compute()), "
        "clreduce._context._device)",
        "ignore",
    )
    assert said == "499500.0 999 None\n"


def test_without_any_device_the_host_takes_all_sizes():
    said = run(
        WITHOUT_PYOPENCL + "x = np.ones((1 << 20) + 1, 'f4')\n"
        "print(clreduce.sum(x), clreduce.sum(x, axis=0), clreduce.sum(np.ones(3)))\n"
        "try: clreduce.logsumexp(x)\n"
        "except clreduce.NoDeviceError as error: print('none:', error)",
        "default",
        **NOWHERE,
    )
    assert "1048577.0 1048577.0 3.0\n" in said and "\nnone: the OpenCL loader /nowhere/libOpenCL.so" in said
    assert said.count("RuntimeWarning: the host reduces arrays of any size") == 1
    assert said.count("apt install pocl-opencl-icd") == 2


@pytest.mark.parametrize("asked", [{"CLREDUCE_DEVICE": "gpu"}, {"CLREDUCE_HOST_ELEMENTS": "0"}])
def test_who_wants_a_device_gets_it_or_hears_why_not(asked):
    said = run(WITHOUT_PYOPENCL + "clreduce.sum(np.ones(3))", **{**NOWHERE, **asked})
    assert "NoDeviceError: the OpenCL loader /nowhere/libOpenCL.so cannot be opened" in said


def test_the_host_is_a_device_by_name():
    said = run(
        "print(clreduce.sum(np.ones(1 << 21, 'f4')))\nclreduce.prod(np.ones(3))", **NOWHERE, CLREDUCE_DEVICE="host"
    )
    assert said.startswith("2097152.0\n") and "UnsupportedError: the host folds at level exact" in said


def test_a_limit_of_the_environment():
    code = "clreduce.sum(np.ones(5)); print(clreduce._context._device is None)"
    assert run(code, CLREDUCE_HOST_ELEMENTS="5") == "True\n"
    assert "NoDeviceError" in run(WITHOUT_PYOPENCL + "clreduce.logsumexp(np.ones(5))", **NOWHERE)


def test_forks():
    """What the host does goes on in forks of processes that have used a device, too."""
    code = """
import os
{before}
child = os.fork()
if child == 0:
    print(clreduce.sum(np.ones(3)), flush=True)
    try:
        print(clreduce.sum(np.ones(1 << 21, 'f4')), flush=True)
    except clreduce.ForkedError:
        print('ForkedError', flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""
    assert run(code.format(before="clreduce.sum(np.ones(1 << 21, 'f4'))"), "ignore") == "3.0\nForkedError\n"
    assert run(code.format(before="clreduce.sum(np.ones(3))"), "ignore") == "3.0\n2097152.0\n"


def test_the_first_sum_is_there_soon():
    """Some 4 ms behind NumPy's import where nothing else runs: it waits for none of these modules."""
    code = """
import sys, time
x = np.ones(1000, 'f4')
before = set(sys.modules)
begin = time.perf_counter()
import clreduce
clreduce.sum(x)
print(time.perf_counter() - begin, *sorted(set(sys.modules) - before))
"""
    seconds, *modules = run(code, first="import numpy as np\n").split()
    assert float(seconds) < 1
    assert not {"typing", "ctypes", "importlib.util", "clreduce._accumulator", "clreduce._device"} & set(modules)


# ---- The same answers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word, dtype", [("sum", "f4"), ("var", "f8"), ("argmax", "i4")])
def test_bits_are_the_devices(alone, word, dtype):
    """As tests of the library see to in full: the host's answers are not the device's by another way."""
    x, function = hard(dtype).reshape(30, 100), getattr(clreduce, word)
    for options in ({}, {"axis": 0}):
        by_host, by_device = alone(lambda: np.asarray(function(x, **options)))  # noqa: B023
        assert by_host.dtype == by_device.dtype and by_host.tobytes() == by_device.tobytes(), options


@pytest.mark.parametrize(
    "call",
    [
        lambda: clreduce.min(np.empty(0, "f4")),
        lambda: clreduce.max(np.ones(3, "i4"), by=[0, 2, 2]),
        lambda: clreduce.nanargmax(np.full(3, np.nan)),
        lambda: clreduce.sum(np.ones(3), segments=[0, 9]),
        lambda: clreduce.sum(np.ones(3), axis=1),
    ],
)
def test_exceptions_are_the_devices(alone, call):
    def said():
        with pytest.raises(Exception) as caught:
            call()
        return caught.type, str(caught.value)

    by_host, by_device = alone(said)
    assert by_host == by_device


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i1", "i8", "u4", "?", ">f4"])
@pytest.mark.parametrize("word", WORDS)
def test_the_short_way_comes_to_what_the_long_way_does(small, word, dtype):
    function = getattr(clreduce, word)
    x = np.random.default_rng(3).integers(0, 9, 60).astype(dtype)
    for array, axis in [(x, None), (x, 0), (x.reshape(5, 12), 1), (x.reshape(3, 4, 5), -2), (x[::3], None), (x[7], None),
                        (x.reshape(5, 12).T, 0), (x.reshape(5, 12), np.int64(0)), (x.reshape(5, 12), (0, 1))]:  # fmt: skip
        short, long = function(array, axis), function(array, axis, where=True)
        assert type(short) is type(long)
        assert np.asarray(short).dtype == np.asarray(long).dtype and np.shape(short) == np.shape(long)
        assert np.asarray(short).tobytes() == np.asarray(long).tobytes(), (array.shape, axis)


def test_the_short_way_keeps_no_array(small):
    x = np.ones((10, 10))
    clreduce.sum(x, axis=0), clreduce.sum(x)
    assert sys.getrefcount(x) == 2


def test_threads_on_the_short_way(small):
    wrong = []

    def work(number):
        x = np.full((50, 7), number, "f8")
        for _ in range(500):
            if clreduce.sum(x) != 350 * number or (clreduce.sum(x, axis=0) != 50 * number).any():
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
