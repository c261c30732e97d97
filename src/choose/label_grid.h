/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_grid - what a choice for results by label comes to: how large cells are, and how elements
 * and cells are shared out among items. Pure.
 */
#ifndef CLREDUCE_CHOOSE_LABEL_GRID_H
#define CLREDUCE_CHOOSE_LABEL_GRID_H

#include "choose/choice.h"

/* The most elements of a launch, of which no cell loses anything, and of a run (cl/label/rows.cl).
 */
#define CLRI_CELL_ELEMENTS        (UINT64_C(1) << 30)
#define CLRI_CELL_ELEMENTS_OF_RUN (UINT64_C(1) << 40)

/* Bytes of a label's cell. */
size_t clri_labels_cell_size(const clri_choice *choice);

/* How often a launch over elements is repeated, until all bits of cells are right. */
unsigned clri_labels_turns(const clri_choice *choice);

/* Kernels of a run. */
uint64_t clri_labels_launches(const clri_choice *choice, uint64_t count);

/* Whether groups have places of their own for numbers that come often (cl/label/often.cl), and for
 * how many, where each takes so many elements. */
bool clri_labels_have_places(const clri_choice *choice);
uint32_t clri_labels_places(uint64_t local, uint64_t elements);
uint64_t clri_labels_places_size(uint64_t places);

/* Whether elements are looked at again, if some are -0 (cl/label/settle.cl). */
bool clri_labels_are_settled(const clri_choice *choice);

/* How far, in numbers of 64 bits, a label's cell is from the next one's, and a cell's number from
 * its next one (cl/reduce_labels.cl). */
typedef struct clri_cell_steps {
    uint64_t between;
    uint64_t apart;
} clri_cell_steps;

clri_cell_steps clri_labels_cells(const clri_choice *choice, uint64_t results);

/* How elements, or cells, are shared out: item i takes number i apart and `most` in all, each
 * `step` behind the one before. */
typedef struct clri_labels_grid {
    uint32_t groups;
    uint64_t apart;
    uint64_t step;
    uint64_t most;
    uint32_t rows; /* of an exact sum, that a group has of its own: all, or a window of those */
} clri_labels_grid;

/* Whether an item has something of labels to itself, in global memory. */
bool clri_labels_are_alone(const clri_choice *choice);

/* Numbers of 64 bits that an item alone has of a label, with so many of an exact sum's rows; bytes
 * of a group's own cells for so many results; and of all groups' together, which a plan has memory
 * for if they are not in local memory. */
uint32_t clri_labels_near_longs(const clri_choice *choice, uint32_t rows);
uint64_t clri_labels_near_size(const clri_choice *choice, uint64_t results, uint64_t rows);
uint64_t clri_labels_near_room(const clri_choice *choice);

/*
 * Whether groups do better with cells of their own: if these fit, and elements are many more than
 * the cells that have to be cleared and added up. All launches of a run go one way, by the `most`
 * elements of one: what -0 is told differs. Then `*grid` is for a launch of `count`.
 */
bool clri_labels_are_near(const clri_choice *choice, uint64_t local, uint64_t results,
                          uint64_t most, uint64_t count, clri_labels_grid *grid);

clri_labels_grid clri_labels_share(const clri_choice *choice, uint64_t count);

#endif
