/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/shape/carried.h"
#include "problem/number.h"

void clri_shape_reads(clri_shape_job *job, const char *name, size_t view, cl_mem memory,
                      size_t size, uint64_t first, uint64_t count)
{
    job->buffers[job->buffer_count++] =
        (clri_shape_buffer){name, memory, size, first, count, false, view};
}

void clri_shape_writes(clri_shape_job *job, const char *name, size_t view, cl_mem memory,
                       size_t size, uint64_t first, uint64_t count)
{
    if (memory)
        job->buffers[job->buffer_count++] =
            (clri_shape_buffer){name, memory, size, first, count, true, view};
}

clr_status clri_shape_check_index(clr_type type, const char *member, const char *what,
                                  clri_error *error)
{
    if (!clri_number_is_index(type))
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is %d: %s are i32, u32, i64 or u64", member,
                         (int)type, what);
    return CLR_OK;
}
