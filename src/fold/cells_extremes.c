/* SPDX-License-Identifier: Apache-2.0 */
/* cells_extremes - minima, maxima and their indices, first and last elements by label: see cells.h.
 */
#include "fold/cells.h"

/* ---- elements ---- */

/* A key by which the larger one wins; a NaN has the largest. */
static int64_t rank_of(const clri_folder *folder, int64_t key)
{
    if (key < folder->finite.least || key > folder->finite.most)
        return INT64_MAX;
    return folder->is_maximum ? key : -1 - key;
}

static void take_minmax(const clri_folder *folder, int64_t key, clri_words *cell)
{
    const bool is_nan = key < folder->finite.least || key > folder->finite.most;
    const int64_t least = is_nan ? INT64_MIN : key, most = is_nan ? INT64_MAX : key;

    cell->upper = least < cell->upper ? least : cell->upper;
    cell->lower = most > cell->lower ? most : cell->lower;
}

/* A cell has the element's number, of first the number's complement, by which the larger one wins,
 * and the element's bits. */
void clri_cells_take_ends(clri_cells *cells, const clri_folder *folder, const uint32_t *places,
                          const void *x, uint64_t from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clri_words *cell = &cells->extremes[places[i]];
        const int64_t number = (int64_t)(from + i), rank = folder->is_maximum ? number : ~number;

        if (rank > cell->upper)
            *cell = (clri_words){rank, (int64_t)clri_folder_bits(folder, x, i)};
    }
}

void clri_cells_take_keys(clri_cells *cells, const clri_folder *folder, const uint32_t *places,
                          const int64_t *keys, uint64_t from, size_t count)
{
    const bool has_second = clri_state_has_second(folder->state->op);

    for (size_t i = 0; i < count; i++) {
        clri_words *cell = &cells->extremes[places[i]];
        const int64_t rank = rank_of(folder, keys[i]);

        if (has_second)
            take_minmax(folder, keys[i], cell);
        else if (rank > cell->upper || cell->lower < 0)
            *cell = (clri_words){rank, (int64_t)(from + i)};
    }
}

/* ---- threads' cells ---- */

/* Of two cells with equal keys the lower element number stays. */
void clri_cells_merge_extremes(const clri_folder *folder, clri_cells *to, const clri_cells *from)
{
    for (uint64_t k = 0; to->extremes && k < to->results; k++) {
        clri_words *cell = &to->extremes[k];
        const clri_words other = from->extremes[k];

        if (clri_state_has_second(folder->state->op)) {
            cell->upper = other.upper < cell->upper ? other.upper : cell->upper;
            cell->lower = other.lower > cell->lower ? other.lower : cell->lower;
        } else if (clri_state_is_end(folder->state->op)) {
            *cell = other.upper > cell->upper ? other : *cell;
        } else if (other.lower >= 0 &&
                   (cell->lower < 0 || other.upper > cell->upper ||
                    (other.upper == cell->upper && other.lower < cell->lower))) {
            *cell = other;
        }
    }
}
