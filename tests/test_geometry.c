/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a choice comes to for so many elements, worked out a second time by counting: groups, parts,
 * launches, states, and chains of roundings, for counts up to the largest that there are.
 */
#include "base/flag.h"
#include "choose/geometry.h"
#include "made_up.h"
#include "shape/runs/key_runs.h"
#include "shape/sort/label_sort.h"

#include <string.h>

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

static clri_choice choice_of(const char *strategy)
{
    const clr_device gpu = gpu_make();

    return choose(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, strategy, UINT64_MAX);
}

/* The same by another group size and another number of groups, whatever they are. */
static clri_choice choice_with(const char *strategy, uint32_t group_size, uint32_t group_count)
{
    clri_choice choice = choice_of(strategy);

    choice.sizes.group = group_size;
    choice.sizes.group_count = group_count;
    return choice;
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b ? 1 : 0);
}

/* ---- groups and parts ---- */

TEST(counts_groups_beyond_2_to_the_32)
{
    static const uint64_t counts[] = {0,
                                      1,
                                      8191,
                                      8192,
                                      8193,
                                      UINT64_C(1) << 32,
                                      (UINT64_C(1) << 32) + 1,
                                      UINT64_C(1) << 40,
                                      UINT64_MAX / 8,
                                      UINT64_MAX};
    const clri_choice choice = choice_of("ticket");
    uint64_t before = 0;

    assert_int_equal(clri_groups(&choice, 0), 1);
    assert_int_equal(clri_groups(&choice, 8192), 1); /* 256 items, 8 loads of 4 */
    assert_int_equal(clri_groups(&choice, 8193), 2);
    for (size_t i = 0; i < COUNT(counts); i++) {
        const uint64_t depth = clri_depth(&choice, counts[i]);

        assert_in_range(clri_groups(&choice, counts[i]), 1, choice.sizes.group_count);
        assert_true(depth < 200 + counts[i] / 1000);
        if (counts[i] >= UINT64_C(1) << 32) { /* as many groups as there will be: chains grow */
            assert_true(depth >= before);
            before = depth;
        }
    }
    assert_int_equal(clri_groups(&choice, UINT64_C(1) << 40), choice.sizes.group_count);
}

/* Loads that do no more than their own share need a group for every tile of the input. */
TEST(fitted_groups_cover_a_part)
{
    static const char *const fitted[] = {"sequential", "first-add", "two-kernels"};
    static const char *const busy[] = {"grid-stride", "two-pass", "one-group", "ticket"};

    for (size_t s = 0; s < COUNT(fitted); s++) {
        const clri_choice choice = choice_with(fitted[s], 96, 1000);
        const uint64_t tile = 96 * (uint64_t)choice.sizes.vector_width * choice.sizes.item_loads;

        assert_int_equal(clri_part_capacity(&choice), 1000 * tile);
        for (uint32_t groups = 1; groups <= 1000; groups++) {
            assert_int_equal(clri_groups(&choice, groups * tile), groups);
            assert_int_equal(clri_groups(&choice, (groups - 1) * tile + 1), groups);
        }
    }
    for (size_t s = 0; s < COUNT(busy); s++) {
        const clri_choice choice = choice_of(busy[s]);

        assert_true(clri_part_capacity(&choice) == UINT64_MAX);
        assert_int_equal(clri_groups(&choice, UINT64_MAX), choice.sizes.group_count);
    }
}

/* No group has more elements than the digits of exact sums have room for: 2^27 and a tile. */
TEST(exact_sums_have_room)
{
    static const char *const busy[] = {"grid-stride", "two-pass", "one-group", "ticket"};

    for (size_t s = 0; s < COUNT(busy); s++) {
        clri_choice choice = choice_of(busy[s]);

        choice.pass.is_exact = true;
        assert_int_equal(clri_part_capacity(&choice),
                         (UINT64_C(1) << 27) * choice.sizes.group_count);
        assert_true(clri_launches(&choice, clri_part_capacity(&choice) + 1) >
                    clri_launches(&choice, clri_part_capacity(&choice)));
    }
}

/* Groups that take tiles in turn are so many that few idle in the last turn, and none takes more
 * turns for it. */
