/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options - the command line as plain data: parses it by the table of options with getopt_long(),
 * and refuses options that exclude each other with any verb. See options.h.
 */
#include "options.h"
#include "message.h"
#include "operator_list.h"
#include "synonyms.h"
#include "verbs.h"
#include "words.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* getopt_long()'s code for row 0 by its long name: beyond every letter */
#define LONG_BASE 256

static const char *name_at(size_t index)
{
    const option_row *row = options_at(index);

    return !row ? NULL : row->name;
}

/* ---- Parsing --------------------------------------------------------------------------------- */

/* The row that getopt_long() means by `code`; OPTIONS_ROWS_MOST: none. */
static size_t index_of(int code)
{
    for (size_t i = 0; options_at(i); i++)
        if (code == LONG_BASE + (int)i || (code != 0 && options_at(i)->letter == code))
            return i;
    return OPTIONS_ROWS_MOST;
}

/* The table in getopt_long()'s form. */
static void tables(struct option longs[OPTIONS_ROWS_MOST + 1],
                   char letters[2 * OPTIONS_ROWS_MOST + 2])
{
    const option_row *row;
    size_t count = 0;

    *letters++ = ':'; /* a missing argument is reported as ':' */
    for (; count < OPTIONS_ROWS_MOST && (row = options_at(count)) != NULL; count++) {
        int argument = !row->argument ? no_argument : required_argument;
        longs[count] = (struct option){row->name, argument, NULL, LONG_BASE + (int)count};
        if (row->letter == 0)
            continue;
        *letters++ = row->letter;
        if (argument == required_argument)
            *letters++ = ':';
    }
    longs[count] = (struct option){NULL, 0, NULL, 0};
    *letters = '\0';
}

/* The long option that an unknown one is close to; NULL: none, or the verb has no use for it. */
static const char *nearest(const char *name, const char *verb_name)
{
    const verb *of = !verb_name ? NULL : verbs_find(verb_name);
    const char *meant = words_nearest(name, name_at);

    for (size_t i = 0; meant && options_at(i); i++)
        if (strcmp(options_at(i)->name, meant) == 0 &&
            (options_at(i)->verbs & (of ? of->bit : (unsigned)VERB_REDUCE)) == 0)
            return NULL;
    return meant;
}

/* Reports an unknown option: a letter of `word`, or 0 for all of it. */
static int refuse_unknown(int letter, const char *word, const char *verb_name)
{
    char name[32] = {(char)letter};

    if (letter == 0)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word + strspn(word, "-"), "="),
                 word + strspn(word, "-"));
    const char *way = synonyms_of_option(name);
    if (way)
        return message_fail(CODE_USAGE, "unknown option '%s%s': %s.", letter == 0 ? "--" : "-",
                            name, way);
    if (letter != 0)
        return message_fail(CODE_USAGE, "unknown option '-%c'; --help lists them.", letter);
    const char *meant = nearest(name, verb_name);
    if (meant)
        return message_fail(CODE_USAGE, "unknown option '%s': did you mean '--%s'?", word, meant);
    return message_fail(CODE_USAGE, "unknown or ambiguous option '%s'; --help lists them.", word);
}

/* Reports why getopt_long() returned `code`, '?' or ':', at the argument `word`. */
static int refuse(int code, const char *word, const char *verb_name)
{
    const option_row *row = options_at(index_of(optopt));

    if (code == ':' && row)
        return message_fail(CODE_USAGE, "%s needs its %s: --%s %s.", word, row->argument, row->name,
                            row->argument);
    if (row)
        return message_fail(CODE_USAGE, "--%s takes no argument.", row->name);
    return refuse_unknown(optopt, word, verb_name);
}

/* With --operator no operator is named: all words but a verb are files. */
static int take_files(options *o)
{
    const char *custom = clr_operator_name(CLR_OPERATOR_CUSTOM);

    if (!o->operator_file || (o->word && verbs_find(o->word)))
        return CODE_FINE;
    bool has_file = o->word && strcmp(o->word, custom) != 0;
    if (has_file && operator_list_is(o->word))
        return message_fail(CODE_USAGE, "--operator brings an operator of its own: leave '%s' out.",
                            o->word);
    if (has_file) {
        o->operands--;
        o->operand_count++;
    }
    o->word = custom;
    return CODE_FINE;
}

