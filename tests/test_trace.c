/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the analysis of traces, on logs of textbook reductions whose numbers can be counted by
 * hand. Needs no device.
 */
#include "made_logs.h"
#include "trace_log.h"
#include "trace_states.h"
#include "trace_verdict.h"
#include "unit.h"

#include <stdint.h>
#include <string.h>

static made_log log_room;

/* The run that is asked for is the one that was traced. */
static const trace_scale as_traced = {.groups = 1, .reads = 1, .trees = 1, .units = 1};

static trace *analyse(uint32_t groups, uint32_t size, uint32_t loads, made_group fold,
                      uint32_t wave)
{
    const trace_machine machine = {wave, 32, size, 4};

    made_log_fill(&log_room, groups, size, loads, fold);
    trace *t = trace_create(log_room.events, log_room.count, &machine);
    assert_non_null(t);
    return t;
}

/* Of the launches that make the result of what the log leaves there is no log. */
static const char *worst(trace *t)
{
    char sentence[TRACE_SENTENCE_SIZE];

    t->delivers = true;
    const char *name = trace_verdict(t, &as_traced, sentence).name;

    assert_true(strlen(sentence) > 0);
    return name == NULL ? "" : name;
}

/* Loading, then log2(128) = 7 steps, and a last one in which item 0 alone leaves the state. */
TEST(barriers_make_steps)
{
    trace *t = analyse(2, 128, 1, made_sequential, 32);

    assert_int_equal(t->group_count, 2);
    assert_int_equal(t->groups[0].step_count, 9);
    assert_int_equal(t->groups[1].like, 0);
    assert_int_equal(t->counts.barriers, 2 * 8);
    assert_int_equal(t->counts.merges, 2 * 127);
    for (size_t s = 1, active = 64; s < 8; s++, active /= 2)
        assert_int_equal(t->groups[0].steps[s].counts.active, active);
    trace_destroy(t);
}

TEST(interleaved_diverges)
{
    trace *t = analyse(1, 128, 1, made_interleaved, 32);
    const trace_step *steps = t->groups[0].steps;

    for (size_t s = 1; s <= 5; s++) {
        assert_int_equal(steps[s].counts.divergent, 4); /* every wave */
        assert_int_equal(steps[s].counts.full, 0);
        assert_int_equal(steps[s].counts.idle, 0);
        assert_int_equal(steps[s].counts.idle_lanes, 128 - (128 >> s));
    }
    assert_int_equal(steps[6].counts.divergent, 2);
    assert_int_equal(steps[7].counts.divergent, 1);
    assert_int_equal(t->counts.conflicts, 0);
    assert_int_equal(t->never_add, 64);
    assert_string_equal(worst(t), "divergence");
    trace_destroy(t);
}

/* Half-waves of 16 lanes: cells of 8 bytes 2 * stride apart meet in a bank stride at a time. */
TEST(strided_has_bank_conflicts)
{
    static const uint64_t passes[] = {3 * 4 * 1, 3 * 2 * 3, 3 * 7, 3 * 7, 3 * 3, 3 * 1, 0};
    trace *t = analyse(1, 128, 1, made_strided, 32);
    const trace_step *steps = t->groups[0].steps;

    for (size_t s = 1; s <= 7; s++)
        assert_int_equal(steps[s].counts.conflicts, passes[s - 1]);
    assert_int_equal(steps[1].counts.full, 2);
    assert_int_equal(steps[1].counts.divergent, 0);
    assert_int_equal(steps[2].counts.full, 1);
    for (size_t s = 3; s <= 7; s++)
        assert_int_equal(steps[s].counts.divergent, 1);
    assert_string_equal(worst(t), "bank_conflicts");
    trace_destroy(t);
}

TEST(sequential_has_neither)
{
    trace *t = analyse(1, 128, 1, made_sequential, 32);
    const trace_step *steps = t->groups[0].steps;

    assert_int_equal(t->counts.conflicts, 0);
    assert_int_equal(steps[1].counts.full, 2);
    assert_int_equal(steps[2].counts.full, 1);
    for (size_t s = 1; s <= 7; s++)
        assert_int_equal(steps[s].counts.divergent, s > 2);
    assert_int_equal(t->never_add, 64);
    assert_int_equal(t->counts.useless, 2 * 7);
    assert_string_equal(worst(t), "idle_items");
    trace_destroy(t);
}

