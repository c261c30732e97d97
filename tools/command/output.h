/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output - a result as text: the shortest decimal that reads back to the same bits, and a form that
 * shows the bits; the forms of output. Knows the types, nothing of files or devices.
 */
#ifndef CLREDUCE_TOOLS_OUTPUT_H
#define CLREDUCE_TOOLS_OUTPUT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

#define OUTPUT_TEXT_SIZE 48

/* The forms of what is printed, in the order of --format's words. */
typedef enum output_form {
    OUTPUT_PLAIN, /* each verb's own, for people and shells */
    OUTPUT_TABLE,
    OUTPUT_CSV,
    OUTPUT_TSV,
    OUTPUT_JSONL,
    OUTPUT_JSON,
    OUTPUT_NPY,
    OUTPUT_MARKDOWN /* of bench alone */
} output_form;

/*
 * The shortest decimal that reads back to the same value of the type, the nearest of this length.
 * Without exponent from 1e-4 to below 1e16. Special values are "nan", "inf", "-inf" and "-0".
 */
void output_text(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE]);

/* Rounds results from here on to `digits` significant digits, as --digits says; 0: to none. */
void output_round(unsigned digits);

/* The same of a result: a real number has the digits of output_round() at most. Zeros at the end
 * are left out. */
void output_result(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE]);

/* C's %a for floating-point numbers; the bits as 0x... for integers. */
void output_hex(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE]);

/* Flushes standard output. False with errno set after a failure, such as a full disk. */
bool output_flush(void);

/* Before results are printed: has errno be the reason if that fails, and, unless they go to a
 * terminal, says that they are written. */
void output_begin(void);

/* Reports that `what`, such as "the result", could not be written, if `is_written` is false, for
 * the reason that errno has, which is 0 before printing. Returns 0 or the exit code. */
int output_end(bool is_written, const char *what);

#endif
