/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/strided_rows.h"

#include <inttypes.h>

/* ---- merging axes ---- */

/* Whether one step of `outer` equals `inner`'s extent in steps, in all arrays: the two merge. */
static bool lie_as_one(const clri_axis *inner, const clri_axis *outer, unsigned inputs)
{
    const int64_t extent = (int64_t)inner->extent;
    bool are_one = true;
    int64_t whole;

    for (unsigned i = 0; i < inputs; i++)
        are_one &=
            !__builtin_mul_overflow(inner->steps[i], extent, &whole) && outer->steps[i] == whole;
    are_one &=
        !__builtin_mul_overflow(inner->mask_step, extent, &whole) && outer->mask_step == whole;
    return are_one && !__builtin_mul_overflow(inner->result_step, extent, &whole) &&
           outer->result_step == whole;
}

/* Appends the next slower axis, or merges it with the last one. */
static void add_axis(const clri_axis *axis, unsigned inputs, clri_axis *axes, unsigned *rank)
{
    if (axis->extent == 1)
        return;
    if (*rank && lie_as_one(&axes[*rank - 1], axis, inputs))
        axes[*rank - 1].extent *= axis->extent;
    else
        axes[(*rank)++] = *axis;
}

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* Results may be numbered in any order: the kept axis with the shortest step becomes the
 * fastest. */
static void sort_kept(clri_axis *axes, unsigned rank)
{
    for (unsigned i = 1; i < rank; i++)
        for (unsigned k = i; k > 0 && magnitude(axes[k].steps[0]) < magnitude(axes[k - 1].steps[0]);
             k--) {
            const clri_axis slower = axes[k - 1];

            axes[k - 1] = axes[k];
            axes[k] = slower;
        }
}

/* Reduced axes keep their order, in which elements are folded; kept axes do not need theirs. */
void clri_rows_merge(const clri_axis *axes, unsigned rank, uint32_t reduced, unsigned inputs,
                     clri_rows *rows)
{
    clri_axis kept[CLR_RANK_MOST];
    unsigned kept_rank = 0;

    for (unsigned k = rank; k-- > 0;)
        if (reduced >> k & 1)
            add_axis(&axes[k], inputs, rows->reduced, &rows->reduced_rank);
        else
            kept[kept_rank++] = axes[k];
    sort_kept(kept, kept_rank);
    for (unsigned k = 0; k < kept_rank; k++)
        add_axis(&kept[k], inputs, rows->kept, &rows->kept_rank);
}

/* An axis of step 0 is the slowest: the same elements repeat along it. */
static bool is_faster(const clri_axis *axis, const clri_axis *other)
{
    return magnitude(axis->steps[0]) - 1 < magnitude(other->steps[0]) - 1;
}

void clri_rows_forget_order(clri_rows *rows, unsigned inputs)
{
    clri_axis axes[CLR_RANK_MOST];
    const unsigned rank = rows->reduced_rank;

    for (unsigned i = 0; i < rank; i++) {
        unsigned k = i;

        for (; k > 0 && is_faster(&rows->reduced[i], &axes[k - 1]); k--)
            axes[k] = axes[k - 1];
        axes[k] = rows->reduced[i];
    }
    rows->reduced_rank = 0;
    for (unsigned k = 0; k < rank; k++)
        add_axis(&axes[k], inputs, rows->reduced, &rows->reduced_rank);
}

/* ---- reach ---- */

/* Extends the reach by `extent` - 1 steps; false: out of address range. */
static bool extend(clri_reach *reach, int64_t step, uint64_t extent)
{
    uint64_t *end = step < 0 ? &reach->below : &reach->above;
    uint64_t far;

    return !__builtin_mul_overflow(magnitude(step), extent - 1, &far) &&
           !__builtin_add_overflow(*end, far, end) && *end <= INT64_MAX;
}

