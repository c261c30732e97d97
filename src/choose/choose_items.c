/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/choose_items.h"
#include "base/count.h"
#include "choose/automatic.h"
#include "choose/capability.h"
#include "choose/local_memory.h"
#include "choose/sizes.h"
#include "choose/stage_banks.h"
#include "choose/tuning.h"
#include "device/fact.h"
#include "device/quirk.h"
#include "state/layout.h"

enum {
    STATES_SIZE = 1 << 10, /* most bytes of the states of an item's lanes, in registers, ... */
    ACROSS_STATES_SIZE = 16 << 10, /* ... and in a CPU's nearest cache, beside what it reads */
    IN_FLIGHT = 64,  /* elements of an item of a GPU: compilers unroll them, more for minutes */
    CELLS_SHARE = 2, /* of local memory, a group's cells take that part at most */
    /* Bytes of cells beyond which fewer groups of slices are on a compute unit at once, ... */
    SLICE_CELLS_SIZE = 16 << 10,
    SLICE_STATES_SIZE = 32 << 20, /* ... and most bytes of the states that they leave */
    SLICE_TURNS = 8,    /* in which a group folds its lanes' states: a compiler that follows each to
                         * its barriers takes for ever with more */
    HELD_SIZE = 4,      /* bytes of a short float, once read */
    BANK_SIZE = 4,      /* of local memory: a word's */
    BANKS = 32,         /* that items read from at once */
    CHUNK_SIZE = 16,    /* bytes of a stage that are written at once, at most */
    WAVE = 32,          /* items that keep step, where any do */
    STAGE_BATCH = 4,    /* elements of segments that a stage is shared by, at least */
    SEGMENT_STAGES = 4, /* on a compute unit, at least: teams of segments take more launches */
    STAGE_LOADS = 32,   /* of an item: compilers unroll them, many for minutes */
    STAGE_PAIR = 48,    /* words of exact results that one double does not add up */
    /* Of so many elements a group takes a segment sooner than another launch is enqueued, ... */
    WITHOUT_GIANTS = 1 << 18,
    /* ... and of so many what is left over is not worth a launch of large teams. */
    WITHOUT_LARGE_TEAMS = 1 << 20,
};

/* An expression's index i goes from lane to lane where these are neighbours: here they are results.
 */
static bool uses_index(const clri_expression *expression)
{
    return expression && expression->uses_index;
}

static bool takes_vectors(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (uses_index(pass->members[i].map) || uses_index(pass->members[i].where))
            return false;
    return true;
}

/* Vectors side by side. A CPU has them in memory, unless a trace is to show what items do. */
static void find_sides(const clr_device *device, clri_choice *items)
{
    const bool in_memory =
        items->sizes.contiguous && !items->code.is_traced && items->carrier == CLRI_CARRIER_ROWS;
    const uint64_t room = in_memory ? ACROSS_STATES_SIZE : STATES_SIZE;
    const uint64_t lanes_size = items->sizes.vector_width * clri_layout_lane_size(&items->pass);
    const uint64_t wish = clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_WIDTH,
                                      CLRI_WORK_ANY, items->input.element_size);
    uint32_t sides = 1;

    while (2 * sides * items->sizes.vector_width * items->input.element_size <= wish &&
           2 * sides * lanes_size <= room)
        sides *= 2;
    items->items.sides = in_memory ? 1 : sides;
    items->items.across = in_memory ? sides : 0;
}

/* Lanes and loads by which items do best; a group of theirs is as large as any. */
static clr_status find_sizes(const clr_device *device, const clr_plan_options *options,
                             const clri_choice *groups, clri_choice *items, clri_error *error)
{
    clri_limits limits = CLRI_NO_LIMITS;
    clr_status status = CLR_OK;

    limits.group = groups->sizes.group;
    CLRI_TRY(clri_sizes_find(device, options, &limits, items, error));
    if (!takes_vectors(&items->pass))
        items->sizes.vector_width = 1;
    while (items->sizes.vector_width > 1 &&
           items->sizes.vector_width * clri_layout_lane_size(&items->pass) > STATES_SIZE)
        items->sizes.vector_width /= 2;
    while (!items->sizes.contiguous && items->sizes.item_loads > 1 &&
           items->sizes.item_loads * items->sizes.vector_width > IN_FLIGHT)
        items->sizes.item_loads /= 2;
    find_sides(device, items);
cleanup:
    return status;
}

/* What kind of work rows of tuning are asked for. */
static unsigned items_work(const clr_device *device, const clri_choice *items)
{
    if (clri_pass_is_unsure(&items->pass))
        return CLRI_WORK_EXACT;
    return clri_is_wide(device, items) ? CLRI_WORK_WIDE : CLRI_WORK_ANY;
}

