/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_up - devices that do not exist, for tests of choices, which depend on a device's answers
 * alone, and the shortest way to a choice.
 */
#ifndef CLREDUCE_TESTS_MADE_UP_H
#define CLREDUCE_TESTS_MADE_UP_H

#include "choose/choose.h"
#include "unit.h"

#include <stdint.h>

clr_device gpu_make(void);      /* every capability, as an H200 and more */
clr_device bare_gpu_make(void); /* only what OpenCL 1.2 requires */
clr_device cpu_make(void);      /* such as PoCL's */
clr_device mute_make(void);     /* answers nothing */
clr_device h200_make(void);     /* an H200 with driver 580.159, as far as choices depend on it */
clr_device pocl_make(void);     /* two cores with AVX-512 by PoCL 3.1 */

/* The request of these reductions, which the caller frees; fails the test if it is refused. */
clri_request request_of(const clr_reduction *reductions, size_t count);

/* Chooses for one reduction without a map and without a custom operator, so that the choice needs
 * no request. */
clr_status try_choose(const clr_device *device, const clr_reduction *reduction,
                      const clr_plan_options *options, uint64_t limit, clri_choice *choice,
                      clri_error *error);

/* The choice; fails the test if it is refused. `strategy` NULL: the library's choice. */
clri_choice choose(const clr_device *device, clr_operator op, clr_type type, const char *strategy,
                   uint64_t limit);

#endif
