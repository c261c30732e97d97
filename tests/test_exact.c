/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of floats at level exact, on every device: each operator, type, policy and result type by
 * many strategies against the oracle, which accepts the correctly rounded result alone; the same
 * bits however the work is divided; and sets of numbers made to be hard.
 */
#include "accumulated.h"
#include "choose/geometry.h"
#include "shape/made.h"
#include "split_mix.h"
#include "subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const clr_operator operators[] = {
    CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ,
    CLR_OPERATOR_DOT, CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR,  CLR_OPERATOR_STD,
};

static const clr_type types[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};

/* Group sizes of the product, 0 being the plan's own. */
static const uint64_t group_sizes[] = {0, 1, 2, 33, 64, 256};

static clr_reduction exactly(clr_operator op, clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);

    reduction.accuracy = CLR_ACCURACY_EXACT;
    return reduction;
}

static size_t strategy_count(void)
{
    size_t count = 0;

    while (clr_strategy_name(count))
        count++;
    return count;
}

/* ---- operator x type x policy x strategy x group size ---- */

/*
 * In the covering set each operator, type and policy meets the plan's own choice or another
 * strategy and group size, by turns; in the small one every 13th of them does.
 */
static bool is_covered(size_t turn, size_t strategy, size_t size)
{
    const size_t count = strategy_count();

    if (test_scope() == SCOPE_FULL)
        return true;
    if (test_scope() <= SCOPE_SMALL && turn % 13 != 0)
        return false;
    if (turn % 2 == 0)
        return size == 0 && strategy == 0;
    return size == turn / 2 % COUNT(group_sizes) && strategy == (turn * 7 + 3) % count;
}

static void check_place(const struct rig *rig, const clr_reduction *reduction, size_t turn,
                        size_t strategy, size_t size, struct tally *tally)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = clr_strategy_name(strategy),
                                      .group_size = group_sizes[size]};
    struct subject s;

    if (!is_covered(turn, strategy, size)) {
        tally_skip(tally, "left to another scope");
        return;
    }
    s = subject_make(rig, reduction, &options);
    if (!s.plan) {
        tally_skip(tally, s.refusal);
        return;
    }
    assert_int_equal(s.result.accuracy, CLR_ACCURACY_EXACT);
    check_counts(&s, kind_for(reduction->op, (unsigned)turn), 7 + turn);
    if (size == 0 && strategy == 0)
        check_kinds(&s, turn);
    clr_plan_destroy(s.plan);
    tally->run++;
}

TEST(matches_the_oracle)
{
    struct tally tally = {0};
    uint64_t whole = 0;
    size_t turn = 0;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t op = 0; op < COUNT(operators); op++)
            for (size_t type = 0; type < COUNT(types); type++)
                for (int policy = 0; policy < 2; policy++, turn++) {
                    clr_reduction reduction = exactly(operators[op], types[type]);

                    reduction.nan = policy ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
                    reduction.result = turn % 3 ? CLR_TYPE_DEFAULT : types[turn / 3 % COUNT(types)];
                    for (size_t strategy = 0; clr_strategy_name(strategy); strategy++)
                        for (size_t size = 0; size < COUNT(group_sizes); size++, whole++)
                            check_place(rig_at(r), &reduction, turn, strategy, size, &tally);
                }
    tally_print("operator x type x policy x strategy x group size", &tally);
    assert_int_equal(tally.run + tally.skipped, whole);
    assert_true(tally.run > 0);
}

/* Drivers' compilers treat groups of few items as cases of their own; PoCL 3.1 failed at one of
 * two. */
