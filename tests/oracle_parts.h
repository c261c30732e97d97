/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the oracle's files: elements as bits, room for every bit of a sum, and data drawn an
 * array at a time. Tests include oracle.h.
 */
#ifndef CLREDUCE_TESTS_ORACLE_PARTS_H
#define CLREDUCE_TESTS_ORACLE_PARTS_H

#include "oracle.h"

enum {
    /* Every bit of 2^64 products of two binary64, times 2^64. */
    ORACLE_PRECISION = 2 * (1074 + 1024) + 2 * 64,
    /* Twice as many, and what products of sums and a root of their quotient need beyond. */
    ORACLE_PAIR_PRECISION = 3 * ORACLE_PRECISION
};

/* Two inputs of which no pair is absent, and whether some were. */
typedef struct oracle_pairs {
    clr_type type;
    const void *x;
    const void *y;
    size_t count;
    bool has_absent;
} oracle_pairs;

void oracle_weighted_mean(const oracle_pairs *in, oracle_value *out);
void oracle_covariance(const oracle_pairs *in, oracle_value *out);
void oracle_correlation(const oracle_pairs *in, oracle_value *out);

/* With frequency weights or with reliability weights. */
void oracle_weighted_variance(const oracle_pairs *in, bool by_reliability, oracle_value *out);

/* MPFR tells whether it had to round, which the precision rules out. */
void oracle_must_be_exact(int ternary);

/* An element, all of its digits; floats must be finite. */
void oracle_load_whole(clr_type type, const void *data, size_t index, mpfr_t to);

bool oracle_is_signed(clr_type type);

/* An element's bits, zero-extended; and the reverse, which takes the lowest bits. */
uint64_t oracle_load_bits(clr_type type, const void *data, size_t index);
void oracle_store_bits(clr_type type, void *data, size_t index, uint64_t bits);

/* Draws an array of floats of a kind in oracle_ends.c; false for other kinds. */
bool oracle_fill_ends(oracle_data kind, uint64_t *state, clr_type type, void *data, size_t count);

#endif
