/* SPDX-License-Identifier: Apache-2.0 */
/* flag - numbers by which host and kernels understand each other: the rows of flag.def. */
#ifndef CLREDUCE_BASE_FLAG_H
#define CLREDUCE_BASE_FLAG_H

enum {
#define CLRI_FLAG(set, name, value, meaning) CLRI_##name = (value),
#include "base/flag.def"
};

_Static_assert(CLRI_SEEN_VALUES ==
                   (CLRI_SEEN_NAN | CLRI_SEEN_PLUS | CLRI_SEEN_MINUS | CLRI_SEEN_OTHER),
               "SEEN_VALUES is what stands above it");
_Static_assert(CLRI_SEEN_ALL == (CLRI_SEEN_VALUES | CLRI_SEEN_BINS), "and SEEN_ALL");
_Static_assert(CLRI_STRIP == CLRI_ROW * CLRI_ROWS * CLRI_SLABS, "a strip is its slabs' rows");
_Static_assert(CLRI_LOG_STRETCH == 1 + CLRI_LOG_EVENTS * CLRI_LOG_WORDS, "a count, then events");

/* Which texts are told of a flag. */
typedef enum clri_flag_set {
    CLRI_FLAGS_KERNELS,
    CLRI_FLAGS_ORDER,
    CLRI_FLAGS_TRACE,
    CLRI_FLAGS_EXACT,
    CLRI_FLAGS_ITEMS,
    CLRI_FLAGS_KEYS,
    CLRI_FLAGS_SORT,
    CLRI_FLAGS_BITS
} clri_flag_set;

#endif
