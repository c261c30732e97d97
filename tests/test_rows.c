/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is promised of many results beside their values: each has the bits of a plan of shape flat
 * of its elements, whatever is beside it; and what is refused, with nothing written.
 */
#include "split_mix.h"
#include "support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 200000, FIRST = 3, ROOM = 64 };

static float numbers[ELEMENTS];

static void make_numbers(void)
{
    uint64_t seed = 7;

    for (size_t i = 0; i < ELEMENTS; i++) /* near 1, of many exponents of the last bits */
        numbers[i] = 1 + (float)(next_random(&seed) >> 40) * 0x1p-40f;
}

/* ---- the same bits ---- */

static void run_flat(struct rig *rig, const clr_reduction *reduction, cl_mem input, uint64_t first,
                     uint64_t count, void *record)
{
    clr_plan *plan;

    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, NULL, &plan));
    run_plan(rig, plan, input, first, count, record);
    clr_plan_destroy(plan);
}

/* Segments of these lengths, one behind the other, beginning somewhere. */
static void expect_bits_of_flat(struct rig *rig, const clr_reduction *reduction)
{
    static const uint32_t lengths[] = {1, 2, 31, 33, 1000, 1025, 32768, 40000, 0, 70000};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_SEGMENTS};
    uint32_t offsets[COUNT(lengths) + 1] = {0};
    double bits[COUNT(lengths)];
    cl_mem input = buffer_of(rig, numbers, sizeof numbers);
    cl_mem output = buffer_of(rig, bits, sizeof bits);
    clr_result result = {.size = sizeof result};
    clr_segments segments = {
        .size = sizeof segments, .count = COUNT(lengths), .type = CLR_TYPE_U32};
    const clr_arrays arrays = {.size = sizeof arrays, .value = output};
    clr_plan *plan;

    for (size_t k = 0; k < COUNT(lengths); k++)
        offsets[k + 1] = offsets[k] + lengths[k];
    segments.begins = buffer_of(rig, offsets, sizeof offsets);
    assert_ok(rig, clr_plan_create(rig->context, reduction, 1, &options, &plan));
    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    assert_ok(rig,
              clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, FIRST, 144860}},
                                     .arrays = &arrays, .array_count = 1, .segments = &segments)));
    buffer_read(rig, output, 0, bits, sizeof bits);
    for (size_t k = 0; k < COUNT(lengths); k++) {
        unsigned char record[64] = {0};

        if (lengths[k] == 0)
            continue;
        run_flat(rig, reduction, input, FIRST + offsets[k], lengths[k], record);
        assert_memory_equal(record, (unsigned char *)bits + k * result.value_size,
                            (size_t)result.value_size);
    }
    clr_plan_destroy(plan);
    clReleaseMemObject(segments.begins);
    clReleaseMemObject(output);
    clReleaseMemObject(input);
}

TEST(each_result_has_the_bits_of_its_elements)
{
    clr_reduction product = CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32);
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    product.result = CLR_TYPE_F64;
    for (size_t i = 0; i < rig_count(); i++) {
        expect_bits_of_flat(rig_at(i), &product);
        sum.accuracy = CLR_ACCURACY_EXACT;
        expect_bits_of_flat(rig_at(i), &sum);
        sum.accuracy = CLR_ACCURACY_REPRODUCIBLE;
        expect_bits_of_flat(rig_at(i), &sum);
    }
}

/* A row of a matrix, and of its transpose, alone and among others. */
TEST(a_result_does_not_know_its_neighbours)
{
    const clr_reduction sum = {.size = sizeof sum,
                               .op = CLR_OPERATOR_SUM,
                               .type = CLR_TYPE_F32,
                               .result = CLR_TYPE_F64,
                               .accuracy = CLR_ACCURACY_REPRODUCIBLE};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    static const int64_t column_major[] = {4, 400 * 4};
    const uint64_t extents[] = {400, 300}, alone[] = {1, 300};
    double all[400], one;

    for (size_t i = 0; i < rig_count(); i++) {
        struct rig *rig = rig_at(i);
        cl_mem input = buffer_of(rig, numbers, sizeof numbers);
        cl_mem output = buffer_of(rig, all, sizeof all);
        const clr_arrays arrays = {.size = sizeof arrays, .value = output};
        clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2};
        clr_plan *plan;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        for (int transposed = 0; transposed < 2; transposed++) {
            const size_t first = 17 * (transposed ? 1 : 300);

            axes.strides[0] = transposed ? column_major : NULL;
            axes.extents = extents;
            assert_ok(rig,
                      clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                             .arrays = &arrays, .array_count = 1, .axes = &axes)));
            buffer_read(rig, output, 0, all, sizeof all);
            axes.extents = alone;
            assert_ok(rig,
                      clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, first, 0}},
                                             .arrays = &arrays, .array_count = 1, .axes = &axes)));
            buffer_read(rig, output, 0, &one, sizeof one);
            assert_memory_equal(&one, &all[17], sizeof one);
        }
        clr_plan_destroy(plan);
        clReleaseMemObject(output);
        clReleaseMemObject(input);
    }
}

