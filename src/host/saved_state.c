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

enum {
    TERMS_MOST = 3, /* doubles of a state */
    SUMS_MOST = CLRI_PARTS_MOST
};

/* Where a sum's state lies, in bytes, and its digits in an accumulator's state. */
struct place {
    const clri_state_form *form;
    const clri_exact_sum *sum;
    clri_exact_layout layout; /* of floats */
    size_t state;             /* among the states that are left, ... */
    size_t saved;             /* ... and among saved states, with bins */
    size_t first;             /* digit */
};

/* What the states of a reduction's results are read by. */
struct reading {
    const clri_field *field;
    struct place sums[SUMS_MOST]; /* none of other reductions */
    size_t count;
    clri_left_layout left;
    clr_accumulator *accumulator;
};

/* Takes a sum of floats: doubles, and the words of bins from `saved` on. */
static clri_met take_float(const struct place *from, const unsigned char *at,
                           const unsigned char *saved, uint64_t count, uint32_t *state)
{
    const clri_exact_layout *layout = &from->layout;
    uint32_t *digits = state + from->first;
    clri_met met = {.count = count, .values = count};
    double terms[TERMS_MOST] = {-0.0};
    uint32_t seen;

    memcpy(terms, at + layout->terms, from->form->terms * sizeof *terms);
    if (from->form->counts_values)
        memcpy(&met.values, at + layout->count, sizeof met.values);
    memcpy(&seen, at + layout->seen, sizeof seen);
    met.flags = seen & CLRI_SEEN_VALUES;
    if (from->form->terms && !(terms[0] == 0 && signbit(terms[0])))
        met.flags |= CLRI_SEEN_OTHER;
    if (seen & CLRI_SEEN_BINS)
        memcpy(digits, saved + layout->words, from->form->digits * sizeof *digits);
    for (unsigned i = 0; i < from->form->terms; i++)
        clri_state_add_double(digits, from->sum, terms[i]);
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

/* Takes a sum of floats by label: what was seen, and all digits, which may be more than the
 * accumulator has. */
static clri_met take_label(const struct place *from, const unsigned char *at, uint64_t count,
                           uint32_t *state)
{
    const size_t digits = (size_t)from->sum->digits;
    clri_met met = {.count = count, .values = count};
    uint32_t seen, any = 0;

    memcpy(&seen, at, sizeof seen);
    memcpy(state + from->first, at + sizeof seen, digits * sizeof *state);
    for (size_t i = 0; i < digits; i++)
        any |= state[from->first + i];
    met.flags = seen & (CLRI_SEEN_VALUES - CLRI_SEEN_OTHER);
    if (seen != CLRI_SEEN_MINUS_ZERO || any)
        met.flags |= CLRI_SEEN_OTHER;
    return met;
}

/* Takes a sum of integers, of 128 or 192 bits. */
static clri_met take_integer(const struct place *from, const unsigned char *at, uint64_t count,
                             uint32_t *state)
{
    const unsigned longs = from->form->longs;
    clri_met met = {.count = count, .values = count};
    uint64_t bits[3] = {0}; /* the highest first */

    memcpy(bits, at, longs * sizeof *bits);
    for (size_t i = 0; i < (size_t)from->sum->digits; i++) {
        const uint64_t two = i / 2 < longs ? bits[longs - 1 - i / 2] : 0 - (bits[0] >> 63);

        state[from->first + i] = (uint32_t)(two >> 32 * (i % 2));
    }
    if (from->form->counts_values)
        memcpy(&met.values, at + longs * sizeof *bits, sizeof met.values);
    return met;
}

/* Takes the sums of result k, of `count` elements. Of no elements there are no flags, whatever the
 * device's empty state says. */
static void take_sums(const struct reading *reading, const unsigned char *state,
                      const unsigned char *saved, uint64_t count, size_t k)
{
    uint32_t *digits = clri_state_of(reading->accumulator, k), flags[SUMS_MOST];
    clri_met met = {.count = 0};

    for (size_t i = reading->count; i-- > 0;) {
        const struct place *from = &reading->sums[i];

        met = from->form->digits
                  ? take_float(from, state + from->state, saved + from->saved, count, digits)
              : from->form->longs ? take_integer(from, state + from->state, count, digits)
                                  : take_label(from, state, count, digits);
        flags[i] = met.flags;
    }
    met.flags = clri_state_flags(clri_operator_of(reading->accumulator->op), flags);
    reading->accumulator->met[k] = count ? met : (clri_met){0};
}

/* ---- what is read ---- */

/* States that are left lie without bins, those that parts keep with them. */
static struct place place_of(const clr_plan *plan, unsigned member, const clri_exact_sum *sum,
                             size_t first)
{
    const clri_pass *pass = &plan->choice->pass;
    const clri_state_form *form = &pass->members[member].form;
    const clri_layout states = clri_layout_states(pass, 1), saved = clri_layout_saved(pass);
    const clri_layout *lie = plan->choice->left.most ? &states : &saved;

    return (struct place){.form = form,
                          .sum = sum,
                          .layout = form->digits ? clri_layout_exact(form) : (clri_exact_layout){0},
                          .state = lie->members[member].offset,
                          .saved = saved.members[member].offset,
                          .first = first};
}

/* Whether a state is a sum with all its digits. */
static bool adds_up(const clri_state_form *form)
{
    return form->digits || form->longs || form->cell_limbs;
}

static struct reading reading_of(const clr_plan *plan, size_t index, clr_accumulator *accumulator)
{
    const clri_pass *pass = &plan->choice->pass;
    const clri_outcome *outcome = &pass->outcomes[index];
    const clri_exact_sums *sums = &accumulator->sums;
    struct reading found = {
        .field = &outcome->field, .left = plan->choice->left.layout, .accumulator = accumulator};

    if (!adds_up(&pass->members[outcome->members[0]].form))
        return found;
    for (int i = 0; i < clri_exact_sum_count(sums); i++)
        found.sums[found.count++] = place_of(plan, outcome->members[i], clri_exact_sum_at(sums, i),
                                             (size_t)clri_exact_first_digit(sums, i));
    return found;
}

/* ---- states in place of results ---- */

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
    uint64_t value;

    if (field->has_status)
        memcpy(&told, record + field->status_offset, sizeof told);
    accumulator->met[k] = (clri_met){.count = count,
                                     .values = told != CLR_OK ? 0
                                               : is_extreme   ? 1
                                                              : count};
    if (told != CLR_OK)
        return;
    value = bits_at(record, field->offset, field->value_size);
    if (!clri_state_keeps_nans(accumulator->op, accumulator->result))
        value = clri_state_settle_nan(accumulator->result, value);
    clri_state_put(state, CLRI_STATE_VALUE, value);
    if (field->has_second)
        clri_state_put(
            state, CLRI_STATE_SECOND,
            clri_state_settle_nan(accumulator->result,
                                  bits_at(record, field->second_offset, field->value_size)));
    if (field->has_index)
        clri_state_put(state, CLRI_STATE_INDEX,
                       bits_at(record, field->index_offset, sizeof(cl_ulong)));
}

