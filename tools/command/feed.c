/* SPDX-License-Identifier: Apache-2.0 */
/* feed - the files of a reduction, side by side. See feed.h. */
#include "feed.h"
#include "beside.h"
#include "convert.h"
#include "message.h"
#include "progress.h"
#include "reading.h"
#include "sentence.h"
#include "shape_row.h"
#include "value.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "xyzw";
static const char *const standard_input[] = {"-"};

/* Number of inputs without the mask, which is the last input and may have any type. */
static size_t numbers_of(const feed *f)
{
    return f->input_count - (f->mask != 0);
}

/* ---- Files and inputs ------------------------------------------------------------------------ */

/* "x, y and z" */
static void list_inputs(uint64_t count, char text[24])
{
    text[0] = '\0';
    for (uint64_t i = 0; i < count; i++)
        words_join(text, 24, i, count, "and", (const char[]){letters[i], '\0'});
}

/* Inputs from operands; the mask has an option of its own. */
static size_t operands_of(const request *r)
{
    return (size_t)r->inputs - (r->mask != 0);
}

static int check_file_count(const request *r)
{
    size_t named = r->o->operand_count;
    char inputs[24], what[REQUEST_NAMES_SIZE];

    if (named == operands_of(r) || (named == 0 && operands_of(r) == 1))
        return CODE_FINE;
    list_inputs(operands_of(r), inputs);
    if (r->o->map)
        snprintf(what, sizeof what, "--map '%.100s'", r->o->map);
    else
        request_names(r, what);
    if (named > operands_of(r))
        return message_fail(CODE_USAGE,
                            "%s reads the inputs %s, but %zu files are named: name one for each.",
                            what, inputs, named);
    return message_fail(CODE_USAGE,
                        "%s reads the inputs %s, but %zu file%s named: name one for %c, or '-' for "
                        "standard input.",
                        what, inputs, named, named == 1 ? " is" : "s are", letters[named]);
}

static int check_standard_input(const request *r)
{
    size_t uses = 0;

    for (size_t i = 0; i < r->o->operand_count; i++)
        uses += strcmp(r->o->operands[i], "-") == 0;
    uses += r->o->operand_count == 0;
    uses += r->o->mask.path && strcmp(r->o->mask.path, "-") == 0;
    uses += r->o->index.path && strcmp(r->o->index.path, "-") == 0;
    if (uses < 2)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "standard input, '-', can be one of the inputs only.");
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Adds an opened input (NULL: out of memory) under its first file's name. */
static int add_input(feed *f, input *in, const char *path, const char *what)
{
    if (!in)
        return message_fail(CODE_DEVICE, "out of memory while opening the %s.", what);
    f->names[f->input_count] = beside_name(path);
    f->inputs[f->input_count++] = in;
    return feed_fail(f);
}

static int open_input(feed *f, const char *const *paths, size_t path_count)
{
    input *in;

    reading_start(paths, path_count);
    in = input_open(paths, path_count, &f->options);
    progress_end();
    return add_input(f, in, paths[0], "input");
}

/* Opens the mask, as .npy or text, whatever the inputs' format; of an array it is one, too. */
static int open_mask(feed *f, const request *r)
{
    input_options how = options_input_beside(r->o, &r->o->mask, "the numbers of a mask");
    input_shape array;

    how.as_stored = f->options.as_stored;
    how.is_matrix = f->options.is_matrix && input_array(f->inputs[0], &array);
    how.even_lines = how.is_matrix;
    f->mask = f->input_count;
    return add_input(f, input_open(&r->o->mask.path, 1, &how), r->o->mask.path, "mask");
}

/* All inputs must be as long as the first. */
static int compare_input(feed *f, size_t index)
{
    input *in = f->inputs[index];
    uint64_t count = input_count(in);

    if (count == INPUT_COUNT_UNKNOWN || f->count == INPUT_COUNT_UNKNOWN) {
        f->count = INPUT_COUNT_UNKNOWN;
        return CODE_FINE;
    }
    if (count == f->count)
        return CODE_FINE;
    return message_fail(CODE_INPUT,
                        "%s has %" PRIu64 " elements, %s has %" PRIu64
                        ": the inputs must be equally long; --count takes as many of each.",
                        f->names[0], f->count, f->names[index], count);
}

