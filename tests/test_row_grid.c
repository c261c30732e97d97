/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many results are shared out in a launch, among groups, items, and teams of items, or cut
 * into slices: each is somebody's, states have room, and lists are as short as they are taken for.
 */
#include "choose/accuracy.h"
#include "choose/choose_items.h"
#include "choose/geometry.h"
#include "choose/slice_grid.h"
#include "made_up.h"
#include "state/layout.h"

static clri_choice choice_of(const char *strategy)
{
    const clr_device gpu = gpu_make();

    return choose(&gpu, CLR_OPERATOR_SUM, CLR_TYPE_F32, strategy, UINT64_MAX);
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b ? 1 : 0);
}

/* ---- groups ---- */

/* No group has more elements of an exact result than it may, however long that is; and the states
 * that groups leave have room. Of a result that takes more groups than a launch is to have at a
 * time, a launch has one: 2^27 elements a group, and states for 3000. */
TEST(groups_share_results_of_any_length)
{
    clri_choice choice = choice_of("two-pass");

    choice.carrier = &clri_carrier_rows;
    choice.pass.is_exact = true;
    choice.sizes.group_count = 1000;
    choice.sizes.row_states = 3000;
    for (unsigned log = 0; log < 38; log++)
        for (uint64_t rows = 1; rows < UINT64_C(1) << 40; rows *= 7) {
            const uint64_t length = (UINT64_C(1) << log) + 1;
            const clri_row_grid grid = clri_rows_share(&choice, rows, length);
            const uint64_t most = log < 36 ? 1000 : 3000;

            assert_in_range(grid.groups, 1, most);
            assert_true(length <= grid.groups * (UINT64_C(1) << 27));
            assert_true((uint64_t)grid.rows_at_once * grid.groups <= most);
            assert_in_range(grid.rows_at_once, 1, 1000);
            assert_true(grid.groups == 1 || grid.rows_a_launch * grid.groups <= most);
            assert_true(grid.groups == 1 || grid.rows_a_launch >= 1);
        }
    assert_int_equal(clri_longest_row(&choice), UINT64_C(3000) << 27);
    assert_int_equal(clri_rows_share(&choice, 1, (UINT64_C(3000) << 27) + 1).groups, 0);
    choice.pass.is_exact = false;
    assert_int_not_equal(clri_rows_share(&choice, 1, UINT64_C(1) << 62).groups, 0);
}

/* Whatever fits a device's memory, once, has room: as sizes are found, of any device and group. */
TEST(results_may_fill_the_memory)
{
    clr_device devices[] = {h200_make(), pocl_make(), gpu_make(), cpu_make()};
    const clr_type types[] = {CLR_TYPE_F16, CLR_TYPE_F32, CLR_TYPE_F64};

    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, types[t]);
            clr_plan_options options = clr_plan_options_defaults();
            clri_error error = {0};
            clri_choice choice;

            devices[i].global_mem_size = UINT64_C(150) << 30;
            sum.accuracy = CLR_ACCURACY_EXACT;
            options.shape = CLR_SHAPE_AXES;
            assert_int_equal(try_choose(&devices[i], &sum, &options, UINT64_MAX, &choice, &error),
                             CLR_OK);
            assert_true(choice.pass.is_exact);
            assert_true(clri_longest_row(&choice) >=
                        devices[i].global_mem_size / clr_type_size(types[t]));
            assert_true(choice.sizes.row_states >= choice.sizes.group_count);
            /* ... and costs little */
            assert_true(clri_state_count(&choice) * clri_layout_saved_size(&choice.pass) <=
                        (UINT64_C(64) << 20) + 4096);
        }
}

/* ---- items ---- */

/* Rows of so many elements, or columns of them. */
static clri_rows rows_of(uint64_t count, uint64_t length, bool are_columns)
{
    clri_rows rows = {.count = count, .length = length, .kept_rank = 1, .reduced_rank = 1};

    rows.kept[0] = (clri_axis){count, {are_columns ? 1 : (int64_t)length}, 1, 0};
    rows.reduced[0] = (clri_axis){length, {are_columns ? (int64_t)count : 1}, 0, 0};
    return rows;
}

