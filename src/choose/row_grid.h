/* SPDX-License-Identifier: Apache-2.0 */
/*
 * row_grid - many results in a launch: whether groups, teams of items or items alone have one each,
 * or groups bring many at once onto a stage, and how they are shared out. Pure.
 */
#ifndef CLREDUCE_CHOOSE_ROW_GRID_H
#define CLREDUCE_CHOOSE_ROW_GRID_H

#include "base/flag.h"
#include "choose/choice.h"
#include "problem/strided_rows.h"

/* What cl/lower/pair_mean.cl divides by, at most. (No memory has 2^16 segments as long.) */
enum { CLRI_MEAN_MOST = 1 << 27 };

/* ---- groups: along two dimensions of a launch ---- */

typedef struct clri_row_grid {
    uint32_t groups;        /* of each result; 0: there is no room for as many elements */
    uint32_t rows_at_once;  /* results that are somebody's at a time */
    uint64_t rows_a_launch; /* whose states there is room for */
} clri_row_grid;

/* The most elements of a result for whose groups' states there is room. */
uint64_t clri_longest_row(const clri_choice *choice);

/* Of `rows` results, none of which has more than `longest` elements. */
clri_row_grid clri_rows_share(const clri_choice *choice, uint64_t rows, uint64_t longest);

/* Of so many results that are on a list: one group for each, ... */
clri_row_grid clri_listed_share(const clri_choice *choice, uint64_t rows);

/* ... or several, if they are giants of no more than `longest` elements; and how many states these
 * leave in a launch. */
clri_row_grid clri_giants_share(const clri_choice *choice, uint64_t longest);
uint64_t clri_giants_states(const clri_choice *choice);

/* Of all giants in one launch a group has parts of 2^that elements, so that those of a short one do
 * not cost more than they bring; or, where they are too many, longer ones. */
uint32_t clri_giant_part_digits(const clri_choice *choice);

/* Whether there can be any among segments of no more than `longest` elements. */
bool clri_giants_can_be(const clri_choice *items, const clri_choice *groups, uint64_t longest);

/* ---- items: a vector of results each ---- */

typedef struct clri_item_grid {
    uint32_t groups;
    uint32_t lie;          /* CLRI_LIE_...: how the elements lie */
    uint64_t vectors;      /* of results */
    uint64_t line_vectors; /* along the fastest kept axis, if vectors begin anew there; else 0 */
} clri_item_grid;

clri_item_grid clri_items_share(const clri_choice *items, const clri_rows *rows);

/* ---- teams of items: one result each, of elements that are neighbours ---- */

enum {
    CLRI_MEDIUM_MOST = 1 << 20, /* those that larger teams take than most */
    CLRI_LISTED_MOST = 1 << 16  /* those, or results that items are not sure of, for a group each */
};

typedef struct clri_team_grid {
    uint32_t groups;
    uint32_t items;   /* of a team */
    uint64_t longest; /* what has more elements is left to larger teams or groups ... */
    uint64_t giant;   /* ... and what has more than that to several groups each */
} clri_team_grid;

/* Of `rows` results that have as many elements each. */
clri_team_grid clri_teams_share(const clri_choice *items, uint64_t rows, uint64_t length);

/*
 * Of `rows` segments that have `count` elements together, if none overlap: small teams for most of
 * them, and large ones for those that are longer than most; `small.items` is 0 if large ones suit
 * all. Lists have room for what is left to the next one, if none overlap, and no more than some
 * giants are as long as one of the `groups` can take.
 */
typedef struct clri_segment_grid {
    clri_team_grid small;
    clri_team_grid large;
    bool are_left_to_groups; /* what small teams, or a stage, leave is not worth large ones */
} clri_segment_grid;

clri_segment_grid clri_segments_share(const clri_choice *items, const clri_choice *groups,
                                      uint64_t rows, uint64_t count);

/* ---- a stage: many results of one group at a time, all of whose elements lie one behind the other
 * ---- */

typedef struct clri_stage_grid {
    uint32_t groups;  /* 0: the results are better off elsewhere */
    uint32_t rows;    /* of a group at a time */
    uint32_t items;   /* of a team */
    bool is_close;    /* src/choose/stage_banks.h */
    uint32_t longest; /* segments that have more elements are left to others */
} clri_stage_grid;

/* Of axes, and of `rows` segments that have `count` elements together. */
clri_stage_grid clri_rows_staged(const clri_choice *items, const clri_rows *rows);
clri_stage_grid clri_segments_staged(const clri_choice *items, uint64_t rows, uint64_t count);

/* ---- which of them ---- */

/* Slices are src/choose/slice_grid.h's. */
typedef enum clri_way {
    CLRI_WAY_GROUPS,
    CLRI_WAY_ITEMS,
    CLRI_WAY_TEAMS,
    CLRI_WAY_STAGE,
    CLRI_WAY_SLICES,
    CLRI_WAY_WALK /* of labels along axes: choose/walk.h */
} clri_way;

/* `items` is the second program's choice; each result must be one that a group alone could take. */
clri_way clri_way_of_axes(const clri_choice *items, const clri_choice *groups,
                          const clri_rows *rows);

/* Of so many segments: teams, or groups. */
clri_way clri_way_of_segments(const clri_choice *items, uint64_t segments);

#endif
