# SPDX-License-Identifier: Apache-2.0
"""clreduce.dask: one set of bits, whatever cuts arrays into chunks and runs the tasks."""

import os
import pathlib
import signal
import warnings

import clreduce
import numpy as np
import pytest
from clreduce._words import FOLDING

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
distributed = pytest.importorskip("distributed")
cd = pytest.importorskip("clreduce.dask")

pytestmark = pytest.mark.filterwarnings("ignore:Running on a single-machine scheduler", "ignore:make_current")

rng = np.random.default_rng(3)
X = (rng.standard_normal((12, 8, 5)) * 10.0 ** rng.integers(-9, 9, (12, 8, 5))).astype("f4")
X[1, 2, 3] = X[11, 6, 4] = X.max()
LABELS = np.array([1, 0, 2, 1, 1, 0, 2, 3])
CHUNKINGS = [(12, 8, 5), (5, 3, 4), ((1, 11), (7, 1), (2, 3))]


def same(got, want):
    """The same type, shape and bits."""
    got = np.asarray(got.compute(scheduler="threads") if isinstance(got, da.Array) else got)
    want = np.asarray(want)
    assert (got.dtype, got.shape) == (want.dtype, want.shape)
    assert got.tobytes() == want.tobytes(), (got, want)


@pytest.fixture(scope="module")
def cluster():
    with warnings.catch_warnings(), distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made, distributed.Client(made) as client:
        yield client


def assert_nan(got, dtype):
    assert got.dtype == dtype and np.isnan(got)


def of(scheduler, *arrays):
    where = {} if scheduler == "cluster" else {"scheduler": scheduler, "num_workers": 2}
    return dask.compute(*arrays, **where)


@pytest.mark.parametrize("scheduler", ["threads", "processes", "cluster"])
def test_one_set_of_bits(scheduler, request):
    """Three schedulers, three chunkings, three split_every; all results of a scheduler in one graph."""
    if scheduler == "cluster":
        request.getfixturevalue("cluster")
    by = np.arange(12) % 3
    want = [clreduce.sum(X), clreduce.var(X, axis=1, ddof=1), clreduce.argmax(X), clreduce.mean(X, axis=0, by=by)]
    arrays, wanted = [], []
    for chunks in CHUNKINGS:
        x = da.from_array(X, chunks=chunks)
        for split_every in (2, 3, 100):
            keys = {"split_every": split_every}
            arrays += [cd.sum(x, **keys), cd.var(x, axis=1, ddof=1, **keys), cd.argmax(x, **keys),
                       cd.mean(x, axis=0, by=by, **keys)]  # fmt: skip
            wanted += want
    for got, expected in zip(of(scheduler, *arrays), wanted):
        same(got, expected)


OTHERS = ("dot", "prod", "minmax", "nanargmin", "nanmin", "nanstd", "nanmean")


# Of what other tests do not have; each kernel takes its time to compile.
@pytest.mark.parametrize(
    "op, dtype",
    [*((op, "f4") for op in cd.__all__ if op in FOLDING and op not in OTHERS),
     ("sum", "i4"), ("mean", "i4"), ("max", "i4"), ("any", "i4")],
)  # fmt: skip
def test_words(op, dtype):
    x = X.astype(dtype)
    chunked = da.from_array(x, chunks=CHUNKINGS[1])
    word, ours = getattr(clreduce, op), getattr(cd, op)
    axes = None, (0, 2)
    made = [ours(chunked, axis=axis, keepdims=bool(axis), split_every=2) for axis in axes]
    for one, axis, got in zip(made, axes, dask.compute(*made, scheduler="sync")):
        want = np.asarray(word(x, axis=axis, keepdims=bool(axis)))
        want = want.astype(np.intp) if op == "count_nonzero" else want
        assert (one.dtype, one.shape) == (want.dtype, want.shape) and type(one._meta) is np.ndarray
        same(got, want)


def test_words_of_two():
    x = da.from_array(X, chunks=CHUNKINGS[1])
    for got, want in zip(cd.minmax(x, axis=0), clreduce.minmax(X, axis=0)):
        same(got, want)
    same(cd.dot(x, x[:, :1], axis=1), clreduce.dot(X, X[:, :1], axis=1))
    same(cd.dot(x[0, 0], X[0, 1]), clreduce.dot(X[0, 0], X[0, 1]))
    for ord in (1, 0):
        same(cd.norm(x, ord, axis=1), clreduce.norm(X, ord, axis=1))
    y = (np.abs(X) % 5 + 1).astype("i4")
    same(cd.prod(da.from_array(y, chunks=4)), clreduce.prod(y))
    same(cd.sum(da.from_array(y, chunks=4), dtype="f8"), clreduce.sum(y, dtype="f8"))
    same(cd.sum(da.from_array(y * 2**28, chunks=4), dtype="i4"), clreduce.sum(y * 2**28, dtype="i4"))
    with pytest.raises(clreduce.UnsupportedError, match="prod"):
        cd.prod(x)


