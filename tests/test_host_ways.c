/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host's ways around its folder: cells of labels (fold/cells.h), sums of rows and segments
 * (fold/row_sums.h), columns side by side (fold/columns.h). Their sums against integers of 128
 * bits, of numbers whose exponents lie so far apart that certificates hold, and do not; what labels
 * come to against the label's elements alone, for operators, masks, lists and data of all kinds.
 */
#include "split_mix.h"
#include "unit.h"

#include <clreduce/clreduce.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static clr_context *host;

enum { MOST = 1 << 16 };

static double x[MOST];
static float narrow[MOST];

static void reduce(clr_type type, clr_host_run *run, void *values)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, type);
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = values};

    run->size = sizeof *run;
    run->inputs[0] = type == CLR_TYPE_F64 ? (const void *)x : narrow;
    run->count = MOST;
    run->arrays = &arrays;
    if (clr_reduce_shape(host, &sum, 1, run) != CLR_OK)
        fail_msg("%s", clr_context_error(host)->message);
}

/* ---- sums against integers, where the compiler has such long ones ---- */

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 wide;

enum { UNIT = -40 };

static wide integers[MOST];

/* Numbers of up to `digits` bits, with exponents below `spread`: multiples of 2^UNIT. Half of them
 * may take away what lies at a distance before them, all but a few, so that small ones are left. */
static void fill(uint64_t seed, int digits, int spread, size_t apart)
{
    for (size_t i = 0; i < MOST; i++) {
        const uint64_t bits = next_random(&seed), other = next_random(&seed);
        const wide number = (wide)(bits >> (64 - digits)) << other % (unsigned)spread;

        integers[i] = other >> 10 & 1 ? -number : number;
        if (apart && i / apart % 2 && (other >> 12 & 15))
            integers[i] = -integers[i - apart];
        if ((other >> 16 & 15) == 0)
            integers[i] = 0;
        x[i] = ldexp((double)integers[i], UNIT);
        narrow[i] = (float)x[i];
    }
}

/* A sum rounded once, which conversions of integers are. */
static bool is_rounded(wide sum, const void *value, bool are_doubles)
{
    const double expected = ldexp((double)sum, UNIT);
    const float expected_narrow = ldexpf((float)sum, UNIT);

    return are_doubles ? memcmp(value, &expected, sizeof expected) == 0
                       : memcmp(value, &expected_narrow, sizeof expected_narrow) == 0;
}

static void assert_sums(clr_type type, const wide *sums, size_t count, const double *values)
{
    for (size_t k = 0; k < count; k++)
        if (!is_rounded(sums[k],
                        type == CLR_TYPE_F64 ? (const void *)&values[k]
                                             : (const void *)&((const float *)values)[k],
                        type == CLR_TYPE_F64))
            fail_msg("sum %zu of %zu", k, count);
}

/* Sums of an array of `rows` by `columns`, along both axes. */
static void try_axes(clr_type type, size_t rows, size_t columns)
{
    static double values[MOST];
    static wide sums[MOST];
    const uint64_t extents[] = {rows, columns};

    for (int axis = 0; axis < 2; axis++) {
        const clr_axes axes = {
            .size = sizeof axes, .rank = 2, .reduced = 1u << axis, .extents = extents};
        clr_host_run run = {.shape = CLR_SHAPE_AXES, .axes = &axes};

        memset(sums, 0, sizeof sums);
        for (size_t i = 0; i < rows * columns; i++)
            sums[axis == 0 ? i % columns : i / columns] += integers[i];
        reduce(type, &run, values);
        assert_sums(type, sums, axis == 0 ? columns : rows, values);
    }
}

/* How segments are told: by offsets of either width, or by begins and ends. */
typedef enum told { TOLD_U32, TOLD_I32, TOLD_U64, TOLD_ENDS, TOLD_APART, TOLD_WAYS } told;

