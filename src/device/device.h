/* SPDX-License-Identifier: Apache-2.0 */
/* device - a device's own answers as plain data (struct clr_device), corrected where quirk.def
 * knows better. A question that the driver cannot answer leaves its fact unknown and is never an
 * error, so that all code behind it decides by facts, asks no driver, and is tested without one. */
#ifndef CLREDUCE_DEVICE_DEVICE_H
#define CLREDUCE_DEVICE_DEVICE_H

#include "device/fact.h"

#include <stdbool.h>

/* Fills everything but the indices, which become CLR_UNKNOWN. */
void clri_device_ask(cl_platform_id platform, cl_device_id device, clr_device *facts);

/* Fills the facts of a context without OpenCL, whose host computes all results: a name, its cores,
 * and that it has doubles by IEEE 754. */
void clri_device_host(clr_device *facts);

/* The compiler option for OpenCL C 1.2, "", as compilers take it by themselves; or for a later
 * version, which the device has to have: 3.0, or else 2.0. A literal. */
const char *clri_device_language(const clr_device *device, bool later);

/* Whether the device compares floats as IEEE 754 says, subnormal numbers and NaNs included. */
bool clri_device_compares(const clr_device *device);

/* Whether the device reads host memory and has none of its own. */
bool clri_device_shares_memory(const clr_device *device);

#endif
