/* SPDX-License-Identifier: Apache-2.0 */
/*
 * geometry - arithmetic over a choice for a given count of elements: parts that are launched one
 * after the other, groups of a part, kernels, states left in memory, and the longest chain of
 * roundings, which clr_plan_depth() promises. Launching (src/plan) and sizing of scratch memory
 * both take it from here, so that they agree. Pure.
 */
#ifndef CLREDUCE_CHOOSE_GEOMETRY_H
#define CLREDUCE_CHOOSE_GEOMETRY_H

#include "base/flag.h"
#include "choose/choice.h"

/* In the published order (docs/order.md): work-items that fold a slab together, and such teams of a
 * group; powers of two. */
uint32_t clri_team(const clri_choice *choice);
uint32_t clri_teams(const clri_choice *choice);

/* Levels of the tree by which a team joins its slabs of a strip, the lowest one counted. */
uint32_t clri_team_levels(const clri_choice *choice);

/* Least cells of local memory of a group, whatever its size. */
uint64_t clri_cells(const clri_choice *choice);

/* Strips of `count` elements, the last of which may be part of one. */
uint64_t clri_strips(uint64_t count);

/* Elements of a tile of a group; the most elements that a group can fold: bins of exact sums bound
 * them, else nothing does. */
uint64_t clri_tile_count(const clri_choice *choice);
uint64_t clri_group_capacity(const clri_choice *choice);

/* The most elements that the kernels take at once: longer inputs are cut into parts. */
uint64_t clri_part_capacity(const clri_choice *choice);

/* Groups to launch for a part of `count` elements: 1 .. choice->sizes.group_count. */
uint32_t clri_groups(const clri_choice *choice, uint64_t count);

/* With finish relaunch: states that an item takes in a launch behind the first. */
uint32_t clri_states_an_item(const clri_choice *choice);

/* With finish relaunch: groups that fold `states` states. */
uint32_t clri_groups_again(const clri_choice *choice, uint32_t states);

/* Kernels launched for `count` elements, in one or more parts. */
uint64_t clri_launches(const clri_choice *choice, uint64_t count);

/* The most states in scratch memory: those that kernels leave to each other, behind the saved
 * states of the caller's parts and of a run's cuts. */
uint64_t clri_state_count(const clri_choice *choice);

/* Places behind the states that belong to one group or one item, where states pass between groups
 * by atomics (cl/finish/words.cl): the first place, and their number. */
uint64_t clri_custom_places_begin(const clri_choice *choice);
uint64_t clri_custom_places(const clri_choice *choice);

/* The longest chain of roundings for `count` elements, see clr_plan_depth(): of a result by groups;
 * the second function: of a result by a single item. */
uint64_t clri_depth(const clri_choice *choice, uint64_t count);
uint64_t clri_items_depth(uint64_t count);

#endif