TEST(first_add_leaves_no_idle_half)
{
    trace *t = analyse(1, 128, 2, made_sequential, 32);

    assert_int_equal(t->groups[0].steps[0].counts.active, 128);
    assert_int_equal(t->groups[0].steps[0].counts.full, 4);
    assert_int_equal(t->never_add, 0);
    assert_int_equal(t->counts.useless, 0);
    assert_int_equal(t->counts.waiting, 2 + 6 * 3);
    assert_string_equal(worst(t), "waiting");
    trace_destroy(t);
}

TEST(serial_is_one_item_alone)
{
    trace *t = analyse(2, 128, 1, made_serial, 32);

    assert_int_equal(t->groups[0].step_count, 2);
    assert_int_equal(t->groups[0].steps[1].counts.active, 1);
    assert_int_equal(t->groups[0].steps[1].counts.merges, 127);
    assert_int_equal(t->counts.alone, 2 * 126);
    assert_int_equal(t->counts.conflicts, 0);
    assert_string_equal(worst(t), "chain");
    trace_destroy(t);
}

/* Loading, four rounds, the barrier's step of leaders, then two rounds of four leaders. */
TEST(shuffle_rounds_are_steps)
{
    trace *t = analyse(1, 64, 1, made_shuffle, 32);
    const trace_step *steps = t->groups[0].steps;

    assert_int_equal(t->groups[0].step_count, 1 + 4 + 1 + 2);
    assert_int_equal(t->counts.barriers, 1);
    for (size_t s = 1; s <= 4; s++) {
        assert_true(trace_step_has(&steps[s], CLR_TRACE_SHUFFLE));
        assert_int_equal(steps[s].counts.active, 64 >> s);
    }
    assert_true(trace_step_has(&steps[4], CLR_TRACE_BARRIER));
    assert_true(trace_step_has(&steps[5], CLR_TRACE_GET));
    assert_int_equal(steps[6].counts.active, 2);
    assert_int_equal(steps[7].counts.active, 1);
    trace_destroy(t);
}

/* Steps without barriers between them: putting, then getting, begins another. */
TEST(lanes_in_step_make_rounds)
{
    static const uint32_t kinds[] = {CLR_TRACE_GET, CLR_TRACE_MERGE, CLR_TRACE_PUT};
    const trace_machine machine = {32, 32, 4, 4};
    clr_trace_event events[2 * 3 + 3];
    size_t count = 0;

    for (uint32_t item = 0; item < 2; item++)
        for (uint32_t round = 0; round + item < 2; round++)
            for (size_t k = 0; k < 3; k++)
                events[count++] = (clr_trace_event){.item = item, .kind = kinds[k], .size = 8};
    trace *t = trace_create(events, count, &machine);
    assert_int_equal(t->step_count, 2);
    assert_int_equal(t->steps[0].counts.active, 2);
    assert_int_equal(t->steps[1].counts.active, 1);
    trace_destroy(t);
}

/* One pass of a wave over `size`-byte cells whose numbers are lane * stride. */
static uint64_t conflicts_of(uint32_t wave, uint32_t banks, uint64_t stride, uint64_t size)
{
    const trace_machine machine = {wave, banks, wave, 4};
    clr_trace_event events[TRACE_WAVE_MOST];

    for (uint32_t i = 0; i < wave; i++)
        events[i] =
            (clr_trace_event){.item = i, .kind = CLR_TRACE_GET, .place = i * stride, .size = size};
    trace *t = trace_create(events, wave, &machine);
    uint64_t conflicts = t->counts.conflicts;
    trace_destroy(t);
    return conflicts;
}

TEST(banks_deliver_a_word_at_a_time)
{
    assert_int_equal(conflicts_of(32, 32, 1, 4), 0);
    assert_int_equal(conflicts_of(32, 32, 0, 4), 0); /* one word for all */
    assert_int_equal(conflicts_of(32, 32, 2, 4), 1);
    assert_int_equal(conflicts_of(32, 32, 32, 4), 31);
    assert_int_equal(conflicts_of(32, 32, 33, 4), 0);
    assert_int_equal(conflicts_of(32, 32, 1, 8), 0); /* two passes of half a wave */
    assert_int_equal(conflicts_of(32, 32, 2, 8), 2);
    assert_int_equal(conflicts_of(32, 32, 1, 16), 0);
    assert_int_equal(conflicts_of(32, 32, 2, 16), 4);
    assert_int_equal(conflicts_of(32, 32, 1, 2), 0); /* two lanes a word */
    assert_int_equal(conflicts_of(32, 16, 1, 4), 0);
    assert_int_equal(conflicts_of(64, 32, 2, 4), 2);
}

