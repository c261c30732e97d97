/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options - the command line as plain data: the table of options and the walk over it with
 * getopt_long(). See options.h.
 */
#include "options.h"
#include "message.h"
#include "quantity.h"
#include "verbs.h"
#include "words.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* ---- How each option is stored: true, or false after a sentence on standard error ---------- */

static bool store_number(const char *name, const char *text, uint64_t *number)
{
    if (quantity_parse(text, number))
        return true;
    message_note("--%s takes a whole number such as 1000, 64K or 1e6, not '%s'.", name, text);
    return false;
}

/* As store_number, for sizes of which there cannot be none. */
static bool store_positive(const char *name, const char *text, uint64_t *number)
{
    if (!store_number(name, text, number))
        return false;
    if (*number != 0)
        return true;
    message_note("--%s takes a number above 0; leave it out for the default.", name);
    return false;
}

static bool store_type(options *o, const char *text)
{
    return words_type(text, &o->input.type);
}

static bool store_text(options *o, const char *text)
{
    (void)text;
    o->input.text = true;
    return true;
}

static bool store_offset(options *o, const char *text)
{
    return store_number("offset", text, &o->input.offset);
}

static bool store_count(options *o, const char *text)
{
    o->input.has_count = true;
    return store_number("count", text, &o->input.count);
}

static bool store_endian(options *o, const char *text)
{
    o->input.big_endian = strcmp(text, "big") == 0;
    if (o->input.big_endian || strcmp(text, "little") == 0)
        return true;
    message_note("--endian is little or big, not '%s'.", text);
    return false;
}

static bool store_column(options *o, const char *text)
{
    o->input.column = text;
    return true;
}

static bool store_device(options *o, const char *text)
{
    o->device = text;
    return true;
}

static bool store_strategy(options *o, const char *text)
{
    return words_strategy(text, &o->plan.strategy);
}

static bool store_strategies(options *o, const char *text)
{
    return words_strategies(text, &o->strategies);
}

static bool store_unsound(options *o, const char *text)
{
    (void)text;
    o->plan.unsound = 1;
    return true;
}

static bool store_local(options *o, const char *text)
{
    static const char *const names[] = {
        [CLR_LOCAL_STATIC] = "static", [CLR_LOCAL_DYNAMIC] = "dynamic"};

    for (size_t i = CLR_LOCAL_STATIC; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(text, names[i]) == 0) {
            o->plan.local = (clr_local)i;
            return true;
        }
    }
    message_note("--local is static or dynamic, not '%s'.", text);
    return false;
}

static bool store_sizes(options *o, const char *text)
{
    o->size_count = quantity_parse_list(text, o->sizes, OPTIONS_SIZES_MOST);
    if (o->size_count != 0)
        return true;
    message_note("--sizes takes up to %d whole numbers above 0 such as 1e5,64K,1M, not '%s'.",
                 OPTIONS_SIZES_MOST, text);
    return false;
}

static bool store_plot(options *o, const char *text)
{
    o->plot = text;
    return true;
}

static bool store_accuracy(options *o, const char *text)
{
    return words_accuracy(text, &o->accuracy);
}

static bool store_result(options *o, const char *text)
{
    return words_type(text, &o->result);
}

static bool store_group(options *o, const char *text)
{
    return store_positive("group", text, &o->plan.group_size);
}

static bool store_groups(options *o, const char *text)
{
    return store_positive("groups", text, &o->plan.group_count);
}

static bool store_vector(options *o, const char *text)
{
    return store_positive("vector", text, &o->plan.vector_width);
}

static bool store_loads(options *o, const char *text)
{
    return store_positive("loads", text, &o->plan.item_loads);
}

static bool store_chunk(options *o, const char *text)
{
    return store_positive("chunk", text, &o->chunk_size);
}

static bool store_repeat(options *o, const char *text)
{
    return store_positive("repeat", text, &o->repeat);
}

