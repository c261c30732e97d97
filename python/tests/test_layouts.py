# SPDX-License-Identifier: Apache-2.0
"""Arrays as they come: strides, copies, many axes, complex numbers, and what is refused."""

import numpy as np
import pytest

import clreduce


def test_strides_are_read_in_place(assert_as):
    x = np.arange(2 * 3 * 4, dtype="f4").reshape(2, 3, 4)
    for view in (x[::-1], x[:, ::2, 1:], x.T, x.transpose(1, 0, 2), np.broadcast_to(x[0], (5, 3, 4)), x[:, :, 0]):
        assert_as(clreduce.sum(view), view.sum())
        assert_as(clreduce.sum(view, axis=0), view.sum(axis=0))
        assert_as(clreduce.argmax(view), view.argmax())
        assert_as(clreduce.first(view, axis=0), view[0])
        some = np.where(view % 5 == 3, view, np.float32("nan"))
        some = some if view.flags.c_contiguous else np.asfortranarray(some)
        assert_as(clreduce.nanfirst(some), view[view % 5 == 3][0])
        assert_as(clreduce.nanlast(some), view[view % 5 == 3][-1])
    frozen = x.copy()
    frozen.flags.writeable = False
    assert_as(clreduce.sum(frozen), x.sum())
    assert_as(clreduce.sum(np.float32(3)), np.float32(3))
    assert_as(clreduce.sum([1, 2, 3]), np.int64(6))


def test_what_cannot_be_read_in_place_is_copied(assert_as):
    swapped = np.arange(6, dtype=">f4")
    assert_as(clreduce.sum(swapped), np.float32(15))
    fields = np.zeros(4, [("tag", "u1"), ("x", "f4")])
    fields["x"] = [1, 2, 3, 4]
    assert not fields["x"].flags.aligned
    assert_as(clreduce.sum(fields["x"]), np.float32(10))
    assert_as(clreduce.max(fields["x"], axis=0), np.float32(4))


def test_many_axes(assert_as):
    x = np.arange(2**10, dtype="f4").reshape((2,) * 10)
    assert_as(clreduce.sum(x, axis=(0, 1, 2)), x.sum(axis=(0, 1, 2)))
    alternate = tuple(range(0, 10, 2))
    mask = x % 3 > 0
    for view in (x, x.T):
        assert_as(clreduce.sum(view, axis=alternate), view.sum(axis=alternate))
        assert_as(clreduce.argmax(view, axis=3), view.argmax(axis=3))
        assert_as(clreduce.sum(view, axis=alternate, where=mask), view.sum(axis=alternate, where=mask))
    labels = np.arange(4).reshape(2, 2) % 3
    parts = [[x[:, :, first, :, :, :, second] for second in (0, 1)] for first in (0, 1)]
    want = np.stack([parts[0][0] + parts[1][1], parts[0][1], parts[1][0]], 2)
    assert_as(clreduce.sum(x, axis=(2, 6), by=labels), want)
    empty = np.zeros((2,) * 5 + (0,) + (2,) * 5)
    assert_as(clreduce.sum(empty, axis=alternate), empty.sum(axis=alternate))


def test_complex_numbers(assert_as):
    x = np.arange(12).reshape(3, 4) * (1 + 2j)
    for view in (x, x.astype("c8"), x[:, ::-2], x.astype(">c16")):
        assert_as(clreduce.sum(view, axis=0), view.sum(axis=0).astype(view.dtype.newbyteorder("=")))
        assert_as(clreduce.mean(view), view.mean())
    assert_as(clreduce.sum(x, where=x.real > 3, initial=1j), x.sum(where=x.real > 3, initial=1j))
    assert_as(clreduce.sum(x, axis=0, keepdims=True), x.sum(axis=0, keepdims=True))
    assert_as(clreduce.sum(x, axis=1, by=[0, 1, 0, 1]), np.stack([x[:, ::2].sum(1), x[:, 1::2].sum(1)], 1))


@pytest.mark.parametrize(
    "x, sentence",
    [
        (np.zeros(2, "g"), r"x.astype\('f8'\)"),
        (np.zeros(2, "O"), r"x.astype\('f8'\)"),
        (np.zeros(2, "M8[s]"), r"astype\('i8'\)"),
        (np.zeros(2, "m8[s]"), r"astype\('i8'\)"),
        (np.array(["a"]), "convert it"),
        (np.zeros(2, [("a", "f4")]), "name a field"),
        (np.zeros(2, "G"), r"x.astype\('c16'\)"),
        (np.ma.masked_array([1, 2], [0, 1]), "getmaskarray"),
        ({1, 2}, "x is no array, but set: give an array, or a list"),
        (None, "x is no array, but NoneType"),
    ],
)
def test_types_that_are_refused(x, sentence):
    with pytest.raises(TypeError, match=sentence):
        clreduce.sum(x)


def test_complex_words_that_are_refused():
    with pytest.raises(TypeError, match="sum and mean alone"):
        clreduce.max(np.zeros(2, "c8"))
    with pytest.raises(TypeError, match="x.real"):
        clreduce.dot(np.zeros(2, "c8"), np.zeros(2, "c8"))
