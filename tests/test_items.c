/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items that have results to themselves, teams of items, and stages, next to groups: the same
 * bits, whichever of them a plan takes, for short rows, columns and strided ones, and those of the
 * flat sum. Sums that two doubles cannot hold are put on a list, which may be too short for them,
 * and made again; or by groups, of many elements.
 */
#include "choose/row_grid.h"
#include "own_design.h"
#include "shape/made.h"
#include "split_mix.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MOST = 70, ROWS_MOST = 40, ROOM = 4 * (LENGTH_MOST + 3) * (ROWS_MOST + 3) };

/* How an array of rows lies in memory. */
typedef enum way { ALONG, ACROSS, APART, WAYS } way;

/* ---- plans ---- */

struct subject {
    const struct rig *rig;
    clr_plan *plan;
    uint32_t abreast; /* the plan's own; 0: it has no teams */
    uint32_t stage;   /* likewise */
    uint32_t group_count;
    clr_type type;
    size_t value_size;
    bool has_index;
    bool has_second;
};

static struct subject subject_which(const struct rig *rig, clr_operator op, clr_type type,
                                    clr_nan nan)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    clr_result result = {.size = sizeof result};
    struct subject subject = {.rig = rig, .type = type};

    reduction.nan = nan;
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &subject.plan));
    assert_int_equal(clr_plan_result(subject.plan, 0, &result), CLR_OK);
    subject.abreast = subject.plan->items.choice->teams.abreast;
    subject.stage = subject.plan->items.choice->staged.elements;
    subject.group_count = subject.plan->items.choice->sizes.group_count;
    if (subject.plan->items.choice->teams.abreast &&
        !subject.plan->items.choice->sizes.contiguous &&
        subject.plan->items.choice->sizes.group >= 128)
        assert_int_not_equal(subject.stage, 0);
    subject.value_size = (size_t)result.value_size;
    subject.has_index = result.index_offset != CLR_UNKNOWN;
    subject.has_second = result.second_offset != CLR_UNKNOWN;
    return subject;
}

static struct subject subject_of(const struct rig *rig, clr_operator op, clr_type type)
{
    return subject_which(rig, op, type, CLR_NAN_PROPAGATE);
}

/* From here on all runs go that way, by so many groups of items, by teams of so many or by a stage
 * of so many elements; by these two only if elements lie in one piece. */
static void go_by(const struct subject *subject, clri_way by, uint32_t size)
{
    clri_choice *choice = &own_design(subject->plan)->items;

    choice->items.rows_an_element = 0;
    choice->items.fewest_rows = choice->items.fewest_columns =
        by == CLRI_WAY_ITEMS ? 0 : UINT64_MAX;
    choice->sizes.group_count = by == CLRI_WAY_ITEMS ? size : subject->group_count;
    choice->teams.abreast = by == CLRI_WAY_TEAMS ? subject->abreast : 0;
    choice->teams.longest_row = UINT64_MAX;
    choice->teams.fewest = choice->teams.fewest_items = 0;
    choice->teams.share = 1;
    choice->teams.large = size;
    choice->staged.elements = by == CLRI_WAY_STAGE ? size : 0;
    choice->staged.longest_row = LENGTH_MOST;
    choice->staged.fewest = choice->staged.fewest_of_long_rows = 0;
}

/* The first places of the plan's list, if it has one, behind how many are on it. */
enum { LOOKED_AT = 64 };

static void forget_listed(const struct subject *subject)
{
    uint64_t nobody[LOOKED_AT];

    memset(nobody, 0xFF, sizeof nobody);
    if (subject->plan->items.stage.buffers[CLRI_ITEMS_LIST])
        buffer_write(subject->rig, subject->plan->items.stage.buffers[CLRI_ITEMS_LIST],
                     CLRI_LIST_HEAD, nobody, sizeof nobody);
}

