/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the kernels' source as one text: a short prelude of names and numbers, then whole
 * pieces of cl/. Pure: no OpenCL call, no file.
 */
#ifndef CLREDUCE_SOURCE_COMPOSE_H
#define CLREDUCE_SOURCE_COMPOSE_H

#include "base/source.h"
#include "choose/choice.h"

/* What the kernels' argument `part` says; the prelude hands these to them. */
#define CLRI_PART_RESUMES 1u /* the caller's earlier parts go before this one */
#define CLRI_PART_KEEPS   2u /* the caller will bring more: the state is kept, not delivered */
#define CLRI_CUT_RESUMES  4u /* likewise between the parts that one run is cut into */
#define CLRI_CUT_KEEPS    8u
#define CLRI_STRIPS_WAIT  16u /* the strips' states wait for those of later parts */
#define CLRI_STRIPS_APART 32u /* they are none of a part's, and lie behind those */

/* From this bit of `part` on: how many strips of the block came before. */
enum { CLRI_STRIPS_BEFORE = 8 };

/* A traced item's log, in words of 32 bits: how many events, then the events. */
enum {
    CLRI_LOG_EVENTS = 1000,
    CLRI_LOG_WORDS = 5, /* kind, place, size, value */
    CLRI_LOG_STRETCH = 1 + CLRI_LOG_EVENTS * CLRI_LOG_WORDS,
};

/*
 * The text, which the caller frees; NULL with a failure: host memory ran out, or a piece's contract
 * (base/piece.h) is not kept.
 */
clr_status clri_compose(const clri_choice *choice, char **text, clri_error *error);

/* The same of other pieces; NULL stands for those that are built in. */
clr_status clri_compose_from(const clri_library *library, const clri_choice *choice, char **text,
                             clri_error *error);

/*
 * A program of the caller's operator alone, which compiles as it is and has a kernel,
 * clr_own_sizes, that writes the sizes of an element, a state and a result. `value` is what
 * `element` stands for, NULL if the text defines it. Otherwise as above.
 */
clr_status clri_compose_custom(const clri_custom *custom, const char *value, bool uses_double,
                               char **text, clri_error *error);

#endif
