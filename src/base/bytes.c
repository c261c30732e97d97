/* SPDX-License-Identifier: Apache-2.0 */
#include "base/bytes.h"

#include <inttypes.h>

clr_status clri_bytes_check(const char *what, uint64_t count, uint64_t size, clri_error *error)
{
    if (size == 0 || count <= (uint64_t)PTRDIFF_MAX / size)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "%s: %" PRIu64 " times %" PRIu64
                     " bytes are more than memory can have: look at where the count comes from, "
                     "such as a number below 0",
                     what, count, size);
}
