/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_text - recordings as text: a row a step with its counts and a strip of its items, the
 * states below; then the totals of all recordings side by side.
 */
#include "explain.h"
#include "output.h"
#include "trace_map.h"
#include "trace_states.h"
#include "trace_table.h"
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Places whose states are shown. */
#define PLACES_MOST 16

/* A line where nobody says how wide one is. */
#define DEFAULT_WIDTH 120

/* The columns of a step's number and word. */
#define STEP_WIDTH 12

/* The most lines of an array that are shown, and the blanks in front of each. */
#define MAP_LINES_MOST 16
#define MAP_INDENT     2

/* Bytes of a group's and an item's numbers. */
#define READER_TEXT_SIZE 24

/* Columns are as wide as their heading, or this wide, and a space. */
#define COLUMN_WIDTH 4

/* ---- The strip of items ---------------------------------------------------------------------- */

/* Two items a glyph: bit 0 for the left one being active, bit 1 for the right one. */
static const char *const plain_glyphs[] = {".", "+", "+", "#"};
static const char *const block_glyphs[] = {"·", "▌", "▐", "█"};

/* The glyphs that this locale's terminals show. */
static const char *const *choose_glyphs(void)
{
    locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    bool is_utf8 = false;

    if (locale != (locale_t)0) {
        is_utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
        freelocale(locale);
    }
    return is_utf8 ? block_glyphs : plain_glyphs;
}

static size_t line_width(void)
{
    struct winsize window;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col != 0)
        return window.ws_col;
    return DEFAULT_WIDTH;
}

/* How strips are laid out. */
typedef struct strip {
    const char *const *glyphs;
    uint32_t wave;
    uint32_t waves_a_line;
    size_t indent;
} strip;

static int column_width(const trace_column *column)
{
    int width = (int)strlen(column->heading);

    return 1 + (width < COLUMN_WIDTH ? COLUMN_WIDTH : width);
}

static strip lay_out_strip(const trace_machine *machine)
{
    strip s = {.glyphs = choose_glyphs(), .wave = machine->wave, .indent = STEP_WIDTH + 1};
    size_t width = line_width(), wave_width = machine->wave / 2 + 1;

    for (size_t i = 0; trace_column_at(i); i++)
        s.indent += (size_t)column_width(trace_column_at(i));
    s.waves_a_line = width > s.indent ? (uint32_t)((width + 1 - s.indent) / wave_width) : 0;
    s.waves_a_line += s.waves_a_line == 0;
    return s;
}

/* Waves are apart from each other; lines after the first are indented. */
static void print_strip(const strip *s, const bool *active, uint32_t item_count)
{
    for (uint32_t i = 0; i < item_count; i += 2) {
        unsigned glyph = active[i] + 2u * (i + 1 < item_count && active[i + 1]);
        if (i != 0 && i % (s->wave * s->waves_a_line) == 0)
            printf("\n%*s", (int)s->indent, "");
        else if (i != 0 && i % s->wave == 0)
            putchar(' ');
        fputs(s->glyphs[glyph], stdout);
    }
    putchar('\n');
}

/* ---- States ---------------------------------------------------------------------------------- */

/* States that the step did not make are in parentheses. */
static void print_states(const trace_states *states, clr_type type)
{
    uint32_t places = states->count < PLACES_MOST ? states->count : PLACES_MOST;

    printf("%*s%s", STEP_WIDTH - 8, "", states->shows_cells ? "cells" : "items");
    for (uint32_t i = 0; i < places; i++) {
        const trace_state *state = &states->shown[i];
        char text[OUTPUT_TEXT_SIZE] = "-", item[OUTPUT_TEXT_SIZE + 3];
        if (state->is_known)
            output_text(type, &state->value, text);
        snprintf(item, sizeof item, state->is_new || !state->is_known ? "%s" : "(%s)", text);
        printf(" %5s", item);
    }
    puts(places < states->count ? " ..." : "");
}

/* ---- Unguarded reads and writes -------------------------------------------------------------- */

