/* SPDX-License-Identifier: Apache-2.0 */
#include "form.h"

#include <assert.h>
#include <string.h>

/* ---- building ---- */

static void use(clri_form *form, const char *piece)
{
    size_t i = 0;

    while (form->state.pieces[i])
        i++;
    assert(i + 1 < CLRI_FORM_PIECES);
    form->state.pieces[i] = piece;
}

static void add_define(clri_define *defines, size_t room, const char *name, const char *text)
{
    size_t i = 0;

    while (defines[i].name)
        i++;
    assert(i + 1 < room);
    (void)room;
    defines[i] = (clri_define){name, text};
}

static void define(clri_form *form, const char *name, const char *text)
{
    add_define(form->state.defines, CLRI_FORM_DEFINES, name, text);
}

static void define_lower(clri_form *form, const char *name, const char *text)
{
    add_define(form->lower.defines, CLRI_LOWER_DEFINES, name, text);
}

static void state_is(clri_form *form, size_t size, size_t align, const char *accumulator)
{
    form->state.size = size;
    form->state.align = align;
    form->state.accumulator = accumulator;
}

/* The state is one number of the device's own. */
static void state_is_number(clri_form *form, const char *type, size_t size, const char *machine,
                            const char *accumulator)
{
    state_is(form, size, size, accumulator);
    form->state.number = type;
    form->state.machine = machine;
}

/* ---- what is asked ---- */

static const clri_operator *row_of(const clri_question *q)
{
    return clri_operator_of(q->op);
}

static const clri_number *number_of(const clri_question *q)
{
    return clri_number_of(q->type);
}

static bool is_float(const clri_question *q)
{
    return number_of(q)->class == CLRI_FLOAT;
}

/* Floats of 64 bits that the device can only hold as bits. */
static bool is_bits(const clri_question *q)
{
    return q->type == CLR_TYPE_F64 && !q->has_fp64;
}

/* Of the values as they are lifted: magnitudes are unsigned. */
static bool is_signed(const clri_question *q)
{
    return number_of(q)->class == CLRI_SIGNED && row_of(q)->lift != CLRI_LIFT_ABS;
}

clri_reader clri_reader_of(clr_type type, bool has_fp64)
{
    const clri_number *number = clri_number_of(type);

    switch (type) {
    case CLR_TYPE_F16:
        return (clri_reader){"read/half", number->stored, number->value};
    case CLR_TYPE_BF16:
        return (clri_reader){"read/bfloat", number->stored, number->value};
    case CLR_TYPE_F64:
        if (!has_fp64)
            return (clri_reader){"read/plain", "ulong", "ulong"};
        break;
    default:
        break;
    }
    return (clri_reader){"read/plain", number->stored, number->value};
}

/* ---- elements: NaNs, and what is lifted of them ---- */

static void use_element(const clri_question *q, clri_form *form)
{
    if (q->is_mapped)
        use(form, "element/mapped");
    else
        use(form, row_of(q)->inputs == 2 ? "element/pair" : "element/direct");
    if (is_bits(q))
        define(form, "CLR_IS_NAN(x)", "(((x) & LONG_MAX) > 0x7ff0000000000000L)");
    else
        define(form, "CLR_IS_NAN(x)", "((x) != (x))");
}

/* The value that changes nothing, in place of NaNs that are ignored; "" keeps them. */
static void use_nan(const clri_question *q, const char *absent, clri_form *form)
{
    if (!q->ignores_nan || !is_float(q) || !*absent) {
        use(form, "nan/keep");
        return;
    }
    define(form, "CLR_ABSENT", absent);
    use(form, row_of(q)->inputs == 2 ? "nan/drop_pair" : "nan/drop");
}

/* |x|, of signed integers in the unsigned type as wide. */
static void use_magnitude(const clri_question *q, clri_form *form)
{
    static const char *const bits[] = {[1] = "8", [2] = "16", [4] = "32", [8] = "64"};

    if (is_bits(q)) {
        define(form, "CLR_ABS(x)", "((x) & LONG_MAX)");
    } else if (is_float(q)) {
        define(form, "CLR_ABS(x)", "fabs(x)");
    } else if (number_of(q)->class == CLRI_UNSIGNED) {
        define(form, "CLR_ABS(x)", "(x)");
    } else {
        define(form, "CLR_ABS(x)", "CLR_AT(magnitude_of)(x)");
        define(form, "CLR_UNSIGNED", clri_number_of(number_of(q)->magnitude)->value);
        define(form, "CLR_VALUE_BITS", bits[number_of(q)->size]);
        use(form, "lift/magnitude");
    }
}

