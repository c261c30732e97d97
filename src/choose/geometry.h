/* SPDX-License-Identifier: Apache-2.0 */
/*
 * geometry - what a choice comes to for so many elements: parts, groups, launches, states, and the
 * longest chain of roundings. Pure.
 */
#ifndef CLREDUCE_CHOOSE_GEOMETRY_H
#define CLREDUCE_CHOOSE_GEOMETRY_H

#include "base/flag.h"
#include "choose/choice.h"
#include "problem/shape.h"

/* Work-items that fold a slab together, and how many such teams a group has: powers of two. */
uint32_t clri_team(const clri_choice *choice);
uint32_t clri_teams(const clri_choice *choice);

/* Levels of the tree by which a team joins its slabs, the lowest included. */
uint32_t clri_team_levels(const clri_choice *choice);

/* Cells of local memory that a group needs, if it has fewer items. */
uint64_t clri_cells(const clri_choice *choice);

/* Strips of so many elements. */
uint64_t clri_strips(uint64_t count);

/* The most elements that one run of the kernels takes: what is more is cut into parts. */
uint64_t clri_part_capacity(const clri_choice *choice);

/* How many groups to launch for a part of `count` elements: 1 .. choice->group_count. */
uint32_t clri_groups(const clri_choice *choice, uint64_t count);

/* With finish relaunch: how many states an item takes. */
uint32_t clri_states_an_item(const clri_choice *choice);

/* With finish relaunch: how many groups fold `states` states. */
uint32_t clri_groups_again(const clri_choice *choice, uint32_t states);

/* Kernels for `count` elements in one or more parts. */
uint64_t clri_launches(const clri_choice *choice, uint64_t count);

/* How many results are shared out among groups: along two dimensions of a launch. */
typedef struct clri_row_grid {
    uint32_t groups;        /* of each result; 0: there are not enough for as many elements */
    uint32_t rows_at_once;  /* results that are somebody's at a time */
    uint64_t rows_a_launch; /* whose states there is room for */
} clri_row_grid;

/* Of `rows` results, none of which has more than `longest` elements. */
clri_row_grid clri_rows_share(const clri_choice *choice, uint64_t rows, uint64_t longest);

/* How results are shared out among items that have them to themselves, a vector of results each. */
typedef struct clri_item_grid {
    uint32_t groups;
    uint32_t lie;          /* CLRI_LIE_...: how the elements lie */
    uint64_t vectors;      /* of results */
    uint64_t line_vectors; /* along the fastest kept axis, if vectors begin anew there; else 0 */
} clri_item_grid;

clri_item_grid clri_items_share(const clri_choice *items, const clri_rows *rows);

/*
 * Whether items are to take these results, and not groups: many short ones, or many that lie across
 * memory. Each must be one that a group alone could take, too.
 */
bool clri_items_are_better(const clri_choice *items, const clri_choice *groups,
                           const clri_rows *rows);

/* The most states that kernels leave in scratch memory, the running one included. */
uint64_t clri_state_count(const clri_choice *choice);

/* Places behind them that one group or one item has to itself, where states go between groups in
 * atomics (cl/finish/words.cl): the first, and how many. */
uint64_t clri_custom_places_begin(const clri_choice *choice);
uint64_t clri_custom_places(const clri_choice *choice);

/* The longest chain of roundings for `count` elements; see clr_plan_depth(). That of an item which
 * has a result to itself is the other one. */
uint64_t clri_depth(const clri_choice *choice, uint64_t count);
uint64_t clri_items_depth(uint64_t count);

#endif
