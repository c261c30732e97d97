/* SPDX-License-Identifier: Apache-2.0 */
/*
 * item_source - the text of a plan's second program: kernels where a result takes less than a
 * group, or several: folded by an item, by a team of items, from local memory, or in slices; labels
 * along axes and runs of keys; and exact results made again. Which of them there are, the choice
 * says: a size of 0 (`abreast`, `longest_tile`, `lanes`, `elements`) is that there are none. A
 * piece must stand behind what it needs (base/contract.h).
 */
#ifndef CLREDUCE_COMPOSE_ITEM_SOURCE_H
#define CLREDUCE_COMPOSE_ITEM_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_items(clri_source *source, const clri_choice *choice);

#endif
