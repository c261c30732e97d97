/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/arguments.h"
#include "choose/local_memory.h"
#include "problem/expression/expression_tree.h"
#include "shape/arrays.h"
#include "state/layout.h"

#include <string.h>

_Static_assert(
    CLR_REDUCTIONS_MOST *CLRI_ARRAY_ROWS < CLRI_ARGUMENTS_MOST,
    "a list has all arrays, of which a variance lacks two, their first place, and the ddofs");

/* ---- elements ---- */

/* Adds the input that an index list names. Without elements every index is out of bounds, and any
 * readable memory does. */
static void add_named(clri_arguments *arguments, const clr_plan *plan, const clr_span *input,
                      bool is_read)
{
    const bool is_there = input->count || clri_axes_say_count(plan);
    const cl_mem readable = is_there ? input->buffer : plan->stage.buffers[CLRI_PLAN_STATES];

    clri_add_argument(arguments, CLRI_MEMORY(is_read ? readable : NULL));
    clri_add_argument(arguments, CLRI_ULONG(is_there ? input->first : 0));
    clri_add_argument(arguments, CLRI_ULONG(input->count));
}

static void add_mask(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                     uint64_t skipped, bool is_read)
{
    if (plan->choice->pass.mask == CLR_MASK_NONE)
        return;
    clri_add_argument(arguments, CLRI_MEMORY(is_read ? job->mask.mask : NULL));
    clri_add_argument(arguments, CLRI_ULONG(job->mask.first + skipped));
}

static void add_elements(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                         uint64_t skipped, bool are_read)
{
    for (unsigned i = 0; i < plan->choice->pass.inputs; i++) {
        const clr_span *input = &job->run->inputs[i];
        const bool by_index = plan->choice->input.index;
        const cl_mem walked = by_index ? job->walked.indices : input->buffer;
        const uint64_t first = by_index ? job->walked.first : input->first;

        clri_add_argument(arguments, CLRI_MEMORY(are_read ? walked : NULL));
        clri_add_argument(arguments, CLRI_ULONG(first + skipped));
        if (by_index)
            add_named(arguments, plan, input, are_read);
    }
    add_mask(arguments, plan, job, skipped, are_read);
}

/* Adds a number in the type that kernels take. */
static void add_scalar(clri_arguments *arguments, clr_type type, double scalar)
{
    const float single = (float)scalar;
    cl_ulong bits;
    cl_uint word;

    memcpy(&bits, &scalar, sizeof bits);
    memcpy(&word, &single, sizeof word);
    if (type == CLR_TYPE_F32)
        clri_add_argument(arguments, CLRI_UINT(word));
    else
        clri_add_argument(arguments, CLRI_ULONG(bits));
}

/* Adds the numbers that the run gives for maps and conditions. */
static void add_scalars(clri_arguments *arguments, const clr_plan *plan, const clri_job *job)
{
    const clri_request *request = plan->request;

    for (unsigned i = 0; i < plan->choice->pass.scalars; i++)
        add_scalar(arguments, clri_real_type(request->type),
                   i < request->scalars ? job->run->scalars[i] : 0);
}

const clri_arguments *clri_element_arguments(clri_arguments *arguments, const clr_plan *plan,
                                             const clri_job *job, uint64_t skipped, bool are_read)
{
    arguments->count = 0;
    add_elements(arguments, plan, job, skipped, are_read);
    add_scalars(arguments, plan, job);
    return arguments;
}

void clri_add_list(clri_arguments *arguments, cl_mem memory, cl_uint most)
{
    clri_add_argument(arguments, CLRI_OWN(memory));
    clri_add_argument(arguments, CLRI_UINT(most));
}

const clri_arguments *clri_list_arguments(clri_arguments *arguments, cl_mem memory, cl_uint most)
{
    arguments->count = 0;
    clri_add_list(arguments, memory, most);
    return arguments;
}

/* ---- rows ---- */

/* Adds the elements' own numbers, of elements sorted by label. */
static void add_numbers(clri_arguments *arguments, const clri_job *job)
{
    clri_add_argument(arguments, CLRI_OWN(job->numbers));
    clri_add_argument(arguments, CLRI_MEMORY(job->run->count_at));
    clri_add_argument(arguments, CLRI_ULONG(job->run->count_index));
    clri_add_argument(arguments, CLRI_ULONG(job->count));
}

static void begin_rows(clri_arguments *arguments, const clri_launch *launch)
{
    arguments->count = 0;
    add_elements(arguments, launch->plan, launch->job, 0, true);
    if (launch->plan->choice->pass.is_numbered)
        add_numbers(arguments, launch->job);
    add_scalars(arguments, launch->plan, launch->job);
}

const clri_arguments *clri_row_arguments_by_axes(clri_arguments *arguments,
                                                 const clri_launch *launch, cl_mem axes)
{
    begin_rows(arguments, launch);
    clri_add_argument(arguments, CLRI_OWN(axes));
    return arguments;
}

const clri_arguments *clri_row_arguments_unindexed(clri_arguments *arguments,
                                                   const clri_launch *launch, cl_mem axes)
{
    const clri_job *job = launch->job;

    arguments->count = 0;
    for (unsigned i = 0; i < launch->plan->choice->pass.inputs; i++) {
        clri_add_argument(arguments, CLRI_MEMORY(job->run->inputs[i].buffer));
        clri_add_argument(arguments, CLRI_ULONG(job->run->inputs[i].first));
    }
    add_mask(arguments, launch->plan, job, 0, true);
    add_scalars(arguments, launch->plan, job);
    clri_add_argument(arguments, CLRI_OWN(axes));
    return arguments;
}

const clri_arguments *clri_row_arguments(clri_arguments *arguments, const clri_launch *launch,
                                         uint64_t most)
{
    begin_rows(arguments, launch);
    launch->plan->choice->carrier->add_arguments(arguments, launch, most);
    return arguments;
}

/* ---- results ---- */

void clri_add_ddofs(clri_arguments *arguments, const clri_pass *pass)
{
    for (size_t i = 0; i < pass->outcome_count; i++) {
        const clri_outcome *outcome = &pass->outcomes[i];

        if (clri_operator_takes_ddof(outcome->op))
            clri_add_argument(
                arguments, CLRI_ULONG(outcome->ddof < UINT64_MAX ? outcome->ddof : UINT64_MAX - 1));
    }
}

const clri_arguments *clri_result_arguments(clri_arguments *arguments, const clri_launch *launch)
{
    const clri_pass *pass = &launch->plan->choice->pass;
    const clr_arrays *arrays = launch->job->arrays;

    arguments->count = 0;
    if (launch->plan->choice->left.most) {
        clri_add_argument(arguments, CLRI_OWN(launch->plan->stage.buffers[CLRI_PLAN_LEFT]));
        if (launch->plan->choice->left.layout.bins)
            clri_add_argument(arguments, CLRI_OWN(launch->plan->stage.buffers[CLRI_PLAN_BINS]));
        clri_add_argument(arguments, CLRI_ULONG(0));
        clri_add_ddofs(arguments, pass);
        return arguments;
    }
    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++)
            if (clri_array_is_there(&pass->outcomes[i].field, &clri_array_rows[k], true)) {
                const cl_mem array =
                    arrays ? clri_array_buffer(&arrays[i], &clri_array_rows[k]) : NULL;

                clri_add_argument(arguments, CLRI_MEMORY(array));
            }
    clri_add_argument(arguments, CLRI_ULONG(launch->job->run->output_index));
    clri_add_ddofs(arguments, pass);
    return arguments;
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