static void use_lift(const clri_question *q, clri_form *form)
{
    static const char *const lifts[] = {
        [CLRI_LIFT_VALUE] = "lift/value",     [CLRI_LIFT_ABS] = "lift/abs",
        [CLRI_LIFT_SQUARE] = "lift/square",   [CLRI_LIFT_PRODUCT] = "lift/product",
        [CLRI_LIFT_NONZERO] = "lift/nonzero",
    };

    if (row_of(q)->lift == CLRI_LIFT_ABS)
        use_magnitude(q, form);
    define(form, "CLR_IS_NONZERO(x)",
           is_bits(q) ? "(((x) << 1) != (CLR_AT(value))(0))" : "((x) != (CLR_AT(value))(0))");
    use(form, lifts[row_of(q)->lift]);
}

/* The type of what is raised: of magnitudes of integers the unsigned one. */
static void define_magnitude(const clri_question *q, clri_form *form)
{
    const clr_type type = row_of(q)->lift == CLRI_LIFT_ABS ? number_of(q)->magnitude : q->type;

    define(form, "CLR_MAGNITUDE", clri_reader_of(type, q->has_fp64).value);
}

/* ---- results ---- */

static bool is_real_type(clr_type type)
{
    return type == CLR_TYPE_F32 || type == CLR_TYPE_F64;
}

/* From a double. */
static void round_double(const clri_question *q, clri_form *form)
{
    const bool wide = q->result == CLR_TYPE_F64;

    define_lower(form, "CLR_RESULT", wide ? "double" : "float");
    define_lower(form, "CLR_ROUND(x)", wide ? "(x)" : "convert_float(x)");
}

/* From a pair of floats. */
static void round_pair(const clri_question *q, clri_form *form)
{
    const bool wide = q->result == CLR_TYPE_F64;

    define_lower(form, "CLR_RESULT", wide ? "ulong" : "float");
    define_lower(form, "CLR_ROUND(x)",
                 wide ? "CLR_OF(double_bits)(x)" : "CLR_OF(nearest_float)(x)");
}

/* From an integer, of which the result has the lower bits. */
static void round_integer(const clri_question *q, clri_form *form)
{
    define_lower(form, "CLR_RESULT", clri_number_of(q->result)->stored);
    define_lower(form, "CLR_ROUND(x)", "(CLR_RESULT)(x)");
}

static void lower_by(clri_form *form, const char *piece)
{
    form->lower.piece = piece;
}

/* ---- folds of real numbers ---- */

/* f64, or pairs of f32, and what else statistics need. */
static void use_real(const clri_question *q, clri_form *form)
{
    if (q->has_fp64) {
        define(form, "CLR_NUMBER", "double");
        define(form, "CLR_CONVERT", "convert_double");
        define(form, "CLR_WIDEN(x)", "CLR_WIDE(convert_double)(x)");
        define(form, "CLR_MEAN(x, n)", "((x) / (double)(n))");
        define(form, "CLR_ROOT(x)", "sqrt(x)");
        define(form, "CLR_LEAD(x)", "(x)");
        use(form, "number/native");
        use(form, "number/real");
        form->state.uses_double = true;
    } else {
        define(form, "CLR_MEAN(x, n)", "CLR_OF(over)(x, n)");
        define(form, "CLR_ROOT(x)", "CLR_OF(root)(x)");
        define(form, "CLR_LEAD(x)", "((x).high)");
        use(form, "number/double_float");
        use(form, "number/real_pair");
    }
    define(form, "CLR_SETTLE(x)", "(x)");
}

static void round_real(const clri_question *q, clri_form *form)
{
    if (q->has_fp64)
        round_double(q, form);
    else
        round_pair(q, form);
}

static const char *real_name(const clri_question *q)
{
    return q->has_fp64 ? "f64" : "double-float";
}

/* Pairs of f64, for elements of which sums in f64 would lose. */
static void use_double_double(clri_form *form)
{
    define(form, "CLR_WIDEN(x)", "CLR_WIDE(convert_double)(x)");
    define(form, "CLR_SETTLE(x)", "CLR_OF(nearest_double)(x)");
    define(form, "CLR_MEAN(x, n)", "CLR_OF(mean_double)(x, n)");
    use(form, "number/double_double");
    form->state.uses_double = true;
}

