/* SPDX-License-Identifier: Apache-2.0 */
#include "shaped_sample.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a plan is run on ---- */

/* Most inputs are short; of scope few all are: Oclgrind takes some 350 KB for each row that a group
 * folds, and gives none of it back before the kernel's end. */
static size_t draw_most(uint64_t *seed)
{
    return below(seed, 4) || test_scope() == SCOPE_FEW ? 4000 : ELEMENTS_MOST;
}

/* Extents whose product is no more than that; sometimes 0, often 1. */
static void draw_extents(struct sample *sample, uint64_t *seed, size_t most)
{
    sample->axes.rank = (unsigned)below(seed, 5);
    if (below(seed, 8) == 0)
        sample->axes.rank = CLR_RANK_MOST;
    for (unsigned k = 0; k < sample->axes.rank; k++) {
        size_t extent = 1 + below(seed, below(seed, 3) ? 9 : 3000);

        if (below(seed, 40) == 0)
            extent = 0;
        if (extent > most)
            extent = most;
        sample->extents[k] = extent;
        most /= extent ? extent : 1;
    }
    sample->axes.reduced = (unsigned)below(seed, (size_t)1 << sample->axes.rank);
}

/* Steps of axes in any order of nesting, with gaps, some reversed, some 0; returns the elements
 * that they reach, and how far below the first. */
static size_t draw_steps(const struct sample *sample, uint64_t *seed, bool may_repeat,
                         unsigned axes, int64_t steps[CLR_RANK_MOST], size_t *under)
{
    unsigned order[CLR_RANK_MOST];
    size_t reached = 1;

    *under = 0;
    for (unsigned k = 0; k < sample->axes.rank; k++) {
        const unsigned at = (unsigned)below(seed, k + 1);

        order[k] = order[at];
        order[at] = k;
    }
    for (unsigned k = 0; k < sample->axes.rank; k++) {
        const unsigned axis = order[k];
        const size_t extent = (size_t)sample->extents[axis];
        size_t step = reached + (below(seed, 4) ? 0 : below(seed, 3));

        steps[axis] = 0;
        if (!(axes >> axis & 1) || extent == 0 || (may_repeat && below(seed, 12) == 0))
            continue;
        steps[axis] = (int64_t)step;
        reached += step * (extent - 1);
        if (below(seed, 4) == 0) {
            steps[axis] = -steps[axis];
            *under += step * (extent - 1);
        }
    }
    return reached;
}

static void draw_axes(struct sample *sample, uint64_t *seed)
{
    const size_t size = oracle_size(sample->type);
    const unsigned all = (1u << CLR_RANK_MOST) - 1;
    size_t under;

    draw_extents(sample, seed, draw_most(seed));
    sample->axes.size = sizeof sample->axes;
    sample->axes.extents = sample->extents;
    sample->is_row_major = below(seed, 3) == 0;
    sample->rows = 1;
    for (unsigned k = 0; k < sample->axes.rank; k++)
        if (!(sample->axes.reduced >> k & 1))
            sample->rows *= (size_t)sample->extents[k];
    for (size_t i = 0; i < sample->inputs; i++) {
        size_t step = 1;

        under = 0;
        if (sample->is_row_major) {
            for (unsigned k = sample->axes.rank; k-- > 0; step *= (size_t)sample->extents[k])
                sample->strides[i][k] = (int64_t)step;
            sample->room[i] = step;
        } else {
            sample->room[i] = draw_steps(sample, seed, true, all, sample->strides[i], &under);
            sample->axes.strides[i] = sample->strides[i];
        }
        sample->origin[i] = under + below(seed, 5);
        sample->room[i] += sample->origin[i] - under;
        for (unsigned k = 0; k < sample->axes.rank; k++)
            sample->strides[i][k] *= (int64_t)size;
    }
    sample->result_room = sample->rows;
    under = 0;
    if (below(seed, 3)) {
        size_t step = 1;

        for (unsigned k = sample->axes.rank; k-- > 0;)
            if (!(sample->axes.reduced >> k & 1)) {
                sample->result_strides[k] = (int64_t)step;
                step *= (size_t)sample->extents[k];
            }
    } else {
        sample->result_room = draw_steps(sample, seed, false, all & ~sample->axes.reduced,
                                         sample->result_strides, &under);
        sample->axes.result_strides = sample->result_strides;
    }
    sample->result_origin = GUARD + under;
}