/* ---- the published order ---- */

enum { OTHERS = 70, MOST = 30 * OTHERS, APART = 1777, SHORT = 100, LONGEST = 33000, STEP = 3 };

/* How the results' elements lie. */
enum lie { ROWS, COLUMNS, STRIDED, SEGMENTS, LIES };

/* Many results of few elements, for whose lanes there are fewer items. */
static size_t results_of(uint64_t length)
{
    return length <= SHORT ? MOST : OTHERS;
}

/* The first of the numbers of result r. */
static size_t first_of(size_t r)
{
    return r % OTHERS * APART;
}

/* The results' elements in an array. */
static cl_mem laid_out(struct rig *rig, enum lie lie, uint64_t length)
{
    const size_t results = results_of(length);
    const size_t apart = lie == STRIDED ? STEP : 1;
    const size_t count = results * length * apart;
    float *array = calloc(count, sizeof *array);
    cl_mem buffer;

    for (size_t r = 0; r < results; r++)
        for (size_t i = 0; i < length; i++)
            array[lie == COLUMNS ? i * results + r : (r * length + i) * apart] =
                numbers[first_of(r) + i];
    buffer = buffer_of(rig, array, count * sizeof *array);
    free(array);
    return buffer;
}

static void run_segments(struct rig *rig, clr_plan *plan, uint64_t length, const clr_arrays *arrays)
{
    cl_mem input = buffer_of(rig, numbers, sizeof numbers);
    clr_segments segments = {
        .size = sizeof segments, .count = results_of(length), .type = CLR_TYPE_U32};
    uint32_t begins[MOST], ends[MOST];

    for (size_t r = 0; r < segments.count; r++) {
        begins[r] = (uint32_t)first_of(r);
        ends[r] = begins[r] + (uint32_t)length;
    }
    segments.begins = buffer_of(rig, begins, segments.count * sizeof *begins);
    segments.ends = buffer_of(rig, ends, segments.count * sizeof *ends);
    assert_ok(rig,
              clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, ELEMENTS}},
                                     .arrays = arrays, .array_count = 1, .segments = &segments)));
    clFinish(rig->queue);
    clReleaseMemObject(segments.begins);
    clReleaseMemObject(segments.ends);
    clReleaseMemObject(input);
}

static void run_axes(struct rig *rig, clr_plan *plan, enum lie lie, uint64_t length,
                     const clr_arrays *arrays)
{
    const uint64_t extents[] = {results_of(length), length};
    const int64_t steps[LIES][2] = {[ROWS] = {4 * (int64_t)length, 4},
                                    [COLUMNS] = {4, 4 * (int64_t)extents[0]},
                                    [STRIDED] = {4 * STEP * (int64_t)length, 4 * STEP}};
    const clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents, .strides = {steps[lie]}};
    cl_mem input = laid_out(rig, lie, length);

    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                          .arrays = arrays, .array_count = 1, .axes = &axes)));
    clFinish(rig->queue);
    clReleaseMemObject(input);
}