/* Why a device without fp64 cannot do it; NULL if it can. */
static const char *lacks_real(const clri_question *q)
{
    const bool multiplies = row_of(q)->fold == CLRI_FOLD_MULTIPLY;

    if (q->has_fp64)
        return NULL;
    if (!is_float(q))
        return "the device has no fp64, which real numbers made of integers need";
    if (q->type == CLR_TYPE_F64)
        return "the device has no fp64, which arithmetic on f64 needs at this level";
    if (multiplies && q->result == CLR_TYPE_F64)
        return "the device has no fp64, and a product in pairs of f32 would overflow where f64 "
               "does not: ask for a result of f32";
    return NULL;
}

/* Adding or multiplying floats, or integers as real numbers. */
static void form_real_number(const clri_question *q, clri_form *form)
{
    const bool multiplies = row_of(q)->fold == CLRI_FOLD_MULTIPLY;
    const bool counted = row_of(q)->lower == CLRI_LOWER_MEAN && q->ignores_nan;
    const bool paired = q->has_fp64 && q->type == CLR_TYPE_F64 && !q->wants_number;

    use_element(q, form);
    use_nan(q, multiplies ? "1" : "-0.0f", form);
    define_magnitude(q, form);
    /* -0 is the one value that adding changes nothing of; the sum of no elements at all is +0. */
    define(form, "CLR_IDENTITY", multiplies ? "1" : "-0.0f");
    define(form, "CLR_EMPTY", multiplies ? "1" : "0");
    if (paired) {
        use_double_double(form);
        state_is(form, 16, 8, "double-double");
    } else {
        use_real(q, form);
        if (q->has_fp64)
            state_is_number(form, "double", 8, "double", "f64");
        else
            state_is(form, 8, 4, "double-float");
        form->state.is_pair = !q->has_fp64;
    }
    use(form, "lifted/number");
    use_lift(q, form);
    if (counted) {
        use(form, "fold/counted");
        use(form, "fold/run");
        state_is(form, form->state.size + 8, 8, form->state.accumulator);
        form->state.number = form->state.machine = NULL;
        form->state.is_pair = false;
        return;
    }
    use(form, multiplies ? "fold/multiply" : "fold/add");
    use(form, "fold/direct");
    use(form, "fold/run");
}

static const char *form_real_sum(const clri_question *q, clri_form *form)
{
    const clri_lower lower = row_of(q)->lower;

    if (lacks_real(q))
        return lacks_real(q);
    form_real_number(q, form);
    round_real(q, form);
    if (lower == CLRI_LOWER_MEAN) {
        lower_by(form, q->ignores_nan ? "lower/counted_mean" : "lower/mean");
        form->lower.can_fail = q->ignores_nan;
    } else {
        lower_by(form, lower == CLRI_LOWER_ROOT ? "lower/root" : "lower/value");
        form->lower.is_plain = lower == CLRI_LOWER_VALUE;
    }
    return NULL;
}

/* Squares of f16, bf16 and f32 fit f64; others are scaled first. */
static const char *form_norm(const clri_question *q, clri_form *form)
{
    clri_question sum = *q;
    const bool is_wide = q->type == CLR_TYPE_F64 || !q->has_fp64;

    sum.wants_number = true; /* whose root is taken */
    if (!is_float(q) || !is_wide)
        return form_real_sum(&sum, form);
    if (lacks_real(q))
        return lacks_real(q);
    use_element(q, form);
    use_nan(q, "0", form);
    define_magnitude(q, form);
    use_real(q, form);
    define(form, "CLR_SMALL", q->has_fp64 ? "0x1p-511" : "0x1p-63f");
    define(form, "CLR_LARGE", q->has_fp64 ? "0x1p486" : "0x1p40f");
    define(form, "CLR_GROW", q->has_fp64 ? "0x1p537" : "0x1p75f");
    define(form, "CLR_SHRINK", q->has_fp64 ? "0x1p-538" : "0x1p-90f");
    use(form, "fold/norm");
    use(form, "fold/run");
    state_is(form, 24, q->has_fp64 ? 8 : 4, real_name(q));
    round_real(q, form);
    lower_by(form, "lower/norm");
    return NULL;
}

