/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ranked - plans that select on the device: quantiles, of the carriers one, rows, spans and kept.
 * The carriers have a row for requests that select (carrier.ranked), which has its namesake's text
 * for finding elements, and everything else from here: a choice of its own, kernels of
 * cl/select_*.cl, and runs without strategies, states or partials. What stages in front do, masks,
 * lists of indices, maps and conditions are those of other plans.
 *
 * Short results are a team's, whose items have the keys in registers (cl/select_teams.cl); others a
 * group's, which narrows the keys digit by digit (cl/select_rows.cl); few long ones are several
 * groups', over several launches (cl/select_parts.cl). Whatever the data, a result's elements are
 * read a few times, and no item waits for another group: docs/history/2026-12-01-selection.md has
 * the figures.
 */
#ifndef CLREDUCE_SHAPE_RANKED_H
#define CLREDUCE_SHAPE_RANKED_H

#include "choose/limits.h"
#include "shape/run_job.h"

/* What rows of carriers for requests that select have in common. */
#define CLRI_BY_RANKS                                                                              \
    .is_many = true, .choose = clri_ranks_choose, .launches = clri_ranks_launches,                 \
    .compose = clri_source_ranks, .make = clri_ranks_make, .allocate = clri_ranks_allocate,        \
    .try = clri_try_ranks, .launch = clri_launch_ranks

/* CLR_ERROR_UNSUPPORTED for what no kernel selects. */
clr_status clri_ranks_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_limits *limits,
                             clri_choice *choice, clri_error *error);
uint64_t clri_ranks_launches(const clri_choice *choice, uint64_t count);

/* Whether a run can have several results, so that their lengths may suit teams. */
bool clri_ranks_has_many(const clri_choice *choice);

/* Launches of a quantile of results that several groups share. */
unsigned clri_ranks_parts_launches(const clri_choice_ranks *ranks);

/* The kernels' text. */
void clri_source_ranks(struct clri_source *source, const clri_choice *choice);

/* The stage's kernels and memory. */
enum { CLRI_RANKS_KERNELS = 12 };
extern const clri_stage_table clri_ranks_table;
uint32_t clri_ranks_kernels(const clri_choice_ranks *ranks); /* those that a plan has, by bits */
clr_status clri_ranks_make(clr_plan *plan, clri_error *error);
clr_status clri_ranks_allocate(clr_plan *plan, clri_error *error);

/* Each kernel once, over no results; and a run. */
clr_status clri_try_ranks(clri_launch *launch);
clr_status clri_launch_ranks(clri_launch *launch);

#endif
