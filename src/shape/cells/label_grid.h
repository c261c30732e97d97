/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_grid - the geometry of results by label: the size of a cell, how elements are shared out to
 * items, and whether groups have cells of their own, which spare atomics that all items would wait
 * for. Own cells pay where they fit (local memory, or a core's cache) and elements are many more
 * than the numbers to clear and to hand over (docs/history/2026-11-25-cpu-shapes.md, "Labels").
 * Pure.
 */
#ifndef CLREDUCE_SHAPE_LABEL_GRID_H
#define CLREDUCE_SHAPE_LABEL_GRID_H

#include "choose/choice.h"

/* The most elements of a launch for which no cell overflows, and of a run (cl/label/rows.cl). */
#define CLRI_CELL_ELEMENTS        (UINT64_C(1) << 30)
#define CLRI_CELL_ELEMENTS_OF_RUN (UINT64_C(1) << 40)

size_t clri_labels_cell_size(const clri_choice *choice);

/* Launches over the elements until all bits of the cells are right. */
unsigned clri_labels_turns(const clri_choice *choice);

/* Kernels launched for a run. */
uint64_t clri_labels_launches(const clri_choice *choice, uint64_t count);

/* Whether groups have places for frequent labels (cl/label/often.cl); how many fit in local memory
 * of `local` bytes, for a group that takes `elements` elements; and their bytes. */
bool clri_labels_have_places(const clri_choice *choice);
uint32_t clri_labels_places(uint64_t local, uint64_t elements);
uint64_t clri_labels_places_size(uint64_t places);

/* Whether elements are read again if some are -0 (cl/label/settle.cl). */
bool clri_labels_are_settled(const clri_choice *choice);

/* Strides, in numbers of 64 bits: between the labels' cells, and between a cell's numbers
 * (cl/reduce_labels.cl). */
typedef struct clri_cell_steps {
    uint64_t between;
    uint64_t apart;
} clri_cell_steps;

clri_cell_steps clri_labels_cells(const clri_choice *choice, uint64_t results);

/* How elements or cells are shared out: item i begins at `apart` times i, and takes at most `most`
 * at a stride of `step`. */
typedef struct clri_labels_grid {
    uint32_t groups;
    uint64_t apart;
    uint64_t step;
    uint64_t most;
    uint32_t rows; /* rows of an exact sum in a group's own cell: all rows, or a window */
} clri_labels_grid;

/* Whether groups of one item have cells or doubles of their own, in global memory. */
bool clri_labels_are_alone(const clri_choice *choice);

/* Numbers of 64 bits that an item of its own has for a label, with `rows` rows of an exact sum;
 * bytes of a group's own cells for `results` results; bytes of all groups' cells in the plan's
 * memory, 0 if they are in local memory. */
uint32_t clri_labels_near_longs(const clri_choice *choice, uint32_t rows);
uint64_t clri_labels_near_size(const clri_choice *choice, uint64_t results, uint64_t rows);
uint64_t clri_labels_near_room(const clri_choice *choice);

/*
 * Whether groups are faster with cells of their own: these fit, and elements are many more than the
 * cells to clear and to add up. All launches of a run agree, by the `most` elements of a launch, as
 * both ways note -0 differently. Then `*grid` is for a launch of `count` elements.
 */
bool clri_labels_are_near(const clri_choice *choice, uint64_t local, uint64_t results,
                          uint64_t most, uint64_t count, clri_labels_grid *grid);

clri_labels_grid clri_labels_share(const clri_choice *choice, uint64_t count);

#endif
