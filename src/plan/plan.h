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
#include "plan/launched.h"
#include "plan/trace.h"
#include "stage/stage.h"
#include "state/host_fold.h"

/* Words of cl/shape/axes.cl's struct at most, and some more for whole patterns of 128 bytes. */
enum { CLRI_SHAPE_WORDS = 80 };

/* Axes on the device. */
typedef struct clri_shape_told {
    cl_mem memory; /* what cl/shape/axes.cl declares, or NULL */
    bool is_told;  /* it has `words`, or will have when the commands so far have run */
    uint64_t words[CLRI_SHAPE_WORDS];
} clri_shape_told;

/* The second program of a plan of axes or segments: items, and teams of items, that have results
 * to themselves. */
enum { CLRI_LIST_HEAD = 16 }; /* bytes of a list in front of its places: cl/finish/list.cl */

typedef struct clri_plan_items {
    bool are_there;
    clri_choice choice;
    char *source;
    cl_program program;
    cl_kernel kernel;     /* items; NULL for segments */
    cl_kernel across;     /* or NULL */
    cl_kernel teams;      /* or NULL */
    cl_kernel staged;     /* short results that lie together, or NULL */
    cl_kernel close;      /* the same on a stage that is close; NULL for segments */
    cl_mem list;          /* results that groups are to make; NULL if there can be none */
    uint32_t list_most;   /* how many it has places for */
    bool lists_are_empty; /* when all commands so far have run: a run leaves them so that has been
                             enqueued to its end */
    uint32_t medium_most;
    cl_mem medium;        /* segments that larger teams are to make; NULL for axes */
    cl_mem giants;        /* segments that several groups are to make each; NULL for axes */
    cl_mem giants_states; /* what those leave */
    cl_kernel columns;    /* slices of results, if there are any, or NULL: of columns, ... */
    cl_kernel lines;      /* ... of lines, ... */
    cl_kernel fold;       /* ... and what folds the states that they leave */
    cl_mem slice_states;  /* those */
    cl_kernel runs;       /* folds runs of keys as they are found, or NULL ... */
    cl_kernel join;       /* ... and what joins those of several stretches */

    /* Columns that others are dealt out to, if those may be. */
    clri_shape_told dealt;
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

/* What the options ask for, as runs are checked against it. */
typedef struct clri_plan_asked {
    clr_shape shape;
    clr_mask_kind mask;
    clr_type index; /* CLR_TYPE_DEFAULT: there is no list */
    bool is_inside; /* that list's indices all name something */
    bool is_told_count;
} clri_plan_asked;

/* What a kernel's arguments have been bound to: a word tells a value of theirs from all others. */
enum { CLRI_BOUND_MOST = 64 };
typedef struct clri_bound {
    uint64_t known; /* a bit for each argument that is bound to its word */
    uint64_t words[CLRI_BOUND_MOST];
} clri_bound;

struct clr_plan {
    clr_context *context; /* borrowed */
    clri_busy busy;       /* a thread is running it, or reading what it keeps */
    clri_request request;
    clri_plan_asked asked;
    clri_choice choice;
    char *source;
    cl_program program;
    cl_kernel before; /* makes the cell ready; NULL for strategies without one */
    cl_kernel reduce;
    cl_kernel outside; /* counts indices that are; NULL without a list */
    cl_kernel near;    /* in place of `reduce`, where labels are few; or NULL */
    cl_kernel settle;  /* behind `reduce`, of labels' sums (cl/label/settle.cl); or NULL */
    cl_kernel after;   /* folds what groups left; NULL for strategies of one launch */
    cl_mem states;     /* those that wait between parts, then those that groups leave; or labels'
                          cells */
    cl_mem ticket; /* how many groups have finished, and lots that they have asked for: 0 between
                      runs; then the cell; or, a word each, what is to be told of labels */
    cl_mem near_cells; /* of labels, each group's own; or NULL */
    cl_mem told;       /* of labels, what cl/reduce_labels.cl declares; NULL for other plans */
    cl_mem result;     /* one result, for reading it back to the host */
    cl_mem answer;     /* the same in the host's memory, for runs that wait; or NULL */
    unsigned input_count;
    size_t element_size;
    size_t result_size; /* of the record that a run writes */
    clri_plan_items items;
    clri_plan_keys keys;
    clri_plan_sort sort;
    size_t scratch_size; /* of these buffers together */
    uint64_t kernel_local_size;
    uint64_t kernel_private_size;
    uint64_t kernel_group_limit;

    /* What `reduce` and `after` are bound to, of a plan whose shape is flat. */
    clri_bound reduce_bound;
    clri_bound after_bound;

    /* Of axes; nothing of other plans. */
    clri_shape_told shape;

    /* Input in parts: whether a state is running, and how many elements it stands for. */
    bool is_running;
    uint64_t running_count;
    cl_int part_failure; /* below 0: how a part of it ended, which did not do its work */

    /* Of strategies that finish on the host: what groups left, and the states that wait, of which
     * the running one changes only when all of a run has gone well. */
    void *host_states;
    clri_host_fold_state host_running;
    clri_host_fold_state host_next;
    clri_host_fold_state host_cut;

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

/* Copies what the caller wishes, all of it 0 if `asked` is NULL, and checks what can be right on no
 * device. */
clr_status clri_plan_options_read(const clr_plan_options *asked, clr_plan_options *options,
                                  clri_error *error);

/* Composes, compiles and creates the kernels of the plan's choice, and asks what they need. */
clr_status clri_plan_make_kernels(clr_plan *plan, clri_report *report, clri_error *error);

/* Allocates the scratch memory that the plan's choice takes. */
clr_status clri_plan_make_scratch(clr_plan *plan, clri_error *error);

/* Allocates scratch memory of so many bytes, with what is at `initial`, or nothing if that is NULL.
 */
clr_status clri_plan_make_buffer(clr_plan *plan, cl_mem_flags flags, size_t size, void *initial,
                                 cl_mem *buffer, clri_error *error);

/* Releases kernels and scratch memory, as far as there are any, for another choice. */
void clri_plan_unmake(clr_plan *plan);

/* The same of the second program alone, without which the plan is whole, too. */
void clri_plan_unmake_items(clr_plan *plan);

/* The shape that was asked for. */
clr_shape clri_plan_shape(const clr_plan *plan);

#endif
