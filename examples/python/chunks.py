# SPDX-License-Identifier: Apache-2.0
"""An array of dask on two worker processes: a sum, means by month and the hottest place, whatever the chunks.

    python3 chunks.py

Needs dask and distributed. Exit status: 0 all chunkings give one set of bits, 1 they do not.
"""

import sys

import clreduce.dask
import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

DAYS, PLACES = 365, 2000


def main():
    temperatures = np.random.default_rng(1).normal(285, 10, (DAYS, PLACES)).astype("f4")
    months = np.minimum(np.arange(DAYS) // 30, 11)
    results = []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        for chunks in [(365, 500), (50, 2000), (100, 300)]:
            x = da.from_array(temperatures, chunks=chunks)
            results.append(dask.compute(
                clreduce.dask.sum(x),
                clreduce.dask.mean(x, axis=0, by=months),
                clreduce.dask.argmax(x),
            ))  # fmt: skip
    total, means, hottest = results[0]
    print("sum", total, "means", means.shape, "hottest", np.unravel_index(hottest, temperatures.shape))
    one_call = (
        clreduce.sum(temperatures),
        clreduce.mean(temperatures, axis=0, by=months),
        clreduce.argmax(temperatures),
    )
    return 0 if all(np.array_equal(got, want) for one in results for got, want in zip(one, one_call)) else 1


if __name__ == "__main__":
    sys.exit(main())
