/* SPDX-License-Identifier: Apache-2.0 */
/* intake - the elements of a request's files, for a run. See intake.h. */
#include "intake.h"
#include "clock.h"
#include "message.h"
#include "physical_memory.h"
#include "progress.h"
#include "smaller.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* elements read at a time, between steps of the progress bar */
#define STEP (UINT64_C(1) << 20)

/* elements for which memory is made when reading ahead begins, if no fewer are wanted */
#define AHEAD_LEAST (UINT64_C(1) << 12)

int intake_open(intake *in, const request *r, input_whole whole)
{
    const uint64_t start_ns = clock_ns();

    *in = (intake){.memory = physical_memory_file_most()};
    if (r->o->memory > in->memory)
        in->memory = r->o->memory;
    const int code = feed_open(&in->feed, r, whole);
    in->read_ns = clock_ns() - start_ns;
    return code;
}

static void forget_ahead(intake *in)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(in->ahead.elements[i]);
    in->ahead = (intake_ahead){.count = 0};
}

void intake_close(intake *in)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(in->rooms[i]);
    forget_ahead(in);
    feed_close(&in->feed);
}

/* Whether all of the input was read ahead. */
static bool is_all_ahead(const intake *in)
{
    return in->ahead.room != 0 && in->ahead.count == in->feed.count;
}

/* Files can be read again, pipes cannot. */
static bool are_files(const options *o)
{
    struct stat found;

    for (size_t i = 0; i < o->operand_count; i++) {
        if (strcmp(o->operands[i], "-") == 0 || !input_path_stat(o->operands[i], &found) ||
            !S_ISREG(found.st_mode))
            return false;
    }
    return o->operand_count != 0;
}

bool intake_can_reopen(const intake *in, const options *o)
{
    return is_all_ahead(in) || are_files(o);
}

int intake_reopen(intake *in, const request *r, input_whole whole)
{
    in->count = 0;
    in->ahead.taken = 0;
    if (is_all_ahead(in))
        return CODE_FINE;
    forget_ahead(in);
    feed_close(&in->feed);
    return feed_open(&in->feed, r, whole);
}

static uint64_t size_of(const intake *in, uint64_t count)
{
    return count * in->feed.element_size * in->feed.input_count;
}

uint64_t intake_size(const intake *in)
{
    return size_of(in, in->count);
}

void intake_start(intake *in)
{
    const uint64_t count = in->feed.count;

    progress_start(count != INPUT_COUNT_UNKNOWN ? size_of(in, count) : PROGRESS_TOTAL_UNKNOWN);
}

/* Reports an error of the files, if any. */
static int fail(intake *in)
{
    if (!feed_has_failed(&in->feed))
        return CODE_FINE;
    progress_end();
    return feed_fail(&in->feed);
}

/* Makes each of the rooms hold `elements` elements, and one more. Growing copies what is there, so
 * that the machine needs twice the memory. */
static bool grow(const intake *in, void *rooms[], uint64_t elements)
{
    const size_t size = in->feed.element_size;

    if (elements >= SIZE_MAX / size / CLR_INPUTS_MOST - 1 || size_of(in, elements) > in->memory)
        return false;
    for (size_t i = 0; i < in->feed.input_count; i++) {
        void *room = realloc(rooms[i], (elements + 1) * size);
        if (!room)
            return false;
        rooms[i] = room;
    }
    return true;
}

