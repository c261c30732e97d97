/* SPDX-License-Identifier: Apache-2.0 */
/* shape_flat - all elements to a single result. It has no numbers; it is read in every short
 * run. */
#include "problem/shape/carried.h"

clr_status clri_read_flat(const clri_shape_asked *asked, clri_shape_job *job, clri_error *error)
{
    (void)error;
    job->count = 1;
    job->longest = asked->count;
    job->buffer_count = 0;
    return CLR_OK;
}