/* Loads of one wave, `stride` elements of 4 bytes apart, each `size` bytes wide. */
static trace_counts loads_of(uint64_t stride, uint64_t size)
{
    const trace_machine machine = {32, 32, 32, 4};
    clr_trace_event events[32];

    for (uint32_t i = 0; i < 32; i++)
        events[i] =
            (clr_trace_event){.item = i, .kind = CLR_TRACE_LOAD, .place = i * stride, .size = size};
    trace *t = trace_create(events, 32, &machine);
    trace_counts counts = t->counts;
    trace_destroy(t);
    return counts;
}

TEST(sectors_are_moved_once)
{
    assert_int_equal(loads_of(1, 4).sectors, 4);
    assert_int_equal(loads_of(1, 4).spare_sectors, 0);
    assert_int_equal(loads_of(2, 4).sectors, 8);
    assert_int_equal(loads_of(2, 4).spare_sectors, 4);
    assert_int_equal(loads_of(100, 4).sectors, 32);
    assert_int_equal(loads_of(4, 16).sectors, 16);
    assert_int_equal(loads_of(0, 4).sectors, 1);
    assert_int_equal(loads_of(16, 64).sectors, 64);
}

/* Items that take in several elements while they load are of use without ever merging. */
TEST(loading_much_is_adding)
{
    const trace_machine machine = {32, 32, 2, 4};
    const clr_trace_event events[] = {
        {.item = 0, .kind = CLR_TRACE_LOAD, .place = 0, .size = 4},
        {.item = 0, .kind = CLR_TRACE_LOAD, .place = 2, .size = 4},
        {.item = 1, .kind = CLR_TRACE_LOAD, .place = 1, .size = 4},
    };
    const clr_trace_event wide = {.item = 0, .kind = CLR_TRACE_LOAD, .place = 0, .size = 8};

    trace *t = trace_create(events, 3, &machine);
    assert_int_equal(t->never_add, 1);
    trace_destroy(t);
    t = trace_create(&wide, 1, &machine);
    assert_int_equal(t->never_add, 1);
    trace_destroy(t);
}

TEST(atomics_queue)
{
    const trace_machine machine = {32, 32, 64, 4};
    clr_trace_event events[64];

    for (uint32_t i = 0; i < 64; i++)
        events[i] = (clr_trace_event){.item = i, .kind = CLR_TRACE_ATOMIC, .size = 8};
    trace *t = trace_create(events, 64, &machine);
    assert_int_equal(t->counts.atomics, 64);
    assert_int_equal(t->counts.full, 2);
    assert_int_equal(t->never_add, 0);
    assert_string_equal(worst(t), "queue");
    trace_destroy(t);
}

/* Two groups whose items all leave their state in the group's place: one of each group's is read,
 * and not always the one that counts as the last. */
TEST(collisions_overwrite)
{
    const trace_machine machine = {32, 32, 4, 4};
    clr_trace_event events[18];

    for (uint32_t i = 0; i < 8; i++) {
        events[2 * i] = (clr_trace_event){
            .group = i / 4, .item = i % 4, .kind = CLR_TRACE_LEAVE, .place = 2 + i / 4, .size = 8};
        events[2 * i + 1] = (clr_trace_event){
            .group = i / 4, .item = i % 4, .kind = CLR_TRACE_WRITE, .place = 7 - i, .value = i};
    }
    for (uint32_t i = 0; i < 2; i++)
        events[16 + i] = (clr_trace_event){.launch = 1,
                                           .item = i,
                                           .kind = CLR_TRACE_FETCH,
                                           .place = 2 + i,
                                           .value = i == 0 ? 2 : 4};
    trace *t = trace_create(events, 18, &machine);
    assert_int_equal(t->counts.handed, 8);
    assert_int_equal(t->counts.unguarded, 8);
    assert_int_equal(t->counts.lost, 6);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(t->entries[2 * i + 1].is_lost, i != 2 && i != 4);
    trace_destroy(t);
}

/* An item's unguarded addition: when it reads and writes, what, and whether that lasts. */
typedef struct addition {
    uint64_t read_at, reads, write_at, writes;
    bool lasts;
} addition;

/* A value that lasts is read, or is the result, before any other is written. */
static void check_order(const addition *additions, uint32_t count, const trace_entry *entries)
{
    bool is_taken[2 * 8] = {false};

    for (uint32_t i = 0; i < 2 * count; i++) {
        assert_true(entries[i].order < 2 * count && !is_taken[entries[i].order]);
        is_taken[entries[i].order] = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint64_t until = 2 * count;
        for (uint32_t j = 0; j < count; j++)
            if (additions[j].lasts && j != i && additions[j].reads == additions[i].writes)
                until = entries[2 * j].order;
        for (uint32_t j = 0; j < count && additions[i].lasts; j++)
            assert_false(additions[j].reads == additions[i].writes &&
                         additions[j].read_at > additions[i].write_at &&
                         entries[2 * j].order < entries[2 * i + 1].order);
        for (uint32_t j = 0; j < count && additions[i].lasts; j++)
            assert_false(entries[2 * j + 1].order > entries[2 * i + 1].order &&
                         entries[2 * j + 1].order < until);
    }
}

