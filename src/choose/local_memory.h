/* SPDX-License-Identifier: Apache-2.0 */
/* local_memory - bytes of local memory that a group takes, and the largest groups that fit. A group
 * has a cell for each item's state, and exact sums their bins (state/layout.h). It counts what the
 * library declares; what drivers add, limits.h learns. Pure. */
#ifndef CLREDUCE_CHOOSE_LOCAL_MEMORY_H
#define CLREDUCE_CHOOSE_LOCAL_MEMORY_H

#include "choose/choice.h"

/* Bytes of local variables in cl/reduce.cl and cl/load/claim.cl, rounded up. */
enum { CLRI_LOCAL_BESIDE = 16 };

/* Bytes of local memory for kernels: drivers reserve some on some devices. UINT64_MAX if not
 * known. */
uint64_t clri_local_memory_free(const clr_device *device);

/* Bytes of the strategy's smallest groups, with bins alone. */
uint64_t clri_local_memory_least(const clri_strategy *strategy, const clri_pass *pass);

/* Bytes of the cells of a group of `items` items: a state for each, or what the published order
 * needs. */
uint64_t clri_local_memory_cells_size(const clri_choice *choice, uint64_t items);

/* Bytes of a group of `items` items of the choice's first kernel. */
uint64_t clri_local_memory_size_of(const clri_choice *choice, uint64_t items);

/* Bytes of the choice's kernel that needs most. */
uint64_t clri_local_memory_size(const clri_choice *choice);

/* The largest power of two, at most `most`, for which the choice's groups fit `room`; 0: none fits.
 * The choice's own size is restored. */
uint64_t clri_local_memory_fit(clri_choice *choice, uint64_t most, uint64_t room);

#endif
