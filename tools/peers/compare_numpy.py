# SPDX-License-Identifier: Apache-2.0
"""
compare_numpy - NumPy's reductions, which run on one core; f32 is folded in f32, pairwise.

Usage: see compare_common.h
"""
import numpy
from compare_common import Peer, calls_of, numpy_array

Peer("numpy", numpy.__version__, "f32", calls_of(numpy), lambda path, count: numpy_array(numpy, path, count)).run()
