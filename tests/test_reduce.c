/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operator, element type and strategy on every device, against the oracle. The products end
 * with run + skipped = all, so that a new row cannot hide.
 */
#include "subject.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- operator x type x strategy x group size ---- */

static const uint64_t group_sizes[] = {0, 1, 2, 3, 32, 33, 64, 100, 256, 257, 1024};

/* Powers of two are what trees are made for; these are the others. */
static bool is_odd_one(uint64_t group_size)
{
    return (group_size & (group_size - 1)) != 0;
}

/* The sample's number, SAMPLES if it is none. */
static size_t sample_of(clr_operator op, clr_type type)
{
    size_t i = 0;

    while (i < SAMPLES && (samples[i].op != op || samples[i].type != type))
        i++;
    return i;
}

/*
 * Whether a combination is in this scope's covering set: each operator x type by the portable
 * strategy, every strategy on samples of each kind of state, and in groups of every size on one.
 * The full scope has them all.
 */
static bool covers(clr_operator op, clr_type type, size_t strategy, size_t size)
{
    const size_t sample = sample_of(op, type);
    const bool is_portable = strcmp(clr_strategy_name(strategy), "two-pass") == 0;

    if (test_scope() == SCOPE_FULL)
        return true;
    if (size == 0 && is_portable)
        return test_scope() == SCOPE_COVER || ((unsigned)op + (unsigned)type) % 2 == 0;
    if (sample == SAMPLES)
        return false;
    if (size == 0)
        return scope_pairs(strategy, sample);
    if ((strategy + size) % SAMPLES != sample)
        return false;
    if (test_scope() == SCOPE_SMALL)
        return group_sizes[size] == (strategy % 2 ? 3 : 33);
    return is_odd_one(group_sizes[size]) || (strategy + size) % 6 == 0;
}

static void check_combination(const struct rig *rig, clr_operator op, clr_type type,
                              size_t strategy, size_t size, struct tally *tally)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = clr_strategy_name(strategy),
                                      .group_size = group_sizes[size]};
    struct subject s;

    if (!covers(op, type, strategy, size)) {
        tally_skip(tally, "left to the full scope");
        return;
    }
    s = subject_make(rig, op, type, CLR_TYPE_DEFAULT, &options);
    if (!s.plan) {
        tally_skip(tally, s.refusal);
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

/* Every strategy and group size; returns how many combinations that are. */
static uint64_t check_strategies(const struct rig *rig, clr_operator op, clr_type type,
                                 struct tally *tally)
{
    uint64_t whole = 0;

    for (size_t s = first_strategy(); clr_strategy_name(s); s++)
        for (size_t g = 0; g < COUNT(group_sizes); g++, whole++)
            check_combination(rig, op, type, s, g, tally);
    return whole;
}

static void matches_the_oracle(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};
        uint64_t whole = 0;

        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (int type = 1; clr_type_name((clr_type)type); type++) {
                whole += check_strategies(rig_at(r), (clr_operator)op, (clr_type)type, &tally);
                if (test_scope() == SCOPE_FULL)
                    rig_renew(rig_at(r));
            }
        tally_print("operator x type x strategy x group size", &tally);
        assert_int_equal(tally.run + tally.skipped, whole);
        assert_true(tally.run >= 4 * 12);
    }
}

/* ---- options ---- */

/* Runs the plan of some options on one sample, if the device can have it. */
static void check_options(const struct rig *rig, const clr_plan_options *options, size_t turn,
                          struct tally *tally)
{
    const struct sample *sample = &samples[turn % SAMPLES];
    struct subject s = subject_make(rig, sample->op, sample->type, CLR_TYPE_DEFAULT, options);

    if (!s.plan) {
        tally_skip(tally, s.refusal);
        return;
    }
    check_counts(&s, kind_for(sample->op, (unsigned)turn), turn + 1);
    clr_plan_destroy(s.plan);
    tally->run++;
}

static void check_width(const struct rig *rig, const struct sample *row, uint64_t width,
                        uint64_t loads, const char *strategy)
{
    const clr_plan_options options = {
        .size = sizeof options,
        .strategy = strategy,
        .vector_width = width,
        .item_loads = loads,
        .group_size = width == 4 && rig->device->max_work_group_size > 1 ? 2 : 0,
        .group_count = 3,
    };
    struct subject s = subject_make(rig, row->op, row->type, CLR_TYPE_DEFAULT, &options);

    assert_non_null(s.plan);
    assert_int_equal(s.info.vector_width, width);
    assert_int_equal(s.info.item_loads, loads);
    check_counts(&s, kind_for(row->op, (unsigned)loads), width);
    clr_plan_destroy(s.plan);
}

