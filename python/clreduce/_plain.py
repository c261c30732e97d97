# SPDX-License-Identifier: Apache-2.0
"""The short way: a word of an array of NumPy's without gaps, or along one of its axes, with nothing else asked for. What
such calls need beside elements and results is made once, and used again. It comes to what _reduce.compute() comes to,
which takes all other calls, and those that fail, so as to say why."""

import numpy as np

from . import _context
from ._arrays import RANK_MOST, result_shape
from ._host import AXES, Run
from ._native import ffi
from ._words import CODES, kind_of

_SHAPES_MOST = 64  # of which a word keeps what their calls need

_from_buffer = ffi.from_buffer


class _Record:
    """Where clr_reduce() writes: `place`, of which `value` is the result."""

    __slots__ = ("place", "value")

    def __init__(self, kind):
        record = np.empty((), kind.record)
        self.place = _from_buffer(record)
        self.value = kind.values[0].finish(record["r0"])


class _Rows:
    """A run of clr_reduce_shape() along an axis of arrays of one shape: all but the arrays' places."""

    __slots__ = ("run", "input", "output", "shape", "_kept")

    def __init__(self, kind, x, axis):
        axis %= x.ndim
        made = Run(AXES, [np.broadcast_to(np.empty((), x.dtype), x.shape)])  # in place of x, which is not kept
        made.along(x.shape, (axis,), [x.strides])
        arrays = ffi.new("clr_host_arrays *", {"size": ffi.sizeof("clr_host_arrays")})
        made.run.arrays = arrays
        self.run = made.run
        self.input = ffi.cast("void **", ffi.addressof(made.run, "inputs"))
        self.output = ffi.cast("void **", ffi.addressof(arrays, kind.values[0].field))
        self.shape = result_shape(x.shape, (axis,))
        self._kept = made, arrays


class Plain:
    """A word of arrays of one dtype. Calls that end leave what they used to the next; taking and leaving it are steps
    that threads cannot come between."""

    __slots__ = ("_kind", "_final", "_size", "_records", "_rows")

    def __init__(self, kind):
        self._kind = kind
        self._final = kind.values[0].final
        self._size = kind.record.itemsize
        self._records = []
        self._rows = {}  # by shape and axis

    def of_all(self, x):
        """The word of all elements, or None."""
        kind, size = self._kind, x.size
        context = _context.of_host_arrays(kind, size)
        try:
            record = self._records.pop()
        except IndexError:
            record = _Record(kind)
        if context.lib.clr_reduce(context.handle, kind.reductions, _from_buffer(x), size, record.place, self._size):
            return None
        value = record.value[()]
        self._records.append(record)
        return value

    def along(self, x, axis):
        """The word along an axis, or None."""
        kind, key = self._kind, (x.shape, axis)
        context = _context.of_host_arrays(kind, x.size)
        kept = self._rows.get(key) or self._keep(key)
        try:
            rows = kept.pop()
        except IndexError:
            rows = _Rows(kind, x, axis)
        values = np.empty(rows.shape, self._final)
        rows.input[0], rows.output[0] = _from_buffer(x), _from_buffer(values)
        if context.lib.clr_reduce_shape(context.handle, kind.reductions, 1, rows.run):
            return None
        kept.append(rows)
        return values if rows.shape else values[()]

    def _keep(self, key):
        if len(self._rows) >= _SHAPES_MOST:
            self._rows.clear()
        return self._rows.setdefault(key, [])


def _plain_of(name, dtype):
    """The Plain of a word, or None if it has something that only compute() sees to."""
    if dtype not in CODES or dtype.kind == "b":
        return None
    kind = kind_of((name,), dtype)
    is_plain = len(kind.values) == 1 and kind.values[0].is_alike and not kind.may_be_empty(False)
    return Plain(kind) if is_plain else None


def short_way(name):
    """A function of x, an array of NumPy's, and an axis, that gives the word of x, or None where it goes the long way."""
    plains = {}  # by dtype

    def short(x, axis):
        dtype, flags = x.dtype, x.flags
        plain = plains.get(dtype) or _plain_of(name, dtype)
        if plain is None or not (flags.c_contiguous and flags.aligned and x.size):
            return None
        plains[dtype] = plain
        if axis is None:
            return plain.of_all(x)
        is_axis = type(axis) is int and -x.ndim <= axis < x.ndim <= RANK_MOST
        return plain.along(x, axis) if is_axis else None

    return short
