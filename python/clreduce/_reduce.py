# SPDX-License-Identifier: Apache-2.0
"""One reduction or several of an array: which call of the library it is, and what NumPy makes of the results."""

import functools
import math
import operator
import sys
import warnings
from collections import namedtuple

import numpy as np

from ._arrays import as_array, as_parts, axes_of, fitting, in_place, is_device_array, native, result_shape, stored
from ._call import Call
from ._errors import EMPTY, warn
from ._host import AXES, AXIS_LABELS, LABELS, SEGMENTS, Run, as_integers, flat, index_array
from ._words import ALONE, WORDS, is_bfloat, is_float, kind_of


def compute(names, x, call):
    """The values of the words `names` of x, a list."""
    if is_device_array(x):
        return _of_device(names, x, call)
    if is_of_dask(x):
        return _of_dask(names, x, call)
    x = as_array(x)
    if call.queue is not None:
        raise TypeError("queue= goes with an array on a device, and x is in host memory")
    if x.dtype.kind == "c":
        return _of_complex(names, x, call)
    x, elements = stored(_as_factors(names, x, call.dtype))
    ddof = _whole(call.ddof)
    kind = kind_of(names, elements, call.dtype, ddof, call.accuracy, call.selection)
    if _is_of_states(kind, x, ddof, call):
        return _of_states(kind, x, ddof, call)
    inputs = [x] if call.other is None else [x, stored(call.other)[0]]
    is_of_all = call.axis is None and call.where is True and call.by is call.segments is call.groups is None
    is_of_all = is_of_all and kind.record is not None
    if is_of_all and x.size and (len(names) == 1 or (x.size > ddof and not kind.may_be_empty(False))):
        rows = _contiguous(kind, inputs)
        if rows:
            return _of_all(kind, rows, x.ndim, call)
    made = prepared(inputs, call)
    if made.folded is None:
        with_status = call.segments is not None or _has_empty(kind)
    else:
        with_status = kind.may_be_empty(call.is_masked) or made.folded <= ddof
    values, statuses = made.run.reduce(kind, made.results, with_status)
    if call.segments is not None:
        refuse_beyond(statuses[0], x.size)
    values = _finished(kind, values, statuses, call, made.folded)
    return _deliver([made.shaped(value, call.selection) for value in values], call.out)


def is_of_dask(x):
    """Whether x is an array of dask: then dask has been imported."""
    dask = sys.modules.get("dask.array")
    return dask is not None and isinstance(x, dask.Array)


def _of_device(names, x, call):
    from . import _device

    return _device.compute(names, x, call)


def _of_dask(names, x, call):
    from . import dask

    return dask.compute(names, x, call)


def _as_factors(names, x, asked):
    """Integers whose product is asked for as floats are converted before they are multiplied, as NumPy does."""
    is_product = names in (("prod",), ("nanprod",)) and asked is not None
    return x.astype(asked) if is_product and x.dtype.kind in "biu" and is_float(np.dtype(asked)) else x


def as_ddof(ddof):
    """ddof, or correction, as a number."""
    if not isinstance(ddof, (int, float, np.number, np.ndarray)) or not np.isfinite(ddof):
        raise TypeError(f"ddof {ddof!r} is no number: the divisor is the elements' count less ddof")
    return ddof


def _whole(ddof):
    number = ddof if type(ddof) is int else int(as_ddof(ddof))
    if number != ddof or number < 0:
        raise ValueError(
            f"ddof {ddof!r} is not taken here: by label, of segments, and in reduce() it is a whole number, 0 or more"
        )
    return number


# ---- Other ddof --------------------------------------------------------------------------------------------------


