/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/shape.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const clri_shape shapes[] = {
#define CLRI_SHAPE(id, name, where, carrier, front, may, words)                                    \
    [CLR_SHAPE_##id] = {#name, where, &clri_carrier_##carrier, front, may, words, clri_read_##name},
#include "problem/shape/shape.def"
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Options that are for plans of one shape. */
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
        if (number && shape->front != needed->front)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_plan_options.%s is %" PRIu64
                             ", and the shape is %s: it is for shape %s",
                             numbers[i].name, number, shape->name, needed->name);
    }
    return CLR_OK;
}

static const struct {
    const char *name;
    size_t at;
} members[] = {
#define CLRI_SHAPE_MEMBER(id, member) {#member, offsetof(clr_run, member)},
#include "problem/shape/shape.def"
};

enum { MEMBERS = sizeof members / sizeof *members };

/* The members of clri_in that the run has. */
static unsigned members_of(const clr_run *run)
{
    unsigned bits = 0;
    const void *numbers_at;

    for (unsigned i = 0; i < MEMBERS; i++) {
        memcpy(&numbers_at, (const char *)run + members[i].at, sizeof numbers_at);
        bits |= (unsigned)(numbers_at != NULL) << i;
    }
    return bits;
}

/* The names of the first and the last member of a set. */
static const char *first_of(unsigned bits)
{
    return members[__builtin_ctz(bits)].name;
}

static const char *last_of(unsigned bits)
{
    return members[31 - __builtin_clz(bits)].name;
}

clr_status clri_shape_check_run(const clri_shape *shape, const clr_run *run, clri_error *error)
{
    const unsigned has = members_of(run), takes = shape->members;

    if (has == takes)
        return CLR_OK;
    if (takes == 0)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.%s is given, and the plan's shape is %s: make a plan with "
                         "clr_plan_options.shape",
                         first_of(has), shape->name);
    if (takes & (takes - 1))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "the plan's shape is %s: it takes clr_run.%s and clr_run.%s, and these "
                         "alone",
                         shape->name, first_of(takes), last_of(takes));
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the plan's shape is %s: it takes clr_run.%s, and that alone", shape->name,
                     first_of(takes));
}
