/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key_runs - finding runs of equal neighbouring keys, in front of any reduction: the choice and the
 * text of a program of its own (cl/find_runs.cl).
 *
 * No group waits for another, so it takes three launches: groups count the runs that begin in their
 * chunks of the keys, one group adds up the counts, and groups write where each run begins. On a
 * CPU a group is one item, which needs no barriers. Where runs are folded as they are found
 * (choose_runs.h), another kernel marks where they begin (cl/mark_runs.cl). Pure.
 */
#ifndef CLREDUCE_SHAPE_KEY_RUNS_H
#define CLREDUCE_SHAPE_KEY_RUNS_H

#include "base/status.h"

#include <stdbool.h>

typedef struct clri_key_runs {
    bool is_alone;              /* a single item walks over a chunk, as on a CPU */
    uint64_t most;              /* most results of a run, by the plan's memory */
    uint32_t stretches;         /* most chunks of all keys */
    uint32_t group_size;        /* of the kernels that walk over chunks */
    uint32_t second_group_size; /* of the kernel that adds up the chunks' counts */
    const char *build_options;  /* a literal */
    const char *pragmas;        /* a literal, or NULL */
    uint64_t marked; /* most keys of a run whose runs are folded as they are found; 0: none are */
    uint64_t tile;   /* elements of a tile of the folding kernel, ... */
    uint32_t marked_stretches; /* ... and the most chunks that it has */
} clri_key_runs;

/* Chooses for `most` results of a run, 0: the default number. CLR_ERROR_UNSUPPORTED where the
 * device has no buffers of the size. */
clr_status clri_key_runs_choose(const clr_device *device, uint64_t most, clri_key_runs *runs,
                                clri_error *error);

/* Lowers group sizes to a limit of the device; false: no group is larger. */
bool clri_key_runs_lower(clri_key_runs *runs, uint64_t limit);

/* How keys are shared out to chunks. */
typedef struct clri_key_grid {
    uint32_t stretches; /* chunks, at least 1 */
    uint64_t length;    /* keys of each chunk but the last */
    bool is_folded;     /* runs are folded as they are found */
} clri_key_grid;

clri_key_grid clri_key_runs_share(const clri_key_runs *runs, uint64_t count);

/* The text of the program that finds runs of equal keys, as clri_compose(). */
clr_status clri_key_source(const clri_key_runs *runs, char **text, clri_error *error);

#endif
