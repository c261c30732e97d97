/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A name is a word that begins with clr_ or CLR_, with all of its argument list if it is CLR_OF()
 * or another macro that names stand in. It is used, or defined: by #define, by typedef, as a
 * struct, as a constant of an enum, or as a function with a body. A use counts as a need outside of
 * every #if; a definition is certain there, or where all branches of an #if have it. Branches of
 * #ifdef CLR_NARROW are no condition: they are read or skipped.
 */
#include "piece_names.h"
#include "base/spelling.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 256, DEPTH_MOST = 8 };

typedef struct known_name {
    char text[CLRI_NAME_SIZE];
    bool is_used;
    bool is_defined;
    bool may_be_defined;
    bool is_undefined; /* by #undef: the piece's own, and nobody else's */
} known_name;

/* An #if whose #endif is still to come. */
typedef struct condition {
    bool is_width; /* it asks for CLR_NARROW alone */
    bool is_skipped;
    bool has_else;
    unsigned branch;               /* a bit: 1 is the first branch's */
    unsigned defining[NAMES_MOST]; /* the bits of branches that surely define the name */
} condition;

typedef struct reader {
    const char *path;
    const char *text;
    bool is_narrow;
    known_name names[NAMES_MOST];
    size_t count;
    condition conditions[DEPTH_MOST];
    size_t depth;
    /* the statement that is being read, outside of functions' bodies */
    int braces;
    int parentheses;
    bool is_typedef;
    bool is_enum;
    bool is_struct;
    char sign;            /* the last one, if no word has come since */
    known_name *function; /* a function, if a body follows */
} reader;

_Noreturn static void stop(const char *path, const char *why)
{
    fprintf(stderr, "clreduce_reader: %s: %s\n", path, why);
    exit(1);
}

/* ---- words ---- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0 && !is_letter(text[strlen(word)]);
}

static bool is_name(const char *word)
{
    return strncmp(word, "clr_", 4) == 0 || strncmp(word, "CLR_", 4) == 0;
}

/* The length of the word at `at`, a name with the argument list that belongs to it; 0: a sign. */
static size_t word_length(const char *at)
{
    size_t length = 0;
    int depth = 0;

    while (is_letter(at[length]) || (length && strncmp(at + length, "##", 2) == 0))
        length += is_letter(at[length]) ? 1 : 2;
    if (at[length] == '(' && clri_macro_around(at)) {
        do {
            depth += (at[length] == '(') - (at[length] == ')');
            length++;
        } while (depth > 0 && at[length]);
    }
    return length;
}

/* ---- names ---- */

static known_name *know(reader *r, const char *text, size_t length)
{
    for (size_t i = 0; i < r->count; i++)
        if (strlen(r->names[i].text) == length && strncmp(r->names[i].text, text, length) == 0)
            return &r->names[i];
    if (r->count == NAMES_MOST || length >= CLRI_NAME_SIZE)
        stop(r->path, "more names, or a longer one, than there is room for");
    memcpy(r->names[r->count].text, text, length); /* which was 0 */
    return &r->names[r->count++];
}

static bool is_skipped(const reader *r)
{
    for (size_t i = 0; i < r->depth; i++)
        if (r->conditions[i].is_skipped)
            return true;
    return false;
}

/* The innermost condition but for CLR_NARROW; NULL if there is none. */
static condition *innermost(reader *r)
{
    for (size_t i = r->depth; i > 0; i--)
        if (!r->conditions[i - 1].is_width)
            return &r->conditions[i - 1];
    return NULL;
}

static void use(reader *r, known_name *name)
{
    name->is_used |= !innermost(r);
}

static void define(reader *r, known_name *name)
{
    condition *within = innermost(r);

    name->may_be_defined = true;
    if (within)
        within->defining[name - r->names] |= within->branch;
    else
        name->is_defined = true;
}

/* Uses the names of a line, those of each member or result only if `of_each`. */
static void use_all(reader *r, const char *at, bool of_each)
{
    size_t length;

    for (; *at; at += length ? length : 1) {
        length = word_length(at);
        if (is_name(at) &&
            (of_each || (!clri_is_of_members(at, length) && !clri_is_of_results(at, length))))
            use(r, know(r, at, length));
    }
}

/* ---- directives ---- */

static void begin_if(reader *r, const char *line)
{
    const bool is_ifndef = begins(line, "ifndef CLR_NARROW");
    condition begun = {.branch = 1, .is_width = is_ifndef || begins(line, "ifdef CLR_NARROW")};

    begun.is_skipped = begun.is_width && is_ifndef == r->is_narrow;
    if (begins(line, "if") && !is_skipped(r))
        use_all(r, line, true);
    if (r->depth == DEPTH_MOST)
        stop(r->path, "an #if within more of them than there is room for");
    r->conditions[r->depth++] = begun;
}

/* The #if that the line goes on with. */
static condition *begun_if(reader *r)
{
    if (r->depth == 0)
        stop(r->path, "an #else, #elif or #endif without its #if");
    return &r->conditions[r->depth - 1];
}

static void begin_branch(reader *r, const char *line)
{
    condition *at = begun_if(r);

    at->is_skipped ^= at->is_width;
    at->has_else = begins(line, "else");
    at->branch <<= 1;
}

static void end_if(reader *r)
{
    const condition *ended = begun_if(r);

    r->depth--;
    for (size_t i = 0; ended->has_else && i < r->count; i++)
        if (ended->defining[i] == 2 * ended->branch - 1)
            define(r, &r->names[i]);
}

