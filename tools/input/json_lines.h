/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_lines - JSON lines as CSV with a header, so that whatever reads columns reads members:
 * "a.b" is member b of the object that is member a. Numbers keep their digits, strings are quoted,
 * null and members that are not there are empty fields; arrays are none. jansson checks each line.
 *
 * The columns are the members that objects in the first JSON_LINES_FIRST bytes have. Line n of JSON
 * is n + JSON_LINES_HEAD of the CSV.
 */
#ifndef CLREDUCE_TOOLS_JSON_LINES_H
#define CLREDUCE_TOOLS_JSON_LINES_H

#include <stdbool.h>
#include <stddef.h>

#define JSON_LINES_FIRST   ((size_t)1 << 20)
#define JSON_LINES_COMMENT '#' /* begins what stands for a blank line */
#define JSON_LINES_HEAD    2   /* a line that tells the delimiter, and the header */

typedef struct json_lines json_lines;

/* NULL: memory ran out. */
json_lines *json_lines_open(void);
void json_lines_close(json_lines *j); /* does nothing with NULL */

/* Whether text that begins so is JSON lines, as no other text with numbers is; or an array of
 * objects, which is not read. */
bool json_lines_claims(const char *bytes, size_t size);
bool json_lines_is_array(const char *bytes, size_t size);

/* Makes up to `size` bytes of CSV; 0: json_lines_room() is to be filled, unless the end or a
 * failure has come. */
size_t json_lines_read(json_lines *j, char *room, size_t size);
bool json_lines_is_through(const json_lines *j);

/* Where the next bytes of JSON belong, and how many; NULL after a failure. Then how many have been
 * put there, 0 at the end. */
char *json_lines_room(json_lines *j, size_t *size);
void json_lines_add(json_lines *j, size_t size);

/* What is wrong, in words to follow the file's name; NULL: nothing is. */
const char *json_lines_fault(const json_lines *j);

#endif
