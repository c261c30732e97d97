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

// clang-format off
enum kernel {
    COUNT_DIGITS, ADD_DIGITS, PLACE_LABELS, FIND_LABELS, NAME_ELEMENTS, MAKE_KEYS, SETTLE_LABELS,
    LIST_OFFSETS, NAME_KEPT, KERNELS
};

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    LABELS, FIRST_LABEL, LABEL_WORDS, OUTSIDE, OUTSIDE_OF_ALL,
    MASK, FIRST_KEPT, LIST, FIRST_ENTRY, ENTRY_WORDS, LIST_OUTSIDE, NAMED_MOST, COUNT_AT,
    COUNT_INDEX,
    INDICES, PLACE, STEP,
    AXES, BELOW, KEPT,
    RESULTS, COUNT, LAST_KEY, STRETCHES, LENGTH,
    COUNTS, TOTALS, BEGINS, MADE_KEYS, SORTED_KEYS, SORTED_NUMBERS, ELEMENTS,
    KEYS_FROM, FIRST_KEY, KEY_WORDS, NUMBERS_FROM, SHIFT, BITS, KEYS_TO, NUMBERS_TO,
    BY_STRETCH, BY_DIGIT, FOR_KEYS, FOR_ELEMENTS, FOR_ENTRIES, FOR_RESULTS,
    VALUES
};

/* Kernels of cl/sort_labels.cl. */
static const clri_stage_row stage_rows[] = {
    [COUNT_DIGITS] = {"clr_count_digits",
        "counts how often each digit is in each stretch of the labels",
        BY_STRETCH, {KEYS_FROM, FIRST_KEY, NUMBERS_FROM, KEY_WORDS, LAST_KEY, COUNT, LENGTH, SHIFT,
                     BITS, COUNTS}},
    [ADD_DIGITS] = {"clr_add_digits", "adds up these counts",
        BY_DIGIT, {COUNTS, STRETCHES, TOTALS}},
    [PLACE_LABELS] = {"clr_place_labels", "moves labels to their places by that digit",
        BY_STRETCH, {KEYS_FROM, FIRST_KEY, NUMBERS_FROM, KEY_WORDS, LAST_KEY, COUNT, LENGTH, SHIFT,
                     BITS, COUNTS, TOTALS, KEYS_TO, NUMBERS_TO}},
    [FIND_LABELS] = {"clr_find_labels", "finds where each label's elements begin",
        FOR_KEYS, {SORTED_KEYS, COUNT, LAST_KEY, BEGINS, OUTSIDE_OF_ALL}},
    [NAME_ELEMENTS] = {"clr_name_elements", "tells which elements index results name",
        FOR_RESULTS, {SORTED_NUMBERS, BEGINS, RESULTS, INDICES, PLACE, STEP}},
    /* for runs in which some elements do not count */
    [MAKE_KEYS] = {"clr_make_keys", "makes keys of the labels of elements that count",
        FOR_ELEMENTS, {LABELS, FIRST_LABEL, LABEL_WORDS, RESULTS, COUNT, MASK, FIRST_KEPT, LIST,
                       FIRST_ENTRY, ENTRY_WORDS, NAMED_MOST, COUNT_AT, COUNT_INDEX, MADE_KEYS}},
    [SETTLE_LABELS] = {"clr_settle_labels", "counts what has no label, and names a list's elements",
        FOR_ENTRIES, {SORTED_NUMBERS, BEGINS, RESULTS, COUNT, OUTSIDE, LIST, FIRST_ENTRY,
                      ENTRY_WORDS, ELEMENTS, LIST_OUTSIDE}},
    /* for labels along axes */
    [LIST_OFFSETS] = {"clr_list_offsets", "lists where the indices of each label lie",
        FOR_ENTRIES, {SORTED_NUMBERS, BEGINS, RESULTS, AXES, BELOW, ELEMENTS}},
    [NAME_KEPT] = {"clr_name_kept",
        "tells which indices along the labelled axes index results name",
        FOR_RESULTS, {SORTED_NUMBERS, BEGINS, RESULTS, KEPT, INDICES, PLACE, STEP}},
};
// clang-format on

const clri_stage_table clri_sort_table = {stage_rows, KERNELS};

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

