/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/row_sums.h"
#include "fold/bits.h"
#include "fold/short_sum.h"

enum {
    ROWS = 256, /* of a block at most */
    FEW = 4,    /* rows, of which a certificate together pays */
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

static void deliver(const row_walk *walk, const row *of, double total)
{
    if (walk->folder->is_narrow)
        ((float *)walk->arrays->value)[of->place] = (float)total;
    else
        ((double *)walk->arrays->value)[of->place] = total;
    if (walk->arrays->status)
        walk->arrays->status[of->place] = CLR_OK;
}

/* ---- a row ---- */

static bool sum_row(const row_walk *walk, const row *of)
{
    const void *x = clri_source_at(walk->source, 0, (int64_t)of->begin);
    const clri_loops *loops = walk->folder->loops;
    double total = 0;

    if (of->count > CLRI_ROW_MOST)
        return false;
    if (of->count && are_doubles(walk) && !clri_short_sum_f64(loops, x, (size_t)of->count, &total))
        return false;
    if (of->count && !are_doubles(walk) &&
        !clri_short_sum_f32(loops, x, (size_t)of->count, walk->folder->is_narrow, &total))
        return false;
    deliver(walk, of, total);
    return true;
}

/* ---- rows together ---- */

/* Neighbouring rows, none of which is empty. */
typedef struct block {
    size_t rows, count;
    row row[ROWS];
    uint32_t ends[ROWS]; /* of each row, from the first row's begin */
    double totals[ROWS];
} block;

static void find_block(const row_walk *walk, uint64_t k, uint64_t end, block *found)
{
    uint64_t next = 0;

    found->rows = found->count = 0;
    for (; k < end && found->rows < ROWS; k++) {
        row *at = &found->row[found->rows];

        if (!find_row(walk, k, at) || at->count == 0 || at->count > CLRI_ROWS_LENGTH ||
            found->count + at->count > CLRI_FOLD_BLOCK || (found->rows && at->begin != next))
            return;
        next = at->begin + at->count;
        found->count += (size_t)at->count;
        found->ends[found->rows++] = (uint32_t)found->count;
    }
}

/* Whether the block's totals are rounded once. Of 0 they may have the other sign. */
static bool add_block(const row_walk *walk, block *of)
{
    const clri_loops *loops = walk->folder->loops;
    const void *x = clri_source_at(walk->source, 0, (int64_t)of->row[0].begin);

    if (are_doubles(walk))
        return loops->rows_f64(x, of->count, of->ends, of->rows, of->totals);
    return loops->rows_f32(x, of->count, of->ends, of->rows, of->totals);
}

/* How many rows from k on have results. */
static size_t sum_block(const row_walk *walk, uint64_t k, uint64_t end)
{
    block rows;

    find_block(walk, k, end, &rows);
    if (rows.rows < FEW || !add_block(walk, &rows))
        return 0;
    for (size_t i = 0; i < rows.rows; i++)
        if (rows.totals[i] != 0)
            deliver(walk, &rows.row[i], rows.totals[i]);
        else if (!sum_row(walk, &rows.row[i]))
            return i;
    return rows.rows;
}

uint64_t clri_row_sums(const clri_fold_job *job, const clri_fold_places *places,
                       const clri_source *source, const clri_folder *folder,
                       const clr_host_arrays *arrays, uint64_t k, uint64_t end, uint64_t *alone)
{
    const row_walk walk = {.job = job,
                           .begins = places->begins,
                           .source = source,
                           .folder = folder,
                           .arrays = arrays,
                           .entries = clri_fold_entries(job)};
    row next;

    while (k < end) {
        const size_t some = k < *alone ? 0 : sum_block(&walk, k, end);

        k += some;
        if (some)
            continue;
        *alone = k < *alone ? *alone : k + ROWS / 4;
        if (!find_row(&walk, k, &next) || !sum_row(&walk, &next))
            return k;
        k++;
    }
    return k;
}
