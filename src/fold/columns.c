/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/columns.h"
#include "base/count.h"
#include "fold/bits.h"
#include "fold/short_sum.h"

#include <math.h>
#include <string.h>

enum { FEW = 8 }; /* neighbours that fill a vector */

bool clri_columns_serve(const clri_fold_job *job, const clri_source *source,
                        const clri_folder *folder, const clr_host_arrays *arrays)
{
    const clri_rows *rows = job->rows;

    return arrays && arrays->value && folder->adds_short && !source->evaluator &&
           source->lie == CLRI_LIE_EVENLY && rows->length > 1 && rows->kept_rank > 0 &&
           rows->kept[0].extent >= FEW && rows->kept[0].steps[0] == 1 &&
           rows->kept[0].result_step == 1;
}

/* Columns as they are folded. */
typedef struct column_walk {
    const clri_loops *loops;
    bool are_doubles;
    bool gives_doubles;
    const char *x;  /* of the first one */
    ptrdiff_t step; /* from row to row, in elements */
    uint64_t rows;
    size_t width;
    double scale; /* of what is added */
} column_walk;

static const void *at_row(const column_walk *walk, uint64_t row)
{
    const ptrdiff_t size = walk->are_doubles ? sizeof(double) : sizeof(float);

    return walk->x + (ptrdiff_t)row * walk->step * size;
}

static void begin(clri_columns *columns, size_t width)
{
    for (size_t c = 0; c < width; c++) {
        columns->sum[c] = -0.0;
        columns->rest[c] = columns->lost[c] = 0;
    }
    columns->has_exponent = false;
}

static bool add_tile(const column_walk *walk, uint64_t row, size_t some, clri_columns *columns)
{
    return walk->are_doubles
               ? walk->loops->tile_f64(at_row(walk, row), walk->step, some, walk->width, columns)
               : walk->loops->tile_f32(at_row(walk, row), walk->step, some, walk->width, columns);
}

static void add_pairs(const column_walk *walk, uint64_t row, size_t some, clri_columns *columns)
{
    if (walk->are_doubles)
        walk->loops->pairs_f64(at_row(walk, row), walk->step, some, walk->width, walk->scale,
                               columns);
    else
        walk->loops->pairs_f32(at_row(walk, row), walk->step, some, walk->width, walk->scale,
                               columns);
}

static size_t rows_of_tile(const column_walk *walk, uint64_t row)
{
    return (size_t)clri_smaller(walk->rows - row, CLRI_COLUMN_TILE);
}

/* Whether sums with a tile's numbers may overflow, or some are not finite. */
static bool is_large(const column_walk *walk, uint64_t row)
{
    const uint64_t end = row + rows_of_tile(walk, row);
    bool is_below = true;

    for (; walk->are_doubles && row < end; row++)
        for (size_t c = 0; c < walk->width; c++)
            is_below &= fabs(((const double *)at_row(walk, row))[c]) < 0x1p960;
    return !is_below;
}

/* Adds all rows: tiles until one is refused, then pairs, of which sums by 2^-64 do not overflow. */
static void add_rows(column_walk *walk, clri_columns *columns)
{
    uint64_t row = 0;

    begin(columns, walk->width);
    while (row < walk->rows && add_tile(walk, row, rows_of_tile(walk, row), columns))
        row += rows_of_tile(walk, row);
    if (row < walk->rows && is_large(walk, row)) {
        walk->scale = 0x1p-64;
        begin(columns, walk->width);
        row = 0;
    }
    for (; row < walk->rows; row += rows_of_tile(walk, row))
        add_pairs(walk, row, rows_of_tile(walk, row), columns);
}

static bool are_finite(const clri_columns *columns, size_t width)
{
    double all = 0;

    for (size_t c = 0; c < width; c++)
        all += columns->sum[c] - columns->sum[c];
    return all == 0;
}

/* Adds all rows by 2^-64, so that no sum overflows. */
static void add_scaled(const column_walk *walk, clri_columns *columns)
{
    begin(columns, walk->width);
    for (uint64_t row = 0; row < walk->rows; row += rows_of_tile(walk, row))
        add_pairs(walk, row, rows_of_tile(walk, row), columns);
}

/* ---- results ---- */

/* Whether all of a column is -0. */
static bool is_minus_zero(const column_walk *walk, size_t c)
{
    for (uint64_t row = 0; row < walk->rows; row++)
        if (walk->are_doubles
                ? clri_bits_of_f64(((const double *)at_row(walk, row))[c]) != UINT64_C(1) << 63
                : clri_bits_of_f32(((const float *)at_row(walk, row))[c]) != UINT32_C(1) << 31)
            return false;
    return true;
}

/* Writes the results of columns from `from` on to a place. */
static void deliver(const column_walk *walk, const clri_columns *columns, size_t from,
                    const clr_host_arrays *arrays, uint64_t place, clri_panel *panel)
{
    const bool may_overflow = walk->are_doubles && walk->scale == 1;
    double totals[CLRI_COLUMNS];

    const bool are_plain =
        clri_pairs_round(walk->loops, columns, from, panel->count, !walk->gives_doubles,
                         may_overflow, walk->scale, totals, panel->is_known);

    for (size_t i = 0; !are_plain && i < panel->count; i++)
        if (totals[i] == 0 && panel->is_known[i] && columns->sum[from + i] == 0)
            totals[i] = is_minus_zero(walk, from + i) ? -0.0 : 0;
    if (walk->gives_doubles)
        memcpy((double *)arrays->value + place, totals, panel->count * sizeof *totals);
    else
        for (size_t i = 0; i < panel->count; i++)
            ((float *)arrays->value)[place + i] = (float)totals[i];
    for (size_t i = 0; arrays->status && i < panel->count; i++)
        arrays->status[place + i] = CLR_OK;
}

void clri_columns_fold(const clri_fold_job *job, const clri_source *source,
                       const clri_folder *folder, const clr_host_arrays *arrays, uint64_t k,
                       uint64_t end, clri_panel *panel)
{
    const clri_rows *rows = job->rows;
    const uint64_t in_row = k % rows->kept[0].extent;
    const uint64_t left = clri_smaller(rows->kept[0].extent - in_row, end - k);
    /* So few columns at the end are folded with some before them, which have their results. */
    const uint64_t before = left < FEW && in_row + left >= FEW ? FEW - left : 0;
    clri_stretch stretch = {.begin = 0};
    uint64_t place;
    clri_columns columns;
    column_walk walk = {.loops = folder->loops,
                        .are_doubles = source->element_size == sizeof(double),
                        .gives_doubles = !folder->is_narrow,
                        .step = (ptrdiff_t)rows->reduced[0].steps[0],
                        .rows = rows->length,
                        .scale = 1};

    panel->count = (size_t)clri_smaller(left, CLRI_COLUMNS);
    walk.width = panel->count + (size_t)before;
    clri_fold_place(job, &(clri_fold_places){.results = 0}, k, &stretch, &place);
    walk.x = clri_source_at(source, 0, stretch.bases[0] - (int64_t)before);
    add_rows(&walk, &columns);
    if (walk.are_doubles && walk.scale == 1 && !are_finite(&columns, walk.width)) {
        walk.scale = 0x1p-64;
        add_scaled(&walk, &columns);
    }
    deliver(&walk, &columns, (size_t)before, arrays, place, panel);
}
