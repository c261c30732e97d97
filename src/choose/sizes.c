/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/sizes.h"
#include "base/count.h"
#include "choose/geometry.h"
#include "choose/local_memory.h"
#include "choose/stack.h"
#include "choose/tuning.h"
#include "device/device.h"
#include "state/layout.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    /* bounds of the caller's options */
    LARGEST_VECTOR = 16,
    LARGEST_LOADS = 16,
    LARGEST_GROUP_COUNT = 1 << 20,
    /* work-items of a launch fitted to its input: some devices count them in 32 bits */
    FITTED_ITEMS = 1 << 30,
    FITTED_STATES_SIZE = 64 << 20, /* bytes of states that fitted or tuned groups leave */
    /* a traced plan has a log for every item */
    TRACED_ITEMS = 4096,
};

static bool is_power_of_two_up_to(uint64_t x, uint64_t largest)
{
    return x != 0 && (x & (x - 1)) == 0 && x <= largest;
}

/* ---- what suits the device ---- */

bool clri_is_wide(const clr_device *device, const clri_choice *choice)
{
    return choice->pass.is_exact ||
           clri_layout_lane_size(&choice->pass) >
               clri_tuning(device, choice->sizes.tuned, CLRI_MEASURE_WIDE_STATE_SIZE, CLRI_WORK_ANY,
                           choice->input.element_size);
}

/* Whether a vector may be as wide as a load, as its lanes have no states of their own: a single
 * number's state, or byte states that lanes share. */
static bool lanes_share(const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    for (size_t i = 0; i < pass->member_count; i++)
        if (!pass->members[i].form.lanes_share)
            return false;
    return pass->member_count == 1 || choice->input.element_size == 1;
}

/* The kinds of work that the choice is, as a mask: a row of tuning.def is for one kind, and the
 * first row whose kind is among them decides. */
static unsigned work_of(const clr_device *device, const clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;
    const clri_pass *pass = &choice->pass;
    const bool is_ordered = clri_strategy_is_ordered(strategy);
    const struct {
        bool is_so;
        clri_work work;
    } rows[] = {
        {strategy->finish->takes == CLRI_TAKES_ONE, CLRI_WORK_ONE},
        {is_ordered, CLRI_WORK_ORDERED},
        {strategy->load->loads != 0 && !is_ordered, CLRI_WORK_CLASSIC},
        {clri_pass_is_heavy(pass), CLRI_WORK_HEAVY},
        {lanes_share(choice), CLRI_WORK_SHARED},
        {clri_is_wide(device, choice), CLRI_WORK_WIDE},
        {pass->is_exact, CLRI_WORK_EXACT},
        {clri_pass_is_several(pass), CLRI_WORK_SEVERAL},
    };
    unsigned work = CLRI_WORK_ANY;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        work |= rows[i].is_so ? rows[i].work : CLRI_WORK_ANY;
    return work;
}

static uint64_t tuned(const clr_device *device, const clri_choice *choice,
                      clri_tuning_measure measure)
{
    return clri_tuning(device, choice->sizes.tuned, measure, work_of(device, choice),
                       choice->input.element_size);
}

/* ---- groups' size ---- */

/* Most work-items of a group by the device's answers, without local memory. */
static uint64_t device_limit_of(const clr_device *device)
{
    const uint64_t limit = clri_known(device->max_work_group_size, 1);

    return clri_smaller(clri_smaller(limit, clri_known(device->max_work_item_sizes[0], limit)),
                        CLRI_LARGEST_GROUP);
}

/* Most work-items of a group of this choice, as far as can be told before kernels are compiled; and
 * by the limits that compiled ones have reported. */
static uint64_t limit_of(const clr_device *device, const clri_choice *choice,
                         const clri_limits *limits)
{
    return clri_smaller(clri_smaller(device_limit_of(device), clri_stack_items(device, choice)),
                        limits->group);
}

