/* SPDX-License-Identifier: Apache-2.0 */
/* call_key - the key under which a one-call reduction leaves its plan for the next of its kind. */
#ifndef CLREDUCE_HOST_CALL_KEY_H
#define CLREDUCE_HOST_CALL_KEY_H

#include <clreduce/clreduce.h>

/* The key of calls of these reductions, which the caller frees; `kind` tells apart what else may
 * differ. NULL if the reductions are invalid or memory ran out. Sets the size of an
 * element, unless `element_size` is NULL. */
char *clri_call_key(const char *kind, const clr_reduction *reductions, size_t count,
                    size_t *element_size);

#endif
