/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(clr_run, member)
#define NOWHERE    SIZE_MAX
static const clri_shape shapes[] = {
#define CLRI_SHAPE(id, name, where, carrier, front, may, words)                                    \
    [CLR_SHAPE_##id] = {#name, where, CLRI_CARRIER_##carrier, CLRI_FRONT_##front,                  \
                        may,   words, clri_read_##name},
#include "problem/shape/shape.def"
};
#undef NOWHERE
#undef AT

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Numbers among the options that are for plans of one shape. */
static const struct {
    const char *name;
    size_t at;
    clr_shape shape;
} numbers[] = {
#define CLRI_SHAPE_OPTION(id, option) {#option, offsetof(clr_plan_options, option), CLR_SHAPE_##id},
#include "problem/shape/shape.def"
};

const clri_shape *clri_shape_of(clr_shape shape)
{
    return (int)shape >= 0 && (size_t)shape < SHAPES ? &shapes[shape] : NULL;
}

const char *clri_shape_names(unsigned may, char names[CLRI_SHAPE_NAMES_SIZE])
{
    const char *between = "";
    unsigned left = 0;
    int length = 0;

    for (size_t i = 0; i < SHAPES; i++)
        left += (shapes[i].may & may) == may;
    for (size_t i = 0; i < SHAPES; i++)
        if ((shapes[i].may & may) == may) {
            length += snprintf(names + length, (size_t)(CLRI_SHAPE_NAMES_SIZE - length), "%s%s",
                               between, shapes[i].name);
            between = --left == 1 ? " and " : ", ";
        }
    return names;
}

clr_status clri_shape_check_options(const clri_shape *shape, const clr_plan_options *options,
                                    clri_error *error)
{
    uint64_t number;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const clri_shape *needed = &shapes[numbers[i].shape];

        memcpy(&number, (const char *)options + numbers[i].at, sizeof number);
        if (number && shape != needed)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_plan_options.%s is %" PRIu64
                             ", and the shape is %s: it is for shape %s",
                             numbers[i].name, number, shape->name, needed->name);
    }
    return CLR_OK;
}

/* Whether the run has the numbers of a shape. */
static bool has_numbers(const clr_run *run, const clri_shape *shape)
{
    const void *numbers_at = NULL;

    if (shape->member_at != SIZE_MAX)
        memcpy(&numbers_at, (const char *)run + shape->member_at, sizeof numbers_at);
    return numbers_at != NULL;
}

clr_status clri_shape_check_run(const clri_shape *shape, const clr_run *run, clri_error *error)
{
    const bool takes_numbers = shape->member_at != SIZE_MAX;

    for (size_t i = 0; i < SHAPES; i++) {
        const bool is_own = &shapes[i] == shape;

        if (has_numbers(run, &shapes[i]) == (is_own && takes_numbers))
            continue;
        if (takes_numbers)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "the plan's shape is %s: it takes clr_run.%s, and that alone",
                             shape->name, shape->name);
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.%s is given, and the plan's shape is %s: make a plan with "
                         "clr_plan_options.shape",
                         shapes[i].name, shape->name);
    }
    return CLR_OK;
}
