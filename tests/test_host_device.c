/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the host folds against what a device computes: results, statuses, indices and accumulators'
 * bytes of every operator, type and shape, with masks, lists of indices, NaNs that are ignored,
 * and maps and conditions drawn from all that the host evaluates, on data that are hard: any bits,
 * the ends of the formats, sums that cancel, few values, nothing finite.
 *
 * CLR_HOST_ROUNDS: draws for each operator, type and shape; CLR_HOST_SEED: the first of them.
 */
#include "drawn_expression.h"
#include "operators.h"
#include "split_mix.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 3000, RESULTS = 40, LABELS = 5000, BYTES_MOST = 1 << 18, LENGTHS = 7 };

static clr_context *host;
static uint64_t state;

static uint64_t below(uint64_t end)
{
    return next_random(&state) % end;
}

/* ---- data ---- */

/* Bits of a number of `bits` bits, of which `fraction` are a float's significand. */
static uint64_t draw(int kind, unsigned bits, unsigned fraction, uint64_t i)
{
    const uint64_t all = UINT64_MAX >> (64 - bits), sign = all / 2 + 1;
    const uint64_t one = (((UINT64_C(1) << (bits - 2 - fraction)) - 1) << fraction);
    const uint64_t infinity = ((UINT64_C(1) << (bits - 1 - fraction)) - 1) << fraction;
    const uint64_t any = next_random(&state);

    switch (kind) {
    case 0: /* near one */
        return one | (any & (((UINT64_C(1) << fraction) - 1))) | (any >> 63 ? sign : 0);
    case 1: /* any finite bits */
        return (any & infinity) == infinity ? any & all & ~infinity : any & all;
    case 2: /* the largest, cancelling */
        return (infinity - 1 - any % 3) | (i & 1 ? sign : 0);
    case 3: /* subnormals */
        return (any & ((UINT64_C(1) << fraction) - 1)) | (any >> 63 ? sign : 0);
    case 4: /* zeros and a few */
        return any % 7 == 0 ? one | (any >> 63 ? sign : 0) : any >> 62 & 1 ? sign : 0;
    case 5: /* -0 alone */
        return sign;
    case 6: /* anything */
        return any & all;
    case 7: /* infinities, some NaNs */
        return any % 11 == 0 ? infinity | (any >> 62 & 1) << 1 | (any >> 63 ? sign : 0) : one;
    case 8: /* one infinity */
        return i == 17 ? infinity : one | (any & 0xf);
    case 9: /* all one value */
        return one;
    case 10: /* zeros of both signs, NaNs, the least numbers */
        return (any % 3 ? 0 : any % 2 ? infinity | 1 : 1) | (any >> 63 ? sign : 0);
    default: /* pairs that cancel, but for the last place */
        return (one | (any % 5)) ^ (i & 1 ? sign : 0);
    }
}

enum { KINDS = 12 };

static void fill(void *to, clr_type type, uint64_t count, int kind)
{
    static const unsigned fractions[] = {
        [CLR_TYPE_F16] = 10, [CLR_TYPE_BF16] = 7, [CLR_TYPE_F32] = 23, [CLR_TYPE_F64] = 52};
    const size_t size = clr_type_size(type);
    const bool is_float = type >= CLR_TYPE_F16;

    for (uint64_t i = 0; i < count; i++) {
        const uint64_t bits = is_float   ? draw(kind, 8 * (unsigned)size, fractions[type], i)
                              : kind < 4 ? next_random(&state)
                              : kind < 8 ? below(3) - 1
                                         : 0;

        memcpy((char *)to + i * size, &bits, size); /* the lowest bytes come first */
    }
}

/* ---- a call ---- */

static unsigned wrong, ran, refused;

struct outcome {
    clr_status status;
    unsigned char value[RESULTS * ELEMENTS][8], second[RESULTS * ELEMENTS][8];
    cl_ulong index[RESULTS * ELEMENTS];
    cl_int statuses[RESULTS * ELEMENTS];
    cl_ulong outside, indices_outside, run_count, ends[ELEMENTS];
    unsigned char unique[ELEMENTS][8];
};

