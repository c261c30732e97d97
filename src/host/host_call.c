/* SPDX-License-Identifier: Apache-2.0 */
#include "host/host_call.h"
#include "base/bytes.h"
#include "base/count.h"
#include "base/sized.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* clri_array_rows has the offsets of clr_arrays, and serves clr_host_arrays here, too. */
_Static_assert(offsetof(clr_host_arrays, value) == offsetof(clr_arrays, value) &&
                   offsetof(clr_host_arrays, second) == offsetof(clr_arrays, second) &&
                   offsetof(clr_host_arrays, index) == offsetof(clr_arrays, index) &&
                   offsetof(clr_host_arrays, status) == offsetof(clr_arrays, status),
               "clri_array_rows has the offsets of both");

static bool has(const clri_host_call *call, clri_in member)
{
    return call->shape->members & member;
}

/* Whether axes alone say which elements belong to a result. */
static bool is_by_axes(const clri_host_call *call)
{
    return call->shape->members == CLRI_IN_AXES;
}

/* How many elements are read: entries of the list of indices, or without a list of the inputs. */
static uint64_t count_of(const clri_host_call *call)
{
    return call->asked.index_type ? call->asked.index_count : call->asked.count;
}

/* ---- arrays ---- */

/* Adds an array that is read or written to the call's list, from which it is copied to the device
 * or back. An array without elements may be NULL. */
static clr_status add_array(clri_host_call *call, const clri_host_array *array, clri_error *error)
{
    if (array->count && !array->read && !array->written)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "NULL is given for %s, of %" PRIu64 " elements",
                         array->name, array->count);
    CLRI_OR_RETURN(clri_bytes_check(array->name, array->count, array->size, error));
    call->list[call->count++] = *array;
    return CLR_OK;
}

/* Adds an array that the run writes, if it is wanted. */
static clr_status add_written(clri_host_call *call, const char *name, void *at, uint64_t count,
                              size_t size, bool is_of_results, cl_mem *buffer, clri_error *error)
{
    clri_host_array array = {.written = at,
                             .count = count,
                             .size = size,
                             .is_of_results = is_of_results,
                             .buffer = buffer};

    if (!at)
        return CLR_OK;
    snprintf(array.name, sizeof array.name, "%s", name);
    return add_array(call, &array, error);
}

static uintptr_t begin_of(const clri_host_array *array)
{
    return array->written ? (uintptr_t)array->written : (uintptr_t)array->read;
}

static bool overlap(const clri_host_array *a, const clri_host_array *b)
{
    const uintptr_t begins[] = {begin_of(a), begin_of(b)};

    return clri_host_array_bytes(a) && clri_host_array_bytes(b) &&
           begins[0] < begins[1] + clri_host_array_bytes(b) &&
           begins[1] < begins[0] + clri_host_array_bytes(a);
}

static clr_status check_overlap(const clri_host_call *call, clri_error *error)
{
    for (unsigned i = 0; i < call->count; i++)
        for (unsigned k = 0; k < call->count && call->list[i].written; k++)
            if (i != k && overlap(&call->list[i], &call->list[k]))
                return clri_fail(error, CLR_ERROR_ARGUMENT,
                                 "%s and %s overlap, and %s is written: give it memory of its own",
                                 call->list[i].name, call->list[k].name, call->list[i].name);
    return CLR_OK;
}

/* ---- what is read ---- */

