/* SPDX-License-Identifier: Apache-2.0 */
#include "host/host_cut.h"
#include "base/count.h"
#include "device/device.h"

#include <string.h>

/* All arrays of a piece take at most one part in SHARE of the device's memory. */
enum { SHARE = 2 };

/* The slowest kept axis of more than one index; the rank: there is none. */
static unsigned axis_of(const clri_host_call *call)
{
    unsigned k = 0;

    while (k < call->axes.rank && (call->axes.reduced >> k & 1 || call->axes.extents[k] <= 1))
        k++;
    return k;
}

uint64_t clri_host_cut_extent(const clri_host_call *call)
{
    return call->axes.extents[axis_of(call)];
}

uint64_t clri_host_cut_step(const clr_device *device, const clri_host_call *call)
{
    const uint64_t most = clri_known(device->max_mem_alloc_size, UINT64_MAX);
    const uint64_t room = clri_known(device->global_mem_size, UINT64_MAX) / SHARE;
    uint64_t all = 0, pieces = 1;

    if (call->shape->members != CLRI_IN_AXES || call->asked.index_type ||
        axis_of(call) == call->axes.rank)
        return 0;
    for (unsigned i = 0; i < call->count; i++) {
        const uint64_t size = clri_host_array_bytes(&call->list[i]);

        all = size > UINT64_MAX - all ? UINT64_MAX : all + size;
        pieces = clri_larger(pieces, clri_divide_up(size, clri_larger(most, 1)));
    }
    pieces = clri_larger(pieces, clri_divide_up(all, clri_larger(room, 1)));
    return pieces == 1 ? 0 : clri_larger(clri_host_cut_extent(call) / pieces, 1);
}

/* Copies strides; NULL: row-major ones of the whole array, of `unit` each. */
static void copy_strides(const clr_axes *axes, const int64_t *from, int64_t unit,
                         int64_t to[CLR_RANK_MOST])
{
    for (unsigned k = axes->rank; k-- > 0;) {
        to[k] = from ? from[k] : unit;
        unit *= (int64_t)axes->extents[k];
    }
}

static const void *moved(const void *at, int64_t bytes)
{
    return at ? (const void *)((uintptr_t)at + (uintptr_t)bytes) : NULL;
}

/* Moves the mask to the piece's first bit, or byte. */
static void move_mask(clri_host_call *piece, int64_t places)
{
    const int64_t bits = piece->asked.mask_kind == CLR_MASK_BITS ? 8 : 1;
    const int64_t bit = (places % bits + bits) % bits;

    piece->asked.mask = moved(piece->asked.mask, (places - bit) / bits);
    piece->mask_bit = (unsigned)bit;
}

void clri_host_cut(const clri_host_call *call, uint64_t first, uint64_t count,
                   clri_host_call *piece)
{
    const unsigned axis = axis_of(call);
    int64_t *mask_strides = piece->strides[CLR_INPUTS_MOST];

    *piece = (clri_host_call){.asked = call->asked,
                              .shape = call->shape,
                              .axes = call->axes,
                              .first_result = call->rows.count / call->axes.extents[axis] * first};
    memcpy(piece->results, call->results, sizeof piece->results);
    memcpy(piece->extents, call->axes.extents, call->axes.rank * sizeof *piece->extents);
    piece->extents[axis] = count;
    piece->axes.extents = piece->extents;
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++) {
        copy_strides(&call->axes, call->axes.strides[i], (int64_t)call->element_size,
                     piece->strides[i]);
        piece->axes.strides[i] = piece->strides[i];
        piece->asked.inputs[i] =
            moved(call->asked.inputs[i], (int64_t)first * piece->strides[i][axis]);
    }
    if (call->asked.mask_kind == CLR_MASK_NONE)
        return;
    copy_strides(&call->axes, call->asked.mask_strides, 1, mask_strides);
    piece->asked.mask_strides = mask_strides;
    move_mask(piece, (int64_t)first * mask_strides[axis]);
}
