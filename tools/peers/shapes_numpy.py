# SPDX-License-Identifier: Apache-2.0
"""
shapes_numpy - NumPy's reductions with many results, on f32, by the host's clock: sum and argmax of rows,
sum of columns, add.reduceat, and by label bincount and add.at. Prints a line a measurement, see
shapes_common.py.

Usage: shapes_numpy.py ELEMENTS LENGTHS LABELLED LABELS
"""
import numpy
from shapes_common import by_clock, measure_as, random_bits, run, uniform_offsets


def measure(shape, length, count, size, call):
    """One measurement."""
    measure_as("numpy", numpy.__version__, shape, length, count, size, by_clock(call))


def with_length(x, length):
    """All that is done with results of so many elements."""
    results = len(x) // length
    count = results * length
    rows = x[:count].reshape(results, length)
    columns = x[:count].reshape(length, results)
    offsets = uniform_offsets(numpy, len(x), length)
    # An empty segment has the element at its begin here; of those at the end there is none.
    begins = offsets[:-1][offsets[:-1] < len(x)]
    end = int(offsets[-1])

    measure("sum rows", length, count, 4 * (count + results), lambda: rows.sum(1))
    measure("argmax rows", length, count, 4 * count + 8 * results, lambda: rows.argmax(1))
    measure("sum columns", length, count, 4 * (count + results), lambda: columns.sum(0))
    measure("sum segments uniform", length, end, 4 * (end + len(begins)) + 8 * (len(begins) + 1),
            lambda: numpy.add.reduceat(x[:end], begins[begins < end]))


def with_labels(x, most):
    """By label; bincount adds up f64."""
    labels = (random_bits(numpy, len(x)) % numpy.uint64(most)).astype(numpy.int32)
    size = 4 * len(x) + labels.nbytes

    measure("sum labels uniform bincount", most, len(x), size + 8 * most,
            lambda: numpy.bincount(labels, weights=x, minlength=most))
    measure("sum labels uniform", most, len(x), size + 4 * most,
            lambda: numpy.add.at(numpy.zeros(most, numpy.float32), labels, x))


run(measure, lambda count: numpy.random.default_rng(1).random(count, numpy.float32), with_length, with_labels)