clr_status clri_host_call_check(const clr_host_run *asked, const clri_shape *shape,
                                clri_error *error)
{
    const unsigned by = CLRI_IN_SEGMENTS | CLRI_IN_LABELS | CLRI_IN_RUNS;
    const struct {
        const char *name;
        bool is_given;
        unsigned known; /* shapes with one of these clri_in know the member */
    } members[] = {
        {"axes", asked->axes != NULL, CLRI_IN_AXES},
        {"by", asked->by != NULL, by},
        {"by_type", asked->by_type != CLR_TYPE_DEFAULT, by},
        {"results", asked->results != 0, by},
        {"ends", asked->ends != NULL, CLRI_IN_SEGMENTS},
        {"mask_strides", asked->mask_strides != NULL, CLRI_IN_AXES},
        {"outside", asked->outside != NULL, CLRI_IN_LABELS},
        {"run_count", asked->run_count != NULL, CLRI_IN_RUNS},
        {"unique", asked->unique != NULL, CLRI_IN_RUNS},
        {"run_ends", asked->run_ends != NULL, CLRI_IN_RUNS},
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].is_given && !(members[i].known & shape->members))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_host_run.%s is given, and shape %s has none: leave it 0",
                             members[i].name, shape->name);
    if (shape->members & CLRI_IN_AXES && !asked->axes)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_run.axes is NULL, and shape %s has axes", shape->name);
    if ((asked->indices || asked->index_count || asked->indices_outside) && !asked->index_type)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_run.%s is given, and index_type is 0: say of which type the "
                         "indices are",
                         asked->indices       ? "indices"
                         : asked->index_count ? "index_count"
                                              : "indices_outside");
    if ((asked->mask || asked->mask_strides) && asked->mask_kind == CLR_MASK_NONE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_run.%s is given, and mask_kind is CLR_MASK_NONE: say whether "
                         "the mask has bytes or bits",
                         asked->mask ? "mask" : "mask_strides");
    return CLR_OK;
}

/* Refuses places for results that do not go with the shape: one result has a record, many have
 * arrays, and states that are left have neither. */
static clr_status check_places(const clri_host_call *call, clri_error *error)
{
    const bool wants_record = clri_host_call_has_record(call);

    if (call->leaves_states && call->asked.arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_run.arrays is for results, and states are asked for: leave it "
                         "NULL");
    if (!wants_record && !call->leaves_states && !call->asked.arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_host_run.arrays is NULL");
    if (!call->asked.record == wants_record)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_host_run.record %s",
                         wants_record ? "is NULL"
                         : call->shape->carrier->is_many
                             ? "is given, and is for results of shape FLAT: leave it NULL"
                             : "is given beside clr_host_run.arrays: leave one of them NULL");
    return CLR_OK;
}

clr_status clri_host_call_check_record(const clri_request *request, size_t needed, size_t size,
                                       bool is_single, clri_error *error)
{
    const clr_reduction *reduction = &request->reductions[0];
    clri_field fields[CLR_REDUCTIONS_MOST];
    const char *type;

    CLRI_OR_RETURN(clri_request_check_single(request, error));
    if (is_single ? size == needed : size >= needed)
        return clri_bytes_check("the place for the result", size, 1, error);
    if (!is_single)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the record of %zu results takes %zu bytes, and the place for it has %zu: "
                         "clr_result shows how it is laid out",
                         request->count, needed, size);
    clri_request_fields(request, fields);
    type = clr_type_name(reduction->result);
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the result of %s takes %zu bytes%s%s%s%s, and the place for it has %zu",
                     clr_operator_name(reduction->op), needed, type ? ", its value being " : "",
                     type ? type : "", fields[0].has_index ? " with an index" : "",
                     fields[0].has_status ? " with a status" : "", size);
}

clr_status clri_host_call_read(const clr_host_run *asked, size_t reductions, clri_host_call *call,
                               clri_error *error)
{
    if (!asked)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the run is NULL");
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_host_run, &call->asked, asked, error));
    call->shape = clri_shape_of(call->asked.shape);
    if (!call->shape)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_host_run.shape is %d, which is none",
                         (int)call->asked.shape);
    CLRI_OR_RETURN(clri_host_call_check(&call->asked, call->shape, error));
    CLRI_OR_RETURN(check_places(call, error));
    for (size_t i = 0; call->asked.arrays && i < reductions && i < CLR_REDUCTIONS_MOST; i++)
        CLRI_OR_RETURN(CLRI_SIZED_READ(
            clr_host_arrays, &call->results[i],
            (const char *)call->asked.arrays + i * call->asked.arrays->size, error));
    if (!has(call, CLRI_IN_AXES))
        return CLR_OK;
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_axes, &call->axes, call->asked.axes, error));
    if (call->axes.result_strides)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.result_strides is given, and clr_reduce_shape() writes results "
                         "row-major: leave it NULL");
    return CLR_OK;
}

