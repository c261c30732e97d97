/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_reducer - what a one-call reduction needs where the host computes it (src/fold), and leaves
 * for the next call: the request as it was read, and the fold's memory. It is to the host what
 * reducer.h is to a device. The host takes all calls of a context of the device "host", and in
 * other contexts those of so few elements that a device's call would take longer, and those with a
 * reduction that selects (src/select): devices have kernels for quantiles alone, and in plans
 * alone (shape/ranks/ranked.h).
 *
 * Reading a request takes half the time of a sum of ten numbers: a call that asks for the same
 * reductions as the last one finds it read.
 */
#ifndef CLREDUCE_HOST_HOST_REDUCER_H
#define CLREDUCE_HOST_HOST_REDUCER_H

#include "device/context.h"
#include "fold/fold.h"
#include "host/host_call.h"
#include "select/select.h"

typedef struct clri_host_reducer {
    /* what the request was read from; count 0: it has to be read again, as a reduction points to
     * texts, an operator or quantiles, which may change between calls */
    clr_reduction asked[CLR_REDUCTIONS_MOST];
    size_t count;
    bool to_states; /* of accumulators, in place of results */
    clri_request request;
    clri_field fields[CLR_REDUCTIONS_MOST]; /* of its record */
    size_t record_size;
    clri_fold_room room;
    clri_select_room *select_room; /* NULL until a reduction selects */
} clri_host_reducer;

/*
 * Takes a host reducer for a run of `elements` elements, to results or to states of accumulators;
 * NULL if it is the device's. The kinds of the run's mask and list decide which results have a
 * status. A failure if memory ran out, or if only the host can make the run (a context without a
 * device, a reduction that selects); else a request that the host cannot fold, or read, is the
 * device's to carry out or to refuse.
 */
clr_status clri_host_reducer_take(clr_context *context, const clr_reduction *reductions,
                                  size_t count, const clr_host_run *run, uint64_t elements,
                                  bool to_states, clri_host_reducer **reducer, clri_error *error);

/* Elements of a call of any shape. */
uint64_t clri_host_reducer_elements(const clri_host_call *call);

/* Makes a call of any shape: to its record or arrays, or, if it leaves states, to accumulators, one
 * for each reduction; else these are NULL. */
clr_status clri_host_reducer_run(clri_host_reducer *reducer, clri_host_call *call,
                                 clr_accumulator **accumulators, clri_error *error);

/* Makes a run of shape FLAT of inputs alone, whose arrays and record have been checked: a call of
 * ten numbers takes half the time without what masks and lists need. CLR_ERROR_EMPTY,
 * CLR_ERROR_OVERFLOW or CLR_ERROR_MEMORY, with nothing written. */
clr_status clri_host_reducer_run_flat(clri_host_reducer *reducer, const clr_host_run *run,
                                      clri_error *error);

/* Leaves it for the next call; NULL is fine. */
void clri_host_reducer_leave(clr_context *context, clri_host_reducer *reducer);

#endif
