/* SPDX-License-Identifier: Apache-2.0 */
#include "accumulator/state_kind.h"
#include "problem/number.h"
#include "problem/operator.h"

static const clri_state_kind *const kinds[] = {
    [CLRI_FOLD_ADD] = &clri_state_sums,
    [CLRI_FOLD_NORM] = &clri_state_sums,
    [CLRI_FOLD_MOMENTS] = &clri_state_sums,
    [CLRI_FOLD_WEIGHTED] = &clri_state_sums,
    [CLRI_FOLD_COMOMENTS] = &clri_state_sums,
    [CLRI_FOLD_CORRELATION] = &clri_state_sums,
    [CLRI_FOLD_MULTIPLY] = &clri_state_bits,
    [CLRI_FOLD_AND] = &clri_state_bits,
    [CLRI_FOLD_OR] = &clri_state_bits,
    [CLRI_FOLD_XOR] = &clri_state_bits,
    [CLRI_FOLD_MIN] = &clri_state_extremes,
    [CLRI_FOLD_MAX] = &clri_state_extremes,
    [CLRI_FOLD_EXTREMES] = &clri_state_extremes,
    [CLRI_FOLD_ARGMIN] = &clri_state_extremes,
    [CLRI_FOLD_ARGMAX] = &clri_state_extremes,
    [CLRI_FOLD_FIRST] = &clri_state_extremes,
    [CLRI_FOLD_LAST] = &clri_state_extremes,
    [CLRI_FOLD_SPREAD] = NULL,
    [CLRI_FOLD_LOGSUMEXP] = NULL,
    [CLRI_FOLD_CUSTOM] = NULL,
};

const clri_state_kind *clri_state_kind_of(clr_operator op, clr_type type)
{
    const clri_operator *row = clri_operator_of(op);

    if (!row || !clri_number_of(type))
        return NULL;
    if (row->fold == CLRI_FOLD_MULTIPLY && clri_number_is_float(type))
        return NULL;
    if (row->takes == CLRI_TAKES_INTEGERS && clri_number_is_float(type))
        return NULL;
    return kinds[row->fold];
}

clri_exact_sums clri_state_sums_of(clr_operator op, clr_type type)
{
    /* 2^63 terms below 2^64, and below 2^128, and a sign */
    const clri_exact_sum values = {4, 0, 64, "128 bits"};
    const clri_exact_sum products = {6, 0, 128, "192 bits"};
    const clri_operator *row = clri_operator_of(op);
    clri_exact_sums sums = {.value_sums = 0};

    if (clri_number_is_float(type) && clri_operator_adds_up(row)) {
        clri_exact_sums_of(op, type, &sums);
        return sums;
    }
    clri_exact_count_sums(row, &sums);
    if (sums.value_sums)
        sums.values = values;
    if (sums.product_sums)
        sums.products = products;
    return sums;
}

bool clri_state_has_result(clr_operator op, clr_type type, clr_type result)
{
    const clri_operator *row = clri_operator_of(op);
    const bool is_float = clri_number_is_float(result);

    if (!clri_number_of(result))
        return false;
    if (clri_operator_adds_up(row))
        return is_float || (!clri_number_is_float(type) && row->lower == CLRI_LOWER_VALUE);
    return result == clr_operator_result(op, type) ||
           (clri_state_kind_of(op, type) != &clri_state_extremes && !is_float);
}

clr_status clri_accumulates(const clr_reduction *reduction, clr_type type, clr_accuracy accuracy,
                            clri_error *error)
{
    const clri_operator *row = clri_operator_of(reduction->op);
    const bool multiplies = row->fold == CLRI_FOLD_MULTIPLY;

    if (!clri_state_kind_of(reduction->op, type) ||
        (multiplies && clri_number_is_float(reduction->result)))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s of %s has no accumulator: its state depends on the order of elements",
                         row->name, clr_type_name(type) ? clr_type_name(type) : "structs");
    if (accuracy != CLR_ACCURACY_EXACT)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "only level exact has accumulators, and this is %s of %s at level %s",
                         row->name, clr_type_name(type), clr_accuracy_name(accuracy));
    if (multiplies && reduction->overflow == CLR_OVERFLOW_DETECT)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s of integers that detects overflow has no accumulator, as a later 0 "
                         "makes it fit: let it wrap",
                         row->name);
    return CLR_OK;
}
