/* SPDX-License-Identifier: Apache-2.0 */
/* stream_state - what a stream is made of: its plan, its queues, and pieces that take turns. */
#ifndef CLREDUCE_HOST_STREAM_STATE_H
#define CLREDUCE_HOST_STREAM_STATE_H

#include "host/crew.h"
#include "host/staging.h"
#include "plan/plan.h"

/*
 * Pieces that take turns: two where kernels read what the host fills, and else three, one of which
 * is filled, one on its way and one with the kernels.
 */
enum { CLRI_PIECES_SHARED = 2, CLRI_PIECES_MOST = 3 };

typedef struct clri_piece {
    clri_staging rooms[CLR_INPUTS_MOST];
    cl_event reduced;      /* NULL: the piece is free */
    uint64_t submitted_ns; /* by the host's clock */
} clri_piece;

struct clr_stream {
    clr_context *context;
    clri_busy busy; /* a thread is inside one of the public calls */
    clr_plan *plan;
    clr_plan_info info;
    uint64_t piece_capacity; /* elements; 0: the pieces are to be made anew */
    uint64_t step;           /* all pieces but the last have a multiple of so many elements */
    unsigned char
        *rest[CLR_INPUTS_MOST]; /* what was submitted beyond that: the next piece's begin */
    uint64_t rest_count;        /* elements of each input */
    uint64_t total;             /* what a map's n is */
    unsigned char *record;      /* results, until they may be handed out */
    cl_command_queue uploads;
    cl_command_queue kernels;
    clri_piece pieces[CLRI_PIECES_MOST];
    unsigned piece_count; /* of these */
    unsigned current;
    bool is_sending;      /* uploads read memory of the caller's */
    clri_crew *crew;      /* who copies, during a call that takes memory of the caller's */
    bool is_mapped;       /* the current piece's rooms are with the caller */
    uint64_t kernels_end; /* device's clock, ns: end of the piece before */
    clr_stream_times times;
};

uint64_t clri_host_clock_ns(void);

/*
 * Adds a finished piece's times. Its kernels ran from when the upload and the kernels of the
 * piece before had ended until its last event ended.
 */
void clri_stream_add_times(clr_stream *stream, const clri_piece *piece);

/* Refuses a second thread; a call that was let in ends with clri_busy_leave(). */
clr_status clri_stream_enter(clr_stream *stream);

/* Bytes of so many elements of an input. */
size_t clri_stream_size(const clr_stream *stream, uint64_t count);

/* Ends a public call; after a failure the stream is as it was before its first piece. */
clr_status clri_stream_settle(clr_stream *stream, clr_status status, clri_error *error);

/*
 * A public call's failure as one of the call that made it: what it recorded for the thread is
 * taken over, as this call will record its own.
 */
clr_status clri_stream_again(clr_status status, const clr_stream *stream, clri_error *error);

/*
 * Makes buffers of `count` elements of each input from number `first` on where they lie: false if
 * the device reads none in place, or they are too few to be worth it. The caller releases those
 * that have been made, even then.
 */
bool clri_stream_lend(const clr_stream *stream, const void *const *inputs, uint64_t first,
                      uint64_t count, cl_mem *buffers);

/* The most elements that one such buffer has. */
uint64_t clri_stream_lent_most(const clr_stream *stream);

/* Whether each result in stream->record is one: some depend on what the data are. */
clr_status clri_stream_check_record(const clr_stream *stream, clri_error *error);

#endif