/* One line of the step's events of that kind, an item each: their values, or their order. */
static void print_unguarded_line(const trace_step *step, const char *name, clr_trace_kind kind,
                                 clr_type type, bool has_values)
{
    uint32_t places = 0;

    printf("%*s", STEP_WIDTH - 3, name);
    for (size_t i = 0; i < step->entry_count && places <= PLACES_MOST; i++) {
        const trace_entry *entry = &step->entries[i];
        char text[OUTPUT_TEXT_SIZE], item[OUTPUT_TEXT_SIZE + 3];
        if (entry->event->kind != kind || places++ == PLACES_MOST)
            continue;
        if (has_values)
            output_text(type, &entry->event->value, text);
        else
            snprintf(text, sizeof text, "#%" PRIu64, entry->order + 1);
        snprintf(item, sizeof item, has_values && entry->is_lost ? "~%s~" : "%s", text);
        printf(" %5s", item);
    }
    puts(places > PLACES_MOST ? " ..." : "");
}

/* The values that each item read and wrote, and their places in the order of all reads and writes;
 * a lost value stands in ~~. */
static void print_unguarded(const trace_step *step, clr_type type)
{
    static const struct {
        clr_trace_kind kind;
        const char *name;
    } rows[] = {{CLR_TRACE_READ, "reads"}, {CLR_TRACE_WRITE, "writes"}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!trace_step_has(step, rows[i].kind))
            continue;
        print_unguarded_line(step, rows[i].name, rows[i].kind, type, true);
        print_unguarded_line(step, "order", rows[i].kind, type, false);
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void print_heading(const strip *s)
{
    printf("%-*s", STEP_WIDTH, "step");
    for (size_t i = 0; trace_column_at(i); i++)
        printf("%*s", column_width(trace_column_at(i)), trace_column_at(i)->heading);
    printf(" items, in waves of %" PRIu32 "\n", s->wave);
}

static void print_step(const strip *s, const trace_step *step, size_t number,
                       const trace_states *states)
{
    printf("%3zu %-*s", number, STEP_WIDTH - 4, trace_step_word(step));
    for (size_t i = 0; trace_column_at(i); i++)
        printf("%*" PRIu64, column_width(trace_column_at(i)),
               trace_column_value(trace_column_at(i), &step->counts));
    putchar(' ');
    print_strip(s, states->active, states->count);
}

/* The states after the step, or its unguarded reads and writes. */
static void print_held(const trace_states *states, const trace_step *step, clr_type type)
{
    char drawn[TRACE_DRAWN_SIZE];

    if (trace_step_is_unguarded(step))
        print_unguarded(step, type);
    else
        print_states(states, type);
    if (trace_step_drawn(step, drawn))
        printf("%*s%s\n", STEP_WIDTH - 8, "", drawn);
}

static void print_steps(const recording *r, const trace_group *group)
{
    const strip s = lay_out_strip(&r->steps->machine);
    trace_states states;

    if (!trace_states_open(&states, group)) {
        puts("(out of memory for the steps)");
    } else {
        print_heading(&s);
        for (size_t i = 0; i < group->step_count; i++) {
            trace_states_step(&states, &group->steps[i]);
            print_step(&s, &group->steps[i], i, &states);
            print_held(&states, &group->steps[i], r->layout.results[0].type);
        }
    }
    trace_states_close(&states);
}

static void print_groups(const recording *r)
{
    for (size_t i = 0; i < r->steps->group_count; i++) {
        const trace_group *group = &r->steps->groups[i];
        uint64_t alike = trace_count_alike(r->steps, i);
        if (group->like != i)
            continue;
        printf("\nlaunch %" PRIu32 ", group %" PRIu32 " of %" PRIu32 " work-item%s", group->launch,
               group->group, group->item_count, group->item_count == 1 ? "" : "s");
        if (alike != 0)
            printf("; %" PRIu64 " more %s likewise", alike, alike == 1 ? "group" : "groups");
        puts("");
        print_steps(r, group);
    }
}

/* ---- Readers of elements --------------------------------------------------------------------- */

static void reader_text(const trace_reader *reader, char text[READER_TEXT_SIZE])
{
    if (reader->times == 0)
        snprintf(text, READER_TEXT_SIZE, "-");
    else
        snprintf(text, READER_TEXT_SIZE, "%" PRIu32 ".%" PRIu32, reader->group, reader->item);
}

static int widest_reader(const trace_reader *readers, uint64_t count)
{
    char text[READER_TEXT_SIZE];
    int widest = 0;

    for (uint64_t i = 0; i < count; i++) {
        reader_text(&readers[i], text);
        widest = (int)strlen(text) > widest ? (int)strlen(text) : widest;
    }
    return widest;
}

static void print_readers(const trace_reader *readers, uint64_t count, uint64_t columns)
{
    const int width = widest_reader(readers, count);
    const uint64_t fit = (line_width() - MAP_INDENT) / (size_t)(width + 1);
    const uint64_t shown = columns < fit ? columns : fit;
    const uint64_t lines = count / columns;
    char text[READER_TEXT_SIZE];

    for (uint64_t line = 0; line < lines && line < MAP_LINES_MOST; line++) {
        for (uint64_t i = 0; i < shown; i++) {
            reader_text(&readers[line * columns + i], text);
            printf(i == 0 ? "%*s" : " %*s", width + (i == 0 ? MAP_INDENT : 0), text);
        }
        puts(shown < columns ? " ..." : "");
    }
    if (lines > MAP_LINES_MOST)
        printf("%*s...\n", MAP_INDENT, "");
}

/* By whom a result is made, of the first one. */
static void print_makers(const recording *r)
{
    const trace_makers makers = trace_makers_of(r->steps, 0);

    if (makers.items == 1 && makers.results > 1)
        printf("a work-item makes %" PRIu64 " results side by side\n", makers.results);
    else if (makers.groups == 1)
        printf("a result is made by %" PRIu64 " work-item%s of a group\n", makers.items,
               makers.items == 1 ? "" : "s");
    else if (makers.groups > 1)
        printf("a result is made by %" PRIu64 " groups, and another one joins what they leave\n",
               makers.groups);
}

/* The array as it lies in memory, and in place of each element who reads it. */
static void print_map(const recording *r)
{
    const made_shape *made = &r->rows.made;
    const size_t last = made->rank - 1;
    const uint64_t columns = made->extents[last] * (uint64_t)llabs(made->steps[last]);
    trace_reader *readers = trace_map(r->steps, made->first, r->rows.stored);

    puts("\nthe array as it lies in memory: in place of each element its reader, group.work-item");
    if (!readers)
        puts("(out of memory)");
    else
        print_readers(readers, r->rows.stored, columns);
    free(readers);
}

/* ---- Recordings ------------------------------------------------------------------------------ */

/* Whether a total is told: it is no rare one, or a recording has it. */
static bool is_told(const trace_total *total, const recording *recordings, size_t count)
{
    bool is_some = !total->is_rare;

    for (size_t i = 0; i < count; i++)
        is_some |= trace_total_value(total, recordings[i].steps) != 0;
    return is_some;
}

static void print_totals(const recording *recordings, size_t count)
{
    printf("%-26s", "in all");
    for (size_t i = 0; i < count; i++)
        printf(" %16s", recordings[i].layout.info.strategy);
    puts("");
    for (size_t row = 0; trace_total_at(row); row++) {
        if (!is_told(trace_total_at(row), recordings, count))
            continue;
        printf("%-26s", trace_total_at(row)->label);
        for (size_t i = 0; i < count; i++)
            printf(" %16" PRIu64, trace_total_value(trace_total_at(row), recordings[i].steps));
        puts("");
    }
}

void explain_text(const recording *recordings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const recording *r = &recordings[i];
        char result[RECORDING_RESULT_SIZE], lesson[RECORDING_LESSON_SIZE];
        recording_lesson(r, lesson);
        if (!strchr(r->layout.info.strategy, '/'))
            printf("%s: ", r->layout.info.strategy);
        printf("%s/%s/%s", r->strategy.load, r->strategy.group, r->strategy.finish);
        printf("%s%s\n", lesson[0] == '\0' ? "" : "\n", lesson);
        recording_result(r, result);
        puts(result);
        if (r->rows.stored != 0) {
            print_makers(r);
            print_map(r);
        }
        print_groups(r);
        printf("\n%s\n", r->sentence);
        for (size_t n = 0; n < RECORDING_NOTES; n++)
            if (r->notes[n][0] != '\0')
                puts(r->notes[n]);
        puts("");
    }
    print_totals(recordings, count);
}
