#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the package costs beside NumPy, pyopencl and the bare library: the least of many calls, one line each.

python3 python/bench.py
"""

import math
import subprocess
import sys
import time

import numpy as np

import clreduce
from clreduce import _context
from clreduce._native import ffi
from clreduce._words import kind_of


def least(calls, rounds=25, loops=1, after=lambda: None):
    """Microseconds a call: of calls that take turns, the least of each, so that what else the machine does counts for
    none of them. `after` belongs to the calls of a loop."""
    times = [math.inf] * len(calls)
    for call in calls:
        call()
    after()
    for _ in range(rounds):
        for number, call in enumerate(calls):
            begin = time.perf_counter_ns()
            for _ in range(loops):
                call()
            after()
            times[number] = min(times[number], (time.perf_counter_ns() - begin) / loops / 1000)
    return times


def say(what, figure, beside=""):
    print(f"{what:<58} {figure:>12} {beside}", flush=True)


def first_sum():
    code = (
        "import time, numpy as np; x = np.ones(1000, 'f4'); t = time.perf_counter(); import clreduce\n"
        "seen = time.perf_counter(); clreduce.sum(x); print(seen - t, time.perf_counter() - t)"
    )
    times = [tuple(map(float, subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.split()))
             for _ in range(15)]  # fmt: skip
    imported, summed = (min(column) * 1e3 for column in zip(*times))
    say("import, behind NumPy's; with a first sum of 10^3 f4", f"{imported:.1f} ms", f"{summed:.1f} ms")


def small():
    """Arrays that the host folds, unless CLREDUCE_HOST_ELEMENTS=0 says that the device shall."""
    x = np.random.default_rng(1).random(10000, "f4")
    rows = x[:1000].reshape(100, 10)
    for name in ("sum", "mean", "var", "max", "argmax"):
        ours, theirs = getattr(clreduce, name), getattr(np, name)
        cases = [("10^3", x[:1000], None), ("10^4", x, None), ("100 by 10, axis 0", rows, 0), ("axis 1", rows, 1)]
        for what, array, axis in cases if name == "sum" else cases[:1]:
            mine, numpys = least([lambda: ours(array, axis), lambda: theirs(array, axis)], 200, 50)
            say(f"{name} of {what} f4; numpy.{name}", f"{mine:.1f} us", f"{numpys:.1f} us: {mine / numpys:.2f}")
    numbers, labels = x[:1000].astype("f8"), np.random.default_rng(2).integers(0, 100000, 1000)
    mine, numpys = least([lambda: clreduce.sum(numbers, by=labels, groups=100000),
                          lambda: np.bincount(labels, numbers, 100000)], 200)  # fmt: skip
    say("sum of 10^3 f8 in 10^5 groups; numpy.bincount", f"{mine:.0f} us", f"{numpys:.0f} us: {mine / numpys:.2f}")


def overhead():
    x = np.random.default_rng(1).random(1000, "f4")
    kind = kind_of(("sum",), x.dtype)
    context = _context.of_host_arrays(kind, x.size)
    value = np.empty((), "f4")
    arguments = context.handle, kind.reductions, ffi.from_buffer(x), x.size, ffi.from_buffer(value), 4
    bare = context.lib.clr_reduce
    ours, theirs = least([lambda: clreduce.sum(x), lambda: bare(*arguments)], 200, 50)
    say("sum of 10^3 f4; clr_reduce() by cffi", f"{ours:.1f} us", f"{theirs:.1f} us")


def host():
    x = np.random.default_rng(2).random(1 << 24, "f4")
    exact, fast, numpy = least([lambda: clreduce.sum(x), lambda: clreduce.sum(x, accuracy="fast"), lambda: np.sum(x)])
    say("sum of 2^24 f4, exact; numpy.sum", f"{exact / 1e3:.2f} ms", f"{numpy / 1e3:.2f} ms: {exact / numpy:.2f}")
    say("  fast", f"{fast / 1e3:.2f} ms", f"{fast / numpy:.2f}")
    (by_fsum,) = least([lambda: math.fsum(x)], 2)
    say("  math.fsum", f"{by_fsum / 1e3:.0f} ms", f"{by_fsum / exact:.0f} times as long")
    for name in ("mean", "var", "max", "argmax"):
        ours, theirs = least([lambda: getattr(clreduce, name)(x), lambda: getattr(np, name)(x)], 7)
        say(f"{name} of 2^24 f4; numpy.{name}", f"{ours / 1e3:.2f} ms", f"{theirs / 1e3:.2f} ms: {ours / theirs:.2f}")
    labels = np.random.default_rng(3).integers(0, 1000, x.size)
    ours, theirs = least([lambda: clreduce.sum(x, by=labels, groups=1000),
                            lambda: np.bincount(labels, x, 1000)], 7)  # fmt: skip
    say(
        "sum by 10^3 labels of 2^24 f4; numpy.bincount",
        f"{ours / 1e3:.1f} ms",
        f"{theirs / 1e3:.1f} ms: {ours / theirs:.2f}",
    )


def selections():
    """Medians and their kin, which the host selects from arrays of any size."""
    q = np.linspace(0.05, 0.95, 10)
    random = np.random.default_rng(5)
    few = random.integers(0, 1000, 10**6)
    x = random.random(10**7)
    rows = x.reshape(-1, 1000)
    some = x[: 10**6]
    cases = [(f"median of {count:.0e} f8; numpy.median", lambda x=x[:count]: clreduce.median(x),
              lambda x=x[:count]: np.median(x), loops) for count, loops in ((10, 500), (1000, 100), (10**5, 3), (10**7, 1))]
    cases += [
        ("median of 10^4 rows of 1000 f8", lambda: clreduce.median(rows, axis=1), lambda: np.median(rows, axis=1), 1),
        ("median of 1000 columns of 10^4 f8", lambda: clreduce.median(rows, axis=0), lambda: np.median(rows, axis=0), 1),
        ("quantile 0.3 of 1000 f8; numpy.quantile", lambda: clreduce.quantile(x[:1000], 0.3),
         lambda: np.quantile(x[:1000], 0.3), 100),
        ("ten quantiles of 1000 f8", lambda: clreduce.quantile(x[:1000], q), lambda: np.quantile(x[:1000], q), 100),
        ("ten quantiles of 10^7 f8", lambda: clreduce.quantile(x, q), lambda: np.quantile(x, q), 1),
        ("topk(10) of 1000 f8; numpy.partition", lambda: clreduce.topk(x[:1000], 10),
         lambda: np.partition(x[:1000], 990)[990:], 100),
        ("topk(10) of 10^7 f8", lambda: clreduce.topk(x, 10), lambda: np.partition(x, x.size - 10)[-10:], 1),
        ("  with indices; numpy.argpartition", lambda: clreduce.topk(x, 10),
         lambda: np.argpartition(x, x.size - 10)[-10:], 1),
        ("mode of 1000 i8, all of 1000; numpy.unique", lambda: clreduce.mode(few[:1000]),
         lambda: np.unique(few[:1000], return_counts=True), 30),
        ("mode of 10^6 i8, of 1000", lambda: clreduce.mode(few), lambda: np.unique(few, return_counts=True), 1),
        ("mode of 10^6 f8, all different", lambda: clreduce.mode(some), lambda: np.unique(some, return_counts=True), 1),
        ("nunique of 10^6 i8, of 1000", lambda: clreduce.nunique(few), lambda: np.unique(few), 1),
        ("nunique of 10^6 f8, all different", lambda: clreduce.nunique(some), lambda: np.unique(some), 1),
    ]  # fmt: skip
    for what, ours, theirs, loops in cases:
        mine, numpys = least([ours, theirs], 7 if loops == 1 else 150, min(loops, 20))
        unit, scale = ("us", 1) if max(mine, numpys) < 1000 else ("ms", 1000)
        say(what, f"{mine / scale:.1f} {unit}", f"{numpys / scale:.1f} {unit}: {mine / numpys:.2f}")


def device():
    try:
        import pyopencl as cl
        import pyopencl.array as array
    except ImportError:
        print("pyopencl is not installed")
        return
    queue = cl.CommandQueue(cl.create_some_context(interactive=False))
    for count in (1000, 1 << 20):
        x = array.to_device(queue, np.random.default_rng(4).random(count, "f4"))
        ours, theirs = least([lambda: clreduce.sum(x), lambda: array.sum(x)], 60, 50, queue.finish)
        say(
            f"sum of {count} f4 of pyopencl, 50 in a row; its own",
            f"{ours:.1f} us",
            f"{theirs:.1f} us: {ours / theirs:.2f}",
        )
        ours, theirs = least([lambda: clreduce.sum(x).get(), lambda: array.sum(x).get()], 200)
        say("  one, until its value is on the host", f"{ours:.1f} us", f"{theirs:.1f} us: {ours / theirs:.2f}")


if __name__ == "__main__":
    first_sum()
    small()
    overhead()
    host()
    selections()
    device()
