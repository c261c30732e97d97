/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_integer - forms of folds in integers: sums, products, bits, and tests whether elements are
 * 0. Nothing is rounded on the way, so the published order is not needed. A sum has 64 bits and
 * wraps, or as many as 2^63 elements need, if overflow is to be detected or a float is to be
 * rounded once: 128, of products of 64-bit values 192.
 */
#include "state/form_parts.h"

/* Bytes of a summand, as far as overflow goes: squares have twice the element's, tests for 0
 * one. */
static size_t summand_size(const clri_question *q)
{
    const unsigned multiple = clri_lift_of(clri_form_row(q)->lift)->bytes;

    return multiple ? multiple * clri_form_number(q)->size : 1;
}

/*
 * How a run of elements is added before it is widened to the state: in an integer as narrow as it
 * cannot overflow. A run has 16 elements at most, the most loads in flight: 32 bits hold 16
 * summands of 16 bits. In 64 bits sums wrap as specified; for sums kept in 128 summands have 32
 * bits and cannot overflow 64. By whether the sum is long, whether summands are short, and whether
 * they have a sign.
 */
static void use_run(const clri_question *q, bool is_long, clri_form *form)
{
    const bool plus_minus = clri_form_is_signed(q) || clri_form_is_truth(q);
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
        {{{"ulong", "CLR_WIDE(convert_ulong)(x)", "{CLR_HIGH(x), CLR_LOW(x)}"},
          {"long", "CLR_WIDE(convert_long)(x)", "{CLR_HIGH(x), CLR_LOW(x)}"}},
         {{"uint", "CLR_WIDE(convert_uint)(x)", "{CLR_HIGH(x), CLR_LOW(x)}"},
          {"int", "CLR_WIDE(convert_int)(x)", "{CLR_HIGH(x), CLR_LOW(x)}"}}},
    };

    clri_form_define(form, CLRI_MACRO_RUN, runs[is_long][is_short][plus_minus].type);
    clri_form_define(form, CLRI_MACRO_RAISE, runs[is_long][is_short][plus_minus].raise);
    clri_form_define(form, CLRI_MACRO_GATHER, runs[is_long][is_short][plus_minus].gather);
    clri_form_use(form, "lifted/run");
}

/* Whether squares are taken of magnitudes, which are cheaper to multiply; for rounded sums of
 * squares. */
static bool squares_magnitudes(const clri_question *q)
{
    const clri_lift lift = clri_form_row(q)->lift;

    return q->rounds_once && (lift == CLRI_LIFT_SQUARE || lift == CLRI_LIFT_OTHER_SQUARE) &&
           clri_form_is_signed(q);
}

/* The state of a long sum: 128 bits for values, 192 for products of 64-bit values, neither of which
 * 2^63 elements overflow (docs/exact.md, "Integers"). */
static void use_long_integer(const clri_question *q, clri_form *form)
{
    const bool is_magnitude = squares_magnitudes(q);
    const bool plus_minus = clri_form_is_signed(q) && !is_magnitude;

    clri_form_define(form, CLRI_MACRO_LOW,
                     plus_minus     ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                     : is_magnitude ? "abs(CLR_WIDE(convert_long)(x))"
                                    : "CLR_WIDE(convert_ulong)(x)");
    clri_form_define(form, CLRI_MACRO_HIGH,
                     plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x) >> 63)"
                                : "((CLR_WIDE(ulong))(0))");
    clri_form_define(form, CLRI_MACRO_IS_SIGNED,
                     clri_form_number(q)->class == CLRI_SIGNED && !is_magnitude ? "1" : "0");
    clri_form_use(form, "number/halves");
    form->state.longs = summand_size(q) > 8 ? 3 : 2;
    if (summand_size(q) > 8) {
        clri_form_use(form, "number/int192");
        clri_form_state_is(form, 24, 8, "i192");
        return;
    }
    clri_form_use_pair(form, "ulong", "number/int128");
    clri_form_state_is(form, 16, 8, "i128");
}

/* Whether bytes are added several at a time, in words that hold them (cl/fold/packed.cl): nothing
 * may change or leave out a single byte, and all lanes have to belong to one result. */
static bool is_byte_sum(const clri_question *q)
{
    return clri_form_number(q)->size == 1 && !q->is_mapped && !q->is_sifted && !q->lanes_apart &&
           clri_form_row(q)->lift == CLRI_LIFT_VALUE && clri_form_row(q)->inputs == 1;
}