/* Segments of 0 to `most` elements; of those that are told apart some elements lie between. */
static void try_segments(clr_type type, size_t most, told way)
{
    static double values[MOST];
    static wide sums[MOST];
    static uint32_t begins[MOST + 1], ends[MOST + 1];
    static uint64_t offsets[MOST + 1];
    static cl_int statuses[MOST];
    clr_host_run run = {.shape = CLR_SHAPE_SEGMENTS,
                        .by = way == TOLD_U64 ? (const void *)offsets : begins,
                        .by_type = way == TOLD_U64   ? CLR_TYPE_U64
                                   : way == TOLD_I32 ? CLR_TYPE_I32
                                                     : CLR_TYPE_U32,
                        .ends = way >= TOLD_ENDS ? ends : NULL};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, type);
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = values, .status = statuses};
    uint64_t seed = most;
    size_t count = 0;

    memset(sums, 0, sizeof sums);
    memset(statuses, 1, sizeof statuses);
    for (size_t at = 0; at + most < MOST && count < MOST; count++) {
        const uint64_t bits = next_random(&seed);
        const size_t length = (bits >> 20) % (most + 1);

        begins[count] = (uint32_t)at;
        for (size_t i = 0; i < length; i++)
            sums[count] += integers[at++];
        ends[count] = (uint32_t)at;
        at += way == TOLD_APART && (bits & 7) == 0;
    }
    begins[count] = ends[count - 1];
    for (size_t k = 0; k <= count; k++)
        offsets[k] = begins[k];
    run.results = count;
    run.size = sizeof run;
    run.inputs[0] = type == CLR_TYPE_F64 ? (const void *)x : narrow;
    run.count = MOST;
    run.arrays = &arrays;
    if (clr_reduce_shape(host, &sum, 1, &run) != CLR_OK)
        fail_msg("%s", clr_context_error(host)->message);
    assert_sums(type, sums, count, values);
    for (size_t k = 0; k < count; k++)
        if (statuses[k] != CLR_OK)
            fail_msg("segment %zu of %zu has the status %d", k, count, (int)statuses[k]);
}

static void try_labels(clr_type type, size_t labels)
{
    static double values[MOST];
    static wide sums[MOST];
    static uint32_t by[MOST];
    clr_host_run run = {
        .shape = CLR_SHAPE_LABELS, .by = by, .by_type = CLR_TYPE_U32, .results = labels};
    uint64_t seed = labels;

    memset(sums, 0, sizeof sums);
    for (size_t i = 0; i < MOST; i++) {
        by[i] = (uint32_t)((next_random(&seed) >> 20) % (labels + 1));
        if (by[i] < labels)
            sums[by[i]] += integers[i];
    }
    reduce(type, &run, values);
    assert_sums(type, sums, labels, values);
}

static void try_sums(clr_type type)
{
    static const size_t shapes[][2] = {{8, 300},   {33, 9}, {100, 257}, {200, 64},
                                       {5000, 11}, {64, 7}, {3, 9000},  {20000, 3}};
    static const int spreads[] = {1, 8, 20, 32, 40, 60};

    const int digits = type == CLR_TYPE_F64 ? 50 : 24;

    for (size_t s = 0; s < COUNT(spreads); s++) {
        for (size_t i = 0; i < 4 * COUNT(shapes); i++) {
            const size_t *shape = shapes[i / 4];
            const size_t aparts[] = {0, 1, shape[1], 2 * shape[1]};

            fill(s + 1, digits, spreads[s], aparts[i % 4]);
            try_axes(type, shape[0], shape[1]);
        }
        for (size_t most = 1; most < 3000; most = 3 * most + 1) {
            fill(s + most, digits, spreads[s], most % 2);
            try_segments(type, most, (told)((s + most) % TOLD_WAYS));
        }
        try_labels(type, 5);
        try_labels(type, 700);
        try_labels(type, 30000);
    }
}

TEST(sums_of_f64)
{
    try_sums(CLR_TYPE_F64);
}

/* Rows of which each is `bits` binades above the one before, up to a row where that begins anew, or
 * every so many of their numbers are: what the first numbers are like says nothing of the others.
 */
static void grow(size_t columns, unsigned bits, size_t every)
{
    for (size_t i = 0; i < MOST; i++) {
        integers[i] *= (wide)1 << (i % every == 0 ? (unsigned)(i / columns) * bits % 60 : 0);
        x[i] = ldexp((double)integers[i], UNIT);
        narrow[i] = (float)x[i];
    }
}

TEST(columns_that_grow)
{
    for (unsigned bits = 1; bits < 40; bits += bits / 2 + 1)
        for (size_t columns = 8; columns < 3000; columns = 3 * columns + 1) {
            fill(bits, 50, 1, 0);
            grow(columns, bits, 1);
            try_axes(CLR_TYPE_F64, MOST / columns, columns);
            fill(bits, 24, 1, 0);
            grow(columns, bits, 1);
            try_axes(CLR_TYPE_F32, MOST / columns, columns);
        }
}

