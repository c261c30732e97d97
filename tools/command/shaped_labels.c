/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_labels - what results by label alone have to tell, and their check on the host, where
 * elements are sorted by label. See shaped.h.
 */
#include "message.h"
#include "shaped.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sums that may not fit ------------------------------------------------------------------- */

/* No sum of a part of these terms is larger; each addition here is a rounding off by a little. */
static double sum_of_magnitudes(const shaped *s, clr_operator op, void *const rooms[])
{
    const clr_type type = s->job.in.feed.type;
    const size_t size = clr_type_size(type);
    double sum = 0;

    for (uint64_t i = 0; i < s->rows.elements; i++) {
        const double x = value_nearest(type, (const char *)rooms[0] + i * size);
        const double y = op == CLR_OPERATOR_SUMSQ ? x
                         : op == CLR_OPERATOR_DOT
                             ? value_nearest(type, (const char *)rooms[1] + i * size)
                             : 1;
        sum += fabs(x * y);
    }
    return sum;
}

/* Extremes, counts and the like fit as they are; half of what fits is far from where it ends. */
static bool may_wrap(const shaped *s, clr_operator op, void *const rooms[])
{
    const bool adds = op == CLR_OPERATOR_SUM || op == CLR_OPERATOR_ASUM ||
                      op == CLR_OPERATOR_SUMSQ || op == CLR_OPERATOR_DOT;

    return adds && sum_of_magnitudes(s, op, rooms) >= 0x1p62;
}

void shaped_labels_tell_wrapped(const shaped *s, void *const rooms[])
{
    for (size_t i = 0; !s->job.o->quiet && i < s->job.layout.count; i++) {
        const clr_operator op = s->job.layout.results[i].op;
        if (!may_wrap(s, op, rooms))
            continue;
        message_note("by label, %s cannot tell whether its results fit 64 bits: they are taken "
                     "modulo 2^64; --overflow detect does, and --map 1.0*x computes in f64.",
                     clr_operator_name(op));
        return;
    }
}

/* ---- What atomics fold ----------------------------------------------------------------------- */

bool shaped_labels_are_folded(const clr_reduction *reduction)
{
    clr_type type = reduction->type;

    if (reduction->map != NULL)
        clr_map_check(reduction->map, reduction->type, &type, NULL, NULL, 0);
    const bool is_real = value_kind_of(type) == VALUE_REAL;

    if (reduction->where != NULL)
        return false;
    switch (reduction->op) {
    case CLR_OPERATOR_COUNT:
    case CLR_OPERATOR_ANY:
    case CLR_OPERATOR_ALL:
    case CLR_OPERATOR_MIN:
    case CLR_OPERATOR_MAX:
    case CLR_OPERATOR_AMAX:
        return true;
    case CLR_OPERATOR_AND:
    case CLR_OPERATOR_OR:
    case CLR_OPERATOR_XOR:
        return !is_real;
    case CLR_OPERATOR_SUM:
    case CLR_OPERATOR_ASUM:
        return is_real || reduction->overflow == CLR_OVERFLOW_WRAP;
    case CLR_OPERATOR_SUMSQ:
    case CLR_OPERATOR_DOT:
        return !is_real && reduction->overflow == CLR_OVERFLOW_WRAP;
    case CLR_OPERATOR_MEAN:
        return is_real;
    default:
        return false;
    }
}

/* ---- Labels of no result --------------------------------------------------------------------- */

static void tell_outside(const shaped *s)
{
    message_note("%" PRIu64 " of %" PRIu64 " numbers belong to no result: their labels are not in "
                 "0 to %" PRIu64 ".",
                 s->outside, s->rows.elements, s->rows.count - 1);
}

static void tell_absent(const shaped *s)
{
    message_note("%" PRIu64 " of the labels 0 to %" PRIu64
                 " have no numbers and are left out: --bins "
                 "%" PRIu64 " prints all.",
                 s->rows.absent, s->rows.count - 1, s->rows.count);
}

void shaped_labels_tell(const shaped *s)
{
    if (s->outside != 0 && !s->job.o->quiet)
        tell_outside(s);
    if (s->rows.absent != 0 && !s->job.o->quiet && !s->job.o->json)
        tell_absent(s);
}

/* ---- The check ------------------------------------------------------------------------------- */

/* Copies each input in the order of labels, where the elements of a result are neighbours. */
static bool sort_inputs(shaped *s, void *const rooms[], void *sorted[])
{
    const size_t size = s->job.in.feed.element_size;
    rows *r = &s->rows;
    bool is_sorted = true;

    rows_count_labels(r);
    for (size_t i = 0; is_sorted && i < s->job.in.feed.input_count; i++) {
        sorted[i] = r->offsets == NULL ? NULL : malloc(r->elements * size + 1);
        is_sorted = sorted[i] != NULL &&
                    labels_sort(&r->labels, r->count, r->offsets, size, rooms[i], sorted[i]);
    }
    return is_sorted;
}

/* The elements' numbers in that order; NULL: there is no room. */
static uint64_t *sort_numbers(const rows *r)
{
    uint64_t *numbers = malloc(r->elements * sizeof *numbers + 1);
    uint64_t *sorted = malloc(r->elements * sizeof *sorted + 1);

    for (uint64_t i = 0; numbers != NULL && i < r->elements; i++)
        numbers[i] = i;
    if (numbers == NULL || sorted == NULL ||
        !labels_sort(&r->labels, r->count, r->offsets, sizeof *sorted, numbers, sorted)) {
        free(sorted);
        sorted = NULL;
    }
    free(numbers);
    return sorted;
}

/* What a mask that is apart leaves out is not counted. */
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

int shaped_labels_check(shaped *s, const rows_piece *piece, void *const rooms[])
{
    void *sorted[CLR_INPUTS_MOST] = {NULL};
    uint64_t *numbers = NULL;
    int code = check_outside(s, rooms);

    if (code == CODE_FINE && sort_inputs(s, rooms, sorted) && (numbers = sort_numbers(&s->rows)))
        shaped_check_rows(s, piece, sorted, numbers);
    else if (code == CODE_FINE)
        code = message_fail(CODE_DEVICE, "out of memory for the check of %" PRIu64 " elements.",
                            s->rows.elements);
    free(numbers);
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(sorted[i]);
    return code;
}
