/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/row_sums.h"
#include "base/count.h"
#include "fold/bits.h"
#include "fold/short_sum.h"

#include <string.h>

enum {
    ROWS = 256, /* of a block at most */
    FEW = 4,    /* rows, of which a block pays */
    WAIT = 15,  /* blocks that are not tried after one was refused */
};

/* Where rows begin, and their results lie. */
typedef struct row_walk {
    const clri_fold_job *job;
    const uint64_t *begins; /* of runs; NULL: by segments or along axes */
    const clri_source *source;
    const clri_folder *folder;
    const clr_host_arrays *arrays;
    uint64_t entries;
} row_walk;

/* A row's elements. */
typedef struct row {
    uint64_t begin, count;
    int64_t place; /* of the result */
} row;

/* ---- rows ---- */

/* Along axes the result's number is its place along one axis at most. */
static bool are_even(const clri_rows *rows)
{
    return rows->kept_rank <= 1;
}

bool clri_row_sums_serve(const clri_fold_job *job, const clri_source *source,
                         const clri_folder *folder, const clr_host_arrays *arrays)
{
    return arrays && arrays->value && folder->adds_short && !source->evaluator &&
           source->lie == CLRI_LIE_SIDE_BY_SIDE && (!job->rows || are_even(job->rows));
}

/* False: the row reaches beyond the input. Of an input that begins at its last element, offsets
 * along axes are negative, and wrap. */
static bool find_row(const row_walk *walk, uint64_t k, row *found)
{
    const clr_host_run *run = walk->job->run;
    const clri_rows *rows = walk->job->rows;
    uint64_t end;

    *found = (row){.count = walk->entries, .place = (int64_t)k};
    if (rows && rows->kept_rank) {
        found->begin = k * (uint64_t)rows->kept[0].steps[0];
        found->place = (int64_t)k * rows->kept[0].result_step;
        return true;
    }
    if (rows)
        return true;
    if (walk->begins) {
        found->begin = walk->begins[k];
        end = walk->begins[k + 1];
    } else if (run->by) {
        found->begin = clri_source_index(run->by_type, run->by, (int64_t)k);
        end = run->ends ? clri_source_index(run->by_type, run->ends, (int64_t)k)
                        : clri_source_index(run->by_type, run->by, (int64_t)k + 1);
    } else {
        return true;
    }
    found->count = end > found->begin ? end - found->begin : 0;
    return found->count == 0 || end <= walk->entries;
}

static bool are_doubles(const row_walk *walk)
{
    return walk->folder->number->size == sizeof(double);
}

static void deliver(const row_walk *walk, int64_t place, double total)
{
    if (walk->folder->is_narrow)
        ((float *)walk->arrays->value)[place] = (float)total;
    else
        ((double *)walk->arrays->value)[place] = total;
    if (walk->arrays->status)
        walk->arrays->status[place] = CLR_OK;
}

/* ---- a row ---- */

static bool sum_row(const row_walk *walk, uint64_t k)
{
    const clri_loops *loops = walk->folder->loops;
    double total = 0;
    const void *x;
    row of;

    if (!find_row(walk, k, &of) || of.count > CLRI_ROW_MOST)
        return false;
    x = clri_source_at(walk->source, 0, (int64_t)of.begin);
    if (of.count && are_doubles(walk) && !clri_short_sum_f64(loops, x, (size_t)of.count, &total))
        return false;
    if (of.count && !are_doubles(walk) &&
        !clri_short_sum_f32(loops, x, (size_t)of.count, walk->folder->is_narrow, &total))
        return false;
    deliver(walk, of.place, total);
    return true;
}

/* ---- a block ---- */

/* Rows, each behind the other. */
typedef struct block {
    const void *x; /* the first one's begin */
    size_t rows;
    uint32_t ends[ROWS]; /* of each row, from there */
    int64_t place, step; /* of the first result, and from one to the next */
    double totals[ROWS];
} block;

/* Along axes all rows have one length. */
static void find_even(const row_walk *walk, uint64_t k, size_t most, block *found)
{
    const clri_rows *rows = walk->job->rows;
    const uint32_t length = walk->entries <= CLRI_ROWS_LENGTH ? (uint32_t)walk->entries : 0;

    found->rows = 0;
    if (!rows->kept_rank || !length || rows->kept[0].steps[0] != (int64_t)length)
        return;
    found->x = clri_source_at(walk->source, 0, (int64_t)(k * length));
    found->rows = (size_t)clri_smaller(most, CLRI_FOLD_BLOCK / length);
    found->place = (int64_t)k * rows->kept[0].result_step;
    found->step = rows->kept[0].result_step;
    for (size_t i = 0; i < found->rows; i++)
        found->ends[i] = (uint32_t)(i + 1) * length;
}

/* Segments and runs; of the former `ends` may be told. */
static void find_listed(const row_walk *walk, uint64_t k, size_t most, block *found)
{
    const clr_host_run *run = walk->job->run;
    const clr_type type = walk->begins ? CLR_TYPE_U64 : run->by_type;
    const size_t size = clr_type_size(type);
    const char *begins =
        (walk->begins ? (const char *)walk->begins : (const char *)run->by) + k * size;
    const char *ends =
        run->ends && !walk->begins ? (const char *)run->ends + k * size : begins + size;
    const uint64_t begin = clri_source_index(type, begins, 0);
    uint64_t end;

    found->rows =
        walk->folder->loops->row_ends[size == sizeof(uint64_t)](begins, ends, most, found->ends);
    if (found->rows == 0)
        return;
    end = clri_source_index(type, ends, (int64_t)found->rows - 1);
    if (begin > walk->entries || end > walk->entries ||
        end != begin + found->ends[found->rows - 1]) /* an offset is negative, or wraps */
        found->rows = 0;
    found->x = clri_source_at(walk->source, 0, (int64_t)begin);
    found->place = (int64_t)k;
    found->step = 1;
}