TEST(items_take_many_short_rows_and_columns)
{
    const clri_choice groups = choice_of("two-pass");
    clri_choice items = groups;
    clri_rows rows;

    items.items.fewest_rows = 100;
    items.items.rows_an_element = 32;
    items.items.fewest_columns = 500;
    for (int are_columns = 0; are_columns < 2; are_columns++)
        for (uint64_t count = 99; count < 1002; count++)
            for (uint64_t length = 2; length < 70; length++) {
                rows = rows_of(count, length, are_columns);
                assert_int_equal(clri_way_of_axes(&items, &groups, &rows) == CLRI_WAY_ITEMS,
                                 (are_columns && count >= 500) ||
                                     (count >= 100 && count >= 32 * length));
            }
    rows = rows_of(2000, 4, false);
    rows.kept_rank = 0; /* one result of all */
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_GROUPS);
}

/* Exact results must be such as one group can make: items may hand them on. */
TEST(items_take_no_more_than_a_group_could)
{
    clri_choice groups = choice_of("two-pass");
    clri_choice items = groups;
    clri_rows rows = rows_of(4096, (UINT64_C(1) << 27) + 1, true);

    items.items.fewest_columns = 1;
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_ITEMS);
    groups.pass.is_exact = true;
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_GROUPS);
    rows = rows_of(4096, UINT64_C(1) << 27, true);
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_ITEMS);
}

/* Vectors hold every result: along a line of columns, or wherever rows lie. */
TEST(vectors_of_results_hold_all)
{
    clri_choice items = choice_of("two-pass");

    items.sizes.vector_width = 4;
    items.pass.inputs = 1;
    for (uint32_t sides = 1; sides <= 4; sides *= 2)
        for (uint64_t count = 1; count < 100; count++) {
            const clri_rows columns = rows_of(count, 7, true);
            const clri_rows lines = rows_of(count, 7, false);
            clri_item_grid grid;

            items.items.sides = sides;
            grid = clri_items_share(&items, &columns);
            assert_int_equal(grid.lie == CLRI_LIE_ACROSS, count >= 4 * sides);
            if (grid.lie == CLRI_LIE_ACROSS) {
                assert_int_equal(grid.vectors, divide_up(count, 4 * sides));
                assert_int_equal(grid.line_vectors, grid.vectors);
            } else {
                assert_int_equal(grid.vectors, divide_up(count, 4));
            }
            grid = clri_items_share(&items, &lines);
            assert_int_equal(grid.lie, CLRI_LIE_ALONG);
            assert_int_equal(grid.vectors, divide_up(count, 4));
            assert_int_equal(grid.groups, divide_up(grid.vectors, items.sizes.group));
        }
}

/* On a CPU, whose items have few vectors if groups would be idle otherwise. */
TEST(blocks_of_columns_hold_all)
{
    clri_choice items = choice_of("two-pass");

    items.sizes.vector_width = 4;
    items.items.sides = 1;
    items.items.memory_sides = 8;
    items.sizes.group_count = 6;
    items.pass.inputs = 1;
    for (uint64_t count = 4; count < 1000; count++) {
        const clri_rows columns = rows_of(count, 7, true);
        const uint64_t vectors = divide_up(count, 4);
        const clri_item_grid grid = clri_items_share(&items, &columns);

        assert_int_equal(grid.lie, CLRI_LIE_ACROSS);
        assert_int_equal(grid.vectors, grid.line_vectors);
        assert_true(grid.line_vectors <= vectors && vectors <= 8 * grid.line_vectors);
        assert_true(grid.line_vectors >= (vectors < 6 ? vectors : 6));
    }
}

/* ---- teams ---- */

static clri_choice teams_make(void)
{
    clri_choice items = choice_of("two-pass");

    items.sizes.group = 256;
    items.sizes.vector_width = 4;
    items.teams.abreast = 4;
    items.sizes.group_count = 528;
    items.teams.large = 16;
    items.teams.share = 4;
    items.teams.fewest_items = 100000;
    items.teams.fewest = 500;
    items.teams.longest_row = 5000;
    items.pass.inputs = 1;
    return items;
}

TEST(teams_take_rows_that_lie_in_one_piece)
{
    const clri_choice groups = choice_of("two-pass");
    clri_choice items = teams_make();
    clri_rows rows;

    for (uint64_t count = 498; count < 502; count++)
        for (uint64_t length = 4998; length < 5002; length++) {
            const bool are_teams = count >= 500 && length <= 5000;

            rows = rows_of(count, length, false);
            assert_int_equal(clri_way_of_axes(&items, &groups, &rows),
                             are_teams ? CLRI_WAY_TEAMS : CLRI_WAY_GROUPS);
            rows.reduced[0].steps[0] = 2;
            rows.kept[0].steps[0] *= 2;
            assert_int_not_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_TEAMS);
        }
    rows = rows_of(1000, 100, false);
    items.teams.abreast = 0;
    assert_int_not_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_TEAMS);
}