/* How many results a run has put there since, which has left the list empty. */
static cl_uint listed(const struct subject *subject)
{
    uint64_t list[LOOKED_AT];
    cl_uint head[CLRI_LIST_HEAD / sizeof(cl_uint)];
    cl_uint count = 0;

    if (!subject->plan->items.stage.buffers[CLRI_ITEMS_LIST])
        return 0;
    buffer_read(subject->rig, subject->plan->items.stage.buffers[CLRI_ITEMS_LIST], 0, head,
                sizeof head);
    buffer_read(subject->rig, subject->plan->items.stage.buffers[CLRI_ITEMS_LIST], CLRI_LIST_HEAD,
                list, sizeof list);
    assert_true(head[0] == 0 && head[1] == 0 && head[2] == 0);
    while (count < LOOKED_AT && list[count] != UINT64_MAX)
        count++;
    return count;
}

/* ---- runs ---- */

/* Of each result what a run has told, and nothing else. */
struct told {
    unsigned char values[ROWS_MOST * 8];
    uint64_t indices[ROWS_MOST];
    cl_int statuses[ROWS_MOST];
};

static void run(const struct subject *subject, cl_mem input, size_t rows, size_t length, way lie,
                struct told *told)
{
    const struct rig *rig = subject->rig;
    const int64_t size = (int64_t)clr_type_size(subject->type);
    const int64_t step = lie == APART ? 2 : 1;
    const uint64_t extents[] = {rows, length};
    const int64_t by_row[] = {(int64_t)(length * 2 + 3) * size, step * size};
    const int64_t packed[] = {(int64_t)length * size, size};
    const int64_t by_column[] = {size, (int64_t)(rows + (length & 1)) * size};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = 2,
                           .extents = extents,
                           .strides = {lie == ACROSS  ? by_column
                                       : lie == APART ? by_row
                                                      : packed}};
    clr_arrays arrays = {.size = sizeof arrays};

    memset(told, 0, sizeof *told);
    arrays.value = buffer_of(rig, told->values, sizeof told->values);
    arrays.status = buffer_of(rig, told->statuses, sizeof told->statuses);
    if (subject->has_index)
        arrays.index = buffer_of(rig, told->indices, sizeof told->indices);
    assert_ok(rig,
              clr_plan_run(subject->plan, RUN(.queue = rig->queue, .inputs = {{input, 1, ROOM - 1}},
                                              .arrays = &arrays, .array_count = 1, .axes = &axes)));
    buffer_read(rig, arrays.value, 0, told->values, sizeof told->values);
    buffer_read(rig, arrays.status, 0, told->statuses, sizeof told->statuses);
    if (arrays.index) {
        buffer_read(rig, arrays.index, 0, told->indices, sizeof told->indices);
        clReleaseMemObject(arrays.index);
    }
    clReleaseMemObject(arrays.status);
    clReleaseMemObject(arrays.value);
}

/* That way, and by groups; returns how many results were on the list. */
static cl_uint expect_same(const struct subject *subject, clri_way by, uint32_t size, cl_mem input,
                           size_t rows, size_t length, way lie)
{
    static const char *const ways[] = {
        [CLRI_WAY_ITEMS] = "items", [CLRI_WAY_TEAMS] = "teams", [CLRI_WAY_STAGE] = "a stage"};
    static struct told by_items, by_groups;
    cl_uint count;

    go_by(subject, by, size);
    forget_listed(subject);
    run(subject, input, rows, length, lie, &by_items);
    count = listed(subject);
    go_by(subject, CLRI_WAY_GROUPS, 1);
    run(subject, input, rows, length, lie, &by_groups);
    if (memcmp(&by_items, &by_groups, sizeof by_items) != 0)
        fail_msg("%zu results of %zu elements, lie %d: %s (of %u) and groups differ", rows, length,
                 (int)lie, ways[by], (unsigned)size);
    return count;
}

/* ---- data ---- */

