/* SPDX-License-Identifier: Apache-2.0 */
/* busy - lets one thread at a time into an object such as a plan or a team. A second thread is
 * refused with a sentence, not made to wait: it would spoil the first one's call, and a lock would
 * hide that two threads share what each should have of its own. */
#ifndef CLREDUCE_BASE_BUSY_H
#define CLREDUCE_BASE_BUSY_H

#include "base/status.h"

#include <stdatomic.h>

/* Whether a thread is inside. Zero-initialised it is free. */
typedef struct clri_busy {
    atomic_bool is_taken;
} clri_busy;

/* CLR_ERROR_ARGUMENT if another thread is inside; else clri_busy_leave() has to follow. `what`
 * names the object, such as "plan". */
clr_status clri_busy_enter(clri_busy *busy, const char *what, clri_error *error);
void clri_busy_leave(clri_busy *busy);

#endif
