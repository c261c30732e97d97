/* SPDX-License-Identifier: Apache-2.0 */
/*
 * strategy - the rows of strategies and of their pieces, load, group and finish (strategy.def), and
 * the library's own choice among them. A row says what a piece needs and promises; src/choose
 * decides which devices and levels can have it, and other code asks the rows, so that a strategy is
 * added by rows and a file of cl/. Pure.
 */
#ifndef CLREDUCE_PROBLEM_STRATEGY_H
#define CLREDUCE_PROBLEM_STRATEGY_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* How many groups a launch has. */
typedef enum clri_groups_policy {
    CLRI_GROUPS_FITTED,
    CLRI_GROUPS_BUSY,
    CLRI_GROUPS_STRIPS /* as BUSY, and strip by strip in the published order */
} clri_groups_policy;

/* How elements are loaded: as vectors; one by one unless a vector width is asked for; one by
 * one. */
typedef enum clri_elements {
    CLRI_ELEMENTS_VECTORS,
    CLRI_ELEMENTS_ONES,
    CLRI_ELEMENTS_SINGLE
} clri_elements;

/* How items of a CPU, which are fastest in long runs of memory, do their share. */
typedef enum clri_on_cpu {
    CLRI_ON_CPU_GROUPS,
    CLRI_ON_CPU_BEST, /* alone, by the best group piece */
    CLRI_ON_CPU_ALONE
} clri_on_cpu;

/* A condition on the device. */
typedef enum clri_need {
    CLRI_NEEDS_NOTHING,
    CLRI_NEEDS_ATOMICS,
    CLRI_NEEDS_FENCE,
    CLRI_NEEDS_SHUFFLES,
    CLRI_NEEDS_COLLECTIVES
} clri_need;

/* The states that a finish takes: of groups, of items, or of the one group that there is. */
typedef enum clri_takes { CLRI_TAKES_GROUP, CLRI_TAKES_ITEM, CLRI_TAKES_ONE } clri_takes;

typedef struct clri_load {
    const char *name;
    clri_groups_policy groups;
    unsigned loads; /* loads in flight of an item; 0: the plan's */
    clri_elements elements;
    unsigned takes_again; /* states that an item takes in a relaunch */
    bool keeps_order;
    clri_on_cpu on_cpu;
    bool may_claim;
    bool goes_past_cache;
} clri_load;

/* The longest chain of folds from an item's state to the group's. */
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

/* The kind of kernels besides the first: a row of clri_surroundings. */
typedef enum clri_kernels {
    CLRI_KERNELS_ALONE,
    CLRI_KERNELS_SECOND,
    CLRI_KERNELS_AGAIN,
    CLRI_KERNELS_CELL,
    CLRI_KERNELS_LABELS,
    CLRI_KERNELS_HOST
} clri_kernels;

/* Group size of the kernel behind the first. */
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
    const char *before; /* kernels' names; NULL: none */
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
    const clri_group *group; /* NULL: the best for the device */
    const clri_finish *finish;
    const char *lesson; /* "" for a triple without a row */
} clri_strategy;

/*
 * The strategy of the name or triple. False: no such strategy; "auto" is not a strategy. Its pieces
 * are found, but may not combine: src/choose checks that.
 */
bool clri_strategy_find(const char *name, clri_strategy *strategy);

/* Why no plan has a strategy of the name; NULL: the name is not a refused one. */
const char *clri_strategy_refusal(const char *name);

/* Whether it is correct by design: all its pieces are. */
bool clri_strategy_is_sound(const clri_strategy *strategy);

/* Whether sums of floats are repeatable. */
bool clri_strategy_is_repeatable(const clri_strategy *strategy);

/* Whether states are combined in the order that docs/order.md publishes. */
bool clri_strategy_is_ordered(const clri_strategy *strategy);

/* Whether its pieces pass on single numbers only. */
bool clri_strategy_wants_number(const clri_strategy *strategy);

/* Whether states of level exact may pass through it: wide states, in any order. */
bool clri_strategy_keeps_exact(const clri_strategy *strategy);

/* The first "best" group piece whose needs are met. */
const clri_group *clri_group_best(bool (*is_met)(clri_need need, const void *user),
                                  const void *user);

const clri_surroundings *clri_surroundings_of(const clri_finish *finish);

/* ---- the library's choice ---- */

/* The order in which a request needs its elements folded. */
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
    const char *why_on; /* appended to `why` after the name of the fence; NULL: nothing */
} clri_automatic;

/* Whether the caller leaves the strategy to the library: NULL, or "auto". */
bool clri_strategy_is_automatic(const char *name);

/* The library's choice for these results and this order, on a CPU or not, with tickets or
 * without. */
const clri_automatic *clri_strategy_automatic(clri_results results, clri_order order, bool is_cpu,
                                              bool has_tickets);

#endif
