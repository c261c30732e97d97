/* SPDX-License-Identifier: Apache-2.0 */
/*
 * row_grid - the launch of a run with many results: who makes them (clri_way_of_axes(),
 * clri_way_of_segments()): a group, a team or an item each, or a group many of them in a stage; and
 * with how many groups, and items of a team. Likewise for exact results that doubles could not hold
 * and that teams make again from integers. src/shape calls it once a run, as the number and length
 * of results are known only then; the thresholds are the plan's (choice.h). Pure:
 * tests/test_row_grid.c goes through lengths and numbers without a device.
 *
 * `groups` is the choice of the plan's first program, in which a group folds a result, and `items`
 * that of the second program, in which items, teams and stages do. Every way makes the same result
 * at levels exact and reproducible; at level fast the bits depend on the way.
 */
#ifndef CLREDUCE_CHOOSE_ROW_GRID_H
#define CLREDUCE_CHOOSE_ROW_GRID_H

#include "base/flag.h"
#include "choose/choice.h"
#include "problem/strided_rows.h"

/* Most elements of an exact mean that is divided from two doubles: products with their number are
 * doubles then (cl/lower/pair_mean.cl). Lists have room for longer segments, as CLRI_LISTED_MOST of
 * these would be 2^43 elements. */
enum { CLRI_MEAN_MOST = 1 << 27 };

/* ---- groups: along two dimensions of a launch ---- */

typedef struct clri_row_grid {
    uint32_t groups;        /* groups of each result; 0: no room for as many elements */
    uint32_t rows_at_once;  /* results that are in work at a time */
    uint64_t rows_a_launch; /* results with room for their groups' states */
} clri_row_grid;

/* The most elements of a result with room for its groups' states. */
uint64_t clri_longest_row(const clri_choice *choice);

/* Shares out `rows` results of at most `longest` elements. */
clri_row_grid clri_rows_share(const clri_choice *choice, uint64_t rows, uint64_t longest);

/* Shares out the results of a list of `rows` places: a group for each, ... */
clri_row_grid clri_listed_share(const clri_choice *choice, uint64_t rows);

/* ... or several, for giants of at most `longest` elements; and the states that these leave. */
clri_row_grid clri_giants_share(const clri_choice *choice, uint64_t longest);
uint64_t clri_giants_states(const clri_choice *choice);

/* Where all giants are folded in one launch, a group takes parts of 2^digits elements, so that
 * short giants do not occupy too many groups; or longer parts, if there are too many. */
uint32_t clri_giant_part_digits(const clri_choice *choice);

/* Whether segments of at most `longest` elements may be giants. */
bool clri_giants_can_be(const clri_choice *items, const clri_choice *groups, uint64_t longest);

/* ---- items: a vector of results each ---- */

typedef struct clri_item_grid {
    uint32_t groups;
    uint32_t lie;          /* CLRI_LIE_...: how the elements lie */
    uint64_t vectors;      /* an item's: one vector of results, or several side by side */
    uint64_t line_vectors; /* those of a line, which is all results along the first kept axis, if
                              vectors begin anew on each line; else 0 */
} clri_item_grid;

clri_item_grid clri_items_share(const clri_choice *items, const clri_rows *rows);

/* ---- teams of items: a contiguous result each ---- */

enum {
    CLRI_MEDIUM_MOST = 1 << 20, /* most segments for larger teams */
    CLRI_LISTED_MOST = 1 << 16  /* most results for a group each */
};

typedef struct clri_team_grid {
    uint32_t groups;
    uint32_t items;   /* items of a team */
    uint64_t longest; /* elements: longer results are left to larger teams or groups ... */
    uint64_t giant;   /* ... and results longer than this to several groups each */
} clri_team_grid;

/* Shares out `rows` results of `length` elements each. */
clri_team_grid clri_teams_share(const clri_choice *items, uint64_t rows, uint64_t length);

/*
 * Shares out `rows` segments of `count` elements together: small teams for most segments, large
 * ones for the longest; `small.items` is 0 if large teams suit all. Lists have room for all
 * segments that are left, if none overlap and at most CLRI_GIANTS_MOST are longer than what one
 * group can fold; where a list overflows groups make all results (shape/many/launch_items.h).
 */
typedef struct clri_segment_grid {
    clri_team_grid small;
    clri_team_grid large;
    bool are_left_to_groups; /* groups, not large teams, take what small teams or a stage leave */
} clri_segment_grid;

clri_segment_grid clri_segments_share(const clri_choice *items, const clri_choice *groups,
                                      uint64_t rows, uint64_t count);

/* ---- a stage: many contiguous results of a group at a time ---- */

typedef struct clri_stage_grid {
    uint32_t groups;  /* 0: the results are faster without a stage */
    uint32_t rows;    /* results of a group at a time */
    uint32_t items;   /* items of a team */
    uint32_t longest; /* longer segments are left to other kernels */
} clri_stage_grid;

/* Stages of rows, and of `rows` segments with `count` elements together. */
clri_stage_grid clri_rows_staged(const clri_choice *items, const clri_rows *rows);
clri_stage_grid clri_segments_staged(const clri_choice *items, uint64_t rows, uint64_t count);

/* ---- results that are made again, by teams of items each ---- */

/* Teams of items, from `fewest` to `most`: how many results are in doubt is known on the device
 * alone, and its kernel takes larger teams for fewer of them. */
typedef struct clri_again_grid {
    uint32_t groups;
    uint32_t fewest; /* items of a team, powers of two */
    uint32_t most;
} clri_again_grid;

/* Of at most `rows` results of `length` elements. */
clri_again_grid clri_again_share(const clri_choice *items, uint64_t rows, uint64_t length);

/* ---- the way of a run ---- */

/* The way for rows. Of results longer than what one group can fold it is groups, several of which
 * share each. */
clri_way clri_way_of_axes(const clri_choice *items, const clri_choice *groups,
                          const clri_rows *rows);

/* The way for segments: teams, or groups. */
clri_way clri_way_of_segments(const clri_choice *items, uint64_t segments);

#endif
