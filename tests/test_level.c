/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The level that a reduction is held to unasked, which is read off rows, is the best that can be
 * chosen: over operators, types, strategies, devices and results, alone and several at once. What
 * is best is found here by trying.
 */
#include "choose/accuracy.h"
#include "made_up.h"
#include "operators.h"
#include "sample.h"

#include <stdio.h>
#include <string.h>

/* ---- the best level, by trial ---- */

static bool is_open_to(const clri_request *request, size_t index, clr_accuracy level)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clr_type type = clri_request_value(request, index);

    return reduction->accuracy == CLR_ACCURACY_DEFAULT && reduction->op != CLR_OPERATOR_CUSTOM &&
           clri_operator_accuracy(reduction->op, type, CLR_ACCURACY_DEFAULT) != level &&
           clri_operator_accuracy(reduction->op, type, level) == level;
}

/* Wishes that are wrong at any level are refused at the best. */
static bool can_be_chosen(const clr_device *device, const clr_plan_options *options,
                          const clri_request *request)
{
    clri_choice choice;
    clri_error error = {0};
    const clr_status status = clri_choose(device, request, options, NULL, &choice, &error);

    clri_error_clear(&error);
    return status == CLR_OK || status == CLR_ERROR_ARGUMENT;
}

static void set_level(clr_accuracy level, uint32_t mask, clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (mask >> i & 1)
            request->reductions[i].accuracy = level;
}

static bool try_level(clr_accuracy level, uint32_t mask, const clr_device *device,
                      const clr_plan_options *options, clri_request *request)
{
    set_level(level, mask, request);
    if (can_be_chosen(device, options, request))
        return true;
    set_level(CLR_ACCURACY_DEFAULT, mask, request);
    return false;
}

/* Those that alone can be chosen at this level only. */
static uint32_t resting_on(clr_accuracy level, uint32_t mask, const clr_device *device,
                           const clr_plan_options *options, const clri_request *request)
{
    uint32_t resting = 0;

    for (size_t i = 0; i < request->count; i++) {
        clri_request alone = *request;

        alone.reductions[0] = request->reductions[i];
        alone.maps[0] = request->maps[i];
        alone.count = 1;
        if (mask >> i & 1 && !can_be_chosen(device, options, &alone) &&
            try_level(level, 1, device, options, &alone))
            resting |= UINT32_C(1) << i;
    }
    return resting;
}

static void settle_by_trial(clr_accuracy level, const clr_device *device,
                            const clr_plan_options *options, clri_request *request)
{
    uint32_t open = 0;

    for (size_t i = 0; i < request->count; i++)
        if (is_open_to(request, i, level))
            open |= UINT32_C(1) << i;
    if (!open || try_level(level, open, device, options, request))
        return;
    if (!can_be_chosen(device, options, request))
        try_level(level, resting_on(level, open, device, options, request), device, options,
                  request);
    for (size_t i = 0; i < request->count; i++)
        if (is_open_to(request, i, level))
            try_level(level, UINT32_C(1) << i, device, options, request);
}

/* ---- comparing ---- */

struct tally {
    unsigned exact, reproducible, other, refused;
};

static void fail_of(const clr_device *device, const clr_plan_options *options,
                    const clr_reduction *reductions, size_t count, const char *expected,
                    const char *got)
{
    char text[1024];
    int used = 0;

    for (size_t i = 0; i < count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, " %s(%s%s%s) as %s at %s",
                         clr_operator_name(reductions[i].op), clr_type_name(reductions[i].type),
                         reductions[i].map ? " " : "", reductions[i].map ? reductions[i].map : "",
                         reductions[i].result ? clr_type_name(reductions[i].result) : "default",
                         reductions[i].accuracy ? clr_accuracy_name(reductions[i].accuracy)
                                                : "default");
    fail_msg("%s, strategy %s, trace %d, group size %d:%s: by trial %s, by rows %s", device->name,
             options->strategy ? options->strategy : "auto", options->trace,
             (int)options->group_size, text, expected, got);
}

