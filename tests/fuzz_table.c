/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_table - tables against a second reader, which has the whole text in memory and reads CSV as
 * the manual says: quotes, blanks, line ends, missing values, conditions, groups by appearance. The
 * command gets it plain or compressed, and its own output is read by the second reader, too. Both
 * must come to the same groups and numbers, or refuse.
 */
#include "compress.h"
#include "fuzz.h"
#include "options.h"
#include "table_reduce.h"

#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIELDS_MOST = 16, ROWS_MOST = FUZZ_SIZE_MOST, DIGITS_MOST = 15, OUTPUT_MOST = 1 << 18 };

/* Fields, each ended by a NUL, in rows of one width. */
typedef struct rows {
    char texts[OUTPUT_MOST];
    const char *at[ROWS_MOST][FIELDS_MOST];
    size_t count, width;
    bool is_refused;
    bool is_beyond; /* some row has more fields, and is left to others */
} rows;

typedef struct group {
    const char *key;
    size_t size;
    size_t numbers;
    double sum, least, most;
} group;

typedef struct groups {
    group at[ROWS_MOST];
    size_t count;
    bool is_refused;
    bool is_beyond; /* as of the rows */
    bool is_wide;   /* some number has more digits than a double, and its sum is left to others */
} groups;

/* ---- The second reader: CSV ------------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool ends_field(char c)
{
    return c == ',' || c == '\n' || c == '\r' || c == '\0';
}

/* Copies a field without blanks around it; returns its end, or NULL. */
static const char *copy_field(const char *at, char **to)
{
    char *begin = *to;
    bool is_quoted;

    while (is_blank(*at))
        at++;
    is_quoted = *at == '"';
    for (at += is_quoted; is_quoted ? *at != '\0' : !ends_field(*at); *(*to)++ = *at++) {
        if (*at == '"' && !(is_quoted && at[1] == '"'))
            break;
        at += *at == '"';
    }
    if (is_quoted && *at++ != '"')
        return NULL;
    while (is_quoted && is_blank(*at))
        at++;
    while (*to > begin && is_blank((*to)[-1]))
        (*to)--;
    while (*to > begin && is_blank(*begin)) {
        memmove(begin, begin + 1, (size_t)(*to - begin - 1));
        (*to)--;
    }
    *(*to)++ = '\0';
    return ends_field(*at) ? at : NULL;
}

static void read_rows(const char *at, rows *r)
{
    char *to = r->texts;

    *r = (rows){.count = 0};
    while (!r->is_refused && *at != '\0') {
        size_t width = 0;

        if (*at == '\n' || *at == '\r') {
            at++;
            continue;
        }
        bool more = true;

        for (; more && at && width < FIELDS_MOST; width++) {
            r->at[r->count][width] = to;
            at = copy_field(at, &to);
            more = at && *at == ',';
            at += more;
        }
        r->width = r->count == 0 ? width : r->width;
        r->is_refused = !at || width != r->width || more;
        r->is_beyond = more;
        r->count++;
    }
}

/* ---- The second reader: groups --------------------------------------------------------------- */

typedef enum kind { MISSING, NUMBER, TEXT } kind;

static kind kind_of(const char *text, double *value, bool *is_wide)
{
    const char *begin = text + strspn(text, "\r\n\t "); /* as strtod() begins */
    const char *at = begin + (*begin == '-' || *begin == '+');
    const size_t digits = strspn(at, "0123456789");
    const size_t behind = at[digits] == '.' ? strspn(at + digits + 1, "0123456789") : 0;

    if (strcmp(text, "") == 0 || strcmp(text, "-") == 0 || strcmp(text, ".") == 0)
        return MISSING;
    if (digits + behind == 0 || at[digits + (at[digits] == '.') + behind] != '\0')
        return TEXT;
    *is_wide |= digits + behind > DIGITS_MOST || at[digits] == '.';
    *value = strtod(text, NULL);
    return NUMBER;
}

static const char *const conditions[] = {NULL, "k == \"a\"", "v > 1",
                                         "k != 'b' && v <= 5.5 || k in ('', \"y\")", "!(v == 2)"};

