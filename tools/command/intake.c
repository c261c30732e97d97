/* SPDX-License-Identifier: Apache-2.0 */
/* intake - the elements of a request's files, for a run. See intake.h. */
#include "intake.h"
#include "clock.h"
#include "message.h"
#include "smaller.h"
#include <stdlib.h>

/* elements read at a time, between steps of the progress bar */
#define STEP (UINT64_C(1) << 20)

int intake_open(intake *in, const request *r, input_whole whole)
{
    const uint64_t start_ns = clock_ns();

    *in = (intake){.is_quiet = r->o->quiet};
    const int code = feed_open(&in->feed, r, whole);
    in->read_ns = clock_ns() - start_ns;
    return code;
}

void intake_close(intake *in)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(in->rooms[i]);
    feed_close(&in->feed);
}

int intake_reopen(intake *in, const request *r, input_whole whole)
{
    in->count = 0;
    if (in->has_all)
        return CODE_FINE;
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

    progress_start(&in->bar, !in->is_quiet,
                   count != INPUT_COUNT_UNKNOWN ? size_of(in, count) : PROGRESS_TOTAL_UNKNOWN);
}

int intake_fail(intake *in)
{
    if (!feed_has_failed(&in->feed))
        return CODE_FINE;
    progress_end(&in->bar);
    return feed_fail(&in->feed);
}

bool intake_make_room(intake *in, uint64_t elements)
{
    const size_t size = in->feed.element_size;

    if (elements >= SIZE_MAX / size - 1)
        return false;
    for (size_t i = 0; i < in->feed.input_count; i++) {
        void *room = realloc(in->rooms[i], (elements + 1) * size);
        if (!room)
            return false;
        in->rooms[i] = room;
    }
    in->room = elements;
    return true;
}

int intake_read(intake *in, void *const rooms[], uint64_t at, uint64_t count, uint64_t *got)
{
    uint64_t more = 1;

    for (*got = 0; *got < count && more != 0; *got += more) {
        const uint64_t start_ns = clock_ns();
        more = feed_read(&in->feed, rooms, (at + *got) * in->feed.element_size,
                         smaller(count - *got, STEP));
        in->read_ns += clock_ns() - start_ns;
        in->count += more;
        progress_step(&in->bar, intake_size(in));
    }
    return more != 0 ? CODE_FINE : intake_fail(in);
}

int intake_view(intake *in, uint64_t count, bool whole, const void *views[], uint64_t *viewed)
{
    const uint64_t start_ns = clock_ns();
    uint64_t seen = count == 0 ? 0 : feed_view(&in->feed, views, count);

    in->read_ns += clock_ns() - start_ns;
    if (whole && seen < count) {
        if (seen != 0)
            feed_pass(&in->feed, 0);
        seen = 0;
    }
    in->is_mapped = in->is_mapped || seen != 0;
    in->count += seen;
    in->viewed = seen;
    *viewed = seen;
    return seen != 0 ? CODE_FINE : intake_fail(in);
}

int intake_pass(intake *in)
{
    const uint64_t viewed = in->viewed;

    in->viewed = 0;
    if (viewed == 0)
        return CODE_FINE;
    if (!feed_pass(&in->feed, viewed))
        return intake_fail(in);
    progress_step(&in->bar, intake_size(in));
    return CODE_FINE;
}
