/* SPDX-License-Identifier: Apache-2.0 */
/* table_reduce - reductions of a table. See table_reduce.h. */
#include "table_reduce.h"

#include "message.h"
#include "table_print.h"
#include "table_run.h"

#include <stdlib.h>

bool table_reduce_is_asked(const options *o)
{
    return table_is_asked(o);
}

int table_reduce(const options *o)
{
    table_request *r = calloc(1, sizeof *r);
    input_table table = {0};
    table_sums sums = {0};
    int code = r ? table_request_open(r, o, &table)
                 : message_fail(CODE_DEVICE, "out of memory for a table.");

    if (code == CODE_FINE)
        code = table_sums_open(&sums, r);
    if (code == CODE_FINE)
        code = table_run(r, &table, &sums);
    if (code == CODE_FINE)
        code = table_print_results(r, &sums);
    if (sums.r)
        table_sums_close(&sums);
    if (r)
        table_request_close(r);
    input_table_close(&table);
    free(r);
    return code;
}
