# SPDX-License-Identifier: Apache-2.0
"""The functions of the package, with NumPy's names and the order of NumPy's parameters."""

import functools

import numpy as np

from ._arrays import as_array, axes_of, is_device_array, native
from ._call import NOT_TAKEN, Call
from ._plain import short_way
from ._reduce import as_ddof, compute, is_of_dask, known, of_fraction, with_least
from ._words import WORDS, is_bfloat

_DOCUMENT = """{meaning}

    As {numpy}. x is an array of NumPy, or what numpy.asarray() takes: the result is a scalar or an array of
    NumPy. Or x is an array of pyopencl: the result is one, too, and nothing is waited for.

    by        labels, an integer for each element, or with axis= for each index along those axes: a result for each
              label 0 ... groups - 1, which stand where the first of these axes stood; other labels are left out
    groups    how many labels there are; None: the largest label and 1
    segments  n + 1 offsets, or a tuple (begins, ends): a result for each of the n segments of x, of one axis
    accuracy  'exact', 'reproducible', 'fast' or 'relaxed'; None: the first of these that the word has
    queue     with an array by DLPack: the pyopencl.CommandQueue on which it is ready

    docs/python.md says what differs from NumPy.
    """


def named(function, name, document):
    """The function under that name, as one of the package's."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = "clreduce"
    function.__doc__ = document
    return function


def shortly(function):
    """The function of the word of its name, with the short way in front of it."""
    short = short_way(function.__name__)

    def word(x, axis=None, *parameters, **others):
        if not parameters and not others and type(x) is np.ndarray:
            value = short(x, axis)
            if value is not None:
                return value
        return function(x, axis, *parameters, **others)

    return functools.update_wrapper(word, function)


def _named(function, name, meaning, numpy):
    return named(function, name, _DOCUMENT.format(meaning=meaning, numpy=numpy))


def _plainly(function, name, meaning):
    """NumPy's function of that name."""
    return shortly(_named(function, name, meaning, f"numpy.{name}"))


def _one(name, x, *parameters, **others):
    return compute((name,), x, Call(*parameters, **others))[0]


_LEAST = " Where fewer than `min_count` elements count the result is NaN."


def _sum(name, meaning):
    def word(x, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True, *, by=None, groups=None,
             segments=None, accuracy=None, queue=None, min_count=0):  # fmt: skip
        call = Call(axis, dtype, out, keepdims, initial, where, 0, accuracy, by, groups, segments, queue)
        return with_least(name, x, call, min_count) if min_count else compute((name,), x, call)[0]

    return _plainly(word, name, meaning + _LEAST)


def _mean(name, meaning):
    def word(x, axis=None, dtype=None, out=None, keepdims=False, *, where=True, by=None, groups=None, segments=None,
             accuracy=None, queue=None):  # fmt: skip
        return _one(name, x, axis, dtype, out, keepdims, None, where, 0, accuracy, by, groups, segments, queue)

    return _plainly(word, name, meaning)


def _variance(name, meaning):
    def word(x, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, correction=None, by=None,
             groups=None, segments=None, accuracy=None, queue=None):  # fmt: skip
        if correction is not None:
            if ddof:
                raise ValueError("ddof and correction are two names of one number: give one of them")
            ddof = correction
        is_plain = by is None and segments is None and not is_device_array(x) and not is_of_dask(x)
        if is_plain and ddof and (as_ddof(ddof) < 0 or ddof != int(ddof)):
            return of_fraction(name, x, Call(axis, dtype, out, keepdims, where=where, ddof=ddof, accuracy=accuracy))
        return _one(name, x, axis, dtype, out, keepdims, None, where, ddof, accuracy, by, groups, segments, queue)

    return _plainly(word, name, meaning)


def _extreme(name, meaning):
    def word(x, axis=None, out=None, keepdims=False, initial=None, where=True, *, by=None, groups=None, segments=None,
             accuracy=None, queue=None):  # fmt: skip
        return _one(name, x, axis, None, out, keepdims, initial, where, 0, accuracy, by, groups, segments, queue)

    return _plainly(word, name, meaning)


def _test(name, meaning):
    def word(x, axis=None, out=None, keepdims=False, *, where=True, by=None, groups=None, segments=None, accuracy=None,
             queue=None):  # fmt: skip
        return _one(name, x, axis, None, out, keepdims, None, where, 0, accuracy, by, groups, segments, queue)

    return _plainly(word, name, meaning)


sum = _sum("sum", "Sum of the elements: exact, rounded once.")
prod = _sum("prod", "Product of the elements, in one published order.")
nansum = _sum("nansum", "Sum of the elements but for NaNs.")
nanprod = _sum("nanprod", "Product of the elements but for NaNs.")
mean = _mean("mean", "Mean: exact, rounded once.")
nanmean = _mean("nanmean", "Mean of the elements but for NaNs.")
var = _variance("var", "Variance: exact, rounded once.")
std = _variance("std", "Standard deviation: the root of the exact variance, rounded once.")
nanvar = _variance("nanvar", "Variance of the elements but for NaNs.")
nanstd = _variance("nanstd", "Standard deviation of the elements but for NaNs.")
min = _extreme("min", "Smallest element; NaN if there is one.")
max = _extreme("max", "Largest element; NaN if there is one.")
nanmin = _extreme("nanmin", "Smallest element but for NaNs.")
nanmax = _extreme("nanmax", "Largest element but for NaNs.")
any = _test("any", "Whether some element is not 0.")
all = _test("all", "Whether no element is 0.")
argmin = _test("argmin", "Index of the smallest element; of the first NaN if there is one.")
argmax = _test("argmax", "Index of the largest element; of the first NaN if there is one.")
nanargmin = _test("nanargmin", "Index of the smallest element but for NaNs.")
nanargmax = _test("nanargmax", "Index of the largest element but for NaNs.")
first = _test("first", "The first element, whatever it is.")
last = _test("last", "The last element, whatever it is.")
nanfirst = _test("nanfirst", "The first element that is no NaN.")
nanlast = _test("nanlast", "The last element that is no NaN.")


