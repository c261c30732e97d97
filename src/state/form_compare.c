/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_compare - forms of comparisons: min, max, both at once, and the indices of the extremes.
 * Integers are compared as they are. Floats are compared by keys, unsigned integers that order them
 * and keep NaNs at one end of the range (cl/number/key.cl): so one integer instruction decides, -0
 * is less than +0, and the outcome depends on no order of folding and on no mode of the driver.
 * Of first and last, which compare indices, the number is the element's bits.
 */
#include "state/form_parts.h"

/* For keys of 32 bits, of f16, bf16 and f32, and of 64, of f64. `nans` is the mask of the fraction,
 * which is also the number of NaNs of a sign: keys are rotated by this number. */
static const struct key {
    const char *type;
    const char *bits;
    const char *sign;
    const char *nans;
    const char *nan;
    const char *bits_of; /* the number that is the element's bits */
    const char *one_nan; /* its bits, of all NaNs the same */
} keys[] = {
    {"uint", "32", "0x80000000u", "0x7fffffu", "0x7fc00000u", "CLR_WIDE(as_uint)(x)",
     "(((x) & 0x7fffffffu) > 0x7f800000u ? 0x7fc00000u : (x))"},
    {"ulong", "64", "0x8000000000000000UL", "0xfffffffffffffUL", "0x7ff8000000000000UL",
     "CLR_WIDE(as_ulong)(x)",
     "(((x) & 0x7fffffffffffffffUL) > 0x7ff0000000000000UL ? 0x7ff8000000000000UL : (x))"},
};

static const struct key *key_of(const clri_question *q)
{
    return &keys[q->type == CLR_TYPE_F64];
}

/* Whether the fold compares indices, so that the number is the element's bits. */
static bool keeps_bits(const clri_question *q)
{
    const clri_fold fold = clri_form_row(q)->fold;

    return fold == CLRI_FOLD_FIRST || fold == CLRI_FOLD_LAST;
}

/* Keys of NaNs lie at one end of the range: the lower if `nans_low`. A NaN that is to win an
 * extreme lies at the end that wins, one that is ignored at the other. */
static void use_keys(const clri_question *q, bool nans_low, clri_form *form)
{
    const struct key *key = key_of(q);

    clri_form_define(form, CLRI_MACRO_KEY, key->type);
    clri_form_define(form, CLRI_MACRO_KEY_BITS, key->bits);
    clri_form_define(form, CLRI_MACRO_SIGN, key->sign);
    clri_form_define(form, CLRI_MACRO_NANS, key->nans);
    clri_form_define(form, CLRI_MACRO_NAN, key->nan);
    clri_form_define(form, CLRI_MACRO_KEY_BIAS, nans_low ? "CLR_NANS" : "(0 - CLR_NANS)");
    clri_form_define(form, CLRI_MACRO_WIDEN,
                     q->type == CLR_TYPE_F64 ? "CLR_AT(key_of_bits)(CLR_WIDE(as_ulong)(x))"
                                             : "CLR_AT(key_of_bits)(CLR_WIDE(as_uint)(x))");
    clri_form_use(form, "number/key");
}

/* A float as an integer: its key or its bits. */
static void use_integer(const clri_question *q, bool nans_low, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_NUMBER, key_of(q)->type);
    if (keeps_bits(q))
        clri_form_define(form, CLRI_MACRO_WIDEN, key_of(q)->bits_of);
    else
        use_keys(q, nans_low, form);
    form->state.key_bits = q->type == CLR_TYPE_F64 ? 64 : 32;
    form->state.uses_double = q->type == CLR_TYPE_F64 && q->has_fp64;
}

/* The element's bits of the number. Conversions of f16 to f32 and what a map computes leave a NaN
 * bits that differ from device to device. */
static const char *unkeyed(const clri_question *q)
{
    if (!clri_form_is_float(q))
        return "(x)";
    if (!keeps_bits(q))
        return "CLR_OF(bits_of_key)(x)";
    return q->is_mapped || q->type == CLR_TYPE_F16 ? key_of(q)->one_nan : "(x)";
}