static double draw(uint64_t *seed, int kind)
{
    const double sign = next_random(seed) % 2 ? -1 : 1;
    const double x = sign * (double)(next_random(seed) % 1000000);

    switch (kind) {
    case 1: /* exponents from end to end */
        return ldexp(x, (int)(next_random(seed) % 240) - 140);
    case 2: /* zeros, for the most part negative ones */
        return next_random(seed) % 9 ? -0.0 : 0.0;
    case 3: /* infinities and NaNs among few others */
        return next_random(seed) % 40 ? x : next_random(seed) % 2 ? sign * INFINITY : NAN;
    default:
        return x;
    }
}

/* Rows whose variance, or whose mean of doubles, lies halfway between two numbers, or just beside,
 * and such as are all but constant. */
static double draw_close(uint64_t *seed, int kind, size_t place, double aside)
{
    static double k;

    switch (kind) {
    case 6: /* an odd difference above 2^12, whose square has 25 digits */
    case 7: /* and one above 2^26.5, whose square has 54 */
        k = place == 0 ? (double)(next_random(seed) % 4096) : k;
        if (place >= 2)
            return place == 2 ? aside : 0;
        return place == 0  ? k
               : kind == 6 ? k + 4097 + 2 * (double)(next_random(seed) % 800)
                           : k + 94906267 + 2 * (double)(next_random(seed) % 1000000);
    case 8: /* whole numbers, whose spread has 25 digits at times */
        return (double)(next_random(seed) % 5000);
    case 9: /* a last digit of a float, or of a double, apart */
        return 1 + ldexp((double)(next_random(seed) % 3), -23);
    case 10:
        return 1 + ldexp((double)(next_random(seed) % 3), -52);
    case 11: /* doubles whose squares are subnormal, or nearly */
        return ldexp((double)(next_random(seed) % 1000000), -400 - (int)(next_random(seed) % 160));
    case 12: /* doubles whose root lies halfway, but for a number whose square is below all doubles
              */
        k = place == 0 ? 0x1p53 / 4 + 1 + 2 * (double)(next_random(seed) % 1000000) : k;
        return place == 0 ? 3 * k : place == 1 ? 4 * k : place == 2 ? aside * 0x1p-460 : 0;
    case 13: /* rows of 3 whose mean lies halfway between doubles, but for the sum's last digit: of
              * k from 2^54 / 3 on, 1 more than a multiple of 4, no double is 3 k, but 3 k + 1 is
              * one */
        k = 6004799503160665 + 4 * (double)(next_random(seed) % 1000000);
        return place == 0 ? 3 * k + 1 : place == 1 ? 0.5 + ldexp(aside, aside > 0 ? 47 : 46) : 0;
    default: /* and likewise rows of 2 and of 4 */
        return place == 0   ? 0x1p54 - 2 - 4 * (double)(next_random(seed) % 1000000)
               : place == 1 ? 0x1p54
               : place == 2 ? ldexp(aside, 60)
                            : 0;
    }
}

/* Rows of 2 and of 4 whose mean, or whose sum of squares' root, lies halfway between two floats, or
 * just beside. */
static double draw_tie(uint64_t *seed, int kind, size_t place)
{
    const double aside = ldexp((double)(next_random(seed) % 3) - 1, -100);
    static double k;

    if (kind >= 6)
        return draw_close(seed, kind, place, aside);
    if (place >= 2)
        return place == 2 ? aside : 0;
    if (kind == 4)
        return 0x1p24 * 4 + 8 * (double)(next_random(seed) % 4);
    k = place == 0 ? (double)(3355445 + 2 * (next_random(seed) % 400000)) : k;
    return place == 0 ? 3 * k : 4 * k;
}

enum { KINDS = 15 };

static void store(clr_type type, void *array, size_t i, double x)
{
    const float f = (float)x;
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    if (type == CLR_TYPE_F32)
        ((float *)array)[i] = f;
    else if (type == CLR_TYPE_BF16) /* its digits beyond 8 cut off */
        ((cl_ushort *)array)[i] = (cl_ushort)(bits >> 16);
    else if (type == CLR_TYPE_F64)
        ((double *)array)[i] = x;
    else if (type == CLR_TYPE_I8)
        ((signed char *)array)[i] = (signed char)((int)fmod(x, 128));
    else if (type == CLR_TYPE_I64)
        ((cl_long *)array)[i] = (cl_long)x;
    else
        ((cl_int *)array)[i] = (cl_int)x;
}

