/* SPDX-License-Identifier: Apache-2.0 */
#include "choose.h"
#include "device.h"

#include <inttypes.h>
#include <string.h>

enum {
    /* What a GPU is given unless asked otherwise; docs/measured.md has the sweeps behind them. */
    GPU_GROUP_SIZE = 256,
    GPU_GROUPS_A_UNIT = 8,
    GPU_LOAD_BYTES = 16,
    GPU_LANES = 4,            /* more is slower on H200, and spills with Intel's compiler for pvc */
    GPU_BYTES_IN_FLIGHT = 64, /* by the loads of one item */
    GPU_SECOND_GROUP_SIZE = 512,
    ONE_GROUP_SIZE = 1024,
    /* A CPU: some groups a core, so that a core delayed by others is waited for less. */
    CPU_GROUPS_A_UNIT = 4,
    CPU_LOAD_BYTES = 64,
    CPU_LOADS = 4,
    /* Bounds of what a caller may ask for. */
    LARGEST_VECTOR = 16,
    LARGEST_LOADS = 16,
    LARGEST_GROUP_COUNT = 1 << 20,
};

static bool is_cpu(const clr_device *device)
{
    const uint64_t type = clri_known(device->type, CL_DEVICE_TYPE_GPU);

    return (type & CL_DEVICE_TYPE_CPU) && !(type & CL_DEVICE_TYPE_GPU);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t round_up_divide(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t floor_power_of_two(uint64_t x)
{
    uint64_t power = 1;

    while (power <= x / 2)
        power *= 2;
    return power;
}

static unsigned ceil_log2(uint64_t x)
{
    unsigned log = 0;

    while (log < 64 && (UINT64_C(1) << log) < x)
        log++;
    return log;
}

static bool is_power_of_two_up_to(uint64_t x, uint64_t largest)
{
    return x != 0 && (x & (x - 1)) == 0 && x <= largest;
}

/* ---- strategy ---- */

static clr_status choose_strategy(const clr_device *device, const char *name, clri_choice *choice,
                                  clri_error *error)
{
    if (!name || strcmp(name, "auto") == 0)
        name = device->fence != CLR_FENCE_NONE && !is_cpu(device) ? "ticket" : "two-pass";
    if (!clri_strategy_find(name, &choice->strategy))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "there is no strategy '%.100s': clr_strategy_name() lists them", name);
    if (choice->strategy.load->groups == CLRI_GROUPS_FITTED ||
        (choice->strategy.group && strcmp(choice->strategy.group->name, "sequential") != 0) ||
        (choice->strategy.finish->takes == CLRI_TAKES_ITEM || strcmp(choice->strategy.finish->name, "host") == 0))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "strategy %s is not there yet", name);
    if ((choice->strategy.finish->needs == CLRI_NEEDS_FENCE) && device->fence == CLR_FENCE_NONE)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "strategy %s needs work-groups that see each other's writes (atomics of "
                         "device scope), which %s does not offer: use two-pass",
                         name, device->name);
    if (!(choice->strategy.finish->needs == CLRI_NEEDS_FENCE))
        return CLR_OK;
    choice->fence = device->fence;
    if (choice->fence == CLR_FENCE_C11)
        choice->build_options =
            clri_known(device->opencl_c_latest, 0) >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
    return CLR_OK;
}

/* ---- sizes ---- */

/* Most work-items a group, by all that is known before and after compiling. */
static uint64_t group_limit_of(const clr_device *device, size_t state_size, uint64_t kernel_limit)
{
    uint64_t limit = clri_known(device->max_work_group_size, 1);

    limit = smaller(limit, clri_known(device->max_work_item_sizes[0], limit));
    /* Some local memory is the driver's own on some devices: leave a little. */
    limit = smaller(limit, clri_known(device->local_mem_size, UINT64_MAX) / 10 * 9 / state_size);
    limit = smaller(limit, kernel_limit);
    return limit ? limit : 1;
}

static clr_status choose_group_size(const clr_device *device, const clr_plan_options *options,
                                    uint64_t kernel_limit, clri_choice *choice, clri_error *error)
{
    const size_t state_size = choice->form.state_size;
    const uint64_t device_limit = group_limit_of(device, state_size, UINT64_MAX);
    const uint64_t limit = group_limit_of(device, state_size, kernel_limit);
    const uint64_t wanted = is_cpu(device)                ? 1
                            : (choice->strategy.finish->takes == CLRI_TAKES_ONE) ? ONE_GROUP_SIZE
                                                          : GPU_GROUP_SIZE;

    if (options->group_size > device_limit)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a group size of %" PRIu64 " is more than the %" PRIu64
                         " work-items that %s takes",
                         options->group_size, device_limit, device->name);
    choice->group_size =
        (uint32_t)(options->group_size ? smaller(options->group_size, limit)
                                       : floor_power_of_two(smaller(wanted, limit)));
    choice->second_group_size =
        choice->group_size == 1
            ? 1
            : (uint32_t)floor_power_of_two(smaller(GPU_SECOND_GROUP_SIZE, limit));
    return CLR_OK;
}

/* A register of the device's own on a CPU; few lanes, so that states stay small, on a GPU. */
static uint64_t fitting_vector(const clr_device *device, size_t element_size)
{
    /* Drivers answer in numbers of floats; 0 means no vectors at all. */
    const uint64_t native = clri_known(device->native_vector_width_float, 0) * 4;
    const uint64_t cpu_bytes = native ? smaller(native, CPU_LOAD_BYTES) : GPU_LOAD_BYTES;

    if (is_cpu(device))
        return smaller(floor_power_of_two(cpu_bytes / element_size), LARGEST_VECTOR);
    return smaller(GPU_LOAD_BYTES / element_size, GPU_LANES);
}

