/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asked - what a plan is asked for, read, checked and brought to where sizes are chosen: the same
 * for clr_plan_create() and clr_plan_check().
 */
#ifndef CLREDUCE_PLAN_ASKED_H
#define CLREDUCE_PLAN_ASKED_H

#include "choose/front.h"
#include "device/context.h"

typedef struct clri_asked {
    clr_plan_options options; /* as they were given: sizes and strategy are still to be heeded */
    clri_domain domain;       /* as it was asked for */
    clri_request request;     /* with the domain that stages in front leave, and with levels */
    clri_front_choice front;
} clri_asked;

/* Copies what the caller wishes, all of it 0 if `asked` is NULL, with the domain that it makes, and
 * checks what can be right on no device. */
clr_status clri_plan_options_read(const clr_plan_options *asked, clr_plan_options *options,
                                  clri_domain *domain, clri_error *error);

/*
 * Reads what is asked for on the device. An operator of the caller's own is compiled in the
 * context, or taken for right if that is NULL. The request is to be freed in any case.
 */
clr_status clri_asked_read(const clr_device *device, clr_context *context,
                           const clr_reduction *reductions, size_t count,
                           const clr_plan_options *options, clri_asked *asked, clri_error *error);

#endif
