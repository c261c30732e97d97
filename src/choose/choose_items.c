/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/choose_items.h"
#include "base/count.h"
#include "choose/automatic.h"
#include "choose/capability.h"
#include "choose/local_memory.h"
#include "choose/row_grid.h"
#include "choose/sizes.h"
#include "choose/tuning.h"
#include "device/fact.h"
#include "device/quirk.h"
#include "state/layout.h"

/* A number with neither a page nor a reason was chosen, and not measured. */
enum {
    STATES_SIZE = 1 << 10,         /* most bytes of an item's states in registers, ... */
    ACROSS_STATES_SIZE = 16 << 10, /* ... and in a CPU's first-level cache */
    IN_FLIGHT = 64, /* elements of an item of a GPU: compilers unroll the loop, for minutes if it is
                       longer */
    CELLS_SHARE = 2, /* a group's cells take at most 1 / CELLS_SHARE of local memory */
    /* bytes of cells beyond which fewer groups of slices fit a compute unit */
    SLICE_CELLS_SIZE = 16 << 10,
    SLICE_STATES_SIZE = 32 << 20, /* most bytes of partials that slices leave */
    /* most turns in which a group folds its lanes' states: compilers that inline across barriers
     * never finish with more (docs/history/2026-11-23-compiling.md, "Tuning files that ask for
     * much") */
    SLICE_TURNS = 8,
    HELD_SIZE = 4,   /* bytes of a half in registers */
    BANK_SIZE = 4,   /* bytes of a bank of local memory */
    BANKS = 32,      /* banks that items read at once */
    CHUNK_SIZE = 16, /* bytes of a stage that are written at once, at most */
    CHUNKS = 32,     /* chunks of a stage between two gaps of a chunk each (cl/stage/stage.cl) */
    /* results for each element of one, from which on items take less time than groups: an item
     * waits for its elements as long as groups take for so many results */
    ROWS_AN_ELEMENT = 32,
    /* most elements of a result for a team in the published order: of 10,000 teams take half of the
     * time of groups, of 30,000 a fifth to a half more, as groups fold several slabs at a time
     * (docs/history/2026-11-28-middle-sizes.md, "The published order") */
    ORDERED_ROW = 16384,
    WAVE = 32,          /* items that execute in step, on devices with waves */
    STAGE_BATCH = 4,    /* fewest elements, on average, of segments that share a stage */
    SEGMENT_STAGES = 4, /* fewest stages of segments for a compute unit: few, as teams take more
                           launches */
    STAGE_LOADS = 32, /* loads of an item: PoCL takes 14 s for these, 57 for 512 (as SLICE_TURNS) */
    STAGE_PAIR = 48,  /* longest row on a stage, if its exact sum takes two doubles */
    /* most elements of a result that is made again from integers: of longer ones fewer are in
     * doubt, and a group takes less time for each. It rounds sums of values fast, and states not at
     * all: so it has these at shorter lengths. ALONE: where a team is an item
     * (docs/history/2026-11-27-made-again.md, "Where groups stay") */
    AGAIN_SUM = 256,
    AGAIN_ALONE = 256,
    AGAIN_SUM_ALONE = 64,
    /* places of the list of such results: at most so many, and no more than a part of the device's
     * memory: 8 bytes of 2^17 for a place; if it overflows all results are made again */
    AGAIN_LISTED = 1 << 20,
    AGAIN_LIST_SHARE = 1 << 17,
    /* most elements in all for which a group on a long segment is faster than another launch
     * (docs/history/2026-11-23-rows-and-segments.md, "Lists") */
    WITHOUT_GIANTS = 1 << 18,
    ORDERED_WITHOUT_GIANTS = 2 * CLRI_STRIP, /* in the published order */
    /* most elements in all for which segments that are left over are not worth a launch of large
     * teams (the same page) */
    WITHOUT_LARGE_TEAMS = 1 << 20,
};

/* Whether an expression uses an element's index. It would count up along a vector's lanes, which
 * here are neighbouring results, not neighbouring elements: such maps take one result at a time. */
static bool uses_index(const clri_expression *expression)
{
    return expression && expression->uses_index;
}

