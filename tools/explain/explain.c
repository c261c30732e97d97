/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain - the verb that shows what strategies' kernels really do: reads strategies and files off
 * the command line, finds the numbers, runs kernels that log each step, and hands the logs to the
 * writers of text, JSON and pictures.
 */
#include "explain.h"
#include "command_request.h"
#include "digits.h"
#include "document.h"
#include "message.h"
#include "output.h"
#include "outputs.h"
#include "picture.h"
#include "session.h"
#include "soonest.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STRATEGIES_MOST 2

/* How many numbers a plan is explained for if neither a file nor the user says. */
#define DEFAULT_COUNT (UINT64_C(1) << 24)

/* A file of at most so many numbers is drawn unasked. */
#define FILE_DRAWN_MOST 4096

/* An item's events have to fit into its log: it takes so many elements at most, and groups are no
 * larger, as one item may fold the states of its whole group. */
#define ITEM_DRAWN_MOST  400
#define GROUP_DRAWN_MOST 256

/* All that is held on the way. */
typedef struct explanation {
    const options *o;
    request request;
    options of_file; /* `o` with the extents of a file's array */
    const char *strategies[STRATEGIES_MOST];
    size_t strategy_count;
    const char *const *files;
    size_t file_count;

    input *in; /* NULL without files */
    clr_type type;
    uint64_t count; /* numbers that the plans are for */
    size_t element_size;
    /* The numbers over which kernels are recorded: of a file as many as can be recorded at most. */
    void *elements;
    uint64_t element_count;
    bool is_undrawn; /* the plan's kernels cannot log */
    soonest devices;
    clr_context *context;
    explain_plan plans[STRATEGIES_MOST];
    recording recordings[STRATEGIES_MOST];
} explanation;

/* ---- What is asked for ----------------------------------------------------------------------- */

static bool is_strategy(const char *word)
{
    clr_strategy_info info = {.size = sizeof info};

    return clr_strategy_describe(word, &info) == CLR_OK;
}

/* Whether a word is a misspelt strategy, not a file: no file has the name, and a strategy has one
 * like it. */
static bool is_slip(const char *word)
{
    return strcmp(word, "-") != 0 && access(word, F_OK) != 0 &&
           words_nearest(word, clr_strategy_name);
}

/* Takes the word as the next strategy, or says why that cannot be. */
static int take_strategy(explanation *e, const char *word)
{
    if (!words_strategy(word, &e->strategies[e->strategy_count]))
        return CODE_USAGE;
    if (!e->o->plan.unsound && !words_is_sound(word))
        return options_refuse_unsound(word);
    e->strategy_count++;
    return CODE_FINE;
}

/* Refuses to draw the array in a file, which has a plan alone: explain draws arrays that it makes.
 */
static int check_drawn(const explanation *e)
{
    const options *o = e->o;
    const bool is_drawn = o->made.rank != 0 || o->explain.svg || o->explain.html;

    if (e->file_count == 0 || !made_shape_is_asked(o) || !is_drawn)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "explain makes the array itself that it draws: say --extents or "
                        "--items, and leave the file out; or leave out --extents and "
                        "the picture, for the plan of the file's.");
}

/* One strategy or two come first, files after them. */
static int read_words(explanation *e)
{
    const char *const *words = e->o->operands;
    size_t count = e->o->operand_count, at = 0;

    if (count == 0)
        return message_fail(CODE_USAGE, "explain takes a strategy, such as: clreduce explain "
                                        "sequential");
    while (at < count && at < STRATEGIES_MOST &&
           (at == 0 || is_strategy(words[at]) || is_slip(words[at])))
        OR_RETURN(take_strategy(e, words[at++]));
    e->files = words + at;
    e->file_count = count - at;
    if (e->file_count != 0 && is_strategy(e->files[0]))
        return message_fail(CODE_USAGE, "explain compares two strategies, not more.");
    return check_drawn(e);
}

/* Whether a file has so few numbers that every step can be seen. */
static bool is_short_file(const explanation *e)
{
    const uint64_t group = e->o->plan.group_size;

    return e->file_count != 0 && !e->is_undrawn && !made_shape_is_asked(e->o) && e->count != 0 &&
           e->count <= FILE_DRAWN_MOST &&
           (group == 0 || (group <= GROUP_DRAWN_MOST && e->count <= ITEM_DRAWN_MOST * group));
}

