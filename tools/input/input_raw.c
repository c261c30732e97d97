/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_raw - raw binary elements, behind the bytes that --offset skips. Also reads binary elements
 * in either byte order for .npy files.
 */
#include "input_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes of structures that are read at a time */
#define FIELDS_SIZE ((size_t)1 << 16)

static uint16_t swap16(uint16_t x)
{
    return (uint16_t)(x << 8 | x >> 8);
}

static uint32_t swap32(uint32_t x)
{
    return (uint32_t)swap16((uint16_t)x) << 16 | swap16((uint16_t)(x >> 16));
}

static uint64_t swap64(uint64_t x)
{
    return (uint64_t)swap32((uint32_t)x) << 32 | swap32((uint32_t)(x >> 32));
}

/* The room may be unaligned, so each element is copied; compilers make a single load of it. */
#define SWAP_ALL(word, swap_word)                                                                  \
    for (uint64_t i = 0; i < count; i++) {                                                         \
        word x;                                                                                    \
        memcpy(&x, room + i * sizeof x, sizeof x);                                                 \
        x = swap_word(x);                                                                          \
        memcpy(room + i * sizeof x, &x, sizeof x);                                                 \
    }

static void swap_elements(char *room, uint64_t count, size_t element_size)
{
    if (element_size == sizeof(uint16_t))
        SWAP_ALL(uint16_t, swap16)
    else if (element_size == sizeof(uint32_t))
        SWAP_ALL(uint32_t, swap32)
    else if (element_size == sizeof(uint64_t))
        SWAP_ALL(uint64_t, swap64)
}

/* Reads structures, and keeps a field of each. */
static uint64_t take_fields(input_file *file, char *room, uint64_t count, uint64_t *rest_size)
{
    const size_t size = input_element_bytes(file), stride = (size_t)file->struct_size;
    const uint64_t most = stride < FIELDS_SIZE ? FIELDS_SIZE / stride : 1;
    char *structs = malloc(most * stride);
    uint64_t done = 0, got = stride;

    *rest_size = 0;
    if (!structs)
        input_fail(file, "cannot be read: memory ran out");
    while (structs && done < count && *rest_size == 0 && got > 0) {
        const uint64_t want = most < count - done ? most : count - done;

        got = input_file_take(file, structs, want * stride);
        *rest_size = got % stride;
        for (uint64_t i = 0; i < got / stride; i++, done++)
            memcpy(room + done * size, structs + i * stride + file->field_offset, size);
    }
    free(structs);
    return done;
}

uint64_t input_take_elements(input_file *file, void *room, uint64_t count, uint64_t *rest_size)
{
    size_t element_size = input_element_bytes(file);
    uint64_t taken;

    if (file->struct_size != 0) {
        taken = take_fields(file, room, count, rest_size);
    } else {
        const uint64_t taken_size = input_file_take(file, room, count * element_size);
        taken = taken_size / element_size;
        *rest_size = taken_size % element_size;
    }
    if (file->swap)
        swap_elements(room, taken, element_size);
    file->done += taken;
    return taken;
}

static bool raw_claims(input_file *file)
{
    const input_options *options = file->options;

    return options->raw || (options->element_size != 0 && !options->text);
}

static bool fail_incomplete(input_file *file, uint64_t rest_size)
{
    size_t element_size = input_element_bytes(file);

    if (file->type == CLR_TYPE_DEFAULT)
        return input_fail(file,
                          "ends with %" PRIu64 " bytes of a struct of %zu bytes: check "
                          "--element-size and --offset",
                          rest_size, element_size);
    return input_fail(file,
                      "ends with %" PRIu64 " bytes of an element of %s, which takes %zu bytes: "
                      "check -t and --offset, or read only the first elements with --count",
                      rest_size, clr_type_name(file->type), element_size);
}

static bool raw_open(input_file *file)
{
    const input_options *options = file->options;
    size_t element_size = input_options_size(options, options->type);
    uint64_t skipped = input_file_skip(file, options->offset);
    uint64_t data_size;

    if (input_failed(file))
        return false;
    if (skipped < options->offset)
        return input_fail(file, "holds %" PRIu64 " bytes, but --offset skips %" PRIu64, skipped,
                          options->offset);
    file->type = options->type;
    file->swap = options->big_endian == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    file->count = INPUT_COUNT_UNKNOWN;
    if (!file->regular)
        return true;
    data_size = file->size - file->position;
    file->count = data_size / element_size;
    /* with --count, bytes behind the last wanted element are ignored */
    if (data_size % element_size > 0 && !options->has_count)
        return fail_incomplete(file, data_size % element_size);
    return true;
}

static uint64_t raw_read(input_file *file, void *room, uint64_t capacity)
{
    uint64_t rest_size = 0;
    uint64_t taken = input_take_elements(file, room, capacity, &rest_size);

    if (rest_size > 0)
        fail_incomplete(file, rest_size);
    else if (taken < capacity && file->regular && file->done < file->count)
        input_fail(file, "has become shorter while it was read");
    return input_failed(file) ? 0 : taken;
}

static bool raw_is_plain(const input_file *file)
{
    return !file->swap;
}

static void raw_close(input_file *file)
{
    (void)file;
}

static void raw_describe(const input_file *file, char *text, size_t size)
{
    const input_options *options = file->options;
    int used;

    if (file->type == CLR_TYPE_DEFAULT)
        used =
            snprintf(text, size, "raw binary, structs of %" PRIu64 " bytes", options->element_size);
    else
        used = snprintf(text, size, "raw binary of %s, %s-endian", clr_type_name(file->type),
                        options->big_endian ? "big" : "little");
    if (options->offset > 0)
        snprintf(text + used, size - (size_t)used, ", from byte %" PRIu64 " on", options->offset);
}

const file_format file_format_raw = {.name = "raw",
                                     .is_raw = true,
                                     .claims = raw_claims,
                                     .open = raw_open,
                                     .read = raw_read,
                                     .close = raw_close,
                                     .is_plain = raw_is_plain,
                                     .describe = raw_describe};
