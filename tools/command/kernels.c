/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels.h"
#include "document.h"
#include "message.h"
#include "quantity.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool kernels_at(const clr_plan *plan, size_t index, clr_launched *kernel)
{
    *kernel = (clr_launched){.size = sizeof *kernel};
    return clr_plan_launched(plan, index, kernel) == CLR_OK;
}

#define TIMES_SIZE 48

/* The number of launches, to precede their groups; "" for a single launch. */
static void times_text(const clr_launched *kernel, char text[TIMES_SIZE])
{
    text[0] = '\0';
    if (kernel->times != 1)
        snprintf(text, TIMES_SIZE, "%" PRIu64 " launches of ", kernel->times);
}

static uint64_t count_launches(const clr_plan *plan, bool are_ends)
{
    clr_launched kernel;
    uint64_t launches = 0;

    for (size_t i = 0; kernels_at(plan, i, &kernel); i++)
        launches += (kernel.is_end != 0) == are_ends ? kernel.times : 0;
    return launches;
}

uint64_t kernels_launches(const clr_plan *plan)
{
    return count_launches(plan, false);
}

uint64_t kernels_end_launches(const clr_plan *plan)
{
    return count_launches(plan, true);
}

void kernels_line(const clr_plan *plan, char line[KERNELS_LINE_SIZE])
{
    clr_launched kernel;
    size_t used = 0;

    line[0] = '\0';
    for (size_t i = 0; used < KERNELS_LINE_SIZE && kernels_at(plan, i, &kernel); i++) {
        char times[TIMES_SIZE];
        times_text(&kernel, times);
        used += (size_t)snprintf(line + used, KERNELS_LINE_SIZE - used,
                                 "%s%s%" PRIu64 " x %" PRIu64, i == 0 ? "" : " + ", times,
                                 kernel.groups * kernel.rows, kernel.group_size);
    }
    if (used >= KERNELS_LINE_SIZE)
        memcpy(line + KERNELS_LINE_SIZE - sizeof " ...", " ...", sizeof " ...");
}

/* Local memory as text, if the driver reports it and there is some. */
static void local_text(const clr_launched *kernel, char text[64])
{
    char size[QUANTITY_TEXT_SIZE];

    text[0] = '\0';
    if (kernel->local_size == 0 || kernel->local_size == CLR_UNKNOWN)
        return;
    quantity_bytes(kernel->local_size, size);
    snprintf(text, 64, ", %s of local memory a group", size);
}

void kernels_text(const clr_launched *kernel, char text[KERNELS_TEXT_SIZE])
{
    char times[TIMES_SIZE], rows[48] = "", local[64];

    times_text(kernel, times);
    if (kernel->rows != 1)
        snprintf(rows, sizeof rows, " x %" PRIu64, kernel->rows);
    local_text(kernel, local);
    snprintf(text, KERNELS_TEXT_SIZE, "%s, %s%" PRIu64 "%s group%s of %" PRIu64 " work-item%s%s",
             kernel->kernel, times, kernel->groups, rows,
             kernel->groups * kernel->rows == 1 ? "" : "s", kernel->group_size,
             kernel->group_size == 1 ? "" : "s", local);
}

const char *kernels_does(const clr_launched *kernel)
{
    return kernel->is_end ? "no elements are left: what was folded of them is delivered"
                          : kernel->does;
}

void kernels_note(const clr_plan *plan)
{
    char text[KERNELS_TEXT_SIZE];
    clr_launched kernel;

    for (size_t i = 0; kernels_at(plan, i, &kernel); i++) {
        kernels_text(&kernel, text);
        message_note("%s: %s", text, kernels_does(&kernel));
    }
}

json_t *kernels_part(const clr_plan *plan)
{
    json_t *part = json_array();
    clr_launched kernel;

    for (size_t i = 0; kernels_at(plan, i, &kernel); i++)
        json_array_append_new(
            part,
            json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "kernel", kernel.kernel, "does",
                      kernels_does(&kernel), "launches", document_count(kernel.times), "groups",
                      document_count(kernel.groups), "rows", document_count(kernel.rows),
                      "group_size", document_count(kernel.group_size), "local_size",
                      kernel.local_size == CLR_UNKNOWN ? json_null()
                                                       : document_count(kernel.local_size)));
    return part;
}