@pytest.mark.parametrize("dtype", ["u8", "f2", "f8"])
def test_extremes(dtype):
    if dtype == "u8":
        x = np.array([2**63 - 1, 5, 0, 7, 2**64 - 1, 2**63], dtype)
    else:
        x = np.array([0.0, -0.0, np.inf, 1, -np.inf, 5e-8], dtype)
    many = [x, x[:2], x[2:4]] + ([np.append(x, -np.float64("nan")).astype(dtype)] if dtype[0] == "f" else [])
    for one in many:
        chunked = da.from_array(one, chunks=2)
        for op in ("min", "max", "argmin"):
            got, want = getattr(cd, op)(chunked).compute(scheduler="sync"), getattr(clreduce, op)(one)
            same(got, want) if not np.isnan(want) else assert_nan(got, one.dtype)  # a NaN's payload is not promised


def test_where():
    x, mask = da.from_array(X, chunks=CHUNKINGS[1]), X > 0
    mask[5:10] = False  # all of a chunk's
    for op in ("sum", "any"):
        for where in (mask, da.from_array(mask, chunks=(3, 8, 2)), mask[0]):
            want = getattr(clreduce, op)(X, axis=(0, 1), where=np.asarray(where))
            same(getattr(cd, op)(x, axis=(0, 1), where=where), want)
    same(cd.max(x, axis=1, where=X > -np.inf), clreduce.max(X, axis=1))
    with pytest.raises(TypeError, match="takes booleans"):
        cd.sum(x, where=X)


def test_labels():
    x = da.from_array(X, chunks=CHUNKINGS[1])
    for op in ("sum", "argmin"):
        for by in (LABELS, da.from_array(LABELS, chunks=5)):
            same(getattr(cd, op)(x, axis=1, by=by, groups=4), getattr(clreduce, op)(X, axis=1, by=LABELS, groups=4))
    by = rng.integers(-1, 3, (12, 8))
    same(cd.sum(x, axis=(0, 1), by=by), clreduce.sum(X, axis=(0, 1), by=by))
    same(cd.sum(x, by=X.astype("i4") % 3, where=X > 0), clreduce.sum(X, by=X.astype("i4") % 3, where=X > 0))
    for arguments, sentence in [
        ({"by": LABELS[:-1]}, "by has the shape \\(7,\\)"),
        ({"by": da.from_array(LABELS, chunks=5)}, "takes groups="),
        ({"by": LABELS, "groups": -1}, "groups -1"),
        ({"by": LABELS / 2, "groups": 1}, "takes integers"),
        ({"by": LABELS, "keepdims": True}, "without keepdims"),
        ({"groups": 3}, "by= has"),
    ]:
        with pytest.raises((ValueError, TypeError), match=sentence):
            cd.sum(x, axis=1, **arguments)


def test_nothing_and_unknown():
    empty = da.zeros((0, 3), chunks=2, dtype="f4")
    same(cd.sum(empty, axis=0), np.zeros(3, "f4"))
    assert cd.sum(empty, axis=1).compute().shape == (0,)
    with pytest.raises(ValueError, match="zero-size array to reduction operation max"):
        cd.max(empty).compute()
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        assert np.isnan(cd.mean(empty).compute(scheduler="sync"))
    x = da.from_array(X.ravel(), chunks=50)
    unknown = x[x > 1]
    same(cd.sum(unknown), clreduce.sum(X[X > 1]))
    same(cd.max(unknown), clreduce.max(X[X > 1]))
    same(cd.sum(unknown, where=unknown > 2), clreduce.sum(X[X > 2]))
    with pytest.raises(ValueError, match="compute_chunk_sizes"):
        cd.argmax(unknown)
    same(cd.sum(da.from_array(np.float32(3), chunks=())), np.float32(3))
    for axis in ((), (1, 2)):
        same(cd.argmin(da.from_array(X, chunks=3), axis=axis), clreduce.argmin(X, axis=axis))
    with pytest.raises(TypeError, match="dtype complex64 are not taken"):
        cd.sum(x.astype("c8"))
    with pytest.raises(ValueError, match="ddof 0.5"):
        cd.var(x, ddof=0.5)


def test_chunks_of_unknown_sizes_meet_their_like_alone():
    """One chunk beside several unknown ones would be taken again for each of them."""
    x = da.from_array(np.arange(6.0), chunks=2)
    unknown = x[x >= 0]
    for cut in ({"by": [0, 1], "groups": 2}, {"by": [0, 1, 0, 1, 0, 1]}, {"where": np.array([True, False])},
                {"where": da.from_array(np.ones(6, "?"), chunks=3)}):  # fmt: skip
        with pytest.raises(ValueError, match="x has chunks of unknown sizes, and (by|where) is not cut as x is"):
            cd.sum(unknown, **cut)
    with pytest.raises(ValueError, match=r"a chunk of where has the shape \(1,\)"):
        cd.sum(unknown, where=da.from_array(np.ones(3, "?"), chunks=1)).compute()
    with pytest.raises(ValueError, match="dot takes chunks of known sizes"):
        cd.dot(unknown, x)
    same(cd.sum(unknown, by=(unknown % 2).astype("i4"), groups=2), np.array([6.0, 9.0]))


