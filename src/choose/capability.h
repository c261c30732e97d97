/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capability - the means of a device that the chosen pieces use: by which file of cl/ it fences,
 * shuffles, reads past its cache, and by which functions states merge atomically. From the device's
 * answers and quirks; a strategy whose needs the device cannot meet is refused here, in words for
 * the caller, with a strategy that works. Pure.
 */
#ifndef CLREDUCE_CHOOSE_CAPABILITY_H
#define CLREDUCE_CHOOSE_CAPABILITY_H

#include "base/status.h"
#include "problem/strategy.h"
#include "state/pass.h"

/* Names of files and functions; NULL where the strategy needs none, or the device has none that
 * pieces would use. */
typedef struct clri_capability {
    const char *fence;             /* file in cl/fence */
    bool by_words;                 /* states pass between groups in words, by atomics */
    const char *shuffle;           /* file in cl/shuffle */
    const char *shuffle_extension; /* the extension to enable first */
    const char *shuffle_function;
    bool emulates_shuffle; /* through local memory, on devices without shuffles */
    const char *read;      /* file in cl/read that loads vectors */
    const char *item;      /* file in cl/item that reads an item's number */
    const char *step;      /* file in cl/step: what orders the steps of a group's tree */
    const char *cell;      /* file in cl/cell */
    const char *atomic;    /* function that merges a state into the cell */
    bool swaps;            /* `atomic` is a compare-and-swap loop */
    const char *collect;   /* function that folds a group's numbers: work_group_reduce_... */
    bool needs_c20;        /* needs OpenCL C 2.0 or later */
} clri_capability;

/*
 * Finds the capabilities of `device` for a strategy whose group piece has been decided; `atomics`
 * says by which atomics states merge into a cell. Returns CLR_OK, or CLR_ERROR_UNSUPPORTED with the
 * reason in `error`.
 */
clr_status clri_capability_find(const clr_device *device, const clri_strategy *strategy,
                                const clri_pass *pass, clr_atomics atomics,
                                clri_capability *capability, clri_error *error);

/* The device's shuffles; all 0 if it has none. */
clri_capability clri_capability_shuffle(const clr_device *device);

/* The file in cl/step whose barrier is for a wave's items only; NULL: the device has none. */
const char *clri_capability_step(const clr_device *device);

/* The device's fence in words, for clr_plan_info.why: "device-scope atomics". */
const char *clri_capability_fence_words(const clr_device *device);

/* Whether groups see of each other nothing but atomics, and pass on states in words. */
bool clri_capability_by_words(const clr_device *device);

/* Build options for the capabilities, a literal; "": none needed. */
const char *clri_capability_build_options(const clr_device *device,
                                          const clri_capability *capability);

/* The group piece that is taken where none is named: the first "best" one of strategy.def whose
 * needs the device meets. */
const clri_group *clri_capability_best_group(const clr_device *device);

#endif
