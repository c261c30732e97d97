/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words - names that users type, turned into the library's numbers. An unknown name is refused with
 * a sentence on standard error, which suggests the nearest name and lists all names.
 */
#ifndef CLREDUCE_TOOLS_WORDS_H
#define CLREDUCE_TOOLS_WORDS_H

#include "distribution.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>

/* The letters of --let, in the order of clr_run.scalars. */
#define WORDS_SCALARS "abcdpqrstu"

/* most strategies of a comparison; a name or triple is shorter than a word */
#define WORDS_STRATEGIES_MOST 64
#define WORDS_STRATEGY_SIZE   48

/* Names or triples of strategies in the order named, without repetition. */
typedef struct strategy_list {
    char at[WORDS_STRATEGIES_MOST][WORDS_STRATEGY_SIZE];
    size_t count;
    bool all; /* "all" was given, which includes unsound strategies */
} strategy_list;

/* Kinds of data in the order named, without repetition: rows of distribution.h. */
typedef struct data_list {
    size_t at[DISTRIBUTIONS_MOST];
    size_t count;
    bool all; /* all kinds that fit type and operators */
} data_list;

/* The description of an operator, or of a strategy or triple; all zero if there is none. */
clr_operator_info words_operator_info(clr_operator op);
clr_strategy_info words_strategy_info(const char *strategy);

/*
 * Appends word number `index` of `count` to a list, behind ", ", or the last one behind `last`
 * between blanks: "x, y and z".
 */
void words_join(char *text, size_t size, size_t index, size_t count, const char *last,
                const char *word);

/* Name number `index`, from 0; NULL past the last. */
typedef const char *(*words_list)(size_t index);

const char *words_type_at(size_t index);
const char *words_operator_at(size_t index); /* those that fold, then those that select */
const char *words_fold_at(size_t index);
const char *words_interpolation_at(size_t index);
const char *words_accuracy_at(size_t index);

/* Each returns whether the name is known; otherwise reports the error. */
bool words_type(const char *word, clr_type *type);
bool words_accuracy(const char *word, clr_accuracy *accuracy);
bool words_interpolation(const char *word, clr_interpolation *interpolation);
bool words_strategy(const char *word, const char **strategy);

/* Names and triples separated by commas; "all" stands for all names, auto being the last. */
bool words_strategies(const char *text, strategy_list *chosen);

/* Names separated by commas, or "all". */
bool words_data(const char *text, data_list *chosen);

/* Names separated by commas, or "all": bit k stands for row k of warm_shape.h. */
bool words_shapes(const char *text, unsigned *chosen);

/* Bytes of the name or number that an expression has here; 0: neither. */
size_t words_name_length(const char *expression);

/* Reports that the word is no operator. */
void words_refuse_operator(const char *word);

/* Whether the strategy is correct by design; others need --unsound. */
bool words_is_sound(const char *strategy);

/* The name most similar to `word`; NULL: none is similar. */
const char *words_nearest(const char *word, words_list list);

#endif
