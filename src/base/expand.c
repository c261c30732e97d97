/* SPDX-License-Identifier: Apache-2.0 */
#include "base/expand.h"
#include "base/branch_condition.h"
#include "base/scan.h"
#include "base/text.h"

#include <stdlib.h>

enum { PARAMETERS_MOST = 8, CONDITIONS_MOST = 16, DEPTH_MOST = 32, MACROS_MOST = 1 << 12 };

/* A macro, and what two of its definitions have behind its name: the first one, and the one in
 * force, which ends nowhere if there is none. */
typedef struct macro {
    clri_range name, first, now;
    bool stays; /* in the text, as all definitions are the same */
    bool is_written;
} macro;

typedef struct condition {
    bool is_left; /* to the compiler */
    bool is_taken;
    bool was_taken; /* this branch or an earlier one */
} condition;

typedef struct expander {
    macro macros[MACROS_MOST]; /* by hash, or in the next place that is free */
    size_t macro_count;
    condition conditions[CONDITIONS_MOST];
    unsigned depth;
    unsigned left; /* of these, to the compiler */
    clri_text out;
    size_t said;                /* length of `out` without comments on what comes next */
    clri_text work[DEPTH_MOST]; /* macros' bodies with their arguments, as far as they are nested */
    bool has_replaced;          /* macros of the line that is read */
    bool failed;
} expander;

/* ---- macros ---- */

/* The place of that macro: an empty one if there is none. */
static macro *find_macro(expander *e, clri_range name)
{
    unsigned i = clri_hash_word(name) % MACROS_MOST;

    for (; e->macros[i].name.at; i = (i + 1) % MACROS_MOST)
        if (clri_ranges_are_equal(e->macros[i].name, name))
            break;
    return &e->macros[i];
}

/* Parameters of a definition, or arguments: from a parenthesis on, if one is there. */
typedef struct list {
    clri_range at[PARAMETERS_MOST];
    size_t count;
    const char *end; /* behind the last parenthesis; where the list would begin, if there is none */
} list;

static clri_range trimmed(const char *at, const char *end)
{
    while (at < end && clri_is_blank(*at))
        at++;
    while (at < end && clri_is_blank(end[-1]))
        end--;
    return (clri_range){at, end};
}

static list read_list(const char *at)
{
    list l = {.end = at};
    const char *begin = at + 1;
    int depth = 0;

    if (*at != '(')
        return l;
    for (; *at; at++) {
        const char *behind = clri_skip_quiet(at);

        if (behind > at)
            at = behind - 1;
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 || (*at == ',' && depth == 1)) {
            if (l.count < PARAMETERS_MOST)
                l.at[l.count++] = trimmed(begin, at);
            begin = at + 1;
        }
        if (depth == 0)
            break;
    }
    l.end = at + (*at != '\0');
    return l;
}

static const clri_range *find_in(const list *l, clri_range word)
{
    for (size_t i = 0; i < l->count; i++)
        if (clri_ranges_are_equal(l->at[i], word))
            return &l->at[i];
    return NULL;
}

/* Whether a macro that is always the same can stay: it says something and is no statement, joins no
 * words, and has need of all parameters but calls none. */
static bool can_stay(clri_range definition)
{
    const list parameters = read_list(definition.at);
    const clri_range *parameter;
    unsigned missing = (1u << parameters.count) - 1;
    bool says = false;

    for (const char *at = parameters.end; at < definition.end; at++) {
        const clri_range word = {at, clri_skip_word(at)};
        const char *behind = clri_skip_quiet(at);

        if (*at == '#')
            return false;
        if (word.end > at && (parameter = find_in(&parameters, word)) != NULL) {
            if (*word.end == '(')
                return false;
            missing &= ~(1u << (parameter - parameters.at));
        }
        says |= behind == at && !clri_is_blank(*at) && *at != '\\';
        at = word.end > at ? word.end - 1 : behind > at ? behind - 1 : at;
    }
    return says && missing == 0 && definition.end[-1] != ';';
}

/* Whether the definition names a macro that does not stay. */
static bool names_another(expander *e, clri_range definition)
{
    for (const char *at = definition.at; at < definition.end; at++) {
        const clri_range word = {at, clri_skip_word(at)};

        if (clri_is_ours(word)) {
            const macro *m = find_macro(e, word);

            if (m->name.at && !m->stays)
                return true;
        }
        if (word.end > at)
            at = word.end - 1;
    }
    return false;
}