/* Vectors and loads of every width, on operators that between them use every piece. */
static void takes_every_width(void **state)
{
    static const struct sample rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32},  {CLR_OPERATOR_PROD, CLR_TYPE_I8},
        {CLR_OPERATOR_SUM, CLR_TYPE_F16},  {CLR_OPERATOR_SUM, CLR_TYPE_BF16},
        {CLR_OPERATOR_MIN, CLR_TYPE_BF16}, {CLR_OPERATOR_MAX, CLR_TYPE_F64},
    };
    const uint64_t step = test_scope() == SCOPE_SMALL ? 16 : 2;
    size_t turn = 0;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (uint64_t width = 1; width <= 16; width *= 2)
            for (uint64_t loads = 1; loads <= 16; loads *= step, turn++)
                for (size_t row = 0; row < COUNT(rows); row++)
                    if (test_scope() == SCOPE_FULL || row == turn % COUNT(rows))
                        check_width(rig_at(r), &rows[row], width, loads,
                                    turn / COUNT(rows) % 2 ? "two-kernels" : "two-pass");
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
                        tally_skip(&tally, s.refusal);
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

/* Local memory as an argument, by every group piece that uses some. */
static void takes_local_memory_as_an_argument(void **state)
{
    static const char *const strategies[] = {
        "serial",    "interleaved", "strided-index", "sequential", "unroll-last", "unroll-full",
        "one-group", "grid-stride", "shuffle",       "ticket",     "atomic"};

    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (size_t s = 0; s < COUNT(strategies); s++) {
            const clr_plan_options options = {
                .size = sizeof options, .strategy = strategies[s], .local = CLR_LOCAL_DYNAMIC};

            check_options(rig_at(r), &options, s, &tally);
        }
        tally_print("strategies with dynamic local memory", &tally);
        assert_int_equal(tally.run + tally.skipped, COUNT(strategies));
        assert_in_range(tally.run, 1, COUNT(strategies));
    }
}

/* Loads that do no more than their share, with so few groups that the input is cut into parts. */
static void cuts_input_into_parts(void **state)
{
    static const char *const strategies[] = {
        "atomic",          "serial",    "interleaved", "strided-index", "sequential",
        "sequential-host", "first-add", "unroll-last", "unroll-full",   "two-kernels"};

    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (size_t s = 0; s < COUNT(strategies); s++) {
            const clr_plan_options options = {
                .size = sizeof options, .strategy = strategies[s], .group_count = 3};

            for (size_t sample = 0; sample < SAMPLES; sample++)
                if (sample % 2 == s % 2 && scope_pairs(s, sample))
                    check_options(rig_at(r), &options, sample, &tally);
        }
        tally_print("strategies on input in parts", &tally);
    }
}

/* ---- pieces ---- */

static const char *const load_pieces[] = {"one", "pair", "unroll", "stride", "tile"};
static const char *const group_pieces[] = {"none",        "serial",     "interleaved",
                                           "strided",     "sequential", "unroll-last",
                                           "unroll-full", "shuffle",    "builtin"};
static const char *const finish_pieces[] = {"result", "store",  "relaunch",
                                            "host",   "atomic", "ticket"};

/*
 * Pieces in company that no row of the table has: all in the full scope; else a Latin square of
 * loads and groups, each with one finish, and every third of that in a small one.
 */
static bool covers_triple(size_t load, size_t group, size_t finish)
{
    const size_t turn = load + 2 * group;

    if (test_scope() == SCOPE_FULL)
        return true;
    if (turn % COUNT(finish_pieces) != finish)
        return false;
    return test_scope() == SCOPE_COVER || turn % 3 == 0;
}

static void check_triple(const struct rig *rig, size_t load, size_t group, size_t finish,
                         struct tally *tally)
{
    /* Only one size goes with pieces that keep items to themselves: the default. */
    const uint64_t size = rig->device->max_work_group_size < 48 || group == 0 ? 0 : 48;
    char name[64];
    const clr_plan_options options = {.size = sizeof options, .strategy = name, .group_size = size};

    snprintf(name, sizeof name, "%s/%s/%s", load_pieces[load], group_pieces[group],
             finish_pieces[finish]);
    if (covers_triple(load, group, finish))
        check_options(rig, &options, load + group + finish, tally);
    else
        tally_skip(tally, "left to the full scope");
}

static void pieces_go_with_each_other(void **state)
{
    const size_t whole = COUNT(load_pieces) * COUNT(group_pieces) * COUNT(finish_pieces);

    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (size_t l = 0; l < COUNT(load_pieces); l++)
            for (size_t g = 0; g < COUNT(group_pieces); g++)
                for (size_t f = 0; f < COUNT(finish_pieces); f++)
                    check_triple(rig_at(r), l, g, f, &tally);
        tally_print("load x group x finish", &tally);
        assert_int_equal(tally.run + tally.skipped, whole);
        assert_in_range(tally.run, 1, whole);
    }
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
        cmocka_unit_test(takes_local_memory_as_an_argument),
        cmocka_unit_test(cuts_input_into_parts),
        cmocka_unit_test(pieces_go_with_each_other),
    };

    return cmocka_run_group_tests_name("reduce", tests, NULL, teardown);
}
