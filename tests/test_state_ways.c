/* SPDX-License-Identifier: Apache-2.0 */
/*
 * States that plans leave for accumulators, made by every way that results are: columns, items,
 * teams, stages, slices, walks, cells. They have the bytes of states made by groups alone, whatever
 * the data; where nothing is lost no group makes one, and where something is, groups do, or teams
 * of items if results are short.
 */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 40960, RESULTS_MOST = 8192, NAMES_SIZE = 1024, REDUCTIONS = 3 };

static uint64_t state_of_chance;

static uint64_t chance(uint64_t below)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (state_of_chance >> 11) % below;
}

/* ---- data ---- */

static unsigned char x[ELEMENTS * sizeof(double)], y[ELEMENTS * sizeof(double)];
static uint8_t mask[ELEMENTS];
static int32_t labels[ELEMENTS];
static uint32_t offsets[RESULTS_MOST + 1];

struct format {
    unsigned fraction;  /* bits */
    uint64_t exponents; /* the largest, of infinities */
};

static bool is_float(clr_type type)
{
    return type >= CLR_TYPE_F16 && type <= CLR_TYPE_F64;
}

static struct format format_of(clr_type type)
{
    return type == CLR_TYPE_F16    ? (struct format){10, 31}
           : type == CLR_TYPE_BF16 ? (struct format){7, 255}
           : type == CLR_TYPE_F32  ? (struct format){23, 255}
                                   : (struct format){52, 2047};
}

/* What data are like. `kept`: in few doubles no sum loses anything. */
enum kind { NEAR, MINUS_ZEROS, ZEROS, WIDE, ENDS, SUBNORMAL, SPECIAL, PAIRS, KINDS };

static const char *const kind_names[KINDS] = {
    "near each other", "-0",        "zeros of both signs",  "wide apart",
    "at the ends",     "subnormal", "infinities, NaNs, -0", "pairs that cancel"};

/* A float's bits but its sign. */
static uint64_t draw_magnitude(struct format format, enum kind kind)
{
    const uint64_t fraction = chance(UINT64_C(1) << format.fraction);
    const uint64_t one = format.exponents / 2;
    const uint64_t span = format.exponents < 100 ? 12 : 80;
    const uint64_t special = chance(100);

    switch (kind) {
    case NEAR:
        return (one - chance(3)) << format.fraction | fraction;
    case WIDE:
    case PAIRS:
        return (one - span / 2 + chance(span)) << format.fraction | fraction;
    case ENDS:
        return chance(2) ? (format.exponents << format.fraction) - 1 - chance(4) : chance(4);
    case SUBNORMAL:
        return fraction;
    case SPECIAL:
        if (special < 4)
            return format.exponents << format.fraction | (special < 2);
        return special < 20 ? 0 : (one - chance(3)) << format.fraction | fraction;
    default:
        return 0;
    }
}

static void draw_floats(clr_type type, enum kind kind, unsigned char *to)
{
    const size_t size = clr_type_size(type);
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    uint64_t bits = 0;

    for (size_t i = 0; i < ELEMENTS; i++) {
        const bool is_second = kind == PAIRS && i % 2;
        const bool is_minus = kind == MINUS_ZEROS || chance(2);

        bits =
            is_second ? bits ^ sign : draw_magnitude(format_of(type), kind) | (is_minus ? sign : 0);
        memcpy(to + i * size, &bits, size);
    }
}

static void draw_integers(clr_type type, unsigned char *to)
{
    const size_t size = clr_type_size(type);

    for (size_t i = 0; i < ELEMENTS; i++) {
        const uint64_t bits = chance(UINT64_MAX) * 0x9e3779b97f4a7c15u;

        memcpy(to + i * size, &bits, size);
    }
}

static void draw_data(clr_type type, enum kind kind)
{
    for (int i = 0; i < 2; i++)
        if (is_float(type))
            draw_floats(type, kind, i ? y : x);
        else
            draw_integers(type, i ? y : x);
}

/* ---- shapes ---- */

