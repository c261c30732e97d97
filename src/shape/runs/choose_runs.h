/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose_runs - whether runs of equal keys are folded as they are found, by one kernel that reads
 * keys and elements once (cl/reduce_runs.cl), and that kernel's sizes. Finding runs first and
 * folding them as spans reads the keys twice more: 0.5 to 0.8 of the speed on an H200
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Runs of equal keys"). Pure.
 */
#ifndef CLREDUCE_SHAPE_CHOOSE_RUNS_H
#define CLREDUCE_SHAPE_CHOOSE_RUNS_H

#include "choose/choice.h"
#include "shape/runs/key_runs.h"

/*
 * Chooses for shape runs with results by teams: on GPUs, if states may be joined in any grouping,
 * and expressions use no element numbers. Else `items` is unchanged.
 */
void clri_runs_choose(const clr_device *device, const clri_key_runs *runs, clri_choice *items);

/* Sets in `runs` what the marking kernel needs for these choices. */
void clri_runs_settle(const clr_device *device, const clri_choice *items, clri_key_runs *runs);

/* Of results that are folded again by groups: the length above which a run is a giant, for several
 * groups. Of `count` elements fewer than CLRI_GIANTS_MOST runs are longer. */
uint64_t clri_runs_giant(const clri_choice *items, const clri_choice *groups, uint64_t count);

#endif
