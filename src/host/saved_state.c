/* SPDX-License-Identifier: Apache-2.0 */
/* saved_state - accumulators of states that a plan keeps between parts of its input, or leaves in
 * place of results. */
#include "host/saved_state.h"
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
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

/* Makes the first `count` digits 0: of short results all of them would cost more than the rest. */
static void clear(digits *d, size_t count)
{
    memset(d->low, 0, count * sizeof *d->low);
    memset(d->high, 0, count * sizeof *d->high);
}

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

/* Of sums of floats, of `count` elements: takes the digits and what was met from all members. */
static clri_met take_floats(const clri_pass *pass, size_t index, const clri_exact_sums *sums,
                            const unsigned char *saved, uint64_t count, digits *d)
{
    const clri_outcome *outcome = &pass->outcomes[index];
    const clri_layout layout = clri_layout_saved(pass);
    const clri_met met = take_member(
        &pass->members[outcome->member].form, saved + layout.members[outcome->member].offset,
        sums->values.digits ? &sums->values : &sums->products, 0, count, d);

    if (outcome->second != outcome->member) /* squares: flags and counts are those of the values */
        take_member(&pass->members[outcome->second].form,
                    saved + layout.members[outcome->second].offset, &sums->products,
                    (size_t)sums->values.digits, count, d);
    return met;
}

/* ---- states in place of results ---- */

/* Puts an integer of 128 or 192 bits into `count` digits from `first` on. */
static void put_integer(const clri_state_form *form, const unsigned char *at, size_t first,
                        size_t count, digits *d)
{
    uint64_t longs[3] = {0}; /* the highest first */

    memcpy(longs, at, form->longs * sizeof *longs);
    for (size_t i = 0; i < count; i++) {
        const bool is_there = i / 2 < form->longs;
        const uint64_t bits = is_there ? longs[form->longs - 1 - i / 2] : 0 - (longs[0] >> 63);

        d->low[first + i] = (uint32_t)(bits >> 32 * (i % 2));
    }
    d->high[first + count - 1] = d->low[first + count - 1] >> 31 ? -1 : 0;
}

/* Of sums of integers: takes the digits and what was met from all members. */
static clri_met take_integers(const clri_pass *pass, size_t index, const clri_exact_sums *sums,
                              const unsigned char *saved, uint64_t count, digits *d)
{
    const clri_outcome *outcome = &pass->outcomes[index];
    const clri_state_form *form = &pass->members[outcome->member].form;
    const clri_layout layout = clri_layout_saved(pass);
    const unsigned char *at = saved + layout.members[outcome->member].offset;
    const size_t values = (size_t)sums->values.digits, products = (size_t)sums->products.digits;
    clri_met met = {.count = count, .values = count};

    if (form->counts_values)
        memcpy(&met.values, at + form->longs * sizeof(uint64_t), sizeof met.values);
    put_integer(form, at, 0, values ? values : products, d);
    if (outcome->second != outcome->member)
        put_integer(&pass->members[outcome->second].form,
                    saved + layout.members[outcome->second].offset, values, products, d);
    return met;
}

/* A field of the results' record as bits, `size` bytes in the host's order. */
static uint64_t bits_at(const unsigned char *record, size_t offset, size_t size)
{
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case sizeof one:
        memcpy(&one, record + offset, sizeof one);
        return one;
    case sizeof two:
        memcpy(&two, record + offset, sizeof two);
        return two;
    case sizeof four:
        memcpy(&four, record + offset, sizeof four);
        return four;
    default:
        memcpy(&eight, record + offset, sizeof eight);
        return eight;
    }
}

