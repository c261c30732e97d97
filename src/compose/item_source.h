/* SPDX-License-Identifier: Apache-2.0 */
/*
 * item_source - kernels where a result takes less than a group, or several: folded by an item, by a
 * team of items, from local memory, or in slices.
 */
#ifndef CLREDUCE_COMPOSE_ITEM_SOURCE_H
#define CLREDUCE_COMPOSE_ITEM_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_items(clri_source *source, const clri_choice *choice);

#endif
