# SPDX-License-Identifier: Apache-2.0
"""
compare_cupy - CuPy's reductions, on the first CUDA device. f32 is folded in f32.

Usage: see compare_common.h
"""
import cupy
import numpy
from compare_common import Peer, numpy_array

CALLS = {
    "sum-f32": cupy.sum,
    "sum-f64": cupy.sum,
    "max-f32": cupy.max,
    "argmax-f32": cupy.argmax,
    "std-f32": cupy.std,
    "dot-f32": cupy.dot,
    "nrm2-f32": cupy.linalg.norm,
}

Peer("cupy", cupy.__version__, "f32", CALLS, lambda path, count: cupy.asarray(numpy_array(numpy, path, count)),
     lambda value: value.item(), cupy.cuda.Device().synchronize).run()
