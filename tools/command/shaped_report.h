/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped_report - many results as text, a line each, as one JSON object, or as an .npy file.
 */
#ifndef CLREDUCE_TOOLS_SHAPED_REPORT_H
#define CLREDUCE_TOOLS_SHAPED_REPORT_H

#include "shaped.h"
#include <jansson.h>

/* Refuses what --output cannot do for these operators. Returns 0, or the exit code after a sentence
 * on standard error, as the next does. */
int shaped_check_output(const options *o, const operator_list *operators);

/* Adds to a document which axes results have, and what else goes with their shape. */
void shaped_report_shape(const shaped *s, json_t *document);

/* Prints or writes. That some result has no value is an exit code, too; nothing is written then. */
int shaped_report(const shaped *s);

#endif
