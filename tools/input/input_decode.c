/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_decode - what the formats see of a compressed file, found by its first bytes: the bytes
 * that are in it; and of JSON lines, compressed or not: CSV. To the formats such a file is a pipe,
 * of unknown size and without a mapping, but one that can be read from its start again. Knows
 * nothing of numbers.
 */
#include "decoder.h"
#include "descriptor.h"
#include "input_format.h"
#include "json_lines.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool input_column_is_array(const input_file *file)
{
    return file->compression && file->compression->archive && file->options->called && !file->array;
}

const char *input_field_name(const input_file *file)
{
    if (file->compression && file->compression->archive)
        return NULL;
    return !file->array && file->options->called ? file->options->column : file->array;
}

void input_decode_close(input_file *file)
{
    decoder_close(file->decoder);
    json_lines_close(file->json);
    file->decoder = NULL;
    file->json = NULL;
}

/* What has been buffered was the decoder's or JSON's, and comes again as what is made of it. */
static void drop_buffered(input_file *file)
{
    file->begin = 0;
    file->end = 0;
    file->ended = false;
}

static bool begin_decoder(input_file *file)
{
    const char *array = input_column_is_array(file) ? file->options->column : file->array;

    file->decoder = decoder_open(file->compression, file->fd, file->buffer + file->begin,
                                 input_file_buffered(file), array);
    drop_buffered(file);
    if (!file->decoder)
        return input_fail(file, "cannot be read: memory ran out");
    return !decoder_fault(file->decoder) || input_fail(file, "%s", decoder_fault(file->decoder));
}

static bool begin_json(input_file *file)
{
    const size_t buffered = input_file_buffered(file);
    size_t size;
    char *room;

    file->json = json_lines_open();
    room = file->json ? json_lines_room(file->json, &size) : NULL;
    if (!room)
        return input_fail(file, "cannot be read: memory ran out");
    if (buffered > 0) {
        memcpy(room, file->buffer + file->begin, buffered);
        json_lines_add(file->json, buffered);
    }
    drop_buffered(file);
    return true;
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

/* Whether the bytes are to be examined: who says that raw numbers begin at byte 0 has the file's
 * own. */
static bool is_asked(const input_options *options)
{
    return !(options->raw && options->has_offset && options->offset == 0);
}

/* Looks for the codec of which the first bytes are. */
static bool find_codec(input_file *file)
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

static bool open_codec(input_file *file)
{
    if (!file->compression)
        return true;
    if (!codec_is_built(file->compression))
        return fail_without(file);
    if (file->compression->archive && (!file->rereads || file->start != 0))
        return fail_piped(file);
    file->regular = false;
    return begin_decoder(file);
}

/* Options by which CSV is read otherwise than it is made here. */
static bool check_json(input_file *file)
{
    const input_options *o = file->options;
    const char *odd = o->delimiter       ? "delimiter"
                      : o->decimal_comma ? "decimal"
                      : o->thousands     ? "thousands"
                      : o->comment       ? "comment"
                      : o->skip > 0      ? "skip"
                                         : NULL;

    if (!o->column && !file->is_table)
        return input_fail(file, "is JSON lines: --column NAME says which member is read, or A.B of "
                                "members in it");
    return !odd || input_fail(file, "is JSON lines, and --%s is for other text", odd);
}

static bool find_json(input_file *file)
{
    const input_options *options = file->options;

    file->is_json = false;
    if (options->raw || options->text)
        return true;
    if (!input_file_fill(file, 1, CODEC_MAGIC_SIZE))
        return false;
    if (json_lines_is_array(file->buffer + file->begin, input_file_buffered(file)))
        return input_fail_foreign(file, "a JSON array",
                                  &(conversion){"jq -c .[]", "", "jq -c .[]"});
    if (!json_lines_claims(file->buffer + file->begin, input_file_buffered(file)))
        return true;
    if (!check_json(file))
        return false;
    file->is_json = true;
    file->regular = false;
    return begin_json(file);
}

bool input_decode_find(input_file *file)
{
    return find_codec(file) && open_codec(file) && find_json(file);
}

bool input_decode_up_to(input_file *file, uint64_t position)
{
    input_decode_close(file);
    drop_buffered(file);
    file->position = 0;
    if ((file->compression && !begin_decoder(file)) || (file->is_json && !begin_json(file)))
        return false;
    return input_file_skip(file, position) == position ||
           input_fail(file, "has been changed since it was opened: try again");
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* At least a byte; 0 at the end and after a failure; -1 with errno set. */
static ssize_t decode(input_file *file, void *room, size_t size)
{
    if (!file->decoder)
        return descriptor_read(file->fd, room, size);
    const size_t made = decoder_read(file->decoder, room, size);
    if (made == 0 && decoder_fault(file->decoder))
        input_fail(file, "%s", decoder_fault(file->decoder));
    return (ssize_t)made;
}

/* Reads more of the JSON. False at the end of what can be made of it. */
static bool feed_json(input_file *file)
{
    size_t size;
    char *room = json_lines_is_through(file->json) ? NULL : json_lines_room(file->json, &size);
    const ssize_t got = room ? decode(file, room, size) : 0;

    if (got < 0)
        return input_fail(file, "cannot be read: %s", strerror(errno));
    if (room && !input_failed(file))
        json_lines_add(file->json, (size_t)got);
    if (json_lines_fault(file->json))
        return input_fail(file, "%s", json_lines_fault(file->json));
    return room && !input_failed(file);
}

ssize_t input_decode(input_file *file, void *room, size_t size)
{
    size_t made;

    if (!file->json)
        return decode(file, room, size);
    do
        made = json_lines_read(file->json, room, size);
    while (made == 0 && feed_json(file));
    return (ssize_t)made;
}

bool input_decode_rest(input_file *file)
{
    input_file_skip(file, UINT64_MAX - file->position);
    return !input_failed(file);
}
