/* SPDX-License-Identifier: Apache-2.0 */
/* complete - what the last word of a command line may become. See complete.h. */
#include "complete.h"
#include "distribution.h"
#include "options.h"
#include "topic.h"
#include "verbs.h"
#include "words.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A command line as far as it is typed. */
typedef struct typed {
    const char *word;     /* what is completed */
    size_t kept;          /* bytes of it that stay in front of each candidate */
    const option_row *of; /* the option whose argument it is; NULL: none */
    const char *first;    /* the verb or the operators; NULL: not typed yet */
    const verb *verb;     /* NULL: not typed yet */
    const char *file;     /* the first file that there is; NULL: none */
} typed;

/* ---- Candidates ------------------------------------------------------------------------------ */

static void offer(const typed *t, const char *word, size_t size, const char *meaning)
{
    const char *rest = t->word + t->kept;

    if (size == 0 || strncmp(word, rest, strlen(rest)) != 0 || size < strlen(rest))
        return;
    printf("%.*s%.*s%s%s\n", (int)t->kept, t->word, (int)size, word, meaning ? "\t" : "",
           meaning ? meaning : "");
}

static void offer_names(const typed *t, words_list list)
{
    for (size_t i = 0; list(i); i++)
        offer(t, list(i), strlen(list(i)), NULL);
}

static void offer_operators(const typed *t, words_list list)
{
    for (size_t i = 0; list(i); i++) {
        const char *name = list(i);

        offer(t, name, strlen(name), words_operator_info(clr_operator_from_name(name)).meaning);
    }
}

/* The words of "this|that"; those in capitals stand for others. */
static void offer_choice(const typed *t, const char *words)
{
    for (size_t size; *words != '\0'; words += size + (words[size] == '|')) {
        size = strcspn(words, "|");
        if (!isupper((unsigned char)*words))
            offer(t, words, size, NULL);
    }
}

static void offer_verbs(const typed *t)
{
    for (size_t i = 0; verbs_at(i); i++)
        offer(t, verbs_at(i)->name, strlen(verbs_at(i)->name), verbs_at(i)->help);
}

static void offer_topics(const typed *t)
{
    for (size_t i = 0; i < topic_count; i++)
        offer(t, topics[i].path, strlen(topics[i].path) - strlen(".md"), "a document");
    offer_choice(t, "ladder");
}

static void offer_files(void)
{
    puts("\tfiles");
}

/* The typed word from behind its last comma on, as the next member of a list. */
static typed behind_comma(const typed *t)
{
    const char *comma = strrchr(t->word, ',');
    typed last = *t;

    last.kept = comma ? (size_t)(comma + 1 - t->word) : t->kept;
    return last;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* The separator of a line of CSV: of the three that the reader recognises, the most frequent. */
static char separator_of(const char *line)
{
    static const char all[] = {',', ';', '\t'};
    size_t counts[sizeof all] = {0}, best = 0;

    for (; *line != '\0'; line++)
        for (size_t i = 0; i < sizeof all; i++)
            counts[i] += *line == all[i];
    for (size_t i = 1; i < sizeof all; i++)
        best = counts[i] > counts[best] ? i : best;
    return all[best];
}

/* The names in the header of a file of CSV. */
static void offer_columns(const typed *t, const char *path)
{
    char line[4096] = "";
    FILE *from = fopen(path, "r");

    while (from && fgets(line, sizeof line, from) && (*line == '#' || !strncmp(line, "sep=", 4)))
        ;
    if (from)
        fclose(from);
    line[strcspn(line, "\r\n")] = '\0';
    const char separator[] = {separator_of(line), '\0'};

    for (const char *at = line; *at != '\0'; at += *at == *separator) {
        const bool is_quoted = *at == '"';
        const size_t size = strcspn(at += is_quoted, is_quoted ? "\"" : separator);

        offer(t, at, size, "a column");
        at += size;
        at += strcspn(at, separator);
    }
}

/* FILE:COLUMN, or the names of files. */
static void offer_beside(const typed *t)
{
    const char *colon = strrchr(t->word, ':');
    char path[4096];
    typed column = *t;

    if (!colon || strncmp(t->of->argument, "FILE[", 5) != 0) {
        offer_files();
        return;
    }
    snprintf(path, sizeof path, "%.*s", (int)(colon - t->word - (long)t->kept), t->word + t->kept);
    column.kept = (size_t)(colon + 1 - t->word);
    offer_columns(&column, path);
}

/* ---- Arguments of options -------------------------------------------------------------------- */

/* The values that arguments may have, by the option's name, else by the name that its row gives the
 * argument. */
static const struct {
    const char *called;
    words_list list;   /* NULL: the words alone */
    const char *words; /* "this|that"; NULL: none */
    bool are_several;  /* separated by commas */
} arguments[] = {
    {"result", NULL, "f16|bf16|f32|f64", false},
    {"device", NULL, "gpu|cpu|accelerator|host|all|0:0", false},
    {"delimiter", NULL, "tab|space|comma|semicolon|any", false},
    {"thousands", NULL, ",|.|_", false},
    {"segments", NULL, "fixed|uniform|zipf|giant|keys", false},
    {"spread", NULL, "uniform|zipf|sorted|one", false},
    {"vector", NULL, "1|2|4|8|16", false},
    {"loads", NULL, "1|2|4|8|16", false},
    {"shapes", NULL, "all|flat|rows|segments|labels", true},
    {"strategies", clr_strategy_name, "all", true},
    {"data", distribution_name_at, "all", true},
    {"TYPE", words_type_at, NULL, false},
    {"LEVEL", words_accuracy_at, NULL, false},
    {"METHOD", words_interpolation_at, NULL, false},
    {"STRATEGY", clr_strategy_name, NULL, false},
    {"OP", words_fold_at, NULL, false},
};

/* Whether the option takes columns of the file, separated by commas. */
static bool names_columns(const char *option)
{
    return strcmp(option, "column") == 0 || strcmp(option, "by") == 0 ||
           strcmp(option, "sort") == 0;
}

static void offer_argument(const typed *t)
{
    const typed last = behind_comma(t);

    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        const typed *at = arguments[i].are_several ? &last : t;

        if (strcmp(arguments[i].called, t->of->name) != 0 &&
            strcmp(arguments[i].called, t->of->argument) != 0)
            continue;
        if (arguments[i].list)
            offer_names(at, arguments[i].list);
        if (arguments[i].words)
            offer_choice(at, arguments[i].words);
        return;
    }
    if (names_columns(t->of->name) && t->file)
        offer_columns(&last, t->file);
    else if (strncmp(t->of->argument, "FILE", 4) == 0)
        offer_beside(t);
    else if (strchr(t->of->argument, '|'))
        offer_choice(t, t->of->argument);
}

