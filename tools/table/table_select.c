/* SPDX-License-Identifier: Apache-2.0 */
/* table_select - operators that select for the groups of a table. See table_select.h. */
#include "table_select.h"

#include "command_request.h"
#include "message.h"
#include "progress.h"
#include "quantity.h"
#include "result_record.h"
#include "selecting.h"
#include "session.h"

#include <inttypes.h>
#include <stdlib.h>

int table_select_check(const options *o, const operator_list *selected)
{
    char name[OPERATOR_LIST_NAME_SIZE];

    for (size_t i = 0; i < selected->count; i++) {
        operator_list_name(selected, i, name);
        if (selected->words[i].k != 0)
            return message_fail(CODE_USAGE,
                                "%s is not there for tables, whose groups have one row of results: "
                                "--column NAME without --by has it, of one column.",
                                name);
    }
    return selecting_check_interpolation(o, selected);
}

int table_select_check_size(const table_request *r, uint64_t size)
{
    const uint64_t most = selecting_bytes_most(r->o);
    char wanted[QUANTITY_TEXT_SIZE], allowed[QUANTITY_TEXT_SIZE], name[OPERATOR_LIST_NAME_SIZE];

    if (size <= most)
        return CODE_FINE;
    quantity_bytes(size, wanted);
    quantity_bytes(most, allowed);
    operator_list_name(&r->selected, 0, name);
    return message_fail(CODE_USAGE,
                        "%s needs all rows of a group at once, and those so far are %s, which may "
                        "take %s of memory: --memory BYTES lets them take more.",
                        name, wanted, allowed);
}

static clr_reduction reduction_of(const table_request *r, size_t which, clr_type type)
{
    clr_reduction reduction = request_reduction(&r->plain, r->selected.at[which], type);

    request_tell_selection(&reduction, &r->selected, which, r->o->interpolation);
    return reduction;
}

static int make_room(table_selected *made, const clr_reduction *reduction, uint64_t groups)
{
    clr_reduction single;
    clr_result result = {.size = sizeof result};

    record_singles(reduction, 1, &single);
    clr_record_describe(&single, 1, &result, NULL, NULL, 0);
    *made = (table_selected){
        .type = result.type,
        .groups = groups,
        .values = reduction->quantile_count != 0 ? reduction->quantile_count : 1,
    };
    made->value = calloc(groups * made->values + 1, clr_type_size(made->type));
    made->status = calloc(groups + 1, sizeof *made->status);
    if (reduction->op == CLR_OPERATOR_MODE)
        made->count = calloc(groups + 1, sizeof *made->count);
    return made->value && made->status && (made->count || reduction->op != CLR_OPERATOR_MODE)
               ? CODE_FINE
               : message_fail(CODE_DEVICE, "out of memory for the table's groups.");
}

static int select_one(const table_request *r, clr_context *context, const clr_reduction *reduction,
                      const clr_host_run *run, const table_selected *made)
{
    const clr_host_arrays arrays = {.size = sizeof arrays,
                                    .value = made->value,
                                    .status = made->status,
                                    .number = made->count,
                                    .plane = made->values > 1 ? made->groups : 0};
    clr_host_run all = *run;

    all.arrays = &arrays;
    return clr_reduce_shape(context, reduction, 1, &all) == CLR_OK
               ? CODE_FINE
               : session_fail(r->o, context, reduction->type);
}

int table_select(const table_request *r, clr_context *context, clr_type type,
                 const clr_host_run *run, uint64_t groups, table_selected selected[])
{
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < r->selected.count; i++) {
        const clr_reduction reduction = reduction_of(r, i, type);

        code = make_room(&selected[i], &reduction, groups);
        progress_wait("selecting among %" PRIu64 " rows", run->count);
        if (code == CODE_FINE && groups != 0)
            code = select_one(r, context, &reduction, run, &selected[i]);
        progress_waited();
    }
    return code;
}

void table_select_free(table_selected selected[])
{
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++) {
        free(selected[i].value);
        free(selected[i].count);
        free(selected[i].status);
        selected[i] = (table_selected){.value = NULL};
    }
}
