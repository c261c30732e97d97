/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped - the reductions of a request with many results, over its files: reading them, in pieces
 * where that can be, running each on the device, recomputing it on the host, and all results. What
 * is not about many results is a job's. Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_SHAPED_H
#define CLREDUCE_TOOLS_SHAPED_H

#include "device_memory.h"
#include "job.h"
#include "rows.h"
#include <jansson.h>

/* All results of one reduction; of each array as many as there are rows, or NULL. */
typedef struct shaped_results {
    unsigned char *value, *second;
    uint64_t *index;
    cl_int *status; /* CLR_OK; CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW: there is no value */
} shaped_results;

/* A reduction's plan, and its number in that. */
typedef struct shaped_place {
    size_t plan, number;
} shaped_place;

typedef struct shaped {
    job job;
    rows rows;
    clr_plan *plans[CLR_REDUCTIONS_MOST]; /* one of all reductions, or by label several */
    size_t plan_count;
    shaped_place places[CLR_REDUCTIONS_MOST]; /* where each reduction is among them */
    device_memory memory;
    const void *views[CLR_INPUTS_MOST]; /* all of the input where its files have it, as long as it
                                           is cut across; NULL: it is in the rooms */
    void *gathered[CLR_INPUTS_MOST];    /* a piece that is cut across */
    void *scratch;                      /* of the check, elements of a result */
    shaped_results results[CLR_REDUCTIONS_MOST];
    uint64_t differing[CLR_REDUCTIONS_MOST]; /* rows that --check has found wrong */
    bool wraps;       /* nobody asked for sums modulo 2^64, but there are no others */
    uint64_t outside; /* elements whose label is that of no result */
} shaped;

/*
 * Opens the files and reads them as far as it takes to know what there is to reduce: afterwards the
 * type is known, and the request is settled. Each returns 0, or the exit code after a sentence on
 * standard error. shaped_close() is to be called in every case.
 */
int shaped_open(shaped *s, request *r);
int shaped_run(shaped *s);
void shaped_close(shaped *s);

/* Number `index` of row `row` of a reduction: the value, or the second or the index beside it. */
typedef struct shaped_number {
    const char *name; /* as record_number's */
    clr_type type;
    const void *at;
} shaped_number;

size_t shaped_number_count(const shaped *s, size_t reduction);
shaped_number shaped_number_at(const shaped *s, size_t reduction, uint64_t row, size_t index);

/* ---- shaped_device.c ------------------------------------------------------------------------- */

int shaped_device_open(shaped *s);
void shaped_device_close(shaped *s);

/* The plan that has made the results of a reduction. */
const clr_plan *shaped_plan_of(const shaped *s, size_t reduction);

/* Bytes that a buffer may have, and in all. */
uint64_t shaped_device_room(const shaped *s);

/* Reduces a piece, whose elements are in `rooms`, to where its results belong. */
int shaped_device_run(shaped *s, const rows_piece *piece, void *const rooms[]);

/* ---- shaped_long.c --------------------------------------------------------------------------- */

/* Whether a piece that no buffer holds can be reduced result by result, from where it lies; and
 * that. */
bool shaped_long_can(const shaped *s, const rows_piece *piece);
int shaped_long_run(shaped *s, const rows_piece *piece, void *const rooms[]);

/* ---- shaped_check.c -------------------------------------------------------------------------- */

/* Recomputes the piece's results; the verdicts are the job's, the worst of all rows. */
int shaped_check_piece(shaped *s, const rows_piece *piece, void *const rooms[]);

/* Refuses results that were found wrong. Returns 0 or the exit code, likewise. */
int shaped_check_end(const shaped *s);

/* ---- shaped_labels.c ------------------------------------------------------------------------- */

/* Says that sums may have been taken modulo 2^64 that nobody has asked for so, if that may be. */
void shaped_labels_tell_wrapped(const shaped *s, void *const rooms[]);

/* Whether atomics fold such a reduction by label, so that none has to be sorted: as clr_labels
 * says. */
bool shaped_labels_are_folded(const clr_reduction *reduction);

/* Says how many elements belong to no result, and how many labels are left out, if any do or are.
 */
void shaped_labels_tell(const shaped *s);

/* ---- shaped_report.c ------------------------------------------------------------------------- */

/* Refuses what --output cannot do for these operators. Returns 0, or the exit code after a sentence
 * on standard error, as the next does. */
int shaped_check_output(const options *o, const operator_list *operators);

/* Adds to a document which axes results have, and what else goes with their shape. */
void shaped_report_shape(const shaped *s, json_t *document);

/* Prints or writes. That some result has no value is an exit code, too; nothing is written then. */
int shaped_report(const shaped *s);

#endif
