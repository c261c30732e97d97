/* SPDX-License-Identifier: Apache-2.0 */
/* mask_file - which numbers of a file, of whatever type, are not 0. Uses no OpenCL. */
#ifndef CLREDUCE_TOOLS_MASK_FILE_H
#define CLREDUCE_TOOLS_MASK_FILE_H

#include <clreduce/clreduce.h>
#include <stdint.h>

/* Writes 1 or 0 of type `to` for each of `count` numbers of type `from`. */
void mask_file_widen(clr_type from, const void *numbers, clr_type to, void *truths, uint64_t count);

#endif
