/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram - numbers counted by bins. See histogram.h.
 */
#include "histogram.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "output.h"
#include "session.h"
#include "smaller.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Bins, unless it is said how many: NumPy's number. */
#define BINS_USUAL 10

/* Bytes of a piece, unless it is said how many. */
#define PIECE_SIZE (UINT64_C(1) << 26)

/* ---- Reading --------------------------------------------------------------------------------- */

static int fail_memory(histogram *h, uint64_t elements)
{
    progress_end(&h->job.bar);
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " numbers of %zu bytes%s.",
                        elements, h->job.feed.element_size,
                        h->has_all ? ", which cannot be read twice: say their --range" : "");
}

static int make_room(histogram *h, uint64_t elements)
{
    const size_t size = h->job.feed.element_size;
    unsigned char *room = elements < SIZE_MAX / size ? realloc(h->room, elements * size + 1) : NULL;

    if (room == NULL)
        return fail_memory(h, elements);
    h->room = room;
    h->capacity = elements;
    return CODE_FINE;
}

/* Reads up to a piece to place `at` of the room, less than a piece before the end. */
static int read_piece(histogram *h, uint64_t at, uint64_t *got)
{
    job *j = &h->job;
    const size_t size = j->feed.element_size;
    uint64_t more = 1;
    int code = CODE_FINE;

    *got = 0;
    if (h->capacity < at + h->piece)
        code = make_room(h, 2 * at + h->piece);
    while (code == CODE_FINE && *got < h->piece && more != 0) {
        void *const rooms[CLR_INPUTS_MOST] = {h->room};
        const uint64_t start_ns = clock_ns();
        more = feed_read(&j->feed, rooms, (at + *got) * size, h->piece - *got);
        j->read_ns += clock_ns() - start_ns;
        *got += more;
        j->count += more;
        progress_step(&j->bar, j->count * size);
    }
    if (code == CODE_FINE && more == 0) {
        code = feed_fail(&j->feed);
        if (code != CODE_FINE)
            progress_end(&j->bar);
    }
    return code;
}

/*
 * The next elements, up to a piece, which are none at the end: where their file has them, until the
 * next call, or in the room, behind what it keeps.
 */
static int next_piece(histogram *h, uint64_t *got, const unsigned char **elements)
{
    job *j = &h->job;
    const uint64_t at = h->has_all ? j->count : 0;
    const void *views[CLR_INPUTS_MOST] = {NULL};
    const bool is_passed = h->viewed == 0 || feed_pass(&j->feed, h->viewed);

    h->viewed = is_passed && !h->has_all ? feed_view(&j->feed, views, h->piece) : 0;
    *got = h->viewed;
    *elements = views[0];
    if (!is_passed) {
        progress_end(&j->bar);
        return feed_fail(&j->feed);
    }
    if (h->viewed == 0) {
        const int code = read_piece(h, at, got);
        *elements = h->room + at * j->feed.element_size;
        return code;
    }
    j->count += *got;
    progress_step(&j->bar, j->count * j->feed.element_size);
    return CODE_FINE;
}

static void start_bar(histogram *h)
{
    const feed *f = &h->job.feed;

    progress_start(&h->job.bar, !h->job.o->quiet,
                   f->count == INPUT_COUNT_UNKNOWN ? PROGRESS_TOTAL_UNKNOWN
                                                   : f->count * f->element_size);
}

/* Files have a beginning to come back to, pipes have none. */
static bool can_be_read_again(const options *o)
{
    struct stat found;

    for (size_t i = 0; i < o->operand_count; i++) {
        if (strcmp(o->operands[i], "-") == 0 || stat(o->operands[i], &found) != 0 ||
            !S_ISREG(found.st_mode))
            return false;
    }
    return o->operand_count != 0;
}

/* What is read next is the first element again. */
static int start_again(histogram *h, input_whole whole)
{
    const clr_type type = h->job.feed.type;

    h->job.count = 0;
    if (h->has_all)
        return CODE_FINE;
    feed_close(&h->job.feed);
    const int code = feed_open(&h->job.feed, h->job.request, whole);
    if (code != CODE_FINE || h->job.feed.type == type)
        return code;
    return message_fail(CODE_INPUT, "%s changed while it was read.", h->job.feed.names[0]);
}

/* ---- The range ------------------------------------------------------------------------------- */

/* Of what is read so far. */
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
                        h->job.count - count + i, text);
}

/* The piece's least and largest element, on the device. */
static int widen(histogram *h, const unsigned char *elements, uint64_t count, extent *e)
{
    const clr_type type = h->bins.type;
    const size_t size = clr_type_size(type);
    const clr_reduction both = CLR_REDUCTION(CLR_OPERATOR_MINMAX, type);
    unsigned char record[2 * sizeof(uint64_t)];

    if (hush_reduce(h->job.context, &both, elements, count, record, 2 * size) != CLR_OK) {
        progress_end(&h->job.bar);
        return session_fail(h->job.o, h->job.context, type);
    }
    const double low = bins_below(type, record), high = bins_above(type, record + size);
    if (!isfinite(low) || !isfinite(high)) {
        progress_end(&h->job.bar);
        return refuse_element(h, elements, count);
    }
    e->low = !e->has_any || low < e->low ? low : e->low;
    e->high = !e->has_any || high > e->high ? high : e->high;
    e->has_any = true;
    return CODE_FINE;
}

