/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expression_token - the words of a map: numbers, names and signs, each with its place. Owns what a
 * word may look like, and the sentences about those that are none; knows no grammar.
 */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TOKEN_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TOKEN_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum clri_token_kind {
    CLRI_TOKEN_END,
    CLRI_TOKEN_INTEGER,
    CLRI_TOKEN_REAL,
    CLRI_TOKEN_NAME,
    CLRI_TOKEN_SIGN
} clri_token_kind;

typedef struct clri_token {
    clri_token_kind kind;
    size_t at;         /* bytes before it in the map */
    const char *bytes; /* `length` of them, in the map */
    size_t length;
    uint64_t integer; /* of an integer */
    double real;      /* of a real, rounded to double; infinite or 0 if it is out of range */
    float single;     /* likewise, rounded to float */
    bool is_single;   /* ends in f */
    bool is_zero;     /* has no digit but 0 before its exponent */
} clri_token;

/* Reads the word at or after byte `at`. Returns false with the error recorded. */
bool clri_token_read(const char *map, size_t at, clri_token *token, clri_error *error);

/* Whether the token is this sign or name. */
bool clri_token_is(const clri_token *token, const char *text);

/* Records what is wrong at byte `at`, with the column before the sentence; returns false. */
bool clri_token_fail(clri_error *error, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
