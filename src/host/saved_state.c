/* SPDX-License-Identifier: Apache-2.0 */
/* saved_state - a plan's saved state between parts of its input, as accumulators. */
#include "host/saved_state.h"
#include "host/accumulator.h"
#include "plan/dependency.h"
#include "state/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS_MOST = 3 }; /* doubles of a state */

/* Carry-save digits under construction. */
typedef struct digits {
    uint32_t low[CLRI_EXACT_DIGITS_MOST];
    int32_t high[CLRI_EXACT_DIGITS_MOST];
} digits;

static void add_to_digit(digits *d, size_t digit, int64_t x)
{
    const uint32_t before = d->low[digit];

    d->low[digit] = before + (uint32_t)x;
    d->high[digit] += (int32_t)(x >> 32) + (d->low[digit] < before);
}

/* Adds a finite number, a multiple of 2^lowest. */
static void add_double(digits *d, size_t first, int lowest, double x)
{
    int exponent;
    const double fraction = frexp(fabs(x), &exponent);
    uint64_t m = (uint64_t)ldexp(fraction, 53);
    int place = exponent - 53 - lowest;

    if (m == 0)
        return;
    for (; place < 0; place++) /* bits below digit 0 are 0 */
        m >>= 1;
    for (int part = 0; part < 2; part++, m >>= 32, place += 32) {
        const size_t digit = first + (size_t)place / 32;
        const uint64_t bits = (m & 0xffffffff) << (place % 32);
        const int64_t below = (int64_t)(bits & 0xffffffff);
        const int64_t above = (int64_t)(bits >> 32);

        if (below)
            add_to_digit(d, digit, x < 0 ? -below : below);
        if (above)
            add_to_digit(d, digit + 1, x < 0 ? -above : above);
    }
}

/* Adds a member's saved state to the digits from `first` on. */
static clri_met take_member(const clri_state_form *form, const unsigned char *at,
                            const clri_exact_sum *sum, size_t first, uint64_t count, digits *d)
{
    const clri_exact_layout layout = clri_layout_exact(form);
    clri_met met = {.count = count, .values = count};
    double terms[TERMS_MOST] = {-0.0};
    uint32_t words[CLRI_EXACT_DIGITS_MOST];
    uint32_t seen;

    if (form->terms)
        memcpy(terms, at + layout.terms, form->terms * sizeof *terms);
    if (form->counts_values)
        memcpy(&met.values, at + layout.count, sizeof met.values);
    memcpy(&seen, at + layout.seen, sizeof seen);
    met.flags = seen & CLRI_SEEN_VALUES;
    if (form->terms && !(terms[0] == 0 && signbit(terms[0])))
        met.flags |= CLRI_SEEN_OTHER;
    for (unsigned i = 0; i < form->terms; i++)
        add_double(d, first, sum->lowest, terms[i]);
    if (!(seen & CLRI_SEEN_BINS))
        return met;
    memcpy(words, at + layout.words, form->digits * sizeof *words);
    for (size_t i = 0; i < form->digits; i++)
        add_to_digit(d, first + i, words[i]);
    if (words[form->digits - 1] >> 31)
        d->high[first + form->digits - 1]--;
    return met;
}

/* The reduction that an accumulator is of: of a map's values. */
static clr_reduction reduction_of(const clr_plan *plan, size_t index)
{
    clr_reduction reduction = plan->request->reductions[index];

    reduction.type = clri_request_value(plan->request, index);
    reduction.result = plan->choice->pass.outcomes[index].result;
    return reduction;
}

