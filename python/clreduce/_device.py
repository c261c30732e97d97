# SPDX-License-Identifier: Apache-2.0
"""Arrays on OpenCL devices, pyopencl's or by DLPack: enqueued on their queue, with events, and not waited for."""

import operator

import numpy as np

from . import _dlpack
from ._arrays import axes_of, fitted, result_shape
from ._errors import EMPTY, of_status, warn
from ._native import ffi
from ._plans import Plan, context_of, plan
from ._words import CODES, WORDS, kind_of

FLAT, AXES, SEGMENTS, LABELS, AXIS_LABELS = 0, 1, 2, 3, 5  # clr_shape
_MASK_OF_BYTES = 1
_LABELS_LEAST, _ELEMENTS_LEAST = 1 << 10, 1 << 20  # of a plan: what is more makes another one


class Source:
    """An array as plans read it: a buffer, bytes to the first element, shape, strides, and what to wait for."""

    def __init__(self, x, what="x"):
        self.owner = x
        if hasattr(x, "base_data"):
            self.dtype, self.shape, self.strides, self.offset = x.dtype, x.shape, x.strides, x.offset
            self.events = x.events
            self.memory = 0 if x.base_data is None else getattr(x.base_data, "int_ptr", None)
            if self.memory is None:
                raise TypeError(
                    f"{what} lies in shared virtual memory, not in a buffer: copy it to an array of a buffer"
                )
        elif _dlpack.is_opencl(x):
            self.memory, self.offset, self.shape, self.strides, self.dtype, self.owner = _dlpack.tensor_of(x)
            self.events = []
        else:
            raise TypeError(
                f"{what} is no array on the device, as x is: pyopencl.array.to_device(queue, ...) makes one"
            )
        if self.offset % self.dtype.itemsize or any(step % self.dtype.itemsize for step in self.strides):
            raise ValueError(f"{what} begins, or has strides, between its elements of {self.dtype}: copy it first")
        self.size = 1
        for extent in self.shape:
            self.size *= extent

    @property
    def first(self):
        return self.offset // self.dtype.itemsize

    @property
    def steps(self):
        """Strides in elements."""
        return tuple(stride // self.dtype.itemsize for stride in self.strides)

    def is_packed(self, order="C"):
        step = self.dtype.itemsize
        axes = zip(self.shape, self.strides)
        for extent, stride in reversed(list(axes)) if order == "C" else axes:
            if extent != 1 and stride != step:
                return self.size == 0
            step *= extent
        return True

    def pointer(self):
        return ffi.cast("cl_mem", self.memory)


def _queue_of(x, asked):
    queue = asked if asked is not None else getattr(x, "queue", None)
    if queue is not None:
        return queue
    if hasattr(x, "base_data"):
        raise ValueError("the array has no queue to run on: x.with_queue(queue) gives it one, or queue=")
    raise ValueError(
        "DLPack tells no queue of an OpenCL buffer: give queue=, a pyopencl.CommandQueue that it is ready on"
    )


def compute(names, x, call):
    """As _reduce.compute(), of an array on a device: a list of arrays of pyopencl."""
    selecting = [name for name in names if WORDS[name].selects]
    if selecting:
        raise TypeError(f"{selecting[0]} is of arrays in host memory, and x lies on a device: give x.get()")
    queue = _queue_of(x, call.queue)
    source = Source(x)
    if source.dtype not in CODES:
        raise TypeError(
            f"elements of dtype {source.dtype} on a device are not taken: x.real and x.imag of complex ones, others by "
            "x.astype()"
        )
    if call.has_initial:
        raise TypeError("initial= is not taken of an array on a device: combine the result with it")
    if call.ddof != int(call.ddof) or call.ddof < 0:
        raise ValueError(f"ddof {call.ddof!r} is not taken of an array on a device: it is a whole number, 0 or more")
    job = _Job(kind_of(names, source.dtype, call.dtype, int(call.ddof), call.accuracy), source, queue, x)
    if call.other is not None:
        job.add(Source(call.other, "y"))
    mask = job.mask(call.where) if call.is_masked else None
    if call.by is None and call.groups is not None:
        raise ValueError("groups= is how many labels by= has, which is not given")
    if call.by is None and call.segments is None:
        return _of_axes(job, mask, call)
    if call.by is not None and call.segments is not None:
        raise ValueError("by= and segments= exclude each other: give one of them")
    if call.keepdims:
        raise ValueError("by= and segments= go without keepdims")
    if call.by is None:
        return job.finish(job.segments(call.segments, mask, call.axis), call.out)
    shape, first = job.labels(call.by, call.groups, mask, call.axis)
    return [_moved(array, first) for array in job.finish(shape, call.out)]


def _of_axes(job, mask, call):
    shape = job.inputs[0].shape
    axes = axes_of(call.axis, len(shape))
    kept = result_shape(shape, axes, call.keepdims)
    if mask is None and len(axes) == len(shape) and job.is_flat():
        return job.flat(kept, call.out)
    job.axes(axes, mask)
    return job.finish(kept, call.out)


def _require_packed(what, *sources):
    if not all(source.is_packed() for source in sources if source):
        raise ValueError(f"{what} on a device takes arrays without gaps, in C order: copy them first")


class _Job:
    """One call: its plan's run is filled from the arrays, enqueued, and its results are made arrays."""

    def __init__(self, kind, source, queue, x):
        self.kind = kind
        self.inputs = [source]
        self.queue = queue
        self.allocator = getattr(x, "allocator", None)
        self.context = context_of(queue)
        self.waits = list(source.events)
        self.kept = []
        self.plan = None

    def wait_for(self, source):
        self.waits += source.events
        return source

    def add(self, source):
        if source.dtype != self.inputs[0].dtype or source.shape != self.inputs[0].shape:
            raise ValueError(f"y is of {source.dtype} and shape {source.shape}: on a device it is as x")
        self.inputs.append(self.wait_for(source))

    def mask(self, where):
        """What `where` says of the elements."""
        mask = self.wait_for(Source(where, "where"))
        if mask.dtype.itemsize != 1 or mask.shape != self.inputs[0].shape:
            raise ValueError(
                f"where is of {mask.dtype} and shape {mask.shape}: it takes bytes or booleans of x's shape"
            )
        return mask

    def new(self, *arguments):
        made = ffi.new(*arguments)
        self.kept.append(made)
        return made

    # ---- Shapes ----

    def is_flat(self):
        if self.kind.may_be_empty(False):
            return False  # a record has no filler
        return all(source.is_packed() for source in self.inputs) or (
            self.kind.any_order and all(source.is_packed("F") for source in self.inputs)
        )

    def _run(self, key, options, shape_member=None, value=None, mask=None, mask_strides=None):
        """The plan for the options, and its run with inputs, mask, queue and wait list. What belongs to a shape
        is in `value`, the run's member of that name."""

        def fill(run):
            run.queue = ffi.cast("cl_command_queue", self.queue.int_ptr)
            for number, source in enumerate(self.inputs):
                span = run.inputs[number]
                span.buffer, span.first, span.count = source.pointer(), source.first, source.size
            run.mask = self._mask(mask, mask_strides) if mask is not None else ffi.NULL
            if shape_member:
                setattr(run, shape_member, value)
            return run

        def make():
            chosen = ffi.new("clr_plan_options *", options)
            chosen.mask = _MASK_OF_BYTES if mask is not None else 0
            # Kernels of runs unlike this one are compiled when they come.
            like = fill(ffi.new("clr_run *", {"size": ffi.sizeof("clr_run")})) if options["shape"] == AXES else None
            return Plan(self.context, self.kind, chosen, like)

        self.plan = plan(self.context, self.kind, (key, mask is not None), make)
        run = fill(self.plan.run)
        run.wait_count = len(self.waits)
        run.wait_list = (
            self.new("cl_event[]", [ffi.cast("cl_event", one.int_ptr) for one in self.waits])
            if self.waits
            else ffi.NULL
        )
        return run

    def _mask(self, mask, strides):
        made = self.new("clr_mask *", {"size": ffi.sizeof("clr_mask"), "mask": mask.pointer(), "first": mask.offset})
        if strides is not None:
            made.strides = self.new("int64_t[]", strides)
        return made

    def _axes(self, shape, axes, strides):
        made = self.new("clr_axes *", {"size": ffi.sizeof("clr_axes"), "rank": len(shape)})
        made.reduced = sum(1 << axis for axis in axes)
        made.extents = self.new("uint64_t[]", shape)
        for number, steps in enumerate(strides):
            made.strides[number] = self.new("int64_t[]", steps)
        return made

    def axes(self, axes, mask):
        strides = [source.strides for source in self.inputs] + ([mask.strides] if mask else [])
        shape, reduced, strides = fitted(self.inputs[0].shape, axes, strides)
        mask_strides = strides.pop() if mask else None
        self._run(AXES, {"shape": AXES}, "axes", self._axes(shape, reduced, strides), mask, mask_strides)

    def _require_alike(self, mask):
        """Labels along axes are taken of arrays that all lie alike."""
        steps = self.inputs[0].steps
        if any(source.steps != steps for source in (*self.inputs, *([mask] if mask else []))):
            raise ValueError("by= with axis= on a device takes arrays that lie alike, x, y and where: copy them first")

    def labels(self, by, groups, mask, axis):
        source, labels = self.inputs[0], self.wait_for(Source(by, "by"))
        if groups is None:
            raise ValueError(
                "by= of an array on a device takes groups=, how many labels there are: the host does not see"
            )
        axes = axes_of(axis, len(source.shape))
        labelled = tuple(source.shape[number] for number in axes)
        if labels.shape != labelled:
            raise ValueError(f"by has the shape {labels.shape}, and what is reduced {labelled}")
        groups = operator.index(groups)
        kept = result_shape(source.shape, axes)
        _require_packed("by=", labels, *((*self.inputs, mask) if not kept else ()))
        code = _index_code(labels, "by")
        member = self.new("clr_labels *", {"size": ffi.sizeof("clr_labels"), "count": groups, "type": code,
                                           "labels": labels.pointer(), "first": labels.first})  # fmt: skip
        options = {
            "shape": AXIS_LABELS if kept else LABELS,
            "labels": _room(groups, _LABELS_LEAST),
            "label_elements": _room(labels.size, _ELEMENTS_LEAST),
        }
        key = (options["shape"], options["labels"], options["label_elements"])
        if not kept:
            self._run(key, options, "labels", member, mask)
            return (groups,), 0
        self._require_alike(mask)
        shape, reduced, strides = fitted(source.shape, axes, [source.strides, source.steps])
        run = self._run(key, options, "labels", member, mask, strides[1])
        run.axes = self._axes(shape, reduced, strides[:1] * len(self.inputs))
        return (groups, *kept), sum(number not in axes for number in range(axes[0]))

    def segments(self, segments, mask, axis):
        source = self.inputs[0]
        if len(source.shape) != 1 or axes_of(axis, 1) != (0,):
            raise ValueError(f"segments= are of arrays with one axis, not {len(source.shape)}")
        begins, ends = segments if isinstance(segments, tuple) else (segments, None)
        begins = self.wait_for(Source(begins, "segments"))
        member = self.new("clr_segments *", {"size": ffi.sizeof("clr_segments"), "begins": begins.pointer()})
        member.first, member.type = begins.first, _index_code(begins, "segments")
        member.count = max(begins.size - 1, 0)
        if ends is not None:
            ends = self.wait_for(Source(ends, "segments"))
            if ends.dtype != begins.dtype or ends.size != begins.size or ends.offset != begins.offset:
                raise ValueError("segments' begins and ends are of one dtype, length and offset")
            member.ends, member.count = ends.pointer(), begins.size
        _require_packed("segments=", begins, ends, mask, *self.inputs)
        self._run(SEGMENTS, {"shape": SEGMENTS}, "segments", member, mask)
        return (int(member.count),)

    # ---- Results ----

    def _array(self, shape, dtype, **place):
        from pyopencl.array import Array

        return Array(self.queue, shape, dtype, allocator=self.allocator, **place)

    def _done(self, arrays):
        """Enqueues the run; each array waits for it."""
        from pyopencl import Event

        event = Event.from_int_ptr(self.plan.enqueue(self.plan.run), retain=False)
        for array in arrays:
            array.add_event(event)

    def flat(self, shape, out):
        """One result, in a record of which each value is an array."""
        kind = self.kind
        if out is not None:
            self._run(FLAT, {"shape": FLAT})
            return self.finish(shape, out)
        run = self._run(FLAT, {"shape": FLAT})
        data = self._memory(kind.record.itemsize)
        values = []
        for value, name in zip(kind.values, kind.record.names):
            offset = kind.record.fields[name][1]
            values.append(self._array(shape, _seen(value), data=data, offset=offset))
        run.output = ffi.cast("cl_mem", data.int_ptr)
        run.output_index = 0
        run.arrays, run.array_count = ffi.NULL, 0
        try:
            self._done(values)
        except ValueError:
            if self.inputs[0].size:
                raise
            return [self._of_nothing(value, shape) for value in kind.values]
        return [_finished(value, array) for value, array in zip(kind.values, values)]

    def _memory(self, size):
        if self.allocator is not None:
            return self.allocator(size)
        import pyopencl

        return pyopencl.Buffer(self.queue.context, pyopencl.mem_flags.READ_WRITE, size)

    def _of_nothing(self, value, shape):
        word = value.word
        if word.when_empty != "nan" or value.final.kind != "f":
            raise of_status(
                EMPTY, f"zero-size array to reduction operation {word.name}, which has no value of no elements"
            )
        warn(word.warning)
        return self._array(shape, value.final).fill(np.nan)

    def finish(self, shape, out):
        """Results of a shape, in arrays of their own, or in `out`."""
        values = self._outs(shape, out) if out is not None else [
            self._array(shape, _seen(value)) for value in self.kind.values
        ]  # fmt: skip
        run = self.plan.run
        if values[0].size:
            arrays = self.new("clr_arrays[]", len(self.kind.words))
            fields = iter(zip(self.kind.values, values))
            for word, place in zip(self.kind.words, arrays):
                place.size = ffi.sizeof("clr_arrays")
                for field in word.fields:
                    setattr(place, field, ffi.cast("cl_mem", next(fields)[1].base_data.int_ptr))
            run.output = ffi.NULL
            run.output_index = values[0].offset // values[0].dtype.itemsize
            run.arrays, run.array_count = arrays, len(self.kind.words)
            self._done(values)
        if out is not None:
            return values
        return [_finished(value, array) for value, array in zip(self.kind.values, values)]

    def _outs(self, shape, out):
        outs = list(out) if isinstance(out, tuple) else [out]
        for value, array in zip(self.kind.values, outs):
            seen = _seen(value)
            if array.shape != shape or array.dtype != seen or not Source(array, "out").is_packed():
                raise ValueError(f"out on a device is an array of {seen} and shape {shape}, without gaps")
        return outs


def _moved(array, first):
    """The groups' axis, which is the first one, where the labelled axes stood."""
    return array.transpose((*range(1, first + 1), 0, *range(first + 1, array.ndim))) if first else array


def _seen(value):
    """The type of an array over what the library has written: the final one where the bytes are the same."""
    return value.final if value.is_alike else value.dtype


def _finished(value, array):
    return array if array.dtype == value.final else array.astype(value.final)


def _room(count, least):
    """So much memory that a plan serves again: a power of two."""
    return max(least, 1 << max(count - 1, 0).bit_length())


def _index_code(source, what):
    if source.dtype.kind not in "iu" or source.dtype.itemsize < 4:
        raise TypeError(f"{what} of dtype {source.dtype} is not taken on a device: it takes i4, u4, i8 and u8")
    return CODES[source.dtype]
