/* SPDX-License-Identifier: Apache-2.0 */
#include "opening.h"

static clr_status fold(const void *own, void *all, size_t size, MPI_Op op, MPI_Comm comm,
                       MPI_Request *pending, clri_mpi_refusal *refusal)
{
    const int count = (int)(size / sizeof(int64_t));

    return clri_mpi_check(refusal, MPI_Iallreduce(own, all, count, MPI_INT64_T, op, comm, pending),
                          "MPI_Iallreduce");
}

clr_status clri_mpi_opening_fold(const clri_mpi_opening *own, clri_mpi_opening *all,
                                 const clri_mpi_ranks *ranks, MPI_Request pending[2],
                                 clri_mpi_refusal *refusal)
{
    if (fold(&own->least, &all->least, sizeof all->least, MPI_MIN, ranks->openings, pending,
             refusal))
        return refusal->status;
    return fold(&own->sum, &all->sum, sizeof all->sum, MPI_SUM, ranks->openings, pending + 1,
                refusal);
}

static size_t room_for(const clri_mpi_words *words)
{
    return words->fold == CLR_FOLD_SUM ? CLRI_MPI_SUM_BLOCK : CLRI_MPI_LEAST_BLOCK;
}

bool clri_mpi_opening_has_all(const clri_mpi_words *words)
{
    return clri_mpi_words_fit(words, room_for(words));
}

/* NULL: there is no room. */
static int64_t *block_for(clri_mpi_opening *opening, const clri_mpi_words *words)
{
    if (!words->asks && !clri_mpi_opening_has_all(words))
        return NULL;
    return words->fold == CLR_FOLD_SUM ? opening->sum.block : opening->least.block;
}

void clri_mpi_opening_write(clri_mpi_opening *opening, const clri_mpi_words *words)
{
    int64_t *block = block_for(opening, words);

    if (block)
        clri_mpi_words_to_block(words, block);
}

void clri_mpi_opening_read(clri_mpi_opening *opening, clri_mpi_words *words)
{
    const int64_t *block = block_for(opening, words);

    if (block)
        clri_mpi_words_from_block(words, block);
}