static clri_stage_groups sort_groups(const clr_plan *plan, size_t count)
{
    return clri_groups_of(count, plan->front.choice->sort.group_size);
}

/* Groups for an item each, up to the number of groups that pays. */
static clri_stage_groups item_groups(const clr_plan *plan, uint64_t items)
{
    const uint64_t count = items / plan->front.choice->sort.group_size + 1;

    return sort_groups(plan, (size_t)clri_smaller(count, GROUPS_MOST));
}

/* Words of 32 bits of a type; 1 if it is none. */
static cl_uint words_of(clr_type type)
{
    return type ? (cl_uint)(clr_type_size(type) / sizeof(cl_uint)) : 1;
}

/* Sets what all passes of a run have in common. */
static void set_sort_values(const clri_launch *launch, clri_value to[VALUES])
{
    const clr_plan *plan = launch->plan;
    const clri_label_sort *choice = &plan->front.choice->sort;
    const clri_job *job = launch->job;
    const clr_labels *labels = &job->shape->labels;
    const cl_mem *buffers = plan->front.stage.buffers;
    const uint64_t last_key = clri_label_sort_last_key(choice, labels->count);
    const clri_label_stretches stretches = clri_label_sort_share(choice, job->count);
    const bool takes_some = clri_label_sort_takes_some(choice);
    const unsigned last = last_list(plan, labels->count);

    /* the caller's labels, and the counter of labels out of bounds: for runs in which every element
     * counts */
    to[LABELS] = CLRI_MEMORY(labels->labels);
    to[FIRST_LABEL] = CLRI_ULONG(labels->first);
    to[LABEL_WORDS] = CLRI_UINT(words_of(labels->type));
    to[OUTSIDE] = CLRI_MEMORY(labels->outside);
    to[OUTSIDE_OF_ALL] = CLRI_MEMORY(takes_some ? NULL : labels->outside);
    /* the mask; the index list; the element count in memory */
    to[MASK] = CLRI_MEMORY(job->mask.mask);
    to[FIRST_KEPT] = CLRI_ULONG(job->mask.first);
    to[LIST] = CLRI_MEMORY(job->index.indices);
    to[FIRST_ENTRY] = CLRI_ULONG(job->index.first);
    to[ENTRY_WORDS] = CLRI_UINT(words_of(plan->asked->index));
    to[LIST_OUTSIDE] = CLRI_MEMORY(job->index.outside);
    to[NAMED_MOST] = CLRI_ULONG(plan->asked->is_inside ? UINT64_MAX : job->run->inputs[0].count);
    to[COUNT_AT] = CLRI_MEMORY(job->run->count_at);
    to[COUNT_INDEX] = CLRI_ULONG(job->run->count_index);
    /* an output of indices: set for each launch */
    to[INDICES] = CLRI_MEMORY(NULL);
    to[PLACE] = CLRI_ULONG(job->run->output_index);
    to[STEP] = CLRI_ULONG(1);
    /* axes that labels lie along, the lowest offset along them, and results of a label */
    to[AXES] = CLRI_OWN(plan->stage.buffers[CLRI_PLAN_AXES]);
    to[BELOW] = CLRI_ULONG(job->shape->below);
    to[KEPT] = CLRI_ULONG(job->shape->kept);
    /* counts */
    to[RESULTS] = CLRI_UINT((cl_uint)labels->count);
    to[COUNT] = CLRI_UINT((cl_uint)job->count);
    to[LAST_KEY] = CLRI_UINT((cl_uint)last_key);
    to[STRETCHES] = CLRI_UINT(stretches.count);
    to[LENGTH] = CLRI_UINT(stretches.length);
    /* scratch */
    to[COUNTS] = CLRI_OWN(buffers[COUNTS_AT]);
    to[TOTALS] = CLRI_OWN(buffers[TOTALS_AT]);
    to[BEGINS] = CLRI_OWN(buffers[BEGINS_AT]);
    to[MADE_KEYS] = CLRI_OWN(buffers[KEYS_AT + 1]);
    to[SORTED_KEYS] = CLRI_OWN(buffers[KEYS_AT + last]);
    to[SORTED_NUMBERS] = CLRI_OWN(buffers[NUMBERS_AT + last]);
    to[ELEMENTS] = CLRI_OWN(buffers[ELEMENTS_AT]);
    /* work-groups: for each chunk; an item for each key or element */
    to[BY_STRETCH] = CLRI_GROUPS(sort_groups(plan, stretches.count));
    to[FOR_KEYS] = CLRI_GROUPS(item_groups(plan, last_key + 1));
    to[FOR_ELEMENTS] = CLRI_GROUPS(item_groups(plan, job->count));
    to[FOR_ENTRIES] = CLRI_GROUPS(item_groups(plan, buffers[ELEMENTS_AT] ? job->count : 0));
    to[FOR_RESULTS] = CLRI_GROUPS(item_groups(plan, job->shape->count));
}

