/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/lists.h"
#include "choose/local_memory.h"
#include "plan/arrays.h"
#include "state/layout.h"

/* ---- kinds ---- */

static void add_memory(clri_list *list, cl_mem memory)
{
    clri_list_add(list, CLRI_VALUE_MEMORY, (clri_value){.memory = memory});
}

static void add_own(clri_list *list, cl_mem memory)
{
    clri_list_add(list, CLRI_VALUE_OWN, (clri_value){.memory = memory});
}

static void add_uint(clri_list *list, cl_uint number)
{
    clri_list_add(list, CLRI_VALUE_UINT, (clri_value){.number = number});
}

static void add_ulong(clri_list *list, cl_ulong wide)
{
    clri_list_add(list, CLRI_VALUE_ULONG, (clri_value){.wide = wide});
}

/* ---- elements ---- */

/* Where there is no element no index is one: something that can be read stands for them. */
static void add_named(clri_list *list, const clr_plan *plan, const clr_span *input, bool is_read)
{
    const cl_mem readable = input->count ? input->buffer : plan->stage.buffers[CLRI_PLAN_STATES];

    add_memory(list, is_read ? readable : NULL);
    add_ulong(list, input->count ? input->first : 0);
    add_ulong(list, input->count);
}

void clri_list_elements(clri_list *list, const clr_plan *plan, const clri_job *job,
                        uint64_t skipped, bool are_read)
{
    for (unsigned i = 0; i < plan->choice.pass.inputs; i++) {
        const clr_span *input = &job->run->inputs[i];
        const bool by_index = plan->choice.input.index;
        const cl_mem walked = by_index ? job->walked.indices : input->buffer;
        const uint64_t first = by_index ? job->walked.first : input->first;

        add_memory(list, are_read ? walked : NULL);
        add_ulong(list, first + skipped);
        if (by_index)
            add_named(list, plan, input, are_read);
    }
    if (plan->choice.pass.mask == CLR_MASK_NONE)
        return;
    add_memory(list, are_read ? job->mask.mask : NULL);
    add_ulong(list, job->mask.first + skipped);
}

void clri_list_count_at(clri_list *list, const clr_run *run)
{
    add_memory(list, run->count_at);
    add_ulong(list, run->count_index);
}

void clri_list_list(clri_list *list, cl_mem memory, cl_uint most)
{
    add_own(list, memory);
    add_uint(list, most);
}

/* ---- rows ---- */

/* All elements; behind them, of elements that are sorted by label, their numbers. */
static void add_elements(clri_list *list, const clri_launch *launch)
{
    const clri_job *job = launch->job;

    clri_list_elements(list, launch->plan, job, 0, true);
    if (!launch->plan->choice.pass.is_numbered)
        return;
    add_own(list, job->numbers);
    clri_list_count_at(list, job->run);
    add_ulong(list, job->count);
}

static void add_segments(clri_list *list, const clri_job *job, uint64_t most)
{
    const clr_segments *segments = &job->shape->segments;
    const clri_number *number = clri_number_of(segments->type ? segments->type : CLR_TYPE_U32);

    add_memory(list, segments->begins);
    add_ulong(list, segments->first);
    add_memory(list, segments->ends ? segments->ends : segments->begins);
    add_ulong(list, segments->ends ? segments->first : segments->first + 1);
    add_ulong(list, job->count);
    add_ulong(list, most);
    add_uint(list, (cl_uint)(number->size / sizeof(cl_uint)));
    add_uint(list, number->class == CLRI_SIGNED);
    add_memory(list, segments->count_at);
    add_ulong(list, segments->count_index);
}

void clri_list_by_axes(clri_list *list, const clri_launch *launch, cl_mem axes)
{
    add_elements(list, launch);
    add_own(list, axes);
}

void clri_list_rows(clri_list *list, const clri_launch *launch, uint64_t most)
{
    if (launch->plan->choice.carrier == CLRI_CARRIER_ROWS) {
        clri_list_by_axes(list, launch, launch->plan->stage.buffers[CLRI_PLAN_AXES]);
        return;
    }
    add_elements(list, launch);
    add_segments(list, launch->job, most);
}

/* ---- results ---- */

void clri_list_arrays(clri_list *list, const clri_launch *launch)
{
    const clri_pass *pass = &launch->plan->choice.pass;
    const clr_arrays *arrays = launch->job->arrays;

    for (size_t i = 0; i < pass->outcome_count; i++)
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++)
            if (clri_array_is_there(&pass->outcomes[i].field, &clri_array_rows[k], true))
                add_memory(list,
                           arrays ? clri_array_buffer(&arrays[i], &clri_array_rows[k]) : NULL);
    add_ulong(list, launch->job->run->output_index);
}

/* ---- a group's memory ---- */

size_t clri_local_argument(const clr_plan *plan, size_t group_size)
{
    const clri_choice *choice = &plan->choice;

    return choice->code.local_is_dynamic ? (size_t)clri_local_memory_cells_size(choice, group_size)
                                         : 0;
}

size_t clri_bins_argument(const clr_plan *plan)
{
    const clri_choice *choice = &plan->choice;

    return choice->code.local_is_dynamic && choice->pass.is_exact
               ? clri_layout_bins_size(&choice->pass, choice->sizes.group)
               : 0;
}
