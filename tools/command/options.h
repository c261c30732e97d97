/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options - the command line as plain data. One row an option says its names, its argument, the
 * verbs it is for, its help line and how it is stored; parsing, refusal and the help text all
 * walk those rows. Knows nothing of the verbs.
 */
#ifndef CLREDUCE_TOOLS_OPTIONS_H
#define CLREDUCE_TOOLS_OPTIONS_H

#include "input.h"
#include "words.h"
#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OPTIONS_ROWS_MOST  128
#define OPTIONS_SIZES_MOST 64
#define OPTIONS_BANKS_MOST 64
#define OPTIONS_ITEMS_MOST 65536 /* numbers whose every step can be looked at */

/* Options of the verb explain alone. */
typedef struct explain_options {
    clr_operator op;
    uint64_t items; /* 0 if not given */
    uint64_t wave;
    uint64_t banks;
    const char *svg; /* file names, NULL if not given */
    const char *html;
} explain_options;

/* Options of the verb tune alone. */
typedef struct tune_options {
    uint64_t seconds; /* 0 if not given */
    bool dry_run;
    bool show;
    bool forget;
} tune_options;

/* The numbers that make a result together: one way at most, and none for a result of all numbers.
 */
typedef struct shape_options {
    int64_t axes[CLR_RANK_MOST]; /* --axis, as they were given */
    size_t axis_count;           /* 0 if it was not */
    bool keepdims;
    uint64_t length;     /* 0 if not given */
    const char *offsets; /* the file's name, NULL if not given */
    const char *labels;  /* likewise */
    const char *keys;
    const char *keys_out; /* the file for the runs' keys, NULL for none */
    uint64_t bins;        /* results by label, or of a histogram; 0 if not given */
    bool has_range;       /* --range was given: */
    double range[2];      /* where bins begin and end, the first not above the second */
} shape_options;

/* The shape of data that bench makes itself, beyond shape_options. */
typedef struct made_options {
    uint64_t lengths[OPTIONS_SIZES_MOST]; /* --lengths */
    size_t length_count;
    bool all_lengths;
    uint64_t extents[CLR_RANK_MOST]; /* --extents */
    int64_t steps[CLR_RANK_MOST];    /* from an index to the next: 1, or -2 of -512/2 */
    size_t rank;                     /* 0 if not given */
    size_t segments; /* --segments and --spread: 1 more than the row in made_numbers.c, or 0 */
    size_t spread;
} made_options;

/* Values of one size for bench to try; the first of them is the plan's. */
typedef struct sweep_list {
    uint64_t at[OPTIONS_SIZES_MOST];
    size_t count; /* 0 if not given */
} sweep_list;

enum { SWEEP_GROUP, SWEEP_VECTOR, SWEEP_LOADS, SWEEP_COUNT };

typedef struct options {
    const char *word; /* the first operand: a verb or operators, "custom" with --operator; NULL if
                         there is none */
    const char *const *operands; /* the words after it */
    size_t operand_count;
    uint64_t given[OPTIONS_ROWS_MOST / 64]; /* bit n % 64 of word n / 64: row n was there */

    input_options input;
    const char *device;    /* -d, else CLREDUCE_DEVICE; NULL leaves it to the library */
    clr_plan_options plan; /* -s, the sizes and the like */
    clr_accuracy accuracy;
    clr_type result; /* -r; CLR_TYPE_DEFAULT if not given */
    clr_nan nan;
    clr_overflow overflow;
    bool has_overflow;
    uint64_t ddof;
    bool has_ddof;
    const char *map;           /* NULL if not given */
    const char *where;         /* the condition, likewise */
    const char *mask;          /* the file of a mask, likewise */
    const char *index;         /* the file of indices, likewise */
    const char *operator_file; /* --operator, NULL if not given */
    bool commutative;
    shape_options shape;
    made_options made;
    uint64_t repeat;                    /* 0 if not given */
    uint64_t chunk_size;                /* bytes a piece; 0 leaves it to the library */
    strategy_list strategies;           /* --strategies; empty if not given */
    uint64_t sizes[OPTIONS_SIZES_MOST]; /* --sizes: counts of elements */
    size_t size_count;
    bool plain;                     /* --plain: a strategy's own lines */
    sweep_list sweeps[SWEEP_COUNT]; /* --group, --vector, --loads */
    bool levels;
    bool unfused;
    data_list data;     /* --data; empty if not given */
    bool force;         /* --force: whatever is there is replaced */
    const char *save;   /* the file for an accumulator, NULL for none */
    const char *output; /* the file for results, NULL for standard output as text */
    const char *plot;   /* the file of a picture, NULL for none */
    explain_options explain;
    tune_options tune;
    bool json;
    bool csv;
    bool markdown;
    bool check;
    bool no_self_test;
    bool verbose;
    bool quiet;
    bool help;
    bool version;
} options;

/* One option, as the help text shows it, and how its argument is stored. */
typedef struct option_row {
    const char *name;     /* the long form */
    char letter;          /* the short form, 0 if there is none */
    const char *argument; /* what its argument is called, NULL if it has none */
    unsigned verbs;       /* the verbs it is for, see verbs.h */
    const char *help;

    /* Returns false after a sentence on standard error. */
    bool (*store)(const struct option_row *row, options *o, const char *text);
    size_t member;     /* the offset in options of the member that is set */
    size_t has;        /* of the bool that says that the option was given; 0: none does */
    int first;         /* the enum's value for the first word; an index of the row's own */
    uint64_t most;     /* a number's limit, 0 without one, */
    const char *takes; /* and the limit in words */
} option_row;

/* The rows in the order of the help text; NULL past the last. Their table is options_rows.c. */
const option_row *options_at(size_t index);

/*
 * Reads the command line. Returns 0, or the exit code after one sentence on standard error. What
 * is stored points into argv, whose words are put into another order.
 */
int options_parse(options *o, int argc, char **argv);

/* Refuses options that the verb has no use for. Returns 0 or the exit code, likewise. */
int options_check(const options *o, const char *verb_name, unsigned verb_bit);

/* How files beside the numbers are read, such as of "labels": whatever options say of the numbers,
 * but for what separates fields. */
input_options options_input_beside(const options *o, const char *called);

/* Refuses a strategy that is wrong by design. Returns the exit code, likewise. */
int options_refuse_unsound(const char *strategy);

#endif
