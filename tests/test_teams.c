/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Segments by teams of items, and by stages: each result is its own elements', wherever they lie
 * and however many they are; those that are too long for a team are made by a group, and giants by
 * many, also where lists have no room for them all, or segments overlap.
 */
#include "choose/row_grid.h"
#include "own_design.h"
#include "shape/made.h"
#include "split_mix.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 1 << 18, SEGMENTS_MOST = 6000 };

/* ---- data, and what is known of it ---- */

struct data {
    cl_int elements[ELEMENTS];
    float floats[ELEMENTS];
    double doubles[ELEMENTS];
    cl_long longs[ELEMENTS];
    int64_t sums[ELEMENTS + 1];    /* of all elements in front */
    int64_t squares[ELEMENTS + 1]; /* of those of their squares */
};

/* Whole numbers, whose sums are floats without a loss. */
static struct data *data_make(void)
{
    struct data *data = calloc(1, sizeof *data);
    uint64_t seed = 9;

    assert_non_null(data);
    for (size_t i = 0; i < ELEMENTS; i++) {
        data->elements[i] = (cl_int)(next_random(&seed) % 63) - 31;
        data->floats[i] = (float)data->elements[i];
        data->doubles[i] = data->elements[i];
        data->longs[i] = data->elements[i];
        data->sums[i + 1] = data->sums[i] + data->elements[i];
        data->squares[i + 1] = data->squares[i] + (int64_t)data->elements[i] * data->elements[i];
    }
    return data;
}

static const void *elements_of(const struct data *data, clr_type type)
{
    return type == CLR_TYPE_F32   ? (const void *)data->floats
           : type == CLR_TYPE_F64 ? (const void *)data->doubles
           : type == CLR_TYPE_I64 ? (const void *)data->longs
                                  : (const void *)data->elements;
}

struct segments {
    uint64_t begins[SEGMENTS_MOST + 1];
    uint64_t ends[SEGMENTS_MOST];
    size_t count;
};

/* One behind the other, of lengths around `length`; every so-manyth is `long_one`. */
static void draw_segments(struct segments *segments, uint64_t seed, uint64_t length,
                          uint64_t long_one, uint64_t one_in)
{
    uint64_t at = next_random(&seed) % 5;

    segments->count = 0;
    while (segments->count < (test_scope() == SCOPE_FEW ? 400 : SEGMENTS_MOST)) {
        const bool is_long = next_random(&seed) % one_in == 0;
        const uint64_t wish = is_long ? long_one : next_random(&seed) % (2 * length + 1);
        const uint64_t end = at + wish;

        if (end > ELEMENTS)
            break;
        segments->begins[segments->count] = at;
        segments->ends[segments->count++] = end;
        at = end;
    }
}

/* ---- runs ---- */

struct subject {
    const struct rig *rig;
    const struct data *data;
    clr_operator op;
    clr_type type;
    clr_plan *plan;
    cl_mem input;
    uint64_t elements;
    uint32_t stage; /* elements of the plan's own; 0: it has none */
    bool is_staged; /* segments end where the next ones begin, and go by a stage if there is one */
};

static struct subject subject_of(const struct rig *rig, const struct data *data, clr_operator op,
                                 clr_type type, clr_accuracy accuracy)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_SEGMENTS};
    struct subject subject = {
        .rig = rig, .data = data, .op = op, .type = type, .elements = ELEMENTS};

    reduction.accuracy = accuracy;
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &subject.plan));
    subject.stage = subject.plan->items.choice->staged.elements;
    if (subject.plan->items.choice->teams.abreast &&
        !subject.plan->items.choice->sizes.contiguous &&
        subject.plan->items.choice->sizes.group >= 128)
        assert_int_not_equal(subject.stage, 0);
    subject.input = buffer_of(rig, elements_of(data, type), ELEMENTS * clr_type_size(type));
    return subject;
}

static void subject_destroy(struct subject *subject)
{
    clReleaseMemObject(subject->input);
    clr_plan_destroy(subject->plan);
}

/* Results behind one place that is nobody's, and one behind them. */
struct told {
    uint64_t values[SEGMENTS_MOST + 2];
    cl_int statuses[SEGMENTS_MOST + 2];
};

