/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operator_list - operators as users type them: sum,max,quantile:0.25:0.75,topk:10. Behind a colon
 * stands a parameter: of quantile which quantiles, of topk and bottomk how many elements. Forms of
 * quantiles that other programs have are read, too: q1, q3, perc:95.
 */
#ifndef CLREDUCE_TOOLS_OPERATOR_LIST_H
#define CLREDUCE_TOOLS_OPERATOR_LIST_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>

/* The most quantiles in a list, of all its operators together. */
#define OPERATOR_LIST_QUANTILES 64

/* Room for an operator as it was typed, and a 0; longer texts are cut. */
#define OPERATOR_LIST_NAME_SIZE 64

/* How an operator was typed, and the parameters behind its colons. */
typedef struct operator_word {
    const char *text;    /* its first letter in the command line; NULL: it was not typed */
    size_t size;         /* bytes of it */
    size_t first, count; /* its quantiles, among those of the list */
    uint64_t k;          /* of topk and bottomk */
} operator_word;

/* Operators in the order named, without repetition. Refers to the text that it was read from. */
typedef struct operator_list {
    clr_operator at[CLR_REDUCTIONS_MOST];
    operator_word words[CLR_REDUCTIONS_MOST];
    size_t count;
    double quantiles[OPERATOR_LIST_QUANTILES];
    size_t quantile_count;
} operator_list;

/* Whether the operator selects among all elements at once, and so has no plan and no accumulator.
 */
static inline bool operator_selects(clr_operator op)
{
    return op >= CLR_OPERATOR_MEDIAN && op <= CLR_OPERATOR_UNIQUE;
}

/*
 * Reads a list. False after a sentence on standard error. operator_list_read() is for verbs of
 * plans and accumulators and refuses operators that select; operator_list_read_any() takes them;
 * operator_list_read_names() takes them without parameters, too, for verbs that only describe
 * operators.
 */
bool operator_list_read(operator_list *list, const char *text);
bool operator_list_read_any(operator_list *list, const char *text);
bool operator_list_read_names(operator_list *list, const char *text);

/* Appends operator number `index` of another list. */
void operator_list_add(operator_list *list, const operator_list *from, size_t index);

/* Whether the text begins with an operator's name, as lists do. */
bool operator_list_is(const char *text);

/* Operator number `index` as it was typed. */
void operator_list_name(const operator_list *list, size_t index,
                        char text[OPERATOR_LIST_NAME_SIZE]);

/* The same for quantile number `value` of several alone: quantile:0.75 of quantile:0.25:0.75. */
void operator_list_value_name(const operator_list *list, size_t index, size_t value,
                              char text[OPERATOR_LIST_NAME_SIZE]);

/* How users write the operator: topk:K. */
const char *operator_list_form(clr_operator op);

#endif
