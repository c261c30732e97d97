/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/selection.h"
#include "base/sized.h"
#include "problem/number.h"

#include <inttypes.h>
#include <string.h>

enum { FIRST = CLR_OPERATOR_MEDIAN };

static const clri_selection selections[] = {
#define CLRI_SELECTION(id, name, finds, values, empty, meaning)                                    \
    [CLR_OPERATOR_##id - FIRST] = {name, CLRI_FINDS_##finds, CLRI_VALUES_##values, empty, meaning},
#include "problem/selection.def"
};

static const char *const interpolation_names[] = {
#define CLRI_INTERPOLATION(id, name) [CLR_INTERPOLATION_##id] = name,
#include "problem/selection.def"
};

enum {
    SELECTION_COUNT = sizeof selections / sizeof *selections,
    INTERPOLATION_END = sizeof interpolation_names / sizeof *interpolation_names,
    LINEAR_NUMBER = 7 /* Hyndman and Fan's, of what has the number 0 here */
};

/* ---- rows ---- */

const clri_selection *clri_selection_of(clr_operator op)
{
    return (int)op >= FIRST && (int)op < FIRST + SELECTION_COUNT ? &selections[op - FIRST] : NULL;
}

clr_operator clri_selection_from_name(const char *name)
{
    for (int i = 0; i < SELECTION_COUNT; i++)
        if (strcmp(selections[i].name, name) == 0)
            return (clr_operator)(FIRST + i);
    return (clr_operator)0;
}

const char *clr_interpolation_name(clr_interpolation interpolation)
{
    return (int)interpolation >= 0 && (int)interpolation < INTERPOLATION_END
               ? interpolation_names[interpolation]
               : NULL;
}

/* The number of one digit that a name is, else -1. */
static int digit_of(const char *name)
{
    return name[0] >= '1' && name[0] <= '9' && !name[1] ? name[0] - '0' : -1;
}

clr_status clr_interpolation_from_name(const char *name, clr_interpolation *interpolation)
{
    if (!name || !interpolation)
        return CLR_ERROR_ARGUMENT;
    for (int i = 0; i < INTERPOLATION_END; i++) {
        const int number = i == CLR_INTERPOLATION_LINEAR ? LINEAR_NUMBER : i;

        if (interpolation_names[i] &&
            (strcmp(interpolation_names[i], name) == 0 || digit_of(name) == number)) {
            *interpolation = (clr_interpolation)i;
            return CLR_OK;
        }
    }
    return CLR_ERROR_ARGUMENT;
}

/* Whether what is at a quantile is always an element. */
static bool takes_element(clr_interpolation interpolation)
{
    return interpolation == CLR_INTERPOLATION_INVERTED_CDF ||
           interpolation == CLR_INTERPOLATION_CLOSEST_OBSERVATION ||
           interpolation == CLR_INTERPOLATION_LOWER || interpolation == CLR_INTERPOLATION_HIGHER ||
           interpolation == CLR_INTERPOLATION_NEAREST;
}

bool clri_selection_is_between(clr_operator op, clr_interpolation interpolation)
{
    return clri_selection_of(op)->finds == CLRI_FINDS_QUANTILES && !takes_element(interpolation);
}

clr_type clri_selection_result(clr_operator op, clr_interpolation interpolation, clr_type type)
{
    const clri_selection *row = clri_selection_of(op);

    if (row->finds == CLRI_FINDS_DISTINCT)
        return CLR_TYPE_U64;
    if (clri_selection_is_between(op, interpolation))
        return clr_operator_result(CLR_OPERATOR_NRM2, type);
    return type;
}

uint64_t clri_selection_values(const clr_reduction *reduction)
{
    switch (clri_selection_of(reduction->op)->values) {
    case CLRI_VALUES_QUANTILES:
        return reduction->quantile_count;
    case CLRI_VALUES_K:
        return reduction->k;
    case CLRI_VALUES_ONE:
        break;
    }
    return 1;
}

/* ---- checks ---- */

/* Whether a reduction's numbers are there if and only if its operator has them. */
static clr_status check_members(const clr_reduction *reduction, clri_error *error)
{
    const clri_selection *row = clri_selection_of(reduction->op);
    const bool has_quantiles = row && row->values == CLRI_VALUES_QUANTILES;
    const bool has_k = row && row->values == CLRI_VALUES_K;
    const bool has_between = row && row->finds == CLRI_FINDS_QUANTILES;
    const struct {
        const char *name;
        bool is_known, is_given, is_needed;
    } members[] = {
        {"quantiles", has_quantiles, reduction->quantiles != NULL, true},
        {"quantile_count", has_quantiles, reduction->quantile_count != 0, true},
        {"k", has_k, reduction->k != 0, true},
        {"interpolation", has_between, reduction->interpolation != CLR_INTERPOLATION_LINEAR, false},
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (members[i].is_given && !members[i].is_known)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_reduction.%s is given, and %s has none: leave it 0",
                             members[i].name, clr_operator_name(reduction->op));
        if (members[i].is_known && members[i].is_needed && !members[i].is_given)
            return clri_fail(error, CLR_ERROR_ARGUMENT, "%s needs clr_reduction.%s, which is 0",
                             clr_operator_name(reduction->op), members[i].name);
    }
    return CLR_OK;
}

