/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input - several files as one stream of numbers: finds each file's format, checks that the files
 * agree, and reads them in turn, up to --count. The formats are in input_npy.c, input_raw.c,
 * input_text.c and input_csv.c.
 */
#include "input.h"

#include "convert.h"
#include "input_format.h"
#include "output.h"
#include "sentence.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order of asking: a file has the first format that claims it. The last claims every
 * file. */
static const file_format *const formats[] = {
    &file_format_npy,
    &file_format_csv,
    &file_format_raw,
    &file_format_text,
};

/* bytes that are read at a time to be dropped */
#define DROPPED_SIZE ((size_t)1 << 16)

struct input {
    input_options options;
    input_failure failure;
    input_file *files;
    size_t file_count;
    size_t current;     /* the file that is read next */
    clr_type type;      /* of the elements handed out */
    clr_type kept;      /* of the elements in the files */
    bool rounds;        /* conversions may round */
    void *scratch;      /* elements to be converted */
    uint64_t count;     /* elements to be read; INPUT_COUNT_UNKNOWN if only the end tells */
    uint64_t kept_left; /* numbers that files may still keep until their type is known */
    uint64_t done;      /* elements read so far */
    char *sentence;     /* the sentence last asked for */
};

static bool ends_with(const char *text, const char *tail)
{
    size_t size = strlen(text), tail_size = strlen(tail);

    return size >= tail_size && strcmp(text + size - tail_size, tail) == 0;
}

static const file_format *find_format(input_file *file)
{
    size_t i = 0;

    while (!formats[i]->claims(file))
        i++;
    return formats[i];
}

/* Checks the file's bytes against the format that its name or the options say. */
static bool check_format(input_file *file)
{
    const input_options *options = file->options;
    const file_format *format = file->format;
    const bool is_text = format == &file_format_text || format == &file_format_csv;

    if (is_text && !options->text && !input_check_magic(file))
        return false;
    if (format == &file_format_text && !options->text && ends_with(file->path, ".npy"))
        return input_fail(
            file, "is no .npy file, although it is named so: it does not start with "
                  "\\x93NUMPY; say --text if it is text, --raw -t TYPE if it is raw binary");
    if (options->element_size != 0 && format != &file_format_npy && !format->is_raw)
        return input_fail(file,
                          "--element-size is for raw binary and .npy files, but this is read "
                          "as %s",
                          format->name);
    if (options->element_size != 0 && options->big_endian)
        return input_fail(file, "--endian is for numbers, and --element-size says that these are "
                                "structs");
    if ((options->offset > 0 || options->big_endian) && !format->is_raw)
        return input_fail(file, "%s is for raw binary (--raw -t TYPE), but this is read as %s",
                          options->offset > 0 ? "--offset" : "--endian", format->name);
    if (file->array && input_field_name(file) && format != &file_format_npy)
        return input_fail(file, "what follows the last colon names an array of an .npz archive, or "
                                "a field of a .npy file, and the file is none; a column of CSV is "
                                "named by --column");
    if (format == &file_format_npy && !file->array && input_field_name(file))
        return true; /* of structures, as the header tells */
    if (options->column && !input_column_is_array(file) && format != &file_format_csv)
        return input_fail(file, "%s is for CSV text, but this is read as %s",
                          file->options->called ? "FILE:COLUMN" : "--column", format->name);
    return true;
}

/* Numbers that --count leaves for the next file, as far as the counts of earlier files are
 * known. */
static uint64_t count_left(const input *in, uint64_t looked_at)
{
    if (!in->options.has_count)
        return UINT64_MAX;
    return looked_at < in->options.count ? in->options.count - looked_at : 0;
}

/* Reads a text until its numbers' type is known, and keeps them. */
static bool look_through(input_file *file, uint64_t most, uint64_t *count)
{
    if (most == 0 || file->options->whole == INPUT_WHOLE_NEVER)
        return true;
    if (!input_file_mark(file) || !file->format->look(file, most, count))
        return false;
    file->is_begun = true;
    file->is_inexact = file->facts.beyond_exact;
    return true;
}