/* Looks at all definitions: which macros are always the same. */
static void compare_definitions(expander *e, const char *line)
{
    bool has_changed = true;

    for (; *line; line = clri_next_line(line)) {
        const clri_range directive = clri_directive(line);
        const clri_range name = clri_next_word(directive);
        clri_range definition;
        macro *m;

        if (!clri_range_is(directive, "define") || !clri_is_ours(name))
            continue;
        definition = trimmed(name.end, clri_next_line(line));
        definition.at = name.end;
        m = find_macro(e, name);
        if (!m->name.at) {
            e->failed |= ++e->macro_count > MACROS_MOST / 2;
            if (e->failed)
                return;
            *m = (macro){.name = name, .first = definition, .stays = can_stay(definition)};
        } else if (!clri_ranges_are_equal(m->first, definition)) {
            m->stays = false;
        }
    }
    while (has_changed) {
        has_changed = false;
        for (macro *m = e->macros; m < e->macros + MACROS_MOST; m++)
            if (m->stays && names_another(e, m->first)) {
                m->stays = false;
                has_changed = true;
            }
    }
}

/* ---- uses ---- */

static void add_text(clri_text *text, clri_range range)
{
    clri_text_add_part(text, range.at, clri_length(range));
}

static void strip(clri_text *text)
{
    while (text->length > 0 && text->bytes[text->length - 1] == ' ')
        text->length--;
}

static const char *expand(expander *e, clri_range range, clri_text *to, unsigned depth);

static bool is_joined(clri_range word)
{
    return strncmp(clri_skip_blanks(word.end), "##", 2) == 0;
}

/* An argument that is joined with another word: what it stands for, if another macro handed it on.
 */
static clri_range handed_on(expander *e, clri_range argument, unsigned depth)
{
    const macro *m;

    while (depth > 0 && clri_is_ours(argument) && clri_skip_word(argument.at) == argument.end &&
           (m = find_macro(e, argument))->now.at && *m->now.at != '(')
        argument = trimmed(m->now.at, m->now.end);
    return argument;
}

/* Writes the body to work[depth] with the arguments in place: as they are where words are joined,
 * else with their macros replaced. */
static void substitute(expander *e, const list *parameters, clri_range body, const list *arguments,
                       unsigned depth)
{
    clri_text *to = &e->work[depth];
    const char *next;
    bool joins = false;

    to->length = 0;
    for (const char *at = body.at; at < body.end; at = next) {
        const clri_range word = {at, clri_skip_word(at)};
        const clri_range *parameter = word.end > at ? find_in(parameters, word) : NULL;
        const size_t number = parameter ? (size_t)(parameter - parameters->at) : 0;

        next = word.end > at ? word.end : clri_skip_quiet(at);
        if (parameter && number < arguments->count && (joins || is_joined(word))) {
            add_text(to, handed_on(e, arguments->at[number], depth));
        } else if (parameter && number < arguments->count) {
            expand(e, arguments->at[number], to, depth + 1);
        } else if (*at == '#' && at[1] == '#') {
            strip(to);
            next = clri_skip_blanks(at + 2);
        } else if (*at == '\\' && at[1] == '\n') {
            strip(to);
            next = at + 1;
        } else if (*at != '/' || next == at) { /* no comment */
            next += next == at;
            add_text(to, (clri_range){at, next});
        }
        joins = *at == '#';
    }
    clri_text_add(to, "");
}

/* Replaces a macro's use, `name`. Returns what is behind the use; NULL: it is none. */
static const char *replace(expander *e, const macro *m, clri_range name, clri_text *to,
                           unsigned depth)
{
    const list parameters = read_list(m->now.at);
    const clri_range body = trimmed(parameters.end, m->now.end);
    const size_t length = to->length;
    list arguments = {.end = name.end};

    e->has_replaced = true;
    if (*m->now.at == '(') {
        arguments = read_list(clri_skip_blanks(name.end));
        if (arguments.count == 0)
            return NULL;
    }
    if (body.end > body.at) {
        const clri_text *text = &e->work[depth];

        substitute(e, &parameters, body, &arguments, depth);
        if (text->failed)
            return arguments.end;
        expand(e, trimmed(text->bytes, text->bytes + text->length), to, depth + 1);
    }
    if (to->length > length)
        return arguments.end;
    if (clri_is_blank(*arguments.end) || *arguments.end == ';' || *arguments.end == ',' ||
        *arguments.end == ')')
        strip(to);
    return length > 0 && to->bytes[to->length - 1] == '(' ? clri_skip_blanks(arguments.end)
                                                          : arguments.end;
}