TEST(groups_of_few_items_are_right)
{
    const clr_reduction reduction = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const uint64_t most = test_scope() <= SCOPE_SMALL ? 2 : 9;

    for (size_t r = 0; r < rig_count(); r++)
        for (uint64_t size = 2; size <= most; size++) {
            const clr_plan_options options = {
                .size = sizeof options, .strategy = "two-pass", .group_size = size};
            struct subject s = subject_make(rig_at(r), &reduction, &options);

            if (!s.plan) {
                assert_true(size > rig_at(r)->device->max_work_group_size);
                continue;
            }
            check_counts(&s, kind_for(reduction.op, (unsigned)size), size);
            clr_plan_destroy(s.plan);
        }
}

/* ---- the same bits ---- */

/* A finite number of random bits. */
static double random_double(uint64_t *state)
{
    double x;

    do {
        const uint64_t bits = next_random(state);

        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

static void shuffle(double *x, size_t count, uint64_t *state)
{
    for (size_t i = count - 1; i > 0; i--) {
        const size_t j = (size_t)(next_random(state) % (i + 1));
        const double swapped = x[i];

        x[i] = x[j];
        x[j] = swapped;
    }
}

/* The sum's bits by one plan, in `parts` parts. */
static uint64_t sum_bits(const struct rig *rig, clr_plan *plan, const double *x, size_t count,
                         size_t parts)
{
    const cl_mem buffer = buffer_of(rig, x, count * sizeof *x);
    uint64_t bits = 0;

    for (size_t part = 0; part < parts; part++) {
        const size_t first = count * part / parts;
        const size_t end = count * (part + 1) / parts;
        const bool is_last = part + 1 == parts;

        run_part(rig, plan, buffer, first, end - first,
                 parts == 1 ? CLR_PART_WHOLE
                 : is_last  ? CLR_PART_LAST
                            : CLR_PART_MORE,
                 is_last ? &bits : NULL);
    }
    clReleaseMemObject(buffer);
    return bits;
}

/* The sum's bits by the plan that the library chooses. */
static uint64_t bits_by_choice(const struct rig *rig, const double *x, size_t count)
{
    const clr_reduction reduction = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    struct subject s = subject_make(rig, &reduction, NULL);
    uint64_t bits;

    assert_non_null(s.plan);
    bits = sum_bits(rig, s.plan, x, count, 1);
    clr_plan_destroy(s.plan);
    return bits;
}

/* The launch takes less than the input, which is cut into parts; their states wait in between. */
static void cut_into_parts(const struct rig *rig, const double *x, size_t count)
{
    const clr_reduction reduction = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = "two-kernels",
                                      .vector_width = 1,
                                      .item_loads = 2,
                                      .group_size = 1,
                                      .group_count = 3};
    const uint64_t expected = bits_by_choice(rig, x, count);
    struct subject s = subject_make(rig, &reduction, &options);

    assert_non_null(s.plan);
    assert_true(clr_plan_launches(s.plan, count) > 10);
    assert_int_equal(sum_bits(rig, s.plan, x, count, 1), expected);
    assert_int_equal(sum_bits(rig, s.plan, x, count, 3), expected);
    clr_plan_destroy(s.plan);
}

static void divide_every_way(const struct rig *rig, double *x, size_t count)
{
    const clr_reduction reduction = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const size_t step = test_scope() <= SCOPE_SMALL ? 6 : 1;
    uint64_t seed = 5;
    uint64_t expected = 0;
    bool is_first = true;

    for (size_t strategy = 0; clr_strategy_name(strategy); strategy += step) {
        const clr_plan_options options = {.size = sizeof options,
                                          .strategy = clr_strategy_name(strategy),
                                          .group_size = is_first ? 0 : 1 + strategy % 3 * 31};
        struct subject s = subject_make(rig, &reduction, &options);

        if (!s.plan)
            continue;
        if (is_first)
            expected = sum_bits(rig, s.plan, x, count, 1);
        is_first = false;
        shuffle(x, count, &seed);
        assert_int_equal(sum_bits(rig, s.plan, x, count, 1), expected);
        assert_int_equal(sum_bits(rig, s.plan, x, count, 5), expected);
        clr_plan_destroy(s.plan);
    }
    assert_false(is_first);
    cut_into_parts(rig, x, 300);
}

TEST(all_ways_have_the_same_bits)
{
    enum { ELEMENTS = 5000 };
    static double x[ELEMENTS];
    uint64_t seed = 3;

    for (size_t i = 0; i < ELEMENTS; i++)
        x[i] = ldexp(random_double(&seed), -20);
    for (size_t r = 0; r < rig_count(); r++)
        divide_every_way(rig_at(r), x, ELEMENTS);
}

/* ---- hard sets ---- */

/* Runs one plan on x, and compares the result's bits. */
static void assert_sum_by(const struct rig *rig, const clr_plan_options *options, clr_type type,
                          const double *x, size_t count, double expected)
{
    const clr_reduction reduction = exactly(CLR_OPERATOR_SUM, type);
    struct subject s = subject_make(rig, &reduction, options);
    unsigned char *bytes = malloc(count * oracle_size(type));
    uint64_t got = 0;
    uint64_t wanted = 0;
    cl_mem buffer;

    assert_non_null(s.plan);
    assert_non_null(bytes);
    for (size_t i = 0; i < count; i++)
        oracle_store(type, bytes, i, x[i]);
    oracle_store(s.result.type, &wanted, 0, expected);
    buffer = buffer_of(rig, bytes, count * oracle_size(type));
    run_plan(rig, s.plan, buffer, 0, count, &got);
    if (got != wanted)
        fail_msg("%zu elements of %s: %a instead of %a", count, clr_type_name(type),
                 oracle_load(s.result.type, &got, 0), expected);
    clReleaseMemObject(buffer);
    free(bytes);
    clr_plan_destroy(s.plan);
}

static void assert_sum(const struct rig *rig, clr_type type, const double *x, size_t count,
                       double expected)
{
    assert_sum_by(rig, NULL, type, x, count, expected);
}

/* Equal numbers just below a power of 2, up to where their sum is infinite: whatever they are added
 * to is next to its own end. */
TEST(sums_reach_the_ends_of_binades)
{
    enum { ELEMENTS = 1024 };
    static const uint32_t widths[] = {0, 1};
    static double x[ELEMENTS];

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < 2 * COUNT(widths); i++)
            for (int power = 1002; power <= 1024; power++) {
                const clr_plan_options options = {.size = sizeof options,
                                                  .vector_width = widths[i / 2]};
                const double largest = ldexp(1 - 0x1p-53, power) * (i % 2 ? -1 : 1);

                for (size_t k = 0; k < ELEMENTS; k++)
                    x[k] = largest;
                assert_sum_by(rig_at(r), &options, CLR_TYPE_F64, x, ELEMENTS, largest * ELEMENTS);
            }
}

