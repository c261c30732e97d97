/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key_runs - how runs of equal keys are found: by three kernels in a program of their own
 * (cl/find_runs.cl), whatever is reduced. They leave spans to reduce (choose/front.h). Where runs
 * are folded as they are found, a kernel there marks where they begin (cl/mark_runs.cl). Pure.
 */
#ifndef CLREDUCE_CHOOSE_KEY_RUNS_H
#define CLREDUCE_CHOOSE_KEY_RUNS_H

#include "base/status.h"

#include <stdbool.h>

typedef struct clri_key_runs {
    bool are_there;             /* else nothing finds runs in front of the reductions */
    bool is_alone;              /* an item goes over a stretch by itself, as on a CPU */
    uint64_t most;              /* results of a run that there is memory for */
    uint32_t stretches;         /* most, of all keys */
    uint32_t group_size;        /* of the kernels that go over them */
    uint32_t second_group_size; /* of the one that adds up what they have */
    const char *build_options;  /* a literal */
    const char *pragmas;        /* a literal, or NULL */
    uint64_t marked;            /* keys at most of runs that are folded as they are found; if so: */
    uint64_t tile;              /* elements of the tiles by which that is done */
    uint32_t marked_stretches;  /* as `stretches` */
} clri_key_runs;

/* Chooses for `most` results of a run, 0: as many as is usual. CLR_ERROR_UNSUPPORTED where the
 * device has no buffers that large. */
clr_status clri_key_runs_choose(const clr_device *device, uint64_t most, clri_key_runs *runs,
                                clri_error *error);

/* Lowers what groups have, as far as there is anything, to the limit that the device has. */
bool clri_key_runs_lower(clri_key_runs *runs, uint64_t limit);

/* How keys are shared out. */
typedef struct clri_key_grid {
    uint32_t stretches; /* 1 at least */
    uint64_t length;    /* of each but the last */
    bool is_folded;     /* runs are folded as they are found */
} clri_key_grid;

clri_key_grid clri_key_runs_share(const clri_key_runs *runs, uint64_t count);

#endif