/* Whether groups are best single items: on a CPU, where a core runs a group, and an item alone
 * reads a long run of memory without barriers (alone 1.8 times as fast: tuning.def, CPU
 * GROUP_SIZE). */
static bool likes_to_be_alone(const clr_device *device, const clri_strategy *strategy)
{
    return clri_is_cpu(device) &&
           (strategy->load->on_cpu == CLRI_ON_CPU_ALONE ||
            (strategy->load->on_cpu == CLRI_ON_CPU_BEST && strategy->group->is_best));
}

/* Group none joins nothing: a state for each item is left to the finish, or the group has one
 * item. */
static bool has_no_group(const clri_strategy *strategy)
{
    return strategy->group->folds == CLRI_FOLDS_NOTHING &&
           strategy->finish->takes != CLRI_TAKES_ITEM;
}

/* The group size that suits the device, before its limits. */
static uint64_t fitting_group(const clr_device *device, const clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;

    if (has_no_group(strategy) || likes_to_be_alone(device, strategy))
        return 1;
    return tuned(device, choice, CLRI_MEASURE_GROUP_SIZE);
}

static clr_status check_group_size(const clri_choice *choice, clri_error *error)
{
    const clri_strategy *strategy = &choice->strategy;

    if (has_no_group(strategy) && choice->sizes.group > 1)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "group none leaves a state an item and finish %s takes one a group: use a "
                         "group size of 1, or another group piece",
                         strategy->finish->name);
    if (strategy->finish->kernels == CLRI_KERNELS_AGAIN && choice->sizes.group == 1 &&
        strategy->load->takes_again == 1)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "finish relaunch needs groups of 2 work-items at least, as each launch is "
                         "to leave fewer states than it found: use two-pass");
    return CLR_OK;
}

/* Fails for the local memory of a single item's states. */
static clr_status fail_for_room(const clr_device *device, clri_choice *choice, clri_error *error)
{
    choice->sizes.group = 1;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "strategy %s needs %" PRIu64 " bytes of local memory for states of %zu bytes, "
                     "and %s has %" PRIu64 ", of which a tenth is left to its driver: make a plan "
                     "of fewer reductions, or use two-pass at level fast",
                     choice->strategy.name, clri_local_memory_size_of(choice, 1),
                     clri_layout_state_size(&choice->pass), device->name, device->local_mem_size);
}

/* Checks the caller's group size against the device's limits; compiled kernels may lower it
 * later. */
static clr_status check_wish(const clr_device *device, uint64_t wish, clri_choice *choice,
                             clri_error *error)
{
    const uint64_t limit = device_limit_of(device);
    const uint64_t room = clri_local_memory_free(device);
    uint64_t size, fitting;

    if (wish > limit)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a group size of %" PRIu64 " is more than the %" PRIu64
                         " work-items that %s takes",
                         wish, limit, device->name);
    if (wish == 0)
        return CLR_OK;
    choice->sizes.group = (uint32_t)wish;
    size = clri_local_memory_size_of(choice, wish);
    if (size <= room)
        return CLR_OK;
    choice->sizes.is_cramped = true;
    fitting = clri_local_memory_fit(choice, wish, room);
    if (fitting == 0)
        return fail_for_room(device, choice, error);
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "groups of %" PRIu64 " work-items need %" PRIu64 " bytes of local memory each "
                     "for their states, and %s has %" PRIu64 ", of which a tenth is left to its "
                     "driver: groups of %" PRIu64 " fit",
                     wish, size, device->name, device->local_mem_size, fitting);
}

/* The caller's size, as far as kernels take it, is the group's if local memory has room for it;
 * else the group is the largest power of two that fits. `is_cramped` tells choose.c that local
 * memory alone made groups smaller than they should be: it then tries with less beside the bins,
 * and only the last try's failure is the caller's. */
