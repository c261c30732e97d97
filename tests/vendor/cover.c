/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cover - the vendor gate's sources: each operator x type with what may be asked of it, each
 * strategy, piece, width and kind of device, and several reductions, maps and operators of the
 * caller's own in some company. The compilers that make code get each combination of pieces and
 * number formats once, the front end all. The full set leaves nothing to the front end alone, and
 * has every strategy for every kind of device and operator.
 */
#include "assemble.h"

#include <string.h>

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

/* ---- subjects ---- */

static struct subject subject_of(clr_operator op, clr_type type)
{
    struct subject subject = {.reductions = {CLR_REDUCTION(op, type)}, .count = 1};

    snprintf(subject.name, sizeof subject.name, "%s-%s", clr_operator_name(op),
             clr_type_name(type));
    return subject;
}

static void name_further(struct subject *subject, const char *what)
{
    const size_t used = strlen(subject->name);

    snprintf(subject->name + used, sizeof subject->name - used, "-%s", what);
}

static struct subject ignoring_nan(struct subject subject)
{
    subject.reductions[0].nan = CLR_NAN_IGNORE;
    name_further(&subject, "ignore");
    return subject;
}

static struct subject detecting_overflow(struct subject subject)
{
    subject.reductions[0].overflow = CLR_OVERFLOW_DETECT;
    name_further(&subject, "detect");
    return subject;
}

/* As f64 where it would be f32, and the other way round. */
static struct subject in_other_result(struct subject subject)
{
    clr_reduction *reduction = &subject.reductions[0];
    const bool is_wide = clr_operator_result(reduction->op, reduction->type) == CLR_TYPE_F64;

    reduction->result = is_wide ? CLR_TYPE_F32 : CLR_TYPE_F64;
    name_further(&subject, clr_type_name(reduction->result));
    return subject;
}

/* ---- operators x types, by the strategy that runs everywhere ---- */

/* Of integers nothing changes with fp64, or they need it. */
static bool is_same_without_fp64(const struct subject *subject)
{
    return subject->reductions[0].type < CLR_TYPE_F16 && !subject->reductions[0].map;
}

static int cover_subject(struct gate *gate, const struct subject *subject)
{
    struct way way = {"two-pass", .target = &targets[GPU], .may_be_refused = true,
                      .once_a_kind = true};
    int failed = write_source(gate, subject, &way);

    way.target = &targets[GPU_WITHOUT_FP64];
    if (!is_same_without_fp64(subject))
        failed |= write_source(gate, subject, &way);
    return failed;
}

static int cover_operator(struct gate *gate, clr_operator op, clr_type type)
{
    const bool is_float = type >= CLR_TYPE_F16;
    const bool can_overflow = clr_operator_result(op, CLR_TYPE_I8) == CLR_TYPE_I64;
    const struct subject plain = subject_of(op, type);
    int failed = cover_subject(gate, &plain);

    if (is_float) {
        const struct subject ignoring = ignoring_nan(plain);
        const struct subject other = in_other_result(plain);

        failed |= cover_subject(gate, &ignoring);
        failed |= cover_subject(gate, &other);
    } else if (can_overflow) {
        const struct subject detecting = detecting_overflow(plain);

        failed |= cover_subject(gate, &detecting);
    }
    return failed;
}

static int cover_operators(struct gate *gate)
{
    int failed = 0;

    for (int op = 1; clr_operator_name((clr_operator)op); op++)
        for (int type = 1; clr_type_name((clr_type)type); type++)
            if (clr_operator_result((clr_operator)op, (clr_type)type))
                failed |= cover_operator(gate, (clr_operator)op, (clr_type)type);
    return failed;
}

/* Sums that lose nothing, of the two formats that they are kept in. */
static int cover_exact(struct gate *gate)
{
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_DOT, CLR_OPERATOR_NRM2,
                                       CLR_OPERATOR_MEAN, CLR_OPERATOR_STD};
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F64};
    int failed = 0;

    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            struct subject subject = subject_of(ops[o], types[t]);
            struct subject ignoring;

            subject.reductions[0].accuracy = CLR_ACCURACY_EXACT;
            name_further(&subject, "exact");
            ignoring = ignoring_nan(subject);
            failed |= cover_subject(gate, o % 2 ? &ignoring : &subject);
        }
    return failed;
}