static int open_side_by_side(feed *f, const request *r)
{
    const char *const *paths = r->o->operand_count == 0 ? standard_input : r->o->operands;
    OR_RETURN(check_file_count(r));
    OR_RETURN(check_standard_input(r));
    for (size_t i = 0; i < operands_of(r); i++)
        OR_RETURN(open_input(f, &paths[i], 1));
    if (r->mask != 0)
        OR_RETURN(open_mask(f, r));
    return CODE_FINE;
}

static int open_stream(feed *f, const request *r)
{
    bool named = r->o->operand_count != 0;

    return open_input(f, named ? r->o->operands : standard_input, named ? r->o->operand_count : 1);
}

/* Numbers in texts side by side get one type. */
static int join_facts(feed *f)
{
    input_facts facts = input_facts_of(f->inputs[0]);

    for (size_t i = 1; i < numbers_of(f); i++) {
        const input_facts others = input_facts_of(f->inputs[i]);
        input_facts_join(&facts, &others);
    }
    for (size_t i = 0; f->input_count > 1 && i < f->input_count; i++) {
        const input_facts own = input_facts_of(f->inputs[i]);
        input_assume(f->inputs[i], i < numbers_of(f) ? &facts : &own);
    }
    f->is_found = facts.is_open;
    return feed_fail(f);
}

/* ---- One type for all ------------------------------------------------------------------------ */

static clr_type common_type(const feed *f)
{
    clr_type types[CLR_INPUTS_MOST];
    size_t count = 0;

    for (; count < numbers_of(f); count++)
        types[count] = input_type(f->inputs[count]);
    return convert_common(types, count);
}

/* Converts inputs to -t's type, or to a type that holds all their numbers. */
static void agree_on_type(feed *f)
{
    const bool is_asked = f->options.type != CLR_TYPE_DEFAULT;
    const clr_type type = is_asked ? f->options.type : common_type(f);

    for (size_t i = 0; i < numbers_of(f); i++)
        input_convert(f->inputs[i], type, is_asked);
}

const char *feed_counted(const feed *f)
{
    return f->is_gathered ? f->list : f->names[0];
}

/* The mask must be as long as the index list. */
static int compare_mask(const feed *f)
{
    const uint64_t count = f->mask == 0 ? f->count : input_count(f->inputs[f->mask]);

    if (count == f->count || count == INPUT_COUNT_UNKNOWN)
        return CODE_FINE;
    return message_fail(CODE_INPUT,
                        "%s has %" PRIu64 " elements, and the list %s %" PRIu64
                        ": beside --index a mask says which indices are taken.",
                        f->names[f->mask], count, f->list, f->count);
}

/* Replaces the inputs by the elements that the index list names. */
static int open_gather(feed *f, const request *r)
{
    int code = gather_open(&f->gathered, r->o, f->inputs, f->names, numbers_of(f));

    f->is_gathered = true;
    f->list = beside_name(r->o->index.path);
    f->count = f->gathered.count;
    return code == CODE_FINE ? compare_mask(f) : code;
}

static int check_index(const request *r)
{
    const options *o = r->o;

    if (!o->index.path)
        return CODE_FINE;
    const shape_row *row = shape_row_of(o);
    if (row && row->has_axes)
        return message_fail(CODE_USAGE,
                            "--index makes a list, which has one axis: leave --axis out, or "
                            "say --length.");
    return check_standard_input(r);
}

/* Whether results depend on a text's lines and fields; not with an index list. */
static bool counts_lines(const options *o)
{
    const shape_row *row = shape_row_of(o);

    return row && row->counts_lines && !o->index.path;
}

