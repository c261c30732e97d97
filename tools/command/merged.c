/* SPDX-License-Identifier: Apache-2.0 */
/* merged - the result of an accumulator. See merged.h. */
#include "merged.h"
#include "message.h"
#include "output.h"
#include "words.h"

clr_accumulator_info merged_info(const clr_accumulator *accumulator)
{
    clr_accumulator_info info = {.size = sizeof info};

    clr_accumulator_describe(accumulator, &info);
    return info;
}

clr_result merged_layout(const clr_accumulator *accumulator)
{
    const clr_accumulator_info info = merged_info(accumulator);
    const clr_operator_info op = words_operator_info(info.op);
    return (clr_result){
        .size = sizeof(clr_result),
        .op = info.op,
        .type = info.result,
        .accuracy = CLR_ACCURACY_EXACT,
        .value_size = clr_type_size(info.result),
        .second_offset = op.values > 1 ? offsetof(merged_numbers, second) : CLR_UNKNOWN,
        .index_offset = op.has_index ? offsetof(merged_numbers, index) : CLR_UNKNOWN,
        .status_offset = CLR_UNKNOWN,
    };
}

int merged_round(merged *m, const clr_accumulator *accumulator)
{
    clr_host_arrays arrays = {.size = sizeof arrays};
    char reason[300];

    *m = (merged){.layout = merged_layout(accumulator)};
    if (clr_accumulator_round(accumulator, &m->numbers.value, m->layout.value_size, reason,
                              sizeof reason) != CLR_OK)
        return message_fail(CODE_INPUT, "%.400s.", reason);
    if (m->layout.second_offset != CLR_UNKNOWN)
        arrays.second = &m->numbers.second;
    if (m->layout.index_offset != CLR_UNKNOWN)
        arrays.index = &m->numbers.index;
    clr_accumulator_results(accumulator, &arrays, reason, sizeof reason);
    return CODE_FINE;
}

bool merged_print(const merged results[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (count > 1)
            printf("%s ", clr_operator_name(results[i].layout.op));
        record_print(&results[i].layout, &results[i].numbers, stdout);
    }
    return output_flush();
}

bool merged_list(const merged results[], size_t count, output_form form)
{
    listing l;

    listing_open(&l, form);
    for (size_t i = 0; i < count; i++)
        record_columns(&l, &results[i].layout);
    for (size_t i = 0; i < count; i++)
        record_cells(&l, &results[i].layout, &results[i].numbers);
    return listing_close(&l);
}
