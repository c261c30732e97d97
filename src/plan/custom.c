/* SPDX-License-Identifier: Apache-2.0 */
/* custom - compiles a custom operator's text alone, and asks the device for its sizes. See
 * custom.h. */
#include "plan/custom.h"
#include "base/prune.h"
#include "base/text.h"
#include "compose/compose.h"
#include "compose/member.h"
#include "device/device.h"
#include "device/probe.h"
#include "device/quirk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What cl/probe/custom_sizes.cl writes, in its order. */
enum { ELEMENT, STATE, RESULT, SIZES };

/* The most bytes of a state and of a result: the same as of an element that is a struct
 * (clr_custom.element_size). */
enum { LARGEST_STATE = 4096 };

/* Any size does until the device has told it. */
void clri_custom_assume(clri_custom *custom)
{
    custom->state_size = custom->result_size = 16;
}

/* Lines of the program in front of the operator's text, which begins behind "#line 1". Compilers
 * whose log has a label of its own (CLRI_HABIT_LABEL) count lines of the program all the same: of
 * the pruned text, which is what was compiled. */
static long lines_before(const char *source)
{
    char *compiled = clri_prune(source, NULL);
    const char *end = compiled ? strstr(compiled, "#line 1 ") : NULL;
    long lines = 1; /* the line of #line itself */

    for (const char *at = compiled; end && at < end; at++)
        lines += *at == '\n';
    free(compiled);
    return lines;
}

/* Rewrites "LABEL:LINE:COLUMN: error: ..." in a compiler's log: lines of the program become lines
 * of the operator's text. */
static char *relabel(const char *log, const char *label, const char *name, long before)
{
    clri_text text = {0};
    const char *at = log;

    for (const char *next; label && (next = strstr(at, label)) != NULL;) {
        char *end;
        const long line = strtol(next + strlen(label), &end, 10);

        clri_text_addf(&text, "%.*s", (int)(next - at), at);
        if (line > before)
            clri_text_addf(&text, "%s:%ld", name, line - before);
        else
            clri_text_addf(&text, "%.*s", (int)(end - next), next);
        at = end;
    }
    clri_text_add(&text, at);
    return clri_text_take(&text);
}

/* Reports which operator's text does not compile, and where. */
static void explain(const clr_context *context, const clri_custom *custom, const char *source,
                    clri_error *error)
{
    char *log = relabel(error->build_log ? error->build_log : "",
                        clri_quirk_text(&context->device, CLRI_HABIT_LABEL), custom->name,
                        lines_before(source));

    if (log) { /* NULL: out of memory, and the log stays as it is */
        free(error->build_log);
        error->build_log = log;
    }
    clri_error_reword(error,
                      "%.200s does not compile on %s: the build log counts its lines, and it must "
                      "define state, result, identity(), lift(), combine() and lower()",
                      custom->name, context->device.name);
}

static clr_status compile(clr_context *context, const clri_request *request, clri_program **program,
                          clri_error *error)
{
    clri_pass pass;
    char *source = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_pass_find(request, &(clri_terms){.has_fp64 = clri_yes(context->device.fp64)},
                            &pass, error));
    CLRI_TRY(clri_compose_custom(&request->custom, clri_source_custom_value(&pass),
                                 clri_quirk_text(&context->device, CLRI_HABIT_PRAGMAS),
                                 clri_yes(context->device.fp64), &source, error));
    status = clri_program_get(&context->programs, source, "", program, error);
    if (status == CLR_ERROR_BUILD)
        explain(context, &request->custom, source, error);
cleanup:
    free(source);
    return status;
}

static clr_status check_sizes(const clri_custom *custom, const cl_ulong sizes[SIZES],
                              clri_error *error)
{
    if (custom->element_size && sizes[ELEMENT] != custom->element_size)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "in %.100s an element is %" PRIu64
                         " bytes, and clr_custom.element_size says %zu",
                         custom->name, (uint64_t)sizes[ELEMENT], custom->element_size);
    if (sizes[STATE] > LARGEST_STATE || sizes[RESULT] > LARGEST_STATE)
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "in %.100s a state is %" PRIu64 " bytes and a result %" PRIu64 ": %d is the most",
            custom->name, (uint64_t)sizes[STATE], (uint64_t)sizes[RESULT], (int)LARGEST_STATE);
    return CLR_OK;
}

clr_status clri_custom_measure(clr_context *context, clri_request *request, clri_error *error)
{
    cl_ulong sizes[SIZES] = {0};
    clri_program *program = NULL;
    clr_status status = CLR_OK;

    clri_custom_assume(&request->custom);
    CLRI_TRY(compile(context, request, &program, error));
    CLRI_TRY(clri_probe_run(context, program->opencl, "clr_custom_sizes", 1, 1, sizes, sizeof sizes,
                            "asking how large the operator's types are", error));
    CLRI_TRY(check_sizes(&request->custom, sizes, error));
    request->custom.state_size = (size_t)sizes[STATE];
    request->custom.result_size = (size_t)sizes[RESULT];
cleanup:
    clri_program_release(&context->programs, program);
    return status;
}
