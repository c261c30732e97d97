/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choices for made-up devices of little local memory and small groups: whatever is asked for fits,
 * sums that are exact elsewhere are so there, and what kernels and launches teach is heeded.
 */
#include "choose/accuracy.h"
#include "choose/local_memory.h"
#include "device/device.h"
#include "made_up.h"
#include "state/layout.h"

#include <string.h>

static const uint64_t memories[] = {16 << 10, 32 << 10, 48 << 10, 64 << 10};
static const uint64_t group_limits[] = {64, 256};
static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_FAST, CLR_ACCURACY_EXACT,
                                      CLR_ACCURACY_REPRODUCIBLE};

/* A GPU or a CPU of `memory` bytes of local memory a group, and groups of `items`. */
static clr_device little(bool is_cpu, bool has_fp64, uint64_t memory, uint64_t items)
{
    clr_device device = is_cpu ? cpu_make() : gpu_make();

    device.fp64 = has_fp64;
    device.local_mem_size = memory;
    device.max_work_group_size = items;
    device.max_work_item_sizes[0] = items;
    return device;
}

/* Chooses as plans do, levels and all. Nothing in the choice belongs to the request but its maps,
 * which nobody looks at. */
static clr_status choose_several(const clr_device *device, const clr_reduction *reductions,
                                 size_t count, const clr_plan_options *options,
                                 const clri_limits *limits, clri_choice *choice, clri_error *error)
{
    clri_request request;
    clr_status status = clri_request_read(reductions, count, &request, error);

    if (status == CLR_OK)
        status = clri_domain_read(options, &request.domain, error);
    if (status == CLR_OK) {
        clri_accuracy_settle(device, options, &request);
        status = clri_choose(device, &request, options, limits, choice, error);
    }
    clri_request_free(&request);
    return status;
}

static void fail_of(const clr_device *device, const clr_reduction *r, const char *what)
{
    fail_msg("%s of %s at %s on a %s with fp64 %d, %d bytes of local memory and groups of %d: %s",
             clr_operator_name(r->op), clr_type_name(r->type), clr_accuracy_name(r->accuracy),
             clri_is_cpu(device) ? "CPU" : "GPU", (int)device->fp64, (int)device->local_mem_size,
             (int)device->max_work_group_size, what);
}

/* By a count of the test's own: what kernels declare. */
static uint64_t declared(const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    const uint64_t items = choice->sizes.second_group > choice->sizes.group &&
                                   choice->strategy.finish->kernels == CLRI_KERNELS_SECOND
                               ? choice->sizes.second_group
                               : choice->sizes.group;
    uint64_t size = items * clri_layout_state_size(pass);

    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;
        const uint64_t copies = choice->sizes.group > 1 ? form->copies : 0;

        if (form->digits)
            size += 8 * form->digits + 32;
        if (copies)
            size += 4 * (copies * form->copy_words + choice->sizes.group);
        if (form->column_elements)
            size += choice->sizes.group > 1 ? 128 * choice->sizes.group : 16384;
    }
    return size;
}

static void judge(const clr_device *device, const clr_reduction *r, const clri_choice *choice)
{
    /* Drivers keep something to themselves, of which they do not tell: a tenth is left to them. */
    if (declared(choice) > device->local_mem_size - device->local_mem_size / 10 ||
        clri_local_memory_size(choice) < declared(choice))
        fail_of(device, r, "does not fit");
    if (choice->sizes.group > device->max_work_group_size)
        fail_of(device, r, "too large a group");
    if (!clri_is_cpu(device) && choice->sizes.group < 64 &&
        (choice->pass.columns != 0 || choice->pass.has_copies))
        fail_of(device, r, "small groups, and columns or copies");
    if (!clri_is_cpu(device) && choice->pass.is_exact && choice->sizes.group < 32)
        fail_of(device, r, "tiny groups");
}

/* Refused is only what is refused by a device with plenty, too. */
static unsigned check_device(const clr_device *device, const clr_device *ample,
                             const clr_reduction *reductions, size_t count)
{
    const clr_plan_options plain = {.size = sizeof plain};
    clri_choice choice, wanted;
    clri_error error = {0}, other = {0};
    const clr_status status =
        choose_several(device, reductions, count, &plain, NULL, &choice, &error);
    const clr_status best = choose_several(ample, reductions, count, &plain, NULL, &wanted, &other);

    if (status != best)
        fail_of(device, reductions, error.message);
    if (status != CLR_OK) {
        clri_error_clear(&error);
        clri_error_clear(&other);
        return 0;
    }
    judge(device, reductions, &choice);
    for (size_t i = 0; i < count; i++)
        if (choice.pass.outcomes[i].accuracy != wanted.pass.outcomes[i].accuracy)
            fail_of(device, reductions, "another level than elsewhere");
    return 1;
}

