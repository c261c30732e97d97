/* SPDX-License-Identifier: Apache-2.0 */
/*
 * word_form - the layout of an accumulator that is written as signed 64-bit words, which a plain
 * sum, or of extremes a plain minimum, of each word merges: what collective operations of MPI and
 * array libraries can do without a callback. accumulator_words.c writes by it,
 * accumulator_from_words.c reads; docs/accumulator.md, "Words", has the table.
 *
 * A digit has 40 bits of its word, so that 2^23 accumulators can be added before a word overflows;
 * a reader carries.
 */
#ifndef CLREDUCE_ACCUMULATOR_WORD_FORM_H
#define CLREDUCE_ACCUMULATOR_WORD_FORM_H

#include "accumulator/states.h"

enum {
    CLRI_WORDS_DIGIT_BITS = 40, /* of a word of a sum: 2^23 of them do not overflow it */
    CLRI_WORDS_HALF_BITS = 32,  /* of a count of a flag or of a bit: a word has two */
    CLRI_WORDS_STATE_MOST = 64 * CLR_WORDS_USED,
    CLRI_WORDS_FOLDED_MOST = 1 << 23, /* accumulators that are merged at a time */
    CLRI_WORDS_AT_HASH = 0,       /* header, folded by a sum: the reduction and the results, ... */
    CLRI_WORDS_AT_FOLDED = 1,     /* ... how many accumulators were folded, ... */
    CLRI_WORDS_AT_FAILURES = 2,   /* ... and how many of them are of parts that have failed; */
    CLRI_WORDS_AT_OTHER_HASH = 1, /* by a minimum: the hash again, negative */
};

#define CLRI_WORDS_DIGIT_MASK ((UINT64_C(1) << CLRI_WORDS_DIGIT_BITS) - 1)

/*
 * The words of one state, in this order, and how many there are of each; 0: the reduction has no
 * such words. A state of sums has 2 counts, the number of elements and of values among them; of
 * floats 2 words of flags, each with two counts of states that have met a NaN, +inf, -inf, or
 * anything but -0; then the digits of its sums. A state of bits has counts of its bits, two a word,
 * in place of digits. A state of extremes has one word that tells whether there is a value, then
 * keys, or a key and an index; of first and last the index, then the value's bits.
 */
typedef struct clri_word_form {
    clr_fold fold;
    size_t counts; /* elements, and values among them; of extremes whether there is a value */
    size_t flags;
    size_t values; /* digits of a sum of values, counts of bits, or keys */
    size_t products;
    size_t value_sums; /* of states of sums: how many there are of either */
    size_t product_sums;
} clri_word_form;

/* The numbers of the words of a state that are written, and of those that are left out, as they are
 * 0 in all accumulators. */
typedef struct clri_word_choice {
    size_t kept, left;
    uint16_t kept_at[CLRI_WORDS_STATE_MOST];
    uint16_t left_at[CLRI_WORDS_STATE_MOST];
} clri_word_choice;

clri_word_form clri_word_form_of(const clr_accumulator *accumulator);

/* Words of a state. */
size_t clri_word_form_size(const clri_word_form *form);

/* Words of sum `i` of a state of sums. */
static inline size_t clri_word_form_sum(const clri_word_form *form, int i)
{
    return (size_t)i < form->value_sums ? form->values : form->products;
}

/* CLR_ERROR_UNSUPPORTED for products, which no operation on words merges. */
clr_status clri_word_form_check(const clr_accumulator *accumulator, clri_error *error);

/* `used` as of clr_accumulator_some_words(). CLR_ERROR_ARGUMENT if minima lack a word. */
clr_status clri_word_choice_of(const clri_word_form *form, const uint64_t *used,
                               clri_word_choice *choice, clri_error *error);

/* How many words the header and all states have together, of `each` words a state. CLR_ERROR_MEMORY
 * if memory does not hold them. */
clr_status clri_words_count(const clr_accumulator *accumulator, size_t each, size_t *count,
                            clri_error *error);

/* A hash of the reduction and the number of results, by which a reader finds out that others were
 * folded in. Of 40 bits: a sum of 2^23 of them fits a word. */
int64_t clri_words_hash(const clr_accumulator *accumulator);

/* Bits that are counted of a state that is one word. */
size_t clri_word_bits(const clr_accumulator *accumulator);

/* A key as a signed number, whose minimum is the key of the extreme value: of maxima the
 * complement. */
int64_t clri_word_of_key(const clr_accumulator *accumulator, uint64_t bits, bool is_max);

#endif
