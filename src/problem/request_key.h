/* SPDX-License-Identifier: Apache-2.0 */
/* request_key - reductions as a text, by which equal ones are known: plans, streams and reducers
 * that an earlier call has left are looked up by it. Two different requests must never have one
 * key, or one would get the other's result. */
#ifndef CLREDUCE_PROBLEM_REQUEST_KEY_H
#define CLREDUCE_PROBLEM_REQUEST_KEY_H

#include "base/text.h"

#include <clreduce/clreduce.h>

/* Appends a number, or a text that may be NULL, so that no other ones give the same key. */
void clri_key_number(clri_text *key, uint64_t number);
void clri_key_text(clri_text *key, const char *text);

/* The key of these reductions, which the caller frees; `kind`, in front, tells apart what else may
 * differ. NULL if the reductions are invalid or memory ran out. Sets the size of an element, unless
 * `element_size` is NULL. */
char *clri_request_key(const char *kind, const clr_reduction *reductions, size_t count,
                       size_t *element_size);

#endif
