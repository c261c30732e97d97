/* SPDX-License-Identifier: Apache-2.0 */
/* whole_result - the accumulators of all ranks become one. See whole_result.h. */
#include "whole_result.h"
#include "merged.h"
#include "message.h"
#include "output.h"
#include "shaped.h"
#include <clreduce/clreduce_mpi.h>
#include <errno.h>

enum { REASON_SIZE = 400 };

/* Goes on after a failure, which the other ranks may not have. */
static int merge(const rank_states *own, clr_accumulator *all[], world *w)
{
    int code = CODE_FINE;

    for (size_t i = 0; i < own->request->count; i++) {
        char reason[REASON_SIZE];
        const clr_status status =
            clr_mpi_reduce(own->at[i], 0, MPI_COMM_WORLD, &all[i], reason, sizeof reason);

        if (status != CLR_OK && code == CODE_FINE)
            code = message_refusal(status, reason);
        if (status == CLR_ERROR_MPI)
            world_abort(w, code);
    }
    return code;
}

static int print_one(clr_accumulator *const all[], size_t count)
{
    merged results[CLR_REDUCTIONS_MOST];

    for (size_t i = 0; i < count; i++)
        OR_RETURN(merged_round(&results[i], all[i]));
    errno = 0;
    return output_end(merged_print(results, count), "the result");
}

static int print_many(clr_accumulator *const all[], size_t count, const rank_share *from,
                      uint64_t outside)
{
    shaped s = {
        .job = {.o = from->o, .layout = {.count = count}}, .rows = from->rows, .outside = outside};
    int code = shaped_round(&s, all);

    if (code == CODE_FINE) {
        shaped_labels_tell(&s);
        code = shaped_report_results(&s);
    }
    s.rows = (rows){0}; /* the share closes its own */
    shaped_close(&s);
    return code;
}

/* Collective: a label occurs if it does on some rank. */
static void join_occurring(rows *all)
{
    const uint64_t words = all->count / 64 + 1;

    world_join_bits(all->occurring, words);
    all->absent = all->count;
    for (uint64_t i = 0; i < words; i++)
        all->absent -= (uint64_t)__builtin_popcountll(all->occurring[i]);
}

int whole_result_print(const rank_states *own, rank_share *from, world *w)
{
    const size_t count = own->request->count;
    const uint64_t outside = world_sum(own->outside);
    clr_accumulator *all[CLR_REDUCTIONS_MOST] = {NULL};
    int code = merge(own, all, w);

    if (from->rows.occurring)
        join_occurring(&from->rows);
    if (code == CODE_FINE && w->rank == 0)
        code = from->rows.row ? print_many(all, count, from, outside) : print_one(all, count);
    for (size_t i = 0; i < count; i++)
        clr_accumulator_destroy(all[i]);
    return code;
}
