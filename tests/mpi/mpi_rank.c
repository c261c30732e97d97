/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi_rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *folder;
int rank, ranks;
char reason[1000];

void mpi_stop(const char *file, int line, const char *what, const char *where)
{
    fprintf(stderr, "%s:%d: rank %d of %d, %s: not so: %s; the reason is \"%s\"\n", file, line,
            rank, ranks, where, what, reason);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

clr_accumulator *mpi_empty_like(const clr_accumulator *like)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_accumulator *made = NULL;

    clr_accumulator_describe(like, &info);
    const clr_reduction reduction = CLR_REDUCTION(info.op, info.type);
    CHECK(!clr_accumulator_create(&reduction, info.results, &made, reason, sizeof reason),
          "no elements");
    return made;
}

clr_accumulator *mpi_made(clr_operator op, clr_type type, uint64_t results)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    clr_accumulator *accumulator = NULL;

    CHECK(!clr_accumulator_create(&reduction, results, &accumulator, reason, sizeof reason),
          clr_operator_name(op));
    return accumulator;
}

clr_accumulator *mpi_own_parts(int number, int workers, int step)
{
    clr_accumulator *whole = mpi_part_load(folder, number, MPI_WHOLE);
    clr_accumulator *own = mpi_empty_like(whole);

    for (int part = 0; part < MPI_PARTS; part++)
        if (part % workers * step == rank) {
            clr_accumulator *more = mpi_part_load(folder, number, part);

            CHECK(!clr_accumulator_merge(own, more, reason, sizeof reason), mpi_case_name(number));
            clr_accumulator_destroy(more);
        }
    clr_accumulator_destroy(whole);
    return own;
}

/* As it comes out of words, which have no number of elements of extremes. */
static clr_accumulator *through_words(const clr_accumulator *from)
{
    clr_accumulator *read = NULL;
    size_t count;

    CHECK(!clr_accumulator_words(from, NULL, 0, &count, NULL, reason, sizeof reason), "words");
    int64_t *words = malloc(count * sizeof *words);
    CHECK(words && !clr_accumulator_words(from, words, count, &count, NULL, reason, sizeof reason),
          "words");
    CHECK(!clr_accumulator_from_words(from, words, count, &read, reason, sizeof reason), "words");
    free(words);
    return read;
}

void mpi_check_same(const clr_accumulator *got, const clr_accumulator *expected, const char *where)
{
    size_t got_size, size;

    CHECK(got, where);
    clr_accumulator_store(expected, NULL, 0, &size);
    clr_accumulator_store(got, NULL, 0, &got_size);
    CHECK(got_size == size, where);
    unsigned char *bytes = malloc(size), *got_bytes = malloc(size);
    CHECK(bytes && got_bytes && !clr_accumulator_store(expected, bytes, size, &size), where);
    CHECK(!clr_accumulator_store(got, got_bytes, size, &size), where);
    CHECK(memcmp(bytes, got_bytes, size) == 0, where);
    free(bytes);
    free(got_bytes);
}

clr_accumulator *mpi_whole(int number)
{
    clr_accumulator *whole = mpi_part_load(folder, number, MPI_WHOLE);
    clr_accumulator *expected = through_words(whole);

    clr_accumulator_destroy(whole);
    return expected;
}

clr_accumulator *mpi_many(int number, uint64_t results, int shift)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_accumulator *all = NULL, *filled = NULL;
    int64_t part_words[MPI_PARTS][32];
    size_t count, part_count = 0;

    for (int part = 0; part < MPI_PARTS; part++) {
        clr_accumulator *of_part = mpi_part_load(folder, number, part);

        CHECK(!clr_accumulator_words(of_part, part_words[part], 32, &part_count, NULL, reason,
                                     sizeof reason),
              "many");
        clr_accumulator_describe(of_part, &info);
        clr_accumulator_destroy(of_part);
    }
    all = mpi_made(info.op, info.type, results);
    CHECK(!clr_accumulator_words(all, NULL, 0, &count, NULL, reason, sizeof reason), "many");
    int64_t *words = malloc(count * sizeof *words);
    const size_t state = part_count - CLR_WORDS_HEADER;
    CHECK(words && count == CLR_WORDS_HEADER + results * state, "many");
    CHECK(!clr_accumulator_words(all, words, count, &count, NULL, reason, sizeof reason), "many");
    for (uint64_t k = 0; k < results; k++)
        memcpy(words + CLR_WORDS_HEADER + k * state,
               part_words[(k / 3 + (uint64_t)shift) % MPI_PARTS] + CLR_WORDS_HEADER,
               state * sizeof *words);
    CHECK(!clr_accumulator_from_words(all, words, count, &filled, reason, sizeof reason), "many");
    free(words);
    clr_accumulator_destroy(all);
    return filled;
}

clr_accumulator *mpi_whole_of_many(int number, uint64_t results)
{
    clr_accumulator *merged = mpi_many(number, results, 0), *whole;

    for (int other = 1; other < ranks; other++) {
        clr_accumulator *more = mpi_many(number, results, other);

        CHECK(!clr_accumulator_merge(merged, more, reason, sizeof reason), "many");
        clr_accumulator_destroy(more);
    }
    whole = through_words(merged);
    clr_accumulator_destroy(merged);
    return whole;
}
