/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launch_sort.h"
#include "plan/arguments.h"
#include "plan/arrays.h"

enum { GROUPS_MOST = 1024 /* that have labels in turn */ };

/* A pass, and what it finds: the caller's labels, or what the one before has left. */
struct pass {
    unsigned number;
    clri_label_stretches stretches;
    clri_label_digit digit;
};

/* Of integers of 32 or 64 bits; there may be none of them. */
static cl_uint words_of(clr_type type)
{
    return type ? (cl_uint)(clr_type_size(type) / sizeof(cl_uint)) : 1;
}

/* The caller's list, if there is one. */
static void bind_list(clri_arguments *arguments, const clri_launch *launch)
{
    const clr_index *index = &launch->job->index;

    clri_bind_memory(arguments, index->indices);
    clri_bind_ulong(arguments, index->first);
    clri_bind_uint(arguments, words_of(launch->plan->asked.index));
}

/* What the first pass finds: labels, or keys that have been made of them. */
static void bind_first(clri_arguments *arguments, const clri_launch *launch)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const clr_labels *labels = &launch->job->shape->labels;

    clri_bind_memory(arguments, sort->make ? sort->keys[1] : labels->labels);
    clri_bind_ulong(arguments, sort->make ? 0 : labels->first);
    clri_bind_memory(arguments, NULL);
    clri_bind_uint(arguments, sort->make ? 1 : words_of(labels->type));
}

static void bind_unsorted(clri_arguments *arguments, const clri_launch *launch,
                          const struct pass *pass)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const uint64_t results = launch->job->shape->count;
    const unsigned before = (pass->number + 1) % 2;

    if (pass->number == 0) {
        bind_first(arguments, launch);
    } else {
        clri_bind_memory(arguments, sort->keys[before]);
        clri_bind_ulong(arguments, 0);
        clri_bind_memory(arguments, sort->numbers[before]);
        clri_bind_uint(arguments, 1);
    }
    clri_bind_uint(arguments, (cl_uint)clri_label_sort_last_key(&sort->choice, results));
    clri_bind_uint(arguments, (cl_uint)launch->job->count);
    clri_bind_uint(arguments, pass->stretches.length);
    clri_bind_uint(arguments, pass->digit.shift);
    clri_bind_uint(arguments, pass->digit.bits);
}

static clr_status count_digits(clri_launch *launch, const struct pass *pass)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    clri_arguments arguments = {.kernel = sort->count, .error = launch->error};

    bind_unsorted(&arguments, launch, pass);
    clri_bind_memory(&arguments, sort->counts);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->count, pass->stretches.count, sort->choice.group_size);
}

static clr_status add_digits(clri_launch *launch, const struct pass *pass)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    clri_arguments arguments = {.kernel = sort->add, .error = launch->error};

    clri_bind_memory(&arguments, sort->counts);
    clri_bind_uint(&arguments, pass->stretches.count);
    clri_bind_memory(&arguments, sort->totals);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->add, (size_t)1 << pass->digit.bits,
                               sort->choice.group_size);
}

static clr_status place_labels(clri_launch *launch, const struct pass *pass)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    clri_arguments arguments = {.kernel = sort->place, .error = launch->error};

    bind_unsorted(&arguments, launch, pass);
    clri_bind_memory(&arguments, sort->counts);
    clri_bind_memory(&arguments, sort->totals);
    clri_bind_memory(&arguments, sort->keys[pass->number % 2]);
    clri_bind_memory(&arguments, sort->numbers[pass->number % 2]);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->place, pass->stretches.count, sort->choice.group_size);
}

/* Groups enough for an item each, or as many as are worth it. */
static size_t groups_for(const clri_launch *launch, uint64_t items)
{
    const uint64_t groups = items / launch->plan->sort.choice.group_size + 1;

    return groups < GROUPS_MOST ? (size_t)groups : GROUPS_MOST;
}

/* Which of the two lists the last pass leaves. */
static unsigned last_of(const clr_plan *plan, uint64_t results)
{
    return (clri_label_sort_passes(clri_label_sort_last_key(&plan->sort.choice, results)) - 1) % 2;
}

cl_mem clri_sorted_numbers(const clr_plan *plan, uint64_t results)
{
    return plan->sort.numbers[last_of(plan, results)];
}

clr_index clri_sorted_list(const clr_plan *plan, uint64_t results, uint64_t count)
{
    const cl_mem elements = plan->sort.elements;

    return (clr_index){.size = sizeof(clr_index),
                       .indices = elements ? elements : clri_sorted_numbers(plan, results),
                       .count = count};
}