static bool store_check(options *o, const char *text)
{
    (void)text;
    o->check = true;
    return true;
}

static bool store_no_self_test(options *o, const char *text)
{
    (void)text;
    o->no_self_test = true;
    return true;
}

static bool store_json(options *o, const char *text)
{
    (void)text;
    o->json = true;
    return true;
}

static bool store_csv(options *o, const char *text)
{
    (void)text;
    o->csv = true;
    return true;
}

static bool store_markdown(options *o, const char *text)
{
    (void)text;
    o->markdown = true;
    return true;
}

static bool store_op(options *o, const char *text)
{
    operator_list named;

    if (!words_operators(text, &named))
        return false;
    o->explain.op = named.at[0];
    if (named.count == 1)
        return true;
    message_note("--op takes one operator, not '%s'.", text);
    return false;
}

static bool store_items(options *o, const char *text)
{
    if (!store_positive("items", text, &o->explain.items))
        return false;
    if (o->explain.items <= OPTIONS_ITEMS_MOST)
        return true;
    message_note("--items takes a number up to %d, as every step of every item is shown, not '%s'.",
                 OPTIONS_ITEMS_MOST, text);
    return false;
}

static bool store_wave(options *o, const char *text)
{
    if (!store_number("wave", text, &o->explain.wave))
        return false;
    if (o->explain.wave == 32 || o->explain.wave == 64)
        return true;
    message_note("--wave is 32 or 64, not '%s'.", text);
    return false;
}

static bool store_banks(options *o, const char *text)
{
    if (!store_positive("banks", text, &o->explain.banks))
        return false;
    if (o->explain.banks <= OPTIONS_BANKS_MOST)
        return true;
    message_note("--banks takes a number up to %d, not '%s'.", OPTIONS_BANKS_MOST, text);
    return false;
}

static bool store_svg(options *o, const char *text)
{
    o->explain.svg = text;
    return true;
}

static bool store_html(options *o, const char *text)
{
    o->explain.html = text;
    return true;
}

static bool store_verbose(options *o, const char *text)
{
    (void)text;
    o->verbose = true;
    return true;
}

static bool store_quiet(options *o, const char *text)
{
    (void)text;
    o->quiet = true;
    return true;
}

static bool store_help(options *o, const char *text)
{
    (void)text;
    o->help = true;
    return true;
}

static bool store_version(options *o, const char *text)
{
    (void)text;
    o->version = true;
    return true;
}

/* ---- The table ----------------------------------------------------------------------------- */

#define DATA (VERB_REDUCE | VERB_EXPLAIN)
#define RUNS (VERB_REDUCE | VERB_BENCH)
#define PLAN (VERB_REDUCE | VERB_BENCH | VERB_SOURCE | VERB_EXPLAIN)
#define ASKS (PLAN | VERB_STRATEGIES)
#define ANY  VERB_ANY

