/* SPDX-License-Identifier: Apache-2.0 */
/* flag - numbers that host and kernels share, from the rows of flag.def: C has them by this enum,
 * texts of OpenCL C by clri_source_flags(), so that neither can have another value. The assertions
 * are relations between rows on which proofs rest. */
#ifndef CLREDUCE_BASE_FLAG_H
#define CLREDUCE_BASE_FLAG_H

enum {
#define CLRI_FLAG(set, name, value, meaning) CLRI_##name = (value),
#include "base/flag.def"
};

_Static_assert(CLRI_SEEN_VALUES ==
                   (CLRI_SEEN_NAN | CLRI_SEEN_PLUS | CLRI_SEEN_MINUS | CLRI_SEEN_OTHER),
               "SEEN_VALUES is the four bits above it");
_Static_assert(CLRI_SEEN_ALL == (CLRI_SEEN_VALUES | CLRI_SEEN_BINS),
               "SEEN_ALL is SEEN_VALUES and SEEN_BINS");
_Static_assert(CLRI_STRIP == CLRI_ROW * CLRI_ROWS * CLRI_SLABS, "a strip is its slabs' rows");
_Static_assert(CLRI_AGAIN_MOST == 1 << CLRI_AGAIN_MOST_LOG2 &&
                   CLRI_AGAIN_MOST_LOG2 + CLRI_CELL_DIGITS <= 31,
               "a cell of cl/again has room for a digit of each element");
/* CLR_CELLS_FOR of cl/again/cells.cl: cells for a sum whose addends lie in so many binades, each
 * cell a digit of CLRI_CELL_DIGITS bits. The lowest bit kept counts an even power of two (a root
 * halves it): a sum may have one bit more than asked for, and of squares, twice as long, two. */
#define CLRI_CELLS_FOR(digits)                                                                     \
    (1 + ((digits) + CLRI_AGAIN_MOST_LOG2 + CLRI_CELL_DIGITS) / CLRI_CELL_DIGITS)
/* Near cells, NEAR_CELLS for each team, hold the uppermost digits; their total, of 256 bits, has a
 * sign. A variance has SPREAD_DIGITS of its sum of values, beside those of its sum of squares. */
_Static_assert(CLRI_CELLS_FOR(CLRI_SUM_DIGITS + 1) <= CLRI_NEAR_CELLS &&
                   CLRI_SUM_DIGITS + 1 + CLRI_AGAIN_MOST_LOG2 < 256,
               "a team's cells have room for a sum, and its total for the sign");
_Static_assert(CLRI_CELLS_FOR(CLRI_SPREAD_DIGITS + 1) <= CLRI_NEAR_SQUARES &&
                   CLRI_NEAR_SQUARES + CLRI_CELLS_FOR(2 * CLRI_SPREAD_DIGITS + 2) <=
                       CLRI_NEAR_CELLS,
               "a team's cells have room for a variance's sums");
#undef CLRI_CELLS_FOR
_Static_assert(CLRI_LOG_STRETCH == 1 + CLRI_LOG_EVENTS * CLRI_LOG_WORDS, "a count, then events");

/* Which kernels' texts define a flag. */
typedef enum clri_flag_set {
    CLRI_FLAGS_KERNELS,
    CLRI_FLAGS_ORDER,
    CLRI_FLAGS_TRACE,
    CLRI_FLAGS_EXACT,
    CLRI_FLAGS_ITEMS,
    CLRI_FLAGS_KEYS,
    CLRI_FLAGS_SORT,
    CLRI_FLAGS_WALK,
    CLRI_FLAGS_BITS,
    CLRI_FLAGS_AGAIN
} clri_flag_set;

#endif
