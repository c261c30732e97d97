/* SPDX-License-Identifier: Apache-2.0 */
/*
 * local_memory - what a group keeps in local memory, in bytes, and how large groups are that fit.
 * Pure.
 */
#ifndef CLREDUCE_CHOOSE_LOCAL_MEMORY_H
#define CLREDUCE_CHOOSE_LOCAL_MEMORY_H

#include "choose/choice.h"

/* Bytes of cl/reduce.cl's and cl/load/claim.cl's own, rounded up. */
enum { CLRI_LOCAL_BESIDE = 16 };

/* Bytes that kernels may have on the device: some are the driver's own on some. UINT64_MAX if they
 * are not known. */
uint64_t clri_local_memory_free(const clr_device *device);

/* Bytes of the smallest groups that the strategy has, with bins alone. */
uint64_t clri_local_memory_least(const clri_strategy *strategy, const clri_pass *pass);

/* Bytes of the cells of a group of so many items: a state each, or what the order takes. */
uint64_t clri_local_memory_cells_size(const clri_choice *choice, uint64_t items);

/* Bytes of a group of so many items: of the choice's first kernel if they are its group's. */
uint64_t clri_local_memory_size_of(const clri_choice *choice, uint64_t items);

/* Bytes of the choice's kernel that takes most. */
uint64_t clri_local_memory_size(const clri_choice *choice);

/* The largest power of two, at most `most`, that fits as the size of the choice's groups; 0 if none
 * does. The choice's own size is what it was. */
uint64_t clri_local_memory_fit(clri_choice *choice, uint64_t most, uint64_t room);

#endif
