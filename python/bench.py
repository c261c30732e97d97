#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the package costs beside NumPy, pyopencl and the bare library: medians of a run, one line each.

    python3 python/bench.py
"""

import math
import statistics
import subprocess
import sys
import time

import clreduce
import numpy as np
from clreduce import _context
from clreduce._native import ffi
from clreduce._words import kind_of


def median(call, repeats=41, loops=1, after=lambda: None):
    """Microseconds a call; `after` belongs to the calls of a loop."""
    call()
    after()
    times = []
    for _ in range(repeats):
        begin = time.perf_counter_ns()
        for _ in range(loops):
            call()
        after()
        times.append((time.perf_counter_ns() - begin) / loops / 1000)
    return statistics.median(times)


def in_turn(calls, rounds=15, loops=1):
    """As median(), of several calls that take turns, so that what else the machine does meets all of them."""
    times = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(rounds):
        for call, own in zip(calls, times):
            own.append(median(call, 1, loops))
    return [statistics.median(own) for own in times]


def say(what, figure, beside=""):
    print(f"{what:<58} {figure:>12} {beside}", flush=True)


def import_time():
    code = "import time, numpy; t = time.perf_counter(); import clreduce; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
             for _ in range(7)]  # fmt: skip
    say("import, behind NumPy's", f"{statistics.median(times) * 1e3:.1f} ms")


def overhead():
    x = np.random.default_rng(1).random(1000, "f4")
    for accuracy in (None, "fast"):
        clreduce.sum(x, accuracy=accuracy)
        context, kind = _context.host(), kind_of(("sum",), x.dtype, None, 0, accuracy)
        value = np.empty((), "f4")
        data, place = ffi.from_buffer(x), ffi.from_buffer(value)
        bare = context.lib.clr_reduce
        arguments = context.handle, kind.reductions, data, x.size, place, 4
        ours, theirs = in_turn([lambda: clreduce.sum(x, accuracy=accuracy), lambda: bare(*arguments)], 41, 200)
        say(f"sum of 10^3 f4, {accuracy or 'exact'}; bare clr_reduce()", f"{ours:.1f} us", f"{theirs:.1f} us")


def host():
    x = np.random.default_rng(2).random(1 << 24, "f4")
    exact, fast, numpy = in_turn([lambda: clreduce.sum(x), lambda: clreduce.sum(x, accuracy="fast"), lambda: np.sum(x)])
    say("sum of 2^24 f4, exact; numpy.sum", f"{exact / 1e3:.2f} ms", f"{numpy / 1e3:.2f} ms: {exact / numpy:.2f}")
    say("  fast", f"{fast / 1e3:.2f} ms", f"{fast / numpy:.2f}")
    by_fsum = median(lambda: math.fsum(x), 1)
    say("  math.fsum", f"{by_fsum / 1e3:.0f} ms", f"{by_fsum / exact:.0f} times as long")
    for name in ("mean", "var", "max", "argmax"):
        ours, theirs = in_turn([lambda: getattr(clreduce, name)(x), lambda: getattr(np, name)(x)], 7)
        say(f"{name} of 2^24 f4; numpy.{name}", f"{ours / 1e3:.2f} ms", f"{theirs / 1e3:.2f} ms: {ours / theirs:.2f}")
    labels = np.random.default_rng(3).integers(0, 1000, x.size)
    ours, theirs = in_turn([lambda: clreduce.sum(x, by=labels, groups=1000),
                            lambda: np.bincount(labels, x, 1000)], 7)  # fmt: skip
    say("sum by 10^3 labels of 2^24 f4; numpy.bincount", f"{ours / 1e3:.1f} ms", f"{theirs / 1e3:.1f} ms: {ours / theirs:.2f}")
    small = x[:1000].reshape(100, 10)
    for axis in (0, 1):
        ours, theirs = in_turn([lambda: clreduce.sum(small, axis=axis), lambda: np.sum(small, axis=axis)], 41, 100)
        say(f"sum of 100 by 10 f4 over axis {axis}; numpy.sum", f"{ours:.1f} us", f"{theirs:.1f} us")


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
        ours = median(lambda: clreduce.sum(x), 41, 100, queue.finish)
        theirs = median(lambda: array.sum(x), 41, 100, queue.finish)
        say(f"sum of {count} f4 of pyopencl, 100 in a row; its own", f"{ours:.1f} us", f"{theirs:.1f} us: {ours / theirs:.2f}")
        queue.finish()
        begin = time.perf_counter_ns()
        clreduce.sum(x)
        say("  until the call returns, on an idle queue", f"{(time.perf_counter_ns() - begin) / 1000:.1f} us")
        queue.finish()


if __name__ == "__main__":
    import_time()
    overhead()
    host()
    device()