/* Groups that claim tiles count them in 32 bits, and three halves of them (cl/load/claim.cl). */
TEST(claimed_tiles_fit_32_bits)
{
    static const clr_type types[] = {CLR_TYPE_I8, CLR_TYPE_F64};
    const clr_device gpu = gpu_make();

    for (size_t i = 0; i < COUNT(types); i++) {
        clri_choice choice = choose(&gpu, CLR_OPERATOR_MAX, types[i], "ticket", UINT64_MAX);

        assert_true(choice.sizes.claims);
        assert_in_range(clri_part_capacity(&choice), 1, UINT64_C(8192 * 4) << 30);
        choice.sizes.group = 1;
        choice.sizes.vector_width = 1;
        choice.sizes.item_loads = 1;
        assert_in_range(clri_part_capacity(&choice), UINT64_C(1) << 28, UINT32_MAX / 3);
        assert_int_equal(clri_launches(&choice, UINT64_C(1) << 33), 8);
        choice.sizes.claims = false;
        assert_int_equal(clri_part_capacity(&choice), UINT64_MAX);
    }
}

TEST(turns_are_even)
{
    static const char *const busy[] = {"grid-stride", "two-pass", "ticket"};

    for (size_t s = 0; s < COUNT(busy); s++) {
        const clri_choice choice = choice_with(busy[s], 64, 100);
        const uint64_t tile = 64 * (uint64_t)choice.sizes.vector_width * choice.sizes.item_loads;

        for (uint64_t tiles = 1; tiles <= 5000; tiles++) {
            const uint64_t groups = clri_groups(&choice, tiles * tile);
            const uint64_t turns = divide_up(tiles, 100);

            assert_in_range(groups, 1, 100);
            assert_int_equal(divide_up(tiles, groups), turns);
            assert_true(turns * groups - tiles < turns); /* one group less would not do */
            assert_int_equal(clri_groups(&choice, tiles * tile - 1), groups);
        }
    }
}

/* Unbroken runs are as long as they are: the more groups the better, once each has 64 KiB. */
TEST(contiguous_groups_are_all_used)
{
    const clr_device cpu = cpu_make();
    const clri_choice choice = choose(&cpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, "two-pass", UINT64_MAX);
    const uint64_t tile = (uint64_t)choice.sizes.vector_width * choice.sizes.item_loads;

    assert_true(choice.sizes.contiguous);
    assert_int_equal(choice.sizes.group_count, 8);
    assert_int_equal(choice.sizes.least_tiles * tile * sizeof(float), 64 << 10);
    for (uint64_t tiles = 1; tiles < 16 * choice.sizes.least_tiles; tiles++) {
        const uint64_t worth = tiles / choice.sizes.least_tiles;

        assert_int_equal(clri_groups(&choice, tiles * tile), worth < 1 ? 1 : worth < 8 ? worth : 8);
    }
}

/* Who asks for groups gets them, however little there is for each. */
TEST(groups_that_are_asked_for_are_used)
{
    const clr_device cpu = cpu_make();
    const clr_plan_options options = {.size = sizeof options, .group_count = 8};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clri_error error = {0};
    clri_choice choice;
    uint64_t tile;

    assert_int_equal(try_choose(&cpu, &sum, &options, UINT64_MAX, &choice, &error), CLR_OK);
    tile = (uint64_t)choice.sizes.vector_width * choice.sizes.item_loads;
    for (uint64_t tiles = 1; tiles < 100; tiles++)
        assert_int_equal(clri_groups(&choice, tiles * tile), tiles < 8 ? tiles : 8);
}

/* ---- launches and states ---- */

/* Launches of one part, by doing what the host does, level by level. */
static uint64_t launches_of_part(const clri_choice *choice, uint64_t count)
{
    const char *finish = choice->strategy.finish->name;
    const uint64_t folds =
        (uint64_t)choice->sizes.group * (is(choice->strategy.load->name, "pair") ? 2 : 1);
    uint64_t launches = 1;

    if (is(finish, "store"))
        return 2;
    if (is(finish, "atomic"))
        return 3;
    if (is(finish, "relaunch"))
        for (uint64_t states = clri_groups(choice, count); states > 1;
             states = divide_up(states, folds))
            launches++;
    return launches;
}

static uint64_t launches_of(const clri_choice *choice, uint64_t count)
{
    const uint64_t capacity = clri_part_capacity(choice);
    uint64_t launches = 0;

    for (; count > capacity; count -= capacity)
        launches += launches_of_part(choice, capacity);
    return launches + launches_of_part(choice, count);
}

