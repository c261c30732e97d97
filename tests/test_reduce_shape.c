/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays in host memory to many results there, in one call, against loops over the same arrays:
 * integers and small doubles, of which every sum is exact. As a CPU does it, in place, and through
 * copies, as GPUs have them.
 */
#include "device/context.h"
#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 6000, RESULTS_MOST = ELEMENTS, GUARD = 8, TRIALS = 60 };

static int32_t numbers[ELEMENTS], others[ELEMENTS];
static uint8_t bytes[ELEMENTS];

static uint64_t state_of_chance = 88172645463325252u;

static uint64_t chance(uint64_t below)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (state_of_chance >> 11) % below;
}

static void make_numbers(void)
{
    for (size_t i = 0; i < ELEMENTS; i++) {
        numbers[i] = (int32_t)chance(2001) - 1000;
        others[i] = (int32_t)chance(21) - 10;
        bytes[i] = chance(4) != 0;
    }
}

/* ---- results ---- */

/* What a call writes: the sum, the maximum with its index and status; and guards behind each. */
struct results {
    int64_t sums[RESULTS_MOST + GUARD];
    int32_t largest[RESULTS_MOST + GUARD];
    cl_ulong places[RESULTS_MOST + GUARD];
    cl_int statuses[RESULTS_MOST + GUARD];
};

static struct results found, wanted;

static const clr_reduction asked[] = {
    {.size = sizeof(clr_reduction), .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_I32},
    {.size = sizeof(clr_reduction), .op = CLR_OPERATOR_ARGMAX, .type = CLR_TYPE_I32},
};

/* Results before they are written, or of no elements. */
static void forget(struct results *results, uint64_t count)
{
    memset(results, UNTOUCHED, sizeof *results);
    for (uint64_t k = 0; results == &wanted && k < count; k++) {
        results->sums[k] = 0;
        results->statuses[k] = CLR_ERROR_EMPTY;
        results->largest[k] = 0;
        results->places[k] = CLR_UNKNOWN;
    }
}

/* Adds an element, the `place`th of its result, as a loop would. */
static void want(uint64_t result, int32_t number, uint64_t place)
{
    const bool is_first = wanted.statuses[result] != CLR_OK;

    wanted.sums[result] += number;
    if (is_first || number > wanted.largest[result]) {
        wanted.largest[result] = number;
        wanted.places[result] = place;
    }
    wanted.statuses[result] = CLR_OK;
}

static const clr_host_arrays *arrays_of(clr_host_arrays arrays[2])
{
    arrays[0] = (clr_host_arrays){.size = sizeof *arrays, .value = found.sums};
    arrays[1] = (clr_host_arrays){.size = sizeof *arrays,
                                  .value = found.largest,
                                  .index = found.places,
                                  .status = found.statuses};
    return arrays;
}

/* Makes the call, and compares all results and what lies behind them. */
static void check(const struct rig *rig, clr_host_run *run)
{
    clr_host_arrays arrays[2];

    run->size = sizeof *run;
    run->arrays = arrays_of(arrays);
    memset(&found, UNTOUCHED, sizeof found);
    assert_ok(rig, clr_reduce_shape(rig->context, asked, COUNT(asked), run));
    assert_memory_equal(found.sums, wanted.sums, sizeof found.sums);
    assert_memory_equal(found.statuses, wanted.statuses, sizeof found.statuses);
    assert_memory_equal(found.places, wanted.places, sizeof found.places);
    assert_memory_equal(found.largest, wanted.largest, sizeof found.largest);
}

static void on_each_device(void (*check_on)(const struct rig *rig))
{
    make_numbers();
    for (size_t i = 0; i < rig_count(); i++)
        check_on(rig_at(i));
}

/* ---- axes ---- */

enum { RANK_MOST = 3 };

/* An array by chance: extents, how its elements lie in `numbers`, and its mask in `bytes`. */
struct drawn {
    unsigned rank, reduced;
    uint64_t extents[RANK_MOST];
    int64_t strides[RANK_MOST], mask_strides[RANK_MOST]; /* in elements, and in bytes or bits */
    int64_t first, mask_first;
};