/*
 * Numbers of all magnitudes and their negatives in any order, and one small number, which is the
 * sum: conditions of up to 2^2046 in f64 and 2^253 in f32 (in the manner of Ogita, Rump and Oishi,
 * "Accurate sum and dot product", 2005).
 */
TEST(sums_that_cancel_are_right)
{
    enum { PAIRS = 3000 };
    static double x[2 * PAIRS + 1];

    for (size_t r = 0; r < rig_count(); r++)
        for (int wide = 0; wide < 2; wide++) {
            const clr_type type = wide ? CLR_TYPE_F64 : CLR_TYPE_F32;
            const double least = wide ? 0x1.8p-1022 : 0x1.8p-126;
            uint64_t seed = 11;

            for (size_t i = 0; i < PAIRS; i++) {
                double value = random_double(&seed);

                if (!wide) {
                    int exponent;
                    const float fraction = (float)frexp(value, &exponent);

                    value = ldexp((double)fraction, exponent % 127);
                }
                x[2 * i] = value;
                x[2 * i + 1] = -value;
            }
            x[2 * PAIRS] = least;
            shuffle(x, COUNT(x), &seed);
            assert_sum(rig_at(r), type, x, COUNT(x), least);
        }
}

/* A float of 24 random bits, of one of the 20 binades up to 2^most. */
static double float_below(int most, uint64_t *seed)
{
    const double digits = 0x1p23 + (double)(next_random(seed) & 0x7fffff);
    const double sign = next_random(seed) & 1 ? 1 : -1;

    return ldexp(sign * digits, most - 24 - (int)(next_random(seed) % 20));
}

