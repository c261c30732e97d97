/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/row_grid.h"
#include "base/count.h"
#include "choose/geometry.h"

/* A number with neither a page nor a reason was chosen, and not measured. */
enum {
    /* groups of a launch: more results are taken in turn */
    GROUPS_MOST = 1 << 16,
    /* most vectors of a result for a single item */
    LONGEST_VECTORS = 64,
    /* teams of this size or more need twice the share, as their fold takes more steps; as sizes
     * are powers of two, smaller ones are an item alone and a pair
     * (docs/history/2026-11-23-rows-and-segments.md, "Teams") */
    DEAR_TEAM = 4,
    /* segments of more elements than MEDIUM times the mean and than MEDIUM_LEAST go to teams of
     * LARGE_TEAM items or more (the same page; MEDIUM_LEAST was chosen) */
    MEDIUM = 8,
    MEDIUM_LEAST = 64,
    LARGE_TEAM = 32,
    /* least elements of a giant, and of its parts (some tiles of a group each), as powers of two
     * (docs/history/2026-11-25-registers-and-giants.md, "Giants and skewed segments") */
    GIANT_DIGITS = 16,
    GIANT_LEAST = 1 << GIANT_DIGITS,
    STRIP_DIGITS = 15,
    /* most elements of an item that folds in the published order, unless its team has all lanes
     * (docs/history/2026-11-28-middle-sizes.md, "The published order") */
    ORDERED_SHARE = 25,
    /* fewer segments are better shared by all groups alike */
    SEGMENTS_LEAST = 64,
    /* fewest segments, of the mean length, that a stage has to hold */
    STAGED_SEGMENTS = 8,
    /* most rows that a stage holds at a time if they count as long */
    LONG_ROWS = 32,
    /* a row alone in a stage fills ALONE_LEAST of ALONE_OF parts of it */
    ALONE_OF = 4,
    ALONE_LEAST = 3,
    /* most items of a team that makes a result again; and most elements of such an item if there
     * are many results, as one of them rounds while the others wait */
    AGAIN_ITEMS = 32,
    AGAIN_SHARE = 16,
    /* a giant's share of a launch's groups */
    GIANT_SHARE = 4,
};

/* In the published order a giant's parts are its strips. */
_Static_assert(CLRI_STRIP == 1 << STRIP_DIGITS, "a giant has no more parts than strips");

/* Most groups of a launch: traces are to be short, and a CPU's groups as many as its cores need. */
static uint64_t groups_most(const clri_choice *items)
{
    return items->sizes.contiguous || items->code.is_traced ? items->sizes.group_count
                                                            : GROUPS_MOST;
}

/* ---- groups ---- */

uint64_t clri_longest_row(const clri_choice *choice)
{
    const uint64_t capacity = clri_group_capacity(choice);
    const uint64_t states = clri_larger(choice->sizes.row_states, choice->sizes.group_count);

    return capacity > UINT64_MAX / states ? UINT64_MAX : capacity * states;
}

/* Groups, at most `most`, that share a result of `tiles` tiles. In the published order
 * (docs/order.md) tiles are strips, which form CLRI_CHAINS chains; a binary tree joins the chains,
 * and each group folds a subtree of it, so that groups are a power of two. */
static uint64_t sharing_groups(const clri_choice *choice, uint64_t most, uint64_t tiles)
{
    if (!clri_strategy_is_ordered(&choice->strategy))
        return clri_smaller(most, tiles);
    most = clri_smaller(most, CLRI_CHAINS);
    /* the power of two that covers all tiles is below twice their number */
    return clri_floor_power_of_two(tiles <= most / 2 ? clri_larger(2 * tiles, 1) - 1 : most);
}

/* Few results have several groups each, so that all groups are busy; results longer than what a
 * group's bins hold need as many as hold them. With one group a result no states are left in
 * memory, and one launch takes all. */
