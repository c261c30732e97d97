/* SPDX-License-Identifier: Apache-2.0 */
/* host_run - runs a call's plan on buffers that are the caller's arrays, or copies of them. */
#ifndef CLREDUCE_HOST_HOST_RUN_H
#define CLREDUCE_HOST_HOST_RUN_H

#include "host/reducer.h"

/* Brings the call's arrays to the device, runs the plan, and waits for what it writes. */
clr_status clri_host_run(clri_host_call *call, clri_reducer *reducer, clri_error *error);

#endif
