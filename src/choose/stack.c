/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/stack.h"
#include "base/count.h"
#include "device/quirk.h"

/*
 * Bytes of stack for a work-item with one reduction, of one result or of many; "exact" are results
 * that are rounded from integers or digits. Each bound lies above the most that PoCL 3.1 took on
 * x86-64 with AVX-512: 33 and 132 KiB in the first row, 5 and 60 in the second; 0.2 and 6.0 in the
 * third, and 0.5 for many results in the last (docs/history/2026-11-29-stacks.md).
 */
static const struct need {
    bool is_exact;
    bool is_optimised;
    uint32_t of_one, of_many;
} needs[] = {
    {true, false, 40 << 10, 144 << 10},
    {false, false, 8 << 10, 64 << 10},
    {true, true, 1 << 10, 13 << 9},
    {false, true, 1 << 10, 1 << 10},
};

static uint64_t bytes_of(const clri_choice *choice, bool is_optimised)
{
    const clri_pass *pass = &choice->pass;
    const bool is_exact = pass->is_exact || pass->rounds_wide || clri_pass_is_unsure(pass);
    const struct need *need = needs;
    uint64_t bytes;

    while (need->is_exact != is_exact || need->is_optimised != is_optimised)
        need++;
    bytes = choice->carrier->is_many ? need->of_many : need->of_one;
    return bytes + bytes * (pass->outcome_count - 1) / 3; /* six exact reductions took 198 KiB */
}

uint64_t clri_stack_items(const clr_device *device, const clri_choice *choice)
{
    const uint64_t stack = clri_quirk_number(device, CLRI_HABIT_STACK);
    const bool is_optimised = !clri_quirk_number(device, CLRI_HABIT_LEAVES_UNOPTIMISED);

    if (stack == 0)
        return UINT64_MAX;
    /* an eighth is left to the driver's own frames, from which kernels are called */
    return clri_larger(
        1, clri_floor_power_of_two((stack - stack / 8) / bytes_of(choice, is_optimised)));
}
