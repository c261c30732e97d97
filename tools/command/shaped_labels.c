/* SPDX-License-Identifier: Apache-2.0 */
/* shaped_labels - reports on results by label. See shaped.h. */
#include "message.h"
#include "shaped.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>

/* ---- Sums that may not fit ------------------------------------------------------------------- */

/* An upper bound of all partial sums of these terms, without the rounding of its own additions. */
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

/* Whether a sum may wrap; extremes and counts always fit. Warns from half of the largest sum on. */
static bool may_wrap(const shaped *s, clr_operator op, void *const rooms[])
{
    return request_adds_up(op) && sum_of_magnitudes(s, op, rooms) >= 0x1p62;
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

static void tell_labels_outside(const shaped *s)
{
    message_note("%" PRIu64 " of %" PRIu64 " labels are of no result: they are not in 0 to %" PRIu64
                 ".",
                 s->outside, s->rows.length, s->rows.bins - 1);
}

void shaped_labels_tell(const shaped *s)
{
    if (s->outside != 0 && !s->job.o->quiet && s->rows.row->is_labelled)
        tell_labels_outside(s);
    else if (s->outside != 0 && !s->job.o->quiet)
        tell_outside(s);
    if (s->rows.absent != 0 && !s->job.o->quiet && s->job.o->form != OUTPUT_JSON)
        tell_absent(s);
}