static const char *form_moments(const clri_question *q, clri_form *form)
{
    const bool some = q->ignores_nan && is_float(q);

    if (lacks_real(q))
        return lacks_real(q);
    use_element(q, form);
    use_nan(q, "", form);
    define_magnitude(q, form);
    form->state.counts_lanes = some;
    use_real(q, form);
    use(form, "lifted/number");
    use_lift(q, form);
    use(form, "fold/moments");
    use(form, some ? "fold/moments_some" : "fold/moments_all");
    use(form, "fold/run");
    state_is(form, 24, 8, real_name(q));
    round_real(q, form);
    lower_by(form, row_of(q)->lower == CLRI_LOWER_VAR ? "lower/var" : "lower/std");
    form->lower.can_fail = some;
    return NULL;
}

/* Exponentials are taken in the accumulator's own format: f64, or f32 on devices without fp64. */
static const char *form_logsumexp(const clri_question *q, clri_form *form)
{
    const char *type = q->has_fp64 ? "double" : "float";

    if (lacks_real(q))
        return lacks_real(q);
    use_element(q, form);
    use_nan(q, "-INFINITY", form);
    define_magnitude(q, form);
    define(form, "CLR_NUMBER", type);
    define(form, "CLR_WIDEN(x)",
           q->has_fp64 ? "CLR_WIDE(convert_double)(x)" : "CLR_WIDE(convert_float)(x)");
    use(form, "number/native");
    use(form, "lifted/number");
    use_lift(q, form);
    use(form, "fold/logsumexp");
    use(form, "fold/run");
    form->state.uses_double = q->has_fp64;
    state_is(form, q->has_fp64 ? 16 : 8, q->has_fp64 ? 8 : 4, q->has_fp64 ? "f64" : "f32");
    if (!q->has_fp64 && q->result == CLR_TYPE_F64)
        return "the device has no fp64, in which exponentials for a result of f64 are taken";
    define_lower(form, "CLR_RESULT", q->result == CLR_TYPE_F64 ? "double" : "float");
    define_lower(form, "CLR_ROUND(x)", q->result == CLR_TYPE_F64 ? "(x)" : "convert_float(x)");
    lower_by(form, "lower/logsumexp");
    return NULL;
}

/* ---- folds of integers ---- */

/* Bytes of the values that are added, as far as they matter for overflow: squares are twice as
 * long, and whether something is 0 is short. */
static size_t summand_size(const clri_question *q)
{
    const size_t size = number_of(q)->size;

    switch (row_of(q)->lift) {
    case CLRI_LIFT_NONZERO:
        return 1;
    case CLRI_LIFT_SQUARE:
    case CLRI_LIFT_PRODUCT:
        return 2 * size;
    default:
        return size;
    }
}

/*
 * Adding in runs of up to 16, the most loads in flight: 32 bits hold that of 16-bit summands. In 64
 * they wrap as they are meant to, or, if the sum is kept in 128, cannot as they are of 32.
 */
static void use_run(const clri_question *q, bool in_128, clri_form *form)
{
    const bool plus_minus = is_signed(q) || row_of(q)->lift == CLRI_LIFT_NONZERO;
    const bool is_short = summand_size(q) <= 2;
    static const struct {
        const char *type;
        const char *raise;
        const char *gather;
    } runs[2][2][2] = {
        {{{"ulong", "CLR_WIDE(convert_ulong)(x)", "(x)"},
          {"ulong", "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))", "(x)"}},
         {{"uint", "CLR_WIDE(convert_uint)(x)", "CLR_WIDE(convert_ulong)(x)"},
          {"int", "CLR_WIDE(convert_int)(x)", "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"}}},
        {{{"ulong", "CLR_WIDE(convert_ulong)(x)", "{CLR_LOW(x), CLR_HIGH(x)}"},
          {"long", "CLR_WIDE(convert_long)(x)", "{CLR_LOW(x), CLR_HIGH(x)}"}},
         {{"uint", "CLR_WIDE(convert_uint)(x)", "{CLR_LOW(x), CLR_HIGH(x)}"},
          {"int", "CLR_WIDE(convert_int)(x)", "{CLR_LOW(x), CLR_HIGH(x)}"}}},
    };

    define(form, "CLR_RUN", runs[in_128][is_short][plus_minus].type);
    define(form, "CLR_RAISE(x)", runs[in_128][is_short][plus_minus].raise);
    define(form, "CLR_GATHER(x)", runs[in_128][is_short][plus_minus].gather);
    use(form, "lifted/run");
}

