# SPDX-License-Identifier: Apache-2.0
"""Weighted means and variances, covariances and correlations: words of two arrays, with NumPy's names and parameters."""

import numpy as np

from ._arrays import as_array, axes_of, is_device_array, native
from ._call import Call
from ._functions import mean, sum
from ._reduce import as_ddof, compute, is_of_dask
from ._words import is_bfloat


def same_types(x, y, name):
    """Both in the type that NumPy computes with."""
    common = np.result_type(x.dtype, y.dtype)
    if common.kind == "c":
        raise TypeError(f"{name} of complex numbers is not taken")
    x, y = x.astype(common, copy=False), y.astype(common, copy=False)
    return (x, y) if is_bfloat(common) else (native(x), native(y))


def _one(name, x, y, *parameters):
    return compute((name,), x, Call(*parameters, other=y))[0]


# ---- Weighted means ----------------------------------------------------------------------------------------------


def _weights_of(x, weights, axis):
    """The weights as an array that broadcasts to x."""
    if weights.shape == x.shape:
        return weights
    axes = axes_of(axis, x.ndim)
    if axis is None or weights.shape != tuple(x.shape[along] for along in axes):
        raise ValueError(
            f"weights of shape {weights.shape} are not those of elements of shape {x.shape}: there is one for each "
            "element, or with axis= for each index along it"
        )
    order = np.argsort(axes)
    return weights.transpose(order).reshape([x.shape[along] if along in axes else 1 for along in range(x.ndim)])


def _with_weights(x, weights, axis, name):
    """Both as the library takes them: of arrays in host memory a weight for each element, of one type."""
    if is_device_array(x) or is_of_dask(x):
        return x, weights
    x, weights = as_array(x), as_array(weights)
    return same_types(x, np.broadcast_to(_weights_of(x, weights, axis), x.shape), name)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False, where=True, by=None, groups=None,
            segments=None, queue=None):  # fmt: skip
    """Weighted mean, exact: the sum of products over the sum of weights, rounded once.

    As numpy.average; without weights as mean(). Weights may have any sign: where they add up to 0 the result is NaN, and
    no ZeroDivisionError. `returned` gives the sum of weights, too: a tuple. The rest as of sum().
    """
    rest = (keepdims, None, where, 0, None, by, groups, segments, queue)
    if weights is None:
        made = mean(a, axis, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments, queue=queue)
        if returned:
            raise TypeError("returned= goes with weights=: without them count() tells how many elements there are")
        return made
    a, weights = _with_weights(a, weights, axis, "average")
    made = _one("wmean", a, weights, axis, None, None, *rest)
    if not returned:
        return made
    return made, sum(weights, axis, keepdims=keepdims, where=where, by=by, groups=groups, segments=segments,
                     queue=queue)  # fmt: skip


# ---- Weighted variances ------------------------------------------------------------------------------------------


def _weighted(name, meaning):
    def spread(x, axis=None, *, fweights=None, aweights=None, ddof=0, keepdims=False, where=True, accuracy=None, by=None,
               groups=None, segments=None, queue=None):  # fmt: skip
        if (fweights is None) == (aweights is None):
            raise TypeError(f"{name} takes fweights= or aweights=: how often each element is there, or its reliability")
        word = name if aweights is None else "r" + name
        x, weights = _with_weights(x, fweights if aweights is None else aweights, axis, name)
        return _one(word, x, weights, axis, None, None, keepdims, None, where, as_ddof(ddof), accuracy, by, groups,
                    segments, queue)  # fmt: skip

    spread.__name__ = spread.__qualname__ = name
    spread.__doc__ = f"""{meaning}

    The sum of w (x - m)^2, m the weighted mean, over W - ddof with fweights, and over W - ddof Q / W with aweights; W is
    the sum of the weights w, Q that of their squares. So it is numpy.cov(x, fweights=) or numpy.cov(x, aweights=), of any
    axes; ddof is 0 unless it is given. Weights are as of average(): NaN if one is below 0, or the divisor not above 0.
    It is folded in floats, in a published order: accuracy is None, "reproducible" or "fast". The rest as of sum().
    """
    return spread


wvar = _weighted("wvar", "Variance with frequency weights, or with reliability weights.")
wstd = _weighted("wstd", "Standard deviation with frequency weights, or with reliability weights.")


# ---- Covariances -------------------------------------------------------------------------------------------------


def _variables(m, y, rowvar, name):
    """The variables, an array of one axis each."""
    arrays = []
    for array in (m,) if y is None else (m, y):
        if is_device_array(array) or is_of_dask(array):
            raise TypeError(f"{name} is of arrays in host memory: give them by get() or compute()")
        array = as_array(array)
        if array.ndim > 2:
            raise ValueError(f"{name} takes arrays of one axis or two, and this one has {array.ndim}")
        array = array.reshape(1, -1) if array.ndim < 2 else array if rowvar else array.T
        arrays += list(array)
    if len({array.shape for array in arrays}) > 1:
        raise ValueError(f"{name} takes variables of one length: there are {sorted({a.size for a in arrays})}")
    return arrays


def _matrix(word, variables, name, ddof, where, by, groups, segments):
    """The results of each pair of variables: a matrix, or one for each group, which stand in front."""
    count = len(variables)
    made = None
    for i in range(count):
        for j in range(i, count):
            x, y = same_types(variables[i], variables[j], name)
            value = np.asarray(_one(word, x, y, None, None, None, False, None, where, ddof, None, by, groups, segments))
            if made is None:
                made = np.empty((*value.shape, count, count))
            made[..., i, j] = made[..., j, i] = value
    return np.empty((0, 0)) if made is None else made.squeeze((-2, -1)) if count == 1 else made


def cov(m, y=None, rowvar=True, bias=False, ddof=None, *, where=True, by=None, groups=None, segments=None):
    """Covariances of variables, exact, rounded once: a matrix, or a scalar of one variable.

    As numpy.cov, without fweights and aweights, which wvar() has of one variable; the variables are rows, or without `rowvar` columns, and `y` has more of
    them. The divisor is n - ddof, of which ddof is 1, with `bias` 0, unless it is given. by, groups, segments and where
    as of sum(): a matrix for each group.
    """
    if ddof is None:
        ddof = 0 if bias else 1
    return _matrix("cov", _variables(m, y, rowvar, "cov"), "cov", as_ddof(ddof), where, by, groups, segments)


def corrcoef(x, y=None, rowvar=True, *, where=True, by=None, groups=None, segments=None):
    """Pearson's correlations of variables, exact, rounded once: a matrix, or 1.0 of one variable.

    As numpy.corrcoef, which is off by some units of the last place, and not always within -1 ... 1; the rest as of
    cov(). NaN where a variable does not vary.
    """
    return _matrix("corr", _variables(x, y, rowvar, "corrcoef"), "corrcoef", 0, where, by, groups, segments)


for _function in (average, cov, corrcoef, wvar, wstd):
    _function.__module__ = "clreduce"
