/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_help - help on the command: its verbs, options, version and documents, from the tables of
 * verbs, options and topics.
 */
#include "codec.h"
#include "help_ladder.h"
#include "message.h"
#include "operator_list.h"
#include "options.h"
#include "topic.h"
#include "verbs.h"
#include "words.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_verbs(FILE *to)
{
    for (size_t i = 0; verbs_at(i); i++)
        fprintf(to, "%s clreduce %-37s %s\n", i == 0 ? "usage:" : "      ", verbs_at(i)->usage,
                verbs_at(i)->help);
}

static void print_names(FILE *to, const char *what, words_list list)
{
    fprintf(to, "%-11s", what);
    for (size_t i = 0; list(i); i++)
        fprintf(to, " %s", list(i));
    fputc('\n', to);
}

/* The length of a topic's name: its file name without ".md". */
static size_t topic_length(const topic *about)
{
    return strlen(about->path) - strlen(".md");
}

static const topic *find_topic(const char *name)
{
    for (size_t i = 0; i < topic_count; i++)
        if (strlen(name) == topic_length(&topics[i]) &&
            strncmp(name, topics[i].path, topic_length(&topics[i])) == 0)
            return &topics[i];
    return NULL;
}

static void print_topics(FILE *to)
{
    fprintf(to, "%-11s", "topics:");
    for (size_t i = 0; i < topic_count; i++)
        fprintf(to, " %.*s", (int)topic_length(&topics[i]), topics[i].path);
    fputs("\n            'clreduce help TOPIC' prints a document, 'clreduce help ladder' the "
          "strategies' "
          "lessons\n",
          to);
}

static void print_all(FILE *to)
{
    print_verbs(to);
    fprintf(to, "\nWithout a FILE, or with '-', numbers come from standard input. .npy files are "
                "recognised;\nanything else is text, or with --raw -t TYPE raw binary. Several "
                "files are one stream of numbers;\nbut for dot, and a --map of x, y, z and w, they "
                "are these inputs, in that order.\n\n");
    print_names(to, "operators:", words_operator_at);
    fputs("            with numbers quantile:0.1:0.9 or perc:10:90, q1 and q3, topk:10 and "
          "bottomk:10; "
          "'clreduce help OP' tells of one\n",
          to);
    print_names(to, "types:", words_type_at);
    print_names(to, "strategies:", clr_strategy_name);
    print_names(to, "accuracy:", words_accuracy_at);
    print_names(to, "data:", distribution_name_at);
    print_topics(to);
    options_print(to, VERB_REDUCE);
    fprintf(to, "\nexit code: 0 fine, 1 usage, 2 input or output, 3 no device, 4 device failure, "
                "5 check failed, 6 not checked\n");
}

static void print_data(void)
{
    puts("\nkinds of data:");
    for (size_t i = 0; distribution_at(i); i++)
        printf("  %-12s %s\n", distribution_at(i)->name, distribution_at(i)->what);
}

static void print_verb(const verb *row)
{
    printf("usage: clreduce %s\n%s\n", row->usage, row->help);
    options_print(stdout, row->bit);
    if (row->bit == VERB_BENCH)
        print_data();
}

/* "compression gzip, zstd, not xz (built without liblzma-dev), bzip2" */
static void print_codecs(void)
{
    const codec *format;

    for (size_t i = 0; (format = codec_at(i)); i++) {
        printf("%s%s%s", i == 0 ? "compression " : ", ", codec_is_built(format) ? "" : "not ",
               format->name);
        if (!codec_is_built(format))
            printf(" (built without %s)", format->package);
    }
    putchar('\n');
}

/* Prints the loader's file without calling OpenCL, which would start every driver. */
static void print_version(void)
{
    void *symbol = dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
    Dl_info info;

    printf("clreduce %s\n", clr_version());
    print_codecs();
    if (!symbol || dladdr(symbol, &info) == 0 || !info.dli_fname)
        return;
    char *path = realpath(info.dli_fname, NULL);
    printf("OpenCL loader %s\n", !path ? info.dli_fname : path);
    free(path);
}

static void print_operator(clr_operator op)
{
    const clr_operator_info info = words_operator_info(op);

    printf("%s: %s\n  elements    %s\n  result      %s%s%s\n  of nothing  %s\n",
           operator_list_form(op), info.meaning, info.types, info.result,
           info.values > 1 ? "; two of them" : "", info.has_index ? "; and an index, u64" : "",
           info.has_empty_value ? info.empty : "no value: that is an error");
}

static void print_operators(const operator_list *named)
{
    bool has_two = false;

    for (size_t i = 0; i < named->count; i++) {
        print_operator(named->at[i]);
        has_two |= words_operator_info(named->at[i]).inputs > 1;
    }
    printf("usage: clreduce ");
    for (size_t i = 0; i < named->count; i++)
        printf("%s%s", i == 0 ? "" : ",", operator_list_form(named->at[i]));
    puts(has_two ? " X Y" : " [FILE...]");
    options_print(stdout, VERB_REDUCE);
}

/* Help on a word: a verb, a topic, a strategy, the ladder; or operators, with the options of
 * reductions. */
static int help_for(const char *word)
{
    const verb *row = verbs_find(word);
    operator_list named;

    if (row)
        print_verb(row);
    else if (find_topic(word))
        fputs(find_topic(word)->text, stdout);
    else if (help_ladder(word))
        return CODE_FINE;
    else if (operator_list_read_names(&named, word))
        print_operators(&named);
    else
        return CODE_USAGE;
    return CODE_FINE;
}

int verb_help(const options *o)
{
    bool named = o->word && strcmp(o->word, "help") == 0;
    const char *about = named && o->operand_count != 0 ? o->operands[0] : NULL;
    int code = CODE_FINE;

    if (!o->help && !o->version && !o->word) {
        print_verbs(stderr);
        fprintf(stderr, "'clreduce --help' says more.\n");
        return CODE_USAGE;
    }
    if (o->version)
        print_version();
    else if (o->help && o->word && !named)
        code = help_for(o->word);
    else if (about)
        code = help_for(about);
    else
        print_all(stdout);
    if (fflush(stdout) != 0 || ferror(stdout))
        return message_fail(CODE_INPUT, "the help could not be written.");
    return code;
}
