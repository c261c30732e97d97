# SPDX-License-Identifier: Apache-2.0
"""Accumulators: the exact states of a reduction's results before they are rounded, which merge in any order."""

import functools
import math
import operator
import threading
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from . import _context
from ._arrays import address, as_array, in_place, is_device_array, native
from ._call import NOT_TAKEN, Call
from ._errors import EMPTY, OK, UnsupportedError, of_status, text
from ._functions import _pair
from ._pairs import same_types
from ._host import Run
from ._load import library_alone
from ._native import ffi
from ._reduce import _contiguous, _finished, _whole, prepared, refuse_beyond
from ._words import CODES, FOLDING, INTP, PAIRED, U8, WORDS, Value, Word, kind_of

HEADER = 3  # words in front of the states: a hash, how many were merged, failures
_FLAT = 0  # clr_shape
_REASON = 512  # bytes of a sentence of the library's
_FOLDS = ("sum", "min")  # clr_fold
_BYTE = np.dtype("u1")  # as the library reads booleans


def _call(function, *arguments):
    """A call of the library that may be refused with a sentence; it needs no device."""
    reason = ffi.new("char[]", _REASON)
    status = getattr(library_alone(), function)(*arguments, reason, _REASON)
    if status:
        raise of_status(status, text(reason))


def _made(function, *arguments):
    """As _call(), of a call whose last result is an accumulator."""
    place = ffi.new("clr_accumulator **")
    _call(function, *arguments, place)
    return _owned(place[0])


def _owned(handle):
    return ffi.gc(handle, library_alone().clr_accumulator_destroy)


def _described(handle):
    info = ffi.new("clr_accumulator_info *", {"size": ffi.sizeof("clr_accumulator_info")})
    library_alone().clr_accumulator_describe(handle, info)
    return info


def _words(handle, words):
    """Writes the words to an array, if there is one: (how many there are, how they merge)."""
    count, fold = ffi.new("size_t *"), ffi.new("clr_fold *")
    place, room = (ffi.NULL, 0) if words is None else (ffi.cast("int64_t *", address(words)), words.size)
    _call("clr_accumulator_words", handle, place, room, count, fold)
    return count[0], _FOLDS[fold[0]]


@functools.lru_cache(maxsize=256)
def form_of(kind):
    """(words of a state, how they merge) of a word."""
    count, fold = _words(_made("clr_accumulator_create", kind.reductions, 1), None)
    return count - HEADER, fold


def _reduced(kind, run):
    """The states of a _host.Run."""
    context = _context.of_host_arrays(kind, run.elements)
    place = ffi.new("clr_accumulator **")
    status = context.lib.clr_reduce_accumulator(context.handle, kind.reductions, 1, run.run, place)
    if status:
        raise context.error(status)
    return _owned(place[0])


def _refuse_beyond(segments, count):
    """States have no status, which is how the library tells of a segment beyond the elements."""
    begins, ends = map(np.asarray, segments if isinstance(segments, tuple) else (segments[:-1], segments[1:]))
    if begins.shape == ends.shape:  # of others the call speaks
        refuse_beyond(np.where((begins < ends) & ((begins < 0) | (ends > count)), -1, 0), count)


def _as_shape(shape):
    """A shape as NumPy reads its argument."""
    shape = tuple(map(operator.index, (shape,) if hasattr(shape, "__index__") else shape))
    if any(extent < 0 for extent in shape):
        raise ValueError(f"there are no results of the shape {shape}")
    return shape


def _is_of(info, kind):
    """Whether an accumulator is of that word."""
    word, first = kind.words[0], kind.values[0]
    ignores = word.ignores_nan and kind.dtype.kind == "f"
    result = info.result if first.field == "index" else CODES[first.dtype]
    return (info.op, info.type, info.result, bool(info.nan), info.ddof) == (
        word.op, CODES[kind.dtype], result, ignores, kind.reductions[0].ddof
    )  # fmt: skip


