/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_keys.h"
#include "choose/choose_runs.h"
#include "compose/key_source.h"
#include "state/layout.h"

#include <stdlib.h>

static clr_status create_kernel(const clri_plan_keys *keys, const char *name, cl_kernel *kernel,
                                clri_error *error)
{
    cl_int code;

    *kernel = clCreateKernel(keys->program, name, &code);
    return *kernel ? CLR_OK
                   : clri_fail_opencl(error, code, "clCreateKernel", "creating kernel %s", name);
}

static clr_status make_kernels(clr_plan *plan, clri_error *error)
{
    clri_plan_keys *keys = &plan->keys;
    char *text = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_key_source(&keys->choice, &text, error));
    CLRI_TRY(clri_program_get(&plan->context->programs, text, keys->choice.build_options,
                              &keys->program, error));
    CLRI_TRY(create_kernel(keys, "clr_count_runs", &keys->count, error));
    CLRI_TRY(create_kernel(keys, "clr_add_runs", &keys->add, error));
    CLRI_TRY(create_kernel(keys, "clr_tell_runs", &keys->tell, error));
    if (keys->choice.marked)
        CLRI_TRY(create_kernel(keys, "clr_mark_runs", &keys->mark, error));
cleanup:
    free(text);
    return status;
}

/* The smallest group that a kernel says is its largest. */
static uint64_t limit_of(const clr_plan *plan)
{
    const cl_kernel kernels[] = {plan->keys.count, plan->keys.add, plan->keys.tell,
                                 plan->keys.mark};
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < sizeof kernels / sizeof *kernels && kernels[i]; i++) {
        size_t limit = 0;

        if (clGetKernelWorkGroupInfo(kernels[i], plan->context->device.device,
                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                                     NULL) == CL_SUCCESS &&
            limit && limit < least)
            least = limit;
    }
    return least;
}

/* What is marked of keys, and what groups leave that fold runs as they are found. */
static clr_status make_marks(clr_plan *plan, clri_error *error)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE;
    const size_t bits = sizeof(cl_uint) * 8;
    clri_plan_keys *keys = &plan->keys;
    const size_t ends = 2 * (size_t)keys->choice.marked_stretches; /* of all stretches */
    clr_status status = CLR_OK;

    if (keys->choice.marked == 0)
        return CLR_OK;
    CLRI_TRY(clri_plan_make_buffer(plan, flags,
                                   (size_t)(keys->choice.marked / bits) * sizeof(cl_uint), NULL,
                                   &keys->heads, error));
    CLRI_TRY(
        clri_plan_make_buffer(plan, flags, ends * sizeof(cl_ulong), NULL, &keys->marks, error));
    CLRI_TRY(clri_plan_make_buffer(plan, flags,
                                   ends * clri_layout_saved_size(&plan->items.choice.pass), NULL,
                                   &keys->states, error));
cleanup:
    return status;
}

/* Counts of all stretches, and of all of them; where runs begin, and where the last ends. */
static clr_status make_scratch(clr_plan *plan, clri_error *error)
{
    clri_plan_keys *keys = &plan->keys;
    const size_t counts = ((size_t)keys->choice.stretches + 1) * sizeof(cl_ulong);
    const size_t begins = ((size_t)keys->choice.most + 1) * sizeof(cl_ulong);
    clr_status status = CLR_OK;

    if (keys->begins) /* of the program before */
        return CLR_OK;
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, counts, NULL, &keys->counts, error));
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, begins, NULL, &keys->begins, error));
    CLRI_TRY(make_marks(plan, error));
cleanup:
    return status;
}

clr_status clri_keys_make(clr_plan *plan, clri_error *error)
{
    clr_status status = CLR_OK;

    if (!plan->keys.choice.are_there)
        return CLR_OK;
    if (plan->items.are_there && plan->items.choice.run_elements)
        clri_runs_settle(&plan->context->device, &plan->items.choice, &plan->keys.choice);
    CLRI_TRY(make_kernels(plan, error));
    while (clri_key_runs_lower(&plan->keys.choice, limit_of(plan))) {
        clri_plan_unmake_keys(plan);
        CLRI_TRY(make_kernels(plan, error));
    }
    CLRI_TRY(make_scratch(plan, error));
cleanup:
    return status;
}
