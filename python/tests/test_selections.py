# SPDX-License-Identifier: Apache-2.0
"""Words that select: against NumPy, and where NumPy rounds more than once, against fractions."""

import itertools
import math
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import clreduce

OF_ELEMENTS = ["inverted_cdf", "closest_observation", "lower", "higher", "nearest"]
METHODS = [*OF_ELEMENTS, "linear", "averaged_inverted_cdf", "interpolated_inverted_cdf", "hazen", "weibull",
           "median_unbiased", "normal_unbiased", "midpoint"]  # fmt: skip
ALPHA_BETA = {"interpolated_inverted_cdf": (0, 1), "hazen": (0.5, 0.5), "weibull": (0, 0),
              "median_unbiased": (1 / 3.0, 1 / 3.0), "normal_unbiased": (3 / 8.0, 3 / 8.0)}  # fmt: skip
IS_NUMPY_2 = int(np.__version__.split(".")[0]) >= 2

rng = np.random.default_rng(46)


# ---- The judge ---------------------------------------------------------------------------------------------------


def position_of(q, n, method):
    """Where quantile q of n elements lies, from 0, in doubles, as NumPy 2 has it."""
    step = n * q - 1
    if method in ALPHA_BETA:
        alpha, beta = ALPHA_BETA[method]
        return n * q + (alpha + q * (1 - alpha - beta)) - 1
    if method in ("inverted_cdf", "averaged_inverted_cdf"):
        at_step = 0.5 if method == "averaged_inverted_cdf" else 0
        return step + at_step if step == math.floor(step) else math.floor(step) + 1
    if method == "closest_observation":  # at a step Hyndman and Fan take the element of even number, from 1
        step -= 0.5
        below = math.floor(step)
        return below + (step != below or below % 2 == 0)
    linear = (n - 1) * q
    return {"linear": linear, "lower": math.floor(linear), "higher": math.ceil(linear), "nearest": round(linear),
            "midpoint": (math.floor(linear) + math.ceil(linear)) / 2}[method]  # fmt: skip


def rounded(exact, dtype):
    """A fraction as a float, rounded once, to even."""
    made = dtype.type(float(exact))
    around = [np.nextafter(made, dtype.type(-np.inf)), made, np.nextafter(made, dtype.type(np.inf))]
    bits = {value: int(value.view(f"u{dtype.itemsize}")) for value in around}
    return min((value for value in around if np.isfinite(value)),
               key=lambda value: (abs(Fraction(float(value)) - exact), bits[value] & 1))  # fmt: skip


def exact_quantile(x, q, method):
    """Of finite elements, in the type that the package has."""
    final = x.dtype if x.dtype.kind == "f" and x.dtype.itemsize > 2 else np.dtype("f4" if x.dtype.kind == "f" else "f8")
    position = min(max(position_of(q, x.size, method), 0), x.size - 1)
    ordered = np.sort(x)
    low, high = ordered[math.floor(position)], ordered[min(math.floor(position) + 1, x.size - 1)]
    if method in OF_ELEMENTS:
        return low
    low, high = (Fraction(value.item()) for value in (low, high))
    exact = low + (high - low) * Fraction(position - math.floor(position))
    return rounded(exact, final)


def same(got, want):
    """The same type, shape and bits, but for those of NaNs and the sign of 0."""
    got, want = np.asarray(got), np.asarray(want)
    assert (got.dtype, got.shape) == (want.dtype, want.shape)
    np.testing.assert_array_equal(got, want)


def elements(dtype, n):
    """n elements some of which are equal, and some far apart."""
    if np.dtype(dtype).kind in "iu":
        least, most = (np.iinfo(dtype).min, np.iinfo(dtype).max) if rng.random() < 0.5 else (0, 5)
        return rng.integers(least, most, n, np.dtype(dtype).newbyteorder("="), endpoint=True).astype(dtype)
    scale = 10.0 ** rng.integers(-3, 4, n) if rng.random() < 0.5 else 1
    return (np.round(rng.standard_normal(n), rng.integers(0, 9)) * scale).astype(dtype)


