/* SPDX-License-Identifier: Apache-2.0 */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "base/sized.h"
#include "problem/number.h"
#include "problem/operator.h"
#include "problem/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

/* Digits of a state: of sums, or of the numbers of 64 bits that it consists of. */
static size_t digits_of(const clr_accumulator *accumulator)
{
    const clri_exact_sums *sums = &accumulator->sums;
    const bool has_two =
        clri_state_has_index(accumulator->op) || clri_state_has_second(accumulator->op);

    if (accumulator->kind == &clri_state_sums)
        return (size_t)(clri_exact_value_digits(sums) + clri_exact_product_digits(sums));
    return has_two ? 4 : 2;
}

static clri_addends addends_of(const clri_operator *row, const clri_number *value)
{
    return (clri_addends){.are_floats = value->class == CLRI_FLOAT && clri_operator_adds_up(row),
                          .have_sign =
                              clri_lift_of(row->lift)->has_sign && value->class != CLRI_UNSIGNED,
                          .have_squares = row->fold == CLRI_FOLD_MOMENTS};
}

/* Takes over the reduction, whose operator has accumulators. */
static void set_reduction(clr_accumulator *accumulator, const clr_reduction *reduction)
{
    const clri_number *value = clri_number_of(reduction->type);
    const clri_operator *row = clri_operator_of(reduction->op);

    accumulator->op = reduction->op;
    accumulator->type = reduction->type;
    accumulator->result = reduction->result != CLR_TYPE_DEFAULT
                              ? reduction->result
                              : clr_operator_result(reduction->op, reduction->type);
    accumulator->nan = value->class == CLRI_FLOAT ? reduction->nan : CLR_NAN_PROPAGATE;
    accumulator->kind = clri_state_kind_of(reduction->op, reduction->type);
    if (accumulator->kind == &clri_state_sums) {
        accumulator->sums = clri_state_sums_of(reduction->op, reduction->type);
        accumulator->addends = addends_of(row, value);
        accumulator->overflow = value->class != CLRI_FLOAT ? reduction->overflow : 0;
    }
    if (clri_operator_takes_ddof(accumulator->op))
        accumulator->ddof = reduction->ddof;
    accumulator->digits = digits_of(accumulator);
}

/* At least one element each, as calloc(0) may return NULL where memory does not lack. */
static clr_status allocate(clr_accumulator *accumulator, size_t results, clri_error *error)
{
    accumulator->results = results;
    if (results > SIZE_MAX / sizeof(uint32_t) / accumulator->digits)
        return clri_fail_memory(error);
    accumulator->met = calloc(results ? results : 1, sizeof *accumulator->met);
    accumulator->states =
        calloc(results ? results : 1, accumulator->digits * sizeof *accumulator->states);
    if (!accumulator->met || !accumulator->states)
        return clri_fail_memory(error);
    return CLR_OK;
}

clr_status clri_accumulator_make(const clr_reduction *reduction, size_t results,
                                 clr_accumulator **accumulator, clri_error *error)
{
    clr_accumulator *made = NULL;
    clr_status status = CLR_OK;

    *accumulator = NULL;
    if (!clri_state_kind_of(reduction->op, reduction->type))
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED, "%s of %s has no accumulator",
            clr_operator_name(reduction->op) ? clr_operator_name(reduction->op) : "no operator",
            clr_type_name(reduction->type) ? clr_type_name(reduction->type) : "structs");
    made = calloc(1, sizeof *made);
    if (!made)
        return clri_fail_memory(error);
    set_reduction(made, reduction);
    CLRI_TRY(allocate(made, results, error));
    for (size_t k = 0; made->kind->clear && k < results; k++)
        made->kind->clear(made, clri_state_of(made, k));
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(made);
    return status;
}

static clr_status create(const clr_reduction *asked, uint64_t results,
                         clr_accumulator **accumulator, clri_error *error)
{
    clri_request request = {.count = 0};
    clr_reduction reduction;
    clr_status status = CLR_OK;

    if (!asked || !accumulator)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                         asked ? "place of the accumulator" : "reduction");
    CLRI_TRY(clri_request_read(asked, 1, &request, error));
    reduction = request.reductions[0];
    reduction.type = clri_request_value(&request, 0);
    CLRI_TRY(clri_accumulates(
        &reduction, reduction.type,
        clri_operator_accuracy(reduction.op, reduction.type,
                               reduction.accuracy ? reduction.accuracy : CLR_ACCURACY_EXACT),
        error));
    if (results > SIZE_MAX)
        return clri_fail_memory(error);
    CLRI_TRY(clri_accumulator_make(&reduction, (size_t)results, accumulator, error));
