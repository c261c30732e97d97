/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/geometry.h"
#include "base/count.h"

/*
 * The most elements of a group for which bins do not overflow (cl/exact/bins.cl): an element adds
 * to a digit at most three times, to its upper half at most 1 each time. So a digit's upper half
 * reaches 0.75 2^29 of 2^31, and groups may take half as much again as their share
 * (cl/load/claim.cl). Columns of items (cl/exact/columns.cl) hold twice their own limit; the column
 * of an item that is alone, and copies, hold any number (cl/exact/copies.cl).
 */
enum { EXACT_GROUP_ELEMENTS = 1 << 27 };

/* tiles of a launch whose groups claim them: 32-bit counters, with half as many again to spare */
enum { CLAIMED_TILES = 1 << 30 };

static unsigned ceil_log2(uint64_t x)
{
    unsigned log = 0;

    while (log < 64 && (UINT64_C(1) << log) < x)
        log++;
    return log;
}

uint32_t clri_team(const clri_choice *choice)
{
    uint32_t team = CLRI_ROW / choice->sizes.vector_width;

    while (team > choice->sizes.group)
        team /= 2;
    return team;
}

uint32_t clri_teams(const clri_choice *choice)
{
    uint32_t teams = CLRI_SLABS;

    while (teams * clri_team(choice) > choice->sizes.group)
        teams /= 2;
    return teams;
}

uint32_t clri_team_levels(const clri_choice *choice)
{
    return ceil_log2(CLRI_SLABS / clri_teams(choice)) + 1;
}

uint64_t clri_cells(const clri_choice *choice)
{
    return clri_strategy_is_ordered(&choice->strategy) ? clri_teams(choice) * CLRI_ROW : 1;
}

uint64_t clri_strips(uint64_t count)
{
    return clri_divide_up(count, CLRI_STRIP);
}

uint64_t clri_tile_count(const clri_choice *choice)
{
    if (clri_strategy_is_ordered(&choice->strategy))
        return CLRI_STRIP;
    return (uint64_t)choice->sizes.group * choice->sizes.vector_width * choice->sizes.item_loads;
}

uint32_t clri_states_an_item(const clri_choice *choice)
{
    return choice->strategy.load->takes_again;
}

static bool is_fitted(const clri_choice *choice)
{
    return choice->strategy.load->groups == CLRI_GROUPS_FITTED;
}

/* ---- parts, groups, launches ---- */

static uint64_t exact_group_elements(const clri_choice *choice)
{
    const uint64_t in_columns = choice->sizes.group * choice->pass.column_elements;

    return choice->pass.columns && choice->sizes.group > 1
               ? clri_smaller(in_columns, EXACT_GROUP_ELEMENTS)
               : EXACT_GROUP_ELEMENTS;
}

uint64_t clri_group_capacity(const clri_choice *choice)
{
    return choice->pass.is_exact ? exact_group_elements(choice) : UINT64_MAX;
}

/* Parts are cut by what could overflow first: launches of fitted groups, which have one tile each;
 * a block of the published order, whose chains a part must not split; bins; counters of claims.
 * Without any of these an input is one part. */
uint64_t clri_part_capacity(const clri_choice *choice)
{
    uint64_t capacity = UINT64_MAX;

    if (choice->carrier->is_atomic)
        return choice->labels.elements_a_launch;
    if (is_fitted(choice))
        return choice->sizes.group_count * clri_tile_count(choice);
    if (clri_strategy_is_ordered(&choice->strategy))
        return CLRI_BLOCK;
    if (choice->pass.is_exact)
        capacity = choice->sizes.group_count * exact_group_elements(choice);
    if (choice->sizes.claims)
        capacity = clri_smaller(capacity, CLAIMED_TILES * clri_tile_count(choice));
    return capacity;
}

/* Groups, at most `most`, that take tiles in turn, so few that the last turn leaves hardly any
 * idle: 529 tiles of 528 groups are two turns, and take 265 groups. */
static uint32_t even_groups(uint64_t tiles, uint32_t most)
{
    const uint64_t turns = clri_divide_up(tiles, most);

    return (uint32_t)clri_divide_up(tiles, turns);
}

/* A CPU's groups each read one unbroken share, however long; others take turns. */
uint32_t clri_groups(const clri_choice *choice, uint64_t count)
{
    const uint64_t tiles = clri_divide_up(count, clri_tile_count(choice));
    const uint64_t worth = choice->sizes.least_tiles ? tiles / choice->sizes.least_tiles : tiles;

    if (worth == 0)
        return 1;
    if (worth <= choice->sizes.group_count)
        return (uint32_t)worth;
    return choice->sizes.contiguous ? choice->sizes.group_count
                                    : even_groups(tiles, choice->sizes.group_count);
}

uint32_t clri_groups_again(const clri_choice *choice, uint32_t states)
{
    return (uint32_t)clri_divide_up(states, choice->sizes.group * clri_states_an_item(choice));
}

/* Relaunches until the states of `groups` groups are one. */
static uint64_t relaunches(const clri_choice *choice, uint32_t groups)
{
    uint64_t levels = 0;

    for (; groups > 1; groups = clri_groups_again(choice, groups))
        levels++;
    return levels;
}

static uint64_t part_launches(const clri_choice *choice, uint64_t count)
{
    const clri_surroundings *around = clri_surroundings_of(choice->strategy.finish);
    const uint64_t before = around->before ? 1 : 0;
    const uint64_t times =
        around->times == CLRI_TIMES_LEVEL ? relaunches(choice, clri_groups(choice, count)) : 1;

    return before + 1 + (around->after ? times : 0);
}

