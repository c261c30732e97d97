/* SPDX-License-Identifier: Apache-2.0 */
/* input_files - the files of an input, opened. See input_files.h. */
#include "input_files.h"

#include <inttypes.h>
#include <string.h>

/* In the order of asking: a file has the first format that claims it. The last claims every
 * file. */
static const file_format *const formats[] = {
    &file_format_npy,
    &file_format_csv,
    &file_format_raw,
    &file_format_text,
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

bool input_files_fail_short(input *in, uint64_t found)
{
    return input_fail(&in->files[in->file_count - 1],
                      "the input ends after %" PRIu64 " element%s, but --count asks for %" PRIu64,
                      found, found == 1 ? "" : "s", in->options.count);
}

bool input_files_open(input *in, const char *const *paths)
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
        return input_files_fail_short(in, in->count);
    if (in->options.has_count)
        in->count = in->options.count;
    return true;
}
