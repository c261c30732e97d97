/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_merge - the verb that merges accumulators: clreduce merge [OP[,OP...]] [FILE...]. Prints the
 * result that a reduction of all elements would have. Needs no device.
 */
#include "document.h"
#include "merged.h"
#include "message.h"
#include "output.h"
#include "saved.h"
#include "verbs.h"
#include "words.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The verb's data. */
typedef struct merger {
    const options *o;
    operator_list operators; /* default: the operator stored in the file */
    const char *const *files;
    size_t file_count;
    json_t *inputs;      /* a description of each file */
    size_t result_count; /* number of results, one for each operator */
    clr_accumulator *totals[CLR_REDUCTIONS_MOST];
    merged results[CLR_REDUCTIONS_MOST];
} merger;

/* ---- Words ----------------------------------------------------------------------------------- */

/* Operators may come first; all other words are files. */
static int read_words(merger *m)
{
    static const char *const standard_input[] = {"-"};
    size_t dashes = 0;

    m->files = m->o->operands;
    m->file_count = m->o->operand_count;
    if (m->file_count != 0 && words_is_operator(m->files[0])) {
        if (!words_operators(m->files[0], &m->operators))
            return CODE_USAGE;
        m->files++;
        m->file_count--;
    }
    if (m->file_count == 0) {
        m->files = standard_input;
        m->file_count = 1;
    }
    m->result_count = m->operators.count == 0 ? 1 : m->operators.count;
    for (size_t i = 0; i < m->file_count; i++)
        dashes += strcmp(m->files[i], "-") == 0;
    if (dashes > 1)
        return message_fail(CODE_USAGE, "standard input, '-', has one accumulator only: name it "
                                        "once.");
    return saved_check(m->o, m->files, m->file_count, m->result_count);
}

/* ---- Reading and merging --------------------------------------------------------------------- */

static clr_accumulator_info info_of(const clr_accumulator *accumulator)
{
    clr_accumulator_info info = {.size = sizeof info};

    clr_accumulator_describe(accumulator, &info);
    return info;
}

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
    const clr_accumulator_info info = info_of(from);
    clr_operator op = m->operators.count == 0 ? info.op : m->operators.at[index];
    uint64_t ddof = m->o->has_ddof ? m->o->ddof : info.ddof;
    char reason[300];

    if (clr_accumulator_derive(from, op, m->o->result, ddof, derived, reason, sizeof reason) ==
        CLR_OK)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "%s: %.400s.", saved_name(path), reason);
}

static int add(merger *m, const char *path, const clr_accumulator *from, size_t index)
{
    clr_accumulator *derived = NULL;
    char reason[400];
    int code = derive(m, path, from, index, &derived);

    if (code != CODE_FINE)
        return code;
    if (!m->totals[index]) {
        m->totals[index] = derived;
        return CODE_FINE;
    }
    if (clr_accumulator_merge(m->totals[index], derived, reason, sizeof reason) != CLR_OK)
        code = message_fail(CODE_INPUT, "%s: %.400s.", saved_name(path), reason);
    clr_accumulator_destroy(derived);
    return code;
}

static int take_file(merger *m, const char *path)
{
    clr_accumulator *read = NULL;
    int code = saved_read(path, &read);

    if (code != CODE_FINE)
        return code;
    const clr_accumulator_info info = info_of(read);
    tell(m, path, &info);
    for (size_t i = 0; code == CODE_FINE && i < m->result_count; i++)
        code = add(m, path, read, i);
    clr_accumulator_destroy(read);
    return code;
}

static int round_results(merger *m)
{
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < m->result_count; i++)
        code = merged_round(&m->results[i], m->totals[i]);
    return code;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static json_t *result_part(const merger *m, size_t index)
{
    const clr_result *result = &m->results[index].layout;
    json_t *part = json_pack("{s:s, s:s}", "op", clr_operator_name(result->op), "type",
                             clr_type_name(result->type));

    record_json(result, &m->results[index].numbers, part);
    return part;
}

static bool print_json(const merger *m)
{
    const clr_accumulator_info info = info_of(m->totals[0]);
    json_t *results = json_array();

    for (size_t i = 0; i < m->result_count; i++)
        json_array_append_new(results, result_part(m, i));
    return document_print(json_pack("{s:O, s:s, s:o, s:s, s:o}", "accumulators", m->inputs, "type",
                                    clr_type_name(info.type), "count", document_count(info.count),
                                    "accuracy", clr_accuracy_name(CLR_ACCURACY_EXACT), "results",
                                    results));
}

static int print(const merger *m)
{
    if (saved_is_output(m->o))
        return CODE_FINE;
    errno = 0;
    return output_end(m->o->json ? print_json(m) : merged_print(m->results, m->result_count),
                      "the result");
}

int verb_merge(const options *o)
{
    merger m = {.o = o, .inputs = json_array()};
    int code = read_words(&m);

    for (size_t i = 0; code == CODE_FINE && i < m.file_count; i++)
        code = take_file(&m, m.files[i]);
    if (code == CODE_FINE)
        code = round_results(&m);
    if (code == CODE_FINE)
        code = saved_write(o, m.totals[0]);
    if (code == CODE_FINE)
        code = print(&m);
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++)
        clr_accumulator_destroy(m.totals[i]);
    json_decref(m.inputs);
    return code;
}