@pytest.mark.parametrize(
    "options",
    [{}, {"keepdims": True}, {"by": LABELS}, {"by": da.from_array(LABELS, 3), "groups": 4}, {"where": X < X.max()},
     {"where": da.from_array(X < X.max(), 4)}],
)  # fmt: skip
def test_selections_of_one_chunk(options):
    """Blocks of several results each, whose elements lie in one chunk."""
    x = da.from_array(X, chunks=((5, 7), (8,), (3, 2)))
    plain = {name: np.asarray(value) if isinstance(value, da.Array) else value for name, value in options.items()}
    for name, more in [("median", ()), ("quantile", (0.25,)), ("nanquantile", ([[0.25, 0.5, 0.75]],)), ("mode", ()),
                       ("nunique", ()), ("topk", (3,)), ("bottomk", (9,))]:  # fmt: skip
        if "keepdims" in options and name in ("topk", "bottomk"):
            continue
        made = getattr(clreduce, name)(x, *more, axis=1, **options)
        want = getattr(clreduce, name)(X, *more, axis=1, **plain)
        for got, expected in zip(made, want) if isinstance(want, tuple) else [(made, want)]:
            assert isinstance(got, da.Array) and got.dtype == expected.dtype and got.shape == expected.shape
            same(got, expected)
            assert "by" in options or got.numblocks[-1] == 2


def test_selections_of_several_chunks_are_refused():
    x = da.from_array(X, chunks=(5, 8, 5))
    with pytest.raises(ValueError, match=r"in several chunks: x.rechunk\(\{0: -1, 1: -1, 2: -1\}\) puts them in one"):
        cd.median(x)
    same(cd.median(x.rechunk({0: -1})), clreduce.median(X))
    same(cd.topk(X, 2)[1], clreduce.topk(X, 2)[1])
    for refused in ({"out": np.zeros(12)}, {"segments": [0, 1]}):
        with pytest.raises(TypeError, match="of an array of dask"):
            clreduce.median(x, axis=1, **refused)
    with pytest.raises(TypeError, match="x.real and x.imag"):
        cd.median(x.astype("c16"), axis=1)


def test_refused():
    x = da.from_array(np.arange(6.0), chunks=2)
    for by in (list("abcdef"), np.zeros(6)):
        with pytest.raises(TypeError, match="np.unique"):
            cd.sum(x, by=by)
    with pytest.raises(ValueError, match="groups '2' is not taken"):
        cd.sum(x, by=[0] * 6, groups="2")
    assert cd.sum(x, by=[-1] * 6).compute().shape == (0,)
    with pytest.raises(TypeError, match="x.real and x.imag"):
        cd.sum(x.astype("c16"))
    with pytest.raises(TypeError, match=r"astype\('i8'\)"):
        cd.sum(da.from_array(np.zeros(2, "M8[s]")))
    assert dir(cd) == cd.__all__


def _dies_once(block, marker):
    """The worker that meets this block first is killed amid its task."""
    if block.flat[0] == X[5, 3, 4] and not os.path.exists(marker):
        pathlib.Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return block


def test_a_worker_killed_in_the_middle(cluster, tmp_path):
    marker = tmp_path / "died"
    x = da.from_array(X, chunks=CHUNKINGS[1]).map_blocks(_dies_once, str(marker), dtype="f4")
    same(cd.var(x, axis=0, split_every=2).compute(), clreduce.var(X, axis=0))
    assert marker.exists()


def test_accumulators_travel(cluster):
    parts = cluster.map(clreduce.Accumulator.of, [X[:3], X[3:]])
    same((parts[0].result() + parts[1].result()).value(), clreduce.sum(X))


@pytest.mark.parametrize("op", ("first", "nanfirst", "last", "nanlast"))
def test_ends(op):
    x = np.where(X > 0, X, np.nan)
    x[:5] = np.nan
    chunked, by = da.from_array(x, chunks=CHUNKINGS[1]), np.arange(len(x)) % 3
    for axis in (None, 1, (2, 0)):
        same(getattr(cd, op)(chunked, axis=axis, split_every=2), getattr(clreduce, op)(x, axis=axis))
    same(getattr(cd, op)(chunked, axis=0, by=by), getattr(clreduce, op)(x, axis=0, by=by))
    same(getattr(cd, op)(chunked, where=X < 9), getattr(clreduce, op)(x, where=X < 9))
