/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_items.h"
#include "choose/choose_items.h"
#include "choose/choose_runs.h"
#include "choose/row_grid.h"
#include "compose/compose.h"
#include "state/layout.h"

#include <stdlib.h>

/* As cl/finish/list.cl has it. */
static size_t list_size(size_t most)
{
    return CLRI_LIST_HEAD + most * sizeof(cl_ulong);
}

/* Whether the device runs the kernel's groups. */
static bool takes_groups(const clr_plan *plan, cl_kernel kernel)
{
    size_t limit = 0;

    return clGetKernelWorkGroupInfo(kernel, plan->context->device.device, CL_KERNEL_WORK_GROUP_SIZE,
                                    sizeof limit, &limit, NULL) != CL_SUCCESS ||
           limit >= plan->items.choice.sizes.group;
}

static clr_status make_kernel(clr_plan *plan, const char *name, cl_kernel *kernel, bool *is_taken,
                              clri_error *error)
{
    cl_int code;

    *kernel = clCreateKernel(plan->items.program, name, &code);
    if (!*kernel)
        return clri_fail_opencl(error, code, "clCreateKernel", "%s", name);
    *is_taken = *is_taken && takes_groups(plan, *kernel);
    return CLR_OK;
}

static clr_status make_kernels(clr_plan *plan, bool *are_taken, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    clr_status status = CLR_OK;

    *are_taken = true;
    if (items->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(make_kernel(plan, "clr_reduce_items", &items->kernel, are_taken, error));
    if (items->choice.items.across)
        CLRI_TRY(make_kernel(plan, "clr_reduce_across", &items->across, are_taken, error));
    if (items->choice.teams.abreast)
        CLRI_TRY(make_kernel(plan, "clr_reduce_teams", &items->teams, are_taken, error));
    if (items->choice.staged.elements)
        CLRI_TRY(make_kernel(plan, "clr_reduce_staged", &items->staged, are_taken, error));
    if (items->choice.staged.elements && items->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(make_kernel(plan, "clr_reduce_close_staged", &items->close, are_taken, error));
    if (items->choice.slices.lanes) {
        CLRI_TRY(make_kernel(plan, "clr_reduce_columns", &items->columns, are_taken, error));
        CLRI_TRY(make_kernel(plan, "clr_reduce_lines", &items->lines, are_taken, error));
        CLRI_TRY(make_kernel(plan, "clr_fold_slices", &items->fold, are_taken, error));
    }
    if (items->choice.runs.elements) {
        CLRI_TRY(make_kernel(plan, "clr_reduce_runs", &items->runs, are_taken, error));
        CLRI_TRY(make_kernel(plan, "clr_join_runs", &items->join, are_taken, error));
    }
cleanup:
    return status;
}

/* States that slices leave, and axes of their own. */
static clr_status make_slices(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    const clri_choice *choice = &items->choice;
    const size_t state_size = clri_layout_saved_size(&choice->pass);
    clr_status status = CLR_OK;

    if (!choice->slices.lanes)
        return CLR_OK;
    CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE,
                                   (size_t)choice->slices.states * state_size, NULL,
                                   &items->slice_states, error));
    if (choice->slices.deal_columns)
        CLRI_TRY(clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, sizeof items->dealt.words, NULL,
                                       &items->dealt.memory, error));
cleanup:
    return status;
}

/* Lists of what groups are to make, and the states that these leave of giants. */
static clr_status make_lists(clr_plan *plan, clri_error *error)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE;
    const bool has_giants = plan->choice.carrier == CLRI_CARRIER_SPANS;
    const size_t states = CLRI_FIRST_STATE + (size_t)clri_giants_states(&plan->choice);
    const size_t states_size = states * clri_layout_saved_size(&plan->choice.pass);
    clri_plan_items *items = &plan->items;
    clr_status status = CLR_OK;

    if (!has_giants && !clri_pass_is_unsure(&items->choice.pass))
        return CLR_OK;
    items->list_most = CLRI_LISTED_MOST;
    CLRI_TRY(
        clri_plan_make_buffer(plan, flags, list_size(CLRI_LISTED_MOST), NULL, &items->list, error));
    if (!has_giants)
        return CLR_OK;
    items->medium_most = CLRI_MEDIUM_MOST;
    CLRI_TRY(clri_plan_make_buffer(plan, flags, list_size(CLRI_MEDIUM_MOST), NULL, &items->medium,
                                   error));
    CLRI_TRY(clri_plan_make_buffer(plan, flags, list_size(CLRI_GIANTS_MOST), NULL, &items->giants,
                                   error));
    CLRI_TRY(clri_plan_make_buffer(plan, flags, states_size, NULL, &items->giants_states, error));
cleanup:
    return status;
}

clr_status clri_items_make(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    bool are_taken;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_items_choose(&plan->context->device, &plan->request, options, &plan->choice,
                               &items->choice, &items->are_there, error));
    if (!items->are_there)
        return CLR_OK;
    clri_runs_choose(&plan->context->device, &plan->keys.choice, &items->choice);
    CLRI_TRY(clri_compose(&items->choice, &items->source, error));
    CLRI_TRY(clri_program_get(&plan->context->programs, items->source,
                              items->choice.code.build_options, &items->program, error));
    CLRI_TRY(make_kernels(plan, &are_taken, error));
    if (are_taken) {
        CLRI_TRY(make_slices(plan, error));
        return make_lists(plan, error);
    }
    clri_plan_unmake_items(plan);
cleanup:
    return status;
}