/* Whether an item may fold a vector of neighbouring results, one a lane. */
static bool takes_vectors(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (uses_index(pass->members[i].map) || uses_index(pass->members[i].where))
            return false;
    return true;
}

/* Vectors of results that an item has at a time. A CPU keeps them in memory, except in traces. */
static void find_sides(const clr_device *device, clri_choice *items)
{
    const bool in_memory =
        items->sizes.contiguous && !items->code.is_traced && items->carrier->is_stepped;
    const uint64_t room = in_memory ? ACROSS_STATES_SIZE : STATES_SIZE;
    const uint64_t lanes_size = items->sizes.vector_width * clri_layout_lane_size(&items->pass);
    const uint64_t wish = clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_WIDTH,
                                      CLRI_WORK_ANY, items->input.element_size);
    uint32_t sides = 1;

    while (2 * sides * items->sizes.vector_width * items->input.element_size <= wish &&
           2 * sides * lanes_size <= room)
        sides *= 2;
    items->items.sides = in_memory ? 1 : sides;
    items->items.memory_sides = in_memory ? sides : 0;
}

/* Lanes and loads for items; groups of single items may have any size, as they have no local
 * memory. A lane is a result with states of its own: lanes are halved until these fit registers,
 * and then loads until the loop over them is short enough to be unrolled. */
static clr_status find_sizes(const clr_device *device, const clr_plan_options *options,
                             const clri_choice *groups, clri_choice *items, clri_error *error)
{
    clri_limits limits = CLRI_NO_LIMITS;

    limits.group = groups->sizes.group;
    CLRI_OR_RETURN(clri_sizes_find(device, options, &limits, items, error));
    if (!takes_vectors(&items->pass))
        items->sizes.vector_width = 1;
    while (items->sizes.vector_width > 1 &&
           items->sizes.vector_width * clri_layout_lane_size(&items->pass) > STATES_SIZE)
        items->sizes.vector_width /= 2;
    while (!items->sizes.contiguous && items->sizes.item_loads > 1 &&
           items->sizes.item_loads * items->sizes.vector_width > IN_FLIGHT)
        items->sizes.item_loads /= 2;
    find_sides(device, items);
    return CLR_OK;
}

/* The class of work by which tuning rows are looked up. */
static unsigned items_work(const clr_device *device, const clri_choice *items)
{
    if (clri_pass_is_unsure(&items->pass))
        return CLRI_WORK_EXACT;
    return clri_is_wide(device, items) ? CLRI_WORK_WIDE : CLRI_WORK_ANY;
}

/* On CPUs with groups of one item, teams are single items: larger teams would only wait at
 * barriers. */
static bool takes_teams(const clri_choice *items)
{
    return !items->sizes.contiguous || clri_teams_are_items(items);
}

/* Results that a team folds at a time, each with a load in flight: by registers and local memory,
 * and by the measure TEAM_ABREAST. 0: not even one state an item fits half of local memory. Sums
 * that one double holds most often take one result, and have runs of its vectors in flight. */
static uint32_t find_abreast(const clr_device *device, const clri_choice *items)
{
    const uint64_t lanes_size = items->sizes.vector_width * clri_layout_lane_size(&items->pass);
    const uint64_t cells_size = items->sizes.group * clri_layout_state_size(&items->pass);
    const uint64_t room = clri_local_memory_free(device) / CELLS_SHARE;
    const unsigned work = items_work(device, items);
    const uint64_t wish = clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ABREAST, work,
                                      items->input.element_size);
    uint32_t abreast = cells_size <= room ? 1 : 0;

    if (clri_pass_is_brief(&items->pass)) /* the cheapest runs: nothing else is in flight */
        return abreast;
    while (abreast && 2 * abreast * lanes_size <= wish && 2 * abreast * cells_size <= room)
        abreast *= 2;
    return abreast;
}

/* Whether some state keeps the index of an element. */
static bool has_places(const clri_pass *pass)
{
    bool is_placed = false;

    for (size_t i = 0; i < pass->member_count; i++)
        is_placed |= pass->members[i].form.is_placed;
    return is_placed;
}