/* Their neighbours' elements are neighbours, as those of columns. */
TEST(rows_of_one_element_are_columns)
{
    const clri_choice groups = choice_of("two-pass");
    clri_choice items = teams_make();
    clri_rows rows = rows_of(1000, 1, false);

    items.items.fewest_columns = 1000;
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_TEAMS);
    rows.reduced_rank = 0; /* as merged axes have it */
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_ITEMS);
    items.items.fewest_columns = items.items.fewest_rows = 1001;
    assert_int_equal(clri_way_of_axes(&items, &groups, &rows), CLRI_WAY_GROUPS);
}

/* On a GPU wherever elements lie, if there are few of them or many results; on a CPU of contiguous
 * rows, and items have columns: both of a strip at most, unless there are as many rows as cores. */
TEST(results_in_order_are_teams)
{
    const clri_choice groups = choice_of("ordered");
    clri_choice items = teams_make();

    items.items.are_there = items.pass.needs_order = true;
    items.teams.longest_row = 16384;
    for (int are_columns = 0; are_columns < 2; are_columns++)
        for (uint64_t count = 499; count < 501; count++)
            for (uint64_t length = 1; length < 40000; length = length * 2 + 1) {
                const clri_rows rows = rows_of(count, length, are_columns);
                const bool are_teams = length <= 1024 || (length <= 16384 && count >= 500);

                items.sizes.contiguous = false;
                assert_int_equal(clri_way_of_axes(&items, &groups, &rows),
                                 are_teams ? CLRI_WAY_TEAMS : CLRI_WAY_GROUPS);
                items.sizes.contiguous = true;
                for (uint32_t cores = 400; cores <= 600; cores += 200)
                    for (uint32_t sides = 0; sides < 2; sides++) {
                        const bool is_short = length <= 32768;
                        const clri_way columns =
                            sides && is_short ? CLRI_WAY_ITEMS : CLRI_WAY_GROUPS;
                        const clri_way contiguous =
                            is_short || count >= cores ? CLRI_WAY_TEAMS : CLRI_WAY_GROUPS;

                        items.sizes.group_count = cores;
                        items.items.sides = sides;
                        assert_int_equal(clri_way_of_axes(&items, &groups, &rows),
                                         are_columns ? columns : contiguous);
                    }
            }
}

/* A power of two of groups, each with a subtree over at most 256 chains: as few as have a strip
 * each, unless there are too many results for so many. */
TEST(groups_share_results_in_order)
{
    clri_choice choice = choice_of("ordered");

    choice.carrier = &clri_carrier_rows;
    for (uint32_t most = 1; most < 3000; most = most * 2 + 1)
        for (uint64_t rows = 1; rows < 1 << 26; rows = rows * 3 + 1)
            for (uint64_t length = 1; length < UINT64_C(1) << 45; length = length * 3 + 1) {
                const uint64_t strips = divide_up(length, 32768);
                const uint64_t there = most / rows;
                clri_row_grid grid;

                choice.sizes.group_count = most;
                grid = clri_rows_share(&choice, rows, length);
                assert_in_range(grid.groups, 1, 256);
                assert_int_equal(grid.groups & (grid.groups - 1), 0);
                assert_true(grid.groups == 1 || grid.groups / 2 < strips);
                assert_true(grid.groups == 1 || grid.groups <= there);
                assert_true(grid.groups == 256 || grid.groups >= strips || 2 * grid.groups > there);
            }
}

/* As many items as lanes that have elements, at most, or fewer if each has some elements, and all
 * items enough to do. */
TEST(teams_in_order_have_lanes)
{
    clri_choice items = teams_make();

    items.items.are_there = items.pass.needs_order = true;
    items.teams.longest_row = 16384;
    items.teams.abreast = 1;
    for (uint64_t rows = 1; rows < 1 << 26; rows = rows * 3 + 1)
        for (uint64_t length = 1; length < 40000; length = length * 5 / 4 + 1) {
            const clri_team_grid grid = clri_teams_share(&items, rows, length);

            assert_in_range(grid.items, 1, 32);
            assert_int_equal(grid.items & (grid.items - 1), 0);
            assert_true(grid.items == 1 || grid.items / 2 < length);
            assert_true(grid.items == 32 || grid.items >= length ||
                        (25 * grid.items >= length && rows * grid.items >= 100000));
        }
}