/* Level reproducible, as far as it has pieces of its own. */
static int cover_order(struct gate *gate)
{
    static const clr_operator ops[] = {CLR_OPERATOR_LOGSUMEXP, CLR_OPERATOR_STD};
    int failed = 0;

    for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
        const struct way way = {"ordered-ticket", .target = &targets[NVIDIA]};
        struct subject subject = subject_of(ops[o], CLR_TYPE_F32);
        struct subject ignoring;

        subject.reductions[0].accuracy = CLR_ACCURACY_REPRODUCIBLE;
        name_further(&subject, "reproducible");
        ignoring = ignoring_nan(subject);
        failed |= write_source(gate, &subject, &way) | write_source(gate, &ignoring, &way);
    }
    return failed;
}

/* Plans that select, of elements of each kind, of each way in which elements are found. */
static int cover_selections(struct gate *gate)
{
    static const clr_type types[] = {CLR_TYPE_I8,   CLR_TYPE_U64, CLR_TYPE_F16,
                                     CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    static const clr_shape shapes[] = {CLR_SHAPE_FLAT, CLR_SHAPE_AXES, CLR_SHAPE_SEGMENTS};
    static const int kinds[] = {GPU, NVIDIA, CPU};
    static const double quarter = 0.25;
    int failed = 0;

    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
            for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
                const struct way way = {NULL, &targets[kinds[k]], .shape = shapes[s]};
                const struct subject median = subject_of(CLR_OPERATOR_MEDIAN, types[t]);
                struct subject lower = ignoring_nan(subject_of(CLR_OPERATOR_QUANTILE, types[t]));

                lower.reductions[0].quantiles = &quarter;
                lower.reductions[0].quantile_count = 1;
                lower.reductions[0].interpolation = CLR_INTERPOLATION_LOWER;
                lower.mask = CLR_MASK_BITS;
                failed |= write_source(gate, &median, &way) | write_source(gate, &lower, &way);
            }
    return failed;
}

/* ---- strategies ---- */

/* Targets with something of their own are for the strategies that use it. */
static bool suits(const struct target *target, const clr_strategy_info *strategy, bool is_sum)
{
    if (target->shuffle == CLR_SHUFFLE_NONE || target == &targets[NVIDIA])
        return true;
    return is(strategy->group, "shuffle") ||
           (target->atomic_add != CLR_ATOMIC_ADD_NONE && is_sum && is(strategy->finish, "atomic"));
}

static int cover_targets(struct gate *gate, const struct subject *subject, const char *strategy)
{
    clr_strategy_info info = {.size = sizeof info};
    int failed = 0;

    clr_strategy_describe(strategy, &info);
    for (size_t t = 0; t < TARGETS; t++) {
        const struct way way = {strategy, &targets[t], .may_be_refused = true};
        const bool is_sum = subject->reductions[0].op == CLR_OPERATOR_SUM;

        if (!way.target->fp64 && is_same_without_fp64(subject))
            continue;
        if (gate->is_full || suits(way.target, &info, is_sum))
            failed |= write_source(gate, subject, &way);
    }
    return failed;
}

/* Kernels with a log, and with local memory as an argument. */
static int cover_variants(struct gate *gate, const struct subject *subject, const char *strategy)
{
    const bool is_dynamic = is(strategy, "sequential") || is(strategy, "one-group");
    const struct way traced = {strategy, &targets[GPU], .variant = TRACED, .may_be_refused = true};
    const struct way warps = {"shuffle", .target = &targets[NVIDIA], .variant = TRACED};
    const struct way dynamic = {strategy, &targets[GPU], .variant = DYNAMIC};
    int failed = write_source(gate, subject, is(strategy, "shuffle") ? &warps : &traced);

    return is_dynamic ? write_source(gate, subject, &dynamic) | failed : failed;
}