enum { LABELS = 150 };

struct shaped {
    const char *name;
    clr_shape shape;
    unsigned rank, reduced;
    uint64_t extents[3];
    bool is_masked;
    bool is_reversed;
    const char *by_cpu, *by_gpu; /* the kernel that makes most states; NULL: groups may */
    bool is_short;               /* teams of items make states again that have lost something */
};

static const struct shaped shapes[] = {
    {"columns", CLR_SHAPE_AXES, 2, 1, {100, 400}, .by_cpu = "across", .by_gpu = "items"},
    {"lines of columns", CLR_SHAPE_AXES, 3, 2, {5, 80, 90}, .by_cpu = "across", .by_gpu = "items"},
    {"columns, masked", CLR_SHAPE_AXES, 2, 1, {20, 2000}, .is_masked = true, .by_cpu = "across"},
    {"short rows",
     CLR_SHAPE_AXES,
     2,
     2,
     {4001, 10},
     .by_cpu = "teams",
     .by_gpu = "staged",
     .is_short = true},
    {"rows", CLR_SHAPE_AXES, 2, 2, {300, 131}, .by_cpu = "teams"},
    {"rows, masked", CLR_SHAPE_AXES, 2, 2, {300, 131}, true, .by_cpu = "teams", .by_gpu = "teams"},
    {"rows backwards", CLR_SHAPE_AXES, 2, 2, {300, 131}, .is_reversed = true, .by_cpu = "items"},
    {"few long columns", CLR_SHAPE_AXES, 2, 1, {10000, 4}, .by_cpu = NULL}, /* on a GPU of f64 in
                                                                               slices */
    {"few long rows", CLR_SHAPE_AXES, 2, 2, {4, 10000}, .by_cpu = NULL},
    {"segments", CLR_SHAPE_SEGMENTS, .by_cpu = "teams", .is_short = true},
    {"segments, masked", CLR_SHAPE_SEGMENTS, .is_masked = true, .by_cpu = "teams"},
    {"labels", CLR_SHAPE_LABELS, .by_cpu = "teams", .by_gpu = "teams"},
    {"labels, masked", CLR_SHAPE_LABELS, .is_masked = true, .by_cpu = "teams", .by_gpu = "teams"},
    {"labels of rows", CLR_SHAPE_AXIS_LABELS, 2, 1, {2000, 20}, .by_cpu = "walk", .by_gpu = "walk"},
};

enum { SEGMENTS = 1200 };

/* Short segments, some of them empty, and a long one. */
static void draw_offsets(void)
{
    for (size_t k = 1; k <= SEGMENTS; k++)
        offsets[k] = offsets[k - 1] + (k == 77 ? 3000 : (uint32_t)chance(25) % 24);
    assert_true(offsets[SEGMENTS] <= ELEMENTS);
}

static void draw_shapes(void)
{
    draw_offsets();
    for (size_t i = 0; i < ELEMENTS; i++) {
        labels[i] = (int32_t)chance(LABELS + 2) - 1; /* some are outside */
        mask[i] = chance(5) != 0;
    }
}

static uint64_t results_of(const struct shaped *shaped)
{
    uint64_t results = shaped->shape == CLR_SHAPE_SEGMENTS ? SEGMENTS
                       : shaped->shape == CLR_SHAPE_AXES   ? 1
                                                           : LABELS;

    for (unsigned k = 0; k < shaped->rank; k++)
        if (!(shaped->reduced >> k & 1))
            results *= shaped->extents[k];
    return results;
}

/* A run's memory and numbers. */
struct call {
    clr_run run;
    clr_axes axes;
    clr_segments segments;
    clr_labels labels;
    clr_mask mask;
    int64_t strides[3];
    cl_mem buffers[4];
};

/* Strides along rows that are read from the end. */
static void reverse(const struct shaped *shaped, size_t size, struct call *call)
{
    uint64_t elements = 1;

    for (unsigned k = shaped->rank; k-- > 0;) {
        call->strides[k] = -(int64_t)(elements * size);
        elements *= shaped->extents[k];
    }
    for (int i = 0; i < CLR_INPUTS_MOST; i++) {
        call->axes.strides[i] = call->strides;
        call->run.inputs[i].first = elements - 1;
    }
}

