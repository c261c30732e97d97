/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_reduce - the verb without a name: clreduce OP[,OP...] [FILE...]. Standard output stays empty
 * if anything failed or is known to be wrong.
 */
#include "command_request.h"
#include "flat.h"
#include "message.h"
#include "report.h"
#include "saved.h"
#include "selected.h"
#include "selecting.h"
#include "shaped.h"
#include "table_asked.h"
#include "table_reduce.h"
#include "verbs.h"

/* Reduces all numbers to a single result. */
static int reduce_flat(const options *o, request *r)
{
    flat f;
    int code = flat_open(&f, r, request_whole(o, &r->operators));

    if (code == CODE_FINE)
        code = job_settle(&f.job);
    if (code == CODE_FINE)
        code = flat_run(&f);
    if (code == CODE_FINE)
        code = flat_check(&f);
    if (code == CODE_FINE)
        code = saved_write(o, f.kept);
    if (code == CODE_FINE)
        code = report_flat(&f);
    if (code == CODE_FINE && !job_is_sure(&f.job))
        code = CODE_UNSURE;
    flat_close(&f);
    return code;
}

/* Reduces parts of the numbers to a result each; or all to one, where operators select. */
static int reduce_shaped(request *r)
{
    shaped s;
    int code = shaped_open(&s, r);

    if (code == CODE_FINE)
        code = shaped_run(&s);
    if (code == CODE_FINE)
        code = saved_write(r->o, s.kept);
    if (code == CODE_FINE)
        code = shape_row_of(r->o) ? shaped_report(&s) : selected_report(&s);
    if (code == CODE_FINE && !job_is_sure(&s.job))
        code = CODE_UNSURE;
    shaped_close(&s);
    return code;
}

int verb_reduce(const options *o)
{
    request r;

    if (table_is_asked(o))
        return table_reduce(o);
    int code = request_open_any(&r, o, o->word);

    if (code == CODE_FINE)
        code = request_check_scalars(&r, true);
    if (code == CODE_FINE)
        code = selecting_check(&r);
    if (code == CODE_FINE)
        code = rows_check_options(o);
    if (code == CODE_FINE)
        code = shaped_check_output(o, &r.operators);
    if (code == CODE_FINE)
        code = saved_check(o, o->operands, o->operand_count, r.operators.count);
    if (code == CODE_FINE)
        code = shape_row_of(o) || request_selects(&r) ? reduce_shaped(&r) : reduce_flat(o, &r);
    request_close(&r);
    return code;
}
