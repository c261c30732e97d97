/* SPDX-License-Identifier: Apache-2.0 */
/*
 * intake - the elements of a request's files as a run takes them: looked at where the files have
 * them, or read into rooms, from the first to the last. Owns the files, the rooms, the progress bar
 * and how long reading took; the runs that take the elements are told in flat.h, shaped.h,
 * histogram.h. Functions that return an int return 0, or the exit code after a sentence, before
 * which the bar is wiped.
 */
#ifndef CLREDUCE_TOOLS_INTAKE_H
#define CLREDUCE_TOOLS_INTAKE_H

#include "feed.h"
#include "progress.h"

typedef struct intake {
    feed feed;
    progress bar;
    bool is_quiet;
    uint64_t count;               /* elements of each input that have been taken */
    uint64_t read_ns;             /* by the host's clock */
    bool is_mapped;               /* some were looked at where the files have them */
    uint64_t viewed;              /* elements that are looked at now */
    void *rooms[CLR_INPUTS_MOST]; /* some elements of each input, or all of them */
    uint64_t room;                /* elements that each room holds */
    bool has_all;                 /* the rooms have all of the input */
} intake;

/* Opens the request's files. intake_close() is to be called in every case. */
int intake_open(intake *in, const request *r, input_whole whole);
void intake_close(intake *in);

/* Begins anew at the first element, unless the rooms have all of them. */
int intake_reopen(intake *in, const request *r, input_whole whole);

/* Shows the bar. */
void intake_start(intake *in);

/* Tells an error of the files, if there is one. */
int intake_fail(intake *in);

/* Lets each room hold so many elements, and one more, by which the end of an input shows. False
 * without memory. */
bool intake_make_room(intake *in, uint64_t elements);

/* Reads `count` elements to place `at` of these rooms, fewer before the end; sets `*got`. */
int intake_read(intake *in, void *const rooms[], uint64_t at, uint64_t count, uint64_t *got);

/*
 * Looks at the next elements where the files have them, up to `count`, or if `whole` at no fewer.
 * Sets `*viewed`, to 0 if the elements are to be read. A view is the file's only if intake_pass(),
 * which ends it, returns 0.
 */
int intake_view(intake *in, uint64_t count, bool whole, const void *views[], uint64_t *viewed);
int intake_pass(intake *in);

/* Bytes of all elements that have been taken. */
uint64_t intake_size(const intake *in);

#endif
