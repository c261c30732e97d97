/* SPDX-License-Identifier: Apache-2.0 */
#include "base/prune.h"
#include "base/expand.h"
#include "base/scan.h"
#include "base/text.h"

#include <limits.h>
#include <stdlib.h>

/* A function, a type, a constant or a macro, with the comments before it; or a comment that opens a
 * part of the text. */
typedef struct item {
    clri_range text;
    int rank;         /* 0: it opens a piece; 1: a part of a piece; -1: neither (clri_rank()) */
    bool is_apart;    /* a blank line was before it */
    bool is_root;     /* it is used from outside */
    unsigned reached; /* its number among the items in the order of reaching; 0: not reached */
    unsigned line;    /* of a piece: the line at which its comment is written */
} item;

/* An item declares the word. */
typedef struct declaration {
    clri_range word;
    unsigned item;
    unsigned next; /* of the same hash; 0: there is none */
} declaration;

enum { HASHES = 1 << 11 };

typedef struct pruner {
    item *items; /* number 0 is empty */
    unsigned item_count, item_room;
    declaration *declarations; /* number 0 is empty, as 0 in `table` and `next` is none */
    unsigned declaration_count, declaration_room;
    unsigned table[HASHES]; /* the last declaration of each hash */
    unsigned reached;
    bool failed;
} pruner;

/* Room for one more, at least doubled. */
static bool grow(pruner *p, void **array, unsigned count, unsigned *room, size_t size)
{
    const unsigned more = 2 * *room + 256;
    void *grown = count < *room ? *array : realloc(*array, more * size);

    p->failed |= !grown;
    if (!grown)
        return false;
    *room = count < *room ? *room : more;
    *array = grown;
    return true;
}

static void add_item(pruner *p, item added)
{
    if (grow(p, (void **)&p->items, p->item_count, &p->item_room, sizeof *p->items))
        p->items[p->item_count++] = added;
}

/* ---- items ---- */

/* The statement that is being read. */
typedef struct statement {
    clri_range last, name; /* words: the last one, and the last one outside of brackets */
    char sign;             /* the last token, if it is none */
    int brackets;
    bool has_begun, has_value, is_function, is_kernel, is_enum;
} statement;

/* The item that comes next declares the word. */
static void declare(pruner *p, clri_range word)
{
    unsigned *place = &p->table[clri_hash_word(word) % HASHES];

    if (word.at == word.end || !grow(p, (void **)&p->declarations, p->declaration_count,
                                     &p->declaration_room, sizeof *p->declarations))
        return;
    p->declarations[p->declaration_count] = (declaration){word, p->item_count, *place};
    *place = p->declaration_count++;
}

/* Takes a word of the statement. A statement declares its last word outside of brackets, the word
 * in front of a brace (a struct's tag), and the names of an enum's constants. */
static void take_word(pruner *p, statement *s, clri_range word)
{
    if (s->brackets == 0) {
        s->is_kernel |= clri_range_is(word, "kernel") || clri_range_is(word, "__kernel");
        if (clri_range_is(word, "enum"))
            s->is_enum = true;
        else if (!s->has_value && !clri_range_is(word, "__attribute__"))
            s->name = word;
    } else if (s->is_enum && s->brackets == 1 && (s->sign == '{' || s->sign == ',')) {
        declare(p, word);
    }
    s->last = word;
    s->sign = '\0';
    s->has_begun = true;
}

/* Takes a sign of the statement, and returns whether the statement ends with it. */
static bool take_sign(pruner *p, statement *s, char sign)
{
    if (s->brackets == 0 && sign == '=')
        s->has_value = true;
    if (s->brackets == 0 && sign == '{') {
        s->is_function = s->sign == ')' && !s->has_value;
        if (s->sign == '\0' && !clri_range_is(s->last, "enum"))
            declare(p, s->last);
    }
    s->brackets +=
        (sign == '(' || sign == '[' || sign == '{') - (sign == ')' || sign == ']' || sign == '}');
    s->sign = sign;
    s->has_begun = true;
    return s->brackets == 0 && (sign == ';' || (sign == '}' && s->is_function));
}

/* Whether the directive is an #if, #ifdef, #ifndef, #else, #elif or #endif. */
static bool is_branch(clri_range directive)
{
    return strncmp(directive.at, "if", 2) == 0 || strncmp(directive.at, "el", 2) == 0 ||
           clri_range_is(directive, "endif");
}

/* Reads a directive in the midst of an item, and returns what is behind it. `*open`: how many
 * conditions that the compiler decides are open. */
static const char *take_directive(pruner *p, item *read, const statement *s, const char *line,
                                  clri_range directive, int *open)
{
    if (clri_range_is(directive, "define"))
        declare(p, clri_next_word(directive));
    else if (!is_branch(directive) && !clri_range_is(directive, "undef"))
        read->is_root |= *open > 0 && !s->has_begun;
    *open += strncmp(directive.at, "if", 2) == 0;
    *open -= clri_range_is(directive, "endif");
    return clri_next_line(line);
}

