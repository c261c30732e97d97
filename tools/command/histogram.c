/* SPDX-License-Identifier: Apache-2.0 */
/* histogram - counts numbers by bins. See histogram.h. */
#include "histogram.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "output.h"
#include "place.h"
#include "progress.h"
#include "smaller.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NumPy's default */
#define BINS_USUAL 10

/* default size of a piece in bytes */
#define PIECE_SIZE (UINT64_C(1) << 26)

/* ---- Reading --------------------------------------------------------------------------------- */

/* Sets the next elements, up to a piece, none at the end: viewed until the next call, or read into
 * the room. */
static int next_piece(histogram *h, uint64_t *got, const void **elements)
{
    intake *in = &h->job.in;
    const void *views[CLR_INPUTS_MOST] = {NULL};
    *got = 0;
    OR_RETURN(intake_pass(in));
    OR_RETURN(intake_view(in, h->piece, false, views, got));
    *elements = views[0];
    if (*got != 0)
        return CODE_FINE;
    if (in->room < h->piece && !intake_make_room(in, h->piece)) {
        progress_end();
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " numbers of %zu bytes.",
                            h->piece, in->feed.element_size);
    }
    *elements = in->rooms[0];
    return intake_read(in, in->rooms, 0, h->piece, got);
}

/* Returns to the first element. */
static int start_again(histogram *h)
{
    const clr_type type = h->bins.type;

    OR_RETURN(intake_reopen(&h->job.in, h->job.request, INPUT_WHOLE_STAYS));
    if (h->job.in.feed.type == type)
        return CODE_FINE;
    return message_fail(CODE_INPUT, "%s changed while it was read.", h->job.in.feed.names[0]);
}

/* ---- The range ------------------------------------------------------------------------------- */

/* The least and the largest element so far. */
typedef struct extent {
    double low, high;
    bool has_any;
} extent;

static int refuse_element(const histogram *h, const unsigned char *elements, uint64_t count)
{
    const clr_type type = h->bins.type;
    const size_t size = clr_type_size(type);
    char text[OUTPUT_TEXT_SIZE];
    uint64_t i = 0;

    while (i + 1 < count && isfinite(value_real(type, elements + i * size)))
        i++;
    output_text(type, elements + i * size, text);
    return message_fail(CODE_INPUT,
                        "element %" PRIu64 " is %s, and where bins begin and end can be found of "
                        "finite numbers only: say --range A,B, which leaves out all others.",
                        h->job.in.count - count + i, text);
}

/* Finds the piece's least and largest element. */
static int widen(histogram *h, const unsigned char *elements, uint64_t count, extent *e)
{
    const clr_type type = h->bins.type;
    const size_t size = clr_type_size(type);
    const clr_reduction both = CLR_REDUCTION(CLR_OPERATOR_MINMAX, type);
    unsigned char record[2 * sizeof(uint64_t)];

    if (hush_reduce_all(h->job.context, &both, 1, (const void *const[]){elements}, 1, count, record,
                        2 * size) != CLR_OK)
        return job_fail(&h->job);
    const double low = bins_below(type, record), high = bins_above(type, record + size);
    if (!isfinite(low) || !isfinite(high)) {
        progress_end();
        return refuse_element(h, elements, count);
    }
    e->low = !e->has_any || low < e->low ? low : e->low;
    e->high = !e->has_any || high > e->high ? high : e->high;
    e->has_any = true;
    return CODE_FINE;
}

typedef int (*piece_taker)(histogram *h, const unsigned char *elements, uint64_t count, extent *e);

/* Takes the whole input, piece by piece. */
static int take_all(histogram *h, piece_taker take, extent *e)
{
    const void *elements = NULL;
    uint64_t got = 1;
    int code = CODE_FINE;

    intake_start(&h->job.in);
    while (code == CODE_FINE && got != 0) {
        code = next_piece(h, &got, &elements);
        if (code == CODE_FINE && got != 0)
            code = take(h, elements, got, e);
    }
    progress_end();
    return code;
}

/* Reads the whole input, and keeps it if it cannot be read again. */
static int find_range(histogram *h, extent *e)
{
    intake *in = &h->job.in;
    const int code = intake_can_reopen(in, h->job.o) ? CODE_FINE : intake_read_ahead(in);

    return code == CODE_FINE ? take_all(h, widen, e) : code;
}

