/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offsets - where segments begin and end. See offsets.h.
 */
#include "offsets.h"
#include "beside.h"
#include "message.h"
#include <inttypes.h>

static int check_offset(const char *name, const uint64_t *offsets, uint64_t i, const char *of,
                        uint64_t elements)
{
    if (i > 0 && offsets[i] < offsets[i - 1])
        return message_fail(CODE_INPUT,
                            "%s: offset %" PRIu64 " is %" PRIu64 ", after %" PRIu64
                            ": offsets must not decrease.",
                            name, i, offsets[i], offsets[i - 1]);
    if (offsets[i] > elements)
        return message_fail(
            CODE_INPUT, "%s: offset %" PRIu64 " is %" PRIu64 ", but %s has %" PRIu64 " elements.",
            name, i, offsets[i], of, elements);
    return CODE_FINE;
}

int offsets_read(const options *o, const char *of, uint64_t elements, uint64_t **offsets,
                 uint64_t *segments)
{
    const char *name = beside_name(o->shape.offsets);
    uint64_t count = 0;
    int code = beside_read_list(o, o->shape.offsets, "offset", "offsets", offsets, &count);

    if (code == CODE_FINE && count == 0)
        code = message_fail(CODE_INPUT,
                            "%s: has no offsets: n segments have n + 1, where each begins and "
                            "where the last one ends.",
                            name);
    for (uint64_t i = 0; code == CODE_FINE && i < count; i++)
        code = check_offset(name, *offsets, i, of, elements);
    *segments = code == CODE_FINE ? count - 1 : 0;
    return code;
}
