/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/local_memory.h"
#include "choose/geometry.h"
#include "device/device.h"
#include "state/layout.h"

/* A tenth is left to the driver. */
uint64_t clri_local_memory_free(const clr_device *device)
{
    const uint64_t size = clri_known(device->local_mem_size, UINT64_MAX);

    return size == UINT64_MAX ? size : size - size / 10;
}

uint64_t clri_local_memory_least(const clri_strategy *strategy, const clri_pass *pass)
{
    const clri_surroundings *around = clri_surroundings_of(strategy->finish);
    /* each relaunch leaves fewer states than it reads */
    const bool needs_two = around->times == CLRI_TIMES_LEVEL && strategy->load->takes_again == 1;
    const uint64_t items = needs_two ? 2 : 1;
    const uint64_t cells = clri_strategy_is_ordered(strategy) ? CLRI_ROW : 1;

    return (items > cells ? items : cells) * clri_layout_state_size(pass) +
           clri_layout_bins_size(pass, items) + CLRI_LOCAL_BESIDE;
}

uint64_t clri_local_memory_cells_size(const clri_choice *choice, uint64_t items)
{
    const uint64_t cells = clri_cells(choice);

    return (items > cells ? items : cells) * clri_layout_state_size(&choice->pass);
}

uint64_t clri_local_memory_size_of(const clri_choice *choice, uint64_t items)
{
    return clri_local_memory_cells_size(choice, items) +
           clri_layout_bins_size(&choice->pass, choice->sizes.group) + CLRI_LOCAL_BESIDE;
}

uint64_t clri_local_memory_size(const clri_choice *choice)
{
    const bool has_second =
        clri_surroundings_of(choice->strategy.finish)->after_group == CLRI_AFTER_SECOND;
    const uint32_t second = has_second ? choice->sizes.second_group : 0;

    return clri_local_memory_size_of(choice,
                                     second > choice->sizes.group ? second : choice->sizes.group);
}

uint64_t clri_local_memory_fit(clri_choice *choice, uint64_t most, uint64_t room)
{
    const uint32_t before = choice->sizes.group;
    uint64_t size = 1;

    while (size <= most / 2)
        size *= 2;
    for (; size != 0; size /= 2) {
        choice->sizes.group = (uint32_t)size;
        if (clri_local_memory_size_of(choice, size) <= room)
            break;
    }
    choice->sizes.group = before;
    return size;
}
