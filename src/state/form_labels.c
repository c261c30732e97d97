/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_labels - forms of states that many items change by atomics, in cells of global memory, one a
 * label: an exact sum's rows of integers, or a number.
 */
#include "state/exact.h"
#include "state/form_parts.h"

/*
 * How many binades lie between rows, and how many rows the floats' range needs: one more for
 * carries, for doubles two more, as their significands are longer (cl/label/rows.cl). All rows and
 * 2^40 elements fit so many limbs: of floats 33 rows are 264 bits and 64 more in 11, of doubles 67
 * and two more. A float changes one row, a double three.
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