/* Builds a reduction's accumulator from all members' saved states. */
static clr_status build(const clr_plan *plan, size_t index, const unsigned char *saved,
                        clr_accumulator **accumulator, clri_error *error)
{
    const clri_pass *pass = &plan->choice->pass;
    const clri_outcome *outcome = &pass->outcomes[index];
    const clri_layout layout = clri_layout_saved(pass);
    const clr_reduction reduction = reduction_of(plan, index);
    digits d = {{0}, {0}};
    clri_exact_sums sums;
    clri_met met;

    if (!clri_exact_sums_of(outcome->op, reduction.type, &sums))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s of %s has no accumulator",
                         clr_operator_name(outcome->op), clr_type_name(reduction.type));
    met = take_member(
        &pass->members[outcome->member].form, saved + layout.members[outcome->member].offset,
        sums.values.digits ? &sums.values : &sums.products, 0, plan->running_count, &d);
    if (outcome->second != outcome->member) /* squares: flags and counts are those of the values */
        take_member(&pass->members[outcome->second].form,
                    saved + layout.members[outcome->second].offset, &sums.products,
                    (size_t)sums.values.digits, plan->running_count, &d);
    return clri_accumulator_create(&reduction, &met, d.low, d.high, accumulator, error);
}

/* Refuses parts that have failed or are not complete. */
static clr_status check_parts(clr_plan *plan, clri_error *error)
{
    clri_ending ending;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_dependency_look(plan, &ending, error));
    CLRI_TRY(clri_dependency_check_parts(plan, error));
cleanup:
    return status;
}

static clr_status fetch(const clr_plan *plan, unsigned char *saved, clri_error *error)
{
    const cl_int code = clEnqueueReadBuffer(plan->last_queue, plan->stage.buffers[CLRI_PLAN_STATES],
                                            CL_TRUE, 0, clri_layout_saved_size(&plan->choice->pass),
                                            saved, plan->last_event ? 1 : 0,
                                            plan->last_event ? &plan->last_event : NULL, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueReadBuffer", "fetching what the plan keeps");
    return CLR_OK;
}

static clr_status check(const clr_plan *plan, size_t index, clr_accumulator *const *accumulator,
                        clri_error *error)
{
    const clri_pass *pass = &plan->choice->pass;

    if (!accumulator || index >= pass->outcome_count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         accumulator ? "the plan has no reduction number %zu"
                                     : "the place for the accumulator is NULL",
                         index);
    if (!pass->members[pass->outcomes[index].member].form.digits)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "only sums of floats at level exact have accumulators, and this is %s of "
                         "%s at level %s",
                         clr_operator_name(pass->outcomes[index].op),
                         clri_request_name_of(plan->request->type),
                         clr_accuracy_name(pass->outcomes[index].accuracy));
    if (pass->members[pass->outcomes[index].member].form.whole)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "an accumulator is of all elements, and of reduction %zu some are masked "
                         "out: it has none",
                         index);
    return CLR_OK;
}

clr_status clri_saved_state_take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                                 clri_error *error)
{
    unsigned char *saved = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(check(plan, index, accumulator, error));
    if (!plan->is_running) {
        const clr_reduction reduction = reduction_of(plan, index);

        return clri_accumulator_create(&reduction, &(clri_met){0}, NULL, NULL, accumulator, error);
    }
    saved = malloc(clri_layout_saved_size(&plan->choice->pass));
    if (!saved)
        return clri_fail_memory(error);
    CLRI_TRY(check_parts(plan, error));
    CLRI_TRY(fetch(plan, saved, error));
    CLRI_TRY(check_parts(plan, error));
    CLRI_TRY(build(plan, index, saved, accumulator, error));
cleanup:
    free(saved);
    return status;
}

static clr_status take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                       clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(plan->context, error));
    CLRI_TRY(check(plan, index, accumulator, error));
    if (!plan->is_running)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the plan keeps nothing: run it with CLR_PART_MORE first");
    CLRI_TRY(clri_saved_state_take(plan, index, accumulator, error));
cleanup:
    return status;
}

clr_status clr_plan_accumulator(clr_plan *plan, size_t index, clr_accumulator **accumulator)
{
    clri_error error = {0};
    clr_status status;

    if (accumulator)
        *accumulator = NULL;
    if (!plan)
        return CLR_ERROR_ARGUMENT;
    status = clri_busy_enter(&plan->busy, "plan", &error);
    if (status == CLR_OK) {
        status = take(plan, index, accumulator, &error);
        clri_busy_leave(&plan->busy);
    }
    return clri_context_return(plan->context, status, &error);
}
