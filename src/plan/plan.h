/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan - a reduction made ready: what was chosen, the compiled kernels and scratch memory. Put
 * together and described by plan.c; ready.c decides of what, run.c carries it out.
 */
#ifndef CLREDUCE_PLAN_PLAN_H
#define CLREDUCE_PLAN_PLAN_H

#include "base/busy.h"
#include "choose/choice.h"
#include "choose/key_runs.h"
#include "choose/label_sort.h"
#include "choose/limits.h"
#include "device/context.h"
#include "stage/launched.h"
#include "stage/stage.h"
#include "stage/trace.h"
#include "state/host_fold.h"

/* Words of cl/shape/axes.cl's struct at most, and some more for whole patterns of 128 bytes. */
enum { CLRI_SHAPE_WORDS = 80 };

/* Axes on the device. */
typedef struct clri_shape_told {
    bool is_told; /* they are `words`, or will be when the commands so far have run */
    uint64_t words[CLRI_SHAPE_WORDS];
} clri_shape_told;

enum { CLRI_LIST_HEAD = 16 }; /* bytes of a list in front of its places: cl/finish/list.cl */

/* The second program's buffers; first the lists of results that it leaves to others. */
enum {
    CLRI_ITEMS_LIST,          /* to a group each */
    CLRI_ITEMS_MEDIUM,        /* of segments, to larger teams */
    CLRI_ITEMS_GIANTS,        /* of segments, to several groups each, ... */
    CLRI_ITEMS_GIANTS_STATES, /* ... and the partials of these groups */
    CLRI_ITEMS_AXES,          /* of labels along axes, one label's rows, ... */
    CLRI_ITEMS_PARTIALS,      /* ... and the partials of labels that cross tiles */
    CLRI_ITEMS_BUFFERS
};

/* The second program of a plan of axes or segments: items, and teams of items, that have results to
 * themselves. Without it the plan is whole, too. */
typedef struct clri_plan_items {
    bool are_there;
    clri_choice choice;
    char *source;
    clri_stage stage;     /* kernels of items, teams and stages (src/plan/launch_items.c) ... */
    clri_stage slices;    /* ... of slices (src/plan/launch_slices.c) ... */
    clri_stage runs;      /* ... and of runs that are folded as they are found (launch_runs.c) */
    uint32_t list_most;   /* places of the list for groups, ... */
    uint32_t medium_most; /* ... and of the one for larger teams */
    bool lists_are_empty; /* when all commands so far have run: a run that has been enqueued to its
                             end leaves them so */
    clri_shape_told
        dealt; /* axes of columns that others are dealt out to, or of one label's rows */
} clri_plan_items;

/* Of a plan of shape runs: how they are found, and left as segments of the plan's own choice
 * (src/plan/keys.c), by buffers that have the begin of each run and, behind the counts of
 * stretches, how many runs there are. */
enum {
    CLRI_KEYS_BEGINS,
    CLRI_KEYS_COUNTS,
    CLRI_KEYS_HEADS, /* these are of runs that are folded as they are found */
    CLRI_KEYS_MARKS,
    CLRI_KEYS_STATES
};

typedef struct clri_plan_keys {
    clri_key_runs choice;
    clri_stage stage;
} clri_plan_keys;

/* Of a plan of shape labels that atomics do not fold: how they are sorted, and where that is left,
 * as a list of elements and segments of it of the plan's own choice (src/plan/sort.c). A buffer has
 * the first entry of each label's elements on the list, and the last one's end. */
enum { CLRI_SORTED_BEGINS = 0 };

typedef struct clri_plan_sort {
    clri_label_sort choice;
    clri_stage stage;
} clri_plan_sort;

/* Commands of a run, as a rule, and of the runs that wait behind it. */
enum { CLRI_HELD_MOST = 32 };

/* Of strategies that finish on the host: what groups left, and the states that wait, of which the
 * running one changes only when all of a run has gone well. */
typedef struct clri_plan_host {
    void *states;
    clri_host_fold_state running;
    clri_host_fold_state next;
    clri_host_fold_state cut;
} clri_plan_host;

/*
 * The buffers of a plan's first program. Of labels STATES are their cells, and TICKET has a word
 * for each of them, with what it is to be told; other plans' TICKET is how many groups have
 * finished, and lots that they have asked for: 0 between runs; then the cell.
 */
enum {
    CLRI_PLAN_STATES, /* carried states, then the partials of groups */
    CLRI_PLAN_TICKET,
    CLRI_PLAN_RESULT, /* one record, for reading it back to the host */
    CLRI_PLAN_ANSWER, /* the same in the host's memory, for runs that wait; or NULL */
    CLRI_PLAN_AXES,   /* what cl/shape/axes.cl declares */
    CLRI_PLAN_NEAR,   /* of labels, each group's own cells; or NULL */
    CLRI_PLAN_TOLD,   /* of labels, what cl/reduce_labels.cl declares */
    CLRI_PLAN_BUFFERS
};

struct clr_plan {
    clr_context *context; /* borrowed */
    clri_busy busy;       /* a thread is running it, or reading what it keeps */
    clri_request request;
    clri_domain asked; /* as runs are checked against it; stages in front leave request.domain */
    clri_choice choice;
    char *source;
    clri_stage stage;   /* kernels of the choice, and their buffers */
    clri_stage outside; /* counts indices that are; not made without a list */
    clri_kernel_needs needs;
    clri_plan_items items;
    struct clr_plan
        *cells; /* the same by cells, of labels along axes; borrows the request; or NULL */
    clri_plan_keys keys;
    clri_plan_sort sort;
    clri_plan_host host;
    clri_shape_told shape; /* of axes; nothing of other plans */

    /* Input in parts: whether a state is running, and how many elements it stands for. */
    bool is_running;
    uint64_t running_count;
    cl_int part_failure; /* below 0: how a part of it ended, which did not do its work */

    clri_launched launched;
    clri_trace trace; /* if the plan is traced */

    /* What the next run has to come after, as they share scratch memory. */
    cl_command_queue last_queue; /* retained, or NULL before the first run */
    bool last_queue_in_order;
    cl_event held[CLRI_HELD_MOST]; /* retained: events of commands before the last one, ... */
    unsigned held_count;           /* ... as long as they may fail (src/plan/dependency.h) */
    cl_event last_event; /* retained; NULL if the queue's own order suffices, and the run waits for
                            nothing that could fail */
};

/* Releases kernels and scratch memory, as far as there are any, for another choice. */
void clri_plan_unmake(clr_plan *plan);

/* The same of the plan by cells alone, ... */
void clri_plan_unmake_cells(clr_plan *plan);

/* ... and of the second program alone, without which the plan is whole, too. */
void clri_plan_unmake_items(clr_plan *plan);

#endif
