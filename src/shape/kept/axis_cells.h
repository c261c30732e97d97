/* SPDX-License-Identifier: Apache-2.0 */
/*
 * axis_cells - labels along axes without a sort: a cell for each label and each index along the
 * kept axes, as shape labels has for each label (shape/cells/labels.h).
 *
 * For short vectors sorting the labels takes most of the time: of 2^26 f32 in vectors of 4 an H200
 * takes 325 us by cells and 1009 by the sort (docs/history/2026-11-26-labels-along-axes.md, "Short
 * vectors without a sort"). So a plan may have a plan of cells beside the sort; here stands when it
 * has, and which runs go by cells. Pure.
 */
#ifndef CLREDUCE_SHAPE_AXIS_CELLS_H
#define CLREDUCE_SHAPE_AXIS_CELLS_H

#include "choose/choice.h"
#include "problem/request.h"

/*
 * Whether atomics can fold all of the request, as stages in front have left it. Then `*cells` is
 * the request of the plan of cells, which borrows from `*request` and sums exactly at any level;
 * `*sized` has the options of the plan.
 */
bool clri_axis_cells_choose(const clr_device *device, const clri_request *request,
                            const clr_plan_options *options, clri_request *cells,
                            clr_plan_options *sized);

/* How elements lie if the run goes by cells: elements are contiguous, and results are so few that
 * cells are faster than the sort; else all members are 0. A group has `local` bytes of local
 * memory. */
clri_labelled_rows clri_axis_cells_take(const clri_choice *cells, uint64_t local,
                                        const clri_shape_job *shape);

#endif