// clang-format off
static const option_row rows[] = {
    {"type", 't', "TYPE", ASKS, store_type, "type of raw binary, or of the numbers with --text"},
    {"text", 0, NULL, DATA, store_text, "the input is numbers as text, or CSV"},
    {"column", 0, "NAME|N", DATA, store_column, "read one column of CSV text, by name or number"},
    {"offset", 0, "BYTES", DATA, store_offset, "skip bytes at the start of each raw file"},
    {"count", 0, "N", RUNS | VERB_EXPLAIN, store_count, "read N numbers"},
    {"endian", 0, "little|big", DATA, store_endian, "byte order of raw binary (default: little)"},
    {"device", 'd', "DEVICE", ASKS, store_device, "P:D, gpu, cpu or part of a name"},
    {"strategy", 's', "STRATEGY", PLAN & ~VERB_EXPLAIN, store_strategy,
     "a name, or three pieces LOAD/GROUP/FINISH"},
    {"unsound", 0, NULL, PLAN, store_unsound, "let strategies run that are wrong by design"},
    {"accuracy", 'a', "LEVEL", ASKS, store_accuracy, "exact, reproducible, fast or relaxed"},
    {"result", 'r', "TYPE", ASKS, store_result, "type of float sums and products: f32, f64"},
    {"group", 0, "N", PLAN, store_group, "work-items a group"},
    {"groups", 0, "N", PLAN, store_groups, "most groups of a launch"},
    {"vector", 0, "N", PLAN, store_vector, "elements a load: 1, 2, 4, 8 or 16"},
    {"loads", 0, "N", PLAN, store_loads, "loads a work-item has in flight: 1, 2, 4, 8 or 16"},
    {"local", 0, "static|dynamic", PLAN, store_local, "local memory: fixed when compiled, or not"},
    {"chunk", 0, "BYTES", VERB_REDUCE, store_chunk, "bytes of a piece of the input, such as 64M"},
    {"check", 0, NULL, RUNS, store_check, "compute on the host too, and compare"},
    {"repeat", 0, "N", RUNS, store_repeat, "run N times over the same data and time the kernels"},
    {"strategies", 0, "all|LIST", VERB_BENCH, store_strategies, "compare strategies: a,b,c or all"},
    {"sizes", 0, "LIST", VERB_BENCH, store_sizes, "measure so many elements: 1e5,5e5,1M"},
    {"no-self-test", 0, NULL, ASKS, store_no_self_test, "use a device that fails its self-test"},
    {"json", 0, NULL, RUNS | VERB_DEVICES | VERB_STRATEGIES | VERB_EXPLAIN, store_json,
     "print JSON"},
    {"csv", 0, NULL, VERB_BENCH, store_csv, "print comma-separated values"},
    {"markdown", 0, NULL, VERB_BENCH, store_markdown, "print tables of Markdown"},
    {"plot", 0, "FILE", VERB_BENCH, store_plot,
     "draw --strategies, --sizes: FILE.svg, .png or .gp"},
    {"op", 0, "OP", VERB_EXPLAIN, store_op, "the operator (default: sum)"},
    {"items", 0, "N", VERB_EXPLAIN, store_items, "numbers to reduce (default: two groups' share)"},
    {"wave", 0, "32|64", VERB_EXPLAIN, store_wave, "lanes of a wave (default: 32)"},
    {"banks", 0, "N", VERB_EXPLAIN, store_banks, "banks of local memory (default: 32)"},
    {"svg", 0, "FILE", VERB_EXPLAIN, store_svg, "draw a picture"},
    {"html", 0, "FILE", VERB_EXPLAIN, store_html, "write a page that plays the steps"},
    {"verbose", 'v', NULL, ANY, store_verbose, "say more on standard error"},
    {"quiet", 'q', NULL, ANY, store_quiet, "no progress bar and no notes"},
    {"help", 'h', NULL, ANY, store_help, "print help"},
    {"version", 0, NULL, ANY, store_version, "print the versions"},
};
// clang-format on

#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* What getopt_long() returns for row 0 by its long name: beyond every letter. */
#define LONG_BASE 256

const option_row *options_at(size_t index)
{
    return index < ROW_COUNT ? &rows[index] : NULL;
}

static const char *name_at(size_t index)
{
    return index < ROW_COUNT ? rows[index].name : NULL;
}

/* ---- Parsing ------------------------------------------------------------------------------- */

/* The row that getopt_long() means by `code`, NULL if it means none. */
static const option_row *row_of(int code)
{
    if (code >= LONG_BASE && code < LONG_BASE + (int)ROW_COUNT)
        return &rows[code - LONG_BASE];
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (code != 0 && rows[i].letter == code)
            return &rows[i];
    }
    return NULL;
}

