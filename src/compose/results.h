/* SPDX-License-Identifier: Apache-2.0 */
/*
 * results - what kernels of many results have besides: which elements belong to a result, and the
 * arrays that results go to.
 */
#ifndef CLREDUCE_COMPOSE_RESULTS_H
#define CLREDUCE_COMPOSE_RESULTS_H

#include "base/source.h"
#include "choose/choice.h"

/* Before cl/load/span.cl: macros of plans of one result and of many, and the shape's struct. */
void clri_source_shape(clri_source *source, const clri_choice *choice);

/* Before each width's cl/read/inputs.cl: an element's address. */
void clri_source_place(clri_source *source, const clri_choice *choice);

/* How result number `row` is found. */
void clri_source_find_rows(clri_source *source, const clri_choice *choice);

/* The type of result `number`; follows its lower piece. */
void clri_source_value_of(clri_source *source, const clri_pass *pass, size_t number);

/* The results' least counts: of all results, or of those with a status in the record. */
void clri_source_judged(clri_source *source, const clri_pass *pass, bool all);

/* Follows the record: lists of the arrays. */
void clri_source_arrays(clri_source *source, const clri_choice *choice);

/* The job of a result of many, and the function that delivers its state, or leaves it. */
void clri_source_deliver_rows(clri_source *source, const clri_choice *choice);

#endif
