/* SPDX-License-Identifier: Apache-2.0 */
/* rank_states - the accumulators of a rank's elements. See rank_states.h. */
#include "rank_states.h"
#include "message.h"
#include "physical_memory.h"
#include "rank_labels.h"
#include "session.h"

enum { REASON_SIZE = 400 };

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Adds the bytes of a result; refuses a reduction that ranks could not merge. */
static int measure(const clr_reduction *reduction, uint64_t *size)
{
    char reason[REASON_SIZE];
    clr_accumulator *one = NULL;
    size_t words = 0;
    clr_status status = clr_accumulator_create(reduction, 1, &one, reason, sizeof reason);

    if (status != CLR_OK)
        return message_refusal(status, reason);
    status = clr_accumulator_words(one, NULL, 0, &words, NULL, reason, sizeof reason);
    clr_accumulator_destroy(one);
    if (status == CLR_ERROR_UNSUPPORTED)
        return message_fail(CODE_USAGE,
                            "%s: ranks put results together by sums and minima of words, of which "
                            "no product can be made: reduce each file by 'clreduce --save FILE', "
                            "and put the saved files together by 'clreduce merge'.",
                            clr_operator_name(reduction->op));
    *size += (words - CLR_WORDS_HEADER) * sizeof(int64_t);
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

static int check_room(const rank_share *from, uint64_t size)
{
    const uint64_t results = rank_share_results(from);

    if (!from->o->shape.labels.path || physical_memory_holds_states(results, size))
        return CODE_FINE;
    return rows_refuse_labels(&from->rows);
}

int rank_states_open(rank_states *s, const request *r, const rank_share *from)
{
    const uint64_t results = rank_share_results(from);
    char reason[REASON_SIZE];
    uint64_t size = 0;
    clr_status status = CLR_OK;

    *s = (rank_states){.request = r};
    for (size_t i = 0; i < r->count; i++)
        OR_RETURN(measure(&r->reductions[i], &size));
    OR_RETURN(check_room(from, size));
    for (size_t i = 0; status == CLR_OK && i < r->count; i++)
        status =
            clr_accumulator_create(&r->reductions[i], results, &s->at[i], reason, sizeof reason);
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

static void destroy(clr_accumulator *accumulators[])
{
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++)
        clr_accumulator_destroy(accumulators[i]);
}

void rank_states_close(rank_states *s)
{
    destroy(s->at);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Adds the accumulators of a piece, in front of which each result has `before` elements. */
static int merge(rank_states *s, clr_accumulator *const parts[], uint64_t before)
{
    char reason[REASON_SIZE];
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < s->request->count; i++) {
        status = clr_accumulator_shift(parts[i], before, reason, sizeof reason);
        if (status == CLR_OK)
            status = clr_accumulator_merge(s->at[i], parts[i], reason, sizeof reason);
    }
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

/* The axes of a piece, an array of its own. */
typedef struct piece_axes {
    clr_axes axes;
    uint64_t extents[CLR_RANK_MOST];
} piece_axes;

static void fill_axes(const rows *all, uint64_t count, piece_axes *made)
{
    made->axes = (clr_axes){.size = sizeof made->axes,
                            .rank = (unsigned)all->rank,
                            .reduced = all->reduced,
                            .extents = made->extents};
    for (size_t k = 0; k < all->rank; k++)
        made->extents[k] = k == 0 ? count : all->axes[0][k].extent;
}

static void fill_labels(const rank_share *from, const rank_share_piece *piece, cl_ulong *outside,
                        clr_host_run *run)
{
    const labels *own = &from->rows.labels;

    run->by = own->at + rank_labels_begin(from, piece) * clr_type_size(own->type);
    run->by_type = own->type;
    run->results = from->rows.bins;
    run->outside = outside;
}

static int take_piece(rank_states *s, clr_context *context, const rank_share *from,
                      const rank_share_piece *piece)
{
    const request *r = s->request;
    const shape_row *row = from->rows.row;
    clr_host_run run = {.size = sizeof run, .inputs = {piece->elements}, .count = piece->count};
    clr_accumulator *parts[CLR_REDUCTIONS_MOST] = {NULL};
    piece_axes axes;
    cl_ulong outside = 0;

    run.shape = row ? row->shape : CLR_SHAPE_FLAT;
    if (row && row->has_axes) {
        fill_axes(&from->rows, piece->count, &axes);
        run.axes = &axes.axes;
    }
    if (from->o->shape.labels.path)
        fill_labels(from, piece, &outside, &run);
    if (clr_reduce_accumulator(context, r->reductions, r->count, &run, parts) != CLR_OK)
        return session_fail(r->o, context, from->type);
    const int code = merge(s, parts, piece->first * rank_share_places(from));
    s->outside += outside;
    destroy(parts);
    return code;
}

int rank_states_take(rank_states *s, clr_context *context, rank_share *from)
{
    rank_share_piece piece = {.count = 1};
    int code = CODE_FINE;

    while (code == CODE_FINE && piece.count != 0) {
        code = rank_share_next(from, &piece);
        if (code == CODE_FINE && piece.count != 0)
            code = take_piece(s, context, from, &piece);
        if (code == CODE_FINE)
            code = rank_share_pass(from, &piece);
    }
    return code;
}
