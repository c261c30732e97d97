# SPDX-License-Identifier: Apache-2.0
"""
compare_pyopencl - PyOpenCL's ReductionKernel, on the OpenCL device whose name is in COMPARE_DEVICE: sums and
dot products, in f32 as its arrays have them, and the greatest element. It has no argmax, roots or
standard deviations of its own.

Usage: see compare_common.h
"""
import os
import numpy
import pyopencl
import pyopencl.array
from pyopencl.reduction import ReductionKernel
from compare_common import Peer, numpy_array


def find_device(name):
    """The first device of that name."""
    for platform in pyopencl.get_platforms():
        for device in platform.get_devices():
            if device.name == name:
                return device
    raise SystemExit("pyopencl: no device has the name that COMPARE_DEVICE has.")


context = pyopencl.Context([find_device(os.environ.get("COMPARE_DEVICE", ""))])
queue = pyopencl.CommandQueue(context)


def kernel(ctype, fold, neutral, element, inputs="x"):
    """A ReductionKernel over inputs of a type."""
    dtype = numpy.float64 if ctype == "double" else numpy.float32
    arguments = ", ".join(f"__global const {ctype} *{name}" for name in inputs)
    return ReductionKernel(context, dtype, neutral, fold, element, arguments)


CALLS = {
    "sum-f32": kernel("float", "a + b", "0", "x[i]"),
    "sum-f64": kernel("double", "a + b", "0", "x[i]"),
    "max-f32": kernel("float", "fmax(a, b)", "-INFINITY", "x[i]"),
    "dot-f32": kernel("float", "a + b", "0", "x[i] * y[i]", "xy"),
}
CALLS = {name: (lambda made: lambda *x: made(*x, queue=queue))(made) for name, made in CALLS.items()}


def load(path, count):
    """A file's first elements, on the device."""
    return pyopencl.array.to_device(queue, numpy_array(numpy, path, count))


Peer("pyopencl", pyopencl.VERSION_TEXT, "f32", CALLS, load, lambda value: value.get().item(), queue.finish).run()
