/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"

#include <pthread.h>
#include <string.h>

/* The duplicate is the attribute's value itself: an MPI_Comm is a pointer, or an int. */
_Static_assert(sizeof(MPI_Comm) <= sizeof(void *), "an attribute has room for a communicator");

/* Called when the caller frees the communicator, or MPI is finalised. */
static int free_duplicate(MPI_Comm comm, int key, void *value, void *unused)
{
    MPI_Comm duplicate;

    (void)comm, (void)key, (void)unused;
    memcpy(&duplicate, &value, sizeof duplicate);
    return MPI_Comm_free(&duplicate);
}

/* The attribute's key, one for the process: communicators that are copied do not inherit it. */
static int get_key(int *key)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static int made = MPI_KEYVAL_INVALID;
    int code = MPI_SUCCESS;

    pthread_mutex_lock(&mutex);
    if (made == MPI_KEYVAL_INVALID)
        code = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_duplicate, &made, NULL);
    *key = made;
    pthread_mutex_unlock(&mutex);
    return code;
}

static clr_status check_mpi(clri_mpi_refusal *refusal)
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

static clr_status duplicate(MPI_Comm comm, int key, MPI_Comm *made, clri_mpi_refusal *refusal)
{
    void *value = NULL;

    if (clri_mpi_check(refusal, MPI_Comm_dup(comm, made), "MPI_Comm_dup") ||
        clri_mpi_check(refusal, MPI_Comm_set_errhandler(*made, MPI_ERRORS_RETURN),
                       "MPI_Comm_set_errhandler"))
        return refusal->status;
    memcpy(&value, made, sizeof *made);
    return clri_mpi_check(refusal, MPI_Comm_set_attr(comm, key, value), "MPI_Comm_set_attr");
}

static clr_status find_duplicate(MPI_Comm comm, MPI_Comm *found, clri_mpi_refusal *refusal)
{
    void *value = NULL;
    int key, is_there = 0;

    if (clri_mpi_check(refusal, get_key(&key), "MPI_Comm_create_keyval") ||
        clri_mpi_check(refusal, MPI_Comm_get_attr(comm, key, &value, &is_there),
                       "MPI_Comm_get_attr"))
        return refusal->status;
    if (!is_there)
        return duplicate(comm, key, found, refusal);
    memcpy(found, &value, sizeof *found);
    return CLR_OK;
}

clr_status clri_mpi_ranks_of(MPI_Comm comm, clri_mpi_ranks *ranks, clri_mpi_refusal *refusal)
{
    if (check_mpi(refusal) || check_kind(comm, refusal) ||
        find_duplicate(comm, &ranks->comm, refusal) ||
        clri_mpi_check(refusal, MPI_Comm_rank(ranks->comm, &ranks->rank), "MPI_Comm_rank") ||
        clri_mpi_check(refusal, MPI_Comm_size(ranks->comm, &ranks->count), "MPI_Comm_size"))
        return refusal->status;
    return CLR_OK;
}
