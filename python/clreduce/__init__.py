# SPDX-License-Identifier: Apache-2.0
"""Reductions by NumPy's words on any OpenCL device: exact sums, group-by, the same bits everywhere.

    import clreduce
    clreduce.sum(x, axis=0)

Arrays of NumPy in, NumPy out; arrays of pyopencl in, pyopencl out. docs/python.md is the manual.
"""

from ._accumulator import Accumulator
from ._doctor import doctor
from ._errors import (
    BuildError,
    DeviceMemoryError,
    Error,
    ForkedError,
    NoDeviceError,
    OpenCLError,
    SelfTestError,
    UnsupportedError,
)
from ._functions import (
    all,
    any,
    argmax,
    argmin,
    count,
    count_nonzero,
    dot,
    logsumexp,
    max,
    mean,
    min,
    minmax,
    nanargmax,
    nanargmin,
    nancount,
    nanmax,
    nanmean,
    nanmin,
    nanprod,
    nanstd,
    nansum,
    nanvar,
    norm,
    prod,
    reduce,
    std,
    sum,
    var,
)
from ._native import ffi as _ffi

__all__ = [
    "Accumulator", "BuildError", "DeviceMemoryError", "Error", "ForkedError", "NoDeviceError", "OpenCLError",
    "SelfTestError", "UnsupportedError", "all", "any", "argmax", "argmin", "count", "count_nonzero", "doctor", "dot",
    "logsumexp", "max", "mean", "min", "minmax", "nanargmax", "nanargmin", "nancount", "nanmax", "nanmean", "nanmin",
    "nanprod", "nanstd", "nansum", "nanvar", "norm", "prod", "reduce", "std", "sum", "var",
]  # fmt: skip


def __getattr__(name):
    way = ": 'import clreduce.dask' brings it" if name == "dask" else ""
    raise AttributeError(f"module 'clreduce' has no attribute {name!r}{way}")


__version__ = ".".join(str(_ffi.integer_const(f"CLR_VERSION_{part}")) for part in ("MAJOR", "MINOR", "PATCH"))
