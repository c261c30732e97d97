# SPDX-License-Identifier: Apache-2.0
"""Accumulators: parts in any order have the bits of the whole; what is cut or altered is refused."""

import functools
import multiprocessing
import operator
import pickle
import random
import threading

import clreduce
import numpy as np
import pytest
from clreduce import Accumulator

rng = np.random.default_rng(7)
X = (rng.standard_normal((6, 7, 5)) * 10.0 ** rng.integers(-9, 9, (6, 7, 5))).astype("f4")
X[1, 2, 3] = X[5, 6, 4] = X.max()
WORDS = ("sum", "mean", "var", "norm", "min", "max", "minmax", "argmin", "argmax", "any", "all", "count_nonzero",
         "first", "last")  # fmt: skip


def bits(value):
    """What a result is made of: NaNs are equal, and -0 differs from 0."""
    values = value if isinstance(value, tuple) else (value,)
    return [(np.asarray(one).dtype, np.shape(one), np.asarray(one).tobytes()) for one in values]


def result(made):
    return made.indices() if "arg" in made.op else made.value()


def has_index(op):
    return "arg" in op or op in ("first", "last")


def function(op):
    return getattr(clreduce, op)


@pytest.mark.parametrize("op", WORDS)
@pytest.mark.parametrize("axis", [None, (0, 2)])
def test_parts_are_the_whole(op, axis):
    parts = []
    for begin, end in [(0, 1), (1, 4), (4, 4), (4, 6)]:
        part = Accumulator.of(X[begin:end], op, axis)
        if has_index(op):
            part.shift(begin * (35 if axis is None else 5))
        parts.append(part)
    want = bits(function(op)(X, axis=axis)) if op != "count_nonzero" else bits(np.count_nonzero(X, axis))
    for _ in range(3):
        random.Random(len(op)).shuffle(parts)
        assert bits(result(functools.reduce(operator.add, parts)))[0][2] == want[0][2]
    total = functools.reduce(operator.add, parts)
    whole = Accumulator.of(X, op, axis)
    assert total == whole and total.store() == whole.store()
    assert [len(one) for one in bits(result(total))] == [len(one) for one in want]
    if "arg" in op:
        assert bits(total.value()) == bits(function(op[3:])(X, axis=axis))
    if has_index(op):
        return
    assert total.from_words(whole.words()).shape == total.shape
    merge = {"sum": np.sum, "min": np.min}[total.fold]
    words = merge(np.stack([part.words() for part in parts]), axis=0)
    assert bits(total.from_words(words).value()) == want or op == "count_nonzero"


def test_types_and_shapes():
    for dtype in ("i1", "u8", "f2", "f8", "?"):
        x = (np.abs(X[..., :2]) % 7).astype(dtype)
        for op in ("sum", "max", "mean"):
            made = Accumulator.of(x, op, (0, 2), keepdims=True)
            assert bits(made.value()) == bits(function(op)(x, axis=(0, 2), keepdims=True)) and made.shape == (1, 7, 1)
            assert (made.op, made.dtype, len(made)) == (op, x.dtype, 1)
    assert bits(Accumulator.of(X.astype("i4"), "prod").value()) == bits(clreduce.prod(X.astype("i4")))
    assert bits(Accumulator.of(X, "sum", dtype="f8").value()) == bits(clreduce.sum(X, dtype="f8"))
    assert bits(Accumulator.of(X[0], "dot", 1, y=X[1]).value()) == bits(clreduce.dot(X[0], X[1], axis=1))
    assert bits(Accumulator.of(X, "var", where=X > 0, ddof=1).value()) == bits(clreduce.var(X, where=X > 0, ddof=1))
    assert Accumulator.of(3.0).value() == 3 and isinstance(Accumulator.of([1, 2]).value(), np.int64)
    unaligned = np.frombuffer(b"-" + X.tobytes(), "f4", offset=1)
    assert not unaligned.flags.aligned and bits(Accumulator.of(unaligned).value()) == bits(clreduce.sum(X))


