/* SPDX-License-Identifier: Apache-2.0 */
/*
 * busy - objects that serve one thread at a time, such as plans: a second thread that comes in
 * meanwhile is refused, where it would spoil what the first one is at.
 */
#ifndef CLREDUCE_BASE_BUSY_H
#define CLREDUCE_BASE_BUSY_H

#include "base/status.h"

#include <stdatomic.h>

/* Whether a thread is inside; nobody is in one that is all 0. */
typedef struct clri_busy {
    atomic_bool is_taken;
} clri_busy;

/* CLR_ERROR_ARGUMENT if somebody is inside already; else clri_busy_leave() has to follow. `what` is
 * the object, such as "plan". */
clr_status clri_busy_enter(clri_busy *busy, const char *what, clri_error *error);
void clri_busy_leave(clri_busy *busy);

#endif