/* Compares the results of each way to lie with a flat plan's, of so many elements each. */
static void expect_order(struct rig *rig, clr_plan *plans[LIES], clr_plan *flat, size_t value_size,
                         uint64_t length)
{
    double bits[MOST], expected[OTHERS];
    cl_mem input = buffer_of(rig, numbers, sizeof numbers);
    cl_mem output = buffer_of(rig, bits, sizeof bits);
    const clr_arrays arrays = {.size = sizeof arrays, .value = output};

    for (size_t r = 0; r < OTHERS; r++) {
        unsigned char record[64] = {0};

        run_plan(rig, flat, input, first_of(r), length, record);
        memcpy((unsigned char *)expected + r * value_size, record, value_size);
    }
    for (int lie = 0; lie < LIES; lie++) {
        if (lie == SEGMENTS)
            run_segments(rig, plans[lie], length, &arrays);
        else
            run_axes(rig, plans[lie], (enum lie)lie, length, &arrays);
        buffer_read(rig, output, 0, bits, sizeof bits);
        for (size_t r = 0; r < results_of(length); r++)
            if (memcmp((unsigned char *)bits + r * value_size,
                       (unsigned char *)expected + r % OTHERS * value_size, value_size) != 0)
                fail_msg("lying %d, result %zu of %" PRIu64 " elements has other bits", lie, r,
                         length);
    }
    clReleaseMemObject(output);
    clReleaseMemObject(input);
}

static void expect_orders(struct rig *rig, clr_operator op)
{
    static const uint64_t lengths[] = {1,   2,   3,    8,    31,   32,   33,   40,   64,     65,
                                       287, 288, 1000, 1023, 1024, 1025, 2080, 5000, LONGEST};
    clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_F32);
    clr_result result = {.size = sizeof result};
    clr_plan *flat, *plans[LIES];

    reduction.result = CLR_TYPE_F64;
    reduction.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &flat));
    assert_int_equal(clr_plan_result(flat, 0, &result), CLR_OK);
    for (int lie = 0; lie < LIES; lie++) {
        const clr_plan_options options = {
            .size = sizeof options, .shape = lie == SEGMENTS ? CLR_SHAPE_SEGMENTS : CLR_SHAPE_AXES};

        assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plans[lie]));
    }
    for (size_t i = 0; i < COUNT(lengths); i++)
        if (test_scope() > SCOPE_SMALL || i % 2 == (size_t)op % 2)
            expect_order(rig, plans, flat, (size_t)result.value_size, lengths[i]);
    for (int lie = 0; lie < LIES; lie++)
        clr_plan_destroy(plans[lie]);
    clr_plan_destroy(flat);
}

TEST(results_keep_the_published_order_wherever_they_lie)
{
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_PROD, CLR_OPERATOR_VAR,
                                       CLR_OPERATOR_LOGSUMEXP};

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < COUNT(ops); k++)
            expect_orders(rig_at(i), ops[k]);
}

/* ---- results over two axes in the published order ---- */

enum { BETWEEN = 2, BESIDE = 66, UPPER = 37, LOWER = 39, PLANES = UPPER * LOWER };

/* Elements of result (m, r) of an array of UPPER x BETWEEN x LOWER x `beside`. */
static void take_planes(size_t m, size_t r, size_t beside, size_t size, unsigned char *elements)
{
    const unsigned char *array = (const unsigned char *)numbers;

    for (size_t a = 0; a < UPPER; a++)
        for (size_t b = 0; b < LOWER; b++)
            memcpy(elements + (a * LOWER + b) * size,
                   array + (((a * BETWEEN + m) * LOWER + b) * beside + r) * size, size);
}

/* Compares the first reduction's values, and the second one's sums or indices, with a flat plan's.
 */