static void make_call(const struct rig *rig, const struct shaped *shaped, clr_type type,
                      unsigned inputs, struct call *call)
{
    const size_t size = clr_type_size(type);

    *call = (struct call){.run = {.size = sizeof call->run, .queue = rig->queue}};
    call->buffers[0] = buffer_of(rig, x, sizeof x);
    call->buffers[1] = buffer_of(rig, y, sizeof y);
    call->buffers[2] = buffer_of(rig, mask, sizeof mask);
    for (unsigned i = 0; i < inputs; i++)
        call->run.inputs[i] = (clr_span){call->buffers[i], 0, ELEMENTS};
    if (shaped->rank) {
        call->axes = (clr_axes){sizeof call->axes, shaped->rank, shaped->reduced,
                                .extents = shaped->extents};
        call->run.axes = &call->axes;
    }
    if (shaped->is_reversed)
        reverse(shaped, size, call);
    if (shaped->is_masked) {
        call->mask = (clr_mask){.size = sizeof call->mask, .mask = call->buffers[2]};
        call->run.mask = &call->mask;
    }
    if (shaped->shape == CLR_SHAPE_SEGMENTS) {
        call->buffers[3] = buffer_of(rig, offsets, sizeof offsets);
        call->segments = (clr_segments){sizeof call->segments, SEGMENTS, CLR_TYPE_U32,
                                        .begins = call->buffers[3]};
        call->run.segments = &call->segments;
    }
    if (shaped->shape == CLR_SHAPE_LABELS || shaped->shape == CLR_SHAPE_AXIS_LABELS) {
        call->buffers[3] = buffer_of(rig, labels, sizeof labels);
        call->labels =
            (clr_labels){sizeof call->labels, LABELS, CLR_TYPE_I32, .labels = call->buffers[3]};
        call->run.labels = &call->labels;
    }
}

static void release_call(struct call *call)
{
    for (size_t i = 0; i < COUNT(call->buffers); i++)
        if (call->buffers[i])
            clReleaseMemObject(call->buffers[i]);
}

/* ---- plans ---- */

/* Reductions of one plan, and of which kinds of data their states lose nothing. */
struct asked {
    clr_reduction reductions[REDUCTIONS];
    unsigned kept;
    bool lacks_count; /* three doubles have none, which a mask asks for */
};

#define BASIC(name, of)                                                                            \
    .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##name, .type = CLR_TYPE_##of,               \
    .accuracy = CLR_ACCURACY_EXACT
#define OF(name, of)                                                                               \
    {                                                                                              \
        BASIC(name, of)                                                                            \
    }
#define OF_SOME(name, of, ...)                                                                     \
    {                                                                                              \
        BASIC(name, of), __VA_ARGS__                                                               \
    }

#define EVERY    ((1u << KINDS) - 1)
#define ORDINARY (1u << NEAR | 1u << MINUS_ZEROS | 1u << ZEROS)

