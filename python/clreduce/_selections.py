# SPDX-License-Identifier: Apache-2.0
"""The functions that select among elements in order: medians, quantiles, the best k, modes, distinct values."""

import math
import operator

import numpy as np

from ._arrays import axes_of
from ._call import Call, Selection
from ._functions import named, shortly
from ._load import library_alone
from ._native import ffi
from ._reduce import compute

_DOCUMENT = """{meaning}

    {like} x is an array of NumPy, what numpy.asarray() takes, or an array of dask that has one chunk along the reduced
    axes. The host selects, by all cores where results are many.

    where     booleans that broadcast to x: elements that count
    by        labels, an integer for each element, or with axis= for each index along those axes: a result for each
              label 0 ... groups - 1, which stand where the first of these axes stood; other labels are left out
    groups    how many labels there are; None: the largest label and 1
    segments  n + 1 offsets, or a tuple (begins, ends): a result for each of the n segments of x, of one axis

    docs/python.md says what differs from NumPy.
    """


def _named(function, name, meaning, like):
    return named(function, name, _DOCUMENT.format(meaning=meaning, like=like))


# ---- Medians and quantiles ---------------------------------------------------------------------------------------


def _median(name, meaning):
    def word(x, axis=None, out=None, overwrite_input=False, keepdims=False, *, where=True, by=None, groups=None,
             segments=None):  # fmt: skip
        call = Call(axis, out=out, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments)
        return compute((name,), x, call)[0]

    return shortly(_named(word, name, meaning, f"As numpy.{name}; x is never written to."))


def _interpolation(method):
    place = ffi.new("clr_interpolation *")
    lib = library_alone()
    if not isinstance(method, str) or lib.clr_interpolation_from_name(method.encode(), place):
        names = [lib.clr_interpolation_name(number) for number in range(14)]
        known = ", ".join(ffi.string(name).decode() for name in names if name)
        raise ValueError(f"method {method!r} is not taken: there are {known}")
    return place[0]


def _quantiles(q, most, what):
    """q, of which `most` is all elements, as parts of them, and its shape."""
    q = np.asarray(q)
    if q.dtype.kind not in "biuf":
        raise TypeError(f"q of dtype {q.dtype} is not taken: it is a number from 0 to {most}, or an array of them")
    parts = q.astype("f8") / most
    if not ((parts >= 0) & (parts <= 1)).all():
        raise ValueError(f"{what} must be in the range [0, {most}]")
    return tuple(parts.ravel().tolist()), q.shape


def _quantile(name, word, most, what, meaning):
    def function(x, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, where=True,
                 by=None, groups=None, segments=None):  # fmt: skip
        quantiles, shape = _quantiles(q, most, what)
        selection = Selection(quantiles or (0.5,), _interpolation(method), 0, shape)
        call = Call(axis, out=out, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments,
                    selection=selection)  # fmt: skip
        return compute((word,), x, call)[0]

    like = f"As numpy.{name}, with its thirteen methods; x is never written to. The axes of q come first."
    return _named(function, name, meaning, like)


median = _median("median", "Median: exact, rounded once; NaN if there is one.")
nanmedian = _median("nanmedian", "Median of the elements but for NaNs.")
quantile = _quantile("quantile", "quantile", 1, "Quantiles", "Quantiles q, from 0 to 1: exact, rounded once.")
percentile = _quantile("percentile", "quantile", 100, "Percentiles", "Quantiles q, from 0 to 100: exact, rounded once.")
nanquantile = _quantile("nanquantile", "nanquantile", 1, "Quantiles", "Quantiles of the elements but for NaNs.")
nanpercentile = _quantile("nanpercentile", "nanquantile", 100, "Percentiles", "The same, from 0 to 100.")


# ---- The best ----------------------------------------------------------------------------------------------------


def _best(name, meaning, other):
    def word(x, k, axis=None, *, where=True, by=None, groups=None, segments=None):
        if not hasattr(k, "__index__") or operator.index(k) < 0:
            raise ValueError(f"k {k!r} is not taken: it is how many elements, a whole number; {other}() has the others")
        shape = np.shape(x)
        axes = axes_of(axis, len(shape))
        most = min(operator.index(k), math.prod(shape[number] for number in axes))
        selection = Selection((), 0, max(most, 1), (most,))
        call = Call(axis, where=where, by=by, groups=groups, segments=segments, selection=selection)
        # They stand where the first reduced axis stood, behind groups and segments.
        place = (axes[0] if axes and axis is not None else 0) + (by is not None or segments is not None)
        return tuple(np.moveaxis(value, 0, place) for value in compute((name,), x, call))

    like = "Returns (values, indices), with an axis of k, or of all elements if there are fewer, in place of others."
    return _named(word, name, meaning, like)


topk = _best("topk", "The k largest elements, the largest first.", "bottomk")
bottomk = _best("bottomk", "The k smallest elements, the smallest first.", "topk")


# ---- Equal elements ----------------------------------------------------------------------------------------------


def _mode(x, axis=None, keepdims=False, *, where=True, by=None, groups=None, segments=None):
    call = Call(axis, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments)
    return tuple(compute(("mode",), x, call))


def _nunique(x, axis=None, keepdims=False, *, where=True, by=None, groups=None, segments=None):
    call = Call(axis, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments)
    return compute(("nunique",), x, call)[0]


mode = _named(_mode, "mode", "The most frequent element, of equally frequent ones the smallest; NaN if there is one.",
              "Returns (value, how many equal it), as scipy.stats.mode.")  # fmt: skip
nunique = shortly(_named(_nunique, "nunique", "How many different elements there are; all NaNs are one.",
                         "As numpy.unique(x).size."))  # fmt: skip
