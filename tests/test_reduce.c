/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operator, element type and strategy on every device: against the oracle, and by laws that
 * need none. The products end with run + skipped = all, so that a new row cannot hide.
 */
#include "oracle.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GUARD = 64,        /* elements before and after the data, which must not count */
    LARGEST = 1 << 18, /* elements of one case */
    RESULT_MAX = 8
};

static const uint64_t group_sizes[] = {0, 1, 2, 3, 8, 32, 64, 100, 256, 1024};

/* ---- one case ---- */

/* A plan with what a case needs to know of it. */
struct subject {
    const struct rig *rig;
    clr_plan *plan;
    clr_plan_info info;
};

/* NULL in `plan` if the device cannot have it; then the message has been checked. */
static struct subject subject_make(const struct rig *rig, clr_operator op, clr_type type,
                                   clr_type result, const clr_plan_options *options)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    struct subject made = {rig, NULL, {.size = sizeof made.info}};
    clr_status status;

    reduction.result = result;
    status = clr_plan_create(rig->context, &reduction, options, &made.plan);
    if (status == CLR_ERROR_UNSUPPORTED || status == CLR_ERROR_ARGUMENT) {
        assert_null(made.plan);
        assert_true(strlen(clr_context_error(rig->context)->message) > 20);
        return made;
    }
    assert_ok(rig, status);
    assert_int_equal(clr_plan_describe(made.plan, &made.info), CLR_OK);
    return made;
}

static double unit_of(const struct subject *s)
{
    return strcmp(s->info.accumulator, "f64") == 0 ? 0x1p-53 : 0x1p-45;
}

static void fail_case(const struct subject *s, uint64_t offset, uint64_t count, const char *why)
{
    fail_msg("%s: %s of %s as %s by %s, group %u, vector %u, loads %u, offset %u, count %u: %s",
             s->rig->device->name, clr_operator_name(s->info.op), clr_type_name(s->info.type),
             clr_type_name(s->info.result), s->info.strategy, (unsigned)s->info.group_size,
             (unsigned)s->info.vector_width, (unsigned)s->info.item_loads, (unsigned)offset,
             (unsigned)count, why);
}

/* Data between guards of NaNs or extremes, on the host and on the device. */
struct field {
    unsigned char *bytes; /* GUARD + count + GUARD elements */
    cl_mem buffer;
    size_t size;
    size_t element;
};

static struct field field_make(const struct rig *rig, clr_type type, oracle_data kind,
                               uint64_t seed, size_t count)
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

static void field_destroy(struct field *field)
{
    clReleaseMemObject(field->buffer);
    free(field->bytes);
}

/* Runs once and compares with the oracle. */
static void check_case(const struct subject *s, const struct field *field, uint64_t offset,
                       uint64_t count)
{
    const unsigned char *data = field->bytes + (GUARD + offset) * field->element;
    unsigned char result[RESULT_MAX] = {0};
    oracle_value truth;
    char why[256];

    oracle_reduce(s->info.op, s->info.type, data, count, &truth);
    if (truth.empty) {
        const clr_span span = {field->buffer, GUARD + offset, count};

        assert_error(s->rig, CLR_ERROR_EMPTY,
                     clr_plan_enqueue_to_host(s->plan, s->rig->queue, span, result, 0, NULL, NULL),
                     "no elements");
    } else {
        run_plan(s->rig, s->plan, field->buffer, GUARD + offset, count, result);
        if (!oracle_accepts(&truth, s->info.result, result, clr_plan_depth(s->plan, count),
                            unit_of(s), why, sizeof why))
            fail_case(s, offset, count, why);
    }
    oracle_clear(&truth);
}

/* Counts around every edge that the plan's geometry has. */
static size_t edge_counts(const struct subject *s, uint64_t *counts)
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

/* The counts around edges at offsets 0 to 3, for one kind of data. */
static void check_counts(const struct subject *s, oracle_data kind, uint64_t seed)
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

static oracle_data kind_for(clr_operator op, unsigned turn)
{
    static const oracle_data kinds[] = {ORACLE_UNIFORM, ORACLE_WIDE, ORACLE_SPECIAL, ORACLE_SMALL};

    if (op == CLR_OPERATOR_PROD && turn % 2 == 0)
        return ORACLE_NEAR_ONE;
    return kinds[turn % 4];
}

