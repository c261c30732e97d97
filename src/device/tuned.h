/* SPDX-License-Identifier: Apache-2.0 */
/* tuned - one device's rows of a tuning file, which `clreduce tune` writes (docs/tuning.md): sizes
 * that go before those of choose/tuning.def. Here is the reader of the text, with its complaints,
 * and the look-up; tuning_file finds and opens the file. Pure. */
#ifndef CLREDUCE_DEVICE_TUNED_H
#define CLREDUCE_DEVICE_TUNED_H

#include "base/text.h"
#include <clreduce/clreduce.h>

typedef enum clri_tuning_measure {
#define CLRI_TUNING_MEASURE(measure, ...) CLRI_MEASURE_##measure,
#include "device/measure.def"
    CLRI_MEASURE_COUNT
} clri_tuning_measure;

enum {
#define CLRI_TUNING_WORK(work) CLRI_WORK_AT_##work,
#include "device/measure.def"
};

/* Properties of a plan's work, as bits of a mask. */
typedef enum clri_work {
    CLRI_WORK_ANY = 0,
#define CLRI_TUNING_WORK(work) CLRI_WORK_##work = 1 << CLRI_WORK_AT_##work,
#include "device/measure.def"
} clri_work;

typedef struct clri_tuned_row {
    clri_tuning_measure measure;
    clri_work work;    /* a class, or ANY */
    uint32_t from, to; /* bytes of an element */
    uint32_t value;
} clri_tuned_row;

typedef struct clri_tuned {
    clri_tuned_row *rows; /* owned */
    size_t count;
} clri_tuned;

/*
 * Reads `size` bytes of a file's text and keeps the rows for this device and driver, in order. If a
 * line, for whatever device, is no row, or memory runs out, returns false and keeps nothing:
 * `complaint` names the line and the fault.
 */
bool clri_tuned_read(const char *text, size_t size, const clr_device *device, clri_tuned *tuned,
                     clri_text *complaint);
void clri_tuned_free(clri_tuned *tuned);

/* The first row for the measure and class of work; NULL if there is none. `tuned` may be NULL. */
const clri_tuned_row *clri_tuned_find(const clri_tuned *tuned, clri_tuning_measure measure,
                                      clri_work work_class, size_t element_size);

/* The class of a mask of properties. */
clri_work clri_work_class(unsigned work);

const char *clri_work_name(clri_work work_class);
const char *clri_measure_name(clri_tuning_measure measure);

#endif