static const struct asked all_asked[] = {
    {{OF(SUM, F32)}, ORDINARY, false},
    {{OF(SUM, F64)}, ORDINARY, false},
    {{OF(SUM, I32)}, EVERY, false},
    {{OF(VAR, F32)}, ORDINARY, false},
    {{OF_SOME(MEAN, F64, .nan = CLR_NAN_IGNORE)}, ORDINARY, false},
    {{OF(ARGMAX, F32)}, EVERY, false},
    {{OF(SUM, F16), OF(MAX, F16), OF(ARGMIN, F16)}, ORDINARY, false},
    {{OF(DOT, F32)}, ORDINARY, false},
    {{OF(SUMSQ, F64)}, ORDINARY, true},
    {{OF(VAR, F64), OF(SUM, F64)}, ORDINARY, true},
    {{OF_SOME(STD, F64, .where = "x > 0.75")}, 0, false}, /* by groups */
    {{OF_SOME(SUM, F32, .where = "x > 0.75"), OF_SOME(VAR, F32, .where = "x > 0.75")},
     ORDINARY,
     false},
    {{OF_SOME(NRM2, F32, .nan = CLR_NAN_IGNORE), OF(COUNT, F32)}, ORDINARY, false},
    {{OF_SOME(MEAN, BF16, .result = CLR_TYPE_BF16)}, ORDINARY, false},
    {{OF(ASUM, F64), OF(MINMAX, F64)}, ORDINARY, false},
    {{OF(DOT, F64)}, ORDINARY, true},
    {{OF_SOME(MEAN, I64, .where = "x > 0"), OF(VAR, I64)}, EVERY, false},
    {{OF_SOME(SUM, U8, .overflow = CLR_OVERFLOW_DETECT), OF(XOR, U8), OF(PROD, U8)}, EVERY, false},
    {{OF(ALL, I16), OF(ANY, I16), OF_SOME(MIN, I16, .where = "x > 3")}, EVERY, false},
    {{OF(DOT, I32), OF(SUMSQ, I32)}, EVERY, false},
};

static size_t count_of(const struct asked *asked)
{
    size_t count = 0;

    while (count < REDUCTIONS && asked->reductions[count].size)
        count++;
    return count;
}

static unsigned inputs_of(const struct asked *asked)
{
    clr_operator_info info = {.size = sizeof info};

    clr_operator_describe(asked->reductions[0].op, &info);
    return (unsigned)info.inputs;
}

static clr_plan_options options_of(const struct shaped *shaped)
{
    const bool has_labels =
        shaped->shape == CLR_SHAPE_LABELS || shaped->shape == CLR_SHAPE_AXIS_LABELS;

    return (clr_plan_options){.size = sizeof(clr_plan_options),
                              .shape = shaped->shape,
                              .states = results_of(shaped),
                              .mask = shaped->is_masked ? CLR_MASK_BYTES : CLR_MASK_NONE,
                              .labels = has_labels ? LABELS : 0,
                              .label_elements = has_labels ? ELEMENTS : 0};
}

/* A plan of groups alone: by a strategy's name; by label cells have none, and fold no second
 * reduction. */
static clr_plan *make_groups(const struct rig *rig, const struct shaped *shaped,
                             const struct asked *asked)
{
    clr_reduction reductions[REDUCTIONS + 1] = {0};
    const size_t count = count_of(asked), more = shaped->shape == CLR_SHAPE_LABELS;
    clr_plan_options options = options_of(shaped);
    clr_plan *plan = NULL;

    memcpy(reductions, asked->reductions, count * sizeof *reductions);
    reductions[count] = clr_reduction_of(CLR_OPERATOR_ANY, reductions[0].type);
    options.strategy = "tile/best/rows";
    assert_ok(rig, clr_plan_create(rig->context, reductions, count + more, &options, &plan));
    return plan;
}

/* `like`: a run that waits, without a list's results. */
static clr_plan *make_plan(const struct rig *rig, const struct shaped *shaped,
                           const struct asked *asked, const clr_run *like)
{
    clr_plan_options options = options_of(shaped);
    clr_plan *plan = NULL;

    options.like = like;
    assert_ok(rig,
              clr_plan_create(rig->context, asked->reductions, count_of(asked), &options, &plan));
    return plan;
}

/* Names of the kernels that a run launched, with spaces around. */
static void name_launched(const clr_plan *plan, char *names)
{
    clr_launched launched = {.size = sizeof launched};
    size_t at = 0;

    for (size_t i = 0; clr_plan_launched(plan, i, &launched) == CLR_OK; i++)
        at += (size_t)snprintf(names + at, NAMES_SIZE - at, " %s ", launched.kernel);
    assert_true(at > 0 && at < NAMES_SIZE);
}

