# SPDX-License-Identifier: Apache-2.0
"""Plans for arrays on devices: each thread has its own, the latest of them are kept."""

import threading
from collections import OrderedDict

from . import _context
from ._native import ffi

_PLANS_MOST = 32  # a thread
_QUEUES_MOST = 16  # a thread

_own = threading.local()


def _destroy(lib, handle, _context_kept):
    lib.clr_plan_destroy(handle)


class Plan:
    """A plan and the clr_run that its thread fills for each of its runs."""

    def __init__(self, context, kind, options, like):
        self.context = context
        options.size = ffi.sizeof("clr_plan_options")
        if like is not None:
            options.like = ffi.cast("struct clr_run *", like)
        place = ffi.new("clr_plan **")
        status = context.lib.clr_plan_create(context.handle, kind.reductions, len(kind.words), options, place)
        if status:
            raise context.error(status)
        self.handle = place[0]
        _context.finalize(self, _destroy, context.lib, self.handle, context)
        self.run = ffi.new("clr_run *", {"size": ffi.sizeof("clr_run")})
        self.event = ffi.new("cl_event *")
        self.run.event = self.event

    def enqueue(self, run):
        """Enqueues the run, and returns its event's pointer as an integer, which the caller owns."""
        status = self.context.lib.clr_plan_run(self.handle, run)
        if status:
            raise self.context.error(status)
        return int(ffi.cast("intptr_t", self.event[0]))


def _latest(cache, key, most, make):
    found = cache.get(key)
    if found is None:
        found = cache[key] = make()
        if len(cache) > most:
            cache.popitem(last=False)
    else:
        cache.move_to_end(key)
    return found


def plan(context, kind, key, make):
    """This thread's plan of that kind and key."""
    plans = getattr(_own, "plans", None)
    if plans is None:
        plans = _own.plans = OrderedDict()
    return _latest(plans, (context, kind, key), _PLANS_MOST, make)


def context_of(queue):
    """The context of a queue of pyopencl's."""
    _context.refuse_forked()
    queues = getattr(_own, "queues", None)
    if queues is None:
        queues = _own.queues = OrderedDict()
    # The queue is kept, so that its number is nobody else's.
    context, _ = _latest(queues, queue.int_ptr, _QUEUES_MOST, lambda: (_foreign(queue), queue))
    return context


def _foreign(queue):
    device = queue.device
    return _context.foreign(queue.context.int_ptr, device.int_ptr, queue.context, device.platform.version)
