/* SPDX-License-Identifier: Apache-2.0 */
/* shape_axes - reads an array of several axes, some of them reduced, as rows: strides in elements,
 * row-major unless the caller gives strides. Products of extents and strides are checked against
 * the range of addresses here, as kernels multiply without checks. strided_rows.c merges axes. */
#include "base/sized.h"
#include "problem/shape/carried.h"

#include <inttypes.h>

static clr_status check_axes(const clr_axes *axes, clri_error *error)
{
    if (axes->rank > CLR_RANK_MOST)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.rank is %u, and arrays have %d axes at most", axes->rank,
                         (int)CLR_RANK_MOST);
    if (axes->rank && !axes->extents)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.extents is NULL, and clr_axes.rank is %u", axes->rank);
    if (axes->reduced >> axes->rank)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_axes.reduced is 0x%x, which names an axis beyond the %u that there "
                         "are: axis k is bit 1 << k",
                         axes->reduced, axes->rank);
    return CLR_OK;
}

static bool is_reduced(const clr_axes *axes, unsigned axis)
{
    return axes->reduced >> axis & 1;
}

/* Multiplies the extents of the kept and of the reduced axes: the bytes of all elements must fit a
 * size_t. */
static clr_status count_elements(const clr_axes *axes, size_t element_size, clri_rows *rows,
                                 clri_error *error)
{
    uint64_t all = element_size;
    bool is_empty = false;

    for (unsigned k = 0; k < axes->rank; k++)
        is_empty |= axes->extents[k] == 0;
    rows->count = 1;
    rows->length = 1;
    for (unsigned k = 0; k < axes->rank; k++) {
        const uint64_t extent = axes->extents[k];
        uint64_t *product = is_reduced(axes, k) ? &rows->length : &rows->count;

        if (extent > INT64_MAX || (extent && *product > INT64_MAX / extent) ||
            (!is_empty && all > INT64_MAX / extent))
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "the array of rank %u has more elements than memory can be addressed: "
                             "extent %u is %" PRIu64,
                             axes->rank, k, extent);
        *product *= extent;
        all *= is_empty ? 1 : extent;
    }
    return CLR_OK;
}

/* The stride of the next slower axis; if some extent is 0, any stride will do. */
static int64_t next_row_major(int64_t step, uint64_t extent)
{
    return (int64_t)((uint64_t)step * extent);
}

/* Reads an input's strides, the caller's in bytes or row-major. */
static clr_status read_steps(const clr_axes *asked, unsigned input, size_t element_size,
                             clri_axis axes[CLR_RANK_MOST], clri_error *error)
{
    const int64_t *strides = asked->strides[input];
    int64_t row_major = 1;

    for (unsigned k = asked->rank; k-- > 0;) {
        axes[k].steps[input] = strides ? strides[k] / (int64_t)element_size : row_major;
        if (strides && strides[k] % (int64_t)element_size != 0)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "stride %u of input %c is %" PRId64
                             " bytes, which is no multiple of an element's %zu: copy the array",
                             k, "xyzw"[input], strides[k], element_size);
        row_major = next_row_major(row_major, axes[k].extent);
    }
    return CLR_OK;
}

static void read_mask_steps(const clr_axes *asked, const int64_t *strides,
                            clri_axis axes[CLR_RANK_MOST])
{
    int64_t row_major = 1;

    for (unsigned k = asked->rank; k-- > 0;) {
        axes[k].mask_step = strides ? strides[k] : row_major;
        row_major = next_row_major(row_major, axes[k].extent);
    }
}

static void read_result_steps(const clr_axes *asked, clri_axis axes[CLR_RANK_MOST])
{
    int64_t row_major = 1;

    for (unsigned k = asked->rank; k-- > 0;) {
        if (is_reduced(asked, k))
            continue;
        axes[k].result_step = asked->result_strides ? asked->result_strides[k] : row_major;
        row_major = next_row_major(row_major, axes[k].extent);
    }
}

clr_status clri_axes_read(const clr_axes *asked, unsigned inputs, size_t element_size,
                          const clr_mask *mask, clri_rows *rows, clri_error *error)
{
    clri_axis axes[CLR_RANK_MOST] = {{0}};
    clr_axes known;

    *rows = (clri_rows){0};
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_axes, &known, asked, error));
    CLRI_OR_RETURN(check_axes(&known, error));
    CLRI_OR_RETURN(count_elements(&known, element_size, rows, error));
    for (unsigned k = 0; k < known.rank; k++)
        axes[k].extent = known.extents[k];
    for (unsigned i = 0; i < inputs; i++)
        CLRI_OR_RETURN(read_steps(&known, i, element_size, axes, error));
    if (mask)
        read_mask_steps(&known, mask->strides, axes);
    read_result_steps(&known, axes);
    clri_rows_merge(axes, known.rank, known.reduced, inputs, rows);
    return clri_rows_check(rows, inputs, error);
}

/* An index list has its own strides, which serve all inputs. */
static clr_status share_strides(clr_axes *axes, clri_error *error)
{
    for (unsigned i = 1; i < CLR_INPUTS_MOST; i++) {
        if (axes->strides[i])
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "clr_axes.strides[%u] is given, and inputs share a list of indices: "
                             "its strides are strides[0]",
                             i);
        axes->strides[i] = axes->strides[0];
    }
    return CLR_OK;
}

clr_status clri_read_axes(const clri_shape_asked *asked, clri_shape_job *job, clri_error *error)
{
    clr_axes axes;

    *job = (clri_shape_job){0};
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_axes, &axes, asked->run->axes, error));
    if (asked->has_list)
        CLRI_OR_RETURN(share_strides(&axes, error));
    CLRI_OR_RETURN(
        clri_axes_read(&axes, asked->inputs, asked->walked_size, asked->mask, &job->rows, error));
    job->count = job->rows.count;
    job->longest = job->rows.length;
    return CLR_OK;
}
