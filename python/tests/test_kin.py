# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy's kin: dask's and xarray's, and the types of ml_dtypes."""

import warnings

import numpy as np
import pytest

import clreduce
from clreduce import _context

X = np.array([[1e20, 1, -1e20], [3, -7, 5]])


def test_arrays_of_dask_go_to_dask():
    da = pytest.importorskip("dask.array")
    y = da.from_array(X, chunks=(1, 2))
    for word in ("sum", "mean", "max", "argmin", "any", "norm", "std"):
        made = getattr(clreduce, word)(y)
        assert isinstance(made, da.Array), word
        assert made.compute(scheduler="synchronous") == getattr(clreduce, word)(X)
    assert isinstance(clreduce.dot(y, y, axis=1), da.Array)
    assert np.array_equal(clreduce.dot(y, y, axis=1).compute(), clreduce.dot(X, X, axis=1))
    total, (least, most) = clreduce.reduce(y, ["sum", "minmax"], axis=0, where=y > -9)
    assert np.array_equal(total.compute(), clreduce.sum(X, axis=0, where=X > -9))
    assert np.array_equal(most.compute(), [1e20, 1, 5]) and isinstance(least, da.Array)
    for refused in ({"initial": 1}, {"out": np.zeros(())}, {"accuracy": "fast"}, {"segments": [0, 1]}):
        with pytest.raises(TypeError, match="of an array of dask"):
            clreduce.sum(y, **refused)
    with pytest.raises(ValueError, match="whole number"):
        clreduce.var(y, ddof=0.5)


def test_xarray_reduces_by_them():
    xarray = pytest.importorskip("xarray")
    x = xarray.DataArray(X, dims=("a", "b"))
    assert x.reduce(clreduce.sum, "b").equals(xarray.DataArray([1.0, 1.0], dims="a"))
    da = pytest.importorskip("dask.array")
    lazy = x.chunk({"a": 1}).reduce(clreduce.sum, "a")
    assert isinstance(lazy.data, da.Array)
    assert np.array_equal(lazy.compute(), clreduce.sum(X, axis=0))


@pytest.fixture
def by_host(monkeypatch):
    """The host computes small arrays, so that no kernel has to be compiled."""
    monkeypatch.setattr(_context.host(), "most", 1000)