static clr_status choose_loads(const clr_device *device, const clr_plan_options *options,
                               size_t element_size, clri_choice *choice, clri_error *error)
{
    uint64_t vector = fitting_vector(device, element_size);
    uint64_t loads = CPU_LOADS;

    if (options->vector_width && !is_power_of_two_up_to(options->vector_width, LARGEST_VECTOR))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a vector width of %" PRIu64 " is none of 1, 2, 4, 8 and 16",
                         options->vector_width);
    if (options->item_loads && !is_power_of_two_up_to(options->item_loads, LARGEST_LOADS))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%" PRIu64 " loads in flight is none of 1, 2, 4, 8 and 16",
                         options->item_loads);
    if (!(choice->strategy.load->loads == 0) && options->item_loads > 1)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "strategy %s has one load in flight, not %" PRIu64, choice->strategy.name,
                         options->item_loads);
    if (options->vector_width)
        vector = options->vector_width;
    if (!is_cpu(device))
        loads = smaller(GPU_BYTES_IN_FLIGHT / (vector * element_size), LARGEST_LOADS);
    if (!(choice->strategy.load->loads == 0))
        loads = 1;
    else if (options->item_loads)
        loads = options->item_loads;
    choice->vector_width = (uint32_t)vector;
    choice->item_loads = (uint32_t)(loads ? loads : 1);
    return CLR_OK;
}

static clr_status choose_group_count(const clr_device *device, const clr_plan_options *options,
                                     clri_choice *choice, clri_error *error)
{
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const uint64_t a_unit = is_cpu(device)
                                ? CPU_GROUPS_A_UNIT
                                : GPU_GROUPS_A_UNIT * (uint64_t)GPU_GROUP_SIZE / choice->group_size;

    if (options->group_count > LARGEST_GROUP_COUNT)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "a group count of %" PRIu64 " is more than %d",
                         options->group_count, LARGEST_GROUP_COUNT);
    if ((choice->strategy.finish->takes == CLRI_TAKES_ONE) && options->group_count > 1)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "strategy %s takes one group, not %" PRIu64,
                         choice->strategy.name, options->group_count);
    if ((choice->strategy.finish->takes == CLRI_TAKES_ONE))
        choice->group_count = 1;
    else if (options->group_count)
        choice->group_count = (uint32_t)options->group_count;
    else
        choice->group_count = (uint32_t)smaller(units * (a_unit ? a_unit : 1), LARGEST_GROUP_COUNT);
    return CLR_OK;
}

clr_status clri_choose(const clr_device *device, const clr_reduction *reduction,
                       const clr_plan_options *options, uint64_t group_limit, clri_choice *choice,
                       clri_error *error)
{
    clr_status status = CLR_OK;
    const char *reason = clri_form_find(reduction->op, reduction->type, reduction->result,
                                        clri_yes(device->fp64), &choice->form);

    if (reason)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s of %s as %s on %s: %s",
                         clr_operator_name(reduction->op), clr_type_name(reduction->type),
                         clr_type_name(reduction->result), device->name, reason);
    choice->op = reduction->op;
    choice->fence = CLR_FENCE_NONE;
    choice->build_options = "";
    choice->contiguous = is_cpu(device);
    CLRI_TRY(choose_strategy(device, options->strategy, choice, error));
    CLRI_TRY(choose_group_size(device, options, group_limit, choice, error));
    CLRI_TRY(choose_loads(device, options, clr_type_size(reduction->type), choice, error));
    CLRI_TRY(choose_group_count(device, options, choice, error));
cleanup:
    return status;
}

/* ---- geometry ---- */

/* Elements that a group folds at a time. */
static uint64_t tile_count(const clri_choice *choice)
{
    return (uint64_t)choice->group_size * choice->vector_width * choice->item_loads;
}

uint32_t clri_groups(const clri_choice *choice, uint64_t count)
{
    const uint64_t tiles = round_up_divide(count, tile_count(choice));

    return (uint32_t)smaller(tiles ? tiles : 1, choice->group_count);
}

uint64_t clri_depth(const clri_choice *choice, uint64_t count)
{
    const uint64_t groups = clri_groups(choice, count);
    const uint64_t items = groups * choice->group_size;
    /* An item's chain over vectors: one step a tile or a vector, whichever the load piece does,
     * then the vectors that fill no tile; then its lanes; then elements outside vectors. */
    const uint64_t vectors = round_up_divide(count, (uint64_t)choice->vector_width * items);
    const uint64_t rest = choice->item_loads + 1;
    const uint64_t lanes = ceil_log2(choice->vector_width);
    const uint64_t edges = round_up_divide(2 * (uint64_t)choice->vector_width, items) + 1;
    const uint64_t group = ceil_log2(choice->group_size);
    /* The groups' states are folded by the second launch's group, or by the one that is last. */
    const uint64_t folders =
        strcmp(choice->strategy.finish->name, "store") == 0 ? choice->second_group_size : choice->group_size;
    const uint64_t second = round_up_divide(groups, folders) + ceil_log2(folders) + 1;

    return vectors + rest + lanes + edges + group + second;
}
