/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lessons.h
 * What clreduce teaches: strategies that are wrong by design, the one line that each strategy
 * stands for, and traces of what kernels really did. Programs that just reduce need none of it;
 * docs/ladder.md climbs from the worst strategy to the best, and the command's `strategies` and
 * `explain` are made of this header and clreduce.h alone.
 *
 *   1. what each strategy teaches    2. what is wrong by design    3. what kernels really did
 */
#ifndef CLREDUCE_LESSONS_H
#define CLREDUCE_LESSONS_H

#include <clreduce/clreduce.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. What each strategy teaches ---------------------------------------------------------- */

/**
 * One line: what the strategy of that name teaches, such as "items that add to one cell unasked
 * overwrite each other: most of the input is lost". "" for a triple without a name; NULL if
 * `strategy` is none. Of "early-return", which is none either, it says why: a kernel whose items
 * return before a barrier is undefined, and no plan is made of it, whatever is allowed.
 */
CLR_API const char *clr_strategy_lesson(const char *strategy);

/* ---- 2. What is wrong by design ------------------------------------------------------------- */

/*
 * Two ways to finish and two ways to fold a group are defects that many have written in earnest.
 * clr_strategy_info.is_sound is 0 for them, and no plan is made of them unless
 * clr_plan_options.unsound is not 0. Their results are right by luck, if at all:
 *
 *   unguarded     "race": items add to one cell, but not atomically, so that additions get lost
 *   overwrite     "collide": the items of a group leave their states in one place, where one stays
 *   no-barriers   a tree whose items take each other's states without waiting for them: in place
 *                 of a state that is not there yet they take what its cell had before
 *   volatile      "volatile-warp": a tree whose last 32 items go on without barriers, by way of a
 *                 volatile pointer: right while the lanes of a warp kept step, which they need not
 *
 * What they take of local memory may be what it had before: they are for numbers that are nobody's
 * secret.
 */

/* ---- 3. What kernels really did ------------------------------------------------------------ */

/** What a work-item did. */
typedef enum clr_trace_kind {
    CLR_TRACE_LOAD = 1,     /**< read elements of the input; `place` is the first one's index, or of
                                 many results how far behind clr_span.first it lies, in elements  */
    CLR_TRACE_MERGE = 2,    /**< combined two states into one, which `value` shows                */
    CLR_TRACE_PUT = 3,      /**< wrote a state to local memory; `place` is the cell               */
    CLR_TRACE_GET = 4,      /**< read a state from local memory; `place` is the cell              */
    CLR_TRACE_SHUFFLE = 5,  /**< took another item's state; `place` is that item, in the group    */
    CLR_TRACE_COLLECT = 6,  /**< a work_group_reduce_*() of the device's own gave it the state    */
    CLR_TRACE_BARRIER = 7,  /**< met the group's other items; `place` 1: its sub-group's only     */
    CLR_TRACE_LEAVE = 8,    /**< wrote a state to global memory; `place` counts states there      */
    CLR_TRACE_FETCH = 9,    /**< read a state from global memory; `place` counts states there     */
    CLR_TRACE_ATOMIC = 10,  /**< added a state to the one cell, atomically                        */
    CLR_TRACE_DELIVER = 11, /**< wrote the result; of many `place` is its place in the arrays     */
    CLR_TRACE_TURN = 12,  /**< of many results: turned to number `place`, and the next `size` - 1 */
    CLR_TRACE_READ = 13,  /**< read a place that others write unasked, which held `value`; `place`
                               numbers such reads and writes of all items as they happened      */
    CLR_TRACE_WRITE = 14, /**< wrote `value` there: to the one cell, or where its CLR_TRACE_LEAVE
                               just before says; `place` likewise                               */
    CLR_TRACE_DRAW = 15   /**< drew a ticket: number `place`, from 0; `size` 1: the last one    */
} clr_trace_kind;

/** One thing that one work-item did. */
typedef struct clr_trace_event {
    uint32_t launch; /**< of the run, from 0, of those that log: all but an atomic's first */
    uint32_t group;
    uint32_t item; /**< of the group */
    uint32_t kind; /**< clr_trace_kind */
    uint64_t place;
    uint64_t size;  /**< bytes that were touched; of CLR_TRACE_TURN results */
    uint64_t value; /**< the first 8 bytes of the record that the state would give, were it the
                         whole input's; of loads and barriers 0 */
} clr_trace_event;

/**
 * What the kernels of the plan's last run did, as they logged it themselves: launch by launch,
 * group by group, item by item; an item's events are in the order in which it did them. The plan
 * must have been made with clr_plan_options.trace: not 0, its kernels log what they do, its runs
 * wait for the device, and its launches have few groups.
 *
 * @param[out] events  Lives until the plan's next run or its end.
 * @return CLR_OK; CLR_ERROR_ARGUMENT (NULL, a plan without trace); CLR_ERROR_UNSUPPORTED (an item
 *         did more than its log holds: take a smaller input or smaller groups).
 */
CLR_API clr_status clr_plan_trace(const clr_plan *plan, const clr_trace_event **events,
                                  size_t *count);

#ifdef __cplusplus
}
#endif

#endif