/* What a team leaves has room on the lists, and a group makes it, or several a giant. */
TEST(long_segments_in_order_are_left_to_groups)
{
    const clri_choice groups = choice_of("ordered");
    clri_choice items = teams_make();

    items.items.are_there = items.pass.needs_order = true;
    items.teams.longest_row = 16384;
    for (uint64_t rows = 64; rows < 1 << 26; rows = rows * 3 + 1)
        for (uint64_t count = rows; count < UINT64_C(1) << 31; count *= 4) {
            const clri_segment_grid grid = clri_segments_share(&items, &groups, rows, count);

            assert_int_equal(grid.small.items, 0);
            assert_in_range(grid.large.longest, 1024, 32768);
            assert_true(count / (grid.large.longest + 1) < CLRI_LISTED_MOST);
            assert_in_range(grid.large.giant, 65536, UINT64_MAX);
            assert_true(count / (grid.large.giant + 1) < CLRI_GIANTS_MOST);
            assert_int_equal(clri_giants_share(&groups, count).rows_a_launch, CLRI_GIANTS_MOST);
        }
}

/* A power of two of items, of which none is idle that need not be, and as many as keep the device
 * busy; none of them has a long share. */
TEST(teams_suit_their_results)
{
    const clri_choice items = teams_make();

    for (uint64_t rows = 1; rows < 1 << 26; rows = rows * 3 + 1)
        for (uint64_t length = 0; length < 60000; length = length * 5 / 4 + 1) {
            const clri_team_grid grid = clri_teams_share(&items, rows, length);
            const uint64_t vectors = divide_up(length, 4);

            assert_in_range(grid.items, 1, 256);
            assert_int_equal(grid.items & (grid.items - 1), 0);
            assert_true(grid.items == 1 || grid.items / 2 < vectors);
            assert_true(grid.items == 256 || grid.items >= vectors ||
                        ((grid.items >= 16 || grid.items * (grid.items < 4 ? 4 : 8) >= vectors) &&
                         vectors <= 64 * grid.items && rows * grid.items >= 100000));
            assert_int_equal(grid.groups, grid.groups == 1 << 16
                                              ? 1 << 16
                                              : divide_up(rows, 256 / grid.items * 4));
        }
}

/* What each launch leaves has room on its list, unless some overlap; and all is somebody's. */
TEST(lists_have_room)
{
    const clri_choice items = teams_make();
    const clri_choice groups = choice_of("two-pass");

    for (uint64_t count = 1; count < UINT64_C(1) << 60; count = count * 3 + 1)
        for (uint64_t rows = 1; rows < UINT64_C(1) << 50; rows *= 8) {
            const clri_segment_grid grid = clri_segments_share(&items, &groups, rows, count);

            assert_in_range(grid.large.items, 32, 256);
            assert_true(grid.small.items < grid.large.items);
            assert_true(count / (grid.large.giant + 1) < CLRI_GIANTS_MOST);
            assert_true(grid.large.longest <= 1 << 27);
            if (grid.large.longest == 1 << 27) /* no memory has as many elements */
                continue;
            assert_true(count / (grid.large.longest + 1) < CLRI_LISTED_MOST);
            assert_true(grid.large.longest <= grid.large.giant);
            if (grid.small.items)
                assert_true(count / (grid.small.longest + 1) < CLRI_MEDIUM_MOST);
        }
}

/* A group takes what is no giant, also of exact sums; those that share one take all that there is,
 * have room for their states, and are launched until every giant has had its turn. */
TEST(groups_take_what_teams_leave)
{
    const uint64_t capacity = UINT64_C(1) << 27;
    const clri_choice items = teams_make();
    clri_choice groups = choice_of("two-pass");

    assert_int_equal(clri_way_of_segments(&items, 63), CLRI_WAY_GROUPS);
    assert_int_equal(clri_way_of_segments(&items, 64), CLRI_WAY_TEAMS);
    groups.pass.is_exact = true;
    for (uint32_t most = 1; most < 3000; most = most * 3 + 2)
        for (uint64_t count = 1; count <= most * capacity; count = count * 3 + 1) {
            clri_row_grid giants;

            groups.sizes.group_count = most;
            giants = clri_giants_share(&groups, count);
            assert_true(clri_segments_share(&items, &groups, 1000, count).large.giant <= capacity);
            assert_true(count <= giants.groups * capacity);
            assert_in_range(giants.groups, 1, most);
            assert_true(giants.rows_at_once * giants.groups <= most);
            assert_in_range(giants.rows_a_launch, 1, CLRI_GIANTS_MOST);
            assert_true(giants.rows_a_launch * giants.groups <= clri_giants_states(&groups));
        }
}

