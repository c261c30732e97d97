/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_buffer - buffers in host memory: such that kernels write to over the bus, whose mapping
 * waits for kernels but copies nothing; and pinned memory, which copies to the device are fast
 * from.
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