/* Pieces that differ by the state's format meet one of each kind. */
static int cover_states(struct gate *gate)
{
    static const struct {
        const char *strategy;
        clr_operator op;
        clr_type type;
    } rows[] = {
        {"shuffle", CLR_OPERATOR_MIN, CLR_TYPE_I8},
        {"shuffle", CLR_OPERATOR_MAX, CLR_TYPE_F64},
        {"shuffle", CLR_OPERATOR_SUM, CLR_TYPE_F64},
        {"shuffle", CLR_OPERATOR_VAR, CLR_TYPE_F32},
        {"shuffle", CLR_OPERATOR_MINMAX, CLR_TYPE_U16},
        {"builtin", CLR_OPERATOR_MIN, CLR_TYPE_I8},
        {"builtin", CLR_OPERATOR_MAX, CLR_TYPE_F64},
        {"builtin", CLR_OPERATOR_SUM, CLR_TYPE_U64},
        {"builtin", CLR_OPERATOR_COUNT, CLR_TYPE_F16},
        {"atomic", CLR_OPERATOR_MIN, CLR_TYPE_I8},
        {"atomic", CLR_OPERATOR_MAX, CLR_TYPE_F64},
        {"atomic", CLR_OPERATOR_SUM, CLR_TYPE_U64},
        {"atomic", CLR_OPERATOR_PROD, CLR_TYPE_F64},
        {"atomic", CLR_OPERATOR_AND, CLR_TYPE_U8},
        {"atomic", CLR_OPERATOR_XOR, CLR_TYPE_I64},
        {"atomic", CLR_OPERATOR_MINMAX, CLR_TYPE_I8},
        {"atomic", CLR_OPERATOR_ANY, CLR_TYPE_F32},
        {"ticket", CLR_OPERATOR_ARGMAX, CLR_TYPE_F32},
        {"ticket", CLR_OPERATOR_VAR, CLR_TYPE_F64},
        {"ticket", CLR_OPERATOR_NRM2, CLR_TYPE_F64},
        {"first-add", CLR_OPERATOR_STD, CLR_TYPE_I64},
        {"unroll-full", CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F64},
        {"ordered", CLR_OPERATOR_SUM, CLR_TYPE_U8},
        {"ordered", CLR_OPERATOR_SUM, CLR_TYPE_F64},
        {"ordered", CLR_OPERATOR_VAR, CLR_TYPE_F32},
        {"ordered", CLR_OPERATOR_ARGMAX, CLR_TYPE_F16},
        {"ordered", CLR_OPERATOR_ARGMIN, CLR_TYPE_I64},
        {"ticket", CLR_OPERATOR_FIRST, CLR_TYPE_F64},
        {"ordered", CLR_OPERATOR_LAST, CLR_TYPE_U8},
        {"ordered-ticket", CLR_OPERATOR_NRM2, CLR_TYPE_F64},
        {"ordered-ticket", CLR_OPERATOR_MINMAX, CLR_TYPE_I8},
    };
    int failed = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct subject subject = subject_of(rows[i].op, rows[i].type);

        failed |= cover_targets(gate, &subject, rows[i].strategy);
    }
    return failed;
}

static int cover_strategies(struct gate *gate)
{
    const struct subject sum = subject_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    int failed = 0;

    for (size_t s = 1; clr_strategy_name(s); s++) {
        failed |= cover_targets(gate, &sum, clr_strategy_name(s));
        failed |= cover_variants(gate, &sum, clr_strategy_name(s));
    }
    return failed;
}

/* Every strategy by every fold, for every target. */
static int cover_product(struct gate *gate)
{
    static const clr_type types[] = {CLR_TYPE_I8, CLR_TYPE_U64, CLR_TYPE_F16, CLR_TYPE_F64};
    int failed = 0;

    for (size_t s = 1; clr_strategy_name(s); s++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
                const struct subject subject = subject_of((clr_operator)op, types[t]);

                if (clr_operator_result((clr_operator)op, types[t]))
                    failed |= cover_targets(gate, &subject, clr_strategy_name(s));
            }
    return failed;
}

static int cover_widths(struct gate *gate)
{
    static const struct {
        clr_operator op;
        clr_type type;
        uint64_t width;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F16, 1},     {CLR_OPERATOR_SUM, CLR_TYPE_F16, 2},
        {CLR_OPERATOR_MIN, CLR_TYPE_F16, 1},     {CLR_OPERATOR_MIN, CLR_TYPE_F16, 2},
        {CLR_OPERATOR_MIN, CLR_TYPE_F16, 8},     {CLR_OPERATOR_MIN, CLR_TYPE_F16, 16},
        {CLR_OPERATOR_SUM, CLR_TYPE_U8, 1},      {CLR_OPERATOR_SUM, CLR_TYPE_U8, 2},
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, 4},      {CLR_OPERATOR_SUM, CLR_TYPE_I8, 8},
        {CLR_OPERATOR_SUM, CLR_TYPE_I16, 2},     {CLR_OPERATOR_SUM, CLR_TYPE_I16, 8},
        {CLR_OPERATOR_ARGMIN, CLR_TYPE_BF16, 2}, {CLR_OPERATOR_ARGMIN, CLR_TYPE_BF16, 1},
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, 1},     {CLR_OPERATOR_VAR, CLR_TYPE_F32, 2},
    };
    int failed = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct subject subject = subject_of(rows[i].op, rows[i].type);
        const struct way way = {"two-pass", .target = &targets[GPU], .vector_width = rows[i].width};

        failed |= write_source(gate, &subject, &way);
    }
    return failed;
}

