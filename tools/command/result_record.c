/* SPDX-License-Identifier: Apache-2.0 */
/* result_record - the record of results written by a run. See result_record.h. */
#include "result_record.h"
#include "document.h"
#include "output.h"
#include "value.h"
#include <math.h>
#include <string.h>

void record_describe(record_layout *layout, const clr_plan *plan, clr_type custom_type)
{
    memset(layout, 0, sizeof *layout);
    layout->info.size = sizeof layout->info;
    clr_plan_describe(plan, &layout->info);
    for (; layout->count < layout->info.reductions; layout->count++) {
        clr_result *result = &layout->results[layout->count];
        result->size = sizeof *result;
        clr_plan_result(plan, layout->count, result);
        if (result->type == CLR_TYPE_DEFAULT)
            result->type = custom_type;
    }
}

void record_singles(const clr_reduction *reductions, size_t count, clr_reduction singles[])
{
    for (size_t i = 0; i < count; i++) {
        clr_reduction *single = &singles[i];

        *single = reductions[i];
        single->k = 0;
        if (single->op == CLR_OPERATOR_TOPK)
            single->op = CLR_OPERATOR_ARGMAX;
        if (single->op == CLR_OPERATOR_BOTTOMK)
            single->op = CLR_OPERATOR_ARGMIN;
        if (single->op == CLR_OPERATOR_QUANTILE)
            single->quantile_count = 1;
    }
}

/* The host's results are exact, of whatever level they may be. */
void record_describe_host(record_layout *layout, const clr_reduction *reductions, size_t count)
{
    clr_reduction singles[CLR_REDUCTIONS_MOST];

    record_singles(reductions, count, singles);
    memset(layout, 0, sizeof *layout);
    layout->info.size = sizeof layout->info;
    layout->info.reductions = count;
    layout->count = count;
    layout->results[0].size = sizeof layout->results[0];
    if (count != 0)
        clr_record_describe(singles, count, layout->results, &layout->info.result_size, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        layout->results[i].op = reductions[i].op;
        layout->results[i].accuracy = CLR_ACCURACY_EXACT;
    }
}

static bool is_pair(const clr_result *result)
{
    return result->index_offset != CLR_UNKNOWN || result->second_offset != CLR_UNKNOWN;
}

size_t record_number_count(const clr_result *result)
{
    return is_pair(result) ? 2 : result->value_size / clr_type_size(result->type);
}

record_number record_number_at(const clr_result *result, size_t index)
{
    bool has_second = result->second_offset != CLR_UNKNOWN;
    record_number number = {has_second ? "min" : "value", result->type,
                            result->offset + index * clr_type_size(result->type)};

    if (has_second && index == 1)
        return (record_number){"max", result->type, result->second_offset};
    if (result->index_offset != CLR_UNKNOWN && index == 1)
        return (record_number){"index", CLR_TYPE_U64, result->index_offset};
    return number;
}

static const char *at(const void *record, const record_number *number)
{
    return (const char *)record + number->offset;
}

static bool same_number(clr_type type, const void *a, const void *b)
{
    if (value_kind_of(type) == VALUE_REAL && isnan(value_real(type, a)))
        return isnan(value_real(type, b));
    return memcmp(a, b, clr_type_size(type)) == 0;
}

bool record_same(const clr_result *result, const void *a, const void *b)
{
    for (size_t i = 0; i < record_number_count(result); i++) {
        record_number number = record_number_at(result, i);
        if (!same_number(number.type, at(a, &number), at(b, &number)))
            return false;
    }
    return true;
}

static void text_at(const clr_result *result, const void *record, size_t index,
                    char text[OUTPUT_TEXT_SIZE])
{
    record_number number = record_number_at(result, index);

    output_result(number.type, at(record, &number), text);
}

void record_text(const clr_result *result, const void *record, char *text, size_t size)
{
    char word[OUTPUT_TEXT_SIZE];
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < record_number_count(result) && used < size; i++) {
        text_at(result, record, i, word);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : " ", word);
    }
}

void record_print(const clr_result *result, const void *record, FILE *to)
{
    char word[OUTPUT_TEXT_SIZE];

    for (size_t i = 0; i < record_number_count(result); i++) {
        text_at(result, record, i, word);
        fprintf(to, "%s%s", i == 0 ? "" : " ", word);
    }
    fputc('\n', to);
}

/* ---- Listings -------------------------------------------------------------------------------- */

#define NAME_SIZE 40

static void column_name(const clr_result *result, size_t index, char name[NAME_SIZE])
{
    const char *op = clr_operator_name(result->op);
    const char *number = record_number_at(result, index).name;

    if (result->second_offset != CLR_UNKNOWN)
        snprintf(name, NAME_SIZE, "%s", number);
    else if (!is_pair(result) && record_number_count(result) > 1)
        snprintf(name, NAME_SIZE, "%s.%zu", op, index + 1);
    else
        snprintf(name, NAME_SIZE, "%s%s%s", op, index == 0 ? "" : ".", index == 0 ? "" : number);
}

void record_columns(listing *l, const clr_result *result)
{
    char name[NAME_SIZE];

    for (size_t i = 0; i < record_number_count(result); i++) {
        column_name(result, i, name);
        listing_column(l, name, true);
    }
}

void record_cells(listing *l, const clr_result *result, const void *record)
{
    for (size_t i = 0; i < record_number_count(result); i++) {
        const record_number number = record_number_at(result, i);
        listing_value(l, number.type, at(record, &number));
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

json_t *record_part(const clr_result *result, const void *record)
{
    size_t count = record_number_count(result);
    json_t *array = is_pair(result) ? NULL : json_array();
    json_t *object = is_pair(result) ? json_object() : NULL;

    for (size_t i = 0; i < count; i++) {
        record_number number = record_number_at(result, i);
        json_t *value = document_result(number.type, at(record, &number));
        if (count == 1) {
            json_decref(array);
            return value;
        }
        if (object)
            json_object_set_new(object, number.name, value);
        else
            json_array_append_new(array, value);
    }
    return object ? object : array;
}

void record_json(const clr_result *result, const void *record, json_t *object)
{
    record_number first = record_number_at(result, 0);
    json_t *part = record_part(result, record);
    char hex[OUTPUT_TEXT_SIZE];

    if (is_pair(result)) {
        json_object_update(object, part);
        json_decref(part);
    } else {
        json_object_set_new(object, "value", part);
    }
    if (strcmp(first.name, "value") != 0 || (!is_pair(result) && record_number_count(result) > 1))
        return;
    output_hex(first.type, at(record, &first), hex);
    json_object_set_new(object, "hex", json_string(hex));
}
