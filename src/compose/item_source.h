/* SPDX-License-Identifier: Apache-2.0 */
/*
 * item_source - the text of a plan's second program: kernels where a result takes less than a
 * group, or several. Which of them there are the choice says, by `items.ways` and by a size, of
 * which 0 is none: results by an item each (items.sides), by a CPU's items that read columns row by
 * row (items.memory_sides), by a team of items (teams.abreast), from local memory
 * (staged.elements), in slices (slices.lanes), by items that walk over sorted labels
 * (walk.longest_tile); runs of keys (runs.elements); and exact results that the doubles of these
 * kernels could not hold, made again from integers (again.longest). A piece must stand behind the
 * pieces whose names it needs (base/contract.h).
 */
#ifndef CLREDUCE_COMPOSE_ITEM_SOURCE_H
#define CLREDUCE_COMPOSE_ITEM_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* All kernels of the second program, behind values, states, the record and trace pieces. */
void clri_source_items(clri_source *source, const clri_choice *choice);

#endif
