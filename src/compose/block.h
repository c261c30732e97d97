/* SPDX-License-Identifier: Apache-2.0 */
/*
 * block - a reduction over the items of one group as a text for programs of the caller's own: the
 * pieces of a state that plans fold by, under names of the block's own, and no macro left behind.
 * Pure: no OpenCL call.
 */
#ifndef CLREDUCE_SOURCE_BLOCK_H
#define CLREDUCE_SOURCE_BLOCK_H

#include "base/status.h"
#include "choose/capability.h"
#include "state/pass.h"

enum { CLRI_BLOCK_NAME_MOST = 40 };

/* Whether `name` can be a part of names in OpenCL C. */
bool clri_block_name_is_good(const char *name);

/*
 * The text for a pass of one reduction without a map, in groups of `group_size` items, 0 for any
 * number. The caller frees it; NULL with a failure, as clri_compose() has them.
 */
clr_status clri_block_compose(const clr_device *device, const clri_pass *pass, const char *name,
                              uint64_t group_size, char **text, clri_error *error);

/* What the compiler must be told for all of the text; "" if nothing. A literal. */
const char *clri_block_build_options(const clr_device *device, const clri_pass *pass);

#endif
