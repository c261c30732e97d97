/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_progress - the thread that goes on with all requests while no call does: clr_mpi_progress().
 */
#ifndef CLREDUCE_MPI_RANK_PROGRESS_H
#define CLREDUCE_MPI_RANK_PROGRESS_H

#include "rank_request.h"

/* Starts the thread if the environment asks for it. As clr_mpi_progress(). */
clr_status clri_mpi_progress_if_asked(clri_mpi_refusal *refusal);

/* A request has begun: the thread goes on with it, if there is a thread. */
void clri_mpi_progress_wake(void);

#endif
