/* SPDX-License-Identifier: Apache-2.0 */
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sample samples[SAMPLES] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_F32}, {CLR_OPERATOR_SUM, CLR_TYPE_U64},
    {CLR_OPERATOR_MIN, CLR_TYPE_I8},  {CLR_OPERATOR_PROD, CLR_TYPE_F32},
    {CLR_OPERATOR_MAX, CLR_TYPE_U16}, {CLR_OPERATOR_MIN, CLR_TYPE_F32},
    {CLR_OPERATOR_MAX, CLR_TYPE_F64},
};

bool scope_pairs(size_t strategy, size_t sample)
{
    return test_scope() != SCOPE_SMALL || sample == 0 || (strategy + sample) % 3 == 0;
}

/* ---- plans ---- */

struct subject subject_make(const struct rig *rig, clr_operator op, clr_type type, clr_type result,
                            const clr_plan_options *options)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    struct subject made = {.rig = rig, .info = {.size = sizeof made.info}};
    char reason[1024];
    clr_status checked, status;

    reduction.result = result;
    checked = clr_plan_check(rig->device, &reduction, 1, options, reason, sizeof reason);
    status = clr_plan_create(rig->context, &reduction, options, &made.plan);
    if (status == CLR_ERROR_UNSUPPORTED || status == CLR_ERROR_ARGUMENT) {
        assert_null(made.plan);
        assert_int_equal(checked, status);
        assert_string_equal(reason, clr_context_error(rig->context)->message);
        assert_true(strlen(reason) > 20);
        snprintf(made.refusal, sizeof made.refusal, "%.199s", reason);
        return made;
    }
    assert_ok(rig, status);
    assert_int_equal(checked, CLR_OK);
    assert_int_equal(clr_plan_describe(made.plan, &made.info), CLR_OK);
    return made;
}

static double unit_of(const struct subject *s)
{
    return strcmp(s->info.accumulator, "f64") == 0 ? 0x1p-53 : 0x1p-45;
}

/* ---- data ---- */

struct field field_make(const struct rig *rig, clr_type type, oracle_data kind, uint64_t seed,
                        size_t count)
{
    struct field made = {.element = oracle_size(type)};

    made.size = (count + 2 * GUARD) * made.element;
    made.bytes = malloc(made.size);
    assert_non_null(made.bytes);
    memset(made.bytes, 0x7f, made.size); /* NaN or huge in every format */
    oracle_fill(kind, seed, type, made.bytes + GUARD * made.element, count);
    made.buffer = buffer_of(rig, made.bytes, made.size);
    return made;
}

void field_destroy(struct field *field)
{
    clReleaseMemObject(field->buffer);
    free(field->bytes);
}

oracle_data kind_for(clr_operator op, unsigned turn)
{
    static const oracle_data kinds[] = {ORACLE_UNIFORM, ORACLE_WIDE, ORACLE_SPECIAL, ORACLE_SMALL};

    if (op == CLR_OPERATOR_PROD && turn % 2 == 0)
        return ORACLE_NEAR_ONE;
    return kinds[turn % 4];
}

/* ---- judgement ---- */

void fail_case(const struct subject *s, uint64_t offset, uint64_t count, const char *why)
{
    fail_msg("%s: %s of %s as %s by %s, group %u, vector %u, loads %u, offset %u, count %u: %s",
             s->rig->device->name, clr_operator_name(s->info.op), clr_type_name(s->info.type),
             clr_type_name(s->info.result), s->info.strategy, (unsigned)s->info.group_size,
             (unsigned)s->info.vector_width, (unsigned)s->info.item_loads, (unsigned)offset,
             (unsigned)count, why);
}

void judge_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count,
                uint64_t depth, const void *result)
{
    const unsigned char *data = field->bytes + (GUARD + offset) * field->element;
    oracle_value truth;
    char why[256];

    oracle_reduce(s->info.op, s->info.type, data, count, &truth);
    if (!oracle_accepts(&truth, s->info.result, result, depth, unit_of(s), why, sizeof why))
        fail_case(s, offset, count, why);
    oracle_clear(&truth);
}

void check_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count)
{
    const clr_span span = {field->buffer, GUARD + offset, count};
    unsigned char result[RESULT_MAX] = {0};

    if (count == 0 && s->info.op >= CLR_OPERATOR_MIN) {
        assert_error(s->rig, CLR_ERROR_EMPTY,
                     clr_plan_enqueue_to_host(s->plan, s->rig->queue, span, result, 0, NULL, NULL),
                     "no elements");
        return;
    }
    run_plan(s->rig, s->plan, field->buffer, GUARD + offset, count, result);
    judge_case(s, field, offset, count, clr_plan_depth(s->plan, count), result);
}

size_t edge_counts(const struct subject *s, uint64_t *counts)
{
    const uint64_t vector = s->info.vector_width;
    const uint64_t group = vector * s->info.group_size;
    const uint64_t tile = group * s->info.item_loads;
    const uint64_t grid = tile * s->info.group_count;
    const uint64_t edges[] = {vector, group, tile, 2 * tile, grid, grid + tile};
    const uint64_t plain[] = {0, 1, 2, 3, 5, 7, 31, 127, 1009};
    const uint64_t most = test_scope() == SCOPE_SMALL ? 1100 : LARGEST - 8;
    size_t n = 0;

    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        counts[n++] = plain[i];
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (uint64_t count = edges[i] - 1; count <= edges[i] + 1; count++)
            if (count <= most)
                counts[n++] = count;
    counts[n++] = test_scope() == SCOPE_SMALL ? 1999 : 65521;
    return n;
}

void check_counts(const struct subject *s, oracle_data kind, uint64_t seed)
{
    struct field field = field_make(s->rig, s->info.type, kind, seed, LARGEST);
    uint64_t counts[64];
    const size_t n = edge_counts(s, counts);

    for (size_t i = 0; i < n; i++) {
        if (counts[i] < 2048 && test_scope() != SCOPE_SMALL)
            for (uint64_t offset = 0; offset <= 3; offset++)
                check_case(s, &field, offset, counts[i]);
        else
            check_case(s, &field, (seed + i) % 4, counts[i]);
    }
    field_destroy(&field);
}
