/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_array - the same reduction on the host with all data in memory: in parts on all cores,
 * whose states are joined in order. See check.h.
 */
#include "check_part.h"

/* mostly more than cores, so that none waits long for another */
#define PART_COUNT 64

static uint64_t part_begin(uint64_t count, unsigned part)
{
    return count / PART_COUNT * part + count % PART_COUNT * part / PART_COUNT;
}

static void add_part(check *c, const void *const *inputs, uint64_t first, uint64_t end)
{
    const uint64_t offset = first * clr_type_size(c->type);
    const void *from[CLR_INPUTS_MOST] = {NULL};
    clr_operator_info info = {.size = sizeof info};

    clr_operator_describe(c->op, &info);
    const size_t input_count =
        c->where && c->where->inputs > info.inputs ? c->where->inputs : info.inputs;
    for (size_t i = 0; i < input_count; i++)
        from[i] = (const char *)inputs[i] + offset;
    if (c->mask != 0)
        from[c->mask] = (const char *)inputs[c->mask] + offset;
    c->seen = first;
    check_add(c, from, end - first);
}

void check_array(check *c, const void *const *inputs, uint64_t count)
{
    check parts[PART_COUNT];

    if (c->missing)
        return;
#pragma omp parallel for schedule(dynamic)
    for (unsigned i = 0; i < PART_COUNT; i++) {
        parts[i] = *c;
        add_part(&parts[i], inputs, part_begin(count, i), part_begin(count, i + 1));
    }
    for (unsigned i = 0; i < PART_COUNT; i++)
        check_join(c, &parts[i]);
}
