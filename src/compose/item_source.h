/* SPDX-License-Identifier: Apache-2.0 */
/*
 * item_source - the text of a plan's second program: kernels where a result takes less than a
 * group, or several. The choice says which of them there are, and a size of 0 that there are none:
 * results by an item each (items.sides), by a team of items (teams.abreast), from local memory
 * (staged.elements), in slices (slices.lanes), by items that walk over sorted labels
 * (walk.longest_tile); runs of keys (runs.elements); and exact results that these could not hold in
 * their doubles, made again from integers (again.longest). A piece must stand behind what it needs
 * (base/contract.h).
 */
#ifndef CLREDUCE_COMPOSE_ITEM_SOURCE_H
#define CLREDUCE_COMPOSE_ITEM_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* All kernels of the second program, behind values, states, the record and trace pieces. */
void clri_source_items(clri_source *source, const clri_choice *choice);

#endif