static bool is_one_of_floats(clr_type type)
{
    return type == CLR_TYPE_F32 || type == CLR_TYPE_F64 || type == CLR_TYPE_BF16;
}

/* With a first row of `length` elements that come to 2^-100, which two or three doubles do not hold
 * beside those that cancel; unless it is 0. */
static cl_mem unfit_input_of(const struct subject *subject, int kind, size_t length)
{
    static const double unfit[] = {0x1p100, 1, 0x1p-100, -0x1p100, -1};
    const size_t size = (size_t)clr_type_size(subject->type);
    unsigned char *elements = calloc(ROOM, size);
    uint64_t seed = 77 + (uint64_t)kind;
    cl_mem buffer;

    assert_non_null(elements);
    for (size_t i = 0; i < ROOM; i++)
        store(subject->type, elements, i,
              kind < 4 ? draw(&seed, kind) : draw_tie(&seed, kind, (i + 3) % 4));
    for (size_t i = 0; i < length; i++)
        store(subject->type, elements, 1 + i, i < COUNT(unfit) ? unfit[i] : 0);
    buffer = buffer_of(subject->rig, elements, ROOM * size);
    free(elements);
    return buffer;
}

static cl_mem input_of(const struct subject *subject, int kind)
{
    return unfit_input_of(subject, kind, 0);
}

/* ---- tests ---- */

/* Full stages, which take several loads of an item, close ones and others. */
static void try_full_stages(const struct subject *subject, cl_mem input)
{
    static const size_t lengths[] = {31, 32, 62, 64};

    for (size_t l = 0; l < COUNT(lengths) && subject->stage; l++)
        expect_same(subject, CLRI_WAY_STAGE, subject->stage, input, ROWS_MOST, lengths[l], ALONG);
}

static void try_all(const struct subject *subject, int kind)
{
    static const size_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 70};
    static const size_t rows[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 33, 40};
    static const unsigned one_in[] = {
        [SCOPE_FEW] = 40, [SCOPE_SMALL] = 4, [SCOPE_COVER] = 1, [SCOPE_FULL] = 1};
    const cl_mem input = input_of(subject, kind);
    uint64_t seed = 5;

    for (size_t l = 0; l < COUNT(lengths); l++)
        for (size_t r = 0; r < COUNT(rows); r++)
            for (way lie = ALONG; lie < WAYS; lie++)
                if (next_random(&seed) % one_in[test_scope()] == 0) {
                    expect_same(subject, CLRI_WAY_ITEMS, 1 + r % 2, input, rows[r], lengths[l],
                                lie);
                    if (subject->abreast && lie == ALONG)
                        expect_same(subject, CLRI_WAY_TEAMS, 1u << next_random(&seed) % 9, input,
                                    rows[r], lengths[l], lie);
                    if (subject->stage && lie == ALONG)
                        expect_same(
                            subject, CLRI_WAY_STAGE,
                            (uint32_t)(next_random(&seed) % 2 ? subject->stage : lengths[l] * 7),
                            input, rows[r], lengths[l], lie);
                }
    try_full_stages(subject, input);
    clReleaseMemObject(input);
}

