/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every operator, element type, policy and strategy on every device, against the oracle. The
 * products end with run + skipped = all, so that a new row cannot hide.
 *
 *   test_reduce [PATTERN]     tests whose names match only, such as sum/f32 or 'arg*'; those of the
 *                             product have a slash in their names, and the others an underscore
 */
#include "operators.h"
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- operator x type x policy x strategy x group size ---- */

static const uint64_t group_sizes[] = {0, 1, 2, 3, 32, 33, 64, 100, 256, 257, 1024};

/* The default, and the other one: NaNs ignored of floats, overflow detected of integers. */
enum { POLICIES = 2 };

/* One place of the product. */
struct place {
    clr_operator op;
    clr_type type;
    int policy;
    size_t strategy;
    size_t size; /* of group_sizes */
};

static clr_reduction reduction_of(const struct place *place)
{
    clr_reduction reduction = CLR_REDUCTION(place->op, place->type);

    reduction.accuracy = CLR_ACCURACY_FAST; /* tests/test_exact.c has the sums of level exact */
    if (place->policy && oracle_is_float(place->type))
        reduction.nan = CLR_NAN_IGNORE;
    else if (place->policy)
        reduction.overflow = CLR_OVERFLOW_DETECT;
    return reduction;
}

/*
 * Whether the covering set has the policy here: NaNs ignored of every other float, and overflow
 * detected, where it is more than another name for the same kernel, of every other short integer
 * and the long ones.
 */
static bool policy_matters(const struct place *place)
{
    const bool is_turn = ((int)place->op + (int)place->type) % 2;

    if (place->policy == 0)
        return true;
    switch (place->op) {
    case CLR_OPERATOR_SUM:
    case CLR_OPERATOR_PROD:
    case CLR_OPERATOR_DOT:
    case CLR_OPERATOR_ASUM:
    case CLR_OPERATOR_SUMSQ:
        return is_turn || clr_type_size(place->type) == 8;
    default:
        return is_turn && oracle_is_float(place->type);
    }
}

static size_t strategy_count(void)
{
    size_t count = 0;

    while (clr_strategy_name(count))
        count++;
    return count;
}

/*
 * The one strategy by which the covering set runs an operator on a type: "auto", number 0, for a
 * third of them, as users do; else the next that the device can have, from another one on for every
 * type, so that each operator meets many.
 */
static size_t strategy_for(const struct rig *rig, const struct place *place)
{
    const clr_reduction reduction = reduction_of(place);
    const size_t count = strategy_count() - 1;
    const size_t begin = 3 * (size_t)place->op + (size_t)place->type + 7 * (size_t)place->policy;

    const bool is_auto = ((size_t)place->op + begin) % 3 == 0;

    for (size_t i = 0; i < count && !is_auto; i++) {
        const size_t strategy = 1 + (begin + i) % count;
        const clr_plan_options options = {.size = sizeof options,
                                          .strategy = clr_strategy_name(strategy)};

        if (clr_plan_check(rig->device, &reduction, 1, &options, NULL, 0) == CLR_OK)
            return strategy;
    }
    return 0;
}

static bool is_sample(const struct place *place)
{
    const clr_reduction reduction = reduction_of(place);

    for (size_t i = 0; i < SAMPLES; i++)
        if (samples[i].op == reduction.op && samples[i].type == reduction.type &&
            samples[i].nan == reduction.nan && samples[i].overflow == reduction.overflow)
            return true;
    return false;
}

/* The covering set of group sizes: each strategy meets some, on the commonest sum. */
static bool covers_size(const struct place *place)
{
    const bool is_first = place->op == samples[0].op && place->type == samples[0].type;
    const size_t step = test_scope() <= SCOPE_SMALL ? 20 : 6;

    return is_first && !place->policy && (place->strategy + place->size) % step == 0;
}

/* Of a covering set, in smaller scopes only every so-manyth is run. */
static size_t step_of_scope(void)
{
    return test_scope() <= SCOPE_SMALL ? 11 : 1;
}

/*
 * Whether a place is in this scope's set. Covering: each operator x type by one strategy, with the
 * other policy for some types, and group sizes on one sum. Small: some of that. Full:
 * everything in groups of the default size, and in groups of all sizes one sample of every kind of
 * state.
 */