/* What comes of a settled request, in words. */
static clr_status outcome_of(const clr_device *device, const clr_plan_options *options,
                             const clri_request *request, char text[512])
{
    static clri_choice choice;
    clri_error error = {0};
    const clr_status status = clri_choose(device, request, options, NULL, &choice, &error);
    int used = 0;

    if (status != CLR_OK)
        snprintf(text, 512, "%.500s", error.message);
    for (size_t i = 0; status == CLR_OK && i < request->count; i++)
        used += snprintf(text + used, 512 - (size_t)used, " %s",
                         clr_accuracy_name(choice.pass.outcomes[i].accuracy));
    clri_error_clear(&error);
    return status;
}

static void compare(const clr_device *device, const clr_plan_options *options,
                    const clr_reduction *reductions, size_t count, struct tally *tally)
{
    clri_request by_trial, by_rows;
    clri_error error = {0};
    char expected[512], got[512];
    clr_status status;

    if (clri_request_read(reductions, count, &by_rows, &error) != CLR_OK) {
        clri_request_free(&by_rows);
        clri_error_clear(&error);
        return;
    }
    by_trial = by_rows; /* which owns the maps */
    settle_by_trial(CLR_ACCURACY_EXACT, device, options, &by_trial);
    settle_by_trial(CLR_ACCURACY_REPRODUCIBLE, device, options, &by_trial);
    clri_accuracy_settle(device, options, &by_rows);
    status = outcome_of(device, options, &by_trial, expected);
    /* What no level is possible for is refused either way, if not for the same one of two reasons.
     */
    if (outcome_of(device, options, &by_rows, got) != status ||
        (status == CLR_OK && strcmp(expected, got) != 0))
        fail_of(device, options, reductions, count, expected, got);
    for (size_t i = 0; i < count; i++) {
        const clr_accuracy level = by_rows.reductions[i].accuracy;

        if (status == CLR_OK && level != by_trial.reductions[i].accuracy)
            fail_of(device, options, reductions, count, "another level", "this one");
        tally->refused += status != CLR_OK;
        tally->exact += status == CLR_OK && level == CLR_ACCURACY_EXACT;
        tally->reproducible += status == CLR_OK && level == CLR_ACCURACY_REPRODUCIBLE;
        tally->other +=
            status == CLR_OK && level != CLR_ACCURACY_EXACT && level != CLR_ACCURACY_REPRODUCIBLE;
    }
    clri_request_free(&by_rows);
}

/* ---- the product ---- */

static clr_device named(clr_device device, const char *name)
{
    snprintf(device.name, sizeof device.name, "%s", name);
    return device;
}

enum { DEVICES = 10 };

static void make_devices(clr_device devices[DEVICES])
{
    static const uint64_t memories[] = {64, 300, 700, 1500};

    devices[0] = named(gpu_make(), "gpu");
    devices[1] = named(bare_gpu_make(), "bare gpu");
    devices[2] = named(cpu_make(), "cpu");
    devices[3] = named(mute_make(), "mute");
    devices[4] = named(gpu_make(), "gpu without fp64");
    devices[4].fp64 = 0;
    devices[5] = named(gpu_make(), "gpu without IEEE 754's fp64");
    devices[5].fp64_is_ieee = 0;
    for (size_t i = 0; i < COUNT(memories); i++) {
        devices[6 + i] = named(i == 1 ? cpu_make() : gpu_make(), "of little local memory");
        devices[6 + i].local_mem_size = memories[i];
    }
}

static void report(const struct tally *tally)
{
    print_message("%u exact, %u reproducible, %u others, %u refused\n", tally->exact,
                  tally->reproducible, tally->other, tally->refused);
    assert_in_range(tally->exact, 1000, UINT32_MAX);
    assert_in_range(tally->reproducible, 100, UINT32_MAX);
    assert_in_range(tally->other, 1000, UINT32_MAX);
}

/* An operator on a type, by every strategy on every device. */
static void compare_everywhere(const clr_device devices[DEVICES], const clr_reduction *reductions,
                               size_t count, struct tally *tally)
{
    clr_plan_options options = {.size = sizeof options, .unsound = 1};

    for (size_t d = 0; d < DEVICES; d++)
        for (size_t s = 0; clr_strategy_name(s); s++) {
            options.strategy = clr_strategy_name(s);
            options.trace = 0;
            compare(&devices[d], &options, reductions, count, tally);
            if (d > 2)
                continue;
            options.trace = 1;
            compare(&devices[d], &options, reductions, count, tally);
        }
}