static int operands(options *o, int argc, char **argv)
{
    if (optind < argc) {
        o->word = argv[optind];
        o->operands = (const char *const *)(argv + optind + 1);
        o->operand_count = (size_t)(argc - optind - 1);
    }
    return take_files(o);
}

/* An empty argument is refused: usually a script's variable is not set. */
static bool store(options *o, const option_row *row, const char *text)
{
    if (!row->argument || text[0] != '\0')
        return row->store(row, o, text);
    message_note("--%s is given nothing: it needs its %s.", row->name, row->argument);
    return false;
}

int options_parse(options *o, int argc, char **argv)
{
    struct option longs[OPTIONS_ROWS_MOST + 1];
    char letters[2 * OPTIONS_ROWS_MOST + 2];
    int code;

    memset(o, 0, sizeof *o);
    o->plan.size = sizeof o->plan;
    o->explain = (explain_options){.op = CLR_OPERATOR_SUM, .wave = 32, .banks = 32};
    o->device = getenv("CLREDUCE_DEVICE");
    tables(longs, letters);
    opterr = 0;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        size_t index = index_of(code);
        if (code == '?' || code == ':' || index == OPTIONS_ROWS_MOST)
            return refuse(code, argv[optind - 1], argv[1]);
        o->given[index / 64] |= UINT64_C(1) << index % 64;
        if (!store(o, options_at(index), optarg))
            return CODE_USAGE;
    }
    if (o->form == OUTPUT_NPY && !o->output)
        o->output = "-";
    return operands(o, argc, argv);
}

static int check_form(const options *o)
{
    static const char *const names[] = {"format", "json", "csv", "markdown"};
    int count = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        count += options_has(o, names[i]);
    if (count > 1)
        return message_fail(CODE_USAGE,
                            "--format, --json, --csv and --markdown say the form of one "
                            "output: choose one.");
    return CODE_FINE;
}

int options_check_output(const options *o)
{
    if (o->output && o->form != OUTPUT_PLAIN && o->form != OUTPUT_NPY)
        return message_fail(CODE_USAGE, "--output and %s are forms of one output: choose one.",
                            o->form == OUTPUT_JSON ? "--json" : "--format");
    return CODE_FINE;
}

input_options options_input_beside(const options *o, const file_column *file, const char *called)
{
    return (input_options){.whole = INPUT_WHOLE_STAYS,
                           .delimiter = o->input.delimiter,
                           .decimal_comma = o->input.decimal_comma,
                           .column = file->column,
                           .header = file->column && o->input.header,
                           .thousands = o->input.thousands,
                           .comment = o->input.comment,
                           .called = called};
}

int options_refuse_unsound(const char *strategy)
{
    return message_fail(CODE_USAGE,
                        "strategy %s is wrong by design: --unsound lets it run, as a lesson.",
                        strategy);
}

/* Checks that a character has one meaning in text. */
static int check_marks(const input_options *in)
{
    const char point = in->decimal_comma ? ',' : '.';

    if (in->delimiter == ',' && in->decimal_comma)
        return message_fail(CODE_USAGE, "a comma cannot be --delimiter and --decimal: choose one.");
    if (in->thousands == point)
        return message_fail(CODE_USAGE,
                            "--thousands %c: a %s cannot stand between thousands and be the "
                            "decimal point, too: --decimal %c goes with it.",
                            point, point == ',' ? "comma" : "point", point == ',' ? '.' : ',');
    if (in->thousands != 0 && in->thousands == in->delimiter && !in->column)
        return message_fail(CODE_USAGE,
                            "'%c' cannot be --delimiter and --thousands: choose one (or, with "
                            "numbers between quotes, a column of CSV with --column).",
                            in->thousands);
    if (in->comment != 0 &&
        (in->comment == in->delimiter || in->comment == point || in->comment == in->thousands))
        return message_fail(CODE_USAGE,
                            "'%c' cannot begin a --comment, and separate or be in "
                            "numbers, too.",
                            in->comment);
    return CODE_FINE;
}

