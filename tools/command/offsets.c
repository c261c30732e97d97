/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offsets - where segments begin and end. See offsets.h.
 */
#include "offsets.h"
#include "input.h"
#include "message.h"
#include "value.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Offsets that are read at a time. */
#define STEP 4096

typedef struct list {
    uint64_t *at;
    uint64_t count, room;
} list;

static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static int check_file(const char *path, const input *in)
{
    const clr_type type = input_type(in);
    const char *name = name_of(path);
    input_shape shape;

    if (type != CLR_TYPE_I32 && type != CLR_TYPE_U32 && type != CLR_TYPE_I64 &&
        type != CLR_TYPE_U64)
        return message_fail(CODE_INPUT,
                            "%s: has elements of %s, but offsets are i32, u32, i64 or "
                            "u64.",
                            name, clr_type_name(type));
    if (input_array(in, &shape))
        return message_fail(CODE_INPUT, "%s: has %zu axes, but offsets are a list.", name,
                            shape.rank);
    return CODE_FINE;
}

static bool make_room(list *l, uint64_t more)
{
    if (l->room - l->count >= more)
        return true;
    const uint64_t room = 2 * l->room + more;
    uint64_t *at = realloc(l->at, room * sizeof *at);
    if (at == NULL)
        return false;
    l->at = at;
    l->room = room;
    return true;
}

/* Appends numbers of that type; returns which of them is below 0, or `count`. */
static uint64_t append(list *l, clr_type type, const char *from, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t number = value_integer(type, from + i * clr_type_size(type));
        if (value_kind_of(type) == VALUE_SIGNED && (int64_t)number < 0)
            return i;
        l->at[l->count++] = number;
    }
    return count;
}

static int read_all(const char *path, input *in, list *l)
{
    const clr_type type = input_type(in);
    uint64_t step[STEP];

    for (;;) {
        const uint64_t got = input_read(in, step, STEP);
        if (got == 0)
            break;
        if (!make_room(l, got))
            return message_fail(CODE_DEVICE, "out of memory for the offsets of %s.", name_of(path));
        if (append(l, type, (const char *)step, got) < got)
            return message_fail(CODE_INPUT, "%s: offset %" PRIu64 " is below 0.", name_of(path),
                                l->count);
    }
    if (input_error(in) != NULL)
        return message_fail(CODE_INPUT, "%s", input_error(in));
    if (l->count == 0)
        return message_fail(CODE_INPUT,
                            "%s: has no offsets: n segments have n + 1, where each begins and "
                            "where the last one ends.",
                            name_of(path));
    return CODE_FINE;
}

int offsets_read(const char *path, uint64_t **offsets, uint64_t *segments)
{
    const input_options how = {.whole = INPUT_WHOLE_STAYS};
    input *in = input_open(&path, 1, &how);
    list l = {0};
    int code;

    *offsets = NULL;
    *segments = 0;
    if (in == NULL)
        return message_fail(CODE_DEVICE, "out of memory while opening %s.", name_of(path));
    if (input_error(in) != NULL)
        code = message_fail(CODE_INPUT, "%s", input_error(in));
    else
        code = check_file(path, in);
    if (code == CODE_FINE)
        code = read_all(path, in, &l);
    input_close(in);
    if (code != CODE_FINE) {
        free(l.at);
        return code;
    }
    *offsets = l.at;
    *segments = l.count - 1;
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
                                name_of(path), i, offsets[i], offsets[i - 1]);
        if (offsets[i] > elements)
            return message_fail(CODE_INPUT,
                                "%s: offset %" PRIu64 " is %" PRIu64 ", but %s has %" PRIu64
                                " elements.",
                                name_of(path), i, offsets[i], of, elements);
    }
    return CODE_FINE;
}
