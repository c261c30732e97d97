/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rows_cut - cuts an input into pieces of whole results, and finds a result's elements in a piece.
 * See rows.h.
 */
#include "rows.h"
#include <stdlib.h>
#include <string.h>

/* ---- Pieces ---------------------------------------------------------------------------------- */

bool rows_can_be_cut(const rows *s)
{
    if (s->row->elements) /* of all of the array, wherever they are */
        return false;
    if (s->row->has_offsets)
        return !s->row->is_scattered;
    for (size_t i = 0; i < s->inputs; i++)
        if (!strided_is_plain(s->axes[i], s->rank))
            return false;
    return s->rank > 0 && (s->reduced & 1) == 0;
}

/* The first kept axis: neighbouring indices of it have neighbouring results. */
static size_t kept_axis(const rows *s)
{
    size_t k = 0;

    while (k < s->rank && (s->reduced >> k & 1) != 0)
        k++;
    return k;
}

bool rows_can_be_cut_across(const rows *s)
{
    return !s->row->has_offsets && !s->row->elements && kept_axis(s) < s->rank && s->count != 0 &&
           s->length != 0;
}

/* As many segments from `first` on as have at most `elements_most` elements, gaps included. */
static uint64_t next_segments(const rows *s, uint64_t first, uint64_t elements_most)
{
    uint64_t end = first + 1;

    while (end < s->count && s->offsets[end + 1] - s->offsets[first] <= elements_most)
        end++;
    return end - first;
}

/* Whole indices of the first kept axis. */
static uint64_t next_rows(const rows *s, uint64_t first, uint64_t elements_most,
                          uint64_t results_most)
{
    const uint64_t extent = s->axes[0][kept_axis(s)].extent;
    const uint64_t results = s->count / extent, elements = s->elements / extent;
    uint64_t most = results_most / results;

    if (elements != 0 && elements_most / elements < most)
        most = elements_most / elements;
    most = (most == 0 ? 1 : most) * results;
    return most < s->count - first ? most : s->count - first;
}

bool rows_next(const rows *s, uint64_t elements_most, uint64_t results_most, rows_piece *piece)
{
    const uint64_t first = piece->first + piece->count;

    if (first == s->count)
        return false;
    if (!rows_can_be_cut(s)) {
        const bool is_small = s->elements <= elements_most && s->count <= results_most;
        if (is_small || !rows_can_be_cut_across(s)) {
            *piece = (rows_piece){0, s->count, 0, s->elements, false};
            return true;
        }
        const uint64_t count = next_rows(s, first, elements_most, results_most);
        *piece = (rows_piece){first, count, 0, count * s->length, count < s->count};
        return true;
    }
    if (s->row->has_offsets) {
        uint64_t count = next_segments(s, first, elements_most);
        count = count < results_most ? count : results_most;
        *piece = (rows_piece){first, count, s->offsets[first], s->offsets[first + count], false};
        return true;
    }
    const uint64_t count = next_rows(s, first, elements_most, results_most);
    *piece = (rows_piece){first, count, first * s->length, (first + count) * s->length, false};
    return true;
}

void rows_piece_axes(const rows *s, const rows_piece *piece, size_t number,
                     strided_axis axes[CLR_RANK_MOST])
{
    const size_t k = kept_axis(s);
    const bool is_fortran = !strided_is_plain(s->axes[number], s->rank);

    memcpy(axes, s->axes[number], s->rank * sizeof *axes);
    if (piece->count == s->count)
        return;
    axes[k].extent = piece->count / (s->count / axes[k].extent);
    strided_fill(axes, s->rank, is_fortran);
}

