/* SPDX-License-Identifier: Apache-2.0 */
/*
 * team_state - struct clr_team, for the files of src/team alone: what is computed, a worker for
 * each device, and the take at hand with its lock; and the rules that all public calls share, for
 * entering, leaving, failing and forgetting.
 *
 * Each piece leaves accumulators of level exact, which the host merges, so that a result has the
 * bits of one device alone, whoever took which piece (docs/teams.md).
 */
#ifndef CLREDUCE_TEAM_TEAM_STATE_H
#define CLREDUCE_TEAM_TEAM_STATE_H

#include "base/busy.h"
#include "problem/record.h"
#include "team/share.h"

#include <pthread.h>

/* A range of the elements of a take. */
typedef struct clri_range {
    uint64_t first;
    uint64_t count;
} clri_range;

/* A device at work. Under the team's lock, but for what its own thread alone uses. */
typedef struct clri_worker {
    clr_team *team;
    clr_context *context;
    pthread_t thread;
    bool has_thread; /* not the first worker: the calling thread works for it */
    clri_pace pace;
    uint64_t elements;  /* reduced since the team was created */
    uint64_t most;      /* elements of a piece at most */
    clri_error failure; /* why the device is left out; of status CLR_OK: it is not */
    /* what the thread that works for it alone uses: */
    clr_accumulator *states[CLR_REDUCTIONS_MOST]; /* of its pieces; NULL: it has had none */
    clr_plan *plan; /* of clr_team_run(), of elements on the device; NULL: not yet made. Elements in
                       host memory go by the context's own plans (clr_reduce_accumulator()) */
} clri_worker;

struct clr_team {
    clri_busy busy;  /* a thread is in one of the public calls */
    bool is_ready;   /* the creation was successful */
    int64_t process; /* the creator: a forked child has no threads of the team */
    clri_error error;
    clr_reduction reductions[CLR_REDUCTIONS_MOST]; /* of level exact; their texts are the team's */
    size_t reduction_count;
    bool adds_floats; /* all reductions are sums of floats */
    unsigned inputs;
    size_t element_size;
    clri_field fields[CLR_REDUCTIONS_MOST]; /* of the record */
    size_t record_size;
    unsigned scalars_named; /* by maps and conditions */
    const double *scalars;  /* NULL: none is named */
    double own_scalars[CLR_SCALARS_MOST];
    uint64_t taken; /* elements handed over since the last result, whether they count or not */
    clri_worker *workers;
    size_t worker_count;
    size_t failed_last; /* number of the worker whose device failed last */
    /* the take at hand: all under the lock */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* there are ranges, or no device is at a piece, or is_over */
    bool is_over;           /* the team is being destroyed: threads have to end */
    const void *const *data;
    /* What no device has yet: the rest of the take, and a piece of each device that has failed,
     * which is left out from then on. */
    clri_range ranges[CLR_TEAM_MOST + 1];
    size_t range_count;
    unsigned pieces;    /* ranges that devices are reducing */
    clri_error refusal; /* of the take, whatever the device; of status CLR_OK: it goes on */
};

/* Begins a public call, which clri_team_leave() ends: refuses NULL, a team that is not ready, a
 * forked child, and a second thread, whose refusal is no error of the team's. */
clr_status clri_team_enter(clr_team *team);

/* Ends a public call; a failure becomes the team's last error. `error` is clear afterwards. */
clr_status clri_team_leave(clr_team *team, clr_status status, clri_error *error);

/* Forgets all elements since the last result. No thread is at work. */
void clri_team_forget(clr_team *team);

/* Whether the status is a refusal of the request, which any device would give, and so no device's
 * failure: a failing device is left out, a refusal ends the take. */
bool clri_team_is_refusal(clr_status status);

/* Merges the states of a piece into the worker's, their indices moved by `first`, the number of the
 * piece's first element since the last result. Takes the states over, also on failure. */
clr_status clri_team_absorb(clri_worker *worker, clr_accumulator **states, uint64_t first,
                            clri_error *error);

/* Leaves the worker's device out from now on. Moves `error`. */
void clri_team_leave_out(clri_worker *worker, clri_error *error);

/* Whether the worker's device is not left out. */
static inline bool clri_team_has(const clri_worker *worker)
{
    return worker->failure.status == CLR_OK;
}

/* The failure of the device that failed last, with its name. */
clr_status clri_team_fail(const clr_team *team, clri_error *error);

#endif