/* ---- many results ---- */

static int cover_shapes(struct gate *gate)
{
    static const struct {
        clr_shape shape;
        clr_operator op;
        clr_type type;
        clr_accuracy accuracy;
    } rows[] = {
        {CLR_SHAPE_AXES, CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_AXES, CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_FAST},
        {CLR_SHAPE_AXES, CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_ACCURACY_REPRODUCIBLE},
        {CLR_SHAPE_AXES, CLR_OPERATOR_ARGMAX, CLR_TYPE_F16, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_AXES, CLR_OPERATOR_DOT, CLR_TYPE_I64, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_AXES, CLR_OPERATOR_MINMAX, CLR_TYPE_I8, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_AXES, CLR_OPERATOR_MEAN, CLR_TYPE_BF16, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_NRM2, CLR_TYPE_F32, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_STD, CLR_TYPE_F64, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_SUM, CLR_TYPE_U8, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_PROD, CLR_TYPE_F32, CLR_ACCURACY_REPRODUCIBLE},
        {CLR_SHAPE_LABELS, CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_LABELS, CLR_OPERATOR_MEAN, CLR_TYPE_F64, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_LABELS, CLR_OPERATOR_COUNT, CLR_TYPE_U8, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_LABELS, CLR_OPERATOR_MAX, CLR_TYPE_I64, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_LAST, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_FIRST, CLR_TYPE_F16, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_VAR, CLR_TYPE_F64, CLR_ACCURACY_FAST},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_ARGMIN, CLR_TYPE_BF16, CLR_ACCURACY_DEFAULT},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_DOT, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT},
    };
    static const int kinds[] = {GPU, GPU_WITHOUT_FP64, NVIDIA, CPU};
    int failed = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++) {
            const struct way way = {"auto", &targets[kinds[t]], .shape = rows[i].shape,
                                    .may_be_refused = true};
            struct subject subject = subject_of(rows[i].op, rows[i].type);

            subject.reductions[0].accuracy = rows[i].accuracy;
            failed |= write_source(gate, &subject, &way);
        }
    return failed;
}

/* States in place of results, of each kind that accumulators have. */
static int cover_left(struct gate *gate)
{
    static const struct {
        clr_shape shape;
        clr_operator op;
        clr_type type;
        const char *where;
    } rows[] = {
        {CLR_SHAPE_AXES, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_VAR, CLR_TYPE_F64, "x > 0"},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_VAR, CLR_TYPE_F32, "x > 0"},
        {CLR_SHAPE_AXES, CLR_OPERATOR_DOT, CLR_TYPE_F64, NULL},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_MEAN, CLR_TYPE_F64, "x > 0"},
        {CLR_SHAPE_LABELS, CLR_OPERATOR_SUM, CLR_TYPE_F32, NULL},
        {CLR_SHAPE_LABELS, CLR_OPERATOR_MEAN, CLR_TYPE_F64, NULL},
        {CLR_SHAPE_AXES, CLR_OPERATOR_SUM, CLR_TYPE_I32, "x > 0"},
        {CLR_SHAPE_AXES, CLR_OPERATOR_VAR, CLR_TYPE_I64, NULL},
        {CLR_SHAPE_AXES, CLR_OPERATOR_ARGMAX, CLR_TYPE_F16, NULL},
        {CLR_SHAPE_AXIS_LABELS, CLR_OPERATOR_MINMAX, CLR_TYPE_F64, NULL},
        {CLR_SHAPE_SEGMENTS, CLR_OPERATOR_AND, CLR_TYPE_U8, NULL},
    };
    static const int kinds[] = {GPU, GPU_WITHOUT_FP64, NVIDIA, CPU};
    int failed = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++) {
            const struct way way = {"auto", &targets[kinds[t]], .shape = rows[i].shape,
                                    .may_be_refused = !targets[kinds[t]].fp64};
            struct subject subject = subject_of(rows[i].op, rows[i].type);

            subject.reductions[0].accuracy = CLR_ACCURACY_EXACT;
            subject.reductions[0].where = rows[i].where;
            subject.leaves_states = true;
            name_further(&subject, "state");
            failed |= write_source(gate, &subject, &way);
        }
    return failed;
}