static void use_int128(const clri_question *q, clri_form *form)
{
    const bool plus_minus = is_signed(q);

    define(form, "CLR_LOW(x)",
           plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                      : "CLR_WIDE(convert_ulong)(x)");
    define(form, "CLR_HIGH(x)",
           plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x) >> 63)"
                      : "((CLR_WIDE(ulong))(0))");
    define(form, "CLR_IS_SIGNED", number_of(q)->class == CLRI_SIGNED ? "1" : "0");
    use(form, "number/int128");
    state_is(form, 16, 8, "i128");
}

/* Bytes as they are in memory can be added several at a time. */
static bool is_byte_sum(const clri_question *q)
{
    return number_of(q)->size == 1 && !q->is_mapped && row_of(q)->lift == CLRI_LIFT_VALUE;
}

/* The fold of an integer sum in 64 bits, wrapping, or in 128. */
static void form_integer_fold(const clri_question *q, bool in_128, clri_form *form)
{
    const bool plus_minus = is_signed(q);

    use_element(q, form);
    use_nan(q, "0", form); /* of floats whose being 0 is asked */
    define_magnitude(q, form);
    define(form, "CLR_IDENTITY", "0");
    define(form, "CLR_EMPTY", "0");
    if (in_128) {
        use_int128(q, form);
    } else {
        define(form, "CLR_NUMBER", "ulong");
        define(form, "CLR_WIDEN(x)",
               plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                          : "CLR_WIDE(convert_ulong)(x)");
        define(form, "CLR_SETTLE(x)", "(x)");
        use(form, "number/native");
        state_is_number(form, "ulong", 8, "ulong", plus_minus ? "i64" : "u64");
    }
    if (in_128 && summand_size(q) > 4) {
        use(form, "lifted/number");
        use_lift(q, form);
        use(form, "fold/add");
        use(form, "fold/direct");
        use(form, "fold/run");
        return;
    }
    use_run(q, in_128, form);
    if (is_byte_sum(q)) {
        define(form, "CLR_BIAS", is_signed(q) ? "128" : "0u");
        define(form, "CLR_BIAS_WORD", is_signed(q) ? "0x80808080u" : "0u");
        use(form, "fold/packed");
        form->state.lanes_share = true;
        return;
    }
    use_lift(q, form);
    use(form, "fold/gather");
    use(form, "fold/run");
}

static const char *form_integer_sum(const clri_question *q, clri_form *form)
{
    const bool detects = q->detects && row_of(q)->lift != CLRI_LIFT_NONZERO;

    form_integer_fold(q, detects, form);
    round_integer(q, form);
    lower_by(form, detects ? "lower/checked" : "lower/value");
    form->lower.can_fail = detects;
    form->lower.is_plain = !detects;
    return NULL;
}

static const char *form_integer_mean(const clri_question *q, clri_form *form)
{
    if (lacks_real(q))
        return lacks_real(q);
    form_integer_fold(q, true, form);
    use(form, "number/mean128");
    define(form, "CLR_MEAN(x, n)", "CLR_OF(mean_double)(x, n)");
    form->state.uses_double = true;
    round_double(q, form);
    lower_by(form, "lower/mean");
    return NULL;
}

static const char *form_integer_product(const clri_question *q, clri_form *form)
{
    const bool plus_minus = is_signed(q);

    use_element(q, form);
    use_nan(q, "", form);
    define_magnitude(q, form);
    round_integer(q, form);
    if (q->detects) {
        use_magnitude(q, form);
        define(form, "CLR_IS_SIGNED", plus_minus ? "1" : "0");
        use(form, "fold/multiply_checked");
        use(form, "fold/run");
        state_is(form, 16, 8, plus_minus ? "i64" : "u64");
        lower_by(form, "lower/checked_product");
        form->lower.can_fail = true;
        return NULL;
    }
    define(form, "CLR_NUMBER", "ulong");
    define(form, "CLR_WIDEN(x)",
           plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                      : "CLR_WIDE(convert_ulong)(x)");
    define(form, "CLR_IDENTITY", "1");
    define(form, "CLR_EMPTY", "1");
    define(form, "CLR_SETTLE(x)", "(x)");
    use(form, "number/native");
    use(form, "lifted/number");
    use_lift(q, form);
    use(form, "fold/multiply");
    use(form, "fold/direct");
    use(form, "fold/run");
    state_is_number(form, "ulong", 8, "ulong", plus_minus ? "i64" : "u64");
    lower_by(form, "lower/value");
    form->lower.is_plain = true;
    return NULL;
}

