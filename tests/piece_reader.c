/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A name is a word that begins with clr_ or CLR_, with all of its argument list if it is CLR_OF()
 * or another macro that names stand in. It is used, or defined: by #define, by typedef, as a
 * struct, as a constant of an enum, or as a function with a body. What stands behind a condition,
 * but for CLR_NARROW, is used or defined on a condition; a name that all branches define is not.
 */
#include "piece_reader.h"
#include "base/macro.h"
#include "base/spelling.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 256, FRAMES_MOST = 8, NARROW = 0, WIDE = 1, WIDTHS = 2 };

/* How surely something holds. */
typedef enum degree { NEVER, ON_CONDITION, ALWAYS } degree;

typedef struct known_name {
    char text[CLRI_NAME_SIZE];
    degree used[WIDTHS];
    degree defined[WIDTHS];
} known_name;

/* An #if and its branches so far. */
typedef struct branches {
    bool is_width; /* it asks for CLR_NARROW alone */
    bool is_skipped;
    bool has_else;
    unsigned count;
    unsigned defining[NAMES_MOST]; /* how many branches surely define the name */
    bool in_branch[NAMES_MOST];
} branches;

typedef struct reader {
    known_name names[NAMES_MOST];
    size_t count;
    const char *text;
    int width;
    branches frames[FRAMES_MOST];
    size_t depth;
    /* the statement that is being read, outside of functions' bodies */
    int braces;
    int parentheses;
    bool is_typedef;
    bool is_enum;
    bool is_struct;
    size_t candidate; /* a name that may turn out to be what is defined, and one more; 0: none */
} reader;

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0 && !is_letter(text[strlen(word)]);
}

/* ---- names ---- */

static size_t number_of(reader *r, const char *text, size_t length)
{
    known_name *name;

    for (size_t i = 0; i < r->count; i++)
        if (strlen(r->names[i].text) == length && strncmp(r->names[i].text, text, length) == 0)
            return i;
    if (r->count == NAMES_MOST || length >= CLRI_NAME_SIZE) {
        fprintf(stderr, "more names, or longer ones, than there is room for\n");
        abort();
    }
    name = &r->names[r->count];
    memcpy(name->text, text, length);
    name->text[length] = '\0';
    return r->count++;
}

static bool is_skipped(const reader *r)
{
    for (size_t i = 0; i < r->depth; i++)
        if (r->frames[i].is_skipped)
            return true;
    return false;
}

/* The innermost condition that is not about the width; NULL if there is none. */
static branches *condition(reader *r)
{
    for (size_t i = r->depth; i > 0; i--)
        if (!r->frames[i - 1].is_width)
            return &r->frames[i - 1];
    return NULL;
}

static void use(reader *r, size_t number, bool is_certain)
{
    degree *used = &r->names[number].used[r->width];
    const degree now = is_certain && !condition(r) ? ALWAYS : ON_CONDITION;

    if (now > *used)
        *used = now;
}

static void define(reader *r, size_t number)
{
    degree *defined = &r->names[number].defined[r->width];
    branches *frame = condition(r);

    if (frame)
        frame->in_branch[number] = true;
    if (*defined == NEVER || !frame)
        *defined = frame ? ON_CONDITION : ALWAYS;
}

/* ---- words ---- */

/* The length of the name at `at`, with its argument list if that belongs to it; 0 if it is none. */
static size_t name_length(const char *at)
{
    size_t length = 0;
    int depth = 0;

    if (strncmp(at, "clr_", 4) != 0 && strncmp(at, "CLR_", 4) != 0)
        return 0;
    while (is_letter(at[length]) || (at[length] == '#' && at[length + 1] == '#') ||
           (at[length] == '#' && length && at[length - 1] == '#'))
        length++;
    for (clri_macro macro = CLRI_MACRO_NONE + 1; macro < CLRI_MACROS; macro++) {
        if (!clri_is_naming(macro) || strlen(clri_macro_of(macro)->name) != length ||
            strncmp(clri_macro_of(macro)->name, at, length) != 0 || at[length] != '(')
            continue;
        do {
            depth += (at[length] == '(') - (at[length] == ')');
            length++;
        } while (depth > 0);
        break;
    }
    return length;
}

