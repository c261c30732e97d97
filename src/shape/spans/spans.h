/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spans - the commands for results between offsets in memory, for carrier kept, too: sorted labels
 * along axes are spans of a list.
 */
#ifndef CLREDUCE_SHAPE_SPANS_H
#define CLREDUCE_SHAPE_SPANS_H

#include "shape/run_job.h"

/* All results of a run, by groups or by teams of items. */
clr_status clri_launch_spans(clri_launch *launch);

#endif
