# SPDX-License-Identifier: Apache-2.0
"""Means and deviations of columns, of a table that processes read in parts, by accumulators.

    python3 processes.py [PROCESSES]

Exit status: 0 all parts together have the bits of the whole table, 1 they have not.
"""

import multiprocessing
import sys

import clreduce
import numpy as np

ROWS, COLUMNS = 100_000, 12


def read(begin, end):
    """Rows of the table, which a program of yours reads from a file."""
    rows = np.arange(begin, end, dtype="f8")[:, np.newaxis]
    return (np.sin(rows * np.arange(1, COLUMNS + 1)) * 10.0 ** (rows % 13)).astype("f4")


def states(part):
    return clreduce.Accumulator.of(read(*part), "std", axis=0)


def main():
    processes = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    parts = [(begin, min(begin + 7_000, ROWS)) for begin in range(0, ROWS, 7_000)]
    # OpenCL does not survive a fork.
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        total = clreduce.Accumulator.empty("f4", "std", (COLUMNS,))
        for accumulator in pool.imap_unordered(states, parts):  # in whatever order they come
            total.merge(accumulator)
    whole = read(0, ROWS)
    means, deviations = total.derive("mean").value(), total.value()
    print("means", means[:3], "deviations", deviations[:3])
    one_call = clreduce.mean(whole, axis=0), clreduce.std(whole, axis=0)
    return 0 if np.array_equal((means, deviations), one_call) else 1


if __name__ == "__main__":
    sys.exit(main())
