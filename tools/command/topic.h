/* SPDX-License-Identifier: Apache-2.0 */
/*
 * topic - documents for `clreduce help TOPIC`, embedded (cmake/reader writes topic.c;
 * tools/CMakeLists.txt lists them).
 */
#ifndef CLREDUCE_TOOLS_TOPIC_H
#define CLREDUCE_TOOLS_TOPIC_H

#include <stddef.h>

typedef struct topic {
    const char *path; /* below docs/: the topic's name and ".md" */
    const char *text; /* Markdown */
} topic;

extern const topic topics[];
extern const size_t topic_count;

#endif
