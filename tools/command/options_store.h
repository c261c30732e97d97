/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_store - functions that store an option's argument: for any row of options_rows.c, and for
 * single options whose arguments have a form of their own. Each returns false after a sentence on
 * standard error.
 */
#ifndef CLREDUCE_TOOLS_OPTIONS_STORE_H
#define CLREDUCE_TOOLS_OPTIONS_STORE_H

#include "options.h"

typedef bool option_store(const option_row *row, options *o, const char *text);

/* Sets a bool. */
option_store options_store_flag;

/* Stores the argument as it is. */
option_store options_store_word;

/* Reads a 64-bit whole number: any, or from 1 to the row's limit. */
option_store options_store_number, options_store_positive;

/* Finds the argument among the row's words "this|that"; stores a bool, true for the second word, or
 * an enum. */
option_store options_store_either, options_store_choice;

/* Sets the form of what is printed. */
option_store options_store_form;

/* Reads the name of a type. */
option_store options_store_type;

/* Reads a number, or for bench several, into sweep number row->first and the plan's size. */
option_store options_store_sweep;

/* For the options of these names alone. */
option_store options_store_axis, options_store_range, options_store_column, options_store_delimiter;
option_store options_store_beside;
option_store options_store_thousands, options_store_comment;
option_store options_store_let;
option_store options_store_accuracy, options_store_interpolation;
option_store options_store_strategy, options_store_strategies;
option_store options_store_data, options_store_unsound, options_store_sizes, options_store_lengths;
option_store options_store_extents, options_store_segments, options_store_spread;
option_store options_store_op, options_store_wave, options_store_shapes, options_store_quiet,
    options_store_verbose;

#endif
