/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_real - forms of folds that round: sums and products of floats at levels fast, relaxed and
 * reproducible, norms, moments, variances with weights, logsumexp. The number is the device's f64
 * where it has one, for f64 elements a pair of these, and on a device without fp64 a pair of f32
 * (cl/number/double_float.cl), so that sums of floats stay about as accurate.
 */
#include "state/form_parts.h"

static void round_pair(const clri_question *q, clri_form *form)
{
    const bool wide = q->result == CLR_TYPE_F64;

    clri_form_define_lower(form, CLRI_MACRO_RESULT, wide ? "ulong" : "float");
    clri_form_define_lower(form, CLRI_MACRO_ROUND,
                           wide ? "CLR_OF(double_bits)(x)" : "CLR_OF(nearest_float)(x)");
}

/* Numbers are the device's own: f64, or for relaxed sums f32, whose additions round. */
static void use_native(bool in_f32, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_NUMBER, in_f32 ? "float" : "double");
    clri_form_define(form, CLRI_MACRO_CONVERT, in_f32 ? "convert_float" : "convert_double");
    clri_form_define(form, CLRI_MACRO_WIDEN,
                     in_f32 ? "CLR_WIDE(convert_float)(x)" : "CLR_WIDE(convert_double)(x)");
    clri_form_define(form, CLRI_MACRO_MEAN, in_f32 ? "((x) / (float)(n))" : "((x) / (double)(n))");
    clri_form_define(form, CLRI_MACRO_ROOT, "sqrt(x)");
    clri_form_define(form, CLRI_MACRO_LEAD, "(x)");
    clri_form_use(form, "number/native");
    if (!in_f32)
        clri_form_use(form, "number/real");
    form->state.uses_double = !in_f32;
}

/* f64 or pairs of f32, and the functions that statistics need. */
static void use_real(const clri_question *q, clri_form *form)
{
    if (q->has_fp64) {
        use_native(false, form);
    } else {
        clri_form_define(form, CLRI_MACRO_MEAN, "CLR_OF(over)(x, n)");
        clri_form_define(form, CLRI_MACRO_ROOT, "CLR_OF(root)(x)");
        clri_form_define(form, CLRI_MACRO_LEAD, "((x).high)");
        clri_form_use_pair(form, "float", "number/double_float");
        clri_form_use(form, "number/real_pair");
    }
    clri_form_define(form, CLRI_MACRO_SETTLE, "(x)");
}

static void round_real(const clri_question *q, clri_form *form)
{
    if (form->state.in_f32) {
        clri_form_define_lower(form, CLRI_MACRO_RESULT, "float");
        clri_form_define_lower(form, CLRI_MACRO_ROUND, "(x)");
    } else if (q->has_fp64)
        clri_form_round_double(q, form);
    else
        round_pair(q, form);
}

static const char *real_name(const clri_question *q)
{
    return q->has_fp64 ? "f64" : "double-float";
}

/* Pairs of f64 (Ogita, Rump, Oishi, 2005: cl/number/double_double.cl), for elements that f64 cannot
 * sum accurately; rounded once in the end, to odd first where an f32 follows. */
static void use_double_double(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_WIDEN, "CLR_WIDE(convert_double)(x)");
    clri_form_define(form, CLRI_MACRO_SETTLE,
                     q->result == CLR_TYPE_F32 ? "CLR_OF(odd_double)(x)"
                                               : "CLR_OF(nearest_double)(x)");
    clri_form_define(form, CLRI_MACRO_MEAN, "CLR_OF(mean_double)(x, n)");
    clri_form_use_pair(form, "double", "number/double_double");
    form->state.uses_double = true;
}

/* Why a device without fp64 cannot fold real numbers; NULL if it can. */
static const char *lacks_real(const clri_question *q)
{
    const bool multiplies = clri_form_row(q)->fold == CLRI_FOLD_MULTIPLY;

    if (q->has_fp64)
        return NULL;
    if (!clri_form_is_float(q))
        return "the device has no fp64, which real numbers made of integers need";
    if (q->is_reproducible)
        return "the device has no fp64 as IEEE 754 has it, in which results of level reproducible "
               "are made: ask for exact or fast";
    if (q->type == CLR_TYPE_F64)
        return "the device has no fp64, which arithmetic on f64 needs at this level";
    if (multiplies && q->result == CLR_TYPE_F64)
        return "the device has no fp64, and a product in pairs of f32 would overflow where f64 "
               "does not: ask for a result of f32";
    return NULL;
}