/* ---- a stage ---- */

/* Of elements of 1, 4 or 8 bytes: all banks have one unit each, or every other one. */
static clri_choice stages_make(uint32_t size)
{
    clri_choice items = teams_make();

    items.staged.elements = 3072;
    items.staged.element_size = size;
    items.staged.word_size = size < 4 ? 4 : size;
    items.staged.line = 128 / items.staged.word_size;
    items.staged.chunk = 16 / items.staged.word_size;
    items.staged.group_size = 128;
    items.staged.batch = 768;
    items.staged.longest_row = 1000;
    items.staged.longest_segment = 300;
    items.staged.fewest = 1000000;
    items.staged.fewest_of_long_rows = 1500000;
    items.staged.fewest_of_segments = 1000000;
    return items;
}

/* Teams are powers of two and have all of a group's results at once, or each item some. */
static void expect_staged(const clri_choice *items, clri_stage_grid grid, uint64_t rows)
{
    assert_int_equal(grid.items & (grid.items - 1), 0);
    assert_in_range(grid.items, 1, 128);
    assert_true(grid.items == 1 || grid.items * grid.rows <= 128);
    assert_in_range(grid.groups, 1, 1 << 16);
    assert_true(grid.groups == 1 << 16 || grid.groups == divide_up(rows, grid.rows));
    assert_true(grid.rows <= items->staged.elements);
}

static void try_staged_rows(const clri_choice *items)
{
    const clri_choice groups = choice_of("two-pass");

    for (uint64_t length = 1; length < 1100; length++) {
        const uint64_t least = (length >= 96 ? 1500000 : 1000000) / length; /* 96 of 3072 */

        for (uint64_t count = least - 1; count < least + 2; count++) {
            const clri_rows rows = rows_of(count, length, false);
            const clri_stage_grid grid = clri_rows_staged(items, &rows);

            assert_int_equal(grid.groups != 0, count >= least && length <= 1000);
            assert_int_equal(clri_way_of_axes(items, &groups, &rows) == CLRI_WAY_STAGE,
                             grid.groups != 0);
            if (grid.groups == 0)
                continue;
            assert_true(grid.rows * length <= 3072 && (grid.rows + 1) * length > 3072);
            expect_staged(items, grid, count);
        }
    }
}

TEST(stages_take_short_rows_that_lie_together)
{
    clri_choice items;
    clri_rows rows;

    for (uint32_t size = 1; size <= 8; size *= 2) {
        items = stages_make(size);
        try_staged_rows(&items);
    }
    rows = rows_of(1000000, 16, false);
    assert_int_not_equal(clri_rows_staged(&items, &rows).groups, 0);
    rows.kept[0].steps[0]++; /* something between them */
    assert_int_equal(clri_rows_staged(&items, &rows).groups, 0);
    rows = rows_of(1000000, 16, true);
    assert_int_equal(clri_rows_staged(&items, &rows).groups, 0);
    rows = rows_of(1000000, 0, false);
    assert_int_equal(clri_rows_staged(&items, &rows).groups, 0);
    rows = rows_of(1000000, 16, false);
    items.staged.elements = 0;
    assert_int_equal(clri_rows_staged(&items, &rows).groups, 0);
}

TEST(rows_alone_on_a_stage_fill_it)
{
    for (unsigned inputs = 1; inputs <= 2; inputs++)
        for (uint64_t length = 1530; length < 3100; length++) {
            clri_rows rows = rows_of(1000, length, false);
            const bool fills = inputs == 1 && length >= 2304 && length <= 3072;
            clri_choice items = stages_make(4);

            items.staged.longest_row = 10000;
            items.staged.fewest_of_long_rows = 1000000;
            items.pass.inputs = inputs;
            rows.kept[0].steps[1] = (int64_t)length;
            rows.reduced[0].steps[1] = 1;
            assert_int_equal(clri_rows_staged(&items, &rows).groups, length <= 1536 ? 500
                                                                     : fills        ? 1000
                                                                                    : 0);
        }
}

