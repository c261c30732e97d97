# SPDX-License-Identifier: Apache-2.0
"""The deviation of a column of Spark, by a tree of merges, whatever the partitions.

    python3 partitions.py

Needs pyspark, and Java. Exit status: 0 the bits are those of one call, 1 they are not.
"""

import os
import sys

import clreduce
import numpy as np
from pyspark.sql import SparkSession


def states(rows):
    """The accumulator of a partition."""
    yield clreduce.Accumulator.of(np.fromiter(rows, "f8"), "std")


def main():
    os.environ["PYSPARK_PYTHON"] = sys.executable  # workers import clreduce, too
    numbers = np.random.default_rng(1).normal(size=10_000) * 10.0 ** (np.arange(10_000) % 30)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    values = set()
    for partitions in (1, 3, 7):
        column = spark.sparkContext.parallelize(numbers.tolist(), partitions)
        values.add(column.mapPartitions(states).treeReduce(lambda a, b: a + b).value())
    spark.stop()
    print("deviation", *values)
    return 0 if values == {clreduce.std(numbers)} else 1


if __name__ == "__main__":
    sys.exit(main())
