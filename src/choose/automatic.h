/* SPDX-License-Identifier: Apache-2.0 */
/*
 * automatic - what of a choice is the library's own unless the caller says otherwise: the strategy,
 * and whether a device's doubles are made use of. Pure.
 */
#ifndef CLREDUCE_CHOOSE_AUTOMATIC_H
#define CLREDUCE_CHOOSE_AUTOMATIC_H

#include "problem/request.h"
#include "problem/strategy.h"

/* Whether some result is to rest on the published order. */
bool clri_automatic_needs_order(const clri_request *request);

/* The row of the library's choice for the request; NULL: the caller names a strategy. */
const clri_automatic *clri_automatic_of(const clr_device *device, const clri_request *request,
                                        const clr_plan_options *options);

/* That row's strategy, or the caller's if it is NULL, with its group piece decided. False: there is
 * none of that name. */
bool clri_automatic_strategy(const clr_device *device, const clri_automatic *row,
                             const clr_plan_options *options, clri_strategy *strategy);

/* Whether the device has doubles for the request: those that are not IEEE 754's are for levels that
 * do not rest on them. */
bool clri_automatic_doubles(const clr_device *device, const clri_request *request);

#endif