/* Strides of the axes in an order by chance, some backwards; where the first element then is. */
static int64_t draw_strides(const struct drawn *d, int64_t strides[RANK_MOST])
{
    unsigned order[RANK_MOST] = {0, 1, 2};
    int64_t stride = 1, first = 0;

    for (unsigned k = d->rank; k > 1; k--) {
        const unsigned with = (unsigned)chance(k), last = order[k - 1];

        order[k - 1] = order[with];
        order[with] = last;
    }
    for (unsigned i = 0; i < d->rank; i++) {
        const unsigned k = order[i];
        const bool is_backwards = chance(3) == 0;

        strides[k] = is_backwards ? -stride : stride;
        first += is_backwards && d->extents[k] ? stride * (int64_t)(d->extents[k] - 1) : 0;
        stride *= (int64_t)(d->extents[k] ? d->extents[k] : 1);
    }
    return first;
}

static void draw(struct drawn *d)
{
    static const uint64_t sizes[] = {0, 1, 2, 3, 7, 17, 64, 100};
    uint64_t all = 1;

    *d = (struct drawn){.rank = 1 + (unsigned)chance(RANK_MOST)};
    d->reduced = (unsigned)chance(1u << d->rank);
    for (unsigned k = 0; k < d->rank; k++) {
        do
            d->extents[k] = sizes[chance(COUNT(sizes))];
        while (all * d->extents[k] > ELEMENTS);
        all *= d->extents[k];
    }
    d->first = draw_strides(d, d->strides);
    d->mask_first = draw_strides(d, d->mask_strides);
}

/* Adds the elements from axis k on; `mask` has the place in the mask. */
static void want_axis(const struct drawn *d, clr_mask_kind kind, unsigned k, int64_t at,
                      int64_t mask, uint64_t result, uint64_t place)
{
    const bool is_in = k < d->rank || kind == CLR_MASK_NONE ||
                       (kind == CLR_MASK_BYTES ? bytes[mask] : bytes[mask / 8] >> mask % 8 & 1);
    const bool is_reduced = d->reduced >> k & 1;

    if (k == d->rank) {
        if (is_in)
            want(result, numbers[at], place);
        return;
    }
    for (uint64_t i = 0; i < d->extents[k]; i++)
        want_axis(d, kind, k + 1, at + (int64_t)i * d->strides[k],
                  mask + (int64_t)i * d->mask_strides[k],
                  is_reduced ? result : result * d->extents[k] + i,
                  is_reduced ? place * d->extents[k] + i : place);
}

static void check_axes(const struct rig *rig, const struct drawn *d, clr_mask_kind kind)
{
    int64_t strides[RANK_MOST];
    const clr_axes axes = {.size = sizeof axes,
                           .rank = d->rank,
                           .reduced = d->reduced,
                           .extents = d->extents,
                           .strides = {strides}};
    const int64_t mask_first = kind == CLR_MASK_BITS ? d->mask_first / 8 * 8 : d->mask_first;
    clr_host_run run = {.shape = CLR_SHAPE_AXES, .inputs = {numbers + d->first}, .axes = &axes};
    uint64_t results = 1;

    for (unsigned k = 0; k < d->rank; k++) {
        strides[k] = d->strides[k] * (int64_t)sizeof *numbers;
        results *= d->reduced >> k & 1 ? 1 : d->extents[k];
    }
    if (kind != CLR_MASK_NONE) {
        run.mask_kind = kind;
        run.mask_strides = d->mask_strides;
        run.mask =
            kind == CLR_MASK_BITS ? bytes + ELEMENTS / 16 + mask_first / 8 : bytes + mask_first;
    }
    forget(&wanted, results);
    want_axis(d, kind, 0, d->first,
              kind == CLR_MASK_BITS ? ELEMENTS / 16 * 8 + mask_first : mask_first, 0, 0);
    check(rig, &run);
}

static void axes_on(const struct rig *rig)
{
    for (unsigned i = 0; i < TRIALS; i++) {
        struct drawn d;

        draw(&d);
        check_axes(rig, &d, (clr_mask_kind)(i % 3));
    }
}

TEST(arrays_of_axes_are_reduced)
{
    on_each_device(axes_on);
}

/* ---- segments ---- */