cleanup:
    clri_request_free(&request);
    return status;
}

clr_status clr_accumulator_create(const clr_reduction *reduction, uint64_t results,
                                  clr_accumulator **accumulator, char *reason, size_t reason_size)
{
    clri_error error = {0};

    if (accumulator)
        *accumulator = NULL;
    return clri_error_answer(create(reduction, results, accumulator, &error), &error, reason,
                             reason_size);
}

void clr_accumulator_destroy(clr_accumulator *accumulator)
{
    if (!accumulator)
        return;
    free(accumulator->states);
    free(accumulator->met);
    free(accumulator);
}

/* ---- merging ---- */

/* Two accumulators merge only if they would be rounded alike: states of a mean and a sum are the
 * same, their results are not. */
static bool is_same_reduction(const clr_accumulator *a, const clr_accumulator *b)
{
    return a->op == b->op && a->type == b->type && a->result == b->result && a->nan == b->nan &&
           a->overflow == b->overflow && a->ddof == b->ddof;
}

/* "var of f32 as f32, ddof 1, NaNs ignored" */
static const char *words_of(const clr_accumulator *accumulator, char *words, size_t size)
{
    char ddof[32] = "";

    if (accumulator->ddof)
        snprintf(ddof, sizeof ddof, ", ddof %" PRIu64, accumulator->ddof);
    snprintf(words, size, "%s of %s as %s%s%s%s", clr_operator_name(accumulator->op),
             clr_type_name(accumulator->type), clr_type_name(accumulator->result), ddof,
             accumulator->nan == CLR_NAN_IGNORE ? ", NaNs ignored" : "",
             accumulator->overflow == CLR_OVERFLOW_DETECT ? ", overflow detected" : "");
    return words;
}

/* CLR_OK if both are of the same reduction; or CLR_ERROR_ARGUMENT. */
static clr_status check_reductions(const clr_accumulator *into, const clr_accumulator *from,
                                   clri_error *error)
{
    char a[128], b[128];

    if (!into || !from)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the accumulator to merge %s is NULL",
                         into ? "from" : "into");
    if (!is_same_reduction(into, from))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "an accumulator of %s and one of %s do not merge: they are different "
                         "reductions",
                         words_of(into, a, sizeof a), words_of(from, b, sizeof b));
    return CLR_OK;
}

/* The same if both have as many results. */
static clr_status check_alike(const clr_accumulator *into, const clr_accumulator *from,
                              clri_error *error)
{
    CLRI_OR_RETURN(check_reductions(into, from, error));
    if (into->results != from->results)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "an accumulator of %zu results and one of %zu do not merge: result k goes "
                         "to result k",
                         into->results, from->results);
    return CLR_OK;
}

/* The place of result k: as the caller says, or k. */
static size_t place_of(const uint64_t *places, size_t k)
{
    return places ? (size_t)places[k] : k;
}

static clr_status check_places(const clr_accumulator *into, const clr_accumulator *from,
                               const uint64_t *places, clri_error *error)
{
    CLRI_OR_RETURN(check_reductions(into, from, error));
    if (places && into == from)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "an accumulator does not merge with itself at other places");
    if (!places && from->results > into->results)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "an accumulator of %zu results has no places for those of one of %zu",
                         into->results, from->results);
    for (size_t k = 0; places && k < from->results; k++)
        if (places[k] >= into->results)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "the place of result %zu is %" PRIu64
                             ", and the accumulator to merge into has %zu results",
                             k, places[k], into->results);
    return CLR_OK;
}