/* Bitwise operators on integers, and on whether elements are 0. */
static const char *form_bitwise(const clri_question *q, clri_form *form)
{
    const bool logical = row_of(q)->lift == CLRI_LIFT_NONZERO;
    const clri_fold fold = row_of(q)->fold;
    const clri_number *number = logical ? clri_number_of(CLR_TYPE_I32) : number_of(q);
    const char *none = "0";

    if (fold == CLRI_FOLD_AND)
        none = logical ? "1" : "(CLR_NUMBER)~0UL";
    use_element(q, form);
    use_nan(q, fold == CLRI_FOLD_AND ? "1" : "0", form);
    define_magnitude(q, form);
    define(form, "CLR_NUMBER", number->value);
    define(form, "CLR_WIDEN(x)", logical ? "CLR_WIDE(convert_int)(x)" : "(x)");
    define(form, "CLR_IDENTITY", none);
    define(form, "CLR_EMPTY", none);
    define(form, "CLR_SETTLE(x)", "(x)");
    use(form, "number/native");
    use(form, "lifted/number");
    use_lift(q, form);
    use(form, fold == CLRI_FOLD_AND ? "fold/and" : fold == CLRI_FOLD_OR ? "fold/or" : "fold/xor");
    use(form, "fold/direct");
    use(form, "fold/run");
    state_is_number(form, number->value, number->size,
                    number->size == 8              ? number->value
                    : number->class == CLRI_SIGNED ? "int"
                                                   : "uint",
                    logical ? "bool" : number->name);
    round_integer(q, form);
    lower_by(form, "lower/value");
    form->lower.is_plain = true;
    return NULL;
}

/* ---- folds that compare ---- */

/* Floats are compared by keys: unsigned integers as wide as they are. */
static const struct key {
    const char *type;
    const char *bits;
    const char *sign;
    const char *nans;
    const char *nan;
} keys[] = {
    {"uint", "32", "0x80000000u", "0x7fffffu", "0x7fc00000u"},
    {"ulong", "64", "0x8000000000000000UL", "0xfffffffffffffUL", "0x7ff8000000000000UL"},
};

/* Where the keys of NaNs lie: at the lower end of the range, or at the upper. */
static void use_keys(const clri_question *q, bool nans_low, bool nans_alike, clri_form *form)
{
    const struct key *key = &keys[q->type == CLR_TYPE_F64];
    static const char *const widen[2][3] = {
        {"CLR_AT(key_of_bits)(CLR_WIDE(as_uint)(x))",
         "max(CLR_AT(key_of_bits)(CLR_WIDE(as_uint)(x)), 2 * CLR_NANS - 1)",
         "min(CLR_AT(key_of_bits)(CLR_WIDE(as_uint)(x)), 0 - 2 * CLR_NANS)"},
        {"CLR_AT(key_of_bits)(CLR_WIDE(as_ulong)(x))",
         "max(CLR_AT(key_of_bits)(CLR_WIDE(as_ulong)(x)), 2 * CLR_NANS - 1)",
         "min(CLR_AT(key_of_bits)(CLR_WIDE(as_ulong)(x)), 0 - 2 * CLR_NANS)"},
    };

    define(form, "CLR_KEY", key->type);
    define(form, "CLR_KEY_BITS", key->bits);
    define(form, "CLR_SIGN", key->sign);
    define(form, "CLR_NANS", key->nans);
    define(form, "CLR_NAN", key->nan);
    define(form, "CLR_KEY_BIAS", nans_low ? "CLR_NANS" : "(0 - CLR_NANS)");
    define(form, "CLR_NUMBER", key->type);
    define(form, "CLR_WIDEN(x)",
           widen[q->type == CLR_TYPE_F64][!nans_alike ? 0
                                          : nans_low  ? 1
                                                      : 2]);
    use(form, "number/key");
    form->state.key_bits = q->type == CLR_TYPE_F64 ? 64 : 32;
    form->state.uses_double = q->type == CLR_TYPE_F64 && q->has_fp64;
}

