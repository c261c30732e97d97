/* SPDX-License-Identifier: Apache-2.0 */
/* strategy - the strategies' rows: by which pieces a reduction is carried out. */
#ifndef CLREDUCE_SRC_STRATEGY_H
#define CLREDUCE_SRC_STRATEGY_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

typedef struct clri_strategy {
    const char *name;
    const char *load;
    const char *group;
    const char *finish;
    unsigned launches;
    bool one_group;
    bool tiles; /* has several loads in flight */
    bool needs_fence;
} clri_strategy;

/* The row of that name, NULL if there is none ("auto" is none). */
const clri_strategy *clri_strategy_named(const char *name);

#endif
