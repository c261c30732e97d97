/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the kernels' source as one text: a short prelude of names and numbers, then whole
 * pieces of cl/. Pure: no OpenCL call, no file.
 */
#ifndef CLREDUCE_SOURCE_COMPOSE_H
#define CLREDUCE_SOURCE_COMPOSE_H

#include "choose/choice.h"

/* The text, which the caller frees; NULL if host memory ran out. */
char *clri_compose(const clri_choice *choice);

/*
 * A program of the caller's operator alone, which compiles as it is and has a kernel,
 * clr_own_sizes, that writes the sizes of an element, a state and a result. `value` is what
 * `element` stands for, NULL if the text defines it. The caller frees it; NULL as above.
 */
char *clri_compose_custom(const clri_custom *custom, const char *value, bool uses_double);

#endif
