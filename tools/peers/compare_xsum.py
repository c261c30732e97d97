# SPDX-License-Identifier: Apache-2.0
"""
compare_xsum - exact sums and dot products by a superaccumulator in C, Radford Neal's, of PyPI's package xsum,
on one core. It takes f64: f32 is converted first, as its caller has to.

Usage: see compare_common.h
"""
from importlib.metadata import version
import numpy
import xsum
from compare_common import Peer, numpy_array


def total(x):
    """The sum."""
    accumulator = xsum.xsum_large()
    accumulator.add(x.astype(numpy.float64, copy=False))
    return accumulator.round()


def dot(x, y):
    """The sum of products, which are exact in f64."""
    accumulator = xsum.xsum_large()
    accumulator.add_dot(x.astype(numpy.float64), y.astype(numpy.float64))
    return accumulator.round()


CALLS = {"sum-f32": total, "sum-f64": total, "dot-f32": dot}

Peer("xsum", version("xsum"), "exact", CALLS, lambda path, count: numpy_array(numpy, path, count)).run()
