/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asked - the caller's reductions and options, read and checked up to the choice of sizes: one way
 * for clr_plan_create(), which goes on to compile, and clr_plan_check(), which has a device's
 * answers and no context. Stages in front are chosen here, as they leave the reductions another
 * domain than the caller's.
 */
#ifndef CLREDUCE_PLAN_ASKED_H
#define CLREDUCE_PLAN_ASKED_H

#include "device/context.h"
#include "shape/made.h"

typedef struct clri_asked {
    clr_plan_options options; /* as given; sizes and strategy are not applied yet */
    clri_domain domain;       /* as asked for */
    clri_request request;     /* with levels settled, and the domain that stages in front leave */
    clri_front_choice front;
} clri_asked;

/* Copies the caller's options (all 0 if `asked` is NULL), makes the domain of them, and checks
 * everything that depends on no device. */
clr_status clri_plan_options_read(const clr_plan_options *asked, clr_plan_options *options,
                                  clri_domain *domain, clri_error *error);

/*
 * Reads the options for the device. A custom operator's text is compiled in the context; without a
 * context (NULL) it is assumed to compile. Free the request whatever the status.
 */
clr_status clri_asked_read(const clr_device *device, clr_context *context,
                           const clr_reduction *reductions, size_t count,
                           const clr_plan_options *options, clri_asked *asked, clri_error *error);

#endif
