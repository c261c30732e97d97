/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz - what fuzz targets share. With libFuzzer (-DFUZZ_WITH_LIBFUZZER) that is next to nothing;
 * without, the frame of a program: `TARGET [FILE...]` replays files, or mutates the target's seeds
 * as often as CLREDUCE_FUZZ_RUNS says, in the same way on every machine.
 */
#ifndef CLREDUCE_TESTS_FUZZ_H
#define CLREDUCE_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FUZZ_SIZE_MOST = 16384 }; /* bytes */

/* What a target is to be given. */
struct fuzz_target {
    unsigned long runs; /* unless CLREDUCE_FUZZ_RUNS says otherwise */
    unsigned mutations; /* of one seed, fewer than so many */
    size_t first;       /* the first byte that is mutated */
    size_t (*seed)(uint8_t *data, unsigned long run, uint64_t *state); /* returns its size */
    /* The target's own mutation, at a place; returns the new size, of FUZZ_SIZE_MOST at most. */
    size_t (*mutate)(uint8_t *data, size_t size, size_t at, uint64_t *state);
    /* What is done to mutated bytes in the end, such as a checksum; NULL: nothing. */
    void (*finish)(uint8_t *data, size_t size, uint64_t *state);
};

/* Both are the target's to define. */
extern const struct fuzz_target fuzz_target;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next number of xorshift64. */
uint64_t fuzz_draw(uint64_t *state);

/* Ends the program, with the claim, unless the condition holds. */
void fuzz_require(bool condition, const char *claim);

#endif