clri_row_grid clri_rows_share(const clri_choice *choice, uint64_t rows, uint64_t longest)
{
    const uint64_t most = choice->sizes.group_count;
    const uint64_t tiles = clri_divide_up(longest, clri_tile_count(choice));
    const uint64_t parts = clri_divide_up(longest, clri_group_capacity(choice));
    uint64_t groups = rows ? sharing_groups(choice, most / clri_smaller(rows, most), tiles) : 1;

    groups = clri_larger(groups, parts);
    if (longest > clri_longest_row(choice))
        return (clri_row_grid){0};
    groups = groups ? groups : 1;
    /* of a result with more than `most` groups a launch has one */
    return (clri_row_grid){
        .groups = (uint32_t)groups,
        .rows_a_launch = groups > 1 ? clri_larger(most / groups, 1) : UINT64_MAX,
        .rows_at_once = (uint32_t)clri_smaller(rows ? rows : 1, clri_larger(most / groups, 1)),
    };
}

clri_row_grid clri_listed_share(const clri_choice *choice, uint64_t rows)
{
    return (clri_row_grid){.groups = 1,
                           .rows_at_once =
                               (uint32_t)clri_smaller(rows ? rows : 1, choice->sizes.group_count),
                           .rows_a_launch = UINT64_MAX};
}

/* Groups of a giant, unless its length takes the bins of more of them. */
static uint64_t giant_groups(const clri_choice *choice)
{
    return sharing_groups(choice, clri_larger(choice->sizes.group_count / GIANT_SHARE, 1),
                          UINT64_MAX);
}

uint64_t clri_giants_states(const clri_choice *choice)
{
    return clri_larger(CLRI_GIANTS_MOST * giant_groups(choice), choice->sizes.row_states);
}

/* Parts of a giant are no longer than bins allow; strips, in the published order. */
uint32_t clri_giant_part_digits(const clri_choice *choice)
{
    uint32_t digits = GIANT_DIGITS;

    if (clri_strategy_is_ordered(&choice->strategy))
        return STRIP_DIGITS;
    while (digits && UINT64_C(1) << digits > clri_group_capacity(choice))
        digits--;
    return digits;
}

bool clri_giants_can_be(const clri_choice *items, const clri_choice *groups, uint64_t longest)
{
    return longest > clri_smaller(items->teams.without_giants, clri_group_capacity(groups));
}

/* A giant has a quarter of the groups, so that giants, of which there are few, are folded side by
 * side (docs/history/2026-11-25-registers-and-giants.md, "Giants and skewed segments"). */
clri_row_grid clri_giants_share(const clri_choice *choice, uint64_t longest)
{
    const uint64_t parts = clri_divide_up(longest, clri_group_capacity(choice));
    const uint64_t groups = clri_larger(giant_groups(choice), parts);

    return (clri_row_grid){
        .groups = (uint32_t)groups,
        .rows_at_once = (uint32_t)clri_larger(choice->sizes.group_count / groups, 1),
        .rows_a_launch = clri_smaller(clri_giants_states(choice) / groups, CLRI_GIANTS_MOST)};
}

/* ---- items ---- */

static bool steps_are_one(const clri_axis *axis, unsigned inputs)
{
    bool are_one = true;

    for (unsigned i = 0; i < inputs; i++)
        are_one &= axis->steps[i] == 1;
    return are_one;
}

/* How vector loads reach the elements of results: across results, if neighbouring results lie in
 * neighbouring places, and an item's vectors are whole; along a result; or one by one. */
static uint32_t lie_of(const clri_choice *items, const clri_rows *rows)
{
    const unsigned inputs = items->pass.inputs;

    if (steps_are_one(&rows->kept[0], inputs) &&
        rows->kept[0].extent >= items->sizes.vector_width * items->items.sides)
        return CLRI_LIE_ACROSS;
    if (rows->reduced_rank && steps_are_one(&rows->reduced[0], inputs))
        return CLRI_LIE_ALONG;
    return CLRI_LIE_APART;
}

/* Blocks of a line for cl/reduce_across.cl: of at most `memory_sides` vectors, and so many that
 * every group has a block. */
