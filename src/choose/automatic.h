/* SPDX-License-Identifier: Apache-2.0 */
/* automatic - the choices that the library makes where the caller leaves them open, as far as
 * choosing levels (accuracy.h) and strategies (choose.h) both depend on them: the strategy by its
 * row in src/problem/strategy.def, and whether the device's doubles are used. Pure. */
#ifndef CLREDUCE_CHOOSE_AUTOMATIC_H
#define CLREDUCE_CHOOSE_AUTOMATIC_H

#include "problem/request.h"
#include "problem/strategy.h"

/* Whether some result requires the published order. */
bool clri_automatic_needs_order(const clri_request *request);

/* The row of the library's own choice for the request; NULL: the caller names a strategy. */
const clri_automatic *clri_automatic_of(const clr_device *device, const clri_request *request,
                                        const clr_plan_options *options);

/* The row's strategy, or with NULL the caller's, with its group piece decided. False: no strategy
 * has the caller's name. */
bool clri_automatic_strategy(const clr_device *device, const clri_automatic *row,
                             const clr_plan_options *options, clri_strategy *strategy);

/* Whether the device has doubles that serve the request: doubles that do not conform to IEEE 754
 * serve only levels that are not computed in them. */
bool clri_automatic_doubles(const clr_device *device, const clri_request *request);

#endif
