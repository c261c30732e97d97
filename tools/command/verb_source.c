/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_source - the verb that prints a reduction's OpenCL C source as the device would get it, for
 * other compilers and for reading; or a strategy's idea, in the few lines of examples/ladder.
 */
#include "command_request.h"
#include "hush.h"
#include "message.h"
#include "output.h"
#include "plain_kernel.h"
#include "session.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A number that the driver may not report. */
static void tell(const char *what, uint64_t number, const char *unit)
{
    if (number == CLR_UNKNOWN)
        message_note("%s: unknown", what);
    else
        message_note("%s: %" PRIu64 " %s", what, number, unit);
}

static void tell_costs(const clr_plan_info *info)
{
    message_note("strategy %s: at most %" PRIu64 " groups of %" PRIu64 " work-items a launch, with "
                 "%" PRIu64 " load%s of %" PRIu64 " in flight each",
                 info->strategy, info->group_count, info->group_size, info->item_loads,
                 info->item_loads == 1 ? "" : "s", info->vector_width);
    if (info->tuned[0] != '\0')
        message_note("by the tuning file: %.500s", info->tuned);
    message_note("build options: '%.500s'", info->build_options);
    tell("local memory a group", info->kernel_local_size, "bytes");
    tell("private memory a work-item", info->kernel_private_size, "bytes");
    tell("largest group of this kernel", info->kernel_group_limit, "work-items");
    tell("scratch memory", info->scratch_size, "bytes");
}

static int print_text(const char *before, const char *text)
{
    errno = 0;
    fputs(before, stdout);
    fputs(text, stdout);
    return output_end(output_flush(), "the source");
}

static int print_plan(const options *o, const clr_plan *plan)
{
    clr_plan_info info = {.size = sizeof info};

    clr_plan_describe(plan, &info);
    if (o->verbose)
        tell_costs(&info);
    return print_text("", info.source);
}

/* Makes the request of words and options, for elements of f32 by default. */
static int choose(request *r, const options *o)
{
    bool has_word = !o->operator_file;
    clr_type type = o->input.type;
    int code = CODE_FINE;

    if (o->operand_count != has_word)
        return message_fail(CODE_USAGE, has_word ? "source takes operators as one word, such as: "
                                                   "clreduce source sum"
                                                 : "source takes no words beside --operator.");
    code = request_open(r, o, has_word ? o->operands[0] : NULL);
    if (type == CLR_TYPE_DEFAULT && o->input.element_size == 0)
        type = CLR_TYPE_F32;
    return code != CODE_FINE ? code : request_settle(r, type);
}

static int print_source(const request *r)
{
    clr_context *context = NULL;
    clr_plan *plan = NULL;
    int code = session_open(r->o, &context);

    if (code != CODE_FINE)
        return code;
    if (hush_plan_create(context, r->reductions, r->count, &r->o->plan, &plan) != CLR_OK)
        code = session_fail(r->o, context, r->reductions[0].type);
    else
        code = print_plan(r->o, plan);
    clr_plan_destroy(plan);
    clr_context_destroy(context);
    return code;
}

/* Needs no device. */
static int print_plain(const options *o)
{
    const char *strategy = o->plan.strategy;
    const plain_kernel *kernel = !strategy ? NULL : plain_kernel_find(strategy);
    char before[128];

    if (!strategy)
        return message_fail(CODE_USAGE,
                            "--plain prints the lines of a strategy: say which, such as "
                            "-s first-add.");
    if (o->operand_count > 1 ||
        (o->operand_count == 1 && strcmp(o->operands[0], clr_operator_name(CLR_OPERATOR_SUM)) != 0))
        return message_fail(CODE_USAGE, "--plain has sums of int alone: leave '%s' out.",
                            o->operands[o->operand_count - 1]);
    if (!kernel)
        return message_fail(CODE_USAGE,
                            "strategy %s has no plain lines; without --plain, source "
                            "prints its kernels.",
                            strategy);
    snprintf(before, sizeof before, "/* examples/ladder/%s */\n", kernel->path);
    return print_text(before, plain_kernel_text(strategy));
}

int verb_source(const options *o)
{
    request r = {0};
    int code = o->plain ? print_plain(o) : choose(&r, o);

    if (o->plain)
        return code;
    if (code == CODE_FINE)
        code = print_source(&r);
    request_close(&r);
    return code;
}