/* Checks options for fields of text. */
static int check_fields(const input_options *in)
{
    OR_RETURN(check_marks(in));
    if (in->delimiter == INPUT_DELIMITER_ANY && in->column)
        return message_fail(CODE_USAGE, "--delimiter any is for text without columns: say which "
                                        "character separates the fields of CSV.");
    if (in->missing == INPUT_MISSING_NAN && in->type >= CLR_TYPE_I8 && in->type <= CLR_TYPE_U64)
        return message_fail(CODE_USAGE,
                            "--missing nan needs a type with NaN, and %s has none: say -t f64, or "
                            "leave -t out.",
                            clr_type_name(in->type));
    if (in->raw && (in->delimiter != 0 || in->decimal_comma || in->thousands != 0 ||
                    in->comment != 0 || in->skip != 0 || in->missing != 0 || in->missing_text))
        return message_fail(CODE_USAGE,
                            "--delimiter, --decimal, --thousands, --comment, --skip and --missing "
                            "are about text, and --raw says that the input is binary.");
    return CODE_FINE;
}

/* Checks options for the input that need another option, or exclude one. */
static int check_input(const input_options *in, bool has_table)
{
    if (in->raw && in->type == CLR_TYPE_DEFAULT && in->element_size == 0)
        return message_fail(CODE_USAGE, "--raw needs the type of the elements: --raw -t TYPE.");
    if (in->raw && (in->text || in->column))
        return message_fail(CODE_USAGE,
                            "--raw says that the input is binary, %s that it is text: "
                            "choose one.",
                            in->text ? "--text" : "--column");
    if (in->header && !in->column && !has_table)
        return message_fail(CODE_USAGE, "--header is about CSV: choose a column with --column.");
    return check_fields(in);
}

static int check_strategies(const options *o)
{
    if (o->plan.unsound || o->plain) /* printing its source does no harm */
        return CODE_FINE;
    if (o->plan.strategy && !words_is_sound(o->plan.strategy))
        return options_refuse_unsound(o->plan.strategy);
    /* "all" leaves out unsound strategies */
    for (size_t i = 0; !o->strategies.all && i < o->strategies.count; i++)
        if (!words_is_sound(o->strategies.at[i]))
            return options_refuse_unsound(o->strategies.at[i]);
    return CODE_FINE;
}

static int check_sweeps(const options *o)
{
    static const char *const names[] = {"group", "vector", "loads"};

    for (size_t i = 0; i < SWEEP_COUNT; i++)
        if (o->sweeps[i].count > 1)
            return message_fail(CODE_USAGE,
                                "--%s takes one number here: 'clreduce bench' tries several.",
                                names[i]);
    return CODE_FINE;
}

static bool is_given(const options *o, size_t index)
{
    return (o->given[index / 64] >> index % 64 & 1) != 0;
}

static size_t row_of(const char *name)
{
    size_t i = 0;

    while (strcmp(options_at(i)->name, name) != 0)
        i++;
    return i;
}

bool options_has(const options *o, const char *name)
{
    return is_given(o, row_of(name));
}

bool options_takes_device(unsigned verb_bit)
{
    return (options_at(row_of("device"))->verbs & verb_bit) != 0;
}

const option_row *options_misplaced(const options *o, unsigned verb_bit)
{
    for (size_t i = 0; options_at(i); i++)
        if (is_given(o, i) && (options_at(i)->verbs & verb_bit) == 0)
            return options_at(i);
    return NULL;
}

int options_check(const options *o, const char *verb_name, unsigned verb_bit)
{
    const option_row *odd = options_misplaced(o, verb_bit);

    if (odd)
        return message_fail(CODE_USAGE,
                            "%s has no use for --%s; 'clreduce help %s' lists its options.",
                            verb_name, odd->name, verb_name);
    OR_RETURN(check_form(o));
    if (verb_bit != VERB_BENCH)
        OR_RETURN(check_sweeps(o));
    OR_RETURN(check_input(&o->input, o->table.by || o->where || o->map));
    return check_strategies(o);
}
