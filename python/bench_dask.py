#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clreduce.dask beside dask's own functions, on arrays that are persisted: the lower quartile of calls in turn.

    python3 python/bench_dask.py threads|processes      on two threads, or two worker processes of one thread
"""

import sys
import time

import clreduce.dask as cd
import dask
import dask.array as da
import numpy as np

COUNT, GROUPS, ROUNDS = 1 << 24, 1000, 15


def beside(what, ours, theirs):
    """A row of a table: milliseconds, and how many times as long ours takes."""
    times = [], []
    for call in (ours, theirs):
        call.compute()
    for _ in range(ROUNDS):
        for call, own in zip((ours, theirs), times):
            begin = time.perf_counter()
            call.compute()
            own.append((time.perf_counter() - begin) * 1e3)
    mine, other = (float(np.percentile(own, 25)) for own in times)
    print(f"| {what} | {mine:.1f} | {other:.1f} | {mine / other:.2f} |", flush=True)


def held(array):
    """The array in the workers' memory."""
    array = array.persist()
    array.max().compute()
    return array


def main():
    random = da.random.RandomState(1)
    for dtype in ("f4", "f8"):
        for chunk in (1 << 20, 1 << 22):
            x = held(random.standard_normal(COUNT, chunks=chunk).astype(dtype))
            for name in ("sum", "var", "max", "argmax"):
                beside(f"{name} of {dtype}, chunks of {chunk}", getattr(cd, name)(x), getattr(x, name)())
            labels = held(random.randint(0, GROUPS, COUNT, chunks=chunk).astype("i4"))
            beside(f"sum by {GROUPS} labels of {dtype}, chunks of {chunk}; `bincount`",
                   cd.sum(x, by=labels, groups=GROUPS), da.bincount(labels, x, GROUPS))  # fmt: skip
        x = held(random.standard_normal((4096, 4096), chunks=(1024, 1024)).astype(dtype))
        for axis in (0, 1):
            for name in ("sum", "max"):
                what = f"{name} of 4096 by 4096 {dtype}, axis {axis}"
                beside(what, getattr(cd, name)(x, axis), getattr(x, name)(axis))


if __name__ == "__main__":
    if sys.argv[1:] == ["threads"]:
        dask.config.set(scheduler="threads", num_workers=2)
        main()
    elif sys.argv[1:] == ["processes"]:
        from distributed import Client, LocalCluster

        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
            main()
    else:
        sys.exit(__doc__)