/*
 * Whether an item of a team has several vectors of its result in flight. A GPU's team with one
 * result at a time has nothing else in flight. Not operators with positions, which read a run
 * twice, and most rows of teams are too short for it; exact sums only where one double holds them,
 * as registers allow no more (docs/history/2026-11-25-registers-and-giants.md, "Runs on stages and
 * in teams", "Exact sums by runs").
 */
static bool takes_runs(const clri_choice *items)
{
    return items->teams.abreast == 1 && !items->sizes.contiguous && !has_places(&items->pass) &&
           (!clri_pass_is_unsure(&items->pass) || clri_pass_is_brief(&items->pass));
}

/* Whether teams wait for their wave in place of the group
 * (docs/history/2026-11-25-registers-and-giants.md, "Teams that wait for their warp"). */
static bool keeps_step(const clri_choice *items)
{
    return items->teams.abreast && !clri_teams_are_items(items) && items->sizes.group % WAVE == 0;
}

/* GPUs alone cut results into slices: on a CPU there are soon as many results as cores. A trace has
 * too few groups, and slices do not read masks or index lists. Some drivers fail at operators with
 * positions there (src/device/quirk.def). */
static bool takes_slices(const clr_device *device, const clri_choice *items)
{
    const bool lacks_placed = clri_quirk_number(device, CLRI_HABIT_LACKS_PLACED_SLICES) != 0;

    return !(lacks_placed && has_places(&items->pass)) && items->teams.abreast &&
           items->items.sides == 1 && !items->sizes.contiguous && !items->code.is_traced &&
           !items->input.index && items->pass.mask == CLR_MASK_NONE;
}

/* Dealt-out elements would have other numbers, and columns fewer elements: for operators that use
 * neither. */
static bool deals_columns(const clri_pass *pass)
{
    return !pass->custom && !clri_pass_minds_numbers(pass) && !clri_pass_asks_for_counts(pass);
}

/* Thresholds of slices: items that keep the device busy, by tuning.def; partials of as many bytes
 * as scratch memory has, but no more than all these items leave; and lanes of a result that fold at
 * a time, few enough that as many groups fit a compute unit, with at most SLICE_TURNS turns. */
static void find_slices(const clr_device *device, clri_choice *items)
{
    const unsigned work = items_work(device, items);
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const uint64_t cells_size = items->sizes.group * clri_layout_state_size(&items->pass);
    const size_t size = items->input.element_size;

    items->slices.uncut_items =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_SLICE_COLUMNS, work, size);
    items->slices.column_items =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_SLICE_ITEMS, work, size);
    items->slices.line_items =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_SLICE_LINE_ITEMS, work, size);
    items->slices.least =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_SLICE_LEAST, work, size);
    items->slices.states = SLICE_STATES_SIZE / clri_layout_saved_size(&items->pass);
    if (items->slices.states > items->slices.column_items * items->sizes.vector_width)
        items->slices.states = items->slices.column_items * items->sizes.vector_width;
    items->slices.lanes = 1;
    while (2 * items->slices.lanes <= items->sizes.vector_width &&
           2 * items->slices.lanes * cells_size <= SLICE_CELLS_SIZE)
        items->slices.lanes *= 2;
    if (items->sizes.vector_width > SLICE_TURNS * items->slices.lanes)
        items->slices.lanes = 0;
    items->slices.deal_columns = deals_columns(&items->pass);
}

/*
 * Stages are for GPUs, whose neighbouring items read neighbouring elements; not for traces. Masks
 * and lists are not staged. Vectors are whole units in a stage.
 */
static bool takes_stage(const clri_choice *items)
{
    return items->teams.abreast && !items->sizes.contiguous && !items->code.is_traced &&
           !items->input.index && items->pass.mask == CLR_MASK_NONE && !items->pass.is_numbered &&
           !items->pass.custom &&
           items->staged.element_size * items->sizes.vector_width % items->staged.word_size == 0;
}

/* The units of a stage, by which cl/stage/stage.cl lays elements out: halves are held as floats,
 * and a word is as long as a bank or an element, whichever is longer. */
