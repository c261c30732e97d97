/* SPDX-License-Identifier: Apache-2.0 */
/* refusal - the reason why a call fails on this rank, a status and its sentence: what clri_error is
 * to the rest of the library, without its context, which ranks need not have. */
#ifndef CLREDUCE_MPI_REFUSAL_H
#define CLREDUCE_MPI_REFUSAL_H

#include <clreduce/clreduce_mpi.h>

typedef struct clri_mpi_refusal {
    clr_status status;
    char sentence[MPI_MAX_ERROR_STRING + 128];
} clri_mpi_refusal;

/* Sets both; returns the status. */
clr_status clri_mpi_refuse(clri_mpi_refusal *refusal, clr_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* CLR_OK for MPI_SUCCESS; else CLR_ERROR_MPI, with the name of the call and MPI's words. */
clr_status clri_mpi_check(clri_mpi_refusal *refusal, int code, const char *call);

/* Copies the sentence, or "" after CLR_OK, to `reason`, which may be NULL. Returns the status. */
clr_status clri_mpi_answer(const clri_mpi_refusal *refusal, char *reason, size_t reason_size);

#endif
