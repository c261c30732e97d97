/* SPDX-License-Identifier: Apache-2.0 */
/* page_part - style and script of pictures, embedded (cmake/reader writes page_part.c). */
#ifndef CLREDUCE_TOOLS_PAGE_PART_H
#define CLREDUCE_TOOLS_PAGE_PART_H

#include <stddef.h>

typedef struct page_part {
    const char *path; /* below tools/, such as "page.js" */
    const char *text;
} page_part;

extern const page_part page_parts[];
extern const size_t page_part_count;

#endif
