# SPDX-License-Identifier: Apache-2.0
"""What a DLPack capsule tells of a tensor in an OpenCL buffer (kDLOpenCL: `data` is the cl_mem)."""

import ctypes
from typing import NamedTuple

import numpy as np

OPENCL = 4  # DLDeviceType

_KINDS = {0: "i", 1: "u", 2: "f", 6: "b"}  # DLDataTypeCode


class _Tensor(ctypes.Structure):  # DLTensor, at the begin of a DLManagedTensor
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Tensor(NamedTuple):
    """A tensor in a buffer; whoever reads it keeps `owner`."""

    memory: int
    offset: int  # bytes
    shape: tuple
    strides: tuple  # bytes
    dtype: np.dtype
    owner: object


def is_opencl(x):
    """Whether x hands out a buffer of OpenCL."""
    device = getattr(x, "__dlpack_device__", None)
    return device is not None and int(device()[0]) == OPENCL


def tensor_of(x):
    """The tensor of an object for which is_opencl() holds."""
    capsule = x.__dlpack__()
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _Tensor.from_address(pointer_of(capsule, b"dltensor"))
    if tensor.device_type != OPENCL:
        raise TypeError(f"__dlpack__() gives a tensor of device type {tensor.device_type}, not 4, kDLOpenCL")
    if tensor.lanes != 1 or tensor.code not in _KINDS:
        raise TypeError(f"__dlpack__() gives elements of code {tensor.code} and {tensor.lanes} lanes: real scalars are "
                        "taken")  # fmt: skip
    dtype = np.dtype(f"{_KINDS[tensor.code]}{tensor.bits // 8}")
    shape = tuple(tensor.shape[: tensor.ndim])
    if tensor.strides:
        strides = tuple(step * dtype.itemsize for step in tensor.strides[: tensor.ndim])
    else:
        strides = _packed(shape, dtype)
    return Tensor(tensor.data or 0, tensor.byte_offset, shape, strides, dtype, capsule)


def _packed(shape, dtype):
    strides, step = [], dtype.itemsize
    for extent in reversed(shape):
        strides.append(step)
        step *= max(extent, 1)
    return tuple(reversed(strides))