/* On a CPU where groups are one item so are teams; larger ones only meet there. */
static bool takes_teams(const clri_choice *items)
{
    return !items->sizes.contiguous || clri_teams_are_items(items);
}

/* Results that a team has side by side, as registers and local memory have room for. */
static uint32_t find_abreast(const clr_device *device, const clri_choice *items)
{
    const uint64_t lanes_size = items->sizes.vector_width * clri_layout_lane_size(&items->pass);
    const uint64_t cells_size = items->sizes.group * clri_layout_state_size(&items->pass);
    const uint64_t room = clri_local_memory_free(device) / CELLS_SHARE;
    const unsigned work = items_work(device, items);
    const uint64_t wish = clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ABREAST, work,
                                      items->input.element_size);
    uint32_t abreast = cells_size <= room ? 1 : 0;

    if (clri_pass_is_brief(&items->pass)) /* whose runs cost least */
        return abreast;
    while (abreast && 2 * abreast * lanes_size <= wish && 2 * abreast * cells_size <= room)
        abreast *= 2;
    return abreast;
}

static bool has_places(const clri_pass *pass)
{
    bool is_placed = false;

    for (size_t i = 0; i < pass->member_count; i++)
        is_placed |= pass->members[i].form.is_placed;
    return is_placed;
}

/* Where a team of a GPU has one result at a time nothing else is in flight. Runs of places are
 * looked at twice, for which most rows of teams are too short; exact ones have registers for runs
 * if one double adds these up. */
static bool takes_runs(const clri_choice *items)
{
    return items->teams.abreast == 1 && !items->sizes.contiguous && !has_places(&items->pass) &&
           (!clri_pass_is_unsure(&items->pass) || clri_pass_is_brief(&items->pass));
}

/* Teams wait for each other by whole waves. */
static bool keeps_step(const clri_choice *items)
{
    return items->teams.abreast && !clri_teams_are_items(items) && items->sizes.group % WAVE == 0;
}

/*
 * GPUs alone cut results into slices: a CPU has as many results as cores soon enough. A trace has
 * too few groups for any, and what lies beside the elements, a mask or a list, is not walked by
 * slices.
 */
static bool takes_slices(const clr_device *device, const clri_choice *items)
{
    const bool lacks_placed = clri_quirk_number(device, CLRI_HABIT_LACKS_PLACED_SLICES) != 0;

    return !(lacks_placed && has_places(&items->pass)) && items->teams.abreast &&
           items->items.sides == 1 && !items->sizes.contiguous && !items->code.is_traced &&
           !items->input.index && items->pass.mask == CLR_MASK_NONE;
}

/* Elements that are dealt out to more columns have other numbers there, and are fewer. */
static bool deals_columns(const clri_pass *pass)
{
    return !pass->custom && !clri_pass_minds_numbers(pass) && !clri_pass_asks_for_counts(pass);
}

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
 * A stage is for GPUs, whose items read side by side what lies side by side; a trace does without.
 * What goes along with the elements is not brought. Vectors are whole units there.
 */
static bool takes_stage(const clri_choice *items)
{
    return items->teams.abreast && !items->sizes.contiguous && !items->code.is_traced &&
           !items->input.index && items->pass.mask == CLR_MASK_NONE && !items->pass.is_numbered &&
           !items->pass.custom &&
           items->staged.element_size * items->sizes.vector_width % items->staged.word_size == 0;
}

/* How elements lie there (cl/stage/stage.cl). */
static void find_stage_units(clri_choice *items)
{
    const bool is_held = items->pass.reader.reads == CLRI_READS_HELD;

    items->staged.element_size = is_held ? (uint32_t)items->input.element_size : HELD_SIZE;
    items->staged.word_size =
        items->staged.element_size > BANK_SIZE ? items->staged.element_size : BANK_SIZE;
    items->staged.line = BANKS * BANK_SIZE / items->staged.word_size;
    items->staged.chunk =
        items->input.element_size < BANK_SIZE
            ? 1 /* items read several times what memory brings: their banks count */
            : (uint32_t)clri_smaller(items->staged.element_size * items->sizes.vector_width,
                                     CHUNK_SIZE) /
                  items->staged.word_size;
}

static bool fits_stage(const clr_device *device, const clri_choice *items)
{
    const uint64_t elements = items->staged.elements + items->sizes.vector_width;
    const uint64_t stage_size =
        (elements * items->staged.element_size + CHUNK_SIZE) * items->pass.inputs;
    const uint64_t cells_size = items->staged.group_size * clri_layout_state_size(&items->pass);
    const uint64_t batch_size = (items->staged.batch + 2) * sizeof(cl_uint);

    return stage_size * (CLRI_STAGE_CHUNKS + 1) / CLRI_STAGE_CHUNKS + cells_size + batch_size <=
           clri_local_memory_free(device);
}

