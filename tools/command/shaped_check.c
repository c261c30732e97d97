/* SPDX-License-Identifier: Apache-2.0 */
/* shaped_check - checks many results on the host, one by one. See shaped.h. */
#include "message.h"
#include "progress.h"
#include "shaped.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* elements of a result from which on all cores check it */
#define LONG_ROW (UINT64_C(1) << 20)

/* Allocates room for a result's elements, if they are not contiguous. */
static bool make_scratch(shaped *s)
{
    const uint64_t size = s->rows.length * s->job.in.feed.element_size * s->job.in.feed.input_count;

    if (!s->scratch)
        s->scratch = malloc(size + 1);
    return s->scratch != NULL;
}

static check_claim claim_of(const shaped *s, size_t reduction, uint64_t row, uint64_t length)
{
    const clr_result *result = &s->job.layout.results[reduction];
    const shaped_results *results = &s->results[reduction];
    const uint64_t offset = row * result->value_size;

    return (check_claim){
        .status = (clr_status)results->status[row],
        .type = result->type,
        .value = results->value + offset,
        .second = !results->second ? NULL : results->second + offset,
        .index = !results->index ? NULL : results->index + row,
        .depth = clr_plan_depth(shaped_plan_of(s, reduction), length),
        .accumulator = result->accumulator,
        .accuracy = result->accuracy,
    };
}

static check_selected selected_of(const shaped *s, size_t reduction, uint64_t row)
{
    const shaped_results *results = &s->results[reduction];

    return (check_selected){
        .reduction = &s->job.request->reductions[reduction],
        .status = (clr_status)results->status[row],
        .type = s->job.layout.results[reduction].type,
        .values = shaped_values_of(s, reduction, row),
        .stride = s->rows.count,
        .value = results->value + row * s->job.layout.results[reduction].value_size,
        .index = !results->index ? NULL : results->index + row,
        .count = s->job.checks[reduction].op == CLR_OPERATOR_MODE ? results->number + row : NULL,
    };
}

/* The rank of a verdict, the worst highest. */
static int rank_of(check_verdict verdict)
{
    static const int ranks[] = {
        [CHECK_AGREES] = 0,      [CHECK_VAGUE] = 1,   [CHECK_UNDECIDED] = 1,
        [CHECK_UNAVAILABLE] = 2, [CHECK_DIFFERS] = 3,
    };

    return ranks[verdict];
}

/* Reports a verdict that is worse than those of all earlier rows. */
static void tell(shaped *s, size_t reduction, uint64_t row, check_verdict verdict,
                 const char *sentence)
{
    const bool is_first = rank_of(verdict) > rank_of(s->job.verdicts[reduction]);
    char name[ROWS_NAME_SIZE], which[sizeof name + 16];

    if (verdict == CHECK_DIFFERS)
        s->differing[reduction]++;
    if (!is_first)
        return;
    s->job.verdicts[reduction] = verdict;
    rows_place(&s->rows, row, name);
    snprintf(which, sizeof which, "result %s: ", name);
    job_tell(&s->job, verdict, which, sentence);
}

/* Checks a reduction's result of a row, whose elements are in `elements`. */
static check_verdict check_result(shaped *s, size_t reduction, uint64_t row,
                                  const void *const elements[], uint64_t length, char *sentence)
{
    check *c = &s->job.checks[reduction];

    if (operator_selects(c->op)) {
        const check_selected claim = selected_of(s, reduction, row);

        return check_judge_selected(c, &claim, elements, length, sentence);
    }
    if (length < LONG_ROW)
        check_add(c, elements, length);
    else
        check_array(c, elements, length);
    const check_claim claim = claim_of(s, reduction, row, length);
    return check_judge(c, &claim, sentence);
}

static void check_row(shaped *s, const rows_piece *piece, uint64_t row, void *const rooms[],
                      const uint64_t *numbers)
{
    const uint64_t length = rows_length(&s->rows, piece->first + row);
    const size_t size = s->job.in.feed.element_size;
    const void *elements[CLR_INPUTS_MOST] = {NULL};
    char sentence[CHECK_SENTENCE_SIZE];

    for (size_t i = 0; i < s->job.in.feed.input_count; i++) {
        char *scratch = (char *)s->scratch + i * s->rows.length * size;
        elements[i] = rows_elements(&s->rows, piece, row, i, size, rooms[i], scratch);
    }
    for (size_t i = 0; i < s->job.layout.count; i++) {
        check *c = &s->job.checks[i];
        request_check_start(s->job.request, i, c);
        check_set_numbers(c, numbers ? numbers + rows_label_begin(&s->rows, row) : NULL);
        tell(s, i, piece->first + row,
             check_result(s, i, piece->first + row, elements, length, sentence), sentence);
    }
}

