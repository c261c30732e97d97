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


def import_time():
    code = "import time, numpy; t = time.perf_counter(); import clreduce; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
             for _ in range(7)]  # fmt: skip
    say("import, behind NumPy's", f"{min(times) * 1e3:.1f} ms")


def overhead():
    x = np.random.default_rng(1).random(1000, "f4")
    for accuracy in (None, "fast"):
        clreduce.sum(x, accuracy=accuracy)
        context, kind = _context.host(), kind_of(("sum",), x.dtype, None, 0, accuracy)
        value = np.empty((), "f4")
        data, place = ffi.from_buffer(x), ffi.from_buffer(value)
        bare = context.lib.clr_reduce
        arguments = context.handle, kind.reductions, data, x.size, place, 4
        ours, theirs = least([lambda: clreduce.sum(x, accuracy=accuracy), lambda: bare(*arguments)], 200, 50)
        say(f"sum of 10^3 f4, {accuracy or 'exact'}; bare clr_reduce()", f"{ours:.1f} us", f"{theirs:.1f} us")


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
    small = x[:1000].reshape(100, 10)
    for axis in (0, 1):
        ours, theirs = least([lambda: clreduce.sum(small, axis=axis), lambda: np.sum(small, axis=axis)], 200, 50)
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
        ours, theirs = least([lambda: clreduce.sum(x), lambda: array.sum(x)], 60, 50, queue.finish)
        say(
            f"sum of {count} f4 of pyopencl, 50 in a row; its own",
            f"{ours:.1f} us",
            f"{theirs:.1f} us: {ours / theirs:.2f}",
        )
        ours, theirs = least([lambda: clreduce.sum(x).get(), lambda: array.sum(x).get()], 200)
        say("  one, until its value is on the host", f"{ours:.1f} us", f"{theirs:.1f} us: {ours / theirs:.2f}")


if __name__ == "__main__":
    import_time()
    overhead()
    host()
    device()
