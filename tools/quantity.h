/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quantity - whole numbers as people write them: 1000, 64K, 16M, 2G (times 1024), 1e6.
 */
#ifndef CLREDUCE_TOOLS_QUANTITY_H
#define CLREDUCE_TOOLS_QUANTITY_H

#include <stdbool.h>
#include <stdint.h>

/* Returns whether `text` is such a number and fits. */
bool quantity_parse(const char *text, uint64_t *number);

/* A size in bytes for people, such as "1.5 GiB". */
#define QUANTITY_TEXT_SIZE 32
void quantity_bytes(uint64_t bytes, char text[QUANTITY_TEXT_SIZE]);

/* A time for people, such as "1.25 ms". */
void quantity_time(double seconds, char text[QUANTITY_TEXT_SIZE]);

#endif