static bool covers(const struct rig *rig, const struct place *place)
{
    const size_t turn = (size_t)place->op + 3 * (size_t)place->type + 2 * (size_t)place->policy;

    if (test_scope() == SCOPE_FULL)
        return place->size == 0 || is_sample(place);
    if (place->size)
        return covers_size(place);
    if (!policy_matters(place) || turn % step_of_scope() != 0)
        return false;
    return place->strategy == strategy_for(rig, place);
}

static void check_place(const struct rig *rig, const struct place *place, struct tally *tally)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = clr_strategy_name(place->strategy),
                                      .group_size = group_sizes[place->size]};
    const clr_reduction reduction = reduction_of(place);
    const unsigned turn = (unsigned)tally->run;
    struct subject s;

    if (!covers(rig, place)) {
        tally_skip(tally, "left to another scope");
        return;
    }
    s = subject_make(rig, &reduction, &options);
    if (!s.plan) {
        tally_skip(tally, s.refusal);
        return;
    }
    assert_int_equal(s.result.type, oracle_result(place->op, place->type));
    check_counts(&s, kind_for(place->op, turn), 7 + turn);
    if (place->size == 0)
        check_kinds(&s, turn);
    clr_plan_destroy(s.plan);
    tally->run++;
}

/* Every strategy and group size; returns how many places that are. */
static uint64_t check_strategies(const struct rig *rig, struct place place, struct tally *tally)
{
    uint64_t whole = 0;

    for (place.strategy = 0; clr_strategy_name(place.strategy); place.strategy++)
        for (place.size = 0; place.size < COUNT(group_sizes); place.size++, whole++)
            check_place(rig, &place, tally);
    return whole;
}

/* All devices' products together, one after the other; the last test looks at the sum. */
static struct tally product;

/* What of the product is a test of its own, and its name. */
struct subproduct {
    clr_operator op;
    clr_type type;
    char name[24];
};

static void matches_the_oracle(void **state)
{
    const struct subproduct *of = *state;
    uint64_t whole = 0;
    const uint64_t run = product.run;
    const uint64_t skipped = product.skipped;

    for (size_t r = 0; r < rig_count(); r++)
        for (int policy = 0; policy < POLICIES; policy++) {
            const struct place place = {.op = of->op, .type = of->type, .policy = policy};

            whole += check_strategies(rig_at(r), place, &product);
            if (test_scope() == SCOPE_FULL)
                rig_renew(rig_at(r));
        }
    print_message("%s: %" PRIu64 " run + %" PRIu64 " skipped = %" PRIu64 "\n", of->name,
                  product.run - run, product.skipped - skipped, whole);
    assert_int_equal(product.run + product.skipped, run + skipped + whole);
}

static void nothing_of_the_product_is_missing(void **state)
{
    const uint64_t whole = (uint64_t)rig_count() * OPERATORS * CLR_TYPE_F64 * POLICIES *
                           strategy_count() * COUNT(group_sizes);

    (void)state;
    tally_print("operator x type x policy x strategy x group size", &product);
    assert_int_equal(product.run + product.skipped, whole);
    assert_true(product.run >= rig_count() * OPERATORS);
}

/* ---- options ---- */

