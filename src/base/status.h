/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status - statuses, OpenCL codes and the record of what went wrong. Owns their names and the
 * text of the last failure; decides nothing.
 */
#ifndef CLREDUCE_BASE_STATUS_H
#define CLREDUCE_BASE_STATUS_H

#include <clreduce/clreduce.h>

#include <stdbool.h>

#define CLRI_MESSAGE_SIZE 1024

/* A clr_error and the storage behind its texts. Zero-initialised it holds no failure. */
typedef struct clri_error {
    clr_status status;
    cl_int opencl_code;
    const char *call; /* a literal, or NULL */
    char message[CLRI_MESSAGE_SIZE];
    char *build_log; /* owned, or NULL */
    clr_error shown; /* what clri_error_show() hands out */
} clri_error;

void clri_error_clear(clri_error *error);

/* The public view of the record; lives until the record changes. */
const clr_error *clri_error_show(clri_error *error);

/* Moves `from` into `to` and leaves `from` clear. */
void clri_error_move(clri_error *to, clri_error *from);

/* Records a failure and returns `status`. */
clr_status clri_fail(clri_error *error, clr_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Records the failure of the OpenCL call named `call` and returns the status that goes with its
 * code: CLR_ERROR_DEVICE_MEMORY, CLR_ERROR_MEMORY or CLR_ERROR_OPENCL. The format says what was
 * being done, such as "allocating %zu bytes of scratch memory".
 */
clr_status clri_fail_opencl(clri_error *error, cl_int code, const char *call, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));

/*
 * Records that a command ended with `code`, below 0, and returns CLR_ERROR_OPENCL, whatever the
 * code would mean of a call. The format says whose command it is, as the sentence's subject.
 */
clr_status clri_fail_event(clri_error *error, cl_int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Another sentence for the failure on record, which keeps its code, call and build log. */
void clri_error_reword(clri_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records a failure that was recorded elsewhere, but for its build log. */
void clri_fail_again(clri_error *error, const clr_error *failure);

/* Records that host memory ran out and returns CLR_ERROR_MEMORY. */
clr_status clri_fail_memory(clri_error *error);

/* "CL_OUT_OF_RESOURCES" for CL_OUT_OF_RESOURCES; "unknown OpenCL code" for others' inventions. */
const char *clri_opencl_name(cl_int code);

/* Inside a function with a local `status` and a label `cleanup`. */
#define CLRI_TRY(expression)                                                                       \
    do {                                                                                           \
        status = (expression);                                                                     \
        if (status != CLR_OK)                                                                      \
            goto cleanup;                                                                          \
    } while (0)

/*
 * Whether the failure is a driver's way of saying that a kernel is too large for the device: from
 * other calls the same codes tell of something else.
 */
bool clri_error_is_refusal(const clri_error *error);

#endif