static void find_stage_units(clri_choice *items)
{
    const bool is_held = items->pass.reader.reads == CLRI_READS_HELD;

    items->staged.element_size = is_held ? (uint32_t)items->input.element_size : HELD_SIZE;
    items->staged.word_size =
        items->staged.element_size > BANK_SIZE ? items->staged.element_size : BANK_SIZE;
    items->staged.line = BANKS * BANK_SIZE / items->staged.word_size;
    items->staged.chunk =
        items->input.element_size < BANK_SIZE
            ? 1 /* items read more often than the copy writes: their bank conflicts decide */
            : (uint32_t)clri_smaller(items->staged.element_size * items->sizes.vector_width,
                                     CHUNK_SIZE) /
                  items->staged.word_size;
}

/* A stage of one group, as cl/reduce_staged.cl has it in local memory: a vector more than its
 * elements, as rows may begin within one; a gap in every 32 chunks; the items' states; and where
 * its segments begin. */
static bool fits_stage(const clr_device *device, const clri_choice *items)
{
    const uint64_t elements = items->staged.elements + items->sizes.vector_width;
    const uint64_t stage_size =
        (elements * items->staged.element_size + CHUNK_SIZE) * items->pass.inputs;
    const uint64_t cells_size = items->staged.group_size * clri_layout_state_size(&items->pass);
    const uint64_t batch_size = (items->staged.batch + 2) * sizeof(cl_uint);

    return stage_size * (CHUNKS + 1) / CHUNKS + cells_size + batch_size <=
           clri_local_memory_free(device);
}

/* Whether vectors are copied to a stage without passing registers: with several inputs some are
 * not aligned, and most rows are slower (docs/history/2026-11-25-stages.md, "What a kernel waits
 * for"). */
static bool copies_vectors(const clr_device *device, const clri_choice *items)
{
    return clri_quirk_number(device, CLRI_HABIT_COPIES_TO_LOCAL) && !items->carrier->is_stepped &&
           items->pass.inputs == 1 && items->pass.reader.reads == CLRI_READS_HELD &&
           items->input.element_size * items->sizes.vector_width == CHUNK_SIZE;
}

/* The least elements for which stages pay. Rows of operators with positions go to teams at the same
 * length as rows of wide states. */
static void find_stage_least(const clr_device *device, clri_choice *items)
{
    const unsigned work = has_places(&items->pass) ? CLRI_WORK_WIDE : items_work(device, items);
    const size_t size = items->input.element_size;
    const uint64_t of_one = clri_known(device->max_compute_units, 1) * items->staged.elements;

    items->staged.fewest =
        of_one * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_STAGES, work, size);
    items->staged.fewest_of_long_rows =
        of_one * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_LONG_STAGES, work, size);
    items->staged.fewest_of_segments = of_one * SEGMENT_STAGES;
}

/* The stage's size: as many elements of all inputs together as tuning has and an item's loads
 * bring, or 0 if the device lacks local memory. */
static void find_stage(const clr_device *device, clri_choice *items)
{
    const unsigned work = items_work(device, items);
    const size_t size = items->input.element_size;
    const uint32_t wish =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_STAGE_SIZE, work, size);
    const uint32_t group =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_STAGE_GROUP, work, size);
    const uint32_t load = items->sizes.vector_width * group;

    find_stage_units(items);
    if (!takes_stage(items) || group > items->sizes.group || group == 0)
        return;
    items->staged.group_size = group;
    items->staged.elements =
        (uint32_t)clri_smaller(wish / (items->pass.inputs * items->staged.element_size) / load,
                               STAGE_LOADS) *
        load;
    items->staged.run =
        (uint32_t)clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_STAGE_RUN, work, size);
    items->staged.batch = items->staged.elements / STAGE_BATCH;
    items->staged.is_copied = copies_vectors(device, items);
    if (!fits_stage(device, items))
        items->staged.elements = 0;
    items->staged.longest_row =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_STAGE_ROW, work, size);
    items->staged.longest_segment =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_STAGE_SEGMENT, work, size);
    /* Where no run fits one double, items of a stage take two doubles for each result, twelve
     * additions an element: such results go to teams earlier. */
    if (clri_pass_is_unsure(&items->pass) && !clri_pass_is_brief(&items->pass) &&
        items->staged.word_size == BANK_SIZE) {
        items->staged.longest_row = clri_smaller(items->staged.longest_row, STAGE_PAIR);
        items->staged.longest_segment = clri_smaller(items->staged.longest_segment, STAGE_PAIR / 2);
    }
    find_stage_least(device, items);
}