/* `*looked_at` counts numbers in the files so far; it may miss some, but never exceeds them. */
static bool open_file(input *in, input_file *file, uint64_t *looked_at)
{
    uint64_t count = 0;

    if (!input_file_open(file))
        return false;
    file->format = find_format(file);
    if (input_failed(file) || !check_format(file) || !file->format->open(file))
        return false;
    file->is_open = file->format->look && file->options->type == CLR_TYPE_DEFAULT;
    file->facts.is_open = file->is_open;
    file->facts.fixed = file->is_open ? CLR_TYPE_DEFAULT : file->type;
    if (!file->is_open && file->count != INPUT_COUNT_UNKNOWN)
        count = file->count;
    else if (file->is_open && !look_through(file, count_left(in, *looked_at), &count))
        return false;
    *looked_at = count < UINT64_MAX - *looked_at ? *looked_at + count : UINT64_MAX;
    /* what is in a compressed file is made anew up to its place: a lone one goes on */
    if (in->file_count > 1 || !input_is_decoded(file))
        input_file_suspend(file);
    return true;
}

/* Whether the numbers that are kept are those of the type: f64 does not hold all beyond 2^53, and
 * reading them again finds the first that it rounds, for input_note(). */
static bool can_go_on(const input_file *file)
{
    return file->is_begun && !file->kept.is_given_up &&
           !(file->assumed == CLR_TYPE_F64 && file->is_inexact);
}

/* Reads a text from its start again. */
static void begin_again(input_file *file)
{
    if (file->state)
        file->format->close(file);
    if (file->is_begun && !input_file_rewind(file))
        return;
    input_kept_close(&file->kept);
    file->is_begun = false;
    file->odd_line = 0;
    file->format->open(file);
}

/* The file is read by the facts found. */
static void assume(input_file *file, const input_facts *facts)
{
    file->facts = *facts;
    file->assumed = input_facts_type(facts, file->options->whole);
    if (can_go_on(file))
        file->format->retype(file);
    else
        begin_again(file);
}

void input_assume(input *in, const input_facts *facts)
{
    for (size_t i = 0; i < in->file_count && !in->failure.failed; i++)
        if (in->files[i].is_open)
            assume(&in->files[i], facts);
    if (in->file_count > 0)
        in->type = in->kept = in->files->type;
}

input_facts input_facts_of(const input *in)
{
    input_facts facts = {.is_open = false};

    for (size_t i = 0; i < in->file_count; i++)
        input_facts_join(&facts, &in->files[i].facts);
    return facts;
}

/* Checks a new file against the first. Counts are added while all are known. */
static bool join_file(input *in, input_file *file)
{
    if (file == in->files)
        in->type = in->kept = file->type;
    if (file->type != in->type)
        return input_fail(file,
                          "has elements of %s, but %s has elements of %s: all files must "
                          "have one type",
                          clr_type_name(file->type), in->files->name, clr_type_name(in->type));
    if (file->count == INPUT_COUNT_UNKNOWN || in->count == INPUT_COUNT_UNKNOWN) {
        in->count = INPUT_COUNT_UNKNOWN;
        return true;
    }
    if (file->count > INPUT_COUNT_UNKNOWN - 1 - in->count)
        return input_fail(file, "brings the elements to more than 64 bits can count");
    in->count += file->count;
    return true;
}

static bool check_single_stdin(input *in, const char *const *paths)
{
    size_t uses = 0;

    for (size_t i = 0; i < in->file_count; i++)
        uses += strcmp(paths[i], "-") == 0;
    if (uses < 2)
        return true;
    in->files->name = "standard input";
    return input_fail(in->files, "\"-\" is given %zu times, but it can be read only once", uses);
}

static bool fail_short(input *in, uint64_t found)
{
    return input_fail(&in->files[in->file_count - 1],
                      "the input ends after %" PRIu64 " element%s, but --count asks for %" PRIu64,
                      found, found == 1 ? "" : "s", in->options.count);
}

static bool open_files(input *in, const char *const *paths)
{
    uint64_t looked_at = 0;
    input_facts facts;

    for (size_t i = 0; i < in->file_count; i++)
        in->files[i] = (input_file){.path = paths[i],
                                    .name = paths[i],
                                    .options = &in->options,
                                    .failure = &in->failure,
                                    .kept_left = &in->kept_left,
                                    .tape = {.file = -1},
                                    .fd = -1};
    if (!check_single_stdin(in, paths))
        return false;
    for (size_t i = 0; i < in->file_count; i++)
        if (!open_file(in, &in->files[i], &looked_at))
            return false;
    facts = input_facts_of(in);
    input_assume(in, &facts);
    for (size_t i = 0; i < in->file_count; i++)
        if (!join_file(in, &in->files[i]))
            return false;
    if (in->options.has_count && in->count < in->options.count)
        return fail_short(in, in->count);
    if (in->options.has_count)
        in->count = in->options.count;
    return true;
}

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
        open_files(in, paths);
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
        fail_short(in, in->done);
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
