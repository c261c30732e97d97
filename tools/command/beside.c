/* SPDX-License-Identifier: Apache-2.0 */
/* beside - files read beside the numbers. See beside.h. */
#include "beside.h"
#include "message.h"
#include "progress.h"
#include "reading.h"
#include "smaller.h"
#include "value.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* elements read at a time where the count is not known */
#define STEP (UINT64_C(1) << 16)

const char *beside_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

int beside_fail(const input *in)
{
    return !input_error(in) ? CODE_FINE : message_fail(CODE_INPUT, "%s", input_error(in));
}

static int open_any(const options *o, const file_column *file, const char *called, input **in)
{
    const input_options how = options_input_beside(o, file, called);

    reading_start(&file->path, 1);
    *in = input_open(&file->path, 1, &how);
    progress_end();
    if (!*in)
        return message_fail(CODE_DEVICE, "out of memory while opening %s.",
                            beside_name(file->path));
    return beside_fail(*in);
}

static int close_failed(input **in, int code)
{
    if (code != CODE_FINE) {
        input_close(*in);
        *in = NULL;
    }
    return code;
}

int beside_open(const options *o, const file_column *file, const char *called, input **in)
{
    int code = open_any(o, file, called, in);

    if (code == CODE_FINE && value_kind_of(input_type(*in)) == VALUE_REAL)
        code = message_fail(CODE_INPUT, "%s: has elements of %s, but %s are whole numbers.",
                            beside_name(file->path), clr_type_name(input_type(*in)), called);
    return close_failed(in, code);
}

static bool read_elements(input *in, uint64_t most, void **elements, uint64_t *count)
{
    const size_t size = input_element_size(in);
    const uint64_t usual = input_count(in) == INPUT_COUNT_UNKNOWN ? STEP : input_count(in) + 1;
    uint64_t room = smaller(usual, most), got = 1;

    for (*elements = NULL, *count = 0; got != 0 && *count < most; *count += got) {
        room += *count == room ? room : 0;
        void *larger = room > SIZE_MAX / size ? NULL : realloc(*elements, room * size);
        if (!larger)
            return false;
        *elements = larger;
        got = input_read(in, (char *)larger + *count * size, room - *count);
    }
    return true;
}

bool beside_read(input *in, uint64_t most, void **elements, uint64_t *count)
{
    bool has_room;

    progress_wait("reading a file beside the numbers");
    has_room = read_elements(in, most, elements, count);
    progress_waited();
    return has_room;
}

/* ---- Lists of numbers ------------------------------------------------------------------------ */

static int check_list(const char *name, const char *many, const input *in)
{
    const clr_type type = input_type(in);
    input_shape shape;

    if (value_kind_of(type) == VALUE_REAL || clr_type_size(type) < sizeof(int32_t))
        return message_fail(CODE_INPUT, "%s: has elements of %s, but %s are i32, u32, i64 or u64.",
                            name, clr_type_name(type), many);
    if (input_array(in, &shape))
        return message_fail(CODE_INPUT, "%s: has %zu axes, but %s are a list.", name, shape.rank,
                            many);
    return CODE_FINE;
}

/* Widens elements of the type to 64 bits. Returns the index of the first negative number, or
 * `count`. */
static uint64_t widen(clr_type type, const char *from, uint64_t *numbers, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        numbers[i] = value_integer(type, from + i * clr_type_size(type));
        if (value_kind_of(type) == VALUE_SIGNED && numbers[i] >> 63 != 0)
            return i;
    }
    return count;
}

static int read_list(input *in, const char *name, const char *one, const char *many,
                     uint64_t **numbers, uint64_t *count)
{
    void *elements = NULL;
    int code = CODE_FINE;

    if (beside_read(in, UINT64_MAX, &elements, count))
        *numbers = malloc(*count * sizeof **numbers + 1);
    const uint64_t fine = *numbers ? widen(input_type(in), elements, *numbers, *count) : 0;
    if (!*numbers)
        code = message_fail(CODE_DEVICE, "out of memory for the %s of %s.", many, name);
    else if (fine < *count)
        code = message_fail(CODE_INPUT, "%s: %s %" PRIu64 " is below 0.", name, one, fine);
    else
        code = beside_fail(in);
    free(elements);
    return code;
}

int beside_read_list(const options *o, const file_column *file, const char *one, const char *many,
                     uint64_t **numbers, uint64_t *count)
{
    const char *name = beside_name(file->path);
    input *in = NULL;
    int code = open_any(o, file, many, &in);

    *numbers = NULL;
    *count = 0;
    if (code == CODE_FINE)
        code = check_list(name, many, in);
    if (code == CODE_FINE)
        code = read_list(in, name, one, many, numbers, count);
    input_close(in);
    if (code == CODE_FINE)
        return code;
    free(*numbers);
    *numbers = NULL;
    *count = 0;
    return code;
}

int beside_check_count(const char *name, const char *called, uint64_t count, const char *of,
                       uint64_t elements)
{
    if (count == elements)
        return CODE_FINE;
    return message_fail(CODE_INPUT,
                        "%s has %" PRIu64 " %s, but %s has %" PRIu64
                        " elements: there must be one for each.",
                        name, count, called, of, elements);
}
