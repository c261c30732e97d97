/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made - struct clr_plan: the kernels and scratch memory of a reduction, and the progress of its
 * runs. src/plan makes and releases it, the rooms of src/shape launch it.
 *
 * A plan has up to two programs of reductions, as kernels with different sizes are different texts:
 * the first can do all, the second (clri_plan_items) folds short results faster and leaves others
 * to the first. A stage in front (clri_plan_front) may find runs of keys or sort labels before
 * them. Scratch memory is the plan's alone: so one run is in flight, and the next is ordered behind
 * it.
 */
#ifndef CLREDUCE_SHAPE_MADE_H
#define CLREDUCE_SHAPE_MADE_H

#include "base/busy.h"
#include "device/context.h"
#include "shape/design.h"
#include "stage/enqueue.h"
#include "state/host_fold.h"

/* Words of cl/shape/axes.cl's struct at most, rounded up to patterns of 128 bytes. */
enum { CLRI_SHAPE_WORDS = 80 };

/* The axes that the device's memory has. */
typedef struct clri_shape_told {
    bool is_told; /* `words` are in the buffer, or will be when the enqueued commands have run */
    uint64_t words[CLRI_SHAPE_WORDS];
} clri_shape_told;

enum { CLRI_LIST_HEAD = 16 }; /* header of a list: cl/finish/list.cl */

/* The second program's buffers; first the lists of results that it leaves to other kernels. */
enum {
    CLRI_ITEMS_LIST,          /* results to be made again, or for a group each, ... */
    CLRI_ITEMS_LONGER,        /* ... and segments of that list that are for groups */
    CLRI_ITEMS_MEDIUM,        /* segments for larger teams */
    CLRI_ITEMS_GIANTS,        /* segments for several groups each, ... */
    CLRI_ITEMS_GIANTS_STATES, /* ... and partials of these groups */
    CLRI_ITEMS_AXES,          /* labels along axes: the rows of one label, ... */
    CLRI_ITEMS_PARTIALS,      /* ... and partials of labels that cross tiles */
    CLRI_ITEMS_BUFFERS
};

/* The second program of a plan of rows or spans: results by items and teams of items. Optional: the
 * first program alone reduces everything. */
typedef struct clri_plan_items {
    const clri_choice *choice;
    clri_stage stage;     /* items, teams and staged results (src/shape/many/launch_items.c) */
    clri_stage beside;    /* more kernels of the program, with buffers of their own: slices, or
                             runs folded as they are found */
    uint32_t list_most;   /* places of the lists for groups */
    uint32_t medium_most; /* places of the list for larger teams */
    bool lists_are_empty; /* true once all enqueued commands have run: a completely enqueued run
                             leaves lists empty */
    clri_shape_told axes; /* axes of dealt-out columns, or of one label's rows */
} clri_plan_items;

/* Buffers of the stage that finds runs of keys (src/shape/runs/keys.c). BEGINS has the
 * begin of each run; COUNTS the runs of each chunk, then the count of all runs. */
enum {
    CLRI_KEYS_BEGINS,
    CLRI_KEYS_COUNTS,
    CLRI_KEYS_HEADS, /* from here on: for runs folded as they are found */
    CLRI_KEYS_MARKS,
    CLRI_KEYS_STATES
};

/* A buffer of the stage that sorts elements by label (src/shape/sort/sort.c): the begin of each
 * label's entries, then the last label's end. */
enum { CLRI_SORTED_BEGINS = 0 };

typedef struct clri_plan_front {
    const clri_front_choice *choice;
    clri_stage stage;
} clri_plan_front;

/* Strategies that finish on the host: the partials read back, and the carried states. `running`
 * changes only when a whole run has succeeded. */
typedef struct clri_plan_host {
    void *states;
    clri_host_fold_state running;
    clri_host_fold_state next;
    clri_host_fold_state cut;
} clri_plan_host;

/*
 * The buffers of a plan's first program. Of labels STATES has the cells, and TICKET a word
 * for each. Of other plans TICKET counts finished groups, of each result that groups share, and
 * claimed lots, 0 between runs; the single cell comes behind.
 */
enum {
    CLRI_PLAN_STATES, /* carried states, then the groups' partials */
    CLRI_PLAN_TICKET,
    CLRI_PLAN_RESULT, /* one record in device memory */
    CLRI_PLAN_ANSWER, /* one record in host memory, for blocking runs; or NULL */
    CLRI_PLAN_AXES,   /* clr_shape of cl/shape/axes.cl */
    CLRI_PLAN_NEAR,   /* labels: each group's own cells; or NULL */
    CLRI_PLAN_TOLD,   /* labels: clr_told of cl/reduce_labels.cl */
    CLRI_PLAN_LEFT,   /* states left in place of results, or NULL */
    CLRI_PLAN_BINS,   /* of states left: the bins of exact sums; or NULL */
    CLRI_PLAN_BUFFERS
};

struct clr_plan {
    clr_context *context; /* borrowed */
    clri_busy busy;       /* a thread runs the plan or reads its state */
    clri_design *design;  /* shared; into it point the three members below, items and front */
    const clri_request *request;
    const clri_domain *asked;
    const clri_choice *choice;

    clri_design *before[2]; /* of a typical run, until one unlike it came, or one that left results:
                               the caller may have their strings; or NULL */
    uint32_t ways;          /* bits of the ways (choose/choice.h) that kernels are made for */
    clri_stage stage;       /* the first program's kernels and buffers */
    clri_stage outside;     /* counts indices out of bounds; empty without an index list */
    clri_plan_items items;
    struct clr_plan *cells; /* labels along axes: a plan for runs of few results, which takes them
                               by cells; or NULL */
    clri_plan_front front;
    struct clri_native *native; /* plan/native.h: runs are folded by the host, and the plan has no
                                   kernels; or NULL */
    clri_plan_host host;
    clri_shape_told shape; /* axes of a plan carried by rows */

    uint64_t left; /* results of the last run whose states are left */

    /* Input in parts: whether a carried state exists, and its count of elements. */
    bool is_running;
    uint64_t running_count;
    cl_int part_failure; /* below 0: the status of a part that failed */

    clri_launched launched;
    clri_trace trace; /* of a traced plan */

    /* What the next run is ordered behind, as both use the same scratch memory. */
    cl_command_queue last_queue; /* retained; NULL before the first run */
    bool last_queue_in_order;
    clri_held held;      /* events of earlier commands, which may still fail */
    cl_event last_event; /* retained; NULL if the in-order queue suffices, and the run waits for
                            nothing that can fail */
};

/* Whether there is a second program. */
static inline bool clri_has_items(const clr_plan *plan)
{
    return plan->items.choice->items.are_there;
}

/* Whether extents say how many elements there are, and not clr_span.count. */
static inline bool clri_axes_say_count(const clr_plan *plan)
{
    return plan->asked->carrier->is_stepped && !plan->asked->index;
}

#endif