/* Thresholds between groups, teams and items, which row_grid.c applies to each run. */
static void find_thresholds(const clr_device *device, const clri_choice *groups, clri_choice *items)
{
    const unsigned work = groups->pass.is_exact ? CLRI_WORK_EXACT : items_work(device, items);
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const size_t size = items->input.element_size;

    items->items.fewest_rows =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_ROWS, work, size);
    items->items.rows_an_element = ROWS_AN_ELEMENT;
    items->items.fewest_columns =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_COLUMNS, work, size);
    items->teams.share =
        (uint32_t)clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_SHARE, work, size);
    items->teams.large =
        (uint32_t)clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_LARGE, work, size);
    items->teams.longest_row =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ROW, work, size);
    items->teams.fewest =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ROWS, work, size);
    items->teams.without_giants = WITHOUT_GIANTS;
    items->teams.without_large = WITHOUT_LARGE_TEAMS;
    items->teams.fewest_items =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ITEMS, work, size);
}

/* Whether rounding some result that may be in doubt is more work than rounding a sum of values. A
 * state that is left is not rounded. */
static bool rounds_more(const clri_choice *items)
{
    const clri_pass *pass = &items->pass;
    bool rounds_more = false;

    for (size_t i = 0; i < pass->outcome_count && !items->left.most; i++) {
        const clri_outcome *outcome = &pass->outcomes[i];
        const clri_state_form *form = &pass->members[outcome->members[0]].form;

        rounds_more |=
            form->is_unsure &&
            (form->terms > 2 || clri_operator_of(outcome->op)->lower != CLRI_LOWER_VALUE);
    }
    return rounds_more;
}

/* Which results the kernel of integers makes again, if two doubles were in doubt of them, and the
 * room for its list. Longer ones go to groups with bins, which are faster there
 * (docs/history/2026-11-27-made-again.md, "Where groups stay"). */
static void find_again(const clr_device *device, clri_choice *items)
{
    const bool are_alone = clri_teams_are_items(items);
    uint32_t listed = CLRI_LISTED_MOST;

    if (!items->teams.abreast || !clri_pass_is_unsure(&items->pass))
        return;
    items->again.longest = rounds_more(items) ? (are_alone ? AGAIN_ALONE : CLRI_AGAIN_MOST)
                           : are_alone        ? AGAIN_SUM_ALONE
                                              : AGAIN_SUM;
    /* columns' states take an item alone up to three times as long as a group */
    items->again.longest_apart = are_alone && items->left.most ? AGAIN_SUM_ALONE : CLRI_AGAIN_MOST;
    while (listed < AGAIN_LISTED && 2 * listed <= device->global_mem_size / AGAIN_LIST_SHARE)
        listed *= 2;
    items->again.listed = listed;
}

/* ---- the published order ---- */

/* Whether items keep the published order, too. On a CPU groups read segments in vectors as well,
 * and rows that lie apart as fast as items, so that items take rows and columns alone. */
static bool can_keep_order(const clri_choice *groups)
{
    const bool is_plain = !groups->input.index && groups->pass.mask == CLR_MASK_NONE;

    return !clri_pass_is_noncommutative(&groups->pass) &&
           (!groups->sizes.contiguous ||
            (groups->sizes.group == 1 && groups->carrier->is_stepped && is_plain));
}

/* Rows of a single item, which reads vectors, and columns, a vector of them. It has the groups'
 * sizes, but for vectors. */
