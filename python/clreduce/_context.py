# SPDX-License-Identifier: Apache-2.0
"""Contexts: the host's own, for small arrays in host memory; the device's, for the others; and one for each OpenCL
context that device arrays bring along."""

import math
import os
import threading
import weakref
from collections import OrderedDict

from . import _load
from ._errors import ForkedError, NoDeviceError, UnsupportedError, of_record, of_status, text, warn
from ._native import ffi

_FOREIGN_MOST = 8  # contexts of device arrays that are kept
_ALONE_MOST = 1 << 20  # elements that the host folds, in a few ms, sooner than a device is opened
_UNSUPPORTED = -4

_lock = threading.RLock()
_host = None
_device = None
_foreign = OrderedDict()
_is_forked = False

_FORKED = (
    "this process was forked from one that has used clreduce, and OpenCL does not survive that: start processes by "
    "'spawn' or 'forkserver' (multiprocessing.get_context('spawn')), or use clreduce in the children alone"
)


def _after_fork():
    """What the parent has opened is of no use here. If it has opened no device, this process may."""
    global _is_forked, _lock, _host, _device
    _lock = threading.RLock()
    _is_forked = _is_forked or _device not in (None, _host) or bool(_foreign)
    _host = _device = None


if hasattr(os, "register_at_fork"):  # Windows does not fork
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
    """A device that has passed its test, or the host."""

    def __init__(self, lib, options, kept=None):
        self.lib = lib
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


def _gcc_links():
    import subprocess  # takes its time, and few need it

    try:
        return not subprocess.run(["gcc", "-shared", "-xc", os.devnull, "-o", os.devnull], capture_output=True).returncode
    except OSError:
        return False


def _is_late_zen():
    """Whether this is an AMD processor with AVX-512, which LLVM 14 takes for Zen 3, which has none."""
    try:
        with open("/proc/cpuinfo") as file:
            facts = file.read()
    except OSError:
        return False
    return "AuthenticAMD" in facts and "avx512f" in facts


def refuse_pocl_of_wheels(version):
    """PyPI's pocl-binary-distribution is PoCL 3.0-rc2. It links kernels by ld with the libraries of gcc and of C, and
    ends the process where they are missing. On a Zen 4 sums are wrong, though the device's self-test passes, and exact
    ones end the process."""
    if "PoCL 3.0-rc2" not in version:
        return
    if _is_late_zen():
        raise UnsupportedError(
            "the device's driver is PyPI's PoCL, which computes wrong sums on AMD's processors with AVX-512: "
            "'pip uninstall pocl-binary-distribution', and 'apt install pocl-opencl-icd' or 'pip install intel-opencl-rt "
            "intel-cmplr-lib-rt'"
        )
    if not _gcc_links():
        raise UnsupportedError(
            "the device's driver is PyPI's PoCL, which needs a linker and C's libraries, that are missing here: 'apt "
            "install gcc libc6-dev', or 'pip uninstall pocl-binary-distribution' and 'pip install intel-opencl-rt "
            "intel-cmplr-lib-rt'"
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


# ---- Arrays in host memory ---------------------------------------------------------------------------------------


def _alone_most():
    """Elements up to which the host computes while no device is open; -1: a device computes all."""
    if os.environ.get("CLREDUCE_DEVICE"):
        return -1  # whoever names a device wants it
    asked = os.environ.get("CLREDUCE_HOST_ELEMENTS", "")
    return (int(asked) or -1) if asked.isascii() and asked.isdigit() else _ALONE_MOST


def host():
    """The context of the host, which makes no call of OpenCL."""
    return _host or _make_host()


def _make_host():
    global _host
    with _lock:
        if _host is None:
            name = ffi.new("char[]", b"host")
            made = Context(_load.library_alone(), ffi.new("clr_context_options *", {"device": name}))
            made.most = _alone_most() if _device is None else -1
            _host = made
        return _host


def host_folds(kind):
    """Whether the host computes the words of a _words.Kind. It refuses others before it looks at anything else, such as
    a place for results that is too small."""
    own, place = host(), ffi.new("char *")
    status = own.lib.clr_reduce_all(own.handle, kind.reductions, len(kind.words), ffi.NULL, 0, 0, place, 0)
    return status != _UNSUPPORTED


def of_host_arrays(kind, elements):
    """Where so many elements in host memory are reduced to a _words.Kind: by the host alone, if all words select, and
    as long as elements are few and no device is open; else in the device's context, which leaves small calls to the
    host as well."""
    own = _host or _make_host()
    if (elements <= own.most and kind.host_folds) or kind.selects:
        return own
    return _device or _device_or_host(kind)


def _device_or_host(kind):
    """The device's context; where there is no device, and nobody has asked for one, the host's, which then takes all
    that it can."""
    own = host()
    try:
        return device()
    except NoDeviceError as error:
        if own.most < 0 or not kind.host_folds:
            raise
        own.most = math.inf
        warn(f"the host reduces arrays of any size, with the same bits, as there is no device: {error}")
        return own


def device():
    """The context of the device for arrays in host memory, that $CLREDUCE_DEVICE names or the library chooses."""
    refuse_forked()
    return _device or _make_device()


def _make_device():
    global _device
    with _lock:
        if _device is None:
            own = host()
            if os.environ.get("CLREDUCE_DEVICE") == "host":
                _device = own
            else:
                lib = _load.library()
                name = ffi.new("char[]", _pick(lib))
                _device = Context(lib, ffi.new("clr_context_options *", {"device": name}))
            own.most = -1
        return _device


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
            found = _foreign[key] = Context(_load.library(), options, kept)
            while len(_foreign) > _FOREIGN_MOST:
                _foreign.popitem(last=False)
        else:
            _foreign.move_to_end(key)
        return found