TEST(launches_are_those_of_every_part)
{
    static const uint32_t group_sizes[] = {2, 3, 100, 256, 1000};
    unsigned checked = 0;

    for (size_t s = 1; clr_strategy_name(s); s++)
        for (size_t g = 0; g < COUNT(group_sizes); g++) {
            const clri_choice choice = choice_with(clr_strategy_name(s), group_sizes[g], 500);
            const uint64_t capacity = clri_part_capacity(&choice);
            const uint64_t part = capacity == UINT64_MAX ? 100000 : capacity;
            const uint64_t counts[] = {0,        1,
                                       2,        99,
                                       part - 1, part,
                                       part + 1, 2 * part - 1,
                                       2 * part, 2 * part + 1,
                                       7 * part, part / 2,
                                       part / 3, 7 * part + 99};

            if (!choice.strategy.finish->is_sound)
                continue;
            for (size_t i = 0; i < COUNT(counts); i++, checked++)
                assert_int_equal(clri_launches(&choice, counts[i]),
                                 launches_of(&choice, counts[i]));
        }
    assert_int_equal(checked, 22 * 5 * 14);
}

/* A tree of launches: one for the input, and one for each further power of the group's size. */
TEST(relaunches_are_the_logarithm)
{
    clri_choice choice = choice_with("sequential", 16, 1 << 20);

    assert_int_equal(clri_launches(&choice, 16), 1);
    assert_int_equal(clri_launches(&choice, 17), 2);
    assert_int_equal(clri_launches(&choice, 16 * 16), 2);
    assert_int_equal(clri_launches(&choice, 16 * 16 * 16), 3);
    assert_int_equal(clri_launches(&choice, 16 * 16 * 16 + 1), 4);
    choice = choice_with("first-add", 1, 1 << 20); /* two states an item */
    assert_int_equal(clri_launches(&choice, 2), 1);
    assert_int_equal(clri_launches(&choice, 3), 2);
    assert_int_equal(clri_launches(&choice, 1 << 10), 10);
}

/* No launch writes a state beyond those that there is room for. */
TEST(there_is_room_for_every_state)
{
    for (size_t s = 1; clr_strategy_name(s); s++)
        for (uint32_t group_size = 2; group_size <= 300; group_size = group_size * 3 / 2 + 1)
            for (uint32_t groups = 1; groups <= 5000; groups = groups * 2 + 1) {
                const clri_choice choice = choice_with(clr_strategy_name(s), group_size, groups);
                const char *finish = choice.strategy.finish->name;
                uint64_t end = CLRI_FIRST_STATE;
                uint32_t left = groups;

                if (is(choice.strategy.load->name, "lanes")) /* a part's strips, and a whole's */
                    end += 2 * (CLRI_BLOCK / CLRI_STRIP);
                else if (is(finish, "relaunch"))
                    for (; left > 1; left = clri_groups_again(&choice, left))
                        end += left;
                else if (!is(finish, "atomic") && !is(finish, "unguarded"))
                    end += groups;
                assert_true(clri_state_count(&choice) >= end);
                assert_true(clri_state_count(&choice) <= end + 1);
            }
}

/* ---- roundings ---- */

/*
 * The group that draws the last ticket folds all groups' states by itself: with few work-items and
 * many groups that is the longest chain of all.
 */
TEST(depth_knows_who_folds_the_groups)
{
    clri_choice choice = choice_with("ticket", 2, 1 << 20);

    assert_true(clri_depth(&choice, UINT64_C(1) << 40) >= (1 << 19));
    choice = choice_with("two-pass", 2, 1 << 20);
    assert_true(clri_depth(&choice, UINT64_C(1) << 30) >= (1 << 20) / choice.sizes.second_group);
}

/*
 * The longest chain that the strategy's pieces make of a part of `groups` full tiles, by what their
 * files say that they do; `slack` is left for the few elements outside vectors.
 */
static uint64_t chain_of(const clri_choice *choice, uint64_t groups)
{
    const char *group = choice->strategy.group->name;
    const char *finish = choice->strategy.finish->name;
    const uint64_t size = choice->sizes.group;
    uint64_t tree = 0;
    uint64_t chain;

    for (uint64_t left = size; left > 1; left = divide_up(left, 2))
        tree++;
    if (is(group, "none"))
        tree = 0;
    if (is(group, "serial"))
        tree = size - 1;
    chain = choice->sizes.item_loads - 1 + choice->sizes.vector_width - 1 +
            tree; /* loads, then lanes */
    if (is(finish, "host"))
        return chain + groups - 1;
    if (is(finish, "atomic"))
        return chain + (is(group, "none") ? groups * size : groups) - 1;
    if (is(finish, "relaunch"))
        for (uint64_t left = groups; left > 1; left = clri_groups_again(choice, (uint32_t)left))
            chain += tree + (is(choice->strategy.load->name, "pair") ? 1 : 0);
    if (is(finish, "store") || is(finish, "ticket")) {
        const uint64_t folder = is(finish, "ticket") ? size : choice->sizes.second_group;

        chain += divide_up(groups, folder) - 1;
        for (uint64_t left = folder < groups ? folder : groups; left > 1; left = divide_up(left, 2))
            chain++;
    }
    return chain;
}

