# SPDX-License-Identifier: Apache-2.0
"""Contexts: one for arrays of the host, one for each OpenCL context that device arrays bring along."""

import os
import threading
import weakref
from collections import OrderedDict

from . import _load
from ._errors import ForkedError, NoDeviceError, UnsupportedError, of_record, of_status, text
from ._native import ffi

_FOREIGN_MOST = 8  # contexts of device arrays that are kept

_lock = threading.RLock()
_host = None
_foreign = OrderedDict()
_is_forked = False

_FORKED = (
    "this process was forked from one that has used clreduce, and OpenCL does not survive that: start processes by "
    "'spawn' or 'forkserver' (multiprocessing.get_context('spawn')), or use clreduce in the children alone"
)


def _after_fork():
    """What the parent has opened is of no use here. If it has opened nothing, this process may."""
    global _is_forked, _lock
    _lock = threading.RLock()
    _is_forked = _is_forked or _host is not None or bool(_foreign)


os.register_at_fork(after_in_child=_after_fork)


def refuse_forked():
    """ForkedError in a process whose parent has used OpenCL by this package."""
    if _is_forked:
        raise ForkedError(_FORKED)


def finalize(owner, destroy, *arguments):
    """Calls destroy(*arguments) when the owner is gone; not at exit, when drivers may be, nor in a fork."""
    process = os.getpid()

    def end():
        if os.getpid() == process:
            destroy(*arguments)

    weakref.finalize(owner, end).atexit = False


def _destroy(lib, handle, _kept):
    lib.clr_context_destroy(handle)


class Context:
    """A device that has passed its test."""

    def __init__(self, options, kept=None):
        self.lib = _load.library()
        options.size = ffi.sizeof("clr_context_options")
        place = ffi.new("clr_context **")
        status = self.lib.clr_context_create(options, place)
        self.handle = place[0]
        if status:
            error = of_record(status, self.lib.clr_context_error(self.handle)[0])
            self.lib.clr_context_destroy(self.handle)
            if isinstance(error, NoDeviceError):
                error = NoDeviceError(f"{error}. {_load.install()}")
            raise error
        finalize(self, _destroy, self.lib, self.handle, kept)

    def error(self, status):
        """The exception of a call on this context."""
        return of_record(status, self.lib.clr_context_error(self.handle)[0])

    @property
    def device(self):
        """The device's facts, a clr_device."""
        return self.lib.clr_context_device(self.handle)


def refuse_pocl_of_wheels(version):
    """PoCL 3.0-rc2 of 2022, which `pip install pyopencl[pocl]` brings, ends the process in its compiler."""
    if "PoCL 3.0-rc2" in version and not os.environ.get("CLREDUCE_ANY_DRIVER"):
        raise UnsupportedError(
            "the device's driver is PoCL 3.0-rc2, which pip installs for pyopencl[pocl]: it ends the process while it "
            "compiles sums. 'pip uninstall pocl-binary-distribution', then 'apt install pocl-opencl-icd' or 'pip "
            "install intel-opencl-rt intel-cmplr-lib-rt'. CLREDUCE_ANY_DRIVER=1 uses it all the same"
        )


def _pick(lib):
    """The device that $CLREDUCE_DEVICE names, else the library's choice, as "P:D"."""
    place = ffi.new("clr_device_list **")
    status = lib.clr_device_list_create(place)
    devices = ffi.gc(place[0], lib.clr_device_list_destroy)
    picked = ffi.new("clr_device **")
    if not status:
        which = os.environ.get("CLREDUCE_DEVICE")
        status = lib.clr_device_list_pick(devices, which.encode() if which else ffi.NULL, picked)
    if status:
        error = of_status(status, text(lib.clr_device_list_error(devices).message))
        raise NoDeviceError(f"{error}. {_load.install()}") if isinstance(error, NoDeviceError) else error
    refuse_pocl_of_wheels(text(picked[0].platform_version))
    return f"{picked[0].platform_index}:{picked[0].device_index}".encode()


def host():
    """The context for arrays in host memory."""
    refuse_forked()
    return _host or _make_host()


def _make_host():
    global _host
    with _lock:
        if _host is None:
            device = ffi.new("char[]", _pick(_load.library()))
            _host = Context(ffi.new("clr_context_options *", {"device": device}))
        return _host


def foreign(context, device, kept, platform_version):
    """The context of an OpenCL context and device, both pointers as integers, that `kept` keeps alive."""
    refuse_forked()
    key = (context, device)
    with _lock:
        found = _foreign.get(key)
        if found is None:
            refuse_pocl_of_wheels(platform_version)
            options = ffi.new("clr_context_options *")
            options.opencl_context = ffi.cast("cl_context", context)
            options.opencl_device = ffi.cast("cl_device_id", device)
            found = _foreign[key] = Context(options, kept)
            while len(_foreign) > _FOREIGN_MOST:
                _foreign.popitem(last=False)
        else:
            _foreign.move_to_end(key)
        return found
