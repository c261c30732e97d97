/* SPDX-License-Identifier: Apache-2.0 */
/*
 * intake - the elements of a request's files, for a run: mapped, or read into rooms, from first to
 * last. Has the files, the rooms, the elements read ahead and the time of
 * reading; the runs are in flat.h, shaped.h, histogram.h. Functions that return an int return 0, or
 * the exit code after a sentence, before which the bar is wiped.
 */
#ifndef CLREDUCE_TOOLS_INTAKE_H
#define CLREDUCE_TOOLS_INTAKE_H

#include "feed.h"

/* Elements that were read to learn whether the input ends, and are handed out first. */
typedef struct intake_ahead {
    void *elements[CLR_INPUTS_MOST];
    uint64_t room;  /* elements that there is memory for */
    uint64_t count; /* elements read */
    uint64_t taken; /* elements handed out since */
    bool is_viewed; /* the present view shows some, which intake_pass() counts as taken */
} intake_ahead;

typedef struct intake {
    feed feed;
    uint64_t memory;              /* bytes that rooms may have: half of all, or more by --memory */
    uint64_t count;               /* elements of each input handed out so far */
    uint64_t read_ns;             /* by the host's clock */
    bool is_mapped;               /* some elements were mapped */
    uint64_t viewed;              /* elements mapped at the moment */
    void *rooms[CLR_INPUTS_MOST]; /* some elements of each input */
    uint64_t room;                /* elements that each room holds */
    intake_ahead ahead;
} intake;

/* Opens the request's files. Call intake_close() whatever the outcome. */
int intake_open(intake *in, const request *r, input_whole whole);
void intake_close(intake *in);

/* Returns to the first element. intake_can_reopen(): whether that is possible: pipes cannot be read
 * a second time, unless all of the input was read ahead. */
bool intake_can_reopen(const intake *in, const options *o);
int intake_reopen(intake *in, const request *r, input_whole whole);

/* Reads the rest of the input ahead, so that the whole of it can be viewed, and handed out again.
 */
int intake_read_ahead(intake *in);

/*
 * Whether the input has no more than `most` elements. If the files do not tell, reads ahead: `most`
 * elements, and one or two that show that there are more. The count of an input that ended before
 * is known from then on.
 */
int intake_is_within(intake *in, uint64_t most, bool *is_within);

/* Shows the progress bar. */
void intake_start(intake *in);

/* Makes each room hold `elements` elements, and another by which the input's end shows. False if
 * memory ran out. */
bool intake_make_room(intake *in, uint64_t elements);

/* Reads `count` elements into `rooms` from element `at` on, fewer before the end; sets `*got`. */
int intake_read(intake *in, void *const rooms[], uint64_t at, uint64_t count, uint64_t *got);

/*
 * Shows the next elements where they are, mapped or read ahead: up to `count`, or with `whole`
 * exactly `count`. Sets `*viewed`; 0: read them instead. The elements are valid only if
 * intake_pass(), which ends the view, returns 0.
 */
int intake_view(intake *in, uint64_t count, bool whole, const void *views[], uint64_t *viewed);
int intake_pass(intake *in);

/* Bytes of all elements handed out. */
uint64_t intake_size(const intake *in);

#endif
