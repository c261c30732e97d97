/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank_progress - the thread that goes on with all requests while no call of the library does:
 * clr_mpi_progress(). Without it rounds of large requests begin in calls alone, and a barrier of
 * the caller's between beginning and waiting would not end. It sleeps while there are no requests,
 * and ends in MPI_Finalize().
 */
#ifndef CLREDUCE_MPI_RANK_PROGRESS_H
#define CLREDUCE_MPI_RANK_PROGRESS_H

#include "rank_request.h"

/* Starts the thread if the environment asks for it. As clr_mpi_progress(). */
clr_status clri_mpi_progress_if_asked(clri_mpi_refusal *refusal);

/* A request has begun: the thread goes on with it, if there is a thread. */
void clri_mpi_progress_wake(void);

#endif
