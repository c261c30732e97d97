/* SPDX-License-Identifier: Apache-2.0 */
/* stream_state - a stream's parts: a plan, two queues, and pieces used in turn. */
#ifndef CLREDUCE_HOST_STREAM_STATE_H
#define CLREDUCE_HOST_STREAM_STATE_H

#include "host/crew.h"
#include "host/staging.h"
#include "shape/made.h"

/* Two pieces where kernels read the memory that the host fills; else three: one filled, one sent,
 * one reduced. */
enum { CLRI_PIECES_SHARED = 2, CLRI_PIECES_MOST = 3 };

typedef struct clri_piece {
    clri_staging rooms[CLR_INPUTS_MOST];
    cl_event reduced;      /* NULL: the piece is free */
    uint64_t submitted_ns; /* host's clock */
} clri_piece;

struct clr_stream {
    clr_context *context;
    clri_busy busy; /* a thread is in one of the public calls */
    clr_plan *plan;
    clr_plan *own_plan; /* the plan, if it ends with the stream; else NULL */
    clr_plan_info info;
    uint64_t piece_capacity;              /* elements; 0: pieces have to be allocated */
    uint64_t step;                        /* all pieces but the last hold a multiple of it */
    unsigned char *rest[CLR_INPUTS_MOST]; /* elements submitted beyond whole steps, for the front of
                                             the next piece */
    uint64_t rest_count;                  /* elements for each input */
    uint64_t total;                       /* a map's n */
    const double *scalars;                /* of all runs; NULL: maps and conditions name none */
    double own_scalars[CLR_SCALARS_MOST];
    unsigned char *record;                  /* results, until the caller takes them */
    clri_field fields[CLR_REDUCTIONS_MOST]; /* of the record */
    cl_command_queue uploads;
    cl_command_queue kernels;
    clri_piece pieces[CLRI_PIECES_MOST];
    unsigned piece_count; /* pieces in use */
    unsigned current;
    bool is_sending;      /* uploads read the caller's memory */
    clri_crew *crew;      /* threads that copy, during a public call */
    bool is_mapped;       /* the caller fills the current piece's rooms */
    uint64_t kernels_end; /* device's clock, ns: when the previous piece ended */
    clr_stream_times times;
};

uint64_t clri_host_clock_ns(void);

/* Adds a finished piece's times: its kernels ran from the end of its upload, or of the previous
 * piece's kernels, to its last event. */
void clri_stream_add_times(clr_stream *stream, const clri_piece *piece);

/* Refuses a second thread; else clri_busy_leave() has to follow. */
clr_status clri_stream_enter(clr_stream *stream);

/* Bytes of `count` elements of an input. */
size_t clri_stream_size(const clr_stream *stream, uint64_t count);

#endif