TEST(alone)
{
    static const clr_type results[] = {CLR_TYPE_DEFAULT, CLR_TYPE_F16, CLR_TYPE_F64};
    clr_device devices[DEVICES];
    struct tally tally = {0};

    make_devices(devices);
    for (int op = 1; clr_operator_name((clr_operator)op); op++)
        for (int type = 1; clr_type_name((clr_type)type); type++)
            for (size_t r = 0; r < COUNT(results); r++) {
                clr_reduction reduction = CLR_REDUCTION((clr_operator)op, (clr_type)type);

                reduction.result = results[r];
                if (!is_left_out((size_t)(op + type) + r))
                    compare_everywhere(devices, &reduction, 1, &tally);
            }
    report(&tally);
}

TEST(with_wishes)
{
    static const clr_plan_options wishes[] = {
        {.group_size = 1},
        {.group_size = 64},
        {.group_size = 1024},
        {.group_size = 4096},
        {.item_loads = 4},
        {.vector_width = 3},
        {.group_count = 2},
        {.strategy = "no such strategy"},
        {.strategy = "stride/builtin/store"},
        {.strategy = "run/interleaved/store", .vector_width = 4},
        {.strategy = "one/sequential/relaunch", .group_size = 1},
        {.strategy = "tile/none/ticket", .group_size = 64},
        {.strategy = "tile/pairs/store"},
        {.strategy = "race"}, /* which is not allowed */
        {.local = CLR_LOCAL_DYNAMIC},
    };
    static const clr_operator ops[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_VAR, CLR_OPERATOR_PROD,
                                       CLR_OPERATOR_MEAN};
    clr_device devices[DEVICES];
    struct tally tally = {0};

    make_devices(devices);
    for (size_t w = 0; w < COUNT(wishes); w++)
        for (size_t op = 0; op < COUNT(ops); op++)
            for (int type = 1; clr_type_name((clr_type)type); type++)
                for (size_t d = 0; d < 6; d++) {
                    const clr_reduction reduction = CLR_REDUCTION(ops[op], (clr_type)type);
                    clr_plan_options options = wishes[w];

                    options.size = sizeof options;
                    if (!is_left_out(w + op + (size_t)type + d))
                        compare(&devices[d], &options, &reduction, 1, &tally);
                }
    assert_in_range(tally.exact, 100, UINT32_MAX);
}

/* Sets of up to four, drawn by a fixed rule: levels asked for and left open, maps, results. */
TEST(in_company)
{
    static const char *const maps[] = {NULL, NULL, NULL, "x * 2", "x * 3", "f64(x) + 1"};
    static const clr_type results[] = {0, 0, 0, CLR_TYPE_F16, CLR_TYPE_F64};
    static const clr_accuracy levels[] = {
        0, 0, 0, 0, 0, CLR_ACCURACY_EXACT, CLR_ACCURACY_FAST, CLR_ACCURACY_REPRODUCIBLE};
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_F16, CLR_TYPE_I32};
    clr_device devices[DEVICES];
    struct tally tally = {0};
    uint64_t drawn = 1;

    make_devices(devices);
    for (unsigned round = 0; round < 400; round++) {
        const clr_type type = types[round % COUNT(types)];
        const size_t count = 2 + round / COUNT(types) % 3;
        clr_reduction several[4];

        for (size_t i = 0; i < count; i++) {
            drawn = drawn * UINT64_C(6364136223846793005) + 1442695040888963407;
            several[i] =
                (clr_reduction)CLR_REDUCTION((clr_operator)(1 + (drawn >> 32) % OPERATORS), type);
            several[i].map = maps[(drawn >> 40) % COUNT(maps)];
            several[i].result = results[(drawn >> 48) % COUNT(results)];
            several[i].accuracy = levels[(drawn >> 56) % COUNT(levels)];
        }
        if (!is_left_out(round + round / COUNT(types)))
            compare_everywhere(devices, several, count, &tally);
    }
    report(&tally);
}