enum { LANES = 16 }; /* whose sums the host has side by side, or fewer */

/* A sum of one result, of more blocks than a row's; of numbers that are four times the lanes apart
 * each is taken away again, in its lane, where one lies between. */
static void try_blocks(uint64_t seed, unsigned bits, size_t every, bool are_positive)
{
    enum { BLOCK = 1024 };
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const size_t count = 17 * BLOCK + seed * 511;
    wide sum = 0;
    double value;

    fill(seed, 50, 1, 0);
    for (size_t i = 0; are_positive && i < count; i++)
        integers[i] = integers[i] < 0 ? -integers[i] : integers[i];
    grow(BLOCK, bits, every);
    for (size_t i = 2 * LANES; i < count; i++)
        if (every == 4 * LANES && i % every == 2 * LANES) {
            integers[i] = -integers[i - 2 * LANES];
            x[i] = -x[i - 2 * LANES];
        }
    for (size_t i = 0; i < count; i++)
        sum += integers[i];
    assert_int_equal(clr_reduce(host, &reduction, x, count, &value, sizeof value), CLR_OK);
    if (!is_rounded(sum, &value, true))
        fail_msg("%zu elements, every %zu of %u binades a block above the others", count, every,
                 bits);
}

/* The last block's grids may not be this one's. */
TEST(blocks_that_grow)
{
    for (uint64_t seed = 1; seed < 5; seed++)
        for (unsigned bits = 0; bits < 40; bits++) {
            try_blocks(seed, bits, 1, true);
            try_blocks(seed, bits, 7, false);
            try_blocks(seed, bits, 4 * LANES, true);
        }
}

TEST(sums_of_f32)
{
    try_sums(CLR_TYPE_F32);
}
#endif

/* ---- sums at the ends ---- */

/* What rows, columns and labels of one kind of elements come to. */
TEST(elements_at_the_ends)
{
    enum { RESULTS = 40, LENGTH = 50 };
    static const double largest = 0x1.fffffffffffffp1023, least = 0x1p-1074;
    const struct {
        double first, second, sum;
    } cases[] = {
        {-0.0, -0.0, -0.0},
        {-0.0, 0, 0},
        {largest, -largest, 0},
        {largest, largest, INFINITY},
        {largest, least, INFINITY},
        {least, least, LENGTH * 0x1p-1074},
        {least, -0.0, LENGTH / 2 * 0x1p-1074},
        {INFINITY, 1, INFINITY},
        {-INFINITY, largest, -INFINITY},
        {INFINITY, -INFINITY, NAN},
        {NAN, largest, NAN},
        {0x1p1000, 0x1p-1000, LENGTH / 2 * 0x1p1000},
        {0x1p-910, 0x1p-910, LENGTH * 0x1p-910},
        {0x1p52 + 8, 0x1p-300, 25 * 0x1p52 + 208}, /* 25 firsts come to the very middle below */
        {1, 0x1p-53, LENGTH / 2 + 0x1p-49}, /* 25 and 25 2^-53, up to a last place of 2^-48 */
    };
    const uint64_t rows[] = {RESULTS, LENGTH}, columns[] = {LENGTH, RESULTS};
    clr_axes axes = {.size = sizeof axes, .rank = 2};
    static uint32_t by[RESULTS * LENGTH];

    for (size_t c = 0; c < COUNT(cases); c++)
        for (int way = 0; way < 3; way++) {
            double values[RESULTS], expected = cases[c].sum;
            clr_host_run run = {.shape = way == 2 ? CLR_SHAPE_LABELS : CLR_SHAPE_AXES};

            if (c + 1 == COUNT(cases))
                expected = ldexp(rint(ldexp(25 + 25 * 0x1p-53, 48)), -48);
            axes.reduced = way == 0 ? 1 << 1 : 1 << 0;
            axes.extents = way == 0 ? rows : columns;
            run.axes = way == 2 ? NULL : &axes;
            run.by = way == 2 ? by : NULL;
            run.by_type = way == 2 ? CLR_TYPE_U32 : CLR_TYPE_DEFAULT;
            run.results = way == 2 ? RESULTS : 0;
            for (uint32_t i = 0; i < RESULTS * LENGTH; i++) {
                const uint32_t number = way == 0 ? i % LENGTH : i / RESULTS;

                x[i] = number % 2 ? cases[c].second : cases[c].first;
                by[i] = i % RESULTS;
            }
            for (size_t i = RESULTS * LENGTH; i < MOST; i++)
                x[i] = 0;
            if (way == 2) {
                const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
                const clr_host_arrays arrays = {.size = sizeof arrays, .value = values};

                run.size = sizeof run;
                run.inputs[0] = x;
                run.count = RESULTS * LENGTH;
                run.arrays = &arrays;
                assert_int_equal(clr_reduce_shape(host, &sum, 1, &run), CLR_OK);
            } else {
                reduce(CLR_TYPE_F64, &run, values);
            }
            for (int k = 0; k < RESULTS; k++)
                if (isnan(expected) ? !isnan(values[k])
                                    : memcmp(&values[k], &expected, sizeof expected) != 0)
                    fail_msg("case %zu, way %d, result %d: %a", c, way, k, values[k]);
        }
}

