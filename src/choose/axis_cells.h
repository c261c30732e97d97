/* SPDX-License-Identifier: Apache-2.0 */
/*
 * axis_cells - labels along axes without a sort: an accumulator for each label and each index along
 * the kept axes, as shape labels has for each label (choose/labels.h). Whether a plan has it beside
 * the sort, and which of its runs go by it. Pure.
 */
#ifndef CLREDUCE_CHOOSE_AXIS_CELLS_H
#define CLREDUCE_CHOOSE_AXIS_CELLS_H

#include "choose/choice.h"
#include "problem/request.h"

/*
 * Whether atomics fold what is asked for, of the request as stages in front have left it. Then
 * `*cells` is the request of the cells, which borrows from the first one and sums exactly at any
 * level, and `*sized` has the options of a plan of it.
 */
bool clri_axis_cells_choose(const clr_device *device, const clri_request *request,
                            const clr_plan_options *options, clri_request *cells,
                            clr_plan_options *sized);

/* How elements lie if the run goes by cells: if they lie one behind the other, and results are so
 * few that cells are faster than the sort; else all of it is 0. A group has `local` bytes of local
 * memory. */
clri_labelled_rows clri_axis_cells_take(const clri_choice *cells, uint64_t local,
                                        const clri_shape_job *shape);

#endif
