/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device - a device's own answers as plain data, corrected by the quirks known of its driver.
 * Asking can fail in any part and never stops: what was not told stays unknown.
 */
#ifndef CLREDUCE_DEVICE_DEVICE_H
#define CLREDUCE_DEVICE_DEVICE_H

#include "device/fact.h"

#include <stdbool.h>

/* Fills everything but the indices, which become CLR_UNKNOWN. */
void clri_device_ask(cl_platform_id platform, cl_device_id device, clr_device *facts);

/* What its compiler must be told for OpenCL C 1.2, or a later one: a literal. */
const char *clri_device_language(const clr_device *device, bool later);

/* Whether it compares floats as IEEE 754 says, subnormal numbers and NaNs too. */
bool clri_device_compares(const clr_device *device);

/* Whether it reads the host's memory, and has none of its own. */
bool clri_device_shares_memory(const clr_device *device);

#endif