# ---- Quantiles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_quantiles_are_exact(method):
    """A sweep of small arrays, against fractions, and NumPy's to a few of its roundings."""
    for case in range(250):
        dtype = ["f8", "f4", "f2", "i8", "u8", "i4", "u1", ">f8", ">i2"][case % 9]
        n = int(rng.integers(1, 14))
        x = elements(dtype, n)
        parts = [0, 1, 0.5, float(rng.random()), rng.integers(0, n + 1) / n, rng.integers(0, 2 * n) / (2 * n)]
        q = float(rng.choice(parts))
        made = clreduce.quantile(x[:: rng.choice([1, -1])], q, method=method)
        same(made, exact_quantile(x.astype(x.dtype.newbyteorder("=")), q, method))
        if method == "closest_observation" and not IS_NUMPY_2:
            continue  # before NumPy 2 it is not Hyndman and Fan's
        theirs = np.quantile(x.astype("f8") if method not in OF_ELEMENTS else x, q, method=method)
        within = 0 if method in OF_ELEMENTS else 4 * np.finfo(made.dtype).eps * np.abs(x.astype("f8")).max()
        assert abs(float(made) - float(theirs)) <= within, (x, q, made, theirs)


def test_closest_observation_is_the_definitions():
    """Halfway between two elements it is that of even number, as Hyndman and Fan have it, and NumPy since 2; NumPy 1.24
    has others at some of these places."""
    made = clreduce.quantile(np.arange(1, 11), np.arange(1, 20, 2) / 20, method="closest_observation")
    assert made.tolist() == [1, 2, 2, 4, 4, 6, 6, 8, 8, 10]


@pytest.mark.parametrize("axis", [None, 1, -1, (0, 2), (2, 0), (0, 1, 2), ()])
@pytest.mark.parametrize("q", [0.25, [0.25], [0.0, 0.5, 1.0], [[0.125, 0.5], [0.75, 1.0]], []])
def test_shapes_are_numpys(axis, q):
    x = rng.integers(0, 17, (3, 5, 9)).astype("f8")  # distances of which quarters are exact
    for keepdims, out in itertools.product((False, True), repeat=2):
        if not axis and not isinstance(axis, (int, type(None))):  # NumPy reduces nothing then, and cannot
            want = np.broadcast_to(x, np.shape(q) + x.shape)
        else:
            want = np.quantile(x, q, axis=axis, keepdims=keepdims)
        place = np.full(np.shape(want), 7.0) if out else None
        made = clreduce.quantile(x, q, axis=axis, keepdims=keepdims, out=place)
        same(made, want)
        assert place is None or made is place
        same(clreduce.percentile(x, np.multiply(q, 100), axis, keepdims=keepdims), want)
    for layout in (x.T, x[::-1, ::2], np.asfortranarray(x), x[:, 1:4, ::-3], x.astype(">f4")):
        some = axis if axis != -1 else 1
        if some != ():
            same(clreduce.quantile(layout, q, some).astype("f8"), np.quantile(layout.astype("f8"), q, some))


@pytest.mark.parametrize("axis", [None, 0, (0, 1)])
def test_medians(assert_as, axis):
    x = rng.integers(0, 99, (7, 8)).astype("f4")
    assert_as(clreduce.median(x, axis), np.median(x, axis))
    assert_as(clreduce.median(x, axis, None, True, True), np.median(x, axis, keepdims=True))
    assert_as(clreduce.median(x.astype("u2"), axis=axis), np.median(x.astype("u2"), axis=axis))
    assert_as(clreduce.median(x > 50, axis=axis), np.median(x > 50, axis=axis))
    gap = np.where(rng.random(x.shape) < 0.3, np.nan, x).astype("f4")
    assert_as(clreduce.nanmedian(gap, axis), np.nanmedian(gap, axis))
    assert_as(clreduce.median(gap, axis), np.median(gap, axis))
    same(clreduce.nanquantile(gap, [0.25, 0.5], axis), np.nanquantile(gap, [0.25, 0.5], axis).astype("f4"))
    want = np.nanpercentile(gap, 25, axis, keepdims=True).astype("f4")
    same(clreduce.nanpercentile(gap, 25, axis, keepdims=True), want)
    same(clreduce.median(x, axis, where=~np.isnan(gap)), np.nanmedian(gap, axis))