/* Of extremes and of single words: what the result consists of. */
static void take_result(const clri_field *field, const unsigned char *record, uint64_t count,
                        clr_accumulator *accumulator, size_t k)
{
    const bool is_extreme = accumulator->kind == &clri_state_extremes;
    uint32_t *state = clri_state_of(accumulator, k);
    cl_int told = CLR_OK;

    if (field->has_status)
        memcpy(&told, record + field->status_offset, sizeof told);
    accumulator->met[k] = (clri_met){.count = count,
                                     .values = told != CLR_OK ? 0
                                               : is_extreme   ? 1
                                                              : count};
    if (told != CLR_OK)
        return;
    clri_state_put(state, CLRI_STATE_VALUE,
                   clri_state_settle_nan(accumulator->result,
                                         bits_at(record, field->offset, field->value_size)));
    if (field->has_second)
        clri_state_put(
            state, CLRI_STATE_SECOND,
            clri_state_settle_nan(accumulator->result,
                                  bits_at(record, field->second_offset, field->value_size)));
    if (field->has_index)
        clri_state_put(state, CLRI_STATE_INDEX,
                       bits_at(record, field->index_offset, sizeof(cl_ulong)));
}

/* What a result has met; of no elements nothing, whatever the device's empty state says. */
static clri_met settled(clri_met met)
{
    return met.count ? met : (clri_met){0};
}

/* Takes result k of a run from what is left of it. */
static clr_status take_left(const clr_plan *plan, size_t index, const unsigned char *left,
                            clr_accumulator *accumulator, size_t k, clri_error *error)
{
    const clri_pass *pass = &plan->choice->pass;
    const clri_left_layout *layout = &plan->choice->left.layout;
    const clri_state_form *form = &pass->members[pass->outcomes[index].member].form;
    const unsigned char *state = left + layout->state;
    digits d;
    cl_ulong count;
    cl_int told;

    memcpy(&count, left, sizeof count);
    memcpy(&told, left + CLRI_LEFT_STATUS, sizeof told);
    if (told != CLR_OK)
        return clri_fail(error, told,
                         "result %zu has more elements than its kernel has room for: "
                         "reduce it in parts",
                         k);
    if (!form->digits && !form->longs) {
        take_result(&pass->outcomes[index].field, left + layout->record, count, accumulator, k);
        return CLR_OK;
    }
    clear(&d, accumulator->digits);
    accumulator->met[k] = form->digits
                              ? take_floats(pass, index, &accumulator->sums, state, count, &d)
                              : take_integers(pass, index, &accumulator->sums, state, count, &d);
    accumulator->met[k] = settled(accumulator->met[k]);
    clri_state_set_sums(accumulator, k, d.low, d.high);
    return CLR_OK;
}

/* ---- a plan's states ---- */

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

static clr_status fetch(const clr_plan *plan, cl_mem buffer, size_t size, unsigned char *to,
                        cl_bool blocking, cl_event *arrival, clri_error *error)
{
    const cl_int code = clEnqueueReadBuffer(plan->last_queue, buffer, blocking, 0, size, to,
                                            plan->last_event ? 1 : 0,
                                            plan->last_event ? &plan->last_event : NULL, arrival);

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
    if (plan->choice->left.most)
        return CLR_OK;
    if (!pass->members[pass->outcomes[index].member].form.digits)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "only sums of floats at level exact have accumulators of parts, and this "
                         "is %s of %s at level %s: clr_reduce_accumulator() makes others",
                         clr_operator_name(pass->outcomes[index].op),
                         clri_request_name_of(plan->request->type),
                         clr_accuracy_name(pass->outcomes[index].accuracy));
    return CLR_OK;
}

/* Makes an accumulator of what the parts of a plan's input have left until now. */
static clr_status take_parts(const clr_plan *plan, size_t index, const unsigned char *saved,
                             clr_accumulator *accumulator)
{
    digits d = {{0}, {0}};

    accumulator->met[0] =
        take_floats(&plan->choice->pass, index, &accumulator->sums, saved, plan->running_count, &d);
    accumulator->met[0] = settled(accumulator->met[0]);
    clri_state_set_sums(accumulator, 0, d.low, d.high);
    return CLR_OK;
}

