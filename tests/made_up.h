/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made_up - devices that exist nowhere, for tests of what is decided from a device's answers
 * alone, and the shortest way to such a decision.
 */
#ifndef CLREDUCE_TESTS_MADE_UP_H
#define CLREDUCE_TESTS_MADE_UP_H

#include "choose/choose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* */
#include <cmocka.h>

clr_device gpu_make(void);      /* has everything, as an H200 and more */
clr_device bare_gpu_make(void); /* has what OpenCL 1.2 demands, and no more */
clr_device cpu_make(void);      /* such as PoCL's */
clr_device mute_make(void);     /* tells nothing */
clr_device h200_make(void);     /* an H200 by driver 580.159, as far as choices go by it */
clr_device pocl_make(void);     /* two cores with AVX-512 by PoCL 3.1 */

/* The request of these reductions, for the caller to free; fails the test if it is refused. */
clri_request request_of(const clr_reduction *reductions, size_t count);

/*
 * Reads the request of one reduction and chooses for it. It has no map and is no operator of the
 * caller's own, so that nothing in the choice belongs to the request.
 */
clr_status try_choose(const clr_device *device, const clr_reduction *reduction,
                      const clr_plan_options *options, uint64_t limit, clri_choice *choice,
                      clri_error *error);

/* What is chosen; fails the test if that is refused. `strategy` NULL: the library's choice. */
clri_choice choose(const clr_device *device, clr_operator op, clr_type type, const char *strategy,
                   uint64_t limit);

#endif
