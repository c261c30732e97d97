/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input - several files as one stream of numbers: reads them in turn, up to --count, or views them
 * where they lie. input_files.c opens them.
 */
#include "input_files.h"

#include "convert.h"
#include "output.h"
#include "sentence.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

/* bytes that are read at a time to be dropped */
#define DROPPED_SIZE ((size_t)1 << 16)

input *input_open(const char *const *paths, size_t path_count, const input_options *options)
{
    input *in = calloc(1, sizeof *in);

    if (!in)
        return NULL;
    in->options = *options;
    in->kept_left = INPUT_KEPT_MOST;
    in->files = calloc(path_count > 0 ? path_count : 1, sizeof *in->files);
    if (!in->files) {
        free(in);
        return NULL;
    }
    in->file_count = path_count;
    if (path_count == 0)
        input_fail(&(input_file){.name = "input", .failure = &in->failure}, "no file is given");
    else
        input_files_open(in, paths);
    return in;
}

static void close_file(input_file *file)
{
    if (file->format)
        file->format->close(file);
    input_kept_close(&file->kept);
    input_file_close(file);
}

void input_close(input *in)
{
    if (!in)
        return;
    for (size_t i = 0; i < in->file_count; i++)
        close_file(&in->files[i]);
    free(in->files);
    free(in->failure.sentence);
    free(in->sentence);
    free(in->scratch);
    free(in);
}

const char *input_error(const input *in)
{
    if (!in->failure.failed)
        return NULL;
    return in->failure.sentence ? in->failure.sentence : "memory ran out while reading the input";
}

clr_type input_type(const input *in)
{
    return in->type;
}

clr_type input_kept_type(const input *in)
{
    return in->kept;
}

size_t input_element_size(const input *in)
{
    return input_options_size(&in->options, in->type);
}

const char *input_format(const input *in)
{
    return in->file_count > 0 && in->files->format ? in->files->format->name : "none";
}

uint64_t input_count(const input *in)
{
    return in->count;
}

/* An array of no axes is a single number, and also a list. */
static bool has_axes(const input_file *file, input_shape *shape)
{
    if (!file->format || !file->format->shape || !file->state)
        return false;
    *shape = file->format->shape(file);
    return shape->rank > 1;
}

bool input_array(const input *in, input_shape *shape)
{
    return in->file_count == 1 && !in->options.has_count && has_axes(in->files, shape);
}

bool input_shape_at(const input *in, size_t index, input_shape *shape)
{
    if (index >= in->file_count)
        return false;
    if (!has_axes(&in->files[index], shape))
        *shape = (input_shape){1, &in->files[index].count, false};
    return true;
}

const char *input_name_at(const input *in, size_t index)
{
    return in->files[index].name;
}

const char *input_flattened(const input *in)
{
    input_shape shape;

    for (size_t i = 0; (in->file_count > 1 || in->options.has_count) && i < in->file_count; i++)
        if (has_axes(&in->files[i], &shape))
            return in->files[i].name;
    return NULL;
}

/* Reads from the current file, or opens the next file. */
static uint64_t read_piece(input *in, char *room, uint64_t capacity)
{
    input_file *file = &in->files[in->current];
    uint64_t got = input_kept_take(&file->kept, file->type, room, capacity);

    input_file_unmark(file);
    if (got == 0 && input_file_resume(file))
        got = file->format->read(file, room, capacity);
    if (got == 0 && !in->failure.failed) {
        input_file_close(file);
        in->current++;
        if (in->current < in->file_count)
            in->files[in->current].fields = file->fields;
    }
    return got;
}

/* If --count stops within a text, its doubts are settled by the part that has been read; within a
 * compressed file, its checksum is yet to come. */
static void settle(input *in)
{
    input_file *file = &in->files[in->current];

    if (in->current < in->file_count && file->state && file->format->settle)
        file->format->settle(file);
    if (in->current < in->file_count && file->decoder)
        input_decode_rest(file);
}

/* Reads elements in the files' type. */
static uint64_t read_kept(input *in, void *room, uint64_t capacity)
{
    size_t size = input_options_size(&in->options, in->kept);
    uint64_t done = 0;

    if (in->options.has_count && capacity > in->options.count - in->done)
        capacity = in->options.count - in->done;
    while (done < capacity && in->current < in->file_count && !in->failure.failed)
        done += read_piece(in, (char *)room + done * size, capacity - done);
    in->done += done;
    if (in->options.has_count && done < capacity && !in->failure.failed)
        input_files_fail_short(in, in->done);
    else if (in->options.has_count && in->done == in->options.count && !in->failure.failed)
        settle(in);
    return in->failure.failed ? 0 : done;
}

/* ---- Conversion ------------------------------------------------------------------------------ */

/* Elements that are converted at a time. */
#define SCRATCH_COUNT ((uint64_t)1 << 13)

void input_convert(input *in, clr_type type, bool rounds)
{
    in->rounds = rounds;
    in->type = type;
}

static bool fail_element(input *in, uint64_t index, const void *at)
{
    char text[OUTPUT_TEXT_SIZE];

    output_text(in->kept, at, text);
    return input_fail(in->files, "element %" PRIu64 " is %s, which %s does not hold: %s", index,
                      text, clr_type_name(in->type),
                      in->rounds ? "choose another type with -t"
                                 : "say with -t as what the inputs are to be read, such as -t f64, "
                                   "which rounds");
}