static void run(const struct subject *subject, const struct segments *segments, struct told *told)
{
    const struct rig *rig = subject->rig;
    const clr_segments asked = {
        .size = sizeof asked,
        .count = segments->count,
        .type = CLR_TYPE_U64,
        .begins = buffer_of(rig, segments->begins, sizeof segments->begins),
        .ends = subject->is_staged ? NULL : buffer_of(rig, segments->ends, sizeof segments->ends)};
    clr_arrays arrays = {.size = sizeof arrays};
    const bool has_index = subject->op == CLR_OPERATOR_ARGMAX;
    cl_mem values;

    memset(told, 0x5a, sizeof *told);
    values = buffer_of(rig, told->values, sizeof told->values);
    if (has_index)
        arrays.index = values;
    else
        arrays.value = values;
    arrays.status = buffer_of(rig, told->statuses, sizeof told->statuses);
    assert_ok(rig,
              clr_plan_run(subject->plan, RUN(.queue = rig->queue,
                                              .inputs = {{subject->input, 0, subject->elements}},
                                              .arrays = &arrays, .array_count = 1,
                                              .output_index = 1, .segments = &asked)));
    buffer_read(rig, values, 0, told->values, sizeof told->values);
    buffer_read(rig, arrays.status, 0, told->statuses, sizeof told->statuses);
    clReleaseMemObject(arrays.status);
    clReleaseMemObject(values);
    clReleaseMemObject(asked.begins);
    if (asked.ends)
        clReleaseMemObject(asked.ends);
}

/* ---- what it must be ---- */

static uint64_t index_of_largest(const struct data *data, uint64_t begin, uint64_t end)
{
    uint64_t largest = begin;

    for (uint64_t i = begin; i < end; i++)
        if (data->elements[i] > data->elements[largest])
            largest = i;
    return largest - begin;
}

/* All but for some roundings. */
static bool is_variance(const struct data *data, uint64_t begin, uint64_t end, float told)
{
    const int64_t count = (int64_t)(end - begin);
    const int64_t sum = data->sums[end] - data->sums[begin];
    const int64_t squares = data->squares[end] - data->squares[begin];
    const double variance = (double)(count * squares - sum * sum) / (double)(count * count);

    return fabs((double)told - variance) <= 1e-6 * variance;
}

static bool is_right(const struct subject *subject, const struct segments *segments, size_t i,
                     const struct told *told)
{
    const struct data *data = subject->data;
    const uint64_t begin = segments->begins[i], end = segments->ends[i];
    const int64_t sum = data->sums[end] - data->sums[begin];
    const bool is_empty = begin == end;
    float rounded;
    double whole;

    if (subject->op == CLR_OPERATOR_ARGMAX)
        return told->statuses[i + 1] == (is_empty ? CLR_ERROR_EMPTY : CLR_OK) &&
               told->values[i + 1] == (is_empty ? CLR_UNKNOWN : index_of_largest(data, begin, end));
    memcpy(&rounded, (const float *)told->values + i + 1, sizeof rounded);
    if (subject->op == CLR_OPERATOR_VAR)
        return told->statuses[i + 1] == (is_empty ? CLR_ERROR_EMPTY : CLR_OK) &&
               (is_empty || is_variance(data, begin, end, rounded));
    if (told->statuses[i + 1] != CLR_OK)
        return false;
    if (subject->type == CLR_TYPE_I32 || subject->type == CLR_TYPE_I64)
        return (int64_t)told->values[i + 1] == sum;
    if (subject->type == CLR_TYPE_F64) {
        memcpy(&whole, told->values + i + 1, sizeof whole);
        return whole == (double)sum;
    }
    return rounded == (float)sum;
}

static void expect_right(const struct subject *subject, const struct segments *segments)
{
    static struct told told;
    const unsigned char *bytes = (const unsigned char *)told.values;
    const size_t size = subject->type == CLR_TYPE_F32 ? sizeof(float) : sizeof(uint64_t);

    run(subject, segments, &told);
    for (size_t i = 0; i < segments->count; i++)
        if (!is_right(subject, segments, i, &told))
            fail_msg("segment %zu of %zu, %llu to %llu: value %llx, status %d", i, segments->count,
                     (unsigned long long)segments->begins[i], (unsigned long long)segments->ends[i],
                     (unsigned long long)told.values[i + 1], told.statuses[i + 1]);
    for (size_t i = 0; i < size; i++)
        assert_true(bytes[i] == 0x5a && bytes[(segments->count + 1) * size + i] == 0x5a);
    assert_int_equal(told.statuses[0], 0x5a5a5a5a);
    assert_int_equal(told.statuses[segments->count + 1], 0x5a5a5a5a);
}

/* ---- stages ---- */

