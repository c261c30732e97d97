/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_share - which elements are a rank's, and reading them piece by piece. The files are one
 * sequence, or with --axis arrays joined along axis 0: rank r of p takes rows r n / p to (r + 1) n
 * / p of n, a row being an element, or all elements of an index along axis 0. Knows nothing of MPI
 * or OpenCL.
 */
#ifndef CLREDUCE_TOOLS_RANK_SHARE_H
#define CLREDUCE_TOOLS_RANK_SHARE_H

#include "command_request.h"
#include "input.h"
#include "rows.h"
#include <stdint.h>

typedef struct rank_share {
    const options *o;
    input *in;
    clr_type type;
    rows rows;      /* of all ranks' elements, but this rank's labels; `rows.row` is NULL for one
                       result of all */
    uint64_t width; /* elements of a row */
    uint64_t begin; /* the first row that has not been read */
    uint64_t end;   /* this rank's last row is before it */
    uint64_t piece; /* most rows of a piece */
    void *room;     /* of elements that have to be read; NULL: none yet */
    bool is_viewed; /* the piece is mapped */
} rank_share;

/* A piece. */
typedef struct rank_share_piece {
    const void *elements;
    uint64_t first; /* its first row, of the whole */
    uint64_t count; /* rows; 0: this rank's elements are through */
} rank_share_piece;

/*
 * Opens the request's files, and finds this rank's rows. Each function returns 0, or the exit code
 * after a sentence. Call rank_share_close() whatever the outcome.
 */
int rank_share_open(rank_share *s, const request *r, int rank, int count);
void rank_share_close(rank_share *s);

/* Sets the next piece, whose elements are valid until rank_share_pass(), which tells whether they
 * were the files' own. */
int rank_share_next(rank_share *s, rank_share_piece *piece);
int rank_share_pass(rank_share *s, const rank_share_piece *piece);

/* Results of each reduction; and the places that a row has, by which indices count: elements of a
 * result, or labels. */
uint64_t rank_share_results(const rank_share *s);
uint64_t rank_share_places(const rank_share *s);

#endif