/*
 * Where each lane of a CPU's vectors has numbers of a size of its own (cl/exact/apart.cl): a part,
 * the negatives of the same numbers in other lanes, so that what is lost of the one is not lost of
 * the other, too, and one small number, which is the sum.
 */
TEST(lanes_of_different_sizes_lose_nothing)
{
    enum { LANES = 16, ROWS = 64, HALF = LANES * ROWS, WIDEST = 120 };
    const int step = test_scope() <= SCOPE_SMALL ? 10 : 2;
    static double x[2 * HALF + 1];
    uint64_t seed = 5;

    for (size_t r = 0; r < rig_count(); r++)
        /* From lanes that one window takes to lanes that no two do. */
        for (int range = 0; range <= WIDEST; range += step) {
            int most[LANES];

            for (size_t lane = 0; lane < LANES; lane++)
                most[lane] = 60 - (int)(next_random(&seed) % (uint64_t)(range + 1));
            for (size_t i = 0; i < HALF; i++)
                x[i] = float_below(most[i % LANES], &seed);
            for (size_t i = 0; i < HALF; i++)
                x[HALF + i] = -x[(i + 5) % HALF];
            x[2 * HALF] = 0x1.8p-120;
            assert_sum(rig_at(r), CLR_TYPE_F32, x, COUNT(x), 0x1.8p-120);
        }
}

/* Sums or squares by one group of so many items, 0: what suits the device. */
static double sum_by_one_group(const struct rig *rig, const clr_reduction *reduction,
                               uint64_t items, const void *x, size_t count)
{
    const clr_plan_options options = {
        .size = sizeof options, .group_size = items, .group_count = 1};
    struct subject s = subject_make(rig, reduction, &options);
    const cl_mem buffer = buffer_of(rig, x, count * clr_type_size(reduction->type));
    uint64_t record = 0;
    double sum;

    assert_non_null(s.plan);
    run_plan(rig, s.plan, buffer, 0, count, &record);
    sum = oracle_load(s.result.type, &record, 0);
    clReleaseMemObject(buffer);
    clr_plan_destroy(s.plan);
    return sum;
}

/*
 * More numbers of one binade than a row of an item alone takes (cl/exact/lone_rows.cl), or a copy
 * of a group's bins (cl/exact/copies.cl), all of one group; among them small ones, so that no run
 * fits the terms.
 */
