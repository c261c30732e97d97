/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the kernels' source as one text: a short prelude of names and numbers, then whole
 * pieces of cl/. Pure: no OpenCL call, no file.
 */
#ifndef CLREDUCE_SRC_COMPOSE_H
#define CLREDUCE_SRC_COMPOSE_H

#include "choose.h"

/* What the kernels' argument `part` says; the prelude hands these to them. */
#define CLRI_PART_RESUMES 1u /* a running state goes before this part */
#define CLRI_PART_KEEPS   2u /* the state is kept running, not delivered */

/* The text, which the caller frees; NULL if host memory ran out. */
char *clri_compose(const clri_choice *choice, clr_type type);

#endif
