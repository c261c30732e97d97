/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/tuning.h"
#include "base/text.h"
#include "device/fact.h"

/* ---- the conditions of classes, by which CLRI_TUNING_CLASS rows of tuning.def ask ---- */

static bool has(const char *text, const char *part)
{
    return clri_text_contains(text, part);
}

static bool is_intel_gpu(const clr_device *facts)
{
    return !clri_is_cpu(facts) && has(facts->vendor, "Intel(R)");
}

/* Whether the compiler offers sub-groups of the size. A compiler that does not tell counts as one
 * that does, so that its device is not taken for a PVC. */
static bool takes_sub_groups_of(const clr_device *facts, uint64_t size)
{
    for (size_t i = 0; i < sizeof facts->sub_group_sizes / sizeof *facts->sub_group_sizes; i++)
        if (facts->sub_group_sizes[i] == size || facts->sub_group_sizes[i] == CLR_UNKNOWN)
            return true;
    return false;
}

/* Returns in any case: the condition of the last row, GPU, is true. */
clri_tuning_class clri_tuning_class_of(const clr_device *facts)
{
#define CLRI_TUNING_CLASS(class, when)                                                             \
    if (when)                                                                                      \
        return CLRI_TUNING_##class;
#include "choose/tuning.def"
}

/* ---- rows ---- */

static const clri_tuning_row rows[] = {
#define CLRI_TUNING(class, measure, work, ...)                                                     \
    {CLRI_TUNING_##class, CLRI_MEASURE_##measure, CLRI_WORK_##work, __VA_ARGS__},
#include "choose/tuning.def"
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* Rows of classes CPU and GPU are for all devices of the kind, below their own class's rows. */
static bool holds(const clri_tuning_row *row, const clr_device *facts)
{
    switch (row->class) {
    case CLRI_TUNING_CPU:
        return clri_is_cpu(facts);
    case CLRI_TUNING_GPU:
        return !clri_is_cpu(facts);
    default:
        return row->class == clri_tuning_class_of(facts);
    }
}

static bool is_about(const clri_tuning_row *row, clri_tuning_measure measure, unsigned work,
                     size_t element_size)
{
    return row->measure == measure && (row->work == CLRI_WORK_ANY || (row->work & work)) &&
           row->from <= element_size && element_size <= row->to;
}

const clri_tuning_row *clri_tuning_find(const clr_device *facts, clri_tuning_measure measure,
                                        unsigned work, size_t element_size)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_about(&rows[i], measure, work, element_size) && holds(&rows[i], facts))
            return &rows[i];
    return NULL;
}

uint32_t clri_tuning(const clr_device *facts, const clri_tuned *own, clri_tuning_measure measure,
                     unsigned work, size_t element_size)
{
    const clri_tuned_row *tuned =
        clri_tuned_find(own, measure, clri_work_class(work), element_size);
    const clri_tuning_row *row = clri_tuning_find(facts, measure, work, element_size);

    /* without a row of tuning.def devices of the class do not use the measure, and a tuning file
     * cannot make them */
    if (row && tuned)
        return tuned->value;
    return row ? row->value : 0;
}

const clri_tuning_row *clri_tuning_row_at(size_t index)
{
    return index < ROW_COUNT ? &rows[index] : NULL;
}
