/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_buffer - buffers that stay in host memory: kernels write to it over the bus, and mapping
 * waits for kernels but copies nothing.
 */
#ifndef CLREDUCE_DEVICE_HOST_BUFFER_H
#define CLREDUCE_DEVICE_HOST_BUFFER_H

#include "device/context.h"

/* NULL where the driver makes no such buffers, which is not a failure. */
cl_mem clri_host_buffer_create(const clr_context *context, size_t size);

#endif