int feed_open(feed *f, const request *r, input_whole whole)
{
    *f = (feed){.options = r->o->input};
    f->options.whole = whole;
    f->options.converts = operands_of(r) > 1;
    f->options.as_stored = request_takes_any_order(r);
    f->options.even_lines = counts_lines(r->o);
    f->options.is_matrix = f->options.even_lines && shape_row_of(r->o)->has_axes;
    OR_RETURN(check_index(r));
    OR_RETURN(request_check_missing(r));
    OR_RETURN(r->inputs > 1 ? open_side_by_side(f, r) : open_stream(f, r));
    OR_RETURN(join_facts(f));
    if (r->o->input.element_size == 0)
        agree_on_type(f);
    f->type = input_type(f->inputs[0]);
    f->element_size = input_element_size(f->inputs[0]);
    f->count = input_count(f->inputs[0]);
    for (size_t i = 1; i < (r->o->index.path ? numbers_of(f) : f->input_count); i++)
        OR_RETURN(compare_input(f, i));
    return r->o->index.path ? open_gather(f, r) : CODE_FINE;
}

void feed_close(feed *f)
{
    gather_close(&f->gathered);
    free(f->scratch);
    for (size_t i = 0; i < f->input_count; i++)
        input_close(f->inputs[i]);
    free(f->sentence);
    *f = (feed){0};
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* The name of an input; beside a mask of the index list, if any. */
static const char *name_of(const feed *f, size_t number)
{
    return f->is_gathered && number < numbers_of(f) ? f->list : f->names[number];
}

static void fail_length(feed *f, size_t shorter, size_t longer, uint64_t count)
{
    f->sentence = sentence_of("%s ends after %" PRIu64
                              " elements, but %s goes on: the inputs must be equally "
                              "long; --count takes as many of each.",
                              name_of(f, shorter), count, name_of(f, longer));
}

/* Whether a number's bytes, lowest first, are not 0; a float's sign bit is ignored, as -0 is 0. */
static bool is_true(const unsigned char *number, size_t size, bool is_real)
{
    unsigned char any = (unsigned char)(number[size - 1] & (is_real ? 0x7f : 0xff));

    for (size_t i = 0; i + 1 < size; i++)
        any |= number[i];
    return any != 0;
}

/* Converts each number of the mask to 1 or 0 of the elements' type. */
static void widen_mask(const feed *f, clr_type from, void *truths, uint64_t count)
{
    const bool is_real = value_kind_of(from) == VALUE_REAL;
    const size_t size = clr_type_size(from), wide = clr_type_size(f->type);
    const unsigned char zero[sizeof(uint64_t)] = {0}, *number = f->scratch;
    unsigned char one[sizeof(uint64_t)], *truth = truths;

    if (value_kind_of(f->type) == VALUE_REAL)
        value_store_real(f->type, 1, one);
    else
        value_store(1, wide, one);
    for (uint64_t i = 0; i < count; i++, number += size, truth += wide)
        memcpy(truth, is_true(number, size, is_real) ? one : zero, wide);
}

/* Reads up to `count` elements of an input. */
static uint64_t read_one(feed *f, size_t number, void *room, uint64_t count)
{
    input *in = f->inputs[number];

    if (number < numbers_of(f))
        return input_read(in, room, count);
    if (count > f->scratch_count) {
        void *larger = realloc(f->scratch, count * input_element_size(in));
        if (!larger) {
            f->sentence = strdup("out of memory for the mask.");
            return 0;
        }
        f->scratch = larger;
        f->scratch_count = count;
    }
    const uint64_t got = input_read(in, f->scratch, count);
    widen_mask(f, input_type(in), room, got);
    return got;
}

/* Reads as many elements of all other inputs as the first one gave. */
static bool read_others(feed *f, void *const rooms[], uint64_t offset, uint64_t count, bool at_end)
{
    const size_t first = f->is_gathered ? numbers_of(f) : 1;

    for (size_t i = first; i < f->input_count; i++) {
        char *room = (char *)rooms[i] + offset;
        uint64_t got = count == 0 ? 0 : read_one(f, i, room, count);
        if (input_error(f->inputs[i]) || f->sentence)
            return false;
        if (got < count) {
            fail_length(f, i, 0, f->done + got);
            return false;
        }
        if (at_end && read_one(f, i, room + count * f->element_size, 1) != 0) {
            fail_length(f, 0, i, f->done + count);
            return false;
        }
        if (input_error(f->inputs[i]))
            return false;
    }
    return true;
}

uint64_t feed_read(feed *f, void *const rooms[], uint64_t offset, uint64_t capacity)
{
    const uint64_t count = f->is_gathered
                               ? gather_read(&f->gathered, rooms, offset, capacity)
                               : input_read(f->inputs[0], (char *)rooms[0] + offset, capacity);

    if (input_error(f->inputs[0]) || !read_others(f, rooms, offset, count, count < capacity))
        return 0;
    f->done += count;
    return count;
}

/* ---- Views ----------------------------------------------------------------------------------- */

uint64_t feed_view(feed *f, const void *inputs[], uint64_t capacity)
{
    uint64_t count = capacity;
    size_t seen = 0;

    if (f->is_gathered || f->mask != 0)
        return 0;
    while (seen < f->input_count && count != 0) {
        uint64_t there = 0;
        inputs[seen] = input_view(f->inputs[seen], count, &there);
        count = there < count ? there : count;
        seen += inputs[seen] != NULL;
    }
    for (size_t i = 0; count == 0 && i < seen; i++)
        input_pass(f->inputs[i], 0);
    return count;
}

bool feed_pass(feed *f, uint64_t count)
{
    bool is_passed = true;

    for (size_t i = 0; i < f->input_count; i++)
        is_passed = input_pass(f->inputs[i], count) && is_passed;
    f->done += count;
    return is_passed;
}

/* ---- Reports --------------------------------------------------------------------------------- */

/* most lines of a kind */
#define LINES_MOST 8

static void tell_files(input *in)
{
    const char *sentence;
    size_t more = 0;

    for (size_t i = 0; (sentence = input_assumed(in, i)) != NULL; i++) {
        if (i < LINES_MOST)
            message_note("%s", sentence);
        else
            more++;
    }
    if (more > 0)
        message_note("... and %zu more files", more);
}

void feed_tell(const feed *f)
{
    for (size_t i = 0; i < f->input_count; i++)
        tell_files(f->inputs[i]);
}

static void note_conversion(const feed *f, size_t index)
{
    const clr_type kept = input_kept_type(f->inputs[index]);
    const char *from = clr_type_name(kept), *to = clr_type_name(f->type);

    if (f->options.type == CLR_TYPE_DEFAULT)
        message_note("%s: its elements of %s are read as %s, which holds %s.", f->names[index],
                     from, to, convert_holds(f->type, kept) ? "them" : "each that is there");
    else
        message_note("%s: its elements of %s are read as %s, as -t says%s.", f->names[index], from,
                     to,
                     convert_holds(f->type, kept) || value_kind_of(f->type) != VALUE_REAL
                         ? ""
                         : ", which rounds");
}

void feed_note(const feed *f)
{
    for (size_t i = 0; i < f->input_count; i++) {
        const char *sentence = input_note(f->inputs[i]);
        if (sentence)
            message_note("%.2000s.", sentence);
        if (i < numbers_of(f) && input_kept_type(f->inputs[i]) != f->type)
            note_conversion(f, i);
    }
}

bool feed_has_failed(const feed *f)
{
    bool has_failed = f->sentence != NULL;

    for (size_t i = 0; i < f->input_count; i++)
        has_failed = has_failed || input_error(f->inputs[i]);
    return has_failed;
}

int feed_fail(const feed *f)
{
    for (size_t i = 0; i < f->input_count; i++) {
        if (input_error(f->inputs[i]))
            return message_fail(CODE_INPUT, "%s", input_error(f->inputs[i]));
    }
    if (f->sentence)
        return message_fail(CODE_INPUT, "%s", f->sentence);
    return CODE_FINE;
}
