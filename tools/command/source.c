/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source - the verb that prints the OpenCL C text of a reduction, as the device would get it, for
 * other compilers and for reading.
 */
#include "message.h"
#include "output.h"
#include "session.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A number that a driver may not have told. */
static void tell(const char *what, uint64_t number, const char *unit)
{
    if (number == CLR_UNKNOWN)
        message_note("%s: unknown", what);
    else
        message_note("%s: %" PRIu64 " %s", what, number, unit);
}

static void tell_costs(const clr_plan_info *info)
{
    message_note("strategy %s, %" PRIu64 " x %" PRIu64 " work-items, %" PRIu64 " loads of %" PRIu64
                 " elements each, accumulator %s",
                 info->strategy, info->group_count, info->group_size, info->item_loads,
                 info->vector_width, info->accumulator);
    message_note("build options: '%s'", info->build_options);
    tell("local memory a group", info->kernel_local_size, "bytes");
    tell("private memory a work-item", info->kernel_private_size, "bytes");
    tell("largest group of this kernel", info->kernel_group_limit, "work-items");
    tell("scratch memory", info->scratch_size, "bytes");
}

static int print_plan(const options *o, const clr_plan *plan)
{
    clr_plan_info info = {.size = sizeof info};

    clr_plan_describe(plan, &info);
    if (o->verbose)
        tell_costs(&info);
    errno = 0;
    fputs(info.source, stdout);
    if (output_flush())
        return CODE_FINE;
    return message_fail(CODE_INPUT, "the source could not be written: %s.",
                        errno == 0 ? "output error" : strerror(errno));
}

/* The one operator and the type that the words and options ask for. */
static int choose(const options *o, operator_list *operators, clr_type *type)
{
    if (o->operand_count != 1)
        return message_fail(CODE_USAGE, "source takes one operator, such as: clreduce source sum");
    if (!words_operators(o->operands[0], operators))
        return CODE_USAGE;
    if (operators->count != 1)
        return message_fail(CODE_USAGE, "source takes one operator at a time.");
    *type = o->input.type == CLR_TYPE_DEFAULT ? CLR_TYPE_F32 : o->input.type;
    return session_check_result(o, operators, *type);
}

int verb_source(const options *o)
{
    operator_list operators;
    clr_type type = CLR_TYPE_DEFAULT;
    clr_context *context = NULL;
    clr_plan *plan = NULL;
    int code = choose(o, &operators, &type);

    if (code == CODE_FINE)
        code = session_open(o, &context);
    if (code != CODE_FINE)
        return code;

    clr_reduction reduction = session_reduction(o, operators.at[0], type);
    if (clr_plan_create(context, &reduction, &o->plan, &plan) != CLR_OK)
        code = session_fail(o, context, type);
    else
        code = print_plan(o, plan);
    clr_plan_destroy(plan);
    clr_context_destroy(context);
    return code;
}