static void find_block(const row_walk *walk, uint64_t k, uint64_t end, block *found)
{
    const size_t most = (size_t)clri_smaller(end - k, ROWS);

    found->rows = 0;
    if (walk->job->rows)
        find_even(walk, k, most, found);
    else if (walk->begins || walk->job->run->by)
        find_listed(walk, k, most, found);
}

static size_t begin_of(const block *of, size_t i)
{
    return i ? of->ends[i - 1] : 0;
}

/* Whether a row of the block has elements, all of which are -0. */
static bool is_minus_zero(const row_walk *walk, const block *of, size_t i)
{
    for (size_t at = begin_of(of, i); at < of->ends[i]; at++)
        if (are_doubles(walk) ? clri_bits_of_f64(((const double *)of->x)[at]) != UINT64_C(1) << 63
                              : clri_bits_of_f32(((const float *)of->x)[at]) != UINT32_C(1) << 31)
            return false;
    return of->ends[i] > begin_of(of, i);
}

/* Exact totals, if the block's numbers lie close enough together. */
static bool add_exactly(const row_walk *walk, block *of)
{
    const clri_loops *loops = walk->folder->loops;
    const size_t count = of->ends[of->rows - 1];
    uint64_t zeros = 0; /* as wide as totals, for the vectoriser */

    if (!(are_doubles(walk) ? loops->rows_f64(of->x, count, of->ends, of->rows, of->totals)
                            : loops->rows_f32(of->x, count, of->ends, of->rows, of->totals)))
        return false;
    for (size_t i = 0; i < of->rows; i++)
        zeros |= of->totals[i] == 0 ? UINT64_MAX : 0;
    for (size_t i = 0; zeros && i < of->rows; i++)
        if (of->totals[i] == 0 && is_minus_zero(walk, of, i))
            of->totals[i] = -0.0;
    return true;
}

/* The block's elements as doubles, and room behind them. */
static void copy(const row_walk *walk, const block *of, size_t count, double *to)
{
    if (are_doubles(walk))
        memcpy(to, of->x, count * sizeof *to);
    else
        for (size_t i = 0; i < count; i++)
            to[i] = (double)((const float *)of->x)[i];
    memset(to + count, 0, CLRI_ROWS_ROOM * sizeof *to);
}

/* Totals of pairs, but of rows whose rounding they leave in doubt. */
static void add_pairs(const row_walk *walk, block *of, bool *is_known)
{
    const clri_loops *loops = walk->folder->loops;
    const size_t count = of->ends[of->rows - 1];
    double x[CLRI_FOLD_BLOCK + CLRI_ROWS_ROOM], scale;
    clri_columns pairs;

    copy(walk, of, count, x);
    scale = are_doubles(walk) && clri_are_large(loops->survey_f64(x, count).most) ? 0x1p-64 : 1;
    loops->row_pairs(x, of->ends, of->rows, scale, &pairs);
    clri_pairs_round(loops, &pairs, 0, of->rows, walk->folder->is_narrow, false, scale, of->totals,
                     is_known);
    for (size_t i = 0; i < of->rows; i++)
        if (of->ends[i] == begin_of(of, i)) {
            of->totals[i] = 0;
            is_known[i] = true;
        }
}

/* Also of rows that are not known, whose results others write yet. */
static void deliver_block(const row_walk *walk, const block *of)
{
    const clr_host_arrays *arrays = walk->arrays;

    for (size_t i = 0; of->step != 1 && i < of->rows; i++)
        deliver(walk, of->place + (int64_t)i * of->step, of->totals[i]);
    if (of->step != 1)
        return;
    if (walk->folder->is_narrow)
        for (size_t i = 0; i < of->rows; i++)
            ((float *)arrays->value)[of->place + (int64_t)i] = (float)of->totals[i];
    else
        memcpy((double *)arrays->value + of->place, of->totals, of->rows * sizeof *of->totals);
    for (size_t i = 0; arrays->status && i < of->rows; i++)
        arrays->status[of->place + (int64_t)i] = CLR_OK;
}

void clri_row_sums(const clri_fold_job *job, const clri_fold_places *places,
                   const clri_source *source, const clri_folder *folder,
                   const clr_host_arrays *arrays, uint64_t k, uint64_t end, uint64_t *hard,
                   clri_panel *panel)
{
    const row_walk walk = {.job = job,
                           .begins = places->begins,
                           .source = source,
                           .folder = folder,
                           .arrays = arrays,
                           .entries = clri_fold_entries(job)};
    block rows;

    find_block(&walk, k, end, &rows);
    if (rows.rows < FEW) {
        panel->count = 1;
        panel->is_known[0] = sum_row(&walk, k);
        return;
    }
    panel->count = rows.rows;
    memset(panel->is_known, true, rows.rows);
    if (k < *hard || !add_exactly(&walk, &rows)) {
        *hard = k < *hard ? *hard : k + WAIT * rows.rows;
        add_pairs(&walk, &rows, panel->is_known);
    }
    deliver_block(&walk, &rows);
}
