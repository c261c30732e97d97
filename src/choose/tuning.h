/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuning - sizes and thresholds for a device and a plan's work: from the rows of a tuning file,
 * which `clreduce tune` measures, else from tuning.def, whose rows each name the figure that they
 * rest on. One place for all numbers that were found best by measuring, so that another device
 * needs rows and no code. Pure.
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
    const char *device; /* the evidence: where the value was found best, ... */
    const char *driver; /* ... or "predicted: by ...", if nobody has measured there, ... */
    const char *figure; /* ... what was measured, ... */
    const char *gain;   /* ... and what an alternative gave; or "" */
} clri_tuning_row;

/* The device's class: the first in tuning.def whose condition holds. */
clri_tuning_class clri_tuning_class_of(const clr_device *facts);

/* The row of tuning.def of a measure, for the work (a mask of clri_work) and elements of
 * `element_size` bytes; NULL: devices of the class do not use the measure. */
const clri_tuning_row *clri_tuning_find(const clr_device *facts, clri_tuning_measure measure,
                                        unsigned work, size_t element_size);

/* The value of the measure, in the unit of src/device/measure.def: of a tuning file's rows `own`
 * (NULL: no file) if one is for such work, else of tuning.def. 0 if tuning.def has no row: then
 * devices of the class do not use the measure, whatever `own` has. */
uint32_t clri_tuning(const clr_device *facts, const clri_tuned *own, clri_tuning_measure measure,
                     unsigned work, size_t element_size);

/* Row number `index` of tuning.def; NULL past the last. */
const clri_tuning_row *clri_tuning_row_at(size_t index);

#endif
