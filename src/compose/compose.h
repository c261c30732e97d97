/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the kernels' source as one text: a prelude of names and numbers, then whole pieces of
 * cl/. Pure.
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

/* With the pieces of `library`; NULL: the built-in pieces. */
clr_status clri_compose_from(const clri_library *library, const clri_choice *choice, char **text,
                             clri_error *error);

/*
 * A program of the caller's operator alone, with a kernel, clr_custom_sizes, that writes the sizes
 * of an element, a state and a result. `value` is the type of `element`, NULL if the operator's
 * text defines it; `pragmas` the device's, or NULL. Returns as clri_compose().
 */
clr_status clri_compose_custom(const clri_custom *custom, const char *value, const char *pragmas,
                               bool uses_double, char **text, clri_error *error);

#endif
