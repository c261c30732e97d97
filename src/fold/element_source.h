/* SPDX-License-Identifier: Apache-2.0 */
/*
 * element_source - where a result's elements lie in host memory, and their gathering into tiles:
 * along strided axes, by a list of indices, in the order of labels, without elements that a mask
 * leaves out.
 *
 * A result has positions, in the order of its elements. A position leads to an entry (through
 * `order`, if there is one), an entry along axes to an offset, and an offset through a list of
 * indices to an element. Elements that lie side by side are not gathered, but folded where they
 * lie.
 */
#ifndef CLREDUCE_FOLD_ELEMENT_SOURCE_H
#define CLREDUCE_FOLD_ELEMENT_SOURCE_H

#include "fold/evaluator.h"
#include "fold/folder.h"
#include "problem/strided_rows.h"

/* Elements of a stretch lie in any way, or some do not count; all of them evenly along one axis, in
 * every input; or side by side. */
typedef enum clri_lie { CLRI_LIE_ANYHOW, CLRI_LIE_EVENLY, CLRI_LIE_SIDE_BY_SIDE } clri_lie;

/* Set by clri_fold(). */
typedef struct clri_source {
    const void *inputs[CLR_INPUTS_MOST];
    unsigned input_count;
    size_t element_size;
    uint64_t elements; /* of each input: indices beyond are outside */
    clr_mask_kind mask_kind;
    const unsigned char *mask;
    int64_t mask_first;  /* which byte or bit of it is the first element's */
    clr_type index_type; /* CLR_TYPE_DEFAULT: no list */
    const void *indices;
    const clri_rows *rows;     /* NULL: an entry is its offset */
    const uint64_t *order;     /* NULL: a position is its entry */
    clri_lie lie;              /* clri_source_lie() */
    clri_evaluator *evaluator; /* of maps and conditions; NULL: elements are folded as they are */
} clri_source;

/* A result's positions, and, along axes, which row has them. */
typedef struct clri_stretch {
    int64_t bases[CLR_INPUTS_MOST]; /* offsets of the row's first element */
    int64_t mask_base;
    uint64_t begin, end;
    uint64_t number_base; /* an element's number is its entry less this */
} clri_stretch;

/* Room for a tile that is gathered. */
typedef struct clri_gathered {
    int64_t offsets[CLR_INPUTS_MOST][CLRI_TILE];
    uint64_t numbers[CLRI_TILE];
    _Alignas(64) unsigned char values[CLR_INPUTS_MOST][CLRI_TILE * sizeof(double)];
} clri_gathered;

/* How the elements of a source's stretches lie. */
clri_lie clri_source_lie(const clri_source *source);

/* Where an element of an input lies, of its offset. */
static inline const void *clri_source_at(const clri_source *source, unsigned input, int64_t offset)
{
    return (const char *)source->inputs[input] + offset * (int64_t)source->element_size;
}

/* Hands a stretch's elements to a folder. */
void clri_source_fold(const clri_source *source, const clri_stretch *stretch,
                      clri_gathered *gathered, clri_folder *folder);

/* A stretch's elements of the first input side by side, if all of them count: where they lie, or
 * gathered if they are few; else NULL. */
const void *clri_source_few(const clri_source *source, const clri_stretch *stretch,
                            clri_gathered *gathered);

/* The offset of an entry from its row's first element, in an input and in the mask. */
typedef struct clri_step {
    int64_t offsets[CLR_INPUTS_MOST];
    int64_t mask;
} clri_step;

clri_step clri_source_step(const clri_source *source, uint64_t entry);

/* An index of the list, or a label or an offset of its type; of a negative number something that is
 * larger than any count. */
static inline uint64_t clri_source_index(clr_type type, const void *from, int64_t at)
{
    switch (type) {
    case CLR_TYPE_I32:
        return (uint64_t)(int64_t)((const int32_t *)from)[at];
    case CLR_TYPE_U32:
        return ((const uint32_t *)from)[at];
    default:
        return ((const uint64_t *)from)[at];
    }
}

/* Whether a mask takes what lies at an offset from the first element. */
bool clri_source_takes(const clri_source *source, int64_t at);

#endif