static void expect_planes(struct rig *rig, const clr_reduction *reductions, size_t count,
                          size_t beside)
{
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    const uint64_t extents[] = {UPPER, BETWEEN, LOWER, beside};
    const clr_axes axes = {.size = sizeof axes, .rank = 4, .reduced = 5, .extents = extents};
    cl_mem input = buffer_of(rig, numbers, sizeof numbers);
    uint64_t others[BETWEEN * BESIDE] = {0};
    uint32_t values[BETWEEN * BESIDE] = {0};
    cl_mem value_buffer = buffer_of(rig, values, sizeof values);
    cl_mem other_buffer = buffer_of(rig, others, sizeof others);
    const bool is_index = reductions[count - 1].op == CLR_OPERATOR_ARGMAX;
    const clr_arrays arrays[] = {{.size = sizeof arrays[0], .value = value_buffer},
                                 {.size = sizeof arrays[0],
                                  .value = is_index ? NULL : other_buffer,
                                  .index = is_index ? other_buffer : NULL}};
    clr_result result = {.size = sizeof result}, last = {.size = sizeof last};
    clr_plan *plan, *flat;

    assert_ok(rig, clr_plan_create(rig->context, reductions, count, &options, &plan));
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, NULL, &flat));
    assert_ok(rig, clr_plan_result(flat, 0, &result));
    assert_ok(rig, clr_plan_result(flat, count - 1, &last));
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                          .arrays = arrays, .array_count = count, .axes = &axes)));
    buffer_read(rig, value_buffer, 0, values, sizeof values);
    buffer_read(rig, other_buffer, 0, others, sizeof others);
    for (size_t i = 0; i<BETWEEN * beside; i += beside> 1 ? 13 : 1) {
        const size_t size = clr_type_size(reductions->type);
        unsigned char elements[PLANES * sizeof(float)];
        unsigned char record[64];
        cl_mem alone;

        take_planes(i / beside, i % beside, beside, size, elements);
        alone = buffer_of(rig, elements, sizeof elements);
        run_plan(rig, flat, alone, 0, PLANES, record);
        assert_memory_equal(record + result.offset, values + i, sizeof *values);
        if (count > 1)
            assert_memory_equal(
                record + (last.index_offset == CLR_UNKNOWN ? last.offset : last.index_offset),
                others + i, sizeof *others);
        clReleaseMemObject(alone);
    }
    clr_plan_destroy(flat);
    clr_plan_destroy(plan);
    clReleaseMemObject(other_buffer);
    clReleaseMemObject(value_buffer);
    clReleaseMemObject(input);
}

TEST(results_keep_the_published_order_over_two_axes)
{
    clr_reduction softmax[] = {CLR_REDUCTION(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32),
                               CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32)};
    clr_reduction of_bytes[] = {CLR_REDUCTION(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_I8),
                                CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I8)};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    of_bytes[0].result = CLR_TYPE_F32;
    sum.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    for (size_t i = 0; i < rig_count(); i++)
        for (size_t beside = 1; beside <= BESIDE; beside += BESIDE - 1) { /* lines, columns */
            expect_planes(rig_at(i), &sum, 1, beside);
            expect_planes(rig_at(i), softmax, 2, beside);
            expect_planes(rig_at(i), of_bytes, 2, beside);
            sum.map = "(x - 1) * i";
            expect_planes(rig_at(i), &sum, 1, beside);
            sum.map = NULL;
        }
}

/* ---- long results in the published order, which groups share ---- */

enum { STRIP = 32768, LONG_MOST = 300 * STRIP + 5, PERIOD = 9973 };

/* Two columns, or two rows. */
static void run_two(struct rig *rig, clr_plan *plan, cl_mem input, bool are_columns,
                    uint64_t length, const clr_arrays *arrays)
{
    const uint64_t extents[] = {2, length};
    const int64_t steps[2][2] = {{4 * (int64_t)length, 4}, {4, 8}};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = 2,
                           .extents = extents,
                           .strides = {steps[are_columns]}};

    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                          .arrays = arrays, .array_count = 1, .axes = &axes)));
}

/* Segments of three elements each before a giant, and a shorter giant behind. */
static void run_giants(struct rig *rig, clr_plan *plan, cl_mem input, uint64_t length,
                       const clr_arrays *arrays)
{
    uint32_t offsets[OTHERS + 3];
    clr_segments segments = {.size = sizeof segments, .count = OTHERS + 2, .type = CLR_TYPE_U32};

    for (uint32_t k = 0; k <= OTHERS; k++)
        offsets[k] = 3 * k;
    offsets[OTHERS + 1] = (uint32_t)(offsets[OTHERS] + length);
    offsets[OTHERS + 2] = (uint32_t)(offsets[OTHERS + 1] + length * 2 / 3);
    segments.begins = buffer_of(rig, offsets, sizeof offsets);
    assert_ok(rig, clr_plan_run(
                       plan, RUN(.queue = rig->queue, .inputs = {{input, 0, offsets[OTHERS + 2]}},
                                 .arrays = arrays, .array_count = 1, .segments = &segments)));
    clFinish(rig->queue);
    clReleaseMemObject(segments.begins);
}

/* The bits of a flat plan of every `apart`th element. */
static uint32_t flat_bits(struct rig *rig, clr_plan *flat, const float *from, uint64_t length,
                          size_t apart)
{
    float *elements = malloc(length * sizeof *elements);
    uint32_t record[16];
    cl_mem input;

    for (size_t i = 0; i < length; i++)
        elements[i] = from[i * apart];
    input = buffer_of(rig, elements, length * sizeof *elements);
    run_plan(rig, flat, input, 0, length, record);
    clReleaseMemObject(input);
    free(elements);
    return record[0];
}