static bool has_launched(const char *names, const char *way)
{
    char name[64];

    snprintf(name, sizeof name,
             strcmp(way, "walk") == 0  ? " clr_walk_labels "
             : strcmp(way, "end") == 0 ? " clr_label_end "
                                       : " clr_reduce_%s ",
             way);
    return strstr(names, name) != NULL;
}

/* Each reduction's accumulator, as bytes. */
struct left {
    unsigned char *bytes[REDUCTIONS];
    size_t sizes[REDUCTIONS];
};

static struct left run(const struct rig *rig, clr_plan *plan, const struct call *call, size_t count,
                       char *names)
{
    struct left left;

    assert_ok(rig, clr_plan_run(plan, &call->run));
    name_launched(plan, names);
    for (size_t i = 0; i < count; i++) {
        clr_accumulator *accumulator = NULL;

        assert_ok(rig, clr_plan_accumulator(plan, i, &accumulator));
        (void)clr_accumulator_store(accumulator, NULL, 0, &left.sizes[i]);
        left.bytes[i] = malloc(left.sizes[i]);
        assert_non_null(left.bytes[i]);
        assert_int_equal(
            clr_accumulator_store(accumulator, left.bytes[i], left.sizes[i], &left.sizes[i]),
            CLR_OK);
        clr_accumulator_destroy(accumulator);
    }
    return left;
}

static void forget(struct left *left, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(left->bytes[i]);
}

/* ---- comparing ---- */

struct subject {
    const struct rig *rig;
    const struct shaped *shaped;
    const struct asked *asked;
    enum kind kind;
};

static void fail_on(const struct subject *subject, const char *what, const char *names)
{
    const clr_reduction *first = &subject->asked->reductions[0];

    fail_msg("%s of %s and %d more, where %s, %s, numbers %s: %s; launched:%s",
             clr_operator_name(first->op), clr_type_name(first->type),
             (int)count_of(subject->asked) - 1, first->where ? first->where : "-",
             subject->shaped->name, kind_names[subject->kind], what, names);
}

static void compare(const struct subject *subject, const struct left *wanted,
                    const struct left *found, const char *names)
{
    for (size_t i = 0; i < count_of(subject->asked); i++)
        if (wanted->sizes[i] != found->sizes[i] ||
            memcmp(wanted->bytes[i], found->bytes[i], wanted->sizes[i]) != 0)
            fail_on(subject, "states are not those of groups", names);
}

/* Whether cells have the sums by label. */
static bool has_cells(const struct subject *subject)
{
    const clr_reduction *first = &subject->asked->reductions[0];

    return subject->shaped->shape == CLR_SHAPE_LABELS && count_of(subject->asked) == 1 &&
           is_float(first->type) && !first->where && !first->nan &&
           (first->op == CLR_OPERATOR_SUM || first->op == CLR_OPERATOR_MEAN);
}

/* Whether infinities had teams make short results' states again, and groups none of rows. */
static void check_again(const struct subject *subject, const char *names)
{
    if (subject->kind != SPECIAL || !subject->shaped->is_short)
        return;
    if (!has_launched(names, "again"))
        fail_on(subject, "states that have lost something were not made again", names);
    if (subject->shaped->shape == CLR_SHAPE_AXES && strstr(names, " clr_reduce "))
        fail_on(subject, "groups made states of short rows", names);
}

/* Whether the way is taken, and whether groups made states only if something was lost. A card has
 * sizes of its own, by which other ways may be shorter: only what pretends to be a GPU is asked. */
static void check_way(const struct subject *subject, const char *names, bool is_like)
{
    const bool is_cpu = subject->rig->device->type & CL_DEVICE_TYPE_CPU;
    const char *way = has_cells(subject) ? "end"
                      : is_cpu           ? subject->shaped->by_cpu
                                         : subject->shaped->by_gpu;
    const clr_type type = subject->asked->reductions[0].type;
    const bool is_kept = subject->asked->kept >> subject->kind & 1;

    if (!way || (!is_cpu && (!is_float(type) || !getenv("CLR_FAULT_AS_GPU"))) ||
        !subject->asked->kept || !subject->rig->device->fp64 ||
        !subject->rig->device->fp64_is_ieee ||
        (subject->asked->lacks_count && subject->shaped->is_masked))
        return;
    if (!has_launched(names, way))
        fail_on(subject, "another way was expected", names);
    if (is_like && is_kept && strstr(names, " clr_reduce "))
        fail_on(subject, "groups made states of which nothing was lost", names);
    if (is_like && !is_kept)
        check_again(subject, names);
}