/* Without numbers the range is NumPy's, 0 to 1. */
static int make_bins(histogram *h)
{
    const options *o = h->job.o;
    const uint64_t count = o->shape.bins == 0 ? BINS_USUAL : o->shape.bins;
    extent e = {0, 1, false};
    int code = CODE_FINE;

    if (o->shape.has_range)
        e = (extent){o->shape.range[0], o->shape.range[1], true};
    else
        code = find_range(h, &e);
    return code == CODE_FINE ? bins_open(&h->bins, h->bins.type, count, e.low, e.high) : code;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static int make_counts(histogram *h)
{
    const uint64_t count = h->bins.count;

    h->counts = calloc(count, sizeof *h->counts);
    h->latest = calloc(count, sizeof *h->latest);
    h->checked = h->job.o->check ? calloc(count, sizeof *h->checked) : NULL;
    if (h->counts && h->latest && (h->checked || !h->job.o->check))
        return CODE_FINE;
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bins.", count);
}

/* Counts elements by the bins that a function finds. */
static void count_each(const bins *b, uint64_t (*find)(const bins *b, const void *element),
                       const unsigned char *elements, uint64_t count, uint64_t *counts)
{
    const size_t size = clr_type_size(b->type);

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t bin = find(b, elements + i * size);
        if (bin < b->count)
            counts[bin]++;
    }
}

/* Sets h->latest to the counts of these elements. */
static int count_latest(histogram *h, const unsigned char *elements, uint64_t count)
{
    if (!h->job.is_by_host)
        return histogram_device_count(h, elements, count);
    memset(h->latest, 0, h->bins.count * sizeof *h->latest);
    count_each(&h->bins, bins_find_key, elements, count, h->latest);
    return CODE_FINE;
}

static int count_piece(histogram *h, const unsigned char *elements, uint64_t count, extent *none)
{
    OR_RETURN(count_latest(h, elements, count));
    (void)none;
    h->outside += count;
    for (uint64_t i = 0; i < h->bins.count; i++) {
        h->counts[i] += h->latest[i];
        h->outside -= h->latest[i];
    }
    if (h->job.o->check)
        count_each(&h->bins, bins_find, elements, count, h->checked);
    job_note_piece(&h->job, count);
    return CODE_FINE;
}

/* ---- The check ------------------------------------------------------------------------------- */

static int check_counts(histogram *h)
{
    uint64_t differing = 0, first = 0;

    if (!h->job.o->check)
        return CODE_FINE;
    for (uint64_t i = h->bins.count; i-- > 0;) {
        if (h->checked[i] != h->counts[i]) {
            first = i;
            differing++;
        }
    }
    if (differing != 0)
        return message_fail(CODE_CHECK,
                            "check failed: of %" PRIu64 " bins %" PRIu64
                            " are wrong, the first of which is %" PRIu64 ": its count is %" PRIu64
                            ", and the check's %" PRIu64 ".",
                            h->bins.count, differing, first, h->counts[first], h->checked[first]);
    if (h->job.o->verbose)
        message_note("check passed: %" PRIu64 " bins.", h->bins.count);
    return CODE_FINE;
}

/* ---- The whole run --------------------------------------------------------------------------- */

/* Elements of a piece: at most the input's, and as many as buffers of elements and labels hold. */
static uint64_t piece_of(const histogram *h)
{
    const clr_device *device = clr_context_device(h->job.context);
    const size_t size = h->job.in.feed.element_size;
    const uint64_t asked = h->job.o->chunk_size == 0 ? PIECE_SIZE : h->job.o->chunk_size;
    const uint64_t most = device->max_mem_alloc_size / (size > 4 ? size : 4);
    const uint64_t piece = smaller(smaller(asked / size, most), h->job.in.feed.count);

    return piece == 0 ? 1 : piece;
}

int histogram_open(histogram *h, request *r)
{
    memset(h, 0, sizeof *h);
    int code = job_open(&h->job, r, INPUT_WHOLE_STAYS);
    h->bins.type = h->job.in.feed.type;
    return code;
}

int histogram_run(histogram *h)
{
    job *j = &h->job;
    OR_RETURN(place_open(j));
    h->piece = piece_of(h);
    OR_RETURN(make_bins(h));
    if (!j->o->shape.has_range)
        OR_RETURN(start_again(h));
    OR_RETURN(make_counts(h));
    if (!j->is_by_host)
        OR_RETURN(histogram_device_open(h));
    OR_RETURN(take_all(h, count_piece, NULL));
    j->total_ns = clock_ns() - j->start_ns;
    return check_counts(h);
}

void histogram_close(histogram *h)
{
    histogram_device_close(h);
    bins_close(&h->bins);
    free(h->counts);
    free(h->checked);
    free(h->latest);
    job_close(&h->job);
}