/* Sums and products of floats, or of integers as reals. Doubles are added in pairs of doubles,
 * unless a strategy needs a state that is one number (`wants_number`). */
static void form_real_number(const clri_question *q, clri_form *form)
{
    const bool multiplies = clri_form_row(q)->fold == CLRI_FOLD_MULTIPLY;
    const bool counted = clri_form_row(q)->lower == CLRI_LOWER_MEAN && clri_form_leaves_out(q);
    const bool in_f32 = q->in_f32 && !counted;
    const bool paired = q->has_fp64 && q->type == CLR_TYPE_F64 && !q->wants_number;

    clri_form_use_element(q, form);
    /* The sum of nothing but NaNs is +0, like the sum of nothing, so 0 may replace a NaN at the
     * cost of the sign of a sum of NaNs and -0. */
    clri_form_use_taken(q, multiplies ? "1" : "0", form);
    clri_form_define_magnitude(q, form);
    /* Adding -0 changes no value; the sum of no elements is +0. */
    clri_form_define(form, CLRI_MACRO_IDENTITY,
                     multiplies               ? "1"
                     : q->has_fp64 && !in_f32 ? "-0.0"
                                              : "-0.0f");
    clri_form_define(form, CLRI_MACRO_EMPTY, multiplies ? "1" : "0");
    if (in_f32) {
        use_native(true, form);
        clri_form_define(form, CLRI_MACRO_SETTLE, "(x)");
        clri_form_state_is_number(form, "float", 4, "float", "f32");
        form->state.in_f32 = true;
    } else if (paired) {
        use_double_double(q, form);
        clri_form_state_is(form, 16, 8, "double-double");
    } else {
        use_real(q, form);
        if (q->has_fp64)
            clri_form_state_is_number(form, "double", 8, "double", "f64");
        else
            clri_form_state_is(form, 8, 4, "double-float");
        form->state.is_pair = !q->has_fp64;
    }
    clri_form_use(form, "lifted/number");
    clri_form_use_lift(q, form);
    if (counted) {
        clri_form_use_struct(form, "NUMBER(sum) PLAIN(ulong, count)");
        clri_form_use(form, "fold/counted");
        clri_form_use_run(form, "fold/run");
        clri_form_state_is(form, form->state.size + 8, 8, form->state.accumulator);
        form->state.number = form->state.machine = NULL;
        form->state.is_pair = false;
        return;
    }
    clri_form_use(form, multiplies ? "fold/multiply" : "fold/add");
    clri_form_use_number(form, false);
    clri_form_use(form, "fold/direct");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
}

const char *clri_form_real_sum(const clri_question *q, clri_form *form)
{
    const clri_lower lower = clri_form_row(q)->lower;

    if (lacks_real(q))
        return lacks_real(q);
    form_real_number(q, form);
    round_real(q, form);
    if (lower == CLRI_LOWER_MEAN)
        clri_form_define_lower(form, CLRI_MACRO_SETTLE, "CLR_MEAN(x, n)");
    else if (lower == CLRI_LOWER_ROOT)
        clri_form_define_lower(form, CLRI_MACRO_SETTLE, "CLR_ROOT(x)");
    form->lower.can_fail = lower == CLRI_LOWER_MEAN && clri_form_leaves_out(q);
    form->lower.is_plain = lower == CLRI_LOWER_VALUE;
    clri_form_lower_by(form, form->lower.can_fail ? "lower/counted_mean" : "lower/value");
    return NULL;
}

/* Whether no square of an element overflows or vanishes in the accumulator's format: squares of f16
 * lie between 2^-48 and 2^32, within f32; those of bf16 and f32 between 2^-298 and 2^256, within
 * f64. Others are scaled. */
static bool squares_fit(const clri_question *q)
{
    return !clri_form_is_float(q) || q->type == CLR_TYPE_F16 ||
           (q->has_fp64 && q->type != CLR_TYPE_F64);
}

