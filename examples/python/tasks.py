# SPDX-License-Identifier: Apache-2.0
"""Means of columns by tasks of Ray, merged in whatever order they end.

    python3 tasks.py

Needs ray. Exit status: 0 the bits are those of one call, 1 they are not.
"""

import sys

import clreduce
import numpy as np
import ray


@ray.remote
def states(part):
    return clreduce.Accumulator.of(part, "mean", axis=0)


def main():
    ray.init(num_cpus=2, include_dashboard=False)
    x = np.random.default_rng(1).normal(size=(1000, 4)).astype("f4")
    tasks = [states.remote(part) for part in np.array_split(x, 5)]
    total = clreduce.Accumulator.empty("f4", "mean", (4,))
    while tasks:
        (done,), tasks = ray.wait(tasks)
        total.merge(ray.get(done))
    print("means", total.value())
    return 0 if np.array_equal(total.value(), clreduce.mean(x, axis=0)) else 1


if __name__ == "__main__":
    sys.exit(main())
