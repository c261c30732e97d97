/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number_list - a file of whole numbers, read as a whole. See number_list.h.
 */
#include "number_list.h"
#include "input.h"
#include "message.h"
#include "value.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that are read at a time. */
#define STEP 4096

typedef struct list {
    uint64_t *at;
    uint64_t count, room;
} list;

const char *number_list_file(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static int check_file(const char *path, const number_list_name *called, const input *in)
{
    const clr_type type = input_type(in);
    const char *name = number_list_file(path);
    input_shape shape;

    if (type != CLR_TYPE_I32 && type != CLR_TYPE_U32 && type != CLR_TYPE_I64 &&
        type != CLR_TYPE_U64)
        return message_fail(CODE_INPUT, "%s: has elements of %s, but %s are i32, u32, i64 or u64.",
                            name, clr_type_name(type), called->many);
    if (input_array(in, &shape))
        return message_fail(CODE_INPUT, "%s: has %zu axes, but %s are a list.", name, shape.rank,
                            called->many);
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

static int read_all(const char *path, const number_list_name *called, input *in, list *l)
{
    const clr_type type = input_type(in);
    uint64_t step[STEP];

    for (;;) {
        const uint64_t got = input_read(in, step, STEP);
        if (got == 0)
            break;
        if (!make_room(l, got))
            return message_fail(CODE_DEVICE, "out of memory for the %s of %s.", called->many,
                                number_list_file(path));
        if (append(l, type, (const char *)step, got) < got)
            return message_fail(CODE_INPUT, "%s: %s %" PRIu64 " is below 0.",
                                number_list_file(path), called->one, l->count);
    }
    if (input_error(in) != NULL)
        return message_fail(CODE_INPUT, "%s", input_error(in));
    return CODE_FINE;
}

int number_list_read(const options *o, const char *path, const number_list_name *name,
                     uint64_t **numbers, uint64_t *count)
{
    const input_options how = options_input_beside(o, name->many);
    input *in = input_open(&path, 1, &how);
    list l = {0};
    int code;

    *numbers = NULL;
    *count = 0;
    if (in == NULL)
        return message_fail(CODE_DEVICE, "out of memory while opening %s.", number_list_file(path));
    if (input_error(in) != NULL)
        code = message_fail(CODE_INPUT, "%s", input_error(in));
    else
        code = check_file(path, name, in);
    if (code == CODE_FINE)
        code = read_all(path, name, in, &l);
    input_close(in);
    if (code != CODE_FINE) {
        free(l.at);
        return code;
    }
    *numbers = l.at;
    *count = l.count;
    return CODE_FINE;
}
