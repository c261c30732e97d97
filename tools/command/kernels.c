/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"
#include "document.h"
#include "message.h"
#include <inttypes.h>
#include <stdio.h>

bool kernels_at(const clr_plan *plan, size_t index, clr_launched *kernel)
{
    *kernel = (clr_launched){.size = sizeof *kernel};
    return clr_plan_launched(plan, index, kernel) == CLR_OK;
}

void kernels_text(const clr_launched *kernel, char text[KERNELS_TEXT_SIZE])
{
    char times[48] = "", rows[48] = "";

    if (kernel->times != 1)
        snprintf(times, sizeof times, "%" PRIu64 " launches of ", kernel->times);
    if (kernel->rows != 1)
        snprintf(rows, sizeof rows, " x %" PRIu64, kernel->rows);
    snprintf(text, KERNELS_TEXT_SIZE, "%s, %s%" PRIu64 "%s group%s of %" PRIu64 " work-item%s",
             kernel->kernel, times, kernel->groups, rows,
             kernel->groups * kernel->rows == 1 ? "" : "s", kernel->group_size,
             kernel->group_size == 1 ? "" : "s");
}

void kernels_note(const clr_plan *plan)
{
    char text[KERNELS_TEXT_SIZE];
    clr_launched kernel;

    for (size_t i = 0; kernels_at(plan, i, &kernel); i++) {
        kernels_text(&kernel, text);
        message_note("%s: %s", text, kernel.does);
    }
}

json_t *kernels_part(const clr_plan *plan)
{
    json_t *part = json_array();
    clr_launched kernel;

    for (size_t i = 0; kernels_at(plan, i, &kernel); i++)
        json_array_append_new(
            part, json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "kernel", kernel.kernel, "does",
                            kernel.does, "launches", document_count(kernel.times), "groups",
                            document_count(kernel.groups), "rows", document_count(kernel.rows),
                            "group_size", document_count(kernel.group_size)));
    return part;
}
