/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_strategies - the verb that lists the strategies: their pieces and needs, whether the device
 * can run them for a reduction, and their lessons. Works without a device, too.
 */
#include "command_request.h"
#include "document.h"
#include "hush.h"
#include "message.h"
#include "output.h"
#include "session.h"
#include "table.h"
#include "verbs.h"
#include "words.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define REASON_SIZE 256
#define NEEDS_SIZE  128

/* The question: a reduction and a device. */
typedef struct inquiry {
    const options *o;
    request request;
    char names[REQUEST_NAMES_SIZE]; /* of the operators */
    clr_type type;
    clr_device_list *list;
    const clr_device *device; /* NULL: no device */
    clr_context *context;     /* NULL: auto's choice is not known */
    clr_plan *plan;           /* of auto */
    clr_plan_info choice;     /* strategy is "" if not known */
} inquiry;

/* A strategy, and the device's answer. */
typedef struct entry {
    const char *name;
    clr_strategy_info info;
    bool runs;
    char reason[REASON_SIZE]; /* why the device cannot run it */
} entry;

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Makes the request of words and options: the sum of f32 by default. */
static int read_words(inquiry *q)
{
    const options *o = q->o;
    const char *word = o->operand_count == 0 ? clr_operator_name(CLR_OPERATOR_SUM) : o->operands[0];

    if (o->operand_count > 1)
        return message_fail(CODE_USAGE, "strategies takes operators as one word, such as: clreduce "
                                        "strategies min,max");
    int code = request_open(&q->request, o, word);
    q->type = o->input.type == CLR_TYPE_DEFAULT ? CLR_TYPE_F32 : o->input.type;
    request_names(&q->request, q->names);
    return code != CODE_FINE ? code : request_settle(&q->request, q->type);
}

/* Makes a plan by auto. A failure is reported, but does not fail the verb. */
static void ask_choice(inquiry *q)
{
    clr_plan_options plan = {.size = sizeof plan};

    if (!q->device || session_open(q->o, &q->context) != CODE_FINE)
        return;
    if (hush_plan_create(q->context, q->request.reductions, q->request.count, &plan, &q->plan) !=
        CLR_OK) {
        session_fail(q->o, q->context, q->type);
        return;
    }
    q->choice.size = sizeof q->choice;
    clr_plan_describe(q->plan, &q->choice);
}

static void close_inquiry(inquiry *q)
{
    clr_plan_destroy(q->plan);
    clr_context_destroy(q->context);
    clr_device_list_destroy(q->list);
    request_close(&q->request);
}

static entry ask(const inquiry *q, const char *name)
{
    entry e = {.name = name, .info = {.size = sizeof e.info}};
    /* unsound strategies are listed, too, and marked as such */
    clr_plan_options plan = {.size = sizeof plan, .strategy = name, .unsound = 1};

    clr_strategy_describe(name, &e.info);
    if (q->device)
        e.runs = clr_plan_check(q->device, q->request.reductions, q->request.count, &plan, e.reason,
                                sizeof e.reason) == CLR_OK;
    return e;
}

/* Strategy number `index`, auto being the last; false past it. */
static bool entry_at(const inquiry *q, size_t index, entry *e)
{
    const char *name = clr_strategy_name(index + 1);

    if (!name && !clr_strategy_name(index))
        return false;
    *e = ask(q, name ? name : clr_strategy_name(0));
    return true;
}

static bool is_auto(const entry *e)
{
    return strcmp(e->name, clr_strategy_name(0)) == 0;
}

/* ---- Table ----------------------------------------------------------------------------------- */

static void needs_of(const clr_strategy_info *info, char text[NEEDS_SIZE])
{
    bool two = info->group_needs[0] != '\0' && info->finish_needs[0] != '\0';

    snprintf(text, NEEDS_SIZE, "%s%s%s", info->group_needs, two ? ", " : "", info->finish_needs);
}

/* Adds a row with a sentence. */
static void add_sentence(table *t, const char *before, const char *sentence)
{
    char text[2 * REASON_SIZE];

    if (sentence[0] == '\0')
        return;
    snprintf(text, sizeof text, "%s%s", before, sentence);
    table_cell(t, "%s", "");
    table_rest(t, text);
}