static void segments_on(const struct rig *rig)
{
    enum { SEGMENTS = 500 };
    uint64_t begins[SEGMENTS + 1];
    uint32_t ends[SEGMENTS], short_begins[SEGMENTS];
    clr_host_run run = {.shape = CLR_SHAPE_SEGMENTS, .inputs = {numbers}, .count = ELEMENTS};

    begins[0] = 0;
    for (size_t k = 0; k < SEGMENTS; k++)
        begins[k + 1] = begins[k] + chance(2 * ELEMENTS / SEGMENTS);
    run.by = begins;
    run.by_type = CLR_TYPE_U64;
    run.results = SEGMENTS;
    forget(&wanted, SEGMENTS);
    for (size_t k = 0; k < SEGMENTS; k++)
        for (uint64_t i = begins[k]; i < begins[k + 1] && begins[k + 1] <= ELEMENTS; i++)
            want(k, numbers[i], i - begins[k]);
    for (size_t k = 0; k < SEGMENTS; k++)
        if (begins[k + 1] > ELEMENTS && begins[k] < begins[k + 1])
            wanted.statuses[k] = CLR_ERROR_ARGUMENT;
    check(rig, &run);

    forget(&wanted, SEGMENTS);
    for (size_t k = 0; k < SEGMENTS; k++) {
        short_begins[k] = (uint32_t)chance(ELEMENTS);
        ends[k] = (uint32_t)(short_begins[k] + chance(ELEMENTS - short_begins[k] + 1));
        for (uint64_t i = short_begins[k]; i < ends[k]; i++)
            want(k, numbers[i], i - short_begins[k]);
    }
    run.by = short_begins;
    run.ends = ends;
    run.by_type = CLR_TYPE_U32;
    check(rig, &run);
}

TEST(segments_are_reduced)
{
    on_each_device(segments_on);
}

/* ---- labels ---- */

/* Of more and more labels, which outgrow what the first call's plan has memory for. */
static void labels_on(const struct rig *rig)
{
    static int32_t labels[ELEMENTS];

    for (uint64_t count = 3; count <= RESULTS_MOST; count = count * 5 + 1) {
        const uint64_t elements = ELEMENTS - ELEMENTS / count;
        clr_host_run run = {.shape = CLR_SHAPE_LABELS,
                            .inputs = {numbers},
                            .count = elements,
                            .by = labels,
                            .by_type = CLR_TYPE_I32,
                            .results = count,
                            .mask_kind = CLR_MASK_BITS,
                            .mask = bytes};
        cl_ulong outside = 99, expected = 0;

        run.outside = &outside;
        forget(&wanted, count);
        for (uint64_t i = 0; i < elements; i++) {
            const bool is_in = bytes[i / 8] >> i % 8 & 1;

            labels[i] = (int32_t)chance(count + 2) - 1;
            if (is_in && labels[i] >= 0 && labels[i] < (int32_t)count)
                want((uint64_t)labels[i], numbers[i], i);
            else
                expected += is_in;
        }
        check(rig, &run);
        assert_int_equal(outside, expected);
    }
}

TEST(labels_are_reduced)
{
    on_each_device(labels_on);
}

static void labelled_axes_on(const struct rig *rig)
{
    enum { LINES = 40, ROW = 25, LABELS = 6 };
    static const uint64_t extents[] = {LINES, ROW};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1, .extents = extents};
    uint32_t labels[LINES];
    cl_ulong outside, expected = 0;
    clr_host_run run = {.shape = CLR_SHAPE_AXIS_LABELS,
                        .inputs = {numbers},
                        .axes = &axes,
                        .by = labels,
                        .by_type = CLR_TYPE_U32,
                        .results = LABELS,
                        .outside = &outside};
    uint64_t seen[LABELS] = {0};

    forget(&wanted, LABELS * ROW);
    for (uint64_t line = 0; line < LINES; line++) {
        labels[line] = (uint32_t)chance(LABELS + 1);
        if (labels[line] == LABELS) {
            expected++;
            continue;
        }
        for (uint64_t i = 0; i < ROW; i++)
            want(labels[line] * ROW + i, numbers[line * ROW + i], line);
        seen[labels[line]]++;
    }
    check(rig, &run);
    assert_int_equal(outside, expected);
}

TEST(labels_along_axes_are_reduced)
{
    on_each_device(labelled_axes_on);
}

/* ---- runs ---- */

