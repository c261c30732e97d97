/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/cells/label_grid.h"
#include "base/count.h"

/* A number with neither a page nor a reason was chosen, and not measured. */
enum {
    NEAR_LOCAL_SIZE = 48 << 10, /* predicted: several groups fit a compute unit */
    NEAR_ROWS_SIZE = 24 << 10,  /* bytes for more rows than the least */
    NEAR_ROWS_LEAST = 1,
    NEAR_ELEMENTS = 4,     /* fewest elements for each number of a group's cells */
    ALONE_SIZE = 64 << 20, /* bytes of all items: docs/history/2026-11-25-cpu-shapes.md, "Labels" */
    ALONE_ROWS_SIZE = 512 << 10, /* bytes for more rows than the least */
    ALONE_ELEMENTS = 4,          /* fewest elements for each number of an item's cells */
    ALONE_ELEMENTS_OFTEN = 16,   /* the same where a core has several items */
    GROUPS_A_CORE = 4,           /* groups of a CPU's core: ITEMS_A_UNIT of tuning.def */
    PLACE_SIZE = 12,  /* bytes of a place for a frequent label: owner and sum (cl/label/often.cl) */
    PLACES_BEGIN = 4, /* bytes in front of all places: the rows changed */
    /* most bytes of a group's places, and most labels of which each has its numbers together, apart
     * from other labels' (docs/history/2026-11-23-columns-masks-keys-labels.md, "Labels") */
    PLACES_LOCAL_SIZE = 48 << 10,
    TOGETHER_MOST = 1 << 16,
    PLACES_LEAST = 64, /* fewest places, however few elements a group has */
};

size_t clri_labels_cell_size(const clri_choice *choice)
{
    return choice->pass.members[0].form.cell_longs * sizeof(uint64_t);
}

unsigned clri_labels_turns(const clri_choice *choice)
{
    const clri_state_form *form = &choice->pass.members[0].form;
    const bool is_compared = form->fold == CLRI_FOLD_MIN || form->fold == CLRI_FOLD_MAX;

    return is_compared && form->size == sizeof(uint64_t) ? 2 : 1;
}

bool clri_labels_are_settled(const clri_choice *choice)
{
    return choice->pass.members[0].form.cell_rows != 0;
}

uint64_t clri_labels_launches(const clri_choice *choice, uint64_t count)
{
    const uint64_t parts = count ? clri_divide_up(count, choice->labels.elements_a_launch) : 1;
    const uint64_t carries = choice->pass.members[0].form.cell_carries ? parts - 1 : 0;

    const uint64_t takes = clri_labels_turns(choice) + (clri_labels_are_settled(choice) ? 1 : 0);

    return 1 + parts * takes + carries + 1;
}

/* Shares out `count` elements to at most `most_groups` groups. */
static clri_labels_grid share_elements(const clri_choice *choice, uint64_t count,
                                       uint64_t most_groups)
{
    const uint64_t wish =
        clri_smaller(clri_divide_up(count, choice->sizes.group), choice->sizes.group_count);
    const uint64_t groups = wish ? clri_smaller(wish, most_groups) : 1;
    const uint64_t items = groups * choice->sizes.group;
    const uint64_t most = clri_divide_up(count, items);

    return (clri_labels_grid){
        .groups = (uint32_t)groups,
        .apart = choice->sizes.contiguous ? most : 1,
        .step = choice->sizes.contiguous ? 1 : items,
        .most = most,
    };
}

clri_labels_grid clri_labels_share(const clri_choice *choice, uint64_t count)
{
    return share_elements(choice, count, UINT64_MAX);
}

bool clri_labels_have_places(const clri_choice *choice)
{
    return choice->labels.near == CLRI_NEAR_LOCAL &&
           choice->pass.members[0].form.fold == CLRI_FOLD_ADD;
}

uint32_t clri_labels_places(uint64_t local, uint64_t elements)
{
    const uint64_t room = (clri_smaller(local, PLACES_LOCAL_SIZE) - PLACES_BEGIN) / PLACE_SIZE;
    const uint64_t wish = elements < PLACES_LEAST ? PLACES_LEAST : elements;

    return (uint32_t)(clri_smaller(room, wish) / 2 * 2);
}

uint64_t clri_labels_places_size(uint64_t places)
{
    return PLACES_BEGIN + places * PLACE_SIZE;
}

clri_cell_steps clri_labels_cells(const clri_choice *choice, uint64_t results)
{
    const uint64_t longs = choice->pass.members[0].form.cell_longs;

    if (clri_labels_have_places(choice) && results <= TOGETHER_MOST)
        return (clri_cell_steps){.between = longs, .apart = 1};
    return (clri_cell_steps){.between = 1, .apart = results};
}

/* Bytes of a group's cells, as in cl/label/best_near.cl, near_halves.cl and exact_near.cl. */
static uint64_t local_size(const clri_state_form *form, uint64_t results, uint64_t rows)
{
    const uint64_t counts = form->cell_longs - form->cell_rows;

    if (form->fold == CLRI_FOLD_MIN || form->fold == CLRI_FOLD_MAX)
        return (results + results / 32 + 1) * sizeof(uint32_t);
    if (form->number)
        return (results ? results : 1) * sizeof(uint64_t);
    return (3 + results / 4) * sizeof(uint32_t) + (rows + counts) * results * sizeof(uint64_t);
}

