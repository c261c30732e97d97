/* SPDX-License-Identifier: Apache-2.0 */
#include "state/form_find.h"
#include "state/form_parts.h"

/* The caller's own operator. Its state is a struct of the caller's text, whose size is known once
 * the text has been compiled: 0 until state/pass.c sets it. Without fp64 doubles are bits, with
 * which that text could not compute. */
static const char *form_custom(const clri_question *q, clri_form *form)
{
    if (clri_form_is_bits(q))
        return "the device has no fp64, which the operator would be given";
    clri_form_use_element(q, form);
    if (!q->is_sifted)
        clri_form_define(form, CLRI_MACRO_IS_TAKEN, "true");
    clri_form_use(form, "fold/custom");
    clri_form_use(form, "fold/taken");
    clri_form_use_run(form, "fold/run");
    clri_form_state_is(form, 0, 0, "custom");
    clri_form_lower_by(form, "lower/custom");
    return NULL;
}

static const char *form_sum(const clri_question *q, clri_form *form)
{
    if (clri_form_is_float(q) && !clri_form_is_truth(q))
        return clri_form_real_sum(q, form);
    return clri_form_integer_sum(q, form);
}

/* The maker of real sums makes real products, too, which differ in identity and fold alone. */
static const char *form_product(const clri_question *q, clri_form *form)
{
    return clri_form_is_float(q) ? clri_form_real_sum(q, form) : clri_form_integer_product(q, form);
}

/* Of operators that are exact at every level. */
static const char *form_never(const clri_question *q, clri_form *form)
{
    (void)q;
    (void)form;
    return "the operator has no sums that are rounded on the way";
}

static const char *(*const makers[])(const clri_question *, clri_form *) = {
    [CLRI_FOLD_ADD] = form_sum,
    [CLRI_FOLD_MULTIPLY] = form_product,
    [CLRI_FOLD_MIN] = clri_form_extreme,
    [CLRI_FOLD_MAX] = clri_form_extreme,
    [CLRI_FOLD_EXTREMES] = clri_form_extremes,
    [CLRI_FOLD_ARGMIN] = clri_form_arg,
    [CLRI_FOLD_ARGMAX] = clri_form_arg,
    [CLRI_FOLD_FIRST] = clri_form_end,
    [CLRI_FOLD_LAST] = clri_form_end,
    [CLRI_FOLD_AND] = clri_form_bitwise,
    [CLRI_FOLD_OR] = clri_form_bitwise,
    [CLRI_FOLD_XOR] = clri_form_bitwise,
    [CLRI_FOLD_NORM] = clri_form_norm,
    [CLRI_FOLD_MOMENTS] = clri_form_moments,
    [CLRI_FOLD_WEIGHTED] = form_never,
    [CLRI_FOLD_COMOMENTS] = form_never,
    [CLRI_FOLD_CORRELATION] = form_never,
    [CLRI_FOLD_SPREAD] = clri_form_spread,
    [CLRI_FOLD_LOGSUMEXP] = clri_form_logsumexp,
    [CLRI_FOLD_CUSTOM] = form_custom,
};

static bool is_real_type(clr_type type)
{
    return type == CLR_TYPE_F32 || type == CLR_TYPE_F64;
}

static bool is_short_real_type(clr_type type)
{
    return type == CLR_TYPE_F16 || type == CLR_TYPE_BF16;
}

/* Why the result cannot be of the type asked for; NULL if it can. */
static const char *check_result(const clri_question *q)
{
    const clr_type own = clr_operator_result(q->op, q->type);

    if (q->op == CLR_OPERATOR_CUSTOM)
        return q->result ? "an operator of the caller's own decides what its result is" : NULL;
    if (own == CLR_TYPE_DEFAULT)
        return "the operator takes integers only";
    /* Both hold of sums and what is made of them alone: integers, which round to any float. */
    if ((q->is_exact || q->rounds_once) && is_short_real_type(q->result))
        return NULL;
    if (q->rounds_once && is_real_type(q->result))
        return NULL;
    /* CLRI_RESULT_WIDE and _REAL, the first rules: results are computed, not picked or counted. */
    if (q->result == own || (is_real_type(own) && is_real_type(q->result) &&
                             clri_form_row(q)->result <= CLRI_RESULT_REAL))
        return NULL;
    return clri_form_row(q)->result <= CLRI_RESULT_REAL && is_real_type(own)
               ? "such results come as f32 or f64, at level exact as f16 or bf16, too"
               : "the operator has one result type for these elements";
}

const char *clri_form_find(const clri_question *q, clri_form *form)
{
    const char *reason = check_result(q);

    *form = (clri_form){.state.fold = clri_form_row(q)->fold};
    /* Exact sums by label in rows of integers; of lanes apart in a few doubles; else in bins. */
    if (!reason && q->is_exact)
        reason = q->is_of_labels  ? clri_form_rows(q, form)
                 : q->lanes_apart ? clri_form_exact_few(q, form)
                                  : clri_form_exact(q, form);
    else if (!reason && q->rounds_once)
        reason = clri_form_integer_sum(q, form);
    else if (!reason)
        reason = makers[clri_form_row(q)->fold](q, form);
    if (!reason && q->is_of_labels && !q->is_exact)
        reason = clri_form_cell(q, form);
    return reason;
}