static void unkey(const clri_question *q, clri_form *form)
{
    const clri_number *result = clri_number_of(q->result);

    clri_form_define_lower(form, CLRI_MACRO_UNKEY, unkeyed(q));
    switch (q->result) {
    case CLR_TYPE_F16:
        clri_form_define_lower(form, CLRI_MACRO_RESULT, "ushort");
        clri_form_define_lower(form, CLRI_MACRO_RESULT_OF, "clr_half_bits(as_float(x))");
        break;
    case CLR_TYPE_BF16:
        clri_form_define_lower(form, CLRI_MACRO_RESULT, "ushort");
        clri_form_define_lower(form, CLRI_MACRO_RESULT_OF, "(ushort)((x) >> 16)");
        break;
    default:
        clri_form_define_lower(form, CLRI_MACRO_RESULT,
                               !clri_form_is_float(q) ? result->stored
                               : result->size == 8    ? "ulong"
                                                      : "uint");
        clri_form_define_lower(form, CLRI_MACRO_RESULT_OF, "(CLR_RESULT)(x)");
        break;
    }
    form->lower.can_fail = clri_form_leaves_out(q);
}

/* Tells a state without elements. If NaNs are ignored its key is a NaN's, as these lose to all
 * numbers. With a condition or mask a field of the state tells, as there every key may be an
 * element's. */
static void define_empty(const clri_question *q, const char *of_floats, const char *of_sifted,
                         clri_form *form)
{
    clri_form_define_lower(form, CLRI_MACRO_IS_EMPTY,
                           q->is_sifted                              ? of_sifted
                           : clri_form_is_float(q) && q->ignores_nan ? of_floats
                                                                     : "false");
}

/* The integer type to compare: for arg at least an int, as indices are compared beside it. */
static clr_type compared_type(const clri_question *q, bool at_least_int)
{
    const clr_type type =
        clri_form_row(q)->lift == CLRI_LIFT_ABS ? clri_form_number(q)->magnitude : q->type;

    if (!at_least_int || clri_number_of(type)->size >= 4)
        return type;
    return clri_number_of(type)->class == CLRI_SIGNED ? CLR_TYPE_I32 : CLR_TYPE_U32;
}

/* The signed integer as wide as the number, for select(). */
static const char *choice_of(const clri_number *number)
{
    static const char *const types[] = {[1] = "char", [2] = "short", [4] = "int", [8] = "long"};

    return types[number->size];
}

/* Defines the type that is compared. `low`: NaNs belong at the lower end of the range. */
static const clri_number *use_compared(const clri_question *q, bool low, bool is_arg,
                                       clri_form *form)
{
    const clri_number *number;

    form->state.in_any_order = true;
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "", form);
    clri_form_define_magnitude(q, form);
    if (clri_form_is_float(q)) {
        use_integer(q, low, form);
        number = clri_number_of(q->type == CLR_TYPE_F64 ? CLR_TYPE_U64 : CLR_TYPE_U32);
    } else {
        number = clri_number_of(compared_type(q, is_arg));
        clri_form_define(form, CLRI_MACRO_NUMBER, number->value);
        clri_form_define(form, CLRI_MACRO_WIDEN, "CLR_WIDE(CLR_JOIN(convert_, CLR_NUMBER))(x)");
    }
    clri_form_use(form, "number/native");
    clri_form_use(form, "lifted/number");
    clri_form_use_lift(q, form);
    if (q->is_sifted)
        clri_form_define(form, CLRI_MACRO_CHOICE, choice_of(number));
    return number;
}

static const char *turn_of(const clri_question *q)
{
    if (!clri_form_is_float(q))
        return "0";
    return q->ignores_nan ? "(0 - 2 * CLR_NANS)" : "(2 * CLR_NANS)";
}

