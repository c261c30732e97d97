/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hush - the library's calls that compile, without what compilers in drivers write on standard
 * error meanwhile: warnings of kernels, which are no matter of the user's. It is shown if compiling
 * fails, and as it comes if the user wants to see all.
 */
#ifndef CLREDUCE_TOOLS_HUSH_H
#define CLREDUCE_TOOLS_HUSH_H

#include <clreduce/clreduce.h>
#include <stdio.h>

/* From now on nothing is kept back. */
void hush_never(void);

/* Where the command's own messages go: standard error, also while it is kept from drivers. */
FILE *hush_stream(void);

/* The library's functions of these names. */
clr_status hush_context_create(const clr_context_options *options, clr_context **context);
clr_status hush_plan_create(clr_context *context, const clr_reduction *reductions, size_t count,
                            const clr_plan_options *options, clr_plan **plan);
clr_status hush_stream_create(clr_context *context, const clr_reduction *reductions, size_t count,
                              const clr_stream_options *options, clr_stream **stream);
clr_status hush_reduce(clr_context *context, const clr_reduction *reduction, const void *data,
                       uint64_t count, void *result, size_t result_size);

#endif
