/* SPDX-License-Identifier: Apache-2.0 */
/*
 * geometry - what a choice comes to for so many elements: parts, groups, launches, states, and the
 * longest chain of roundings. Pure.
 */
#ifndef CLREDUCE_CHOOSE_GEOMETRY_H
#define CLREDUCE_CHOOSE_GEOMETRY_H

#include "base/flag.h"
#include "choose/choice.h"

/* Work-items that fold a slab together, and how many such teams a group has: powers of two. */
uint32_t clri_team(const clri_choice *choice);
uint32_t clri_teams(const clri_choice *choice);

/* Levels of the tree by which a team joins its slabs, the lowest included. */
uint32_t clri_team_levels(const clri_choice *choice);

/* Cells of local memory that a group needs, if it has fewer items. */
uint64_t clri_cells(const clri_choice *choice);

/* Strips of so many elements. */
uint64_t clri_strips(uint64_t count);

/* Elements that a group folds at a time, and the most that it can. */
uint64_t clri_tile_count(const clri_choice *choice);
uint64_t clri_group_capacity(const clri_choice *choice);

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