/* Whether kernels have to run and log: not for the sake of a long file's plan alone, nor of a shape
 * that is too large to be drawn. */
static bool wants_recording(const explanation *e)
{
    const options *o = e->o;
    const bool can_be = !made_shape_is_asked(o) || recording_rows_can_be(o);

    return (e->file_count == 0 && can_be) || o->explain.svg || o->explain.html || is_short_file(e);
}

static bool has_auto(const explanation *e)
{
    bool is_auto = false;

    for (size_t i = 0; i < e->strategy_count; i++)
        is_auto |= strcmp(e->strategies[i], "auto") == 0;
    return is_auto;
}

static bool wants_plan(const explanation *e)
{
    return e->file_count != 0 || has_auto(e);
}

/* ---- The numbers ----------------------------------------------------------------------------- */

static int fail_memory(uint64_t count)
{
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " numbers.", count);
}

/* How many numbers the plans are for: all of an array with --extents, else --count or, with a
 * shape,
 * --items. */
static uint64_t planned_count(const options *o)
{
    if (o->made.rank != 0)
        return made_shape_extents_count(o);
    if (o->input.has_count)
        return o->input.count;
    return made_shape_is_asked(o) && o->explain.items != 0 ? o->explain.items : DEFAULT_COUNT;
}

static int open_files(explanation *e)
{
    input_options in = e->o->input;

    in.whole = request_whole(e->o, &e->request.operators);
    in.is_matrix = e->o->shape.axis_count != 0;
    in.even_lines = in.is_matrix;
    e->in = input_open(e->files, e->file_count, &in);
    if (!e->in)
        return message_fail(CODE_DEVICE, "out of memory while opening the input.");
    if (input_error(e->in))
        return message_fail(CODE_INPUT, "%s", input_error(e->in));
    e->type = input_type(e->in);
    e->element_size = input_element_size(e->in);
    return CODE_FINE;
}

/* Refuses options that need a file, or an operator of the user's own, where there is none. */
static int check_own(const explanation *e)
{
    const options *o = e->o;

    if (o->operator_file && o->explain.op != CLR_OPERATOR_SUM)
        return message_fail(CODE_USAGE,
                            "--operator brings an operator of its own: leave --op %s "
                            "out.",
                            clr_operator_name(o->explain.op));
    if (o->operator_file && o->result == CLR_TYPE_DEFAULT)
        return message_fail(CODE_USAGE, "say with -r of which type the numbers are that the result "
                                        "of --operator is made of, such as -r f64.");
    if (o->input.element_size != 0 && e->file_count == 0)
        return message_fail(CODE_USAGE, "--element-size says that elements are structs, of which "
                                        "explain makes none itself: name a file that has some.");
    return CODE_FINE;
}

static int open_input(explanation *e)
{
    OR_RETURN(request_open(&e->request, e->o, clr_operator_name(e->o->explain.op)));
    e->type = e->o->input.type == CLR_TYPE_DEFAULT ? CLR_TYPE_I32 : e->o->input.type;
    e->element_size = clr_type_size(e->type);
    e->count = planned_count(e->o);
    OR_RETURN(check_own(e));
    if (e->file_count != 0)
        OR_RETURN(open_files(e));
    return request_settle(&e->request, e->type);
}

static int make_room(explanation *e, uint64_t count)
{
    e->element_count = count;
    e->elements = calloc(count + 1, e->element_size);
    return e->elements ? CODE_FINE : fail_memory(count);
}

/* Reads as many numbers as can be recorded, and counts the rest. */
static int read_input(explanation *e)
{
    const uint64_t step = 1 << 16;
    uint64_t got = 0;

    if (make_room(e, OPTIONS_ITEMS_MOST) != CODE_FINE)
        return CODE_DEVICE;
    void *room = malloc(step * e->element_size);
    if (!room)
        return fail_memory(step);
    e->element_count = input_read(e->in, e->elements, OPTIONS_ITEMS_MOST);
    e->count = e->element_count;
    while ((got = input_read(e->in, room, step)) != 0)
        e->count += got;
    free(room);
    if (input_error(e->in))
        return message_fail(CODE_INPUT, "%s", input_error(e->in));
    const char *note = input_note(e->in);
    if (note && !e->o->quiet)
        message_note("%s.", note);
    return CODE_FINE;
}

