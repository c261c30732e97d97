/* SPDX-License-Identifier: Apache-2.0 */
/* label_block - some entries of a labelled input: their elements side by side, and to which results
 * they belong. */
#ifndef CLREDUCE_FOLD_LABEL_BLOCK_H
#define CLREDUCE_FOLD_LABEL_BLOCK_H

#include "fold/places.h"

enum { CLRI_LABEL_BLOCK = 512 }; /* entries, whose places and words stay in the first cache */

typedef struct clri_label_block {
    uint32_t places[CLRI_LABEL_BLOCK]; /* the label, or the number of labels: no result's */
    _Alignas(64) unsigned char gathered[CLRI_LABEL_BLOCK * sizeof(double)];
} clri_label_block;

/* The elements of `count` entries from `from` on, where they lie or in the block. The job has no
 * axes and fewer than 2^32 labels, the source no evaluator. */
const void *clri_label_block_read(const clri_fold_job *job, const clri_source *source,
                                  const clri_folder *folder, uint64_t from, size_t count,
                                  clri_label_block *block);

#endif