/* A result that its kernel could not fold. */
static clr_status fail_result(clr_status told, size_t k, clri_error *error)
{
    if (told == CLR_ERROR_ARGUMENT)
        return clri_fail(
            error, told,
            "segment %zu ends behind the input's last element: offsets count elements, "
            "and are no larger than their number",
            k);
    if (told == CLR_ERROR_UNSUPPORTED)
        return clri_fail(error, told,
                         "result %zu has more elements than its kernel has room for: "
                         "reduce it in parts",
                         k);
    return clri_fail(error, told, "the kernel of result %zu failed: %s", k, clr_status_name(told));
}

/* Takes result k of a run from what is left of it. */
static clr_status take_left(const struct reading *reading, const unsigned char *left,
                            const unsigned char *bins, size_t k, clri_error *error)
{
    cl_ulong count;
    cl_int told;

    memcpy(&count, left, sizeof count);
    memcpy(&told, left + CLRI_LEFT_STATUS, sizeof told);
    if (told != CLR_OK)
        return fail_result(told, k, error);
    if (reading->count)
        take_sums(reading, left + reading->left.state, bins, count, k);
    else
        take_result(reading->field, left + reading->left.record, count, reading->accumulator, k);
    return CLR_OK;
}

/* ---- a plan's states ---- */

/* Refuses parts that have failed or are not complete. */
static clr_status check_parts(clr_plan *plan, clri_error *error)
{
    clri_ending ending;

    CLRI_OR_RETURN(clri_dependency_look(plan, &ending, error));
    return clri_dependency_check_parts(plan, error);
}

static clr_status fetch_state(const clr_plan *plan, cl_mem buffer, size_t size, unsigned char *to,
                              clri_error *error)
{
    const cl_int code = clEnqueueReadBuffer(plan->last_queue, buffer, CL_TRUE, 0, size, to,
                                            plan->last_event ? 1 : 0,
                                            plan->last_event ? &plan->last_event : NULL, NULL);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clEnqueueReadBuffer", "fetching what the plan keeps");
    return CLR_OK;
}