/* Whether the text has the macro of all members, or results: not only of exact ones, say. */
static bool is_of_all(const reader *r, const known_name *macro)
{
    char of_members[CLRI_NAME_SIZE + 32], of_results[CLRI_NAME_SIZE + 32];

    snprintf(of_members, sizeof of_members, "CLR_EACH_MEMBER(%s)", macro->text);
    snprintf(of_results, sizeof of_results, "CLR_EACH_OUTCOME(%s)", macro->text);
    return strstr(r->text, of_members) || strstr(r->text, of_results);
}

static void read_define(reader *r, const char *at)
{
    const size_t length = word_length(at);
    known_name *name = know(r, at, length);

    at += length;
    if (*at == '(')
        at += strcspn(at, ")");
    define(r, name);
    use_all(r, at, is_of_all(r, name));
}

/* `line`: without its #. */
static void read_directive(reader *r, const char *line)
{
    const char *rest;

    line += strspn(line, " ");
    rest = line + strcspn(line, " ");
    rest += strspn(rest, " ");
    if (begins(line, "if") || begins(line, "ifdef") || begins(line, "ifndef"))
        begin_if(r, line);
    else if (begins(line, "else") || begins(line, "elif"))
        begin_branch(r, line);
    else if (begins(line, "endif"))
        end_if(r);
    else if (begins(line, "define") && !is_skipped(r))
        read_define(r, rest);
    else if (begins(line, "undef") && !is_skipped(r))
        know(r, rest, word_length(rest))->is_undefined = true;
}

/* ---- statements ---- */

/* What follows the name decides whether it is defined. */
static void read_name(reader *r, const char *at, size_t length)
{
    known_name *name = know(r, at, length);
    const char *after = at + length + strspn(at + length, " ");
    const bool is_outside = r->braces == 0 && r->parentheses == 0;
    const bool is_macro = name->text[0] == 'C' && !strchr(name->text, '(');
    const bool is_constant =
        r->is_enum && r->braces == 1 && r->parentheses == 0 && (r->sign == '{' || r->sign == ',');

    if (is_constant || (r->is_typedef && is_outside && *after == ';') ||
        (r->is_struct && is_outside && *after == '{'))
        define(r, name);
    else
        use(r, name);
    if (is_outside && *after == '(' && !is_macro)
        r->function = name;
    r->sign = '\0';
}

static void read_word(reader *r, const char *at)
{
    r->sign = '\0';
    if (r->braces > 0)
        return;
    r->is_typedef |= begins(at, "typedef");
    r->is_enum |= begins(at, "enum");
    r->is_struct |= r->parentheses == 0 && begins(at, "struct");
}

static void read_sign(reader *r, char sign)
{
    if (sign == ' ')
        return;
    r->sign = sign;
    r->parentheses += (sign == '(') - (sign == ')');
    if (r->braces == 0 && sign == '{' && r->function)
        define(r, r->function);
    if (r->braces == 0 && (sign == ';' || sign == '{'))
        r->function = NULL;
    if (r->braces == 0 && sign == ';')
        r->is_typedef = r->is_enum = r->is_struct = false;
    r->braces += (sign == '{') - (sign == '}');
}

static void read_code(reader *r, const char *at)
{
    size_t length;

    for (; *at; at += length ? length : 1) {
        length = word_length(at);
        if (is_name(at))
            read_name(r, at, length);
        else if (length)
            read_word(r, at);
        else
            read_sign(r, *at);
    }
}

/* ---- the text ---- */

/* Behind the next `end`, or at the end of the text. */
static const char *skip_to(const char *text, const char *end)
{
    const char *at = strstr(text, end);

    return at ? at + strlen(end) : text + strlen(text);
}

/* A copy without comments and strings, lines joined that end with a backslash. */
static char *clean(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    char *to = copy;

    while (copy && *text) {
        if (strncmp(text, "/*", 2) == 0)
            text = skip_to(text + 2, "*/");
        else if (strncmp(text, "\\\n", 2) == 0)
            text += 2;
        else if (*text == '"')
            text = skip_to(text + 1, "\"");
        else
            *to++ = *text++;
    }
    if (copy)
        *to = '\0';
    return copy;
}

static void read_lines(reader *r, char *line)
{
    while (line) {
        char *end = strchr(line, '\n');

        if (end)
            *end = '\0';
        line += strspn(line, " ");
        if (*line == '#')
            read_directive(r, line + 1);
        else if (!is_skipped(r))
            read_code(r, line);
        line = end ? end + 1 : NULL;
    }
}

/* The list that the name belongs on; NULL: it is on none. */
static clri_text *list_of(const known_name *name, clri_text *needs, clri_text *provides,
                          clri_text *may_provide)
{
    if (name->is_undefined)
        return NULL;
    if (name->is_defined)
        return provides;
    if (name->may_be_defined)
        return may_provide;
    return name->is_used ? needs : NULL;
}

static char *taken(const char *path, clri_text *list)
{
    char *names = clri_text_take(list);

    if (!names)
        stop(path, "no memory");
    return names;
}

piece_names read_piece_names(const char *path, const char *text, bool is_narrow)
{
    reader *r = calloc(1, sizeof *r);
    char *lines = clean(text);
    clri_text needs = {0}, provides = {0}, may_provide = {0};

    if (!r || !lines)
        stop(path, "no memory");
    r->path = path;
    r->text = text;
    r->is_narrow = is_narrow;
    read_lines(r, lines);
    for (size_t i = 0; i < r->count; i++) {
        clri_text *list = list_of(&r->names[i], &needs, &provides, &may_provide);

        if (list)
            clri_text_addf(list, "%s%s", list->length ? " " : "", r->names[i].text);
    }
    free(lines);
    free(r);
    return (piece_names){taken(path, &needs), taken(path, &provides), taken(path, &may_provide)};
}

void free_piece_names(piece_names *names)
{
    free(names->needs);
    free(names->provides);
    free(names->may_provide);
}
