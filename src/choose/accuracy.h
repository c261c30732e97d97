/* SPDX-License-Identifier: Apache-2.0 */
/* accuracy - settles the level of each reduction that leaves it open, before anything is chosen:
 * the best one that the operator, the strategy that would run, and the device can keep. Levels have
 * to be settled first, as the automatic strategy depends on them. Pure. */
#ifndef CLREDUCE_CHOOSE_ACCURACY_H
#define CLREDUCE_CHOOSE_ACCURACY_H

#include "problem/request.h"

/*
 * Settles CLR_ACCURACY_DEFAULT: exact where the operator has it and device, options and the other
 * reductions allow it, else reproducible where they do. A level still open is fast, or relaxed for
 * relaxed strategies.
 */
void clri_accuracy_settle(const clr_device *device, const clr_plan_options *options,
                          clri_request *request);

#endif
