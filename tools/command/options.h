/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options - the command line as plain data. A row for each option has its names, its argument, its
 * verbs, its help line and how it is stored; parsing, refusals and help go by these rows. Knows
 * nothing of the verbs.
 */
#ifndef CLREDUCE_TOOLS_OPTIONS_H
#define CLREDUCE_TOOLS_OPTIONS_H

#include "input.h"
#include "output.h"
#include "words.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_ROWS_MOST  128
#define OPTIONS_SIZES_MOST 64
#define OPTIONS_BANKS_MOST 64
#define OPTIONS_ITEMS_MOST 65536 /* numbers that explain can show in full */

/* Options of explain alone. */
typedef struct explain_options {
    clr_operator op;
    uint64_t items; /* 0 if not given */
    uint64_t wave;
    uint64_t banks;
    const char *svg; /* file names, NULL if not given */
    const char *html;
} explain_options;

/* Options of tune alone. */
typedef struct tune_options {
    uint64_t seconds; /* 0 if not given */
    bool dry_run;
    bool show;
    bool forget;
} tune_options;

/* Options of warm alone. */
typedef struct warm_options {
    unsigned shapes; /* bit k: row k of warm_shape.h; 0 if not given */
    bool system;
} warm_options;

/* A file of numbers beside those that are reduced, as FILE or FILE:COLUMN. */
typedef struct file_column {
    const char *path;   /* NULL if not given */
    const char *column; /* by its name or number; NULL for all of the file */
} file_column;

/* Which numbers make a result: at most one way; none for a single result of all numbers. */
typedef struct shape_options {
    int64_t axes[CLR_RANK_MOST]; /* --axis, as given */
    size_t axis_count;           /* 0 if not given */
    bool keepdims;
    uint64_t length;     /* 0 if not given */
    file_column offsets; /* none if not given */
    file_column labels;
    file_column keys;
    const char *keys_out; /* the file for the runs' keys, NULL for none */
    uint64_t bins;        /* number of results by label, or of a histogram's bins; 0 if not given */
    bool has_range;       /* --range was given */
    double range[2];      /* the bins' lower and upper end */
} shape_options;

/* Tables: CSV by columns. */
typedef struct table_options {
    const char *by; /* NULL if not given */
    const char *sort;
    uint64_t top; /* 0 if not given */
    bool each;
    bool no_header;
    bool are_dates; /* --date */
    bool row;       /* the rows that hold extremes */
} table_options;

/* The shape of data that bench generates, beside shape_options. */
typedef struct made_options {
    uint64_t lengths[OPTIONS_SIZES_MOST]; /* --lengths */
    size_t length_count;
    bool all_lengths;
    uint64_t extents[CLR_RANK_MOST]; /* --extents */
    int64_t steps[CLR_RANK_MOST];    /* strides: 1, or -2 of -512/2 */
    size_t rank;                     /* 0 if not given */
    size_t segments; /* --segments and --spread: a row of made_numbers.c + 1, or 0 */
    size_t spread;
} made_options;

/* Values of a size that bench tries; the first is the plan's. */
typedef struct sweep_list {
    uint64_t at[OPTIONS_SIZES_MOST];
    size_t count; /* 0 if not given */
} sweep_list;

enum { SWEEP_GROUP, SWEEP_VECTOR, SWEEP_LOADS, SWEEP_COUNT };