def _word_of(info):
    """The word of an accumulator, and the dtype that was asked for: (kind, asked)."""
    for word in WORDS.values():
        if word.op == info.op:
            for dtype, code in CODES.items():
                if code == info.type:
                    for asked in (None, *CODES):
                        try:
                            kind = _kind_of(word.name, dtype, asked, int(info.ddof))
                        except (TypeError, UnsupportedError):
                            continue  # the word has no such result
                        if _is_of(info, kind):
                            return kind, asked
    raise of_status(-4, "the accumulator is of an operator or of types that no word of the package has")


def _loaded(stored, shape):
    """(handle, its info, the results' shape) of stored bytes."""
    try:
        data = ffi.from_buffer(stored)
    except TypeError:
        raise TypeError(f"an accumulator is loaded from bytes, not from {type(stored).__name__}: "
                        "open(path, 'rb').read() has those of a file") from None  # fmt: skip
    handle = _made("clr_accumulator_load", data, len(data))
    info = _described(handle)
    if shape is None:
        shape = () if info.results == 1 else (int(info.results),)
    shape = _as_shape(shape)
    if math.prod(shape) != info.results:
        raise ValueError(f"the accumulator has {info.results} results, which are not of the shape {shape}")
    return handle, info, shape


class _Fields(NamedTuple):
    """The results of an accumulator's word, as _reduce takes them of a _words.Kind."""

    words: tuple
    values: list


def _field(kind, field):
    word: Word = kind.words[0]
    if field == "index":
        return Value(word, field, U8, INTP)
    if "index" in word.fields:
        return Value(word, field, _BYTE if kind.dtype.kind == "b" else kind.dtype, kind.dtype)
    return next(value for value in kind.values if value.field == field)


def _kind_of(op, dtype, asked=None, ddof=0):
    if op not in WORDS:
        raise ValueError(f"{op!r} is no word of clreduce that folds: these are {', '.join(FOLDING)}")
    if op not in FOLDING:
        raise UnsupportedError(f"{op} selects among all elements of a result, and parts of them have no state: give all "
                               f"to clreduce.{op}()")  # fmt: skip
    return kind_of((op,), dtype, None if asked is None else np.dtype(asked), _whole(ddof), None)


def _is_paired(op, y):
    if (op in PAIRED) != (y is not None):
        raise TypeError(f"y= is the second array of {', '.join(map(repr, PAIRED))}, and goes with no other op")
    return op in PAIRED


def _same_shape(x, y, op):
    if x.shape != y.shape:
        raise ValueError(f"{op} of shapes {x.shape} and {y.shape}: there is a y for each x")
    return same_types(x, y, op)