static const char *const public_names[] = {
#define CLRI_PUBLIC(name) #name,
#include "base/flag.def"
};

/* Names that all texts have are no part of contracts; names that others stand in, alone, neither.
 */
static bool is_declared(const char *at, size_t length)
{
    for (clri_macro macro = CLRI_MACRO_NONE + 1; macro < CLRI_MACROS; macro++) {
        const clri_macro_row *row = clri_macro_of(macro);

        if ((row->holds == CLRI_HOLDS_EVERYWHERE || clri_is_naming(macro)) &&
            strlen(row->name) == length && strncmp(row->name, at, length) == 0)
            return false;
    }
    for (size_t i = 0; i < sizeof public_names / sizeof *public_names; i++)
        if (strlen(public_names[i]) == length && strncmp(public_names[i], at, length) == 0)
            return false;
    return true;
}

/* Uses all names of a line of a directive; `of_each`: also those of each member or result. */
static void use_all(reader *r, const char *at, bool is_certain, bool of_each)
{
    while (*at) {
        size_t length = name_length(at);
        const bool is_one = !clri_is_of_members(at, length) && !clri_is_of_results(at, length);

        if (length && is_declared(at, length))
            use(r, number_of(r, at, length), is_certain && (is_one || of_each));
        while (!length && is_letter(at[length]))
            length++;
        at += length ? length : 1;
    }
}

/* ---- directives ---- */

static void end_branch(reader *r, branches *frame)
{
    frame->count++;
    for (size_t i = 0; i < r->count; i++) {
        frame->defining[i] += frame->in_branch[i];
        frame->in_branch[i] = false;
    }
}

static void begin_if(reader *r, const char *line)
{
    branches *frame = &r->frames[r->depth];
    const bool negated = begins(line, "ifndef");
    const char *what = line + strcspn(line, " ");

    what += strspn(what, " ");
    memset(frame, 0, sizeof *frame);
    frame->is_width = (negated || begins(line, "ifdef")) && begins(what, "CLR_NARROW");
    frame->is_skipped = frame->is_width && negated == (r->width == NARROW);
    if (!frame->is_width && !is_skipped(r))
        use_all(r, what, begins(line, "if"), true);
    if (++r->depth == FRAMES_MOST)
        abort();
}

static void go_on(reader *r, const char *line)
{
    branches *frame = &r->frames[r->depth - 1];

    if (frame->is_width) {
        frame->is_skipped = !frame->is_skipped;
        return;
    }
    end_branch(r, frame);
    frame->has_else = begins(line, "else");
    if (!frame->has_else && !is_skipped(r))
        use_all(r, line + strlen("elif"), true, true);
}

static void end_if(reader *r)
{
    branches *frame = &r->frames[r->depth - 1];

    if (!frame->is_width)
        end_branch(r, frame);
    r->depth--;
    for (size_t i = 0; !frame->is_width && i < r->count; i++)
        if (frame->has_else && frame->defining[i] == frame->count && !is_skipped(r))
            define(r, i);
}

/* Whether the macro says something of all members, or results: not only of exact ones, say. */
static bool says_of_all(const reader *r, const char *macro)
{
    static const char *const lists[] = {"CLR_EACH_MEMBER", "CLR_EACH_OUTCOME"};
    char call[CLRI_NAME_SIZE + 32];

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        snprintf(call, sizeof call, "%s(%s)", lists[i], macro);
        if (strstr(r->text, call))
            return true;
    }
    return false;
}

static void read_define(reader *r, const char *line)
{
    const char *at = line + strlen("define ");
    const size_t length = name_length(at);
    const size_t number = number_of(r, at, length);

    at += length;
    if (*at == '(')
        at += strcspn(at, ")") + 1;
    define(r, number);
    use_all(r, at, true, says_of_all(r, r->names[number].text));
}