/* What folds have choices for. */
static clr_status check_defaults(const clr_reduction *reduction, clri_error *error)
{
    const char *member =
        reduction->accuracy != CLR_ACCURACY_DEFAULT && reduction->accuracy != CLR_ACCURACY_EXACT
            ? "accuracy"
        : reduction->overflow != CLR_OVERFLOW_WRAP ? "overflow"
        : reduction->ddof                          ? "ddof"
        : reduction->custom                        ? "custom"
                                                   : NULL;

    if (!member)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "clr_reduction.%s is given, and %s, which is exact, has none: leave it 0",
                     member, clr_operator_name(reduction->op));
}

clr_status clri_selection_check(const clr_reduction *reduction, clri_error *error)
{
    CLRI_OR_RETURN(check_members(reduction, error));
    if (!clri_selection_of(reduction->op))
        return CLR_OK;
    CLRI_OR_RETURN(check_defaults(reduction, error));
    if (!clr_interpolation_name(reduction->interpolation))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_reduction.interpolation is %d, which is none",
                         (int)reduction->interpolation);
    for (size_t i = 0; i < reduction->quantile_count; i++)
        if (!(reduction->quantiles[i] >= 0 && reduction->quantiles[i] <= 1))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_reduction.quantiles[%zu] is %g: a quantile is from 0 to 1", i,
                             reduction->quantiles[i]);
    return CLR_OK;
}

clr_status clri_selection_planes(const clr_reduction *reduction, size_t index, uint64_t count,
                                 uint64_t *plane, uint64_t *elements, clri_error *error)
{
    const clri_selection *selection = clri_selection_of(reduction->op);
    const uint64_t values = selection ? clri_selection_values(reduction) : 1;
    const bool has_several = selection && selection->values != CLRI_VALUES_ONE;

    *elements = count;
    if (!has_several)
        return !*plane ? CLR_OK
                       : clri_fail(error, CLR_ERROR_ARGUMENT,
                                   "arrays[%zu].plane is given, and %s has one value a result: "
                                   "leave it 0",
                                   index, clr_operator_name(reduction->op));
    if (*plane && *plane < count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "arrays[%zu].plane is %" PRIu64 ", and there are %" PRIu64
                         " results: their values would overlap",
                         index, *plane, count);
    if (!*plane)
        *plane = count;
    if (__builtin_mul_overflow(values - 1, *plane, elements) ||
        __builtin_add_overflow(*elements, count, elements))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%" PRIu64 " values of each of %" PRIu64
                         " results are more than memory holds",
                         values, count);
    return CLR_OK;
}

/* ---- a caller's reductions ---- */

bool clri_selects(const clr_reduction *reductions, size_t count)
{
    const char *at = (const char *)reductions;

    if (!CLRI_SIZED_HAS(clr_reduction, reductions, op))
        return false;
    for (size_t i = 0; i < count && i < CLR_REDUCTIONS_MOST; i++, at += reductions->size) {
        clr_operator op;

        memcpy(&op, at + offsetof(clr_reduction, op), sizeof op);
        if (clri_selection_of(op))
            return true;
    }
    return false;
}