static unsigned check_everywhere(const clr_reduction *reductions, size_t count)
{
    unsigned chosen = 0;

    for (unsigned kind = 0; kind < 4; kind++) {
        const clr_device ample = little(kind & 1, kind & 2, 1 << 20, 1024);

        for (size_t m = 0; m < COUNT(memories); m++)
            for (size_t g = 0; g < COUNT(group_limits); g++) {
                const clr_device device = little(kind & 1, kind & 2, memories[m], group_limits[g]);

                chosen += check_device(&device, &ample, reductions, count);
            }
    }
    return chosen;
}

/* Every operator on every type at every level. */
TEST(single_reductions_fit_everywhere)
{
    unsigned chosen = 0;

    for (int op = 1; clr_operator_name((clr_operator)op); op++)
        for (int type = 1; clr_type_name((clr_type)type); type++)
            for (size_t l = 0; l < COUNT(levels); l++) {
                clr_reduction r = CLR_REDUCTION((clr_operator)op, (clr_type)type);

                r.accuracy = levels[l];
                if (clr_operator_result(r.op, r.type))
                    chosen += check_everywhere(&r, 1);
            }
    assert_in_range(chosen, 10000, 100000);
    print_message("%u choices\n", chosen);
}

/* Several at once, of which each has bins of its own. */
TEST(several_reductions_fit_everywhere)
{
    static const char *const maps[] = {"x * 2",  "x * 3",  "x * 5",  "x * 7",
                                       "x * 11", "x * 13", "x * 17", "x * 19"};
    static const clr_operator ops[] = {CLR_OPERATOR_SUM,  CLR_OPERATOR_MEAN, CLR_OPERATOR_STD,
                                       CLR_OPERATOR_NRM2, CLR_OPERATOR_ASUM, CLR_OPERATOR_MINMAX,
                                       CLR_OPERATOR_VAR,  CLR_OPERATOR_SUMSQ};
    clr_reduction several[COUNT(ops)];

    for (clr_type type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++)
        for (size_t count = 2; count <= COUNT(ops); count++) {
            for (size_t i = 0; i < count; i++)
                several[i] = (clr_reduction)CLR_REDUCTION(ops[i], type);
            assert_in_range(check_everywhere(several, count), 1, 32);
            for (size_t i = 0; i < count; i++)
                several[i] = (clr_reduction){
                    .size = sizeof *several, .op = CLR_OPERATOR_SUM, .type = type, .map = maps[i]};
            assert_in_range(check_everywhere(several, count), 1, 32);
        }
}

/* What is dropped, and when: columns and copies for groups that are not too small. */
TEST(less_is_kept_where_there_is_less_room)
{
    static const struct {
        clr_operator op;
        clr_type type;
        uint64_t memory;
        unsigned group, columns;
        bool has_copies;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 48 << 10, 256, 1, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 32 << 10, 128, 1, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 16 << 10, 64, 1, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 8 << 10, 256, 0, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 4 << 10, 128, 0, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 3 << 10, 64, 0, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F64, 48 << 10, 256, 0, true},
        {CLR_OPERATOR_SUM, CLR_TYPE_F64, 32 << 10, 256, 0, false},
        {CLR_OPERATOR_DOT, CLR_TYPE_F64, 16 << 10, 256, 0, false},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const clr_device device = little(false, true, rows[i].memory, 1024);
        const clr_reduction r = CLR_REDUCTION(rows[i].op, rows[i].type);
        const clr_plan_options plain = {.size = sizeof plain};
        clri_error error = {0};
        clri_choice choice;

        if (choose_several(&device, &r, 1, &plain, NULL, &choice, &error) != CLR_OK ||
            choice.sizes.group != rows[i].group || choice.pass.columns != rows[i].columns ||
            choice.pass.has_copies != rows[i].has_copies)
            fail_msg("row %zu: groups of %u, %zu columns, %s copies. %s", i,
                     (unsigned)choice.sizes.group, choice.pass.columns,
                     choice.pass.has_copies ? "and" : "no", error.message);
        judge(&device, &r, &choice);
    }
}