/* The array that reaches from reach.below elements in front of `at` to reach.above behind it. */
static clri_host_array array_around(const void *at, clri_reach reach, size_t size, bool is_empty)
{
    const uintptr_t begin =
        at && !is_empty ? (uintptr_t)at - (uintptr_t)(reach.below * size) : (uintptr_t)at;

    return (clri_host_array){
        .read = (const void *)begin,
        .count = is_empty ? 0 : reach.below + reach.above + 1,
        .size = size,
    };
}

static bool is_empty(const clri_host_call *call)
{
    return call->rows.count == 0 || call->rows.length == 0;
}

static clr_status add_input(clri_host_call *call, unsigned number, clri_error *error)
{
    const void *at = call->asked.inputs[number];
    const bool is_strided = has(call, CLRI_IN_AXES) && !call->asked.index_type;
    const clri_reach reach = is_strided ? clri_rows_reach(&call->rows, number) : (clri_reach){0};
    clr_span *span = &call->run.inputs[number];
    clri_host_array array = array_around(at, reach, call->element_size, is_empty(call));

    if (is_strided)
        span->first = array.count ? reach.below : 0;
    else
        array =
            (clri_host_array){.read = at, .count = call->asked.count, .size = call->element_size};
    span->count = array.count;
    array.buffer = &span->buffer;
    snprintf(array.name, sizeof array.name, "input %c", "xyzw"[number]);
    return add_array(call, &array, error);
}

static clr_status add_inputs(clri_host_call *call, const clri_request *request, clri_error *error)
{
    for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
        if (i < request->inputs)
            CLRI_OR_RETURN(add_input(call, i, error));
        else if (call->asked.inputs[i])
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "input %c is given, and the reductions take %u input%s: leave it NULL",
                             "xyzw"[i], request -> inputs, request -> inputs == 1 ? "" : "s");
    return CLR_OK;
}

/* The list of indices, which inputs share. */
static clr_status add_indices(clri_host_call *call, clri_error *error)
{
    const clr_host_run *asked = &call->asked;
    const size_t size = clr_type_size(asked->index_type);
    const clri_reach reach =
        has(call, CLRI_IN_AXES) ? clri_rows_reach(&call->rows, 0) : (clri_reach){0};
    clri_host_array array = array_around(asked->indices, reach, size, is_empty(call));

    if (!asked->index_type)
        return CLR_OK;
    if (!has(call, CLRI_IN_AXES))
        array =
            (clri_host_array){.read = asked->indices, .count = asked->index_count, .size = size};
    array.buffer = &call->index.indices;
    snprintf(array.name, sizeof array.name, "the indices");
    call->index = (clr_index){.size = sizeof call->index,
                              .first = has(call, CLRI_IN_AXES) && array.count ? reach.below : 0,
                              .count = array.count};
    call->run.index = &call->index;
    CLRI_OR_RETURN(add_array(call, &array, error));
    return add_written(call, "indices_outside", asked->indices_outside, 1, sizeof(cl_ulong), false,
                       &call->index.outside, error);
}

/* The number of the byte that has bit number `bit`; below 0 before the mask's first byte. */
static int64_t byte_of(int64_t bit, int64_t bits)
{
    return bit >= 0 ? bit / bits : -((bits - 1 - bit) / bits);
}

