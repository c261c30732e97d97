# SPDX-License-Identifier: Apache-2.0
"""NumPy's words: values, types, axes, and the parameters that NumPy's functions have."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest

import clreduce
from clreduce._words import ALONE, WORDS

NAMES = [name for name in ALONE if hasattr(np, name)]
FEW = ["sum", "mean", "max", "argmin", "count_nonzero", "all"]


def data(dtype):
    return np.random.default_rng(45).integers(0, 4, (4, 5, 6)).astype(dtype)


def test_every_word_is_a_function():
    missing = {name for name in WORDS if name not in clreduce.__all__} - {"norm0", "norm1", "norminf"}
    missing -= {"wmean", "corr", "rwvar", "rwstd"}  # average() with weights, corrcoef(), wvar() and wstd()
    assert not missing


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("axis", [None, 1, (-1, 0)])
def test_words_of_floats(assert_as, name, axis):
    if "arg" in name and isinstance(axis, tuple):
        return
    x = data("f4") + np.float32(0.5)
    assert_as(getattr(clreduce, name)(x, axis=axis), getattr(np, name)(x, axis=axis), 1e-5)


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("dtype", ["?", "i4", "u1", "f8"])
def test_words_of_types(assert_as, name, dtype):
    x = data(dtype)
    assert_as(getattr(clreduce, name)(x), getattr(np, name)(x))


@pytest.mark.parametrize("dtype", ["i1", "u2", "i8", "u8", "f2"])
def test_sums_have_numpys_types(assert_as, dtype):
    x = data(dtype)
    assert_as(clreduce.sum(x), np.sum(x), 1e-3)


def test_sums_are_exact():
    x = np.random.default_rng(1).standard_normal(10000) * 10.0 ** np.random.default_rng(2).integers(-30, 30, 10000)
    assert clreduce.sum(x) == math.fsum(x)
    assert clreduce.sum(np.array([1e20, 1, -1e20], "f4")) == 1
    assert clreduce.sum(np.array([1e38, -1e38] * 500, "f4")) == 0
    assert clreduce.sum(x[::-1]) == clreduce.sum(x)


def test_counts_of_all_elements(assert_as):
    x = data("f4")
    x[0, 0, :4] = np.nan, 0, 1, np.nan
    some = x < 2  # not NaN
    assert (clreduce.count(x), clreduce.nancount(x)) == (x.size, x.size - 2)
    assert type(clreduce.count(x)) is type(np.count_nonzero(x))
    assert_as(clreduce.count(x, axis=1), np.full((4, 6), 5))
    assert_as(clreduce.nancount(x, axis=2, where=x != 0), (~np.isnan(x) & (x != 0)).sum(2))
    assert_as(clreduce.count(x, axis=(0, 2), where=some), np.ma.count(np.ma.masked_array(x, ~some), (0, 2)))
    assert_as(clreduce.count(data("i4"), where=some, keepdims=True), np.full((1, 1, 1), some.sum()))
    assert_as(clreduce.count(np.empty(0, "u1"), by=[], groups=2), np.zeros(2, np.intp))


def test_more_words(assert_as):
    x = data("f4") - 1
    assert_as(clreduce.norm(x), np.linalg.norm(x))
    assert_as(clreduce.norm(x, axis=1), np.linalg.norm(x, axis=1))
    assert_as(clreduce.norm(x[0, 0], 1), np.linalg.norm(x[0, 0], 1))
    assert_as(clreduce.norm(x[0, 0], np.inf), np.linalg.norm(x[0, 0], np.inf))
    assert_as(clreduce.norm(x[0, 0], 0), np.linalg.norm(x[0, 0], 0))
    assert clreduce.norm(np.array([3.0, 0, 4]), 0) == 2  # of f8, whose bytes are as many as a count's
    assert_as(clreduce.norm(x[0].astype("f8"), 0, axis=1), np.linalg.norm(x[0].astype("f8"), 0, axis=1))
    with pytest.raises(ValueError, match="there is no norm of ord 2 of 2 axes"):
        clreduce.norm(x[0], 2)
    assert_as(clreduce.dot(x[0, 0], x[1, 1]), np.dot(x[0, 0], x[1, 1]))
    assert_as(clreduce.dot(x, x[0, 0], axis=-1), (x * x[0, 0]).sum(-1))
    with pytest.raises(ValueError, match="no sum of products"):
        clreduce.dot(x, x)
    assert_as(clreduce.logsumexp(x), np.log(np.exp(x).sum()))
    least, most = clreduce.minmax(x, axis=0)
    assert_as(least, x.min(0))
    assert_as(most, x.max(0))


def test_several_words_in_one_pass(assert_as):
    x = data("f4")
    for axis in (None, 0):
        total, (least, most), variance, where = clreduce.reduce(x, ["sum", "minmax", "var", "argmax"], axis=axis)
        assert_as(total, x.sum(axis))
        assert_as(least, x.min(axis))
        assert_as(most, x.max(axis))
        assert_as(variance, x.var(axis))
        assert_as(where, x.argmax(axis) if axis is not None else x.argmax())
    assert clreduce.reduce(x, []) == []
    with pytest.raises(ValueError, match="'middle' is no word"):
        clreduce.reduce(x, ["sum", "middle"])
    with pytest.raises(TypeError, match="a list of names"):
        clreduce.reduce(x, "sum")
    with pytest.raises(ValueError, match="twice"):
        clreduce.reduce(x, ["sum", "sum"])


def test_parameters(assert_as):
    x = data("f4")
    mask = x > 1
    assert_as(clreduce.sum(x, axis=1, keepdims=True), np.sum(x, axis=1, keepdims=True))
    assert_as(clreduce.sum(x, keepdims=True), np.sum(x, keepdims=True))
    assert_as(clreduce.sum(x, axis=()), np.sum(x, axis=()))
    assert_as(clreduce.sum(x, dtype="f8"), np.sum(x, dtype="f8"))
    assert_as(clreduce.sum(x.astype("i4") * 2**30, dtype="i4"), np.sum(x.astype("i4") * 2**30, dtype="i4"))
    assert_as(clreduce.sum(x, initial=5), np.sum(x, initial=5))
    assert_as(clreduce.max(x, axis=0, initial=2), np.max(x, axis=0, initial=2))
    assert_as(clreduce.sum(x, where=mask), np.sum(x, where=mask))
    assert_as(clreduce.sum(x, axis=2, where=mask[0]), np.sum(x, axis=2, where=mask[0]))
    assert_as(clreduce.var(x, ddof=1), np.var(x, ddof=1))
    assert_as(clreduce.std(x, axis=0, correction=2), np.std(x, axis=0, ddof=2))
    out = np.zeros((4, 6), "f8")
    assert clreduce.sum(x, axis=1, out=out) is out
    assert_as(out, np.sum(x, axis=1, dtype="f8"))
    for bad, sentence in [
        ({"axis": 3}, "axis 3 is out of bounds"),
        ({"axis": (0, 0)}, "duplicate value"),
        ({"out": np.zeros(3)}, "out has the shape"),
        ({"accuracy": "best"}, "'best' is no level"),
        ({"dtype": "i4"}, "has no result of dtype int32"),
        ({"where": np.ones(6)}, "takes booleans"),
        ({"where": np.ones(4, "?")}, r"where has the shape \(4,\), which does not broadcast to \(4, 5, 6\)"),
        ({"axis": 1.0}, "axis 1.0 is no integer"),
        ({"axis": "0"}, "axis '0' is no integer"),
        ({"axis": True}, "axis True is no integer"),
        ({"out": [0]}, "out is no array of NumPy, but list"),
        ({"out": np.zeros((), "i4")}, "out of int32 does not hold results of float32"),
        ({"initial": 1j}, "initial 1j is not taken: it is a number"),
        ({"initial": [1, 2]}, "it is a number"),
        ({"groups": 3}, "groups= is how many labels by= has"),
        ({"queue": 1}, "x is in host memory"),
    ]:
        with pytest.raises((ValueError, TypeError), match=sentence):
            clreduce.sum(x, **bad)
    with pytest.raises(ValueError, match="two names of one number"):
        clreduce.var(x, ddof=1, correction=1)
    assert_as(clreduce.var(x, axis=1, ddof=0.5), np.var(x, axis=1, ddof=0.5))
    assert_as(
        clreduce.std(x.astype("i4"), correction=-1.5, keepdims=True), x.astype("i4").std(ddof=-1.5, keepdims=True)
    )
    with pytest.raises(ValueError, match="whole number"):
        clreduce.var(x, ddof=0.5, by=x.astype("i4"))
    gaps = np.where(x > 1, x, np.nan)
    assert_as(clreduce.nanstd(gaps, axis=0, ddof=0.5, where=mask), np.nanstd(gaps, axis=0, ddof=0.5, where=mask))


def test_bad_numbers_of_ddof():
    for ddof in ("1", None, np.nan, [1]):
        with pytest.raises(TypeError, match="is no number"):
            clreduce.var([1.0, 2.0], ddof=ddof)
        with pytest.raises(TypeError, match="is no number"):
            clreduce.var([1.0, 2.0], ddof=ddof, by=[0, 0])


def test_initial_is_of_the_results_type():
    """What does not fit is told, and not wrapped."""
    x = np.array([3, 9], "u1")
    assert clreduce.max(x, initial=20) == 20
    for word, initial in [("max", 300), ("min", -1), ("sum", -1), ("sum", 2**64)]:
        with pytest.raises(OverflowError, match=f"initial {initial} is beyond"):
            getattr(clreduce, word)(x, initial=initial)
    with pytest.raises(OverflowError):
        clreduce.max(x, by=[0, 0], groups=2, initial=300)


def test_scalars_have_numpys_axes():
    assert clreduce.sum(5, axis=0) == clreduce.sum(5, axis=-1) == clreduce.sum(5) == 5
    assert clreduce.argmax(5, axis=0) == 0
    with pytest.raises(ValueError, match="axis 1 is out of bounds"):
        clreduce.sum(5, axis=1)


def test_counts_have_numpys_type():
    for parameters in ({}, {"axis": 0}, {"axis": (0,)}, {"keepdims": True}):
        want = np.count_nonzero([1, 0], **parameters)
        assert type(clreduce.count_nonzero([1, 0], **parameters)) is type(want), parameters


def test_levels():
    x = data("f8")
    for level in ("exact", "fast", "relaxed"):
        assert clreduce.sum(x, accuracy=level) == x.sum()
    with pytest.raises(clreduce.UnsupportedError):
        clreduce.prod(x, accuracy="exact")


def test_nothing():
    empty = np.zeros((0, 3), "f4")
    assert clreduce.sum(empty) == 0 and clreduce.sum(empty).dtype == np.float32
    assert clreduce.prod(empty) == 1
    assert np.array_equal(clreduce.sum(empty, axis=0), np.zeros(3))
    assert clreduce.sum(empty, axis=1).shape == (0,)
    with pytest.raises(ValueError, match="zero-size array to reduction operation max"):
        clreduce.max(empty)
    with pytest.raises(ValueError, match="zero-size"):
        clreduce.max(empty, axis=0)
    with pytest.raises(ValueError, match="no elements: give initial=, or reduce where there are"):
        clreduce.max(np.ones(3, "i4"), where=np.zeros(3, "?"))
    with pytest.raises(ValueError, match="no elements: reduce where there are"):
        clreduce.argmax(empty)
    assert clreduce.max(empty, initial=7) == 7
    assert clreduce.max(empty, axis=1).shape == (0,)
    with pytest.warns(RuntimeWarning, match="Mean of empty slice") as seen:
        assert math.isnan(clreduce.mean(empty))
    assert seen[0].filename == __file__
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        assert math.isnan(clreduce.var(np.ones(2, "f4"), ddof=2))


def test_nans():
    x = np.array([[1, np.nan], [np.nan, np.nan]], "f4")
    assert math.isnan(clreduce.max(x)) and clreduce.argmax(x) == 1
    assert clreduce.nanmax(x) == 1 and clreduce.nansum(x) == 1
    with pytest.warns(RuntimeWarning, match="All-NaN slice"):
        assert np.array_equal(clreduce.nanmax(x, axis=1), [1, np.nan], equal_nan=True)
    with pytest.raises(ValueError, match="All-NaN slice"):
        clreduce.nanargmax(x, axis=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clreduce.nanmean(x)


def test_first_and_last():
    x = np.array([[np.nan, 2, -0.0], [4, np.nan, np.nan]], "f4")
    x.view("u4")[0, 0] = 0xFFC00123  # a NaN's bits stay
    assert clreduce.first(x).view("u4") == 0xFFC00123 and math.isnan(clreduce.last(x))
    assert clreduce.nanfirst(x) == 2 and clreduce.nanlast(x) == 4
    assert clreduce.nanlast(x, axis=0).tolist() == [4, 2, 0] and np.signbit(clreduce.nanlast(x, axis=0)[2])
    assert clreduce.first(x, where=x > 2) == 4
    assert clreduce.nanfirst(x.ravel(), by=[1, 0, 0, 1, 1, 0]).tolist() == [2, 4]
    assert clreduce.last(np.array([True, False])).dtype == bool
    with pytest.raises(ValueError, match="zero-size array to reduction operation first"):
        clreduce.first([])
    with pytest.warns(RuntimeWarning, match="All-NaN slice"):
        assert math.isnan(clreduce.nanlast(x[:, :1].T[:, :1]))


def test_conversions_are_numpys(assert_as):
    x = np.array([3, 2**31 - 1, 2**31 - 1, 2**31 - 1], "i4")
    assert_as(clreduce.prod(x, dtype="f8"), np.prod(x, dtype="f8"))
    assert_as(clreduce.prod(x.reshape(2, 2), axis=0, dtype="f4"), np.prod(x.reshape(2, 2), axis=0, dtype="f4"))
    swapped = clreduce.sum(x, dtype=">f8")
    assert swapped == x.sum() and swapped.dtype == np.float64
    wide = np.array([2, 0, 255], "u1").view("?")
    assert clreduce.sum(wide) == 2 and clreduce.mean(wide) == 2 / 3 and clreduce.max(wide) is np.True_
    assert clreduce.sum(wide[::2]) == 2 and clreduce.Accumulator.of(wide).value() == 2


def test_times_are_refused_with_their_gaps():
    times = np.array(["2020-01-01", "NaT"], "M8[s]")
    for x in (times, times - times[0]):
        with pytest.raises(TypeError, match=r"x\[~np.isnat\(x\)\].astype\('i8'\)"):
            clreduce.mean(x)


def test_initial_is_advised_where_there_is_one():
    nothing = np.zeros(0, "i4")
    for call in (
        lambda: clreduce.reduce(nothing, ["sum", "min"]),
        lambda: clreduce.minmax(nothing),
        lambda: clreduce.Accumulator.of(nothing, "max").value(),
    ):
        with pytest.raises(ValueError, match="no elements: reduce where there are"):
            call()


def test_results_of_too_few_elements(assert_as):
    """As pandas and xarray have min_count."""
    x = np.array([[1, np.nan, 3], [np.nan, np.nan, 4]])
    assert_as(clreduce.nansum(x, axis=1, min_count=2), np.array([4, np.nan]))
    assert_as(clreduce.nansum(x, axis=0, min_count=1), np.array([1, np.nan, 7]))
    assert_as(clreduce.nansum(x, min_count=4), np.float64(np.nan))
    assert_as(clreduce.nansum(x.ravel(), by=[0, 0, 1, 2, 2, 1], min_count=2), np.array([np.nan, 7, np.nan]))
    assert_as(clreduce.sum(x[:, 2], by=[3, 0], groups=4, min_count=1), np.array([4, np.nan, np.nan, 3]))
    assert_as(clreduce.nansum(x.ravel(), segments=[0, 1, 2, 6], min_count=1), np.array([1, np.nan, 7]))
    assert_as(clreduce.sum(x, axis=1, where=x > 1, min_count=2), np.array([np.nan, np.nan]))
    assert_as(clreduce.prod(np.array([2, 3]), dtype="f8", min_count=3), np.float64(np.nan))
    out = np.zeros(2)
    assert clreduce.nansum(x, axis=1, out=out, min_count=2) is out and out[0] == 4
    with pytest.raises(TypeError, match="ask for floats by dtype="):
        clreduce.sum([1, 2], min_count=1)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "?"])
def test_variances_of_any_ddof(assert_as, dtype):
    """Rounded once, whatever the ddof."""
    x = np.random.default_rng(9).integers(-1000, 1000, (3, 400)).astype(dtype)
    for ddof in (0, 1, 2, 3, 17):
        made = clreduce.var(x, axis=1, ddof=ddof)
        for row, value in zip(x.astype("i8").tolist(), made.tolist()):
            exact = Fraction(len(row) * sum(e * e for e in row) - sum(row) ** 2, len(row) * (len(row) - ddof))
            want = float(exact)
            assert value == (float(np.float32(want)) if dtype == "f4" else want)
        assert_as(made, np.var(x, axis=1, ddof=ddof, dtype=None if dtype != "f4" else "f4"), 1e-5)
        assert_as(clreduce.std(x, ddof=ddof, keepdims=True), np.std(x, ddof=ddof, keepdims=True), 1e-5)
    out = np.zeros(400)
    assert clreduce.var(x, axis=0, ddof=2, out=out) is out
    assert_as(clreduce.var(x, axis=1, ddof=2, where=x != 0), np.var(x, axis=1, ddof=2, where=x != 0), 1e-5)
    assert_as(clreduce.nanvar(x, axis=1, ddof=2, dtype="f8"), np.nanvar(x, axis=1, ddof=2, dtype="f8"), 1e-5)
    with pytest.warns(RuntimeWarning, match="Degrees of freedom") as seen:
        assert math.isnan(clreduce.var(x, ddof=x.size))
    assert seen[0].filename == __file__
