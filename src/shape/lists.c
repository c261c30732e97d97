/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/lists.h"
#include "choose/local_memory.h"
#include "problem/expression/expression_tree.h"
#include "shape/arrays.h"
#include "state/layout.h"

#include <string.h>

_Static_assert(
    CLR_REDUCTIONS_MOST *CLRI_ARRAY_ROWS < CLRI_LIST_MOST,
    "a list has all arrays, of which a variance lacks two, their first place, and the ddofs");

/* ---- elements ---- */

/* Adds the input that an index list names. Without elements every index is out of bounds, and any
 * readable memory does. */
static void add_named(clri_list *list, const clr_plan *plan, const clr_span *input, bool is_read)
{
    const bool is_there = input->count || clri_axes_say_count(plan);
    const cl_mem readable = is_there ? input->buffer : plan->stage.buffers[CLRI_PLAN_STATES];

    clri_list_memory(list, is_read ? readable : NULL);
    clri_list_ulong(list, is_there ? input->first : 0);
    clri_list_ulong(list, input->count);
}

static void add_mask(clri_list *list, const clr_plan *plan, const clri_job *job, uint64_t skipped,
                     bool is_read)
{
    if (plan->choice->pass.mask == CLR_MASK_NONE)
        return;
    clri_list_memory(list, is_read ? job->mask.mask : NULL);
    clri_list_ulong(list, job->mask.first + skipped);
}

static void add_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                         uint64_t skipped, bool are_read)
{
    for (unsigned i = 0; i < plan->choice->pass.inputs; i++) {
        const clr_span *input = &job->run->inputs[i];
        const bool by_index = plan->choice->input.index;
        const cl_mem walked = by_index ? job->walked.indices : input->buffer;
        const uint64_t first = by_index ? job->walked.first : input->first;

        clri_list_memory(list, are_read ? walked : NULL);
        clri_list_ulong(list, first + skipped);
        if (by_index)
            add_named(list, plan, input, are_read);
    }
    add_mask(list, plan, job, skipped, are_read);
}

/* Adds a number in the type that kernels take. */
static void add_scalar(clri_list *list, clr_type type, double scalar)
{
    const float single = (float)scalar;
    cl_ulong bits;
    cl_uint word;

    memcpy(&bits, &scalar, sizeof bits);
    memcpy(&word, &single, sizeof word);
    if (type == CLR_TYPE_F32)
        clri_list_uint(list, word);
    else
        clri_list_ulong(list, bits);
}

/* Adds the numbers that the run gives for maps and conditions. */
static void add_scalars(clri_list *list, const clr_plan *plan, const clri_job *job)
{
    const clri_request *request = plan->request;

    for (unsigned i = 0; i < plan->choice->pass.scalars; i++)
        add_scalar(list, clri_real_type(request->type),
                   i < request->scalars ? job->run->scalars[i] : 0);
}

const clri_list *clri_list_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                                    uint64_t skipped, bool are_read)
{
    list->count = 0;
    add_elements(list, plan, job, skipped, are_read);
    add_scalars(list, plan, job);
    return list;
}

void clri_list_add_places(clri_list *list, cl_mem memory, cl_uint most)
{
    clri_list_own(list, memory);
    clri_list_uint(list, most);
}

const clri_list *clri_list_places(clri_list *list, cl_mem memory, cl_uint most)
{
    list->count = 0;
    clri_list_add_places(list, memory, most);
    return list;
}

/* ---- rows ---- */

/* Adds the elements' own numbers, of elements sorted by label. */
static void add_numbers(clri_list *list, const clri_job *job)
{
    clri_list_own(list, job->numbers);
    clri_list_memory(list, job->run->count_at);
    clri_list_ulong(list, job->run->count_index);
    clri_list_ulong(list, job->count);
}

static void begin_rows(clri_list *list, const clri_launch *launch)
{
    list->count = 0;
    add_elements(list, launch->plan, launch->job, 0, true);
    if (launch->plan->choice->pass.is_numbered)
        add_numbers(list, launch->job);
    add_scalars(list, launch->plan, launch->job);
}

const clri_list *clri_list_by_axes(clri_list *list, const clri_launch *launch, cl_mem axes)
{
    begin_rows(list, launch);
    clri_list_own(list, axes);
    return list;
}

const clri_list *clri_list_unlisted(clri_list *list, const clri_launch *launch, cl_mem axes)
{
    const clri_job *job = launch->job;

    list->count = 0;
    for (unsigned i = 0; i < launch->plan->choice->pass.inputs; i++) {
        clri_list_memory(list, job->run->inputs[i].buffer);
        clri_list_ulong(list, job->run->inputs[i].first);
    }
    add_mask(list, launch->plan, job, 0, true);
    add_scalars(list, launch->plan, job);
    clri_list_own(list, axes);
    return list;
}

const clri_list *clri_list_rows(clri_list *list, const clri_launch *launch, uint64_t most)
{
    begin_rows(list, launch);
    launch->plan->choice->carrier->list(list, launch, most);
    return list;
}

/* ---- results ---- */

/* No count exceeds the greatest number but one, and kernels add 1. */
void clri_list_add_ddofs(clri_list *list, const clri_pass *pass)
{
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (clri_operator_takes_ddof(pass->outcomes[i].op))
            clri_list_ulong(list,
                            clri_operator_least(pass->outcomes[i].op, pass->outcomes[i].ddof) - 1);
}

const clri_list *clri_list_arrays(clri_list *list, const clri_launch *launch)
{
    const clri_pass *pass = &launch->plan->choice->pass;
    const clr_arrays *arrays = launch->job->arrays;

    list->count = 0;
    if (launch->plan->choice->left.most) {
        clri_list_own(list, launch->plan->stage.buffers[CLRI_PLAN_LEFT]);
        if (launch->plan->choice->left.layout.bins)
            clri_list_own(list, launch->plan->stage.buffers[CLRI_PLAN_BINS]);
        clri_list_ulong(list, 0);
        clri_list_add_ddofs(list, pass);
        return list;
    }
    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++)
            if (clri_array_is_there(&pass->outcomes[i].field, &clri_array_rows[k], true))
                clri_list_memory(list, arrays ? clri_array_buffer(&arrays[i], &clri_array_rows[k])
                                              : NULL);
    clri_list_ulong(list, launch->job->run->output_index);
    clri_list_add_ddofs(list, pass);
    return list;
}

/* ---- a group's memory ---- */

size_t clri_local_size(const clri_choice *choice, size_t group_size)
{
    return (size_t)clri_local_memory_cells_size(choice, group_size);
}

size_t clri_bins_size(const clri_choice *choice)
{
    return choice->pass.is_exact ? clri_layout_bins_size(&choice->pass, choice->sizes.group) : 0;
}