struct drawn {
    clr_reduction reduction;
    char map[EXPRESSION_SIZE], where[EXPRESSION_SIZE];
    clr_type value;  /* that is folded */
    uint64_t inputs; /* that the reduction takes */
    double scalars[CLR_SCALARS_MOST];
    clr_operator_info info;
    clr_host_run run;
    clr_axes axes;
    uint64_t extents[3];
    uint64_t results;
    unsigned char data[CLR_INPUTS_MOST][ELEMENTS * 8], mask[ELEMENTS];
    cl_uint by[ELEMENTS + 1], ends[ELEMENTS], indices[ELEMENTS];
    int kind;
    bool are_alone; /* each element has a label of its own */
};

static struct drawn drawn;
static struct outcome of_host, of_device;

static void draw_axes(uint64_t count)
{
    drawn.extents[0] = 1 + below(4);
    drawn.extents[1] = 1 + below(4);
    drawn.extents[2] = count / drawn.extents[0] / drawn.extents[1];
    drawn.axes = (clr_axes){.size = sizeof drawn.axes,
                            .rank = 3,
                            .reduced = 1 + (uint32_t)below(7),
                            .extents = drawn.extents};
    drawn.run.axes = &drawn.axes;
    drawn.results = 1;
    for (int k = 0; k < 3; k++)
        if (!(drawn.axes.reduced >> k & 1))
            drawn.results *= drawn.extents[k];
}

static uint64_t labelled(void)
{
    uint64_t count = 1;

    for (int k = 0; k < 3; k++)
        if (drawn.axes.reduced >> k & 1)
            count *= drawn.extents[k];
    return count;
}

static void draw_shape(clr_shape shape, uint64_t count)
{
    clr_host_run *run = &drawn.run;

    run->shape = shape;
    run->by_type = CLR_TYPE_U32;
    run->by = drawn.by;
    run->results = drawn.results = 1 + below(RESULTS);
    switch (shape) {
    case CLR_SHAPE_AXES:
        run->by_type = CLR_TYPE_DEFAULT;
        run->by = NULL;
        run->results = 0;
        draw_axes(count);
        break;
    case CLR_SHAPE_SEGMENTS:
        run->ends = drawn.ends;
        for (uint64_t k = 0; k < run->results; k++) {
            drawn.by[k] = (cl_uint)below(count + 1);
            drawn.ends[k] = (cl_uint)below(count + 1 + (below(50) == 0));
        }
        break;
    case CLR_SHAPE_LABELS:
        run->results = drawn.results = drawn.are_alone ? count : below(4) ? run->results : LABELS;
        for (uint64_t i = 0; i < count; i++)
            drawn.by[i] = (cl_uint)(drawn.are_alone ? i : below(run->results + 2));
        break;
    case CLR_SHAPE_RUNS:
        run->results = drawn.results = count;
        for (uint64_t i = 0; i < count; i++)
            drawn.by[i] = i && below(9) ? drawn.by[i - 1] : (cl_uint)below(4);
        break;
    default:
        draw_axes(count);
        run->results = 1 + below(5);
        drawn.results *= run->results;
        for (uint64_t i = 0; i < labelled(); i++)
            drawn.by[i] = (cl_uint)below(run->results + 1);
    }
}

static void draw_data(uint64_t count)
{
    static const double scalars[] = {0, -0.0, 1, -1, 0.5, 3, 1e10, 1e-45, -1e-310, INFINITY, NAN};

    drawn.kind = (int)below(KINDS);
    fill(drawn.data[0], drawn.reduction.type, count, drawn.kind);
    for (unsigned i = 1; i < drawn.inputs; i++)
        fill(drawn.data[i], drawn.reduction.type, count, below(3) ? drawn.kind : (int)below(KINDS));
    for (int i = 0; i < CLR_SCALARS_MOST; i++)
        drawn.scalars[i] = scalars[below(sizeof scalars / sizeof *scalars)];
}

static void draw_call(clr_shape shape, clr_mask_kind mask, bool has_list)
{
    static const uint64_t lengths[LENGTHS] = {1, 2, 20, 100, 300, 1500, ELEMENTS};
    const uint64_t count = lengths[below(LENGTHS)];
    clr_host_run *run = &drawn.run;

    *run = (clr_host_run){.size = sizeof *run, .count = count};
    draw_data(count);
    for (unsigned i = 0; i < drawn.inputs; i++)
        run->inputs[i] = drawn.data[i];
    run->scalars =
        drawn_names_scalars(drawn.reduction.map, drawn.reduction.where) ? drawn.scalars : NULL;
    draw_shape(shape, count);
    run->mask_kind = mask;
    for (uint64_t i = 0; mask && i < count; i++)
        drawn.mask[i] = mask == CLR_MASK_BITS ? (unsigned char)next_random(&state) : below(3) != 0;
    run->mask = mask ? drawn.mask : NULL;
    if (has_list) {
        run->index_type = CLR_TYPE_U32;
        run->indices = drawn.indices;
        run->index_count = count;
        for (uint64_t i = 0; i < count; i++)
            drawn.indices[i] = (cl_uint)below(count + 1);
        run->indices_outside = NULL;
    }
}

