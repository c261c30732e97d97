/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose - how a reduction is carried out on a device: strategy and sizes, from the device's own
 * answers and the caller's wishes. Pure: no OpenCL call, so every decision is tested without one.
 */
#ifndef CLREDUCE_SRC_CHOOSE_H
#define CLREDUCE_SRC_CHOOSE_H

#include "means.h"
#include "pass.h"
#include "status.h"
#include "strategy.h"

enum {
    CLRI_LARGEST_GROUP = 8192, /* what cl/group/unroll-full.cl has steps for */
    CLRI_WHY_SIZE = 384,
};

typedef struct clri_choice {
    clri_strategy strategy; /* "best" has been decided */
    clri_pass pass;
    clri_means means;
    size_t element_size;   /* bytes, in memory */
    bool contiguous;       /* groups take unbroken runs, as on a CPU */
    bool local_is_dynamic; /* local memory comes as an argument */
    bool is_traced;        /* the kernels log what they do */
    uint32_t group_size;
    uint32_t second_group_size; /* of the launch that folds the groups' states */
    uint32_t vector_width;
    uint32_t item_loads;
    uint32_t group_count;      /* most groups of a launch */
    const char *build_options; /* a literal */
    char why[CLRI_WHY_SIZE];   /* this strategy and these sizes, in a sentence or two */
} clri_choice;

/*
 * Chooses for a request, which must outlive the choice. `group_limit` is the most work-items a
 * group that the compiled kernel allows, UINT64_MAX before it is compiled. Returns CLR_OK,
 * CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, with the reason in `error`.
 */
clr_status clri_choose(const clr_device *device, const clri_request *request,
                       const clr_plan_options *options, uint64_t group_limit, clri_choice *choice,
                       clri_error *error);

#endif
