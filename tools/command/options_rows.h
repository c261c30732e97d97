/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_rows - the table of options in parts: a file for each kind of them, which ends with a row
 * whose name is NULL; and what their ways to store an argument share. Only options*.c include it.
 */
#ifndef CLREDUCE_TOOLS_OPTIONS_ROWS_H
#define CLREDUCE_TOOLS_OPTIONS_ROWS_H

#include "message.h"
#include "options.h"
#include "verbs.h"

/* Verbs that many options are for. */
#define DATA (VERB_REDUCE | VERB_STATS | VERB_HIST | VERB_EXPLAIN)
#define RUNS (VERB_REDUCE | VERB_BENCH)
#define PLAN (VERB_REDUCE | VERB_STATS | VERB_BENCH | VERB_SOURCE | VERB_EXPLAIN)
#define ASKS (PLAN | VERB_STRATEGIES | VERB_OPS | VERB_TUNE)
#define ANY  VERB_ANY

/* Verbs that are told an operator, and those that let its user bring one along. */
#define NAMES (VERB_REDUCE | VERB_BENCH | VERB_SOURCE | VERB_EXPLAIN | VERB_STRATEGIES)
#define OWN   (VERB_REDUCE | VERB_SOURCE)

extern const option_row options_input_rows[];
extern const option_row options_what_rows[];
extern const option_row options_shape_rows[];
extern const option_row options_made_rows[];
extern const option_row options_how_rows[];
extern const option_row options_explain_rows[];
extern const option_row options_tune_rows[];
extern const option_row options_output_rows[];

/* Each stores what --name was given: true, or false after a sentence on standard error. */
bool options_store_number(const char *name, const char *text, uint64_t *number);

/* As options_store_number(), for sizes of which there cannot be none. */
bool options_store_positive(const char *name, const char *text, uint64_t *number);

/* One of two words, the second of which is true. */
bool options_store_either(const char *name, const char *text, const char *const words[2],
                          bool *second);

#endif
