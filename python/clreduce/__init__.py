# SPDX-License-Identifier: Apache-2.0
"""Reductions by NumPy's words on any OpenCL device: exact sums, group-by, the same bits everywhere.

    import clreduce
    clreduce.sum(x, axis=0)

Arrays of NumPy in, NumPy out; arrays of pyopencl in, pyopencl out. docs/python.md is the manual.
"""

import importlib as _importlib

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
    first,
    last,
    logsumexp,
    max,
    mean,
    min,
    minmax,
    nanargmax,
    nanargmin,
    nancount,
    nanfirst,
    nanlast,
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
from ._pairs import average, corrcoef, cov, wstd, wvar
from ._selections import (
    bottomk,
    median,
    mode,
    nanmedian,
    nanpercentile,
    nanquantile,
    nunique,
    percentile,
    quantile,
    topk,
)

__all__ = [
    "Accumulator", "BuildError", "DeviceMemoryError", "Error", "ForkedError", "NoDeviceError", "OpenCLError",
    "SelfTestError", "UnsupportedError", "all", "any", "argmax", "argmin", "average", "bottomk", "corrcoef", "count",
    "count_nonzero", "cov", "doctor", "dot", "first", "last", "logsumexp", "max", "mean", "median", "min", "minmax", "mode",
    "nanargmax", "nanargmin", "nancount", "nanfirst", "nanlast", "nanmax", "nanmean", "nanmedian", "nanmin", "nanpercentile", "nanprod", "nanquantile", "nanstd",
    "nansum", "nanvar", "norm", "nunique", "percentile", "prod", "quantile", "reduce", "std", "sum", "topk", "var",
    "wstd", "wvar",
]  # fmt: skip


_LATER = {"Accumulator": "_accumulator", "doctor": "_doctor"}  # modules that a first sum need not wait for


def __getattr__(name):
    if name in _LATER:
        value = globals()[name] = getattr(_importlib.import_module(f"clreduce.{_LATER[name]}"), name)
        return value
    way = ": 'import clreduce.dask' brings it" if name == "dask" else ""
    raise AttributeError(f"module 'clreduce' has no attribute {name!r}{way}")


__version__ = ".".join(str(_ffi.integer_const(f"CLR_VERSION_{part}")) for part in ("MAJOR", "MINOR", "PATCH"))