/* Of keys, of which not all have room; what lies behind the last result stays as it was. */
static void runs_on(const struct rig *rig)
{
    static int16_t keys[ELEMENTS];
    static int16_t unique[RESULTS_MOST + GUARD], wanted_unique[RESULTS_MOST + GUARD];
    static cl_ulong ends[RESULTS_MOST + GUARD], wanted_ends[RESULTS_MOST + GUARD];

    for (uint64_t most = 1; most <= RESULTS_MOST; most = most * 40 + 2) {
        cl_ulong count = 0, expected = 0;
        uint64_t begin = 0;
        clr_host_run run = {.shape = CLR_SHAPE_RUNS,
                            .inputs = {numbers},
                            .count = ELEMENTS,
                            .by = keys,
                            .by_type = CLR_TYPE_I16,
                            .results = most,
                            .run_count = &count,
                            .unique = unique,
                            .run_ends = ends};

        for (size_t i = 0; i < ELEMENTS; i++)
            keys[i] = i && chance(9) ? keys[i - 1] : (int16_t)chance(50);
        memset(wanted_unique, UNTOUCHED, sizeof unique);
        memset(wanted_ends, UNTOUCHED, sizeof ends);
        memset(unique, UNTOUCHED, sizeof unique);
        memset(ends, UNTOUCHED, sizeof ends);
        forget(&wanted, 0);
        for (uint64_t i = 0; i < ELEMENTS; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) {
                begin = i;
                if (expected++ < most) {
                    wanted_unique[expected - 1] = keys[i];
                    wanted.sums[expected - 1] = 0;
                    wanted.statuses[expected - 1] = CLR_ERROR_EMPTY;
                }
            }
            if (expected <= most) {
                want(expected - 1, numbers[i], i - begin);
                wanted_ends[expected - 1] = i + 1;
            }
        }
        check(rig, &run);
        assert_int_equal(count, expected);
        assert_memory_equal(unique, wanted_unique, sizeof unique);
        assert_memory_equal(ends, wanted_ends, sizeof ends);
    }
}

TEST(runs_of_keys_are_reduced)
{
    on_each_device(runs_on);
}

/* ---- several inputs ---- */

static void products_on(const struct rig *rig)
{
    static const uint64_t extents[] = {20, 30};
    static const int64_t transposed[] = {4, 20 * 4};
    const clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = 2,
                           .extents = extents,
                           .strides = {NULL, transposed}};
    int64_t dots[20];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = dots};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {numbers, others},
                              .axes = &axes,
                              .arrays = &arrays};

    assert_ok(rig, clr_reduce_shape(rig->context, &dot, 1, &run));
    for (size_t r = 0; r < 20; r++) {
        int64_t expected = 0;

        for (size_t i = 0; i < 30; i++)
            expected += (int64_t)numbers[r * 30 + i] * others[i * 20 + r];
        assert_int_equal(dots[r], expected);
    }
}

TEST(inputs_have_their_own_strides)
{
    on_each_device(products_on);
}

/* ---- all elements ---- */

/* The record of `asked`: a sum, a maximum with its index, and whether there is one. */
struct record {
    int64_t sum;
    int32_t largest;
    cl_ulong place;
    cl_int status;
};

static void want_all(const struct record *record)
{
    assert_int_equal(record->sum, wanted.sums[0]);
    assert_int_equal(record->largest, wanted.largest[0]);
    assert_int_equal(record->place, wanted.places[0]);
}

