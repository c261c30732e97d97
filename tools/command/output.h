/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output - a result as text: the shortest decimal that reads back to the same bits, and the form
 * that shows the bits. Knows the types, nothing of files or devices.
 */
#ifndef CLREDUCE_TOOLS_OUTPUT_H
#define CLREDUCE_TOOLS_OUTPUT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

#define OUTPUT_TEXT_SIZE 48

/*
 * The shortest decimal text that reads back to the same value of that type; among texts of that
 * length the nearest. Laid out plainly from 1e-4 to below 1e16, with an exponent beyond. "nan",
 * "inf", "-inf" and "-0" are what they say.
 */
void output_text(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE]);

/* C's %a for floating-point numbers; the bits as 0x... for integers. */
void output_hex(clr_type type, const void *value, char text[OUTPUT_TEXT_SIZE]);

/* Whether all that was printed has left: false says that the disk is full, say, in errno. */
bool output_flush(void);

/*
 * Says that `what`, such as "the result", could not be written, unless it was; errno says why, and
 * is to be 0 before printing begins. Returns 0 or the exit code.
 */
int output_end(bool is_written, const char *what);

#endif