static clr_status run_shape(clr_context *context, struct outcome *to)
{
    clr_host_arrays arrays = {.size = sizeof arrays, .value = to->value, .status = to->statuses};
    clr_host_run run = drawn.run;

    memset(to, 0, sizeof *to);
    arrays.second = drawn.info.values > 1 ? to->second : NULL;
    arrays.index = drawn.info.has_index ? to->index : NULL;
    run.arrays = &arrays;
    if (run.shape == CLR_SHAPE_LABELS || run.shape == CLR_SHAPE_AXIS_LABELS)
        run.outside = &to->outside;
    if (run.index_type)
        run.indices_outside = &to->indices_outside;
    if (run.shape == CLR_SHAPE_RUNS) {
        run.run_count = &to->run_count;
        run.unique = to->unique;
        run.run_ends = to->ends;
    }
    to->status = clr_reduce_shape(context, &drawn.reduction, 1, &run);
    return to->status;
}

static void tell(const char *what, size_t k)
{
    print_message("map %s, where %s\n", drawn.reduction.map ? drawn.reduction.map : "none",
                  drawn.reduction.where ? drawn.reduction.where : "none");
    print_message("%s of %s, %s, shape %d, mask %d, list %d, NaN %d, data %d, %llu elements, axes "
                  "%x of %llu %llu %llu: %s differs at %zu\n",
                  clr_operator_name(drawn.reduction.op), clr_type_name(drawn.reduction.type),
                  clr_type_name(drawn.reduction.result), (int)drawn.run.shape,
                  (int)drawn.run.mask_kind, (int)drawn.run.index_type, (int)drawn.reduction.nan,
                  drawn.kind, (unsigned long long)drawn.run.count, drawn.axes.reduced,
                  (unsigned long long)drawn.extents[0], (unsigned long long)drawn.extents[1],
                  (unsigned long long)drawn.extents[2], what, k);
}

static unsigned compare(const struct rig *rig)
{
    const size_t size = clr_type_size(drawn.reduction.result
                                          ? drawn.reduction.result
                                          : clr_operator_result(drawn.reduction.op, drawn.value));
    const uint64_t results =
        drawn.run.shape == CLR_SHAPE_RUNS ? of_device.run_count : drawn.results;

    if (of_device.status ==
        CLR_ERROR_UNSUPPORTED) { /* such as a mask beside i, along labelled axes */
        refused++;
        return 0;
    }
    if (of_host.status != of_device.status) {
        tell("status", 0);
        print_message("host: %s\ndevice: %s\n", clr_context_error(host)->message,
                      clr_context_error(rig->context)->message);
        return 1;
    }
    if (of_host.outside != of_device.outside || of_host.run_count != of_device.run_count ||
        of_host.indices_outside != of_device.indices_outside) {
        tell("a number of what is outside, or of runs,", (size_t)of_host.outside);
        return 1;
    }
    for (size_t k = 0; k < results; k++) {
        const bool same =
            of_host.statuses[k] == of_device.statuses[k] &&
            memcmp(of_host.value[0] + k * size, of_device.value[0] + k * size, size) == 0 &&
            memcmp(of_host.second[0] + k * size, of_device.second[0] + k * size, size) == 0 &&
            of_host.index[k] == of_device.index[k] &&
            (drawn.run.shape != CLR_SHAPE_RUNS || of_host.ends[k] == of_device.ends[k]);
        uint64_t a = 0, b = 0;

        if (same)
            continue;
        memcpy(&a, of_host.value[0] + k * size, size);
        memcpy(&b, of_device.value[0] + k * size, size);
        tell("a result", k);
        print_message("  status %d %d value %llx %llx index %llx %llx\n", of_host.statuses[k],
                      of_device.statuses[k], (unsigned long long)a, (unsigned long long)b,
                      (unsigned long long)of_host.index[k], (unsigned long long)of_device.index[k]);
        return 1;
    }
    return 0;
}