static clr_status choose_group_size(const clr_device *device, const clr_plan_options *options,
                                    const clri_limits *limits, clri_choice *choice,
                                    clri_error *error)
{
    const uint64_t room = clri_smaller(clri_local_memory_free(device), limits->local);
    const uint64_t limit = limit_of(device, choice, limits);
    const uint64_t wish = options->group_size;
    const uint64_t most = clri_smaller(wish ? wish : fitting_group(device, choice), limit);
    uint64_t size;

    CLRI_OR_RETURN(check_wish(device, wish, choice, error));
    size = clri_local_memory_fit(choice, most, room);
    choice->sizes.least_group = (uint32_t)tuned(device, choice, CLRI_MEASURE_LEAST_GROUP_SIZE);
    choice->sizes.is_cramped =
        size < clri_smaller(clri_floor_power_of_two(most), choice->sizes.least_group);
    if (size == 0)
        return fail_for_room(device, choice, error);
    choice->sizes.group = (uint32_t)most;
    if (!wish || clri_local_memory_size_of(choice, most) > room)
        choice->sizes.group = (uint32_t)size;
    return check_group_size(choice, error);
}

/* ---- lanes and loads ---- */

/* Lanes on a GPU: as wide as a load if lanes share a state, else few, as each has states in
 * registers; with several states still fewer, down to LANES_SIZE bytes. */
static uint64_t gpu_vector(const clr_device *device, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    const uint64_t load = tuned(device, choice, CLRI_MEASURE_LOAD_SIZE);
    const uint64_t most = tuned(device, choice, CLRI_MEASURE_LANES_SIZE);
    uint64_t lanes = clri_smaller(clri_floor_power_of_two(load / choice->input.element_size),
                                  tuned(device, choice, CLRI_MEASURE_LANES));

    while (pass->member_count > 1 && lanes > 1 && lanes * clri_layout_lane_size(pass) > most)
        lanes /= 2;
    return lanes;
}

/* Lanes of the published order on a GPU: a row's vectors are neighbours, and each lane has a
 * state. */
static uint64_t gpu_ordered_vector(const clr_device *device, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    const uint64_t load = tuned(device, choice, CLRI_MEASURE_LOAD_SIZE);
    const uint64_t most = tuned(device, choice, CLRI_MEASURE_LANES_SIZE);
    uint64_t lanes = tuned(device, choice, CLRI_MEASURE_LANES);

    while (lanes > 1 && (lanes * clri_layout_lane_size(pass) > most ||
                         lanes * choice->input.element_size * pass->inputs > load))
        lanes /= 2;
    return lanes;
}

/* Lanes on a CPU: some of its own vector registers, so that additions do not wait for each other;
 * in the published order the elements that an item reads at a time. */
static uint64_t cpu_vector(const clr_device *device, const clri_choice *choice)
{
    const uint64_t lanes = tuned(device, choice, CLRI_MEASURE_LANES);
    /* drivers count in floats; 0 means no vectors */
    const uint64_t native = clri_known(device->native_vector_width_float, 0) * 4;
    const uint64_t size = native
                              ? clri_smaller(native, tuned(device, choice, CLRI_MEASURE_LOAD_SIZE))
                              : tuned(device, choice, CLRI_MEASURE_UNKNOWN_LOAD_SIZE);

    if (clri_strategy_is_ordered(&choice->strategy))
        return lanes;
    return clri_smaller(clri_floor_power_of_two(tuned(device, choice, CLRI_MEASURE_REGISTERS) *
                                                size / choice->input.element_size),
                        lanes);
}

static uint64_t fitting_vector(const clr_device *device, const clri_choice *choice)
{
    if (clri_is_cpu(device))
        return cpu_vector(device, choice);
    return clri_strategy_is_ordered(&choice->strategy) ? gpu_ordered_vector(device, choice)
                                                       : gpu_vector(device, choice);
}

static bool takes_single_elements(const clri_choice *choice)
{
    return choice->pass.custom || choice->strategy.load->elements == CLRI_ELEMENTS_SINGLE;
}