def _is_of_states(kind, x, ddof, call):
    """Whether a variance, or its root, is made of states. Kernels have the ddof in their text, but for those of states:
    of 0 and 1, as statistics has them, there are kernels; another one would compile its own. States of short results
    would be larger than their elements."""
    if ddof < 2 or len(kind.words) > 1 or not kind.reductions[0].ddof or call.other is not None:
        return False
    if call.accuracy not in (None, "exact"):
        return False
    if call.by is not None or call.segments is not None or call.groups is not None or is_bfloat(kind.dtype):
        return False
    from ._accumulator import form_of

    results = math.prod(result_shape(x.shape, axes_of(call.axis, x.ndim)))
    return results * form_of(kind)[0] * 8 <= x.nbytes


def _of_states(kind, x, ddof, call):
    from ._accumulator import Accumulator

    name = kind.words[0].name
    states = Accumulator.of(x, name, call.axis, keepdims=call.keepdims, where=call.where)
    value = states.derive(name, dtype=call.dtype, ddof=ddof).value()
    return _deliver([np.asarray(value)], call.out)


# ---- Which call --------------------------------------------------------------------------------------------------


def _contiguous(kind, arrays):
    """The arrays as the library can run through them from the first element to the last, or None."""
    if all(array.flags.c_contiguous and array.flags.aligned for array in arrays):
        return arrays
    if kind.any_order and all(array.flags.f_contiguous and array.flags.aligned for array in arrays):
        return [array.T for array in arrays]
    return None


def _of_all(kind, rows, rank, call):
    values = flat(kind, rows)
    if values is None:
        values = [_of_nothing(kind.words[0], value, rows[0].size, call) for value in kind.values]
    else:
        values = [value.finish(made) for value, made in zip(kind.values, values)]
        if call.has_initial:
            values = [_with_initial(value.word, made, call.initial) for value, made in zip(kind.values, values)]
    if call.keepdims:
        values = [made.reshape((1,) * rank) for made in values]
    return _deliver(values, call.out)


def _of_nothing(word, value, count, call):
    """Of an array that has elements, but too few for the word."""
    if call.has_initial:
        return _start(call.initial, value.final)
    if word.when_empty == "error" or not is_float(value.final):
        raise _no_value(word, call, count)
    warn(word.warning)
    return np.asarray(np.nan, value.final)


class Prepared(namedtuple("Prepared", ("run", "shape", "groups_at", "folded"))):
    """A call of the library that gives many results, and what they are.

    shape      of the results as the library writes them, groups first
    groups_at  where the axis of groups goes, of the results as the caller gets them
    folded     elements of a result; None by label and of segments, which have their own numbers
    """

    __slots__ = ()

    @property
    def results(self):
        return math.prod(self.shape)

    def shaped(self, made, selection=None):
        """A flat array of results, or of planes of them, as the caller gets it."""
        front = selection.shape if selection else ()
        rank = len(front)
        made = made[: math.prod(front) * self.results].reshape((*front, *self.shape))
        return np.moveaxis(made, rank, rank + self.groups_at) if self.groups_at else made


def prepared(inputs, call):
    """The call of the library that a _call.Call means."""
    if call.groups is not None and call.by is None:
        raise ValueError("groups= is how many labels by= has, which is not given")
    if call.by is not None and call.segments is not None:
        raise ValueError("by= and segments= exclude each other: give one of them")
    if call.segments is not None:
        return _of_segments(inputs, call)
    if call.by is not None:
        return _by_label(inputs, call)
    return _of_axes(inputs, call)


def _of_axes(inputs, call):
    inputs = [in_place(array) for array in np.broadcast_arrays(*inputs)] if len(inputs) > 1 else [in_place(inputs[0])]
    shape = inputs[0].shape
    axes = axes_of(call.axis, len(shape))
    masks = [_mask(call.where, shape)] if call.is_masked else []
    arrays, extents, reduced, strides = fitting(inputs + masks, axes)
    run = Run(AXES, arrays[: len(inputs)])
    if masks:
        run.masked(arrays[-1], strides.pop())
    run.along(extents, reduced, strides)
    return Prepared(run, result_shape(shape, axes, call.keepdims), 0, math.prod(shape[number] for number in axes))


