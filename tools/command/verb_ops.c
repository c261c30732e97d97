/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_ops - the verb that lists the operators: what each computes on which types, and the levels
 * of accuracy that the device has for it. Works without a device, too.
 */
#include "document.h"
#include "message.h"
#include "operator_list.h"
#include "output.h"
#include "session.h"
#include "table.h"
#include "verbs.h"
#include "words.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* types whose levels are listed without -t: floats and integers */
static const clr_type usual_types[] = {CLR_TYPE_F32, CLR_TYPE_I32};

#define TYPES_MOST (sizeof usual_types / sizeof usual_types[0])

typedef struct inquiry {
    const options *o;
    operator_list named; /* empty: all operators, and the user's own */
    clr_type types[TYPES_MOST];
    size_t type_count;
    clr_device_list *list;
    const clr_device *device; /* NULL: no device */
} inquiry;

/* ---- Asking ---------------------------------------------------------------------------------- */

static int read_words(inquiry *q)
{
    const options *o = q->o;

    if (o->operand_count > 1)
        return message_fail(CODE_USAGE, "ops takes operators as one word: %s,%s", o->operands[0],
                            o->operands[1]);
    if (o->operand_count == 1 && !operator_list_read_names(&q->named, o->operands[0]))
        return CODE_USAGE;
    memcpy(q->types, usual_types, sizeof usual_types);
    q->type_count = TYPES_MOST;
    if (o->input.type != CLR_TYPE_DEFAULT) {
        q->types[0] = o->input.type;
        q->type_count = 1;
    }
    return CODE_FINE;
}

/* Operator number `index` of the list, 0 past the last. */
static clr_operator operator_at(const inquiry *q, size_t index)
{
    if (q->named.count != 0)
        return index < q->named.count ? q->named.at[index] : (clr_operator)0;
    if (words_operator_at(index))
        return clr_operator_from_name(words_operator_at(index));
    return index > 0 && words_operator_at(index - 1) ? CLR_OPERATOR_CUSTOM : (clr_operator)0;
}

/* Whether the device has the level; of the user's own operator none. Operators that select are the
 * host's whatever the device, and exact. */
static bool promises(const inquiry *q, clr_operator op, clr_type type, clr_accuracy accuracy)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    const clr_plan_options plan = {.size = sizeof plan};

    if (operator_selects(op))
        return accuracy == CLR_ACCURACY_EXACT;
    reduction.accuracy = accuracy;
    return op != CLR_OPERATOR_CUSTOM && q->device &&
           clr_plan_check(q->device, &reduction, 1, &plan, NULL, 0) == CLR_OK;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static bool print_meanings(const inquiry *q)
{
    static const char *const heading[] = {"operator", "meaning", "elements", "result",
                                          "of nothing"};
    clr_operator_info info = {.size = sizeof info};
    table t;

    table_open(&t, "lllll");
    table_row(&t, heading);
    for (size_t i = 0; clr_operator_describe(operator_at(q, i), &info) == CLR_OK; i++) {
        const char *const cells[] = {info.name, info.meaning, info.types, info.result, info.empty};
        table_row(&t, cells);
    }
    bool printed = table_print(&t, TABLE_PLAIN, true, stdout);
    table_close(&t);
    return printed;
}

/* Lists the types for which the device has the level. */
static void add_level(table *t, const inquiry *q, clr_operator op, clr_accuracy accuracy)
{
    char text[32] = "";
    size_t used = 0;

    for (size_t i = 0; i < q->type_count; i++)
        if (promises(q, op, q->types[i], accuracy))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used == 0 ? "" : " ",
                                     clr_type_name(q->types[i]));
    table_cell(t, "%s", used == 0 ? "-" : text);
}

static bool print_levels(const inquiry *q)
{
    char alignment[8] = "l";
    table t;

    printf("\nWhat %s promises, of elements of ", q->device->name);
    for (size_t i = 0; i < q->type_count; i++)
        printf("%s%s", i == 0 ? "" : " and ", clr_type_name(q->types[i]));
    puts(":\n");
    for (size_t i = 0; words_accuracy_at(i); i++)
        strcat(alignment, "l");
    table_open(&t, alignment);
    table_cell(&t, "operator");
    for (size_t i = 0; words_accuracy_at(i); i++)
        table_cell(&t, "%s", words_accuracy_at(i));
    for (size_t i = 0; (int)operator_at(q, i) != 0; i++) {
        clr_operator op = operator_at(q, i);
        if (op == CLR_OPERATOR_CUSTOM)
            continue;
        table_cell(&t, "%s", clr_operator_name(op));
        for (size_t level = 0; words_accuracy_at(level); level++)
            add_level(&t, q, op, (clr_accuracy)(level + 1));
    }
    bool printed = table_print(&t, TABLE_PLAIN, true, stdout);
    table_close(&t);
    return printed;
}

static bool print_tables(const inquiry *q)
{
    bool printed = print_meanings(q);

    if (q->device)
        printed = print_levels(q) && printed;
    else
        puts("\nThere is no device to ask which levels of accuracy it promises; 'clreduce doctor' "
             "says why.");
    return printed && output_flush();
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *levels_part(const inquiry *q, clr_operator op)
{
    json_t *part = json_object();

    for (size_t i = 0; i < q->type_count; i++) {
        json_t *levels = json_array();
        for (size_t level = 0; words_accuracy_at(level); level++)
            if (promises(q, op, q->types[i], (clr_accuracy)(level + 1)))
                json_array_append_new(levels, json_string(words_accuracy_at(level)));
        json_object_set_new(part, clr_type_name(q->types[i]), levels);
    }
    return part;
}

static json_t *operator_part(const inquiry *q, clr_operator op, const clr_operator_info *info)
{
    bool is_asked = q->device && op != CLR_OPERATOR_CUSTOM;

    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:b, s:o}", "op", info->name, "meaning",
                     info->meaning, "elements", info->types, "result", info->result, "of_nothing",
                     info->has_empty_value ? json_string(info->empty) : json_null(), "inputs",
                     document_count(info->inputs), "values", document_count(info->values), "index",
                     info->has_index != 0, "levels", is_asked ? levels_part(q, op) : json_null());
}

static bool print_json(const inquiry *q)
{
    clr_operator_info info = {.size = sizeof info};
    json_t *parts = json_array();

    for (size_t i = 0; clr_operator_describe(operator_at(q, i), &info) == CLR_OK; i++)
        json_array_append_new(parts, operator_part(q, operator_at(q, i), &info));
    return document_print(json_pack("{s:o, s:o}", "device",
                                    !q->device ? json_null() : document_device(q->device),
                                    "operators", parts));
}

int verb_ops(const options *o)
{
    inquiry q = {.o = o};
    int code = read_words(&q);

    if (code == CODE_FINE)
        code = session_pick(o, &q.list, &q.device);
    errno = 0;
    if (code == CODE_FINE)
        code = output_end(o->form == OUTPUT_JSON ? print_json(&q) : print_tables(&q), "the list");
    clr_device_list_destroy(q.list);
    return code;
}