TEST(items_tell_the_same_as_groups)
{
    static const struct {
        clr_operator op;
        clr_type type;
        clr_nan nan;
    } rows[] = {{CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_MINMAX, CLR_TYPE_I8, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_VAR, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_ARGMAX, CLR_TYPE_I64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_MEAN, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_NRM2, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_MEAN, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_NRM2, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_NAN_IGNORE},
                {CLR_OPERATOR_MEAN, CLR_TYPE_F64, CLR_NAN_IGNORE},
                {CLR_OPERATOR_MEAN, CLR_TYPE_F32, CLR_NAN_IGNORE},
                {CLR_OPERATOR_VAR, CLR_TYPE_F64, CLR_NAN_IGNORE},
                {CLR_OPERATOR_ARGMAX, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_STD, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_ARGMAX, CLR_TYPE_I32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_STD, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_VAR, CLR_TYPE_BF16, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_SUM, CLR_TYPE_I8, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_SUMSQ, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_SUM, CLR_TYPE_BF16, CLR_NAN_PROPAGATE}};
    /* Kernels take long to compile: so many of those above. */
    static const size_t most[] = {[SCOPE_FEW] = 3,
                                  [SCOPE_SMALL] = 12,
                                  [SCOPE_COVER] = COUNT(rows),
                                  [SCOPE_FULL] = COUNT(rows)};

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < most[test_scope()]; k++) {
            const bool is_float = is_one_of_floats(rows[k].type);
            struct subject subject;

            subject = subject_which(rig_at(i), rows[k].op, rows[k].type, rows[k].nan);
            for (int kind = 0; kind < (is_float ? KINDS : 1) && clri_has_items(subject.plan);
                 kind++)
                try_all(&subject, kind);
            clr_plan_destroy(subject.plan);
        }
}

/* Every third result is a tie but for an element that two doubles do not hold beside the others. */
static cl_mem wide_input(const struct rig *rig, size_t rows, size_t length, size_t *wide)
{
    static double elements[ROOM];
    uint64_t seed = 3;

    *wide = 0;
    for (size_t i = 0; i < ROOM; i++)
        elements[i] = (double)(next_random(&seed) % 1000);
    for (size_t row = 0; row < rows; row += 3, ++*wide) {
        double *first = elements + 1 + row * length;

        memset(first, 0, length * sizeof *first);
        first[length - 3] = 1;
        first[length - 2] = 0x1p-53;
        first[length - 1] = 0x1p-600;
    }
    return buffer_of(rig, elements, sizeof elements);
}

TEST(what_items_cannot_hold_is_made_again)
{
    static const uint32_t places[] = {1 << 16, 14, 13, 1, 0};
    const size_t rows = 40, length = 9;

    for (size_t i = 0; i < rig_count(); i++) {
        const struct subject subject = subject_of(rig_at(i), CLR_OPERATOR_SUM, CLR_TYPE_F64);
        size_t wide;
        const cl_mem input = wide_input(rig_at(i), rows, length, &wide);

        assert_int_equal(wide, 14);
        for (size_t k = 0; k < COUNT(places) && clri_has_items(subject.plan); k++) {
            const clri_way by = subject.abreast && k % 2 ? CLRI_WAY_TEAMS : CLRI_WAY_ITEMS;
            cl_uint count;

            subject.plan->items.list_most = places[k];
            count = expect_same(&subject, by, 4, input, rows, length, ALONG);
            assert_int_equal(count, places[k] < wide ? places[k] : wide);
            assert_int_equal(expect_same(&subject, by, 4, input, 2, 3, ALONG), 0);
            if (subject.stage)
                assert_int_equal(
                    expect_same(&subject, CLRI_WAY_STAGE, 80, input, rows, length, ALONG), count);
        }
        clReleaseMemObject(input);
        clr_plan_destroy(subject.plan);
    }
}

/* Results of a list that is full, which are all results, come to what groups make of them: sums of
 * -0 alone, infinities, numbers from end to end. The first one's elements do not fit two or three
 * doubles. */
