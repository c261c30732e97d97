/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_npy - NumPy's .npy files: a header (npy_header.h), which is checked against the file's
 * size, then the elements, which come in index order.
 */
#include "npy_header.h"
#include "strided.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The array by its header; and all its elements, if they are reordered. */
typedef struct npy_state {
    npy_array array;
    strided_axis *axes; /* NULL if elements come in file order */
    char *elements;     /* in file order; NULL before the first is read */
    uint64_t given;     /* elements handed out, in index order */
} npy_state;

static npy_state *state_of(const input_file *file)
{
    return file->state;
}

/* Bytes from an element to the next. */
static uint64_t stored_bytes(const input_file *file)
{
    return file->struct_size != 0 ? file->struct_size : input_element_bytes(file);
}

static bool fail_size(input_file *file, uint64_t found_size)
{
    uint64_t size = file->count * stored_bytes(file);

    if (file->type == CLR_TYPE_DEFAULT)
        return input_fail(file,
                          "%" PRIu64 " structs of %zu bytes take %" PRIu64 " bytes, but %" PRIu64
                          " follow the header: check --element-size",
                          file->count, input_element_bytes(file), size, found_size);
    return input_fail(file,
                      "the header says %" PRIu64 " element%s of %s (%" PRIu64
                      " bytes) but %s%" PRIu64 " bytes follow: the file is %s",
                      file->count, file->count == 1 ? "" : "s", clr_type_name(file->type), size,
                      found_size > size && !file->regular ? "at least " : "", found_size,
                      found_size < size ? "truncated"
                                        : "longer than one array, which is all that is read");
}

/* A file that begins so is taken for .npy, unless the user says that it is text or says where raw
 * numbers begin. */
static bool npy_claims(input_file *file)
{
    return !file->options->text && !(file->options->raw && file->options->has_offset) &&
           input_file_fill(file, NPY_MAGIC_SIZE, NPY_MAGIC_SIZE) &&
           input_file_buffered(file) >= NPY_MAGIC_SIZE &&
           memcmp(file->buffer + file->begin, NPY_MAGIC, NPY_MAGIC_SIZE) == 0;
}

/* Prepares reordering, if an array in Fortran order is to come in index order. */
static bool set_order(input_file *file)
{
    npy_state *state = file->state;

    if (!state->array.is_fortran || file->options->as_stored || file->count == 0)
        return true;
    state->axes = calloc(state->array.rank + 1, sizeof *state->axes);
    if (!state->axes)
        return input_fail(file, "cannot be read: memory ran out");
    for (size_t i = 0; i < state->array.rank; i++)
        state->axes[i].extent = state->array.extents[i];
    strided_fill(state->axes, state->array.rank, true);
    if (strided_is_plain(state->axes, state->array.rank)) {
        free(state->axes);
        state->axes = NULL;
    }
    return true;
}

/* A file's size is held against its header before a number is read, so that a truncated file gives
 * no result of its first part. Of a pipe only reading tells. */
static bool npy_open(input_file *file)
{
    uint64_t element_size, data_size;

    if (file->options->raw)
        return input_fail(file, "starts as .npy files do, and --raw would read its header as "
                                "numbers, too: leave --raw out; or say with --offset at which byte "
                                "to begin, 0 for the header");
    file->struct_size = 0;
    file->state = calloc(1, sizeof(npy_state));
    if (!file->state)
        return input_fail(file, "cannot be read: memory ran out");
    if (!npy_header_read(file, &state_of(file)->array))
        return false;
    element_size = stored_bytes(file);
    if (file->count > (uint64_t)INT64_MAX / element_size)
        return input_fail(file, "the header's shape has more bytes than 64 bits can count");
    data_size = file->size - file->position;
    if (file->regular && data_size != file->count * element_size)
        return fail_size(file, data_size);
    return set_order(file);
}

static void make_truths(unsigned char *bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        bytes[i] = bytes[i] != 0;
}

static uint64_t read_as_stored(input_file *file, void *room, uint64_t capacity)
{
    uint64_t element_size = stored_bytes(file);
    uint64_t left = file->count - file->done;
    uint64_t want = left < capacity ? left : capacity;
    uint64_t rest_size = 0;
    uint64_t taken = input_take_elements(file, room, want, &rest_size);

    if (state_of(file)->array.has_truths)
        make_truths(room, taken);
    if (taken < want && !input_failed(file))
        fail_size(file, file->done * element_size + rest_size);
    /* of a pipe, only reading tells that nothing follows */
    if (left == 0 && input_file_fill(file, 1, 1) && input_file_buffered(file) > 0)
        fail_size(file, file->done * element_size + 1);
    return input_failed(file) ? 0 : taken;
}

/* Reads the whole array into memory, as the second element in index order may be near the file's
 * end. Only where the order of elements matters does an array in Fortran order come here
 * (set_order()). */
static bool fetch(input_file *file)
{
    npy_state *state = file->state;
    const size_t size = input_element_bytes(file);
    uint64_t got = 0, more;

    if (state->elements)
        return true;
    if (file->count <= SIZE_MAX / size)
        state->elements = malloc((size_t)file->count * size);
    if (!state->elements)
        return input_fail(file,
                          "the array is in Fortran order, which is turned in memory, and that ran "
                          "out: save it in C order, as in np.save(\"out.npy\", "
                          "np.ascontiguousarray(arr))");
    do {
        more = read_as_stored(file, state->elements + got * size, file->count - got);
        got += more;
    } while (more > 0 && got < file->count);
    return !input_failed(file);
}

static uint64_t npy_read(input_file *file, void *room, uint64_t capacity)
{
    npy_state *state = file->state;
    const uint64_t left = file->count - state->given;
    const uint64_t count = left < capacity ? left : capacity;

    if (!state->axes || left == 0)
        return read_as_stored(file, room, capacity);
    if (!fetch(file))
        return 0;
    strided_gather(state->axes, state->array.rank, input_element_bytes(file), state->elements,
                   state->given, count, room);
    state->given += count;
    return count;
}

static bool npy_is_plain(const input_file *file)
{
    return !file->swap && !state_of(file)->axes && !state_of(file)->array.has_truths &&
           file->struct_size == 0;
}

static void npy_close(input_file *file)
{
    npy_state *state = file->state;

    if (!state)
        return;
    free(state->array.extents);
    free(state->axes);
    free(state->elements);
    free(state);
    file->state = NULL;
}

static input_shape npy_shape(const input_file *file)
{
    const npy_state *state = file->state;

    return (input_shape){state->array.rank, state->array.extents, state->array.is_fortran};
}

static void npy_describe(const input_file *file, char *text, size_t size)
{
    if (file->type == CLR_TYPE_DEFAULT)
        snprintf(text, size, "a .npy file of %" PRIu64 " structs", file->count);
    else
        snprintf(text, size, "a .npy file of %" PRIu64 " %s%s, %s", file->count,
                 clr_type_name(file->type), file->swap ? " in the other byte order" : "",
                 file->options->type == CLR_TYPE_BF16 ? "as -t says" : "as its header says");
}

const file_format file_format_npy = {.name = "npy",
                                     .claims = npy_claims,
                                     .open = npy_open,
                                     .read = npy_read,
                                     .close = npy_close,
                                     .is_plain = npy_is_plain,
                                     .shape = npy_shape,
                                     .describe = npy_describe};
