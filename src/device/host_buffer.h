/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_buffer - buffers in host memory, of two kinds: one that kernels write to over the bus, whose
 * mapping waits for kernels but copies nothing, for results (docs/history/2026-11-23-host-data.md);
 * and pinned memory, from which copies to the device are faster than from ordinary memory. Neither
 * is promised by OpenCL, so a driver without it is no failure.
 */
#ifndef CLREDUCE_DEVICE_HOST_BUFFER_H
#define CLREDUCE_DEVICE_HOST_BUFFER_H

#include "device/context.h"

/* NULL where the driver makes no such buffers, which is not a failure. */
cl_mem clri_host_buffer_create(const clr_context *context, size_t size);

/* Pinned memory of `size` bytes, mapped as `how` says; the caller unmaps and releases it.
 * NULL if the driver has none, which is not a failure either: it copies ordinary memory, more
 * slowly. */
cl_mem clri_host_buffer_pin(const clr_context *context, cl_command_queue queue, size_t size,
                            cl_map_flags how, void **mapped);

#endif