uint32_t clri_labels_near_longs(const clri_choice *choice, uint32_t rows)
{
    const clri_state_form *form = &choice->pass.members[0].form;

    return rows + form->cell_longs - form->cell_rows;
}

bool clri_labels_are_alone(const clri_choice *choice)
{
    return choice->labels.near == CLRI_NEAR_ALONE || choice->labels.near == CLRI_NEAR_DOUBLES;
}

/* Bytes of an item's cells, as in cl/label/near_alone.cl. */
static uint64_t alone_size(const clri_choice *choice, uint64_t results, uint64_t rows)
{
    const uint64_t longs = clri_labels_near_longs(choice, (uint32_t)rows);

    return (longs * results + results / 2 + 1) * sizeof(uint64_t);
}

uint64_t clri_labels_near_size(const clri_choice *choice, uint64_t results, uint64_t rows)
{
    const clri_state_form *form = &choice->pass.members[0].form;

    return choice->labels.near == CLRI_NEAR_LOCAL ? local_size(form, results, rows)
                                                  : alone_size(choice, results, rows);
}

/* The rows that an element may change, and another for groups of one item. */
static uint32_t rows_least(const clri_choice *choice)
{
    return choice->labels.near == CLRI_NEAR_ALONE ? choice->pass.members[0].form.cell_changes + 1
                                                  : NEAR_ROWS_LEAST;
}

/* Rows of a group's cells: the least, or as many as leave room for several groups on a compute
 * unit, or as fit a core's cache. A double replaces a row. */
static uint32_t near_rows(const clri_choice *choice, uint64_t results)
{
    const uint64_t size = clri_labels_are_alone(choice) ? ALONE_ROWS_SIZE : NEAR_ROWS_SIZE;
    const uint32_t most = choice->pass.members[0].form.cell_rows;
    uint32_t rows = (uint32_t)clri_smaller(rows_least(choice), most);

    while (rows < most && clri_labels_near_size(choice, results, rows + 1) <= size)
        rows++;
    return rows;
}

/* Bytes of all groups' cells. With fewer results each may have more rows. */
uint64_t clri_labels_near_room(const clri_choice *choice)
{
    const uint32_t all = choice->pass.members[0].form.cell_rows;
    const uint64_t least =
        clri_labels_near_size(choice, choice->labels.most, near_rows(choice, choice->labels.most));
    const uint64_t most = clri_labels_near_size(choice, choice->labels.most, all);
    const uint64_t wish = clri_smaller(most, least < ALONE_ROWS_SIZE ? ALONE_ROWS_SIZE : least);

    return clri_labels_are_alone(choice)
               ? clri_smaller(choice->sizes.group_count * wish, ALONE_SIZE)
               : 0;
}

/* Groups of one item: one for each core, or several if elements are many more than the numbers that
 * each group clears and hands over. If memory or elements allow fewer groups than cores, atomics of
 * all cores are faster, except for cells that fit a cache. */
static uint64_t alone_groups(const clri_choice *choice, uint64_t size, uint64_t count)
{
    const uint64_t numbers = size / sizeof(uint64_t);
    const uint64_t cores = choice->sizes.group_count / GROUPS_A_CORE;
    const uint64_t most =
        clri_smaller(clri_labels_near_room(choice) / size, count / (ALONE_ELEMENTS * numbers));
    const uint64_t often = count / (ALONE_ELEMENTS_OFTEN * numbers);
    uint64_t groups = choice->sizes.group_count;

    while (groups > 1 && (groups > most || (groups > cores && groups > often)))
        groups /= 2;
    return groups <= most && (groups >= cores || size <= ALONE_ROWS_SIZE) ? groups : 0;
}

static uint64_t local_groups(uint64_t local, uint64_t size, uint64_t count)
{
    return size <= clri_smaller(local, NEAR_LOCAL_SIZE)
               ? count / (NEAR_ELEMENTS * clri_divide_up(size, sizeof(uint64_t)))
               : 0;
}

static uint64_t near_groups(const clri_choice *choice, uint64_t local, uint64_t size,
                            uint64_t count)
{
    switch (choice->labels.near) {
    case CLRI_NEAR_ALONE:
    case CLRI_NEAR_DOUBLES:
        return alone_groups(choice, size, count);
    case CLRI_NEAR_LOCAL:
        return local_groups(local, size, count);
    case CLRI_NEAR_NONE:
        break;
    }
    return 0;
}

bool clri_labels_are_near(const clri_choice *choice, uint64_t local, uint64_t results,
                          uint64_t most, uint64_t count, clri_labels_grid *grid)
{
    const uint32_t rows = near_rows(choice, results);
    const uint64_t size = clri_labels_near_size(choice, results, rows);
    const uint64_t groups = near_groups(choice, local, size, most);

    if (groups == 0)
        return false;
    *grid = share_elements(choice, count, groups);
    grid->rows = rows;
    return true;
}