/* Whether vectors go to a stage past registers, as they are in memory: of several inputs some are
 * not aligned, and most rows are slower so (docs/history/2026-11-25-stages.md, "What a kernel waits
 * for"). */
static bool copies_vectors(const clr_device *device, const clri_choice *items)
{
    return clri_quirk_number(device, CLRI_HABIT_COPIES_TO_LOCAL) &&
           items->carrier == CLRI_CARRIER_SPANS && items->pass.inputs == 1 &&
           items->pass.reader.reads == CLRI_READS_HELD &&
           items->input.element_size * items->sizes.vector_width == CHUNK_SIZE;
}

/* Of how many elements stages are worth it. Rows whose places are found take teams as long as wide
 * states do. */
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

/* As many elements as are wished for of all inputs together and items load at once, or none if the
 * device has no room. */
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
    if (clri_pass_is_unsure(&items->pass) && !clri_pass_is_brief(&items->pass) &&
        items->staged.word_size == BANK_SIZE) {
        items->staged.longest_row = clri_smaller(items->staged.longest_row, STAGE_PAIR);
        items->staged.longest_segment = clri_smaller(items->staged.longest_segment, STAGE_PAIR / 2);
    }
    find_stage_least(device, items);
}

static void find_thresholds(const clr_device *device, const clri_choice *groups, clri_choice *items)
{
    const unsigned work = groups->pass.is_exact ? CLRI_WORK_EXACT : items_work(device, items);
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const size_t size = items->input.element_size;

    items->items.longest_row =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_ROW, work, size);
    items->items.fewest_rows =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_ROWS, work, size);
    items->items.fewest_columns =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_ITEM_COLUMNS, work, size);
    items->teams.share =
        (uint32_t)clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_SHARE, work, size);
    items->teams.large =
        (uint32_t)clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_LARGE, work, size);
    items->teams.least_whole_row =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_WHOLE_ROW, work, size);
    items->teams.least_loose_row =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_LOOSE_ROW, work, size);
    items->teams.longest_row =
        clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ROW, work, size);
    items->teams.fewest =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ROWS, work, size);
    items->teams.without_giants = WITHOUT_GIANTS;
    items->teams.without_large = WITHOUT_LARGE_TEAMS;
    items->teams.fewest_items =
        units * clri_tuning(device, items->sizes.tuned, CLRI_MEASURE_TEAM_ITEMS, work, size);
}

clr_status clri_items_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_choice *groups,
                             clri_choice *items, bool *is_there, clri_error *error)
{
    const clri_terms terms = {.has_fp64 = clri_automatic_doubles(device, request),
                              .lanes_apart = true,
                              .sifts = groups->input.sifts_indices};
    const bool has_axes = groups->carrier == CLRI_CARRIER_ROWS;
    clr_status status = CLR_OK;

    *is_there = false;
    if (!has_axes && groups->carrier != CLRI_CARRIER_SPANS)
        return CLR_OK;
    if (!clri_automatic_of(device, request, options) || groups->pass.needs_order ||
        clri_pass_is_noncommutative(&groups->pass))
        return CLR_OK;
    *items = *groups;
    items->why[0] = '\0';
    items->items.are_there = true;
    items->code.local_is_dynamic = false;
    items->code.calls_cold = false; /* what is done once for each of many results is not seldom */
    items->sizes.claims = false;
    items->capability.item = NULL; /* which has a use around what a whole group folds */
    items->capability.step = NULL;
    items->capability.read = NULL; /* which passes by the first cache: lanes meet again in it */
    status = clri_pass_find(request, &terms, &items->pass, error);
    if (status == CLR_ERROR_UNSUPPORTED) {
        clri_error_clear(error);
        return CLR_OK;
    }
    if (status != CLR_OK)
        return status;
    items->code.divides = !clri_pass_is_unsure(&items->pass);
    CLRI_TRY(find_sizes(device, options, groups, items, error));
    if (items->code.is_traced && items->sizes.group_count > groups->sizes.group_count)
        items->sizes.group_count = groups->sizes.group_count; /* whose items all have a log */
    find_thresholds(device, groups, items);
    items->teams.abreast = takes_teams(items) ? find_abreast(device, items) : 0;
    items->teams.fold_runs = takes_runs(items);
    if (keeps_step(items)) /* so that no team waits for those of another wave */
        items->capability.step = clri_capability_step(device);
    find_stage(device, items);
    if (has_axes && takes_slices(device, items))
        find_slices(device, items);
    *is_there = has_axes || items->teams.abreast;
cleanup:
    return status;
}
