/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_exact - forms of exact sums of floats. For each type of element and each operator it picks
 * the pieces of cl/exact by which a run is added, tested and, if it fails the test, set aside; the
 * tests, bounds and proofs are in docs/exact.md. clri_form_exact() makes the state of a group: a
 * few doubles an item, and bins that the group shares. clri_form_exact_few() makes the state of a
 * lane that has a result of its own: doubles alone, which tell whether they have lost something.
 *
 * A variance is made of two such sums, of the values and of their squares. Without fp64 there are
 * no doubles, and all goes to the bins.
 */
#include "base/flag.h"
#include "state/exact.h"
#include "state/form_parts.h"

static bool is_double(const clri_question *q)
{
    return q->type == CLR_TYPE_F64;
}

static bool multiplies(const clri_question *q)
{
    return clri_lift_of(clri_form_row(q)->lift)->keeps == CLRI_KEEPS_PRODUCTS;
}

/* Whether a double holds the sum of any run exactly: of halves. */
static bool is_whole(const clri_question *q)
{
    return q->type == CLR_TYPE_F16 && !q->is_mapped && !multiplies(q) && q->has_fp64;
}

/* The elements taken are counted if some may be left out. */
static bool counts(const clri_question *q)
{
    return clri_form_leaves_out(q);
}

/* Doubles in a state's expansion. A product of doubles is two doubles by itself (TwoProduct). */
static unsigned terms_of(const clri_question *q)
{
    if (!q->has_fp64)
        return 0;
    return multiplies(q) && is_double(q) ? 3 : 2;
}

/* Levels that a group's tree cuts the terms into; two hold 85 binades of 256 states, which is
 * enough for most sums of floats, and what is left goes to the bins. States that count elements
 * have none: they are joined one by one (docs/exact.md, "A group's states"). */
static unsigned levels_of(const clri_question *q)
{
    if (!q->has_fp64 || counts(q))
        return 0;
    return multiplies(q) || is_double(q) ? terms_of(q) + 1 : terms_of(q);
}

/* OpenCL C's condition under which a run is added to an anchor, which loses the sign of a sum of
 * nothing but -0. Of doubles a lone item alone does so (cl/exact/addend.cl), of floats products do
 * (cl/exact/anchored.cl), of which squares are never -0. */
static const char *hides_minus(const clri_question *q)
{
    if (is_double(q))
        return multiplies(q) ? "0" : "(CLR_GROUP_SIZE == 1)";
    return clri_form_row(q)->lift == CLRI_LIFT_PRODUCT ? "1" : "0";
}

static void use_terms(const clri_question *q, clri_form *form)
{
    static const char *const counts[] = {"0", "1", "2", "3", "4"};

    clri_form_define(form, CLRI_MACRO_TERMS, counts[terms_of(q)]);
    clri_form_define(form, CLRI_MACRO_LEVELS, counts[levels_of(q)]);
    clri_form_define(form, CLRI_MACRO_HIDES_MINUS, hides_minus(q));
    if (!multiplies(q))
        clri_form_use_run(form, "exact/elements");
    if (!q->has_fp64)
        return;
    if (multiplies(q) && is_double(q)) {
        clri_form_use_run(form, "exact/reach_product");
        clri_form_use_run(form, "exact/addends");
    } else if (multiplies(q)) {
        clri_form_use_run(form, "exact/extent_product");
        clri_form_use_run(form, "exact/anchored");
    } else if (is_double(q)) {
        clri_form_use_run(form, "exact/reach_value");
        clri_form_use_run(form, "exact/addend");
    } else if (is_whole(q)) {
        clri_form_use_run(form, "exact/whole");
    } else {
        clri_form_use_run(form, "exact/window");
        clri_form_use_run(form, "exact/apart");
    }
}

/* Whether each item has bins of its own (cl/exact/columns.cl): of floats, where there is room. The
 * range of doubles and of products is too wide to have rows for each of 256 items: they go to bins
 * that the group shares, and copies of these. Sums of halves never leave the terms. */
static bool has_columns(const clri_question *q)
{
    return !multiplies(q) && !is_double(q) && !is_whole(q) && !q->lacks_columns;
}

