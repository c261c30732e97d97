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

static void bind_unsorted(clri_arguments *arguments, const clri_launch *launch,
                          const struct pass *pass)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const clri_shape_job *shape = launch->job->shape;
    const clr_labels *labels = &shape->labels;
    const clri_number *number = clri_number_of(labels->type ? labels->type : CLR_TYPE_U32);
    const unsigned before = (pass->number + 1) % 2;
    const bool is_first = pass->number == 0;

    clri_bind_memory(arguments, is_first ? labels->labels : sort->keys[before]);
    clri_bind_ulong(arguments, is_first ? labels->first : 0);
    clri_bind_memory(arguments, is_first ? NULL : sort->numbers[before]);
    clri_bind_uint(arguments, is_first ? (cl_uint)(number->size / sizeof(cl_uint)) : 1);
    clri_bind_uint(arguments, (cl_uint)shape->count);
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
static unsigned last_of(uint64_t results)
{
    return (clri_label_sort_passes(results) - 1) % 2;
}

clr_index clri_sorted_list(const clr_plan *plan, uint64_t results, uint64_t count)
{
    return (clr_index){
        .size = sizeof(clr_index), .indices = plan->sort.numbers[last_of(results)], .count = count};
}

static clr_status find_labels(clri_launch *launch)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const clri_shape_job *shape = launch->job->shape;
    clri_arguments arguments = {.kernel = sort->find, .error = launch->error};

    clri_bind_memory(&arguments, sort->keys[last_of(shape->count)]);
    clri_bind_uint(&arguments, (cl_uint)launch->job->count);
    clri_bind_uint(&arguments, (cl_uint)shape->count);
    clri_bind_memory(&arguments, sort->begins);
    clri_bind_memory(&arguments, shape->labels.outside);
    if (arguments.status != CLR_OK)
        return arguments.status;
    return clri_enqueue_kernel(launch, sort->find, groups_for(launch, shape->count + 1),
                               sort->choice.group_size);
}

clr_status clri_launch_sort(clri_launch *launch)
{
    const uint64_t results = launch->job->shape->count;
    const unsigned passes = clri_label_sort_passes(results);
    struct pass pass = {.stretches =
                            clri_label_sort_share(&launch->plan->sort.choice, launch->job->count)};
    clr_status status = CLR_OK;

    for (; pass.number < passes; pass.number++) {
        pass.digit = clri_label_sort_digit(results, pass.number);
        CLRI_TRY(count_digits(launch, &pass));
        CLRI_TRY(add_digits(launch, &pass));
        CLRI_TRY(place_labels(launch, &pass));
    }
    CLRI_TRY(find_labels(launch));
cleanup:
    return status;
}

static clr_status name_elements(clri_launch *launch, cl_mem indices)
{
    const clri_plan_sort *sort = &launch->plan->sort;
    const uint64_t results = launch->job->shape->count;
    clri_arguments arguments = {.kernel = sort->name, .error = launch->error};

    clri_bind_memory(&arguments, sort->numbers[last_of(results)]);
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
