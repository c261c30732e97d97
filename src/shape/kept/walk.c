/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/kept/walk.h"
#include "base/count.h"
#include "choose/choose_items.h"
#include "device/fact.h"
#include "state/layout.h"

/* Only LONGEST_TILE and STATES_SIZE were measured (docs/history/2026-11-26-labels-along-axes.md);
 * the others were chosen. */
enum {
    LONGEST_TILE = 256,        /* entries: shorter tiles leave more partials to join */
    SHORTEST_TILE = 16,        /* entries, where longer ones leave items without a tile */
    ITEMS_A_UNIT = 256,        /* items on a compute unit that keep a GPU busy */
    ITEMS_A_CORE = 4,          /* items on a core that keep a CPU busy */
    STATES_SIZE = 32 << 20,    /* bytes of partials: with fewer a launch has too few vectors */
    CPU_STATES_SIZE = 1 << 20, /* the same of a CPU, which a launch of few vectors keeps busy */
    GROUPS_MOST = 1 << 16,     /* groups of a launch on a GPU: of more tiles items take turns */
    COLUMNS = 16,              /* results that a group joins at a time, at most */
};

clr_status clri_walk_choose(const clr_device *device, const clri_request *request,
                            const clr_plan_options *options, const clri_choice *groups,
                            clri_choice *items, bool *is_there, clri_error *error)
{
    const uint64_t units = clri_known(device->max_compute_units, 1);
    clri_choice rows = *groups;

    if (request->is_numbered || groups->pass.needs_order)
        return clri_items_choose(device, request, options, groups, items, is_there, error);
    rows.carrier = &clri_carrier_rows;
    rows.input.index = CLR_TYPE_DEFAULT;
    CLRI_OR_RETURN(clri_items_choose(device, request, options, &rows, items, is_there, error));
    if (!*is_there)
        return CLR_OK;
    items->items.sides = 1;
    items->items.memory_sides = 0;
    items->teams.abreast = 0;
    items->staged.elements = 0;
    items->slices.lanes = 0;
    items->again = (clri_choice_again){0};
    items->walk = (clri_choice_walk){
        .longest_tile = LONGEST_TILE,
        .items = units * (items->sizes.contiguous ? ITEMS_A_CORE : ITEMS_A_UNIT),
        .states = (items->sizes.contiguous ? CPU_STATES_SIZE : STATES_SIZE) /
                  clri_layout_saved_size(&items->pass),
    };
    return CLR_OK;
}

/* The length of tiles: as long as they may be while each of walk.items items has one, then so long
 * that the partials of one vector of results, two of each tile, fit walk.states. */
static uint32_t tile_length(const clri_choice *items, uint64_t vectors, uint64_t entries)
{
    uint32_t length = items->walk.longest_tile;

    while (length > SHORTEST_TILE &&
           clri_divide_up(entries, length) < clri_divide_up(items->walk.items, vectors))
        length /= 2;
    while (2 * clri_divide_up(entries, length) * items->sizes.vector_width > items->walk.states)
        length *= 2;
    return length;
}

/* How many results a group joins at a time, a power of two: its items are as many columns, and the
 * items of a column share out the labels. */
static uint32_t join_columns(const clri_choice *items, uint64_t columns)
{
    uint32_t abreast = 1;

    while (abreast < COLUMNS && abreast < columns && 2 * abreast <= items->sizes.group)
        abreast *= 2;
    return abreast;
}

clri_walk_grid clri_walk_share(const clri_choice *items, const clri_rows *rows, uint64_t entries)
{
    const uint64_t width = items->sizes.vector_width;
    clri_walk_grid grid = {.items = clri_items_share(items, rows)};
    uint64_t partials;

    if (grid.items.lie != CLRI_LIE_ACROSS)
        grid.items.lie = CLRI_LIE_APART;
    grid.length = tile_length(items, clri_larger(grid.items.vectors, 1), entries);
    grid.tiles = clri_divide_up(entries, grid.length);
    partials = 2 * grid.tiles * width; /* of a vector of results: a head and a tail of each tile */
    grid.vectors_a_launch = clri_larger(items->walk.states / clri_larger(partials, 1), 1);
    grid.columns = join_columns(items, grid.items.vectors * width);
    return grid;
}

size_t clri_walk_groups(const clri_choice *items, uint64_t turns)
{
    const uint64_t most = items->sizes.contiguous ? items->sizes.group_count : GROUPS_MOST;
    const uint64_t groups = clri_divide_up(turns, items->sizes.group);

    return (size_t)clri_larger(clri_smaller(groups, most), 1);
}

uint64_t clri_walk_states_size(const clri_choice *items)
{
    return items->walk.states * clri_layout_saved_size(&items->pass);
}
