/* SPDX-License-Identifier: Apache-2.0 */
#include "mpi_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 4003, COLUMNS = 7, LABELS = 5, PATH_ROOM = 4096 };

static const clr_operator operators[MPI_OPERATORS] = {
    CLR_OPERATOR_SUM,    CLR_OPERATOR_VAR, CLR_OPERATOR_ARGMAX, CLR_OPERATOR_MIN,
    CLR_OPERATOR_MINMAX, CLR_OPERATOR_ANY, CLR_OPERATOR_LAST,
};

static const struct {
    const char *name;
    clr_type type;
} shapes[MPI_SHAPES] = {
    {"of all", CLR_TYPE_F32},
    {"along an axis", CLR_TYPE_F64},
    {"by label", CLR_TYPE_I32},
};

/* A row of COLUMNS is an element of the axis. */
static float floats[ELEMENTS];
static double doubles[ELEMENTS][COLUMNS];
static int integers[ELEMENTS];
static cl_uint labels[ELEMENTS];

const char *mpi_case_name(int number)
{
    static char name[64];

    snprintf(name, sizeof name, "%s %s", clr_operator_name(operators[number % MPI_OPERATORS]),
             shapes[number / MPI_OPERATORS].name);
    return name;
}

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "mpi_parts: %s: %s\n", what, why);
    exit(1);
}

/* Equal values in several parts, so that indices matter; sums that a double does not hold. */
static void fill(void)
{
    for (int i = 0; i < ELEMENTS; i++) {
        floats[i] = ldexpf((float)(i % 17 - 8), i % 5 * 20 - 60);
        integers[i] = (i * 7919 % 1001 - 500) * 4000003;
        labels[i] = (cl_uint)(i % (LABELS + 1)); /* one is outside */
        for (int k = 0; k < COLUMNS; k++)
            doubles[i][k] = ldexp(i * (k + 3) % 101 - 50, i % 7 * 100 - 300);
        doubles[i][0] = -0.0;
    }
    doubles[ELEMENTS / 2][1] = INFINITY;
    doubles[ELEMENTS - 1][2] = NAN;
    doubles[1][3] = INFINITY;
    doubles[ELEMENTS - 2][3] = -INFINITY;
}

/* Where a part begins, and MPI_PART_EMPTY ends. */
static int begin_of(int part)
{
    if (part == MPI_PART_EMPTY + 1)
        part = MPI_PART_EMPTY;
    return part == MPI_PARTS ? ELEMENTS : part * (part + 3) * ELEMENTS / 100;
}

static void reduce(clr_context *context, const clr_reduction *reductions, int shape, int first,
                   int count, clr_accumulator **made)
{
    const uint64_t extents[] = {(uint64_t)count, COLUMNS};
    clr_axes axes = clr_axes_defaults();
    clr_host_run run = clr_host_run_defaults();

    axes.rank = 2;
    axes.reduced = 1 << 0;
    axes.extents = extents;
    run.count = (uint64_t)count;
    switch (shape) {
    case 0:
        run.inputs[0] = floats + first;
        break;
    case 1:
        run.shape = CLR_SHAPE_AXES;
        run.axes = &axes;
        run.inputs[0] = doubles[first];
        break;
    default:
        run.shape = CLR_SHAPE_LABELS;
        run.inputs[0] = integers + first;
        run.by = labels + first;
        run.by_type = CLR_TYPE_U32;
        run.results = LABELS;
    }
    if (clr_reduce_accumulator(context, reductions, MPI_OPERATORS, &run, made))
        stop(shapes[shape].name, clr_context_error(context)->message);
}

static void path_of(const char *folder, int number, int part, char path[PATH_ROOM])
{
    snprintf(path, PATH_ROOM, "%s/%d.%d", folder, number, part);
}

static void write_part(const char *folder, int number, int part, const clr_accumulator *accumulator)
{
    char path[PATH_ROOM];
    size_t size;
    void *bytes;
    FILE *file;

    clr_accumulator_store(accumulator, NULL, 0, &size);
    bytes = malloc(size);
    path_of(folder, number, part, path);
    file = fopen(path, "wb");
    if (!bytes || clr_accumulator_store(accumulator, bytes, size, &size) || !file ||
        fwrite(bytes, 1, size, file) != size || fclose(file))
        stop(path, "cannot be written");
    free(bytes);
}

static void make_part(clr_context *context, const char *folder, int shape, int part)
{
    const int first = part == MPI_WHOLE ? 0 : begin_of(part);
    const int end = part == MPI_WHOLE ? ELEMENTS : begin_of(part + 1);
    clr_accumulator *made[MPI_OPERATORS];
    clr_reduction reductions[MPI_OPERATORS];
    char reason[200];

    for (int i = 0; i < MPI_OPERATORS; i++)
        reductions[i] = (clr_reduction)CLR_REDUCTION(operators[i], shapes[shape].type);
    reduce(context, reductions, shape, first, end - first, made);
    for (int i = 0; i < MPI_OPERATORS; i++) {
        if (clr_accumulator_shift(made[i], (uint64_t)first, reason, sizeof reason))
            stop("clr_accumulator_shift", reason);
        write_part(folder, shape * MPI_OPERATORS + i, part, made[i]);
        clr_accumulator_destroy(made[i]);
    }
}

void mpi_parts_make(const char *folder)
{
    clr_context *context = NULL;

    fill();
    if (clr_context_create(NULL, &context))
        stop("clr_context_create", clr_context_error(context)->message);
    for (int shape = 0; shape < MPI_SHAPES; shape++)
        for (int part = 0; part <= MPI_WHOLE; part++)
            make_part(context, folder, shape, part);
    clr_context_destroy(context);
}

clr_accumulator *mpi_part_load(const char *folder, int number, int part)
{
    static unsigned char bytes[1 << 16];
    char path[PATH_ROOM], reason[200];
    clr_accumulator *loaded = NULL;
    FILE *file;

    path_of(folder, number, part, path);
    file = fopen(path, "rb");
    if (!file)
        stop(path, "cannot be read");
    if (clr_accumulator_load(bytes, fread(bytes, 1, sizeof bytes, file), &loaded, reason,
                             sizeof reason))
        stop(path, reason);
    fclose(file);
    return loaded;
}
