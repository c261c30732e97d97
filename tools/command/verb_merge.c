/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_merge - the verb that merges accumulators: clreduce merge [OP[,OP...]] [FILE...]. Prints the
 * results that a reduction of all elements would have, a line each if there are several. Needs no
 * device.
 */
#include "document.h"
#include "merged.h"
#include "message.h"
#include "operator_list.h"
#include "output.h"
#include "part_begin.h"
#include "saved.h"
#include "shaped.h"
#include "verbs.h"
#include "words.h"
#include <inttypes.h>
#include <string.h>

/* The verb's data. */
typedef struct merger {
    const options *o;
    operator_list operators; /* default: the operator stored in the file */
    const char *const *files;
    size_t file_count;
    part_begins begins;
    json_t *inputs; /* a description of each file */
    size_t count;   /* accumulators, one for each operator */
    clr_accumulator *totals[CLR_REDUCTIONS_MOST];
    merged results[CLR_REDUCTIONS_MOST]; /* of accumulators of one result */
} merger;

/* Lines are named by the results' numbers, as an accumulator does not keep the shape that they are
 * of. */
static const shape_row numbered = {
    .option = "results", .has_offsets = true, .name = rows_name_by_index};

/* ---- Words ----------------------------------------------------------------------------------- */

/* Operators may come first; all other words are files. */
static int read_words(merger *m)
{
    static const char *const standard_input[] = {"-"};
    size_t dashes = 0;

    m->files = m->o->operands;
    m->file_count = m->o->operand_count;
    if (m->file_count != 0 && operator_list_is(m->files[0])) {
        if (!operator_list_read(&m->operators, m->files[0]))
            return CODE_USAGE;
        m->files++;
        m->file_count--;
    }
    if (m->file_count == 0) {
        m->files = standard_input;
        m->file_count = 1;
    }
    m->count = m->operators.count == 0 ? 1 : m->operators.count;
    for (size_t i = 0; i < m->file_count; i++)
        dashes += strcmp(m->files[i], "-") == 0;
    if (dashes > 1)
        return message_fail(CODE_USAGE, "standard input, '-', has one accumulator only: name it "
                                        "once.");
    OR_RETURN(options_check_output(m->o));
    OR_RETURN(saved_check(m->o, m->files, m->file_count, m->count));
    return part_begins_open(&m->begins, m->o, m->file_count);
}

/* ---- Reading and merging --------------------------------------------------------------------- */

static const char *nan_word(const clr_accumulator_info *info)
{
    return info->nan == CLR_NAN_IGNORE ? "ignore" : "propagate";
}

static json_t *input_part(const char *path, const clr_accumulator_info *info)
{
    return json_pack("{s:o, s:s, s:s, s:s, s:s, s:o, s:o}", "path", document_text(path), "op",
                     clr_operator_name(info->op), "type", clr_type_name(info->type), "result",
                     clr_type_name(info->result), "nan", nan_word(info), "ddof",
                     document_count(info->ddof), "count", document_count(info->count));
}

/* Records the content of a file for --json, and reports it with -v. */
static void tell(const merger *m, const char *path, const clr_accumulator_info *info)
{
    json_array_append_new(m->inputs, input_part(path, info));
    if (m->o->verbose)
        message_note("%s: %s of %" PRIu64 " %s as %s, --nan %s --ddof %" PRIu64, saved_name(path),
                     clr_operator_name(info->op), info->count, clr_type_name(info->type),
                     clr_type_name(info->result), nan_word(info), info->ddof);
}

/* Makes an accumulator for the operator of result `index` of the file's accumulator. */
static int derive(const merger *m, const char *path, const clr_accumulator *from, size_t index,
                  clr_accumulator **derived)
{
    const clr_accumulator_info info = merged_info(from);
    clr_operator op = m->operators.count == 0 ? info.op : m->operators.at[index];
    uint64_t ddof = m->o->has_ddof ? m->o->ddof : info.ddof;
    char reason[300];

    if (clr_accumulator_derive(from, op, m->o->result, ddof, derived, reason, sizeof reason) ==
        CLR_OK)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "%s: %.400s.", saved_name(path), reason);
}

static int check_results(const merger *m, size_t file, const clr_accumulator *from)
{
    const uint64_t before = merged_info(m->totals[0]).results, here = merged_info(from).results;

    if (before == here)
        return CODE_FINE;
    return message_fail(CODE_INPUT,
                        "%s has %" PRIu64 " results, and %s %" PRIu64
                        ": each is merged with the one of its number, so that all parts need "
                        "equally many; by label, with the same --bins.",
                        saved_name(m->files[file]), here, saved_name(m->files[0]), before);
}

