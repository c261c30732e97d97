/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Step by step: what the work-items of the classic strategies log on a small input is what their
 * kernels are said to do, event by event. The script of it is written here a second time, from the
 * methods' descriptions, with plain arrays for local memory.
 */
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROUPS = 20,      /* of the first launch */
    GROUP_LIMIT = 64, /* work-items a group */
    STEP_LIMIT = 160, /* what one item does */
    FIRST_STATE = 2,  /* where groups' states begin in global memory */
    STATE_SIZE = 8,
    ELEMENT_SIZE = 4
};

/* ---- scripts ---- */

/* What the items of a group are to do, and what they hold meanwhile. */
struct troupe {
    uint32_t launch, group, size;
    int64_t states[GROUP_LIMIT];
    int64_t cells[GROUP_LIMIT];
    clr_trace_event scripts[GROUP_LIMIT][STEP_LIMIT];
    size_t lengths[GROUP_LIMIT];
};

static void note(struct troupe *t, uint32_t item, clr_trace_kind kind, uint64_t place,
                 uint64_t size, int64_t value)
{
    assert_true(t->lengths[item] < STEP_LIMIT);
    t->scripts[item][t->lengths[item]++] =
        (clr_trace_event){t->launch, t->group, item, kind, place, size, (uint64_t)value};
}

static void note_state(struct troupe *t, uint32_t item, clr_trace_kind kind, uint64_t place)
{
    note(t, item, kind, place, STATE_SIZE, t->states[item]);
}

static void put(struct troupe *t, uint32_t item, uint32_t cell)
{
    t->cells[cell] = t->states[item];
    note_state(t, item, CLR_TRACE_PUT, cell);
}

static void get(struct troupe *t, uint32_t item, uint32_t cell)
{
    note(t, item, CLR_TRACE_GET, cell, STATE_SIZE, t->cells[cell]);
}

static void merge(struct troupe *t, uint32_t item, int64_t other)
{
    t->states[item] += other;
    note_state(t, item, CLR_TRACE_MERGE, 0);
}

static void take(struct troupe *t, uint32_t item, uint32_t cell)
{
    get(t, item, cell);
    merge(t, item, t->cells[cell]);
}

static void meet(struct troupe *t)
{
    for (uint32_t item = 0; item < t->size; item++)
        note(t, item, CLR_TRACE_BARRIER, 0, 0, 0);
}

static void put_all(struct troupe *t)
{
    for (uint32_t item = 0; item < t->size; item++)
        put(t, item, item);
}

/* ---- how groups fold ---- */

static void fold_none(struct troupe *t)
{
    (void)t;
}

static void fold_serial(struct troupe *t)
{
    put_all(t);
    meet(t);
    for (uint32_t cell = 1; cell < t->size; cell++)
        take(t, 0, cell);
}

static void fold_interleaved(struct troupe *t)
{
    put_all(t);
    for (uint32_t stride = 1; stride < t->size; stride *= 2) {
        meet(t);
        for (uint32_t item = 0; item + stride < t->size; item += 2 * stride) {
            take(t, item, item + stride);
            put(t, item, item);
        }
    }
}

static void fold_strided(struct troupe *t)
{
    put_all(t);
    for (uint32_t stride = 1; stride < t->size; stride *= 2) {
        meet(t);
        for (uint32_t item = 0; 2 * stride * item + stride < t->size; item++) {
            const uint32_t cell = 2 * stride * item;

            get(t, item, cell);
            t->states[item] = t->cells[cell];
            take(t, item, cell + stride);
            put(t, item, cell);
        }
    }
}

/* The items below `stride` take in those that far up. */
static void halve(struct troupe *t, uint32_t stride, uint32_t active)
{
    for (uint32_t item = 0; item < stride && item + stride < active; item++) {
        take(t, item, item + stride);
        put(t, item, item);
    }
}

static void fold_sequential(struct troupe *t)
{
    put_all(t);
    for (uint32_t active = t->size; active > 1; active = (active + 1) / 2) {
        meet(t);
        halve(t, (active + 1) / 2, active);
    }
}