TEST(depth_is_the_longest_chain_and_not_much_more)
{
    static const char *const strategies[] = {
        "atomic",
        "serial",
        "interleaved",
        "strided-index",
        "sequential",
        "sequential-host",
        "first-add",
        "unroll-last",
        "unroll-full",
        "two-kernels",
        "one/serial/host",
        "unroll/none/atomic",
        "pair/sequential/ticket",
        "run/sequential/ticket",
        "run/serial/host",
        "tile/sequential/store",
    };

    for (size_t s = 0; s < COUNT(strategies); s++)
        for (uint32_t groups = 1; groups <= 3000; groups = groups * 3 + 1) {
            const clri_choice choice = choice_with(strategies[s], 64, 3000);
            const uint64_t tile =
                64 * (uint64_t)choice.sizes.vector_width * choice.sizes.item_loads;
            const uint64_t chain = chain_of(&choice, groups);
            const uint64_t depth = clri_depth(&choice, groups * tile);

            if (depth < chain || depth > 2 * chain + 40)
                fail_msg("%s of %u groups: depth %u, longest chain %u", strategies[s], groups,
                         (unsigned)depth, (unsigned)chain);
        }
}

/* Of input that is cut into parts, each part's state joins the chain. */
TEST(depth_counts_the_parts)
{
    const clri_choice choice = choice_with("sequential", 64, 10);
    const uint64_t capacity = clri_part_capacity(&choice);

    assert_int_equal(capacity, 640);
    for (uint64_t parts = 2; parts < 1000; parts++) {
        assert_true(clri_depth(&choice, parts * capacity) >=
                    clri_depth(&choice, capacity) + parts - 1);
        assert_true(clri_depth(&choice, parts * capacity) <=
                    clri_depth(&choice, capacity) + parts + 1);
    }
}

/* ---- runs of keys ---- */

/* All keys are some stretch's and no other's, whatever their number is. */
TEST(stretches_cover_all_keys)
{
    static const uint64_t counts[] = {0,
                                      1,
                                      4095,
                                      4096,
                                      4097,
                                      UINT64_C(1) << 27,
                                      UINT32_MAX,
                                      (UINT64_C(1) << 40) + 1,
                                      UINT64_C(1) << 60};

    for (size_t i = 0; i < COUNT(counts); i++)
        for (uint32_t stretches = 1; stretches <= 1 << 15; stretches = 2 * stretches + 5)
            for (uint32_t group = 1; group <= 1024; group *= 2) {
                const clri_key_runs runs = {.is_alone = group == 1,
                                            .stretches = stretches,
                                            .group_size = group,
                                            .second_group_size = group};
                const clri_key_grid grid = clri_key_runs_share(&runs, counts[i]);

                assert_in_range(grid.stretches, 1, stretches);
                assert_true((grid.stretches - 1) * grid.length <= counts[i]);
                assert_true(grid.stretches * grid.length >= counts[i]);
            }
}

/* And all labels, whose numbers have 32 bits. */
TEST(stretches_cover_all_labels)
{
    static const uint64_t counts[] = {
        0, 1, 1023, 1024, 1025, UINT64_C(1) << 27, INT32_MAX, UINT32_MAX - 1, UINT32_MAX};

    for (size_t i = 0; i < COUNT(counts); i++)
        for (uint32_t stretches = 1; stretches <= 2048; stretches = 2 * stretches + 5)
            for (uint32_t group = 1; group <= 128; group *= 2) {
                const clri_label_sort sort = {
                    .is_alone = group == 1, .stretches = stretches, .group_size = group};
                const clri_label_stretches grid = clri_label_sort_share(&sort, counts[i]);

                assert_in_range(grid.count, 1, stretches);
                assert_true((uint64_t)(grid.count - 1) * grid.length <= counts[i]);
                assert_true((uint64_t)grid.count * grid.length >= counts[i]);
            }
}

/* Passes have all bits of the number of results, which is the largest key, each of them once. */
TEST(digits_cover_all_keys)
{
    for (unsigned bits = 0; bits < 32; bits++)
        for (uint64_t off = 0; off < 2; off++) {
            const uint64_t results = (UINT64_C(1) << bits) - off;
            uint32_t covered = 0;

            for (unsigned pass = 0; pass < clri_label_sort_passes(results); pass++) {
                const clri_label_digit digit = clri_label_sort_digit(results, pass);

                assert_int_equal(digit.shift, covered);
                assert_in_range(digit.bits, 1, CLRI_DIGIT_BITS);
                covered += digit.bits;
            }
            assert_true(results >> covered == 0);
        }
}
