/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_source - the text of the kernels that fold elements into cells of their labels: which piece
 * of cl/label changes a cell, in global memory, in a group's local memory, or in an item's own. It
 * stands beside compose/compose.c, as there is no load, group and finish of a strategy.
 */
#ifndef CLREDUCE_SHAPE_LABEL_SOURCE_H
#define CLREDUCE_SHAPE_LABEL_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_labels(clri_source *source, const clri_choice *choice);

#endif