/* Adds what the range comes to. Returns where it ended: behind the range, where a comment or a list
 * goes on there. */
static const char *expand(expander *e, clri_range range, clri_text *to, unsigned depth)
{
    const char *from = range.at;
    const char *at = range.at;

    while (at < range.end) {
        const clri_range word = {at, clri_skip_word(at)};
        const macro *m;
        const char *behind;

        at = word.end > at ? word.end : clri_skip_quiet(at);
        if (word.end == word.at) {
            at += at == word.at;
            continue;
        }
        if (!clri_is_ours(word) || depth == DEPTH_MOST || !(m = find_macro(e, word))->now.at ||
            m->stays)
            continue;
        add_text(to, (clri_range){from, word.at});
        behind = replace(e, m, word, to, depth);
        from = behind ? behind : word.at;
        at = behind ? behind : at;
    }
    if (at > from)
        add_text(to, (clri_range){from, at});
    return at;
}

/* ---- directives ---- */

static bool is_skipped(const expander *e)
{
    return e->depth > 0 && !e->conditions[e->depth - 1].is_taken;
}

/* Writes a line of a condition that is left to the compiler; it may have become an #if. */
static void write_condition(expander *e, clri_range directive, bool is_if, const char *next)
{
    clri_text_add(&e->out, "#");
    if (is_if)
        clri_text_add(&e->out, "if");
    else
        add_text(&e->out, directive);
    expand(e, (clri_range){directive.end, next}, &e->out, 0);
    e->said = e->out.length;
}

/* What the macro in force has behind its name; it begins nowhere if there is none. */
static clri_range definition_of(void *user, clri_range name)
{
    return find_macro(user, name)->now;
}

/* Decides a branch, or leaves it to the compiler. */
static void decide(expander *e, condition *c, clri_range directive, const char *next)
{
    const bool asks = clri_range_is(directive, "ifdef") || clri_range_is(directive, "ifndef");
    clri_found found =
        (asks ? clri_find_defined : clri_find_value)(directive.end, definition_of, e);

    if (clri_range_is(directive, "ifndef"))
        found.number = !found.number;
    c->is_left = !found.is_known;
    c->is_taken = c->was_taken = c->is_left || found.number;
    e->left += c->is_left;
    if (c->is_left)
        write_condition(e, directive, clri_range_is(directive, "elif"), next);
}

/* An #else or #elif. */
static void take_branch(expander *e, clri_range directive, const char *next)
{
    condition *c = &e->conditions[e->depth - 1];

    if (c->is_left) {
        write_condition(e, directive, false, next);
    } else if (clri_range_is(directive, "elif") && !c->was_taken) {
        decide(e, c, directive, next);
    } else {
        c->is_taken = !c->was_taken;
        c->was_taken = true;
    }
}

/* Writes lines as they are. */
static void keep(expander *e, const char *line, const char *next)
{
    add_text(&e->out, (clri_range){line, next});
    e->said = e->out.length;
}

/* Comments on what is not there go, too. */
static void forget_comments(expander *e)
{
    e->out.length = e->said;
}

static void end_condition(expander *e, clri_range directive, const char *next)
{
    const condition *c = &e->conditions[--e->depth];

    e->left -= c->is_left;
    if (c->is_left)
        write_condition(e, directive, false, next);
    else if (!c->was_taken)
        forget_comments(e);
}

/* False: the directive is no #if, #else or #endif. */
static bool take_condition(expander *e, clri_range directive, const char *next)
{
    if (*directive.at == 'i' && (directive.at[1] == 'f')) {
        const bool is_outside = is_skipped(e);
        condition *c = &e->conditions[e->depth];

        if (e->depth + 1 == CONDITIONS_MOST) {
            e->failed = true;
            return true;
        }
        e->depth++;
        *c = (condition){.was_taken = is_outside};
        if (!is_outside)
            decide(e, c, directive, next);
    } else if (e->depth > 0 && *directive.at == 'e' && directive.at[1] == 'l') {
        take_branch(e, directive, next);
    } else if (e->depth > 0 && clri_range_is(directive, "endif")) {
        end_condition(e, directive, next);
    } else {
        return false;
    }
    return true;
}

/* A definition, or its end, of a name of ours. Writes it if the text keeps it; one within a
 * condition that is left to the compiler, with macros replaced. */
