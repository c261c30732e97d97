/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/sort/sort.h"
#include "base/count.h"
#include "base/flag.h"

enum { GROUPS_MOST = 1024 /* work-items of more labels take turns */ };

/* ---- the table ---- */

/* Keys and numbers have two lists each: a pass reads one and writes the other. */
enum buffer {
    BEGINS_AT = CLRI_SORTED_BEGINS,
    COUNTS_AT,
    TOTALS_AT,
    KEYS_AT,
    NUMBERS_AT = KEYS_AT + 2,
    ELEMENTS_AT = NUMBERS_AT + 2,
    BUFFERS
};

#define CLRI_STAGE_ROWS "shape/sort/sort.def"
#include "stage/table.def"

const clri_stage_table clri_sort_table = {stage_rows, KERNELS, stage_kinds};

/* ---- making ---- */

static uint32_t kernels_of(const clri_label_sort *choice)
{
    const uint32_t of_some = clri_label_sort_takes_some(choice) ? CLRI_ROWS(LIST_OFFSETS) : 0;
    const uint32_t of_axes = choice->keeps_axes ? 1u << LIST_OFFSETS | 1u << NAME_KEPT : 0;

    return CLRI_ROWS(MAKE_KEYS) | of_some | of_axes;
}

clr_status clri_sort_make(clr_plan *plan, clri_error *error)
{
    return clri_stage_make(&plan->front.stage, &clri_sort_table,
                           kernels_of(&plan->front.choice->sort),
                           plan->design->front_program->opencl, error);
}

/* Allocates the counts of each digit in each chunk, and their sums; the begins of each key's
 * elements; lists of keys and numbers, a single one if there is a single pass; the elements that an
 * index list's entries name. */
clr_status clri_sort_allocate(clr_plan *plan, clri_error *error)
{
    const clri_label_sort *choice = &plan->front.choice->sort;
    const uint64_t last_key = clri_label_sort_last_key(choice, choice->most);
    const bool is_twice = clri_label_sort_passes(last_key) > 1;
    const bool makes_keys = clri_label_sort_takes_some(choice);
    const uint64_t list = choice->elements * sizeof(cl_uint);
    const uint64_t sizes[BUFFERS] = {
        [COUNTS_AT] = (uint64_t)choice->stretches * CLRI_DIGITS_MOST * sizeof(cl_uint),
        [TOTALS_AT] = CLRI_DIGITS_MOST * sizeof(cl_uint),
        [BEGINS_AT] = (last_key + 1) * sizeof(cl_uint),
        [KEYS_AT] = list,
        [KEYS_AT + 1] = is_twice || makes_keys ? list : 0,
        [NUMBERS_AT] = list,
        [NUMBERS_AT + 1] = is_twice ? list : 0,
        [ELEMENTS_AT] = choice->index || choice->keeps_axes ? list : 0,
    };

    return clri_stage_allocate(&plan->front.stage, plan->context, sizes, BUFFERS, error);
}

/* ---- results ---- */

/* The list that the last pass writes. */
static unsigned last_list(const clr_plan *plan, uint64_t results)
{
    return (clri_label_sort_passes(clri_label_sort_last_key(&plan->front.choice->sort, results)) -
            1) %
           2;
}

cl_mem clri_sorted_numbers(const clr_plan *plan, uint64_t results)
{
    return plan->front.stage.buffers[NUMBERS_AT + last_list(plan, results)];
}

cl_mem clri_sorted_keys(const clr_plan *plan, uint64_t results)
{
    return plan->front.stage.buffers[KEYS_AT + last_list(plan, results)];
}

clr_index clri_sorted_list(const clr_plan *plan, uint64_t results, uint64_t count)
{
    const cl_mem elements = plan->front.stage.buffers[ELEMENTS_AT];

    return (clr_index){.size = sizeof(clr_index),
                       .indices = elements ? elements : clri_sorted_numbers(plan, results),
                       .count = count};
}

/* ---- a run's values ---- */

static clri_stage_groups groups(const clr_plan *plan, size_t count)
{
    return clri_groups_of(count, plan->front.choice->sort.group_size);
}

/* Groups for an item each, up to the number of groups that pays. */
static clri_stage_groups groups_for(const clr_plan *plan, uint64_t items)
{
    const uint64_t count = items / plan->front.choice->sort.group_size + 1;

    return groups(plan, (size_t)clri_smaller(count, GROUPS_MOST));
}

/* Words of 32 bits of a type; 1 if it is none. */
static cl_uint words_of(clr_type type)
{
    return type ? (cl_uint)(clr_type_size(type) / sizeof(cl_uint)) : 1;
}

