/* SPDX-License-Identifier: Apache-2.0 */
#include "trial.h"
#include "operators.h"
#include "split_mix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONE_OF(seed, list) ((list)[trial_below(seed, COUNT(list))])

enum { OFFSET_MOST = 20 };

size_t trial_below(uint64_t *seed, size_t limit)
{
    return (size_t)((next_random(seed) >> 11) % limit);
}

/* ---- reductions ---- */

static const clr_operator exact_operators[] = {
    CLR_OPERATOR_SUM,  CLR_OPERATOR_MEAN, CLR_OPERATOR_ASUM, CLR_OPERATOR_SUMSQ, CLR_OPERATOR_DOT,
    CLR_OPERATOR_NRM2, CLR_OPERATOR_VAR,  CLR_OPERATOR_STD,  CLR_OPERATOR_SUM,   CLR_OPERATOR_DOT};

static clr_type draw_type(uint64_t *seed)
{
    static const clr_type floats[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F32,
                                      CLR_TYPE_F32, CLR_TYPE_F64,  CLR_TYPE_F64, CLR_TYPE_F64};

    if (trial_below(seed, 8) == 0)
        return (clr_type)(CLR_TYPE_I8 + trial_below(seed, CLR_TYPE_U64));
    return ONE_OF(seed, floats);
}

static clr_operator draw_operator(uint64_t *seed, clr_type type)
{
    clr_operator op;

    if (oracle_is_float(type) && trial_below(seed, 4))
        return ONE_OF(seed, exact_operators);
    do
        op = (clr_operator)(1 + trial_below(seed, OPERATORS));
    while (clr_operator_result(op, type) == CLR_TYPE_DEFAULT);
    return op;
}

bool trial_is_sum(clr_operator op, clr_type type)
{
    for (size_t i = 0; i < COUNT(exact_operators); i++)
        if (exact_operators[i] == op)
            return oracle_is_float(type);
    return false;
}

/* Each level in its own right, and half of the time as it comes. */
static clr_accuracy draw_accuracy(uint64_t *seed, bool can_be_exact)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT,      CLR_ACCURACY_DEFAULT,
                                          CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_FAST,
                                          CLR_ACCURACY_FAST,         CLR_ACCURACY_RELAXED};

    return can_be_exact && trial_below(seed, 2) ? CLR_ACCURACY_EXACT : ONE_OF(seed, levels);
}

/* The result's type where there is a choice. */
static clr_type draw_result(uint64_t *seed, clr_accuracy level)
{
    static const clr_type floats[] = {CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_F16, CLR_TYPE_BF16};

    if (trial_below(seed, 2))
        return CLR_TYPE_DEFAULT;
    return floats[trial_below(seed, level == CLR_ACCURACY_EXACT ? 4 : 2)];
}

static clr_reduction draw_reduction(uint64_t *seed, clr_type type, clr_accuracy level)
{
    clr_reduction drawn = CLR_REDUCTION(draw_operator(seed, type), type);
    bool can_be_exact;
    bool is_mapped;

    while (level == CLR_ACCURACY_EXACT && !trial_is_sum(drawn.op, type))
        drawn.op = draw_operator(seed, type);
    can_be_exact = trial_is_sum(drawn.op, type);
    is_mapped = trial_below(seed, 12) == 0;
    drawn.accuracy = level;
    drawn.nan = trial_below(seed, 3) == 0 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
    drawn.overflow = trial_below(seed, 2) ? CLR_OVERFLOW_DETECT : CLR_OVERFLOW_WRAP;
    if (can_be_exact)
        drawn.result = draw_result(seed, drawn.accuracy);
    if (drawn.op == CLR_OPERATOR_VAR || drawn.op == CLR_OPERATOR_STD)
        drawn.ddof = trial_below(seed, 3);
    /* Types that a map widens have other results than the oracle's. */
    if (is_mapped && drawn.op != CLR_OPERATOR_DOT && (type == CLR_TYPE_F32 || type == CLR_TYPE_F64))
        drawn.map = "-x";
    return drawn;
}

/* ---- plans ---- */

