# SPDX-License-Identifier: Apache-2.0
"""
compare_numpy - NumPy's reductions, which run on one core; f32 is folded in f32, pairwise.

Usage: see compare_common.h
"""
import numpy
from compare_common import Peer, numpy_array

CALLS = {
    "sum-f32": numpy.sum,
    "sum-f64": numpy.sum,
    "max-f32": numpy.max,
    "argmax-f32": numpy.argmax,
    "std-f32": numpy.std,
    "dot-f32": numpy.dot,
    "nrm2-f32": numpy.linalg.norm,
}

Peer("numpy", numpy.__version__, "f32", CALLS, lambda path, count: numpy_array(numpy, path, count)).run()
