/* SPDX-License-Identifier: Apache-2.0 */
/* sort_source - the text of the program that sorts elements by their labels. Pure. */
#ifndef CLREDUCE_SHAPE_SORT_SOURCE_H
#define CLREDUCE_SHAPE_SORT_SOURCE_H

#include "shape/sort/label_sort.h"

/* As clri_compose(). */
clr_status clri_sort_source(const clri_label_sort *sort, char **text, clri_error *error);

#endif
