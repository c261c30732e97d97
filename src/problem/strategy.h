/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strategy - the rows of strategies and of their pieces: load, group, finish. Which device can run
 * them is choose's to say.
 */
#ifndef CLREDUCE_PROBLEM_STRATEGY_H
#define CLREDUCE_PROBLEM_STRATEGY_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* How many groups a launch has. */
typedef enum clri_groups_policy {
    CLRI_GROUPS_FITTED,
    CLRI_GROUPS_BUSY,
    CLRI_GROUPS_STRIPS /* as busy ones, which go strip by strip in the published order */
} clri_groups_policy;

/* How elements come: in vectors, one by one unless vectors are asked for, or only one by one. */
typedef enum clri_elements {
    CLRI_ELEMENTS_VECTORS,
    CLRI_ELEMENTS_ONES,
    CLRI_ELEMENTS_SINGLE
} clri_elements;

/* How items of a CPU, which do best in long runs through memory, do their share. */
typedef enum clri_on_cpu {
    CLRI_ON_CPU_GROUPS,
    CLRI_ON_CPU_BEST, /* alone, by the best group piece */
    CLRI_ON_CPU_ALONE
} clri_on_cpu;

/* What a device must have. */
typedef enum clri_need {
    CLRI_NEEDS_NOTHING,
    CLRI_NEEDS_ATOMICS,
    CLRI_NEEDS_FENCE,
    CLRI_NEEDS_SHUFFLES,
    CLRI_NEEDS_COLLECTIVES
} clri_need;

/* Whose states a finish takes. */
typedef enum clri_takes { CLRI_TAKES_GROUP, CLRI_TAKES_ITEM, CLRI_TAKES_ONE } clri_takes;

typedef struct clri_load {
    const char *name;
    clri_groups_policy groups;
    unsigned loads; /* in flight, by an item; 0: the plan's */
    clri_elements elements;
    unsigned takes_again; /* states that an item takes of those of an earlier launch */
    bool keeps_order;
    clri_on_cpu on_cpu;
    bool may_claim;
    bool goes_past_cache;
} clri_load;

/* The longest way of a state through a group. */
typedef enum clri_folds { CLRI_FOLDS_NOTHING, CLRI_FOLDS_CHAIN, CLRI_FOLDS_TREE } clri_folds;

typedef struct clri_group {
    const char *name;
    clri_folds folds;
    bool keeps_order;
    bool is_best;
    bool joins_strips;
    bool has_steps;
    bool is_sound;
    clri_need needs;
} clri_group;

/* Which kernels surround the first one, and what else is to be done: a row of clri_surroundings. */
typedef enum clri_kernels {
    CLRI_KERNELS_ALONE,
    CLRI_KERNELS_SECOND,
    CLRI_KERNELS_AGAIN,
    CLRI_KERNELS_CELL,
    CLRI_KERNELS_LABELS,
    CLRI_KERNELS_HOST
} clri_kernels;

/* Work-items in a group of the kernel that comes after. */
typedef enum clri_after {
    CLRI_AFTER_NONE,
    CLRI_AFTER_SECOND,
    CLRI_AFTER_SAME,
    CLRI_AFTER_ONE
} clri_after;

typedef enum clri_times { CLRI_TIMES_ONCE, CLRI_TIMES_LEVEL } clri_times;

/* States that launches leave in scratch memory. */
typedef enum clri_leaves {
    CLRI_LEAVES_NOTHING,
    CLRI_LEAVES_GROUPS,
    CLRI_LEAVES_LEVELS
} clri_leaves;

typedef struct clri_surroundings {
    const char *before; /* kernels' names; NULL for none */
    const char *after;
    clri_after after_group;
    clri_times times;
    clri_leaves leaves;
    bool wants_numbers;
} clri_surroundings;

typedef struct clri_finish {
    const char *name;
    const char *file;
    clri_kernels kernels;
    clri_takes takes;
    bool is_repeatable;
    bool is_sound;
    bool serves_claims;
    bool is_of_rows; /* for many results in a launch */
    clri_need needs;
    const char *launches; /* in words */
} clri_finish;

enum { CLRI_STRATEGY_NAME_SIZE = 40 };

typedef struct clri_strategy {
    char name[CLRI_STRATEGY_NAME_SIZE]; /* the row's, or the triple's */
    const clri_load *load;
    const clri_group *group; /* NULL: the best that the device has */
    const clri_finish *finish;
    const char *lesson; /* "" for a triple that is no row */
} clri_strategy;

/*
 * The strategy of that name or triple. False if there is none; "auto" is none. Its pieces are
 * known, not that they go together: choose says that.
 */
bool clri_strategy_find(const char *name, clri_strategy *strategy);

/* Why no plan is ever made of what that word means; NULL if it is not such a word. */
const char *clri_strategy_refusal(const char *name);

/* Whether it is right by design: all its pieces are. */
bool clri_strategy_is_sound(const clri_strategy *strategy);

/* Whether sums of floats come out the same every time. */
bool clri_strategy_is_repeatable(const clri_strategy *strategy);

/* Whether states are combined in the order that docs/order.md publishes. */
bool clri_strategy_is_ordered(const clri_strategy *strategy);

/* Whether its pieces hand on single numbers better than other states. */
bool clri_strategy_wants_number(const clri_strategy *strategy);

/* Whether states of level exact may go through it: wide ones, in an order of its own. */
bool clri_strategy_keeps_exact(const clri_strategy *strategy);

/* The first of the best group pieces whose needs are met. */
const clri_group *clri_group_best(bool (*is_met)(clri_need need, const void *user),
                                  const void *user);

const clri_surroundings *clri_surroundings_of(const clri_finish *finish);

/* ---- the library's choice ---- */

/* In what order a request wants its elements folded. */
typedef enum clri_order { CLRI_ORDER_FREE, CLRI_ORDER_MINDED, CLRI_ORDER_PUBLISHED } clri_order;

/* How many results a plan has. */
typedef enum clri_results { CLRI_RESULTS_ONE, CLRI_RESULTS_ROWS } clri_results;

/* Where a row of the library's choice holds. */
typedef enum clri_where { CLRI_WHERE_ANYWHERE, CLRI_WHERE_CPU, CLRI_WHERE_TICKETS } clri_where;

typedef struct clri_automatic {
    clri_results results;
    clri_order order;
    clri_where where;
    const char *strategy;
    const char *why;
    const char *why_on; /* what `why` goes on with after the name of the fence; NULL: it is all */
} clri_automatic;

/* Whether the caller leaves the strategy to the library: NULL, or "auto". */
bool clri_strategy_is_automatic(const char *name);

/* The library's choice for those results and that order, on a CPU or not, where groups have tickets
 * or have not. */
const clri_automatic *clri_strategy_automatic(clri_results results, clri_order order, bool is_cpu,
                                              bool has_tickets);

#endif
