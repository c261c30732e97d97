/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Few columns that lie in one piece, dealt out to more that are whole vectors, in slices: against
 * the oracle, of every number of columns up to nine and some more, of lengths that leave every
 * rest, short ones and such as have several slices; of inputs side by side, and of several results.
 */
#include "choose/slice_grid.h"
#include "oracle.h"
#include "own_design.h"
#include "shape/made.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPS_MOST = 3, INPUTS = 2, COLUMNS_MOST = 33, LENGTH_MOST = 1200, FIRST_MOST = 3, WHY = 400 };

struct subject {
    const struct rig *rig;
    clr_plan *plan;
    clr_type type;
    size_t count;
    clr_reduction reductions[OPS_MOST];
    clr_result results[OPS_MOST];
};

/* Elements of both inputs, of `columns` columns, each from its own first element on. */
struct sample {
    size_t columns, length;
    size_t first[INPUTS];
    const unsigned char *elements[INPUTS];
    cl_mem buffers[INPUTS];
};

/* ---- plans ---- */

static void subject_make(struct subject *subject, const struct rig *rig)
{
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};

    subject->rig = rig;
    assert_ok(rig, clr_plan_create(rig->context, subject->reductions, subject->count, &options,
                                   &subject->plan));
    for (size_t i = 0; i < subject->count; i++) {
        subject->results[i].size = sizeof *subject->results;
        assert_int_equal(clr_plan_result(subject->plan, i, &subject->results[i]), CLR_OK);
    }
}

/* Slices of whatever there is, about so many. */
static void cut_into(const struct subject *subject, uint32_t groups)
{
    clri_choice *choice = &own_design(subject->plan)->items;

    choice->slices.column_items = (uint64_t)groups * choice->sizes.group;
    choice->slices.uncut_items = choice->items.fewest_rows = choice->items.fewest_columns =
        UINT64_MAX;
    choice->slices.least = 0;
}

/* ---- runs ---- */

static size_t dealt, whole, with_rest, most_slices;

static bool is_dealt(const struct subject *subject, const clr_axes *axes)
{
    const clri_choice *items = subject->plan->items.choice;
    clri_slice_grid grid;
    clri_rows rows;

    assert_int_equal(
        clri_axes_read(axes, INPUTS, (size_t)clr_type_size(subject->type), NULL, &rows, NULL),
        CLR_OK);
    if (clri_way_with_slices(items, subject->plan->choice, &rows) != CLRI_WAY_SLICES)
        return false;
    grid = clri_slices_share(items, &rows);
    with_rest += grid.dealt > 1 && grid.rest;
    if (grid.dealt > 1 && grid.slices > most_slices)
        most_slices = grid.slices;
    return grid.dealt > 1;
}

static void judge(const struct subject *subject, const struct sample *sample, size_t column,
                  size_t op, const unsigned char *value, const unsigned char *second,
                  const cl_int *status)
{
    const size_t size = (size_t)clr_type_size(subject->type);
    const clr_reduction *asked = &subject->reductions[op];
    const clr_result *result = &subject->results[op];
    const oracle_question question = {.op = asked->op, .type = asked->type};
    const oracle_answer answer = {
        .type = result->type,
        .value = value + column * result->value_size,
        .second = second + column * result->value_size,
        .status = status[column],
        .depth = clr_plan_depth(subject->plan, sample->length),
        .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
        .accumulator = result->accumulator,
    };
    static unsigned char its[INPUTS][LENGTH_MOST * sizeof(double)];
    oracle_value expected;
    char why[WHY] = "";

    for (size_t k = 0; k < INPUTS; k++)
        for (size_t i = 0; i < sample->length; i++)
            memcpy(its[k] + i * size,
                   sample->elements[k] + (sample->first[k] + i * sample->columns + column) * size,
                   size);
    oracle_reduce(&question, its[0], oracle_takes_pairs(asked->op) ? its[1] : NULL, sample->length,
                  &expected);
    if (!oracle_accepts(&expected, &answer, why, sizeof why))
        fail_msg("%s of %s, column %zu of %zu, %zu elements, from %zu on: %s",
                 clr_operator_name(asked->op), clr_type_name(asked->type), column, sample->columns,
                 sample->length, sample->first[0], why);
    oracle_clear(&expected);
}

