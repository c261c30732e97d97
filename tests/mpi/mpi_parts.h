/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpi_parts - accumulators of parts of some data, and of the whole: made on a device by one
 * process, and read from files by the ranks, which need no device.
 */
#ifndef CLREDUCE_TESTS_MPI_PARTS_H
#define CLREDUCE_TESTS_MPI_PARTS_H

#include <clreduce/clreduce.h>

/* Operators of every kind of state, of results over all elements, along an axis and by label. */
enum { MPI_SHAPES = 3, MPI_OPERATORS = 7, MPI_CASES = MPI_SHAPES * MPI_OPERATORS };
/* The whole is behind the parts. Part EMPTY has no elements. */
enum { MPI_PARTS = 8, MPI_WHOLE = MPI_PARTS, MPI_PART_EMPTY = 3 };

/* Such as "argmax along an axis". */
const char *mpi_case_name(int number);

/* Writes all files to the folder. */
void mpi_parts_make(const char *folder);

/* The caller destroys it. */
clr_accumulator *mpi_part_load(const char *folder, int number, int part);

#endif
