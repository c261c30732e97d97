# SPDX-License-Identifier: Apache-2.0
"""Calls of the library on arrays in host memory: clr_reduce_all() for one result, clr_reduce_shape() for many."""

import numpy as np

from . import _context
from ._arrays import address
from ._errors import EMPTY
from ._native import ffi

# clr_shape
AXES, SEGMENTS, LABELS, AXIS_LABELS = 1, 2, 3, 5
_MASK_OF_BYTES = 1
_INDEX_CODES = {np.dtype("i4"): 3, np.dtype("u4"): 7, np.dtype("i8"): 4, np.dtype("u8"): 8}

_from_buffer = ffi.from_buffer


def flat(kind, arrays):
    """The words' values over all elements of C-contiguous arrays: 0-d arrays as the library writes them, or
    None where its one word has no value."""
    x = arrays[0]
    context = _context.of_host_arrays(kind, x.size)
    record = np.empty((), kind.record)
    place = _from_buffer(record)
    if len(arrays) == 1 and len(kind.words) == 1:
        status = context.lib.clr_reduce(
            context.handle, kind.reductions, _from_buffer(x), x.size, place, kind.record.itemsize
        )
    else:
        inputs = [_from_buffer(array) for array in arrays]
        status = context.lib.clr_reduce_all(
            context.handle,
            kind.reductions,
            len(kind.words),
            [ffi.cast("void *", each) for each in inputs],
            len(inputs),
            x.size,
            place,
            kind.record.itemsize,
        )
    if status:
        if status == EMPTY:
            return None
        raise context.error(status)
    return [record[name] for name in kind.record.names]


def _room(results, dtype):
    try:
        return np.empty(results, dtype)
    except (MemoryError, ValueError, OverflowError):
        raise MemoryError(
            f"there is no memory for {results} results of {dtype}: by= has one for each label from 0 to the largest, "
            "and np.unique(by, return_inverse=True)[1] are labels without gaps"
        ) from None


class Run:
    """A clr_host_run, and what it points to, which has to live as long."""

    def __init__(self, shape, inputs):
        self.run = ffi.new("clr_host_run *", {"size": ffi.sizeof("clr_host_run"), "shape": shape})
        self._kept = [inputs]
        for number, array in enumerate(inputs):
            self.run.inputs[number] = address(array)
        self.run.count = self.elements = inputs[0].size

    def _keep(self, *pointers):
        self._kept += pointers
        return pointers[0]

    def along(self, shape, axes, strides):
        """The axes of CLR_SHAPE_AXES and AXIS_LABELS, and the strides of each input along them."""
        numbers = self._keep(ffi.new("clr_axes *", {"size": ffi.sizeof("clr_axes")}))
        numbers.rank = len(shape)
        numbers.reduced = sum(1 << axis for axis in axes)
        numbers.extents = self._keep(ffi.new("uint64_t[]", shape))
        for number, steps in enumerate(strides):
            numbers.strides[number] = self._keep(ffi.new("int64_t[]", steps))
        self.run.axes = numbers

    def masked(self, mask, strides=None):
        """Only elements whose byte of the mask is not 0 count."""
        self._keep(mask)
        self.run.mask_kind = _MASK_OF_BYTES
        self.run.mask = address(mask)
        if strides is not None:
            self.run.mask_strides = self._keep(ffi.new("int64_t[]", strides))

    def grouped(self, by, results, ends=None):
        """Labels or offsets, and how many results there are."""
        self._keep(by, ends)
        self.run.by = address(by)
        self.run.by_type = _INDEX_CODES[by.dtype]
        self.run.results = results
        if ends is not None:
            self.run.ends = address(ends)

    def reduce(self, kind, results, with_status):
        """The words' values as flat arrays of `results` elements, or of as many such planes as the kind's selection has
        values, and beside them an array of statuses a word, or None."""
        context = _context.of_host_arrays(kind, self.elements)
        arrays = ffi.new("clr_host_arrays[]", len(kind.words))
        each = kind.selection.values if kind.selection else 1
        values = [_room(each * results, value.dtype) for value in kind.values]
        statuses = [np.empty(results, "i4") if with_status else None for _ in kind.words]
        fields = iter(zip(kind.values, values))
        for word, place, status in zip(kind.words, arrays, statuses):
            place.size = ffi.sizeof("clr_host_arrays")
            for field in word.fields:
                setattr(place, field, address(next(fields)[1]))
            if with_status:
                place.status = ffi.cast("cl_int *", address(status))
        self.run.arrays = arrays
        status = context.lib.clr_reduce_shape(context.handle, kind.reductions, len(kind.words), self.run)
        if status:
            raise context.error(status)
        return values, statuses


_WAY_OUT = {
    "by": "of other keys np.unique(keys, return_inverse=True)[1] makes them, or pandas.factorize(keys)[0]",
    "segments": "offsets are made integers by astype('i8')",
}


def as_integers(values, what):
    """Labels (what is "by") or offsets ("segments") as an array of integers."""
    values = np.asarray(values)
    if not values.size and values.dtype == "f8":  # an empty list
        values = values.astype("i8")
    if values.dtype.kind not in "iub":
        raise TypeError(f"{what} of dtype {values.dtype} is not taken: it takes integers; {_WAY_OUT[what]}")
    return values


def index_array(values, what):
    """Labels or offsets in a type that the library reads, one behind the other."""
    values = as_integers(values, what)
    if values.dtype not in _INDEX_CODES:
        values = values.astype("i8" if values.dtype.itemsize == 8 else "i4" if values.dtype.itemsize < 4 else
                               values.dtype.newbyteorder("="))  # fmt: skip
    return np.ascontiguousarray(values)