/* Elements that a mask takes, that a list names, and that a condition with a scalar takes. */
static void all_on(clr_context *context)
{
    static int32_t indices[ELEMENTS];
    static const double bound = 500;
    const clr_reduction above[] = {
        {.size = sizeof *above, .op = CLR_OPERATOR_COUNT, .type = CLR_TYPE_I32, .where = "x > a"}};
    uint64_t beyond = 0, found_beyond = 0;
    struct record record;
    cl_ulong outside = 77;
    clr_host_run run = {.size = sizeof run,
                        .inputs = {numbers},
                        .count = ELEMENTS,
                        .mask_kind = CLR_MASK_BYTES,
                        .mask = bytes,
                        .record = &record,
                        .record_size = sizeof record};

    forget(&wanted, 1);
    for (size_t i = 0; i < ELEMENTS; i++)
        if (bytes[i])
            want(0, numbers[i], i);
    assert_int_equal(clr_reduce_shape(context, asked, COUNT(asked), &run), CLR_OK);
    want_all(&record);

    /* without a mask no maximum can be missing, and its record has no status */
    run.mask_kind = CLR_MASK_NONE;
    run.mask = NULL;
    run.record_size = offsetof(struct record, status);
    record.status = 77;
    forget(&wanted, 1);
    for (size_t i = 0; i < ELEMENTS; i++)
        want(0, numbers[i], i);
    assert_int_equal(clr_reduce_shape(context, asked, COUNT(asked), &run), CLR_OK);
    want_all(&record);
    assert_int_equal(record.status, 77);

    run.record_size = sizeof record;
    run.index_type = CLR_TYPE_I32;
    run.indices = indices;
    run.index_count = ELEMENTS;
    run.indices_outside = &outside;
    forget(&wanted, 1);
    for (size_t i = 0; i < ELEMENTS; i++) {
        indices[i] = (int32_t)(i * 7 % ELEMENTS);
        want(0, numbers[indices[i]], i);
    }
    indices[ELEMENTS - 1] = -1;
    wanted.sums[0] -= numbers[(ELEMENTS - 1) * 7 % ELEMENTS];
    assert_int_equal(clr_reduce_shape(context, asked, COUNT(asked), &run), CLR_OK);
    want_all(&record);
    assert_int_equal(outside, 1);

    for (size_t i = 0; i < ELEMENTS; i++)
        beyond += numbers[i] > bound;
    run = (clr_host_run){.size = sizeof run,
                         .inputs = {numbers},
                         .count = ELEMENTS,
                         .scalars = &bound,
                         .record = &found_beyond,
                         .record_size = sizeof found_beyond};
    assert_int_equal(clr_reduce_shape(context, above, 1, &run), CLR_OK);
    assert_int_equal(found_beyond, beyond);
}

/* Nothing taken has no maximum, and the record is not written. */
static void nothing_on(clr_context *context)
{
    static const uint8_t none[ELEMENTS];
    struct record record = {.sum = 7};
    const clr_host_run run = {.size = sizeof run,
                              .inputs = {numbers},
                              .count = ELEMENTS,
                              .mask_kind = CLR_MASK_BYTES,
                              .mask = none,
                              .record = &record,
                              .record_size = sizeof record};

    assert_int_equal(clr_reduce_shape(context, asked, COUNT(asked), &run), CLR_ERROR_EMPTY);
    assert_int_equal(record.sum, 7);
    assert_int_equal(
        clr_reduce_shape(
            context, asked, COUNT(asked),
            &(clr_host_run){.size = sizeof run, .record = &record, .record_size = sizeof record}),
        CLR_ERROR_EMPTY);
    assert_int_equal(record.sum, 7);
}

TEST(all_elements_go_to_a_record)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};
    clr_context *host;

    make_numbers();
    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
    all_on(host);
    nothing_on(host);
    clr_context_destroy(host);
    for (size_t i = 0; i < rig_count(); i++) {
        all_on(rig_at(i)->context);
        nothing_on(rig_at(i)->context);
    }
}

/* ---- lists of indices ---- */

enum { ENTRIES = 900, WIDTH = 30 };

/* Rows of a list by its axes, read from the last to the first, and labels of its entries. */
static void lists_on(const struct rig *rig)
{
    static const uint64_t extents[] = {ENTRIES / WIDTH, WIDTH};
    static const int64_t backwards[] = {-4 * WIDTH, 4};
    const clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents, .strides = {backwards}};
    static int32_t indices[ENTRIES];
    static uint32_t labels[ENTRIES];
    cl_ulong outside, expected = 0;
    clr_host_run run = {.shape = CLR_SHAPE_AXES,
                        .inputs = {numbers},
                        .count = ELEMENTS,
                        .axes = &axes,
                        .index_type = CLR_TYPE_I32,
                        .indices = indices + ENTRIES - WIDTH,
                        .indices_outside = &outside};

    for (size_t i = 0; i < ENTRIES; i++) {
        indices[i] = (int32_t)chance(ELEMENTS + 20) - 10;
        labels[i] = (uint32_t)chance(7);
        expected += indices[i] < 0 || indices[i] >= ELEMENTS;
    }
    forget(&wanted, ENTRIES / WIDTH);
    for (size_t i = 0; i < ENTRIES; i++)
        if (indices[i] >= 0 && indices[i] < ELEMENTS)
            want(ENTRIES / WIDTH - 1 - i / WIDTH, numbers[indices[i]], i % WIDTH);
    check(rig, &run);
    assert_int_equal(outside, expected);

    run = (clr_host_run){.shape = CLR_SHAPE_LABELS,
                         .inputs = {numbers},
                         .count = ELEMENTS,
                         .by = labels,
                         .by_type = CLR_TYPE_U32,
                         .results = 7,
                         .index_type = CLR_TYPE_I32,
                         .indices = indices,
                         .index_count = ENTRIES};
    forget(&wanted, 7);
    for (size_t i = 0; i < ENTRIES; i++)
        if (indices[i] >= 0 && indices[i] < ELEMENTS)
            want(labels[i], numbers[indices[i]], i);
    check(rig, &run);
}