/* ---- Options and operands -------------------------------------------------------------------- */

static void offer_options(const typed *t)
{
    const unsigned bit = t->verb ? t->verb->bit : (unsigned)VERB_REDUCE;
    char name[40];

    for (size_t i = 0; options_at(i); i++) {
        snprintf(name, sizeof name, "--%s", options_at(i)->name);
        if ((options_at(i)->verbs & bit) != 0)
            offer(t, name, strlen(name), options_at(i)->help);
    }
}

/* By the verb's usage, which names what may stand behind it. Of a reduction, which has no verb, the
 * operators are the first word and typed already: files are left. */
static void offer_operands(const typed *t)
{
    const char *usage = t->verb->usage;
    const typed last = behind_comma(t);

    if (strstr(usage, "OP") && t->verb->bit != VERB_REDUCE)
        offer_operators(&last, (t->verb->bit & (VERB_OPS | VERB_HELP)) != 0 ? words_operator_at
                                                                            : words_fold_at);
    if (strstr(usage, "STRATEGY"))
        offer_names(t, clr_strategy_name);
    if (strstr(usage, "|stats"))
        offer_choice(t, "stats");
    if (strstr(usage, "VERB"))
        offer_verbs(t);
    if (strstr(usage, "TOPIC"))
        offer_topics(t);
    if (strstr(usage, "FILE"))
        offer_files();
}

/* ---- The line -------------------------------------------------------------------------------- */

/* The option that a word is: the last letter of -vt, or a whole name. */
static const option_row *option_of(const char *word)
{
    const bool is_long = word[0] == '-' && word[1] == '-';

    for (size_t i = 0; word[0] == '-' && word[1] != '\0' && options_at(i); i++) {
        const option_row *row = options_at(i);

        if (is_long ? strcmp(row->name, word + 2) == 0 : row->letter == word[strlen(word) - 1])
            return row;
    }
    return NULL;
}

static bool is_file(const char *path)
{
    FILE *file = fopen(path, "r");

    if (file)
        fclose(file);
    return file != NULL;
}

/* Takes a word in front of the last one. */
static void take(typed *t, const char *word)
{
    const option_row *option = t->of ? NULL : option_of(word);
    const bool is_operand = !t->of && word[0] != '-';

    t->of = option && option->argument ? option : NULL;
    if (!is_operand)
        return;
    if (t->first && !t->file && is_file(word))
        t->file = word;
    if (t->first)
        return;
    t->first = word;
    t->verb = verbs_find(word) ? verbs_find(word) : verbs_at(0);
}

/* Divides --name=argument. */
static void divide(typed *t)
{
    char name[40];
    const size_t size = strcspn(t->word, "=");

    snprintf(name, sizeof name, "%.*s", (int)size, t->word);
    if (t->word[size] == '=' && (t->of = option_of(name)) != NULL)
        t->kept = size + 1;
    if (t->of && !t->of->argument)
        t->of = NULL;
}

void complete_print(char *const *words, int count)
{
    typed t = {.word = count > 0 ? words[count - 1] : ""};

    for (int i = 0; i + 1 < count; i++)
        take(&t, words[i]);
    if (!t.of)
        divide(&t);
    if (t.of) {
        offer_argument(&t);
    } else if (t.word[0] == '-') {
        offer_options(&t);
    } else if (t.verb) {
        offer_operands(&t);
    } else {
        const typed last = behind_comma(&t);

        offer_operators(&last, words_operator_at);
        offer_verbs(&t);
    }
}