TEST(all_results_of_a_full_list_are_made_again)
{
    static const struct {
        clr_operator op;
        clr_type type;
        clr_nan nan;
    } rows[] = {{CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_VAR, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_MEAN, CLR_TYPE_F64, CLR_NAN_IGNORE},
                {CLR_OPERATOR_NRM2, CLR_TYPE_F64, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_NAN_PROPAGATE},
                {CLR_OPERATOR_STD, CLR_TYPE_F32, CLR_NAN_IGNORE}};
    static const size_t most[] = {[SCOPE_FEW] = 1,
                                  [SCOPE_SMALL] = 3,
                                  [SCOPE_COVER] = COUNT(rows),
                                  [SCOPE_FULL] = COUNT(rows)};
    const size_t length = 12;

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < most[test_scope()]; k++) {
            const struct subject subject =
                subject_which(rig_at(i), rows[k].op, rows[k].type, rows[k].nan);

            for (int kind = 0; kind < KINDS && clri_has_items(subject.plan); kind++) {
                const cl_mem input = unfit_input_of(&subject, kind, length);

                for (cl_uint places = 0; places < 2; places++) {
                    subject.plan->items.list_most = places;
                    expect_same(&subject, CLRI_WAY_ITEMS, 2, input, ROWS_MOST, length, ALONG);
                    if (subject.abreast)
                        expect_same(&subject, CLRI_WAY_TEAMS, 4, input, ROWS_MOST, length, ALONG);
                }
                clReleaseMemObject(input);
            }
            clr_plan_destroy(subject.plan);
        }
}

static void expect_last_kernel(const struct subject *subject, cl_mem input, size_t rows,
                               size_t length, way lie, const char *name)
{
    clr_launched told = {.size = sizeof told};
    struct told results;
    size_t count = 0;

    run(subject, input, rows, length, lie, &results);
    while (clr_plan_launched(subject->plan, count, &told) == CLR_OK)
        count++;
    assert_int_equal(count, 2);
    assert_string_equal(told.kernel, name);
}

/* Groups make rows that are too long to be made again, and no columns of that length. */
TEST(long_results_are_left_to_groups)
{
    const size_t rows = 40, length = 9;

    for (size_t i = 0; i < rig_count(); i++) {
        const struct subject subject = subject_of(rig_at(i), CLR_OPERATOR_SUM, CLR_TYPE_F64);
        clri_choice_again *again = &own_design(subject.plan)->items.again;
        size_t wide;
        const cl_mem input = wide_input(rig_at(i), rows, length, &wide);

        for (uint64_t longest = length - 1; longest <= length && again->longest; longest++) {
            again->longest = longest;
            assert_int_equal(expect_same(&subject, CLRI_WAY_ITEMS, 4, input, rows, length, ALONG),
                             wide);
            go_by(&subject, CLRI_WAY_ITEMS, 4);
            expect_last_kernel(&subject, input, rows, length, ALONG,
                               longest < length ? "clr_reduce" : "clr_reduce_again");
            expect_last_kernel(&subject, input, rows, length, ACROSS, "clr_reduce_again");
        }
        clReleaseMemObject(input);
        clr_plan_destroy(subject.plan);
    }
}

/* Row by row the flat sum's bits; a row of -0 alone is -0. */
TEST(rows_have_the_flat_sums_bits)
{
    const size_t rows = 24, length = 13;

    for (size_t i = 0; i < rig_count(); i++) {
        const struct rig *rig = rig_at(i);
        const struct subject subject = subject_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_F32);
        const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
        clr_plan *flat;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, NULL, &flat));
        for (int kind = 0; kind < KINDS; kind++) {
            const cl_mem input = input_of(&subject, kind);
            struct told told;

            go_by(&subject, subject.abreast ? CLRI_WAY_TEAMS : CLRI_WAY_ITEMS, 2);
            run(&subject, input, rows, length, ALONG, &told);
            for (size_t row = 0; row < rows; row++) {
                uint32_t bits;

                run_plan(rig, flat, input, 1 + row * length, length, &bits);
                assert_memory_equal(&bits, told.values + row * sizeof bits, sizeof bits);
            }
            clReleaseMemObject(input);
        }
        clr_plan_destroy(flat);
        clr_plan_destroy(subject.plan);
    }
}

/* Rows, or columns, of zeros but for two numbers that cancel and a small one: that is the sum. It
 * lies 20 binades below those of the first row, and one more of each next one. */
