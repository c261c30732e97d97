/* SPDX-License-Identifier: Apache-2.0 */
/*
 * results - the text that kernels of many results have besides: how a result's elements are found,
 * and the arrays that results go to; or, where states are left in place of results for accumulators
 * (clr_plan_options.states), the array of these. For compose.c, and the carriers' own texts.
 */
#ifndef CLREDUCE_COMPOSE_RESULTS_H
#define CLREDUCE_COMPOSE_RESULTS_H

#include "base/source.h"
#include "choose/choice.h"

/* Before cl/load/span.cl: macros of plans of one result and of many, and the shape's struct. */
void clri_source_shape(clri_source *source, const clri_choice *choice);

/* Before each width's piece that reads inputs (by_index.h): where an element and its mask lie. */
void clri_source_place(clri_source *source, const clri_choice *choice);

/* The functions that find the elements of result number `row`. */
void clri_source_find_rows(clri_source *source, const clri_choice *choice);

/* The type of the value of outcome `number`; follows its lower piece. */
void clri_source_value_of(clri_source *source, const clri_pass *pass, size_t number);

/* The list of outcomes whose elements may be too few for a value: the fewest that have one, and the
 * status. Of all outcomes, or of those with a status in the record. */
void clri_source_judged(clri_source *source, const clri_pass *pass, bool all);

/* Follows the record: the lists of the arrays that kernels write, and of fillers for results
 * without a value. */
void clri_source_arrays(clri_source *source, const clri_choice *choice);

/* The struct of a result's job, and the function that makes the result of its state and delivers
 * it, or leaves the state. */
void clri_source_deliver_rows(clri_source *source, const clri_choice *choice);

#endif