/* The state of both extremes, kept as least and most, with a condition or mask also `met`, whether
 * any element was taken. CLR_TURN moves the keys of NaNs from the end where the least has them to
 * the end where the most needs them. */
static void use_extremes(const clri_question *q, clri_form *form)
{
    const clri_number *number = use_compared(q, !q->ignores_nan, false, form);

    clri_form_define(form, CLRI_MACRO_HIGHEST, number->highest);
    clri_form_define(form, CLRI_MACRO_LOWEST, number->lowest);
    clri_form_define(form, CLRI_MACRO_TURN, turn_of(q));
    clri_form_define(form, CLRI_MACRO_HAS_MET, q->is_sifted ? "1" : "0");
    clri_form_use_struct(form, q->is_sifted ? "NUMBER(least) NUMBER(most) PLAIN(CLR_CHOICE, met)"
                                            : "NUMBER(least) NUMBER(most)");
    clri_form_use(form, "fold/extremes");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
    clri_form_state_is(form, (q->is_sifted ? 3 : 2) * number->size, number->size,
                       clri_form_number(q)->name);
    unkey(q, form);
    define_empty(q, "CLR_OF(is_nan_key)((state).least)", "((state).met == 0)", form);
}

/* Bytes are compared by 32-bit words that hold several, on GPUs (`by_words`), where a run of them
 * is bound by instructions (docs/history/2026-11-23-halves-bytes-products.md). Lanes that fold
 * different results, maps and magnitudes need each byte apart. */
static void use_run(const clri_question *q, bool least, clri_form *form)
{
    if (q->by_words && clri_form_number(q)->size == 1 && !q->is_mapped && !q->lanes_apart &&
        clri_form_row(q)->lift == CLRI_LIFT_VALUE) {
        clri_form_define(form, CLRI_MACRO_WORD, clri_form_is_signed(q) ? "int" : "uint");
        clri_form_define(form, CLRI_MACRO_BEST, least ? "min(a, b)" : "max(a, b)");
        clri_form_use_number(form, true);
        clri_form_use(form, "fold/bytes");
        clri_form_use_run(form, "fold/bytes_run");
        return;
    }
    clri_form_use_number(form, false);
    clri_form_use(form, "fold/direct");
    clri_form_use(form, "fold/best");
    clri_form_use_run(form, "fold/run");
}

const char *clri_form_extreme(const clri_question *q, clri_form *form)
{
    const bool least = clri_form_row(q)->fold == CLRI_FOLD_MIN;
    const clri_number *number;
    const char *machine;

    if (q->is_sifted) { /* so that `met` stands once, beside both */
        use_extremes(q, form);
        clri_form_define_lower(form, CLRI_MACRO_SIDE,
                               least ? "(state).least" : "((state).most + CLR_TURN)");
        clri_form_lower_by(form, "lower/extreme");
        return NULL;
    }
    number = use_compared(q, least != q->ignores_nan, false, form);
    machine = number->class == CLRI_SIGNED ? "int" : "uint";
    clri_form_define(form, CLRI_MACRO_IDENTITY, least ? number->highest : number->lowest);
    clri_form_define(form, CLRI_MACRO_EMPTY, "CLR_IDENTITY");
    clri_form_use(form, least ? "fold/min" : "fold/max");
    use_run(q, least, form);
    clri_form_state_is_number(form, number->value, number->size,
                              number->size == 8 ? number->value : machine,
                              clri_form_number(q)->name);
    form->state.nan_wins = !q->ignores_nan;
    unkey(q, form);
    define_empty(q, "CLR_OF(is_nan_key)(state)", NULL, form);
    clri_form_define_lower(form, CLRI_MACRO_SIDE, "(state)");
    clri_form_lower_by(form, "lower/extreme");
    form->lower.is_plain = true;
    return NULL;
}

const char *clri_form_extremes(const clri_question *q, clri_form *form)
{
    use_extremes(q, form);
    clri_form_lower_by(form, "lower/extremes");
    return NULL;
}