/* An operator that a type lacks is refused, on a device as without one, and by its name. */
TEST(operators_that_a_type_lacks_are_refused)
{
    struct tally tally = {0};

    for (size_t r = 0; r < rig_count(); r++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (int type = 1; clr_type_name((clr_type)type); type++) {
                const clr_reduction reduction = CLR_REDUCTION((clr_operator)op, (clr_type)type);
                const clr_type expected = oracle_result((clr_operator)op, (clr_type)type);
                struct subject s;

                assert_int_equal(clr_operator_result((clr_operator)op, (clr_type)type), expected);
                if (expected != CLR_TYPE_DEFAULT) {
                    tally.run++; /* matches_the_oracle() has had it */
                    continue;
                }
                s = subject_make(rig_at(r), &reduction, NULL);
                assert_null(s.plan);
                assert_non_null(strstr(s.refusal, clr_operator_name((clr_operator)op)));
                tally_skip(&tally, s.refusal);
            }
    tally_print("operator x type", &tally);
    assert_int_equal(tally.skipped, 3 * 4 * rig_count()); /* bitwise ones, of floats */
}

/* Runs the plan of some options on one sample, if the device can have it. */
static void check_options(const struct rig *rig, const clr_plan_options *options, size_t turn,
                          struct tally *tally)
{
    const clr_reduction *sample = &samples[turn % SAMPLES];
    struct subject s = subject_make(rig, sample, options);

    if (!s.plan) {
        tally_skip(tally, s.refusal);
        return;
    }
    check_counts(&s, kind_for(sample->op, (unsigned)turn), turn + 1);
    clr_plan_destroy(s.plan);
    tally->run++;
}

static void check_width(const struct rig *rig, const clr_reduction *row, uint64_t width,
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
    struct subject s = subject_make(rig, row, &options);

    if (!s.plan && !rig->device->fp64 && strstr(s.refusal, "fp64"))
        return;
    assert_non_null(s.plan);
    assert_int_equal(s.info.vector_width, width);
    assert_int_equal(s.info.item_loads, loads);
    check_counts(&s, kind_for(row->op, (unsigned)(loads + width)), width);
    clr_plan_destroy(s.plan);
}

/* Vectors and loads of every width, on operators that between them use every piece. */
TEST(takes_every_width)
{
    static const clr_reduction rows[] = {
        CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
        CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_I8),
        FAST_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F16),
        FAST_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_BF16),
        CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_BF16),
        CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F64),
        CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_U8),
        CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_I16),
    };
    const uint64_t step = test_scope() <= SCOPE_SMALL ? 16 : 2;
    size_t turn = 0;

    for (size_t r = 0; r < rig_count(); r++)
        for (uint64_t width = 1; width <= 16; width *= 2)
            for (uint64_t loads = 1; loads <= 16; loads *= step, turn++)
                for (size_t row = 0; row < COUNT(rows); row++)
                    if (test_scope() == SCOPE_FULL || row == turn % COUNT(rows))
                        check_width(rig_at(r), &rows[row], width, loads,
                                    turn / COUNT(rows) % 2 ? "two-kernels" : "two-pass");
}

/* Whether the operator's float results can be had in another type: those that are not compared. */
static bool rounds(clr_operator op)
{
    return clr_operator_result(op, CLR_TYPE_F16) == CLR_TYPE_F32;
}

static void check_result_type(const struct rig *rig, clr_operator op, clr_type type,
                              clr_type result, struct tally *tally)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    struct subject s;

    reduction.result = result;
    s = subject_make(rig, &reduction, NULL);
    if (!s.plan) {
        assert_true(!rounds(op) || !rig->device->fp64);
        tally_skip(tally, s.refusal);
        return;
    }
    assert_true(rounds(op) || result == clr_operator_result(op, type));
    assert_int_equal(s.result.type, result);
    assert_int_equal(s.result.value_size, clr_type_size(result));
    check_counts(&s, kind_for(op, (unsigned)tally->run), tally->run);
    clr_plan_destroy(s.plan);
    tally->run++;
}

/* Floats asked for in f32 and f64; in the covering set, each operator and type in some, and in the
 * small one few of these. */
TEST(rounds_to_the_type_asked_for)
{
    static const clr_type floats[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    static const clr_type results[] = {CLR_TYPE_F32, CLR_TYPE_F64};
    const size_t step = test_scope() <= SCOPE_SMALL ? 22 : 1;
    struct tally tally = {0};
    size_t turn = 0;

    for (size_t r = 0; r < rig_count(); r++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (size_t f = 0; f < COUNT(floats); f++)
                for (size_t t = 0; t < COUNT(results); t++)
                    if (test_scope() == SCOPE_FULL ||
                        (((size_t)op + 2 * f + 3 * t) % 4 == 0 && turn++ % step == 0))
                        check_result_type(rig_at(r), (clr_operator)op, floats[f], results[t],
                                          &tally);
    tally_print("operator x float x result type", &tally);
    assert_true(tally.run > 0);
}

/* A float that lies between two others but for what the second double holds. */
TEST(a_pair_is_rounded_once)
{
    static const struct {
        double x[2];
        float sum;
    } cases[] = {
        {{0x1.000001p0, 0x1p-60}, 0x1.000002p0F},    {{0x1.000001p0, -0x1p-60}, 0x1p0F},
        {{0x1.000003p0, 0x1p-60}, 0x1.000004p0F},    {{0x1.000003p0, -0x1p-60}, 0x1.000002p0F},
        {{-0x1.000001p0, -0x1p-60}, -0x1.000002p0F}, {{0x1p-60, 0x1.000001p0}, 0x1.000002p0F},
    };
    static const clr_accuracy levels[] = {CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_FAST};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; rig_at(r)->device->fp64 && i < COUNT(cases) * COUNT(levels); i++) {
            clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
            float sum = 0;

            reduction.result = CLR_TYPE_F32;
            reduction.accuracy = levels[i % COUNT(levels)];
            assert_int_equal(clr_reduce(rig_at(r)->context, &reduction, cases[i / COUNT(levels)].x,
                                        2, &sum, sizeof sum),
                             CLR_OK);
            assert_true(sum == cases[i / COUNT(levels)].sum);
        }
}

/* Local memory as an argument, by every group piece that uses some, or in the small scope by every
 * other. */
TEST(takes_local_memory_as_an_argument)
{
    static const char *const strategies[] = {
        "serial",    "interleaved", "strided-index", "sequential", "unroll-last", "unroll-full",
        "one-group", "grid-stride", "shuffle",       "ticket",     "atomic"};
    const size_t step = test_scope() <= SCOPE_SMALL ? 2 : 1;

    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (size_t s = 0; s < COUNT(strategies); s += step) {
            const clr_plan_options options = {
                .size = sizeof options, .strategy = strategies[s], .local = CLR_LOCAL_DYNAMIC};

            check_options(rig_at(r), &options, s, &tally);
        }
        tally_print("strategies with dynamic local memory", &tally);
        assert_int_equal(tally.run + tally.skipped, (COUNT(strategies) + step - 1) / step);
        assert_in_range(tally.run, 1, COUNT(strategies));
    }
}

