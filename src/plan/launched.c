/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/launched.h"

#include <string.h>

/* ---- noting ---- */

void clri_launched_clear(clri_launched *launched)
{
    launched->count = 0;
}

/* Whether that is once more what the row has. */
static bool is_again(const clri_launched_row *row, cl_kernel kernel, size_t groups,
                     size_t group_size, size_t rows)
{
    return row->kernel == kernel && row->groups == groups && row->group_size == group_size &&
           row->rows == rows;
}

void clri_launched_note(clri_launched *launched, cl_kernel kernel, size_t groups, size_t group_size,
                        size_t rows)
{
    clri_launched_row *last = launched->count ? &launched->rows[launched->count - 1] : NULL;

    if (last && is_again(last, kernel, groups, group_size, rows))
        last->times++;
    else if (launched->count < CLRI_LAUNCHED_MOST)
        launched->rows[launched->count++] = (clri_launched_row){
            .kernel = kernel, .groups = groups, .rows = rows, .group_size = group_size, .times = 1};
}

/* ---- telling ---- */

enum shapes { FLAT, LABELS, ROWS, ALL };

static const struct row {
    const char *name;
    enum shapes shapes;
    const char *does;
} rows[] = {
#define CLRI_KERNEL(name, shapes, does) {name, shapes, does},
#include "plan/launched.def"
};

static enum shapes shapes_of(clr_shape shape)
{
    return shape == CLR_SHAPE_FLAT ? FLAT : shape == CLR_SHAPE_LABELS ? LABELS : ROWS;
}

static const struct row *find(const char *kernel, clr_shape shape)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, kernel) == 0 &&
            (rows[i].shapes == ALL || rows[i].shapes == shapes_of(shape)))
            return &rows[i];
    return NULL;
}

const char *clri_launched_does(const char *kernel, clr_shape shape)
{
    const struct row *row = find(kernel, shape);

    return row ? row->does : NULL;
}

clr_status clri_launched_tell(const clri_launched *launched, size_t index, clr_shape shape,
                              clr_launched *told)
{
    const clri_launched_row *noted;
    char name[64]; /* none of ours is longer */
    const struct row *row;

    if (index >= launched->count)
        return CLR_ERROR_ARGUMENT;
    noted = &launched->rows[index];
    if (clGetKernelInfo(noted->kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL) !=
        CL_SUCCESS)
        return CLR_ERROR_OPENCL;
    row = find(name, shape);
    *told = (clr_launched){.size = sizeof *told,
                           .kernel = row ? row->name : "",
                           .does = row ? row->does : "",
                           .times = noted->times,
                           .groups = noted->groups,
                           .rows = noted->rows,
                           .group_size = noted->group_size};
    return CLR_OK;
}
