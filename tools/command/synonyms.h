/* SPDX-License-Identifier: Apache-2.0 */
/*
 * synonyms - what other programs call the operators, and what computes the same here.
 */
#ifndef CLREDUCE_TOOLS_SYNONYMS_H
#define CLREDUCE_TOOLS_SYNONYMS_H

/* A row of the table: one of `meant` and `advice` is there. */
typedef struct synonym {
    const char *words;  /* in small letters, separated by spaces */
    const char *meant;  /* the operator, or the command, that is the same */
    const char *advice; /* advice where no operator is meant */
} synonym;

/* The row with the word, in small letters; NULL: there is none. */
const synonym *synonyms_find(const char *word);

#endif
