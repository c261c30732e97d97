/* SPDX-License-Identifier: Apache-2.0 */
/* status - the record of a failure: a status, an OpenCL code and call, a sentence for people, a
 * build log; and the macros by which functions return early. Functions that can fail take a
 * clri_error and return its status. Decides nothing. */
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

/* Begins a record on the stack. A zeroed record is as good, but zeroing a sentence takes a sixth of
 * the time of a call that sums ten numbers. */
static inline void clri_error_begin(clri_error *error)
{
    error->status = CLR_OK;
    error->opencl_code = 0;
    error->call = NULL;
    error->message[0] = '\0';
    error->build_log = NULL;
}

void clri_error_clear(clri_error *error);

/* The public view of the record, valid until the record changes. */
const clr_error *clri_error_show(clri_error *error);

/* Moves `from` into `to` and leaves `from` clear. */
void clri_error_move(clri_error *to, clri_error *from);

/* Records a failure, unless `error` is NULL: then the status alone tells. */
clr_status clri_fail(clri_error *error, clr_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Records the failure of the OpenCL function `call`. Returns the code's status:
 * CLR_ERROR_DEVICE_MEMORY, CLR_ERROR_MEMORY or CLR_ERROR_OPENCL. The format says what was being
 * done, such as "allocating %zu bytes of scratch memory".
 */
clr_status clri_fail_opencl(clri_error *error, cl_int code, const char *call, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));

/* Records that a command on a queue ended with `code` < 0. Returns CLR_ERROR_OPENCL, as an event's
 * code does not mean what a function's does. The format is the sentence's subject, the command. */
clr_status clri_fail_event(clri_error *error, cl_int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Replaces the message of the failure on record; its code, call and build log stay. */
void clri_error_reword(clri_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records a failure that another record holds. */
void clri_fail_again(clri_error *error, const clr_error *failure);

clr_status clri_fail_memory(clri_error *error);

/* The end of a public call that has no context to keep its failure: copies the sentence, or "", to
 * `reason`, which may be NULL, cut to its size; clears the record. Returns `status`. */
clr_status clri_error_answer(clr_status status, clri_error *error, char *reason,
                             size_t reason_size);

/* "CL_OUT_OF_RESOURCES" and the like; "unknown OpenCL code" for a vendor's own. */
const char *clri_opencl_name(cl_int code);

/* Returns from a function that has nothing to release, if the expression is a failure. */
#define CLRI_OR_RETURN(expression)                                                                 \
    do {                                                                                           \
        const clr_status clri_tried = (expression);                                                \
        if (clri_tried != CLR_OK)                                                                  \
            return clri_tried;                                                                     \
    } while (0)

/* Leaves a function for its label `cleanup`, which releases and returns the local `status`. */
#define CLRI_TRY(expression)                                                                       \
    do {                                                                                           \
        status = (expression);                                                                     \
        if (status != CLR_OK)                                                                      \
            goto cleanup;                                                                          \
    } while (0)

/* Whether a driver refused a kernel as too large for the device: calls other than building and
 * launching return the same codes for other reasons. */
bool clri_error_is_refusal(const clri_error *error);

#endif