TEST(sizes_asked_for_that_cannot_fit_are_refused_with_what_fits)
{
    const clr_device device = little(false, true, 16 << 10, 1024);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan_options options = {.size = sizeof options, .group_size = 256};
    clri_error error = {0};
    clri_choice choice;
    char reason[512];

    assert_int_equal(choose_several(&device, &sum, 1, &options, NULL, &choice, &error), CLR_OK);
    assert_int_equal(choice.sizes.group, 256);
    assert_int_equal(choice.pass.columns, 0);
    assert_int_equal(choice.pass.outcomes[0].accuracy, CLR_ACCURACY_EXACT);
    options.group_size = 1024;
    assert_int_equal(clr_plan_check(&device, &sum, 1, &options, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "groups of 1024 work-items need "));
    assert_non_null(strstr(reason, "16384, of which a tenth is left to its driver"));
    assert_non_null(strstr(reason, "groups of 512 fit"));
    options.group_size = 512;
    assert_int_equal(clr_plan_check(&device, &sum, 1, &options, reason, sizeof reason), CLR_OK);
    options.group_size = 2048;
    assert_int_equal(clr_plan_check(&device, &sum, 1, &options, reason, sizeof reason),
                     CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "more than the 1024"));
}

/* ---- what kernels and launches teach ---- */

static clri_choice choose_within(const clr_device *device, clr_operator op, clr_type type,
                                 const clri_limits *limits)
{
    const clr_reduction r = CLR_REDUCTION(op, type);
    const clr_plan_options options = {.size = sizeof options, .strategy = "two-pass"};
    clri_error error = {0};
    clri_choice choice;

    if (choose_several(device, &r, 1, &options, limits, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return choice;
}

/* As Oclgrind's, which take what all kernels of their program do. */
TEST(kernels_that_take_more_than_there_is_are_made_smaller)
{
    const clr_device device = little(false, true, 32 << 10, 1024);
    clri_limits limits = CLRI_NO_LIMITS;
    clri_report report = {1024, 1024, 0};
    clri_choice choice = choose_within(&device, CLR_OPERATOR_SUM, CLR_TYPE_F32, &limits);
    unsigned rounds = 0;

    report.local = 2 * clri_local_memory_size(&choice);
    assert_true(report.local > device.local_mem_size);
    while (clri_limits_heed(&limits, &device, &choice, &report)) {
        choice = choose_within(&device, CLR_OPERATOR_SUM, CLR_TYPE_F32, &limits);
        report.local = 2 * clri_local_memory_size(&choice);
        assert_in_range(++rounds, 1, 4);
    }
    assert_in_range(rounds, 1, 4);
    assert_in_range(report.local, 1, device.local_mem_size);
    assert_int_equal(choice.sizes.group, 64);
    assert_int_equal(choice.pass.columns, 1);
}

TEST(kernels_groups_are_heeded)
{
    const clr_device device = little(false, true, 48 << 10, 1024);
    clri_limits limits = CLRI_NO_LIMITS;
    clri_report report = {CLR_UNKNOWN, CLR_UNKNOWN, CLR_UNKNOWN};
    const clri_choice choice = choose_within(&device, CLR_OPERATOR_SUM, CLR_TYPE_F32, &limits);

    assert_false(clri_limits_heed(&limits, &device, &choice, &report));
    report.after_group = choice.sizes.second_group - 1;
    assert_true(clri_limits_heed(&limits, &device, &choice, &report));
    assert_int_equal(limits.group, choice.sizes.second_group - 1);
    report.group = 0; /* a driver that has no idea */
    assert_true(clri_limits_heed(&limits, &device, &choice, &report));
    assert_int_equal(limits.group, 1);
}

/* Groups are halved, then columns and copies go, then groups are halved on, down to one item. */
TEST(refused_launches_lead_to_less_until_nothing_is_left)
{
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_I32};

    for (unsigned kind = 0; kind < 2; kind++)
        for (size_t t = 0; t < COUNT(types); t++) {
            const clr_device device = little(kind == 1, true, 64 << 10, 1024);
            clri_limits limits = CLRI_NO_LIMITS;
            clri_choice choice = choose_within(&device, CLR_OPERATOR_SUM, types[t], &limits);
            uint64_t size = clri_local_memory_size(&choice);
            unsigned rounds = 0;

            while (clri_limits_lower(&limits, &choice)) {
                choice = choose_within(&device, CLR_OPERATOR_SUM, types[t], &limits);
                assert_in_range(clri_local_memory_size(&choice), 1, size);
                size = clri_local_memory_size(&choice);
                assert_in_range(++rounds, 1, 16);
            }
            assert_int_equal(choice.sizes.group, 1);
            assert_int_equal(choice.sizes.second_group, 1);
            assert_int_equal(choice.pass.columns, 0);
            assert_false(choice.pass.has_copies);
        }
}
