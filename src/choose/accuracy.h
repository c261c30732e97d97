/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accuracy - which accuracy a reduction is held to that leaves it open: the best that can be kept.
 */
#ifndef CLREDUCE_CHOOSE_ACCURACY_H
#define CLREDUCE_CHOOSE_ACCURACY_H

#include "problem/request.h"

/*
 * Settles what is CLR_ACCURACY_DEFAULT: exact where the operator has that and device, options and
 * the other reductions allow it, else reproducible where they do. What is left open then is fast,
 * or relaxed by strategies that are.
 */
void clri_accuracy_settle(const clr_device *device, const clr_plan_options *options,
                          clri_request *request);

#endif