def test_groups_and_segments():
    labels = np.array([1, 0, 2, 1, 1, 0, 4])
    want = clreduce.sum(X, axis=1, by=labels, groups=5)
    parts = [Accumulator.of(X[:, a:b], axis=1, by=labels[a:b], groups=5) for a, b in [(0, 3), (3, 7)]]
    total = parts[0] + parts[1]
    assert bits(total.value()) == bits(want) and total.shape == (6, 5, 5)
    with pytest.raises(ValueError, match="groups are axis 1"):
        total[0:1]
    offsets = [0, 30, 30, 210]
    assert bits(Accumulator.of(X.ravel(), "mean", segments=offsets).value()) == bits(
        clreduce.mean(X.ravel(), segments=offsets)
    )
    for segments in ([0, 211], (np.array([-1]), np.array([3]))):
        with pytest.raises(ValueError, match="segment 0 reaches beyond the 210 elements"):
            Accumulator.of(X.ravel(), segments=segments)
    with pytest.raises(ValueError, match="operation max of group 3"):
        Accumulator.of(labels, "max", by=labels).value()


def test_nothing():
    empty = Accumulator.empty("f4", "mean", (2,))
    with pytest.warns(RuntimeWarning, match="Mean of empty slice"):
        assert np.isnan(empty.value()).all()
    empty.merge(Accumulator.of(X[0, :2], "mean", 1))
    assert bits(empty.value()) == bits(clreduce.mean(X[0, :2], axis=1))
    with pytest.raises(ValueError, match="zero-size array to reduction operation max"):
        Accumulator.empty("i4", "max").value()
    assert Accumulator.of(np.zeros((3, 0), "f4"), axis=1).value().tolist() == [0, 0, 0]
    assert Accumulator.of(np.zeros((3, 0), "f4"), axis=0).value().shape == (0,)


def test_slices():
    made, want = Accumulator.of(X, axis=2), clreduce.sum(X, axis=2)
    assert len(made) == 6 and made[1:4].shape == (3, 7)
    for index in (slice(1, 4), slice(-2, None), slice(4, 2), 0, -1):
        assert bits(made[index].value()) == bits(want[index])
    for index, sentence in [(slice(0, 4, 2), "steps of 1"), (6, "no result 6 of 6")]:
        with pytest.raises((ValueError, IndexError), match=sentence):
            made[index]
    with pytest.raises(TypeError, match="one result has no len"):
        len(Accumulator.of(X))


def test_derived():
    made = Accumulator.of(X, "var", 0)
    for op in ("sum", "mean", "std", "norm"):
        assert made.derive(op) == Accumulator.of(X, op, 0), op
    assert made.derive("var", ddof=1) == Accumulator.of(X, "var", 0, ddof=1)
    whole = Accumulator.of(X.astype("i4"))
    assert bits(whole.derive("mean").value()) == bits(clreduce.mean(X.astype("i4")))
    with pytest.raises(clreduce.UnsupportedError):
        Accumulator.of(X).derive("var")
    with pytest.raises(ValueError, match="does not treat NaNs"):
        made.derive("nansum")


def test_words_of_the_best():
    """Two rounds: of the values, then of the indices of the best."""
    parts = [Accumulator.of(part, "argmax") for part in (X[:1], X[1:4], X[4:])]
    for part, begin in zip(parts, (0, 35, 140)):
        part.shift(begin)
    best = parts[0].from_words(np.min([part.words() for part in parts], axis=0))
    for part in parts:
        part.keep_best(best)
    assert parts[0].from_words(np.min([part.words() for part in parts], axis=0)).indices() == clreduce.argmax(X)