/* ---- labels of all kinds ---- */

enum { ELEMENTS = 6000, LABELS_MOST = 900 };

static unsigned char elements[ELEMENTS * sizeof(double)], mask[ELEMENTS];
static uint32_t labels[ELEMENTS], indices[ELEMENTS];

/* A number of a label: some labels have one that is far below the others, some of all exponents,
 * some that are not finite, some nothing but zeros; of wide data most have all exponents. */
static double number_of(uint32_t label, uint64_t bits, bool is_wide)
{
    const double fraction = (double)(int64_t)bits * 0x1p-63;
    const double number = is_wide ? ldexp(fraction, (int)(bits >> 10 & 127) - 64) : fraction;

    switch (label % 8) {
    case 0:
        return (bits & 63) == 0 ? ldexp(number, -110) : number;
    case 1:
        return -0.0;
    case 2:
        return bits & 1 ? 0 : -0.0;
    case 3:
        return (bits & 63) == 0   ? (bits & 64 ? -INFINITY : INFINITY)
               : (bits & 63) == 1 ? NAN
                                  : number;
    case 4:
        return (double)(bits % 7);
    default:
        return number;
    }
}

static void fill_elements(clr_type type, uint32_t results, uint64_t seed, bool are_wide)
{
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        const uint64_t bits = next_random(&seed);
        double number;

        labels[i] = (uint32_t)((bits >> 20) % (results + 1));
        number = number_of(labels[i], next_random(&seed), are_wide);
        mask[i] = (bits >> 8 & 3) != 0;
        indices[i] = (uint32_t)((bits >> 12) % (ELEMENTS + 50));
        if (type == CLR_TYPE_F64)
            memcpy(elements + i * sizeof number, &number, sizeof number);
        else if (type == CLR_TYPE_F32)
            ((float *)(void *)elements)[i] = (float)number;
        else
            memcpy(elements + i * clr_type_size(type), &bits, clr_type_size(type));
    }
}

typedef struct answers {
    uint64_t values[LABELS_MOST], seconds[LABELS_MOST];
    cl_ulong indices[LABELS_MOST];
    cl_int statuses[LABELS_MOST];
} answers;

static clr_host_arrays arrays_of(const clr_reduction *reduction, answers *to)
{
    const bool has_index =
        reduction->op == CLR_OPERATOR_ARGMAX || reduction->op == CLR_OPERATOR_ARGMIN;

    memset(to, 0, sizeof *to);
    return (clr_host_arrays){.size = sizeof(clr_host_arrays),
                             .value = to->values,
                             .second = reduction->op == CLR_OPERATOR_MINMAX ? to->seconds : NULL,
                             .index = has_index ? to->indices : NULL,
                             .status = to->statuses};
}

/* The label's elements alone, as a segment of an array that has no others; the numbers of their
 * entries are told. */
static size_t gather(const clr_host_run *run, uint32_t label, size_t size, unsigned char *alone,
                     cl_ulong *numbers)
{
    size_t count = 0;

    for (uint32_t i = 0; i < ELEMENTS; i++) {
        const uint32_t at = run->indices ? indices[i] : i;

        if (labels[i] != label || (run->mask && !mask[i]) || at >= ELEMENTS)
            continue;
        memcpy(alone + count * size, elements + at * size, size);
        numbers[count++] = i;
    }
    return count;
}

