/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpi_rank - what tests on a rank share: its accumulators, those of the whole, and checks that end
 * all ranks.
 */
#ifndef CLREDUCE_TESTS_MPI_RANK_H
#define CLREDUCE_TESTS_MPI_RANK_H

#include "mpi_parts.h"
#include <clreduce/clreduce_mpi.h>

extern const char *folder; /* of parts */
extern int rank, ranks;
extern char reason[1000];

#define CHECK(holds, ...)                                                                          \
    do {                                                                                           \
        if (!(holds))                                                                              \
            mpi_stop(__FILE__, __LINE__, #holds, __VA_ARGS__);                                     \
    } while (0)

void mpi_stop(const char *file, int line, const char *what, const char *where);

/* Accumulators of no elements. */
clr_accumulator *mpi_empty_like(const clr_accumulator *like);
clr_accumulator *mpi_made(clr_operator op, clr_type type, uint64_t results);

/* Of the parts that belong to this rank, if `workers` ranks have some, each `step`th. */
clr_accumulator *mpi_own_parts(int number, int workers, int step);

/* As it comes out of words, which have no number of elements of extremes. */
clr_accumulator *mpi_whole(int number);

/* The states of a case of a single result, `shift` further for each rank, as states of many; and
 * what becomes of those of all ranks. */
clr_accumulator *mpi_many(int number, uint64_t results, int shift);
clr_accumulator *mpi_whole_of_many(int number, uint64_t results);

void mpi_check_same(const clr_accumulator *got, const clr_accumulator *expected, const char *where);

#endif
