/* SPDX-License-Identifier: Apache-2.0 */
/* synonyms - other programs' names of operators and options, and the equivalent here. */
#ifndef CLREDUCE_TOOLS_SYNONYMS_H
#define CLREDUCE_TOOLS_SYNONYMS_H

/* A row of the table, with either `meant` or `advice`. */
typedef struct synonym {
    const char *words;  /* names in lower case, separated by spaces */
    const char *meant;  /* the equivalent operator or command */
    const char *advice; /* advice where there is no equivalent */
} synonym;

/* The operator's row of a word in lower case; NULL: none. */
const synonym *synonyms_find(const char *word);

/* How an option of other programs, without its dashes, is said here; NULL: unknown. */
const char *synonyms_of_option(const char *word);

#endif
