/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_decode - a compressed file under the formats: found by its first bytes, and read as the
 * bytes that are in it. To the formats it is a pipe, of unknown size and without a mapping, but one
 * that can be read from its start again. Knows nothing of numbers.
 */
#include "decoder.h"
#include "input_format.h"

#include <stdio.h>

bool input_column_is_array(const input_file *file)
{
    return file->compression && file->compression->archive && file->options->called && !file->array;
}

static bool begin(input_file *file)
{
    const char *array = input_column_is_array(file) ? file->options->column : file->array;

    file->decoder = decoder_open(file->compression, file->fd, file->buffer + file->begin,
                                 input_file_buffered(file), array);
    file->begin = 0;
    file->end = 0;
    file->ended = false;
    if (!file->decoder)
        return input_fail(file, "cannot be read: memory ran out");
    return !decoder_fault(file->decoder) || input_fail(file, "%s", decoder_fault(file->decoder));
}

static bool fail_without(input_file *file)
{
    const codec *format = file->compression;
    char what[120];

    snprintf(what, sizeof what, "compressed by %s, which this clreduce was built without (%s)",
             format->name, format->package);
    return input_fail_foreign(file, what, &format->command);
}

/* An archive's table of contents is at its end. */
static bool fail_piped(input_file *file)
{
    return input_fail_foreign(file, "a zip archive, which is read from files alone",
                              &file->compression->command);
}

static bool fail_array(input_file *file)
{
    return input_fail(file, "what follows the last colon names an array of an .npz archive, and "
                            "the file is none; a column of CSV is named by --column");
}

/* Whether the bytes are to be examined: who says that raw numbers begin at byte 0 has the file's
 * own. */
static bool is_asked(const input_options *options)
{
    return !(options->raw && options->has_offset && options->offset == 0);
}

/* Looks for the codec of which the first bytes are. */
static bool find(input_file *file)
{
    if (!is_asked(file->options))
        return true;
    if (!input_file_fill(file, 1, CODEC_MAGIC_SIZE))
        return false;
    if (input_file_buffered(file) == 0 ||
        !codec_may_begin((unsigned char)file->buffer[file->begin]))
        return true;
    if (!input_file_fill(file, CODEC_MAGIC_SIZE, CODEC_MAGIC_SIZE))
        return false;
    file->compression = codec_find(file->buffer + file->begin, input_file_buffered(file));
    return true;
}

bool input_decode_find(input_file *file)
{
    if (!find(file))
        return false;
    if (file->array && (!file->compression || file->compression->library))
        return fail_array(file);
    if (!file->compression)
        return true;
    if (!codec_is_built(file->compression))
        return fail_without(file);
    if (file->compression->archive && (!file->rereads || file->start != 0))
        return fail_piped(file);
    file->regular = false;
    return begin(file);
}

bool input_decode_up_to(input_file *file, uint64_t position)
{
    decoder_close(file->decoder);
    file->begin = 0;
    file->end = 0;
    file->position = 0;
    return begin(file) && (input_file_skip(file, position) == position ||
                           input_fail(file, "has been changed since it was opened: try again"));
}

ssize_t input_decode(input_file *file, void *room, size_t size)
{
    const size_t made = decoder_read(file->decoder, room, size);

    if (made == 0 && decoder_fault(file->decoder))
        input_fail(file, "%s", decoder_fault(file->decoder));
    return (ssize_t)made;
}

bool input_decode_rest(input_file *file)
{
    input_file_skip(file, UINT64_MAX - file->position);
    return !input_failed(file);
}