/* Sets the values of a pass: the first reads labels, or keys made of them; later passes read the
 * keys of the pass before. */
static void fill(const clri_launch *launch, unsigned pass, clri_value values[VALUES])
{
    const clr_plan *plan = launch->plan;
    const clri_label_sort *choice = &plan->front.choice->sort;
    const clri_job *job = launch->job;
    const clr_labels *labels = &job->shape->labels;
    const cl_mem *buffers = plan->front.stage.buffers;
    const uint64_t results = job->shape->labels.count;
    const uint64_t last_key = clri_label_sort_last_key(choice, results);
    const clri_label_digit digit = clri_label_sort_digit(last_key, pass);
    const clri_label_stretches stretches = clri_label_sort_share(choice, job->count);
    const bool takes_some = clri_label_sort_takes_some(choice);
    const bool takes_labels = pass == 0 && !takes_some;
    const unsigned to = pass % 2, from = !to, last = last_list(plan, results);

#include "stage/fill.def"
}

/* ---- commands ---- */

static clr_status launch_kernel(clri_launch *launch, enum kernel kernel,
                                const clri_value values[VALUES])
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->front.stage, kernel, values);
}

static clr_status launch_pass(clri_launch *launch, const clri_value values[VALUES])
{
    CLRI_OR_RETURN(launch_kernel(launch, COUNT_DIGITS, values));
    CLRI_OR_RETURN(launch_kernel(launch, ADD_DIGITS, values));
    return launch_kernel(launch, PLACE_LABELS, values);
}

clr_status clri_launch_sort(clri_launch *launch)
{
    const clri_label_sort *choice = &launch->plan->front.choice->sort;
    const uint64_t last_key = clri_label_sort_last_key(choice, launch->job->shape->labels.count);
    const bool takes_some = clri_label_sort_takes_some(choice);
    clri_value values[VALUES];

    fill(launch, 0, values);
    if (takes_some)
        CLRI_OR_RETURN(launch_kernel(launch, MAKE_KEYS, values));
    for (unsigned pass = 0; pass < clri_label_sort_passes(last_key); pass++) {
        fill(launch, pass, values);
        CLRI_OR_RETURN(launch_pass(launch, values));
    }
    CLRI_OR_RETURN(launch_kernel(launch, FIND_LABELS, values));
    if (takes_some)
        CLRI_OR_RETURN(launch_kernel(launch, SETTLE_LABELS, values));
    if (choice->keeps_axes)
        CLRI_OR_RETURN(launch_kernel(launch, LIST_OFFSETS, values));
    return CLR_OK;
}

/* Indices of a reduction's results, in `memory`. */
struct indices {
    cl_mem memory; /* NULL: there are none */
    cl_ulong place, step;
};

/* In arrays of results, or in states left in place of them. */
static struct indices indices_of(const clri_launch *launch, size_t reduction)
{
    const clr_plan *plan = launch->plan;
    const clri_left_layout *left = &plan->choice->left.layout;
    const clri_field *field = &plan->choice->pass.outcomes[reduction].field;

    if (!plan->choice->left.most)
        return (struct indices){launch->job->arrays[reduction].index,
                                launch->job->run->output_index, 1};
    if (!field->has_index)
        return (struct indices){NULL, 0, 0};
    return (struct indices){plan->stage.buffers[CLRI_PLAN_LEFT],
                            (left->record + field->index_offset) / sizeof(cl_ulong),
                            left->size / sizeof(cl_ulong)};
}

static clr_status name_elements(clri_launch *launch, const struct indices *indices)
{
    clri_value values[VALUES];

    fill(launch, 0, values);
    values[INDICES].memory = indices->memory;
    values[PLACE].wide = indices->place;
    values[STEP].wide = indices->step;
    return launch_kernel(
        launch, launch->plan->front.choice->sort.keeps_axes ? NAME_KEPT : NAME_ELEMENTS, values);
}

clr_status clri_launch_names(clri_launch *launch)
{
    for (size_t i = 0; i < launch->plan->choice->pass.outcome_count; i++) {
        const struct indices indices = indices_of(launch, i);

        if (indices.memory)
            CLRI_OR_RETURN(name_elements(launch, &indices));
    }
    return CLR_OK;
}

clr_status clri_try_sort(clri_launch *launch)
{
    clri_value values[VALUES];

    fill(launch, 0, values);
    return clri_enqueue_each(&launch->commands, &launch->plan->front.stage, values);
}
