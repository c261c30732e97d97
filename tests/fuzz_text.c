/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_text - numbers as text against a second reader, which has the whole text in memory and reads
 * it as the manual says: line ends, comments, separators, commas in doubt, thousands. Both must
 * come to the same numbers, or refuse.
 */
#include "fuzz.h"
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct reading {
    bool is_refused;
    size_t count;
    double numbers[FUZZ_SIZE_MOST];
} reading;

/* ---- The second reader ----------------------------------------------------------------------- */

/* What is known of all lines so far. */
typedef struct second {
    const input_options *options;
    reading *out;
    bool has[256];  /* separators between fields */
    size_t fields;  /* of the first line with any */
    bool is_uneven; /* some line has others */
    bool is_table;  /* some line has more than one comma */
    bool is_list;   /* some comma is not directly before three digits */
} second;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The number as C writes it: [sign] digits [. digits] [e [sign] digits], or a digit behind the
 * point alone. */
static bool has_form(const char *at)
{
    size_t digits;

    at += *at == '-' || *at == '+';
    digits = strspn(at, "0123456789");
    at += digits;
    if (*at == '.') {
        const size_t behind = strspn(at + 1, "0123456789");
        at += 1 + behind;
        digits += behind;
    }
    if (digits == 0)
        return false;
    if (*at == 'e') {
        at += 1 + (at[1] == '-' || at[1] == '+');
        digits = strspn(at, "0123456789");
        at += digits;
    }
    return digits > 0 && *at == '\0';
}

/* Whether the thousands of [text, end of the digits' part) are groups of three behind one to three
 * digits that do not begin with 0. */
static bool are_groups(const char *text, char thousands)
{
    char digits[8];
    const char *at = text + (*text == '-' || *text == '+');
    int used = 0;

    if (sscanf(at, "%3[0-9]%n", digits, &used) != 1 || *at == '0' || at[used] != thousands)
        return false;
    for (at += used; *at == thousands; at += 4)
        if (!is_digit(at[1]) || !is_digit(at[2]) || !is_digit(at[3]) || is_digit(at[4]))
            return false;
    return strchr(at, thousands) == NULL;
}

/* The field as C writes numbers; false if it is none. */
static bool to_plain(const input_options *options, char *field)
{
    const char point = options->decimal_comma ? ',' : '.';
    char *out = field;

    if (options->thousands && strchr(field, options->thousands)) {
        if (!are_groups(field, options->thousands))
            return false;
        for (const char *at = field; *at; at++)
            if (*at != options->thousands)
                *out++ = *at;
        *out = '\0';
    }
    if (point == ',' && strchr(field, '.'))
        return false;
    for (out = field; *out; out++)
        *out = *out == point ? '.' : *out;
    return has_form(field);
}

static void take_field(second *s, const char *begin, const char *end)
{
    char field[FUZZ_SIZE_MOST + 1];

    snprintf(field, sizeof field, "%.*s", (int)(end - begin), begin);
    if (!to_plain(s->options, field))
        s->out->is_refused = true;
    else
        s->out->numbers[s->out->count++] = strtod(field, NULL);
    if (!s->out->is_refused && isinf(s->out->numbers[s->out->count - 1]))
        s->out->is_refused = true;
}

/* The separator at the byte; 0: none. */
static char separator_at(const second *s, char c)
{
    const char told = s->options->delimiter;

    if (told == ' ' || told == 0) {
        if (is_blank(c))
            return ' ';
        if (told == ' ')
            return 0;
        if (c == ';')
            return c;
        return c == ',' && !s->options->decimal_comma && s->options->thousands != ',' ? c : 0;
    }
    return c == told ? c : 0;
}

/* The line [at, end) without its comment and the blanks around it. */
static void take_line(second *s, const char *at, const char *end)
{
    size_t fields = 0;

    while (at < end && is_blank(*at))
        at++;
    for (const char *c = at; c < end; c++)
        if (*c == '#' && (c == at || is_blank(c[-1])))
            end = c;
    while (end > at && is_blank(end[-1]))
        end--;
    if (at == end)
        return;
    for (bool more = true; more; fields++) {
        const char *stop = at, *next;
        char between;

        while (stop < end && !separator_at(s, *stop))
            stop++;
        next = stop;
        while (next < end && is_blank(*next))
            next++;
        between = next < end ? separator_at(s, *next) : 0;
        more = stop < end;
        if (between && between != ' ' && separator_at(s, *stop) == ' ')
            stop = next; /* blanks in front of a comma */
        const char *trimmed = stop;
        while (trimmed > at && is_blank(trimmed[-1]))
            trimmed--;
        take_field(s, at, trimmed);
        if (!more)
            continue;
        s->has[(unsigned char)separator_at(s, *stop)] = true;
        if (separator_at(s, *stop) == ',') {
            s->is_list |= !(end - stop > 3 && is_digit(stop[1]) && is_digit(stop[2]) &&
                            is_digit(stop[3]) && (end - stop == 4 || !is_digit(stop[4])));
            s->is_list |= stop > at && is_blank(stop[-1]);
        }
        at = separator_at(s, *stop) == ' ' ? next : stop + 1;
        while (at < end && is_blank(*at))
            at++;
    }
    s->is_table |= fields > 2;
    s->is_uneven |= s->fields != 0 && s->fields != fields;
    s->fields = s->fields == 0 ? fields : s->fields;
}