/* ---- products ---- */

/*
 * Whether a combination is in this scope's covering set: each operator x type by the portable
 * strategy, each other strategy on a few, each group size on one or two. The full scope has them
 * all.
 */
static bool covers(clr_operator op, clr_type type, const char *strategy, uint64_t group_size)
{
    const unsigned diagonal = (unsigned)op + (unsigned)type;

    if (test_scope() == SCOPE_FULL)
        return true;
    if (group_size == 0)
        return strcmp(strategy, "two-pass") == 0 || diagonal % 3 == 0;
    if (test_scope() == SCOPE_SMALL)
        return group_size == 3 && diagonal == 12;
    return (op == CLR_OPERATOR_SUM && type == CLR_TYPE_F32) ||
           (op == CLR_OPERATOR_MAX && type == CLR_TYPE_I8);
}

static void check_combination(const struct rig *rig, clr_operator op, clr_type type,
                              const char *strategy, uint64_t group_size, struct tally *tally)
{
    const clr_plan_options options = {
        .size = sizeof options, .strategy = strategy, .group_size = group_size};
    struct subject s;

    if (!covers(op, type, strategy, group_size)) {
        tally->skipped++; /* the full scope has it */
        return;
    }
    s = subject_make(rig, op, type, CLR_TYPE_DEFAULT, &options);
    if (!s.plan) {
        tally->skipped++; /* the device cannot */
        return;
    }
    check_counts(&s, kind_for(op, (unsigned)tally->run), 7 + tally->run);
    clr_plan_destroy(s.plan);
    tally->run++;
}

/* "auto" is one of the others: simulators are too slow to run it twice. */
static size_t first_strategy(void)
{
    return test_scope() == SCOPE_SMALL ? 1 : 0;
}

static void matches_the_oracle(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};
        uint64_t whole = 0;

        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (int type = 1; clr_type_name((clr_type)type); type++)
                for (size_t s = first_strategy(); clr_strategy_name(s); s++)
                    for (size_t g = 0; g < sizeof group_sizes / sizeof *group_sizes; g++) {
                        check_combination(rig_at(r), (clr_operator)op, (clr_type)type,
                                          clr_strategy_name(s), group_sizes[g], &tally);
                        whole++;
                    }
        tally_print("operator x type x strategy x group size", &tally);
        assert_int_equal(tally.run + tally.skipped, whole);
        assert_true(tally.run >= 4 * 12);
    }
}

/* Vectors and loads of every width, on operators that between them use every piece. */
static void takes_every_width(void **state)
{
    static const struct {
        clr_operator op;
        clr_type type;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32},  {CLR_OPERATOR_PROD, CLR_TYPE_I8},
        {CLR_OPERATOR_SUM, CLR_TYPE_F16},  {CLR_OPERATOR_SUM, CLR_TYPE_BF16},
        {CLR_OPERATOR_MIN, CLR_TYPE_BF16}, {CLR_OPERATOR_MAX, CLR_TYPE_F64},
    };
    const size_t row_count = test_scope() == SCOPE_FULL ? sizeof rows / sizeof *rows : 3;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t row = 0; row < row_count; row++)
            for (uint64_t width = 1; width <= 16; width *= 2)
                for (uint64_t loads = 1; loads <= 16;
                     loads *= test_scope() == SCOPE_SMALL ? 16 : 4) {
                    const clr_plan_options options = {
                        .size = sizeof options,
                        .strategy = "two-pass",
                        .vector_width = width,
                        .item_loads = loads,
                        .group_size =
                            width == 4 && rig_at(r)->device->max_work_group_size > 1 ? 2 : 0,
                        .group_count = 3,
                    };
                    struct subject s = subject_make(rig_at(r), rows[row].op, rows[row].type,
                                                    CLR_TYPE_DEFAULT, &options);

                    assert_non_null(s.plan);
                    assert_int_equal(s.info.vector_width, width);
                    assert_int_equal(s.info.item_loads, loads);
                    check_counts(&s, kind_for(rows[row].op, (unsigned)loads), width);
                    clr_plan_destroy(s.plan);
                }
}