TEST(stages_take_short_segments)
{
    const clri_choice items = stages_make(4);

    for (uint64_t mean = 1; mean < 400; mean++)
        for (uint64_t count = 999999; count < 1000002; count++) {
            const uint64_t rows = divide_up(count, mean);
            const clri_stage_grid grid = clri_segments_staged(&items, rows, count);

            assert_int_equal(grid.groups != 0, count >= 1000000 && mean <= 300);
            if (grid.groups == 0)
                continue;
            assert_in_range(grid.rows, 1, 768);
            assert_true(grid.rows * mean < 3072);
            assert_in_range(grid.longest, mean, 3072);
            expect_staged(&items, grid, rows);
        }
    assert_int_equal(clri_segments_staged(&items, 0, 0).groups, 0);
    assert_int_not_equal(clri_segments_staged(&items, 1 << 30, 1000000).groups, 0);
}

/* Who keeps step with 31 others waits for no more than these, unless shares would be long. */
TEST(teams_of_waves_are_no_larger)
{
    const clri_choice groups = choice_of("two-pass");
    clri_choice items = teams_make();
    clri_segment_grid grid;

    grid = clri_segments_share(&items, &groups, 1 << 16, 1 << 28);
    assert_true(grid.large.items > 32);
    items.capability.step = "nvidia";
    grid = clri_segments_share(&items, &groups, 1 << 16, 1 << 28);
    assert_int_equal(grid.large.items, 32);
    assert_int_equal(grid.small.items, 0);
}

/* ---- slices ---- */

static clri_choice slices_make(void)
{
    clri_choice items = teams_make();

    items.sizes.item_loads = 8;
    items.items.sides = 1;
    items.items.fewest_columns = 16896;
    items.slices.lanes = 2;
    items.slices.uncut_items = 33792;
    items.slices.column_items = items.slices.line_items = 405504;
    items.slices.least = 32;
    items.slices.states = 1000000;
    items.slices.deal_columns = true;
    items.items.rows_an_element = 32;
    return items;
}

/* Reduced axes around a kept one: lines of `length` elements, `lines` for each result. */
static clri_rows lines_of(uint64_t count, uint64_t lines, uint64_t length)
{
    clri_rows rows = {.count = count, .length = lines * length, .kept_rank = 1, .reduced_rank = 2};

    rows.kept[0] = (clri_axis){count, {(int64_t)length}, 1, 0};
    rows.reduced[0] = (clri_axis){length, {1}, 0, 0};
    rows.reduced[1] = (clri_axis){lines, {(int64_t)(length * count)}, 0, 0};
    return rows;
}