def test_refused():
    made = Accumulator.of(X, axis=0)
    for call, error, sentence in [
        (lambda: Accumulator(), TypeError, "made by Accumulator.of"),
        (lambda: Accumulator.of(X, "middle"), ValueError, "'middle' is no word"),
        (lambda: Accumulator.of(X, "logsumexp"), clreduce.UnsupportedError, "logsumexp"),
        (lambda: Accumulator.of(X, "prod"), clreduce.UnsupportedError, "prod"),
        (lambda: Accumulator.of(X, "dot"), TypeError, "second array"),
        (lambda: Accumulator.of(X, y=X), TypeError, "second array"),
        (lambda: Accumulator.of(X.astype("c8")), TypeError, "x.real"),
        (lambda: Accumulator.of(X, "var", ddof=0.5), ValueError, "ddof 0.5"),
        (lambda: Accumulator.empty("O"), TypeError, "dtype object"),
        (lambda: Accumulator.empty("f4", shape=(-1,)), ValueError, "shape \\(-1,\\)"),
        (lambda: made.merge(X), TypeError, "not with ndarray"),
        (lambda: made + X, TypeError, "unsupported operand"),
        (lambda: made.merge(Accumulator.of(X, axis=1)), ValueError, "shape \\(6, 5\\)"),
        (lambda: made.merge(Accumulator.of(X, "mean", 0)), ValueError, "sum.*mean|mean.*sum"),
        (lambda: made.merge(Accumulator.of(X.astype("f8"), axis=0)), ValueError, "float64"),
        (lambda: made.indices(), TypeError, "no indices"),
        (lambda: made.shift(-1), OverflowError, "not shifted by -1"),
        (lambda: made.from_words(made.words()[:-1]), ValueError, "words"),
        (lambda: made.from_words(made.words().astype("f8")), TypeError, "int64"),
        (lambda: Accumulator.load(made.store(), (7,)), ValueError, "35 results"),
        (lambda: hash(made), TypeError, "unhashable"),
    ]:
        with pytest.raises(error, match=sentence):
            call()
    assert bits(made.value()) == bits(clreduce.sum(X, axis=0)) and made != 1


# ---- What comes from elsewhere ----


def test_pickles():
    for made in (Accumulator.of(X, "argmax", 1, keepdims=True), Accumulator.of(X > 0, "nansum"),
                 Accumulator.of(X, "sum", 1, "f8", by=np.arange(7) % 3)):  # fmt: skip
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(made, protocol))
            assert again == made and again.shape == made.shape and bits(again.value()) == bits(made.value())
        assert Accumulator.load(made.store(), made.shape).store() == made.store()
        assert repr(made).startswith("<clreduce.Accumulator: ")


def test_loaded():
    for op in ("sum", "argmax", "std", "norm1", "nanmin"):
        made = Accumulator.of(X, op, 1)
        assert Accumulator.load(made.store(), (6, 5)) == made and Accumulator.load(made.store()).shape == (30,)
    assert Accumulator.load(Accumulator.of(X).store()).shape == ()
    assert Accumulator.load(Accumulator.of(X > 0, "max").store()).dtype == "u1"  # booleans are bytes to the library


def test_stored_bytes_cut_and_altered():
    stored = Accumulator.of(X, "var", 0).store()
    for size in [*range(0, 200), *range(200, len(stored), 97)]:
        with pytest.raises((ValueError, clreduce.Error)) as seen:
            Accumulator.load(stored[:size])
        assert str(seen.value)
    change = random.Random(5)
    for _ in range(500):
        altered = bytearray(stored)
        altered[change.randrange(len(stored))] ^= 1 << change.randrange(8)
        with pytest.raises((ValueError, clreduce.Error)) as seen:
            Accumulator.load(altered)
        assert str(seen.value)