/* Copies in the file's order, in which neighbours stay neighbours. */
void rows_gather(const rows *s, const rows_piece *piece, size_t number, size_t size,
                 const void *all, void *to)
{
    const size_t k = kept_axis(s);
    const strided_axis *from = s->axes[number];
    const bool is_fortran = !strided_is_plain(from, s->rank);
    const uint64_t skipped = piece->first / (s->count / from[k].extent) * from[k].stride;
    strided_axis axes[CLR_RANK_MOST], own[CLR_RANK_MOST];

    rows_piece_axes(s, piece, number, own);
    for (size_t i = 0; i < s->rank; i++) {
        const size_t at = is_fortran ? s->rank - 1 - i : i;
        axes[at] = (strided_axis){own[i].extent, from[i].stride};
    }
    strided_gather(axes, s->rank, size, (const char *)all + skipped * size, 0, piece->end, to);
}

/* ---- Elements -------------------------------------------------------------------------------- */

uint64_t rows_length(const rows *s, uint64_t row)
{
    if (s->row->length)
        return s->row->length(s, row);
    return s->row->has_offsets ? s->offsets[row + 1] - s->offsets[row] : s->length;
}

uint64_t rows_label_begin(const rows *s, uint64_t row)
{
    return s->offsets[s->row->is_labelled ? row / s->kept : row];
}

bool rows_sort_labelled(rows *s)
{
    uint64_t *numbers = malloc(s->labels.count * sizeof *numbers + 1);
    bool is_sorted = false;

    free(s->offsets);
    free(s->order);
    s->offsets = labels_offsets(&s->labels, s->bins);
    s->order = malloc(s->labels.count * sizeof *s->order + 1);
    for (uint64_t i = 0; numbers && i < s->labels.count; i++)
        numbers[i] = i;
    if (numbers && s->order && s->offsets)
        is_sorted =
            labels_sort(&s->labels, s->bins, s->offsets, sizeof *numbers, numbers, s->order);
    free(numbers);
    return is_sorted;
}

void rows_count_labels(rows *s)
{
    if (!s->row->is_scattered)
        return;
    free(s->offsets);
    s->offsets = labels_offsets(&s->labels, s->count);
}

uint64_t rows_longest(rows *s)
{
    uint64_t longest = 0;

    rows_count_labels(s);
    if (s->row->has_offsets && !s->offsets)
        return s->elements;
    for (uint64_t row = 0; s->row->has_offsets && row < s->count; row++)
        longest = rows_length(s, row) > longest ? rows_length(s, row) : longest;
    return s->row->has_offsets ? longest : s->length;
}

/* Copies the axes whose bits are set in `which`; returns their number. */
static size_t pick_axes(const rows *s, const strided_axis all[], unsigned which,
                        strided_axis axes[CLR_RANK_MOST])
{
    size_t count = 0;

    for (size_t k = 0; k < s->rank; k++)
        if ((which >> k & 1) != 0)
            axes[count++] = all[k];
    return count;
}

const char *rows_kept_begin(const rows *s, const rows_piece *piece, uint64_t row, size_t number,
                            size_t size, const void *room, rows_along *reduced)
{
    strided_axis all[CLR_RANK_MOST], kept[CLR_RANK_MOST];

    rows_piece_axes(s, piece, number, all);
    const size_t kept_rank = pick_axes(s, all, ~s->reduced, kept);
    reduced->rank = pick_axes(s, all, s->reduced, reduced->axes);
    return (const char *)room + strided_place(kept, kept_rank, row) * size;
}

const void *rows_elements(const rows *s, const rows_piece *piece, uint64_t row, size_t number,
                          size_t size, const void *room, void *scratch)
{
    rows_along reduced;

    if (s->row->has_offsets)
        return (const char *)room + (s->offsets[piece->first + row] - piece->begin) * size;
    if (s->length == 0)
        return room;
    if (s->row->elements)
        return s->row->elements(s, piece, row, number, size, room, scratch);
    const char *at = rows_kept_begin(s, piece, row, number, size, room, &reduced);
    if (strided_is_plain(reduced.axes, reduced.rank))
        return at;
    strided_gather(reduced.axes, reduced.rank, size, at, 0, s->length, scratch);
    return scratch;
}
