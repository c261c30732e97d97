/* SPDX-License-Identifier: Apache-2.0 */
/* load_source - the text by which a group folds a share of the input, for groups and for items. */
#ifndef CLREDUCE_COMPOSE_LOAD_SOURCE_H
#define CLREDUCE_COMPOSE_LOAD_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* How a group of several items folds their states; how an item folds its share. */
void clri_source_group(clri_source *source, const clri_choice *choice);
void clri_source_load(clri_source *source, const clri_choice *choice);

/* Both, for strips of the published order, one after the other. */
void clri_source_order(clri_source *source, const clri_choice *choice);

#endif
