/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selection - kernels that find the number of a rank in each of several rows, tried on rows of
 * several kinds: those on which a wrong order of keys, or a wrong count, shows. What they find is
 * compared with the row as the host sorts it, number by number, without keys.
 */
#ifndef CLREDUCE_EXAMPLES_SELECTION_H
#define CLREDUCE_EXAMPLES_SELECTION_H

#include "rung_run.h"

typedef enum row_kind {
    ROW_RANDOM,   /* from 0 to 1 */
    ROW_NEGATIVE, /* from -1 to 0 */
    ROW_BITS,     /* any 32 bits but NaNs': both signs, all exponents */
    ROW_ZEROS,    /* -0 and +0, of which -0 comes first */
    ROW_INFINITE, /* a quarter each -inf and inf, numbers between them */
    ROW_NANS,     /* a quarter NaNs of either sign, which come last */
    ROW_EQUAL,    /* one number alone */
    ROW_TWO,      /* two of them */
    ROW_KINDS
} row_kind;

/*
 * Tries the job's kernel on `groups` rows of `count` numbers of each kind: the least number, the
 * greatest, and the lower of the middle ones. Prints what is wrong and, if it is to tell, how long
 * medians took of each kind that is right. Returns the first kind that is wrong, or ROW_KINDS.
 */
row_kind selection_try(job *j, bool tells);

#endif
