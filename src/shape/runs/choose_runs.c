/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/choose_runs.h"
#include "base/count.h"
#include "choose/geometry.h"
#include "choose/local_memory.h"
#include "choose/row_grid.h"
#include "device/device.h"
#include "state/layout.h"

/* Measured by a throw-away program: docs/history/2026-11-23-columns-masks-keys-labels.md, "Runs of
 * equal keys". INPUTS_SIZE, LOCAL_SIZE, STRETCHES, MARKS_SIZE and GIANT_LEAST were chosen. */
enum {
    ITEMS = 128,       /* items of a group: 256 take as long, fewer take longer */
    ELEMENTS = 16,     /* elements of an item */
    INPUTS_SIZE = 128, /* bytes of an item's elements, which are in registers */
    STATES_SIZE = 64,  /* bytes of an item's states in registers: larger states are not kept, and
                          elements are folded again */
    LOCAL_SIZE = 28 << 10, /* local memory of a group, so that several groups fit a compute unit */
    STRETCHES_A_UNIT = 16, /* twice as many fold no faster, and take longer to join */
    STRETCHES = 1 << 14,   /* at most */
    MARKS_SIZE = 32 << 20, /* bytes of marks, one bit for each key of a run */
    BITS = 8,
    WORD = 32,             /* bits that an item loads at once */
    GIANT_LEAST = 1 << 16, /* elements: several groups have a tile each */
};

/* Bytes of CLR_RUN_CELLS and the arrays beside it (cl/reduce_runs.cl). */
static uint64_t local_size(const clri_choice *items, uint64_t group, uint64_t elements,
                           uint64_t window)
{
    const uint64_t cells = 2 * group + window + window / elements;

    return cells * clri_layout_state_size(&items->pass) +
           group * (elements + 1) * sizeof(uint16_t) +
           2 * group * (sizeof(uint64_t) + sizeof(uint32_t)) + sizeof(uint32_t);
}

static bool takes_runs(const clri_key_runs *runs, const clri_choice *items)
{
    return !runs->is_alone && !items->sizes.contiguous && items->teams.abreast &&
           !items->code.is_traced && !items->pass.custom && !items->pass.needs_order &&
           !clri_pass_minds_numbers(&items->pass) && !clri_pass_asks_for_counts(&items->pass);
}

void clri_runs_choose(const clr_device *device, const clri_key_runs *runs, clri_choice *items)
{
    const uint64_t room = clri_smaller(clri_local_memory_free(device), LOCAL_SIZE);
    const uint64_t group = clri_smaller(ITEMS, items->sizes.group);
    const uint64_t size = items->pass.inputs * items->input.element_size;
    uint64_t elements = items->sizes.vector_width, window;

    if (!takes_runs(runs, items))
        return;
    while (2 * elements <= ELEMENTS && 2 * elements * size <= INPUTS_SIZE)
        elements *= 2;
    window = group * elements;
    while (window > group && local_size(items, group, elements, window) > room)
        window /= 2;
    if (elements > WORD || group * elements < WORD ||
        local_size(items, group, elements, window) > room)
        return;
    items->runs.items = (uint32_t)group;
    items->runs.elements = (uint32_t)elements;
    items->runs.keep_states = elements * clri_layout_state_size(&items->pass) <= STATES_SIZE;
    items->runs.window = (uint32_t)window;
}

void clri_runs_settle(const clr_device *device, const clri_choice *items, clri_key_runs *runs)
{
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const uint64_t room = clri_known(device->max_mem_alloc_size, MARKS_SIZE);
    uint64_t tile = (uint64_t)items->runs.items * items->runs.elements;

    while (tile % WORD)
        tile *= 2;
    runs->tile = tile;
    runs->marked = clri_smaller(MARKS_SIZE, room / WORD * (WORD / BITS)) * BITS;
    runs->marked_stretches = (uint32_t)clri_smaller(units * STRETCHES_A_UNIT, STRETCHES);
}

uint64_t clri_runs_giant(const clri_choice *items, const clri_choice *groups, uint64_t count)
{
    const uint64_t share = count / CLRI_GIANTS_MOST;

    if (!clri_giants_can_be(items, groups, count))
        return clri_group_capacity(groups);
    return clri_smaller(share > GIANT_LEAST ? share : GIANT_LEAST, clri_group_capacity(groups));
}