/* Halves until 32 are left, then does 16, 8, 4, 2, 1 whether there is anything to do or not. */
static void fold_unroll_last(struct troupe *t)
{
    uint32_t active = t->size;

    put_all(t);
    while (active > 32) {
        const uint32_t half = (active + 1) / 2;
        const uint32_t stride = half > 32 ? half : 32;

        meet(t);
        halve(t, stride, active);
        active = stride;
    }
    for (uint32_t stride = 16; stride; stride /= 2) {
        meet(t);
        halve(t, stride, active < 2 * stride ? active : 2 * stride);
    }
}

/* The powers of two below the group's size, from the greatest down. */
static void fold_unroll_full(struct troupe *t)
{
    uint32_t active = t->size;
    uint32_t stride = 1;

    while (stride * 2 < t->size)
        stride *= 2;
    put_all(t);
    for (; t->size > 1 && stride; stride /= 2) {
        meet(t);
        halve(t, stride, active);
        active = stride;
    }
}

/* ---- strategies ---- */

struct method {
    const char *strategy;
    void (*fold)(struct troupe *t);
    unsigned loads; /* an item's */
    bool is_fitted; /* the last group may find less than its share */
};

static const struct method methods[] = {
    {"atomic", fold_none, 1, true},
    {"serial", fold_serial, 1, true},
    {"interleaved", fold_interleaved, 1, true},
    {"strided-index", fold_strided, 1, true},
    {"sequential", fold_sequential, 1, true},
    {"sequential-host", fold_sequential, 1, true},
    {"first-add", fold_sequential, 2, true},
    {"unroll-last", fold_unroll_last, 2, true},
    {"unroll-full", fold_unroll_full, 2, true},
    {"two-pass", fold_sequential, 2, false},
    {"ticket", fold_sequential, 2, false},
};

/* A traced run of a method, and how far its log has been read. */
struct show {
    const struct rig *rig;
    const struct method *method;
    uint32_t group_size;
    int32_t *input;
    size_t count; /* elements */
    const clr_trace_event *events;
    size_t event_count, next;
    int64_t result;
    int64_t left[FIRST_STATE + 2 * GROUPS]; /* states in global memory */
};

static void print_event(char *text, size_t size, const clr_trace_event *e)
{
    snprintf(text, size,
             "launch %" PRIu32 " group %" PRIu32 " item %" PRIu32 " kind %" PRIu32 " place %" PRIu64
             " size %" PRIu64 " value %" PRIu64,
             e->launch, e->group, e->item, e->kind, e->place, e->size, e->value);
}

/* The log goes on with what the troupe's script says. */
static void perform(struct show *show, const struct troupe *t)
{
    for (uint32_t item = 0; item < t->size; item++)
        for (size_t i = 0; i < t->lengths[item]; i++) {
            const clr_trace_event *expected = &t->scripts[item][i];
            char said[160], found[160] = "nothing more";

            if (show->next < show->event_count)
                print_event(found, sizeof found, &show->events[show->next]);
            print_event(said, sizeof said, expected);
            if (strcmp(said, found) != 0)
                fail_msg("%s in groups of %" PRIu32 ": %s, not %s", show->method->strategy,
                         show->group_size, found, said);
            show->next++;
        }
}

static struct troupe *troupe_make(uint32_t launch, uint32_t group, uint32_t size)
{
    struct troupe *t = calloc(1, sizeof *t);

    assert_non_null(t);
    assert_true(size <= GROUP_LIMIT);
    t->launch = launch;
    t->group = group;
    t->size = size;
    return t;
}

/* Each item loads its elements, a group apart; methods with tiles do not log how they add them. */
static void load(struct show *show, struct troupe *t)
{
    const uint32_t size = t->size;
    const unsigned loads = show->method->loads;

    for (uint32_t item = 0; item < size; item++)
        for (unsigned l = 0; l < loads; l++) {
            const uint64_t at = (uint64_t)t->group * loads * size + l * size + item;

            if (at >= show->count)
                continue;
            note(t, item, CLR_TRACE_LOAD, at, ELEMENT_SIZE, 0);
            if (l > 0 && show->method->is_fitted)
                merge(t, item, show->input[at]);
            else
                t->states[item] += show->input[at];
        }
}

static void leave(struct show *show, struct troupe *t, uint32_t place)
{
    show->left[place] = t->states[0];
    note_state(t, 0, CLR_TRACE_LEAVE, place);
}

/* Items fetch unbroken runs of the states that groups left, the first of them one more if they do
 * not come out even; how they add them, no log says. */
