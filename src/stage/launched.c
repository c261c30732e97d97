/* SPDX-License-Identifier: Apache-2.0 */
#include "stage/launched.h"

/* ---- noting ---- */

void clri_launched_clear(clri_launched *launched)
{
    launched->count = 0;
    launched->part = 0;
    launched->part_before = 0;
}

/* Whether a launch is that of the row once more. */
static bool is_again(const clri_launched_row *row, const clri_launched_row *other)
{
    return row->kernel == other->kernel && row->groups.count == other->groups.count &&
           row->groups.size == other->groups.size && row->groups.rows == other->groups.rows &&
           row->is_end == other->is_end;
}

/* Whether the latest part launched what the one before it did. */
static bool is_part_again(const clri_launched *launched)
{
    const clri_launched_row *before = &launched->rows[launched->part_before];
    const size_t count = launched->part - launched->part_before;
    bool same = launched->count - launched->part == count;

    for (size_t i = 0; same && i < count; i++)
        same = is_again(&before[i], &before[count + i]);
    return same;
}

void clri_launched_go_on(clri_launched *launched)
{
    const size_t count = launched->part - launched->part_before;

    if (count && is_part_again(launched)) {
        for (size_t i = launched->part; i < launched->count; i++)
            launched->rows[i - count].times += launched->rows[i].times;
        launched->count = launched->part;
        return;
    }
    launched->part_before = launched->part;
    launched->part = launched->count;
}

void clri_launched_note(clri_launched *launched, const clri_launched_row *row)
{
    clri_launched_row *last =
        launched->count > launched->part ? &launched->rows[launched->count - 1] : NULL;

    if (last && is_again(last, row))
        last->times++;
    else if (launched->count < CLRI_LAUNCHED_MOST)
        launched->rows[launched->count++] = *row;
}

/* ---- telling ---- */

/* Bytes of a group's local memory, those of the last launch's arguments among them. */
static uint64_t local_size_of(cl_kernel kernel, cl_device_id device)
{
    cl_ulong size;

    if (clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof size, &size,
                                 NULL) != CL_SUCCESS)
        return CLR_UNKNOWN;
    return size;
}

clr_status clri_launched_tell(const clri_launched *launched, size_t index, cl_device_id device,
                              clr_launched *told)
{
    const clri_launched_row *noted = &launched->rows[index];

    if (index >= launched->count)
        return CLR_ERROR_ARGUMENT;
    *told = (clr_launched){.size = sizeof *told,
                           .kernel = noted->row->kernel,
                           .does = noted->row->does,
                           .times = noted->times,
                           .groups = noted->groups.count,
                           .rows = noted->groups.rows ? noted->groups.rows : 1,
                           .group_size = noted->groups.size,
                           .is_end = noted->is_end,
                           .local_size = local_size_of(noted->kernel, device)};
    return CLR_OK;
}
