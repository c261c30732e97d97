/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number_list - a file of whole numbers that are none below 0, such as offsets and indices, read as
 * a whole.
 */
#ifndef CLREDUCE_TOOLS_NUMBER_LIST_H
#define CLREDUCE_TOOLS_NUMBER_LIST_H

#include "options.h"
#include <stdint.h>

/* What the numbers are called in sentences: "offset", "offsets". */
typedef struct number_list_name {
    const char *one;
    const char *many;
} number_list_name;

/*
 * Reads .npy or text of i32, u32, i64 or u64. `*numbers` is to be freed, and NULL after a failure.
 * Returns 0, or the exit code after a sentence on standard error.
 */
int number_list_read(const options *o, const char *path, const number_list_name *name,
                     uint64_t **numbers, uint64_t *count);

/* "standard input" of "-". */
const char *number_list_file(const char *path);

#endif
