/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_steps - what the kernels of a run did, step by step: launches, groups, steps and events,
 * with what each costs on a machine of waves and memory banks. Plain data, which trace_log.h makes.
 */
#ifndef CLREDUCE_TOOLS_TRACE_STEPS_H
#define CLREDUCE_TOOLS_TRACE_STEPS_H

#include <clreduce/lessons.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The facts on a kind of events. */
typedef struct trace_kind {
    const char *name;
    unsigned rank;     /* of all kinds in a step the lowest rank says most about it */
    bool waits;        /* an item that does no more is not at work */
    bool shows_state;  /* its value is the item's own state: no state that it takes, no element that
                          it loads */
    bool adds;         /* the item adds up states */
    bool is_unguarded; /* a read or a write of a place that others write unasked */
} trace_kind;

/* The kind of that number; NULL past the last. Kinds run from 1 without a gap. */
const trace_kind *trace_kind_of(unsigned kind);

/* The machine that the costs are counted for, and sizes that the log does not tell. */
typedef struct trace_machine {
    uint32_t wave;         /* lanes that share one instruction, up to TRACE_WAVE_MOST */
    uint32_t banks;        /* of local memory, 4 bytes wide each, up to TRACE_BANKS_MOST */
    uint32_t group_size;   /* work-items a group of the first launch */
    uint32_t element_size; /* bytes of an element of the input */
} trace_machine;

#define TRACE_WAVE_MOST  64
#define TRACE_BANKS_MOST 64

/* Bytes that global memory moves at least. */
#define TRACE_SECTOR_SIZE 32

/*
 * A step's costs, or the sum of some steps' costs. An item is active in a step if it merges two
 * states; in a step in which none does, if it does anything but wait or turn to a result.
 */
typedef struct trace_counts {
    uint64_t active;        /* items */
    uint64_t merges;        /* states combined: more than items where an item does so repeatedly */
    uint64_t full;          /* waves whose every lane is active */
    uint64_t partial;       /* waves that have less items than lanes, and all of these active */
    uint64_t divergent;     /* waves with active items and idle ones */
    uint64_t idle;          /* waves without an active item */
    uint64_t idle_lanes;    /* lanes not active in waves that diverge over merging */
    uint64_t alone;         /* merges of a lane after its first, in steps that read no input */
    uint64_t waiting;       /* idle waves, while others merge, that add in other steps */
    uint64_t useless;       /* idle waves, while others merge, that never add */
    uint64_t conflicts;     /* passes over local memory beyond the passes that its width takes */
    uint64_t sectors;       /* pieces of TRACE_SECTOR_SIZE bytes of global memory touched */
    uint64_t spare_sectors; /* sectors beyond as many as so many bytes would fill */
    uint64_t load_bytes;    /* of the input */
    uint64_t atomics;
    uint64_t unguarded; /* writes to places that others write unasked */
    uint64_t lost;      /* unguarded writes whose value is in no result */
    uint64_t early;     /* states taken from a cell before they were there */
    uint64_t handed;    /* states that a group leaves to other launches, or to the host */
    uint64_t barriers;  /* of a group */
    uint64_t apart;     /* barriers of a group between steps that one wave could do by itself */
    uint64_t of_waves;  /* barriers of sub-groups alone */
} trace_counts;

/* One event in its step. */
typedef struct trace_entry {
    const clr_trace_event *event;
    uint32_t turn;    /* how many of its kind the item has done before it in the step */
    bool is_conflict; /* its bank has another lane's word to fetch in the same pass */
    bool is_lost;     /* an unguarded write whose value is in no result */
    bool is_early;    /* it took from a cell what was there before the state that is drawn there */
    uint64_t order;   /* of an unguarded read or write: how many of the run happened before it */
} trace_entry;

/* The events of a group between two barriers, or in one round of shuffles. */
typedef struct trace_step {
    trace_entry *entries; /* by item, in the order in which the item did them */
    size_t entry_count;
    unsigned kinds; /* bit k: something of clr_trace_kind k was done */
    trace_counts counts;
} trace_step;

/* A work-group of a launch. */
typedef struct trace_group {
    uint32_t launch;
    uint32_t group;
    uint32_t item_count;
    uint32_t never_add; /* items that add nothing, not even while they read */
    trace_step *steps;
    size_t step_count;
    trace_entry *entries; /* of all steps */
    size_t entry_count;
    size_t like; /* index of the launch's first group whose steps have the same counts */
    trace_counts counts;
} trace_group;

typedef struct trace {
    trace_machine machine;
    trace_group *groups;
    trace_step *steps;
    trace_entry *entries;
    uint64_t launch_count, group_count, step_count; /* of the log */
    uint64_t launches;   /* of the run, some of which may log nothing: the caller knows */
    uint64_t item_count; /* items of the first launch */
    uint64_t never_add;  /* items of the first launch that add nothing */
    uint64_t unguarded_additions, unguarded_writes;
    bool delivers; /* a kernel wrote the result; if none did, the host made it */
    trace_counts counts;
} trace;

/* Whether an item that does that is active, in a step in which some item merges or none does. */
bool trace_is_active(const clr_trace_event *event, bool is_merging);

/* How many later groups of its launch have the same counts as group number `index`. */
uint64_t trace_count_alike(const trace *t, size_t index);

/* Whether something of a kind was done in the step. */
bool trace_step_has(const trace_step *step, unsigned kind);

/* Whether the step reads or writes places that others write unasked. */
bool trace_step_is_unguarded(const trace_step *step);

/* Whether the step ends at a barrier of the whole group, not of a sub-group alone. */
bool trace_step_has_group_barrier(const trace_step *step);

#endif
