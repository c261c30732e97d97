/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/shape_job.h"
#include "base/sized.h"
#include "choose/geometry.h"
#include "choose/label_grid.h"
#include "choose/row_grid.h"
#include "plan/index_list.h"
#include "plan/mask.h"

#include <inttypes.h>

/* Many results come at once, to arrays. */
static clr_status check_run(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    const clr_shape asked = clri_plan_shape(plan);
    const char *shape = clri_shape_name(asked);

    if (run->part != CLR_PART_WHOLE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a plan of shape %s takes its input as a whole: clr_run.part is %d", shape,
                         (int)run->part);
    if (run->output || run->host || !run->arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the results of a plan of shape %s go to clr_run.arrays, and to neither "
                         "output nor host",
                         shape);
    if (!run->axes != (asked != CLR_SHAPE_AXES) ||
        !run->segments != (asked != CLR_SHAPE_SEGMENTS) ||
        !run->labels != (asked != CLR_SHAPE_LABELS) || !run->runs != (asked != CLR_SHAPE_RUNS))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the plan's shape is %s: it takes clr_run.%s, and that alone", shape,
                         shape);
    return CLR_OK;
}

/* Of a list that all inputs' elements are found by: its strides are those of each. */
static clr_status share_strides(clr_axes *axes, clri_error *error)
{
    for (unsigned i = 1; i < CLR_INPUTS_MOST; i++) {
        if (axes->strides[i])
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_axes.strides[%u] is given, and inputs share a list of indices: "
                             "its strides are strides[0]",
                             i);
        axes->strides[i] = axes->strides[0];
    }
    return CLR_OK;
}

/* Those of a list or a mask are read as they are numbered; else a plan that has items has no order
 * of its own. */
static bool forgets_order(const clr_plan *plan)
{
    return plan->items.are_there && !plan->choice.input.index &&
           plan->choice.pass.mask == CLR_MASK_NONE && !clri_pass_minds_numbers(&plan->choice.pass);
}

static clr_status read_axes(const clr_plan *plan, const clr_run *run, clri_shape_job *shape,
                            clri_error *error)
{
    clr_axes axes;
    clr_mask mask;
    clr_status status = CLR_OK;

    CLRI_TRY(CLRI_SIZED_READ(clr_axes, &axes, run->axes, error));
    if (plan->choice.input.index)
        CLRI_TRY(share_strides(&axes, error));
    if (plan->choice.pass.mask == CLR_MASK_NONE) {
        CLRI_TRY(clri_rows_read(&axes, plan->choice.pass.inputs, clri_walked_size(plan),
                                &shape->rows, error));
    } else {
        CLRI_TRY(clri_mask_read(plan, run, &mask, error));
        CLRI_TRY(clri_rows_read_masked(&axes, plan->choice.pass.inputs, clri_walked_size(plan),
                                       mask.strides, &shape->rows, error));
    }
    if (forgets_order(plan))
        clri_rows_forget_order(&shape->rows, plan->choice.pass.inputs);
    shape->count = shape->rows.count;
    shape->longest = shape->rows.length;
cleanup:
    return status;
}

/* Integers of 32 or 64 bits are what says where elements belong. */
static clr_status check_numbers(clr_type type, const char *member, const char *what,
                                clri_error *error)
{
    if (!clri_number_is_index(type))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is %d: %s are i32, u32, i64 or u64", member,
                         (int)type, what);
    return CLR_OK;
}

static clr_status read_segments(const clr_run *run, uint64_t count, clri_shape_job *shape,
                                clri_error *error)
{
    clr_segments *segments = &shape->segments;
    clr_status status = CLR_OK;

    CLRI_TRY(CLRI_SIZED_READ(clr_segments, segments, run->segments, error));
    CLRI_TRY(check_numbers(segments->type, "clr_segments.type", "offsets", error));
    if (segments->count && !segments->begins)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_segments.begins is NULL, and there are %" PRIu64 " segments",
                         segments->count);
    shape->count = segments->count;
    shape->longest = count;
cleanup:
    return status;
}

/* `most` results, which the plan has memory for. */
static clr_status read_labels(const clr_run *run, uint64_t count, uint64_t most,
                              clri_shape_job *shape, clri_error *error)
{
    clr_labels *labels = &shape->labels;
    clr_status status = CLR_OK;

    CLRI_TRY(CLRI_SIZED_READ(clr_labels, labels, run->labels, error));
    CLRI_TRY(check_numbers(labels->type, "clr_labels.type", "labels", error));
    if (labels->count > most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_labels.count is %" PRIu64 ", and the plan has memory for %" PRIu64
                         " results: make it with more clr_plan_options.labels",
                         labels->count, most);
    shape->count = labels->count;
    shape->longest = count;
cleanup:
    return status;
}

