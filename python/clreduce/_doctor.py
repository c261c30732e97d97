# SPDX-License-Identifier: Apache-2.0
"""What is here, and what is missing."""

import importlib.util
import os
import sys

import numpy as np

from . import _context, _load
from ._errors import Error, text
from ._functions import sum as sum_of
from ._native import ffi


def _versions():
    yield f"Python {sys.version.split()[0]}, NumPy {np.__version__}"
    if importlib.util.find_spec("pyopencl"):
        import pyopencl

        yield f"pyopencl {pyopencl.VERSION_TEXT}"
    else:
        yield "pyopencl is not installed: arrays on devices need it, 'pip install pyopencl'"


def _library():
    yield f"library {text(_load.library_alone().clr_version())}: {_load.library_name()}"
    name, whose = _load.loader_name()
    _load.library()
    yield f"OpenCL loader, {whose}: {_load.mapped_loader() or name}"


def _devices():
    lib = _load.library()
    place = ffi.new("clr_device_list **")
    lib.clr_device_list_create(place)
    devices = ffi.gc(place[0], lib.clr_device_list_destroy)
    for number in range(lib.clr_device_list_count(devices)):
        device = lib.clr_device_list_at(devices, number)
        yield (
            f"device {device.platform_index}:{device.device_index}: {text(device.name)}, "
            f"{text(device.platform_version)}"
        )
    chosen = _context.device().device
    asked = os.environ.get("CLREDUCE_DEVICE")
    yield f"used, by {'CLREDUCE_DEVICE=' + asked if asked else 'the library'}: {text(chosen.name)}"


def _answer():
    numbers = np.zeros(1 << 20, "f4")  # more than the host computes where there is a device
    numbers[[0, 1, -1]] = 1e20, 1, -1e20
    answer = sum_of(numbers)
    if answer != 1:
        raise Error(f"the sum of 1e20, 1 and -1e20 is {answer} here, not 1")
    yield "the sum of 1e20, 1 and -1e20 is 1"


def doctor():
    """Prints what there is of Python, library, loader and devices, and what to do about what is missing.

    Returns whether a sum came out right.
    """
    try:
        for examine in (_versions, _library, _devices, _answer):
            for line in examine():
                print(line)
    except Error as error:
        print(f"{type(error).__name__}: {error}")
        return False
    return True