static void unkey(const clri_question *q, clri_form *form)
{
    const clri_number *result = clri_number_of(q->result);

    define_lower(form, "CLR_UNKEY(x)", is_float(q) ? "CLR_OF(bits_of_key)(x)" : "(x)");
    define_lower(form, "CLR_IS_NAN_KEY(x)", is_float(q) ? "CLR_OF(is_nan_key)(x)" : "false");
    switch (q->result) {
    case CLR_TYPE_F16:
        define_lower(form, "CLR_RESULT", "ushort");
        define_lower(form, "CLR_STORE(to, x)",
                     "vstore_half_rte(as_float(x), 0, (__private half *)&(to))");
        break;
    case CLR_TYPE_BF16:
        define_lower(form, "CLR_RESULT", "ushort");
        define_lower(form, "CLR_STORE(to, x)", "(to) = (ushort)((x) >> 16)");
        break;
    default:
        define_lower(form, "CLR_RESULT",
                     !is_float(q)        ? result->stored
                     : result->size == 8 ? "ulong"
                                         : "uint");
        define_lower(form, "CLR_STORE(to, x)", "(to) = (CLR_RESULT)(x)");
        break;
    }
    form->lower.can_fail = q->ignores_nan && is_float(q);
}

/* The number that integers are compared as: arg's is as wide as an int, as places go along. */
static clr_type compared_type(const clri_question *q, bool at_least_int)
{
    const clr_type type = row_of(q)->lift == CLRI_LIFT_ABS ? number_of(q)->magnitude : q->type;

    if (!at_least_int || clri_number_of(type)->size >= 4)
        return type;
    return clri_number_of(type)->class == CLRI_SIGNED ? CLR_TYPE_I32 : CLR_TYPE_U32;
}

/* Sets up what is compared, and tells its type. `low`: NaNs belong at the lower end of the range.
 */
static const clri_number *use_compared(const clri_question *q, bool low, bool is_arg,
                                       clri_form *form)
{
    const clri_number *number;

    use_element(q, form);
    use_nan(q, "", form);
    define_magnitude(q, form);
    if (is_float(q)) {
        use_keys(q, low, is_arg && !q->ignores_nan, form);
        number = clri_number_of(q->type == CLR_TYPE_F64 ? CLR_TYPE_U64 : CLR_TYPE_U32);
    } else {
        number = clri_number_of(compared_type(q, is_arg));
        define(form, "CLR_NUMBER", number->value);
        define(form, "CLR_WIDEN(x)", "CLR_WIDE(CLR_JOIN(convert_, CLR_NUMBER))(x)");
    }
    use(form, "number/native");
    use(form, "lifted/number");
    use_lift(q, form);
    return number;
}

static const char *form_extreme(const clri_question *q, clri_form *form)
{
    const bool least = row_of(q)->fold == CLRI_FOLD_MIN;
    const clri_number *number = use_compared(q, least != q->ignores_nan, false, form);
    const char *machine = number->class == CLRI_SIGNED ? "int" : "uint";

    define(form, "CLR_IDENTITY", least ? number->highest : number->lowest);
    define(form, "CLR_EMPTY", "CLR_IDENTITY");
    use(form, least ? "fold/min" : "fold/max");
    use(form, "fold/direct");
    use(form, "fold/run");
    state_is_number(form, number->value, number->size, number->size == 8 ? number->value : machine,
                    number_of(q)->name);
    form->state.nan_wins = !q->ignores_nan;
    unkey(q, form);
    lower_by(form, "lower/extreme");
    form->lower.is_plain = true;
    return NULL;
}

static const char *form_extremes(const clri_question *q, clri_form *form)
{
    const clri_number *number = use_compared(q, !q->ignores_nan, false, form);
    const char *turn = q->ignores_nan ? "(0 - 2 * CLR_NANS)" : "(2 * CLR_NANS)";

    define(form, "CLR_HIGHEST", number->highest);
    define(form, "CLR_LOWEST", number->lowest);
    define(form, "CLR_TURN", is_float(q) ? turn : "0");
    use(form, "fold/extremes");
    use(form, "fold/run");
    state_is(form, 2 * number->size, number->size, number_of(q)->name);
    unkey(q, form);
    lower_by(form, "lower/extremes");
    return NULL;
}