TEST(rows_and_copies_are_emptied_before_they_are_full)
{
    enum { ELEMENTS = 1 << 16, SMALL_ONES = 64 };
    static const uint64_t items[] = {0, 1, 3, 48, 4096, 2, 64}; /* three of larger scopes */
    const size_t tried = COUNT(items) - (test_scope() <= SCOPE_SMALL ? 3 : 0);
    const clr_reduction squares = exactly(CLR_OPERATOR_SUMSQ, CLR_TYPE_F32);
    const clr_reduction sums = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    /* Of a word's digits they have the highest, so that nothing is larger there. */
    const float large = 0x1p4f * (1 - 0x1p-24f);
    const double larger = 0x1p6 * (1 - 0x1p-53);
    static float x[ELEMENTS];
    static double y[ELEMENTS];
    double of_squares = 0;

    for (size_t i = 0; i < ELEMENTS; i++) {
        x[i] = i % SMALL_ONES ? large : 0x1p-70f;
        y[i] = i % SMALL_ONES ? larger : 0x1p-600;
        of_squares += i % SMALL_ONES ? (double)large * large : 0; /* no more than 53 digits */
    }
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t k = 0; k < tried; k++) {
            if (items[k] > rig_at(r)->device->max_work_group_size)
                continue;
            assert_true(sum_by_one_group(rig_at(r), &squares, items[k], x, ELEMENTS) ==
                        (double)(float)of_squares);
            /* 2^16 times 63, less 63 2^-37 */
            assert_true(sum_by_one_group(rig_at(r), &sums, items[k], y, ELEMENTS) ==
                        0x1p16 * 63 - 0x1p-31);
        }
}

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Behind numbers so far apart that no run fits the terms. */
TEST(infinities_and_nans_are_told_of_by_any_group)
{
    enum { ELEMENTS = 1000 };
    static const uint64_t items[] = {1, 2, 64};
    static const struct {
        double values[2];
        double sum;
        double of_squares;
    } rows[] = {
        {{1, INFINITY}, INFINITY, INFINITY},
        {{-INFINITY, 5}, -INFINITY, INFINITY},
        {{INFINITY, -INFINITY}, NAN, INFINITY},
        {{NAN, -INFINITY}, NAN, NAN},
    };
    const clr_reduction squares = exactly(CLR_OPERATOR_SUMSQ, CLR_TYPE_F32);
    const clr_reduction sums = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    static float x[ELEMENTS];
    static double y[ELEMENTS];

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t k = 0; k < COUNT(items); k++) {
            if (items[k] > rig_at(r)->device->max_work_group_size)
                continue;
            for (size_t row = 0; row < COUNT(rows); row++) {
                for (size_t i = 0; i < ELEMENTS; i++) {
                    y[i] = i < 2 ? rows[row].values[i] : i % 2 ? 0x1p600 : 0x1p-600;
                    x[i] = i < 2 ? (float)y[i] : i % 2 ? 0x1p40f : 0x1p-70f;
                }
                assert_true(is_same(sum_by_one_group(rig_at(r), &squares, items[k], x, ELEMENTS),
                                    rows[row].of_squares));
                assert_true(is_same(sum_by_one_group(rig_at(r), &sums, items[k], y, ELEMENTS),
                                    rows[row].sum));
            }
        }
}

static uint32_t groups_of(const struct rig *rig, const clr_plan_options *options, clr_type type,
                          size_t count)
{
    const clr_reduction reduction = exactly(CLR_OPERATOR_SUM, type);
    struct subject s = subject_make(rig, &reduction, options);
    uint32_t groups;

    assert_non_null(s.plan);
    groups = clri_groups(s.plan->choice, count);
    clr_plan_destroy(s.plan);
    return groups;
}

/* Of groups that have bins each, with what one of them alone has met, and tiles that they cannot
 * share evenly. */
TEST(groups_are_told_all_that_others_hold)
{
    enum { ELEMENTS = 5 * (1 << 14) + 3 * (1 << 11) };
    static const char *const strategies[] = {NULL, "two-pass"};
    static const clr_type wide[] = {CLR_TYPE_F32, CLR_TYPE_F64};
    static const double last[] = {0, INFINITY, -INFINITY};
    static double x[ELEMENTS];

    for (size_t i = 0; i < COUNT(strategies) * COUNT(wide) * COUNT(last); i++) {
        const clr_plan_options options = {.size = sizeof options,
                                          .strategy = strategies[i % COUNT(strategies)]};
        const clr_type type = wide[i / COUNT(strategies) % COUNT(wide)];
        const double end = last[i / COUNT(strategies) / COUNT(wide)];
        const int power = type == CLR_TYPE_F32 ? 100 : 600;
        double sum = 0; /* of whole numbers */

        for (size_t k = 0; k < ELEMENTS; k++) {
            const double value =
                k % 2 ? -1 - (double)(k >> 11) : 0; /* no two tiles' are the same */

            x[k] = value != 0 ? ldexp(value, power) : -ldexp(1, -power);
            sum += value;
        }
        if (end != 0)
            x[ELEMENTS - 1] = end;
        for (size_t r = 0; r < rig_count(); r++) {
            assert_true(groups_of(rig_at(r), &options, type, ELEMENTS) > 2);
            assert_sum_by(rig_at(r), &options, type, x, ELEMENTS,
                          end != 0 ? end : ldexp(sum, power));
        }
    }
}