/* Whether the condition takes a row; `*is_bad`: it looks at a text as a number. */
static bool takes(unsigned condition, const char *k, const char *v, bool *is_bad)
{
    double value = NAN; /* of which every comparison is false */
    bool is_wide = false;
    const bool is_text = kind_of(v, &value, &is_wide) == TEXT;

    switch (condition) {
    case 1:
        return strcmp(k, "a") == 0;
    case 2:
        *is_bad = is_text;
        return value > 1;
    case 3:
        *is_bad = *k != '\0' && strcmp(k, "b") != 0 && is_text;
        return (*k != '\0' && strcmp(k, "b") != 0 && value <= 5.5) || *k == '\0' ||
               strcmp(k, "y") == 0;
    case 4:
        *is_bad = is_text;
        return !(value == 2);
    default:
        return true;
    }
}

static group *find_group(groups *g, const char *key)
{
    for (size_t i = 0; i < g->count; i++)
        if (strcmp(g->at[i].key, key) == 0)
            return &g->at[i];
    g->at[g->count] = (group){.key = key, .least = INFINITY, .most = -INFINITY};
    return &g->at[g->count++];
}

static void take_row(groups *g, const char *k, const char *v, bool skips)
{
    group *to = find_group(g, k);
    double value = 0;
    const kind what = kind_of(v, &value, &g->is_wide);

    g->is_refused |= what == TEXT || (what == MISSING && !skips);
    to->size++;
    if (what != NUMBER)
        return;
    to->numbers++;
    to->sum += value;
    to->least = fmin(to->least, value);
    to->most = fmax(to->most, value);
}

/* The only column of the name, or -1. */
static int column_of(const rows *r, const char *name)
{
    int found = -1;

    for (size_t i = 0; i < r->width; i++)
        if (strcmp(r->at[0][i], name) == 0)
            found = found == -1 ? (int)i : -2;
    return found < 0 ? -1 : found;
}

static void read_second(const char *text, unsigned condition, bool skips, groups *g)
{
    static rows r;
    int k, v;

    read_rows(text, &r);
    *g = (groups){.is_refused = r.is_refused || r.count == 0, .is_beyond = r.is_beyond};
    if (g->is_refused)
        return;
    k = column_of(&r, "k");
    v = column_of(&r, "v");
    g->is_refused = k < 0 || v < 0;
    for (size_t i = 1; i < r.count && !g->is_refused; i++)
        if (takes(condition, r.at[i][k], r.at[i][v], &g->is_refused) && !g->is_refused)
            take_row(g, r.at[i][k], r.at[i][v], skips);
}

/* ---- The first reader ------------------------------------------------------------------------ */

/* Runs the command in this process; returns its exit code. */
static int run(const char *path, const char *condition, bool skips, char *output)
{
    char *words[16] = {"clreduce",  "sum,min,max,size", "--by", "k",     "--column",
                       "v",         "--delimiter",      ",",    "--csv", "-q",
                       (char *)path};
    int count = 11, code, kept[2] = {dup(1), dup(2)}, to = open("/dev/null", O_WRONLY);
    FILE *file = tmpfile();
    options o;

    fuzz_require(file && to >= 0, "files can be opened");
    if (skips) {
        words[count++] = "--missing";
        words[count++] = "skip";
    }
    if (condition) {
        words[count++] = "--where";
        words[count++] = (char *)condition;
    }
    dup2(fileno(file), 1);
    dup2(to, 2);
    optind = 0; /* getopt_long() begins anew */
    code = options_parse(&o, count, words);
    code = code ? code : table_reduce(&o);
    fflush(stdout);
    dup2(kept[0], 1);
    dup2(kept[1], 2);
    rewind(file);
    output[fread(output, 1, OUTPUT_MOST - 1, file)] = '\0';
    fclose(file);
    close(to);
    close(kept[0]);
    close(kept[1]);
    return code;
}

static bool is_same(const group *g, const char *const *cells, bool is_wide)
{
    if (strcmp(cells[0], g->key) != 0 || strtod(cells[4], NULL) != (double)g->size)
        return false;
    if (g->numbers == 0)
        return strtod(cells[1], NULL) == 0 && *cells[2] == '\0' && *cells[3] == '\0';
    return (is_wide || strtod(cells[1], NULL) == g->sum) && strtod(cells[2], NULL) == g->least &&
           strtod(cells[3], NULL) == g->most;
}