/* Adds what a file's accumulator says of operator `index`. */
static int add(merger *m, size_t file, const clr_accumulator *from, size_t index)
{
    const char *name = saved_name(m->files[file]);
    clr_accumulator *derived = NULL;
    char reason[400];
    int code = derive(m, m->files[file], from, index, &derived);

    if (code == CODE_FINE && m->totals[index])
        code = check_results(m, file, derived);
    if (code == CODE_FINE)
        code = part_begins_move(&m->begins, file, name, m->totals[index], derived);
    if (code == CODE_FINE && !m->totals[index]) {
        m->totals[index] = derived;
        return CODE_FINE;
    }
    if (code == CODE_FINE &&
        clr_accumulator_merge(m->totals[index], derived, reason, sizeof reason) != CLR_OK)
        code = message_fail(CODE_INPUT, "%s: %.400s.", name, reason);
    clr_accumulator_destroy(derived);
    return code;
}

static int take_file(merger *m, size_t file)
{
    const char *path = m->files[file];
    clr_accumulator *read = NULL;
    int code = saved_read(path, &read);

    if (code != CODE_FINE)
        return code;
    const clr_accumulator_info info = merged_info(read);
    tell(m, path, &info);
    for (size_t i = 0; code == CODE_FINE && i < m->count; i++)
        code = add(m, file, read, i);
    clr_accumulator_destroy(read);
    return code;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static json_t *result_part(const merged *m)
{
    json_t *part = json_pack("{s:s, s:s}", "op", clr_operator_name(m->layout.op), "type",
                             clr_type_name(m->layout.type));

    record_json(&m->layout, &m->numbers, part);
    return part;
}

/* The members of the JSON document that do not depend on how many results there are. */
static json_t *document_of(const merger *m)
{
    const clr_accumulator_info info = merged_info(m->totals[0]);

    return json_pack("{s:O, s:s, s:o, s:s}", "accumulators", m->inputs, "type",
                     clr_type_name(info.type), "count", document_count(info.count), "accuracy",
                     clr_accuracy_name(CLR_ACCURACY_EXACT));
}

/* ---- One result ------------------------------------------------------------------------------ */

static bool print_json(const merger *m)
{
    json_t *document = document_of(m), *results = json_array();

    for (size_t i = 0; i < m->count; i++)
        json_array_append_new(results, result_part(&m->results[i]));
    json_object_set_new(document, "results", results);
    return document_print(document);
}

static int report_one(merger *m)
{
    for (size_t i = 0; i < m->count; i++)
        OR_RETURN(merged_round(&m->results[i], m->totals[i]));
    OR_RETURN(saved_write(m->o, m->totals[0]));
    if (saved_is_output(m->o))
        return CODE_FINE;
    output_begin();
    if (listing_is(m->o->form))
        return output_end(merged_list(m->results, m->count, m->o->form), "the result");
    return output_end(m->o->form == OUTPUT_JSON ? print_json(m)
                                                : merged_print(m->results, m->count),
                      "the result");
}

/* ---- Several results ------------------------------------------------------------------------- */

static bool print_json_of(const merger *m, const shaped *s)
{
    json_t *document = document_of(m), *results = json_array();

    for (size_t i = 0; i < m->count; i++)
        json_array_append_new(results, shaped_report_part(s, i));
    json_object_set_new(document, "results", results);
    shaped_report_shape(s, document);
    return document_print(document);
}

static int print_many(const merger *m, const shaped *s)
{
    if (m->o->form != OUTPUT_JSON)
        return shaped_report_results(s);
    output_begin();
    OR_RETURN(output_end(print_json_of(m, s), "the result"));
    return shaped_report_missing(s);
}

/* Refuses an --output that cannot be written of these operators. */
static int check_output(const merger *m)
{
    operator_list operators = {.count = m->count};

    for (size_t i = 0; i < m->count; i++)
        operators.at[i] = merged_info(m->totals[i]).op;
    return shaped_check_output(m->o, &operators);
}

/* Parts may have no elements of some results: a result without a value is kept, too. */
static int report_many(const merger *m)
{
    shaped s = {.job = {.o = m->o, .layout = {.count = m->count}},
                .rows = {.row = &numbered, .count = merged_info(m->totals[0]).results}};
    int code = check_output(m);

    if (code == CODE_FINE)
        code = shaped_round(&s, m->totals);
    if (code == CODE_FINE)
        code = saved_write(m->o, m->totals[0]);
    if (code == CODE_FINE)
        code = print_many(m, &s);
    shaped_close(&s);
    return code;
}

int verb_merge(const options *o)
{
    merger m = {.o = o, .inputs = json_array()};
    int code = read_words(&m);

    for (size_t i = 0; code == CODE_FINE && i < m.file_count; i++)
        code = take_file(&m, i);
    if (code == CODE_FINE)
        code =
            merged_info(m.totals[0]).results == 1 && !o->output ? report_one(&m) : report_many(&m);
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++)
        clr_accumulator_destroy(m.totals[i]);
    part_begins_close(&m.begins);
    json_decref(m.inputs);
    return code;
}
