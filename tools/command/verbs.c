/* SPDX-License-Identifier: Apache-2.0 */
/* verbs - the table of the command's verbs. See verbs.h. */
#include "verbs.h"
#include <string.h>

static const verb verbs[] = {
    {"", VERB_REDUCE, verb_reduce, "OP[,OP...] [FILE...]", "reduce the numbers in files"},
    {"", VERB_REDUCE, verb_reduce, "--operator FILE -r TYPE [FILE...]",
     "the same by an operator of your own"},
    {"stats", VERB_STATS, verb_stats, "stats [FILE...]", "describe the numbers in files"},
    {"hist", VERB_HIST, verb_hist, "hist [FILE...]", "count the numbers in files by bins"},
    {"merge", VERB_MERGE, verb_merge, "merge [OP[,OP...]] [FILE...]",
     "put together what --save has kept"},
    {"devices", VERB_DEVICES, verb_devices, "devices", "list the OpenCL devices"},
    {"doctor", VERB_DOCTOR, verb_doctor, "doctor", "find out what is wrong with OpenCL here"},
    {"report", VERB_REPORT, verb_report, "report",
     "tell others what the library does on your device"},
    {"strategies", VERB_STRATEGIES, verb_strategies, "strategies [OP[,OP...]]",
     "list the strategies"},
    {"ops", VERB_OPS, verb_ops, "ops [OP[,OP...]]", "list the operators"},
    {"bench", VERB_BENCH, verb_bench, "bench [OP[,OP...]]", "measure speed"},
    {"tune", VERB_TUNE, verb_tune, "tune [OP[,OP...]]", "find sizes that suit the device better"},
    {"warm", VERB_WARM, verb_warm, "warm [OP[,OP...]|stats]",
     "compile ahead of time what later calls need"},
    {"explain", VERB_EXPLAIN, verb_explain, "explain STRATEGY [STRATEGY] [FILE...]",
     "show what a strategy's kernels really do"},
    {"source", VERB_SOURCE, verb_source, "source OP[,OP...]",
     "print the OpenCL C source of a reduction"},
    {"help", VERB_HELP, verb_help, "help [VERB|OP|STRATEGY|TOPIC]",
     "print this, or about a verb, an operator, a strategy or a topic"},
};

const verb *verbs_at(size_t index)
{
    return index < sizeof verbs / sizeof verbs[0] ? &verbs[index] : NULL;
}

const verb *verbs_find(const char *name)
{
    for (size_t i = 0; verbs_at(i); i++)
        if (strcmp(verbs[i].name, name) == 0 && name[0] != '\0')
            return &verbs[i];
    return NULL;
}
