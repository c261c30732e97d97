# SPDX-License-Identifier: Apache-2.0
"""Arrays of pyopencl's, in place and not waited for; and buffers by DLPack."""

import ctypes

import numpy as np
import pytest

import clreduce

cl = pytest.importorskip("pyopencl")
array = pytest.importorskip("pyopencl.array")

X = np.arange(24, dtype="f4").reshape(4, 6)


@pytest.fixture(scope="module")
def queue():
    return cl.CommandQueue(cl.create_some_context(interactive=False))


@pytest.fixture
def x(queue):
    return array.to_device(queue, X)


def expect(got, want):
    assert isinstance(got, array.Array)
    want = np.asarray(want)
    assert (got.dtype, got.shape) == (want.dtype, want.shape)
    np.testing.assert_allclose(got.get(), want, rtol=1e-6)


def test_words(x):
    for name in ("sum", "mean", "max", "argmin", "any", "count_nonzero"):
        want = np.asarray(getattr(np, name)(X))
        expect(getattr(clreduce, name)(x), want.astype(np.intp) if name == "count_nonzero" else want)
    expect(clreduce.sum(x, axis=1, keepdims=True), X.sum(1, keepdims=True))
    expect(clreduce.sum(x.astype("i4")), X.astype("i4").sum())
    expect(clreduce.dot(x, x, axis=0), (X * X).sum(0))
    total, (least, most), where = clreduce.reduce(x, ["sum", "minmax", "argmax"])
    for got, want in [(total, X.sum()), (least, X.min()), (most, X.max()), (where, X.argmax())]:
        expect(got, want)
    expect(clreduce.sum(x, where=x > 3), X.sum(where=X > 3))
    wide = x.astype("f8")
    expect(clreduce.norm(wide, 0, axis=1), np.linalg.norm(X.astype("f8"), 0, axis=1))
    expect(clreduce.norm(wide.ravel(), 0), np.asarray(np.linalg.norm(X.astype("f8").ravel(), 0)))


def test_slices_with_offsets(x):
    for index in (np.s_[1:, 2:], np.s_[::2], np.s_[:, 3], np.s_[2], np.s_[1:3, ::-1]):
        view = x[index]
        expect(clreduce.sum(view), X[index].sum())
        expect(clreduce.max(view, axis=0), X[index].max(0))
    expect(clreduce.sum(x.T, axis=0), X.T.sum(0))


def test_groups(queue, x):
    labels = np.array([2, 0, 2, 7], "i4")
    want = np.stack([X[labels == k].sum(0) for k in range(3)])
    expect(clreduce.sum(x, axis=0, by=array.to_device(queue, labels), groups=3), want)
    expect(clreduce.sum(x.T.copy(), axis=1, by=array.to_device(queue, labels), groups=3), want.T)
    where = array.to_device(queue, (X > 3).astype("u1"))
    masked = np.stack([(X * (X > 3))[labels == k].sum(0) for k in range(3)])
    expect(clreduce.sum(x, axis=0, by=array.to_device(queue, labels), groups=3, where=where), masked)
    flat = np.arange(24, dtype="i8") % 3
    expect(
        clreduce.sum(x.ravel(), by=array.to_device(queue, flat), groups=3), np.bincount(flat, X.ravel()).astype("f4")
    )
    offsets = array.to_device(queue, np.array([9, 0, 3, 24], "i4"))
    expect(clreduce.sum(x.ravel(), segments=offsets[1:]), np.array([3, X.sum() - 3], "f4"))
    with pytest.raises(ValueError, match="takes groups="):
        clreduce.sum(x.ravel(), by=array.to_device(queue, flat))


def test_out(queue, x):
    out = array.zeros(queue, (3, 6), "f4")
    assert clreduce.sum(x, axis=0, out=out[1]).get().tolist() == X.sum(0).tolist()
    assert np.array_equal(out.get(), [np.zeros(6), X.sum(0), np.zeros(6)])
    with pytest.raises(ValueError, match="out on a device is an array of float32"):
        clreduce.sum(x, axis=0, out=array.zeros(queue, 6, "f8"))


