/* SPDX-License-Identifier: Apache-2.0 */
/*
 * world - this process among the ranks of MPI_COMM_WORLD. Sentences wait until all ranks agree
 * whether to go on: then those of the first rank that has failed are shown, and no others.
 */
#ifndef CLREDUCE_TOOLS_WORLD_H
#define CLREDUCE_TOOLS_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct world {
    int rank, count;
    int local; /* number among the ranks of this host */
    char name[32];
    FILE *kept; /* the sentences that wait, written to `text`; NULL: they are shown at once */
    char *text;
    size_t text_size;
} world;

/* Starts MPI. Call world_close() at the end. */
void world_open(world *w, int *argc, char ***argv);

/* Shows the sentences that wait, on all ranks, and ends MPI. */
void world_close(world *w);

/* Sentences begin with "clreduce-mpi: rank N"; and with "clreduce-mpi" alone, as before. */
void world_speak_as_rank(world *w);
void world_speak_as_all(world *w);

/*
 * Collective: `code` is this rank's exit code. Returns 0 on all ranks if it is 0 on all ranks; else
 * the code of the first rank that has failed, whose sentences are shown.
 */
int world_agree(world *w, int code);

/* Collective: whether the numbers are those of rank 0. */
bool world_is_as_first(const uint64_t numbers[], int count);

/* Collective: the largest of all ranks' numbers; their sum; and each bit that some rank has set. */
uint64_t world_largest(uint64_t number);
uint64_t world_sum(uint64_t number);
void world_join_bits(uint64_t words[], uint64_t count);

/* Ends all ranks, after a failure of MPI itself. Does not return. */
void world_abort(world *w, int code) __attribute__((noreturn));

#endif