def test_medians_of_few():
    assert clreduce.median(5) == 5 and clreduce.median(np.float32(2)).dtype == "f4"
    assert clreduce.median([3, 1, 2]) == 2 and type(clreduce.median([3, 1])) is np.float64
    assert clreduce.median(np.array([2**63 + 1, 2**63 + 2**11 - 1], "u8")) == 2.0**63 + 2**10
    assert clreduce.median(np.array([1.5, 1]) * 2.0**1023) == 1.25 * 2.0**1023  # whose sum is infinite
    assert clreduce.median(np.array([1, 2], "f2")).dtype == "f4"
    assert clreduce.quantile(np.array([1, 2], "f2"), 0.5, method="lower").dtype == "f2"


def test_values_at_the_ends_of_the_order():
    inf, nan = np.inf, np.nan
    assert math.copysign(1, clreduce.quantile([0.0, -0.0, 0.0], 0)) == -1
    assert clreduce.median([inf, 1, -inf]) == 1 and clreduce.median([inf, 1]) == inf
    assert np.isnan(clreduce.median([inf, -inf]))
    same(clreduce.quantile([1, 2, inf], [0, 0.25, 0.5, 0.75, 1]), np.array([1, 1.5, 2, inf, inf]))
    for method in METHODS:
        assert np.isnan(clreduce.quantile([1, nan, 2], 0, method=method))
        assert clreduce.nanquantile([1, nan, 2], 1, method=method) == 2
        same(clreduce.nanquantile(np.array([3, nan, nan, 7]), [0.0, 1.0], method=method), np.array([3.0, 7.0]))


def test_nothing_has_no_median():
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        assert np.isnan(clreduce.median([]))
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        same(clreduce.median(np.empty((3, 0), "i4"), axis=1), np.full(3, np.nan))
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        same(clreduce.quantile(np.empty((0, 2), "f4"), [0.1, 0.2, 0.3], axis=0), np.full((3, 2), np.nan, "f4"))
    for function in (clreduce.nanmedian, lambda x: clreduce.nanquantile(x, 0.5, method="lower")):
        with pytest.warns(RuntimeWarning, match="All-NaN slice"):
            assert np.isnan(function([np.nan]))
    with pytest.raises(ValueError, match="zero-size array to reduction operation quantile"):
        clreduce.quantile(np.empty(0, "i4"), 0.5, method="lower")
    with pytest.raises(ValueError, match="zero-size array to reduction operation mode"):
        clreduce.mode([])
    same(clreduce.median(np.empty((0, 3)), axis=1), np.empty(0))
    assert clreduce.nunique([]) == 0 and clreduce.topk([], 3)[1].shape == (0,)


# ---- The best, and equal elements --------------------------------------------------------------------------------


def best(x, k, is_largest):
    """(values, indices): NaNs first, of equal elements the first, -0 below +0."""
    sign = -1 if is_largest else 1

    def key(at):
        value = x[at].item()
        return (0,) if value != value else (1, sign * value, sign * math.copysign(1, value))

    order = sorted(range(x.size), key=key)[:k]
    return x[order], np.array(order, np.intp)


@pytest.mark.parametrize("name", ["topk", "bottomk"])
def test_the_best_of_small_arrays(name):
    for case in range(300):
        n, k = int(rng.integers(1, 20)), int(rng.integers(0, 23))
        x = elements(["f8", "f4", "i4", "u8", ">f4", "f2", "i1"][case % 7], n)
        if x.dtype.kind == "f" and case % 3 == 0:
            x[rng.integers(0, n, 2)] = rng.choice([np.nan, -0.0, 0.0, np.inf, -np.inf], 2)
        x = x[:: rng.choice([1, -1, 2])]
        native = x.astype(x.dtype.newbyteorder("="))
        values, indices = getattr(clreduce, name)(x, k)
        want = best(native, k, name == "topk")
        same(values, want[0])
        same(indices, want[1])


