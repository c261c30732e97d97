/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_plan - what would run for an input, and why: strategy, sizes, launches, and the kernel's
 * use of memory.
 */
#include "command_request.h"
#include "document.h"
#include "explain.h"
#include "made_shape.h"
#include "message.h"
#include "quantity.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>

int explain_plan_open(explain_plan *p, const options *o, clr_context *context, const char *strategy,
                      clr_type type, uint64_t count)
{
    const clr_reduction reduction = request_reduction(o, o->explain.op, type);
    clr_plan_options plan = o->plan;

    *p = (explain_plan){
        .info.size = sizeof p->info, .device = clr_context_device(context), .count = count};
    plan.strategy = strategy;
    plan.shape = made_shape_is_asked(o) ? CLR_SHAPE_AXES : CLR_SHAPE_FLAT;
    if (clr_plan_create(context, &reduction, 1, &plan, &p->plan) != CLR_OK)
        return session_fail(o, context, type);
    clr_plan_describe(p->plan, &p->info);
    p->result.size = sizeof p->result;
    clr_plan_result(p->plan, 0, &p->result);
    p->launches = clr_plan_launches(p->plan, count);
    return CODE_FINE;
}

void explain_plan_close(explain_plan *p)
{
    clr_plan_destroy(p->plan);
    *p = (explain_plan){0};
}

/* ---- Text -------------------------------------------------------------------------------------
 */

/* One line of the kernel's memory; `most` is what the device has, CLR_UNKNOWN for no such limit. */
static void print_memory(const char *what, uint64_t size, uint64_t most)
{
    char text[QUANTITY_TEXT_SIZE], limit[QUANTITY_TEXT_SIZE];

    printf("  %-32s ", what);
    if (size == CLR_UNKNOWN) {
        puts("not told by the driver");
        return;
    }
    quantity_bytes(size, text);
    printf("%12s", text);
    if (most != CLR_UNKNOWN) {
        quantity_bytes(most, limit);
        printf(" of %s", limit);
    }
    puts("");
}

static void print_number(const char *what, uint64_t number)
{
    if (number == CLR_UNKNOWN)
        printf("  %-32s not told by the driver\n", what);
    else
        printf("  %-32s %12" PRIu64 "\n", what, number);
}

void explain_plan_print(const explain_plan *p)
{
    const clr_plan_info *info = &p->info;

    printf("%s of %" PRIu64 " %s on %s: %s\n", clr_operator_name(p->result.op), p->count,
           clr_type_name(info->type), p->device->name, info->strategy);
    if (info->why[0] != '\0')
        printf("%s\n", info->why);
    print_number("work-items a group", info->group_size);
    print_number("most groups of a launch", info->group_count);
    print_number("elements a load", info->vector_width);
    print_number("loads in flight", info->item_loads);
    if (p->launches != 0)
        print_number("launches", p->launches);
    printf("  %-32s %12s\n", "accumulator", p->result.accumulator);
    puts("memory of the kernel");
    print_memory("local, a group", info->kernel_local_size, p->device->local_mem_size);
    print_memory("private, a work-item", info->kernel_private_size, CLR_UNKNOWN);
    print_memory("global, for the groups' states", info->scratch_size, p->device->global_mem_size);
    print_number("most work-items a group", info->kernel_group_limit);
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

/* A number, or null where the driver does not tell. */
static json_t *known(uint64_t number)
{
    return number == CLR_UNKNOWN ? json_null() : document_count(number);
}

static json_t *memory_part(const clr_plan_info *info)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "local", known(info->kernel_local_size), "private",
                     known(info->kernel_private_size), "scratch",
                     document_count(info->scratch_size), "group_limit",
                     known(info->kernel_group_limit));
}

json_t *explain_plan_part(const explain_plan *p)
{
    const clr_plan_info *info = &p->info;

    return json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o}", "strategy", info->strategy,
        "why", info->why, "op", clr_operator_name(p->result.op), "type", clr_type_name(info->type),
        "count", document_count(p->count), "group_size", document_count(info->group_size),
        "group_count", document_count(info->group_count), "vector_width",
        document_count(info->vector_width), "item_loads", document_count(info->item_loads),
        "launches", p->launches == 0 ? json_null() : document_count(p->launches), "accumulator",
        p->result.accumulator, "memory", memory_part(info));
}
