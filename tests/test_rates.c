/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which device answers first, as a table of figures; what work counts how much; and that figures
 * come back from the disk for their device alone.
 */
#include "device/rates.h"
#include "made_up.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

/* Such as an H200's host and the card: 80 and 40 GB/s, a start of 60 and of 250 ms. */
static const clri_rates cpu = {60 * MS, 90000, 13107}, card = {250 * MS, 70000, 26214};
/* Two slow cores beside it: 2 GB/s. */
static const clri_rates slow = {60 * MS, 90000, 524288};

static const struct {
    const char *what;
    const clri_rates *cpu;
    clri_task load;
    bool is_card_first;
    bool is_card_first_started; /* without what it takes to start */
} rows[] = {
    {"nothing", &cpu, {0, 4, 1}, false, true},
    {"few", &cpu, {1000, 4, 1}, false, true},
    {"2^28 f32, fast", &cpu, {UINT64_C(1) << 28, 4, 1}, false, false},
    {"2^28 f32, exact: as long as it is sent", &cpu, {UINT64_C(1) << 28, 4, 2}, false, true},
    {"2^28 f32, an exact dot", &cpu, {UINT64_C(1) << 28, 8, 4}, false, true},
    {"2^34 f32, an exact dot", &cpu, {UINT64_C(1) << 34, 8, 4}, true, true},
    {"2^34 u8: no less work than of f32", &cpu, {UINT64_C(1) << 34, 1, 1}, true, true},
    {"2^20 f32 by slow cores", &slow, {UINT64_C(1) << 20, 4, 1}, false, true},
    {"2^27 f32 by slow cores", &slow, {UINT64_C(1) << 27, 4, 1}, true, true},
    {"as much as there can be", &cpu, {UINT64_MAX, 16, 48}, true, true},
};

TEST(the_sooner_one_is_first)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        clr_estimate by_cpu = clr_estimate_defaults(), by_card = clr_estimate_defaults();

        clri_rates_estimate(rows[i].cpu, true, &rows[i].load, &by_cpu);
        clri_rates_estimate(&card, false, &rows[i].load, &by_card);
        if (clri_rates_is_sooner(&by_card, &by_cpu) != rows[i].is_card_first ||
            clri_rates_is_sooner(&by_cpu, &by_card) == rows[i].is_card_first)
            fail_msg("%s: the wrong one is first", rows[i].what);
        by_cpu.start_ns = by_card.start_ns = 0;
        if (clri_rates_is_sooner(&by_card, &by_cpu) != rows[i].is_card_first_started)
            fail_msg("%s: the wrong one is first once they have started", rows[i].what);
    }
}

TEST(times_are_those_of_the_figures)
{
    const clri_task load = {UINT64_C(3) << 20, 8, 2};
    clr_estimate made = clr_estimate_defaults();

    clri_rates_estimate(&cpu, true, &load, &made);
    assert_int_equal(made.is_known, 1);
    assert_int_equal(made.start_ns, 60 * MS);
    assert_int_equal(made.call_ns, 90000);
    assert_int_equal(made.data_ns, 3 * 8 * 2 * 13107);
    clri_rates_estimate(&cpu, false, &load, &made);
    assert_int_equal(made.data_ns, 3 * 8 * 13107);
}

TEST(unknown_is_last)
{
    clr_estimate known = clr_estimate_defaults(), unknown = clr_estimate_defaults();

    clri_rates_estimate(&slow, true, &(clri_task){1 << 30, 4, 1}, &known);
    assert_true(clri_rates_is_sooner(&known, &unknown));
    assert_false(clri_rates_is_sooner(&unknown, &known));
    assert_false(clri_rates_is_sooner(&unknown, &unknown));
    assert_false(clri_rates_is_sooner(&known, &known));
}

static clr_reduction asked(clr_operator op, clr_type type, clr_accuracy accuracy)
{
    clr_reduction made = clr_reduction_of(op, type);

    made.accuracy = accuracy;
    return made;
}

TEST(work_counts)
{
    const clr_reduction exact = asked(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT);
    const clr_reduction fast = asked(CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST);
    const clr_reduction whole = asked(CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT);
    const clr_reduction var = asked(CLR_OPERATOR_VAR, CLR_TYPE_F64, CLR_ACCURACY_DEFAULT);
    const clr_reduction powers = asked(CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32, CLR_ACCURACY_FAST);
    const clr_reduction pair[] = {exact, whole}, beside[] = {fast, powers};
    clr_reduction mapped = fast, sifted = fast;

    mapped.map = "exp(x)";
    sifted.where = "x > 0";
    assert_int_equal(clri_rates_weight(&exact, 1), 2);
    assert_int_equal(clri_rates_weight(&fast, 1), 1);
    assert_int_equal(clri_rates_weight(&whole, 1), 1);
    assert_int_equal(clri_rates_weight(&var, 1), 4);
    assert_int_equal(clri_rates_weight(pair, 2), 3);
    assert_int_equal(clri_rates_weight(&powers, 1), 0);
    assert_int_equal(clri_rates_weight(beside, 2), 0);
    assert_int_equal(clri_rates_weight(&mapped, 1), 0);
    assert_int_equal(clri_rates_weight(&sifted, 1), 0);
}

/* An operator without a weight would never run where its answer comes first. */
TEST(every_operator_has_a_weight)
{
    for (clr_operator op = CLR_OPERATOR_SUM; clr_operator_name(op) != NULL; op++) {
        const clr_reduction made = asked(op, CLR_TYPE_F64, CLR_ACCURACY_FAST);

        if (op != CLR_OPERATOR_LOGSUMEXP) /* which depends on the CPU's exponentials */
            assert_int_not_equal(clri_rates_weight(&made, 1), 0);
    }
}

TEST(the_disk_has_them)
{
    char folder[] = "/tmp/rates.XXXXXX", command[64];
    const clri_log silent = {NULL, NULL};
    const clr_device device = h200_make();
    clr_device other = device;
    clri_rates kept = {0};
    clri_cache cache;

    assert_non_null(mkdtemp(folder));
    strcpy(other.driver_version, "1");
    clri_cache_open(&cache, folder, &silent);
    assert_false(clri_rates_get(&cache, &device, &kept));
    clri_rates_put(&cache, &device, &card);
    assert_true(clri_rates_get(&cache, &device, &kept));
    assert_memory_equal(&kept, &card, sizeof kept);
    assert_false(clri_rates_get(&cache, &other, &kept));
    clri_rates_put(&cache, &other, &(clri_rates){1, 0, 0}); /* which nobody can have measured */
    assert_false(clri_rates_get(&cache, &other, &kept));
    clri_cache_close(&cache);
    clri_cache_open(&cache, "", &silent);
    clri_rates_put(&cache, &device, &card);
    assert_false(clri_rates_get(&cache, &device, &kept));
    clri_cache_close(&cache);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}
