/* SPDX-License-Identifier: Apache-2.0 */
/* quirk - reads quirk.def: facts about drivers and devices that they cannot be asked, or answer
 * wrongly, each with its evidence. Corrections change clr_device once, when it is asked; habits are
 * looked up where they matter. So workarounds are rows of one table. */
#ifndef CLREDUCE_DEVICE_QUIRK_H
#define CLREDUCE_DEVICE_QUIRK_H

#include <clreduce/clreduce.h>

typedef enum clri_habit {
#define CLRI_HABIT_ID(habit) CLRI_HABIT_##habit,
#include "device/quirk.def"
} clri_habit;

/* Corrects the device's answers, and names the corrections in its `quirks`. */
void clri_quirk_correct(clr_device *facts);

/* The value of a habit; 0 or NULL if the device is not known to have it. */
uint64_t clri_quirk_number(const clr_device *facts, clri_habit habit);
const char *clri_quirk_text(const clr_device *facts, clri_habit habit);

#endif
