/* SPDX-License-Identifier: Apache-2.0 */
/*
 * by_index - kernels that read elements through a list of indices: a gather. CLR_STORED is then the
 * index's type everywhere but in the pieces that read elements.
 */
#ifndef CLREDUCE_COMPOSE_BY_INDEX_H
#define CLREDUCE_COMPOSE_BY_INDEX_H

#include "base/source.h"
#include "choose/choice.h"

/* In the prelude: the types of indices, or elements, and of the elements behind indices. */
void clri_source_stored(clri_source *source, const clri_choice *choice);

/* A span's fields for gathered elements. */
void clri_source_origins(clri_source *source, const clri_choice *choice);

/* The piece that reads elements, for each width. */
void clri_source_reader(clri_source *source, const clri_choice *choice, unsigned width);

/* Follows the reader and the places: defines the read of inputs. */
void clri_source_inputs(clri_source *source, const clri_choice *choice);

/* The kernel of one result and its parameters. */
void clri_source_reduce(clri_source *source, const clri_choice *choice);

/* The number of elements, which may be in a device buffer. */
void clri_source_count(clri_source *source, bool is_in_memory);

/* The kernel that counts out-of-range indices. */
void clri_source_outside(clri_source *source);

/* The parameters that kernels of many results share. */
void clri_source_parameters(clri_source *source, const clri_choice *choice);

#endif