TEST(long_columns_and_lines_are_cut)
{
    clri_choice groups = choice_of("two-pass");
    clri_choice items = slices_make();
    const struct {
        clri_rows rows;
        clri_way way;
    } cases[] = {
        {rows_of(16, 1 << 24, true), CLRI_WAY_SLICES},
        {rows_of(4096, 1 << 16, true), CLRI_WAY_SLICES},
        {rows_of(3, 89478485, true), CLRI_WAY_SLICES},
        {rows_of(1 << 16, 4096, true), CLRI_WAY_SLICES},
        {rows_of(1 << 20, 256, true), CLRI_WAY_ITEMS},
        {rows_of(20000, 64, true), CLRI_WAY_ITEMS},
        {rows_of(8, 100, true), CLRI_WAY_GROUPS},
        {rows_of(16, 1 << 24, false), CLRI_WAY_GROUPS},
        {lines_of(1024, 256, 1024), CLRI_WAY_SLICES},
        {lines_of(64, 64, 1 << 16), CLRI_WAY_SLICES},
        {lines_of(1, 1000, 999), CLRI_WAY_SLICES},
        {lines_of(100, 5, 10), CLRI_WAY_GROUPS},
        {lines_of(1024, 256, 3), CLRI_WAY_GROUPS},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(clri_way_with_slices(&items, &groups, &cases[i].rows), cases[i].way);
    groups.pass.is_exact = true; /* which groups must be able to make again, all of them together */
    for (uint64_t more = 0; more < 2; more++) {
        const uint64_t most = groups.sizes.group_count * (UINT64_C(1) << 27);
        const clri_rows rows = rows_of(2, most + more, true);

        assert_int_equal(clri_way_with_slices(&items, &groups, &rows),
                         more ? CLRI_WAY_GROUPS : CLRI_WAY_SLICES);
    }
    items.pass.member_count = items.pass.outcome_count = 1; /* nor divide more than is proved */
    items.pass.members[0].form.is_unsure = true;
    items.pass.outcomes[0].op = CLR_OPERATOR_MEAN;
    for (uint64_t more = 0; more < 2; more++) {
        const clri_rows rows = rows_of(2, CLRI_MEAN_MOST + more, true);

        assert_int_equal(clri_way_with_slices(&items, &groups, &rows),
                         more ? CLRI_WAY_GROUPS : CLRI_WAY_SLICES);
    }
    items.slices.lanes = 0;
    assert_int_equal(clri_way_with_slices(&items, &groups, &cases[0].rows), CLRI_WAY_GROUPS);
}

/* All that there is, no slice is empty, and their states have room. */
static void expect_cut(const clri_choice *items, const clri_rows *rows, uint64_t things)
{
    const clri_slice_grid grid = clri_slices_share(items, rows);

    if (!grid.slices)
        return;
    assert_in_range(grid.dealt, 1, grid.are_columns ? items->sizes.vector_width : 1);
    assert_int_equal(grid.rest, things % grid.dealt);
    assert_true(grid.dealt * (grid.slices * grid.length) + grid.rest >= things);
    assert_true(grid.dealt * ((grid.slices - 1) * grid.length) + grid.rest < things);
    assert_in_range(grid.rows_a_launch, 1, rows->count);
    assert_true(grid.rows_a_launch * grid.dealt * grid.slices <= items->slices.states);
    assert_in_range(grid.folded, 1, items->sizes.group);
    assert_int_equal(grid.folded & (grid.folded - 1), 0);
    if (!grid.are_columns) {
        assert_int_equal(grid.groups, grid.rows_a_launch * grid.slices);
        return;
    }
    assert_int_equal(grid.rows_a_launch, rows->count);
    assert_int_equal(grid.groups, (uint64_t)grid.slices * grid.across);
    assert_in_range(grid.abreast, 1, items->sizes.group);
    assert_true((uint64_t)grid.abreast * grid.across >= grid.items.vectors);
    assert_true((uint64_t)grid.abreast * (grid.across - 1) < grid.items.vectors);
}

TEST(slices_hold_all)
{
    clri_choice items = slices_make();

    for (items.slices.least = 0; items.slices.least <= 32; items.slices.least += 16)
        for (uint64_t count = 1; count < 1 << 20; count = count * 5 / 4 + 1)
            for (uint64_t length = 1; length < UINT64_C(1) << 30; length = length * 3 + 1) {
                const clri_rows columns = rows_of(count, length, true);

                expect_cut(&items, &columns, length);
                for (uint64_t line = 1; line < 3000; line = line * 3 + 1) {
                    const clri_rows lines = lines_of(count, length, line);

                    expect_cut(&items, &lines, length * (line / items.sizes.vector_width));
                }
            }
}

/* So many that a row is whole vectors, of which a group has many rows; and only where all elements
 * lie one behind the other, and nobody asks for their numbers. */
TEST(few_columns_are_dealt_out_to_more)
{
    clri_choice items = slices_make();

    for (items.sizes.vector_width = 1; items.sizes.vector_width <= 16;
         items.sizes.vector_width *= 2)
        for (uint64_t count = 2; count < 200; count++)
            for (uint64_t length = 10000000; length < 10000016; length++) {
                const clri_rows rows = rows_of(count, length, true);
                const clri_slice_grid grid = clri_slices_share(&items, &rows);
                const clri_rows many = clri_columns_dealt(&rows, grid.dealt);

                assert_int_equal(many.length * grid.dealt + grid.rest, length);
                assert_int_equal(many.reduced[0].steps[0], many.count);
                assert_true(grid.dealt == 1 || items.sizes.group / grid.abreast >= 8);
                if (count % items.sizes.vector_width && count < 32)
                    assert_int_equal(many.count % items.sizes.vector_width, 0);
                else if (count % items.sizes.vector_width == 0)
                    assert_int_equal(grid.dealt, 1);
            }
}

TEST(columns_that_lie_apart_are_not_dealt_out)
{
    clri_choice items = slices_make();
    clri_rows rows = rows_of(3, 10000000, true);

    assert_int_equal(clri_slices_share(&items, &rows).dealt, 4);
    rows.reduced[0].steps[0]++;
    assert_int_equal(clri_slices_share(&items, &rows).dealt, 1);
    rows = rows_of(3, 10000000, true);
    rows.kept[0].steps[0] = -1;
    assert_int_equal(clri_slices_share(&items, &rows).dealt, 1);
    rows = rows_of(3, 10000000, true);
    items.pass.inputs = 2; /* the other one's steps are 0 */
    assert_int_equal(clri_slices_share(&items, &rows).dealt, 1);
    rows.kept[0].steps[1] = 1;
    rows.reduced[0].steps[1] = 3;
    assert_int_equal(clri_slices_share(&items, &rows).dealt, 4);
    items.slices.deal_columns = false;
    assert_int_equal(clri_slices_share(&items, &rows).dealt, 1);
}

/* What a plan of that reduction has for results along axes. */
static void choose_items(const clr_device *device, const clr_reduction *reduction,
                         clri_choice *groups, clri_choice *items)
{
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    clri_request request = request_of(reduction, 1);
    clri_error error = {0};
    bool are_there;

    assert_int_equal(clri_domain_read(&options, &request.domain, &error), CLR_OK);
    clri_accuracy_settle(device, &options, &request);
    assert_int_equal(clri_choose(device, &request, &options, NULL, groups, &error), CLR_OK);
    assert_int_equal(
        clri_items_choose(device, &request, &options, groups, items, &are_there, &error), CLR_OK);
    assert_true(are_there);
    clri_request_free(&request);
}

/* Who is told elements' numbers, or how many there are, has its columns as they are. */
TEST(numbered_elements_are_not_dealt_out)
{
    static const struct {
        clr_operator op;
        const char *map;
        bool are_dealt;
    } cases[] = {
        {CLR_OPERATOR_SUM, NULL, true},     {CLR_OPERATOR_SUM, "x * 2", true},
        {CLR_OPERATOR_SUM, "x + i", false}, {CLR_OPERATOR_SUM, "x * n", false},
        {CLR_OPERATOR_DOT, NULL, true},     {CLR_OPERATOR_ARGMAX, NULL, false},
    };
    const clr_device device = h200_make();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clr_reduction asked = {
            .size = sizeof asked, .op = cases[i].op, .type = CLR_TYPE_I32, .map = cases[i].map};
        clri_choice groups, items;

        choose_items(&device, &asked, &groups, &items);
        assert_true(items.slices.lanes);
        assert_int_equal(items.slices.deal_columns, cases[i].are_dealt);
    }
}