/* The whole bytes in which the mask of all elements lies; a mask of bits may begin within one. */
static clri_host_array mask_of(clri_host_call *call)
{
    const clr_host_run *asked = &call->asked;
    const int64_t bits = asked->mask_kind == CLR_MASK_BITS ? 8 : 1;
    const clri_reach reach = clri_rows_mask_reach(&call->rows);
    const int64_t begin = byte_of((int64_t)call->mask_bit - (int64_t)reach.below, bits);
    const int64_t end = byte_of((int64_t)(call->mask_bit + reach.above), bits) + 1;

    if (!has(call, CLRI_IN_AXES))
        return (clri_host_array){.read = asked->mask,
                                 .count = clri_divide_up(count_of(call), (uint64_t)bits),
                                 .size = 1};
    if (is_empty(call) || !asked->mask)
        return (clri_host_array){.count = !is_empty(call), .size = 1};
    call->mask.first = (uint64_t)((int64_t)call->mask_bit - begin * bits);
    return (clri_host_array){.read = (const void *)((uintptr_t)asked->mask + (uintptr_t)begin),
                             .count = (uint64_t)(end - begin),
                             .size = 1};
}

static clr_status add_mask(clri_host_call *call, clri_error *error)
{
    clri_host_array array;

    if (call->asked.mask_kind == CLR_MASK_NONE)
        return CLR_OK;
    array = mask_of(call);
    array.buffer = &call->mask.mask;
    snprintf(array.name, sizeof array.name, "the mask");
    call->mask.size = sizeof call->mask;
    call->mask.strides = call->asked.mask_strides;
    call->run.mask = &call->mask;
    return add_array(call, &array, error);
}

/* ---- shapes ---- */

static clr_status add_by(clri_host_call *call, const char *name, const void *at, uint64_t count,
                         cl_mem *buffer, clri_error *error)
{
    clri_host_array array = {
        .read = at, .count = count, .size = clr_type_size(call->asked.by_type), .buffer = buffer};

    snprintf(array.name, sizeof array.name, "%s", name);
    return add_array(call, &array, error);
}

static clr_status add_segments(clri_host_call *call, clri_error *error)
{
    const clr_host_run *asked = &call->asked;

    call->segments = (clr_segments){
        .size = sizeof call->segments, .count = asked->results, .type = asked->by_type};
    call->run.segments = &call->segments;
    CLRI_OR_RETURN(add_by(call, asked->ends ? "the begins" : "the offsets", asked->by,
                          asked->results + !asked->ends, &call->segments.begins, error));
    if (asked->ends)
        CLRI_OR_RETURN(
            add_by(call, "the ends", asked->ends, asked->results, &call->segments.ends, error));
    return CLR_OK;
}

static clr_status add_labels(clri_host_call *call, clri_error *error)
{
    const clr_host_run *asked = &call->asked;

    call->labels =
        (clr_labels){.size = sizeof call->labels, .count = asked->results, .type = asked->by_type};
    call->run.labels = &call->labels;
    CLRI_OR_RETURN(add_by(call, "the labels", asked->by,
                          has(call, CLRI_IN_AXES) ? call->rows.length : count_of(call),
                          &call->labels.labels, error));
    return add_written(call, "outside", asked->outside, 1, sizeof(cl_ulong), false,
                       &call->labels.outside, error);
}

static clr_status add_runs(clri_host_call *call, clri_error *error)
{
    const clr_host_run *asked = &call->asked;

    call->runs =
        (clr_runs){.size = sizeof call->runs, .most = asked->results, .type = asked->by_type};
    call->run.runs = &call->runs;
    CLRI_OR_RETURN(add_by(call, "the keys", asked->by, count_of(call), &call->runs.keys, error));
    call->run_count = asked->run_count ? asked->run_count : &call->own_run_count;
    CLRI_OR_RETURN(add_written(call, "run_count", call->run_count, 1, sizeof *call->run_count,
                               false, &call->runs.count, error));
    CLRI_OR_RETURN(add_written(call, "unique", asked->unique, asked->results,
                               clr_type_size(asked->by_type), true, &call->runs.unique, error));
    return add_written(call, "run_ends", asked->run_ends, asked->results, sizeof(cl_ulong), true,
                       &call->runs.ends, error);
}

