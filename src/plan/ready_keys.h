/* SPDX-License-Identifier: Apache-2.0 */
/* ready_keys - the program by which a plan of shape runs finds them, and what it leaves, made
 * ready. */
#ifndef CLREDUCE_PLAN_READY_KEYS_H
#define CLREDUCE_PLAN_READY_KEYS_H

#include "plan/plan.h"

/* Compiles it, with groups that the device's compiler allows, and allocates; nothing of plans of
 * other shapes. */
clr_status clri_keys_make(clr_plan *plan, clri_error *error);

#endif