def test_the_best_stand_where_the_axis_stood():
    x = rng.permutation(3 * 5 * 7).reshape(3, 5, 7).astype("f4")
    for axis in (0, 1, -1):
        values, indices = clreduce.topk(x, 2, axis)
        same(values, np.flip(np.sort(x, axis), axis).take(range(2), axis))
        same(np.take_along_axis(x, indices, axis), values)
    values, indices = clreduce.bottomk(x, 4)
    same(values, np.arange(4, dtype="f4"))
    same(x.ravel()[indices], values)
    values, indices = clreduce.bottomk(x, 4, (2, 0))  # indices as argmin has them
    same(values, np.sort(x.transpose(1, 0, 2).reshape(5, 21), 1)[:, :4].T)
    same(indices[0], clreduce.argmin(x, axis=(0, 2)))
    values, indices = clreduce.topk(x, 9, axis=1)
    assert values.shape == indices.shape == (3, 5, 7)
    values, indices = clreduce.topk(x.astype("i4"), 2, axis=0, where=x < 0)
    same(indices, np.full((2, 5, 7), -1))


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "u1", "i8", ">i4", "?"])
def test_equal_elements(dtype):
    for _ in range(120):
        x = rng.integers(0, 6, int(rng.integers(1, 30))).astype(dtype)
        most = max(Counter(x.tolist()).values())
        value, count = clreduce.mode(x)
        same(value, min(value for value in x if Counter(x.tolist())[value] == most).astype(x.dtype.newbyteorder("=")))
        assert (count, type(count)) == (most, np.intp)
        same(clreduce.nunique(x), np.intp(np.unique(x).size))
    rows = rng.integers(0, 3, (4, 5, 6)).astype(dtype)
    value, count = clreduce.mode(rows, axis=(0, 2), keepdims=True)
    assert value.shape == count.shape == (1, 5, 1)
    same(clreduce.nunique(rows, axis=(0, 2)), np.array([np.unique(rows[:, at]).size for at in range(5)]))
    same(count[0, :, 0], np.array([np.unique(rows[:, at], return_counts=True)[1].max() for at in range(5)]))


def test_equal_zeros_and_nans():
    assert clreduce.nunique([0.0, -0.0, np.nan, -np.nan, 1]) == 3
    value, count = clreduce.mode([1, 1, -0.0, 0.0, 0.0])
    assert (value, count) == (0, 3)
    value, count = clreduce.mode([1, np.nan, 1, 1, np.nan])
    assert np.isnan(value) and count == 2


# ---- By label, of segments, beside others ------------------------------------------------------------------------


def test_by_label():
    x, by = rng.integers(0, 50, 60).astype("f8"), rng.integers(0, 4, 60)
    parts = [x[by == label] for label in range(4)]
    same(clreduce.median(x, by=by), np.array([np.median(part) for part in parts]))
    same(clreduce.quantile(x, [0.25, 0.5], by=by), np.stack([np.quantile(part, [0.25, 0.5]) for part in parts], 1))
    same(clreduce.nunique(x, by=by), np.array([np.unique(part).size for part in parts]))
    values, indices = clreduce.topk(x, 3, by=by, groups=5)
    same(values, np.stack([*(np.sort(part)[:-4:-1] for part in parts), np.full(3, np.nan)]))
    same(x[indices[:4]], values[:4])
    assert (indices[4] == -1).all()
    value, count = clreduce.mode(x, by=by, groups=5)
    assert np.isnan(value[4]) and count[4] == 0 and count[0] == max(Counter(parts[0].tolist()).values())
    with pytest.raises(ValueError, match="of group 4"):
        clreduce.mode(x.astype("i4"), by=by, groups=5)
    rows = x.reshape(3, 5, 4)
    labels = np.array([1, 0, 1, 2, 1])
    want = np.stack([np.quantile(rows[:, labels == label], [0.5, 1], axis=1) for label in range(3)], 2)
    same(clreduce.quantile(rows, [0.5, 1], axis=1, by=labels), want)
    values, indices = clreduce.bottomk(rows, 2, axis=1, by=labels)
    assert values.shape == (3, 3, 2, 4)
    same(values[:, 1], np.sort(rows[:, labels == 1], 1)[:, :2])
    same(values[:, 0, 1], np.full((3, 4), np.nan))