def test_words_cut_and_altered():
    """Most of what is no state is refused; what is one is another sum, and rounds."""
    made = Accumulator.of(X, "var", 0)
    words, change, refused = made.words(), random.Random(6), 0
    for size in range(0, words.size, 37):
        with pytest.raises(ValueError, match="words"):
            made.from_words(words[:size])
    for _ in range(500):
        altered = words.copy()
        altered[change.randrange(words.size)] ^= np.int64(1 << change.randrange(63))
        try:
            made.from_words(altered).value()
        except (ValueError, clreduce.Error) as error:
            assert str(error)
            refused += 1
    assert refused > 100
    failed = words.copy()
    failed[2] = 3
    with pytest.raises(clreduce.OpenCLError, match="3 of the parts have failed"):
        made.from_words(failed)


def test_pickles_altered():
    rebuild, state = Accumulator.of(X, "argmax", 0).__reduce__()
    for place, value in [(0, "argmin"), (0, "median"), (1, "<f8"), (3, -1), (4, (7, 6)), (5, 2), (7, b""),
                         (7, state[7][:-1])]:  # fmt: skip
        altered = list(state)
        altered[place] = value
        with pytest.raises((ValueError, clreduce.Error)) as seen:
            rebuild(*altered)
        assert str(seen.value)
    stored, change = pickle.dumps(Accumulator.of(X, "sum", 0)), random.Random(8)
    for _ in range(300):
        altered = bytearray(stored)
        altered[change.randrange(stored.index(b"\x89clracc"), len(stored))] ^= 1 << change.randrange(8)
        with pytest.raises(Exception) as seen:  # pickle's own errors, too
            pickle.loads(altered)
        assert str(seen.value)


# ---- Threads and processes ----


def test_threads():
    total = Accumulator.empty("f4", "sum", (7, 5))
    parts = [Accumulator.of(X[row : row + 1], axis=0) for row in range(6)]
    wrong = []

    def work(part):
        for _ in range(50):
            total.merge(part)
            part.merge(Accumulator.empty("f4", "sum", (7, 5)))
            if total.words().size != part.words().size or pickle.loads(pickle.dumps(total)).shape != total.shape:
                wrong.append(part)

    threads = [threading.Thread(target=work, args=(part,)) for part in parts for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and bits(total.value()) == bits(clreduce.sum(np.concatenate([X] * 100), axis=0))


def test_two_threads_merge_crosswise():
    first, second = Accumulator.of(X), Accumulator.of(X)
    threads = [threading.Thread(target=lambda a=a, b=b: [a.merge(b) for _ in range(20)], daemon=True)
               for a, b in [(first, second), (second, first)]]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    first.merge(first)


def _mean_of(part):
    return Accumulator.of(part, "mean", 0)


def test_processes():
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        parts = pool.map(_mean_of, [X[:2], X[2:3], X[3:]])
    assert bits(functools.reduce(operator.add, parts).value()) == bits(clreduce.mean(X, axis=0))


def test_pythons_sum():
    x = np.arange(12.0).reshape(3, 4)
    parts = [Accumulator.of(part, "mean", axis=0) for part in (x[:1], x[1:])]
    assert sum(parts) == Accumulator.of(x, "mean", axis=0)
    assert parts[0] == Accumulator.of(x[:1], "mean", axis=0)  # is not changed
    assert sum([Accumulator.of(x[0]), Accumulator.of(x[1])]).value() == 28
    with pytest.raises(TypeError, match="unsupported operand"):
        1 + parts[0]


def test_shapes_and_bytes_as_they_are_given():
    total = Accumulator.empty("f8", "sum", 3)
    assert total.shape == (3,) and Accumulator.load(total.store(), 3) == total
    assert Accumulator.of(np.array([3.0, 0.0]), "norm0").value() == 1
    with pytest.raises(ValueError, match=r"no results of the shape \(-1,\)"):
        Accumulator.empty("f8", "sum", -1)
    with pytest.raises(TypeError, match="loaded from bytes, not from str"):
        Accumulator.load("sum.acc")
    with pytest.raises(ValueError, match="groups= is how many"):
        Accumulator.of([1.0], groups=2)