static void check_rows(shaped *s, const rows_piece *piece, void *const rooms[],
                       const uint64_t *numbers)
{
    progress_wait("checking");
    for (uint64_t row = 0; row < piece->count; row++)
        check_row(s, piece, row, rooms, numbers);
    progress_waited();
}

/* ---- By label: elements are sorted first ----------------------------------------------------- */

/* Copies each input in the order of labels, which makes a result's elements neighbours. */
static bool sort_inputs(shaped *s, void *const rooms[], void *sorted[])
{
    const size_t size = s->job.in.feed.element_size;
    rows *r = &s->rows;
    bool is_sorted = true;

    rows_count_labels(r);
    for (size_t i = 0; is_sorted && i < s->job.in.feed.input_count; i++) {
        sorted[i] = !r->offsets ? NULL : malloc(r->elements * size + 1);
        is_sorted =
            sorted[i] && labels_sort(&r->labels, r->count, r->offsets, size, rooms[i], sorted[i]);
    }
    return is_sorted;
}

/* The elements' indices in the order of labels; NULL: out of memory. */
static uint64_t *sort_numbers(const rows *r)
{
    uint64_t *numbers = malloc(r->elements * sizeof *numbers + 1);
    uint64_t *sorted = malloc(r->elements * sizeof *sorted + 1);

    for (uint64_t i = 0; numbers && i < r->elements; i++)
        numbers[i] = i;
    if (!numbers || !sorted ||
        !labels_sort(&r->labels, r->count, r->offsets, sizeof *sorted, numbers, sorted)) {
        free(sorted);
        sorted = NULL;
    }
    free(numbers);
    return sorted;
}

/* Masked elements do not count as outside. */
static int check_outside(const shaped *s, void *const rooms[])
{
    const request *r = s->job.request;
    const uint64_t outside =
        labels_outside(&s->rows.labels, s->rows.count, r->is_mask_apart ? rooms[r->mask] : NULL,
                       s->job.in.feed.element_size);

    if (outside == s->outside)
        return CODE_FINE;
    return message_fail(CODE_CHECK,
                        "check failed: the device left out %" PRIu64
                        " numbers whose labels are of no result, and there are %" PRIu64 ".",
                        s->outside, outside);
}

static int check_labels(shaped *s, const rows_piece *piece, void *const rooms[])
{
    void *sorted[CLR_INPUTS_MOST] = {NULL};
    uint64_t *numbers = NULL;
    int code = check_outside(s, rooms);

    if (code == CODE_FINE && sort_inputs(s, rooms, sorted) && (numbers = sort_numbers(&s->rows)))
        check_rows(s, piece, sorted, numbers);
    else if (code == CODE_FINE)
        code = message_fail(CODE_DEVICE, "out of memory for the check of %" PRIu64 " elements.",
                            s->rows.elements);
    free(numbers);
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(sorted[i]);
    return code;
}

static int check_labelled(shaped *s, const rows_piece *piece, void *const rooms[])
{
    const uint64_t outside = labels_outside(&s->rows.labels, s->rows.bins, NULL, 0);

    if (outside != s->outside)
        return message_fail(CODE_CHECK,
                            "check failed: the device left out %" PRIu64
                            " labels of no result, and there are %" PRIu64 ".",
                            s->outside, outside);
    if (!rows_sort_labelled(&s->rows) || !make_scratch(s))
        return message_fail(CODE_DEVICE, "out of memory for the check of %" PRIu64 " elements.",
                            s->rows.elements);
    check_rows(s, piece, rooms, s->rows.order);
    return CODE_FINE;
}

int shaped_check_piece(shaped *s, const rows_piece *piece, void *const rooms[])
{
    if (s->rows.row->is_scattered)
        return check_labels(s, piece, rooms);
    if (s->rows.row->is_labelled)
        return check_labelled(s, piece, rooms);
    if (!make_scratch(s))
        return message_fail(CODE_DEVICE, "out of memory for the check of %" PRIu64 " elements.",
                            s->rows.length);
    check_rows(s, piece, rooms, NULL);
    return CODE_FINE;
}

int shaped_check_end(const shaped *s)
{
    uint64_t differing = 0;

    for (size_t i = 0; i < s->job.layout.count; i++)
        differing += s->differing[i];
    if (differing == 0) {
        if (s->job.o->verbose && job_is_sure(&s->job))
            message_note("check passed: %" PRIu64 " results.", s->rows.count);
        return CODE_FINE;
    }
    if (differing > 1)
        message_note("check failed: of %" PRIu64 " results %" PRIu64 " are wrong.",
                     s->rows.count * s->job.layout.count, differing);
    return CODE_CHECK;
}