static uint64_t line_blocks(const clri_choice *items, const clri_rows *rows)
{
    const uint64_t vectors = clri_divide_up(rows->kept[0].extent, items->sizes.vector_width);
    const uint64_t lines = rows->count / rows->kept[0].extent;
    const uint64_t fewest = clri_divide_up(items->sizes.group_count, clri_larger(lines, 1));

    return clri_larger(clri_divide_up(vectors, items->items.memory_sides),
                       clri_smaller(vectors, fewest));
}

clri_item_grid clri_items_share(const clri_choice *items, const clri_rows *rows)
{
    clri_item_grid grid = {.lie = lie_of(items, rows)};
    uint64_t groups;

    if (grid.lie == CLRI_LIE_ACROSS && items->items.memory_sides) {
        grid.line_vectors = line_blocks(items, rows);
        grid.vectors = rows->count / rows->kept[0].extent * grid.line_vectors;
    } else if (grid.lie == CLRI_LIE_ACROSS) {
        grid.line_vectors =
            clri_divide_up(rows->kept[0].extent, items->sizes.vector_width * items->items.sides);
        grid.vectors = rows->count / rows->kept[0].extent * grid.line_vectors;
    } else {
        grid.vectors = clri_divide_up(rows->count, items->sizes.vector_width);
    }
    groups = clri_smaller(clri_divide_up(grid.vectors, items->sizes.group), groups_most(items));
    grid.groups = (uint32_t)(groups ? groups : 1);
    return grid;
}

/* ---- teams ---- */

static clri_team_grid grid_of(const clri_choice *items, uint64_t rows, uint32_t size)
{
    const uint64_t teams = items->sizes.group / size;
    const uint64_t groups = clri_divide_up(rows, teams * items->teams.abreast);

    return (clri_team_grid){.groups =
                                (uint32_t)clri_smaller(clri_larger(groups, 1), groups_most(items)),
                            .items = size,
                            .longest = UINT64_MAX,
                            .giant = UINT64_MAX};
}

/* Whether a team of `size` is to be larger: as long as an item has more than `teams.share` vectors,
 * in teams of DEAR_TEAM items or more twice as many, up to `most` items; and whatever `most` is, as
 * long as an item has more than LONGEST_VECTORS. */
static bool wants_more(const clri_choice *items, uint32_t size, uint64_t vectors, uint32_t most)
{
    const uint64_t share = (uint64_t)items->teams.share * (size < DEAR_TEAM ? 1 : 2);

    return (size < most && size * share < vectors) || size * (uint64_t)LONGEST_VECTORS < vectors;
}

/* Items of a team: as many as keep the device busy and no item's share longer than LONGEST_VECTORS;
 * if these are fewer than `most`, up to `most` for the shorter share of wants_more(). */
static uint32_t team_items(const clri_choice *items, uint64_t rows, uint64_t length, uint32_t most)
{
    const uint64_t vectors = clri_divide_up(length, items->sizes.vector_width);
    uint32_t size = 1;

    while (size < items->sizes.group && size < vectors &&
           (wants_more(items, size, vectors, most) || rows * size < items->teams.fewest_items))
        size *= 2;
    return size;
}

/* Items of a team that folds in the published order: no more than lanes that have elements. */
static uint32_t ordered_items(const clri_choice *items, uint64_t rows, uint64_t length)
{
    const uint64_t most = clri_smaller(clri_smaller(CLRI_ROW, items->sizes.group), length);
    uint32_t size = 1;

    while (size < most &&
           (size * ORDERED_SHARE < length || rows * size < items->teams.fewest_items))
        size *= 2;
    return size;
}

clri_team_grid clri_teams_share(const clri_choice *items, uint64_t rows, uint64_t length)
{
    if (clri_teams_keep_order(items))
        return grid_of(items, rows, ordered_items(items, rows, length));
    return grid_of(items, rows, team_items(items, rows, length, items->teams.large));
}

/* Elements of a segment beyond which it is left to a larger team or a group, as other teams of the
 * group would wait for its team. Where there are large teams only, groups take segments at the same
 * length as rows. */