/* Reads elements and converts them. */
static uint64_t read_converted(input *in, char *room, uint64_t capacity)
{
    const size_t size = clr_type_size(in->kept);
    const uint64_t before = in->done;
    const uint64_t got =
        read_kept(in, in->scratch, capacity < SCRATCH_COUNT ? capacity : SCRATCH_COUNT);
    const uint64_t done = convert_elements(in->kept, in->scratch, in->type, in->rounds, room, got);

    if (done < got)
        fail_element(in, before + done, (const char *)in->scratch + done * size);
    return in->failure.failed ? 0 : done;
}

uint64_t input_read(input *in, void *room, uint64_t capacity)
{
    const size_t size = input_element_size(in);
    uint64_t done = 0, got = 1;

    if (in->type == in->kept)
        return read_kept(in, room, capacity);
    if (!in->scratch && !(in->scratch = malloc(SCRATCH_COUNT * sizeof(uint64_t)))) {
        input_fail(in->files, "cannot be read: memory ran out");
        return 0;
    }
    for (; done < capacity && got > 0; done += got)
        got = read_converted(in, (char *)room + done * size, capacity - done);
    return in->failure.failed ? 0 : done;
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* The file with the next elements; NULL if only reading can find it. */
static input_file *next_file(input *in)
{
    while (in->current < in->file_count && !in->failure.failed) {
        input_file *file = &in->files[in->current];

        if (!input_file_resume(file))
            return NULL;
        if (!input_file_is_through(file))
            return file;
        input_file_close(file);
        in->current++;
    }
    return NULL;
}

const void *input_view(input *in, uint64_t capacity, uint64_t *count)
{
    const size_t size = input_element_size(in);
    const void *elements = NULL;
    uint64_t viewed = 0;
    input_file *file;

    if (in->options.has_count && capacity > in->options.count - in->done)
        capacity = in->options.count - in->done;
    file = capacity > 0 && in->type == in->kept ? next_file(in) : NULL;
    if (file)
        elements =
            input_file_view(file, capacity < SIZE_MAX / size ? capacity * size : SIZE_MAX, &viewed);
    *count = viewed / size;
    return elements;
}

bool input_pass(input *in, uint64_t count)
{
    input_file *file = &in->files[in->current];
    const bool is_passed = input_file_pass(file, count * input_element_size(in));

    file->done += is_passed ? count : 0;
    in->done += is_passed ? count : 0;
    return is_passed;
}

/* ---- Beginning further on -------------------------------------------------------------------- */

/* Reads elements that have to be decoded, and drops them. */
static bool drop(input *in, uint64_t count)
{
    const size_t size = input_element_size(in);
    const uint64_t most = size < DROPPED_SIZE ? DROPPED_SIZE / size : 1;
    void *room = malloc(most * size);
    uint64_t got = 1;

    if (!room)
        return input_fail(&in->files[in->current], "cannot be read: memory ran out");
    for (; count > 0 && got > 0; count -= got)
        got = input_read(in, room, count < most ? count : most);
    free(room);
    return !in->failure.failed;
}

/* Continues behind the next `count` elements of the current file, which has more of them. */
static bool begin_within(input *in, uint64_t count)
{
    input_file *file = &in->files[in->current];

    if (!input_file_resume(file))
        return false;
    if (!file->regular || !file->format->is_plain || !file->format->is_plain(file))
        return drop(in, count);
    if (!input_file_move(file, count * input_element_bytes(file)))
        return false;
    file->done += count;
    in->done += count;
    return true;
}

bool input_begin_at(input *in, uint64_t first)
{
    uint64_t left = first;

    for (; in->current < in->file_count && left >= in->files[in->current].count; in->current++) {
        left -= in->files[in->current].count;
        in->done += in->files[in->current].count;
        input_file_close(&in->files[in->current]);
    }
    return left == 0 || in->current == in->file_count || begin_within(in, left);
}

/* ---- Assumptions ----------------------------------------------------------------------------- */

static const char *say(input *in, const char *format, ...) __attribute__((format(printf, 2, 3)));

static const char *say(input *in, const char *format, ...)
{
    va_list arguments;

    free(in->sentence);
    va_start(arguments, format);
    in->sentence = sentence_make(format, arguments);
    va_end(arguments);
    return in->sentence;
}

const char *input_assumed(input *in, size_t index)
{
    const input_file *file = &in->files[index];
    char words[300];

    if (index >= in->file_count || !file->format || in->failure.failed)
        return NULL;
    file->format->describe(file, words, sizeof words);
    return say(in, "%s: %.299s%s%s%s", file->name, words, file->is_json ? ", of JSON lines" : "",
               !file->compression           ? ""
               : file->compression->archive ? ", archived by "
                                            : ", compressed by ",
               file->compression ? file->compression->name : "");
}

const char *input_note(input *in)
{
    const input_file *file = in->files;

    while (file < in->files + in->file_count && file->odd_line == 0)
        file++;
    if (file == in->files + in->file_count)
        return NULL;
    if (!file->odd_is_whole)
        return say(in,
                   "%s: line %" PRIu64 ": %s is read as f64, which rounds decimals of more than 17 "
                   "digits",
                   file->name, file->odd_line, file->odd);
    return say(in,
               "%s: line %" PRIu64 ": %s is read as f64, which rounds whole numbers beyond 2^53; "
               "the numbers are f64, %s",
               file->name, file->odd_line, file->odd, input_type_reason(file));
}