static void check_kind(const struct subject *subject, clr_plan *groups, clr_plan *plan,
                       clr_plan *like)
{
    const size_t count = count_of(subject->asked);
    const clr_type type = subject->asked->reductions[0].type;
    char names[NAMES_SIZE];
    struct left wanted, found;
    struct call call;

    draw_data(type, subject->kind);
    make_call(subject->rig, subject->shaped, type, inputs_of(subject->asked), &call);
    wanted = run(subject->rig, groups, &call, count, names);
    for (size_t i = 0; i < COUNT(shapes); i++)
        if (shapes[i].by_cpu && has_launched(names, shapes[i].by_cpu))
            fail_on(subject, "a strategy that is named is of groups", names);
    found = run(subject->rig, plan, &call, count, names);
    compare(subject, &wanted, &found, names);
    check_way(subject, names, false);
    forget(&found, count);
    if (like) {
        call.run.blocking = 1;
        found = run(subject->rig, like, &call, count, names);
        compare(subject, &wanted, &found, names);
        check_way(subject, names, true);
        forget(&found, count);
    }
    forget(&wanted, count);
    release_call(&call);
}

/* Runs that are like a plan's typical one wait for what is in doubt, where the shape has that. */
static void check(const struct rig *rig, const struct shaped *shaped, const struct asked *asked)
{
    const bool has_like = shaped->shape == CLR_SHAPE_AXES || shaped->shape == CLR_SHAPE_SEGMENTS;
    struct subject subject = {rig, shaped, asked, NEAR};
    clr_plan *groups, *plan, *like = NULL;
    struct call typical;

    make_call(rig, shaped, asked->reductions[0].type, inputs_of(asked), &typical);
    typical.run.blocking = 1;
    groups = make_groups(rig, shaped, asked);
    plan = make_plan(rig, shaped, asked, NULL);
    if (has_like)
        like = make_plan(rig, shaped, asked, &typical.run);
    release_call(&typical);
    for (int kind = 0; kind < (is_float(asked->reductions[0].type) ? KINDS : 1); kind++) {
        subject.kind = (enum kind)kind;
        check_kind(&subject, groups, plan, like);
    }
    clr_plan_destroy(like);
    clr_plan_destroy(plan);
    clr_plan_destroy(groups);
}

static void check_pair(size_t wanted, size_t shape)
{
    for (size_t d = 0; d < rig_count(); d++) {
        const clr_device *device = rig_at(d)->device;

        if (clr_plan_check(device, all_asked[wanted].reductions, count_of(&all_asked[wanted]), NULL,
                           NULL, 0) == CLR_OK)
            check(rig_at(d), &shapes[shape], &all_asked[wanted]);
    }
}

/* All reductions by all shapes; or what has each way once, with a sum, a variance and a count. */
TEST(states_are_those_of_groups)
{
    static const struct {
        size_t wanted, shape;
    } few[] = {{0, 0}, {0, 3}, {1, 13}, {2, 6}, {3, 4}, {4, 12}, {5, 9}, {0, 11}, {4, 3}, {9, 3}};

    state_of_chance = 88172645463325252u + test_number("CLR_TEST_SEED", 1) * 0x9e3779b97f4a7c15u;
    draw_shapes();
    for (size_t i = 0; i < COUNT(few) && test_scope() < SCOPE_COVER; i++)
        check_pair(few[i].wanted, few[i].shape);
    for (size_t i = 0; i < COUNT(all_asked) && test_scope() >= SCOPE_COVER; i++)
        for (size_t k = 0; k < COUNT(shapes); k++)
            check_pair(i, k);
}
