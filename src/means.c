/* SPDX-License-Identifier: Apache-2.0 */
#include "means.h"
#include "device.h"

#include <string.h>

static const char *const fences[] = {
    [CLR_FENCE_C11] = "c11",
    [CLR_FENCE_NVIDIA] = "nvidia",
};

static const struct {
    const char *file;
    const char *extension;
    const char *function;
    bool needs_c20;
} shuffles[] = {
    [CLR_SHUFFLE_KHR] = {"sub_group", NULL, "sub_group_shuffle", true},
    [CLR_SHUFFLE_INTEL] = {"sub_group", "cl_intel_subgroups", "intel_sub_group_shuffle", false},
    [CLR_SHUFFLE_AMD] = {"amd", NULL, NULL, false},
    [CLR_SHUFFLE_NVIDIA] = {"nvidia", NULL, NULL, false},
};

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

/* ---- groups ---- */

static clr_status find_shuffle(const clr_device *device, clri_means *means, clri_error *error)
{
    const uint64_t shuffle = clri_known(device->shuffle, CLR_SHUFFLE_NONE);

    if (shuffle == CLR_SHUFFLE_NONE)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no sub-group shuffles, which group shuffle needs: use sequential",
                         device->name);
    means->shuffle = shuffles[shuffle].file;
    means->shuffle_extension = shuffles[shuffle].extension;
    means->shuffle_function = shuffles[shuffle].function;
    means->needs_c20 |= shuffles[shuffle].needs_c20;
    return CLR_OK;
}

static clr_status find_collective(const clr_device *device, const clri_form *form, clr_operator op,
                                  clri_means *means, clri_error *error)
{
    if (!clri_yes(device->collectives))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no work_group_reduce functions, which group builtin needs: use "
                         "sequential",
                         device->name);
    means->collect = clri_operator_of(op)->collective;
    if (!means->collect || !form->machine)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "OpenCL has no work_group_reduce function for %s folded as %s: use "
                         "sequential",
                         clr_operator_name(op), form->accumulator);
    means->needs_c20 = true;
    return CLR_OK;
}

static clr_status find_group(const clr_device *device, const clri_strategy *strategy,
                             const clri_form *form, clr_operator op, clri_means *means,
                             clri_error *error)
{
    if (strategy->group->needs == CLRI_NEEDS_SHUFFLES)
        return find_shuffle(device, means, error);
    if (strategy->group->needs == CLRI_NEEDS_COLLECTIVES)
        return find_collective(device, form, op, means, error);
    if (is(strategy->group->name, "unroll-last"))
        means->step = device->shuffle == CLR_SHUFFLE_NVIDIA ? "nvidia" : "barrier";
    return CLR_OK;
}

const clri_group *clri_means_best_group(const clr_device *device)
{
    (void)device; /* docs/measured.md: shuffles gain nothing where loads are what takes the time */
    return clri_group_named("sequential");
}

/* ---- finishes ---- */

static clr_status find_fence(const clr_device *device, clri_means *means, clri_error *error)
{
    const uint64_t fence = clri_known(device->fence, CLR_FENCE_NONE);

    if (fence == CLR_FENCE_NONE)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "finish ticket needs work-groups that see each other's writes (atomics of "
                         "device scope), which %s does not offer: use two-pass",
                         device->name);
    means->fence = fences[fence];
    means->needs_c20 |= fence == CLR_FENCE_C11;
    return CLR_OK;
}

/* An atomic that adds to an f64; false: there is none, and compare-and-swap will have to do. */
static bool find_atomic_add(const clr_device *device, clri_means *means)
{
    switch (device->atomic_add_f64) {
    case CLR_ATOMIC_ADD_C11:
        means->cell = "c11";
        means->needs_c20 = true;
        return true;
    case CLR_ATOMIC_ADD_NVIDIA:
        means->cell = "nvidia";
        return true;
    default:
        return false;
    }
}

/* OpenCL's own atomic for a number of the device's; false: there is none. */
static bool find_atomic(const clr_device *device, const clri_form *form, clr_operator op,
                        clri_means *means)
{
    const clri_operator *row = clri_operator_of(op);
    const bool is_long = form->state_size == 8;

    if (!form->machine)
        return false;
    if (is(form->machine, "double"))
        return row->kind == CLRI_ADDITIVE && find_atomic_add(device, means);
    means->atomic = is_long ? row->atomic_64 : row->atomic_32;
    if (!means->atomic ||
        (is_long && row->kind == CLRI_ORDERED && !clri_yes(device->int64_extended_atomics)))
        return false;
    means->cell = "builtin";
    return true;
}

static clr_status find_cell(const clr_device *device, const clri_strategy *strategy,
                            const clri_form *form, clr_operator op, clri_means *means,
                            clri_error *error)
{
    if (!strategy->finish->is_sound) {
        means->cell = "unguarded";
        return CLR_OK;
    }
    if (form->state_size == 8 && !clri_yes(device->int64_base_atomics))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no 64-bit atomics, which finish atomic needs for states of %s: "
                         "use two-pass",
                         device->name, form->accumulator);
    if (!find_atomic(device, form, op, means)) {
        means->atomic = form->state_size == 8 ? "atom_cmpxchg" : "atomic_cmpxchg";
        means->cell = "swap";
    }
    return CLR_OK;
}

clr_status clri_means_find(const clr_device *device, const clri_strategy *strategy,
                           const clri_form *form, clr_operator op, clri_means *means,
                           clri_error *error)
{
    clr_status status = CLR_OK;

    *means = (clri_means){0};
    CLRI_TRY(find_group(device, strategy, form, op, means, error));
    if (strategy->finish->needs == CLRI_NEEDS_FENCE)
        CLRI_TRY(find_fence(device, means, error));
    if (strategy->finish->kernels == CLRI_KERNELS_CELL)
        CLRI_TRY(find_cell(device, strategy, form, op, means, error));
cleanup:
    return status;
}
