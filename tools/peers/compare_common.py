# SPDX-License-Identifier: Apache-2.0
"""
compare_common - what the peers of compare.sh in Python share. Command line, data, timing and lines are those
of compare_common.h, which says what they are.

A driver makes a Peer, whose calls are a function of operator and input arrays: see the drivers.
"""
import mmap
import os
import statistics
import sys
import time

OPERATORS = ["sum-f32", "sum-f64", "max-f32", "argmax-f32", "std-f32", "dot-f32", "nrm2-f32"]

FEWEST = 3
MOST = 500
SECONDS = 0.03
BURST_SECONDS = 5e-3
BURST_MOST = 200
LONGEST_SECONDS = 1.0


def files_of(operator):
    """The files of an operator's inputs."""
    if operator == "sum-f64":
        return ["numbers.f64"]
    return ["numbers.f32", "others.f32"] if operator == "dot-f32" else ["numbers.f32"]


def numpy_array(numpy, path, count):
    """The first elements of a file."""
    return numpy.fromfile(path, numpy.float64 if path.endswith("f64") else numpy.float32, count)


def calls_of(numpy):
    """The calls of a module that is NumPy, or alike."""
    return {
        "sum-f32": numpy.sum,
        "sum-f64": numpy.sum,
        "max-f32": numpy.max,
        "argmax-f32": numpy.argmax,
        "std-f32": numpy.std,
        "dot-f32": numpy.dot,
        "nrm2-f32": numpy.linalg.norm,
    }


def plain_view(path, count):
    """The first elements of a file, without NumPy."""
    size = count * (8 if path.endswith("f64") else 4)
    with open(path, "rb") as file:
        return memoryview(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)).cast(path[-2:] == "64"
                                                                                   and "d" or "f")


def series(once):
    """The best and the median of the seconds that once() returns; the first only warms up."""
    once()
    times, end = [], time.perf_counter() + SECONDS
    while len(times) < MOST and (len(times) < FEWEST or time.perf_counter() < end):
        times.append(once())
    return min(times), statistics.median(times)


def bursts_of(enqueue, finish):
    """Seconds a call of those that are enqueued at once."""
    calls = 1

    def once():
        nonlocal calls
        start = time.perf_counter()
        for _ in range(calls):
            enqueue()
        finish()
        seconds = (time.perf_counter() - start) / calls
        calls = max(1, min(BURST_MOST, int(BURST_SECONDS / seconds) + 1))
        return seconds

    return once


class Peer:
    """
    Name, version and in what it folds; calls: operator to call, which takes the inputs; fetch: makes
    what a call returns a number; load: path and count to an input; finish: waits for all calls (None:
    calls are done when they return).
    """

    def __init__(self, name, version, folded, calls, load, fetch=float, finish=None):
        self.name, self.version, self.folded = name, version, folded
        self.calls, self.load, self.fetch, self.finish = calls, load, fetch, finish

    def measure(self, operator, inputs, count):
        """Prints a line; whether four times as many elements are worth trying."""
        call, value = self.calls[operator], None
        enqueued = None

        def until_here():
            nonlocal value
            start = time.perf_counter()
            value = self.fetch(call(*inputs))
            return time.perf_counter() - start

        if self.finish:
            enqueued = series(bursts_of(lambda: call(*inputs), self.finish))
        fetched = series(until_here)
        times = [f"{t:.9g}" for t in enqueued or ()] or ["-", "-"]
        times += [f"{t:.9g}" for t in fetched]
        print(self.name, self.version, operator, count, *times, self.folded, f"{value:.17g}", sep="\t",
              flush=True)
        return fetched[0] < LONGEST_SECONDS

    def run(self):
        """All lines of the command line; what does not work is said in a line, and left out."""
        if len(sys.argv) != 4:
            sys.exit(f"usage: {sys.argv[0]} FOLDER SIZES OPERATORS")
        folder, sizes = sys.argv[1], [int(size) for size in sys.argv[2].split(",")]
        for operator in (o for o in OPERATORS if o in sys.argv[3].split(",") and o in self.calls):
            try:
                whole = [self.load(os.path.join(folder, f), sizes[-1]) for f in files_of(operator)]
                for count in sizes:
                    if not self.measure(operator, [x[:count] for x in whole], count):
                        break
            except Exception as error:  # libraries have their own kinds
                first = (str(error).splitlines() or [type(error).__name__])[0]
                print(f"{self.name}: {operator}: left out: {first}", file=sys.stderr)