static void draw_strategy(uint64_t *seed, char *text, size_t size)
{
    static const char *const loads[] = {"one", "pair", "unroll", "stride", "tile", "lanes"};
    static const char *const groups[] = {"none",       "serial",      "interleaved", "strided",
                                         "sequential", "unroll-full", "shuffle",     "best"};
    static const char *const finishes[] = {"result", "store", "relaunch", "host", "ticket"};
    size_t names = 0;

    while (clr_strategy_name(names))
        names++;
    if (trial_below(seed, 8) == 0)
        snprintf(text, size, "%s/%s/%s", ONE_OF(seed, loads), ONE_OF(seed, groups),
                 ONE_OF(seed, finishes));
    else
        snprintf(text, size, "%s", clr_strategy_name(trial_below(seed, names)));
}

static clr_plan_options draw_options(uint64_t *seed, char *strategy, size_t size)
{
    static const uint64_t groups[] = {0, 0, 0, 1, 1, 2, 16, 33, 64};
    static const uint64_t counts[] = {0, 0, 0, 1, 2, 3, 7};
    static const uint64_t widths[] = {0, 0, 0, 1, 2, 4, 8, 16};
    clr_plan_options options = {.size = sizeof options};

    if (trial_below(seed, 2)) {
        draw_strategy(seed, strategy, size);
        options.strategy = strategy;
    }
    if (trial_below(seed, 3) == 0)
        return options;
    options.group_size = ONE_OF(seed, groups);
    options.group_count = ONE_OF(seed, counts);
    options.vector_width = ONE_OF(seed, widths);
    options.item_loads = ONE_OF(seed, widths);
    options.local = (clr_local)trial_below(seed, CLR_LOCAL_DYNAMIC + 1);
    return options;
}

/* What most is promised of is tried most: exact sums. The last two courses are anything. */
static const struct course {
    clr_accuracy level; /* CLR_ACCURACY_DEFAULT: any */
    clr_type type;      /* CLR_TYPE_DEFAULT: any */
    clr_operator op;    /* 0: any */
    clr_type result;    /* CLR_TYPE_DEFAULT: any */
    bool is_alone;      /* one reduction by the library's own strategy */
} courses[] = {
    {CLR_ACCURACY_EXACT, CLR_TYPE_F64, CLR_OPERATOR_SUM, CLR_TYPE_DEFAULT, true},
    {CLR_ACCURACY_EXACT, CLR_TYPE_F32, 0, CLR_TYPE_DEFAULT, true},
    {CLR_ACCURACY_EXACT, CLR_TYPE_F64, CLR_OPERATOR_SUM, CLR_TYPE_F32, true},
    {CLR_ACCURACY_EXACT, CLR_TYPE_F64, CLR_OPERATOR_DOT, CLR_TYPE_DEFAULT, true},
    {CLR_ACCURACY_EXACT, CLR_TYPE_F32, CLR_OPERATOR_SUM, CLR_TYPE_F64, true},
    {CLR_ACCURACY_EXACT, CLR_TYPE_DEFAULT, 0, CLR_TYPE_DEFAULT, false},
    {CLR_ACCURACY_DEFAULT, CLR_TYPE_DEFAULT, 0, CLR_TYPE_DEFAULT, false},
    {CLR_ACCURACY_DEFAULT, CLR_TYPE_DEFAULT, 0, CLR_TYPE_DEFAULT, false},
};

uint64_t trial_seed(uint64_t *state, uint64_t course)
{
    return next_random(state) / COUNT(courses) * COUNT(courses) + course % COUNT(courses);
}

