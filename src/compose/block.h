/* SPDX-License-Identifier: Apache-2.0 */
/*
 * block - the text that reduces over a group's items in a caller's program: the pieces of a plan's
 * state under the block's own names, without a macro left defined. Pure.
 */
#ifndef CLREDUCE_SOURCE_BLOCK_H
#define CLREDUCE_SOURCE_BLOCK_H

#include "base/status.h"
#include "choose/capability.h"
#include "state/pass.h"

enum { CLRI_BLOCK_NAME_MOST = 40 };

/* Whether `name` is part of an identifier and free. */
bool clri_block_name_is_good(const char *name);

/* The text for a pass of one reduction without a map, in groups of `group_size` items, 0: any. The
 * caller frees it; NULL with a failure, as clri_compose(). */
clr_status clri_block_compose(const clr_device *device, const clri_pass *pass, const char *name,
                              uint64_t group_size, char **text, clri_error *error);

/* The compiler options that the text needs; a literal, "" if none. */
const char *clri_block_build_options(const clr_device *device, const clri_pass *pass);

#endif