/* ---- several in one pass, and maps ---- */

#define SUM CLR_OPERATOR_SUM
#define VAR CLR_OPERATOR_VAR

static const struct mix {
    const char *name;
    clr_type type;
    clr_operator ops[CLR_REDUCTIONS_MOST]; /* 0 ends them */
    const char *map;                       /* of the first */
    clr_nan nan;
    clr_overflow overflow;
} mixes[] = {
    {"statistics", CLR_TYPE_F32, .ops = {SUM, CLR_OPERATOR_MEAN, VAR, CLR_OPERATOR_STD}},
    {"statistics", CLR_TYPE_F16, .ops = {CLR_OPERATOR_MINMAX, CLR_OPERATOR_MEAN, VAR},
     .nan = CLR_NAN_IGNORE},
    {"statistics", CLR_TYPE_F64, .ops = {CLR_OPERATOR_MINMAX, CLR_OPERATOR_MEAN, CLR_OPERATOR_STD}},
    {"places", CLR_TYPE_I8, .ops = {CLR_OPERATOR_ARGMIN, CLR_OPERATOR_ARGMAX, CLR_OPERATOR_COUNT}},
    {"places", CLR_TYPE_F32, .ops = {CLR_OPERATOR_IAMAX, CLR_OPERATOR_ARGMIN},
     .nan = CLR_NAN_IGNORE},
    {"ends", CLR_TYPE_F64, .ops = {CLR_OPERATOR_FIRST, CLR_OPERATOR_LAST}, .nan = CLR_NAN_IGNORE},
    {"checked", CLR_TYPE_I64, .ops = {SUM, CLR_OPERATOR_PROD, CLR_OPERATOR_DOT},
     .overflow = CLR_OVERFLOW_DETECT},
    {"bytes", CLR_TYPE_U8, .ops = {SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_MAX, CLR_OPERATOR_XOR}},
    {"norms", CLR_TYPE_BF16, .ops = {CLR_OPERATOR_ASUM, CLR_OPERATOR_NRM2, CLR_OPERATOR_AMAX}},
    {"scaled", CLR_TYPE_F32, .ops = {SUM}, .map = "x * 2 - 1"},
    {"scalars", CLR_TYPE_F32, .ops = {SUM}, .map = "a * x + t"},
    {"scalars", CLR_TYPE_F64, .ops = {CLR_OPERATOR_MAX}, .map = "x > q ? x : -x"},
    {"distance", CLR_TYPE_F32, .ops = {CLR_OPERATOR_MAX}, .map = "fabs(x - y)"},
    {"distance", CLR_TYPE_F16, .ops = {CLR_OPERATOR_NRM2}, .map = "x - y"},
    {"fused", CLR_TYPE_F64, .ops = {VAR}, .map = "x * y + z"},
    {"fused", CLR_TYPE_U8, .ops = {SUM}, .map = "x * y + (z ^ w)", .overflow = CLR_OVERFLOW_DETECT},
    {"placed", CLR_TYPE_I32, .ops = {CLR_OPERATOR_ARGMAX}, .map = "x > 7 ? i : n - i"},
    {"beside", CLR_TYPE_F32, .ops = {CLR_OPERATOR_LOGSUMEXP, SUM, CLR_OPERATOR_MAX},
     .map = "exp(x) * w"},
    {"truth", CLR_TYPE_BF16, .ops = {CLR_OPERATOR_ALL, CLR_OPERATOR_ANY},
     .map = "isfinite(x) && y > 0"},
};

#undef SUM
#undef VAR

static struct subject subject_of_mix(const struct mix *mix)
{
    struct subject subject = {.count = 0};

