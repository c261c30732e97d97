/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hush - the library's calls that compile, without the warnings of kernels that drivers write to
 * standard error. Their output is shown if compiling fails, or always if the user wants it.
 */
#ifndef CLREDUCE_TOOLS_HUSH_H
#define CLREDUCE_TOOLS_HUSH_H

#include <clreduce/clreduce.h>
#include <stdio.h>

/* Shows all output from now on. */
void hush_never(void);

/* The stream of the command's own messages: the original standard error, also while it is
 * redirected. */
FILE *hush_stream(void);

/* The library's functions of the same names. */
clr_status hush_context_create(const clr_context_options *options, clr_context **context);
clr_status hush_plan_create(clr_context *context, const clr_reduction *reductions, size_t count,
                            const clr_plan_options *options, clr_plan **plan);
clr_status hush_stream_create(clr_context *context, const clr_reduction *reductions, size_t count,
                              const clr_stream_options *options, clr_stream **stream);
clr_status hush_team_take(clr_team *team, const void *const *inputs, uint64_t count);
clr_status hush_reduce_all(clr_context *context, const clr_reduction *reductions, size_t count,
                           const void *const *inputs, size_t input_count, uint64_t element_count,
                           void *record, size_t record_size);

#endif