/* Adds the counts of all results first, or none: a merge changes all results or none. */
static clr_status add_counts(clr_accumulator *into, const clr_accumulator *from,
                             const uint64_t *places, clri_error *error)
{
    for (size_t k = 0; k < from->results; k++) {
        uint64_t *count = &into->met[place_of(places, k)].count;
        const uint64_t had = *count, more = from->met[k].count;

        if (more <= CLRI_EXACT_COUNT_MOST - had) {
            *count += more;
            continue;
        }
        while (k-- > 0)
            into->met[place_of(places, k)].count -=
                into == from ? from->met[k].count / 2 : from->met[k].count;
        return clri_fail(error, CLR_ERROR_OVERFLOW,
                         "%" PRIu64 " and %" PRIu64 " elements, of one result, are more than the "
                         "2^63 that an accumulator has room for",
                         had, more);
    }
    return CLR_OK;
}

static clr_status merge_states(clr_accumulator *into, const clr_accumulator *from,
                               const uint64_t *places, clri_error *error)
{
    CLRI_OR_RETURN(add_counts(into, from, places, error));
    for (size_t k = 0; k < from->results; k++)
        into->kind->merge(into, place_of(places, k), from, k);
    return CLR_OK;
}

static clr_status merge(clr_accumulator *into, const clr_accumulator *from, clri_error *error)
{
    CLRI_OR_RETURN(check_alike(into, from, error));
    return merge_states(into, from, NULL, error);
}

static clr_status merge_at(clr_accumulator *into, const clr_accumulator *from,
                           const uint64_t *places, clri_error *error)
{
    CLRI_OR_RETURN(check_places(into, from, places, error));
    return merge_states(into, from, places, error);
}

clr_status clr_accumulator_merge(clr_accumulator *into, const clr_accumulator *from, char *reason,
                                 size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(merge(into, from, &error), &error, reason, reason_size);
}

clr_status clr_accumulator_merge_at(clr_accumulator *into, const clr_accumulator *from,
                                    const uint64_t *places, char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(merge_at(into, from, places, &error), &error, reason, reason_size);
}

/* ---- some of the results ---- */

/* The reduction of an accumulator, as others of the same are made by it. */
static clr_reduction reduction_of(const clr_accumulator *accumulator)
{
    clr_reduction reduction = CLR_REDUCTION(accumulator->op, accumulator->type);

    reduction.result = accumulator->result;
    reduction.nan = accumulator->nan;
    reduction.overflow = accumulator->overflow;
    reduction.ddof = accumulator->ddof;
    return reduction;
}

clr_status clri_accumulator_like(const clr_accumulator *like, uint64_t results,
                                 clr_accumulator **accumulator, clri_error *error)
{
    const clr_reduction reduction = reduction_of(like);

    return clri_accumulator_make(&reduction, (size_t)results, accumulator, error);
}

clr_status clri_accumulator_slice(const clr_accumulator *from, uint64_t first, uint64_t count,
                                  clr_accumulator **accumulator, clri_error *error)
{
    if (!accumulator || !from)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                         from ? "place of the accumulator" : "accumulator to slice");
    *accumulator = NULL;
    if (first > from->results || count > from->results - first)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "results %" PRIu64 " .. +%" PRIu64
                         " reach beyond the accumulator, which has %zu",
                         first, count, from->results);
    CLRI_OR_RETURN(clri_accumulator_like(from, count, accumulator, error));
    memcpy((*accumulator)->met, from->met + first, (size_t)count * sizeof *from->met);
    memcpy((*accumulator)->states, clri_state_of(from, (size_t)first),
           (size_t)count * from->digits * sizeof *from->states);
    return CLR_OK;
}

clr_status clr_accumulator_slice(const clr_accumulator *from, uint64_t first, uint64_t count,
                                 clr_accumulator **accumulator, char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(clri_accumulator_slice(from, first, count, accumulator, &error),
                             &error, reason, reason_size);
}

/* ---- indices ---- */

/* Indices count from a part's first element; 2^64 - 1 is kept for results that have none. All are
 * checked before one is moved. */
static clr_status shift(clr_accumulator *accumulator, uint64_t by, clri_error *error)
{
    if (!accumulator)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the accumulator to shift is NULL");
    if (!clri_state_has_index(accumulator->op))
        return CLR_OK;
    for (size_t k = 0; k < accumulator->results; k++)
        if (accumulator->met[k].values &&
            clri_state_get(clri_state_of(accumulator, k), CLRI_STATE_INDEX) >= UINT64_MAX - by)
            return clri_fail(error, CLR_ERROR_OVERFLOW,
                             "an index of result %zu would be beyond 2^64 - 2 if moved by %" PRIu64,
                             k, by);
    for (size_t k = 0; k < accumulator->results; k++) {
        uint32_t *state = clri_state_of(accumulator, k);

        if (accumulator->met[k].values)
            clri_state_put(state, CLRI_STATE_INDEX, clri_state_get(state, CLRI_STATE_INDEX) + by);
    }
    return CLR_OK;
}