static clr_status take_all(const clr_plan *plan, size_t index, const unsigned char *kept,
                           clr_accumulator *accumulator, clri_error *error)
{
    const size_t size = plan->choice->left.layout.size;
    clr_status status = CLR_OK;

    if (!plan->choice->left.most)
        return take_parts(plan, index, kept, accumulator);
    for (size_t k = 0; k < accumulator->results; k++)
        CLRI_TRY(take_left(plan, index, kept + k * size, accumulator, k, error));
cleanup:
    return status;
}

/* Where the plan keeps states, and in how many bytes. */
static cl_mem kept_at(const clr_plan *plan, size_t *size)
{
    const bool is_left = plan->choice->left.most != 0;

    *size = is_left ? (size_t)plan->left * plan->choice->left.layout.size
                    : clri_layout_saved_size(&plan->choice->pass);
    return plan->stage.buffers[is_left ? CLRI_PLAN_LEFT : CLRI_PLAN_STATES];
}

/* An accumulator of the bytes that the plan keeps; NULL: of no elements. */
static clr_status make(const clr_plan *plan, size_t index, const unsigned char *kept,
                       clr_accumulator **accumulator, clri_error *error)
{
    const clr_reduction reduction = reduction_of(plan, index);
    clr_accumulator *made = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_accumulator_make(&reduction, plan->choice->left.most ? (size_t)plan->left : 1,
                                   &made, error));
    if (kept)
        CLRI_TRY(take_all(plan, index, kept, made, error));
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(made);
    return status;
}

clr_status clri_saved_state_take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                                 clri_error *error)
{
    unsigned char *kept = NULL;
    cl_mem buffer;
    size_t size;
    clr_status status = CLR_OK;

    CLRI_TRY(check(plan, index, accumulator, error));
    buffer = kept_at(plan, &size);
    if (plan->is_running && size) {
        kept = malloc(size);
        if (!kept)
            return clri_fail_memory(error);
        CLRI_TRY(check_parts(plan, error));
        CLRI_TRY(fetch(plan, buffer, size, kept, CL_TRUE, NULL, error));
        CLRI_TRY(check_parts(plan, error));
    }
    CLRI_TRY(make(plan, index, kept, accumulator, error));
cleanup:
    free(kept);
    return status;
}

/* ---- states on their way ---- */

clr_status clri_sent_states_begin(clr_plan *plan, clri_sent_states *sent, clri_error *error)
{
    size_t size;
    const cl_mem buffer = kept_at(plan, &size);
    clr_status status = CLR_OK;

    sent->bytes = malloc(size);
    if (!sent->bytes)
        return clri_fail_memory(error);
    CLRI_TRY(check_parts(plan, error));
    CLRI_TRY(fetch(plan, buffer, size, sent->bytes, CL_FALSE, &sent->arrival, error));
cleanup:
    return status;
}

clr_status clri_sent_states_await(clr_plan *plan, clri_sent_states *sent, clri_error *error)
{
    const cl_int code = clWaitForEvents(1, &sent->arrival);

    clri_event_release(&sent->arrival);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clWaitForEvents", "fetching what the plan keeps");
    return check_parts(plan, error);
}

clr_status clri_sent_states_take(const clr_plan *plan, size_t index, const clri_sent_states *sent,
                                 clr_accumulator **accumulator, clri_error *error)
{
    return make(plan, index, sent->bytes, accumulator, error);
}

void clri_sent_states_end(clri_sent_states *sent)
{
    if (sent->arrival)
        clWaitForEvents(1, &sent->arrival); /* as nobody may write to what is freed */
    clri_event_release(&sent->arrival);
    free(sent->bytes);
    sent->bytes = NULL;
}

/* ---- the call ---- */

static clr_status take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                       clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(plan->context, error));
    CLRI_TRY(check(plan, index, accumulator, error));
    if (!plan->is_running)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         plan->choice->left.most
                             ? "the plan has no states: run it first"
                             : "the plan keeps nothing: run it with CLR_PART_MORE first");
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
