/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/capability.h"
#include "device/device.h"
#include "device/quirk.h"

#include <string.h>

static const struct {
    const char *file;
    bool by_words; /* states pass between groups in words, by atomics */
    bool needs_c20;
    const char *words;
} fences[] = {
    [CLR_FENCE_NONE] = {NULL, false, false, "none"},
    [CLR_FENCE_C11] = {"c11", false, true, "device-scope atomics"},
    [CLR_FENCE_NVIDIA] = {"nvidia", false, false, "PTX membar.gl"},
    [CLR_FENCE_ATOMIC] = {"atomic", true, false, "device-scope atomics"},
};

static const struct {
    const char *file;
    const char *extension;
    const char *function;
    bool needs_c20;
    const char *step; /* file in cl/step: a wave's items wait for each other only */
} shuffles[] = {
    [CLR_SHUFFLE_NONE] = {NULL, NULL, NULL, false, NULL},
    [CLR_SHUFFLE_KHR] = {"sub_group", NULL, "sub_group_shuffle", true, NULL},
    [CLR_SHUFFLE_INTEL] = {"sub_group", "cl_intel_subgroups", "intel_sub_group_shuffle", false,
                           NULL},
    [CLR_SHUFFLE_AMD] = {"amd", NULL, NULL, false, NULL},
    [CLR_SHUFFLE_NVIDIA] = {"nvidia", NULL, NULL, false, "nvidia"},
};

/* ---- groups ---- */

clri_capability clri_capability_shuffle(const clr_device *device)
{
    const uint64_t shuffle = clri_known(device->shuffle, CLR_SHUFFLE_NONE);

    return (clri_capability){
        .shuffle = shuffles[shuffle].file,
        .shuffle_extension = shuffles[shuffle].extension,
        .shuffle_function = shuffles[shuffle].function,
        .needs_c20 = shuffles[shuffle].needs_c20,
    };
}

const char *clri_capability_step(const clr_device *device)
{
    return shuffles[clri_known(device->shuffle, CLR_SHUFFLE_NONE)].step;
}

/* Finds the device's own shuffles, else emulated ones. */
static void find_shuffle(const clr_device *device, clri_capability *capability)
{
    *capability = clri_capability_shuffle(device);
    if (capability->shuffle)
        return;
    capability->shuffle = "local";
    capability->emulates_shuffle = true;
}

static clr_status find_collective(const clr_device *device, const clri_pass *pass,
                                  clri_capability *capability, clri_error *error)
{
    const clri_state_form *form;

    if (!clri_yes(device->collectives))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no work_group_reduce functions, which group builtin needs: use "
                         "sequential",
                         device->name);
    form = clri_pass_number(pass);
    capability->collect = form ? clri_fold_of(form->fold)->collective : NULL;
    if (!capability->collect)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "OpenCL has no work_group_reduce function for %s folded as %s: use "
                         "sequential",
                         clr_operator_name(pass->outcomes[0].op),
                         pass->members[0].form.accumulator);
    capability->needs_c20 = true;
    return CLR_OK;
}

static clr_status find_group(const clr_device *device, const clri_strategy *strategy,
                             const clri_pass *pass, clri_capability *capability, clri_error *error)
{
    if (strategy->group->needs == CLRI_NEEDS_SHUFFLES)
        find_shuffle(device, capability);
    if (strategy->group->needs == CLRI_NEEDS_COLLECTIVES)
        return find_collective(device, pass, capability, error);
    if (strategy->group->has_steps)
        capability->step = clri_capability_step(device) ? clri_capability_step(device) : "barrier";
    return CLR_OK;
}

/* Whether the device meets the need; a group piece may have further conditions on states. */
static bool is_met(clri_need need, const void *user)
{
    const clr_device *device = user;

    if (need == CLRI_NEEDS_SHUFFLES)
        return clri_known(device->shuffle, CLR_SHUFFLE_NONE) != CLR_SHUFFLE_NONE;
    return need == CLRI_NEEDS_NOTHING ||
           (need == CLRI_NEEDS_COLLECTIVES && clri_yes(device->collectives));
}

const clri_group *clri_capability_best_group(const clr_device *device)
{
    return clri_group_best(is_met, device);
}

/* ---- loads ---- */

/* Rows of the published order are read faster through the cache: docs/history/2026-11-22-levels.md,
 * "What moved the figures". */
static void find_read(const clr_device *device, const clri_strategy *strategy,
                      clri_capability *capability)
{
    if (clri_quirk_number(device, CLRI_HABIT_LOADS_PAST_CACHE) && strategy->load->goes_past_cache)
        capability->read = "nvidia";
}

/*
 * Kernels that take results in turn fold each result in a loop, before which NVIDIA's compiler
 * computes all that follows from an item's number, in registers that it holds to the end: it is
 * asked anew for each result (cl/item/nvidia.cl; docs/history/2026-11-25-registers-and-giants.md,
 * 80 registers to 64).
 */
static void find_item(const clr_device *device, const clri_strategy *strategy,
                      clri_capability *capability)
{
    if (clri_quirk_number(device, CLRI_HABIT_COMPUTES_AHEAD) && strategy->finish->is_of_rows)
        capability->item = "nvidia";
}