/* Finds the numbers over which kernels are recorded: all of a short file; else --items, or as many
 * as the strategy that needs most asks for. Without a file it makes them up. */
static int find_numbers(explanation *e)
{
    const bool is_told = e->o->explain.items != 0 && !made_shape_is_asked(e->o);
    uint64_t most = is_told ? e->o->explain.items : 0;

    if (!is_told && is_short_file(e))
        return CODE_FINE;
    for (size_t i = 0; wants_recording(e) && !is_told && i < e->strategy_count; i++) {
        uint64_t wanted = recording_default_count(&e->recordings[i]);
        most = wanted > most ? wanted : most;
    }
    if (e->in) {
        e->element_count = most < e->element_count ? most : e->element_count;
        return CODE_FINE;
    }
    OR_RETURN(make_room(e, most));
    digits_fill(e->o->explain.op, e->type, e->elements, most);
    return CODE_FINE;
}

/* ---- Doing it -------------------------------------------------------------------------------- */

/* Fails before anything runs if a file cannot or may not be written. */
static int check_files(const explanation *e)
{
    const explain_options *asked = &e->o->explain;

    OR_RETURN(outputs_check(e->o, e->files, e->file_count));
    if (asked->svg)
        OR_RETURN(whole_file_check(asked->svg, &outputs_svg, e->o->force));
    if (asked->html)
        OR_RETURN(whole_file_check(asked->html, &outputs_html, e->o->force));
    return CODE_FINE;
}

/* Strategy auto runs on the device that has the result first, unless -d names one. */
static int open_device(explanation *e)
{
    const uint64_t count = e->in ? input_count(e->in) : e->count;

    if (has_auto(e) && !made_shape_is_asked(e->o) && count != INPUT_COUNT_UNKNOWN)
        soonest_find(&e->devices, e->o, e->request.reductions, 1, count);
    return session_open_on(e->o, soonest_device(&e->devices, e->o), &e->context);
}

/* Few numbers say little about costs: a short file is taken for DEFAULT_COUNT numbers. */
static recording_asked asked_of(const explanation *e, size_t index)
{
    const clr_device *device = clr_context_device(e->context);
    const bool is_less = !e->o->input.has_count && e->count < DEFAULT_COUNT;

    return (recording_asked){
        .count = is_less ? DEFAULT_COUNT : e->count,
        .groups_most = e->plans[index].info.group_count,
        .units = device->max_compute_units == CLR_UNKNOWN ? 1 : device->max_compute_units};
}

static int record(explanation *e)
{
    const size_t count = wants_recording(e) ? e->strategy_count : 0;

    for (size_t i = 0; i < count; i++)
        OR_RETURN(recording_open(&e->recordings[i], e->o, e->context, e->strategies[i],
                                 e->request.reductions));
    OR_RETURN(find_numbers(e));
    for (size_t i = 0; i < count; i++) {
        const recording_asked asked = asked_of(e, i);
        OR_RETURN(recording_run(&e->recordings[i], e->o, e->context, e->elements, e->element_count,
                                &asked));
    }
    return CODE_FINE;
}

/* The options as if --extents had described the file's array. An array in Fortran's order is left
 * out: --extents describes arrays in C's order alone. */
static const options *with_extents(explanation *e)
{
    made_options *made = &e->of_file.made;
    input_shape array;

    if (e->o->shape.axis_count == 0 || !e->in || !input_array(e->in, &array) ||
        array.rank > CLR_RANK_MOST || array.is_fortran)
        return e->o;
    e->of_file = *e->o;
    made->rank = array.rank;
    for (size_t k = 0; k < array.rank; k++) {
        made->extents[k] = array.extents[k];
        made->steps[k] = 1;
    }
    return &e->of_file;
}

