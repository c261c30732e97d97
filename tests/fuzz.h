/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz - the frame of fuzz targets. With libFuzzer (-DFUZZ_WITH_LIBFUZZER) next to nothing; else a
 * program: `TARGET [FILE...]` replays files, or mutates the target's seeds CLREDUCE_FUZZ_RUNS
 * times or for CLREDUCE_FUZZ_SECONDS, in the same way on every machine for each CLREDUCE_FUZZ_SEED.
 * The input that it dies of is written to the file CLREDUCE_FUZZ_KEEP; of sanitizers if
 * ASAN_OPTIONS says abort_on_error=1.
 */
#ifndef CLREDUCE_TESTS_FUZZ_H
#define CLREDUCE_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FUZZ_SIZE_MOST = 16384 }; /* bytes */

/* A target's seeds and mutations. */
struct fuzz_target {
    unsigned long runs; /* unless CLREDUCE_FUZZ_RUNS says otherwise */
    unsigned mutations; /* of a seed, fewer than this */
    size_t first;       /* the first byte that is mutated */
    size_t (*seed)(uint8_t *data, unsigned long run, uint64_t *state); /* returns its size */
    /* The target's own mutation at `at`; returns the new size, at most FUZZ_SIZE_MOST. */
    size_t (*mutate)(uint8_t *data, size_t size, size_t at, uint64_t *state);
    /* Called after mutating, such as for a checksum; NULL: nothing to do. */
    void (*finish)(uint8_t *data, size_t size, uint64_t *state);
};

/* Defined by the target. */
extern const struct fuzz_target fuzz_target;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next number of xorshift64. */
uint64_t fuzz_draw(uint64_t *state);

/* Puts one of the alphabet's `count` bytes at `at`, over the byte there or in front of it; returns
 * the new size.
 */
size_t fuzz_put_byte(uint8_t *data, size_t size, size_t at, const char *alphabet, size_t count,
                     uint64_t *state);

/* Ends the program, with the claim, unless the condition holds. */
void fuzz_require(bool condition, const char *claim);

#endif