/* An integer sum in 64 bits that wraps, or in as many bits as never overflow. */
static void form_integer_fold(const clri_question *q, bool is_long, clri_form *form)
{
    const bool plus_minus = clri_form_is_signed(q);

    form->state.in_any_order = true;
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form); /* of floats that are compared with 0 */
    clri_form_define_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_IDENTITY, "0");
    clri_form_define(form, CLRI_MACRO_EMPTY, "0");
    if (is_long) {
        use_long_integer(q, form);
    } else {
        clri_form_define(form, CLRI_MACRO_NUMBER, "ulong");
        clri_form_define(form, CLRI_MACRO_WIDEN,
                         plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                                    : "CLR_WIDE(convert_ulong)(x)");
        clri_form_define(form, CLRI_MACRO_SETTLE, "(x)");
        clri_form_use(form, "number/native");
        clri_form_state_is_number(form, "ulong", 8, "ulong", plus_minus ? "i64" : "u64");
    }
    if (is_long && summand_size(q) > 4) {
        clri_form_use(form, "lifted/number");
        clri_form_use_lift(q, form);
        clri_form_use(form, "fold/add");
        clri_form_use_number(form, false);
        clri_form_use(form, "fold/direct");
        clri_form_use(form, "fold/taken");
        clri_form_use_run(form, "fold/run");
        return;
    }
    use_run(q, is_long, form);
    if (is_byte_sum(q)) {
        clri_form_define(form, CLRI_MACRO_BIAS, clri_form_is_signed(q) ? "128" : "0u");
        clri_form_define(form, CLRI_MACRO_BIAS_WORD, clri_form_is_signed(q) ? "0x80808080u" : "0u");
        clri_form_use_number(form, true);
        clri_form_use(form, "fold/packed");
        clri_form_use_run(form, "fold/packed_run");
        return;
    }
    clri_form_use_lift(q, form);
    clri_form_use_number(form, false);
    clri_form_use(form, "fold/gather");
    clri_form_use_run(form, "fold/run");
}

/* A sum and the number of elements taken, for means and accumulators where some are left out. */
static void form_counted_sum(const clri_question *q, clri_form *form)
{
    form->state.in_any_order = true;
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form);
    clri_form_define_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_IDENTITY, "0");
    use_long_integer(q, form);
    clri_form_use(form, "lifted/number");
    clri_form_use_lift(q, form);
    form->state.counts_values = true;
    clri_form_use_struct(form, "NUMBER(sum) PLAIN(ulong, count)");
    clri_form_use(form, "fold/counted");
    clri_form_use_run(form, "fold/run");
    clri_form_state_is(form, form->state.size + 8, 8, form->state.accumulator);
}

/* Whether the result depends on the number of elements. */
static bool is_divided(const clri_question *q)
{
    return clri_form_row(q)->lower == CLRI_LOWER_MEAN || clri_operator_part(clri_form_row(q), 0);
}

/* The function that rounds 256 bits over a divisor to the result; f32 and f64 may round from
 * doubles near it (cl/exact/wide_near.cl). */
static const char *rounding_of(const clri_question *q)
{
    static const char *const functions[][2] = {
        {"clr_round_wide(x, divisor, false, format)", "clr_round_wide(x, divisor, true, format)"},
        {"clr_near_float(x, divisor, false, format)", "clr_near_float(x, divisor, true, format)"},
        {"clr_near_double(x, divisor, false, format)", "clr_near_double(x, divisor, true, format)"},
    };
    const clri_lower lower = clri_form_row(q)->lower;
    const bool is_root = lower == CLRI_LOWER_ROOT || lower == CLRI_LOWER_STD;
    const bool is_float = q->has_fp64 && q->result == CLR_TYPE_F32;
    const bool is_double = q->has_fp64 && q->result == CLR_TYPE_F64;

    return functions[is_double ? 2 : is_float][is_root];
}

static const char *lower_of(const clri_question *q)
{
    switch (clri_form_row(q)->lower) {
    case CLRI_LOWER_VAR:
    case CLRI_LOWER_STD:
        return "lower/whole_spread";
    case CLRI_LOWER_WMEAN:
        return "lower/whole_quotient";
    case CLRI_LOWER_COV:
        return "lower/whole_cospread";
    case CLRI_LOWER_CORR:
        return "lower/whole_correlation";
    default:
        return "lower/whole_ratio";
    }
}

static void lower_rounded(const clri_question *q, bool is_counted, clri_form *form)
{
    clri_form_round_bits(q, form);
    clri_form_define_lower(form, CLRI_MACRO_COUNT_OF,
                           is_counted      ? "((state).count)"
                           : is_divided(q) ? "(n)"
                                           : "1UL");
    clri_form_define_lower(form, CLRI_MACRO_SUM_OF, is_counted ? "((state).sum)" : "(state)");
    clri_form_define_lower(form, CLRI_MACRO_ROUND_WIDE, rounding_of(q));
    clri_form_define_lower(form, CLRI_MACRO_RESULT_OF, "(x)");
    clri_form_lower_by(form, lower_of(q));
    form->lower.rounds_wide = true;
    form->lower.can_fail = is_counted;
}

/* Exact sums, and means, roots and variances of them, rounded once; a variance is made of two
 * sums, and what is made of two inputs of up to five. */