/* Values of bf16 are floats with 8 significant bits, which tightens bounds. */
void clri_form_use_format(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_VALUE_DIGITS,
                     q->type == CLR_TYPE_BF16 && !q->is_mapped ? "8" : "CLR_FLOAT_DIGITS");
    clri_form_define(form, CLRI_MACRO_FORMAT,
                     is_double(q) ? "CLR_DOUBLE_##name" : "CLR_FLOAT_##name");
    clri_form_use(form, "exact/format");
}

/* How terms go to the rows of an item alone; NULL if it has none. */
static const char *digits_of(const clri_question *q)
{
    if (multiplies(q))
        return "exact/digits_product";
    return is_double(q) ? "exact/digits_value" : NULL;
}

static void use_bins(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_HAS_COLUMNS, has_columns(q) ? "1" : "0");
    clri_form_use_format(q, form);
    clri_form_use(form, "exact/across");
    clri_form_use(form, "exact/parts");
    clri_form_use(form, has_columns(q) ? "exact/columns" : "exact/copies");
    clri_form_use(form, "exact/bins");
    if (has_columns(q)) {
        clri_form_use(form, "exact/gather");
    } else {
        clri_form_use(form, "exact/lone_rows");
        clri_form_use(form, "exact/gather_copies");
    }
    if (q->has_fp64) {
        clri_form_use(form, "exact/two_sum");
        clri_form_use(form, is_double(q) ? "exact/height_double" : "exact/height_float");
        clri_form_use(form, "exact/height");
        clri_form_use(form, is_double(q) || multiplies(q) ? "exact/range" : "exact/reach_float");
        clri_form_use(form, "exact/reach");
    }
}

static void use_count(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_COUNTED, counts(q) ? "1" : "0");
    clri_form_define(form, CLRI_MACRO_COUNT_ELEMENTS,
                     counts(q) ? "(state).count += CLR_AT(count_of)(e);" : "");
    if (counts(q))
        clri_form_use(form, "exact/count");
}

/* Words of a copy of the bins, of 18 bits each: for the sum's bits without the 64 that only 2^63
 * elements and a sign need, and three more for what levelling moves up in a launch. */
static unsigned copy_words_of(unsigned digits)
{
    return (32 * digits - 64) / CLRI_WORD_BITS + 3;
}

/* As many copies as 16 KiB of local memory hold, so that a variance's two sums leave some of 48 KiB
 * for states; at most one for each of a sub-group's 32 items. */
static unsigned copies_of(unsigned words)
{
    unsigned copies = 32;

    while (copies * words * sizeof(uint32_t) > 16384)
        copies /= 2;
    return copies;
}

/* The pieces by which a run that does not fit the terms goes to columns, rows of a lone item,
 * copies, or else to the bins. */
static void use_aside(const clri_question *q, clri_form *form)
{
    if (has_columns(q)) {
        clri_form_use_run(form, "exact/to_columns");
        return;
    }
    if (digits_of(q))
        clri_form_use_run(form, "exact/to_rows");
    if (terms_of(q) == 2)
        clri_form_use_run(form, "exact/to_copies");
    else if (digits_of(q))
        clri_form_use_run(form, "exact/digits_to_copies");
    clri_form_use_run(form, multiplies(q) ? "exact/drop_products" : "exact/drop_values");
    clri_form_use_run(form, "exact/to_bins");
}

/* Infinities and NaNs are taken out of such a run and become flags of the state, as columns and
 * copies are integers. */
static void use_sift(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_AS_VALUE,
                     !is_double(q)  ? "CLR_WIDE(as_float)(bits)"
                     : !q->has_fp64 ? "(bits)"
                                    : "CLR_WIDE(as_double)(bits)");
    clri_form_use(form, "exact/bits");
    clri_form_use(form, "exact/kinds");
    clri_form_use(form, multiplies(q) ? "exact/sift_product" : "exact/sift_value");
}