    snprintf(subject.name, sizeof subject.name, "%s-%s", mix->name, clr_type_name(mix->type));
    for (; mix->ops[subject.count]; subject.count++)
        subject.reductions[subject.count] =
            (clr_reduction){.size = sizeof(clr_reduction),
                            .op = mix->ops[subject.count],
                            .type = mix->type,
                            .nan = mix->nan,
                            .overflow = mix->overflow,
                            .map = subject.count == 0 ? mix->map : NULL};
    return subject;
}

static int cover_mixes(struct gate *gate)
{
    int failed = 0;

    for (size_t i = 0; i < sizeof mixes / sizeof *mixes; i++) {
        const struct subject subject = subject_of_mix(&mixes[i]);
        const struct way ways[] = {
            {"ticket", .target = &targets[GPU]},
            {"two-pass", .target = &targets[CPU]},
            {"shuffle", .target = &targets[NVIDIA]},
            {"two-pass", .target = &targets[GPU_WITHOUT_FP64], .may_be_refused = true},
        };
        const size_t count = sizeof ways / sizeof *ways - is_same_without_fp64(&subject);

        for (size_t w = 0; w < count; w++)
            failed |= write_source(gate, &subject, &ways[w]);
    }
    return failed;
}

/* ---- conditions and masks ---- */

static int cover_masks(struct gate *gate)
{
    static const struct mask_row {
        const char *name;
        clr_type type;
        clr_operator ops[CLR_REDUCTIONS_MOST];
        clr_mask_kind mask;
        const char *where;
        clr_shape shape;
        clr_accuracy accuracy;
        clr_nan nan;
    } rows[] = {
        {"sum",
         CLR_TYPE_F32,
         {CLR_OPERATOR_SUM},
         CLR_MASK_BYTES,
         NULL,
         CLR_SHAPE_FLAT,
         CLR_ACCURACY_EXACT,
         CLR_NAN_PROPAGATE},
        {"mean",
         CLR_TYPE_F64,
         {CLR_OPERATOR_MEAN},
         CLR_MASK_BITS,
         "x > 0",
         CLR_SHAPE_AXES,
         CLR_ACCURACY_EXACT,
         CLR_NAN_PROPAGATE},
        {"bytes",
         CLR_TYPE_U8,
         {CLR_OPERATOR_SUM, CLR_OPERATOR_MEAN, CLR_OPERATOR_MINMAX, CLR_OPERATOR_ARGMAX,
          CLR_OPERATOR_PROD, CLR_OPERATOR_AND},
         CLR_MASK_BITS,
         NULL,
         CLR_SHAPE_FLAT,
         CLR_ACCURACY_FAST,
         CLR_NAN_PROPAGATE},
        {"longs",
         CLR_TYPE_I64,
         {CLR_OPERATOR_DOT, CLR_OPERATOR_MIN, CLR_OPERATOR_IAMAX},
         CLR_MASK_BYTES,
         "x != y",
         CLR_SHAPE_SEGMENTS,
         CLR_ACCURACY_FAST,
         CLR_NAN_PROPAGATE},
        {"halves",
         CLR_TYPE_F16,
         {CLR_OPERATOR_MAX, CLR_OPERATOR_DOT},
         CLR_MASK_BYTES,
         NULL,
         CLR_SHAPE_AXES,
         CLR_ACCURACY_FAST,
         CLR_NAN_IGNORE},
        {"ordered",
         CLR_TYPE_F32,
         {CLR_OPERATOR_LOGSUMEXP, CLR_OPERATOR_STD},
         CLR_MASK_NONE,
         "i % 3 == 0",
         CLR_SHAPE_FLAT,
         CLR_ACCURACY_REPRODUCIBLE,
         CLR_NAN_IGNORE},
    };
    static const int kinds[] = {GPU, GPU_WITHOUT_FP64, NVIDIA, CPU};
    int failed = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++) {
            const struct way way = {"auto", &targets[kinds[t]], .shape = rows[i].shape,
                                    .may_be_refused = kinds[t] == GPU_WITHOUT_FP64};
            struct subject subject = {.count = 0, .mask = rows[i].mask};

            snprintf(subject.name, sizeof subject.name, "masked-%s-%s", rows[i].name,
                     clr_type_name(rows[i].type));
            for (; rows[i].ops[subject.count]; subject.count++)
                subject.reductions[subject.count] =
                    (clr_reduction){.size = sizeof(clr_reduction),
                                    .op = rows[i].ops[subject.count],
                                    .type = rows[i].type,
                                    .accuracy = rows[i].accuracy,
                                    .nan = rows[i].nan,
                                    .where = rows[i].where};
            failed |= write_source(gate, &subject, &way);
        }
    return failed;
}