/* From here on segments that lie one behind the other go by stages of so many elements, at most. */
static void go_by_stages(struct subject *subject, struct segments *segments, uint32_t elements)
{
    clri_choice *choice = &own_design(subject->plan)->items;

    subject->is_staged = true;
    segments->begins[segments->count] = segments->ends[segments->count - 1];
    subject->elements = segments->ends[segments->count - 1]; /* what is long goes by their mean */
    choice->staged.elements = elements < subject->stage ? elements : subject->stage;
    choice->staged.longest_segment = SEGMENTS_MOST;
    choice->staged.fewest_of_segments = 0;
}

static void go_by_teams(struct subject *subject)
{
    subject->is_staged = false;
    subject->elements = ELEMENTS;
    own_design(subject->plan)->items.staged.elements = 0;
}

/* By teams, and by stages of several sizes; what these leave goes to large teams, or to groups. */
static void expect_right_by_all(struct subject *subject, struct segments *segments)
{
    clri_choice *choice = &own_design(subject->plan)->items;

    go_by_teams(subject);
    expect_right(subject, segments);
    choice->teams.without_giants = choice->teams.without_large = 0;
    expect_right(subject, segments);
    for (uint32_t elements = 256; subject->stage && elements <= subject->stage; elements *= 4) {
        go_by_stages(subject, segments, elements);
        expect_right(subject, segments);
        choice->teams.without_large = elements < 1024 ? ELEMENTS : 0;
    }
    choice->teams.without_giants = choice->teams.without_large = ELEMENTS;
    go_by_teams(subject);
}

/* Offsets that decrease, or reach beyond the input: what they say of is empty, or refused. */
static void try_odd_offsets(struct subject *subject)
{
    static struct told by_stages, by_teams;
    struct segments segments;
    clri_choice *choice = &own_design(subject->plan)->items;

    draw_segments(&segments, 12, 5, 1, 1000);
    go_by_stages(subject, &segments, subject->stage);
    subject->elements = segments.ends[segments.count - 1]; /* few on average, as stages take them */
    segments.begins[40] = segments.begins[44];
    segments.begins[41] = segments.begins[30];
    segments.begins[300] = ELEMENTS + 1;
    segments.begins[301] = UINT64_MAX;
    segments.begins[segments.count] = segments.begins[segments.count - 9]; /* a stage ends there */
    run(subject, &segments, &by_stages);
    choice->staged.elements = 0;
    run(subject, &segments, &by_teams);
    assert_memory_equal(&by_stages, &by_teams, sizeof by_teams);
    assert_int_equal(by_teams.statuses[301], CLR_ERROR_ARGUMENT);
    go_by_teams(subject);
    subject->elements = ELEMENTS;
}

/* ---- tests ---- */

static const struct {
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
} operators[] = {{CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT},
                 {CLR_OPERATOR_ARGMAX, CLR_TYPE_I32, CLR_ACCURACY_DEFAULT},
                 {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT},
                 {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_DEFAULT},
                 {CLR_OPERATOR_SUM, CLR_TYPE_I64, CLR_ACCURACY_DEFAULT},
                 {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_ACCURACY_FAST}};

/*
 * Giants that have two parts, three and four, or fewer where there are no more places for their
 * states; of states that were there before none is taken. The first segment and the last one are
 * among them, the others are empty.
 */
static void try_giants_of_many_parts(struct subject *subject)
{
    static const uint32_t groups[] = {12, 64, 8};
    clri_choice *choice = &own_design(subject->plan)->items;
    const uint32_t before = subject->plan->choice->sizes.group_count;
    struct segments segments = {.count = 90};

    for (size_t i = 0; i < segments.count; i++)
        segments.begins[i] = segments.ends[i] = i;
    segments.begins[0] = 3;
    segments.ends[0] = ELEMENTS - 1;
    segments.ends[40] = 40 + (1 << 16);
    segments.ends[41] = 41 + (1 << 16) + 1;
    segments.ends[88] = 88 + (1 << 17) + 7;
    segments.begins[89] = ELEMENTS - (1 << 16) - 2;
    segments.ends[89] = ELEMENTS;
    choice->teams.without_giants = 0;
    for (size_t i = 0; i < COUNT(groups) && before >= 8; i++) {
        own_design(subject->plan)->choice.sizes.group_count =
            groups[i]; /* of a giant a quarter of them, at most */
        expect_right(subject, &segments);
    }
    own_design(subject->plan)->choice.sizes.group_count = before;
    choice->teams.without_giants = ELEMENTS;
}