static void expect_shared(struct rig *rig, clr_plan *plans[2], clr_plan *flat, const float *from,
                          uint64_t length)
{
    const uint32_t giant = 3 * OTHERS;
    cl_mem input = buffer_of(rig, from, 2 * length * sizeof *from);
    uint32_t bits[OTHERS + 2] = {0};
    cl_mem output = buffer_of(rig, bits, sizeof bits);
    const clr_arrays arrays = {.size = sizeof arrays, .value = output};

    for (int are_columns = 0; are_columns < 2; are_columns++) {
        run_two(rig, plans[0], input, are_columns, length, &arrays);
        buffer_read(rig, output, 0, bits, sizeof bits);
        for (size_t r = 0; r < 2; r++)
            assert_int_equal(bits[r], flat_bits(rig, flat, from + (are_columns ? r : r * length),
                                                length, are_columns ? 2 : 1));
    }
    run_giants(rig, plans[1], input, length, &arrays);
    buffer_read(rig, output, 0, bits, sizeof bits);
    assert_int_equal(bits[OTHERS - 1], flat_bits(rig, flat, from + giant - 3, 3, 1));
    assert_int_equal(bits[OTHERS], flat_bits(rig, flat, from + giant, length, 1));
    assert_int_equal(bits[OTHERS + 1],
                     flat_bits(rig, flat, from + giant + length, length * 2 / 3, 1));
    clReleaseMemObject(output);
    clReleaseMemObject(input);
}

/* Of two strips and more, of fewer strips than chains, and of chains of one and of two strips. */
TEST(long_results_keep_the_published_order)
{
    static const uint64_t lengths[] = {2 * STRIP,  2 * STRIP + 1,    5 * STRIP - 7,
                                       33 * STRIP, 129 * STRIP + 31, LONG_MOST};
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float *long_numbers = malloc(2 * LONG_MOST * sizeof *long_numbers);

    for (size_t i = 0; i < 2 * LONG_MOST; i++)
        long_numbers[i] = numbers[i % PERIOD] - (i % 3 == 0) * 2.5f;
    reduction.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    for (size_t k = 0; k < rig_count(); k++) {
        struct rig *rig = rig_at(k);
        clr_plan *flat, *plans[2];

        assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &flat));
        for (int are_spans = 0; are_spans < 2; are_spans++) {
            const clr_plan_options options = {
                .size = sizeof options, .shape = are_spans ? CLR_SHAPE_SEGMENTS : CLR_SHAPE_AXES};

            assert_ok(rig,
                      clr_plan_create(rig->context, &reduction, 1, &options, plans + are_spans));
        }
        for (size_t i = 0; i < COUNT(lengths); i++)
            if (i < 2 || test_scope() > SCOPE_SMALL)
                expect_shared(rig, plans, flat, long_numbers, lengths[i]);
        clr_plan_destroy(plans[1]);
        clr_plan_destroy(plans[0]);
        clr_plan_destroy(flat);
    }
    free(long_numbers);
}

/* ---- refused ---- */

struct stage {
    struct rig *rig;
    clr_plan *plan;
    cl_mem input, output;
    clr_arrays arrays;
    clr_axes axes;
    uint64_t extents[2];
    clr_run run;
};

static void stage_make(struct stage *stage, clr_shape shape)
{
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32);
    const clr_plan_options options = {.size = sizeof options, .shape = shape};
    unsigned char marks[ROOM * sizeof(float)];

    *stage = (struct stage){.rig = rig_at((rig_count(), 0)), .extents = {10, 20}};
    memset(marks, UNTOUCHED, sizeof marks);
    stage->input = buffer_of(stage->rig, numbers, 1000 * sizeof(float));
    stage->output = buffer_of(stage->rig, marks, sizeof marks);
    stage->arrays = (clr_arrays){.size = sizeof(clr_arrays), .value = stage->output};
    stage->axes =
        (clr_axes){.size = sizeof(clr_axes), .rank = 2, .reduced = 2, .extents = stage->extents};
    stage->run = *RUN(.queue = stage->rig->queue, .inputs = {{stage->input, 0, 1000}},
                      .arrays = &stage->arrays, .array_count = 1, .axes = &stage->axes);
    assert_ok(stage->rig, clr_plan_create(stage->rig->context, &max, 1, &options, &stage->plan));
}