static void form_rounded(const clri_question *q, clri_form *form)
{
    const bool is_counted = is_divided(q) && clri_form_leaves_out(q);
    const clri_operator *row = clri_form_row(q);
    clri_question sum = *q;

    for (unsigned i = 1; (sum.part = clri_operator_part(row, i)); i++) {
        clri_form other = {.state.fold = CLRI_FOLD_ADD};

        form_integer_fold(&sum, true, &other);
        form->others[form->other_count++] = other.state;
    }
    sum.part = clri_operator_part(row, 0);
    form->state.fold = CLRI_FOLD_ADD;
    if (is_counted)
        form_counted_sum(&sum, form);
    else
        form_integer_fold(&sum, true, form);
    form->state.uses_double = q->has_fp64;
    lower_rounded(q, is_counted, form);
}

const char *clri_form_integer_sum(const clri_question *q, clri_form *form)
{
    const bool detects = q->detects && !clri_form_is_truth(q);

    if (q->rounds_once) {
        form_rounded(q, form);
        return NULL;
    }
    form_integer_fold(q, detects, form);
    clri_form_round_integer(q, form);
    clri_form_lower_by(form, detects ? "lower/checked" : "lower/value");
    form->lower.can_fail = detects;
    form->lower.is_plain = !detects;
    return NULL;
}

const char *clri_form_integer_product(const clri_question *q, clri_form *form)
{
    const bool plus_minus = clri_form_is_signed(q);

    clri_form_use_element(q, form);
    clri_form_use_taken(q, "1", form);
    clri_form_define_magnitude(q, form);
    clri_form_round_integer(q, form);
    if (q->detects) {
        clri_form_use_magnitude(q, form);
        clri_form_define(form, CLRI_MACRO_IS_SIGNED, plus_minus ? "1" : "0");
        clri_form_use(form, "fold/multiply_checked");
        clri_form_use(form, "fold/taken");
        form->state.is_heavy = true;
        clri_form_use_run(form, "fold/run");
        clri_form_state_is(form, 16, 8, plus_minus ? "i64" : "u64");
        clri_form_lower_by(form, "lower/checked_product");
        form->lower.can_fail = true;
        return NULL;
    }
    clri_form_define(form, CLRI_MACRO_NUMBER, "ulong");
    clri_form_define(form, CLRI_MACRO_WIDEN,
                     plus_minus ? "CLR_WIDE(as_ulong)(CLR_WIDE(convert_long)(x))"
                                : "CLR_WIDE(convert_ulong)(x)");
    clri_form_define(form, CLRI_MACRO_IDENTITY, "1");
    clri_form_define(form, CLRI_MACRO_EMPTY, "1");
    clri_form_define(form, CLRI_MACRO_SETTLE, "(x)");
    clri_form_use(form, "number/native");
    clri_form_use(form, "lifted/number");
    clri_form_use_lift(q, form);
    clri_form_use(form, "fold/multiply");
    clri_form_use_number(form, false);
    clri_form_use(form, "fold/direct");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
    clri_form_state_is_number(form, "ulong", 8, "ulong", plus_minus ? "i64" : "u64");
    clri_form_lower_by(form, "lower/value");
    form->lower.is_plain = true;
    return NULL;
}

/* Bitwise operators, and tests whether elements are 0. */
const char *clri_form_bitwise(const clri_question *q, clri_form *form)
{
    const bool logical = clri_form_is_truth(q);
    const clri_fold fold = clri_form_row(q)->fold;
    const clri_number *number = logical ? clri_number_of(CLR_TYPE_I32) : clri_form_number(q);
    const char *none = "0";

    form->state.in_any_order = true;
    if (fold == CLRI_FOLD_AND)
        none = logical ? "1" : "(CLR_NUMBER)~0UL";
    clri_form_use_element(q, form);
    clri_form_use_taken(q, fold != CLRI_FOLD_AND ? "0" : logical ? "1" : "-1", form);
    clri_form_define_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_NUMBER, number->value);
    clri_form_define(form, CLRI_MACRO_WIDEN, logical ? "CLR_WIDE(convert_int)(x)" : "(x)");
    clri_form_define(form, CLRI_MACRO_IDENTITY, none);
    clri_form_define(form, CLRI_MACRO_EMPTY, none);
    clri_form_define(form, CLRI_MACRO_SETTLE, "(x)");
    clri_form_use(form, "number/native");
    clri_form_use(form, "lifted/number");
    clri_form_use_lift(q, form);
    clri_form_use(form, fold == CLRI_FOLD_AND  ? "fold/and"
                        : fold == CLRI_FOLD_OR ? "fold/or"
                                               : "fold/xor");
    clri_form_use_number(form, false);
    clri_form_use(form, "fold/direct");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
    clri_form_state_is_number(form, number->value, number->size,
                              number->size == 8              ? number->value
                              : number->class == CLRI_SIGNED ? "int"
                                                             : "uint",
                              logical ? "bool" : number->name);
    clri_form_round_integer(q, form);
    clri_form_lower_by(form, "lower/value");
    form->lower.is_plain = true;
    return NULL;
}