/* ---- accumulators ---- */

static size_t store(clr_context *context, unsigned char *to, clr_status *status)
{
    clr_accumulator *made = NULL;
    size_t size = 0;

    *status = clr_reduce_accumulator(context, &drawn.reduction, 1, &drawn.run, &made);
    if (*status == CLR_OK && clr_accumulator_store(made, to, BYTES_MOST * 16, &size) != CLR_OK)
        print_message("not stored\n");
    clr_accumulator_destroy(made);
    return size;
}

static unsigned compare_states(const struct rig *rig)
{
    static unsigned char bytes[2][BYTES_MOST * 16];
    clr_status statuses[2];
    const size_t sizes[] = {store(host, bytes[0], &statuses[0]),
                            store(rig->context, bytes[1], &statuses[1])};
    size_t at = 0;

    if (statuses[1] == CLR_ERROR_UNSUPPORTED)
        return 0;
    if (statuses[0] != statuses[1]) {
        tell("an accumulator's status", 0);
        print_message("host %d: %s\ndevice %d: %s\n", statuses[0], clr_context_error(host)->message,
                      statuses[1], clr_context_error(rig->context)->message);
        return 1;
    }
    if (sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0)
        return 0;
    while (at < sizes[0] && bytes[0][at] == bytes[1][at])
        at++;
    tell("an accumulator's byte", at);
    for (size_t i = at / 8 * 8; i < at / 8 * 8 + 24 && i < sizes[0]; i++)
        print_message("%02x/%02x ", bytes[0][i], bytes[1][i]);
    print_message("\n");
    return 1;
}

/* ---- the walk ---- */

static uint64_t rounds;

static bool is_foldable(clr_operator op, clr_type type);

/* Draws a map and a condition for the reduction, or none; each is a kernel of its own. */
static void draw_expressions(clr_reduction *reduction, char *map, char *where, bool has_scalars)
{
    const clr_type type = reduction->type;
    uint64_t of_map = 1, of_where = 1;
    char reason[200];

    reduction->map = reduction->where = NULL;
    drawn.value = type;
    if (below(2) && drawn.info.inputs < 2) {
        do {
            draw_expression(map, type, has_scalars, &state);
            if (clr_map_check(map, type, &drawn.value, &of_map, reason, sizeof reason) != CLR_OK)
                fail_msg("%s: %s", map, reason);
        } while (!is_foldable(reduction->op, drawn.value));
        reduction->map = map;
    }
    if (below(2)) {
        draw_condition(where, type, has_scalars, &state);
        if (clr_condition_check(where, type, &of_where, reason, sizeof reason) != CLR_OK)
            fail_msg("%s: %s", where, reason);
        reduction->where = where;
    }
    drawn.inputs = of_map > of_where ? of_map : of_where;
    if (drawn.inputs < drawn.info.inputs)
        drawn.inputs = drawn.info.inputs;
}

static void walk_shape(const struct rig *rig, clr_shape shape)
{
    const bool has_states = shape != CLR_SHAPE_RUNS;
    const clr_mask_kind mask = below(2) ? CLR_MASK_NONE : 1 + (clr_mask_kind)below(2);
    const bool has_list = below(4) == 0 && shape != CLR_SHAPE_AXIS_LABELS; /* refused */

    for (uint64_t i = 0; i < rounds && wrong < 20; i++, ran++) {
        draw_call(shape, mask, has_list);
        run_shape(host, &of_host);
        run_shape(rig->context, &of_device);
        wrong += compare(rig);
        if (has_states && i % 4 == 0)
            wrong += compare_states(rig);
    }
}

/* Some type of result that the host has, most often the operator's own. */
static clr_type draw_result(void)
{
    clr_result result = {.size = sizeof result};
    cl_ulong record[8];

    drawn.reduction.result = (clr_type)below(CLR_TYPE_F64 + 1);
    if (drawn.info.inputs > 1 ||
        clr_record_describe(&drawn.reduction, 1, &result, NULL, NULL, 0) != CLR_OK ||
        clr_reduce(host, &drawn.reduction, NULL, 0, record, sizeof record) == CLR_ERROR_UNSUPPORTED)
        return CLR_TYPE_DEFAULT;
    return drawn.reduction.result;
}