TEST(lists_name_elements)
{
    on_each_device(lists_on);
}

/* ---- pieces ---- */

enum { OUTER = 301, MIDDLE = 40, INNER = 50, ALL = OUTER * MIDDLE * INNER };

/* Sums over the middle axis, of rows from the last to the first; a row begins inside a byte of the
 * mask. tests/CMakeLists.txt has this on a device with too little memory for the whole, too. */
static void pieces_on(const struct rig *rig)
{
    static const uint64_t extents[] = {OUTER, MIDDLE, INNER};
    static const int64_t backwards[] = {-MIDDLE * INNER * 4, INNER * 4, 4};
    static const int64_t mask_strides[] = {MIDDLE * INNER + 3, INNER, 1};
    const clr_axes axes = {
        .size = sizeof axes, .rank = 3, .reduced = 2, .extents = extents, .strides = {backwards}};
    int32_t *many = malloc(ALL * sizeof *many);
    uint8_t *bits = malloc(ALL / 8 + OUTER);
    int64_t *sums = malloc(OUTER * INNER * sizeof *sums);
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = sums};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {many + (OUTER - 1) * MIDDLE * INNER},
                              .axes = &axes,
                              .mask_kind = CLR_MASK_BITS,
                              .mask = bits,
                              .mask_strides = mask_strides,
                              .arrays = &arrays};

    for (size_t i = 0; i < ALL; i++)
        many[i] = (int32_t)chance(1000);
    for (size_t i = 0; i < ALL / 8 + OUTER; i++)
        bits[i] = (uint8_t)chance(256);
    assert_ok(rig, clr_reduce_shape(rig->context, asked, 1, &run));
    for (size_t o = 0; o < OUTER; o++)
        for (size_t i = 0; i < INNER; i++) {
            int64_t expected = 0;

            for (size_t m = 0; m < MIDDLE; m++) {
                const size_t bit = o * (MIDDLE * INNER + 3) + m * INNER + i;

                if (bits[bit / 8] >> bit % 8 & 1)
                    expected += many[((OUTER - 1 - o) * MIDDLE + m) * INNER + i];
            }
            assert_int_equal(sums[o * INNER + i], expected);
        }
    free(sums);
    free(bits);
    free(many);
}

TEST(large_arrays_come_in_pieces)
{
    on_each_device(pieces_on);
}

/* Copies take turns of pinned memory, unless the array is pinned itself. */
static void long_rows_on(const struct rig *rig)
{
    enum { ROWS = 7, LENGTH = 1000003 }; /* 27 MiB */
    static const uint64_t extents[] = {ROWS, LENGTH};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    const size_t size = ROWS * LENGTH * sizeof(int32_t);
    int64_t sums[ROWS];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = sums};
    clr_host_run run = {
        .size = sizeof run, .shape = CLR_SHAPE_AXES, .axes = &axes, .arrays = &arrays};
    int32_t *ordinary = malloc(size);
    void *pinned = NULL;

    for (size_t i = 0; i < (size_t)ROWS * LENGTH; i++)
        ordinary[i] = (int32_t)(i * UINT64_C(2654435761) >> 7);
    assert_ok(rig, clr_memory_create(rig->context, size, &pinned));
    memcpy(pinned, ordinary, size);
    for (int k = 0; k < 3; k++) {
        run.inputs[0] = k == 1 ? pinned : ordinary;
        memset(sums, UNTOUCHED, sizeof sums);
        assert_ok(rig, clr_reduce_shape(rig->context, asked, 1, &run));
        for (size_t r = 0; r < ROWS; r++) {
            int64_t expected = 0;

            for (size_t i = 0; i < LENGTH; i++)
                expected += ordinary[r * LENGTH + i];
            assert_int_equal(sums[r], expected);
        }
    }
    clr_memory_destroy(rig->context, pinned);
    free(ordinary);
}

