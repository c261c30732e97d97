/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_sizes - the measures that tune searches, the values that it tries of each, and sets of them
 * as rows of a tuning file (docs/tuning.md). Knows nothing of time.
 */
#ifndef CLREDUCE_TOOLS_TUNE_SIZES_H
#define CLREDUCE_TOOLS_TUNE_SIZES_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdio.h>

enum { TUNE_MEASURES = 6, TUNE_VALUES = 8 };

/* A value of each measure; 0: as the library has it. */
typedef struct tune_sizes {
    uint32_t at[TUNE_MEASURES];
} tune_sizes;

/* Which plans rows are about. */
typedef struct tune_scope {
    char work[16];  /* clr_plan_info.work */
    uint64_t width; /* bytes of an element */
} tune_scope;

/* The texts of a row behind its value. No text has quotes in it. */
#define TUNE_EVIDENCE_SIZE 96
typedef struct tune_evidence {
    char figure[TUNE_EVIDENCE_SIZE];
    char gain[TUNE_EVIDENCE_SIZE];
    char date[16]; /* 2026-01-31 */
} tune_evidence;

/* A row as a file has it. Texts may have been cut. */
typedef struct tune_row {
    char measure[32];
    char work[16];
    uint64_t from, to, value;
    char device[256];
    char driver[128];
} tune_row;

/* False: the line is no row. */
bool tune_row_read(const char *line, tune_row *row);

/* Whether a row is of that device by its driver. */
bool tune_row_is_of(const tune_row *row, const clr_device *device);

/* The measure that a row is about if tune searches it for that scope; else TUNE_MEASURES. */
size_t tune_row_measure(const tune_row *row, const tune_scope *scope);

const char *tune_measure_name(size_t measure);

/* Value number `index` to be tried of a measure; 0 past the last. */
uint32_t tune_value_at(size_t measure, size_t index, const clr_device *device);

bool tune_sizes_same(const tune_sizes *a, const tune_sizes *b);
bool tune_sizes_are_any(const tune_sizes *sizes);

/* "LOADS 8, LANES 4", or "" of none, cut to `size` bytes. */
void tune_sizes_text(const tune_sizes *sizes, char *text, size_t size);

/* Writes a row for each value that there is. */
void tune_sizes_write(const tune_sizes *sizes, const tune_scope *scope, const clr_device *device,
                      const tune_evidence *evidence, FILE *to);

#endif
