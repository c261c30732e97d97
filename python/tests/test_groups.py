# SPDX-License-Identifier: Apache-2.0
"""Results by label and of segments."""

import numpy as np
import pytest

import clreduce

X = np.arange(24, dtype="f4").reshape(4, 6)


def by_hand(function, x, labels, groups):
    return np.array([function(x[labels == label]) for label in range(groups)])


def test_by_label(assert_as):
    x, labels = X.ravel(), np.arange(24) * 7 % 5
    assert_as(clreduce.sum(x, by=labels), np.bincount(labels, x).astype("f4"))
    assert_as(clreduce.max(x, by=labels.astype("u1")), by_hand(np.max, x, labels, 5))
    assert_as(clreduce.argmax(x, by=labels), np.array([np.flatnonzero(labels == k)[-1] for k in range(5)]))
    assert_as(clreduce.sum(X, by=labels.reshape(4, 6)), np.bincount(labels, x).astype("f4"))
    assert_as(clreduce.count_nonzero(x, by=labels), np.bincount(labels, x != 0).astype(np.intp))
    total, deviation = clreduce.reduce(x, ["sum", "std"], by=labels)
    assert_as(total, by_hand(np.sum, x, labels, 5))
    assert_as(deviation, by_hand(np.std, x, labels, 5))


def test_labels_along_axes(assert_as):
    labels = np.array([1, 0, 1, 3])
    want = np.stack([X[labels == label].sum(0) for label in range(4)])
    assert_as(clreduce.sum(X, axis=0, by=labels), want)
    assert_as(clreduce.sum(X.T, axis=1, by=labels), want.T)
    assert_as(clreduce.sum(X.T, axis=-1, by=labels, where=X.T > 3), clreduce.sum(X, axis=0, by=labels, where=X > 3).T)


def test_a_label_for_one_index(assert_as):
    assert_as(clreduce.sum(X[:1], axis=0, by=[1]), np.stack([np.zeros(6, "f4"), X[0]]))
    assert_as(clreduce.sum(X[:, :1], axis=0, by=[1, 0, 1, 0]), np.array([[24], [12]], "f4"))


def test_labels_outside_are_left_out(assert_as):
    x, labels = np.arange(6, dtype="f8"), np.array([-1, 0, 1, 7, 1, 0])
    assert_as(clreduce.sum(x, by=labels, groups=3), np.array([6.0, 6.0, 0.0]))
    assert np.array_equal(clreduce.max(x, by=labels, groups=3), [5, 4, np.nan], equal_nan=True)
    assert clreduce.sum(x, by=labels).shape == (8,)
    assert_as(clreduce.max(x, by=labels, groups=3, initial=0), np.array([5.0, 4.0, 0.0]))
    with pytest.raises(ValueError, match="of group 2"):
        clreduce.max(x.astype("i4"), by=labels, groups=3)


def test_segments(assert_as):
    x = X.ravel()
    assert_as(clreduce.sum(x, segments=[0, 3, 3, 24]), np.array([3, 0, x[3:].sum()], "f4"))
    assert_as(clreduce.mean(x, segments=([0, 5], [2, 9])), np.array([0.5, 6.5], "f4"))
    assert_as(clreduce.argmin(x, segments=[4, 9]), np.array([0]))
    with pytest.raises(ValueError, match="segment 1 reaches beyond the 24"):
        clreduce.sum(x, segments=[0, 3, 25])
    assert clreduce.sum(x, segments=([], [])).shape == clreduce.sum(x, segments=[3]).shape == (0,)
    for offsets in ([], 3, (0, 3, 24), (0, 24), ([0], [1], [2]), [[0, 24]]):
        with pytest.raises(ValueError, match="segments is a list of offsets"):
            clreduce.sum(x, segments=offsets)
    with pytest.raises(TypeError, match=r"offsets are made integers by astype\('i8'\)"):
        clreduce.sum(x, segments=[0, 2.5])
    with pytest.raises(TypeError, match="segments= of complex numbers"):
        clreduce.sum(x * 1j, segments=[0, 24])


def test_no_elements_by_label():
    assert clreduce.sum([], by=[]).shape == (0,)
    assert np.array_equal(clreduce.sum([], by=[], groups=2), [0, 0])


def test_labels_too_far_apart_are_told():
    with pytest.raises(MemoryError, match="np.unique"):
        clreduce.sum(np.ones(2), by=[0, 2**60])


def test_groups_of_nothing_say_what_to_do():
    with pytest.raises(ValueError, match="of group 1, .*: give labels without gaps, np.unique"):
        clreduce.argmax(np.ones(2), by=[0, 2])


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ({"by": [0, 1]}, "by has the shape"),
        ({"by": np.zeros((4, 6))}, "np.unique"),
        ({"by": np.zeros((4, 6), int), "segments": [0, 1]}, "exclude each other"),
        ({"by": np.zeros((4, 6), int), "keepdims": True}, "keepdims"),
        ({"by": np.zeros((4, 6), int), "groups": -1}, "groups -1"),
        ({"by": np.zeros((4, 6), int), "groups": "2"}, "groups '2' is not taken"),
        ({"by": np.zeros((4, 6), int), "groups": 2**64}, "groups 18446744073709551616 is not taken"),
        ({"by": np.full((4, 6), "a")}, "pandas.factorize"),
        ({"segments": [0, 1]}, "arrays with one axis, not 2"),
    ],
)
def test_refused(arguments, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        clreduce.sum(X, **arguments)


def test_labels_along_no_axis(assert_as):
    x = np.arange(6.0).reshape(2, 3)
    assert_as(clreduce.sum(x, axis=(), by=0), x[np.newaxis])
    assert_as(clreduce.sum(x, axis=(), by=1, groups=2, where=x > 2), np.stack([0 * x, np.where(x > 2, x, 0)]))
    assert_as(clreduce.max(np.float64(5), axis=(), by=0), np.array([5.0]))
