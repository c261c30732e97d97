/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_hist - the verb that counts the numbers in files by bins, as numpy.histogram() does.
 */
#include "histogram.h"
#include "message.h"
#include "verbs.h"

static int check_options(const options *o)
{
    if (o->shape.bins > BINS_MOST)
        return message_fail(CODE_USAGE, "--bins of a histogram are up to %llu.",
                            (unsigned long long)BINS_MOST);
    return histogram_check_output(o);
}

int verb_hist(const options *o)
{
    request r = {.o = o, .inputs = 1, .operators = {.at = {CLR_OPERATOR_COUNT}, .count = 1}};
    int code = check_options(o);
    histogram h;

    if (code != CODE_FINE)
        return code;
    code = histogram_open(&h, &r);
    if (code == CODE_FINE)
        code = histogram_run(&h);
    if (code == CODE_FINE)
        code = histogram_report(&h);
    histogram_close(&h);
    return code;
}