static void rounds_to_the_type_asked_for(void **state)
{
    static const clr_type floats[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    static const clr_type results[] = {CLR_TYPE_F32, CLR_TYPE_F64};
    struct tally tally = {0};

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (int op = CLR_OPERATOR_SUM; op <= CLR_OPERATOR_PROD; op++)
            for (size_t f = 0; f < 4; f++)
                for (size_t t = 0; t < 2; t++) {
                    struct subject s =
                        subject_make(rig_at(r), (clr_operator)op, floats[f], results[t], NULL);

                    if (!s.plan) {
                        tally.skipped++;
                        continue;
                    }
                    assert_int_equal(s.info.result, results[t]);
                    assert_int_equal(s.info.result_size, clr_type_size(results[t]));
                    check_counts(&s, kind_for((clr_operator)op, (unsigned)(f + t)), f);
                    clr_plan_destroy(s.plan);
                    tally.run++;
                }
    tally_print("float sums and products x result type", &tally);
}

/* ---- laws ---- */

/* One element that counts among many that don't is found wherever it stands. */
static void finds_an_impulse_at_every_edge(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t st = 1; clr_strategy_name(st); st++) {
            const clr_plan_options options = {.size = sizeof options,
                                              .strategy = clr_strategy_name(st),
                                              .vector_width = 4,
                                              .group_size = st == 2 ? 8 : 0};
            const struct rig *rig = rig_at(r);
            struct subject s =
                subject_make(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_TYPE_DEFAULT, &options);
            uint64_t counts[64];
            int32_t *zeros;
            cl_mem buffer;
            size_t n;

            if (!s.plan)
                continue;
            n = edge_counts(&s, counts);
            zeros = calloc(LARGEST, sizeof *zeros);
            buffer = buffer_of(rig, zeros, LARGEST * sizeof *zeros);
            for (size_t i = 0; i < n; i++) {
                /* the positions before, at and after this count, in an input that has them all */
                const uint64_t at = counts[i];
                const int32_t one = 1000003;
                const int32_t none = 0;
                int64_t sum = -1;
                const uint64_t size = test_scope() == SCOPE_SMALL ? 4200 : LARGEST;

                buffer_write(rig, buffer, at * sizeof one, &one, sizeof one);
                run_plan(rig, s.plan, buffer, 0, size, &sum);
                if (sum != one)
                    fail_case(&s, 0, size, "the impulse was lost or counted twice");
                run_plan(rig, s.plan, buffer, 0, at, &sum);
                if (sum != 0)
                    fail_case(&s, 0, at, "an element after the end was counted");
                buffer_write(rig, buffer, at * sizeof none, &none, sizeof none);
            }
            clReleaseMemObject(buffer);
            free(zeros);
            clr_plan_destroy(s.plan);
        }
}

/* reduce(x followed by y) is what parts x and y come to, for every way of cutting. */
static void parts_come_to_the_whole(void **state)
{
    static const uint64_t cuts[] = {0, 1, 15, 16, 17, 1000, 4098, 4099};

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (size_t st = 1; clr_strategy_name(st); st++) {
                const clr_plan_options options = {.size = sizeof options,
                                                  .strategy = clr_strategy_name(st)};
                const struct rig *rig = rig_at(r);
                struct subject s =
                    subject_make(rig, (clr_operator)op, CLR_TYPE_U32, CLR_TYPE_DEFAULT, &options);
                struct field field =
                    field_make(rig, CLR_TYPE_U32, kind_for((clr_operator)op, 0), 3, 4099);
                uint64_t whole = 0;

                if (!s.plan) {
                    field_destroy(&field);
                    continue;
                }
                run_plan(rig, s.plan, field.buffer, GUARD, 4099, &whole);
                for (size_t c = 0; c < sizeof cuts / sizeof *cuts; c++) {
                    const clr_span x = {field.buffer, GUARD, cuts[c]};
                    const clr_span y = {field.buffer, GUARD + cuts[c], 4099 - cuts[c]};
                    uint64_t result = 0;

                    assert_ok(rig, clr_plan_enqueue_part(s.plan, rig->queue, x, 0, NULL, NULL));
                    assert_ok(rig, clr_plan_enqueue_part(s.plan, rig->queue, y, 0, NULL, NULL));
                    assert_ok(rig, clr_plan_enqueue_result_to_host(s.plan, rig->queue, &result, 0,
                                                                   NULL, NULL));
                    clFinish(rig->queue);
                    if (result != whole)
                        fail_case(&s, 0, cuts[c], "parts do not come to the whole");
                }
                field_destroy(&field);
                clr_plan_destroy(s.plan);
            }
}