def strictly(call, *arguments, **options):
    """What a call makes, whose warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return call(*arguments, **options)


def test_pandas_aggregates_by_them(by_host):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"k": list("abaab"), "x": [1e20, 2, 1, -1e20, 3], "i": [1, 2, 3, 4, 5]})
    groups = table.groupby("k")
    summed = strictly(groups.agg, clreduce.sum)
    assert summed.x.tolist() == [1, 5] and summed.i.tolist() == [8, 7] and summed.i.dtype == "i8"
    for word in ("mean", "min", "max", "count", "argmax", "nansum", "norm", "last"):
        made = strictly(groups.x.agg, getattr(clreduce, word))
        assert made.tolist() == [getattr(clreduce, word)(group.x) for _, group in groups], word
    several = strictly(groups.agg, {"x": [clreduce.sum, clreduce.var], "i": clreduce.max})
    assert several["i", "max"].tolist() == [4, 5] and several["x", "var"].tolist()[1] == 0.25
    assert strictly(table[["x", "i"]].agg, clreduce.sum).tolist() == [6, 15]
    assert strictly(groups.x.transform, clreduce.sum).tolist() == [1, 5, 1, 1, 5]
    assert strictly(table.x.rolling(3).apply, clreduce.sum, raw=True).tolist()[3:] == [-1e20, -1e20]
    assert strictly(table.pivot_table, index="k", values="x", aggfunc=clreduce.sum).x.tolist() == [1, 5]
    assert strictly(clreduce.sum, table.x, by=pandas.factorize(table.k)[0]).tolist() == [1, 5]
    gap = pandas.Series([1, None, 2], dtype="Float64")
    assert np.isnan(clreduce.sum(gap)) and clreduce.nansum(gap) == 3


def test_pandas_selects_by_them():
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(4)
    table = pandas.DataFrame({"k": rng.choice(list("abc"), 50), "x": rng.integers(0, 9, 50), "y": rng.random(50)})
    groups, codes = table.groupby("k"), pandas.factorize(table.k, sort=True)[0]
    assert strictly(groups.agg, clreduce.median).equals(groups.median())
    assert strictly(groups.agg, clreduce.nunique).equals(groups.nunique())
    assert strictly(groups.x.agg, lambda x: clreduce.mode(x)[0]).tolist() == [group.mode()[0] for _, group in groups.x]
    assert np.array_equal(clreduce.median(table.y, by=codes), groups.y.median())
    assert np.array_equal(clreduce.nunique(table.x, by=codes), groups.x.nunique())
    assert np.array_equal(clreduce.quantile(table.x, 0.25, by=codes), groups.x.quantile(0.25))
    largest = groups.x.nlargest(4)
    assert np.array_equal(clreduce.topk(table.x, 4, by=codes)[0].ravel(), largest)
    assert np.array_equal(clreduce.topk(table.x, 4, by=codes)[1].ravel(), largest.index.get_level_values(1))
    assert strictly(table.y.rolling(5).apply, clreduce.median, raw=True).equals(table.y.rolling(5).median())


def test_xarray_selects_by_them():
    xarray = pytest.importorskip("xarray")
    x = xarray.DataArray(X, dims=("a", "b"))
    assert strictly(x.reduce, clreduce.median, "b").values.tolist() == [1, 3]
    assert strictly(x.reduce, clreduce.quantile, "b", q=0.75).equals(x.quantile(0.75, "b").drop_vars("quantile"))
    if pytest.importorskip("dask.array"):
        lazy = x.chunk({"a": 1}).reduce(clreduce.median, "b")
        assert lazy.chunks and lazy.values.tolist() == [1, 3]


def test_xarray_reduces_by_them_without_warnings(by_host):
    xarray = pytest.importorskip("xarray")
    x = xarray.DataArray(X, dims=("a", "b"), coords={"c": ("b", [0, 1, 0])})
    for word in ("sum", "mean", "var", "max", "argmin", "any", "count", "norm"):
        made = strictly(x.reduce, getattr(clreduce, word), "a")
        assert np.array_equal(made, getattr(clreduce, word)(X, axis=0)), word
    assert strictly(x.reduce, clreduce.sum, ("a", "b"), keepdims=True).shape == (1, 1)
    assert strictly(x.groupby("c").reduce, clreduce.sum, "b").values.tolist() == [[0, 1], [8, -7]]
    assert strictly(x.to_dataset(name="v").reduce, clreduce.sum, "b").v.values.tolist() == [1, 1]
    assert strictly(x.rolling(b=2).reduce, clreduce.sum).values[1, 1:].tolist() == [-4, -2]
    summed = strictly(xarray.apply_ufunc, clreduce.sum, x, input_core_dims=[["b"]], kwargs={"axis": -1})
    assert summed.values.tolist() == [1, 1]


def test_bfloat16(assert_as):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    whole = np.random.default_rng(7).integers(-9, 9, (6, 7)).astype("f4")
    x = whole.astype(bfloat16)
    for word in ("sum", "mean", "min", "max", "var", "std", "prod", "norm"):
        for axis in (None, 1):
            made = getattr(clreduce, word)(x, axis=axis)
            want = getattr(clreduce, word)(whole, axis=axis).astype(bfloat16)
            assert made.dtype == bfloat16, word
            assert np.array_equal(made, want), (word, axis)
    assert clreduce.sum(x, dtype="f4") == whole.sum() and clreduce.sum(whole, dtype=bfloat16).dtype == bfloat16
    assert np.array_equal(clreduce.argmax(x[:, ::-2], axis=1), whole[:, ::-2].argmax(1))
    assert clreduce.dot(x[0], x[1]) == bfloat16(whole[0] @ whole[1])
    assert clreduce.sum(x[0], by=[0, 0, 1, 1, 1, 0, 0]).dtype == bfloat16
    gap = x.copy()
    gap[0, 0] = np.nan
    assert clreduce.nansum(gap[0]) == whole[0, 1:].sum() and np.isnan(clreduce.max(gap))
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        assert np.isnan(clreduce.mean(x[:0]))
    assert clreduce.median(x) == np.median(whole) and clreduce.median(x).dtype == "f4"
    assert clreduce.quantile(x, 0.3, method="lower") == bfloat16(np.quantile(whole, 0.3, method="lower"))
    assert clreduce.topk(x, 3, axis=1)[0].dtype == bfloat16 and clreduce.nunique(x) == np.unique(whole).size
    with pytest.raises(TypeError, match=r"bfloat16 are not taken: .* x.astype\('f4'\)"):
        clreduce.Accumulator.of(x)


def test_other_types_of_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    for name, way_out in [("float8_e4m3fn", "f4"), ("float8_e5m2", "f4"), ("int4", "i1"), ("uint4", "u1")]:
        x = np.arange(5).astype(getattr(ml_dtypes, name))
        with pytest.raises(TypeError, match=rf"{name} are not taken: .*'{way_out}'\), which has all of their values"):
            clreduce.sum(x)
        assert clreduce.sum(x.astype(way_out)) == 10