static void try_one(const struct subject *subject, const struct sample *sample)
{
    const struct rig *rig = subject->rig;
    const uint64_t extents[] = {sample->length, sample->columns};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1, .extents = extents};
    const uint64_t room = (COLUMNS_MOST + 1) * sizeof(double);
    clr_arrays arrays[OPS_MOST];
    clr_run run = {.size = sizeof run,
                   .queue = rig->queue,
                   .arrays = arrays,
                   .array_count = (uint32_t)subject->count,
                   .axes = &axes};

    for (size_t i = 0; i < subject->count; i++) {
        arrays[i] = (clr_arrays){.size = sizeof *arrays,
                                 .value = buffer_untouched(rig, room),
                                 .status = buffer_untouched(rig, room)};
        if (subject->results[i].second_offset != CLR_UNKNOWN)
            arrays[i].second = buffer_untouched(rig, room);
    }
    for (size_t k = 0; k < INPUTS; k++)
        if (k == 0 || oracle_takes_pairs(subject->reductions[0].op))
            run.inputs[k] =
                (clr_span){sample->buffers[k], sample->first[k], sample->length * sample->columns};
    assert_ok(rig, clr_plan_run(subject->plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    if (is_dealt(subject, &axes))
        dealt++;
    else
        whole++;
    for (size_t i = 0; i < subject->count; i++) {
        unsigned char *value = buffer_take(rig, arrays[i].value, room);
        unsigned char *second = buffer_take(rig, arrays[i].second, room);
        cl_int *status = buffer_take(rig, arrays[i].status, room);

        for (size_t column = 0; column < sample->columns; column++)
            judge(subject, sample, column, i, value, second ? second : value, status);
        assert_int_equal(value[sample->columns * subject->results[i].value_size], UNTOUCHED);
        free(value);
        free(second);
        free(status);
    }
}

/* ---- tests ---- */

static void try_lengths(const struct subject *subject, struct sample *sample, size_t shortest)
{
    static const uint32_t groups[] = {1, 3, 16, 100};
    const size_t width = subject->plan->items.choice->sizes.vector_width;
    size_t turn = sample->columns + shortest;

    for (size_t rest = 0; rest < width; rest++, turn++) {
        sample->length = shortest + rest;
        sample->first[0] = turn % 2 ? 0 : 1 + turn % FIRST_MOST;
        sample->first[1] = turn % 3 ? 0 : 2;
        cut_into(subject, groups[turn % COUNT(groups)]);
        try_one(subject, sample);
    }
}

static void try_data(const struct subject *subject, oracle_data kind)
{
    static const size_t columns[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 31, 33};
    static const size_t shortest[] = {1, 8, 33, 700};
    const size_t elements = COLUMNS_MOST * LENGTH_MOST + FIRST_MOST;
    const size_t size = (size_t)clr_type_size(subject->type);
    const oracle_data kinds[INPUTS] = {kind, oracle_data_of_second(kind)};
    unsigned char *bytes[INPUTS];
    struct sample sample;

    for (size_t k = 0; k < INPUTS; k++) {
        bytes[k] = malloc(elements * size);
        assert_non_null(bytes[k]);
        oracle_fill(kinds[k], 5 + k, subject->type, bytes[k], elements);
        sample.elements[k] = bytes[k];
        sample.buffers[k] = buffer_of(subject->rig, bytes[k], elements * size);
    }
    for (size_t c = 0; c < COUNT(columns); c++)
        for (size_t n = 0; n < COUNT(shortest); n++) {
            sample.columns = columns[c];
            try_lengths(subject, &sample, shortest[n]);
        }
    for (size_t k = 0; k < INPUTS; k++) {
        clReleaseMemObject(sample.buffers[k]);
        free(bytes[k]);
    }
}

TEST(few_columns_are_as_the_oracle_has_them)
{
    static const struct {
        clr_operator ops[OPS_MOST];
        size_t count;
        clr_type type;
        clr_accuracy accuracy;
        scope from;
    } rows[] = {
        {{CLR_OPERATOR_DOT}, 1, CLR_TYPE_F32, CLR_ACCURACY_FAST, SCOPE_FEW},
        {{CLR_OPERATOR_SUM, CLR_OPERATOR_MINMAX}, 2, CLR_TYPE_I8, CLR_ACCURACY_DEFAULT, SCOPE_FEW},
        {{CLR_OPERATOR_SUM}, 1, CLR_TYPE_F32, CLR_ACCURACY_EXACT, SCOPE_FEW},
        {{CLR_OPERATOR_SUM, CLR_OPERATOR_MAX}, 2, CLR_TYPE_F64, CLR_ACCURACY_FAST, SCOPE_SMALL},
        {{CLR_OPERATOR_MEAN}, 1, CLR_TYPE_F16, CLR_ACCURACY_EXACT, SCOPE_SMALL},
        {{CLR_OPERATOR_DOT}, 1, CLR_TYPE_F32, CLR_ACCURACY_EXACT, SCOPE_COVER},
        {{CLR_OPERATOR_VAR, CLR_OPERATOR_SUM}, 2, CLR_TYPE_F32, CLR_ACCURACY_FAST, SCOPE_COVER},
        {{CLR_OPERATOR_SUM, CLR_OPERATOR_XOR, CLR_OPERATOR_PROD},
         3,
         CLR_TYPE_I32,
         CLR_ACCURACY_DEFAULT,
         SCOPE_COVER},
        {{CLR_OPERATOR_SUM}, 1, CLR_TYPE_F64, CLR_ACCURACY_EXACT, SCOPE_COVER},
        {{CLR_OPERATOR_NRM2}, 1, CLR_TYPE_BF16, CLR_ACCURACY_EXACT, SCOPE_COVER},
        {{CLR_OPERATOR_LOGSUMEXP}, 1, CLR_TYPE_F32, CLR_ACCURACY_FAST, SCOPE_COVER},
    };
    static const oracle_data kinds[] = {ORACLE_UNIFORM, ORACLE_WIDE, ORACLE_SPECIAL, ORACLE_ZEROS};

    for (size_t d = 0; d < rig_count(); d++)
        for (size_t k = 0; k < COUNT(rows); k++) {
            struct subject subject = {.type = rows[k].type, .count = rows[k].count};
            const size_t before = dealt;

            if (test_scope() < rows[k].from) /* kernels take long to compile */
                continue;
            for (size_t i = 0; i < rows[k].count; i++) {
                subject.reductions[i] = (clr_reduction)CLR_REDUCTION(rows[k].ops[i], rows[k].type);
                subject.reductions[i].accuracy = rows[k].accuracy;
            }
            subject_make(&subject, rig_at(d));
            for (size_t i = 0; i < COUNT(kinds) && subject.plan->items.beside.program; i++)
                if (oracle_is_float(rows[k].type) || i < 2)
                    try_data(&subject, kinds[i]);
            assert_true(!subject.plan->items.beside.program || dealt > before ||
                        subject.plan->items.choice->sizes.vector_width == 1);
            clr_plan_destroy(subject.plan);
        }
    printf(
        "%zu runs of columns that were dealt out, %zu with a rest, in %zu slices at most; %zu of "
        "others\n",
        dealt, with_rest, most_slices, whole);
}