static cl_mem cancelling_input(const struct rig *rig, way lie, size_t length, uint64_t seed,
                               float *sums)
{
    static float elements[ROOM];
    const size_t row_step = lie == ACROSS ? 1 : length, step = lie == ACROSS ? ROWS_MOST : 1;

    memset(elements, 0, sizeof elements);
    for (size_t row = 0; row < ROWS_MOST; row++) {
        float *first = elements + 1 + row * row_step;
        const size_t plus = next_random(&seed) % length;
        const size_t minus = (plus + 1 + next_random(&seed) % (length - 1)) % length;
        size_t small = next_random(&seed) % length;

        while (small == plus || small == minus)
            small = (small + 1) % length;
        sums[row] = ldexpf(0x1.fffffep0f, -20 - (int)row);
        first[plus * step] = 1;
        first[minus * step] = -1;
        first[small * step] = sums[row];
    }
    return buffer_of(rig, elements, sizeof elements);
}

static void expect_sums(const struct subject *subject, clri_way by, uint32_t size, cl_mem input,
                        size_t length, way lie, const float *sums)
{
    static struct told told;

    go_by(subject, by, size);
    run(subject, input, ROWS_MOST, length, lie, &told);
    assert_memory_equal(told.values, sums, ROWS_MOST * sizeof *sums);
}

/* Whatever a run of elements is added in. */
TEST(a_small_number_outlives_two_that_cancel)
{
    const size_t length = 64;
    float sums[ROWS_MOST];

    for (size_t i = 0; i < rig_count(); i++) {
        const struct rig *rig = rig_at(i);
        const struct subject subject = subject_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_F32);

        for (uint64_t seed = 1; seed <= 8 && clri_has_items(subject.plan); seed++) {
            const way lie = seed % 2 ? ALONG : ACROSS;
            const cl_mem input = cancelling_input(rig, lie, length, seed, sums);

            expect_sums(&subject, CLRI_WAY_ITEMS, 1, input, length, lie, sums);
            if (lie == ALONG && subject.abreast)
                expect_sums(&subject, CLRI_WAY_TEAMS, (uint32_t)seed / 4 + 1, input, length, lie,
                            sums);
            if (lie == ALONG && subject.stage)
                expect_sums(&subject, CLRI_WAY_STAGE, subject.stage, input, length, lie, sums);
            clReleaseMemObject(input);
        }
        clr_plan_destroy(subject.plan);
    }
}

/* ---- where results go ---- */

/* Lines of columns, or of rows, and how the arrays of their results lie. */
struct spread {
    bool are_rows;
    uint64_t lines, columns;
    int64_t line_step, step; /* of results */
    uint64_t first;
    bool has_status;
};

enum { SPREAD_ROOM = 256, COLUMN = 3 };

/* All bytes of the arrays. */
struct spread_told {
    unsigned char values[SPREAD_ROOM * 8];
    unsigned char seconds[SPREAD_ROOM * 8];
    uint64_t indices[SPREAD_ROOM];
    cl_int statuses[SPREAD_ROOM];
};

static void fetch(const struct rig *rig, cl_mem buffer, void *bytes, size_t size)
{
    if (!buffer)
        return;
    buffer_read(rig, buffer, 0, bytes, size);
    clReleaseMemObject(buffer);
}