static uint64_t longest_of_team(const clri_choice *items, uint32_t size)
{
    const uint64_t share = (uint64_t)items->sizes.vector_width * LONGEST_VECTORS;

    if (clri_teams_are_items(items))
        return items->teams.longest_row;
    return clri_smaller(size * share, clri_larger(LARGE_TEAM * share, items->teams.longest_row));
}

/* Items that wait for the longest segment of a group, or, where waves synchronise alone, of a wave,
 * which is a large team. */
static uint32_t waiting_items(const clri_choice *items)
{
    return items->capability.step ? LARGE_TEAM : items->sizes.group;
}

/* longest_of_team() in the published order, where a group takes what a team leaves: a slab an item,
 * and at least so many elements that the list has room for all longer segments, though not more
 * than a strip. */
static uint64_t longest_in_order(const clri_choice *items, uint32_t size, uint64_t count)
{
    const uint64_t most =
        clri_smaller(size * (uint64_t)(CLRI_ROWS * CLRI_ROW), items->teams.longest_row);

    return clri_larger(most, clri_smaller(count / CLRI_LISTED_MOST, CLRI_STRIP));
}

/* Elements beyond which several groups share a segment, a giant: at least so many that the list has
 * room for all giants. In short inputs a group folds each alone, as another launch would cost more;
 * what a group cannot fold is a giant in any case. */
static uint64_t longest_of_group(const clri_choice *items, const clri_choice *groups,
                                 uint64_t longest_of_team, uint64_t count)
{
    uint64_t longest =
        clri_larger(clri_larger(longest_of_team, GIANT_LEAST), count / CLRI_GIANTS_MOST);

    if (!clri_giants_can_be(items, groups, count))
        longest = clri_larger(longest, count);
    return clri_smaller(longest, clri_group_capacity(groups));
}

/*
 * Lengths of segments are on the device, and the host knows number and total: teams suit the mean,
 * and what is much longer goes on lists, which larger teams and groups read in later launches. A
 * list has room for `count` elements over its threshold, so that a threshold of count / places
 * never overflows it.
 */
clri_segment_grid clri_segments_share(const clri_choice *items, const clri_choice *groups,
                                      uint64_t rows, uint64_t count)
{
    const uint64_t mean = rows ? clri_divide_up(count, rows) : 0;
    /* large teams, as several small ones would wait for the longest of them */
    const uint32_t size = team_items(items, rows, mean, waiting_items(items));
    const uint32_t large =
        (uint32_t)clri_smaller(clri_larger(size, LARGE_TEAM), items->sizes.group);
    clri_segment_grid grid = {.large = grid_of(items, rows, large)};

    if (clri_teams_keep_order(items)) {
        grid.large = grid_of(items, rows, ordered_items(items, rows, mean));
        grid.large.longest = longest_in_order(items, grid.large.items, count);
        grid.large.giant = longest_of_group(items, groups, grid.large.longest, count);
        return grid;
    }
    grid.large.longest = clri_larger(longest_of_team(items, large), count / CLRI_LISTED_MOST);
    grid.large.longest = clri_smaller(grid.large.longest, CLRI_MEAN_MOST);
    grid.large.giant = longest_of_group(items, groups, grid.large.longest, count);
    grid.are_left_to_groups = count <= items->teams.without_large;
    if (size == large)
        return grid;
    grid.small = grid_of(items, rows, size);
    grid.small.longest =
        clri_larger(clri_larger(mean * MEDIUM, MEDIUM_LEAST), count / CLRI_MEDIUM_MOST);
    grid.small.longest = clri_smaller(grid.small.longest, grid.large.longest);
    grid.large.groups = (uint32_t)clri_smaller(grid.large.groups, items->sizes.group_count);
    return grid;
}

/* ---- a stage ---- */