static void fetch_all(struct show *show, struct troupe *t)
{
    uint32_t next = 0;

    for (uint32_t item = 0; item < t->size; item++) {
        const uint32_t end = next + GROUPS / t->size + (item < GROUPS % t->size ? 1 : 0);

        for (t->states[item] = 0; next < end; next++) {
            note(t, item, CLR_TRACE_FETCH, FIRST_STATE + next, STATE_SIZE,
                 show->left[FIRST_STATE + next]);
            t->states[item] += show->left[FIRST_STATE + next];
        }
    }
}

/* ---- finishes ---- */

static void play_atomic(struct show *show)
{
    struct troupe *end = troupe_make(1, 0, 1);

    for (uint32_t group = 0; group < GROUPS; group++) {
        struct troupe *t = troupe_make(0, group, show->group_size);

        load(show, t);
        show->method->fold(t);
        for (uint32_t item = 0; item < (show->method->fold == fold_none ? t->size : 1); item++)
            note_state(t, item, CLR_TRACE_ATOMIC, 0);
        perform(show, t);
        free(t);
    }
    end->states[0] = show->result;
    note_state(end, 0, CLR_TRACE_DELIVER, 0);
    perform(show, end);
    free(end);
}

/* The first launch of all that leave a state a group. */
static void play_leaving(struct show *show)
{
    for (uint32_t group = 0; group < GROUPS; group++) {
        struct troupe *t = troupe_make(0, group, show->group_size);

        load(show, t);
        show->method->fold(t);
        leave(show, t, FIRST_STATE + group);
        perform(show, t);
        free(t);
    }
}

/* Launch after launch over what the one before has left. */
static void play_relaunches(struct show *show)
{
    const uint32_t loads = show->method->loads;
    uint32_t from = FIRST_STATE;
    uint32_t states = GROUPS;

    play_leaving(show);
    for (uint32_t launch = 1; states > 1; launch++) {
        const uint32_t share = show->group_size * loads;
        const uint32_t groups = (states + share - 1) / share;

        for (uint32_t group = 0; group < groups; group++) {
            struct troupe *t = troupe_make(launch, group, show->group_size);

            for (uint32_t item = 0; item < t->size; item++)
                for (uint32_t l = 0; l < loads; l++) {
                    const uint32_t i = group * share + l * t->size + item;

                    if (i >= states)
                        continue;
                    note(t, item, CLR_TRACE_FETCH, from + i, STATE_SIZE, show->left[from + i]);
                    if (l > 0)
                        merge(t, item, show->left[from + i]);
                    else
                        t->states[item] = show->left[from + i];
                }
            show->method->fold(t);
            if (groups > 1)
                leave(show, t, from + states + group);
            else
                note_state(t, 0, CLR_TRACE_DELIVER, 0);
            perform(show, t);
            free(t);
        }
        from += states;
        states = groups;
    }
}

/* Work-items a group of the second launch: all of them log. */
static uint32_t second_size(const struct show *show)
{
    return show->events[show->event_count - 1].item + 1;
}

static void play_second(struct show *show)
{
    struct troupe *t;

    play_leaving(show);
    t = troupe_make(1, 0, second_size(show));
    fetch_all(show, t);
    show->method->fold(t);
    note_state(t, 0, CLR_TRACE_DELIVER, 0);
    perform(show, t);
    free(t);
}

/* Which group drew the last ticket is for the device to know: it is the one that delivers. */
static uint32_t last_group(const struct show *show)
{
    uint32_t group = GROUPS;

    for (size_t i = 0; i < show->event_count; i++)
        if (show->events[i].kind == CLR_TRACE_DELIVER) {
            assert_int_equal(group, GROUPS); /* no second one */
            group = show->events[i].group;
        }
    assert_true(group < GROUPS);
    return group;
}

/* What the groups will have left when the last of them looks. */
static void work_ahead(struct show *show)
{
    for (uint32_t group = 0; group < GROUPS; group++) {
        struct troupe *t = troupe_make(0, group, show->group_size);

        load(show, t);
        show->method->fold(t);
        leave(show, t, FIRST_STATE + group);
        free(t);
    }
}