/* Whether groups read results along axes element by element in the published order: masks, index
 * lists and expressions of an index take an element's own number, and lanes of a vector may be
 * elements that lie apart. */
static bool finds_elements(const clri_choice *choice)
{
    return clri_reads_along(choice) && (clri_reads_more(choice) || choice->input.index ||
                                        clri_pass_minds_numbers(&choice->pass));
}

/* Sizes that the caller gives are refused if a piece cannot have them, never changed in silence. */
static clr_status check_loads(const clr_plan_options *options, const clri_choice *choice,
                              clri_error *error)
{
    const clri_strategy *strategy = &choice->strategy;

    if (takes_single_elements(choice) && options->vector_width > 1)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s%s takes elements one by one, not in vectors of %" PRIu64,
                         choice->pass.custom ? "an operator of the caller's own" : "load ",
                         choice->pass.custom ? "" : strategy->load->name, options->vector_width);
    if (options->vector_width && !is_power_of_two_up_to(options->vector_width, LARGEST_VECTOR))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a vector width of %" PRIu64 " is none of 1, 2, 4, 8 and 16",
                         options->vector_width);
    if (options->item_loads && !is_power_of_two_up_to(options->item_loads, LARGEST_LOADS))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%" PRIu64 " loads in flight is none of 1, 2, 4, 8 and 16",
                         options->item_loads);
    if (strategy->load->loads && options->item_loads &&
        options->item_loads != strategy->load->loads)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "load %s of strategy %s has %u loads in flight, not %" PRIu64,
                         strategy->load->name, strategy->name, strategy->load->loads,
                         options->item_loads);
    return CLR_OK;
}

/* Bytes of an element in registers: halves whose products are exact are held as floats. */
static uint64_t held_size(const clri_choice *choice)
{
    const bool is_half = choice->input.element_size < sizeof(cl_float);

    return choice->pass.is_exact && choice->pass.inputs > 1 && is_half ? sizeof(cl_float)
                                                                       : choice->input.element_size;
}

/* Loads of an item: enough to hide the memory's latency, and no more, as each takes registers until
 * it is folded (docs/history/2026-11-21-sizes.md). */
static uint64_t fitting_loads(const clr_device *device, const clri_choice *choice, uint64_t vector)
{
    const uint64_t most = tuned(device, choice, CLRI_MEASURE_LOADS);
    const uint64_t size = vector * held_size(choice) * choice->pass.inputs;

    if (clri_is_cpu(device))
        return most;
    return clri_smaller(tuned(device, choice, CLRI_MEASURE_FLIGHT_SIZE) / size, most);
}

static clr_status choose_loads(const clr_device *device, const clr_plan_options *options,
                               clri_choice *choice, clri_error *error)
{
    const unsigned fixed = choice->strategy.load->loads;
    const bool in_vectors = choice->strategy.load->elements == CLRI_ELEMENTS_VECTORS;
    uint64_t vector = in_vectors ? fitting_vector(device, choice) : 1;
    uint64_t loads;

    CLRI_OR_RETURN(check_loads(options, choice, error));
    if (options->vector_width)
        vector = options->vector_width;
    if (takes_single_elements(choice) || finds_elements(choice))
        vector = 1;
    loads = fitting_loads(device, choice, vector);
    if (fixed)
        loads = fixed;
    else if (options->item_loads)
        loads = options->item_loads;
    choice->sizes.vector_width = (uint32_t)vector;
    choice->sizes.item_loads = (uint32_t)(loads ? loads : 1);
    return CLR_OK;
}

/* ---- groups' number ---- */

/* The most groups whose states take no more than FITTED_STATES_SIZE. */
static uint64_t states_most(const clri_choice *choice)
{
    const uint64_t most = FITTED_STATES_SIZE / clri_layout_saved_size(&choice->pass);

    return most ? most : 1;
}

