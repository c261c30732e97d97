/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shape_axis_labels - an array of several axes, with a label for each index along some of them,
 * read as rows: a label has a result for each index along the other axes, the kept ones, and labels
 * are one more kept axis, along which inputs have stride 0. A sort of the labels stands in front.
 */
#include "base/sized.h"
#include "problem/shape/carried.h"

#include <inttypes.h>

/* Whether inputs and mask have the same strides: they share a list of offsets. */
static bool lie_alike(const clri_axis *axes, unsigned rank, const clri_shape_asked *asked)
{
    bool are_alike = true;

    for (unsigned k = 0; k < rank; k++) {
        for (unsigned i = 1; i < asked->inputs; i++)
            are_alike &= axes[k].steps[i] == axes[k].steps[0];
        are_alike &= !asked->mask || axes[k].mask_step == axes[k].steps[0];
    }
    return are_alike;
}

/* The range of offsets of indices along the labelled axes. */
static clri_reach labelled_reach(const clri_rows *rows)
{
    clri_rows labelled = *rows;

    labelled.kept_rank = 0;
    return clri_rows_reach(&labelled, 0);
}

static clr_status check_layout(const clri_shape_asked *asked, const clri_rows *rows,
                               clri_error *error)
{
    const clri_reach reach = labelled_reach(rows);

    if (rows->count == 0 || rows->length == 0)
        return CLR_OK;
    if (!lie_alike(rows->kept, rows->kept_rank, asked) ||
        !lie_alike(rows->reduced, rows->reduced_rank, asked))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the strides of inputs, or of a mask, differ: of labels along axes all "
                         "lie alike");
    if (reach.below + reach.above > UINT32_MAX)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the labelled axes reach over %" PRIu64
                         " elements, and a list of their indices has room for 2^32 - 1",
                         reach.below + reach.above);
    return CLR_OK;
}

static clr_status check_axes(const clr_axes *asked, clri_error *error)
{
    clr_axes axes;

    if (CLRI_SIZED_READ(clr_axes, &axes, asked, error) != CLR_OK)
        return error->status;
    if (axes.result_strides)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_axes.result_strides are given, and results of labels along axes are "
                         "row-major, label by label");
    if (axes.reduced == 0)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.reduced is 0: labels lie along one axis at least");
    return CLR_OK;
}

/* Adds the labels as the slowest kept axis. */
static void add_label_axis(uint64_t labels, clri_rows *rows)
{
    rows->kept[rows->kept_rank++] =
        (clri_axis){.extent = labels, .result_step = (int64_t)rows->count};
    rows->count *= labels;
}

clr_status clri_read_axis_labels(const clri_shape_asked *asked, clri_shape_job *job,
                                 clri_error *error)
{
    clri_shape_asked labelled = *asked;
    clri_shape_job array;
    uint64_t count;

    CLRI_OR_RETURN(clri_read_axes(asked, &array, error));
    CLRI_OR_RETURN(check_axes(asked->run->axes, error));
    CLRI_OR_RETURN(check_layout(asked, &array.rows, error));
    labelled.count = array.rows.length;
    CLRI_OR_RETURN(clri_read_labels(&labelled, job, error));
    if (__builtin_mul_overflow(array.rows.count, job->labels.count, &count) || count > INT64_MAX)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "%" PRIu64 " labels with %" PRIu64 " results each are too many",
                         job->labels.count, array.rows.count);
    job->kept = array.rows.count;
    job->below = labelled_reach(&array.rows).below;
    job->rows = array.rows;
    add_label_axis(job->labels.count, &job->rows);
    job->count = count;
    return CLR_OK;
}
