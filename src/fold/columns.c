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

static void begin(clri_columns *columns)
{
    for (size_t c = 0; c < CLRI_COLUMNS; c++) {
        columns->sum[c] = -0.0;
        columns->rest[c] = columns->lost[c] = 0;
    }
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
        walk->loops->pairs_f32(at_row(walk, row), walk->step, some, walk->width, columns);
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

    begin(columns);
    while (row < walk->rows && add_tile(walk, row, rows_of_tile(walk, row), columns))
        row += rows_of_tile(walk, row);
    if (row < walk->rows && is_large(walk, row)) {
        walk->scale = 0x1p-64;
        begin(columns);
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
    begin(columns);
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

static bool round_f64(const column_walk *walk, const clri_pair *pair, size_t c, double *total)
{
    if ((walk->scale < 1 || !walk->are_doubles) && pair->sum - pair->sum != 0) {
        *total = pair->sum == pair->sum ? pair->sum : clri_f64_of_bits(CLRI_NAN_F64);
        return true;
    }
    if (!clri_pair_rounds_f64(pair, total) || (walk->scale < 1 && fabs(*total) < 0x1p-900))
        return false;
    if (*total == 0)
        *total = is_minus_zero(walk, c) ? -0.0 : 0;
    *total /= walk->scale;
    return true;
}

static bool round_f32(const column_walk *walk, const clri_pair *pair, size_t c, float *total)
{
    if (pair->sum - pair->sum != 0) {
        *total = pair->sum == pair->sum ? (float)pair->sum : clri_f32_of_bits(CLRI_NAN_F32);
        return true;
    }
    if (!clri_pair_rounds_f32(pair, total))
        return false;
    if (*total == 0 && pair->sum == 0)
        *total = is_minus_zero(walk, c) ? -0.0f : 0;
    return true;
}

static bool round_one(const column_walk *walk, const clri_columns *columns, size_t c, void *to)
{
    const clri_pair pair = {columns->sum[c], columns->rest[c], columns->lost[c] * (1 + 0x1p-20)};

    return walk->gives_doubles ? round_f64(walk, &pair, c, to) : round_f32(walk, &pair, c, to);
}

/* Writes the results of columns from `from` on to a place: sums of which nothing is lost are
 * rounded by an addition, or a conversion of one double, and the vectoriser does that. */
static void deliver(const column_walk *walk, const clri_columns *columns, size_t from,
                    const clr_host_arrays *arrays, uint64_t place, clri_panel *panel)
{
    const double *sum = columns->sum + from, *rest = columns->rest + from;
    const double *lost = columns->lost + from;
    double *doubles = (double *)arrays->value + place;
    float *floats = (float *)arrays->value + place;
    const size_t count = panel->count;

    for (size_t i = 0; i < count; i++)
        panel->is_known[i] = lost[i] == 0 && sum[i] != 0 &&
                             (walk->gives_doubles ? rest[i] - rest[i] == 0 : rest[i] == 0);
    if (walk->scale < 1)
        memset(panel->is_known, 0, sizeof panel->is_known);
    for (size_t i = 0; walk->gives_doubles && i < count; i++)
        doubles[i] = sum[i] + rest[i];
    for (size_t i = 0; !walk->gives_doubles && i < count; i++)
        floats[i] = (float)sum[i];
    for (size_t i = 0; i < count; i++) {
        if (!panel->is_known[i])
            panel->is_known[i] =
                round_one(walk, columns, from + i,
                          walk->gives_doubles ? (void *)&doubles[i] : (void *)&floats[i]);
        if (panel->is_known[i] && arrays->status)
            arrays->status[place + i] = CLR_OK;
    }
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

    *panel = (clri_panel){.first = k, .count = (size_t)clri_smaller(left, CLRI_COLUMNS)};
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