/* Whether results are contiguous, and lie one behind the other: a stage copies several as one. */
static bool lie_together(const clri_rows *rows, unsigned inputs)
{
    bool lie = rows->kept_rank == 1 && clri_rows_are_contiguous(rows, inputs);

    for (unsigned i = 0; lie && i < inputs; i++)
        lie = rows->kept[0].steps[i] == (int64_t)rows->length;
    return lie;
}

/* Items of a team of a stage: as many as the group has for each result, as long as each has more
 * than half a line of banks to read, which is worth a team's barriers. */
static uint32_t staged_items(const clri_choice *items, uint64_t rows, uint64_t length)
{
    uint32_t size = 1;

    while (2 * size * rows <= items->staged.group_size &&
           size * (uint64_t)items->staged.line < length)
        size *= 2;
    return size;
}

static clri_stage_grid stage_grid_of(const clri_choice *items, uint64_t rows, uint64_t at_a_time,
                                     uint64_t length)
{
    return (clri_stage_grid){
        .groups = (uint32_t)clri_smaller(clri_divide_up(rows, at_a_time), GROUPS_MOST),
        .rows = (uint32_t)at_a_time,
        .items = staged_items(items, at_a_time, length)};
}

/* Whether rows fill a stage, which the whole group folds in a turn: a single row must fill most of
 * it; of two inputs teams read single rows as fast. */
static bool fills_stage(const clri_choice *items, uint64_t length)
{
    const uint64_t most = items->staged.elements;

    return length <= most / 2 ||
           (items->pass.inputs == 1 && length <= most && length >= most / ALONE_OF * ALONE_LEAST);
}

static bool are_staged(const clri_choice *items, const clri_rows *rows)
{
    const uint64_t length = rows->length;
    const bool are_long = length >= items->staged.elements / LONG_ROWS;
    const uint64_t fewest = are_long ? items->staged.fewest_of_long_rows : items->staged.fewest;

    return items->staged.elements != 0 && length != 0 && length <= items->staged.longest_row &&
           fills_stage(items, length) && lie_together(rows, items->pass.inputs) &&
           rows->count >= fewest / length;
}

clri_stage_grid clri_rows_staged(const clri_choice *items, const clri_rows *rows)
{
    const uint64_t length = rows->length;

    return are_staged(items, rows)
               ? stage_grid_of(items, rows->count, items->staged.elements / length, length)
               : (clri_stage_grid){0};
}

/* The square root, rounded down. */
static uint64_t square_root(uint64_t x)
{
    uint64_t root = 0;

    while ((root + 1) * (root + 1) <= x)
        root++;
    return root;
}

/* Segments that fill a stage on average, less the square root of their number: if a batch's
 * segments do not fit, the whole group takes another turn. */
clri_stage_grid clri_segments_staged(const clri_choice *items, uint64_t rows, uint64_t count)
{
    const uint64_t mean = rows ? clri_larger(clri_divide_up(count, rows), 1) : 1;
    uint64_t at_a_time;
    clri_stage_grid grid;

    if (items->staged.elements == 0 || mean > items->staged.longest_segment ||
        mean > items->staged.elements / STAGED_SEGMENTS || count < items->staged.fewest_of_segments)
        return (clri_stage_grid){0};
    at_a_time = items->staged.elements / mean;
    at_a_time = clri_smaller(at_a_time - square_root(at_a_time), items->staged.batch);
    grid = stage_grid_of(items, rows, at_a_time, mean);
    grid.longest =
        (uint32_t)clri_smaller(clri_larger(mean * MEDIUM, MEDIUM_LEAST), items->staged.elements);
    return grid;
}

/* ---- again ---- */

clri_again_grid clri_again_share(const clri_choice *items, uint64_t rows, uint64_t length)
{
    clri_again_grid grid = {.fewest = 1, .most = 1};
    uint64_t groups;

    while (2 * grid.most <= clri_smaller(items->sizes.group, AGAIN_ITEMS))
        grid.most *= 2;
    while (grid.fewest < grid.most && length > grid.fewest * (uint64_t)AGAIN_SHARE)
        grid.fewest *= 2;
    groups = clri_divide_up(clri_smaller(rows, UINT32_MAX) * grid.most, items->sizes.group);
    grid.groups = (uint32_t)clri_smaller(clri_larger(groups, 1), items->sizes.group_count);
    return grid;
}