const char *clri_form_norm(const clri_question *q, clri_form *form)
{
    clri_question sum = *q;

    sum.wants_number = true; /* its root is taken */
    if (squares_fit(q))
        return clri_form_real_sum(&sum, form);
    if (lacks_real(q))
        return lacks_real(q);
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form);
    clri_form_define_magnitude(q, form);
    clri_form_use_magnitude(q, form);
    use_real(q, form);
    clri_form_define(form, CLRI_MACRO_SMALL, q->has_fp64 ? "0x1p-511" : "0x1p-40f");
    clri_form_define(form, CLRI_MACRO_LARGE, q->has_fp64 ? "0x1p486" : "0x1p40f");
    clri_form_define(form, CLRI_MACRO_GROW, q->has_fp64 ? "0x1p537" : "0x1p75f");
    clri_form_define(form, CLRI_MACRO_SHRINK, q->has_fp64 ? "0x1p-538" : "0x1p-90f");
    clri_form_define(form, CLRI_MACRO_GROW_PLACES, q->has_fp64 ? "537" : "75");
    clri_form_define(form, CLRI_MACRO_SHRINK_PLACES, q->has_fp64 ? "538" : "90");
    clri_form_use_struct(form, "NUMBER(small) NUMBER(middle) NUMBER(large)");
    clri_form_use(form, "fold/norm");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
    form->state.is_heavy = !q->has_fp64;
    form->state.is_several = true;
    clri_form_state_is(form, 24, q->has_fp64 ? 8 : 4, real_name(q));
    round_real(q, form);
    if (q->has_fp64)
        clri_form_define_lower(form, CLRI_MACRO_SCALED, "CLR_ROUND(ldexp(x, places))");
    else if (q->result == CLR_TYPE_F64) /* as bits */
        clri_form_define_lower(form, CLRI_MACRO_SCALED, "CLR_OF(scale_bits)(CLR_ROUND(x), places)");
    else
        clri_form_define_lower(form, CLRI_MACRO_SCALED, "ldexp(CLR_ROUND(x), places)");
    clri_form_lower_by(form, "lower/norm");
    return NULL;
}

const char *clri_form_moments(const clri_question *q, clri_form *form)
{
    const bool some = clri_form_leaves_out(q);

    if (lacks_real(q))
        return lacks_real(q);
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "", form);
    clri_form_define_magnitude(q, form);
    form->state.counts_lanes = some;
    use_real(q, form);
    clri_form_use(form, "lifted/number");
    clri_form_use_lift(q, form);
    clri_form_use_struct(form, some ? "PLAIN(ulong, count) NUMBER(mean) NUMBER(squares)"
                                    : "SHARED(ulong, count) NUMBER(mean) NUMBER(squares)");
    clri_form_use(form, some ? "fold/moments_some" : "fold/moments_all");
    clri_form_use(form, "fold/moments");
    clri_form_use_run(form, "fold/run");
    form->state.is_heavy = some || !q->has_fp64;
    clri_form_state_is(form, 24, 8, real_name(q));
    round_real(q, form);
    if (clri_form_row(q)->lower == CLRI_LOWER_STD)
        clri_form_define_lower(form, CLRI_MACRO_SETTLE, "CLR_ROOT(x)");
    clri_form_lower_by(form, "lower/spread");
    form->lower.can_fail = some;
    return NULL;
}

/* Whether what tells how large a number is is finite. */
static void define_is_finite(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_IS_FINITE_NUMBER,
                     q->has_fp64 ? "((as_long(x) & LONG_MAX) < 0x7ff0000000000000L)"
                                 : "((as_uint(x) & 0x7fffffff) < 0x7f800000)");
}

static void lower_spread(const clri_question *q, clri_form *form)
{
    const clri_lower lower = clri_form_row(q)->lower;
    const bool by_frequency = lower == CLRI_LOWER_WVAR || lower == CLRI_LOWER_WSTD;

    round_real(q, form);
    clri_form_define_lower(form, CLRI_MACRO_DDOF_WEIGHT,
                           by_frequency ? "CLR_OF(constant)(1)" : "((state).mean_weight)");
    if (lower == CLRI_LOWER_WSTD || lower == CLRI_LOWER_RWSTD)
        clri_form_define_lower(form, CLRI_MACRO_SETTLE, "CLR_ROOT(x)");
    clri_form_lower_by(form, "lower/weighted_spread");
    form->lower.can_fail = clri_form_leaves_out(q);
    if (form->lower.can_fail)
        clri_form_lower_by(form, "lower/some");
}