class Accumulator:
    """The states of the results of one word, of parts of an array; those of all parts merge to those of the array.

        total = Accumulator.of(first, "mean", axis=0)
        total.merge(Accumulator.of(second, "mean", axis=0))
        total.value()

    The value has the same bits in whatever order and grouping parts are merged, and those of the word of all elements.
    Accumulators are pickled, and belong to no device. Each may be used by any number of threads. docs/scale.md says
    where they are of use.
    """

    __slots__ = ("_handle", "_kind", "_asked", "_shape", "_groups_at", "_is_grouped", "_lock", "__weakref__")
    __hash__ = None

    def __init__(self):
        raise TypeError("accumulators are made by Accumulator.of(), empty() and load()")

    @classmethod
    def _wrap(cls, handle, kind, asked, shape=(), groups_at=0, is_grouped=False):
        made = object.__new__(cls)
        made._handle, made._kind, made._asked = handle, kind, asked
        made._shape, made._groups_at, made._is_grouped = tuple(shape), groups_at, is_grouped
        made._lock = threading.RLock()
        return made

    def _like(self, handle, shape=None):
        groups_at = self._groups_at if shape is None else 0
        return self._wrap(handle, self._kind, self._asked, self._shape if shape is None else shape, groups_at,
                          self._is_grouped)  # fmt: skip

    # ---- Making them ----

    @classmethod
    def of(cls, x, op="sum", axis=None, dtype=None, keepdims=False, *, y=None, where=True, ddof=0, by=None,
           groups=None, segments=None):  # fmt: skip
        """The states of a word's results: of the function of that name, whose parameters these are.

        op  'sum', 'nanmax', ...: any name of a function of this package but logsumexp; norms are 'norm', 'norm1',
            'norminf' and 'norm0'. Products are of integers alone, and of words that select there are no states.
        y   the second array of 'dot', of 'cov' and 'corr', and the weights of 'wmean'

        x is an array of NumPy, or what numpy.asarray() takes. UnsupportedError of words whose states depend on the
        order of elements; other errors are those of the function.
        """
        if is_device_array(x):
            raise TypeError("accumulators are of arrays in host memory: give x.get()")
        x = as_array(x)
        if _is_paired(op, y):
            x, y = _pair(x, as_array(y), axis) if op == "dot" else _same_shape(x, as_array(y), op)
        x = native(x)
        kind = _kind_of(op, x.dtype, dtype, ddof)
        inputs = [in_place(array) for array in ([x] if y is None else [x, y])]
        call = Call(axis, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments)
        is_flat = axis is None and where is True and by is segments is groups is None
        rows = _contiguous(kind, inputs) if is_flat else None
        if rows:
            handle = _reduced(kind, Run(_FLAT, rows))
            return cls._wrap(handle, kind, dtype, (1,) * (x.ndim if keepdims else 0))
        if segments is not None:
            _refuse_beyond(segments, x.size)
        made = prepared(inputs, call)
        handle = _reduced(kind, made.run)
        at = made.groups_at
        shape = (*made.shape[1 : at + 1], *made.shape[:1], *made.shape[at + 1 :])
        return cls._wrap(handle, kind, dtype, shape, at, made.folded is None)

    @classmethod
    def empty(cls, elements, op="sum", shape=(), *, dtype=None, ddof=0):
        """The states of no elements of the dtype `elements`, which merge with those of that word and shape."""
        elements = np.dtype(elements)
        if elements not in CODES:
            native(np.empty(0, elements))  # refuses, with the way out
        kind = _kind_of(op, elements, dtype, ddof)
        shape = _as_shape(shape)
        handle = _made("clr_accumulator_create", kind.reductions, math.prod(shape))
        return cls._wrap(handle, kind, dtype, shape)

    @classmethod
    def load(cls, stored, shape=None):
        """The accumulator whose bytes store() has given, or the command's --save, on whatever machine.

        shape  that of the results, of which groups come first; None: one axis of them, or none of a single result

        ValueError of bytes that are cut, altered or no accumulator: they are checked, and may come from anywhere.
        """
        handle, info, shape = _loaded(stored, shape)
        kind, asked = _word_of(info)
        return cls._wrap(handle, kind, asked, shape)

    # ---- Merging ----

    def merge(self, other):
        """Adds what `other` has met, result to result. ValueError if it is of another word, dtype or shape."""
        if not isinstance(other, Accumulator):
            raise TypeError(f"an accumulator merges with accumulators, not with {type(other).__name__}")
        if (other._shape, other._kind.dtype) != (self._shape, self._kind.dtype):
            raise ValueError(
                f"results of shape {other._shape} of {other._kind.dtype} do not merge with {self._shape} of "
                f"{self._kind.dtype}"
            )
        with _both(self, other):
            _call("clr_accumulator_merge", self._handle, other._handle)

    def __add__(self, other):
        if not isinstance(other, Accumulator):
            return NotImplemented
        made = self._copy()
        made.merge(other)
        return made

    def __radd__(self, other):
        """0 + an accumulator, with which Python's sum() of accumulators begins."""
        return self._copy() if type(other) is int and other == 0 else NotImplemented

    def _copy(self):
        with self._lock:
            return self._like(_made("clr_accumulator_slice", self._handle, 0, math.prod(self._shape)))

    def shift(self, by):
        """Adds `by` to the indices of argmin, argmax, first and last: where the part begins in the whole."""
        by = operator.index(by)
        if not 0 <= by < 2**64:
            raise OverflowError(f"indices are not shifted by {by}: it is 0 ... 2^64 - 1")
        with self._lock:
            _call("clr_accumulator_shift", self._handle, by)

    def derive(self, op, *, dtype=None, ddof=0):
        """The accumulator of another word of the same elements: of var for one sum, mean, var, std and norm, of sum
        for mean, and the other way round. UnsupportedError where this one does not know enough."""
        kind = _kind_of(op, self._kind.dtype, dtype, ddof)
        if kind.words[0].ignores_nan != self._kind.words[0].ignores_nan:
            raise ValueError(f"{op} does not treat NaNs as {self.op} does, whose elements are gone")
        result = CODES[kind.values[0].dtype]
        with self._lock:
            handle = _made("clr_accumulator_derive", self._handle, kind.words[0].op, result, kind.reductions[0].ddof)
        return self._wrap(handle, kind, dtype, self._shape, self._groups_at, self._is_grouped)

    # ---- Results ----

    def value(self):
        """The results as the word gives them, a scalar or an array; of minmax a tuple; of argmin and argmax the
        extremes, whose places indices() has. Warnings and errors of results of no elements are the word's."""
        fields = "value" if self._is_arg else self._kind.words[0].fields
        return self._results((fields,) if isinstance(fields, str) else fields)

    def indices(self):
        """Of argmin and argmax where the extremes are, as these functions give it; of first and last likewise."""
        if not self._is_arg:
            raise TypeError(f"{self.op} has no indices: argmin, argmax, first and last have them")
        return self._results(("index",))

    def _results(self, fields):
        values = self.rounded(fields, self.count if not self._is_grouped else None)
        made = [self._shaped(array)[()] for array in values]
        return made[0] if len(made) == 1 else tuple(made)

    def rounded(self, fields, folded):
        """Flat arrays of these fields of clr_arrays; `folded` as _reduce.Prepared has it."""
        count = math.prod(self._shape)
        outs = [_field(self._kind, field) for field in fields]
        arrays = [np.empty(count, out.dtype) for out in outs]
        status = np.empty(count, "i4")
        place = ffi.new("clr_host_arrays *", {"size": ffi.sizeof("clr_host_arrays")})
        place.status = ffi.cast("cl_int *", address(status))
        for field, array in zip(fields, arrays):
            setattr(place, field, ffi.cast("cl_ulong *" if field == "index" else "void *", address(array)))
        with self._lock:
            _call("clr_accumulator_results", self._handle, place)
        beyond = np.flatnonzero((status != OK) & (status != EMPTY))
        if beyond.size:  # of what the command has saved with --overflow detect
            raise of_status(int(status[beyond[0]]), f"result {beyond[0]} is beyond its type")
        return _finished(_Fields(self._kind.words, outs), arrays, [status], Call(initial=NOT_TAKEN), folded)

    def _shaped(self, array):
        if not self._groups_at:
            return array.reshape(self._shape)
        at = self._groups_at
        return np.moveaxis(array.reshape(self._shape[at], *self._shape[:at], *self._shape[at + 1 :]), 0, at)

    @property
    def op(self):
        """The word's name."""
        return self._kind.words[0].name

    @property
    def dtype(self):
        """The elements' type."""
        return self._kind.dtype

    @property
    def shape(self):
        """The results' shape."""
        return self._shape

    @property
    def count(self):
        """How many elements all results together have met; of sums those that `where` leaves out do not count."""
        with self._lock:
            return int(_described(self._handle).count)

    def __len__(self):
        if not self._shape:
            raise TypeError("an accumulator of one result has no len() and no slices")
        return self._shape[0]

    def __getitem__(self, index):
        """The accumulator of results i to j along the first axis, acc[i:j], or of those of one index, acc[i]."""
        length = len(self)
        if self._groups_at:
            raise ValueError(
                f"groups are axis {self._groups_at} of these results, and slices are of what lies one behind another: "
                "reduce x with its labelled axes first, np.moveaxis(x, axis, 0)"
            )
        if isinstance(index, slice):
            begin, end, step = index.indices(length)
            if step != 1:
                raise ValueError(f"results are sliced in steps of 1, not of {step}")
            count, shape = max(end - begin, 0), (max(end - begin, 0), *self._shape[1:])
        else:
            begin, count, shape = operator.index(index), 1, self._shape[1:]
            begin += length if begin < 0 else 0
            if not 0 <= begin < length:
                raise IndexError(f"there is no result {index} of {length}")
        each = math.prod(self._shape[1:])
        with self._lock:
            handle = _made("clr_accumulator_slice", self._handle, begin * each, count * each)
        return self._like(handle, shape)

    # ---- Words and bytes ----

    @property
    def fold(self):
        """How words() merge: 'sum' or 'min', of each word by itself. UnsupportedError of products."""
        return form_of(self._kind)[1]

    def words(self):
        """The states as an array of int64: plain sums, or minima, of such arrays merge them (docs/accumulator.md).
        Of argmin, argmax, first and last there are two rounds: see keep_best()."""
        words = np.empty(HEADER + math.prod(self._shape) * form_of(self._kind)[0], "i8")
        with self._lock:
            _words(self._handle, words)
        return words

    def from_words(self, words):
        """The accumulator of merged words, of this one's word and shape. They are checked: ValueError of what is no
        state, OpenCLError if a part has failed."""
        words = np.asarray(words)
        if words.dtype != "i8" or words.ndim != 1:
            raise TypeError(f"words are an array of int64 with one axis, not of {words.dtype} with {words.ndim}")
        words = np.ascontiguousarray(words)
        with self._lock:
            handle = _made("clr_accumulator_from_words", self._handle, ffi.cast("const int64_t *", address(words)),
                           words.size)  # fmt: skip
        return self._like(handle)

    def keep_best(self, best):
        """Forgets the results whose value is not that of `best`. Merged words of argmin and argmax have the best
        value and the lowest index, which may be of different parts: a second round, of words after this, mends that."""
        with _both(self, best):
            _call("clr_accumulator_keep_best", self._handle, best._handle)

    def store(self):
        """The states as bytes, the same on every machine; equal states are equal bytes."""
        size = ffi.new("size_t *")
        lib = library_alone()
        with self._lock:
            lib.clr_accumulator_store(self._handle, ffi.NULL, 0, size)
            made = bytearray(size[0])
            status = lib.clr_accumulator_store(self._handle, ffi.from_buffer(made), len(made), size)
        if status != OK:
            raise of_status(status, "")
        return bytes(made)

    def __reduce__(self):
        asked = None if self._asked is None else np.dtype(self._asked).str
        ddof = int(self._kind.reductions[0].ddof)
        return _restored, (self.op, self._kind.dtype.str, asked, ddof, self._shape, self._groups_at, self._is_grouped,
                           self.store())  # fmt: skip

    def __eq__(self, other):
        if not isinstance(other, Accumulator):
            return NotImplemented
        return (self._shape, self._kind.dtype) == (other._shape, other._kind.dtype) and self.store() == other.store()

    def __repr__(self):
        return f"<clreduce.Accumulator: {self.op} of {self._kind.dtype}, shape {self._shape}>"

    @property
    def _is_arg(self):
        return "index" in self._kind.words[0].fields or self._kind.words[0].is_end


def _both(first, second):
    """The locks of two accumulators, in an order that every thread takes them in."""
    locks = ExitStack()
    for lock in sorted((first._lock, second._lock), key=id):
        locks.enter_context(lock)
    return locks


def _restored(op, elements, asked, ddof, shape, groups_at, is_grouped, stored):
    """What __reduce__() has taken apart; pickles may come from anywhere."""
    handle, info, shape = _loaded(stored, shape)
    kind = _kind_of(op, np.dtype(elements), asked, ddof)
    if not _is_of(info, kind) or not 0 <= groups_at < max(len(shape), 1):
        raise ValueError(f"the pickle is damaged: its states are not those of {op} of {elements}")
    return Accumulator._wrap(handle, kind, asked, shape, groups_at, bool(is_grouped))