/* Of how many shapes of an operator and a type one is drawn, and how many maps of a type. */
static const uint64_t one_of[] = {
    [SCOPE_FEW] = 80, [SCOPE_SMALL] = 80, [SCOPE_COVER] = 4, [SCOPE_FULL] = 1};
static const int maps_of[] = {[SCOPE_COVER] = 10, [SCOPE_FULL] = 60};

static void walk(const struct rig *rig, clr_operator op, clr_type type)
{
    static const clr_shape shapes[] = {CLR_SHAPE_AXES, CLR_SHAPE_SEGMENTS, CLR_SHAPE_LABELS,
                                       CLR_SHAPE_RUNS, CLR_SHAPE_AXIS_LABELS};

    drawn.reduction = (clr_reduction)CLR_REDUCTION(op, type);
    drawn.reduction.accuracy = CLR_ACCURACY_EXACT;
    drawn.info.size = sizeof drawn.info;
    clr_operator_describe(op, &drawn.info);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes && wrong < 20; k++) {
        if (below(one_of[test_scope()])) /* PoCL compiles each for a third of a second */
            continue;
        drawn.reduction.nan = below(3) ? CLR_NAN_PROPAGATE : CLR_NAN_IGNORE;
        drawn.reduction.ddof = below(3);
        drawn.reduction.result = draw_result();
        draw_expressions(&drawn.reduction, drawn.map, drawn.where, true);
        walk_shape(rig, shapes[k]);
    }
}

static bool field_differs(const unsigned char *a, const unsigned char *b, uint64_t offset,
                          uint64_t size)
{
    return offset != CLR_UNKNOWN && memcmp(a + offset, b + offset, (size_t)size) != 0;
}

/* Whether a plan says of a result what the reductions alone do; its accumulator is the plan's alone
 * to tell. */
static bool is_described(const clr_result *a, const clr_result *b)
{
    return a->op == b->op && a->type == b->type && a->accuracy == b->accuracy &&
           a->offset == b->offset && a->value_size == b->value_size &&
           a->second_offset == b->second_offset && a->index_offset == b->index_offset &&
           a->status_offset == b->status_offset;
}

/* Whether a field of two records differs; padding may. */
static bool differ(const struct rig *rig, const clr_reduction *reductions, size_t count,
                   const unsigned char *a, const unsigned char *b)
{
    clr_result described[CLR_REDUCTIONS_MOST] = {{.size = sizeof *described}};
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan = NULL;
    uint64_t size = 0;
    bool found = false;

    assert_ok(rig, clr_plan_create(rig->context, reductions, count, NULL, &plan));
    assert_int_equal(clr_record_describe(reductions, count, described, &size, NULL, 0), CLR_OK);
    clr_plan_describe(plan, &info);
    found = info.result_size != size;
    for (size_t i = 0; i < count; i++) {
        clr_result at = {.size = sizeof at};

        clr_plan_result(plan, i, &at);
        assert_true(is_described(&at, &described[i]));
        found |= field_differs(a, b, at.offset, at.value_size) ||
                 field_differs(a, b, at.second_offset, at.value_size) ||
                 field_differs(a, b, at.index_offset, sizeof(cl_ulong)) ||
                 field_differs(a, b, at.status_offset, sizeof(cl_int));
    }
    clr_plan_destroy(plan);
    return found;
}

/* Several reductions of one array to a record, whose places do not depend on who computes it. */
static unsigned compare_records(const struct rig *rig, const clr_reduction *reductions,
                                size_t count)
{
    const void *const inputs[] = {drawn.data[0], drawn.data[1], drawn.data[2], drawn.data[3]};
    cl_ulong records[2][64] = {{0}};
    const clr_status of_it = clr_reduce_all(host, reductions, count, inputs, drawn.inputs,
                                            drawn.run.count, records[0], sizeof records[0]);
    const clr_status of_them = clr_reduce_all(rig->context, reductions, count, inputs, drawn.inputs,
                                              drawn.run.count, records[1], sizeof records[1]);

    if (of_it == of_them &&
        (of_it != CLR_OK || !differ(rig, reductions, count, (const unsigned char *)records[0],
                                    (const unsigned char *)records[1])))
        return 0;
    tell("a record", count);
    for (size_t i = 0; i < count; i++)
        print_message("  map %s, where %s: %s as %s, NaN %d, overflow %d, ddof %d\n",
                      reductions[i].map ? reductions[i].map : "none",
                      reductions[i].where ? reductions[i].where : "none",
                      clr_operator_name(reductions[i].op), clr_type_name(reductions[i].type),
                      (int)reductions[i].nan, (int)reductions[i].overflow, (int)reductions[i].ddof);
    for (size_t i = 0; i < sizeof *records / sizeof **records; i++)
        if (records[0][i] != records[1][i])
            print_message("  word %zu: %llx %llx\n", i, (unsigned long long)records[0][i],
                          (unsigned long long)records[1][i]);
    print_message("host %d: %s\ndevice %d: %s\n", of_it, clr_context_error(host)->message, of_them,
                  clr_context_error(rig->context)->message);
    return 1;
}