/* Which number a group drew is for the device to know, too, but that the last one is the last. */
static void draw(const struct show *show, struct troupe *t, bool is_last)
{
    uint64_t number = GROUPS;

    for (size_t i = 0; i < show->event_count; i++)
        if (show->events[i].kind == CLR_TRACE_DRAW && show->events[i].group == t->group)
            number = show->events[i].place;
    assert_true(number < GROUPS && (number == GROUPS - 1) == is_last);
    note(t, 0, CLR_TRACE_DRAW, number, is_last, 0);
}

static void play_ticket(struct show *show)
{
    const uint32_t last = last_group(show);

    work_ahead(show);
    for (uint32_t group = 0; group < GROUPS; group++) {
        struct troupe *t = troupe_make(0, group, show->group_size);

        load(show, t);
        show->method->fold(t);
        leave(show, t, FIRST_STATE + group);
        draw(show, t, group == last);
        meet(t);
        if (group == last) {
            fetch_all(show, t);
            show->method->fold(t);
            note_state(t, 0, CLR_TRACE_DELIVER, 0);
        }
        perform(show, t);
        free(t);
    }
}

static void play(struct show *show)
{
    static const struct {
        const char *finish;
        void (*play)(struct show *show);
    } finishes[] = {
        {"atomic", play_atomic}, {"relaunch", play_relaunches}, {"host", play_leaving},
        {"store", play_second},  {"ticket", play_ticket},
    };
    clr_strategy_info info = {.size = sizeof info};

    assert_int_equal(clr_strategy_describe(show->method->strategy, &info), CLR_OK);
    for (size_t i = 0; i < COUNT(finishes); i++)
        if (strcmp(finishes[i].finish, info.finish) == 0)
            finishes[i].play(show);
    assert_true(show->next > 0);
    assert_int_equal(show->next, show->event_count);
}

/* ---- the tests ---- */

/* Numbers whose partial sums all differ: every state shows which elements are in it. */
static int32_t *numbers_make(size_t count)
{
    int32_t *numbers = malloc(count * sizeof *numbers);

    assert_non_null(numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int32_t)(i * i * 2654435761u);
    return numbers;
}

static void check_method(const struct rig *rig, const struct method *method, uint32_t group_size)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = method->strategy,
                                      .group_size = group_size,
                                      .group_count = GROUPS,
                                      .vector_width = 1,
                                      .item_loads = method->is_fitted ? 0 : method->loads,
                                      .trace = 1};
    const size_t whole = (size_t)GROUPS * group_size * method->loads;
    struct show show = {.rig = rig,
                        .method = method,
                        .group_size = group_size,
                        .count = method->is_fitted ? whole - 3 : whole};
    clr_plan *plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, &options);
    int64_t sum = 0;
    cl_mem buffer;

    show.input = numbers_make(show.count);
    buffer = buffer_of(rig, show.input, show.count * sizeof *show.input);
    run_plan(rig, plan, buffer, 0, show.count, &show.result);
    for (size_t i = 0; i < show.count; i++)
        sum += show.input[i];
    assert_int_equal(show.result, sum);
    show.events = trace_of(rig, plan, &show.event_count);
    play(&show);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
    free(show.input);
}

static bool has_means(const struct rig *rig, const char *strategy, uint32_t group_size)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_plan_options options = {
        .size = sizeof options, .strategy = strategy, .group_size = group_size};

    /* Where lanes of a warp meet by themselves, not all barriers are the group's. */
    if (strcmp(strategy, "unroll-last") == 0 && rig->device->shuffle == CLR_SHUFFLE_NVIDIA)
        return false;
    return clr_plan_check(rig->device, &sum, 1, &options, NULL, 0) == CLR_OK;
}

TEST(items_do_what_the_method_says)
{
    /* Beyond a wave and no power of two: where there is most to do wrong; and so few that an item
     * of a later launch takes two states. */
    static const uint32_t group_sizes[] = {37, 12, 8, 64};
    const size_t sizes = test_scope() == SCOPE_FULL ? COUNT(group_sizes) : 2;

    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (size_t m = 0; m < COUNT(methods); m++)
            for (size_t g = 0; g < sizes; g++) {
                if (!has_means(rig_at(r), methods[m].strategy, group_sizes[g])) {
                    tally_skip(&tally, "the device cannot");
                    continue;
                }
                check_method(rig_at(r), &methods[m], group_sizes[g]);
                tally.run++;
            }
        tally_print("methods x group sizes", &tally);
        assert_int_equal(tally.run + tally.skipped, COUNT(methods) * sizes);
    }
}
