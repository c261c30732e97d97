/* SPDX-License-Identifier: Apache-2.0 */
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IGNORING(op_, type_)                                                                       \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_, .type = CLR_TYPE_##type_,         \
        .nan = CLR_NAN_IGNORE                                                                      \
    }
#define DETECTING(op_, type_)                                                                      \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_, .type = CLR_TYPE_##type_,         \
        .overflow = CLR_OVERFLOW_DETECT                                                            \
    }

const clr_reduction samples[SAMPLES] = {
    FAST_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
    CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_U64),
    CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64),
    DETECTING(SUM, I64),
    FAST_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32),
    DETECTING(PROD, U64),
    CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_I8),
    CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_U16),
    CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_F32),
    IGNORING(MAX, F64),
    CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_I32),
    CLR_REDUCTION(CLR_OPERATOR_ARGMIN, CLR_TYPE_F32),
    CLR_REDUCTION(CLR_OPERATOR_IAMAX, CLR_TYPE_I8),
    CLR_REDUCTION(CLR_OPERATOR_ANY, CLR_TYPE_F16),
    CLR_REDUCTION(CLR_OPERATOR_COUNT, CLR_TYPE_I16),
    CLR_REDUCTION(CLR_OPERATOR_XOR, CLR_TYPE_U32),
    FAST_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_BF16),
    FAST_REDUCTION(CLR_OPERATOR_NRM2, CLR_TYPE_F64),
    CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_U8),
    IGNORING(MEAN, F32),
    FAST_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_F32),
    FAST_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_I32),
    FAST_REDUCTION(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32),
};

bool scope_pairs(size_t strategy, size_t sample)
{
    const size_t turn = strategy + 2 * sample;

    if (test_scope() == SCOPE_FULL || sample == 0)
        return true;
    return turn % (test_scope() <= SCOPE_SMALL ? 17 : 5) == 0;
}

/* ---- plans ---- */

struct subject subject_make(const struct rig *rig, const clr_reduction *reduction,
                            const clr_plan_options *options)
{
    struct subject made = {.rig = rig,
                           .reduction = *reduction,
                           .info = {.size = sizeof made.info},
                           .result = {.size = sizeof made.result}};
    char reason[1024];
    const clr_status checked =
        clr_plan_check(rig->device, reduction, 1, options, reason, sizeof reason);
    const clr_status status = clr_plan_create(rig->context, reduction, 1, options, &made.plan);

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
    assert_int_equal(clr_plan_result(made.plan, 0, &made.result), CLR_OK);
    assert_in_range(made.info.result_size, 1, RECORD_MOST / 2);
    return made;
}

/* ---- data ---- */

static void fill_input(const struct subject *s, struct field *field, oracle_data kind,
                       uint64_t seed)
{
    const size_t count = field->size / field->element - 2 * (size_t)GUARD;
    unsigned char *bytes = malloc(field->size);

    assert_non_null(bytes);
    memset(bytes, 0x7f, field->size); /* NaN or huge in every format */
    kind = field->inputs ? oracle_data_of_second(kind) : kind;
    oracle_fill(kind, seed, s->reduction.type, bytes + GUARD * field->element, count);
    field->bytes[field->inputs] = bytes;
    field->buffers[field->inputs] = buffer_of(s->rig, bytes, field->size);
    field->inputs++;
}

struct field field_make(const struct subject *s, oracle_data kind, uint64_t seed, size_t count)
{
    struct field made = {.element = clr_type_size(s->reduction.type), .shift = 1 + seed % 7};

    made.size = (count + 2 * GUARD) * made.element;
    while (made.inputs < s->info.inputs)
        fill_input(s, &made, kind, seed + made.inputs);
    return made;
}

void field_destroy(struct field *field)
{
    for (size_t i = 0; i < field->inputs; i++) {
        clReleaseMemObject(field->buffers[i]);
        free(field->bytes[i]);
    }
}

uint64_t begin_of(const struct field *field, size_t input, uint64_t offset)
{
    return GUARD + offset - (input ? field->shift : 0);
}

