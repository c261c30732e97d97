/* SPDX-License-Identifier: Apache-2.0 */
/* label_source - the kernels' text of results by label: cells of labels, in global memory and in a
 * group's, and how elements go to them. */
#ifndef CLREDUCE_SHAPE_LABEL_SOURCE_H
#define CLREDUCE_SHAPE_LABEL_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_labels(clri_source *source, const clri_choice *choice);

#endif