/* ---- operators of the caller's own ---- */

/* Joins affine maps in their order. */
static const clr_custom affine = {
    .size = sizeof(clr_custom),
    .name = "affine",
    .source = "typedef struct { float a, b; } state;\n"
              "typedef float result;\n"
              "state identity(void) { state s = {1.0f, 0.0f}; return s; }\n"
              "state lift(element x, ulong i) { state s = {x, (float)i}; return s; }\n"
              "state combine(state p, state q)\n"
              "{ state s = {p.a * q.a, p.b * q.a + q.b}; return s; }\n"
              "result lower(state s, ulong n) { return s.a + s.b / (float)n; }\n",
};

/* Finds the heaviest of elements that are structs; its state is no whole number of words. */
static const clr_custom heaviest = {
    .size = sizeof(clr_custom),
    .name = "heaviest",
    .element_size = 8,
    .is_commutative = 1,
    .source = "typedef struct { short name; int weight; } element;\n"
              "typedef struct { short name; short weight; uchar count; } state;\n"
              "typedef struct { short name; short weight; } result;\n"
              "state identity(void) { state s = {-1, SHRT_MIN, 0}; return s; }\n"
              "state lift(element x, ulong i)\n"
              "{ state s = {x.name, (short)x.weight, 1}; return s; }\n"
              "state combine(state p, state q)\n"
              "{ state s = p.weight < q.weight ? q : p; s.count = p.count + q.count; return s; }\n"
              "result lower(state s, ulong n) { result r = {s.name, s.weight}; return r; }\n",
};

static int cover_custom(struct gate *gate)
{
    struct subject ordered = {"affine-f16",
                              {CLR_REDUCTION(CLR_OPERATOR_CUSTOM, CLR_TYPE_F16)},
                              1,
                              .state_size = 8,
                              .result_size = 4};
    struct subject structs = {"heaviest",
                              {CLR_REDUCTION(CLR_OPERATOR_CUSTOM, CLR_TYPE_DEFAULT)},
                              1,
                              .state_size = 6,
                              .result_size = 4};
    const struct way in_order[] = {
        {"run/interleaved/ticket", .target = &targets[GPU]},
        {"run/interleaved/store", .target = &targets[GPU]},
        {"run/serial/relaunch", .target = &targets[GPU]},
        {"one/strided/relaunch", .target = &targets[GPU]},
        {"auto", .target = &targets[GPU_WITHOUT_FP64]},
        {"auto", .target = &targets[CPU]},
        {"auto", .target = &targets[GPU], .variant = TRACED},
    };
    const struct way in_any_order[] = {
        {"ticket", .target = &targets[GPU]},     {"two-pass", .target = &targets[CPU]},
        {"first-add", .target = &targets[GPU]},  {"shuffle", .target = &targets[AMD]},
        {"shuffle", .target = &targets[INTEL]},  {"shuffle", .target = &targets[KHRONOS]},
        {"shuffle", .target = &targets[NVIDIA]},
    };
    int failed = 0;

    ordered.reductions[0].custom = &affine;
    structs.reductions[0].custom = &heaviest;
    for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++)
        failed |= write_source(gate, &ordered, &in_order[i]);
    ordered.reductions[0].map = "x * y";
    name_further(&ordered, "mapped");
    failed |= write_source(gate, &ordered, &in_order[0]);
    for (size_t i = 0; i < sizeof in_any_order / sizeof *in_any_order; i++)
        failed |= write_source(gate, &structs, &in_any_order[i]);
    return failed;
}

/* ---- all ---- */

int cover_all(struct gate *gate)
{
    int failed = cover_strategies(gate) | cover_operators(gate) | cover_states(gate) |
                 cover_exact(gate) | cover_order(gate) | cover_widths(gate) | cover_mixes(gate) |
                 cover_custom(gate) | cover_shapes(gate) | cover_left(gate) | cover_masks(gate) |
                 cover_selections(gate);

    return gate->is_full ? cover_product(gate) | failed : failed;
}
