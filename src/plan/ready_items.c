/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/ready_items.h"
#include "choose/choose_items.h"
#include "compose/compose.h"

#include <stdlib.h>

/* Results that a list has places for, and its bytes as cl/finish/list.cl has it. */
enum { LIST_MOST = 1 << 16 };

static size_t list_size(void)
{
    return sizeof(cl_ulong) + LIST_MOST * sizeof(cl_ulong);
}

/* Whether the device runs the kernel's groups. */
static bool takes_groups(const clr_plan *plan)
{
    size_t limit = 0;

    return clGetKernelWorkGroupInfo(plan->items.kernel, plan->context->device.device,
                                    CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit,
                                    NULL) != CL_SUCCESS ||
           limit >= plan->items.choice.group_size;
}

clr_status clri_items_make(clr_plan *plan, const clr_plan_options *options, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    cl_int code;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_items_choose(&plan->context->device, &plan->request, options, &plan->choice,
                               &items->choice, &items->are_there, error));
    if (!items->are_there)
        return CLR_OK;
    CLRI_TRY(clri_compose(&items->choice, &items->source, error));
    CLRI_TRY(clri_program_get(&plan->context->programs, items->source, items->choice.build_options,
                              &items->program, error));
    items->kernel = clCreateKernel(items->program, "clr_reduce_items", &code);
    if (!items->kernel)
        return clri_fail_opencl(error, code, "clCreateKernel", "creating kernel clr_reduce_items");
    if (!takes_groups(plan)) {
        clri_plan_unmake_items(plan);
        return CLR_OK;
    }
    if (clri_pass_is_unsure(&items->choice.pass)) {
        items->list_most = LIST_MOST;
        CLRI_TRY(
            clri_plan_make_buffer(plan, CL_MEM_READ_WRITE, list_size(), NULL, &items->list, error));
    }
cleanup:
    return status;
}
