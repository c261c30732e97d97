# SPDX-License-Identifier: Apache-2.0
"""The library and its OpenCL loader, opened when they are first needed.

The package's library is linked with no loader. Of two loaders in one process neither knows the other's
objects, and some crash, so pyopencl's is taken where pyopencl is installed.
"""

import importlib
import os
import pathlib
import sys
import threading

from ._errors import Error, NoDeviceError, text
from ._native import ffi

_BY_PIP = pathlib.Path(sys.prefix, "lib")  # where pip puts Intel's runtime


def install():
    """What makes a device."""
    if _ON_WINDOWS:
        return "Devices come with their vendors' drivers. 'python -m clreduce' says what there is."
    found = f"'export LD_LIBRARY_PATH={_BY_PIP} OCL_ICD_FILENAMES={_BY_PIP}/libintelocl.so'"
    if (_BY_PIP / "libintelocl.so").exists():
        return f"Intel's runtime, which pip has installed, is found by {found} before Python starts."
    return (
        "A device on the CPU: 'apt install pocl-opencl-icd', or where nobody may do that 'pip install intel-opencl-rt "
        f"intel-cmplr-lib-rt' and {found}. A GPU: its vendor's driver. 'python -m clreduce' says what there is."
    )


_UNSUPPORTED = -4  # by clr_opencl_open(): this library was linked with its loader
_ON_WINDOWS = os.name == "nt"
_OURS = "clreduce.dll" if _ON_WINDOWS else "libclreduce.so"
_SYSTEM = "libclreduce-0.2.dll" if _ON_WINDOWS else "libclreduce.so.0.2"
_LOADER = "OpenCL.dll" if _ON_WINDOWS else "libOpenCL.so.1"



def _packaged():
    """The package's own library: beside this file or, of `pip install -e`, in another of the package's folders. A path
    beside this file if there is none."""
    folders = [pathlib.Path(__file__).parent, *map(pathlib.Path, sys.modules[__package__].__path__)]
    return next((path for path in (folder / _OURS for folder in folders) if path.exists()), folders[0] / _OURS)


_PACKAGED = _packaged()
_lock = threading.RLock()
_opened = None  # the library, which is never closed
_library = None  # likewise, once its loader is open


def library_name():
    """What dlopen() is given: $CLREDUCE_LIBRARY, the package's own library, or the system's."""
    asked = os.environ.get("CLREDUCE_LIBRARY")
    return asked or (str(_PACKAGED) if _PACKAGED.exists() else _SYSTEM)


def _way_out():
    if _PACKAGED.exists():
        return ""
    return (
        f"The package in {_PACKAGED.parent} has none: it is the source, of which 'pip install .' in python/ makes the "
        "package with a library; where that is done, start Python in another folder than this one. "
    )


def _open_library():
    name = library_name()
    try:
        library = ffi.dlopen(name)
    except OSError as error:
        raise Error(
            f"the library of clreduce cannot be opened: {error}. {_way_out()}CLREDUCE_LIBRARY names another one"
        ) from None
    ours = (library.CLR_VERSION_MAJOR, library.CLR_VERSION_MINOR)
    if tuple(map(int, text(library.clr_version()).split(".")))[:2] != ours:
        raise Error(
            f"{name} is version {text(library.clr_version())} of the library, and this package is made for "
            f"{ours[0]}.{ours[1]}: install both from one source"
        )
    return library


def mapped_loader():
    """The file of the OpenCL loader that this process has open, or None. On Windows a name that is open is one file."""
    if _ON_WINDOWS:
        return None
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            path = line.split(maxsplit=5)[-1].rstrip("\n")
            if os.path.basename(path).startswith("libOpenCL"):
                return path
    return None


def loader_name():
    """Which loader is opened, and why: (what dlopen() is given, a reason in words)."""
    import importlib.util  # takes its time, and is of no use without a device

    if importlib.util.find_spec("pyopencl"):
        # Its loader finds drivers that are installed as Python's packages, but only once it is imported.
        import pyopencl  # noqa: F401

        mapped = mapped_loader()
        if mapped:
            return mapped, "pyopencl's"
    asked = os.environ.get("CLREDUCE_OPENCL")
    return (asked, "$CLREDUCE_OPENCL") if asked else (_LOADER, "the system's")


def _open_loader(library):
    name, _ = loader_name()
    reason = ffi.new("char[]", 1024)
    status = library.clr_opencl_open(os.fsencode(name), reason, len(reason))
    if status not in (0, _UNSUPPORTED):
        raise NoDeviceError(f"{text(reason)}. {install()}")


def library():
    """The library with its loader open. NoDeviceError if there is no loader: each call tries anew."""
    global _library
    if _library is None:
        with _lock:
            if _library is None:
                opened = library_alone()
                _open_loader(opened)
                _library = opened
    return _library


def library_alone():
    """The library for questions that need no device; its loader may not be open."""
    global _opened
    with _lock:
        if _opened is None:
            _opened = _open_library()
    return _opened