static void walk_records(const struct rig *rig, clr_type type)
{
    static const uint64_t lengths[] = {0, 1, 3, 50, ELEMENTS};
    static char maps[3][EXPRESSION_SIZE], wheres[3][EXPRESSION_SIZE];
    clr_reduction reductions[3];
    uint64_t inputs = 1;
    size_t count = 0;

    while (count < 3) {
        const clr_operator op = 1 + (clr_operator)below(OPERATORS);

        drawn.info.size = sizeof drawn.info;
        clr_operator_describe(op, &drawn.info);
        if (!is_foldable(op, type) || drawn.info.inputs > 1)
            continue;
        reductions[count] = (clr_reduction)CLR_REDUCTION(op, type);
        reductions[count].accuracy = CLR_ACCURACY_EXACT;
        reductions[count].nan = (clr_nan)below(2);
        reductions[count].overflow = op == CLR_OPERATOR_SUM ? (clr_overflow)below(2) : 0;
        reductions[count].ddof = below(3);
        draw_expressions(&reductions[count], maps[count], wheres[count], false);
        inputs = drawn.inputs > inputs ? drawn.inputs : inputs;
        count++;
    }
    drawn.inputs = inputs;
    drawn.reduction = reductions[0];
    drawn.run.shape = CLR_SHAPE_FLAT;
    for (uint64_t i = 0; i < rounds && wrong < 20; i++, ran++) {
        drawn.run.count = lengths[below(5)];
        draw_data(drawn.run.count);
        wrong += compare_records(rig, reductions, count);
    }
}

static bool is_foldable(clr_operator op, clr_type type)
{
    const bool is_float = type >= CLR_TYPE_F16;

    if (clr_operator_result(op, type) == CLR_TYPE_DEFAULT || op == CLR_OPERATOR_LOGSUMEXP)
        return false;
    return !(is_float && op == CLR_OPERATOR_PROD);
}

/* What maps come to, element by element. */
static void walk_values(const struct rig *rig, clr_type type)
{
    const bool is_small = test_scope() < SCOPE_COVER;
    const int maps =
        is_small ? type == CLR_TYPE_I64 || type == CLR_TYPE_F32 : maps_of[test_scope()];

    drawn.reduction = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_MAX, type);
    drawn.info.size = sizeof drawn.info;
    clr_operator_describe(CLR_OPERATOR_MAX, &drawn.info);
    drawn.are_alone = true;
    for (int i = 0; i < maps; i++) {
        do
            draw_expressions(&drawn.reduction, drawn.map, drawn.where, true);
        while (!drawn.reduction.map);
        walk_shape(rig, CLR_SHAPE_LABELS);
    }
    drawn.are_alone = false;
}

TEST(the_host_has_the_devices_bits)
{
    rounds = test_number("CLR_HOST_ROUNDS", 12);
    state = test_number("CLR_HOST_SEED", 1);
    for (size_t d = 0; d < rig_count(); d++)
        for (int op = 1; clr_operator_name((clr_operator)op); op++)
            for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
                if (is_foldable((clr_operator)op, (clr_type)type))
                    walk(rig_at(d), (clr_operator)op, (clr_type)type);
    for (size_t d = 0; d < rig_count(); d++)
        for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
            if (test_scope() >= SCOPE_COVER || type % 2)
                walk_records(rig_at(d), (clr_type)type);
    for (size_t d = 0; d < rig_count(); d++)
        for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
            walk_values(rig_at(d), (clr_type)type);
    print_message("%u calls, %u differ, %u the device does not take\n", ran, wrong, refused);
    assert_true(ran > 0);
    assert_int_equal(wrong, 0);
}

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};

    setenv("CLREDUCE_HOST_ELEMENTS", "0", 1); /* else contexts of devices have the host fold, too */
    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(host);
}