/*
 * Whether work-items have one element in flight, not several vectors: then a unit needs twice the
 * groups. On an H200 grid-stride adds up 2^28 f32 in 437 us, with half the groups in 802 us.
 */
static bool has_one_in_flight(const clri_choice *choice)
{
    return choice->strategy.load->elements == CLRI_ELEMENTS_ONES && !choice->pass.is_exact;
}

/* Groups that a compute unit has at once. */
static uint64_t groups_a_unit(const clr_device *device, const clri_choice *choice)
{
    const uint64_t at_once = tuned(device, choice, CLRI_MEASURE_ITEMS_A_UNIT);

    if (clri_is_cpu(device))
        return at_once;
    return (has_one_in_flight(choice) ? 2 * at_once : at_once) / choice->sizes.group;
}

/* The most groups of a launch: as many as keep the device busy. Launches that are fitted to their
 * input (CLRI_GROUPS_FITTED) have as many as items and states allow, and a longer input is cut into
 * parts. A tuning file may ask for many more groups, whose states have to fit memory, too. */
static uint64_t fitting_group_count(const clr_device *device, const clri_choice *choice)
{
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const uint64_t a_unit = groups_a_unit(device, choice);

    if (choice->strategy.finish->takes == CLRI_TAKES_ONE)
        return 1;
    if (choice->strategy.load->groups == CLRI_GROUPS_FITTED)
        return clri_smaller(clri_smaller(LARGEST_GROUP_COUNT, states_most(choice)),
                            FITTED_ITEMS / choice->sizes.group);
    if (choice->sizes.tuned)
        return clri_smaller(units * (a_unit ? a_unit : 1),
                            clri_smaller(LARGEST_GROUP_COUNT, states_most(choice)));
    return clri_smaller(units * (a_unit ? a_unit : 1), LARGEST_GROUP_COUNT);
}

static clr_status choose_group_count(const clr_device *device, const clr_plan_options *options,
                                     clri_choice *choice, clri_error *error)
{
    uint64_t count = fitting_group_count(device, choice);

    if (options->group_count > LARGEST_GROUP_COUNT)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "a group count of %" PRIu64 " is more than %d",
                         options->group_count, LARGEST_GROUP_COUNT);
    if (choice->strategy.finish->takes == CLRI_TAKES_ONE && options->group_count > 1)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "strategy %s takes one group, not %" PRIu64,
                         choice->strategy.name, options->group_count);
    if (options->group_count)
        count = options->group_count;
    if (choice->code.is_traced) {
        const uint64_t most = TRACED_ITEMS / choice->sizes.group;

        count = clri_smaller(count, most ? most : 1);
    }
    choice->sizes.group_count = (uint32_t)count;
    if (!options->group_count && !choice->code.is_traced &&
        choice->strategy.load->groups != CLRI_GROUPS_FITTED)
        choice->sizes.least_tiles = tuned(device, choice, CLRI_MEASURE_GROUP_LEAST) /
                                    (clri_tile_count(choice) * choice->input.element_size);
    return CLR_OK;
}

/* Most partials of a result, for the longest whose elements, or index list, fit the device's
 * memory; at least group_count. Bins bound how much one group takes, so a result as large as all
 * memory needs so many groups, and scratch memory has to hold their states. */
static uint32_t row_states(const clr_device *device, const clri_choice *choice)
{
    const uint64_t size = choice->input.index ? clri_smaller(clr_type_size(choice->input.index),
                                                             choice->input.element_size)
                                              : choice->input.element_size;
    const uint64_t longest = clri_known(device->global_mem_size, 0) / size;
    const uint64_t states =
        clri_smaller(longest / clri_group_capacity(choice) + 1, states_most(choice));

    return (uint32_t)(states > choice->sizes.group_count ? states : choice->sizes.group_count);
}

/* The group that folds the groups' states: a power of two, and less than twice their number unless
 * the published order fixes it. */
