/* SPDX-License-Identifier: Apache-2.0 */
/*
 * means - by which of a device's own means a strategy's pieces work on a pass's states: fences,
 * shuffles, atomics, collectives, and the language that these need. Pure.
 */
#ifndef CLREDUCE_SRC_MEANS_H
#define CLREDUCE_SRC_MEANS_H

#include "pass.h"
#include "status.h"
#include "strategy.h"

/* Names of files and functions are NULL where the strategy has no use for them. */
typedef struct clri_means {
    const char *fence;             /* file in cl/fence ... */
    bool by_words;                 /* ... by which states go between groups in atomics */
    const char *shuffle;           /* file in cl/shuffle */
    const char *shuffle_extension; /* to be enabled first; and OpenCL's function */
    const char *shuffle_function;
    const char *read;    /* file in cl/read by which vectors are loaded */
    const char *step;    /* file in cl/step */
    const char *cell;    /* file in cl/cell */
    const char *atomic;  /* function that merges into a cell */
    const char *collect; /* function that folds a group's numbers */
    bool needs_c20;      /* OpenCL C 2.0 or later */
} clri_means;

/*
 * The means of `device` for a strategy whose group piece has been decided. Returns CLR_OK, or
 * CLR_ERROR_UNSUPPORTED with the reason in `error`.
 */
clr_status clri_means_find(const clr_device *device, const clri_strategy *strategy,
                           const clri_pass *pass, clri_means *means, clri_error *error);

/* The device's shuffles alone; nothing if it has none. */
clri_means clri_means_shuffle(const clr_device *device);

/* What the compiler must be told for these means; "" if nothing. A literal. */
const char *clri_means_build_options(const clr_device *device, const clri_means *means);

/* The best group piece that the device has the means for. */
const clri_group *clri_means_best_group(const clr_device *device);

#endif