static void state_of(const clri_question *q, const clri_exact_sums *sums, clri_form *form)
{
    const clri_exact_sum *sum = multiplies(q) ? &sums->products : &sums->values;
    const clri_exact_layout layout = clri_exact_lay(terms_of(q), counts(q), (unsigned)sum->digits);

    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form);
    clri_form_define_magnitude(q, form);
    use_bins(q, form);
    use_terms(q, form);
    use_count(q, form);
    clri_form_use(form, "exact/state");
    clri_form_use(form, "fold/one_state");
    if (levels_of(q))
        clri_form_use(form, "exact/levels");
    if (terms_of(q) == 2) {
        clri_form_use(form, "exact/quick");
        clri_form_use(form, "exact/near");
        clri_form_use(form, "exact/near_bins");
    }
    if (multiplies(q))
        clri_form_use(form, "lifted/factors");
    clri_form_use(form, multiplies(q) ? "exact/product" : "exact/value");
    if (has_columns(q) || digits_of(q))
        use_sift(q, form);
    if (!has_columns(q))
        clri_form_use(form, terms_of(q) == 2 ? "exact/double_to_copy" : "exact/digits_to_copy");
    clri_form_use_lift(q, form);
    if (digits_of(q)) {
        clri_form_use(form, "exact/digits");
        clri_form_use(form, digits_of(q));
    }
    if (is_double(q)) /* a double spans several digits of a row */
        clri_form_use(form, "exact/weave");
    use_aside(q, form);
    clri_form_use_run(form, "exact/run");
    clri_form_state_is(form, layout.size, layout.align, sum->name);
    form->state.uses_double = q->has_fp64;
    form->state.lanes_share = true;
    form->state.in_any_order = true;
    form->state.terms = terms_of(q);
    form->state.levels = levels_of(q);
    /* Half of what a row takes exactly, 2^14 elements in a double and 2^24 in an integer: items
     * that claim tiles may get half as many again (docs/exact.md, "Columns"). */
    if (has_columns(q))
        form->state.column_elements = UINT64_C(1) << (q->has_fp64 ? 13 : 23);
    form->state.digits = (unsigned)sum->digits;
    if (!has_columns(q) && !is_whole(q) && (terms_of(q) == 2 || digits_of(q))) {
        form->state.copy_words = copy_words_of(form->state.digits);
        form->state.copies = copies_of(form->state.copy_words);
    }
    /* A product of floats has 48 bits: a digit of 64 bits for each binade takes 2^15 of them. In a
     * row of 16 binades a double spans two digits of 32 bits, and a product of doubles four
     * (cl/exact/lone_rows.cl). */
    form->state.row_digits = !digits_of(q) ? 0 : !is_double(q) ? 1 : multiplies(q) ? 4 : 2;
    form->state.lowest = sum->lowest;
    form->state.counts_values = counts(q);
}

void clri_form_round_bits(const clri_question *q, clri_form *form)
{
    static const struct format {
        clr_type type;
        const char *bits;
        const char *precision;
        const char *exponent_bits;
    } formats[] = {
        {CLR_TYPE_F16, "ushort", "11", "5"},
        {CLR_TYPE_BF16, "ushort", "8", "8"},
        {CLR_TYPE_F32, "uint", "24", "8"},
        {CLR_TYPE_F64, "ulong", "53", "11"},
    };
    size_t i = 0;

    while (formats[i].type != q->result)
        i++;
    clri_form_define_lower(form, CLRI_MACRO_RESULT, formats[i].bits);
    clri_form_define_lower(form, CLRI_MACRO_PRECISION, formats[i].precision);
    clri_form_define_lower(form, CLRI_MACRO_EXPONENT_BITS, formats[i].exponent_bits);
}

/* Whether most results come of two terms alone. */
static bool is_quick(const clri_question *q)
{
    return terms_of(q) == 2 && clri_form_row(q)->lower == CLRI_LOWER_VALUE &&
           (q->result == CLR_TYPE_F32 || q->result == CLR_TYPE_F64);
}

/* How an f32 is rounded from a double near the sum or the variance, if the error allows; NULL: not
 * at all. A variance is made of two sums of two terms each. */
static const char *near_of(const clri_question *q)
{
    if (terms_of(q) != 2 || q->result != CLR_TYPE_F32)
        return NULL;
    switch (clri_form_row(q)->lower) {
    case CLRI_LOWER_VALUE:
        return "(sum)";
    case CLRI_LOWER_MEAN:
        return "CLR_OF(near_mean)(sum, n)";
    case CLRI_LOWER_ROOT:
        return "CLR_OF(root_of)(sum)";
    case CLRI_LOWER_VAR:
        return is_double(q) ? NULL : "CLR_OF(divide)(sum, n)";
    case CLRI_LOWER_STD:
        return is_double(q) ? NULL : "CLR_OF(root_of)(CLR_OF(divide)(sum, n))";
    default:
        return NULL;
    }
}

static const char *count_of(const clri_question *q)
{
    return counts(q) ? "((state).count)" : "(n)";
}