/* ---- the way of a run ---- */

/* Whether results are many enough to have an item each: so many that items are busy, or so short
 * that items are done before groups would be. */
static bool are_many(const clri_choice *items, const clri_rows *rows, uint64_t fewest)
{
    return rows->count >= fewest ||
           (rows->count >= items->items.fewest_rows &&
            rows->count / clri_larger(rows->length, 1) >= items->items.rows_an_element);
}

static uint64_t step_of(const clri_axis *axis)
{
    return axis->steps[0] < 0 ? 0 - (uint64_t)axis->steps[0] : (uint64_t)axis->steps[0];
}

/* Who makes rows in the published order: teams have up to a slab, whose 32 lanes are all that a
 * group could share; of longer rows a group folds several slabs at a time. */
static clri_way way_in_order(const clri_choice *items, const clri_rows *rows)
{
    const bool are_teams =
        rows->length <= CLRI_ROW * CLRI_ROWS ||
        (rows->length <= items->teams.longest_row && rows->count >= items->teams.fewest);

    return are_teams ? CLRI_WAY_TEAMS : CLRI_WAY_GROUPS;
}

/* way_in_order() on a CPU, where an item reads vectors of contiguous rows, and of columns. Of more
 * than a strip several groups share a row, and each reads a column. */
static clri_way way_in_order_alone(const clri_choice *items, const clri_rows *rows)
{
    const bool is_short = rows->length <= CLRI_STRIP;

    if (clri_rows_are_contiguous(rows, items->pass.inputs))
        return is_short || rows->count >= items->sizes.group_count ? CLRI_WAY_TEAMS
                                                                   : CLRI_WAY_GROUPS;
    return items->items.sides && is_short && lie_of(items, rows) == CLRI_LIE_ACROSS
               ? CLRI_WAY_ITEMS
               : CLRI_WAY_GROUPS;
}

/* In the order of speed: stages, where results lie one behind the other and fill some; items, where
 * neighbouring results are nearer than neighbouring elements, so that loads across results are
 * whole; teams, for rows that are contiguous; groups. docs/measured.md has figures. */
clri_way clri_way_of_axes(const clri_choice *items, const clri_choice *groups,
                          const clri_rows *rows)
{
    const bool are_contiguous = clri_rows_are_contiguous(rows, items->pass.inputs);
    bool lie_across, reads_apart;

    if (rows->kept_rank == 0 || rows->length > clri_group_capacity(groups))
        return CLRI_WAY_GROUPS;
    if (clri_items_keep_order(items))
        return way_in_order_alone(items, rows);
    if (clri_teams_keep_order(items))
        return way_in_order(items, rows);
    if (are_staged(items, rows))
        return CLRI_WAY_STAGE;
    lie_across = !rows->reduced_rank || step_of(&rows->kept[0]) < step_of(&rows->reduced[0]);
    if (lie_across)
        return are_many(items, rows, items->items.fewest_columns) ? CLRI_WAY_ITEMS
                                                                  : CLRI_WAY_GROUPS;
    if (are_contiguous && items->teams.abreast)
        return rows->count >= items->teams.fewest && rows->length <= items->teams.longest_row
                   ? CLRI_WAY_TEAMS
                   : CLRI_WAY_GROUPS;
    /* on a CPU groups compute the address of each element that is not contiguous */
    reads_apart = items->sizes.contiguous && !are_contiguous;
    return are_many(items, rows, reads_apart ? items->items.fewest_rows : UINT64_MAX)
               ? CLRI_WAY_ITEMS
               : CLRI_WAY_GROUPS;
}

clri_way clri_way_of_segments(const clri_choice *items, uint64_t segments)
{
    return items->teams.abreast && segments >= SEGMENTS_LEAST ? CLRI_WAY_TEAMS : CLRI_WAY_GROUPS;
}
