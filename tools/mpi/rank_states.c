/* SPDX-License-Identifier: Apache-2.0 */
/* rank_states - the accumulators of a rank's elements. See rank_states.h. */
#include "rank_states.h"
#include "message.h"
#include "session.h"

enum { REASON_SIZE = 400 };

/* Also refuses an accumulator that ranks could not merge, before its elements are reduced. */
static clr_status create(const clr_reduction *reduction, uint64_t results, clr_accumulator **made,
                         char reason[REASON_SIZE])
{
    const clr_status status = clr_accumulator_create(reduction, results, made, reason, REASON_SIZE);
    size_t count;

    return status != CLR_OK
               ? status
               : clr_accumulator_words(*made, NULL, 0, &count, NULL, reason, REASON_SIZE);
}

int rank_states_open(rank_states *s, const request *r, uint64_t results)
{
    char reason[REASON_SIZE];
    clr_status status = CLR_OK;

    *s = (rank_states){.request = r};
    for (size_t i = 0; status == CLR_OK && i < r->count; i++)
        status = create(&r->reductions[i], results, &s->at[i], reason);
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

static int take_piece(rank_states *s, clr_context *context, const rank_share *from,
                      const rank_share_piece *piece)
{
    const request *r = s->request;
    const rows *shape = &from->rows;
    uint64_t extents[CLR_RANK_MOST] = {0};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = (unsigned)shape->rank,
                           .reduced = shape->reduced,
                           .extents = extents};
    clr_host_run run = {.size = sizeof run, .inputs = {piece->elements}, .count = piece->count};
    clr_accumulator *parts[CLR_REDUCTIONS_MOST] = {NULL};
    int code;

    for (size_t k = 0; k < shape->rank; k++)
        extents[k] = k == 0 ? piece->count : shape->axes[0][k].extent;
    if (shape->row) {
        run.shape = CLR_SHAPE_AXES;
        run.axes = &axes;
    }
    if (clr_reduce_accumulator(context, r->reductions, r->count, &run, parts) != CLR_OK)
        return session_fail(r->o, context, from->type);
    code = merge(s, parts, piece->first * rank_share_places(from));
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