/* ---- The target ------------------------------------------------------------------------------ */

/* Makes a pipe of the text, compressed by the codec of the number, plain behind the last; returns
 * the end to read from. */
static int open_pipe(const char *text, size_t size, unsigned codec)
{
    static char room[2 * FUZZ_SIZE_MOST];
    const void *bytes = text;
    int ends[2];
    unsigned i = 0;

    while (compress_rows[i].name && i < codec)
        i++;
    if (compress_rows[i].name) {
        size = compress_rows[i].compress(text, size, room, sizeof room);
        bytes = room;
        fuzz_require(size > 0, "a text can be compressed");
    }
    fuzz_require(pipe(ends) == 0, "a pipe can be made");
    fuzz_require(write(ends[1], bytes, size) == (ssize_t)size, "bytes can be written");
    close(ends[1]);
    return ends[0];
}

static const char alphabet[] = "kvaby,,,,\n\n\n\r\"\" \t0123459-+.";

/* The first bytes choose the options, and the others are characters of the alphabet. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[FUZZ_SIZE_MOST + 1], output[OUTPUT_MOST];
    static groups expected;
    static rows printed;
    const unsigned condition = size > 1 ? data[0] % 5 : 0;
    char path[32];
    bool is_refused;
    int end;

    if (size < 3 || size > FUZZ_SIZE_MOST)
        return 0;
    for (size_t i = 2; i < size; i++)
        text[i - 2] = alphabet[data[i] % (sizeof alphabet - 1)];
    for (size_t i = 2; i < size; i++)
        if (data[i] != 0 && strchr(alphabet, data[i]))
            text[i - 2] = (char)data[i];
    text[size - 2] = '\0';
    end = open_pipe(text, size - 2, data[1] / 2 % 8);
    snprintf(path, sizeof path, "/dev/fd/%d", end);
    is_refused = run(path, conditions[condition], data[1] & 1, output) != 0;
    close(end);
    read_second(text, condition, data[1] & 1, &expected);
    if (expected.is_beyond)
        return 0;
    if (is_refused != expected.is_refused)
        fprintf(stderr, "%s, options %u %u: '%s'\n", is_refused ? "refused" : "read", condition,
                data[1] & 1, text);
    fuzz_require(is_refused == expected.is_refused, "both readers agree on refusing");
    if (is_refused)
        return 0;
    read_rows(output, &printed);
    fuzz_require(!printed.is_refused && printed.count == expected.count + 1,
                 "both readers have as many groups");
    for (size_t i = 0; i < expected.count; i++)
        if (!is_same(&expected.at[i], printed.at[i + 1], expected.is_wide)) {
            fprintf(stderr, "options %u %u: '%s' gives '%s'\n", condition, data[1] & 1, text,
                    output);
            fuzz_require(false, "both readers have the same groups");
        }
    return 0;
}

static const char *const seeds[] = {
    "k,v\na,1\nb,2\na,3\n",
    "v,a,k\r\n1,,a\r\n2,y,\"b\"\r\n-3,,\"a\"\"b\"\r\n",
    "k , v\n\n a, 1.5 \n\"a\nb\",-2\n,5\n",
    "k,v\ra,\rb,-\ra,+.5\r",
    "\"k\",\"v\"\n\"a\",\"1\"\n\"y\" ,\"2\"",
    "y,k,v\n\"a,b\",\"a\r\n\", 12345\n1,\ta\t,5.\n",
};

#define SEED_COUNT (sizeof seeds / sizeof *seeds)

static size_t give_seed(uint8_t *data, unsigned long run_number, uint64_t *state)
{
    const char *seed = seeds[run_number % SEED_COUNT];
    const size_t size = strlen(seed);

    data[0] = (uint8_t)(fuzz_draw(state) % 5);
    data[1] = (uint8_t)(fuzz_draw(state) % 16);
    memcpy(data + 2, seed, size);
    return 2 + size;
}

static size_t put_byte(uint8_t *data, size_t size, size_t at, uint64_t *state)
{
    return fuzz_put_byte(data, size, at, alphabet, sizeof alphabet - 1, state);
}

const struct fuzz_target fuzz_target = {
    .runs = 3000, .mutations = 8, .first = 2, .seed = give_seed, .mutate = put_byte};