TEST(large_copies_take_turns)
{
    on_each_device(long_rows_on);
}

/* ---- what the context keeps ---- */

/* How many reducers the context has, and whether `thing` is one of these. */
static size_t kept_by(const struct rig *rig, const void *thing, bool *has)
{
    size_t count = 0;

    *has = false;
    for (size_t i = 0; i < CLRI_SHELF_SLOTS; i++) {
        const clri_shelved *slot = &rig->context->reducers.slots[i];

        count += slot->key != NULL;
        *has |= slot->key && slot->thing == thing;
    }
    return count;
}

/* The second call of a kind takes the first one's plan; another mask makes another kind. */
TEST(plans_are_kept)
{
    static const uint64_t extents[] = {20, 30};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    int64_t sums[20];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = sums};
    clr_host_run run = {.size = sizeof run,
                        .shape = CLR_SHAPE_AXES,
                        .inputs = {numbers},
                        .axes = &axes,
                        .arrays = &arrays};

    for (size_t i = 0; i < rig_count(); i++) {
        struct rig *rig = rig_at(i);
        const void *first;
        bool has;

        rig_renew(rig);
        run.mask_kind = CLR_MASK_NONE;
        run.mask = NULL;
        assert_ok(rig, clr_reduce_shape(rig->context, asked, 1, &run));
        first = rig->context->reducers.slots[0].thing;
        assert_non_null(first);
        for (int again = 0; again < 3; again++)
            assert_ok(rig, clr_reduce_shape(rig->context, asked, 1, &run));
        assert_int_equal(kept_by(rig, first, &has), 1);
        assert_true(has);
        run.mask_kind = CLR_MASK_BYTES;
        run.mask = bytes;
        assert_ok(rig, clr_reduce_shape(rig->context, asked, 1, &run));
        assert_int_equal(kept_by(rig, first, &has), 2);
        assert_true(has);
    }
}

/* ---- refusals ---- */

TEST(wrong_calls_are_refused)
{
    static const uint64_t extents[] = {10, 10};
    static const int64_t strides[] = {1, 10};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    clr_axes strided = axes;
    static const uint32_t offsets[] = {0, 5, 10};
    static const double scalars[] = {1};
    cl_ulong places[2];
    int64_t sums[10];
    clr_host_arrays first = {.size = sizeof first, .value = sums};
    clr_host_arrays all[] = {{.size = sizeof *all, .value = sums}, {.size = 7}};
    clr_host_arrays second = {.size = sizeof second, .value = sums, .second = sums};
    clr_host_arrays within = {.size = sizeof within, .value = numbers + 40};
#define RUN_OF(to, ...)                                                                            \
    {                                                                                              \
        .size = sizeof(clr_host_run), .arrays = (to), __VA_ARGS__                                  \
    }
    const struct {
        clr_host_run run;
        const char *part;
    } cases[] = {
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_FLAT, .count = 10),
         "arrays is given, and shape FLAT has a record"},
        {RUN_OF(NULL, .inputs = {numbers}, .shape = CLR_SHAPE_FLAT, .count = 10), "record is NULL"},
        {RUN_OF(NULL, .inputs = {numbers}, .shape = CLR_SHAPE_FLAT, .count = 10, .record = sums,
                .record_size = 7),
         "takes 8 bytes, and the place for it has 7"},
        {RUN_OF(NULL, .inputs = {numbers}, .shape = CLR_SHAPE_FLAT, .count = 10, .record = sums,
                .record_size = 8, .axes = &axes),
         "axes is given, and shape flat"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes, .record = sums),
         "record is given, and is for results of shape FLAT"},
        {RUN_OF(all, .inputs = {numbers}, .shape = (clr_shape)77, .count = 10),
         "is 77, which is none"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES),
         "clr_host_run.axes is NULL, and shape axes has axes"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes, .by = offsets),
         "by is given, and shape axes"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &strided),
         "result_strides is given"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes, .mask = bytes),
         "bytes or bits"},
        {{.size = sizeof(clr_host_run), .shape = CLR_SHAPE_AXES, .axes = &axes, .arrays = all},
         "NULL is given for input x, of 100 elements"},
        {{.size = sizeof(clr_host_run),
          .shape = CLR_SHAPE_AXES,
          .axes = &axes,
          .inputs = {numbers}},
         "arrays is NULL"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes,
                .indices = offsets),
         "index_type is 0"},
        {{.size = 3, .shape = CLR_SHAPE_AXES}, "clr_host_run.size is 3"},
        {RUN_OF(all + 1, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes),
         "clr_host_arrays.size is 7"},
        {RUN_OF(&second, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes),
         "has no second value"},
        {RUN_OF(&within, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes),
         "arrays[0].value and input x overlap"},
        {RUN_OF(all, .inputs = {numbers, others}, .shape = CLR_SHAPE_AXES, .axes = &axes),
         "input y is given, and the reductions take 1 input"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_SEGMENTS, .count = 10, .results = 2,
                .by_type = CLR_TYPE_U32),
         "NULL is given for the offsets, of 3 elements"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_SEGMENTS, .count = 10, .results = 2,
                .by = offsets),
         "type"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_SEGMENTS, .count = UINT64_MAX / 2,
                .by = offsets, .by_type = CLR_TYPE_U32),
         "input x"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_RUNS, .count = 10, .results = 2,
                .by = numbers, .by_type = CLR_TYPE_F32),
         "type"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_LABELS, .count = 10, .results = 2,
                .by = numbers, .by_type = CLR_TYPE_I32, .unique = sums),
         "unique is given, and shape labels"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_RUNS, .count = 10, .results = 2,
                .by = numbers, .by_type = CLR_TYPE_I32, .run_count = places, .run_ends = places),
         "overlap"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_RUNS, .count = 10, .results = 2,
                .by = others, .by_type = CLR_TYPE_I32, .run_count = (void *)(numbers + 2)),
         "run_count and input x overlap"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes, .results = 10),
         "results is given, and shape axes"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes,
                .mask_strides = strides),
         "mask_strides is given, and mask_kind is CLR_MASK_NONE"},
        {RUN_OF(all, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes,
                .index_count = 100),
         "index_count is given, and index_type is 0"},
        {RUN_OF(&first, .inputs = {numbers}, .shape = CLR_SHAPE_AXES, .axes = &axes,
                .scalars = scalars),
         "scalars is given, and no map"},
    };