uint64_t clri_launches(const clri_choice *choice, uint64_t count)
{
    const uint64_t capacity = clri_part_capacity(choice);
    const uint64_t whole = count / capacity;
    const uint64_t rest = count - whole * capacity;
    const uint64_t launches = whole * part_launches(choice, capacity);

    if (choice->carrier->launches)
        return choice->carrier->launches(choice, count);
    return rest || count == 0 ? launches + part_launches(choice, rest) : launches;
}

uint64_t clri_state_count(const clri_choice *choice)
{
    const bool is_many = choice->carrier->is_many;
    uint64_t states = CLRI_FIRST_STATE;
    uint32_t groups = choice->sizes.group_count;

    if (clri_strategy_is_ordered(&choice->strategy)) /* of parts, and of a whole input */
        return states + 2 * (CLRI_BLOCK / CLRI_STRIP);
    switch (clri_surroundings_of(choice->strategy.finish)->leaves) {
    case CLRI_LEAVES_NOTHING:
        break;
    case CLRI_LEAVES_GROUPS:
        return states + (is_many ? choice->sizes.row_states : groups);
    case CLRI_LEAVES_LEVELS:
        for (; groups > 1; groups = clri_groups_again(choice, groups))
            states += groups;
        break;
    }
    return states;
}

/* Behind the states and a gap of a word: a place may be a single byte, and must not share a word
 * with states that other groups change by atomics. */
uint64_t clri_custom_places_begin(const clri_choice *choice)
{
    return clri_state_count(choice) + sizeof(cl_uint);
}

uint64_t clri_custom_places(const clri_choice *choice)
{
    return choice->capability.by_words ? choice->sizes.group_count + choice->sizes.group : 0;
}

/* ---- roundings ---- */

/* Roundings of an item's chain: a step for each tile or vector, as the load piece has it; the
 * vectors outside tiles; the lanes; the elements outside vectors. */
static uint64_t item_depth(const clri_choice *choice, uint64_t count, uint64_t groups)
{
    const uint64_t items = groups * choice->sizes.group;
    const uint64_t vectors = clri_divide_up(count, (uint64_t)choice->sizes.vector_width * items);
    const uint64_t rest = choice->sizes.item_loads + 1;
    const uint64_t lanes = choice->sizes.vector_width;
    const uint64_t edges = clri_divide_up(2 * (uint64_t)choice->sizes.vector_width, items) + 1;

    return vectors + rest + lanes + edges;
}

/* Roundings from an item's state to the group's. */
static uint64_t group_depth(const clri_choice *choice, uint64_t size)
{
    switch (choice->strategy.group->folds) {
    case CLRI_FOLDS_CHAIN:
        return size - 1;
    case CLRI_FOLDS_TREE:
        return ceil_log2(size);
    case CLRI_FOLDS_NOTHING:
        break;
    }
    return 0;
}

/* Roundings where one group folds the states of all others: a chain in each item, then the
 * group. */
static uint64_t folder_depth(const clri_choice *choice, uint64_t groups, uint64_t size)
{
    return clri_divide_up(groups, size) + group_depth(choice, size);
}

static uint64_t relaunch_depth(const clri_choice *choice, uint32_t groups)
{
    return relaunches(choice, groups) *
           (clri_states_an_item(choice) + group_depth(choice, choice->sizes.group));
}

static uint64_t finish_depth(const clri_choice *choice, uint64_t groups)
{
    switch (choice->strategy.finish->kernels) {
    case CLRI_KERNELS_SECOND:
        return folder_depth(choice, groups, choice->sizes.second_group);
    case CLRI_KERNELS_AGAIN:
        return relaunch_depth(choice, (uint32_t)groups);
    case CLRI_KERNELS_CELL: /* a chain, in any order */
        return choice->strategy.group->folds == CLRI_FOLDS_NOTHING ? groups * choice->sizes.group
                                                                   : groups;
    case CLRI_KERNELS_HOST:
        return groups;
    default:
        return folder_depth(choice, groups, choice->sizes.group);
    }
}

/* Roundings of the published order: a lane's chain, the tree of a strip's lanes, a chain of strips,
 * the tree of chains. */
static uint64_t ordered_depth(uint64_t count)
{
    return CLRI_ROWS + ceil_log2((uint64_t)CLRI_ROW * CLRI_SLABS) +
           clri_divide_up(clri_strips(count), CLRI_CHAINS) + ceil_log2(CLRI_CHAINS) + 1;
}

static uint64_t part_depth(const clri_choice *choice, uint64_t count)
{
    /* a result may be folded by a single group, or by all groups */
    const bool is_many = choice->carrier->is_many;
    const uint64_t groups = is_many ? 1 : clri_groups(choice, count);

    if (clri_strategy_is_ordered(&choice->strategy))
        return ordered_depth(count);
    return item_depth(choice, count, groups) + group_depth(choice, choice->sizes.group) +
           finish_depth(choice, is_many ? choice->sizes.group_count : groups) + 1;
}

uint64_t clri_depth(const clri_choice *choice, uint64_t count)
{
    const uint64_t capacity = clri_part_capacity(choice);

    if (count <= capacity)
        return part_depth(choice, count);
    return part_depth(choice, capacity) + clri_divide_up(count, capacity);
}

uint64_t clri_items_depth(uint64_t count)
{
    return count < UINT64_MAX - 2 ? count + 2 : count;
}