/* Identities around the data change nothing, nor does running again; the input stays as it was. */
static void stays_the_same_and_leaves_the_input_alone(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t st = 1; clr_strategy_name(st); st++) {
            const clr_plan_options options = {.size = sizeof options,
                                              .strategy = clr_strategy_name(st)};
            const struct rig *rig = rig_at(r);
            const size_t count = test_scope() == SCOPE_SMALL ? 5003 : 200003;
            struct subject s =
                subject_make(rig, CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_TYPE_DEFAULT, &options);
            struct field field = field_make(rig, CLR_TYPE_F32, ORACLE_UNIFORM, 5, count);
            unsigned char *after = malloc(field.size);
            float first = 0, again = 0;

            if (s.plan) {
                run_plan(rig, s.plan, field.buffer, GUARD + 1, count - 1, &first);
                for (int i = 0; i < 20; i++) {
                    run_plan(rig, s.plan, field.buffer, GUARD + 1, count - 1, &again);
                    assert_memory_equal(&first, &again, sizeof first);
                }
                buffer_read(rig, field.buffer, 0, after, field.size);
                assert_memory_equal(after, field.bytes, field.size);
            }
            free(after);
            field_destroy(&field);
            clr_plan_destroy(s.plan);
        }
}

static void padding_by_the_identity_changes_nothing(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++) {
            static const int16_t identities[] = {0, 0, 1, INT16_MAX, INT16_MIN};
            const struct rig *rig = rig_at(r);
            struct subject s =
                subject_make(rig, (clr_operator)op, CLR_TYPE_I16, CLR_TYPE_DEFAULT, NULL);
            struct field field =
                field_make(rig, CLR_TYPE_I16, kind_for((clr_operator)op, 0), 9, 3001);
            int64_t plain = 0, padded = 0;
            int16_t pads[GUARD];

            for (size_t i = 0; i < GUARD; i++)
                pads[i] = identities[op];
            run_plan(rig, s.plan, field.buffer, GUARD, 3001, &plain);
            buffer_write(rig, field.buffer, 0, pads, sizeof pads);
            buffer_write(rig, field.buffer, (GUARD + 3001) * sizeof *pads, pads, sizeof pads);
            for (uint64_t pad = 1; pad <= GUARD; pad += 9) {
                run_plan(rig, s.plan, field.buffer, GUARD - pad, 3001 + 2 * pad, &padded);
                assert_int_equal(padded, plain);
            }
            field_destroy(&field);
            clr_plan_destroy(s.plan);
        }
}

/* Numbers that narrower accumulators would get wrong. */
static void accumulates_wide(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const size_t n = test_scope() == SCOPE_SMALL ? 1 << 12 : (1 << 25) + 1;
        float *ones = malloc(n * sizeof *ones);
        int8_t bytes[300];
        double sum = 0;
        int64_t byte_sum = 0;
        clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

        for (size_t i = 0; i < n; i++)
            ones[i] = 1;
        reduction.result = CLR_TYPE_F64;
        assert_ok(rig, clr_reduce(rig->context, &reduction, ones, n, &sum));
        assert_true(sum == (double)n);
        free(ones);
        memset(bytes, 127, sizeof bytes);
        reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I8);
        assert_ok(rig, clr_reduce(rig->context, &reduction, bytes, sizeof bytes, &byte_sum));
        assert_int_equal(byte_sum, 127 * 300);
    }
}

/*
 * Two floats have one exact sum, and f64 one nearest number to it: in f64 or in pairs of f32, the
 * result as f64 must be that number. The listed pairs are ones that such code gets wrong.
 */