/* Whether a line outside of all statements is an item of its own. */
static bool is_item(clri_range directive, int open)
{
    return open == 0 && directive.at < directive.end && !is_branch(directive);
}

/* A directive that is an item: a definition, or what stays in any case. */
static const char *take_line_item(pruner *p, item *read, const char *line, clri_range directive)
{
    const char *next = clri_skip_callers(line);
    const bool is_macro = clri_range_is(directive, "define") || clri_range_is(directive, "undef");

    if (is_macro)
        declare(p, clri_next_word(directive));
    read->is_root = !is_macro;
    return next > line ? next : clri_next_line(line);
}

/* Behind a statement: what else is on its line are blanks and comments, or the next statement. */
static const char *end_of(const char *at)
{
    const char *next = clri_skip_blanks(at);

    while (next[0] == '/' && clri_skip_quiet(next) > next)
        next = clri_skip_blanks(clri_skip_quiet(next));
    return *next == '\n' ? next + 1 : at;
}

/* Reads the item from `at` on, and returns what is behind it. */
static const char *read_item(pruner *p, const char *at)
{
    item read = {.rank = -1, .is_apart = *at == '\n', .text.at = at + strspn(at, "\n")};
    statement s = {.brackets = 0};
    bool has_ended = false;
    int open = 0;

    for (at = read.text.at; *at && !has_ended;) {
        const char *begin = at;
        clri_range directive;

        if (clri_is_letter(*at)) {
            at = clri_skip_word(at);
            take_word(p, &s, (clri_range){begin, at});
        } else if (clri_is_blank(*at)) {
            at++;
        } else if (*at == '#' && (directive = clri_directive(at)).end > at) {
            has_ended = !s.has_begun && is_item(directive, open);
            if (has_ended) {
                at = take_line_item(p, &read, at, directive);
            } else {
                at = take_directive(p, &read, &s, at, directive, &open);
                has_ended = !s.has_begun && open == 0;
            }
        } else if (clri_skip_quiet(at) == at) {
            at++;
            if (take_sign(p, &s, *begin)) {
                read.is_root |= s.is_kernel;
                declare(p, s.name);
                s = (statement){.brackets = 0};
                has_ended = open == 0;
                at = end_of(at);
            }
        } else if (*at == '/' && !s.has_begun && open == 0 && clri_rank(at) >= 0) {
            has_ended = true;
            if (at == read.text.at) {
                read.rank = clri_rank(at);
                at = end_of(clri_skip_quiet(at));
            }
        } else {
            at = clri_skip_quiet(at);
        }
    }
    read.text.end = at;
    add_item(p, read);
    return at;
}

/* ---- what is reached ---- */

static void reach(pruner *p, unsigned i);

static void reach_word(pruner *p, clri_range word)
{
    const size_t length = clri_length(word);

    for (unsigned d = p->table[clri_hash_word(word) % HASHES]; d; d = p->declarations[d].next) {
        const declaration *found = &p->declarations[d];

        if (clri_length(found->word) == length && memcmp(found->word.at, word.at, length) == 0)
            reach(p, found->item);
    }
}

static void reach(pruner *p, unsigned i)
{
    const clri_range text = p->items[i].text;

    if (p->items[i].reached)
        return;
    p->items[i].reached = ++p->reached;
    for (const char *at = text.at; at < text.end;) {
        const char *begin = at;

        if (clri_is_letter(*at)) {
            at = clri_skip_word(at);
            reach_word(p, (clri_range){begin, at});
        } else {
            at = clri_skip_quiet(at);
            at += at == begin;
        }
    }
}

static void reach_all(pruner *p, const char *used)
{
    for (unsigned i = 1; i < p->item_count; i++)
        if (p->items[i].is_root)
            reach(p, i);
    for (const char *at = used; at && *at; at += strspn(at, " ")) {
        reach_word(p, (clri_range){at, clri_skip_word(at)});
        at = clri_skip_word(at);
    }
}

/* ---- what is written ---- */

typedef struct writer {
    clri_text text;
    unsigned line; /* lines so far */
    bool is_apart;
    item *opening[2]; /* comments that open a piece, and a part of it, not written yet: they are as
                         soon as anything behind them is */
    item *part;       /* the piece that is being written */
} writer;

static void write_item(writer *w, const item *i)
{
    if (w->text.length > 0 && (w->is_apart || i->is_apart)) {
        clri_text_add(&w->text, "\n");
        w->line++;
    }
    clri_text_add_part(&w->text, i->text.at, clri_length(i->text));
    for (const char *at = i->text.at; at < i->text.end; at++)
        w->line += *at == '\n';
    if (i->text.end[-1] != '\n') {
        clri_text_add(&w->text, "\n");
        w->line++;
    }
    w->is_apart = false;
}

