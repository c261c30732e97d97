/* SPDX-License-Identifier: Apache-2.0 */
/* key_source - the text of the program that finds runs of equal keys. Pure. */
#ifndef CLREDUCE_SHAPE_KEY_SOURCE_H
#define CLREDUCE_SHAPE_KEY_SOURCE_H

#include "shape/runs/key_runs.h"

/* As clri_compose(). */
clr_status clri_key_source(const clri_key_runs *runs, char **text, clri_error *error);

#endif