/* Notes why a short file's plan cannot be drawn: no failure, as the plan is printed. */
static void check_drawing(explanation *e)
{
    char reason[RECORDING_REASON_SIZE];

    for (size_t i = 0; is_short_file(e) && i < e->strategy_count; i++) {
        e->is_undrawn =
            !recording_can_be(e->o, e->context, e->strategies[i], e->request.reductions, reason);
        if (e->is_undrawn && !e->o->quiet)
            message_note("not drawn step by step: %s", reason);
    }
}

static int plan(explanation *e)
{
    const options *o = with_extents(e);

    for (size_t i = 0; i < e->strategy_count; i++)
        OR_RETURN(explain_plan_open(&e->plans[i], o, e->context, e->strategies[i],
                                    e->request.reductions, e->count, wants_plan(e)));
    return CODE_FINE;
}

/* ---- Telling it ------------------------------------------------------------------------------ */

static bool print_json(const explanation *e)
{
    json_t *plans = json_array(), *traces = json_array();

    for (size_t i = 0; i < e->strategy_count; i++) {
        if (wants_plan(e))
            json_array_append_new(plans, explain_plan_part(&e->plans[i]));
        if (wants_recording(e))
            json_array_append_new(traces, explain_json_part(&e->recordings[i], &e->plans[i]));
    }
    json_t *document =
        json_pack("{s:o, s:o, s:o}", "device", document_device(clr_context_device(e->context)),
                  "plans", plans, "traces", traces);
    if (e->devices.count != 0)
        json_object_set_new(document, "estimates", soonest_part(&e->devices));
    return document_print(document);
}

static bool print_text(const explanation *e)
{
    char choice[SOONEST_TEXT_SIZE];

    soonest_text(&e->devices, choice);
    if (choice[0] != '\0')
        printf("%s.\n\n", choice);
    for (size_t i = 0; wants_plan(e) && i < e->strategy_count; i++) {
        explain_plan_print(&e->plans[i]);
        puts("");
    }
    if (wants_recording(e) && (e->file_count == 0 || is_short_file(e)))
        explain_text(e->recordings, e->strategy_count);
    for (size_t i = 0; !wants_plan(e) && i < e->strategy_count; i++)
        explain_plan_print_memory(&e->plans[i]);
    return output_flush();
}

static int print(const explanation *e)
{
    errno = 0;
    if (e->o->form == OUTPUT_JSON ? print_json(e) : print_text(e))
        return CODE_FINE;
    return message_fail(CODE_INPUT, "the explanation could not be written: %s.",
                        errno == 0 ? "output error" : strerror(errno));
}

static int write_picture(const explanation *e, whole_file *file, picture_writer *write)
{
    if (!write(file->stream, e->recordings, e->strategy_count))
        return message_fail(CODE_INPUT, "%s: cannot be written: %s.", file->name,
                            errno == 0 ? "output error" : strerror(errno));
    fputs("<!-- " WHOLE_FILE_MARK " explain -->\n", file->stream);
    return whole_file_keep(file);
}

/* Writes and keeps a picture, if one was asked for. */
static int draw(const explanation *e, const char *name, picture_writer *write)
{
    whole_file file;

    if (!name)
        return CODE_FINE;
    int code = whole_file_open(&file, name);
    if (code == CODE_FINE)
        code = write_picture(e, &file, write);
    whole_file_close(&file);
    return code;
}

static void close_all(explanation *e)
{
    for (size_t i = 0; i < STRATEGIES_MOST; i++) {
        recording_close(&e->recordings[i]);
        explain_plan_close(&e->plans[i]);
    }
    clr_context_destroy(e->context);
    soonest_close(&e->devices);
    input_close(e->in);
    request_close(&e->request);
    free(e->elements);
}

static int explain(explanation *e)
{
    OR_RETURN(read_words(e));
    OR_RETURN(check_files(e));
    OR_RETURN(open_input(e));
    OR_RETURN(open_device(e));
    if (e->in)
        OR_RETURN(read_input(e));
    OR_RETURN(plan(e));
    check_drawing(e);
    OR_RETURN(record(e));
    OR_RETURN(draw(e, e->o->explain.svg, picture_svg));
    OR_RETURN(draw(e, e->o->explain.html, picture_html));
    return print(e);
}

int verb_explain(const options *o)
{
    explanation e = {.o = o};
    const int code = explain(&e);

    close_all(&e);
    return code;
}