/* Variances with weights. One fold for weights of either kind: what reliabilities need besides
 * costs little beside the division that each element takes, and all results of a pass have one
 * state. */
const char *clri_form_spread(const clri_question *q, clri_form *form)
{
    const bool some = clri_form_leaves_out(q);

    if (lacks_real(q))
        return lacks_real(q);
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form);
    clri_form_define_magnitude(q, form);
    use_real(q, form);
    define_is_finite(q, form);
    clri_form_define(form, CLRI_MACRO_COUNTED, some ? "1" : "0");
    clri_form_use_lift(q, form);
    clri_form_use_struct(form,
                         some ? "NUMBER(weight) NUMBER(mean_weight) NUMBER(mean) NUMBER(squares) "
                                "PLAIN(ulong, count)"
                              : "NUMBER(weight) NUMBER(mean_weight) NUMBER(mean) NUMBER(squares)");
    clri_form_use(form, "fold/spread");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
    form->state.is_heavy = true;
    clri_form_state_is(form, some ? 40 : 32, some || q->has_fp64 ? 8 : 4, real_name(q));
    lower_spread(q, form);
    return NULL;
}

/* The exp and log of the device differ from driver to driver by a few units in the last place; for
 * the same bits everywhere the library has its own (cl/number/exponential.cl). */
static void use_exponential(const clri_question *q, clri_form *form)
{
    if (q->is_reproducible)
        clri_form_use(form, "number/exponential");
    clri_form_define(form, CLRI_MACRO_EXP, q->is_reproducible ? "CLR_AT(exp)(x)" : "exp(x)");
    clri_form_define(form, CLRI_MACRO_LOG, q->is_reproducible ? "CLR_OF(log)(x)" : "log(x)");
}

/* Exponentials are computed in the accumulator's format: f64, or f32 on devices without fp64. */
const char *clri_form_logsumexp(const clri_question *q, clri_form *form)
{
    const char *type = q->has_fp64 ? "double" : "float";
    const bool is_float = clri_form_is_float(q);

    if (lacks_real(q))
        return lacks_real(q);
    clri_form_use_element(q, form);
    if (is_float || !q->is_sifted)
        clri_form_use_taken(q, "-INFINITY", form);
    else
        clri_form_use_taken(q, "", form);
    clri_form_define_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_NUMBER, type);
    clri_form_define(form, CLRI_MACRO_WIDEN,
                     q->has_fp64 ? "CLR_WIDE(convert_double)(x)" : "CLR_WIDE(convert_float)(x)");
    clri_form_define(form, CLRI_MACRO_IS_NAN_NUMBER,
                     q->has_fp64 ? "((CLR_WIDE(as_long)(x) & LONG_MAX) > 0x7ff0000000000000L)"
                                 : "((CLR_WIDE(as_uint)(x) & 0x7fffffff) > 0x7f800000)");
    define_is_finite(q, form);
    clri_form_use(form, "number/native");
    use_exponential(q, form);
    clri_form_use(form, "lifted/number");
    if (is_float || !q->is_sifted)
        clri_form_use_lift(q, form);
    else
        clri_form_use(form, "lift/value_taken");
    clri_form_use_struct(form, "NUMBER(largest) NUMBER(sum)");
    clri_form_use(form, "fold/logsumexp");
    clri_form_use(form, "fold/taken");
    form->state.is_heavy = true;
    clri_form_use_run(form, "fold/run");
    form->state.uses_double = q->has_fp64;
    clri_form_state_is(form, q->has_fp64 ? 16 : 8, q->has_fp64 ? 8 : 4,
                       q->has_fp64 ? "f64" : "f32");
    if (!q->has_fp64 && q->result == CLR_TYPE_F64)
        return "the device has no fp64, in which exponentials for a result of f64 are taken";
    clri_form_define_lower(form, CLRI_MACRO_RESULT, q->result == CLR_TYPE_F64 ? "double" : "float");
    clri_form_define_lower(form, CLRI_MACRO_ROUND,
                           q->result == CLR_TYPE_F64 ? "(x)" : "convert_float(x)");
    clri_form_lower_by(form, "lower/logsumexp");
    return NULL;
}
