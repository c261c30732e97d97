# SPDX-License-Identifier: Apache-2.0
"""Arrays of the host as the library reads them: in place where it can, else the copy that it needs."""

import operator
import sys

import numpy as np

from ._native import ffi
from ._words import CODES, is_bfloat

RANK_MOST = 8

try:
    AxisError = np.exceptions.AxisError
except AttributeError:  # NumPy 1.24
    AxisError = np.AxisError

_WAY_OUT = {
    "c": "of complex numbers there are sum and mean alone; others of x.real and x.imag, or of abs(x)",
    "O": "convert it to numbers, x.astype('f8')",
    "M": "reduce x[~np.isnat(x)].astype('i8'), as a NaT would be -2**63, and give the result its unit back",
    "m": "reduce x[~np.isnat(x)].astype('i8'), as a NaT would be -2**63, and give the result its unit back",
    "V": "name a field, x['name']",
    "f": "convert it, x.astype('f8')",
    "S": "convert it to numbers, x.astype('f8')",
    "U": "convert it to numbers, x.astype('f8')",
}


def _way_out(dtype):
    if dtype.name.startswith(("float8", "float6", "float4")):
        return "convert it, x.astype('f4'), which has all of their values"
    if dtype.name in ("int4", "int2", "uint4", "uint2"):
        return f"convert it, x.astype('{dtype.name[0]}1'), which has all of their values"
    if is_bfloat(dtype):
        return "functions on arrays of NumPy alone read it; others take x.astype('f4'), which has all of its values"
    return _WAY_OUT.get(dtype.kind, "convert it, x.astype('f8')")


def is_device_array(x):
    """Whether x lies on a device: an array of pyopencl's, or kDLOpenCL by DLPack."""
    if type(x) is np.ndarray or not hasattr(x, "__dlpack_device__") and not hasattr(x, "base_data"):
        return False
    from . import _dlpack  # no array of NumPy needs it

    module = sys.modules.get("pyopencl.array")
    return module is not None and isinstance(x, module.Array) or _dlpack.is_opencl(x)


def as_array(x):
    """x as NumPy has it; masked arrays are refused, as their mask would be lost."""
    if isinstance(x, np.ma.MaskedArray):
        raise TypeError(
            "masked arrays are not taken: give x.data with where=~np.ma.getmaskarray(x), or x.filled(value)"
        )
    return np.asarray(x)


def native(x):
    """x with elements that the library reads: its own, or a copy of byte-swapped ones."""
    if x.dtype in CODES:
        return _of_truths(x) if x.dtype.kind == "b" else x
    swapped = x.dtype.newbyteorder("=")
    if swapped in CODES:
        return x.astype(swapped)
    if x.dtype.kind == "O" and not x.ndim:  # what numpy.asarray() makes nothing of
        raise TypeError(f"x is no array, but {type(x.item()).__name__}: give an array, or a list of numbers")
    raise TypeError(f"elements of dtype {x.dtype} are not taken: {_way_out(x.dtype)}")


def _of_truths(x):
    """x, or where bytes that are neither 0 nor 1 were called booleans a copy in which these are true, as in NumPy."""
    stored = x.view("u1")
    return stored != 0 if x.size and stored.max() > 1 else x


def stored(x):
    """(x as the library reads it, the type of its elements): NumPy reads bfloat16 as 16 bits."""
    if is_bfloat(x.dtype):
        return x.view("u2"), x.dtype
    x = native(x)
    return x, x.dtype


def as_parts(x):
    """A complex array as floats with an axis of two behind the others, in place."""
    x = x.astype(x.dtype.newbyteorder("="), copy=False)
    if x.dtype.itemsize > 16:
        raise TypeError(f"elements of dtype {x.dtype} are not taken: convert it, x.astype('c16')")
    real = x.real
    return np.lib.stride_tricks.as_strided(
        real, real.shape + (2,), real.strides + (real.dtype.itemsize,), writeable=False
    )


def in_place(x):
    """x, or a copy where its elements are no whole number of elements apart."""
    size = x.dtype.itemsize
    if x.flags.aligned and not any(stride % size for stride in x.strides):
        return x
    return x.copy()


def address(x):
    """Of the element whose indices are all 0."""
    return ffi.cast("void *", x.__array_interface__["data"][0])


def _axis_number(axis):
    if isinstance(axis, (bool, np.bool_)) or not hasattr(axis, "__index__"):
        raise TypeError(f"axis {axis!r} is no integer: an axis is a number, several are a tuple of them")
    return operator.index(axis)


def axes_of(axis, rank):
    """The reduced axes in order, as NumPy reads its argument."""
    if axis is None:
        return tuple(range(rank))
    try:
        given = tuple(axis)
    except TypeError:
        given = (axis,)
        if not rank and axis in (0, -1):  # as NumPy has it
            return ()
    axes = []
    for one in given:
        number = _axis_number(one)
        if not -rank <= number < rank:
            raise AxisError(number, rank)
        axes.append(number % rank)
    if len(set(axes)) != len(axes):
        raise ValueError("duplicate value in 'axis'")
    return tuple(sorted(axes))


def fitted(shape, axes, strides):
    """(shape, reduced axes, lists of strides) with no more axes than the library takes: of more, neighbours are
    merged that lie one behind the other in all arrays, and those of one element left out. The same elements, in the
    same order."""
    if len(shape) <= RANK_MOST:
        return shape, axes, strides
    has_elements = 0 not in shape
    out = []  # (extent, is reduced, strides), the last axis first
    for axis in reversed(range(len(shape))):
        extent, kind, steps = shape[axis], axis in axes, [stride[axis] for stride in strides]
        if extent == 1:
            continue
        if out:
            inner, inner_kind, inner_steps = out[-1]
            if kind == inner_kind and (not has_elements or steps == [step * inner for step in inner_steps]):
                out[-1] = (extent * inner, kind, inner_steps)
                continue
        out.append((extent, kind, steps))
    out.reverse()
    if len(out) > RANK_MOST:
        raise ValueError(
            f"an array of {len(shape)} axes, of which {len(out)} do not merge, is more than {RANK_MOST}: "
            "give a copy, np.ascontiguousarray(x), or reduce in two calls"
        )
    reduced = tuple(number for number, (_, kind, _) in enumerate(out) if kind)
    return (
        tuple(extent for extent, _, _ in out),
        reduced,
        [tuple(steps[which] for _, _, steps in out) for which in range(len(strides))],
    )


def fitting(arrays, axes):
    """(arrays, shape, reduced axes, lists of strides) of arrays of one shape as fitted() has them. Where too many axes
    do not merge, of copies whose reduced axes are the last."""
    shape = arrays[0].shape
    try:
        return arrays, *fitted(shape, axes, [array.strides for array in arrays])
    except ValueError:
        order = [number for number in range(len(shape)) if number not in axes] + list(axes)
        arrays = [np.ascontiguousarray(array.transpose(order)) for array in arrays]
        return fitting(arrays, tuple(range(len(shape) - len(axes), len(shape))))


def result_shape(shape, axes, keepdims=False):
    """The shape of what is left when the axes are reduced."""
    if keepdims:
        return tuple(1 if axis in axes else extent for axis, extent in enumerate(shape))
    return tuple(extent for axis, extent in enumerate(shape) if axis not in axes)
