/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warm_call - a call of the command for which warm compiles: the word that it begins with, the type
 * of its numbers and its shape. Makes the plans that the call would make, and drops them.
 */
#ifndef CLREDUCE_TOOLS_WARM_CALL_H
#define CLREDUCE_TOOLS_WARM_CALL_H

#include "options.h"
#include "warm_shape.h"

typedef struct warm_call {
    const char *word; /* operators, or "stats" */
    clr_type type;
    bool is_text; /* whole numbers of text, whose type was not given: overflow is detected */
    const warm_shape *shape;
} warm_call;

/* Whether the command takes the word for such numbers, with -r if it is given, and reads them as
 * that type. */
bool warm_call_exists(const warm_call *call, const options *o);

/* "sum of i64 in text, flat". */
#define WARM_CALL_NAME_SIZE 256
void warm_call_name(const warm_call *call, char name[WARM_CALL_NAME_SIZE]);

/* Returns 0, or the exit code after a sentence on standard error. `*is_refused`: the device cannot
 * do it, which the context's error says and nothing else yet. */
int warm_call_compile(const warm_call *call, const options *o, clr_context *context,
                      bool *is_refused);

#endif