static const char *form_arg(const clri_question *q, clri_form *form)
{
    const bool least = row_of(q)->fold == CLRI_FOLD_ARGMIN;
    const clri_number *number = use_compared(q, least != q->ignores_nan, true, form);

    define(form, "CLR_IDENTITY", least ? number->highest : number->lowest);
    define(form, "CLR_PLACE", number->size == 8 ? "ulong" : "uint");
    define(form, "CLR_BEATS(a, b)", least ? "((a) < (b))" : "((a) > (b))");
    define(form, "CLR_BEST(a, b)", least ? "min(a, b)" : "max(a, b)");
    use(form, "fold/arg");
    use(form, "fold/places");
    use(form, "fold/glance");
    state_is(form, 16, 8, number_of(q)->name);
    unkey(q, form);
    lower_by(form, "lower/arg");
    return NULL;
}

/* ---- the caller's own ---- */

/* Sizes are the caller's, and known once its text has been compiled. */
static const char *form_custom(const clri_question *q, clri_form *form)
{
    use_element(q, form);
    use(form, "fold/custom");
    use(form, "fold/run");
    state_is(form, 0, 0, "custom");
    lower_by(form, "lower/custom");
    return NULL;
}

/* ---- all ---- */

static const char *form_sum(const clri_question *q, clri_form *form)
{
    const bool counts = row_of(q)->lift == CLRI_LIFT_NONZERO;

    if (is_float(q) && !counts)
        return form_real_sum(q, form);
    return row_of(q)->lower == CLRI_LOWER_MEAN ? form_integer_mean(q, form)
                                               : form_integer_sum(q, form);
}

static const char *form_product(const clri_question *q, clri_form *form)
{
    return is_float(q) ? form_real_sum(q, form) : form_integer_product(q, form);
}

static const char *(*const makers[])(const clri_question *, clri_form *) = {
    [CLRI_FOLD_ADD] = form_sum,
    [CLRI_FOLD_MULTIPLY] = form_product,
    [CLRI_FOLD_MIN] = form_extreme,
    [CLRI_FOLD_MAX] = form_extreme,
    [CLRI_FOLD_EXTREMES] = form_extremes,
    [CLRI_FOLD_ARGMIN] = form_arg,
    [CLRI_FOLD_ARGMAX] = form_arg,
    [CLRI_FOLD_AND] = form_bitwise,
    [CLRI_FOLD_OR] = form_bitwise,
    [CLRI_FOLD_XOR] = form_bitwise,
    [CLRI_FOLD_NORM] = form_norm,
    [CLRI_FOLD_MOMENTS] = form_moments,
    [CLRI_FOLD_LOGSUMEXP] = form_logsumexp,
    [CLRI_FOLD_CUSTOM] = form_custom,
};

/* Whether the result may be of the type that is asked for; NULL, or why not. */
static const char *check_result(const clri_question *q)
{
    const clr_type own = clr_operator_result(q->op, q->type);

    if (q->op == CLR_OPERATOR_CUSTOM)
        return q->result ? "an operator of the caller's own decides what its result is" : NULL;
    if (own == CLR_TYPE_DEFAULT)
        return "the operator takes integers only";
    if (q->result == own ||
        (is_real_type(own) && is_real_type(q->result) && row_of(q)->result <= CLRI_RESULT_REAL))
        return NULL;
    return row_of(q)->result <= CLRI_RESULT_REAL && is_real_type(own)
               ? "such results come as f32 or f64"
               : "the operator has one result type for these elements";
}

const char *clri_form_find(const clri_question *q, clri_form *form)
{
    const char *reason = check_result(q);

    *form = (clri_form){.state.fold = row_of(q)->fold};
    return reason ? reason : makers[row_of(q)->fold](q, form);
}

bool clri_form_shares(const clri_state_form *a, const clri_state_form *b)
{
    for (size_t i = 0; a->pieces[i] || b->pieces[i]; i++)
        if (!a->pieces[i] || !b->pieces[i] || strcmp(a->pieces[i], b->pieces[i]) != 0)
            return false;
    for (size_t i = 0; a->defines[i].name || b->defines[i].name; i++)
        if (!a->defines[i].name || !b->defines[i].name ||
            strcmp(a->defines[i].name, b->defines[i].name) != 0 ||
            strcmp(a->defines[i].text, b->defines[i].text) != 0)
            return false;
    return true;
}