static void run_columns(const struct subject *subject, cl_mem input, const struct spread *spread,
                        struct spread_told *told)
{
    const struct rig *rig = subject->rig;
    const unsigned along = spread->are_rows ? 1 : 2;
    uint64_t extents[] = {spread->lines, COLUMN, COLUMN};
    int64_t results[] = {spread->line_step, 0, 0};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 3,
                           .reduced = spread->are_rows ? 4 : 2,
                           .extents = extents,
                           .result_strides = results};
    clr_arrays arrays = {.size = sizeof arrays};

    extents[along] = spread->columns;
    results[along] = spread->step;
    memset(told, 0xA5, sizeof *told);
    arrays.value = buffer_of(rig, told->values, sizeof told->values);
    if (subject->has_second)
        arrays.second = buffer_of(rig, told->seconds, sizeof told->seconds);
    if (subject->has_index)
        arrays.index = buffer_of(rig, told->indices, sizeof told->indices);
    if (spread->has_status)
        arrays.status = buffer_of(rig, told->statuses, sizeof told->statuses);
    assert_ok(rig,
              clr_plan_run(subject->plan, RUN(.queue = rig->queue, .inputs = {{input, 1, ROOM - 1}},
                                              .output_index = spread->first, .arrays = &arrays,
                                              .array_count = 1, .axes = &axes)));
    fetch(rig, arrays.value, told->values, sizeof told->values);
    fetch(rig, arrays.second, told->seconds, sizeof told->seconds);
    fetch(rig, arrays.index, told->indices, sizeof told->indices);
    fetch(rig, arrays.status, told->statuses, sizeof told->statuses);
}

static void expect_spread(const struct subject *subject, cl_mem input, const struct spread *spread)
{
    static struct spread_told by_items, by_groups;

    go_by(subject, CLRI_WAY_ITEMS, 1);
    run_columns(subject, input, spread, &by_items);
    go_by(subject, CLRI_WAY_GROUPS, 1);
    run_columns(subject, input, spread, &by_groups);
    if (memcmp(&by_items, &by_groups, sizeof by_items) != 0)
        fail_msg("%u lines of %u columns (rows: %d), results %d and %d apart from %u on: items and "
                 "groups "
                 "differ",
                 (unsigned)spread->lines, (unsigned)spread->columns, spread->are_rows,
                 (int)spread->line_step, (int)spread->step, (unsigned)spread->first);
}

/* Vectors of results are whole or not, and aligned or not; nothing between them is touched. */
static void try_spreads(const struct subject *subject, cl_mem input)
{
    static const uint64_t columns[] = {3, 4, 16, 37};

    for (size_t c = 0; c < COUNT(columns); c++)
        for (uint64_t first = 0; first < 5; first++)
            for (int kind = 0; kind < 8; kind++) {
                const int64_t step = kind % 4 == 2 ? 2 : kind % 4 == 3 ? -1 : 1;
                const int64_t line = (int64_t)columns[c] * 2 + (kind % 4 == 1 ? 3 : 0);
                const struct spread spread = {.are_rows = kind >= 4,
                                              .lines = 3,
                                              .columns = columns[c],
                                              .line_step =
                                                  kind % 4 == 0 ? (int64_t)columns[c] : line,
                                              .step = step,
                                              .first = first + (kind % 4 == 3 ? columns[c] - 1 : 0),
                                              .has_status = (first + (uint64_t)kind) % 2 == 0};

                expect_spread(subject, input, &spread);
            }
}

TEST(results_of_lanes_go_where_they_belong)
{
    static const struct {
        clr_operator op;
        clr_type type;
    } subjects[] = {{CLR_OPERATOR_SUM, CLR_TYPE_F32},
                    {CLR_OPERATOR_MINMAX, CLR_TYPE_I8},
                    {CLR_OPERATOR_ARGMAX, CLR_TYPE_I32},
                    {CLR_OPERATOR_SUM, CLR_TYPE_F64}};
    static const size_t most[] = {
        [SCOPE_FEW] = 2, [SCOPE_SMALL] = 4, [SCOPE_COVER] = 4, [SCOPE_FULL] = 4};

    for (size_t i = 0; i < rig_count(); i++)
        for (size_t k = 0; k < most[test_scope()]; k++) {
            const struct subject subject = subject_of(rig_at(i), subjects[k].op, subjects[k].type);

            /* Of kind 1 two doubles hold some sums and others not. */
            for (int kind = 0; kind < 2 && clri_has_items(subject.plan); kind++) {
                const cl_mem input = input_of(&subject, kind);

                try_spreads(&subject, input);
                clReleaseMemObject(input);
            }
            clr_plan_destroy(subject.plan);
        }
}
