/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stage - the kernels of one program, with their scratch buffers, from a table of rows.
 *
 * A row has the kernel's name, what the kernel does in a line (clr_plan_launched() shows it), the
 * value that says how many groups it has, and the values that its parameters are bound to, in the
 * parameters' order. Rows and values are numbered by enums of the file that has the table; which
 * rows a plan makes is a set of bits, as a program has those that its strategy needs, and
 * clCreateKernel() fails for others.
 *
 * A run sets the values, and a kernel keeps its arguments from launch to launch: so a stage
 * remembers what each parameter is bound to, and sets those alone whose values have changed. That
 * makes kernels part of the stage's state: one run at a time may use a stage (clr_plan.busy).
 * tests/test_stage.c holds what was bound in a trial against the kernels' own signatures.
 */
#ifndef CLREDUCE_STAGE_STAGE_H
#define CLREDUCE_STAGE_STAGE_H

#include "device/context.h"
#include "stage/parameter.h"

enum {
    CLRI_STAGE_VALUES = 32, /* of a row at most */
    CLRI_STAGE_BUFFERS = 9  /* of a stage at most */
};

typedef struct clri_stage_row {
    const char *kernel;
    const char *does; /* in a line, for whoever asks what a run launched */
    unsigned char groups;
    unsigned char values[CLRI_STAGE_VALUES + 1]; /* a 0 behind the last one */
} clri_stage_row;

typedef struct clri_stage_table {
    const clri_stage_row *rows;
    size_t row_count;
} clri_stage_table;

/* To what a kernel's parameter is bound, as far as a later value is compared with it. */
typedef struct clri_stage_bound {
    cl_ulong word;      /* of the value */
    unsigned char kind; /* a clri_value_kind; CLRI_VALUE_NONE: not bound */
} clri_stage_bound;

/* A row's kernel, and to what its parameters are bound. */
typedef struct clri_stage_kernel {
    cl_kernel kernel; /* NULL: not made */
    cl_uint parameter_count;
    clri_stage_bound *parameters;
} clri_stage_kernel;

typedef struct clri_stage {
    const clri_stage_table *table;
    cl_program program;                 /* NULL if the stage is not made */
    clri_stage_kernel *kernels;         /* one for each row */
    cl_mem buffers[CLRI_STAGE_BUFFERS]; /* NULL: not allocated */
    size_t buffers_size;                /* bytes of them together */
} clri_stage;

/* The bits of a table's first `count` rows. */
#define CLRI_ROWS(count) ((1u << (count)) - 1)

/* The bit of a row that is wanted, else none. */
static inline uint32_t clri_row_if(unsigned row, bool is_wanted)
{
    return (uint32_t)is_wanted << row;
}

/* Makes the program's kernels of the rows of the table whose bits are in `which`. */
clr_status clri_stage_make(clri_stage *stage, const clri_stage_table *table, uint32_t which,
                           cl_program program, clri_error *error);

/* Whether the row's kernel is made. */
bool clri_stage_has(const clri_stage *stage, size_t row);

/* What a kernel says of itself: CLR_UNKNOWN if the driver does not tell, or there is none. */
typedef struct clri_kernel_needs {
    uint64_t local;
    uint64_t private;
    uint64_t group_limit;
} clri_kernel_needs;

/* Of kernels that nobody has compiled. */
#define CLRI_NEEDS_UNKNOWN                                                                         \
    ((clri_kernel_needs){.local = CLR_UNKNOWN, .private = CLR_UNKNOWN, .group_limit = CLR_UNKNOWN})

/* Of the kernel of that name, which may be NULL. */
clri_kernel_needs clri_stage_needs(const clri_stage *stage, const char *kernel,
                                   cl_device_id device);

/* The largest work-group that every kernel takes; UINT64_MAX if the driver does not tell. */
uint64_t clri_stage_group_limit(const clri_stage *stage, cl_device_id device);

/* Allocates `count` buffers of these sizes in bytes, except where a size is 0 or the stage has the
 * buffer already. */
clr_status clri_stage_allocate(clri_stage *stage, clr_context *context, const uint64_t *sizes,
                               size_t count, clri_error *error);

/* One buffer of zeros. */
clr_status clri_stage_allocate_zeros(clri_stage *stage, clr_context *context, size_t buffer,
                                     uint64_t size, clri_error *error);

/* Binds the parameters of a row's kernel whose values have changed. */
clr_status clri_stage_bind(clri_stage *stage, size_t row, const clri_value *values,
                           clri_error *error);

/* Whether the row's kernel logs what it does, if the plan is traced. */
bool clri_stage_has_log(const clri_stage *stage, size_t row, const clri_value *values);

/* Releases the program, its kernels and the buffers. */
void clri_stage_release(clri_stage *stage);

#endif
