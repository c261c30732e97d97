/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose - how a reduction is carried out on a device: strategy and sizes, from the device's own
 * answers and the caller's wishes. Pure: no OpenCL call, so every decision is tested without one.
 */
#ifndef CLREDUCE_SRC_CHOOSE_H
#define CLREDUCE_SRC_CHOOSE_H

#include "form.h"
#include "status.h"
#include "strategy.h"

typedef struct clri_choice {
    clri_strategy strategy;
    clri_form form;
    clr_operator op;
    clr_fence fence; /* CLR_FENCE_NONE unless the strategy needs one */
    bool contiguous; /* groups take unbroken runs, as on a CPU */
    uint32_t group_size;
    uint32_t second_group_size; /* of the launch that folds the groups' states */
    uint32_t vector_width;
    uint32_t item_loads;
    uint32_t group_count;      /* most groups of a launch */
    const char *build_options; /* a literal */
} clri_choice;

/*
 * Chooses for a reduction whose result type is settled. `group_limit` is the most work-items a
 * group that the compiled kernel allows, UINT64_MAX before it is compiled.
 * Returns CLR_OK, CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, with the reason in `error`.
 */
clr_status clri_choose(const clr_device *device, const clr_reduction *reduction,
                       const clr_plan_options *options, uint64_t group_limit, clri_choice *choice,
                       clri_error *error);

/* How many groups to launch for `count` elements: 1 .. choice->group_count. */
uint32_t clri_groups(const clri_choice *choice, uint64_t count);

/* The longest chain of roundings for `count` elements in one part; see clr_plan_depth(). */
uint64_t clri_depth(const clri_choice *choice, uint64_t count);

#endif