static clr_status find_labels(clri_launch *launch)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const clri_shape_job *shape = launch->job->shape;
    clri_arguments arguments = {.kernel = sort->find, .error = launch->error};

    const uint64_t last_key = clri_label_sort_last_key(&sort->choice, shape->count);

    clri_bind_memory(&arguments, sort->keys[last_of(launch->plan, shape->count)]);
    clri_bind_uint(&arguments, (cl_uint)launch->job->count);
    clri_bind_uint(&arguments, (cl_uint)last_key);
    clri_bind_memory(&arguments, sort->begins);
    clri_bind_memory(&arguments, sort->settle ? NULL : shape->labels.outside);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->find, groups_for(launch, last_key + 1),
                               sort->choice.group_size);
}

/* Where not all elements count: by which keys they are sorted. */
static clr_status make_keys(clri_launch *launch)
{
    const clr_plan *plan = launch->plan;
    const clri_plan_sort *sort = &plan->sort;
    const clri_job *job = launch->job;
    const clr_labels *labels = &job->shape->labels;
    clri_arguments arguments = {.kernel = sort->make, .error = launch->error};

    clri_bind_memory(&arguments, labels->labels);
    clri_bind_ulong(&arguments, labels->first);
    clri_bind_uint(&arguments, words_of(labels->type));
    clri_bind_uint(&arguments, (cl_uint)job->shape->count);
    clri_bind_uint(&arguments, (cl_uint)job->count);
    clri_bind_memory(&arguments, job->mask.mask);
    clri_bind_ulong(&arguments, job->mask.first);
    bind_list(&arguments, launch);
    clri_bind_ulong(&arguments, plan->asked.is_inside ? UINT64_MAX : job->run->inputs[0].count);
    clri_bind_memory(&arguments, job->run->count_at);
    clri_bind_ulong(&arguments, job->run->count_index);
    clri_bind_memory(&arguments, sort->keys[1]);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->make, groups_for(launch, job->count),
                               sort->choice.group_size);
}

/* Likewise: how many are left over, and what the list's entries name. */
static clr_status settle_labels(clri_launch *launch)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const clri_job *job = launch->job;
    const uint64_t entries = sort->elements ? job->count : 0;
    clri_arguments arguments = {.kernel = sort->settle, .error = launch->error};

    clri_bind_memory(&arguments, clri_sorted_numbers(launch->plan, job->shape->count));
    clri_bind_memory(&arguments, sort->begins);
    clri_bind_uint(&arguments, (cl_uint)job->shape->count);
    clri_bind_uint(&arguments, (cl_uint)job->count);
    clri_bind_memory(&arguments, job->shape->labels.outside);
    bind_list(&arguments, launch);
    clri_bind_memory(&arguments, sort->elements);
    clri_bind_memory(&arguments, job->index.outside);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->settle, groups_for(launch, entries),
                               sort->choice.group_size);
}

clr_status clri_launch_sort(clri_launch *launch)
{
    const uint64_t results = launch->job->shape->count;
    const uint64_t last_key = clri_label_sort_last_key(&launch->plan->sort.choice, results);
    const unsigned passes = clri_label_sort_passes(last_key);
    struct pass pass = {.stretches =
                            clri_label_sort_share(&launch->plan->sort.choice, launch->job->count)};
    clr_status status = CLR_OK;

    if (launch->plan->sort.make)
        CLRI_TRY(make_keys(launch));
    for (; pass.number < passes; pass.number++) {
        pass.digit = clri_label_sort_digit(last_key, pass.number);
        CLRI_TRY(count_digits(launch, &pass));
        CLRI_TRY(add_digits(launch, &pass));
        CLRI_TRY(place_labels(launch, &pass));
    }
    CLRI_TRY(find_labels(launch));
    if (launch->plan->sort.settle)
        CLRI_TRY(settle_labels(launch));
cleanup:
    return status;
}

static clr_status name_elements(clri_launch *launch, cl_mem indices)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const uint64_t results = launch->job->shape->count;
    clri_arguments arguments = {.kernel = sort->name, .error = launch->error};

    clri_bind_memory(&arguments, clri_sorted_numbers(launch->plan, results));
    clri_bind_memory(&arguments, sort->begins);
    clri_bind_uint(&arguments, (cl_uint)results);
    clri_bind_memory(&arguments, indices);
    clri_bind_ulong(&arguments, launch->job->run->output_index);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->name, groups_for(launch, results),
                               sort->choice.group_size);
}

clr_status clri_launch_names(clri_launch *launch)
{
    const clri_job *job = launch->job;
    clr_status status = CLR_OK;

    for (size_t i = 0; i < launch->plan->choice.pass.outcome_count; i++)
        if (job->arrays[i].index)
            CLRI_TRY(name_elements(launch, job->arrays[i].index));
cleanup:
    return status;
}

clr_status clri_launch_sort_each(clri_launch *launch)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_launch_sort(launch));
    CLRI_TRY(name_elements(launch, NULL));
cleanup:
    return status;
}
