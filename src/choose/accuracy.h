/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accuracy - settles the levels of reductions that leave them open: the best level that the rows of
 * operator and strategy, and the device's facts, allow. Pure; nothing is chosen on trial.
 */
#ifndef CLREDUCE_CHOOSE_ACCURACY_H
#define CLREDUCE_CHOOSE_ACCURACY_H

#include "problem/request.h"

/*
 * Settles CLR_ACCURACY_DEFAULT: exact where the operator has it and device, options and the other
 * reductions allow it, else reproducible likewise. A level still open is fast, or relaxed for
 * relaxed strategies.
 */
void clri_accuracy_settle(const clr_device *device, const clr_plan_options *options,
                          clri_request *request);

#endif
