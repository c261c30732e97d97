/* SPDX-License-Identifier: Apache-2.0 */
/*
 * by_index - what memory kernels walk over: the elements themselves, or a list of indices that name
 * them. Then CLR_STORED is an index's type for all pieces but those that read elements.
 */
#ifndef CLREDUCE_COMPOSE_BY_INDEX_H
#define CLREDUCE_COMPOSE_BY_INDEX_H

#include "base/source.h"
#include "choose/choice.h"

/* In the prelude: the types of what is walked over, and of elements. */
void clri_source_stored(clri_source *source, const clri_choice *choice);

/* Behind a span's other fields, on their line: where elements are that are named. */
void clri_source_origins(clri_source *source, const clri_choice *choice);

/* At each width: the piece that reads elements. */
void clri_source_reader(clri_source *source, const clri_choice *choice, unsigned width);

/* Behind that and what finds places: what is read at one. */
void clri_source_inputs(clri_source *source, const clri_choice *choice);

/* Of kernels of one result: how inputs are told, and the kernel. */
void clri_source_reduce(clri_source *source, const clri_choice *choice);

/* The kernel that counts what a list names nothing by. */
void clri_source_outside(clri_source *source);

/* What kernels of many are told alike. */
void clri_source_parameters(clri_source *source, const clri_choice *choice);

#endif
