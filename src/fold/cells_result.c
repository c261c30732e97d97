/* SPDX-License-Identifier: Apache-2.0 */
/* cells_result - the result of a label from its cell: see cells.h. A sum in fixed point is split
 * into two doubles that add up to it exactly, so that it is rounded once. */
#include "base/flag.h"
#include "fold/cells.h"
#include "fold/pair.h"

/* A sum in fixed point as two doubles that add up to it. */
static void split(const clri_words *sum, const clri_fixed *unit, double parts[2])
{
    const int below = 53 - unit->distance; /* bits of the upper word that the second double has */
    const int64_t carry = sum->lower >> unit->distance;
    const int64_t lower = sum->lower - carry * (INT64_C(1) << unit->distance);
    const int64_t upper = sum->upper + carry;
    const int64_t middle = upper & ((INT64_C(1) << below) - 1);

    parts[0] = (double)(upper >> below) * unit->upper_part;
    parts[1] = (double)(middle << unit->distance | lower) * unit->lower_part;
}

static bool is_zero(const clri_words *words)
{
    return (words->upper | words->lower) == 0;
}

bool clri_cells_short_result(const clri_cells *cells, uint64_t label, const clri_folder *folder,
                             clri_state_result *result)
{
    clri_pair pair = {0, 0, 0};
    double parts[2];
    float narrow;

    if (!folder->adds_short || (cells->doubtful && cells->doubtful[label]) ||
        is_zero(&cells->values[label]))
        return false;
    split(&cells->values[label], &cells->values_unit, parts);
    if (!folder->is_narrow) {
        *result = (clri_state_result){.value = clri_bits_of_f64(parts[0] + parts[1])};
        return true;
    }
    pair.sum = parts[0];
    pair.rest = parts[1];
    if (!clri_pair_is_f32(clri_pair_settle(pair), &narrow))
        return false;
    *result = (clri_state_result){.value = clri_bits_of_f32(narrow)};
    return true;
}

static clri_cell put_extreme(const clri_cells *cells, uint64_t k, uint64_t count,
                             clri_folder *folder)
{
    const clri_words cell = cells->extremes[k];
    const bool is_nan = cell.upper == INT64_MAX && folder->is_float;
    const int64_t key = folder->is_maximum ? cell.upper : -1 - cell.upper;

    clri_folder_begin(folder, count);
    if (clri_state_has_second(folder->state->op)) {
        if (cell.upper > cell.lower)
            return CLRI_CELL_NOTHING;
        clri_folder_put_keys(folder, (clri_keys){cell.upper, cell.lower}, 0);
        return CLRI_CELL_KNOWN;
    }
    if (clri_state_is_end(folder->state->op)) {
        if (cell.upper == INT64_MIN)
            return CLRI_CELL_NOTHING;
        clri_folder_put_end(folder, (uint64_t)cell.lower,
                            (uint64_t)(folder->is_maximum ? cell.upper : ~cell.upper));
        return CLRI_CELL_KNOWN;
    }
    if (cell.lower < 0)
        return CLRI_CELL_NOTHING;
    clri_folder_put_keys(folder, is_nan ? (clri_keys){INT64_MIN, INT64_MAX} : (clri_keys){key, key},
                         (uint64_t)cell.lower);
    return CLRI_CELL_KNOWN;
}

static void put_floats(const clri_cells *cells, uint64_t k, clri_folder *folder)
{
    double parts[2];

    if (cells->values) {
        split(&cells->values[k], &cells->values_unit, parts);
        clri_float_sum_put(&folder->sums[0], parts);
    }
    if (cells->products) {
        split(&cells->products[k], &cells->products_unit, parts);
        clri_float_sum_put(&folder->sums[cells->values ? 1 : 0], parts);
    }
}

static void put_wholes(const clri_cells *cells, uint64_t k, clri_folder *folder)
{
    if (cells->values)
        folder->wholes[0] = clri_whole_of((uint64_t)cells->values[k].lower, cells->values[k].upper);
    if (cells->products)
        folder->wholes[cells->values ? 1 : 0] =
            clri_whole_of((uint64_t)cells->products[k].lower, cells->products[k].upper);
}

/* Makes the folder's flags those of what is not finite, which decide its result. */
static clri_cell put_special(uint8_t flags, uint64_t count, clri_folder *folder)
{
    clri_folder_begin(folder, count);
    folder->met.values = count;
    for (int i = 0; i < 2; i++)
        folder->sums[i].flags |= CLRI_SEEN_OTHER | flags;
    return CLRI_CELL_KNOWN;
}

clri_cell clri_cells_put(const clri_cells *cells, uint64_t label, clri_folder *folder)
{
    const uint64_t count = cells->counts ? cells->counts[label] : 1;
    const bool has_sign_of_zero = folder->state->addends.are_floats && cells->has_minus_zero;

    const uint8_t mark = cells->doubtful ? cells->doubtful[label] : 0;

    if (!cells->are_all && mark & ~CLRI_CELL_LOST)
        return put_special(mark & (uint8_t)~CLRI_CELL_LOST, count, folder);
    if (cells->are_all || mark)
        return CLRI_CELL_DOUBTFUL;
    if (cells->extremes)
        return put_extreme(cells, label, count, folder);
    if (count == 0)
        return CLRI_CELL_NOTHING;
    if (is_zero(cells->values ? &cells->values[label] : &cells->products[label])) {
        if (has_sign_of_zero)
            return CLRI_CELL_DOUBTFUL;
        if (!cells->counts) /* the label has no elements, or all are 0: both results are 0 */
            return CLRI_CELL_NOTHING;
    }
    clri_folder_begin(folder, count);
    folder->met.values = count;
    if (folder->state->addends.are_floats)
        put_floats(cells, label, folder);
    else
        put_wholes(cells, label, folder);
    return CLRI_CELL_KNOWN;
}
