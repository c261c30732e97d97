/* SPDX-License-Identifier: Apache-2.0 */
/* rows - which numbers belong to which result. See rows.h. */
#include "rows.h"
#include "message.h"
#include "output.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options --------------------------------------------------------------------------------- */

static int refuse_beside(const shape_row *row, const char *other, const char *why)
{
    return message_fail(CODE_USAGE, "--%s and --%s do not go together: %s.", row->option, other,
                        why);
}

/* Offsets, labels or keys cannot be read from standard input together with the numbers. */
static bool share_standard_input(const shape_row *row, const options *o)
{
    const char *beside = shape_row_file(row, o);
    bool reads = o->operand_count == 0;

    for (size_t i = 0; i < o->operand_count; i++)
        reads = reads || strcmp(o->operands[i], "-") == 0;
    return reads && beside && strcmp(beside, "-") == 0;
}

/* Refuses options that refine a shape without the shape's own option. */
static int check_companions(const options *o)
{
    const shape_options *shape = &o->shape;

    if (shape->keys_out && !shape->keys.path)
        return message_fail(CODE_USAGE, "--keys-out writes a key for each run: name the file of "
                                        "all keys with --keys.");
    if (shape->bins != 0 && !shape->labels.path)
        return message_fail(CODE_USAGE, "--bins says how many labels there are: name their file "
                                        "with --labels.");
    if (shape->keepdims && shape->labels.path && shape->axis_count != 0)
        return message_fail(CODE_USAGE, "--keepdims: labels stand in front of the axes that are "
                                        "kept, and none has an extent of 1: leave it out.");
    if (shape->keepdims && shape->axis_count == 0)
        return message_fail(CODE_USAGE, "--keepdims is about the axes that --axis reduces: say "
                                        "which.");
    return CODE_FINE;
}

int rows_check_options(const options *o)
{
    const shape_row *row = shape_row_of(o);
    char names[SHAPE_ROW_NAMES_SIZE];

    shape_row_names("and", names);
    if (shape_row_count(o) > 1)
        return message_fail(CODE_USAGE, "%.79s each say which numbers make a result: choose one.",
                            names);
    OR_RETURN(check_companions(o));
    shape_row_names("or", names);
    if (o->output && !row)
        return message_fail(CODE_USAGE,
                            "--output writes the results of %.79s; the only one of all numbers is "
                            "printed.",
                            names);
    if (!row)
        return CODE_FINE;
    if (o->save && row == &rows_of_keys)
        return refuse_beside(row, "save",
                             "a run of equal keys ends where a part does, and goes on in the next; "
                             "--labels has results that parts share");
    if (o->repeat != 0)
        return refuse_beside(row, "repeat", "the reduction of all numbers is what is timed");
    if (share_standard_input(row, o))
        return message_fail(CODE_USAGE,
                            "standard input, '-', can be the %s or the numbers, not both.",
                            row->option);
    return options_check_output(o);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Refuses axes if the input was read as a list, although a file has axes. */
static int check_flattened(const options *o, const feed *f)
{
    for (size_t i = 0; i < f->input_count; i++) {
        const char *flattened = input_flattened(f->inputs[i]);
        if (flattened)
            return message_fail(CODE_USAGE,
                                "%s has several axes, which it keeps only as the whole of an "
                                "input: leave %s out.",
                                flattened, o->input.has_count ? "--count" : "the other files");
    }
    return CODE_FINE;
}

int rows_open(rows *s, const options *o, const feed *f, uint64_t elements)
{
    const shape_row *asked = shape_row_of(o);

    *s = (rows){.row = asked ? asked : &rows_of_whole,
                .keepdims = o->shape.keepdims,
                .inputs = f->input_count,
                .elements = elements};
    const int code = s->row->by_index ? CODE_FINE : check_flattened(o, f);
    return code == CODE_FINE ? s->row->open(s, o, f) : code;
}

void rows_close(rows *s)
{
    labels_close(&s->labels);
    keys_close(&s->keys);
    free(s->offsets);
    free(s->occurring);
    free(s->order);
    *s = (rows){0};
}

/* ---- Results --------------------------------------------------------------------------------- */

bool rows_is_told(const rows *s, uint64_t row)
{
    return !s->occurring || (s->occurring[row / 64] >> row % 64 & 1) != 0;
}

/* Numbers of segments for --length, --offsets and --keys; labels for --labels. */
size_t rows_result_extents(const rows *s, uint64_t extents[CLR_RANK_MOST])
{
    size_t rank = 0;

    if (s->row->has_offsets) {
        extents[0] = s->count;
        return 1;
    }
    if (s->row->is_labelled)
        extents[rank++] = s->bins;
    for (size_t k = 0; k < s->rank; k++) {
        const bool is_reduced = (s->reduced >> k & 1) != 0;
        if (!is_reduced || s->keepdims)
            extents[rank++] = is_reduced ? 1 : s->axes[0][k].extent;
    }
    return rank;
}

void rows_name_by_index(const rows *s, uint64_t row, char *text)
{
    uint64_t extents[CLR_RANK_MOST], indices[CLR_RANK_MOST];
    const size_t rank = rows_result_extents(s, extents);
    size_t used = 0;

    for (size_t k = rank; k-- > 0; row /= extents[k])
        indices[k] = row % extents[k];
    if (rank == 1) {
        output_text(CLR_TYPE_U64, indices, text);
        return;
    }
    text[0] = '\0';
    for (size_t k = 0; k < rank; k++)
        used += (size_t)snprintf(text + used, ROWS_NAME_SIZE - used, "%s%" PRIu64 "%s",
                                 k == 0 ? "[" : ",", indices[k], k + 1 == rank ? "]" : "");
}

void rows_name(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE])
{
    s->row->name(s, row, text);
}

/* The run's number is given, as a key may occur in several runs. */
void rows_place(const rows *s, uint64_t row, char text[ROWS_NAME_SIZE])
{
    rows_name(s, row, text);
    const size_t used = strlen(text);

    if (used == 0)
        snprintf(text, ROWS_NAME_SIZE, "the only one");
    else if (s->keys.name)
        snprintf(text + used, ROWS_NAME_SIZE - used, " (run %" PRIu64 ")", row);
}