static clr_status add_shape(clri_host_call *call, clri_error *error)
{
    if (has(call, CLRI_IN_AXES))
        call->run.axes = &call->axes;
    if (has(call, CLRI_IN_SEGMENTS))
        CLRI_OR_RETURN(add_segments(call, error));
    if (has(call, CLRI_IN_LABELS))
        CLRI_OR_RETURN(add_labels(call, error));
    if (has(call, CLRI_IN_RUNS))
        CLRI_OR_RETURN(add_runs(call, error));
    return CLR_OK;
}

/* ---- results ---- */

/* Counts the results. False: there are more than 64 bits count. */
static bool count_results(const clri_host_call *call, uint64_t *count)
{
    const bool has_named =
        has(call, CLRI_IN_SEGMENTS) || has(call, CLRI_IN_LABELS) || has(call, CLRI_IN_RUNS);
    const uint64_t named = has_named ? call->asked.results : 1;

    return !__builtin_mul_overflow(named, has(call, CLRI_IN_AXES) ? call->rows.count : 1, count);
}

/* Shape FLAT has arrays for selections alone. */
static clr_status check_arrays(const clri_host_call *call, const clri_request *request,
                               clri_error *error)
{
    for (size_t i = 0; i < request->count && !call->shape->carrier->is_many; i++)
        if (!clri_selection_of(request->reductions[i].op))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_host_run.arrays is given, and shape FLAT has a record: leave it "
                             "NULL");
    return CLR_OK;
}

/* Adds the array with a number for each result: of topk and bottomk how many elements it has, of
 * mode how often the element occurs. */
static clr_status add_number(clri_host_call *call, const clri_request *request, size_t index,
                             uint64_t count, clri_error *error)
{
    const clr_operator op = request->reductions[index].op;
    const clri_selection *selection = clri_selection_of(op);
    const bool is_known =
        selection && (selection->finds == CLRI_FINDS_BEST || selection->finds == CLRI_FINDS_MODE);
    cl_ulong *number = call->results[index].number;
    char name[sizeof call->list->name];

    snprintf(name, sizeof name, "arrays[%zu].number", index);
    if (number && !is_known)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%s is given, and %s has none: leave it NULL",
                         name, clr_operator_name(op));
    return add_written(call, name, number, count, sizeof *number, true, NULL, error);
}

static clr_status add_results(clri_host_call *call, const clri_request *request, clri_error *error)
{
    clri_field fields[CLR_REDUCTIONS_MOST];
    uint64_t count, elements;

    if (!count_results(call, &count))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%" PRIu64 " labels, for each of %" PRIu64
                         " indices along the kept axes, are more results than memory holds",
                         call->asked.results, call->rows.count);
    CLRI_OR_RETURN(check_arrays(call, request, error));
    clri_request_fields(request, fields);
    for (size_t i = 0; i < request->count; i++) {
        const clri_field *field = &fields[i];

        CLRI_OR_RETURN(clri_selection_planes(&request->reductions[i], i, count,
                                             &call->results[i].plane, &elements, error));
        CLRI_OR_RETURN(add_number(call, request, i, count, error));
        call->arrays[i].size = sizeof call->arrays[i];
        for (size_t k = 0; k < CLRI_ARRAY_ROWS; k++) {
            const clri_array_row *row = &clri_array_rows[k];
            void *at, *buffer = (char *)&call->arrays[i] + row->member;
            char name[sizeof call->list->name];

            memcpy(&at, (const char *)&call->results[i] + row->member, sizeof at);
            if (!at)
                continue;
            at = (char *)at + (size_t)call->first_result * clri_array_size(field, row);
            snprintf(name, sizeof name, "arrays[%zu].%s", i, row->name);
            if (!clri_array_is_there(field, row, true))
                return clri_fail(error, CLR_ERROR_ARGUMENT,
                                 "%s is given, and %s has no %s: leave it NULL", name,
                                 clr_operator_name(request->reductions[i].op), row->words);
            CLRI_OR_RETURN(add_written(
                call, name, at, row->member == offsetof(clr_arrays, status) ? count : elements,
                clri_array_size(field, row), true, buffer, error));
        }
    }
    call->run.arrays = call->arrays;
    call->run.array_count = request->count;
    return CLR_OK;
}