def test_of_segments():
    x = rng.integers(0, 50, 12).astype("f4")
    same(clreduce.median(x, segments=[0, 3, 3, 12]), np.array([np.median(x[:3]), np.nan, np.median(x[3:])], "f4"))
    values, indices = clreduce.topk(x, 4, segments=([0, 3], [3, 12]))
    same(values, np.stack([[*np.sort(x[:3])[::-1], np.nan], np.sort(x[3:])[:-5:-1]]).astype("f4"))
    assert indices[0, 3] == -1
    with pytest.raises(ValueError, match="segment 1 reaches beyond"):
        clreduce.quantile(x, [0.1, 0.2], segments=[0, 3, 13])


def test_beside_words_that_fold():
    x = rng.integers(0, 9, (5, 6)).astype("f4")
    words = ["sum", "median", "mode", "nunique", "argmax"]
    for axis in (None, 1):
        total, middle, (value, count), distinct, at = clreduce.reduce(x, words, axis=axis)
        same(total, x.sum(axis))
        same(middle, np.median(x, axis))
        same(distinct, clreduce.nunique(x, axis=axis))
        same((value, count), clreduce.mode(x, axis=axis))
        same(at, x.argmax(axis))
    total, middle = clreduce.reduce(x, ["sum", "median"])
    assert (total, middle) == (x.sum(), np.median(x))


# ---- What is refused, and where it is computed -------------------------------------------------------------------


def test_refusals():
    x = np.ones(3)
    cases = [
        (lambda: clreduce.quantile(x, 1.5), ValueError, r"range \[0, 1\]"),
        (lambda: clreduce.quantile(x, np.nan), ValueError, r"range \[0, 1\]"),
        (lambda: clreduce.percentile(x, [50, -1]), ValueError, r"range \[0, 100\]"),
        (lambda: clreduce.quantile(x, "half"), TypeError, "q of dtype <U4 is not taken"),
        (lambda: clreduce.quantile(x, None), TypeError, "q of dtype object is not taken: it is a number from 0 to 1"),
        (lambda: clreduce.quantile(x, 0.5, method="best"), ValueError, "'best' is not taken: there are linear"),
        (lambda: clreduce.topk(x, -1), ValueError, r"k -1 is not taken: .*; bottomk\(\) has the others"),
        (lambda: clreduce.bottomk(x, 1.5), ValueError, r"k 1.5 is not taken: .*; topk\(\) has the others"),
        (lambda: clreduce.median(x + 1j), TypeError, "complex128 are not taken"),
        (lambda: clreduce.mode(x.astype("M8[s]")), TypeError, r"datetime64\[s\] are not taken"),
        (lambda: clreduce.reduce(x, ["quantile"]), ValueError, "'quantile' is no word .* array alone: these are sum"),
        (lambda: clreduce.Accumulator.of(x, "median"), clreduce.UnsupportedError, r"give all to clreduce.median\(\)"),
        (lambda: clreduce.Accumulator.empty("f4", "topk"), clreduce.UnsupportedError, "topk selects among all"),
        (lambda: clreduce.median(x, out=np.ones(2)), ValueError, "out has the shape"),
        (lambda: clreduce.median(x, by=[0, 0, 1], keepdims=True), ValueError, "without keepdims"),
    ]  # fmt: skip
    for call, kind, said in cases:
        with pytest.raises(kind, match=said):
            call()


def test_no_device_is_opened():
    code = (
        "import numpy as np, clreduce; x = np.arange(1 << 21, dtype='f4'); clreduce.median(x); clreduce.mode(x[::2]);"
        "clreduce.topk(x.reshape(2, -1), 3, axis=1); clreduce.nanquantile(x, 0.5, by=x.astype('i4') & 7);"
        "assert 'libOpenCL' not in open('/proc/self/maps').read()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "CLREDUCE_HOST_ELEMENTS": "0"})


def test_many_quantiles_of_many_calls():
    """More than are kept for later calls, and than are ranked one by one."""
    x = rng.standard_normal(1000)
    q = np.linspace(0, 1, 999)
    same(clreduce.quantile(x, q, method="lower"), np.quantile(x, q, method="lower"))
    same(clreduce.quantile(x, q)[::-1], clreduce.quantile(x, q[::-1]))
