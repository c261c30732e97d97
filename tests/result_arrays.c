/* SPDX-License-Identifier: Apache-2.0 */
#include "result_arrays.h"

#include <stdlib.h>
#include <string.h>

void plan_tell(const clr_plan *plan, clr_plan_info *info, clr_result results[], size_t count)
{
    if (info) {
        info->size = sizeof *info;
        assert_int_equal(clr_plan_describe(plan, info), CLR_OK);
    }
    for (size_t i = 0; i < count; i++) {
        results[i].size = sizeof results[i];
        assert_int_equal(clr_plan_result(plan, i, &results[i]), CLR_OK);
    }
}

void result_arrays_make(struct result_arrays *a, const struct rig *rig, const clr_result results[],
                        size_t count, size_t room, bool is_flat, clr_arrays arrays[])
{
    *a = (struct result_arrays){.count = count, .room = room};
    for (size_t i = 0; i < count; i++) {
        const size_t value = (size_t)results[i].value_size;

        a->sizes[i][VALUE] = value;
        a->sizes[i][SECOND] = results[i].second_offset != CLR_UNKNOWN ? value : 0;
        a->sizes[i][INDEX] = results[i].index_offset != CLR_UNKNOWN ? sizeof(uint64_t) : 0;
        a->sizes[i][STATUS] =
            is_flat && results[i].status_offset == CLR_UNKNOWN ? 0 : sizeof(cl_int);
        for (int k = 0; k < ARRAYS; k++)
            if (a->sizes[i][k])
                a->buffers[i][k] = buffer_untouched(rig, room * a->sizes[i][k]);
        arrays[i] = (clr_arrays){.size = sizeof *arrays,
                                 .value = a->buffers[i][VALUE],
                                 .second = a->buffers[i][SECOND],
                                 .index = a->buffers[i][INDEX],
                                 .status = a->buffers[i][STATUS]};
    }
}

void result_arrays_fetch(struct result_arrays *a, const struct rig *rig)
{
    for (size_t i = 0; i < a->count; i++)
        for (int k = 0; k < ARRAYS; k++)
            a->bytes[i][k] = buffer_take(rig, a->buffers[i][k], a->room * a->sizes[i][k]);
}

void result_arrays_free(struct result_arrays *a)
{
    for (size_t i = 0; i < a->count; i++)
        for (int k = 0; k < ARRAYS; k++)
            free(a->bytes[i][k]);
}

void *result_at(const struct result_arrays *a, size_t reduction, int array, size_t place)
{
    unsigned char *bytes = a->bytes[reduction][array];

    return bytes ? bytes + place * a->sizes[reduction][array] : NULL;
}

struct got result_got(const struct result_arrays *a, size_t reduction, size_t place)
{
    const void *index = result_at(a, reduction, INDEX, place);
    const void *told = result_at(a, reduction, STATUS, place);
    struct got got = {.value = result_at(a, reduction, VALUE, place),
                      .second = result_at(a, reduction, SECOND, place)};
    cl_int status = CLR_OK;

    if (index)
        memcpy(&got.index, index, sizeof got.index);
    if (told)
        memcpy(&status, told, sizeof status);
    got.status = (clr_status)status;
    return got;
}

bool result_is_untouched(const struct result_arrays *a, size_t reduction, size_t place)
{
    for (int k = 0; k < ARRAYS; k++) {
        const unsigned char *bytes = result_at(a, reduction, k, place);

        for (size_t i = 0; bytes && i < a->sizes[reduction][k]; i++)
            if (bytes[i] != UNTOUCHED)
                return false;
    }
    return true;
}

cl_mem integers_of(const struct rig *rig, const void *integers, size_t size, size_t before,
                   size_t count)
{
    unsigned char *bytes = calloc(before + count + 1, size);
    cl_mem buffer;

    assert_non_null(bytes);
    for (size_t i = 0; i < count; i++)
        memcpy(bytes + (before + i) * size, (const uint64_t *)integers + i, size);
    buffer = buffer_of(rig, bytes, (before + count + 1) * size);
    free(bytes);
    return buffer;
}
