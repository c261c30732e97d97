/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offsets - where segments begin and end. See offsets.h.
 */
#include "offsets.h"
#include "message.h"
#include "number_list.h"
#include <inttypes.h>
#include <stdlib.h>

int offsets_read(const options *o, uint64_t **offsets, uint64_t *segments)
{
    static const number_list_name name = {"offset", "offsets"};
    const char *path = o->shape.offsets;
    uint64_t count = 0;
    int code = number_list_read(o, path, &name, offsets, &count);

    *segments = 0;
    if (code != CODE_FINE)
        return code;
    if (count == 0) {
        free(*offsets);
        *offsets = NULL;
        return message_fail(CODE_INPUT,
                            "%s: has no offsets: n segments have n + 1, where each begins and "
                            "where the last one ends.",
                            number_list_file(path));
    }
    *segments = count - 1;
    return CODE_FINE;
}

int offsets_check(const char *path, const uint64_t *offsets, uint64_t segments, const char *of,
                  uint64_t elements)
{
    for (uint64_t i = 0; i <= segments; i++) {
        if (i > 0 && offsets[i] < offsets[i - 1])
            return message_fail(CODE_INPUT,
                                "%s: offset %" PRIu64 " is %" PRIu64 ", after %" PRIu64
                                ": offsets must not decrease.",
                                number_list_file(path), i, offsets[i], offsets[i - 1]);
        if (offsets[i] > elements)
            return message_fail(CODE_INPUT,
                                "%s: offset %" PRIu64 " is %" PRIu64 ", but %s has %" PRIu64
                                " elements.",
                                number_list_file(path), i, offsets[i], of, elements);
    }
    return CODE_FINE;
}
