/* SPDX-License-Identifier: Apache-2.0 */
/*
 * block - the text that reduces over a group's items in a caller's own kernel (clr_block): the
 * pieces of a plan's state, under the block's own names, so that a program can hold several blocks.
 * Behind it are left defined its own CLR_GROUP_..., CLR_SUB_... and guard (CLR_BLOCK_...), a guard
 * of functions that all blocks share, and what an operator of the caller's defines. src/host hands
 * it out. Pure.
 */
#ifndef CLREDUCE_COMPOSE_BLOCK_H
#define CLREDUCE_COMPOSE_BLOCK_H

#include "base/status.h"
#include "choose/capability.h"
#include "state/pass.h"

enum { CLRI_BLOCK_NAME_MOST = 40 };

/* Whether `name` has letters, digits and '_' alone, from one to CLRI_BLOCK_NAME_MOST of them, and
 * neither clr_group_NAME nor clr_sub_NAME is a function of pieces, as clr_group_fold is. */
bool clri_block_name_is_good(const char *name);

/* The text for a pass of one reduction without a map, in groups of `group_size` items, 0: any. The
 * caller frees it; NULL with a failure, as clri_compose(). */
clr_status clri_block_compose(const clr_device *device, const clri_pass *pass, const char *name,
                              uint64_t group_size, char **text, clri_error *error);

/* The compiler options that the text needs; a literal, "" if none. */
const char *clri_block_build_options(const clr_device *device, const clri_pass *pass);

#endif
