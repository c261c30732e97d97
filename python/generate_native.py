#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes clreduce/_native.py, what cffi needs to know of the library, from its public header.

    python3 generate_native.py [HEADER [FILE]]

The header is C that a reader of declarations understands once its comments, directives and inline
functions are gone. cffi writes the module ("ABI mode, out of line"): importing it parses nothing.
"""

import pathlib
import re
import sys

import cffi

HERE = pathlib.Path(__file__).resolve().parent
HEADER = HERE.parent / "include" / "clreduce" / "clreduce.h"
MODULE = HERE / "clreduce" / "_native.py"

# <CL/cl.h>'s types: numbers of fixed widths and pointers to structs that nobody looks into.
OPENCL = """
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_ulong;
""" + "".join(
    f"typedef struct _{name} *{name};\n"
    for name in ("cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue", "cl_mem", "cl_event")
)


def declarations(header):
    """What the header declares, without what only a C compiler understands."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.DOTALL)
    version = re.findall(r"^#define CLR_VERSION_\w+ \d+$", text, flags=re.MULTILINE)
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^static inline .*?^\}\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^CLR_DEFAULTS\(\w+\)\n", "", text, flags=re.MULTILINE)
    return "\n".join(version) + OPENCL + re.sub(r"\bCLR_API\b", "", text)


def main():
    header = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HEADER
    module = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else MODULE
    ffi = cffi.FFI()
    ffi.cdef(declarations(header.read_text(encoding="utf-8")))
    ffi.set_source("clreduce._native", None)
    ffi.emit_python_code(str(module))  # of the same header the same bytes


if __name__ == "__main__":
    main()
