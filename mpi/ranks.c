/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"

#include <pthread.h>
#include <stdlib.h>

/* Called when the caller frees the communicator, or MPI is finalised. */
static int free_duplicates(MPI_Comm comm, int key, void *value, void *unused)
{
    clri_mpi_ranks *ranks = value;
    const int made = ranks->made + (ranks->duplicating != MPI_REQUEST_NULL);
    int code;

    (void)comm, (void)key, (void)unused;
    code = MPI_Wait(&ranks->duplicating, MPI_STATUS_IGNORE);
    if (code == MPI_SUCCESS && made > 0)
        code = MPI_Comm_free(&ranks->openings);
    if (code == MPI_SUCCESS && made > 1)
        code = MPI_Comm_free(&ranks->rounds);
    free(ranks);
    return code;
}

/* The attribute's key, one for the process. MPI_COMM_NULL_COPY_FN: a copy of a communicator makes
 * duplicates of its own. */
static int get_key(int *key)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static int made = MPI_KEYVAL_INVALID;
    int code = MPI_SUCCESS;

    pthread_mutex_lock(&mutex);
    if (made == MPI_KEYVAL_INVALID)
        code = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_duplicates, &made, NULL);
    *key = made;
    pthread_mutex_unlock(&mutex);
    return code;
}

clr_status clri_mpi_check_initialised(clri_mpi_refusal *refusal)
{
    int is_initialised = 0, is_finalised = 0;

    MPI_Initialized(&is_initialised);
    if (!is_initialised)
        return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                               "MPI is not initialised: call MPI_Init() first");
    MPI_Finalized(&is_finalised);
    return is_finalised ? clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT, "MPI is finalised") : CLR_OK;
}

static clr_status check_kind(MPI_Comm comm, clri_mpi_refusal *refusal)
{
    int is_inter = 0;

    if (comm == MPI_COMM_NULL)
        return clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                               "the communicator is MPI_COMM_NULL: this process is none of its "
                               "ranks");
    if (clri_mpi_check(refusal, MPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter"))
        return refusal->status;
    return is_inter ? clri_mpi_refuse(refusal, CLR_ERROR_ARGUMENT,
                                      "the communicator is an intercommunicator: "
                                      "MPI_Intercomm_merge() makes one that can be taken")
                    : CLR_OK;
}

static clr_status duplicate(MPI_Comm comm, clri_mpi_ranks *ranks, MPI_Comm *made,
                            clri_mpi_refusal *refusal)
{
    return clri_mpi_check(refusal, MPI_Comm_idup(comm, made, &ranks->duplicating), "MPI_Comm_idup");
}

static clr_status begin_duplicates(MPI_Comm comm, clri_mpi_ranks *ranks, clri_mpi_refusal *refusal)
{
    ranks->duplicating = MPI_REQUEST_NULL;
    if (clri_mpi_check(refusal, MPI_Comm_rank(comm, &ranks->rank), "MPI_Comm_rank") ||
        clri_mpi_check(refusal, MPI_Comm_size(comm, &ranks->count), "MPI_Comm_size"))
        return refusal->status;
    return duplicate(comm, ranks, &ranks->openings, refusal);
}

/* Takes a duplicate that has been made, and begins the second one, as a duplicate of the first: on
 * the caller's communicator calls of the caller's may be under way by now, on each rank others.
 * Errors are returned from there on, not fatal, as the library has a sentence for them. */
static clr_status take_duplicate(clri_mpi_ranks *ranks)
{
    const bool is_first = ranks->made++ == 0;

    if (clri_mpi_check(
            &ranks->refusal,
            MPI_Comm_set_errhandler(is_first ? ranks->openings : ranks->rounds, MPI_ERRORS_RETURN),
            "MPI_Comm_set_errhandler") ||
        !is_first)
        return ranks->refusal.status;
    return duplicate(ranks->openings, ranks, &ranks->rounds, &ranks->refusal);
}

bool clri_mpi_ranks_go_on(clri_mpi_ranks *ranks)
{
    int is_made = 1;

    while (ranks->made < 2 && is_made && !ranks->refusal.status)
        if (!clri_mpi_check(&ranks->refusal,
                            MPI_Test(&ranks->duplicating, &is_made, MPI_STATUS_IGNORE),
                            "MPI_Test") &&
            is_made)
            take_duplicate(ranks);
    return ranks->refusal.status || is_made;
}

static clr_status add_ranks(MPI_Comm comm, int key, clri_mpi_ranks **made,
                            clri_mpi_refusal *refusal)
{
    *made = calloc(1, sizeof **made);
    if (!*made)
        return clri_mpi_refuse(refusal, CLR_ERROR_MEMORY, "no memory for a communicator");
    if (begin_duplicates(comm, *made, refusal) ||
        clri_mpi_check(refusal, MPI_Comm_set_attr(comm, key, *made), "MPI_Comm_set_attr")) {
        free(*made);
        *made = NULL;
    }
    return refusal->status;
}

clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks **ranks, clri_mpi_refusal *refusal)
{
    int key, is_there = 0;

    if (clri_mpi_check_initialised(refusal) || check_kind(comm, refusal) ||
        clri_mpi_check(refusal, get_key(&key), "MPI_Comm_create_keyval") ||
        clri_mpi_check(refusal, MPI_Comm_get_attr(comm, key, ranks, &is_there),
                       "MPI_Comm_get_attr"))
        return refusal->status;
    return is_there ? CLR_OK : add_ranks(comm, key, ranks, refusal);
}