clr_status clr_accumulator_shift(clr_accumulator *accumulator, uint64_t by, char *reason,
                                 size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(shift(accumulator, by, &error), &error, reason, reason_size);
}

/* ---- the best values alone ---- */

/* Arg operators over words take two rounds: keys are folded by a minimum, then only the parts that
 * have the best key keep their index, and of first and last those that have the best index their
 * value (docs/accumulator.md, "Words"). */
static clr_status keep_best(clr_accumulator *accumulator, const clr_accumulator *best,
                            clri_error *error)
{
    const int compared = clri_state_is_end(accumulator->op) ? CLRI_STATE_INDEX : CLRI_STATE_VALUE;

    CLRI_OR_RETURN(check_alike(accumulator, best, error));
    if (accumulator->kind != &clri_state_extremes)
        return CLR_OK;
    for (size_t k = 0; k < accumulator->results; k++) {
        uint32_t *state = clri_state_of(accumulator, k);
        const bool is_best =
            clri_state_get(state, compared) == clri_state_get(clri_state_of(best, k), compared);

        if (accumulator->met[k].values && (!is_best || !best->met[k].values)) {
            accumulator->met[k].values = 0;
            accumulator->kind->clear(accumulator, state);
        }
    }
    return CLR_OK;
}

clr_status clr_accumulator_keep_best(clr_accumulator *accumulator, const clr_accumulator *best,
                                     char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(keep_best(accumulator, best, &error), &error, reason, reason_size);
}

/* ---- validity ---- */

static clr_status check_met(const clr_accumulator *accumulator, size_t k, clri_error *error)
{
    const clri_met *met = &accumulator->met[k];

    if (met->count > CLRI_EXACT_COUNT_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: it counts %" PRIu64
                         " elements, more than the 2^63 that there is room for",
                         met->count);
    if (met->values > met->count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator is no state: it counts %" PRIu64 " values among %" PRIu64
                         " elements",
                         met->values, met->count);
    return CLR_OK;
}

clr_status clri_accumulator_check_state(const clr_accumulator *accumulator, size_t k,
                                        clri_error *error)
{
    const clr_status status = check_met(accumulator, k, error);

    return status == CLR_OK ? accumulator->kind->check(accumulator, k, error) : status;
}

clr_status clri_accumulator_check(const clr_accumulator *accumulator, clri_error *error)
{
    clr_status status = CLR_OK;

    for (size_t k = 0; status == CLR_OK && k < accumulator->results; k++)
        status = clri_accumulator_check_state(accumulator, k, error);
    return status;
}

/* ---- describing ---- */

clr_status clr_accumulator_describe(const clr_accumulator *accumulator, clr_accumulator_info *info)
{
    clr_accumulator_info told;
    size_t size;

    if (!accumulator)
        return CLR_ERROR_ARGUMENT;
    clr_accumulator_store(accumulator, NULL, 0, &size);
    told = (clr_accumulator_info){
        .size = sizeof told,
        .op = accumulator->op,
        .type = accumulator->type,
        .result = accumulator->result,
        .nan = accumulator->nan,
        .ddof = accumulator->ddof,
        .store_size = size,
        .is_minus_zero = accumulator->results > 0,
        .results = accumulator->results,
        .overflow = accumulator->overflow,
    };
    for (size_t k = 0; k < accumulator->results; k++) {
        const clri_met *met = &accumulator->met[k];

        told.count += met->count;
        told.values += met->values;
        told.has_nan |= (met->flags & CLRI_SEEN_NAN) != 0;
        told.has_infinity |= (met->flags & CLRI_SEEN_PLUS) != 0;
        told.has_minus_infinity |= (met->flags & CLRI_SEEN_MINUS) != 0;
        told.is_minus_zero &= clri_state_is_minus_zero(accumulator, k);
    }
    return CLRI_SIZED_WRITE(clr_accumulator_info, info, &told);
}
