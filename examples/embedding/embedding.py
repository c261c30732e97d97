# SPDX-License-Identifier: Apache-2.0
"""clreduce in a program of pyopencl, by ctypes: the sum of a buffer, on pyopencl's own queue.

    python3 embedding.py [PATH OF libclreduce.so]

Needs pyopencl and numpy. Exit status: 0 the sum is right, 1 it is not or something failed.
"""

import ctypes as c
import sys

import numpy as np
import pyopencl as cl

OPERATOR_SUM, TYPE_I32 = b"sum", b"i32"


class ContextOptions(c.Structure):  # clr_context_options
    _fields_ = [
        ("size", c.c_size_t), ("device", c.c_char_p), ("opencl_context", c.c_void_p),
        ("opencl_device", c.c_void_p), ("log", c.c_void_p), ("log_user", c.c_void_p),
        ("cache_folder", c.c_char_p), ("ignore_self_test", c.c_int),
    ]


class Reduction(c.Structure):  # clr_reduction
    _fields_ = [
        ("size", c.c_size_t), ("op", c.c_int), ("type", c.c_int), ("result", c.c_int),
        ("accuracy", c.c_int), ("nan", c.c_int), ("overflow", c.c_int), ("ddof", c.c_uint64),
        ("map", c.c_char_p), ("custom", c.c_void_p),
    ]


class Span(c.Structure):  # clr_span
    _fields_ = [("buffer", c.c_void_p), ("first", c.c_uint64), ("count", c.c_uint64)]


class Run(c.Structure):  # clr_run
    _fields_ = [
        ("size", c.c_size_t), ("queue", c.c_void_p), ("inputs", Span * 4), ("part", c.c_int),
        ("output", c.c_void_p), ("output_index", c.c_uint64), ("host", c.c_void_p),
        ("total", c.c_uint64), ("wait_count", c.c_uint32), ("wait_list", c.c_void_p),
        ("event", c.c_void_p),
    ]


class Error(c.Structure):  # the beginning of clr_error
    _fields_ = [("size", c.c_size_t), ("status", c.c_int), ("opencl_code", c.c_int),
                ("call", c.c_char_p), ("message", c.c_char_p)]


def load(path):
    """The library. What returns or takes pointers has to say so."""
    lib = c.CDLL(path)
    lib.clr_context_error.restype = c.POINTER(Error)
    lib.clr_context_error.argtypes = [c.c_void_p]
    lib.clr_context_destroy.argtypes = lib.clr_plan_destroy.argtypes = [c.c_void_p]
    lib.clr_plan_create.argtypes = [c.c_void_p, c.c_void_p, c.c_size_t, c.c_void_p, c.c_void_p]
    lib.clr_plan_run.argtypes = [c.c_void_p, c.c_void_p]
    return lib


def check(lib, status, context):
    if status != 0:
        raise RuntimeError(lib.clr_context_error(context).contents.message.decode())


def main():
    lib = load(sys.argv[1] if len(sys.argv) > 1 else "libclreduce.so")
    opencl = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(opencl)
    x = np.arange(100000, dtype=np.int32)
    numbers = cl.Buffer(opencl, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
    total = cl.Buffer(opencl, cl.mem_flags.READ_WRITE, 8)

    context, plan = c.c_void_p(), c.c_void_p()
    options = ContextOptions(size=c.sizeof(ContextOptions), opencl_context=opencl.int_ptr,
                             opencl_device=queue.device.int_ptr)
    reduction = Reduction(size=c.sizeof(Reduction), op=lib.clr_operator_from_name(OPERATOR_SUM),
                          type=lib.clr_type_from_name(TYPE_I32))
    run = Run(size=c.sizeof(Run), queue=queue.int_ptr, output=total.int_ptr)
    run.inputs[0] = Span(numbers.int_ptr, 0, x.size)

    check(lib, lib.clr_context_create(c.byref(options), c.byref(context)), context)
    check(lib, lib.clr_plan_create(context, c.byref(reduction), 1, None, c.byref(plan)), context)
    check(lib, lib.clr_plan_run(plan, c.byref(run)), context)
    value = np.empty(1, np.int64)
    cl.enqueue_copy(queue, value, total)
    lib.clr_plan_destroy(plan)
    lib.clr_context_destroy(context)

    print("sum", value[0])
    return 0 if value[0] == x.sum(dtype=np.int64) else 1


sys.exit(main())
