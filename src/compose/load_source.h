/* SPDX-License-Identifier: Apache-2.0 */
/* load_source - the pieces by which a group folds its share of the input, for both programs: behind
 * values, states and memory. */
#ifndef CLREDUCE_COMPOSE_LOAD_SOURCE_H
#define CLREDUCE_COMPOSE_LOAD_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* How the items of a group, at least two, fold their states; how an item folds its share. */
void clri_source_group(clri_source *source, const clri_choice *choice);
void clri_source_load(clri_source *source, const clri_choice *choice);

/* Both, and how an item folds a result strip by strip (32,768 elements: docs/order.md), for items
 * of the second program that keep the published order. */
void clri_source_order(clri_source *source, const clri_choice *choice);

#endif
