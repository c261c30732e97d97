/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the kernels' source as one text: a short prelude of names and numbers, then whole
 * pieces of cl/. Pure: no OpenCL call, no file.
 */
#ifndef CLREDUCE_SOURCE_COMPOSE_H
#define CLREDUCE_SOURCE_COMPOSE_H

#include "base/source.h"
#include "choose/choice.h"

/*
 * The text, which the caller frees; NULL with a failure: host memory ran out, or a piece lacks a
 * name that it needs, or provides one that is there.
 */
clr_status clri_compose(const clri_choice *choice, char **text, clri_error *error);

/* The same of other pieces; NULL stands for those that are built in. */
clr_status clri_compose_from(const clri_library *library, const clri_choice *choice, char **text,
                             clri_error *error);

/*
 * A program of the caller's operator alone, which compiles as it is and has a kernel,
 * clr_custom_sizes, that writes the sizes of an element, a state and a result. `value` is what
 * `element` stands for, NULL if the text defines it, and `pragmas` the device's own, or NULL.
 * Otherwise as above.
 */
clr_status clri_compose_custom(const clri_custom *custom, const char *value, const char *pragmas,
                               bool uses_double, char **text, clri_error *error);

#endif
