/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_report - what tune has found, as a table.
 */
#ifndef CLREDUCE_TOOLS_TUNE_REPORT_H
#define CLREDUCE_TOOLS_TUNE_REPORT_H

#include "tune_task.h"

/* Prints a row a task; false if standard output did not take it. */
bool tune_report(const tune_finding *findings, const tune_tasks *tasks);

#endif
