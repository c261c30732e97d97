/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_labels - forms of results by label. Many items change one label's state at once, so a state
 * is a cell of global memory that atomics change: an exact sum of floats is rows of 64-bit integers
 * (cl/label/rows.cl), everything else one integer that any order makes. Other states are refused
 * here, in words for the caller.
 */
#include "state/exact.h"
#include "state/form_parts.h"

/*
 * Rows of an exact sum, one form for floats and one for doubles: binades between rows (log2), rows
 * that the range of the floats needs, rows that one element changes, limbs of 32 bits for all rows,
 * and the exponent of the lowest digit. One row more is for carries; doubles have two more, as a
 * significand of 53 bits, moved up by at most 31, lies in three rows. 2^40 elements of floats need
 * 33 * 8 = 264 bits and 64 more, 11 limbs; of doubles 67 limbs and two more. docs/exact.md, "By
 * label", has the proof.
 */
static const struct rows_form {
    const char *log2;
    const char *text;
    unsigned count;
    unsigned changes;
    const char *limbs;
    unsigned limb_count;
    const char *depth;
    const char *name;
} rows_forms[] = {
    {"3", "33", 33, 1, "11", 11, "149", "264 bits"},
    {"5", "67", 67, 3, "69", 69, "1074", "2144 bits"},
};

/* A cell counts elements for a mean, and for an accumulator. */
static bool counts(const clri_question *q)
{
    return clri_form_row(q)->lower == CLRI_LOWER_MEAN || q->leaves_state;
}

static void use_count(const clri_question *q, clri_form *form)
{
    clri_form_define(form, CLRI_MACRO_COUNTED, counts(q) ? "1" : "0");
    if (!counts(q))
        return;
    clri_form_define(form, CLRI_MACRO_COUNT_ELEMENTS,
                     clri_form_leaves_out(q) ? "(state) += CLR_AT(count_of)(e);" : "(state) += 1;");
    if (!clri_form_leaves_out(q))
        return;
    clri_form_use(form, "exact/across");
    clri_form_use(form, "exact/count");
}

static bool is_kept(const clri_question *q)
{
    clri_exact_sums sums;

    return clri_exact_sums_of(q->op, q->type, &sums) && sums.values.digits && !sums.products.digits;
}

const char *clri_form_rows(const clri_question *q, clri_form *form)
{
    const struct rows_form *rows = &rows_forms[q->type == CLR_TYPE_F64];

    if (!is_kept(q))
        return "by label floats are added as they are, or their magnitudes, and no products";
    if (q->leaves_state && clri_form_leaves_out(q))
        return "a label's cell has one count, and a state some elements that are left out";
    clri_form_use_element(q, form);
    clri_form_use_taken(q, "0", form);
    clri_form_define_magnitude(q, form);
    clri_form_define(form, CLRI_MACRO_CELL_ROWS, rows->text);
    clri_form_define(form, CLRI_MACRO_CELL_ROW_LOG2, rows->log2);
    clri_form_define(form, CLRI_MACRO_DIGITS, rows->limbs);
    clri_form_define(form, CLRI_MACRO_DEPTH, rows->depth);
    clri_form_use_format(q, form);
    clri_form_use(form, "exact/parts");
    use_count(q, form);
    clri_form_use(form, "label/value");
    clri_form_use_lift(q, form);
    clri_form_use(form, "label/rows");
    clri_form_state_is(form, 24, 8, rows->name);
    form->state.uses_double = q->type == CLR_TYPE_F64 && q->has_fp64;
    form->state.in_any_order = true;
    form->state.cell_longs = rows->count + (counts(q) ? 1 : 0);
    form->state.cell_rows = rows->count;
    form->state.cell_limbs = rows->limb_count;
    form->state.cell_changes = rows->changes;
    form->state.cell_carries = true;
    clri_form_round_bits(q, form);
    clri_form_define_lower(form, CLRI_MACRO_ROUND_SUM,
                           counts(q) ? "clr_round_ratio(sum, lowest, divisor, format)"
                                     : "clr_round(sum, lowest, format)");
    clri_form_lower_by(form, "lower/rows");
    return NULL;
}

/* After the maker of the fold has made the form: only then is it known whether the state is a
 * number. A fold is allowed if OpenCL C has an atomic of it (src/problem/fold.def), and the state
 * is an integer, as atomics come in no fixed order. */
const char *clri_form_cell(const clri_question *q, clri_form *form)
{
    static const clri_fold folds[] = {CLRI_FOLD_ADD, CLRI_FOLD_MIN, CLRI_FOLD_MAX,
                                      CLRI_FOLD_AND, CLRI_FOLD_OR,  CLRI_FOLD_XOR};

    form->state.cell_longs = 1;
    if (q->leaves_state)
        return "cells of numbers do not count elements, which states do";
    for (size_t i = 0; i < sizeof folds / sizeof *folds; i++)
        if (clri_form_row(q)->fold == folds[i] && form->state.number && form->state.in_any_order)
            return NULL;
    return "results by label are those whose states are one integer that any order makes, and "
           "exact sums of floats";
}
