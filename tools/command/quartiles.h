/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quartiles - what stats tells beside its reductions: q1, the median and q3 of the numbers that are
 * no NaN. The host selects them in a call of its own, whoever folds the rest, as long as all
 * numbers of a result may be in memory (selecting.h); else there are none.
 */
#ifndef CLREDUCE_TOOLS_QUARTILES_H
#define CLREDUCE_TOOLS_QUARTILES_H

#include "shaped.h"

enum { QUARTILES = 3 };

typedef struct quartiles {
    clr_type type; /* of the values */
    uint64_t results;
    unsigned char
        *value;     /* number v of result k is element v * results + k; NULL: there are none */
    cl_int *status; /* of each result */
} quartiles;

/*
 * Before the run of a job with a single result: reads ahead what cannot be read a second time. Each
 * function returns 0, or the exit code after a sentence on standard error. Call quartiles_close()
 * whatever the outcome, of what is zero-initialised.
 */
int quartiles_open(quartiles *q, job *j);

/* After the run: reads the numbers again, and selects. */
int quartiles_find(quartiles *q, job *j);

/* Makes room for the quartiles of many results, and selects those of a piece, whose elements are
 * in `rooms`. */
int quartiles_open_shaped(quartiles *q, const shaped *s);
int quartiles_find_piece(quartiles *q, shaped *s, const rows_piece *piece, void *const rooms[]);

void quartiles_close(quartiles *q);

/* Whether there are any; a note if not. */
bool quartiles_are_known(const quartiles *q);
void quartiles_note(const quartiles *q, const job *j);

/* Number `number` of a result's three; NULL: the result has none. */
const void *quartiles_at(const quartiles *q, uint64_t result, size_t number);

#endif
