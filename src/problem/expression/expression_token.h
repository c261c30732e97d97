/* SPDX-License-Identifier: Apache-2.0 */
/* expression_token - the tokens of a map: numbers, names and signs, with their positions, and
 * advice about malformed ones, such as signs of other languages. Numbers mean the same in every
 * locale. Knows no grammar. */
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
    size_t at;         /* offset in the map */
    const char *bytes; /* `length` bytes in the map */
    size_t length;
    uint64_t integer; /* value of an integer */
    double real;      /* value of a real, rounded to double; out of range: infinite or 0 */
    float single;     /* the same, rounded to float */
    bool is_single;   /* has the suffix f */
    bool is_zero;     /* all digits of the mantissa are 0 */
} clri_token;

/* Reads the token at or after byte `at`. Returns false with the error recorded. */
bool clri_token_read(const char *map, size_t at, clri_token *token, clri_error *error);

/* Whether the token is the sign or name `text`. */
bool clri_token_is(const clri_token *token, const char *text);

/* Records an error at byte `at`, with the column in front of the sentence; returns false. */
bool clri_token_fail(clri_error *error, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