#undef RUN_OF
    const clr_reduction sum = asked[0];
    const struct rig *rig = rig_at((rig_count(), 0));

    strided.result_strides = strides;
    memset(sums, UNTOUCHED, sizeof sums);
    memset(places, UNTOUCHED, sizeof places);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce_shape(rig->context, &sum, 1, &cases[i].run), cases[i].part);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_reduce_shape(rig->context, &sum, 1, NULL),
                 "the run is NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_reduce_shape(rig->context, NULL, 1, &cases[7].run),
                 "by is given");
    for (size_t i = 0; i < COUNT(sums); i++)
        assert_int_equal((uint8_t)sums[i], UNTOUCHED);
    for (size_t i = 0; i < COUNT(places); i++)
        assert_int_equal((uint8_t)places[i], UNTOUCHED);
}

/* ---- threads ---- */

enum { THREADS = 4, CALLS = 20 };

static void *sum_rows(void *user)
{
    static const uint64_t extents[] = {60, 100};
    const struct rig *rig = user;
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    int64_t sums[60];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = sums};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {numbers},
                              .axes = &axes,
                              .arrays = &arrays};
    uintptr_t wrong = 0;

    for (unsigned call = 0; call < CALLS; call++) {
        memset(sums, 0, sizeof sums);
        wrong += clr_reduce_shape(rig->context, asked, 1, &run) != CLR_OK;
        for (size_t r = 0; r < 60; r++) {
            int64_t expected = 0;

            for (size_t i = 0; i < 100; i++)
                expected += numbers[r * 100 + i];
            wrong += sums[r] != expected;
        }
    }
    return (void *)wrong;
}

TEST(threads_call_at_once)
{
    make_numbers();
    for (size_t i = 0; i < rig_count(); i++) {
        pthread_t threads[THREADS];

        for (size_t t = 0; t < THREADS; t++)
            assert_int_equal(pthread_create(&threads[t], NULL, sum_rows, rig_at(i)), 0);
        for (size_t t = 0; t < THREADS; t++) {
            void *wrong;

            pthread_join(threads[t], &wrong);
            assert_null(wrong);
        }
    }
}