/* However long: what a run is added to by an anchor hides the sign of 0. */
TEST(sums_of_nothing_but_minus_0_are_minus_0)
{
    enum { ELEMENTS = 5000 };
    const clr_reduction dot = exactly(CLR_OPERATOR_DOT, CLR_TYPE_F32);
    static double zeros[ELEMENTS];
    static float x[ELEMENTS], y[ELEMENTS];

    for (size_t i = 0; i < ELEMENTS; i++) {
        zeros[i] = -0.0;
        x[i] = -0.0F;
        y[i] = 1;
    }
    for (size_t r = 0; r < rig_count(); r++) {
        float product = 1;

        assert_sum(rig_at(r), CLR_TYPE_F32, zeros, ELEMENTS, -0.0);
        assert_sum(rig_at(r), CLR_TYPE_F64, zeros, ELEMENTS, -0.0);
        assert_ok(rig_at(r), clr_reduce_pair(rig_at(r)->context, &dot, x, y, ELEMENTS, &product,
                                             sizeof product));
        assert_true(product == 0 && signbit(product));
    }
}

/* 1 and half of its last place, and what decides far below. */
TEST(ties_are_decided_by_what_is_far_below)
{
    static const struct {
        clr_type type;
        double terms[5];
        double sum;
    } cases[] = {
        {CLR_TYPE_F32, {1, 0x1p-24, 0}, 1},
        {CLR_TYPE_F32, {1, 0x1p-24, 0x1p-149}, 1 + 0x1p-23},
        {CLR_TYPE_F32, {1, 0x1p-24, -0x1p-149}, 1},
        {CLR_TYPE_F32, {1 + 0x1p-23, 0x1p-24, 0}, 1 + 0x1p-22},
        {CLR_TYPE_F32, {1 + 0x1p-23, 0x1p-24, -0x1p-149}, 1 + 0x1p-23},
        {CLR_TYPE_F64, {1, 0x1p-53, 0}, 1},
        {CLR_TYPE_F64, {1, 0x1p-53, 0x1p-1074}, 1 + 0x1p-52},
        {CLR_TYPE_F64, {-1, -0x1p-53, -0x1p-1074}, -1 - 0x1p-52},
        {CLR_TYPE_F64, {0x1.fffffffffffffp1023, 0x1p969, 0}, 0x1.fffffffffffffp1023},
        {CLR_TYPE_F64, {0x1.fffffffffffffp1023, 0x1p970, 0}, INFINITY},
        {CLR_TYPE_F64, {0x1.fffffffffffffp1023, 0x1p970, -0x1p-1074}, 0x1.fffffffffffffp1023},
        {CLR_TYPE_F64, {1e308, 1e308, -1e308}, 1e308},
        {CLR_TYPE_F64, {-0.0, -0.0, -0.0, -0.0, -0.0}, -0.0},
        {CLR_TYPE_F64, {1, -1, -0.0, -0.0, -0.0}, 0.0},
        {CLR_TYPE_F32, {-0.0, -0.0, -0.0, -0.0, -0.0}, -0.0},
        {CLR_TYPE_F64, {INFINITY, 1, -0x1p1023}, INFINITY},
        {CLR_TYPE_F64, {0x1p-1074, 0x1p-1074, -0x1p-1074}, 0x1p-1074},
    };

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(cases); i++)
            assert_sum(rig_at(r), cases[i].type, cases[i].terms, COUNT(cases[i].terms),
                       cases[i].sum);
}