def test_events_are_waited_for_and_handed_on(queue):
    """On a queue out of order, behind an event that the host has not set yet."""
    properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    if not queue.device.queue_properties & properties:
        pytest.skip("the device's queues are in order")
    free = cl.CommandQueue(queue.context, properties=properties)
    gate = cl.UserEvent(queue.context)
    x = array.to_device(queue, np.zeros(1000, "f4")).with_queue(free)
    ones = np.ones(1000, "f4")
    copied = cl.enqueue_copy(free, x.base_data, ones, wait_for=[gate], is_blocking=False)
    x.add_event(copied)
    total = clreduce.sum(x)
    twice = clreduce.sum(total)
    assert len(total.events) == 1
    assert total.events[0].command_execution_status > cl.command_execution_status.COMPLETE
    gate.set_status(cl.command_execution_status.COMPLETE)
    twice.events[0].wait()
    assert twice.get() == 1000 and total.events[0] not in x.events


def test_refused(queue, x):
    for call, sentence in [
        (lambda: clreduce.sum(x.with_queue(None)), "no queue to run on"),
        (lambda: clreduce.sum(x, where=X > 3), "where is no array on the device"),
        (lambda: clreduce.sum(x, initial=1), "initial= is not taken"),
        (lambda: clreduce.sum(x, groups=2), "groups= is how many labels by= has"),
        (lambda: clreduce.sum(x.astype("c8")), "x.real and x.imag"),
        (lambda: clreduce.sum(x[:, ::2], by=array.zeros(queue, (4, 3), "i4"), groups=1), "without gaps"),
        (lambda: clreduce.max(array.zeros(queue, 0, "f4")), "zero-size array"),
    ]:
        with pytest.raises((ValueError, TypeError), match=sentence):
            call()
    assert np.isnan(clreduce.nanmax(array.to_device(queue, np.full(3, np.nan, "f4"))).get())


def test_selections_are_of_host_memory(x):
    for call in (clreduce.median, lambda x: clreduce.quantile(x, 0.5), lambda x: clreduce.topk(x, 2), clreduce.mode,
                 lambda x: clreduce.nunique(x, axis=1), lambda x: clreduce.reduce(x, ["sum", "median"])):  # fmt: skip
        with pytest.raises(TypeError, match=r"host memory, and x lies on a device: give x.get\(\)"):
            call(x)
    assert clreduce.median(x.get()) == 11.5


def test_plans_are_kept_with_a_bound(x):
    from clreduce import _plans

    for rank in range(40):
        clreduce.sum(x, accuracy="fast", **({"axis": 0} if rank % 2 else {}))
    kinds = ["sum", "min", "max", "any", "all", "count_nonzero"]
    for first in kinds:
        for second in kinds:
            if first != second:
                clreduce._words.kind_of((first, second), np.dtype("f4"))
    kept = len(_plans._own.plans)
    clreduce.sum(x, accuracy="fast")
    assert len(_plans._own.plans) == kept <= _plans._PLANS_MOST
    kept = dict(_plans._own.plans)
    for number in range(_plans._PLANS_MOST + 1):
        _plans._latest(_plans._own.plans, number, _plans._PLANS_MOST, lambda: "of a test")
    assert len(_plans._own.plans) == _plans._PLANS_MOST and not any(key in _plans._own.plans for key in kept)
    assert clreduce.sum(x, accuracy="fast").get() == X.sum()


# ---- DLPack ----


class Tensor(ctypes.Structure):  # DLManagedTensor of DLPack 0.6 and later
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
    ]  # fmt: skip


class Producer:
    """A library that hands out a buffer of 4 by 6 floats, from its second row on."""

    def __init__(self, data, device=4, lanes=1, strides=True):
        self.data, self.device = data, device
        self.shape, self.strides = (ctypes.c_int64 * 2)(3, 6), (ctypes.c_int64 * 2)(6, 1)
        self.tensor = Tensor(
            data.int_ptr, device, 0, 2, 2, 32, lanes, self.shape, self.strides if strides else None, 24
        )

    def __dlpack_device__(self):
        return (4, 0)

    def __dlpack__(self, stream=None):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.tensor), b"dltensor", None)


def test_dlpack(queue, x):
    queue.finish()
    for strides in (True, False):
        tensor = Producer(x.base_data, strides=strides)
        expect(clreduce.sum(tensor, axis=0, queue=queue), X[1:].sum(0))
        expect(clreduce.sum(tensor, queue=queue), X[1:].sum())
    with pytest.raises(ValueError, match="give queue="):
        clreduce.sum(Producer(x.base_data))
    with pytest.raises(TypeError, match="device type 2"):
        clreduce.sum(Producer(x.base_data, device=2), queue=queue)
    with pytest.raises(TypeError, match="2 lanes"):
        clreduce.sum(Producer(x.base_data, lanes=2), queue=queue)