static void check_additions(const addition *additions, uint32_t count, uint64_t result)
{
    const trace_machine machine = {32, 32, 8, 4};
    clr_trace_event events[2 * 8 + 1];
    uint64_t lost = 0;

    for (uint32_t i = 0; i < count; i++) {
        const addition *a = &additions[i];
        events[2 * i] = (clr_trace_event){
            .item = i, .kind = CLR_TRACE_READ, .place = a->read_at, .value = a->reads};
        events[2 * i + 1] = (clr_trace_event){
            .item = i, .kind = CLR_TRACE_WRITE, .place = a->write_at, .value = a->writes};
        lost += !a->lasts;
    }
    events[2 * count] = (clr_trace_event){.launch = 1, .kind = CLR_TRACE_DELIVER, .value = result};
    trace *t = trace_create(events, 2 * count + 1, &machine);
    assert_int_equal(t->counts.unguarded, count);
    assert_int_equal(t->counts.lost, lost);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(t->entries[2 * i + 1].is_lost, !additions[i].lasts);
    check_order(additions, count, t->entries);
    trace_destroy(t);
}

TEST(additions_get_lost)
{
    /* One after the other; all at once; two of them at once, and one that adds 0. */
    static const addition in_turn[] = {{0, 0, 1, 3, true}, {2, 3, 3, 7, true}, {4, 7, 5, 8, true}};
    static const addition at_once[] = {
        {0, 0, 3, 3, false}, {1, 0, 4, 0, false}, {2, 0, 5, 1, true}};
    static const addition mixed[] = {
        {0, 0, 1, 3, true}, {2, 3, 4, 7, false}, {3, 3, 5, 5, true}, {6, 5, 7, 5, true}};
    /* Two write the same, and one of them after it was read; a write that is counted late. */
    static const addition alike[] = {{0, 0, 1, 5, true}, {3, 5, 4, 5, false}, {2, 5, 5, 8, true}};
    static const addition late[] = {{0, 0, 4, 3, true}, {3, 3, 5, 7, true}, {1, 0, 2, 9, false}};
    /* The device wrote in another order than it counted: the result is the first one's. */
    static const addition otherwise[] = {{0, 0, 2, 3, true}, {1, 0, 3, 4, false}};
    /* What lasts of a group is found by all items of the next one. */
    static const addition groups[] = {
        {0, 0, 2, 3, true}, {1, 0, 3, 4, false}, {4, 3, 6, 7, false}, {5, 3, 7, 9, true}};

    check_additions(in_turn, 3, 8);
    check_additions(at_once, 3, 1);
    check_additions(mixed, 4, 5);
    check_additions(alike, 3, 8);
    check_additions(late, 3, 7);
    check_additions(otherwise, 2, 3);
    check_additions(groups, 4, 9);
}

/* What a tree of few numbers costs is nothing beside reading many. */
TEST(verdicts_weigh_what_is_asked_for)
{
    const trace_scale many = {.count = 1 << 20, .groups = 4, .reads = 8192, .trees = 4, .units = 4};
    const trace_scale alone = {
        .count = 1 << 20, .groups = 1, .reads = 8192, .trees = 1, .units = 4};
    const trace_scale fitted = {
        .count = 1 << 20, .groups = 8192, .reads = 8192, .trees = 8192, .units = 4};
    char sentence[TRACE_SENTENCE_SIZE];

    trace *t = analyse(1, 128, 1, made_interleaved, 32);
    t->delivers = true; /* some launch that comes afterwards */
    assert_string_equal(trace_verdict(t, &many, sentence).name, "loads");
    assert_non_null(strstr(sentence, "1048576 numbers"));
    assert_non_null(strstr(sentence, "In the rest it is divergence."));
    assert_string_equal(trace_verdict(t, &alone, sentence).name, "idle_units");
    assert_string_equal(trace_verdict(t, &fitted, sentence).name, "divergence");
    t->delivers = false;
    assert_string_equal(trace_verdict(t, &fitted, sentence).name, "transfer");
    trace_destroy(t);
}

