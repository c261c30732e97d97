/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/kept/axis_cells.h"
#include "base/count.h"
#include "choose/accuracy.h"
#include "shape/cells/label_grid.h"
#include "shape/cells/labels.h"

enum {
    LABELS = 1 << 16,         /* labels, if the caller gives no number, as of shape labels */
    LABEL_ELEMENTS = 1 << 20, /* labelled elements, for the same reason */
    CELLS_A_LABEL = 16,       /* most cells that a plan has memory for, for each label, ... */
    ENTRIES_A_CELL = 4,       /* ... and labelled elements for each cell; shape/cells/labels.c has
                                 another limit */
    EXTENT_MOST = 1 << 30,    /* cl/label/of_row.cl divides numbers below twice this extent */
};

/* Whether atomics on cells give the results asked for. They do not where elements are left out,
 * which make a sum of nothing but -0 a +0; where expressions use elements' numbers; and in the
 * published order. */
static bool takes_all(const clri_request *request)
{
    bool takes = request->domain.mask == CLR_MASK_NONE && !request->is_numbered;

    for (size_t i = 0; i < request->count; i++)
        takes &= !request->wheres[i].text && !request->reductions[i].nan &&
                 request->reductions[i].accuracy != CLR_ACCURACY_REPRODUCIBLE;
    return takes;
}

bool clri_axis_cells_choose(const clr_device *device, const clri_request *request,
                            const clr_plan_options *options, clri_request *cells,
                            clr_plan_options *sized)
{
    const uint64_t labels = options->labels ? options->labels : LABELS;
    const uint64_t entries = options->label_elements ? options->label_elements : LABEL_ELEMENTS;

    if (!takes_all(request))
        return false;
    *cells = *request;
    cells->domain = (clri_domain){.shape = request->domain.shape, .carrier = &clri_carrier_cells};
    *sized = (clr_plan_options){
        .size = sizeof *sized,
        .labels = clri_smaller(CELLS_A_LABEL * labels, entries / ENTRIES_A_CELL + 1)};
    clri_accuracy_settle(device, sized, cells);
    return clri_labels_are_folded(device, cells);
}

/* Whether elements are contiguous, as outer x rows x inner. Kept axes, but for the labels' axis,
 * which is the last, are the inner one, if the fastest has step 1, and at most one outer axis. */
static bool lie_densely(const clri_rows *rows, clri_labelled_rows *labelled)
{
    const unsigned kept = rows->kept_rank - 1;
    const unsigned inner = kept > 0 && rows->kept[0].steps[0] == 1;
    const clri_axis *outer = &rows->kept[inner];

    if (kept - inner > 1 || rows->reduced_rank > 1)
        return false;
    *labelled = (clri_labelled_rows){.outer = kept > inner ? outer->extent : 1,
                                     .rows = rows->length,
                                     .inner = inner ? rows->kept[0].extent : 1};
    return (rows->reduced_rank == 0 || (uint64_t)rows->reduced[0].steps[0] == labelled->inner) &&
           (kept == inner || (uint64_t)outer->steps[0] == labelled->rows * labelled->inner);
}

static bool are_within(const clri_labelled_rows *labelled)
{
    return labelled->inner <= EXTENT_MOST && labelled->rows <= EXTENT_MOST / labelled->outer &&
           labelled->outer * labelled->rows <= CLRI_CELL_ELEMENTS_OF_RUN / labelled->inner;
}

/* The most results of a label for which cells are faster than the sort: more where groups have
 * cells of their own. On a CPU, atomics on cells that all cores share always take longer than the
 * sort. */
static uint64_t columns_most(const clri_choice *cells, uint64_t local, uint64_t results,
                             uint64_t elements)
{
    clri_labels_grid grid;

    if (clri_labels_are_near(cells, local, results, elements, elements, &grid))
        return cells->labels.columns;
    return cells->sizes.contiguous ? 0 : cells->labels.columns / 2;
}

clri_labelled_rows clri_axis_cells_take(const clri_choice *cells, uint64_t local,
                                        const clri_shape_job *shape)
{
    const uint64_t elements = shape->rows.length * shape->kept;
    clri_labelled_rows labelled;

    if (elements > 0 && shape->count > 0 && shape->count <= cells->labels.most &&
        shape->kept <= columns_most(cells, local, shape->count, elements) &&
        lie_densely(&shape->rows, &labelled) && are_within(&labelled))
        return labelled;
    return (clri_labelled_rows){0};
}