static void two_floats_make_their_nearest_f64(void **state)
{
    static const float pairs[][2] = {
        {-0x1.8p104f, 0x1.fffffep127f},
        {-0x1.8p-28f, -0x1p-81f},
        {0x1p-149f, -0x1.fffffep-126f},
        {1, -0x1p-60f},
        {0x1.000002p0f, 0x1p-53f},
        {0x1p0f, 0x1.8p-53f},
        {-0.0f, -0.0f},
        {1, -1},
    };
    const size_t listed = sizeof pairs / sizeof *pairs;
    const size_t count = test_scope() == SCOPE_SMALL ? 200 : 2000;
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float random[2];

    (void)state;
    reduction.result = CLR_TYPE_F64;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        cl_mem buffer = buffer_of(rig, pairs[0], sizeof pairs[0]);
        clr_plan *plan = NULL;

        assert_ok(rig, clr_plan_create(rig->context, &reduction, NULL, &plan));
        for (size_t i = 0; i < count; i++) {
            const float *pair = i < listed ? pairs[i] : random;
            double expected, result = -1;

            oracle_fill(ORACLE_WIDE, i + 1, CLR_TYPE_F32, random, 2);
            if (i >= listed && i % 2) /* near enough to one another to interact */
                random[1] = random[0] * 0x1.8765p-40f;
            expected = (double)pair[0] + (double)pair[1];
            if (fabs(expected) > 0x1.fffffep127)
                continue; /* beyond what pairs of f32 can hold */
            buffer_write(rig, buffer, 0, pair, sizeof pairs[0]);
            run_plan(rig, plan, buffer, 0, 2, &result);
            if (memcmp(&result, &expected, sizeof result) != 0)
                fail_msg("%a + %a came to %a instead of %a", (double)pair[0], (double)pair[1],
                         result, expected);
        }
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* Elements on either side of 2^32 count, where the device can hold as many in one buffer. */
static void counts_beyond_2_to_the_32(void **state)
{
    const uint64_t count = (UINT64_C(1) << 32) + 5;
    const uint64_t marks[] = {0, UINT64_C(1) << 31, (UINT64_C(1) << 32) - 1, UINT64_C(1) << 32,
                              (UINT64_C(1) << 32) + 4};
    const size_t block = 1 << 28;
    unsigned char *zeros = calloc(1, block);
    size_t ran = 0;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const unsigned char mark = 200;
        uint64_t sum = 0;
        clr_plan *plan;
        cl_mem buffer;
        cl_int code;

        if (rig->device->max_mem_alloc_size == CLR_UNKNOWN ||
            rig->device->max_mem_alloc_size < count || test_scope() == SCOPE_SMALL)
            continue;
        buffer =
            clCreateBuffer(clr_context_opencl(rig->context), CL_MEM_READ_WRITE, count, NULL, &code);
        if (code != CL_SUCCESS)
            continue;
        for (uint64_t at = 0; at < count; at += block)
            buffer_write(rig, buffer, at, zeros, count - at < block ? count - at : block);
        for (size_t m = 0; m < sizeof marks / sizeof *marks; m++)
            buffer_write(rig, buffer, marks[m], &mark, 1);
        plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_U8, NULL);
        run_plan(rig, plan, buffer, 0, count, &sum);
        assert_int_equal(sum, 5 * mark);
        run_plan(rig, plan, buffer, marks[3], count - marks[3], &sum);
        assert_int_equal(sum, 2 * mark);
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
        ran++;
    }
    free(zeros);
    printf("[ TALLY    ] devices with room for 2^32 + 5 elements: %zu of %zu\n", ran, rig_count());
}

static int teardown(void **state)
{
    (void)state;
    rigs_destroy();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_the_oracle),
        cmocka_unit_test(takes_every_width),
        cmocka_unit_test(rounds_to_the_type_asked_for),
        cmocka_unit_test(finds_an_impulse_at_every_edge),
        cmocka_unit_test(parts_come_to_the_whole),
        cmocka_unit_test(stays_the_same_and_leaves_the_input_alone),
        cmocka_unit_test(padding_by_the_identity_changes_nothing),
        cmocka_unit_test(accumulates_wide),
        cmocka_unit_test(two_floats_make_their_nearest_f64),
        cmocka_unit_test(counts_beyond_2_to_the_32),
    };

    return cmocka_run_group_tests_name("reduce", tests, NULL, teardown);
}