TEST(barriers_of_waves_are_told_apart)
{
    static const uint32_t kinds[] = {CLR_TRACE_GET, CLR_TRACE_MERGE, CLR_TRACE_PUT,
                                     CLR_TRACE_BARRIER};
    const trace_machine machine = {32, 32, 2, 4};
    clr_trace_event events[2 * 2 * 4];

    for (uint64_t of_wave = 0; of_wave < 2; of_wave++) {
        for (size_t i = 0; i < 16; i++)
            events[i] = (clr_trace_event){.item = (uint32_t)i / 8,
                                          .kind = kinds[i % 4],
                                          .size = 8,
                                          .place = kinds[i % 4] == CLR_TRACE_BARRIER ? of_wave : 0};
        trace *t = trace_create(events, 16, &machine);
        assert_int_equal(t->step_count, 2);
        assert_int_equal(t->counts.barriers, of_wave ? 0 : 2);
        assert_int_equal(t->counts.of_waves, of_wave ? 2 : 0);
        assert_int_equal(t->counts.apart, of_wave ? 0 : 1);
        trace_destroy(t);
    }
}

/* An item that takes something else than the steps before have put into a cell was too early. */
TEST(early_takes_are_found)
{
    static const made_group folds[] = {made_interleaved, made_strided, made_sequential, made_serial,
                                       made_shuffle};

    for (size_t i = 0; i < sizeof folds / sizeof folds[0]; i++) {
        trace *t = analyse(2, 64, 1, folds[i], 32);
        size_t taken = 0;

        assert_int_equal(t->counts.early, 0);
        while (t->entries[taken].event->kind != CLR_TRACE_GET)
            taken++;
        const size_t event = (size_t)(t->entries[taken].event - log_room.events);
        trace_destroy(t);
        log_room.events[event].value += 1000;
        t = trace_create(log_room.events, log_room.count, &(trace_machine){32, 32, 64, 4});
        assert_int_equal(t->counts.early, 1);
        assert_true(t->entries[taken].is_early);
        trace_destroy(t);
    }
}

/* A group smaller than a wave leaves lanes without an item: even with all items at work it is not
 * full. */
TEST(small_groups_fill_their_wave)
{
    trace *t = analyse(1, 16, 2, made_sequential, 64);

    assert_int_equal(t->groups[0].steps[0].counts.full, 0);
    assert_int_equal(t->groups[0].steps[0].counts.partial, 1);
    assert_int_equal(t->groups[0].steps[1].counts.divergent, 1);
    assert_int_equal(t->groups[0].steps[1].counts.idle_lanes, 8);
    trace_destroy(t);
}

TEST(groups_that_differ_are_told_apart)
{
    made_log_fill(&log_room, 3, 16, 1, made_sequential);
    const trace_machine machine = {32, 32, 16, 4};

    /* The last group has one event less: its item 0 keeps the state for itself. */
    for (size_t i = 0; i < log_room.count; i++)
        if (log_room.events[i].group == 2 && log_room.events[i].kind == CLR_TRACE_LEAVE)
            log_room.events[i].kind = CLR_TRACE_DELIVER;
    trace *t = trace_create(log_room.events, log_room.count, &machine);
    assert_int_equal(t->groups[1].like, 0);
    assert_int_equal(t->groups[2].like, 2);
    trace_destroy(t);
}

TEST(states_follow_the_log)
{
    static const made_group folds[] = {made_interleaved, made_strided, made_sequential, made_serial,
                                       made_shuffle};

    for (size_t f = 0; f < sizeof folds / sizeof folds[0]; f++) {
        trace *t = analyse(1, 64, 1, folds[f], 32);
        trace_states states;
        assert_true(trace_states_open(&states, &t->groups[0]));
        trace_states_step(&states, &t->groups[0].steps[0]);
        assert_int_equal(states.shown[63].is_new, folds[f] != made_shuffle);
        assert_int_equal(states.shown[63].value, folds[f] != made_shuffle ? 63 : 0);
        for (size_t s = 1; s < t->groups[0].step_count; s++)
            trace_states_step(&states, &t->groups[0].steps[s]);
        assert_true(states.shown[0].is_known);
        assert_int_equal(states.shown[0].value, 63 * 64 / 2);
        trace_states_close(&states);
        trace_destroy(t);
    }
}

TEST(nothing_makes_no_steps)
{
    const trace_machine machine = {32, 32, 128, 4};
    trace *t = trace_create(NULL, 0, &machine);

    assert_int_equal(t->group_count, 0);
    assert_string_equal(worst(t), "");
    trace_destroy(t);
    trace_destroy(NULL);
}