/* ---- finishes ---- */

const char *clri_capability_fence_words(const clr_device *device)
{
    return fences[clri_known(device->fence, CLR_FENCE_NONE)].words;
}

bool clri_capability_by_words(const clr_device *device)
{
    return fences[clri_known(device->fence, CLR_FENCE_NONE)].by_words;
}

static clr_status find_fence(const clr_device *device, const clri_strategy *strategy,
                             clri_capability *capability, clri_error *error)
{
    const uint64_t fence = clri_known(device->fence, CLR_FENCE_NONE);

    if (fence == CLR_FENCE_NONE)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "finish ticket needs work-groups that see each other's writes (atomics of "
                         "device scope), which %s does not offer: use two-pass",
                         device->name);
    if (fences[fence].by_words && strategy->finish->is_of_rows)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "groups on %s pass on states in words, which finish %s has no room for: "
                         "use auto",
                         device->name, strategy->finish->name);
    capability->fence = fences[fence].file;
    capability->by_words = fences[fence].by_words;
    capability->needs_c20 |= fences[fence].needs_c20;
    return CLR_OK;
}

/* Finds an atomic add of f64 or f32; false: the device reports none, and compare-and-swap
 * serves. */
static bool find_atomic_add(const clr_device *device, const clri_state_form *form,
                            clri_capability *capability)
{
    switch (device->atomic_add_f64) {
    case CLR_ATOMIC_ADD_C11:
        if (form->in_f32)
            return false;
        capability->cell = "c11";
        capability->needs_c20 = true;
        return true;
    case CLR_ATOMIC_ADD_NVIDIA:
        capability->cell = "nvidia";
        return true;
    default:
        return false;
    }
}

/* Finds OpenCL's own atomic for a number of 32 or 64 bits; false: there is none. */
static bool find_atomic(const clr_device *device, const clri_state_form *form,
                        clri_capability *capability)
{
    const clri_fold_row *row = clri_fold_of(form->fold);
    const bool is_long = form->size == 8;

    if (!form->machine)
        return false;
    if (strcmp(form->machine, "double") == 0 || form->in_f32)
        return form->fold == CLRI_FOLD_ADD && find_atomic_add(device, form, capability);
    capability->atomic = is_long ? row->atomic_64 : row->atomic_32;
    if (!capability->atomic ||
        (is_long && form->fold != CLRI_FOLD_ADD && !clri_yes(device->int64_extended_atomics)))
        return false;
    capability->cell = "builtin";
    return true;
}

/* Why no atomic can fold the pass's state, which has to be a word of 32 or 64 bits; NULL: an atomic
 * can. */
static const char *not_one_word(const clri_pass *pass)
{
    const size_t size = pass->members[0].form.size;

    if (pass->member_count > 1)
        return "there are several states, and finish atomic has one cell: use two-pass";
    if (pass->custom)
        return "finish atomic knows numbers, and the operator's state is the caller's own: use "
               "two-pass";
    return size > 8 ? "the state is larger than what atomics take, 8 bytes: use two-pass" : NULL;
}

static clr_status find_cell(const clr_device *device, const clri_strategy *strategy,
                            const clri_pass *pass, clr_atomics atomics, clri_capability *capability,
                            clri_error *error)
{
    const clri_state_form *form = &pass->members[0].form;
    const bool is_long = form->size == 8;

    if (!strategy->finish->is_sound) {
        capability->cell = "unguarded";
        return CLR_OK;
    }
    if (not_one_word(pass))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s", not_one_word(pass));
    if (is_long && !clri_yes(device->int64_base_atomics))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no 64-bit atomics, which finish atomic needs for states of %s: "
                         "use two-pass",
                         device->name, form->accumulator);
    if (atomics != CLR_ATOMICS_SWAP && find_atomic(device, form, capability))
        return CLR_OK;
    if (atomics == CLR_ATOMICS_NATIVE)
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "%s has no atomic of its own for %s folded as %s: leave open by which atomics "
            "states are merged, or choose compare-and-swap",
            device->name, clr_operator_name(pass->outcomes[0].op), form->accumulator);
    capability->atomic = is_long ? "atom_cmpxchg" : "atomic_cmpxchg";
    capability->cell = "swap";
    capability->swaps = true;
    return CLR_OK;
}

clr_status clri_capability_find(const clr_device *device, const clri_strategy *strategy,
                                const clri_pass *pass, clr_atomics atomics,
                                clri_capability *capability, clri_error *error)
{
    *capability = (clri_capability){0};
    CLRI_OR_RETURN(find_group(device, strategy, pass, capability, error));
    find_read(device, strategy, capability);
    find_item(device, strategy, capability);
    if (strategy->finish->needs == CLRI_NEEDS_FENCE)
        CLRI_OR_RETURN(find_fence(device, strategy, capability, error));
    if (strategy->finish->kernels == CLRI_KERNELS_CELL)
        CLRI_OR_RETURN(find_cell(device, strategy, pass, atomics, capability, error));
    return CLR_OK;
}

const char *clri_capability_build_options(const clr_device *device,
                                          const clri_capability *capability)
{
    return clri_device_language(device, capability->needs_c20);
}