/* Sets what is a pass's own: the first reads labels, or keys made of them; later passes read the
 * keys of the pass before. */
static void set_pass_values(const clri_launch *launch, unsigned pass, clri_value to[VALUES])
{
    const clr_plan *plan = launch->plan;
    const clri_label_sort *choice = &plan->front.choice->sort;
    const clr_labels *labels = &launch->job->shape->labels;
    const cl_mem *buffers = plan->front.stage.buffers;
    const uint64_t last_key = clri_label_sort_last_key(choice, labels->count);
    const clri_label_digit digit = clri_label_sort_digit(last_key, pass);
    const bool takes_labels = pass == 0 && !clri_label_sort_takes_some(choice);
    const unsigned written = pass % 2, read = !written;

    to[KEYS_FROM] = CLRI_MEMORY(takes_labels ? labels->labels : buffers[KEYS_AT + read]);
    to[FIRST_KEY] = CLRI_ULONG(takes_labels ? labels->first : 0);
    to[KEY_WORDS] = CLRI_UINT(takes_labels ? words_of(labels->type) : 1);
    to[NUMBERS_FROM] = CLRI_OWN(pass > 0 ? buffers[NUMBERS_AT + read] : NULL);
    to[SHIFT] = CLRI_UINT(digit.shift);
    to[BITS] = CLRI_UINT(digit.bits);
    to[KEYS_TO] = CLRI_OWN(buffers[KEYS_AT + written]);
    to[NUMBERS_TO] = CLRI_OWN(buffers[NUMBERS_AT + written]);
    to[BY_DIGIT] = CLRI_GROUPS(sort_groups(plan, (size_t)1 << digit.bits));
}

/* ---- commands ---- */

static clr_status launch_sort_kernel(clri_launch *launch, enum kernel kernel,
                                     const clri_value values[VALUES])
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->front.stage, kernel, values);
}

static clr_status launch_pass(clri_launch *launch, const clri_value values[VALUES])
{
    CLRI_OR_RETURN(launch_sort_kernel(launch, COUNT_DIGITS, values));
    CLRI_OR_RETURN(launch_sort_kernel(launch, ADD_DIGITS, values));
    return launch_sort_kernel(launch, PLACE_LABELS, values);
}

clr_status clri_launch_sort(clri_launch *launch)
{
    const clri_label_sort *choice = &launch->plan->front.choice->sort;
    const uint64_t last_key = clri_label_sort_last_key(choice, launch->job->shape->labels.count);
    const bool takes_some = clri_label_sort_takes_some(choice);
    clri_value values[VALUES];

    set_sort_values(launch, values);
    if (takes_some)
        CLRI_OR_RETURN(launch_sort_kernel(launch, MAKE_KEYS, values));
    for (unsigned pass = 0; pass < clri_label_sort_passes(last_key); pass++) {
        set_pass_values(launch, pass, values);
        CLRI_OR_RETURN(launch_pass(launch, values));
    }
    CLRI_OR_RETURN(launch_sort_kernel(launch, FIND_LABELS, values));
    if (takes_some)
        CLRI_OR_RETURN(launch_sort_kernel(launch, SETTLE_LABELS, values));
    if (choice->keeps_axes)
        CLRI_OR_RETURN(launch_sort_kernel(launch, LIST_OFFSETS, values));
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

    set_sort_values(launch, values);
    values[INDICES].memory = indices->memory;
    values[PLACE].wide = indices->place;
    values[STEP].wide = indices->step;
    return launch_sort_kernel(
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

    set_sort_values(launch, values);
    set_pass_values(launch, 0, values);
    return clri_enqueue_each(&launch->commands, &launch->plan->front.stage, values);
}
