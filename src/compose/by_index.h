/* SPDX-License-Identifier: Apache-2.0 */
/*
 * by_index - the parts of a kernel's text that differ where elements are read through a list of
 * indices: a gather. Spans then walk over the list, and CLR_STORED is the index's type everywhere
 * but in the pieces that read elements, whose type is CLR_ELEMENT. Each function adds the text for
 * plans without a list, too.
 */
#ifndef CLREDUCE_COMPOSE_BY_INDEX_H
#define CLREDUCE_COMPOSE_BY_INDEX_H

#include "base/source.h"
#include "choose/choice.h"

/* For the prelude: the type that spans walk over (CLR_STORED), of indices or of elements; with a
 * list also of elements (CLR_ELEMENT), and of whether an index is in range (CLR_TAKEN). */
void clri_source_stored(clri_source *source, const clri_choice *choice);

/* Fields of a span for gathered elements: each input's array, and how many elements these have. */
void clri_source_origins(clri_source *source, const clri_choice *choice);

/* The piece that reads elements as values, once for each width. */
void clri_source_reader(clri_source *source, const clri_choice *choice, unsigned width);

/* The function that reads all inputs of a vector of elements, once for each width: behind
 * clri_source_reader() and clri_source_place() (results.h), which says where an element lies. */
void clri_source_inputs(clri_source *source, const clri_choice *choice);

/* clr_reduce(), the first program's kernel of one result or of many; of one with its parameters. */
void clri_source_reduce(clri_source *source, const clri_choice *choice);

/* Functions that say how many elements there are: the host's number, or with `is_in_memory` the
 * one in a device buffer, where a run has that (cl/shape/count.cl). */
void clri_source_count(clri_source *source, bool is_in_memory);

/* The kernel that counts indices that are out of range. */
void clri_source_outside(clri_source *source);

/* The macros of parameters that all kernels share: inputs, and numbers for maps. */
void clri_source_parameters(clri_source *source, const clri_choice *choice);

#endif
