# SPDX-License-Identifier: Apache-2.0
"""Arrays of NumPy's kin: dask's and xarray's, and the types of ml_dtypes."""

import numpy as np
import pytest

import clreduce

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
    with pytest.raises(TypeError, match=r"bfloat16 are not taken: .* x.astype\('f4'\)"):
        clreduce.Accumulator.of(x)


def test_other_types_of_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    for name, way_out in [("float8_e4m3fn", "f4"), ("float8_e5m2", "f4"), ("int4", "i1"), ("uint4", "u1")]:
        x = np.arange(5).astype(getattr(ml_dtypes, name))
        with pytest.raises(TypeError, match=rf"{name} are not taken: .*'{way_out}'\), which has all of their values"):
            clreduce.sum(x)
        assert clreduce.sum(x.astype(way_out)) == 10