/* ---- together with others ---- */

/* Eight results in one pass: as each alone; in the small scope every third of them. */
TEST(several_at_once_are_as_each_alone)
{
    enum { ELEMENTS = 4099 };
    static float x[ELEMENTS];
    const clr_operator ops[] = {CLR_OPERATOR_SUM,  CLR_OPERATOR_MEAN, CLR_OPERATOR_VAR,
                                CLR_OPERATOR_NRM2, CLR_OPERATOR_MAX,  CLR_OPERATOR_STD,
                                CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ};
    uint64_t seed = 23;

    for (size_t i = 0; i < ELEMENTS; i++)
        x[i] = (float)ldexp((double)(next_random(&seed) >> 40), -(int)(next_random(&seed) % 120));
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const cl_mem buffer = buffer_of(rig, x, sizeof x);
        clr_reduction reductions[COUNT(ops)];
        unsigned char together[256];
        clr_plan *plan;

        for (size_t i = 0; i < COUNT(ops); i++)
            reductions[i] = exactly(ops[i], CLR_TYPE_F32);
        assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(ops), NULL, &plan));
        run_plan(rig, plan, buffer, 0, ELEMENTS, together);
        for (size_t i = 0; i < COUNT(ops); i += test_scope() <= SCOPE_SMALL ? 3 : 1) {
            struct subject alone = subject_make(rig, &reductions[i], NULL);
            clr_result result = {.size = sizeof result};
            float value;

            assert_non_null(alone.plan);
            assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
            run_plan(rig, alone.plan, buffer, 0, ELEMENTS, &value);
            assert_memory_equal(together + result.offset, &value, sizeof value);
            clr_plan_destroy(alone.plan);
        }
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
    }
}

/* ---- accumulators ---- */

/* What a plan keeps of elements offset .. + count, handed over as bytes, as between processes. */
static clr_accumulator *kept_of(const struct subject *s, const struct field *field, uint64_t offset,
                                uint64_t count)
{
    clr_accumulator *kept;
    clr_accumulator *loaded;
    unsigned char bytes[1024];
    char reason[200];
    size_t size;

    run_case(s, field, offset, count, CLR_PART_MORE, NULL);
    assert_ok(s->rig, clr_plan_accumulator(s->plan, 0, &kept));
    clr_plan_discard(s->plan);
    assert_int_equal(clr_accumulator_store(kept, bytes, sizeof bytes, &size), CLR_OK);
    if (clr_accumulator_load(bytes, size, &loaded, reason, sizeof reason) != CLR_OK)
        fail_msg("%s", reason);
    clr_accumulator_destroy(kept);
    return loaded;
}

/* The bytes are those of an accumulator of the same elements that GMP has added up. */
static void assert_made_as_by_gmp(const struct subject *s, const struct field *field,
                                  const clr_accumulator *got)
{
    const size_t count = (size_t)got->met[0].count;
    const void *data[2];
    unsigned char bytes[2][1024];
    clr_reduction reduction = s->reduction;
    clr_accumulator *made;
    size_t size[2];

    find_data(field, 0, data);
    reduction.result = s->result.type;
    made = accumulate(&reduction, data[0], data[field->inputs - 1], 0, count);
    assert_int_equal(clr_accumulator_store(got, bytes[0], sizeof bytes[0], &size[0]), CLR_OK);
    assert_int_equal(clr_accumulator_store(made, bytes[1], sizeof bytes[1], &size[1]), CLR_OK);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    clr_accumulator_destroy(made);
}

