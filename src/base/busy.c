/* SPDX-License-Identifier: Apache-2.0 */
#include "base/busy.h"

clr_status clri_busy_enter(clri_busy *busy, const char *what, clri_error *error)
{
    if (!atomic_exchange_explicit(&busy->is_taken, true, memory_order_acquire))
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "another thread is inside a call of this %s, which serves one thread at a "
                     "time: let each thread make a %s of its own, or take turns by a lock",
                     what, what);
}

void clri_busy_leave(clri_busy *busy)
{
    atomic_store_explicit(&busy->is_taken, false, memory_order_release);
}
