/* SPDX-License-Identifier: Apache-2.0 */
/*
 * document - JSON output by jansson, with additions: unsigned 64-bit numbers, the shortest text of
 * a double, and file names that are not UTF-8.
 */
#ifndef CLREDUCE_TOOLS_DOCUMENT_H
#define CLREDUCE_TOOLS_DOCUMENT_H

#include <clreduce/clreduce.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* A text; bytes that are not UTF-8 become the replacement character. */
json_t *document_text(const char *text);

/* A number; NaN and infinities become the strings "nan", "inf" and "-inf". */
json_t *document_count(uint64_t number);
json_t *document_real(double number);

/* A number's text as it will be printed; NULL if it is not a finite number. */
const char *document_digits(const json_t *number);

/* A value: an integer, or the shortest text that reads back to the same double. */
json_t *document_value(clr_type type, const void *value);

/* The same of a result, rounded as --digits says. */
json_t *document_result(clr_type type, const void *value);

/* A number that is text already, as output_text() writes it. */
json_t *document_number(const char *text);

/* A device's platform, name and driver. */
json_t *document_device(const clr_device *device);

/* Prints the document to standard output and frees it. False after a failure. */
bool document_print(json_t *document);

/* The same on one line, and without flushing. */
bool document_print_line(json_t *document);

#endif