static void choose_second_group(const clr_device *device, const clri_limits *limits,
                                clri_choice *choice)
{
    const uint64_t room = clri_smaller(clri_local_memory_free(device), limits->local);
    const uint64_t limit = limit_of(device, choice, limits);
    const bool is_ordered = clri_strategy_is_ordered(&choice->strategy);
    /* the published order has a fixed number of chains, for any number of groups */
    uint64_t size = clri_floor_power_of_two(clri_smaller(
        is_ordered ? CLRI_CHAINS : tuned(device, choice, CLRI_MEASURE_SECOND_GROUP_SIZE), limit));

    while (size > 1 && clri_local_memory_size_of(choice, size) > room)
        size /= 2;
    while (!is_ordered && size / 2 >= choice->sizes.group_count)
        size /= 2;
    if (choice->sizes.group == 1 || choice->strategy.group->folds == CLRI_FOLDS_NOTHING)
        size = 1; /* it uses the same group piece */
    choice->sizes.second_group = (uint32_t)(size ? size : 1);
}

/* ---- all sizes ---- */

/* Adds the tuning file's rows that apply to the reasons, as far as there is room. */
static void explain_tuned(clri_choice *choice)
{
    size_t used = 0;

    choice->sizes.by_file[0] = '\0';
    for (int measure = 0; measure < CLRI_MEASURE_COUNT; measure++) {
        const clri_tuned_row *row =
            clri_tuned_find(choice->sizes.tuned, (clri_tuning_measure)measure, choice->sizes.work,
                            choice->input.element_size);
        char *end = choice->sizes.by_file + used;
        const size_t room = sizeof choice->sizes.by_file - used;
        int size;

        if (!row)
            continue;
        size = snprintf(end, room, "%s%s %u", used ? ", " : "", clri_measure_name(row->measure),
                        row->value);
        if ((size_t)size >= room) {
            *end = '\0';
            break;
        }
        used += (size_t)size;
    }
    if (used)
        clri_explain(choice, " By the tuning file: %s.", choice->sizes.by_file);
}

static void explain_sizes(const clr_device *device, const clr_plan_options *options,
                          clri_choice *choice)
{
    const uint64_t units = clri_known(device->max_compute_units, 1);

    if (choice->sizes.group == 1)
        clri_explain(choice, "; groups of one item, which reads a long run of memory by itself");
    else
        clri_explain(choice, "; groups of %u work-items%s", choice->sizes.group,
                     options->group_size == choice->sizes.group ? ", as asked for"
                     : options->group_size ? ", fewer than asked for, as the kernel takes no more"
                                           : "");
    if (choice->strategy.load->groups == CLRI_GROUPS_FITTED)
        clri_explain(choice, ", as many as the input fills");
    else if (choice->sizes.group_count > 1)
        clri_explain(choice, ", at most %u, which is %.3g on each of %" PRIu64 " compute units",
                     choice->sizes.group_count, (double)choice->sizes.group_count / (double)units,
                     units);
    clri_explain(choice, "; %u load%s of %u element%s in flight an item.", choice->sizes.item_loads,
                 choice->sizes.item_loads == 1 ? "" : "s", choice->sizes.vector_width,
                 choice->sizes.vector_width == 1 ? "" : "s");
    explain_tuned(choice);
}

clr_status clri_sizes_find(const clr_device *device, const clr_plan_options *options,
                           const clri_limits *limits, clri_choice *choice, clri_error *error)
{
    choice->sizes.work = clri_work_class(work_of(device, choice));
    CLRI_OR_RETURN(choose_loads(device, options, choice, error));
    CLRI_OR_RETURN(choose_group_size(device, options, limits, choice, error));
    CLRI_OR_RETURN(choose_group_count(device, options, choice, error));
    choice->sizes.row_states = row_states(device, choice);
    choose_second_group(device, limits, choice);
    explain_sizes(device, options, choice);
    return CLR_OK;
}
