# SPDX-License-Identifier: Apache-2.0
"""Deviations by key in a pipeline of Beam, however the runner cuts and merges it.

    python3 pipeline.py

Needs apache-beam. Exit status: 0 the bits are those of one call, 1 an exception says that they are not.
"""

import apache_beam as beam
import clreduce
import numpy as np
from apache_beam.testing.util import assert_that, equal_to

STATIONS = ("lake", "peak", "town")


class Deviation(beam.CombineFn):
    """Of arrays of f8: an accumulator is what Beam calls one."""

    def create_accumulator(self):
        return clreduce.Accumulator.empty("f8", "std")

    def add_input(self, total, part):
        total.merge(clreduce.Accumulator.of(part, "std"))
        return total

    def merge_accumulators(self, totals):
        return sum(totals)

    def extract_output(self, total):
        return total.value()


def main():
    numbers = np.random.default_rng(1).normal(size=(3, 10_000)) * 10.0 ** np.arange(-15, 15).repeat(1000).reshape(3, -1)
    parts = [(key, part) for key, row in zip(STATIONS, numbers) for part in np.array_split(row, 7)]
    one_call = [(key, clreduce.std(row)) for key, row in zip(STATIONS, numbers)]
    with beam.Pipeline() as pipeline:
        deviations = pipeline | beam.Create(parts) | beam.CombinePerKey(Deviation())
        deviations | beam.Map(print)
        assert_that(deviations, equal_to(one_call))


if __name__ == "__main__":
    main()