/* The halves' accumulators, merged and rounded by the host, come to the bits of the whole. */
static void check_halves(const struct rig *rig, const clr_reduction *reduction, unsigned turn)
{
    enum { ELEMENTS = 3001, FIRST = 1234 };
    struct subject s = subject_make(rig, reduction, NULL);
    struct field field = field_make(&s, (oracle_data)(turn % ORACLE_DATA_COUNT), turn, ELEMENTS);
    clr_accumulator *first = kept_of(&s, &field, 0, FIRST);
    clr_accumulator *second = kept_of(&s, &field, FIRST, ELEMENTS - FIRST);
    clr_accumulator_info info = {.size = sizeof info};
    unsigned char record[RECORD_MOST] = {0};
    uint64_t value = 0;

    assert_int_equal(clr_accumulator_merge(second, first, NULL, 0), CLR_OK);
    assert_int_equal(clr_accumulator_describe(second, &info), CLR_OK);
    assert_int_equal(info.count, ELEMENTS);
    assert_made_as_by_gmp(&s, &field, second);
    assert_int_equal(clr_accumulator_round(second, &value, s.result.value_size, NULL, 0),
                     run_case(&s, &field, 0, ELEMENTS, CLR_PART_WHOLE, record));
    if (memcmp(record + s.result.offset, &value, s.result.value_size) != 0 &&
        !isnan(oracle_load(s.result.type, &value, 0)))
        fail_msg("%s of %s: %a instead of %a", clr_operator_name(reduction->op),
                 clr_type_name(reduction->type), oracle_load(s.result.type, &value, 0),
                 oracle_load(s.result.type, record + s.result.offset, 0));
    clr_accumulator_destroy(first);
    clr_accumulator_destroy(second);
    field_destroy(&field);
    clr_plan_destroy(s.plan);
}

TEST(accumulators_of_halves_make_the_whole)
{
    const bool is_sample = test_scope() <= SCOPE_SMALL;
    const size_t step = is_sample ? 4 : 1;
    unsigned turn = 0;

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t op = 0; op < COUNT(operators); op += is_sample ? 3 : 1)
            for (size_t type = op / 2 % step; type < COUNT(types); type += step, turn++) {
                clr_reduction reduction = exactly(operators[op], types[type]);

                reduction.nan = turn % 2 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
                check_halves(rig_at(r), &reduction, turn);
            }
}

TEST(what_has_no_accumulator_is_refused)
{
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_reduction reduction = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F32);
        clr_plan *plan;
        clr_accumulator *accumulator = NULL;

        assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &plan));
        assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_accumulator(plan, 0, &accumulator),
                     "CLR_PART_MORE");
        assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_accumulator(plan, 1, &accumulator),
                     "number 1");
        assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_accumulator(plan, 0, NULL), "NULL");
        clr_plan_destroy(plan);
        reduction.accuracy = CLR_ACCURACY_FAST;
        assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &plan));
        assert_error(rig, CLR_ERROR_UNSUPPORTED, clr_plan_accumulator(plan, 0, &accumulator),
                     "fast");
        assert_null(accumulator);
        clr_plan_destroy(plan);
    }
}

/* ---- what cannot be ---- */

TEST(what_cannot_be_exact_is_refused)
{
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const clr_reduction product = exactly(CLR_OPERATOR_PROD, CLR_TYPE_F32);
        const clr_reduction sum = exactly(CLR_OPERATOR_SUM, CLR_TYPE_F32);
        const clr_plan_options atomic = {.size = sizeof atomic, .strategy = "atomic"};
        const clr_plan_options traced = {.size = sizeof traced, .trace = true};
        const clr_block block = {.size = sizeof block, .reduction = &sum};
        clr_block_info info = {.size = sizeof info};
        clr_plan *plan;

        assert_error(rig, CLR_ERROR_UNSUPPORTED, clr_device_source(rig->context, &block, &info),
                     "level exact");
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &product, 1, NULL, &plan), "prod");
        assert_int_equal(clr_plan_create(rig->context, &sum, 1, &atomic, &plan),
                         CLR_ERROR_UNSUPPORTED);
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &sum, 1, &traced, &plan), "level fast");
    }
}