static clr_status read_folded(const clr_plan *plan, const clr_run *run, uint64_t count,
                              clri_shape_job *shape, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(read_labels(run, count, plan->choice.labels.most, shape, error));
    if (count > CLRI_CELL_ELEMENTS_OF_RUN)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%" PRIu64 " elements are more than the 2^40 that sums by label have room "
                         "for",
                         count);
cleanup:
    return status;
}

/* The plan's own segments, of the elements as they are sorted. */
static clr_status read_sorted(const clr_plan *plan, const clr_run *run, uint64_t count,
                              clri_shape_job *shape, clri_error *error)
{
    const clri_label_sort *sort = &plan->sort.choice;
    clr_status status = CLR_OK;

    CLRI_TRY(read_labels(run, count, sort->most, shape, error));
    if (count > sort->elements)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the labels of %" PRIu64 " elements are to be sorted, and the plan has "
                         "memory for %" PRIu64
                         ": make it with more clr_plan_options.label_elements",
                         count, sort->elements);
    if (sort->index && run->inputs[0].count > UINT32_MAX)
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "the labels of a list's entries are to be sorted, and the list is of %" PRIu64
            " elements: it may name those of 2^32 - 1 at most",
            run->inputs[0].count);
    shape->segments = (clr_segments){
        .size = sizeof(clr_segments),
        .count = shape->count,
        .type = CLR_TYPE_U32,
        .begins = plan->sort.stage.buffers[CLRI_SORTED_BEGINS],
    };
cleanup:
    return status;
}

/* The plan's own segments, as many of them as it will have found by then. */
static clr_segments found_segments(const clr_plan *plan, uint64_t most, const clri_key_grid *grid)
{
    return (clr_segments){
        .size = sizeof(clr_segments),
        .count = most,
        .type = CLR_TYPE_U64,
        .begins = plan->keys.stage.buffers[CLRI_KEYS_BEGINS],
        .count_at = plan->keys.stage.buffers[CLRI_KEYS_COUNTS],
        .count_index = grid->stretches,
    };
}

static clr_status read_runs(const clr_plan *plan, const clr_run *run, uint64_t count,
                            clri_shape_job *shape, clri_error *error)
{
    const clri_key_grid grid = clri_key_runs_share(&plan->keys.choice, count);
    clr_runs *runs = &shape->runs;
    clr_status status = CLR_OK;

    CLRI_TRY(CLRI_SIZED_READ(clr_runs, runs, run->runs, error));
    if (runs->type < CLR_TYPE_I8 || runs->type > CLR_TYPE_U64)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_runs.type is %d: keys are integers, i8 to i64 or u8 to u64",
                         (int)runs->type);
    if (runs->most > plan->keys.choice.most)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_runs.most is %" PRIu64 ", and the plan has memory for %" PRIu64
                         " results: make it with more clr_plan_options.runs",
                         runs->most, plan->keys.choice.most);
    shape->segments = found_segments(plan, runs->most, &grid);
    shape->count = runs->most < count ? runs->most : count;
    shape->longest = count;
cleanup:
    return status;
}

clr_status clri_shape_job_read(const clr_plan *plan, const clr_run *run, uint64_t count,
                               clri_shape_job *shape, clri_error *error)
{
    clr_status status = CLR_OK;

    *shape = (clri_shape_job){0};
    CLRI_TRY(check_run(plan, run, error));
    if (plan->choice.carrier == CLRI_CARRIER_CELLS)
        return read_folded(plan, run, count, shape, error);
    if (plan->choice.carrier == CLRI_CARRIER_ROWS)
        CLRI_TRY(read_axes(plan, run, shape, error));
    else if (plan->keys.choice.are_there)
        CLRI_TRY(read_runs(plan, run, count, shape, error));
    else if (plan->sort.choice.is_there)
        CLRI_TRY(read_sorted(plan, run, count, shape, error));
    else
        CLRI_TRY(read_segments(run, count, shape, error));
    if (shape->longest > clri_longest_row(&plan->choice))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a result of up to %" PRIu64 " elements is more than the %" PRIu64
                         " that a plan of shape %s has room for at level exact, which goes by "
                         "elements that lie in the device's memory once: reduce it in parts, with "
                         "a plan of shape flat, or with larger clr_plan_options.group_size",
                         shape->longest, clri_longest_row(&plan->choice),
                         clri_shape_name(clri_plan_shape(plan)));
cleanup:
    return status;
}