static void draw_segments(struct sample *sample, uint64_t *seed)
{
    static const clr_type kinds[] = {CLR_TYPE_I32, CLR_TYPE_U32, CLR_TYPE_I64, CLR_TYPE_U64};
    const size_t count = below(seed, draw_most(seed));
    const size_t longest = 1 + below(seed, below(seed, 3) ? 12 : count + 1);

    sample->offsets = ONE_OF(seed, kinds);
    sample->has_ends = below(seed, 2);
    sample->rows = below(seed, 300);
    sample->begins = calloc(sample->rows + 1, sizeof *sample->begins);
    sample->ends = calloc(sample->rows + 1, sizeof *sample->ends);
    for (size_t k = 0; k <= sample->rows; k++) {
        const uint64_t last = k ? sample->begins[k - 1] : 0;

        sample->begins[k] = sample->has_ends ? below(seed, count + 1) : last + below(seed, longest);
        if (!sample->has_ends && sample->begins[k] > count)
            sample->begins[k] = count;
        if (below(seed, 50) == 0) /* beyond the input, or below the one before */
            sample->begins[k] = below(seed, 2 * count + 2);
        sample->ends[k] = sample->begins[k] + below(seed, longest);
    }
    if (!sample->has_ends)
        memcpy(sample->ends, sample->begins + 1, sample->rows * sizeof *sample->ends);
    for (size_t i = 0; i < sample->inputs; i++) {
        sample->origin[i] = below(seed, 5);
        sample->room[i] = sample->origin[i] + count;
    }
    sample->result_room = sample->rows;
    sample->result_origin = GUARD;
}

void sample_make(clr_shape shape, clr_type type, size_t inputs, uint64_t seed,
                 struct sample *sample)
{
    *sample = (struct sample){.shape = shape, .type = type, .inputs = inputs};
    if (sample->shape == CLR_SHAPE_AXES)
        draw_axes(sample, &seed);
    else
        draw_segments(sample, &seed);
    for (size_t i = 0; i < sample->inputs; i++) {
        const oracle_data kind = (oracle_data)below(&seed, ORACLE_DATA_COUNT);

        sample->elements[i] = malloc((sample->room[i] + 1) * oracle_size(sample->type));
        assert_non_null(sample->elements[i]);
        oracle_fill(kind, next_random(&seed), sample->type, sample->elements[i], sample->room[i]);
    }
}

void sample_destroy(struct sample *sample)
{
    for (size_t i = 0; i < sample->inputs; i++)
        free(sample->elements[i]);
    free(sample->begins);
    free(sample->ends);
}

/* ---- what belongs to a result, by the header's words ---- */

/* Indices of number `number` along those axes, the last one fastest. */
static void indices_of(const struct sample *sample, unsigned axes, size_t number,
                       size_t indices[CLR_RANK_MOST])
{
    for (unsigned k = sample->axes.rank; k-- > 0;)
        if (axes >> k & 1) {
            indices[k] = number % (size_t)sample->extents[k];
            number /= (size_t)sample->extents[k];
        }
}

static void find_row_of_axes(const struct sample *sample, size_t number, struct row *row)
{
    const size_t size = oracle_size(sample->type);
    size_t indices[CLR_RANK_MOST] = {0};

    row->count = 1;
    for (unsigned k = 0; k < sample->axes.rank; k++)
        if (sample->axes.reduced >> k & 1)
            row->count *= (size_t)sample->extents[k];
    indices_of(sample, ~sample->axes.reduced, number, indices);
    row->place = 0;
    for (unsigned k = 0; k < sample->axes.rank; k++)
        if (!(sample->axes.reduced >> k & 1))
            row->place += indices[k] * (size_t)sample->result_strides[k];
    for (size_t i = 0; i < sample->inputs; i++) {
        row->elements[i] = malloc((row->count + 1) * size);
        for (size_t e = 0; e < row->count; e++) {
            size_t at = sample->origin[i] * size;

            indices_of(sample, sample->axes.reduced, e, indices);
            for (unsigned k = 0; k < sample->axes.rank; k++)
                at += indices[k] * (size_t)sample->strides[i][k];
            memcpy(row->elements[i] + e * size, sample->elements[i] + at, size);
        }
    }
}

static void find_row_of_segments(const struct sample *sample, size_t number, struct row *row)
{
    const size_t size = oracle_size(sample->type);
    const size_t begin = (size_t)sample->begins[number], end = (size_t)sample->ends[number];
    const size_t count = sample->room[0] - sample->origin[0];

    row->place = number;
    row->count = begin < end ? end - begin : 0;
    row->status = row->count && end > count ? CLR_ERROR_ARGUMENT : CLR_OK;
    if (row->status != CLR_OK)
        row->count = 0;
    for (size_t i = 0; i < sample->inputs; i++) {
        row->elements[i] = malloc((row->count + 1) * size);
        if (row->count)
            memcpy(row->elements[i], sample->elements[i] + (sample->origin[i] + begin) * size,
                   row->count * size);
    }
}

void row_find(const struct sample *sample, size_t number, struct row *row)
{
    if (sample->shape == CLR_SHAPE_AXES)
        find_row_of_axes(sample, number, row);
    else
        find_row_of_segments(sample, number, row);
}