def _by_label(inputs, call):
    x = inputs[0]
    if call.keepdims:
        raise ValueError("by= goes without keepdims: the groups have an axis of their own")
    by = as_integers(call.by, "by")
    axes = axes_of(call.axis, x.ndim)
    if not axes:  # each element has the one label: an axis of one element has it
        inputs, by = [array[np.newaxis] for array in inputs], by[np.newaxis]
        where = np.asarray(call.where)[np.newaxis] if np.ndim(call.where) == x.ndim else call.where
        return _by_label(inputs, call._replace(axis=0, by=by, where=where))
    labelled = tuple(x.shape[number] for number in axes)
    if by.shape != labelled:
        raise ValueError(
            f"by has the shape {by.shape}, and what is reduced {labelled}: there is a label for each element, "
            "or with axis= for each index along those axes"
        )
    by = index_array(by, "by").ravel()
    groups = _count_groups(by, call.groups)
    masks = [_mask(call.where, x.shape)] if call.is_masked else []
    arrays = [np.ascontiguousarray(array) for array in np.broadcast_arrays(*inputs, *masks)]
    kept = result_shape(x.shape, axes)
    if kept:
        arrays, extents, reduced, strides = fitting(arrays, axes)
    run = Run(AXIS_LABELS if kept else LABELS, arrays[: len(inputs)])
    if kept:
        run.along(extents, reduced, strides[: len(inputs)])
    if masks:
        run.masked(arrays[-1])
    run.grouped(by, groups)
    # The groups stand where the first axis stood that was labelled.
    return Prepared(run, (groups, *kept), axes[0] if axes else 0, None)


def count_of(groups):
    """groups= as a number."""
    number = operator.index(groups) if hasattr(groups, "__index__") else -1
    if not 0 <= number < 2**63:
        raise ValueError(f"groups {groups!r} is not taken: it is how many groups there are, a whole number")
    return number


def _count_groups(by, groups):
    if groups is not None:
        return count_of(groups)
    return max(int(by.max()) + 1, 0) if by.size else 0


def _of_segments(inputs, call):
    x = inputs[0]
    if x.ndim != 1 or axes_of(call.axis, 1) != (0,):
        raise ValueError(f"segments= are of arrays with one axis, not {x.ndim}: rows are reduced by axis=")
    if call.keepdims:
        raise ValueError("segments= go without keepdims: each has a result")
    begins, ends = _offsets(call.segments)
    count = begins.size - (ends is None)
    run = Run(SEGMENTS, [np.ascontiguousarray(array) for array in inputs])
    if call.is_masked:
        run.masked(np.ascontiguousarray(_mask(call.where, x.shape)))
    run.grouped(begins, count, ends)
    return Prepared(run, (count,), 0, None)


def _offsets(segments):
    """(begins, ends) of segments; ends are None where they are the next begins."""
    parts = segments if isinstance(segments, tuple) else (segments,)
    if len(parts) > 2 or any(np.ndim(part) != 1 for part in parts) or (len(parts) == 1 and not np.size(parts[0])):
        raise ValueError(
            "segments is a list of offsets, one more than there are segments, or a tuple (begins, ends) of lists"
        )
    begins = index_array(parts[0], "segments")
    if len(parts) == 1:
        return begins, None
    ends = index_array(parts[1], "segments").astype(begins.dtype, copy=False)
    if ends.shape != begins.shape:
        raise ValueError(f"segments has {begins.size} begins and {ends.size} ends: as many of both")
    return begins, ends


def refuse_beyond(statuses, count):
    """ValueError if a segment's status is that it reaches beyond the elements."""
    beyond = np.flatnonzero(np.isin(statuses, (0, EMPTY, -9), invert=True))
    if beyond.size:
        raise ValueError(f"segment {beyond[0]} reaches beyond the {count} elements of x")