bool intake_make_room(intake *in, uint64_t elements)
{
    if (!grow(in, in->rooms, elements))
        return false;
    in->room = elements;
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Reads the next elements of the files into rooms, from element `at` on. */
static uint64_t read_files(intake *in, void *const rooms[], uint64_t at, uint64_t count)
{
    const uint64_t start_ns = clock_ns();
    const uint64_t got =
        feed_read(&in->feed, rooms, at * in->feed.element_size, smaller(count, STEP));

    in->read_ns += clock_ns() - start_ns;
    return got;
}

/* Copies elements that were read ahead. */
static uint64_t copy_ahead(intake *in, void *const rooms[], uint64_t at, uint64_t count)
{
    const size_t size = in->feed.element_size;
    const uint64_t got = smaller(count, in->ahead.count - in->ahead.taken);

    for (size_t i = 0; i < in->feed.input_count; i++)
        memcpy((char *)rooms[i] + at * size,
               (const char *)in->ahead.elements[i] + in->ahead.taken * size, got * size);
    in->ahead.taken += got;
    return got;
}

int intake_read(intake *in, void *const rooms[], uint64_t at, uint64_t count, uint64_t *got)
{
    uint64_t more = 1;

    for (*got = 0; *got < count && more != 0; *got += more) {
        more = in->ahead.taken < in->ahead.count ? copy_ahead(in, rooms, at + *got, count - *got)
                                                 : read_files(in, rooms, at + *got, count - *got);
        in->count += more;
        progress_step(intake_size(in));
    }
    return more != 0 ? CODE_FINE : fail(in);
}

/* Has memory for more elements than were read ahead: for all, if their count is known, or for twice
 * as many, and for one more, by which the end shows. */
static int make_room_ahead(intake *in, uint64_t most)
{
    intake_ahead *a = &in->ahead;
    const bool is_known = in->feed.count != INPUT_COUNT_UNKNOWN;
    const uint64_t wanted = smaller(is_known ? in->feed.count : 2 * a->count + AHEAD_LEAST, most);
    const uint64_t room = wanted == 0 ? 1 : wanted;

    if (a->room != 0 && a->count <= a->room)
        return CODE_FINE;
    if (!grow(in, a->elements, room)) {
        progress_end();
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " elements of %zu bytes.",
                            room, in->feed.element_size);
    }
    a->room = room;
    return CODE_FINE;
}

/* Reads ahead until there are `most` elements, or one more, as rooms hold one more; or to the end,
 * by which the count is known. */
static int read_ahead(intake *in, uint64_t most)
{
    intake_ahead *a = &in->ahead;
    uint64_t got = 1;
    int code = CODE_FINE;

    intake_start(in);
    while (code == CODE_FINE && got != 0 && a->count < most) {
        code = make_room_ahead(in, most);
        got = code == CODE_FINE ? read_files(in, a->elements, a->count, a->room + 1 - a->count) : 0;
        a->count += got;
        progress_step(size_of(in, a->count));
    }
    if (code == CODE_FINE && got == 0)
        code = fail(in);
    if (code == CODE_FINE && got == 0)
        in->feed.count = a->count;
    progress_end();
    return code;
}

int intake_read_ahead(intake *in)
{
    return read_ahead(in, UINT64_MAX);
}

int intake_is_within(intake *in, uint64_t most, bool *is_within)
{
    int code = CODE_FINE;

    if (in->feed.count == INPUT_COUNT_UNKNOWN && in->ahead.count <= most)
        code = read_ahead(in, most == UINT64_MAX ? most : most + 1);
    *is_within = in->feed.count != INPUT_COUNT_UNKNOWN && in->feed.count <= most;
    return code;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* Shows elements that were read ahead. */
static uint64_t view_ahead(intake *in, uint64_t count, const void *views[])
{
    const uint64_t seen = smaller(count, in->ahead.count - in->ahead.taken);

    for (size_t i = 0; i < in->feed.input_count; i++)
        views[i] = (const char *)in->ahead.elements[i] + in->ahead.taken * in->feed.element_size;
    in->ahead.is_viewed = seen != 0;
    return seen;
}

/* Ends a view, of which `taken` elements have been used. */
static bool pass(intake *in, uint64_t taken)
{
    if (!in->ahead.is_viewed)
        return feed_pass(&in->feed, taken);
    in->ahead.is_viewed = false;
    in->ahead.taken += taken;
    return true;
}

int intake_view(intake *in, uint64_t count, bool whole, const void *views[], uint64_t *viewed)
{
    const uint64_t start_ns = clock_ns();
    const bool is_ahead = in->ahead.taken < in->ahead.count;
    uint64_t seen = count == 0 ? 0
                    : is_ahead ? view_ahead(in, count, views)
                               : feed_view(&in->feed, views, count);

    in->read_ns += clock_ns() - start_ns;
    if (whole && seen < count) {
        if (seen != 0)
            pass(in, 0);
        seen = 0;
    }
    in->is_mapped = in->is_mapped || (seen != 0 && !is_ahead);
    in->count += seen;
    in->viewed = seen;
    *viewed = seen;
    return seen != 0 ? CODE_FINE : fail(in);
}

int intake_pass(intake *in)
{
    const uint64_t viewed = in->viewed;

    in->viewed = 0;
    if (viewed == 0)
        return CODE_FINE;
    if (!pass(in, viewed))
        return fail(in);
    progress_step(intake_size(in));
    return CODE_FINE;
}
