/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture - recordings drawn: items as columns, steps as rows, arrows for who takes whose state.
 */
#ifndef CLREDUCE_TOOLS_PICTURE_H
#define CLREDUCE_TOOLS_PICTURE_H

#include "recording.h"
#include <stdio.h>

/* Writes a document of one recording or two. False if memory ran out or the stream failed. */
typedef bool picture_writer(FILE *to, const recording *recordings, size_t count);

/* A picture, one recording below the other. */
picture_writer picture_svg;

/* A page without need of any other file, on which the steps play side by side. */
picture_writer picture_html;

#endif
