/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_order - puts entries in the order of their labels, which are integers below some number: a
 * radix sort, whose time goes by the entries alone, however many labels there are.
 */
#ifndef CLREDUCE_FOLD_LABEL_ORDER_H
#define CLREDUCE_FOLD_LABEL_ORDER_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/*
 * Sorts entries by their labels, those of one label as they were. `*order`, of malloc(), may become
 * other memory.
 * type, labels: entry e has the label e of them.
 * Returns false if memory ran out.
 */
bool clri_label_order(clr_type type, const void *labels, uint64_t **order, size_t count);

#endif
