# SPDX-License-Identifier: Apache-2.0
"""
compare_cupy - CuPy's reductions, on the first CUDA device. f32 is folded in f32.

Usage: see compare_common.h
"""
import cupy
import numpy
from compare_common import Peer, calls_of, numpy_array

Peer("cupy", cupy.__version__, "f32", calls_of(cupy), lambda path, count: cupy.asarray(numpy_array(numpy, path, count)),
     lambda value: value.item(), cupy.cuda.Device().synchronize).run()