/* Compares result k with that of the label's elements, for which no cell is asked. */
static void assert_as_alone(const clr_reduction *reduction, const clr_host_run *run,
                            const answers *made, uint32_t k)
{
    static unsigned char alone[ELEMENTS * sizeof(double)];
    static cl_ulong numbers[ELEMENTS];
    static answers expected;
    const size_t size = clr_type_size(reduction->type);
    const size_t count = gather(run, k, size, alone, numbers);
    const clr_host_arrays arrays = arrays_of(reduction, &expected);
    const cl_uint offsets[] = {0, (cl_uint)count};
    clr_host_run as_segment = {.size = sizeof as_segment,
                               .shape = CLR_SHAPE_SEGMENTS,
                               .inputs = {alone},
                               .count = count,
                               .by = offsets,
                               .by_type = CLR_TYPE_U32,
                               .results = 1,
                               .arrays = &arrays};
    clr_operator_info info = {.size = sizeof info};
    const size_t value_size = clr_type_size(clr_operator_result(reduction->op, reduction->type));

    assert_int_equal(clr_operator_describe(reduction->op, &info), CLR_OK);
    assert_int_equal(clr_reduce_shape(host, reduction, 1, &as_segment), CLR_OK);
    if (made->statuses[k] != expected.statuses[0] ||
        memcmp((const char *)made->values + k * value_size, expected.values, value_size) != 0 ||
        memcmp((const char *)made->seconds + k * value_size, expected.seconds, value_size) != 0 ||
        (arrays.index && count && expected.statuses[0] == CLR_OK &&
         made->indices[k] != numbers[expected.indices[0]]))
        fail_msg("%s of %s, NaN %d, mask %d, list %d: label %u of %u elements",
                 clr_operator_name(reduction->op), clr_type_name(reduction->type),
                 (int)reduction->nan, run->mask != NULL, run->indices != NULL, k, (unsigned)count);
}

/* Results, and those of accumulators. */
static void try_reduction(const clr_reduction *reduction, clr_host_run *run)
{
    static answers made, of_states;
    const clr_host_arrays arrays = arrays_of(reduction, &made);
    const clr_host_arrays rounded = arrays_of(reduction, &of_states);
    clr_accumulator *accumulator = NULL;

    run->arrays = &arrays;
    if (clr_reduce_shape(host, reduction, 1, run) != CLR_OK)
        fail_msg("%s", clr_context_error(host)->message);
    for (uint32_t k = 0; k < run->results; k++)
        assert_as_alone(reduction, run, &made, k);
    run->arrays = NULL;
    if (clr_reduce_accumulator(host, reduction, 1, run, &accumulator) != CLR_OK)
        fail_msg("%s", clr_context_error(host)->message);
    assert_int_equal(clr_accumulator_results(accumulator, &rounded, NULL, 0), CLR_OK);
    clr_accumulator_destroy(accumulator);
    if (memcmp(&made, &of_states, sizeof made) != 0)
        fail_msg("%s of %s: accumulators come to other results", clr_operator_name(reduction->op),
                 clr_type_name(reduction->type));
}

TEST(labels_of_all_kinds)
{
    static const clr_operator operators[] = {
        CLR_OPERATOR_SUM,    CLR_OPERATOR_ASUM,   CLR_OPERATOR_MEAN,   CLR_OPERATOR_VAR,
        CLR_OPERATOR_SUMSQ,  CLR_OPERATOR_COUNT,  CLR_OPERATOR_SIZE,   CLR_OPERATOR_MIN,
        CLR_OPERATOR_MINMAX, CLR_OPERATOR_ARGMAX, CLR_OPERATOR_ARGMIN, CLR_OPERATOR_AMAX};
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_I8,
                                     CLR_TYPE_U32, CLR_TYPE_I64, CLR_TYPE_U64};

    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t o = 0; o < COUNT(operators); o++)
            for (unsigned way = 0; way < 16; way++) {
                clr_reduction reduction = CLR_REDUCTION(operators[o], types[t]);
                clr_host_run run = {.size = sizeof run,
                                    .shape = CLR_SHAPE_LABELS,
                                    .inputs = {elements},
                                    .count = ELEMENTS,
                                    .by = labels,
                                    .by_type = CLR_TYPE_U32,
                                    .results = way & 4 ? 17 : LABELS_MOST};

                reduction.nan = way % 4 == 3 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
                if (way & 1) {
                    run.mask_kind = CLR_MASK_BYTES;
                    run.mask = mask;
                }
                if (way & 2) {
                    run.index_type = CLR_TYPE_U32;
                    run.indices = indices;
                    run.index_count = ELEMENTS;
                }
                fill_elements(types[t], (uint32_t)run.results, 8 * t + way, way & 8);
                try_reduction(&reduction, &run);
            }
}

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};

    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(host);
}
