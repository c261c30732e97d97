/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/limits.h"
#include "base/count.h"
#include "choose/local_memory.h"
#include "device/device.h"

/* Group size of the kernel behind the first; 0: no such kernel. */
static uint64_t after_group_size(const clri_choice *choice)
{
    switch (clri_surroundings_of(choice->strategy.finish)->after_group) {
    case CLRI_AFTER_SECOND:
        return choice->sizes.second_group;
    case CLRI_AFTER_SAME:
        return choice->sizes.group;
    case CLRI_AFTER_ONE:
        return 1;
    case CLRI_AFTER_NONE:
        break;
    }
    return 0;
}

/* Lowers the group limit if groups of `size` exceed what a kernel allows. */
static bool heed_group(clri_limits *limits, uint64_t size, uint64_t allowed)
{
    if (size <= 1 || allowed >= size)
        return false;
    if (allowed < limits->group)
        limits->group = allowed ? allowed : 1;
    return true;
}

/* Lowers the limit of local memory in the proportion in which the kernel exceeds the device's:
 * drivers add to what the choice counts. */
static bool heed_local(clri_limits *limits, const clr_device *device, const clri_choice *choice,
                       uint64_t local)
{
    const uint64_t size = clri_local_memory_size(choice);
    const uint64_t there = clri_known(device->local_mem_size, UINT64_MAX);

    if (clri_known(local, 0) <= there)
        return false;
    limits->local = (uint64_t)((double)size * (double)there / (double)local);
    if (limits->local >= size) /* sizes too large for double's precision */
        limits->local = size - 1;
    return true;
}

bool clri_limits_heed(clri_limits *limits, const clr_device *device, const clri_choice *choice,
                      const clri_report *report)
{
    const bool first = heed_group(limits, choice->sizes.group, report->group);
    const bool after = heed_group(limits, after_group_size(choice), report->after_group);

    return heed_local(limits, device, choice, report->local) || first || after;
}

/* Smaller groups first, down to the size below which they cost more than having no columns; then
 * less beside the bins of exact sums (`keepings` of choose.c); then still smaller groups. */
bool clri_limits_lower(clri_limits *limits, const clri_choice *choice)
{
    const uint64_t items = clri_larger(choice->sizes.group, after_group_size(choice));

    if (items > choice->sizes.least_group) {
        limits->group = items / 2;
    } else if (choice->pass.is_exact && choice->sizes.keeping + 1 < CLRI_KEEPINGS) {
        limits->keeping = choice->sizes.keeping + 1;
    } else if (items > 1) {
        limits->group = items / 2;
    } else {
        return false;
    }
    return true;
}
