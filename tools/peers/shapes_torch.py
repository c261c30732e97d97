# SPDX-License-Identifier: Apache-2.0
"""
shapes_torch - torch's reductions with many results, on f32: sum and argmax of rows, sum of columns,
segment_reduce, and by label index_add_ (in any order and deterministic), scatter_add_ and bincount.
On a GPU if torch has one, by its events, else by the host's clock. Prints a line a measurement, see
shapes_common.py.

Usage: shapes_torch.py ELEMENTS LENGTHS LABELLED LABELS
"""
import numpy
import torch
from shapes_common import by_clock, measure_as, run, uniform_offsets

BURST_SECONDS = 0.01
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def by_events(call):
    """Calls in a burst, and returns the seconds of a call by the GPU's clock."""
    calls = 1

    def run():
        nonlocal calls
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(calls):
            call()
        end.record()
        end.synchronize()
        seconds = start.elapsed_time(end) * 1e-3 / calls
        calls = max(1, min(200, int(BURST_SECONDS / max(seconds, 1e-7))))
        return seconds

    return run


def measure(shape, length, count, size, call):
    """One measurement."""
    timed = by_events(call) if DEVICE == "cuda" else by_clock(call)
    measure_as("torch", f"{torch.__version__} {DEVICE}", shape, length, count, size, timed)


def with_length(x, length):
    """All that is done with results of so many elements."""
    results = len(x) // length
    count = results * length
    rows = x[:count].view(results, length)
    columns = x[:count].view(length, results)

    measure("sum rows", length, count, 4 * (count + results), lambda: rows.sum(1))
    measure("argmax rows", length, count, 4 * count + 8 * results, lambda: rows.argmax(1))
    measure("sum columns", length, count, 4 * (count + results), lambda: columns.sum(0))

    offsets = torch.from_numpy(uniform_offsets(numpy, len(x), length)).to(DEVICE)
    end = int(offsets[-1])
    measure("sum segments uniform", length, end, 4 * (end + len(offsets) - 1) + 8 * len(offsets),
            lambda: torch.segment_reduce(x[:end], "sum", offsets=offsets, unsafe=True))


def by_index(shape, x, labels, most, deterministic):
    """index_add_, in whatever order or in one."""
    sums = torch.zeros(most, dtype=x.dtype, device=DEVICE)

    def call():
        sums.zero_()
        sums.index_add_(0, labels, x)

    torch.use_deterministic_algorithms(deterministic)
    measure(shape, most, len(x), 4 * (len(x) + most) + 4 * len(labels), call)
    torch.use_deterministic_algorithms(False)


def with_labels(x, most):
    """By label."""
    labels = torch.randint(0, most, (len(x),), dtype=torch.int32, device=DEVICE)
    wide = labels.long()
    sums = torch.zeros(most, dtype=x.dtype, device=DEVICE)

    def scatter():
        sums.zero_()
        sums.scatter_add_(0, wide, x)

    by_index("sum labels uniform", x, labels, most, False)
    by_index("sum labels uniform deterministic", x, labels, most, True)
    measure("sum labels uniform scatter", most, len(x), 12 * len(x) + 4 * most, scatter)
    measure("sum labels uniform bincount", most, len(x), 8 * len(x) + 4 * most,
            lambda: torch.bincount(labels, weights=x, minlength=most))


run(measure, lambda count: torch.rand(count, device=DEVICE), with_length, with_labels)
