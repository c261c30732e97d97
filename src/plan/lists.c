/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/lists.h"
#include "choose/local_memory.h"
#include "plan/arrays.h"
#include "state/layout.h"

_Static_assert(CLR_REDUCTIONS_MOST *CLRI_ARRAY_ROWS < CLRI_LIST_MOST,
               "a list has all arrays, and their first place");

/* ---- elements ---- */

/* Where there are no elements all indices are outside: readable memory stands for the elements. */
static void add_named(clri_list *list, const clr_plan *plan, const clr_span *input, bool is_read)
{
    const bool is_there = input->count || plan->choice.input.keeps_axes;
    const cl_mem readable = is_there ? input->buffer : plan->stage.buffers[CLRI_PLAN_STATES];

    clri_list_memory(list, is_read ? readable : NULL);
    clri_list_ulong(list, is_there ? input->first : 0);
    clri_list_ulong(list, input->count);
}

static void add_mask(clri_list *list, const clr_plan *plan, const clri_job *job, uint64_t skipped,
                     bool is_read)
{
    if (plan->choice.pass.mask == CLR_MASK_NONE)
        return;
    clri_list_memory(list, is_read ? job->mask.mask : NULL);
    clri_list_ulong(list, job->mask.first + skipped);
}

static void add_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                         uint64_t skipped, bool are_read)
{
    for (unsigned i = 0; i < plan->choice.pass.inputs; i++) {
        const clr_span *input = &job->run->inputs[i];
        const bool by_index = plan->choice.input.index;
        const cl_mem walked = by_index ? job->walked.indices : input->buffer;
        const uint64_t first = by_index ? job->walked.first : input->first;

        clri_list_memory(list, are_read ? walked : NULL);
        clri_list_ulong(list, first + skipped);
        if (by_index)
            add_named(list, plan, input, are_read);
    }
    add_mask(list, plan, job, skipped, are_read);
}

const clri_list *clri_list_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                                    uint64_t skipped, bool are_read)
{
    list->count = 0;
    add_elements(list, plan, job, skipped, are_read);
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

/* Behind elements that are sorted by label: their numbers. */
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
    if (launch->plan->choice.pass.is_numbered)
        add_numbers(list, launch->job);
}

static void add_segments(clri_list *list, const clri_job *job, uint64_t most)
{
    const clr_segments *segments = &job->shape->segments;
    const clri_number *number = clri_number_of(segments->type ? segments->type : CLR_TYPE_U32);

    clri_list_memory(list, segments->begins);
    clri_list_ulong(list, segments->first);
    clri_list_memory(list, segments->ends ? segments->ends : segments->begins);
    clri_list_ulong(list, segments->ends ? segments->first : segments->first + 1);
    clri_list_ulong(list, job->count);
    clri_list_ulong(list, most);
    clri_list_uint(list, (cl_uint)(number->size / sizeof(cl_uint)));
    clri_list_uint(list, number->class == CLRI_SIGNED);
    clri_list_memory(list, segments->count_at);
    clri_list_ulong(list, segments->count_index);
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
    for (unsigned i = 0; i < launch->plan->choice.pass.inputs; i++) {
        clri_list_memory(list, job->run->inputs[i].buffer);
        clri_list_ulong(list, job->run->inputs[i].first);
    }
    add_mask(list, launch->plan, job, 0, true);
    clri_list_own(list, axes);
    return list;
}

/* Of labels along axes. */
static void add_kept(clri_list *list, const clri_launch *launch, uint64_t most)
{
    const clri_shape_job *shape = launch->job->shape;

    clri_list_memory(list, shape->segments.begins);
    clri_list_own(list, launch->plan->stage.buffers[CLRI_PLAN_AXES]);
    clri_list_ulong(list, shape->kept);
    clri_list_ulong(list, shape->below);
    clri_list_ulong(list, most);
}

const clri_list *clri_list_rows(clri_list *list, const clri_launch *launch, uint64_t most)
{
    const clr_plan *plan = launch->plan;

    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        return clri_list_by_axes(list, launch, plan->stage.buffers[CLRI_PLAN_AXES]);
    begin_rows(list, launch);
    if (plan->choice.input.keeps_axes)
        add_kept(list, launch, most);
    else
        add_segments(list, launch->job, most);
    return list;
}

/* ---- results ---- */

const clri_list *clri_list_arrays(clri_list *list, const clri_launch *launch)
{
    const clri_pass *pass = &launch->plan->choice.pass;
    const clr_arrays *arrays = launch->job->arrays;

    list->count = 0;
    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++)
            if (clri_array_is_there(&pass->outcomes[i].field, &clri_array_rows[k], true))
                clri_list_memory(list, arrays ? clri_array_buffer(&arrays[i], &clri_array_rows[k])
                                              : NULL);
    clri_list_ulong(list, launch->job->run->output_index);
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
