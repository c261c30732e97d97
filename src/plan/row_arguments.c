/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/row_arguments.h"

static void bind_segments(clri_arguments *arguments, const clri_job *job, uint64_t most)
{
    const clr_segments *segments = &job->shape->segments;
    const clri_number *number = clri_number_of(segments->type ? segments->type : CLR_TYPE_U32);

    clri_bind_memory(arguments, segments->begins);
    clri_bind_ulong(arguments, segments->first);
    clri_bind_memory(arguments, segments->ends ? segments->ends : segments->begins);
    clri_bind_ulong(arguments, segments->ends ? segments->first : segments->first + 1);
    clri_bind_ulong(arguments, job->count);
    clri_bind_ulong(arguments, most);
    clri_bind_uint(arguments, (cl_uint)(number->size / sizeof(cl_uint)));
    clri_bind_uint(arguments, number->class == CLRI_SIGNED);
    clri_bind_memory(arguments, segments->count_at);
    clri_bind_ulong(arguments, segments->count_index);
}

/* Of elements that are sorted by label. */
static void bind_numbers(clri_arguments *arguments, const clri_job *job)
{
    clri_bind_memory(arguments, job->numbers);
    clri_bind_memory(arguments, job->run->count_at);
    clri_bind_ulong(arguments, job->run->count_index);
    clri_bind_ulong(arguments, job->count);
}

static void bind_elements(clri_arguments *arguments, const clri_launch *launch)
{
    const clr_plan *plan = launch->plan;

    clri_bind_inputs(arguments, plan, launch->job, 0, true);
    clri_bind_mask(arguments, plan, launch->job, 0, true);
    if (plan->choice.pass.is_numbered)
        bind_numbers(arguments, launch->job);
}

void clri_bind_dealt_input(clri_arguments *arguments, const clri_launch *launch,
                           const clri_shape_told *shape)
{
    bind_elements(arguments, launch);
    clri_bind_memory(arguments, shape->memory);
}

void clri_bind_row_input(clri_arguments *arguments, const clri_launch *launch, uint64_t most)
{
    bind_elements(arguments, launch);
    if (launch->plan->choice.carrier == CLRI_CARRIER_ROWS)
        clri_bind_memory(arguments, launch->plan->shape.memory);
    else
        bind_segments(arguments, launch->job, most);
}

void clri_bind_row_output(clri_arguments *arguments, const clri_launch *launch)
{
    clri_bind_arrays(arguments, launch->plan, launch->job);
    clri_bind_ulong(arguments, launch->job->run->output_index);
}