static void draw_trial(struct trial *trial, uint64_t *seed)
{
    const struct course *course = &courses[*seed % COUNT(courses)];
    const clr_type drawn = draw_type(seed);
    const bool is_float = course->level == CLR_ACCURACY_DEFAULT || oracle_is_float(drawn);
    const clr_type type = course->type ? course->type : is_float ? drawn : CLR_TYPE_F64;
    const clr_accuracy level =
        course->level ? course->level : draw_accuracy(seed, oracle_is_float(type));

    trial->count =
        trial_below(seed, 3) || course->is_alone ? 1 : 1 + trial_below(seed, TRIAL_REDUCTIONS_MOST);
    for (size_t i = 0; i < trial->count; i++)
        trial->reductions[i] = draw_reduction(seed, type, level);
    if (course->op)
        trial->reductions[0] = (clr_reduction)CLR_REDUCTION(course->op, type);
    if (course->result)
        trial->reductions[0].result = course->result;
    trial->options = draw_options(seed, trial->strategy, sizeof trial->strategy);
    if (course->is_alone)
        trial->options.strategy = NULL;
}

/* What the library made of the trial. */
static void describe(struct trial *trial)
{
    trial->info.size = sizeof trial->info;
    assert_int_equal(clr_plan_describe(trial->plan, &trial->info), CLR_OK);
    trial->takes_parts = true;
    for (size_t i = 0; i < trial->count; i++) {
        trial->results[i].size = sizeof trial->results[i];
        assert_int_equal(clr_plan_result(trial->plan, i, &trial->results[i]), CLR_OK);
        trial->takes_parts &= trial->results[i].accuracy != CLR_ACCURACY_REPRODUCIBLE;
        trial->is_exact |= trial->results[i].accuracy == CLR_ACCURACY_EXACT &&
                           trial_is_sum(trial->reductions[i].op, trial->reductions[i].type);
    }
}

static cl_mem make_buffer(const struct trial *trial)
{
    const size_t size = (TRIAL_ELEMENTS_MOST + 2 * OFFSET_MOST) * sizeof(double);
    cl_int code;
    cl_mem buffer = clCreateBuffer(clr_context_opencl(trial->rig->context), CL_MEM_READ_WRITE, size,
                                   NULL, &code);

    assert_int_equal(code, CL_SUCCESS);
    return buffer;
}

/* The same reductions by the library's own choice: levels that were left open are to be as in the
   plan. */
static clr_status make_other(struct trial *trial)
{
    clr_reduction reductions[TRIAL_REDUCTIONS_MOST];
    const clr_plan_options sizes = {.size = sizeof sizes, .group_size = 32, .vector_width = 2};

    for (size_t i = 0; i < trial->count; i++) {
        reductions[i] = trial->reductions[i];
        reductions[i].accuracy = trial->results[i].accuracy;
    }
    return clr_plan_create(trial->rig->context, reductions, trial->count,
                           trial->options.strategy ? NULL : &sizes, &trial->other);
}

static void note_failure(const struct trial *trial, clr_status status, char why[TRIAL_WHY_SIZE])
{
    if (status != CLR_OK && status != CLR_ERROR_UNSUPPORTED && status != CLR_ERROR_ARGUMENT)
        snprintf(why, TRIAL_WHY_SIZE, "%s: %s", clr_status_name(status),
                 clr_context_error(trial->rig->context)->message);
}

struct trial trial_make(const struct rig *rig, uint64_t seed, char why[TRIAL_WHY_SIZE])
{
    struct trial made = {.rig = rig, .seed = seed};
    clr_status status;

    draw_trial(&made, &seed);
    if (made.options.strategy)
        made.options.strategy = made.strategy;
    why[0] = '\0';
    status = clr_plan_create(rig->context, made.reductions, made.count, &made.options, &made.plan);
    note_failure(&made, status, why);
    if (!made.plan)
        return made;
    describe(&made);
    if (!made.takes_parts)
        note_failure(&made, make_other(&made), why);
    for (size_t i = 0; i < made.info.inputs; i++)
        made.buffers[i] = make_buffer(&made);
    return made;
}

void trial_destroy(struct trial *trial)
{
    for (size_t i = 0; i < trial->info.inputs; i++)
        clReleaseMemObject(trial->buffers[i]);
    clr_plan_destroy(trial->other);
    clr_plan_destroy(trial->plan);
}

/* ---- samples ---- */