/* Loads that do no more than their share, with so few groups that the input is cut into parts. */
TEST(cuts_input_into_parts)
{
    static const char *const strategies[] = {
        "atomic",          "serial",    "interleaved", "strided-index", "sequential",
        "sequential-host", "first-add", "unroll-last", "unroll-full",   "two-kernels"};

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
 * loads and groups, each with one finish, and every sixth of that in a small one.
 */
static bool covers_triple(size_t load, size_t group, size_t finish)
{
    const size_t turn = load + 2 * group;

    if (test_scope() == SCOPE_FULL)
        return true;
    if (turn % COUNT(finish_pieces) != finish)
        return false;
    return test_scope() == SCOPE_COVER || turn % 6 == 0;
}

/* The best value begins anywhere in a run of elements, and has no end; as bad as can be, it is all.
 */
static void check_first(const struct rig *rig, clr_operator op, int32_t before, int32_t value)
{
    static int32_t data[5000];
    const clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_I32);
    const void *const inputs[] = {data};
    const size_t step = before == value ? 5000 : 71; /* no power of two */

    for (size_t first = 0; first < COUNT(data); first += step) {
        struct {
            int32_t value;
            uint64_t index;
        } record = {0, 1};

        for (size_t k = 0; k < COUNT(data); k++)
            data[k] = k < first ? before : value;
        assert_ok(rig, clr_reduce_all(rig->context, &reduction, 1, inputs, 1, COUNT(data), &record,
                                      sizeof record));
        assert_int_equal(record.value, value);
        assert_int_equal(record.index, first);
    }
}

TEST(of_equal_elements_the_first_is_found)
{
    for (size_t r = 0; r < rig_count(); r++) {
        check_first(rig_at(r), CLR_OPERATOR_ARGMAX, 6, 7);
        check_first(rig_at(r), CLR_OPERATOR_ARGMIN, 8, 7);
        check_first(rig_at(r), CLR_OPERATOR_ARGMAX, INT32_MIN, INT32_MIN);
        check_first(rig_at(r), CLR_OPERATOR_ARGMIN, INT32_MAX, INT32_MAX);
    }
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

TEST(pieces_go_with_each_other)
{
    const size_t whole = COUNT(load_pieces) * COUNT(group_pieces) * COUNT(finish_pieces);

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

/* A test for each operator and type, named after them. */
void before_all(void)
{
    static struct subproduct parts[OPERATORS * CLR_TYPE_F64];

    for (size_t i = 0; i < COUNT(parts); i++) {
        struct subproduct *part = &parts[i];

        part->op = (clr_operator)(i / CLR_TYPE_F64 + 1);
        part->type = (clr_type)(i % CLR_TYPE_F64 + 1);
        snprintf(part->name, sizeof part->name, "%s/%s", clr_operator_name(part->op),
                 clr_type_name(part->type));
        test_add(0, (struct CMUnitTest){part->name, matches_the_oracle, NULL, NULL, part});
    }
    test_add(0, (struct CMUnitTest){"the product/nothing is missing",
                                    nothing_of_the_product_is_missing, NULL, NULL, NULL});
}
