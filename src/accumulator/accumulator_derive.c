/* SPDX-License-Identifier: Apache-2.0 */
/* accumulator_derive - makes the accumulator of another reduction of the same elements, if this one
 * keeps the sums that the other needs: a variance's values and squares make sums, means and norms,
 * a correlation makes a covariance. So that one pass over the data serves questions that are asked
 * later. */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <string.h>

/* Whether `from` keeps all that `to` needs: a spread has values and squares, and the sums of a
 * correlation begin with those of a covariance. Flags tell of all sums of two inputs together, so
 * that none of these makes an accumulator of its own. */
static bool keeps_enough(const clr_accumulator *from, const clr_accumulator *to)
{
    const clri_operator *of = clri_operator_of(from->op), *row = clri_operator_of(to->op);
    const clri_lift lift = row->lift;

    if (clri_operator_has_pairs(of) || clri_operator_has_pairs(row))
        return of->fold == row->fold ||
               (of->fold == CLRI_FOLD_CORRELATION && row->fold == CLRI_FOLD_COMOMENTS);
    if (lift == CLRI_LIFT_SQUARE && from->addends.have_squares)
        return true;
    return lift == clri_operator_of(from->op)->lift &&
           (from->addends.have_squares || !to->addends.have_squares);
}

/* Flags of values as flags of their squares. */
static uint32_t squared(const clri_met *met)
{
    const uint32_t infinities = CLRI_SEEN_PLUS | CLRI_SEEN_MINUS;
    uint32_t flags = met->flags & ~infinities;

    if (met->flags & infinities)
        flags |= CLRI_SEEN_PLUS;
    return met->count > 0 ? flags | CLRI_SEEN_OTHER : flags;
}

/* Fills in what result k of `to` has met; its reduction is set. */
static void take_over(clr_accumulator *to, const clr_accumulator *from, size_t k)
{
    const bool squares =
        from->addends.have_squares && clri_operator_of(to->op)->lift == CLRI_LIFT_SQUARE;
    const uint32_t *state = clri_state_of(from, k);

    to->met[k] = from->met[k];
    if (squares && clri_number_is_float(from->type))
        to->met[k].flags = squared(&from->met[k]);
    memcpy(clri_state_of(to, k), state + (squares ? from->sums.values.digits : 0),
           to->digits * sizeof *state);
}

static bool is_of_sums(clr_operator op, clr_type type)
{
    const clri_operator *row = clri_operator_of(op);

    return row && clri_operator_adds_up(row) && clri_state_kind_of(op, type) == &clri_state_sums;
}

static clr_status check_result(const clr_accumulator *from, const clr_reduction *reduction,
                               clri_error *error)
{
    if (!is_of_sums(from->op, from->type) || !is_of_sums(reduction->op, from->type))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "no accumulator of %s is made of one of %s: only sum, mean, asum, sumsq, "
                         "dot, nrm2, var and std are made of each other, and cov of corr",
                         clr_operator_name(reduction->op) ? clr_operator_name(reduction->op)
                                                          : "no operator",
                         clr_operator_name(from->op));
    if (!clri_state_has_result(reduction->op, from->type, reduction->result))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the result of an accumulator is a float, f16, bf16, f32 or f64, and %s "
                         "is none",
                         clr_type_name(reduction->result) ? clr_type_name(reduction->result)
                                                          : "the type that is asked for");
    return CLR_OK;
}

static clr_status derive(const clr_accumulator *from, const clr_reduction *reduction,
                         clr_accumulator **accumulator, clri_error *error)
{
    const bool is_same = reduction->op == from->op && reduction->result == from->result &&
                         reduction->ddof == from->ddof;
    clr_accumulator *made = NULL;
    clr_status status = CLR_OK;

    if (is_same)
        return clri_accumulator_slice(from, 0, from->results, accumulator, error);
    CLRI_TRY(check_result(from, reduction, error));
    CLRI_TRY(clri_accumulator_make(reduction, from->results, &made, error));
    if (!keeps_enough(from, made)) {
        status = clri_fail(error, CLR_ERROR_UNSUPPORTED,
                           "an accumulator of %s does not know enough of its elements for %s",
                           clr_operator_name(from->op), clr_operator_name(reduction->op));
        goto cleanup;
    }
    for (size_t k = 0; k < from->results; k++)
        take_over(made, from, k);
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(made);
    return status;
}

/* Whether the result type stays if none is asked for: of floats, and for the same operator. */
static bool is_kept(const clr_accumulator *from, clr_operator op)
{
    return clri_number_is_float(from->type) || op == from->op;
}

clr_status clr_accumulator_derive(const clr_accumulator *from, clr_operator op, clr_type result,
                                  uint64_t ddof, clr_accumulator **accumulator, char *reason,
                                  size_t reason_size)
{
    clri_error error = {0};
    clr_status status;

    if (accumulator)
        *accumulator = NULL;
    if (from && accumulator) {
        clr_reduction reduction = CLR_REDUCTION(op, from->type);

        reduction.result = result              ? result
                           : is_kept(from, op) ? from->result
                                               : clr_operator_result(op, from->type);
        reduction.nan = from->nan;
        reduction.overflow = from->overflow;
        reduction.ddof = ddof;
        status = derive(from, &reduction, accumulator, &error);
    } else {
        status = clri_fail(&error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                           from ? "place of the accumulator" : "accumulator to derive from");
    }
    return clri_error_answer(status, &error, reason, reason_size);
}