/* Reads all of the input, and keeps it if it cannot be read again. */
static int find_range(histogram *h, extent *e)
{
    const unsigned char *elements = NULL;
    uint64_t got = 1;
    int code = CODE_FINE;

    h->has_all = !can_be_read_again(h->job.o);
    start_bar(h);
    while (code == CODE_FINE && got != 0) {
        code = next_piece(h, &got, &elements);
        if (code == CODE_FINE && got != 0)
            code = widen(h, elements, got, e);
    }
    progress_end(&h->job.bar);
    return code;
}

/* Nothing has NumPy's range, from 0 to 1. */
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
    if (h->counts != NULL && h->latest != NULL && (h->checked != NULL || !h->job.o->check))
        return CODE_FINE;
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bins.", count);
}

static void count_on_host(histogram *h, const unsigned char *elements, uint64_t count)
{
    const size_t size = clr_type_size(h->bins.type);

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t bin = bins_find(&h->bins, elements + i * size);
        if (bin < h->bins.count)
            h->checked[bin]++;
    }
}

static int count_piece(histogram *h, const unsigned char *elements, uint64_t count)
{
    const int code = histogram_device_count(h, elements, count);

    if (code != CODE_FINE)
        return code;
    h->outside += count;
    for (uint64_t i = 0; i < h->bins.count; i++) {
        h->counts[i] += h->latest[i];
        h->outside -= h->latest[i];
    }
    if (h->job.o->check)
        count_on_host(h, elements, count);
    h->job.pieces++;
    return CODE_FINE;
}

/* From the room that has all. */
static int count_kept(histogram *h, uint64_t elements)
{
    const size_t size = h->job.feed.element_size;
    int code = CODE_FINE;

    while (code == CODE_FINE && h->job.count < elements) {
        const uint64_t count = smaller(h->piece, elements - h->job.count);
        code = count_piece(h, h->room + h->job.count * size, count);
        h->job.count += count;
    }
    return code;
}

static int count_read(histogram *h)
{
    const unsigned char *elements = NULL;
    uint64_t got = 1;
    int code = CODE_FINE;

    start_bar(h);
    while (code == CODE_FINE && got != 0) {
        code = next_piece(h, &got, &elements);
        if (code == CODE_FINE && got != 0)
            code = count_piece(h, elements, got);
    }
    progress_end(&h->job.bar);
    return code;
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
                            " are wrong, the first of which is %" PRIu64
                            ": the device counts %" PRIu64 ", the host %" PRIu64 ".",
                            h->bins.count, differing, first, h->counts[first], h->checked[first]);
    if (h->job.o->verbose)
        message_note("check passed: %" PRIu64 " bins.", h->bins.count);
    return CODE_FINE;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* Elements of a piece: no more than there are, and than buffers of elements and labels can have. */
static uint64_t piece_of(const histogram *h)
{
    const clr_device *device = clr_context_device(h->job.context);
    const size_t size = h->job.feed.element_size;
    const uint64_t asked = h->job.o->chunk_size == 0 ? PIECE_SIZE : h->job.o->chunk_size;
    const uint64_t most = device->max_mem_alloc_size / (size > 4 ? size : 4);
    const uint64_t piece = smaller(smaller(asked / size, most), h->job.feed.count);

    return piece == 0 ? 1 : piece;
}

int histogram_open(histogram *h, request *r)
{
    memset(h, 0, sizeof *h);
    int code = job_open(&h->job, r, INPUT_WHOLE_STAYS);
    h->bins.type = h->job.feed.type;
    return code;
}

int histogram_run(histogram *h)
{
    job *j = &h->job;
    int code = session_open(j->o, &j->context);

    if (code != CODE_FINE)
        return code;
    h->piece = piece_of(h);
    code = make_bins(h);
    const uint64_t elements = j->count;
    if (code == CODE_FINE && !j->o->shape.has_range)
        code = start_again(h, INPUT_WHOLE_STAYS);
    if (code == CODE_FINE)
        code = make_counts(h);
    if (code == CODE_FINE)
        code = histogram_device_open(h);
    if (code == CODE_FINE)
        code = h->has_all ? count_kept(h, elements) : count_read(h);
    j->total_ns = clock_ns() - j->start_ns;
    return code == CODE_FINE ? check_counts(h) : code;
}

void histogram_close(histogram *h)
{
    histogram_device_close(h);
    bins_close(&h->bins);
    free(h->counts);
    free(h->checked);
    free(h->latest);
    free(h->room);
    job_close(&h->job);
}
