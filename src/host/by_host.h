/* SPDX-License-Identifier: Apache-2.0 */
/*
 * by_host - one-call reductions that the host computes (src/fold): all of a context of the device
 * "host", and in others those of so few elements that a device's call would take longer.
 */
#ifndef CLREDUCE_HOST_BY_HOST_H
#define CLREDUCE_HOST_BY_HOST_H

#include "device/context.h"
#include "host/host_call.h"

/*
 * Whether the host computes a call of so many elements, to results or to states of accumulators; if
 * so, `request` is read, and the caller frees it. A failure only in a context without a device:
 * elsewhere what the host cannot do, or read, is the device's to do or to refuse.
 */
clr_status clri_by_host_takes(const clr_context *context, const clr_reduction *reductions,
                              size_t count, uint64_t elements, bool to_states,
                              clri_request *request, bool *takes, clri_error *error);

/* Elements of a call for many results. */
uint64_t clri_by_host_elements(const clri_host_call *call);

/* Computes a request's results of `count` elements of each input, to a record whose size has been
 * checked. CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW or CLR_ERROR_MEMORY, with nothing written. */
clr_status clri_by_host_record(clr_context *context, const clri_request *request,
                               const void *const *inputs, uint64_t count, void *record,
                               clri_error *error);

/* Computes a call for many results: to its arrays, or, if it leaves states, to accumulators, one
 * for each reduction; else these are NULL. */
clr_status clri_by_host_many(clr_context *context, const clri_request *request,
                             clri_host_call *call, clr_accumulator **accumulators,
                             clri_error *error);

#endif