/* As measured: docs/history/2026-11-26-long-stages.md, "Few stages on a compute unit". */
TEST(few_stages_are_left_to_teams_where_those_are_fast)
{
    static const struct {
        clr_operator op;
        clr_type type;
        clr_accuracy accuracy;
        uint64_t length;
        unsigned log2_elements;
        clri_way way;
    } cases[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 64, 22, CLRI_WAY_TEAMS},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 64, 23, CLRI_WAY_STAGE},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 128, 23, CLRI_WAY_TEAMS},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 256, 24, CLRI_WAY_STAGE},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 2048, 23, CLRI_WAY_TEAMS},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_FAST, 2048, 24, CLRI_WAY_STAGE},
        {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_FAST, 16, 22, CLRI_WAY_STAGE},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, 1000, 22, CLRI_WAY_STAGE},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT, 1000, 20, CLRI_WAY_TEAMS},
        {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_ACCURACY_FAST, 64, 22, CLRI_WAY_STAGE},
        {CLR_OPERATOR_ARGMAX, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT, 1000, 22, CLRI_WAY_STAGE},
        {CLR_OPERATOR_MAX, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT, 1000, 22, CLRI_WAY_TEAMS},
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, CLR_ACCURACY_DEFAULT, 33, 24, CLRI_WAY_STAGE},
    };
    const clr_device device = h200_make();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clr_reduction asked = {.size = sizeof asked,
                                     .op = cases[i].op,
                                     .type = cases[i].type,
                                     .accuracy = cases[i].accuracy};
        const clri_rows rows = rows_of((UINT64_C(1) << cases[i].log2_elements) / cases[i].length,
                                       cases[i].length, false);
        clri_choice groups, items;

        choose_items(&device, &asked, &groups, &items);
        if (clri_way_of_axes(&items, &groups, &rows) != cases[i].way)
            fail_msg("%s of %s, rows of %u of 2^%u", clr_operator_name(cases[i].op),
                     clr_type_name(cases[i].type), (unsigned)cases[i].length,
                     cases[i].log2_elements);
    }
}
