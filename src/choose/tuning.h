/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuning - which sizes suit a device and the work of a plan: by the rows of a tuning file, else by
 * those of tuning.def. Pure.
 */
#ifndef CLREDUCE_CHOOSE_TUNING_H
#define CLREDUCE_CHOOSE_TUNING_H

#include "device/tuned.h"

typedef enum clri_tuning_class {
#define CLRI_TUNING_CLASS(class, when) CLRI_TUNING_##class,
#include "choose/tuning.def"
} clri_tuning_class;

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

/* The row of tuning.def of a measure for that work, a mask of clri_work, on elements of so many
 * bytes; NULL if devices of its kind have none, and no use for it. */
const clri_tuning_row *clri_tuning_find(const clr_device *facts, clri_tuning_measure measure,
                                        unsigned work, size_t element_size);

/* The value that holds: that of `own` rows, which may be NULL, if one is about such work. */
uint32_t clri_tuning(const clr_device *facts, const clri_tuned *own, clri_tuning_measure measure,
                     unsigned work, size_t element_size);

/* The rows, in order; NULL past the last. */
const clri_tuning_row *clri_tuning_row_at(size_t index);

#endif
