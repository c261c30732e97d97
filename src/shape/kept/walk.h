/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk - how items walk over tiles of the sorted labels along axes (cl/walk_labels.cl): sizes, and
 * how tiles and results are shared out. A label's span may cross tiles, so each tile leaves
 * partials of its first and its last label, which cl/join_labels.cl joins. The memory for these
 * partials limits how many vectors a launch takes: with little of it launches leave a GPU idle
 * (docs/history/2026-11-26-labels-along-axes.md, "As it was built"). Pure.
 */
#ifndef CLREDUCE_SHAPE_WALK_H
#define CLREDUCE_SHAPE_WALK_H

#include "choose/row_grid.h"
#include "problem/request.h"

/* As clri_items_choose(), of groups that fold results of labels along axes. Where expressions name
 * an element's own number nobody walks, and teams of items have results to themselves. */
clr_status clri_walk_choose(const clr_device *device, const clri_request *request,
                            const clr_plan_options *options, const clri_choice *groups,
                            clri_choice *items, bool *is_there, clri_error *error);

typedef struct clri_walk_grid {
    clri_item_grid items;      /* vectors of a label's results */
    uint32_t length;           /* entries of a tile */
    uint64_t tiles;            /* at most */
    uint64_t vectors_a_launch; /* whose partials there is room for */
    uint32_t columns;          /* results of a label that a group joins at a time */
} clri_walk_grid;

/* How tiles of a list of `entries` entries, and the results of one label, `rows`, are shared out.
 */
clri_walk_grid clri_walk_share(const clri_choice *items, const clri_rows *rows, uint64_t entries);

/* Work-groups for `turns` turns of an item; if a launch has fewer groups, items take several turns.
 */
size_t clri_walk_groups(const clri_choice *items, uint64_t turns);

/* Bytes of the partials that a launch leaves. */
uint64_t clri_walk_states_size(const clri_choice *items);

#endif