static void add_sentences(table *t, const inquiry *q, const entry *e)
{
    char needs[NEEDS_SIZE];

    needs_of(&e->info, needs);
    add_sentence(t, "", e->info.lesson);
    add_sentence(t, "needs ", needs);
    if (!is_auto(e)) {
        add_sentence(t, "not here: ", e->reason);
    } else if (q->plan) {
        add_sentence(t, "here it comes to ", q->choice.strategy);
        add_sentence(t, "", q->choice.why);
    }
}

static void add_entry(table *t, const inquiry *q, const entry *e)
{
    table_cell(t, "%s", e->name);
    if (is_auto(e))
        table_cell(t, "%s", !q->plan ? "" : "the library's choice");
    else
        table_cell(t, "%s/%s/%s", e->info.load, e->info.group, e->info.finish);
    table_cell(t, "%s", e->info.launches);
    table_cell(t, "%s", e->info.is_repeatable ? "the same" : "differ");
    table_cell(t, "%s", e->info.is_sound ? "right" : "wrong by design");
    table_cell(t, "%s", !q->device ? "?" : e->runs ? "yes" : "no");
    add_sentences(t, q, e);
}

static void print_heading(const inquiry *q)
{
    const char *op = q->names;
    const char *type = clr_type_name(q->type);

    if (q->device)
        printf("%s of %s on %s\n\n", op, type, q->device->name);
    else
        printf("There is no device to ask which of these it can run; 'clreduce doctor' says "
               "why.\n\n");
}

static bool print_table(const inquiry *q)
{
    static const char *const heading[] = {"strategy", "load/group/finish", "launches", "float sums",
                                          "answer",   "runs here"};
    table t;
    entry e;

    print_heading(q);
    table_open(&t, "llllll");
    table_row(&t, heading);
    for (size_t i = 0; entry_at(q, i, &e); i++)
        add_entry(&t, q, &e);
    bool printed = table_print(&t, TABLE_PLAIN, true, stdout);
    table_close(&t);
    puts(
        "\nFloat sums of run after run are the same, or differ as items happen to come. Strategies "
        "that are\nwrong by design run with --unsound only. 'clreduce bench --strategies all' "
        "measures them all.");
    return printed && output_flush();
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *entry_part(const inquiry *q, const entry *e)
{
    const clr_strategy_info *info = &e->info;
    json_t *part = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:b}", "strategy", e->name, "load",
        info->load, "group", info->group, "finish", info->finish, "group_needs", info->group_needs,
        "finish_needs", info->finish_needs, "launches", info->launches, "order", info->order,
        "lesson", info->lesson, "sound", info->is_sound, "repeatable", info->is_repeatable);

    json_object_set_new(part, "runs_here", !q->device ? json_null() : json_boolean(e->runs));
    json_object_set_new(part, "reason", document_text(e->reason));
    if (is_auto(e) && q->plan) {
        json_object_set_new(part, "comes_to", json_string(q->choice.strategy));
        json_object_set_new(part, "why", document_text(q->choice.why));
    }
    return part;
}

static bool print_json(const inquiry *q)
{
    json_t *parts = json_array();
    entry e;

    for (size_t i = 0; entry_at(q, i, &e); i++)
        json_array_append_new(parts, entry_part(q, &e));
    return document_print(
        json_pack("{s:s, s:s, s:o, s:o}", "op", q->names, "type", clr_type_name(q->type), "device",
                  !q->device ? json_null() : document_device(q->device), "strategies", parts));
}

int verb_strategies(const options *o)
{
    inquiry q = {.o = o};
    int code = read_words(&q);

    if (code == CODE_FINE)
        code = session_pick(o, &q.list, &q.device);
    if (code == CODE_FINE) {
        ask_choice(&q);
        errno = 0;
        code = output_end(o->form == OUTPUT_JSON ? print_json(&q) : print_table(&q), "the list");
    }
    close_inquiry(&q);
    return code;
}
