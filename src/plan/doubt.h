/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doubt - of a blocking run whose plan has not made the kernels behind its first ones: whether
 * these have left any results on lists; and the end of a blocking run of many results.
 */
#ifndef CLREDUCE_PLAN_DOUBT_H
#define CLREDUCE_PLAN_DOUBT_H

#include "shape/run_job.h"

/* Waits for the run's commands and reads the lists' counters: whether they are empty. */
clr_status clri_doubt_find(clri_launch *launch, bool *are_left);

/* Waits for the last command. */
clr_status clri_wait_for_last(const clri_commands *commands);

#endif