static void read_second(const char *text, const input_options *options, reading *out)
{
    second s = {.options = options, .out = out};

    *out = (reading){.count = 0};
    for (const char *at = text; *at;) {
        const char *end = at + strcspn(at, "\r\n");
        take_line(&s, at, end);
        at = end + (*end != '\0'); /* CR LF has nothing between */
    }
    if (options->delimiter)
        return;
    out->is_refused |= s.has[' '] + s.has[','] + s.has[';'] > 1;
    out->is_refused |= s.has[','] && (s.is_uneven || !s.is_table || !s.is_list);
}

/* ---- The first reader ------------------------------------------------------------------------ */

static void read_first(const char *text, const input_options *options, reading *out)
{
    const size_t size = strlen(text);
    char path[32];
    const char *paths[] = {path};
    int ends[2];
    input *in;
    uint64_t got;

    fuzz_require(pipe(ends) == 0, "a pipe can be made");
    fuzz_require(write(ends[1], text, size) == (ssize_t)size, "bytes can be written");
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    in = input_open(paths, 1, options);
    fuzz_require(in != NULL, "there is memory");
    *out = (reading){.count = 0};
    while ((got = input_read(in, out->numbers + out->count, 7)) > 0)
        out->count += got;
    out->is_refused = input_error(in) != NULL;
    input_close(in);
    close(ends[0]);
}

/* ---- The target ------------------------------------------------------------------------------ */

static const char alphabet[] = "0123456789012345,,..;;|  \t\r\n\r\n#-+e";

/* The first bytes become the options, and the others characters of the alphabet. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char delimiters[] = {0, 0, 0, 0, ',', ';', '|', ' '};
    static const char thousands[] = {0, 0, ',', '.'};
    static char text[FUZZ_SIZE_MOST + 1];
    static reading first, other;
    input_options options = {.type = CLR_TYPE_F64, .text = true};

    if (size < 3 || size > FUZZ_SIZE_MOST || memchr(data + 2, 0, size - 2))
        return 0;
    for (size_t i = 2; i < size; i++)
        if (!strchr(alphabet, data[i]))
            return 0;
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    options.delimiter = delimiters[data[0] % 8];
    options.thousands = thousands[data[1] % 4];
    options.decimal_comma = options.thousands == '.' || (options.thousands == 0 && data[1] & 4);
    if (options.delimiter == ',' && (options.decimal_comma || options.thousands))
        return 0;
    read_first(text, &options, &first);
    read_second(text, &options, &other);
    if (first.is_refused != other.is_refused)
        fprintf(stderr, "%s: '%s'\n", first.is_refused ? "refused" : "read", text);
    fuzz_require(first.is_refused == other.is_refused, "both readers agree on refusing");
    if (first.is_refused)
        return 0;
    fuzz_require(first.count == other.count, "both readers have as many numbers");
    fuzz_require(!memcmp(first.numbers, other.numbers, first.count * sizeof *first.numbers),
                 "both readers have the same numbers");
    return 0;
}

static const char *const seeds[] = {
    "1,2,3\n4,5,6\n", "1,234\r2,345\r",       "1.234,5 2,5\r\n3", "# 1\r2 # 3\n4#5",
    "1;2\r3;4\n",     "1,234,567.5\n1,000\n", "1|2\n3|4 # 5\r6",  "1 2\n3\t4\n",
    "1,5\n2,5\n",     "1, 200, 3\n4,5 ,6",
};

#define SEED_COUNT (sizeof seeds / sizeof *seeds)

/* Half of the seeds' texts are asked for without any option. */
static size_t give_seed(uint8_t *data, unsigned long run, uint64_t *state)
{
    const char *seed = seeds[run % SEED_COUNT];
    const size_t size = strlen(seed);

    data[0] = run & 1 ? (uint8_t)(fuzz_draw(state) % 8) : 0;
    data[1] = run & 2 ? (uint8_t)(fuzz_draw(state) % 8) : 0;
    memcpy(data + 2, seed, size);
    return 2 + size;
}

static size_t put_byte(uint8_t *data, size_t size, size_t at, uint64_t *state)
{
    return fuzz_put_byte(data, size, at, alphabet, sizeof alphabet - 1, state);
}

const struct fuzz_target fuzz_target = {
    .runs = 20000, .mutations = 6, .first = 2, .seed = give_seed, .mutate = put_byte};
