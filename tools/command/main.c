/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clreduce - the command. Owns the table of verbs and hands the command line to one of them; what
 * a verb does is in its own file. The first word that names no verb is a list of operators.
 */
#include "message.h"
#include "options.h"
#include "verbs.h"
#include <string.h>

static const verb verbs[] = {
    {"", VERB_REDUCE, verb_reduce, "OP[,OP...] [FILE...]", "reduce the numbers in files"},
    {"devices", VERB_DEVICES, verb_devices, "devices", "list the OpenCL devices"},
    {"doctor", VERB_DOCTOR, verb_doctor, "doctor", "find out what is wrong with OpenCL here"},
    {"strategies", VERB_STRATEGIES, verb_strategies, "strategies [OP]", "list the strategies"},
    {"bench", VERB_BENCH, verb_bench, "bench [OP[,OP...]]", "measure speed"},
    {"explain", VERB_EXPLAIN, verb_explain, "explain STRATEGY [STRATEGY] [FILE...]",
     "show what a strategy's kernels really do"},
    {"source", VERB_SOURCE, verb_source, "source OP[,OP...]", "print the OpenCL C source of a reduction"},
    {"help", VERB_HELP, verb_help, "help [VERB]", "print this, or the options of a verb"},
};

const verb *verbs_at(size_t index)
{
    return index < sizeof verbs / sizeof verbs[0] ? &verbs[index] : NULL;
}

const verb *verbs_find(const char *name)
{
    for (size_t i = 0; verbs_at(i) != NULL; i++) {
        if (strcmp(verbs[i].name, name) == 0 && name[0] != '\0')
            return &verbs[i];
    }
    return NULL;
}

int main(int argc, char **argv)
{
    options o;
    int code = options_parse(&o, argc, argv);

    if (code != CODE_FINE)
        return code;
    if (o.help || o.version || o.word == NULL)
        return verb_help(&o);

    const verb *chosen = verbs_find(o.word);
    if (chosen == NULL)
        chosen = &verbs[0];
    code = options_check(&o, o.word, chosen->bit);
    return code != CODE_FINE ? code : chosen->function(&o);
}