def _mask(where, shape):
    mask = np.asarray(where)
    if mask.dtype.kind != "b":
        raise TypeError(f"where of dtype {mask.dtype} is not taken: it takes booleans, such as x > 0")
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:
        raise ValueError(f"where has the shape {mask.shape}, which does not broadcast to {shape}, that of x") from None


def _has_empty(kind):
    return any(word.when_empty != "value" for word in kind.words)


def of_fraction(name, x, call):
    """var, std and their nan forms with a ddof that is no whole number: the exact variance as f8, scaled."""
    x = as_array(x)
    word = WORDS[name]
    final = kind_of((name,), stored(x)[1], call.dtype).values[0].final
    counted = _mask(call.where if call.is_masked else True, x.shape)
    if word.ignores_nan and is_float(x.dtype):
        counted = counted & ~np.isnan(x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of too few elements that is said below
        of_whole = call._replace(dtype="f8", out=None, ddof=0)
        (variance,) = compute(("nanvar" if word.ignores_nan else "var",), x, of_whole)
    (count,) = compute(("count_nonzero",), counted, Call(call.axis, keepdims=call.keepdims))
    enough = np.asarray(count > call.ddof)
    if not enough.all():
        warn(word.warning)
    scaled = variance * np.divide(count, count - call.ddof, out=np.full(enough.shape, np.nan), where=enough)
    return _deliver([np.asarray(np.sqrt(scaled) if word.op == 22 else scaled).astype(final)], call.out)[0]


def with_least(name, x, call, least):
    """A word whose result is NaN where fewer than `least` elements count, as pandas and xarray have it."""
    if is_device_array(x) or is_of_dask(x):
        raise TypeError("min_count= is of arrays of NumPy: of others count by count_nonzero(), and give NaN there")
    x = as_array(x)
    least = operator.index(least)
    (value,) = compute((name,), x, call._replace(out=None))
    if not is_float(value.dtype) and value.dtype.kind != "c":
        raise TypeError(f"min_count= gives NaN, which results of {value.dtype} cannot be: ask for floats by dtype=")
    counted = _mask(call.where if call.is_masked else True, x.shape)
    if WORDS[name].ignores_nan:
        counted = counted & ~np.isnan(x) if x.dtype.kind not in "biu" else counted
    (count,) = compute(("count_nonzero",), counted, call._replace(dtype=None, out=None, initial=None, where=True,
                                                                  accuracy=None))  # fmt: skip
    value = np.where(count < least, np.asarray(np.nan, value.dtype), value).astype(value.dtype, copy=False)
    return _deliver([value], call.out)[0]


# ---- What NumPy makes of results ---------------------------------------------------------------------------------


def _no_value(word, call, count=0, where=""):
    if count and word.ignores_nan:
        return ValueError(f"All-NaN slice encountered by {word.name}{where}")
    way_out = (
        "give labels without gaps, np.unique(by, return_inverse=True)[1], or leave empty segments out"
        if where
        else "reduce where there are elements"
    )
    return ValueError(
        f"zero-size array to reduction operation {word.name}{where}, which has no value of no elements: "
        f"{'give initial=, or ' if word.op in (3, 4) and call.takes_initial else ''}{way_out}"
    )


def _finished(kind, values, statuses, call, count):
    """Results in NumPy's types. `count` is of elements a result, None by label or segment, where a float of
    nothing is NaN without a warning."""
    by_word = dict(zip((word.name for word in kind.words), statuses))
    made = []
    for value, array in zip(kind.values, values):
        final = value.finish(array)
        status = by_word[value.word.name]
        has_value = value.word.when_empty == "value" or value.field == "number"
        empty = status == EMPTY if status is not None and not has_value else None
        if call.has_initial:
            final = _with_initial(value.word, final, call.initial)
        if empty is not None and empty.any():
            if call.has_initial:
                final[empty] = _start(call.initial, final.dtype)
            else:
                _allow_empty(value, empty, count, call)
        made.append(final)
    return made


def _allow_empty(value, empty, count, call):
    word = value.word
    if count is None and is_float(value.final):
        return
    is_nothing = count == 0 and word.op in (3, 4)
    if word.when_empty == "error" or not is_float(value.final) or is_nothing:
        where = f" of group {np.flatnonzero(empty)[0]}" if count is None else ""
        raise _no_value(word, call, count, where)
    warn(word.warning)


def _start(initial, dtype):
    """initial= as a result's type."""
    given = np.asarray(initial)
    if given.ndim or given.dtype.kind not in ("biufcO" if dtype.kind == "c" else "biufO"):
        raise TypeError(f"initial {initial!r} is not taken: it is a number, as the results of {dtype} are")
    if dtype.kind in "iu" and not np.iinfo(dtype).min <= given <= np.iinfo(dtype).max:
        raise OverflowError(f"initial {initial!r} is beyond {dtype}, the results' type")
    with np.errstate(over="ignore"):
        return given.astype(dtype)


def _with_initial(word, array, initial):
    """As if a reduction had begun with it. Sums are rounded once more."""
    start = _start(initial, array.dtype)
    if word.op == 1:
        return np.add(array, start)
    if word.op == 2:
        return np.multiply(array, start)
    if word.op == 3:
        return (np.fmin if word.ignores_nan else np.minimum)(array, start)
    if word.op == 4:
        return (np.fmax if word.ignores_nan else np.maximum)(array, start)
    raise TypeError(f"{word.name} takes no initial")


def _deliver(values, out):
    """Scalars of 0-d arrays, or what is written to `out`."""
    if out is None:
        return [made[()] for made in values]
    outs = out if isinstance(out, tuple) else (out,)
    if len(outs) != len(values):
        raise ValueError(f"out is {len(outs)} arrays for {len(values)} results")
    for place, made in zip(outs, values):
        if not isinstance(place, np.ndarray):
            raise TypeError(f"out is no array of NumPy, but {type(place).__name__}: give one of shape {made.shape}")
        if place.shape != made.shape:
            raise ValueError(f"out has the shape {place.shape}, and the result {made.shape}")
        if not np.can_cast(made.dtype, place.dtype, "same_kind"):
            raise TypeError(f"out of {place.dtype} does not hold results of {made.dtype}: give an array of {made.dtype}, "
                            "or ask for out's type by dtype=")  # fmt: skip
        np.copyto(place, made, casting="same_kind")
    return list(outs)


# ---- Complex numbers -------------------------------------------------------------------------------------------


def _of_complex(names, x, call):
    """Sums and means, of the parts."""
    if names not in (("sum",), ("mean",)):
        native(x)  # refuses, with the way out
    if call.segments is not None:
        raise TypeError("segments= of complex numbers are not taken: of x.real and x.imag they are")
    final = x.dtype.newbyteorder("=") if call.dtype is None else np.dtype(call.dtype)
    if final.kind != "c":
        raise TypeError(f"{names[0]} of {x.dtype} has no result of dtype {final}: reduce x.real")
    of_parts = call._replace(
        axis=axes_of(call.axis, x.ndim),
        dtype=np.dtype(f"f{final.itemsize // 2}"),
        out=None,
        initial=None,
        where=np.asarray(call.where)[..., np.newaxis] if call.is_masked else True,
    )
    (parts,) = compute(names, as_parts(x), of_parts)
    value = np.ascontiguousarray(parts).view(final)[..., 0]
    if call.has_initial:
        value = value + _start(call.initial, final)
    return _deliver([np.asarray(value)], call.out)


@functools.lru_cache(maxsize=256)
def known(names):
    """A tuple of words, each of which there is, and none twice."""
    for name in names:
        if name not in ALONE:
            raise ValueError(f"{name!r} is no word of clreduce that takes an array alone: these are {', '.join(ALONE)}")
    if len(set(names)) != len(names):
        raise ValueError("a word stands twice in one call")
    return names
