/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_reduce - the verb that has no name: clreduce OP[,OP...] [FILE...]. Nothing is printed on
 * standard output unless all went well, or nothing is known to be wrong.
 */
#include "command_request.h"
#include "job.h"
#include "message.h"
#include "report.h"
#include "saved.h"
#include "shaped.h"
#include "shaped_report.h"
#include "value.h"
#include "verbs.h"

/* One result of all numbers. */
static int reduce_flat(const options *o, request *r)
{
    job j;
    int code = job_open(&j, r, request_whole(o, &r->operators));

    if (code == CODE_FINE)
        code = request_settle(r, j.feed.type);
    if (code == CODE_FINE && j.feed.is_found && value_kind_of(j.feed.type) != VALUE_REAL)
        request_detect_overflow(r);
    if (code == CODE_FINE)
        code = job_run(&j);
    if (code == CODE_FINE)
        code = job_check(&j);
    if (code == CODE_FINE)
        code = saved_write(o, j.kept);
    if (code == CODE_FINE)
        code = report_print(&j);
    if (code == CODE_FINE && !job_is_sure(&j))
        code = CODE_UNSURE;
    job_close(&j);
    return code;
}

/* Many results, of a part of the numbers each. */
static int reduce_shaped(request *r)
{
    shaped s;
    int code = shaped_open(&s, r);

    if (code == CODE_FINE)
        code = shaped_run(&s);
    if (code == CODE_FINE)
        code = shaped_report(&s);
    if (code == CODE_FINE && !job_is_sure(&s.job))
        code = CODE_UNSURE;
    shaped_close(&s);
    return code;
}

int verb_reduce(const options *o)
{
    request r;
    int code = request_open(&r, o, o->word);

    if (code == CODE_FINE)
        code = rows_check_options(o);
    if (code == CODE_FINE)
        code = shaped_check_output(o, &r.operators);
    if (code == CODE_FINE)
        code = saved_check(o, o->operands, o->operand_count, r.operators.count);
    if (code == CODE_FINE)
        code = rows_are_asked(o) ? reduce_shaped(&r) : reduce_flat(o, &r);
    request_close(&r);
    return code;
}