/* The table as getopt_long() wants it. */
static void tables(struct option longs[ROW_COUNT + 1], char letters[2 * ROW_COUNT + 2])
{
    *letters++ = ':'; /* report a missing argument as one */
    for (size_t i = 0; i < ROW_COUNT; i++) {
        int argument = rows[i].argument == NULL ? no_argument : required_argument;
        longs[i] = (struct option){rows[i].name, argument, NULL, LONG_BASE + (int)i};
        if (rows[i].letter == 0)
            continue;
        *letters++ = rows[i].letter;
        if (argument == required_argument)
            *letters++ = ':';
    }
    longs[ROW_COUNT] = (struct option){NULL, 0, NULL, 0};
    *letters = '\0';
}

/* Says why getopt_long() returned `code`, '?' or ':', at the argument `word`. */
static int refuse(int code, const char *word)
{
    const option_row *row = row_of(optopt);

    if (code == ':' && row != NULL)
        return message_fail(CODE_USAGE, "%s needs its %s: --%s %s.", word, row->argument, row->name,
                            row->argument);
    if (row != NULL)
        return message_fail(CODE_USAGE, "--%s takes no argument.", row->name);
    if (optopt != 0)
        return message_fail(CODE_USAGE, "unknown option '-%c'; 'clreduce --help' lists them.",
                            optopt);

    const char *meant = words_nearest(word + strspn(word, "-"), name_at);
    if (meant != NULL)
        return message_fail(CODE_USAGE, "unknown option '%s': did you mean '--%s'?", word, meant);
    return message_fail(CODE_USAGE,
                        "unknown or ambiguous option '%s'; 'clreduce --help' lists them.", word);
}

static void operands(options *o, int argc, char **argv)
{
    if (optind >= argc)
        return;
    o->word = argv[optind];
    o->operands = (const char *const *)(argv + optind + 1);
    o->operand_count = (size_t)(argc - optind - 1);
}

int options_parse(options *o, int argc, char **argv)
{
    struct option longs[ROW_COUNT + 1];
    char letters[2 * ROW_COUNT + 2];
    int code;

    memset(o, 0, sizeof *o);
    o->plan.size = sizeof o->plan;
    o->explain = (explain_options){.op = CLR_OPERATOR_SUM, .wave = 32, .banks = 32};
    o->device = getenv("CLREDUCE_DEVICE");
    tables(longs, letters);
    opterr = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const option_row *row = row_of(code);
        if (code == '?' || code == ':' || row == NULL)
            return refuse(code, argv[optind - 1]);
        o->given |= UINT64_C(1) << (row - rows);
        if (!row->store(o, optarg))
            return CODE_USAGE;
    }
    operands(o, argc, argv);
    return CODE_FINE;
}

static int check_form(const options *o)
{
    if (o->json + o->csv + o->markdown > 1)
        return message_fail(CODE_USAGE, "--json, --csv and --markdown are forms of one output: "
                                        "choose one.");
    return CODE_FINE;
}

int options_refuse_unsound(const char *strategy)
{
    return message_fail(CODE_USAGE,
                        "strategy %s is wrong by design: --unsound lets it run, as a lesson.",
                        strategy);
}

static int check_strategies(const options *o)
{
    if (o->plan.unsound)
        return CODE_FINE;
    if (o->plan.strategy != NULL && !words_is_sound(o->plan.strategy))
        return options_refuse_unsound(o->plan.strategy);
    /* "all" are all that may run. */
    for (size_t i = 0; !o->strategies.all && i < o->strategies.count; i++) {
        if (!words_is_sound(o->strategies.at[i]))
            return options_refuse_unsound(o->strategies.at[i]);
    }
    return CODE_FINE;
}

int options_check(const options *o, const char *verb_name, unsigned verb_bit)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if ((o->given >> i & 1) != 0 && (rows[i].verbs & verb_bit) == 0)
            return message_fail(CODE_USAGE,
                                "%s has no use for --%s; 'clreduce help %s' lists its options.",
                                verb_name, rows[i].name, verb_name);
    }
    int code = check_form(o);
    return code != CODE_FINE ? code : check_strategies(o);
}
