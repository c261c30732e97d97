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
    bool keeps_order;
} clri_load;

/* The longest way of a state through a group. */
typedef enum clri_folds { CLRI_FOLDS_NOTHING, CLRI_FOLDS_CHAIN, CLRI_FOLDS_TREE } clri_folds;

typedef struct clri_group {
    const char *name;
    clri_folds folds;
    bool keeps_order;
    clri_need needs;
} clri_group;

/* Which kernels surround the first one, and what else is to be done. */
typedef enum clri_kernels {
    CLRI_KERNELS_ALONE,
    CLRI_KERNELS_SECOND,
    CLRI_KERNELS_AGAIN,
    CLRI_KERNELS_CELL,
    CLRI_KERNELS_HOST
} clri_kernels;

typedef struct clri_finish {
    const char *name;
    const char *file;
    clri_kernels kernels;
    clri_takes takes;
    bool is_repeatable;
    bool is_sound;
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

/* Whether states are combined in the order that docs/order.md publishes. */
bool clri_strategy_is_ordered(const clri_strategy *strategy);

/* The piece of that name in cl/group, NULL if there is none. */
const clri_group *clri_group_named(const char *name);

#endif