typedef struct options {
    const char *word; /* a verb or operators; "custom" with --operator; NULL: no operand */
    const char *const *operands; /* the words behind it */
    size_t operand_count;
    uint64_t given[OPTIONS_ROWS_MOST / 64]; /* bit n % 64 of word n / 64: option row n was given */

    input_options input;
    const char *device;     /* -d, else CLREDUCE_DEVICE; NULL: the library decides */
    uint64_t host_elements; /* --host-elements: the most that the host reduces */
    bool has_host_elements;
    clr_plan_options plan; /* -s, sizes and the like */
    clr_accuracy accuracy;
    clr_type result; /* -r; CLR_TYPE_DEFAULT if not given */
    clr_nan nan;
    clr_overflow overflow;
    bool has_overflow;
    clr_interpolation interpolation;
    uint64_t memory; /* bytes of numbers that may be kept; 0 if not given */
    uint64_t ddof;
    bool has_ddof;
    const char *map;                             /* NULL if not given */
    const char *where;                           /* the condition, NULL if not given */
    double scalars[CLR_SCALARS_MOST];            /* --let, by the letters of WORDS_SCALARS */
    const char *scalars_given[CLR_SCALARS_MOST]; /* as they are written */
    bool has_scalar[CLR_SCALARS_MOST];
    file_column mask;
    file_column index;
    const char *operator_file; /* --operator, NULL if not given */
    bool commutative;
    shape_options shape;
    table_options table;
    made_options made;
    uint64_t repeat;                    /* 0 if not given */
    uint64_t chunk_size;                /* bytes of a piece; 0: the library decides */
    strategy_list strategies;           /* --strategies; empty if not given */
    uint64_t sizes[OPTIONS_SIZES_MOST]; /* --sizes: counts of elements */
    size_t size_count;
    bool plain;                     /* --plain: the strategy's source from examples/ladder */
    sweep_list sweeps[SWEEP_COUNT]; /* --group, --vector, --loads */
    bool levels;
    bool unfused;
    bool stream;        /* --stream: from host memory by a stream */
    data_list data;     /* --data; empty if not given */
    bool force;         /* --force: existing files may be replaced */
    const char *save;   /* the accumulator's file, NULL for none */
    const char *begins; /* --begins as typed, NULL for none */
    const char *output; /* the results' file, NULL: standard output, as text */
    const char *plot;   /* the picture's file, NULL for none */
    explain_options explain;
    tune_options tune;
    warm_options warm;
    output_form form; /* --format, --json and the like */
    uint64_t digits;  /* --digits of results; 0: as many as it takes */
    bool check;
    bool no_self_test;
    bool verbose;
    bool quiet;
    bool help;
    bool version;
} options;

/* An option: its help, and how its argument is stored. */
typedef struct option_row {
    const char *name;     /* the long form */
    char letter;          /* the short form, 0 if there is none */
    const char *argument; /* the argument's name, NULL for none */
    unsigned verbs;       /* its verbs, see verbs.h */
    const char *help;

    /* Returns false after a sentence on standard error. */
    bool (*store)(const struct option_row *row, options *o, const char *text);
    size_t member; /* offset in options of the member to set */
    size_t has;    /* offset of the bool that says the option was given; 0: none */
    int first;     /* enum value of the first word; or an index with a meaning for this option */
    uint64_t most; /* a number's limit, 0 for none */
    const char *takes; /* the limit in words */
} option_row;

/* The rows in the order of the help text; NULL past the last. The table is in options_rows.c. */
const option_row *options_at(size_t index);

/*
 * Parses the command line. Returns 0, or the exit code after a sentence on standard error. Options
 * point into argv, whose words are reordered.
 */
int options_parse(options *o, int argc, char **argv);

/* Whether the verb runs on the device of -d. */
bool options_takes_device(unsigned verb_bit);

/* Whether the option of this name was given. */
bool options_has(const options *o, const char *name);

/* The first option given that is not for the verb; NULL: none. */
const option_row *options_misplaced(const options *o, unsigned verb_bit);

/* Refuses options that are not for the verb. Returns 0 or the exit code. */
int options_check(const options *o, const char *verb_name, unsigned verb_bit);

/* Refuses --output beside a form of what is printed. */
int options_check_output(const options *o);

/* Prints the options of a verb, a line each. */
void options_print(FILE *to, unsigned verb_bit);

/* The input options of a file beside the numbers, such as "labels": its column, and the
 * numbers' options about separators. */
input_options options_input_beside(const options *o, const file_column *file, const char *called);

/* Refuses a strategy that is wrong by design. Returns the exit code. */
int options_refuse_unsound(const char *strategy);

#endif