static void stage_destroy(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    clReleaseMemObject(stage->output);
    clReleaseMemObject(stage->input);
}

/* The run is refused with those words, and nothing is written. */
static void expect_refusal(const struct stage *stage, const char *part)
{
    unsigned char bytes[ROOM * sizeof(float)];

    assert_error(stage->rig, CLR_ERROR_ARGUMENT, clr_plan_run(stage->plan, &stage->run), part);
    buffer_read(stage->rig, stage->output, 0, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], UNTOUCHED);
}

/* An event comes without results, too, and waits as that of any run. */
TEST(runs_without_results_have_an_event)
{
    static const uint64_t extents[] = {0, 5};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    for (size_t i = 0; i < rig_count(); i++) {
        struct rig *rig = rig_at(i);
        cl_mem output = buffer_untouched(rig, 8);
        const clr_arrays arrays = {.size = sizeof arrays, .value = output};
        cl_int code, ended = 1;
        cl_event begun = clCreateUserEvent(clr_context_opencl(rig->context), &code), event;
        clr_plan *plan;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .arrays = &arrays,
                                              .array_count = 1, .axes = &axes, .wait_count = 1,
                                              .wait_list = &begun, .event = &event)));
        assert_non_null(event);
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof ended, &ended, NULL);
        assert_int_not_equal(ended, CL_COMPLETE);
        clSetUserEventStatus(begun, CL_COMPLETE);
        assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
        clReleaseEvent(event);
        clReleaseEvent(begun);
        clr_plan_destroy(plan);
        clReleaseMemObject(output);
    }
}

TEST(runs_that_do_not_fit_are_refused)
{
    const clr_segments segments = {.size = sizeof segments};
    static const int64_t far[] = {4, 80 * 4}, below[] = {4, -4}, none[] = {0, 0};
    struct stage stage;
    const clr_run right = (stage_make(&stage, CLR_SHAPE_AXES), stage.run);
    float record[4];

#define REFUSED(change, part)                                                                      \
    do {                                                                                           \
        stage.run = right;                                                                         \
        change;                                                                                    \
        expect_refusal(&stage, part);                                                              \
        stage.axes = (clr_axes){sizeof(clr_axes), 2, 2, stage.extents, {NULL}, NULL};              \
        stage.arrays = (clr_arrays){.size = sizeof(clr_arrays), .value = stage.output};            \
        stage.extents[0] = 10;                                                                     \
    } while (0)
    REFUSED(stage.run.axes = NULL, "clr_run.axes");
    REFUSED(stage.run.segments = &segments, "clr_run.axes");
    REFUSED(stage.run.host = record, "clr_run.arrays");
    REFUSED(stage.run.part = CLR_PART_MORE, "whole");
    REFUSED(stage.run.output_index = 55, "reach beyond the buffer");
    REFUSED(stage.extents[0] = 51, "reach beyond the buffer");
    REFUSED(stage.axes.strides[0] = far, "reach beyond the buffer");
    REFUSED(stage.axes.strides[0] = below, "below its first");
    REFUSED(stage.arrays.value = stage.input, "overlap");
    REFUSED(stage.arrays.index = stage.output, "has no index");
    REFUSED(stage.axes.result_strides = none, "two results in one place");
    REFUSED(stage.run.inputs[0].buffer = NULL, "NULL");
#undef REFUSED
    stage.run = right;
    assert_ok(stage.rig, clr_plan_run(stage.plan, &stage.run));
    stage_destroy(&stage);
}

TEST(plans_that_do_not_go_are_refused)
{
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32);
    struct rig *rig = rig_at((rig_count(), 0));
    clr_plan_options options = {.size = sizeof options, .shape = (clr_shape)9};
    struct stage stage;
    clr_plan *plan;

    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(rig->context, &max, 1, &options, &plan),
                 "9 is no shape");
    options.shape = CLR_SHAPE_AXES;
    options.strategy = "two-pass";
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &max, 1, &options, &plan), "shape is axes");
    options.strategy = "tile/best/rows";
    options.shape = CLR_SHAPE_FLAT;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &max, 1, &options, &plan), "shape is flat");
    stage_make(&stage, CLR_SHAPE_FLAT);
    expect_refusal(&stage, "shape is flat");
    stage_destroy(&stage);
}

void before_all(void)
{
    make_numbers();
}