/* Whether the result depends on the number of elements. */
static bool is_divided(const clri_question *q)
{
    const clri_lower lower = clri_form_row(q)->lower;

    return lower == CLRI_LOWER_MEAN || lower == CLRI_LOWER_VAR || lower == CLRI_LOWER_STD ||
           clri_form_has_pairs(q);
}

/* The piece that makes a result of exact sums, and how many numbers of how many limbs it works on,
 * in local memory: of a variance two, as wide as n times the sum of squares. */
typedef struct exact_lower {
    const char *piece;
    size_t numbers;
    size_t limbs;
} exact_lower;

static exact_lower exact_lower_of(const clri_question *q, const clri_exact_sums *sums)
{
    const size_t products = (size_t)sums->products.digits;

    switch (clri_form_row(q)->lower) {
    case CLRI_LOWER_VAR:
    case CLRI_LOWER_STD:
        return (exact_lower){"lower/exact_spread", 2, products + 2};
    case CLRI_LOWER_WMEAN:
        return (exact_lower){"lower/exact_quotient", 2, products + 4};
    case CLRI_LOWER_COV:
        return (exact_lower){"lower/exact_cospread", 2, products + 3};
    case CLRI_LOWER_CORR:
        return (exact_lower){"lower/exact_correlation", 7, 2 * (size_t)sums->values.digits + 4};
    default:
        return (exact_lower){"lower/exact_ratio", 0, 0};
    }
}

static void lower_of(const clri_question *q, const clri_exact_sums *sums, clri_form *form)
{
    static const char *const roundings[2][2] = {
        {"clr_round(sum, lowest, format)", "clr_round_root(sum, lowest, format)"},
        {"clr_round_ratio(sum, lowest, divisor, format)",
         "clr_round_root_of_ratio(sum, lowest, divisor, format)"},
    };
    const clri_lower lower = clri_form_row(q)->lower;
    const bool is_moment = lower == CLRI_LOWER_VAR || lower == CLRI_LOWER_STD;
    const bool is_mean = lower == CLRI_LOWER_MEAN;
    const bool is_root = lower == CLRI_LOWER_ROOT || lower == CLRI_LOWER_STD;
    const exact_lower lower_by = exact_lower_of(q, sums);

    clri_form_round_bits(q, form);
    clri_form_define_lower(form, CLRI_MACRO_COUNT_OF, count_of(q));
    clri_form_define_lower(form, CLRI_MACRO_IS_QUICK, is_quick(q) ? "1" : "0");
    clri_form_define_lower(form, CLRI_MACRO_QUICK_BITS,
                           q->result == CLR_TYPE_F32 ? "CLR_OF(float_bits)(sum)"
                                                     : "CLR_OF(double_bits)(sum)");
    clri_form_define_lower(form, CLRI_MACRO_IS_NEAR, near_of(q) ? "1" : "0");
    if (near_of(q))
        clri_form_define_lower(form, CLRI_MACRO_NEAR, near_of(q));
    clri_form_define_lower(form, CLRI_MACRO_ROUND_SUM, roundings[is_mean || is_moment][is_root]);
    clri_form_lower_by(form, lower_by.piece);
    form->lower.work_words = lower_by.numbers * lower_by.limbs;
    form->lower.can_fail = counts(q) && is_divided(q);
}

/* The piece that rounds sums in a few doubles to the result; NULL if a few doubles cannot decide
 * it. */
static const char *few_lower_of(const clri_question *q)
{
    const clri_lower lower = clri_form_row(q)->lower;
    const bool is_float = q->result == CLR_TYPE_F32;

    if (!q->has_fp64 || (!is_float && q->result != CLR_TYPE_F64))
        return NULL;
    switch (lower) {
    case CLRI_LOWER_VALUE:
        return terms_of(q) == 2 ? "lower/pair" : "lower/terms";
    case CLRI_LOWER_ROOT:
        return terms_of(q) == 2 && is_float ? "lower/pair_root" : "lower/terms";
    case CLRI_LOWER_MEAN:
        return is_float ? "lower/pair_mean" : "lower/pair_mean_double";
    case CLRI_LOWER_VAR:
    case CLRI_LOWER_STD:
        return "lower/pair_spread";
    default:
        return NULL;
    }
}

/* Significand bits of the summands, if a double's 53 leave room to add many of them exactly; else
 * 0. Products of f32 have 48 bits, which leaves room for a few binades or elements only
 * (cl/exact/brief.cl). Elements that are counted take another piece. */