/* The first NaN is the result whatever its bits: every NaN's key counts as the nearest one to the
 * numbers, so that NaNs tie and the least index wins. Vector with vector, as Oclgrind 21.10 reads
 * past the scalar in max(vector, scalar). */
static const char *alike(const clri_question *q, bool nans_low)
{
    if (!clri_form_is_float(q) || q->ignores_nan)
        return "(key)";
    return nans_low ? "max(key, CLR_AT(constant)(2 * CLR_NANS - 1))"
                    : "min(key, CLR_AT(constant)(0 - 2 * CLR_NANS))";
}

const char *clri_form_arg(const clri_question *q, clri_form *form)
{
    const bool least = clri_form_row(q)->fold == CLRI_FOLD_ARGMIN;
    const clri_number *number = use_compared(q, least != q->ignores_nan, true, form);

    clri_form_define(form, CLRI_MACRO_IDENTITY, least ? number->highest : number->lowest);
    clri_form_define(form, CLRI_MACRO_ALIKE, alike(q, least != q->ignores_nan));
    clri_form_define(form, CLRI_MACRO_PLACE, number->size == 8 ? "ulong" : "uint");
    clri_form_define(form, CLRI_MACRO_BEATS, least ? "((a) < (b))" : "((a) > (b))");
    clri_form_define(form, CLRI_MACRO_BEST, least ? "min(a, b)" : "max(a, b)");
    form->state.is_heavy = clri_form_number(q)->size < 4; /* narrower than key and index */
    form->state.is_led = !q->is_sifted;
    form->state.is_placed = true;
    clri_form_use(form, "fold/placed");
    clri_form_use(form, "fold/arg");
    clri_form_use_run(form, q->is_sifted ? "fold/arg_some" : "fold/glance");
    clri_form_state_is(form, number->size + 8, number->size, clri_form_number(q)->name);
    unkey(q, form);
    define_empty(q, "CLR_OF(is_nan_key)((state).key)", "(CLR_OF(index_of)(state) == CLR_NO_INDEX)",
                 form);
    clri_form_define_lower(form, CLRI_MACRO_UNBEATEN_INDEX, q->is_sifted ? "CLR_NO_INDEX" : "0");
    clri_form_lower_by(form, "lower/arg");
    return NULL;
}

const char *clri_form_end(const clri_question *q, clri_form *form)
{
    const bool is_last = clri_form_row(q)->fold == CLRI_FOLD_LAST;
    const bool leaves_out = clri_form_leaves_out(q);
    const clri_number *number = use_compared(q, false, true, form);

    clri_form_define(form, CLRI_MACRO_IDENTITY, clri_form_is_float(q) ? key_of(q)->nan : "0");
    clri_form_define(form, CLRI_MACRO_BEATS, is_last ? "((a) > (b))" : "((a) < (b))");
    clri_form_define(form, CLRI_MACRO_IS_OPEN,
                     is_last ? "(CLR_WIDE(int))(-1)" : "CLR_AT(lacks_index)(state)");
    if (!leaves_out)
        clri_form_define(form, CLRI_MACRO_IS_TAKEN, "(CLR_WIDE(int))(-1)");
    if (!q->is_sifted)
        clri_form_define(form, CLRI_MACRO_CHOICE, choice_of(number));
    form->state.is_heavy = clri_form_number(q)->size < 4; /* narrower than bits and index */
    form->state.is_placed = true;
    clri_form_use(form, "fold/placed");
    clri_form_use(form, "fold/end");
    clri_form_use_run(form, "fold/end_run");
    clri_form_state_is(form, number->size + 8, number->size, clri_form_number(q)->name);
    unkey(q, form);
    clri_form_define_lower(form, CLRI_MACRO_IS_EMPTY,
                           leaves_out ? "(CLR_OF(index_of)(state) == CLR_NO_INDEX)" : "false");
    clri_form_define_lower(form, CLRI_MACRO_UNBEATEN_INDEX, "CLR_NO_INDEX");
    clri_form_lower_by(form, "lower/arg");
    return NULL;
}