_COUNT = type(np.count_nonzero(()))  # of all elements: int until NumPy 2.4


def _count(name, meaning, numpy):
    def word(x, axis=None, *, keepdims=False, where=True, by=None, groups=None, segments=None, queue=None):
        value = _one(name, x, axis, None, None, keepdims, None, where, 0, None, by, groups, segments, queue)
        return _COUNT(value) if axis is None and not keepdims and isinstance(value, np.integer) else value

    return _named(word, name, meaning, numpy)


count_nonzero = _count("count_nonzero", "How many elements are not 0.", "numpy.count_nonzero")
count = _count("count", "How many elements there are, 0 or not, but for those that `where` leaves out.", "numpy.ma.count")
nancount = _count("nancount", "The same but for NaNs.", "xarray.DataArray.count")


def minmax(x, axis=None, keepdims=False, *, where=True, by=None, groups=None, segments=None, queue=None):
    """Smallest and largest element, in one pass: a tuple. As numpy.min and numpy.max; the rest as of sum()."""
    return tuple(
        compute(("minmax",), x, Call(axis, None, None, keepdims, None, where, 0, None, by, groups, segments, queue))
    )


def logsumexp(x, axis=None, keepdims=False, *, dtype=None, where=True, by=None, groups=None, segments=None,
              accuracy=None, queue=None):  # fmt: skip
    """Logarithm of the sum of e^x, without overflow. As scipy.special.logsumexp; the rest as of sum()."""
    return _one("logsumexp", x, axis, dtype, None, keepdims, None, where, 0, accuracy, by, groups, segments, queue)


_NORMS = {None: "norm", 2: "norm", "fro": "norm", 1: "norm1", np.inf: "norminf", 0: "norm0"}


def norm(x, ord=None, axis=None, keepdims=False, *, where=True, by=None, groups=None, segments=None, accuracy=None,
         queue=None):  # fmt: skip
    """Norm of a vector, or of all elements: the root of the sum of squares, exact, rounded once.

    As numpy.linalg.norm, for ord None, 2 and 'fro'; 1, the sum of absolutes; inf, the largest; 0, how many are not 0.
    Norms of matrices, which NumPy means by ord=2, 1, inf of two axes, are refused. The rest as of sum().
    """
    name = _NORMS.get(ord)
    rank = len(x.shape) if hasattr(x, "shape") else np.ndim(x)
    is_matrix = len(axes_of(axis, rank)) == 2 and ord not in (None, "fro")
    if name is None or is_matrix or (ord == "fro" and len(axes_of(axis, rank)) != 2):
        raise ValueError(f"there is no norm of ord {ord!r} of {len(axes_of(axis, rank))} axes: None, and of one axis "
                         "2, 1, inf and 0 there are")  # fmt: skip
    return _one(name, x, axis, None, None, keepdims, None, where, 0, accuracy, by, groups, segments, queue)


def dot(x, y, axis=None, keepdims=False, *, where=True, by=None, groups=None, segments=None, accuracy=None,
        queue=None):  # fmt: skip
    """Sum of products, exact, rounded once.

    As numpy.dot of two arrays with one axis; with axis= as numpy.vecdot, of arrays that broadcast to one shape. The
    rest as of sum().
    """
    if not is_device_array(x) and not is_of_dask(x):
        x, y = _pair(as_array(x), as_array(y), axis)
    return _one("dot", x, axis, None, None, keepdims, None, where, 0, accuracy, by, groups, segments, queue, other=y)


def _pair(x, y, axis):
    if axis is None and (x.shape != y.shape or x.ndim > 1):
        raise ValueError(
            f"dot of shapes {x.shape} and {y.shape} is no sum of products: it takes two arrays of one axis and "
            "length, or axis= of arrays that broadcast"
        )
    common = np.result_type(x.dtype, y.dtype)
    if common.kind == "c":
        raise TypeError("dot of complex numbers is not taken: it is made of dots of x.real, x.imag, y.real and y.imag")
    x, y = x.astype(common, copy=False), y.astype(common, copy=False)
    return (x, y) if is_bfloat(common) else (native(x), native(y))


def reduce(x, words, axis=None, keepdims=False, *, where=True, ddof=0, by=None, groups=None, segments=None,
           accuracy=None, queue=None):  # fmt: skip
    """Several words of one array in one pass, such as reduce(x, ["sum", "max"]).

    The words are names of functions of this package but dot; norms are "norm", "norm1" and "norminf". Returns a list of
    their results in that order; minmax has a tuple. `ddof` is that of var and std. The rest as of sum().
    """
    if isinstance(words, str):
        raise TypeError(f"words {words!r} is a name, and words are a list of names, such as ['sum', 'max']")
    names = known(tuple(words))
    if not names:
        return []
    values = iter(
        compute(names, x, Call(axis, None, None, keepdims, NOT_TAKEN, where, ddof, accuracy, by, groups,
                               segments, queue))
    )  # fmt: skip
    made = []
    for name in names:
        fields = [next(values) for _ in WORDS[name].fields]
        made.append(fields[0] if len(fields) == 1 else tuple(fields))
    return made