/* Mostly a few elements, or about as many as make a vector, a tile, a grid. */
static size_t draw_count(const struct trial *trial, uint64_t *seed)
{
    const uint64_t vector = trial->info.vector_width * trial->info.item_loads;
    const uint64_t tile = vector * trial->info.group_size;
    const uint64_t edges[] = {trial->info.vector_width, vector, tile,
                              tile * trial->info.group_count};
    uint64_t count;

    switch (trial_below(seed, 10)) {
    case 0:
    case 1:
    case 2:
    case 8:
    case 9:
        return 1 + trial_below(seed, 64);
    case 3:
    case 4:
    case 5:
        count = ONE_OF(seed, edges) * (1 + trial_below(seed, 3)) + trial_below(seed, 5);
        count = count < 2 ? 2 : count - 2;
        break;
    case 6:
        return trial_below(seed, 16) ? 1 + trial_below(seed, 1200) : 0;
    default:
        count = 1 + trial_below(seed, trial_below(seed, 8) ? 600 : 5000);
    }
    return count <= (trial_below(seed, 32) ? 3000 : TRIAL_ELEMENTS_MOST) ? (size_t)count
                                                                         : trial_below(seed, 3000);
}

static oracle_data draw_kind(uint64_t *seed)
{
    static const oracle_data ends[] = {ORACLE_BALANCE, ORACLE_BALANCE, ORACLE_BALANCE,
                                       ORACLE_SPANS,   ORACLE_SPANS,   ORACLE_BRIM,
                                       ORACLE_ROWS,    ORACLE_DUST,    ORACLE_ROOTS};

    return trial_below(seed, 4) ? ONE_OF(seed, ends)
                                : (oracle_data)trial_below(seed, ORACLE_DATA_COUNT);
}

/* Some elements, at random places, become those of another kind. */
static void mix(struct sample *sample, unsigned char *elements, uint64_t *seed)
{
    const size_t size = oracle_size(sample->type);
    const size_t rarity = (size_t)1 << trial_below(seed, 10);
    unsigned char *others = malloc((sample->count + 1) * size);

    assert_non_null(others);
    oracle_fill(draw_kind(seed), next_random(seed), sample->type, others, sample->count);
    for (size_t i = 0; i < sample->count; i++)
        if (trial_below(seed, rarity) == 0)
            memcpy(elements + i * size, others + i * size, size);
    free(others);
}

static void fill(struct sample *sample, size_t input, uint64_t *seed)
{
    const bool is_own = input > 0 && trial_below(seed, 3) == 0;
    const oracle_data kind = input == 0 ? sample->kind
                             : is_own   ? draw_kind(seed)
                                        : oracle_data_of_second(sample->kind);

    sample->elements[input] = malloc((sample->count + 1) * oracle_size(sample->type));
    assert_non_null(sample->elements[input]);
    oracle_fill(kind, next_random(seed), sample->type, sample->elements[input], sample->count);
    if (trial_below(seed, 4) == 0)
        mix(sample, sample->elements[input], seed);
    sample->offsets[input] = trial_below(seed, OFFSET_MOST);
}

static trial_way draw_way(const struct trial *trial, uint64_t *seed)
{
    const size_t drawn = trial_below(seed, 16);

    if (trial->other && drawn < 6)
        return TRIAL_OTHERWISE;
    if (drawn < 4)
        return trial->takes_parts ? TRIAL_PARTS : TRIAL_WHOLE;
    if (drawn < 7)
        return trial->is_exact ? TRIAL_ACCUMULATORS : TRIAL_WHOLE;
    return drawn == 7 ? TRIAL_STREAM : TRIAL_WHOLE;
}

struct sample sample_make(const struct trial *trial, uint64_t seed)
{
    struct sample made = {.type = trial->reductions[0].type, .inputs = (size_t)trial->info.inputs};

    next_random(&seed);
    made.count = draw_count(trial, &seed);
    made.kind = draw_kind(&seed);
    for (size_t i = 0; i < made.inputs; i++)
        fill(&made, i, &seed);
    made.way = draw_way(trial, &seed);
    made.seed = next_random(&seed);
    return made;
}

void sample_destroy(struct sample *sample)
{
    for (size_t i = 0; i < sample->inputs; i++)
        free(sample->elements[i]);
}
