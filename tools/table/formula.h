/* SPDX-License-Identifier: Apache-2.0 */
/*
 * formula - conditions and maps of a table by the names of its columns, such as
 * 'city == "Oslo" && qty > 10', decided row by row while the rows are read, so that no device has
 * to know texts. Numbers are f64, every operation rounded once; whole numbers compare in 64 bits,
 * and dates as moments. A comparison with a missing value is false, and arithmetic with one is
 * missing. Any thread may evaluate a formula that has been read.
 */
#ifndef CLREDUCE_TOOLS_FORMULA_H
#define CLREDUCE_TOOLS_FORMULA_H

#include "input_cell.h"

enum { FORMULA_NODES_MOST = 256, FORMULA_DEPTH_MOST = 64 };

/* Finds a column by a name of `size` bytes, or by a number if `is_number`; returns its place among
 * the fields of a row, or -1. */
typedef struct formula_names {
    int (*find)(void *user, const char *name, size_t size, bool is_number);
    void *user;
    bool (*is_date)(void *user, int column); /* whether a column has dates; NULL: none has */
} formula_names;

typedef struct formula_node {
    unsigned char what;
    short left, right; /* nodes; of a list's item the next item */
    short column;      /* place of its field, */
    bool is_date;      /* which is a date */
    csv_field text;    /* in formula.texts */
    input_cell number;
} formula_node;

typedef struct formula {
    const char *source; /* borrowed */
    formula_node nodes[FORMULA_NODES_MOST];
    size_t count;
    int root;
    char *texts;             /* texts without their quotes */
    input_cell_reader plain; /* numbers of the formula, whatever marks those of the input have */
} formula;

/* Reads a formula. False after the reason, which is a sentence without its end. */
bool formula_read(formula *f, const char *source, const formula_names *names, char reason[256]);
void formula_free(formula *f);

/* A row for formulas; where a field is no number, or no date, evaluating sets the column, the first
 * one alone. */
typedef struct formula_row {
    const input_cell_reader *cells;
    const csv_field *fields;
    int bad;          /* -1: none */
    bool is_bad_date; /* it is no date */
    input_cell_kind kind;
    int absent; /* the last column that was missing; -1: none */
} formula_row;

bool formula_is_true(const formula *f, formula_row *row);

/* The value: missing, or a number. */
input_cell formula_number(const formula *f, formula_row *row);

#endif
