/* SPDX-License-Identifier: Apache-2.0 */
/*
 * results - what kernels of many results are told beside those of one: which elements are whose,
 * and the arrays that results go to.
 */
#ifndef CLREDUCE_COMPOSE_RESULTS_H
#define CLREDUCE_COMPOSE_RESULTS_H

#include "base/source.h"
#include "choose/choice.h"

/* In front of cl/load/span.cl: macros of both kinds of plan, and how a shape is held. */
void clri_source_shape(clri_source *source, const clri_choice *choice);

/* In front of each width's cl/read/inputs.cl: where elements are. */
void clri_source_place(clri_source *source, const clri_choice *choice);

/* The type of result `number`, whose lower piece comes just before. */
void clri_source_value_of(clri_source *source, const clri_pass *pass, size_t number);

/* What results are judged by: of all of them, or of those that have a status in the record. */
void clri_source_judged(clri_source *source, const clri_pass *pass, bool all);

/* Behind the record: the arrays, by lists. */
void clri_source_arrays(clri_source *source, const clri_pass *pass);

#endif
