/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capability - by which of a device's own means a strategy's pieces work on a pass's states:
 * fences, shuffles, atomics, collectives, and the language that these need. Pure.
 */
#ifndef CLREDUCE_CHOOSE_CAPABILITY_H
#define CLREDUCE_CHOOSE_CAPABILITY_H

#include "base/status.h"
#include "problem/strategy.h"
#include "state/pass.h"

/* Names of files and functions are NULL where the strategy has no use for them. */
typedef struct clri_capability {
    const char *fence;             /* file in cl/fence ... */
    bool by_words;                 /* ... by which states go between groups in atomics */
    const char *shuffle;           /* file in cl/shuffle */
    const char *shuffle_extension; /* to be enabled first; and OpenCL's function */
    const char *shuffle_function;
    bool emulates_shuffle; /* by local memory, where the device has none */
    const char *read;      /* file in cl/read by which vectors are loaded */
    const char *item;      /* file in cl/item by which an item's number is asked anew */
    const char *step;      /* file in cl/step */
    const char *cell;      /* file in cl/cell */
    const char *atomic;    /* function that merges into a cell */
    bool swaps;            /* ... which is compare-and-swap */
    const char *collect;   /* function that folds a group's numbers */
    bool needs_c20;        /* OpenCL C 2.0 or later */
} clri_capability;

/*
 * The capabilities of `device` that serve a strategy whose group piece has been decided, and by
 * which atomics it merges states into a cell is `atomics`. Returns
 * CLR_OK, or CLR_ERROR_UNSUPPORTED with the reason in `error`.
 */
clr_status clri_capability_find(const clr_device *device, const clri_strategy *strategy,
                                const clri_pass *pass, clr_atomics atomics,
                                clri_capability *capability, clri_error *error);

/* The device's shuffles alone; nothing if it has none. */
clri_capability clri_capability_shuffle(const clr_device *device);

/* The file in cl/step by which items of a wave meet without the others of their group; NULL: they
 * cannot. */
const char *clri_capability_step(const clr_device *device);

/* What the device's fence is, in a word or two. */
const char *clri_capability_fence_words(const clr_device *device);

/* What the compiler must be told for these capabilities; "" if nothing. A literal. */
const char *clri_capability_build_options(const clr_device *device,
                                          const clri_capability *capability);

/* The best group piece that the device has the capabilities for. */
const clri_group *clri_capability_best_group(const clr_device *device);

#endif