static unsigned brief_digits_of(const clri_question *q)
{
    const unsigned digits = q->type == CLR_TYPE_F32    ? 24
                            : q->type == CLR_TYPE_F16  ? 11
                            : q->type == CLR_TYPE_BF16 ? 8
                                                       : 0;

    if (counts(q) || (multiplies(q) && digits > 11))
        return 0;
    return multiplies(q) ? 2 * digits : digits;
}

/* Binades in which digits of summands may lie: of doubles 2^-1074 to 2^1023, of floats 2^-149 to
 * 2^127, of halves 2^-24 to 2^15; of products twice as many. cl/again sizes its reading of a result
 * by it. */
static const char *binades_of(const clri_question *q)
{
    static const char *const of_values[] = {"40", "277", "2098"};
    static const char *const of_products[] = {"80", "554", "4196"};
    const size_t i = is_double(q) ? 2 : q->type == CLR_TYPE_F16 && !q->is_mapped ? 0 : 1;

    return multiplies(q) ? of_products[i] : of_values[i];
}

/* A sum whose state is left for an accumulator is saved with the same first members as a group's,
 * as accumulators read both. */
static void save_terms(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_TERMS, terms_of(q) == 2 ? "2" : "3");
    clri_form_use(form, "exact/few_saved");
    form->state.saves_terms = true;
}

/* An exact sum in two or three doubles, in the registers of a lane with a result of its own; with a
 * count if it is divided by the number of elements taken. `is_unsure`: what the doubles do not hold
 * is noted, and the results in doubt are made again (cl/reduce_again.cl). */
static void few_state_of(const clri_question *q, bool is_counted, clri_form *form)
{
    const bool is_pair = terms_of(q) == 2;
    const char *fields = !is_pair ? "NUMBER(high) NUMBER(second) NUMBER(third) PLAIN(ulong, lost)"
                         : is_counted ? "NUMBER(high) NUMBER(low) NUMBER(lost) PLAIN(ulong, count)"
                                      : "NUMBER(high) NUMBER(low) NUMBER(lost)";
    const unsigned brief_digits = brief_digits_of(q);

    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form);
    clri_form_define_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_NUMBER, "double");
    clri_form_define(form, CLRI_MACRO_WIDEN, "CLR_WIDE(convert_double)(x)");
    clri_form_use_format(q, form);
    clri_form_use(form, "exact/two_sum");
    clri_form_use(form, "number/native");
    clri_form_use(form, is_pair ? "lifted/number" : "lifted/factors");
    clri_form_use_lift(q, form);
    clri_form_use(form, "exact/expansion");
    clri_form_use_struct(form, fields);
    clri_form_use(form, is_pair ? "exact/pair" : "exact/triple");
    clri_form_use(form, "exact/quick");
    clri_form_use(form, "exact/one");
    clri_form_use(form, "exact/near");
    clri_form_use(form, "exact/clear");
    clri_form_use(form, "exact/mean");
    clri_form_use(form, "exact/ratio");
    if (brief_digits)
        clri_form_use(form, "exact/brief");
    else
        clri_form_use(form, "fold/taken");
    clri_form_use_run(form, brief_digits ? "exact/pair_run" : "fold/run");
    clri_form_define(form, CLRI_MACRO_ADDEND,
                     is_pair ? "clr_addend_of(lifted)"
                             : "clr_addend_of_product((lifted).x, (lifted).y)");
    clri_form_define(form, CLRI_MACRO_BINADES, binades_of(q));
    clri_form_define(form, CLRI_MACRO_OVERFLOWS, is_double(q) ? "1" : "0");
    clri_form_define(form, CLRI_MACRO_COUNTED, is_counted ? "1" : "0");
    clri_form_state_is(form, is_pair && !is_counted ? 24 : 32, 8,
                       is_pair ? "f64 twice" : "f64 three times");
    form->state.uses_double = true;
    form->state.is_unsure = true;
    form->state.terms = terms_of(q);
    form->state.counts_values = is_counted;
    form->state.brief_digits = brief_digits;
    if (q->leaves_state)
        save_terms(q, form);
}

