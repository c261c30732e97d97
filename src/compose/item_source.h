/* SPDX-License-Identifier: Apache-2.0 */
/* item_source - how results that are not a group's each are found, folded and delivered: by items,
 * by teams of them, on a stage, or cut into slices. */
#ifndef CLREDUCE_COMPOSE_ITEM_SOURCE_H
#define CLREDUCE_COMPOSE_ITEM_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_items(clri_source *source, const clri_choice *choice);

#endif
