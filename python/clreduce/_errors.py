# SPDX-License-Identifier: Apache-2.0
"""Statuses of the library as exceptions."""

import os
import sys
import warnings

from ._native import ffi

_PACKAGE = os.path.dirname(__file__)

# Statuses, as the header pins them.
OK, EMPTY = 0, -8


class Error(Exception):
    """What the library refused, or failed at; the text says what, where and what to do."""


class NoDeviceError(Error):
    """There is no OpenCL loader, no driver, or no device that matches."""


class UnsupportedError(Error, NotImplementedError):
    """This device or this version cannot do what was asked."""


class OpenCLError(Error, RuntimeError):
    """A call of OpenCL failed."""


class BuildError(OpenCLError):
    """A kernel could not be built; the compiler's words are in `build_log`."""

    build_log = ""


class DeviceMemoryError(Error, MemoryError):
    """Device memory ran out."""


class SelfTestError(Error, RuntimeError):
    """The device computed a known reduction wrongly."""


class ForkedError(Error, RuntimeError):
    """This process is a fork of one that used OpenCL, which does not survive that."""


_EXCEPTIONS = {
    -1: ValueError,
    -2: MemoryError,
    -3: NoDeviceError,
    -4: UnsupportedError,
    -5: OpenCLError,
    -6: BuildError,
    -7: DeviceMemoryError,
    EMPTY: ValueError,
    -9: OverflowError,
    -10: SelfTestError,
    -11: ForkedError,
}


def text(pointer):
    """A string of the library's."""
    return ffi.string(pointer).decode("utf-8", "replace")


def of_status(status, message):
    """The exception that says so."""
    return _EXCEPTIONS.get(status, Error)(message or f"the library failed with status {status}")


def of_record(status, record):
    """The exception of a status and the clr_error beside it."""
    error = of_status(status, text(record.message))
    if status == -6:
        error.build_log = text(record.build_log)
    return error


def warn(message):
    """A RuntimeWarning, as NumPy's of results that are NaN, at the line that called the package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and os.path.dirname(frame.f_code.co_filename) == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, RuntimeWarning, stacklevel=level)