static void try_lengths(struct subject *subject)
{
    static const uint64_t lengths[] = {0, 1, 2, 3, 5, 8, 20, 40, 130, 500, 2000};
    static const uint64_t alike[] = {8, 31, 32, 100}; /* a stage leaves chunks out for 8 and 32 */
    clri_choice *choice = &own_design(subject->plan)->items;
    struct segments segments;
    uint64_t seed = 1;

    for (size_t i = test_scope() == SCOPE_FEW ? 6 : 0; i < COUNT(lengths); i++) {
        const uint64_t few = lengths[i] / 2 + 1;

        choice->teams.large = 1u << next_random(&seed) % 9;
        choice->teams.share = 1;
        draw_segments(&segments, next_random(&seed), lengths[i], 1, 1000);
        expect_right_by_all(subject, &segments);
        draw_segments(&segments, next_random(&seed), few, 7000, 90); /* longer than teams take */
        expect_right_by_all(subject, &segments);
    }
    for (size_t i = 0; i < COUNT(alike); i++) {
        draw_segments(&segments, next_random(&seed), 0, alike[i], 1);
        expect_right_by_all(subject, &segments);
    }
    draw_segments(&segments, 4, 10, (1 << 17) + 1, 500); /* one giant, or none */
    expect_right_by_all(subject, &segments);
    segments.begins[70] = 9;
    segments.ends[70] = ELEMENTS;
    expect_right(subject, &segments);
    choice->teams.without_giants = 0;
    expect_right(subject, &segments);
    choice->teams.without_giants = ELEMENTS;
    try_giants_of_many_parts(subject);
}

/* Lists are as short as can be: what is on none is made by all groups. */
static void try_short_lists(const struct subject *subject)
{
    struct segments segments;

    for (uint32_t places = 0; places < 3; places++) {
        subject->plan->items.list_most = places;
        subject->plan->items.medium_most = places * 7;
        draw_segments(&segments, places, 3, 9000, 40);
        segments.begins[20] = 1;
        segments.ends[20] = ELEMENTS - 1;
        expect_right(subject, &segments);
    }
    subject->plan->items.list_most = CLRI_LISTED_MOST;
    subject->plan->items.medium_most = CLRI_MEDIUM_MOST;
}

/* More giants than there are places for, which only segments that overlap can be. */
static void try_many_giants(const struct subject *subject)
{
    struct segments segments = {.count = CLRI_GIANTS_MOST + 40};

    for (size_t i = 0; i < segments.count; i++) {
        segments.begins[i] = i * 7;
        segments.ends[i] = i * 7 + (1 << 16) + i + 1;
    }
    expect_right(subject, &segments);
}

/* Sums of three numbers and their negatives, of any exponents, of which two doubles may lose a part
 * that decides, go to groups, and come to what these make of all. */
static void try_unsure(struct subject *subject)
{
    static struct told by_teams, by_groups;
    const uint32_t abreast = subject->plan->items.choice->teams.abreast;
    float *floats = calloc(ELEMENTS, sizeof *floats);
    static uint64_t nobody[SEGMENTS_MOST], listed[SEGMENTS_MOST];
    cl_uint head[CLRI_LIST_HEAD / sizeof(cl_uint)];
    struct segments segments;
    uint64_t seed = 3;
    size_t count = 0;

    assert_non_null(floats);
    memset(nobody, 0xFF, sizeof nobody);
    for (size_t i = 0; i < ELEMENTS; i++)
        floats[i] = i % 6 >= 3 ? -floats[i - 3]
                               : ldexpf((float)(next_random(&seed) % 1000),
                                        (int)(next_random(&seed) % 200) - 99);
    buffer_write(subject->rig, subject->input, 0, floats, ELEMENTS * sizeof *floats);
    free(floats);
    draw_segments(&segments, 8, 4, 5000, 200);
    buffer_write(subject->rig, subject->plan->items.stage.buffers[CLRI_ITEMS_LIST], CLRI_LIST_HEAD,
                 nobody, sizeof nobody);
    run(subject, &segments, &by_teams);
    buffer_read(subject->rig, subject->plan->items.stage.buffers[CLRI_ITEMS_LIST], 0, head,
                sizeof head);
    buffer_read(subject->rig, subject->plan->items.stage.buffers[CLRI_ITEMS_LIST], CLRI_LIST_HEAD,
                listed, sizeof nobody);
    assert_true(head[0] == 0 && head[1] == 0 && head[2] == 0); /* it is left empty */
    while (listed[count] != UINT64_MAX)
        count++;
    assert_in_range(count, 1, segments.count - 1);
    own_design(subject->plan)->items.teams.abreast = 0;
    run(subject, &segments, &by_groups);
    own_design(subject->plan)->items.teams.abreast = abreast;
    assert_memory_equal(&by_teams, &by_groups, sizeof by_teams);
    if (subject->stage) {
        go_by_stages(subject, &segments, subject->stage);
        run(subject, &segments, &by_teams);
        go_by_teams(subject);
        assert_memory_equal(&by_teams, &by_groups, sizeof by_teams);
    }
}

