/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_buffer - buffers that lie in the host's memory for good: kernels write there over the bus,
 * and who maps one waits for the kernels and for no copy.
 */
#ifndef CLREDUCE_DEVICE_HOST_BUFFER_H
#define CLREDUCE_DEVICE_HOST_BUFFER_H

#include "device/context.h"

/* A buffer that kernels write; NULL where the driver makes none such, which is no failure. */
cl_mem clri_host_buffer_create(const clr_context *context, size_t size);

#endif