static void few_lower(const clri_question *q, clri_form *form)
{
    const bool is_float = q->result == CLR_TYPE_F32;
    const clri_lower lower = clri_form_row(q)->lower;
    const bool is_root = lower == CLRI_LOWER_ROOT || lower == CLRI_LOWER_STD;

    clri_form_round_bits(q, form);
    clri_form_define_lower(form, CLRI_MACRO_QUICK_BITS,
                           is_float ? "CLR_OF(float_bits)(sum)" : "CLR_OF(double_bits)(sum)");
    clri_form_define_lower(form, CLRI_MACRO_IS_ONE,
                           is_float ? "CLR_OF(is_one_float)(x, margin)"
                                    : "CLR_OF(is_one_double)(x, margin)");
    clri_form_define_lower(form, CLRI_MACRO_HIGH_BITS,
                           is_float ? "as_uint(convert_float(x))" : "as_ulong(x)");
    clri_form_define_lower(form, CLRI_MACRO_RATIO_BITS,
                           is_float ? "CLR_OF(ratio_float)(ratio)" : "CLR_OF(ratio_double)(ratio)");
    clri_form_define_lower(form, CLRI_MACRO_IS_ROOT, is_root ? "1" : "0");
    clri_form_define_lower(form, CLRI_MACRO_IS_DIVIDED, is_divided(q) ? "1" : "0");
    clri_form_define_lower(form, CLRI_MACRO_COUNT_OF, is_divided(q) ? count_of(q) : "(n)");
    clri_form_define_lower(form, CLRI_MACRO_IS_NEAR, near_of(q) ? "1" : "0");
    if (near_of(q))
        clri_form_define_lower(form, CLRI_MACRO_NEAR, near_of(q));
    form->lower.can_fail = counts(q) && is_divided(q);
    if (q->leaves_state) {
        clri_form_lower_by(form, form->other_count ? "lower/left_spread" : "lower/left");
        return;
    }
    clri_form_lower_by(form, "lower/endless");
    clri_form_lower_by(form, few_lower_of(q));
    if (!form->other_count)
        clri_form_lower_by(form, "lower/few");
}

/* Whether a sum of products is kept, of a variance beside that of values. */
static bool keeps_products(const clri_question *q)
{
    return multiplies(q) || clri_operator_part(clri_form_row(q), 0);
}

/* Why a few doubles do not hold the sum, or what is made of it; NULL if they do. */
static const char *check_few(const clri_question *q)
{
    if (clri_form_has_pairs(q))
        return "a few doubles hold a sum of products, and no moments of two inputs";
    if (!q->leaves_state)
        return few_lower_of(q) ? NULL
                               : "a few doubles hold sums, and what is made of them, as f32 and "
                                 "f64 alone";
    if (counts(q) && is_double(q) && keeps_products(q))
        return "three doubles have no count of elements";
    return q->has_fp64 ? NULL : "sums are kept in doubles";
}

/* Sums in each lane's registers; a variance is made of two, as in clri_form_exact(). */
const char *clri_form_exact_few(const clri_question *q, clri_form *form)
{
    const bool is_counted = counts(q) && (is_divided(q) || q->leaves_state);
    const clri_operator *row = clri_form_row(q);
    const char *reason = check_few(q);
    clri_question sum = *q;

    if (reason)
        return reason;
    for (unsigned i = 1; (sum.part = clri_operator_part(row, i)); i++) {
        clri_form other = {.state.fold = CLRI_FOLD_ADD};

        few_state_of(&sum, is_counted && q->leaves_state, &other);
        form->others[form->other_count++] = other.state;
    }
    sum.part = clri_operator_part(row, 0);
    few_state_of(&sum, is_counted, form);
    few_lower(q, form);
    return NULL;
}

/* A variance is made of two sums, of the values and of their squares; what is made of two inputs,
 * of up to five. */
const char *clri_form_exact(const clri_question *q, clri_form *form)
{
    const clri_operator *row = clri_form_row(q);
    clri_question sum = *q;
    clri_exact_sums sums;

    if (!clri_exact_sums_of(q->op, q->type, &sums))
        return "only sums of floats are wide enough to be exact";
    for (unsigned i = 1; (sum.part = clri_operator_part(row, i)); i++) {
        clri_form other = {.state.fold = CLRI_FOLD_ADD};

        state_of(&sum, &sums, &other);
        form->others[form->other_count++] = other.state;
    }
    sum.part = clri_operator_part(row, 0);
    state_of(&sum, &sums, form);
    lower_of(q, &sums, form);
    return NULL;
}