/* Just above the middle of two floats, by something that no lane of four loses, but they together:
 * beside 2^24 + 1 the last of them takes up what the two between it leave of each other. Or by the
 * last digit of an element that is not much smaller, which one double loses beside the first. */
static void try_loss_of_lanes(struct subject *subject)
{
    enum { LENGTH = 8 };
    static const float above[][LENGTH] = {
        {0x1p24f, 0x1p-30f, -0x1p-30f, 0, 1, 0, 0x1p-120f, 0},
        {0x1p24f, 1, -0x1p-22f, 0, 0x1.000002p-22f, 0, 0, 0},
    };
    static struct told told;
    const float *sums = (const float *)told.values;
    struct segments segments = {.count = SEGMENTS_MOST};
    static float floats[SEGMENTS_MOST * LENGTH];

    for (size_t i = 0; i < segments.count; i++) {
        memcpy(floats + i * LENGTH, above[i % COUNT(above)], sizeof *above);
        segments.begins[i] = i * LENGTH;
        segments.ends[i] = (i + 1) * LENGTH;
    }
    own_design(subject->plan)->items.teams.share = 1 << 20; /* an item has a segment */
    own_design(subject->plan)->items.teams.fewest_items = 0;
    buffer_write(subject->rig, subject->input, 0, floats, sizeof floats);
    run(subject, &segments, &told);
    for (size_t i = 0; i < segments.count; i++)
        assert_true(sums[i + 1] == 0x1p24f + 2);
}

/* More elements than so many groups of a GPU take of an exact sum as usually share a giant: 2^21
 * each, and two where PoCL stands for one. So there is room for fewer giants than 300 in a launch.
 */
TEST(giants_of_exact_sums_are_of_any_length)
{
    enum { MANY = 5 << 21, COUNT_OF = 400 };
    float *ones = malloc(MANY * sizeof *ones);
    struct segments segments = {.count = COUNT_OF};

    assert_non_null(ones);
    for (size_t i = 0; i < MANY; i++)
        ones[i] = 1;
    for (size_t i = 0; i < COUNT_OF; i++) {
        segments.begins[i] = 3 * i;
        segments.ends[i] = i % 100 == 5 ? MANY - i * 5000 : i % 4 ? 3 * i + (1 << 16) + i : 4 * i;
    }
    for (size_t r = 0; r < rig_count() && test_scope() > SCOPE_FEW; r++) {
        static struct data data;
        static struct told told;
        struct subject subject =
            subject_of(rig_at(r), &data, CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT);

        clReleaseMemObject(subject.input);
        subject.input = buffer_of(rig_at(r), ones, MANY * sizeof *ones);
        subject.elements = MANY;
        run(&subject, &segments, &told);
        for (size_t i = 0; i < COUNT_OF; i++) {
            assert_int_equal(told.statuses[i + 1], CLR_OK);
            assert_true(((const float *)told.values)[i + 1] ==
                        (float)(segments.ends[i] - segments.begins[i]));
        }
        subject_destroy(&subject);
    }
    free(ones);
}

TEST(each_segment_has_its_own_elements)
{
    struct data *data = data_make();

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < COUNT(operators); k++) {
            struct subject subject = subject_of(rig_at(i), data, operators[k].op, operators[k].type,
                                                operators[k].accuracy);

            try_lengths(&subject);
            if (subject.plan->items.choice->teams.abreast) {
                try_short_lists(&subject);
                if (subject.stage &&
                    operators[k].op != CLR_OPERATOR_VAR) /* of which all bits tell */
                    try_odd_offsets(&subject);
                if (k == 0 && test_scope() > SCOPE_FEW)
                    try_many_giants(&subject);
                if (operators[k].op == CLR_OPERATOR_SUM && operators[k].type == CLR_TYPE_F32) {
                    try_unsure(&subject);
                    try_loss_of_lanes(&subject);
                }
            }
            subject_destroy(&subject);
        }
    free(data);
}