static void take_macro(expander *e, const char *line, bool is_define, clri_range name,
                       const char *next)
{
    macro *m = find_macro(e, name);
    const clri_range definition = {name.end, trimmed(line, next).end};

    if (is_define && e->left > 0) {
        const size_t length = e->out.length;

        add_text(&e->out, (clri_range){line, read_list(name.end).end});
        expand(e, (clri_range){read_list(name.end).end, definition.end}, &e->out, 0);
        for (size_t i = length; i < e->out.length; i++)
            e->out.bytes[i] = e->out.bytes[i] == '\n' ? ' ' : e->out.bytes[i];
        clri_text_add(&e->out, "\n");
        e->said = e->out.length;
        return;
    }
    m->now = is_define ? definition : (clri_range){NULL, NULL};
    if (is_define && m->stays && !m->is_written) {
        m->is_written = true;
        keep(e, line, next);
    } else {
        forget_comments(e);
    }
}

static void take_directive(expander *e, const char *line, clri_range directive, const char *next)
{
    const bool is_define = clri_range_is(directive, "define");
    const clri_range name = clri_next_word(directive);

    if (take_condition(e, directive, next) || is_skipped(e))
        return;
    if ((is_define || clri_range_is(directive, "undef")) && clri_is_ours(name))
        take_macro(e, line, is_define, name, next);
    else
        keep(e, line, next);
}

/* ---- lines ---- */

/* Writes a comment that has its lines to itself. */
static const char *take_comment(expander *e, const char *line, const char *comment)
{
    const char *next = clri_next_line(clri_skip_quiet(comment));

    add_text(&e->out, (clri_range){line, next});
    if (clri_rank(comment) >= 0)
        e->said = e->out.length;
    return next;
}

/* Gives each statement that macros have left on a line a line of its own: compilers warn of one
 * behind an if. */
static void part_statements(expander *e, size_t begin)
{
    clri_text *whole = &e->work[0];
    const char *next;
    clri_range indent;
    int depth = 0;

    whole->length = 0;
    add_text(whole, (clri_range){e->out.bytes + begin, e->out.bytes + e->out.length});
    if (whole->failed)
        return;
    e->out.length = begin;
    indent = (clri_range){whole->bytes, clri_skip_blanks(whole->bytes)};
    for (const char *at = whole->bytes; *at; at = next) {
        next = clri_skip_quiet(at);
        next += next == at;
        add_text(&e->out, (clri_range){at, next});
        depth += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
        if (*at != ';' || depth > 0 || strchr("\n/", *clri_skip_blanks(next)))
            continue;
        next = clri_skip_blanks(next);
        clri_text_add(&e->out, "\n");
        add_text(&e->out, indent);
    }
}

static const char *take_line(expander *e, const char *line)
{
    const char *at = clri_skip_blanks(line);
    const char *end = line + strcspn(line, "\n");
    const size_t length = e->out.length;

    if (at[0] == '/' && at[1] == '*' && *clri_skip_blanks(clri_skip_quiet(at)) == '\n')
        return take_comment(e, line, at);
    e->has_replaced = false;
    for (at = line; at < end; end = at + strcspn(at, "\n"))
        at = expand(e, (clri_range){at, end}, &e->out, 0);
    if (e->has_replaced)
        part_statements(e, length);
    strip(&e->out);
    if (e->out.length > length || clri_skip_blanks(line) == end)
        clri_text_add(&e->out, "\n");
    e->said = e->out.length;
    return end + (*end == '\n');
}

static void take_text(expander *e, const char *text)
{
    const char *next;

    for (const char *at = text; *at; at = next) {
        const clri_range directive = clri_directive(at);

        next = clri_skip_callers(at);
        if (next > at) {
            keep(e, at, next);
            continue;
        }
        next = clri_next_line(at);
        if (directive.end > directive.at)
            take_directive(e, at, directive, next);
        else if (!is_skipped(e))
            next = take_line(e, at);
    }
}

char *clri_expand(const char *text)
{
    expander *e = calloc(1, sizeof *e);
    char *expanded;

    if (!e)
        return NULL;
    compare_definitions(e, text);
    take_text(e, text);
    for (size_t i = 0; i < DEPTH_MOST; i++) {
        e->failed |= e->work[i].failed;
        free(e->work[i].bytes);
    }
    e->out.failed |= e->failed;
    expanded = clri_text_take(&e->out);
    free(e);
    return expanded;
}
