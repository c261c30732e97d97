/* SPDX-License-Identifier: Apache-2.0 */
/* stack - how many work-items of a group have room in a thread's stack. PoCL keeps the private
 * variables of all items of a group in the stack of the thread that runs it, and cannot be asked
 * how many bytes they are; too large a group ends the process. sizes.c bounds groups by it.
 * Pure. */
#ifndef CLREDUCE_CHOOSE_STACK_H
#define CLREDUCE_CHOOSE_STACK_H

#include "choose/choice.h"

/* The most work-items of a group that have room: a power of two, at least 1; UINT64_MAX if the
 * driver is not known to keep items in a stack. */
uint64_t clri_stack_items(const clr_device *device, const clri_choice *choice);

#endif
