/* SPDX-License-Identifier: Apache-2.0 */
/* world - this process among the ranks. See world.h. */
#include "world.h"
#include "message.h"
#include "smaller.h"
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "clreduce-mpi"

enum { NUMBERS_MOST = 8, WORDS_MOST = 1 << 12 /* to a call */ };

/* Some mpiruns hand a rank a terminal of its own, to which lines would be written one by one. */
enum { OUTPUT_SIZE = 1 << 16 };

static int find_local(int rank)
{
    MPI_Comm host;
    int local;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &local);
    MPI_Comm_free(&host);
    return local;
}

void world_open(world *w, int *argc, char ***argv)
{
    int level; /* drivers have threads, none of which calls MPI */

    *w = (world){0};
    setvbuf(stdout, NULL, _IOFBF, OUTPUT_SIZE);
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &w->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &w->count);
    w->local = find_local(w->rank);
    w->kept = open_memstream(&w->text, &w->text_size);
    snprintf(w->name, sizeof w->name, PROGRAM ": rank %d", w->rank);
    world_speak_as_all(w);
}

void world_speak_as_rank(world *w)
{
    message_as(w->name, w->kept);
}

void world_speak_as_all(world *w)
{
    message_as(PROGRAM, w->kept);
}

/* By one call, so that ranks' lines do not mingle. */
static void show(world *w)
{
    if (!w->kept || fflush(w->kept) != 0)
        return;
    fwrite(w->text, 1, w->text_size, stderr);
    fflush(stderr);
    rewind(w->kept);
}

void world_close(world *w)
{
    show(w);
    message_as(NULL, NULL);
    if (w->kept)
        fclose(w->kept);
    free(w->text);
    MPI_Finalize();
}

/* Forgets the sentences that wait. */
static void forget(world *w)
{
    if (w->kept)
        rewind(w->kept);
}

int world_agree(world *w, int code)
{
    const int own = code == CODE_FINE ? INT_MAX : w->rank;
    int first;

    MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == INT_MAX)
        return CODE_FINE;
    /* mpirun may end all ranks as soon as one has ended, which comes after this operation */
    if (w->rank == first)
        show(w);
    forget(w);
    MPI_Bcast(&code, 1, MPI_INT, first, MPI_COMM_WORLD);
    return code;
}

bool world_is_as_first(const uint64_t numbers[], int count)
{
    uint64_t firsts[NUMBERS_MOST];

    memcpy(firsts, numbers, (size_t)count * sizeof *numbers);
    MPI_Bcast(firsts, count, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return memcmp(firsts, numbers, (size_t)count * sizeof *numbers) == 0;
}

/* In signed words: MPICH 4.0.2, and of some types Open MPI 4.1, compare unsigned ones as if they
 * were signed (pmodels/mpich#6083, open-mpi/ompi#10276). */
uint64_t world_largest(uint64_t number)
{
    const uint64_t sign = UINT64_C(1) << 63;
    const int64_t own = (int64_t)(number ^ sign);
    int64_t largest;

    MPI_Allreduce(&own, &largest, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    return (uint64_t)largest ^ sign;
}

uint64_t world_sum(uint64_t number)
{
    uint64_t sum;

    MPI_Allreduce(&number, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

void world_join_bits(uint64_t words[], uint64_t count)
{
    uint64_t own[WORDS_MOST];

    for (uint64_t i = 0; i < count; i += WORDS_MOST) {
        const uint64_t most = smaller(WORDS_MOST, count - i);

        memcpy(own, words + i, most * sizeof *own);
        MPI_Allreduce(own, words + i, (int)most, MPI_UINT64_T, MPI_BOR, MPI_COMM_WORLD);
    }
}

void world_abort(world *w, int code)
{
    show(w);
    MPI_Abort(MPI_COMM_WORLD, code);
    abort();
}
