/* SPDX-License-Identifier: Apache-2.0 */
/* accumulator_results - rounds states to results, in the caller's arrays: the values, with second
 * values, indices and statuses where they are asked for. */
#include "accumulator/accumulator.h"
#include "accumulator/state_kind.h"
#include "base/sized.h"
#include "problem/number.h"
#include "problem/operator.h"

#include <inttypes.h>
#include <string.h>

/* Why a result has no value. */
static clr_status refuse_result(const clr_accumulator *accumulator, clr_status status,
                                clri_error *error)
{
    const char *name = clr_operator_name(accumulator->op);
    const uint64_t n = accumulator->met[0].values;

    if (status == CLR_ERROR_OVERFLOW)
        return clri_fail(error, status, "the %s is not within %s", name,
                         clr_type_name(accumulator->result));
    if (n == 0)
        return clri_fail(error, status, "%s of no elements has no value", name);
    return clri_fail(error, status,
                     "%s of %" PRIu64 " elements with ddof %" PRIu64
                     " has no value: the divisor would be 0 or less",
                     name, n, accumulator->ddof);
}

static clr_status round_to(const clr_accumulator *accumulator, void *value, size_t value_size,
                           clri_error *error)
{
    clri_state_result result;

    if (!accumulator || !value)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s is NULL",
                         accumulator ? "place of the value" : "accumulator to round");
    if (value_size != clr_type_size(accumulator->result))
        return clri_fail(
            error, CLR_ERROR_ARGUMENT, "the value is %s, of %zu bytes, and there is room for %zu",
            clr_type_name(accumulator->result), clr_type_size(accumulator->result), value_size);
    if (accumulator->results != 1)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the accumulator has %zu results: clr_accumulator_results() rounds them",
                         accumulator->results);
    result = accumulator->kind->round(accumulator, 0);
    if (result.status != CLR_OK)
        return refuse_result(accumulator, result.status, error);
    clri_number_put(value, result.value, value_size);
    return CLR_OK;
}

clr_status clr_accumulator_round(const clr_accumulator *accumulator, void *value, size_t value_size,
                                 char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(round_to(accumulator, value, value_size, &error), &error, reason,
                             reason_size);
}

static clr_status check_arrays(const clr_accumulator *accumulator, const clr_host_arrays *arrays,
                               clri_error *error)
{
    const char *name = clr_operator_name(accumulator->op);

    if (arrays->second && !clri_state_has_second(accumulator->op))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_arrays.second is given, and %s has no second value: leave it "
                         "NULL",
                         name);
    if (arrays->index && !clri_state_has_index(accumulator->op))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_arrays.index is given, and %s has no index: leave it NULL",
                         name);
    if (arrays->plane || arrays->number)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_host_arrays.%s is given, and %s, which folds, has none: leave it 0",
                         arrays->plane ? "plane" : "number", name);
    return CLR_OK;
}

void clri_accumulator_deliver(const clr_accumulator *accumulator, const clri_state_result *result,
                              const clr_host_arrays *arrays, size_t place)
{
    const size_t size = clr_type_size(accumulator->result);

    if (arrays->value)
        clri_number_put((char *)arrays->value + place * size, result->value, size);
    if (arrays->second)
        clri_number_put((char *)arrays->second + place * size, result->second, size);
    if (arrays->index)
        arrays->index[place] = result->index;
    if (arrays->status)
        arrays->status[place] = result->status;
}

/* Copies the first of `count` elements to all others, by blocks that stay in the first cache. */
static void spread(void *array, size_t size, size_t count)
{
    const size_t block = 4096 / size;
    size_t some;

    for (size_t done = 1; array && done < count; done += some) {
        some = done < block ? done : block;
        some = count - done < some ? count - done : some;
        memcpy((char *)array + done * size, array, some * size);
    }
}

void clri_accumulator_deliver_alike(const clr_accumulator *accumulator,
                                    const clri_state_result *result, const clr_host_arrays *arrays,
                                    size_t count)
{
    const size_t size = clr_type_size(accumulator->result);

    if (count == 0)
        return;
    clri_accumulator_deliver(accumulator, result, arrays, 0);
    spread(arrays->value, size, count);
    spread(arrays->second, size, count);
    spread(arrays->index, sizeof *arrays->index, count);
    spread(arrays->status, sizeof *arrays->status, count);
}

static clr_status round_all(const clr_accumulator *accumulator, const clr_host_arrays *asked,
                            clri_error *error)
{
    clr_host_arrays arrays;

    if (!accumulator || !asked)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s NULL",
                         accumulator ? "arrays of results are" : "accumulator to round is");
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_host_arrays, &arrays, asked, error));
    CLRI_OR_RETURN(check_arrays(accumulator, &arrays, error));
    for (size_t k = 0; k < accumulator->results; k++) {
        const clri_state_result result = accumulator->kind->round(accumulator, k);

        clri_accumulator_deliver(accumulator, &result, &arrays, k);
    }
    return CLR_OK;
}

clr_status clr_accumulator_results(const clr_accumulator *accumulator,
                                   const clr_host_arrays *arrays, char *reason, size_t reason_size)
{
    clri_error error = {0};

    return clri_error_answer(round_all(accumulator, arrays, &error), &error, reason, reason_size);
}