static void read_directive(reader *r, const char *line)
{
    line += 1 + strspn(line + 1, " ");
    if (begins(line, "if") || begins(line, "ifdef") || begins(line, "ifndef"))
        begin_if(r, line);
    else if (begins(line, "else") || begins(line, "elif"))
        go_on(r, line);
    else if (begins(line, "endif"))
        end_if(r);
    else if (is_skipped(r))
        return;
    else if (begins(line, "define"))
        read_define(r, line);
    else if (begins(line, "undef")) /* the piece's own, for itself */
        memset(r->names[number_of(r, line + strlen("undef "), strlen(line + strlen("undef ")))]
                   .defined,
               0, sizeof r->names[0].defined);
}

/* ---- statements ---- */

static void end_statement(reader *r)
{
    r->is_typedef = r->is_enum = r->is_struct = false;
    r->candidate = 0;
}

static void define_candidate(reader *r)
{
    if (r->candidate)
        define(r, r->candidate - 1);
}

/* What follows the name decides whether it is defined. */
static void meet_name(reader *r, size_t number, const char *after)
{
    const bool is_macro = r->names[number].text[0] == 'C' && !strchr(r->names[number].text, '(');

    after += strspn(after, " \n");
    if (r->is_enum && r->braces == 1 && *after == '=') {
        define(r, number);
        return;
    }
    if (r->braces == 0 && r->parentheses == 0 && !is_macro &&
        (r->is_typedef ? *after == ';' : *after == '(' || (r->is_struct && *after == '{'))) {
        r->candidate = number + 1;
        if (*after != '{')
            return;
    }
    if (r->is_struct && *after == '{') /* a tag, which is the type's name, too */
        return;
    use(r, number, true);
}

static void meet_sign(reader *r, char sign)
{
    switch (sign) {
    case '(':
        r->parentheses++;
        break;
    case ')':
        r->parentheses--;
        break;
    case '{':
        if (r->braces++ == 0 && !r->is_typedef && !r->is_enum) {
            define_candidate(r);
            r->candidate = 0;
        }
        break;
    case '}':
        if (--r->braces == 0 && !r->is_typedef && !r->is_enum && !r->is_struct)
            end_statement(r);
        break;
    case ';':
        if (r->braces > 0)
            break;
        if (r->is_typedef)
            define_candidate(r);
        else if (r->candidate)
            use(r, r->candidate - 1, true);
        end_statement(r);
        break;
    default:
        break;
    }
}

static void read_code(reader *r, const char *at)
{
    while (*at) {
        size_t length = name_length(at);

        if (length && is_declared(at, length)) {
            meet_name(r, number_of(r, at, length), at + length);
        } else if (!length && is_letter(*at)) {
            while (is_letter(at[length]))
                length++;
            r->is_typedef |= r->braces == 0 && begins(at, "typedef");
            r->is_enum |= r->braces == 0 && begins(at, "enum");
            r->is_struct |= r->braces == 0 && r->parentheses == 0 && begins(at, "struct");
        } else if (!length) {
            meet_sign(r, *at);
        }
        at += length ? length : 1;
    }
}

/* ---- the text ---- */

/* A copy without comments and strings' contents, lines joined that end with a backslash. */
static char *clean(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    char *to = copy;

    while (copy && *text) {
        if (text[0] == '/' && text[1] == '*') {
            text = strstr(text, "*/") + 2;
        } else if (text[0] == '\\' && text[1] == '\n') {
            text += 2;
        } else if (*text == '"') {
            text = strchr(text + 1, '"') + 1;
        } else {
            *to++ = *text++;
        }
    }
    if (copy)
        *to = '\0';
    return copy;
}

static void trim(char *line)
{
    size_t length = strlen(line);

    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
}

static void read_at(reader *r, const char *text, int width)
{
    char *copy = clean(text);
    char *line = copy;

    r->text = text;
    r->width = width;
    while (line) {
        char *end = strchr(line, '\n');

        if (end)
            *end = '\0';
        trim(line);
        if (line[strspn(line, " ")] == '#')
            read_directive(r, line + strspn(line, " "));
        else if (!is_skipped(r))
            read_code(r, line);
        line = end ? end + 1 : NULL;
    }
    free(copy);
}

