/* SPDX-License-Identifier: Apache-2.0 */
/* strided - elements of an array in index order. See strided.h. */
#include "strided.h"
#include <string.h>

void strided_fill(strided_axis axes[], size_t rank, bool is_fortran)
{
    uint64_t stride = 1;

    for (size_t i = 0; i < rank; i++) {
        strided_axis *axis = &axes[is_fortran ? i : rank - 1 - i];
        axis->stride = stride;
        stride *= axis->extent;
    }
}

bool strided_is_plain(const strided_axis axes[], size_t rank)
{
    uint64_t stride = 1;

    for (size_t i = rank; i-- > 0;) {
        if (axes[i].extent == 0)
            return true;
        if (axes[i].extent > 1 && axes[i].stride != stride)
            return false;
        stride *= axes[i].extent;
    }
    return true;
}

uint64_t strided_place(const strided_axis axes[], size_t rank, uint64_t number)
{
    uint64_t place = 0;

    for (size_t i = rank; i-- > 0; number /= axes[i].extent)
        place += number % axes[i].extent * axes[i].stride;
    return place;
}

static void copy(size_t size, const char *from, size_t step, uint64_t count, char *to)
{
    if (step == size) {
        memcpy(to, from, count * size);
        return;
    }
    for (uint64_t i = 0; i < count; i++, from += step, to += size)
        switch (size) {
        case 1:
            *to = *from;
            break;
        case 2:
            memcpy(to, from, 2);
            break;
        case 4:
            memcpy(to, from, 4);
            break;
        case 8:
            memcpy(to, from, 8);
            break;
        default:
            memcpy(to, from, size);
        }
}

/* Copies along the last axis to its end, then computes where its next line begins. */
void strided_gather(const strided_axis axes[], size_t rank, size_t size, const void *from,
                    uint64_t first, uint64_t count, void *to)
{
    const strided_axis one = {1, 1};
    const strided_axis last = rank == 0 ? one : axes[rank - 1];
    char *room = to;

    while (count > 0) {
        const uint64_t left = last.extent - first % last.extent;
        const uint64_t run = left < count ? left : count;
        const char *at = (const char *)from + strided_place(axes, rank, first) * size;
        copy(size, at, last.stride * size, run, room);
        room += run * size;
        first += run;
        count -= run;
    }
}
