/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/sort/label_sort.h"
#include "base/count.h"
#include "base/flag.h"
#include "base/source.h"
#include "choose/capability.h"
#include "compose/by_index.h"
#include "device/device.h"
#include "device/quirk.h"

#include <inttypes.h>

/* Larger groups are a quarter faster, and take twice the local memory:
 * docs/history/2026-11-26-labels-along-axes.md, "The sort of labels". Numbers of chunks were
 * chosen. */
enum {
    LABELS = 1 << 16,   /* results, if the caller gives no number */
    ELEMENTS = 1 << 20, /* elements, if the caller gives no number */
    GROUP_SIZE = 128,   /* a group takes 10 KiB of local memory */
    STRETCHES = 2048,   /* chunks at most: each has a count for every digit */
    STRETCHES_A_UNIT = 8,
    STRETCHES_A_CORE = 4, /* chunks for a core's item, which walks through each alone */
    ALONE_LENGTH = 1024,  /* least elements of such a chunk */
    OTHER_KEYS = 2,       /* keys for elements that do not count: cl/sort/some.cl */
};

/* Element numbers have 32 bits, result numbers 31, and the numbers of each must fit a buffer. */
static clr_status check_room(const clr_device *device, const char *option, uint64_t asked,
                             uint64_t most, clri_error *error)
{
    const uint64_t words = clri_known(device->max_mem_alloc_size, UINT64_MAX) / sizeof(cl_uint);
    const uint64_t room = clri_smaller(words, most) - 1 - OTHER_KEYS;

    if (asked <= room)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "clr_plan_options.%s is %" PRIu64
                     ", and by labels that are sorted %s has room for %" PRIu64 ": use fewer",
                     option, asked, device->name, room);
}

clr_status clri_label_sort_choose(const clr_device *device, const clri_domain *domain,
                                  const clr_plan_options *options, clri_label_sort *sort,
                                  clri_error *error)
{
    const bool is_cpu = clri_is_cpu(device);
    const bool keeps_axes = domain->carrier->is_stepped;
    const uint64_t units = clri_smaller(clri_known(device->max_compute_units, 1), STRETCHES);
    const uint64_t limit = clri_smaller(clri_known(device->max_work_group_size, 1),
                                        clri_known(device->max_work_item_sizes[0], UINT64_MAX));
    const clri_capability none = {0};

    *sort = (clri_label_sort){
        .keeps_axes = keeps_axes,
        .is_alone = is_cpu,
        .most = options->labels ? options->labels : LABELS,
        .elements = options->label_elements ? options->label_elements : ELEMENTS,
        .mask = keeps_axes ? CLR_MASK_NONE : domain->mask,
        .index = domain->index,
        .is_told_count = domain->is_told_count,
        .stretches = (uint32_t)clri_smaller(units * (is_cpu ? STRETCHES_A_CORE : STRETCHES_A_UNIT),
                                            STRETCHES),
        .group_size = is_cpu ? 1 : GROUP_SIZE,
        .build_options = clri_capability_build_options(device, &none),
        .pragmas = clri_quirk_text(device, CLRI_HABIT_PRAGMAS),
    };
    clri_label_sort_lower(sort, limit);
    CLRI_OR_RETURN(check_room(device, "labels", sort->most, INT32_MAX, error));
    return check_room(device, "label_elements", sort->elements, UINT32_MAX, error);
}

bool clri_label_sort_lower(clri_label_sort *sort, uint64_t limit)
{
    const uint32_t group_size = sort->group_size;

    sort->group_size = (uint32_t)clri_smaller(group_size, limit ? limit : 1);
    return sort->group_size < group_size;
}

clri_label_stretches clri_label_sort_share(const clri_label_sort *sort, uint64_t count)
{
    const uint64_t tile = sort->is_alone ? ALONE_LENGTH : sort->group_size * CLRI_ITEM_LABELS;
    const uint64_t tiles = clri_divide_up(count, tile);
    const uint64_t length = clri_smaller(clri_divide_up(tiles, sort->stretches) * tile, UINT32_MAX);

    return (clri_label_stretches){
        .count = (uint32_t)(count ? clri_divide_up(count, length) : 1),
        .length = (uint32_t)length,
    };
}

bool clri_label_sort_takes_some(const clri_label_sort *sort)
{
    return sort->mask != CLR_MASK_NONE || sort->index || sort->is_told_count;
}

/* Elements out of bounds have the number of results as their key, which is no result's. */
uint64_t clri_label_sort_last_key(const clri_label_sort *sort, uint64_t results)
{
    return results + (clri_label_sort_takes_some(sort) ? OTHER_KEYS : 0);
}

static unsigned bits_of(uint64_t key)
{
    unsigned bits = 1;

    while (key >> bits)
        bits++;
    return bits;
}

unsigned clri_label_sort_passes(uint64_t last_key)
{
    return (bits_of(last_key) + CLRI_DIGIT_BITS - 1) / CLRI_DIGIT_BITS;
}

clri_label_digit clri_label_sort_digit(uint64_t last_key, unsigned pass)
{
    const unsigned bits = bits_of(last_key);
    const unsigned passes = clri_label_sort_passes(last_key);
    const unsigned even = (bits + passes - 1) / passes;
    const unsigned shift = pass * even;

    return (clri_label_digit){.shift = shift, .bits = (uint32_t)clri_smaller(even, bits - shift)};
}

/* ---- the text ---- */

clr_status clri_sort_source(const clri_label_sort *sort, char **text, clri_error *error)
{
    static const char *const kernels[] = {"clr_count_digits", "clr_add_digits", "clr_place_labels",
                                          "clr_find_labels", "clr_name_elements"};
    const bool takes_some = clri_label_sort_takes_some(sort);
    clri_source source;

    clri_source_begin(&source, NULL, error);
    clri_source_language(&source, sort->pragmas, false);
    clri_source_flags(&source, CLRI_FLAGS_SORT);
    clri_source_define(&source, CLRI_MACRO_ITEM, "((uint)get_local_id(0))");
    clri_source_define_number(&source, CLRI_MACRO_GROUP_SIZE, sort->group_size);
    clri_source_define(&source, CLRI_MACRO_GROUP_BARRIER,
                       sort->is_alone ? "" : "barrier(CLK_LOCAL_MEM_FENCE);");
    clri_source_piece(&source, "key/sum_before");
    clri_source_piece(&source, "sort/unsorted");
    clri_source_piece_of(&source, "sort", sort->is_alone ? "alone" : "together");
    clri_source_piece(&source, "sort_labels");
    if (sort->keeps_axes) {
        clri_source_piece(&source, "shape/kept");
        clri_source_piece(&source, "sort/kept");
        clri_source_need(&source, "the plan", "clr_list_offsets");
        clri_source_need(&source, "the plan", "clr_name_kept");
    }
    if (takes_some) {
        clri_source_define_number(&source, CLRI_MACRO_MASK_IS_BITS, sort->mask == CLR_MASK_BITS);
        clri_source_count(&source, true);
        clri_source_piece(&source, "sort/some");
        clri_source_need(&source, "the plan", "clr_make_keys");
        clri_source_need(&source, "the plan", "clr_settle_labels");
    }
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        clri_source_need(&source, "the plan", kernels[i]);
    return clri_source_end(&source, text);
}
