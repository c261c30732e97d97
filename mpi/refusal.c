/* SPDX-License-Identifier: Apache-2.0 */
#include "refusal.h"

#include <stdarg.h>
#include <stdio.h>

clr_status clri_mpi_refuse(clri_mpi_refusal *refusal, clr_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(refusal->sentence, sizeof refusal->sentence, format, arguments);
    va_end(arguments);
    refusal->status = status;
    return status;
}

clr_status clri_mpi_check(clri_mpi_refusal *refusal, int code, const char *call)
{
    char words[MPI_MAX_ERROR_STRING + 1] = "";
    int length;

    if (code == MPI_SUCCESS)
        return CLR_OK;
    if (MPI_Error_string(code, words, &length) != MPI_SUCCESS)
        snprintf(words, sizeof words, "code %d", code);
    return clri_mpi_refuse(refusal, CLR_ERROR_MPI, "%s failed: %s", call, words);
}

clr_status clri_mpi_answer(const clri_mpi_refusal *refusal, char *reason, size_t reason_size)
{
    if (reason && reason_size)
        snprintf(reason, reason_size, "%s", refusal->status ? refusal->sentence : "");
    return refusal->status;
}