static clr_status check_accumulator(const clr_plan *plan, size_t index,
                                    clr_accumulator *const *accumulator, clri_error *error)
{
    const clri_pass *pass = &plan->choice->pass;

    if (!accumulator || index >= pass->outcome_count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         accumulator ? "the plan has no reduction number %zu"
                                     : "the place for the accumulator is NULL",
                         index);
    if (plan->choice->left.most)
        return CLR_OK;
    if (!pass->members[pass->outcomes[index].members[0]].form.digits)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "only sums of floats at level exact have accumulators of parts, and this "
                         "is %s of %s at level %s: clr_reduce_accumulator() makes others",
                         clr_operator_name(pass->outcomes[index].op),
                         clri_request_name_of(plan->request->type),
                         clr_accuracy_name(pass->outcomes[index].accuracy));
    return CLR_OK;
}

/* Bytes of a plan's memory, or none. */
struct kept {
    cl_mem buffer;
    size_t size;
    unsigned char *bytes;
};

/* Brings them; the caller frees them. */
static clr_status bring(const clr_plan *plan, struct kept *kept, clri_error *error)
{
    if (!kept->size)
        return CLR_OK;
    kept->bytes = malloc(kept->size);
    if (!kept->bytes)
        return clri_fail_memory(error);
    return fetch_state(plan, kept->buffer, kept->size, kept->bytes, error);
}

/* Takes what the parts of a plan's input have left until now. */
static clr_status take_parts(const clr_plan *plan, const struct reading *reading, clri_error *error)
{
    struct kept states = {.buffer = plan->stage.buffers[CLRI_PLAN_STATES],
                          .size = clri_layout_saved_size(&plan->choice->pass)};
    clr_status status = CLR_OK;

    CLRI_TRY(bring(plan, &states, error));
    take_sums(reading, states.bytes, states.bytes, plan->running_count, 0);
cleanup:
    free(states.bytes);
    return status;
}

/* Whether a result's sums have bins. */
static bool has_bins(const struct reading *reading, const unsigned char *left)
{
    uint32_t seen, all = 0;

    for (size_t i = 0; i < reading->count && reading->left.bins; i++) {
        const struct place *from = &reading->sums[i];

        if (from->form->digits) {
            memcpy(&seen, left + reading->left.state + from->state + from->layout.seen,
                   sizeof seen);
            all |= seen;
        }
    }
    return all & CLRI_SEEN_BINS;
}

/* Takes the states of all results. Bins are brought from the first result to the last that has
 * some. */
static clr_status take_all(const clr_plan *plan, const struct reading *reading, clri_error *error)
{
    const size_t size = reading->left.size, results = reading->accumulator->results;
    struct kept states = {.buffer = plan->stage.buffers[CLRI_PLAN_LEFT], .size = results * size};
    struct kept bins = {.buffer = plan->stage.buffers[CLRI_PLAN_BINS]};
    clr_status status = CLR_OK;

    CLRI_TRY(bring(plan, &states, error));
    for (size_t k = results; k > 0 && !bins.size; k--)
        if (has_bins(reading, states.bytes + (k - 1) * size))
            bins.size = k * reading->left.bins;
    CLRI_TRY(bring(plan, &bins, error));
    for (size_t k = 0; k < results; k++)
        CLRI_TRY(take_left(reading, states.bytes + k * size,
                           bins.bytes + (bins.size ? k * reading->left.bins : 0), k, error));
cleanup:
    free(states.bytes);
    free(bins.bytes);
    return status;
}

clr_status clri_saved_state_take(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                                 clri_error *error)
{
    const bool is_left = plan->choice->left.most != 0;
    clr_accumulator *made = NULL;
    clr_reduction reduction;
    struct reading reading;
    clr_status status = CLR_OK;

    CLRI_TRY(check_accumulator(plan, index, accumulator, error));
    reduction = reduction_of(plan, index);
    CLRI_TRY(clri_accumulator_make(&reduction, is_left ? (size_t)plan->left : 1, &made, error));
    reading = reading_of(plan, index, made);
    if (plan->is_running) {
        CLRI_TRY(check_parts(plan, error));
        CLRI_TRY(is_left ? take_all(plan, &reading, error) : take_parts(plan, &reading, error));
        CLRI_TRY(check_parts(plan, error));
    }
    *accumulator = made;
    made = NULL;
cleanup:
    clr_accumulator_destroy(made);
    return status;
}

static clr_status take_state(clr_plan *plan, size_t index, clr_accumulator **accumulator,
                             clri_error *error)
{
    CLRI_OR_RETURN(clri_context_check(plan->context, error));
    CLRI_OR_RETURN(check_accumulator(plan, index, accumulator, error));
    if (!plan->is_running)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         plan->choice->left.most
                             ? "the plan has no states: run it first"
                             : "the plan keeps nothing: run it with CLR_PART_MORE first");
    return clri_saved_state_take(plan, index, accumulator, error);
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
        status = take_state(plan, index, accumulator, &error);
        clri_busy_leave(&plan->busy);
    }
    return clri_context_return(plan->context, status, &error);
}
