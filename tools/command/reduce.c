/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reduce - the verb that has no name: clreduce OP[,OP...] [FILE...]. Nothing is printed on
 * standard output unless all went well.
 */
#include "job.h"
#include "message.h"
#include "report.h"
#include "verbs.h"

int verb_reduce(const options *o)
{
    job j;
    int code = job_open(&j, o);

    if (code == CODE_FINE)
        code = job_run(&j);
    if (code == CODE_FINE)
        code = job_check(&j);
    if (code == CODE_FINE)
        code = report_print(&j);
    job_close(&j);
    return code;
}