/* ---- the call ---- */

clr_status clri_host_call_make(clri_host_call *call, const clri_request *request, clri_error *error)
{
    const bool has_list = call->asked.index_type != CLR_TYPE_DEFAULT;
    const clr_mask mask = {.size = sizeof mask, .strides = call->asked.mask_strides};
    clri_field fields[CLR_REDUCTIONS_MOST];

    CLRI_OR_RETURN(clri_request_check_scalars(request->scalars, call->asked.scalars,
                                              "clr_host_run.scalars", error));
    call->run.size = sizeof call->run;
    call->run.scalars = call->asked.scalars;
    call->element_size = request->element_size;
    call->count = 0;
    call->rows = (clri_rows){.count = 1, .length = 1};
    if (has(call, CLRI_IN_AXES))
        CLRI_OR_RETURN(
            clri_axes_read(&call->axes, has_list ? 1 : request->inputs,
                           has_list ? clr_type_size(call->asked.index_type) : call->element_size,
                           call->asked.mask_kind ? &mask : NULL, &call->rows, error));
    CLRI_OR_RETURN(add_inputs(call, request, error));
    CLRI_OR_RETURN(add_indices(call, error));
    CLRI_OR_RETURN(add_mask(call, error));
    CLRI_OR_RETURN(add_shape(call, error));
    if (clri_host_call_has_record(call))
        CLRI_OR_RETURN(clri_host_call_check_record(request, clri_request_fields(request, fields),
                                                   call->asked.record_size, false, error));
    else if (!call->leaves_states)
        CLRI_OR_RETURN(add_results(call, request, error));
    return check_overlap(call, error);
}

/* The product of the reduced axes' extents, or of the kept ones'; SIZE_MAX if it is too large. The
 * axes have not been checked yet. */
static uint64_t along(const clr_axes *axes, bool reduced)
{
    uint64_t count = 1;

    for (unsigned k = 0; axes->extents && k < axes->rank && k < CLR_RANK_MOST; k++)
        if ((axes->reduced >> k & 1) == reduced &&
            __builtin_mul_overflow(count, axes->extents[k], &count))
            return SIZE_MAX;
    return count;
}

/* How many results leave their states: at least one, as a plan's memory for states is never empty.
 */
static uint64_t states_of(const clri_host_call *call)
{
    const uint64_t kept = has(call, CLRI_IN_AXES) ? along(&call->axes, false) : 1;
    uint64_t count = kept;

    if (!is_by_axes(call) && __builtin_mul_overflow(kept, call->asked.results, &count))
        count = SIZE_MAX;
    return clri_larger(count, 1);
}

clr_plan_options clri_host_call_options(const clri_host_call *call, const clr_run *like)
{
    const clr_host_run *asked = &call->asked;
    clr_plan_options options = {.size = sizeof options,
                                .shape = asked->shape,
                                .mask = asked->mask_kind,
                                .index = asked->index_type,
                                .like = is_by_axes(call) ? like : NULL};

    if (has(call, CLRI_IN_LABELS))
        options.labels = asked->results;
    if (has(call, CLRI_IN_LABELS))
        options.label_elements =
            has(call, CLRI_IN_AXES) ? along(&call->axes, true) : count_of(call);
    if (has(call, CLRI_IN_RUNS))
        options.runs = asked->results;
    if (call->leaves_states)
        options.states = states_of(call);
    return options;
}