/* ---- clauses ---- */

/* The name as it is at that width: narrow, CLR_AT(x) is CLR_OF(x). */
static void spell(const char *written, int width, char spelt[CLRI_NAME_SIZE])
{
    static const char *const values[WIDTHS][CLRI_NAMINGS] = {
        {"m_##name", "m_##name", "clr_##name", "clr_m##k##_##name", "r_##name", "s_##name",
         "try_##name", "staged_##name", "CLR_AT(name##_run)", "CLR_ALL(name##_run)",
         "CLR_MEMBER(k, name##_run)"},
        {"m_##name", "m_lanes_##name", "clr_lanes_##name", "clr_m##k##_lanes_##name", "r_##name",
         "s_##name", "try_##name", "staged_##name", "CLR_AT(name##_run)", "CLR_ALL(name##_run)",
         "CLR_MEMBER(k, name##_run)"},
    };
    clri_spelling spelling;

    for (clri_macro macro = CLRI_MACRO_OF; clri_is_naming(macro); macro++)
        clri_spelling_set(&spelling, macro, values[width][macro - CLRI_MACRO_OF]);
    if (!clri_spell(&spelling, written, strlen(written), 0, spelt))
        abort();
}

/* Whether the piece itself defines what is used, in whatever spelling. */
static bool is_own(const reader *r, const known_name *used, int width)
{
    char spelt[CLRI_NAME_SIZE], other[CLRI_NAME_SIZE];

    spell(used->text, width, spelt);
    for (size_t i = 0; i < r->count; i++) {
        if (r->names[i].defined[width] == NEVER)
            continue;
        spell(r->names[i].text, width, other);
        if (strcmp(spelt, other) == 0)
            return true;
    }
    return false;
}

/* Which clause a degree at each width comes to; and whether a conditional one, too. */
static void sort_name(const degree at[WIDTHS], clri_clause always, clri_clause on_condition,
                      bool in[CLRI_CLAUSES])
{
    if (at[NARROW] == ALWAYS && at[WIDE] == ALWAYS)
        in[always] = true;
    else if (at[NARROW] == ALWAYS)
        in[always + 1] = true;
    else if (at[WIDE] == ALWAYS)
        in[always + 2] = true;
    in[on_condition] = at[NARROW] == ON_CONDITION || at[WIDE] == ON_CONDITION;
}

/* A name that is undefined again is nobody else's. */
static bool is_passing(const char *text, const char *name)
{
    char undef[CLRI_NAME_SIZE + 16];

    snprintf(undef, sizeof undef, "#undef %s\n", name);
    return strstr(text, undef) != NULL;
}

void read_piece(const char *text, piece_names *names)
{
    reader *r = calloc(1, sizeof *r);
    clri_text clauses[CLRI_CLAUSES] = {{0}};

    for (int width = 0; r && width < WIDTHS; width++)
        read_at(r, text, width);
    for (size_t i = 0; r && i < r->count; i++) {
        bool in[CLRI_CLAUSES] = {false};
        degree used[WIDTHS];

        if (is_passing(text, r->names[i].text))
            continue;
        for (int width = 0; width < WIDTHS; width++)
            used[width] = is_own(r, &r->names[i], width) ? NEVER : r->names[i].used[width];
        sort_name(used, CLRI_NEEDS, CLRI_MAY_USE, in);
        sort_name(r->names[i].defined, CLRI_PROVIDES, CLRI_MAY_PROVIDE, in);
        for (int clause = 0; clause < CLRI_CLAUSES; clause++)
            if (in[clause])
                clri_text_addf(&clauses[clause], "%s%s", clauses[clause].length ? " " : "",
                               r->names[i].text);
    }
    for (int clause = 0; clause < CLRI_CLAUSES; clause++)
        names->says[clause] = r ? clri_text_take(&clauses[clause]) : NULL;
    free(r);
}

void free_names(piece_names *names)
{
    for (int clause = 0; clause < CLRI_CLAUSES; clause++)
        free(names->says[clause]);
}
