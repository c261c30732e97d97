/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words - names that people type, turned into the library's numbers. An unknown name is refused
 * with one sentence on standard error that suggests the nearest name and lists those there are.
 */
#ifndef CLREDUCE_TOOLS_WORDS_H
#define CLREDUCE_TOOLS_WORDS_H

#include "distribution.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>

/* Operators in the order in which they were named, each once. */
typedef struct operator_list {
    clr_operator at[CLR_REDUCTIONS_MOST];
    size_t count;
} operator_list;

/* As many strategies as a comparison takes; a name or triple is shorter than a word's size. */
#define WORDS_STRATEGIES_MOST 64
#define WORDS_STRATEGY_SIZE   48

/* Names or triples of strategies in the order in which they were named, each once. */
typedef struct strategy_list {
    char at[WORDS_STRATEGIES_MOST][WORDS_STRATEGY_SIZE];
    size_t count;
    bool all; /* those wrong by design are in it because of "all" */
} strategy_list;

/* Kinds of data in the order in which they were named, each once: rows of distribution.h. */
typedef struct data_list {
    size_t at[DISTRIBUTIONS_MOST];
    size_t count;
    bool all; /* every kind that suits type and operators */
} data_list;

/* The description of an operator, or of a strategy or triple; all zero if there is none. */
clr_operator_info words_operator_info(clr_operator op);
clr_strategy_info words_strategy_info(const char *strategy);

/*
 * Appends word number `index` of `count` to a list in a sentence, behind ", ", or behind `last`
 * between blanks: "x, y and z".
 */
void words_join(char *text, size_t size, size_t index, size_t count, const char *last,
                const char *word);

/* Name number `index`, counted from 0; NULL past the last. */
typedef const char *(*words_list)(size_t index);

const char *words_type_at(size_t index);
const char *words_operator_at(size_t index);
const char *words_accuracy_at(size_t index);

/* Each returns whether the name is known, and else tells the error. */
bool words_type(const char *word, clr_type *type);
bool words_accuracy(const char *word, clr_accuracy *accuracy);
bool words_strategy(const char *word, const char **strategy);
bool words_operators(const char *text, operator_list *chosen);

/* Names and triples separated by commas; "all" stands for all names, auto being the last. */
bool words_strategies(const char *text, strategy_list *chosen);

/* Names separated by commas, or "all". */
bool words_data(const char *text, data_list *chosen);

/* Whether the text begins with the name of an operator, as lists of them do. */
bool words_is_operator(const char *text);

/* Whether the strategy is right by design: strategies that are not need --unsound. */
bool words_is_sound(const char *strategy);

/* The name that `word` most likely stands for, NULL if none is near. */
const char *words_nearest(const char *word, words_list list);

#endif
