/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selected - a job with a single result of all numbers some of whose operators select: a shape of
 * one row (shaped.h), printed as a single result is (report.h). Values that are several have a line
 * each, behind the operator's name and, of quantiles, which one it is.
 */
#ifndef CLREDUCE_TOOLS_SELECTED_H
#define CLREDUCE_TOOLS_SELECTED_H

#include "shaped.h"

/* Prints the results. Returns 0, or the exit code after a sentence on standard error. */
int selected_report(const shaped *s);

#endif
