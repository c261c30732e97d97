# SPDX-License-Identifier: Apache-2.0
"""A sum and the index of the largest element over ranks of MPI, by its predefined operations on integers.

    mpirun -n 3 python3 ranks.py

Needs mpi4py. Exit status: 0 all ranks have the bits of one call, 1 they have not.
"""

import sys

import clreduce
import numpy as np
from clreduce import Accumulator
from mpi4py import MPI

COUNT = 100_000


def folded(accumulator):
    """The accumulator of all ranks, on each of them."""
    words = accumulator.words()
    operation = {"sum": MPI.SUM, "min": MPI.MIN}[accumulator.fold]
    MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, words, operation)
    return accumulator.from_words(words)


def main():
    world = MPI.COMM_WORLD
    whole = (np.random.default_rng(1).normal(size=COUNT) * 10.0 ** (np.arange(COUNT) % 30)).astype("f4")
    begin, end = (COUNT * rank // world.size for rank in (world.rank, world.rank + 1))
    mine = whole[begin:end]

    total = folded(Accumulator.of(mine)).value()

    largest = Accumulator.of(mine, "argmax")
    largest.shift(begin)
    largest.keep_best(folded(largest))  # the first round finds the value, the second its lowest index
    index = folded(largest).indices()

    is_same = total == clreduce.sum(whole) and index == clreduce.argmax(whole)
    if world.rank == 0:
        print("sum", total, "argmax", index, "on", world.size, "ranks")
    return 0 if world.allreduce(is_same, MPI.LAND) else 1


if __name__ == "__main__":
    sys.exit(main())
