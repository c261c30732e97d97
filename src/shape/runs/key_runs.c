/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/key_runs.h"
#include "base/count.h"
#include "base/flag.h"
#include "base/source.h"
#include "choose/capability.h"
#include "compose/by_index.h"
#include "device/device.h"
#include "device/quirk.h"

#include <inttypes.h>

enum {
    RUNS = 1 << 16, /* results, if the caller gives no number */
    GROUP_SIZE = 256,
    SECOND_GROUP_SIZE = 1024,
    STRETCHES = 1 << 15,  /* chunks: so short that in most chunks no run begins */
    STRETCHES_A_CORE = 4, /* chunks for a core's item, which walks through each alone */
    ALONE_LENGTH = 1024,  /* least keys of such a chunk */
};

/* The begins of all runs must fit one buffer. */
static clr_status check_room(const clr_device *device, const clri_key_runs *runs, clri_error *error)
{
    const uint64_t room = clri_known(device->max_mem_alloc_size, UINT64_MAX);

    if (runs->most < room / sizeof(cl_ulong))
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "clr_plan_options.runs is %" PRIu64 ", each of which takes %zu bytes, and %s "
                     "allows buffers of %" PRIu64 ": use fewer",
                     runs->most, sizeof(cl_ulong), device->name, room);
}

clr_status clri_key_runs_choose(const clr_device *device, uint64_t most, clri_key_runs *runs,
                                clri_error *error)
{
    const bool is_cpu = clri_is_cpu(device);
    const uint64_t units = clri_smaller(clri_known(device->max_compute_units, 1), STRETCHES);
    const uint64_t limit = clri_smaller(clri_known(device->max_work_group_size, 1),
                                        clri_known(device->max_work_item_sizes[0], UINT64_MAX));
    const clri_capability none = {0};

    *runs = (clri_key_runs){
        .is_alone = is_cpu,
        .most = most ? most : RUNS,
        .stretches = (uint32_t)(is_cpu ? units * STRETCHES_A_CORE : STRETCHES),
        .group_size = is_cpu ? 1 : GROUP_SIZE,
        .second_group_size = is_cpu ? 1 : SECOND_GROUP_SIZE,
        .build_options = clri_capability_build_options(device, &none),
        .pragmas = clri_quirk_text(device, CLRI_HABIT_PRAGMAS),
    };
    clri_key_runs_lower(runs, limit);
    return check_room(device, runs, error);
}

bool clri_key_runs_lower(clri_key_runs *runs, uint64_t limit)
{
    const uint32_t group_size = runs->group_size;
    const uint32_t second_group_size = runs->second_group_size;

    limit = limit ? limit : 1;
    runs->group_size = (uint32_t)clri_smaller(group_size, limit);
    runs->second_group_size = (uint32_t)clri_smaller(second_group_size, limit);
    return runs->group_size < group_size || runs->second_group_size < second_group_size;
}

/* Shares out `count` keys in whole tiles to at most `stretches` chunks. */
static clri_key_grid share_keys(uint64_t count, uint64_t tile, uint64_t stretches)
{
    const uint64_t tiles = clri_divide_up(count, tile);
    const uint64_t length = clri_divide_up(tiles, stretches) * tile;

    return (clri_key_grid){
        .stretches = (uint32_t)(count ? clri_divide_up(count, length) : 1),
        .length = length,
    };
}

clri_key_grid clri_key_runs_share(const clri_key_runs *runs, uint64_t count)
{
    clri_key_grid grid;

    if (runs->marked == 0 || count > runs->marked)
        return share_keys(count, runs->is_alone ? ALONE_LENGTH : runs->group_size * CLRI_ITEM_KEYS,
                          runs->stretches);
    grid = share_keys(count, runs->tile, clri_smaller(runs->stretches, runs->marked_stretches));
    grid.is_folded = true;
    return grid;
}

/* ---- the text ---- */

clr_status clri_key_source(const clri_key_runs *runs, char **text, clri_error *error)
{
    clri_source source;

    clri_source_begin(&source, NULL, error);
    clri_source_language(&source, runs->pragmas, false);
    clri_source_flags(&source, CLRI_FLAGS_KEYS);
    clri_source_define(&source, CLRI_MACRO_ITEM, "((uint)get_local_id(0))");
    clri_source_define_number(&source, CLRI_MACRO_GROUP_SIZE, runs->group_size);
    clri_source_define_number(&source, CLRI_MACRO_SECOND_GROUP_SIZE, runs->second_group_size);
    clri_source_define(&source, CLRI_MACRO_GROUP_BARRIER,
                       runs->is_alone ? "" : "barrier(CLK_LOCAL_MEM_FENCE);");
    clri_source_piece(&source, "key/tell");
    clri_source_piece(&source, "key/sum_before");
    clri_source_piece(&source, "key/add_counts");
    clri_source_piece_of(&source, "key", runs->is_alone ? "alone" : "together");
    clri_source_count(&source, true);
    clri_source_piece(&source, "find_runs");
    if (runs->marked) {
        clri_source_piece(&source, "mark_runs");
        clri_source_need(&source, "the plan", "clr_mark_runs");
    }
    clri_source_need(&source, "the plan", "clr_count_runs");
    clri_source_need(&source, "the plan", "clr_add_runs");
    clri_source_need(&source, "the plan", "clr_tell_runs");
    return clri_source_end(&source, text);
}
