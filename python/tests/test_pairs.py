# SPDX-License-Identifier: Apache-2.0
"""Weighted means and variances, covariances and correlations beside NumPy's, and beside fractions, bit by bit."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import clreduce
from clreduce import Accumulator, _context

RANDOM = np.random.default_rng(66)
X, Y, W = RANDOM.normal(size=(2, 3, 40)), RANDOM.normal(size=(3, 40)) * 1e10, RANDOM.random(40)
BY = np.arange(40) % 3


@pytest.fixture(autouse=True)
def by_host(monkeypatch):
    """The host computes small arrays, so that no kernel has to be compiled."""
    monkeypatch.setattr(_context.host(), "most", 10**6)


def mean_of(x, w):
    x, w = [[Fraction(float(number)) for number in array] for array in (x, w)]
    return float(sum(a * b for a, b in zip(x, w)) / sum(w))


def spread_of(x, y):
    x, y = [[Fraction(float(number)) for number in array] for array in (x, y)]
    n = len(x)
    return sum(a * b for a, b in zip(x, y)) - sum(x) * sum(y) / n


def test_means_are_of_fractions():
    assert clreduce.average(X[0, 0], weights=W) == mean_of(X[0, 0], W)
    hard = np.array([1e300, 1, -1e300, 3]), np.array([1e-300, 1, 1e-300, 0.1])
    assert clreduce.average(hard[0], weights=hard[1]) == mean_of(*hard)
    assert clreduce.average([3, 4, 9], weights=[1, 1, -5]) == float(Fraction(3 + 4 - 45, -3))
    assert clreduce.average(X[0, 0].astype("f4"), weights=W.astype("f4")).dtype == np.dtype("f4")


def test_means_are_numpys(assert_as):
    for axis in (None, 0, 1, (0, 2)):
        assert_as(clreduce.average(X, axis), np.average(X, axis))
    assert_as(clreduce.average(X, 2, W), np.average(X, 2, W))
    assert_as(clreduce.average(X, 1, [1, 2, 3]), np.average(X, 1, [1, 2, 3]))
    assert_as(clreduce.average(X, weights=Y * np.ones(X.shape)), np.average(X, weights=Y * np.ones(X.shape)))
    assert_as(clreduce.average(X, 2, W, keepdims=True), np.average(X, 2, W, keepdims=True))
    made, total = clreduce.average(X, 2, W, returned=True)
    assert total.shape == made.shape == (2, 3) and np.allclose(total, W.sum())
    for label, value in enumerate(clreduce.average(X[0, 0], weights=W, by=BY)):
        assert value == mean_of(X[0, 0][label == BY], W[label == BY])
    assert clreduce.average(X[0, 0], weights=W, where=BY == 1) == mean_of(X[0, 0][BY == 1], W[BY == 1])
    assert np.isnan(clreduce.average([1, 2], weights=[1, -1]))
    with pytest.raises(ValueError, match="weights of shape"):
        clreduce.average(X, 1, W)
    with pytest.raises(TypeError, match="returned= goes with weights="):
        clreduce.average(X, returned=True)


@pytest.mark.parametrize("ddof", (0, 1, None))
def test_covariances_are_of_fractions(ddof):
    made = clreduce.cov(Y, ddof=ddof)
    assert made.shape == (3, 3) and made.dtype == np.dtype("f8")
    for i in range(3):
        for j in range(3):
            assert made[i, j] == float(spread_of(Y[i], Y[j]) / (40 - (1 if ddof is None else ddof)))
    np.testing.assert_allclose(made, np.cov(Y, ddof=ddof))


def test_covariances_are_numpys():
    x = X[0]
    np.testing.assert_allclose(clreduce.cov(x.T, rowvar=False, bias=True), np.cov(x, bias=True))
    np.testing.assert_allclose(clreduce.cov(x[0], x[1]), np.cov(x[0], x[1]))
    np.testing.assert_allclose(clreduce.cov(x[0]), np.cov(x[0]))
    assert np.shape(clreduce.cov(x[0])) == np.shape(clreduce.corrcoef(x[0])) == ()
    np.testing.assert_allclose(clreduce.cov(x.astype("f4")), np.cov(x.astype("f4")), rtol=1e-6)
    np.testing.assert_allclose(clreduce.cov(np.array([[1, 2, 4], [9, 3, 3]])), np.cov([[1, 2, 4], [9, 3, 3]]))
    grouped = clreduce.cov(x, by=BY)
    assert grouped.shape == (3, 3, 3)
    for label in range(3):
        assert np.array_equal(grouped[label], clreduce.cov(x[:, label == BY]))
    assert np.array_equal(clreduce.cov(x, where=BY > 0), clreduce.cov(x[:, BY > 0]))
    assert clreduce.cov(x, segments=[0, 4, 40]).shape == (2, 3, 3)
    for call in (clreduce.cov, clreduce.corrcoef):
        with pytest.raises(ValueError, match="one length"):
            call([1, 2, 3], [1, 2])
        with pytest.raises(ValueError, match="one axis or two"):
            call(X)


def test_correlations_are_roots_of_fractions():
    made = clreduce.corrcoef(Y)
    for i in range(3):
        for j in range(3):
            square = spread_of(Y[i], Y[j]) ** 2 / (spread_of(Y[i], Y[i]) * spread_of(Y[j], Y[j]))
            root = Fraction(math.isqrt(square.numerator * 4**200 // square.denominator), 2**200)
            assert abs(made[i, j]) == float(root)
    np.testing.assert_allclose(made, np.corrcoef(Y))
    assert np.array_equal(np.diag(made), np.ones(3))
    line = np.array([1e300, -3, 1e-300, 7])
    assert clreduce.corrcoef(line, -2 * line)[0, 1] == -1
    assert np.isnan(clreduce.corrcoef([1, 1], [1, 2])[0, 1])


@pytest.mark.parametrize("op", ("wmean", "cov", "corr"))
def test_states_merge(op):
    parts = [Accumulator.of(X[0, 0, k::4], op, y=W[k::4]) for k in range(4)]
    whole = Accumulator.of(X[0, 0], op, y=W)
    assert sum(parts).value() == whole.value()
    loaded = pickle.loads(pickle.dumps(whole))
    assert loaded.value() == whole.value() == Accumulator.load(whole.store()).value()
    assert Accumulator.from_words(whole, whole.words()).value() == whole.value()
    with pytest.raises(TypeError, match="second array"):
        Accumulator.of(X[0, 0], op)
    with pytest.raises(ValueError, match="a y for each x"):
        Accumulator.of(X[0, 0], op, y=W[1:])
    with pytest.raises(clreduce.UnsupportedError):
        whole.derive("dot")


def test_a_correlation_knows_covariances():
    states = Accumulator.of(X[0, 0], "corr", y=W)
    assert states.derive("cov", ddof=1).value() == clreduce.cov(X[0, 0], W)[0, 1]


def test_dask_averages():
    da = pytest.importorskip("dask.array")
    cd = pytest.importorskip("clreduce.dask")
    x = da.from_array(X, chunks=(1, 2, 17))
    made = cd.average(x, 2, W * np.ones(X.shape))
    assert np.array_equal(made.compute(scheduler="synchronous"), clreduce.average(X, 2, W))
    assert np.array_equal(cd.average(x, 0).compute(scheduler="synchronous"), clreduce.mean(X, 0))


# ---- Weighted variances ------------------------------------------------------------------------------------------

COUNTS = RANDOM.integers(0, 5, 40)


def weighted_of(x, w, ddof, by_reliability):
    """The variance as a fraction."""
    x, w = [[Fraction(float(number)) for number in array] for array in (x, w)]
    mean = sum(a * b for a, b in zip(x, w)) / sum(w)
    off = ddof * (sum(b * b for b in w) / sum(w) if by_reliability else 1)
    return sum(b * (a - mean) ** 2 for a, b in zip(x, w)) / (sum(w) - off)


@pytest.mark.parametrize("ddof", (0, 1, 2))
def test_weighted_variances_are_numpys(ddof):
    x = X[0, 0] + 1e6
    for kind, weights in (("fweights", COUNTS), ("aweights", W)):
        made = clreduce.wvar(x, **{kind: weights}, ddof=ddof)
        np.testing.assert_allclose(made, np.cov(x - 1e6, **{kind: weights}, ddof=ddof), rtol=1e-9)
        np.testing.assert_allclose(made, float(weighted_of(x, weights, ddof, kind == "aweights")), rtol=1e-9)
        np.testing.assert_allclose(clreduce.wstd(x, **{kind: weights}, ddof=ddof), np.sqrt(made))
    np.testing.assert_allclose(
        clreduce.wvar(x, fweights=COUNTS, ddof=ddof), clreduce.var(np.repeat(x, COUNTS), ddof=ddof), rtol=1e-9
    )


def test_weighted_variances_have_all_shapes():
    rows = clreduce.wvar(X, 2, aweights=W, ddof=1)
    for i, j in np.ndindex(2, 3):
        np.testing.assert_allclose(rows[i, j], np.cov(X[i, j], aweights=W, ddof=1))
    assert clreduce.wvar(X, 2, aweights=W, keepdims=True).shape == (2, 3, 1)
    for label, value in enumerate(clreduce.wstd(X[0, 0], fweights=COUNTS, by=BY, ddof=1)):
        mine = BY == label
        np.testing.assert_allclose(value**2, np.cov(X[0, 0][mine], fweights=COUNTS[mine], ddof=1))
        np.testing.assert_allclose(value**2, clreduce.wvar(X[0, 0], fweights=COUNTS, where=mine, ddof=1))
    assert clreduce.wvar(X[0, 0].astype("f4"), aweights=W.astype("f4")).dtype == np.dtype("f4")
    assert clreduce.wvar([1, 3], fweights=[1, 1]).dtype == np.dtype("f8")


def test_weighted_variances_that_there_are_not():
    for weights, ddof in (([0, 0], 0), ([0.5, 0.5], 1), ([2, -1], 0)):
        assert np.isnan(clreduce.wvar([1.0, 3.0], fweights=weights, ddof=ddof))
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        assert np.isnan(clreduce.wvar([], fweights=[]))
    for weights in ({}, {"fweights": [1], "aweights": [1]}):
        with pytest.raises(TypeError, match="takes fweights= or aweights="):
            clreduce.wstd([1.0], **weights)
    with pytest.raises(clreduce.UnsupportedError, match="exact"):
        clreduce.wvar([1.0, 3.0], fweights=[1, 1], accuracy="exact")
    with pytest.raises(clreduce.UnsupportedError, match="order"):
        Accumulator.of(X[0, 0], "wvar", y=W)