static bool find_reach(const clri_rows *rows, unsigned input, clri_reach *reach)
{
    bool is_there = true;

    *reach = (clri_reach){0, 0};
    for (unsigned k = 0; k < rows->kept_rank; k++)
        is_there &= extend(reach, rows->kept[k].steps[input], rows->kept[k].extent);
    for (unsigned k = 0; k < rows->reduced_rank; k++)
        is_there &= extend(reach, rows->reduced[k].steps[input], rows->reduced[k].extent);
    return is_there;
}

static bool find_mask_reach(const clri_rows *rows, clri_reach *reach)
{
    bool is_there = true;

    *reach = (clri_reach){0, 0};
    for (unsigned k = 0; k < rows->kept_rank; k++)
        is_there &= extend(reach, rows->kept[k].mask_step, rows->kept[k].extent);
    for (unsigned k = 0; k < rows->reduced_rank; k++)
        is_there &= extend(reach, rows->reduced[k].mask_step, rows->reduced[k].extent);
    return is_there;
}

static bool find_result_reach(const clri_rows *rows, clri_reach *reach)
{
    bool is_there = true;

    *reach = (clri_reach){0, 0};
    for (unsigned k = 0; k < rows->kept_rank; k++)
        is_there &= extend(reach, rows->kept[k].result_step, rows->kept[k].extent);
    return is_there;
}

clri_reach clri_rows_reach(const clri_rows *rows, unsigned input)
{
    clri_reach reach;

    find_reach(rows, input, &reach);
    return reach;
}

clri_reach clri_rows_mask_reach(const clri_rows *rows)
{
    clri_reach reach;

    find_mask_reach(rows, &reach);
    return reach;
}

clri_reach clri_rows_result_reach(const clri_rows *rows)
{
    clri_reach reach;

    find_result_reach(rows, &reach);
    return reach;
}

/* All strides must stay within the address range. */
static clr_status check_reach(const clri_rows *rows, unsigned inputs, clri_error *error)
{
    clri_reach reach;

    if (rows->count == 0)
        return CLR_OK;
    for (unsigned i = 0; rows->length && i < inputs; i++)
        if (!find_reach(rows, i, &reach))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "the strides of input %c reach beyond what memory can be addressed",
                             "xyzw"[i]);
    if (rows->length && !find_mask_reach(rows, &reach))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_mask.strides reach beyond what memory can be addressed");
    if (!find_result_reach(rows, &reach))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.result_strides reach beyond what memory can be addressed");
    return CLR_OK;
}

/* Refuses results that would be written twice: each axis must step over everything that the axes of
 * shorter steps reach. Strides that interleave otherwise are refused, too, though some of them
 * write each place once: telling these apart would take a search. */
static clr_status check_results(const clri_rows *rows, clri_error *error)
{
    uint64_t steps[CLR_RANK_MOST], ends[CLR_RANK_MOST];
    uint64_t reached = 0;

    for (unsigned i = 0; i < rows->kept_rank; i++) {
        unsigned k = i;

        for (; k > 0 && steps[k - 1] > magnitude(rows->kept[i].result_step); k--) {
            steps[k] = steps[k - 1];
            ends[k] = ends[k - 1];
        }
        steps[k] = magnitude(rows->kept[i].result_step);
        ends[k] = rows->kept[i].extent - 1;
    }
    for (unsigned k = 0; rows->count && k < rows->kept_rank; k++) {
        if (steps[k] <= reached)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_axes.result_strides have two results in one place, or interlace: "
                             "a stride of %" PRIu64 " does not step over the %" PRIu64
                             " elements before it",
                             steps[k], reached + 1);
        reached += steps[k] * ends[k];
    }
    return CLR_OK;
}

clr_status clri_rows_check(const clri_rows *rows, unsigned inputs, clri_error *error)
{
    const clr_status status = check_reach(rows, inputs, error);

    return status == CLR_OK ? check_results(rows, error) : status;
}

bool clri_rows_are_contiguous(const clri_rows *rows, unsigned inputs)
{
    bool are_contiguous = rows->reduced_rank <= 1;

    for (unsigned i = 0; i < inputs; i++)
        are_contiguous &= rows->reduced_rank == 0 || rows->reduced[0].steps[i] == 1;
    return are_contiguous;
}