static clr_status choose_ordered_alone(const clr_device *device, const clri_request *request,
                                       const clr_plan_options *options, const clri_terms *terms,
                                       const clri_choice *groups, clri_choice *items,
                                       clri_error *error)
{
    clri_limits limits = CLRI_NO_LIMITS;

    limits.group = groups->sizes.group;
    items->capability = groups->capability;
    items->teams.abreast = 1;
    CLRI_OR_RETURN(clri_pass_find(request, terms, &items->pass, error));
    items->items.sides = takes_vectors(&items->pass) && !items->pass.custom ? 1 : 0;
    return clri_sizes_find(device, options, &limits, items, error);
}

/* Teams of the groups' own pass; an item has a lane at a time. */
static void choose_ordered(const clr_device *device, clri_choice *items)
{
    const uint64_t room = clri_local_memory_free(device) / CELLS_SHARE;
    const uint64_t state_size = clri_layout_state_size(&items->pass);
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const unsigned work = items_work(device, items);
    const size_t size = items->input.element_size;

    items->sizes.vector_width = 1;
    while (items->sizes.group > CLRI_ROW && items->sizes.group * state_size > room)
        items->sizes.group /= 2;
    items->teams.abreast = 1;
    items->teams.longest_row = ORDERED_ROW;
    items->teams.without_giants = ORDERED_WITHOUT_GIANTS;
    items->teams.fewest =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ROWS, work, size);
    items->teams.fewest_items =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ITEMS, work, size);
    if (keeps_step(items))
        items->capability.step = clri_capability_step(device);
}

clr_status clri_items_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_choice *groups,
                             clri_choice *items, bool *is_there, clri_error *error)
{
    const clri_terms terms = {.has_fp64 = clri_automatic_doubles(device, request),
                              .lanes_apart = true,
                              .sifts = groups->input.sifts_indices,
                              .leaves_states = groups->left.most != 0};
    const clri_carrier *carrier = groups->carrier;
    clr_status status = CLR_OK;

    *is_there = false;
    if (!clri_automatic_of(device, request, options) ||
        (groups->pass.needs_order ? !can_keep_order(groups)
                                  : clri_pass_is_noncommutative(&groups->pass)))
        return CLR_OK;
    *items = *groups;
    items->why[0] = '\0';
    items->items.are_there = true;
    items->items.ways = CLRI_WAYS_ALL;
    items->code.local_is_dynamic = false;
    items->code.calls_cold = false; /* not cold here: it runs once for each of many results */
    items->sizes.claims = false;
    items->capability.item = NULL; /* only useful in group kernels */
    items->capability.step = NULL;
    items->capability.read = NULL; /* bypasses the first cache, which lanes share here */
    if (items->pass.needs_order) {
        if (items->sizes.contiguous)
            CLRI_OR_RETURN(
                choose_ordered_alone(device, request, options, &terms, groups, items, error));
        else
            choose_ordered(device, items);
        *is_there = true;
        return CLR_OK;
    }
    status = clri_pass_find(request, &terms, &items->pass, error);
    if (status == CLR_ERROR_UNSUPPORTED) {
        clri_error_clear(error);
        return CLR_OK;
    }
    if (status != CLR_OK ||
        (items->left.most && !clri_layout_leaves_alike(&groups->pass, &items->pass)))
        return status;
    /* Inverses of extents spare registers in exact sums; for items of fast sums NVIDIA's compiler
     * then spills (docs/history/2026-11-25-registers-and-giants.md, "Registers of groups that fold
     * rows"). */
    items->code.divides = !clri_pass_is_unsure(&items->pass);
    CLRI_OR_RETURN(find_sizes(device, options, groups, items, error));
    if (items->code.is_traced && items->sizes.group_count > groups->sizes.group_count)
        items->sizes.group_count = groups->sizes.group_count; /* as many as have logs */
    find_thresholds(device, groups, items);
    items->teams.abreast = takes_teams(items) ? find_abreast(device, items) : 0;
    items->teams.fold_runs = takes_runs(items);
    if (keeps_step(items)) /* so that no team waits for another wave's teams */
        items->capability.step = clri_capability_step(device);
    find_again(device, items);
    find_stage(device, items);
    if (carrier->is_stepped && takes_slices(device, items))
        find_slices(device, items);
    *is_there = carrier->is_stepped || items->teams.abreast;
    return CLR_OK;
}
