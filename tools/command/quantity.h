/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quantity - whole numbers as people write them: 1000, 64K, 16M, 2G (times 1024), 1e6.
 */
#ifndef CLREDUCE_TOOLS_QUANTITY_H
#define CLREDUCE_TOOLS_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parses such a number; false if the text is malformed or does not fit. */
bool quantity_parse(const char *text, uint64_t *number);

/*
 * Parses such numbers separated by commas, each above 0. Returns how many; 0: malformed, or more
 * than `most`.
 */
size_t quantity_parse_list(const char *text, uint64_t numbers[], size_t most);

/* A size in bytes for people, such as "1.5 GiB". */
#define QUANTITY_TEXT_SIZE 32
void quantity_bytes(uint64_t bytes, char text[QUANTITY_TEXT_SIZE]);

/* A whole number for people, its digits in groups of three, such as "16,777,216". */
void quantity_count(uint64_t number, char text[QUANTITY_TEXT_SIZE]);

/* A time for people, such as "1.25 ms". */
void quantity_time(double seconds, char text[QUANTITY_TEXT_SIZE]);

#endif