oracle_data kind_for(clr_operator op, unsigned turn)
{
    static const oracle_data kinds[] = {
        ORACLE_UNIFORM, ORACLE_WIDE,    ORACLE_SPECIAL, ORACLE_SMALL,     ORACLE_TIES,
        ORACLE_OFFSET,  ORACLE_ONE_NAN, ORACLE_FLAGS,   ORACLE_SUBNORMAL, ORACLE_BRIM,
        ORACLE_SPANS,   ORACLE_DUST,    ORACLE_BALANCE, ORACLE_ROWS,      ORACLE_ROOTS};

    if (op == CLR_OPERATOR_PROD && turn % 3 != 0)
        return turn % 3 == 1 ? ORACLE_NEAR_ONE : ORACLE_FACTORS;
    return kinds[turn % (sizeof kinds / sizeof *kinds)];
}

/* ---- judgement ---- */

void fail_case(const struct subject *s, uint64_t offset, uint64_t count, const char *why)
{
    fail_msg("%s: %s of %s as %s%s%s by %s, group %u, vector %u, loads %u, offset %u, count %u: %s",
             s->rig->device->name, clr_operator_name(s->reduction.op),
             clr_type_name(s->reduction.type), clr_type_name(s->result.type),
             s->reduction.nan ? " without NaNs" : "", s->reduction.overflow ? ", detecting" : "",
             s->info.strategy, (unsigned)s->info.group_size, (unsigned)s->info.vector_width,
             (unsigned)s->info.item_loads, (unsigned)offset, (unsigned)count, why);
}

clr_status run_case(const struct subject *s, const struct field *field, uint64_t offset,
                    uint64_t count, clr_part part, void *record)
{
    clr_run run = {.size = sizeof run, .queue = s->rig->queue, .part = part, .host = record};
    clr_status status;

    for (size_t i = 0; i < field->inputs; i++)
        run.inputs[i] = (clr_span){field->buffers[i], begin_of(field, i, offset), count};
    status = clr_plan_run(s->plan, &run);
    if (status != CLR_ERROR_EMPTY)
        assert_ok(s->rig, status);
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    return status;
}

/* What the record says, for the oracle. */
static oracle_answer answer_of(const clr_result *result, uint64_t depth, clr_status status,
                               const unsigned char *record)
{
    oracle_answer answer = {.type = result->type,
                            .value = record + result->offset,
                            .status = status,
                            .depth = depth,
                            .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
                            .accumulator = result->accumulator};
    cl_int said = CLR_OK;

    if (result->second_offset != CLR_UNKNOWN)
        answer.second = record + result->second_offset;
    if (result->index_offset != CLR_UNKNOWN)
        memcpy(&answer.index, record + result->index_offset, sizeof answer.index);
    if (result->status_offset != CLR_UNKNOWN)
        memcpy(&said, record + result->status_offset, sizeof said);
    if (status == CLR_OK)
        answer.status = (clr_status)said;
    return answer;
}

static oracle_value truth_of(const clr_reduction *reduction, clr_nan nan, const void *const data[2],
                             uint64_t count)
{
    const oracle_question question = {.op = reduction->op,
                                      .type = reduction->type,
                                      .nan = nan,
                                      .overflow = reduction->overflow,
                                      .ddof = reduction->ddof};
    const void *const y = oracle_takes_pairs(reduction->op) ? data[1] : NULL;
    oracle_value truth;

    oracle_reduce(&question, data[0], y, count, &truth);
    return truth;
}

bool accepts_record(const clr_reduction *reduction, const clr_result *result,
                    const void *const data[2], uint64_t count, uint64_t depth, clr_status status,
                    const void *record, char *why, size_t why_size)
{
    const oracle_answer answer = answer_of(result, depth, status, record);
    oracle_value truth = truth_of(reduction, reduction->nan, data, count);
    const bool accepted = oracle_accepts(&truth, &answer, why, why_size);

    oracle_clear(&truth);
    return accepted;
}

void find_data(const struct field *field, uint64_t offset, const void *data[2])
{
    for (size_t i = 0; i < field->inputs; i++)
        data[i] = field->bytes[i] + begin_of(field, i, offset) * field->element;
}

