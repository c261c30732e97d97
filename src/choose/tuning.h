/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuning - the reader of tuning.def: which sizes suit a device and the work of a plan. Pure.
 */
#ifndef CLREDUCE_CHOOSE_TUNING_H
#define CLREDUCE_CHOOSE_TUNING_H

#include <clreduce/clreduce.h>

typedef enum clri_tuning_class {
#define CLRI_TUNING_CLASS(class, when) CLRI_TUNING_##class,
#include "choose/tuning.def"
} clri_tuning_class;

typedef enum clri_tuning_measure {
#define CLRI_TUNING_MEASURE(measure) CLRI_MEASURE_##measure,
#include "choose/tuning.def"
} clri_tuning_measure;

/* What a plan's work is like; bits of a mask. */
typedef enum clri_work {
    CLRI_WORK_ANY = 0,
    CLRI_WORK_ONE = 1 << 0,
    CLRI_WORK_ORDERED = 1 << 1,
    CLRI_WORK_CLASSIC = 1 << 2,
    CLRI_WORK_HEAVY = 1 << 3,
    CLRI_WORK_SHARED = 1 << 4,
    CLRI_WORK_WIDE = 1 << 5,
    CLRI_WORK_EXACT = 1 << 6,
    CLRI_WORK_SEVERAL = 1 << 7
} clri_work;

typedef struct clri_tuning_row {
    clri_tuning_class class;
    clri_tuning_measure measure;
    clri_work work;
    uint32_t from, to; /* bytes of an element */
    uint32_t value;
    const char *device; /* the evidence */
    const char *driver;
    const char *figure;
    const char *gain;
} clri_tuning_row;

/* The class that a device is of. */
clri_tuning_class clri_tuning_class_of(const clr_device *facts);

/* The row of a measure for that work, a mask of clri_work, on elements of so many bytes; NULL if
 * devices of its kind have none, and no use for it. */
const clri_tuning_row *clri_tuning_find(const clr_device *facts, clri_tuning_measure measure,
                                        unsigned work, size_t element_size);

/* Its value. */
uint32_t clri_tuning(const clr_device *facts, clri_tuning_measure measure, unsigned work,
                     size_t element_size);

/* The rows, in order; NULL past the last. */
const clri_tuning_row *clri_tuning_row_at(size_t index);

#endif