static void open_part(writer *w, item *opening)
{
    w->opening[opening->rank] = opening;
    if (opening->rank == 0)
        w->opening[1] = NULL;
}

/* Whether the same piece is there, under the names of another member or width. */
static bool is_there(const pruner *p, const item *opening)
{
    const size_t length = clri_length(opening->text);

    for (const item *i = p->items + 1; i < opening; i++)
        if (i->line > 0 && clri_length(i->text) == length &&
            memcmp(i->text.at, opening->text.at, length) == 0)
            return true;
    return false;
}

/* The comment that opens a piece, or that its text is there already. */
static void write_piece(const pruner *p, writer *w, item *opening)
{
    const char *name = opening->text.at + 2 + strspn(opening->text.at + 2, " *\n");

    w->part = opening;
    opening->reached = UINT_MAX;
    if (is_there(p, opening)) {
        clri_text_addf(&w->text, "\n/* %.*s - again, under other names. */\n",
                       (int)(clri_skip_word(name) - name), name);
        w->line += 2;
        w->is_apart = false;
        return;
    }
    opening->line = w->line + 1 + (w->line > 0);
    write_item(w, opening);
}

static void write_openings(const pruner *p, writer *w)
{
    w->is_apart |= w->opening[0] || w->opening[1];
    if (w->opening[0])
        write_piece(p, w, w->opening[0]);
    w->is_apart |= w->opening[1] != NULL;
    if (w->opening[1])
        write_item(w, w->opening[1]);
    w->opening[0] = w->opening[1] = NULL;
}

static void write_items(pruner *p, writer *w)
{
    for (item *i = p->items + 1; i < p->items + p->item_count; i++)
        if (i->rank >= 0) {
            open_part(w, i);
        } else if (i->reached) {
            write_openings(p, w);
            write_item(w, i);
            if (w->part && i->reached < w->part->reached)
                w->part->reached = i->reached;
        } else {
            w->is_apart |= i->is_apart;
        }
}

/* ---- contents ---- */

static int compare_reached(const void *a, const void *b)
{
    const item *x = *(item *const *)a, *y = *(item *const *)b;

    return (x->reached > y->reached) - (x->reached < y->reached);
}

/* The first words of the comment that opens the part. */
static void add_title(clri_text *contents, const item *part, unsigned line)
{
    enum { MOST = 88 };
    char title[MOST + 1];
    size_t length = 0;

    for (const char *at = part->text.at + 2;
         length < MOST && !strchr(".;:(", *at) && strncmp(at, "*/", 2) != 0;) {
        const size_t blanks = strspn(at, " *\n");

        if (blanks > 0 && at[blanks - 1] == '*' && at[blanks] == '/')
            break;
        if (blanks == 0)
            title[length++] = *at++;
        else if (length > 0)
            title[length++] = ' ';
        at += blanks;
    }
    if (length == MOST)
        while (length > 0 && title[length - 1] != ' ')
            length--;
    while (length > 0 && title[length - 1] == ' ')
        length--;
    title[length] = '\0';
    clri_text_addf(contents, " *%6u  %s\n", line, title);
}

/* In the order in which the text is read: from the kernels to what they name. */
static void add_contents(pruner *p, clri_text *contents)
{
    static const char opening[] = "/*\n * Contents, by line, in the order of reading: from the "
                                  "kernels to what they name.\n *\n";
    item **parts = calloc(p->item_count, sizeof *parts);
    unsigned count = 0;

    p->failed |= !parts;
    for (item *i = p->items + 1; parts && i < p->items + p->item_count; i++)
        if (i->rank == 0 && i->line > 0)
            parts[count++] = i;
    if (count > 0) {
        qsort(parts, count, sizeof *parts, compare_reached);
        clri_text_add(contents, opening);
        for (unsigned i = 0; i < count; i++)
            add_title(contents, parts[i], parts[i]->line + count + 5);
        clri_text_add(contents, " */\n\n");
    }
    free(parts);
}

/* The whole of an expanded text into its items. */
static void read_items(pruner *p, const char *text)
{
    add_item(p, (item){.rank = -1});
    if (grow(p, (void **)&p->declarations, 0, &p->declaration_room, sizeof *p->declarations))
        p->declaration_count = 1;
    while (*text && !p->failed)
        text = read_item(p, text);
}

char *clri_prune(const char *text, const char *used)
{
    char *expanded = clri_expand(text);
    pruner p = {.failed = !expanded};
    writer w = {.line = 0};
    clri_text pruned = {0};

    if (expanded)
        read_items(&p, expanded);
    if (!p.failed) {
        reach_all(&p, used);
        write_items(&p, &w);
        if (!used)
            add_contents(&p, &pruned);
    }
    clri_text_add(&pruned, w.text.bytes ? w.text.bytes : "");
    pruned.failed |= p.failed || w.text.failed;
    free(w.text.bytes);
    free(p.items);
    free(p.declarations);
    free(expanded);
    return clri_text_take(&pruned);
}