void judge_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count,
                uint64_t depth, clr_status status, const void *record)
{
    const void *data[2] = {NULL, NULL};
    char why[256];

    find_data(field, offset, data);
    if (!accepts_record(&s->reduction, &s->result, data, count, depth, status, record, why,
                        sizeof why))
        fail_case(s, offset, count, why);
}

/* Whether so few elements have no result whatever they are, which a run says by itself. */
static bool is_too_few(const struct subject *s, const struct field *field, uint64_t count)
{
    const void *data[2] = {NULL, NULL};
    oracle_value truth;
    bool empty;

    if (count > s->reduction.ddof)
        return false;
    find_data(field, 0, data);
    truth = truth_of(&s->reduction, CLR_NAN_PROPAGATE, data, count);
    empty = truth.empty;
    oracle_clear(&truth);
    return empty;
}

void check_case(const struct subject *s, const struct field *field, uint64_t offset, uint64_t count)
{
    const size_t size = (size_t)s->info.result_size;
    unsigned char record[RECORD_MOST], marks[RECORD_MOST];
    clr_status status;

    memset(record, 0xa5, sizeof record);
    memset(marks, 0xa5, sizeof marks);
    status = run_case(s, field, offset, count, CLR_PART_WHOLE, record);
    if ((status == CLR_ERROR_EMPTY) != is_too_few(s, field, count))
        fail_case(s, offset, count, clr_status_name(status));
    if (memcmp(record + size, marks, sizeof record - size) != 0)
        fail_case(s, offset, count, "something was written after the record");
    if (status != CLR_OK && memcmp(record, marks, size) != 0)
        fail_case(s, offset, count, "a result was written all the same");
    judge_case(s, field, offset, count, clr_plan_depth(s->plan, count), status, record);
}

size_t edge_counts(const struct subject *s, uint64_t *counts)
{
    const uint64_t vector = s->info.vector_width;
    const uint64_t group = vector * s->info.group_size;
    const uint64_t tile = group * s->info.item_loads;
    const uint64_t grid = tile * s->info.group_count;
    const uint64_t edges[] = {vector, group, tile, 2 * tile, grid, grid + tile};
    const uint64_t plain[] = {0, 1, 2, 3, 5, 7, 31, 127, 1009};
    const uint64_t most = test_scope() <= SCOPE_SMALL ? 1100 : LARGEST - 8;
    size_t n = 0;

    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        counts[n++] = plain[i];
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (uint64_t count = edges[i] - 1; count <= edges[i] + 1; count++)
            if (count <= most)
                counts[n++] = count;
    counts[n++] = test_scope() <= SCOPE_SMALL ? 1999 : 65521;
    return n;
}

void check_counts(const struct subject *s, oracle_data kind, uint64_t seed)
{
    struct field field = field_make(s, kind, seed, LARGEST);
    uint64_t counts[64];
    const size_t n = edge_counts(s, counts);

    for (size_t i = 0; i < n; i++) {
        if (counts[i] < 2048 && test_scope() > SCOPE_SMALL)
            for (uint64_t offset = 0; offset <= 3; offset++)
                check_case(s, &field, offset, counts[i]);
        else
            check_case(s, &field, (seed + i) % 4, counts[i]);
    }
    field_destroy(&field);
}

void check_kinds(const struct subject *s, uint64_t seed)
{
    static const uint64_t counts[] = {1, 6, 70, 1003};
    const size_t most = test_scope() <= SCOPE_SMALL ? 3 : 4;
    const uint64_t places = oracle_is_float(s->reduction.type) && most == 4 ? 67 : 1;

    for (int kind = 0; kind < ORACLE_DATA_COUNT; kind++) {
        struct field field;

        if (test_scope() <= SCOPE_SMALL && ((uint64_t)kind + seed) % 5 != 0)
            continue; /* simulators are slow: another plan meets the others */
        field = field_make(s, (oracle_data)kind, seed, 1024);
        for (size_t i = 0; i < most; i++)
            check_case(s, &field, (seed + i) % 4, counts[i]);
        field_destroy(&field);
    }
    for (uint64_t place = 0; place < places; place++) {
        struct field field = field_make(s, ORACLE_ONE_NAN, place, 67);

        check_case(s, &field, 0, 67);
        field_destroy(&field);
    }
}
