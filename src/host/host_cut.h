/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_cut - calls over axes in pieces that fit the device, along the slowest kept axis, whose
 * results are contiguous.
 */
#ifndef CLREDUCE_HOST_HOST_CUT_H
#define CLREDUCE_HOST_HOST_CUT_H

#include "host/host_call.h"

/* Indices along that axis that a piece may have at most, for a call whose arrays are listed. 0: the
 * call is to be made whole, as it fits or cannot be cut. */
uint64_t clri_host_cut_step(const clr_device *device, const clri_host_call *call);

/* The extent of that axis. */
uint64_t clri_host_cut_extent(const clri_host_call *call);

/* The piece of `count` indices along that axis, from index `first` on; its arrays are not listed.
 */
void clri_host_cut(const clri_host_call *call, uint64_t first, uint64_t count,
                   clri_host_call *piece);

#endif
