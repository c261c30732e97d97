/* SPDX-License-Identifier: Apache-2.0 */
#include "device/tuned.h"

#include <stdlib.h>
#include <string.h>

typedef enum form { POWER, WHOLE } form;

static const struct {
    const char *name;
    uint32_t least, most;
    form form;
} measures[] = {
#define CLRI_TUNING_MEASURE(measure, ...) {#measure, __VA_ARGS__},
#include "device/measure.def"
};

static const char *const works[] = {
#define CLRI_TUNING_WORK(work) #work,
#include "device/measure.def"
};

enum { WORK_COUNT = sizeof works / sizeof *works };

/* ---- names ---- */

clri_work clri_work_class(unsigned work)
{
    for (unsigned i = 0; i < WORK_COUNT; i++)
        if (work >> i & 1)
            return (clri_work)(1u << i);
    return CLRI_WORK_PLAIN;
}

const char *clri_work_name(clri_work work_class)
{
    for (unsigned i = 0; i < WORK_COUNT; i++)
        if (work_class == (clri_work)(1u << i))
            return works[i];
    return "";
}

const char *clri_measure_name(clri_tuning_measure measure)
{
    return measures[measure].name;
}

/* ---- a line's fields ---- */

enum { MEASURE, WORK, FROM, TO, VALUE, DEVICE, DRIVER, FIGURE, GAIN, DATE, FIELDS };

/* The fields of a line in their order: name, and whether it is quoted, as names of devices have
 * blanks. */
static const struct {
    const char *name;
    bool is_quoted;
} fields[] = {
    [MEASURE] = {"measure", false}, [WORK] = {"work", false},    [FROM] = {"from", false},
    [TO] = {"to", false},           [VALUE] = {"value", false},  [DEVICE] = {"device", true},
    [DRIVER] = {"driver", true},    [FIGURE] = {"figure", true}, [GAIN] = {"gain", true},
    [DATE] = {"date", false},
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static char *skip_blanks(char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

/* Cuts off the next field; NULL if it is missing, or not quoted as it should be. */
static char *cut_field(char **at, bool is_quoted)
{
    char *begin = skip_blanks(*at), *end;

    if (*begin == '\0' || (*begin == '"') != is_quoted)
        return NULL;
    begin += is_quoted;
    for (end = begin; *end && (is_quoted ? *end != '"' : !is_blank(*end)); end++)
        ;
    if (is_quoted && *end == '\0')
        return NULL;
    *at = *end ? end + 1 : end;
    *end = '\0';
    return begin;
}

static bool cut(char *line, char *texts[FIELDS], clri_text *complaint)
{
    for (int i = 0; i < FIELDS; i++) {
        texts[i] = cut_field(&line, fields[i].is_quoted);
        if (texts[i])
            continue;
        clri_text_addf(complaint,
                       "the %s is missing%s: a row is MEASURE WORK FROM TO VALUE \"device\" "
                       "\"driver\" \"figure\" \"gain\" YEAR-MONTH-DAY",
                       fields[i].name, fields[i].is_quoted ? ", or is not in quotes" : "");
        return false;
    }
    if (*skip_blanks(line) == '\0')
        return true;
    clri_text_addf(complaint, "'%.40s' follows the date, where a row ends", skip_blanks(line));
    return false;
}

/* ---- fields' values ---- */

static bool read_measure(const char *text, clri_tuned_row *row, clri_text *complaint)
{
    for (int i = 0; i < CLRI_MEASURE_COUNT; i++) {
        row->measure = (clri_tuning_measure)i;
        if (strcmp(text, measures[i].name) == 0)
            return true;
    }
    clri_text_addf(complaint, "there is no measure '%.40s' such as %s", text,
                   measures[CLRI_MEASURE_LOADS].name);
    return false;
}

static bool read_work(const char *text, clri_tuned_row *row, clri_text *complaint)
{
    row->work = CLRI_WORK_ANY;
    if (strcmp(text, "ANY") == 0)
        return true;
    for (unsigned i = 0; i < WORK_COUNT; i++) {
        row->work = (clri_work)(1u << i);
        if (strcmp(text, works[i]) == 0)
            return true;
    }
    clri_text_addf(complaint, "there is no work '%.40s': it is ANY", text);
    for (unsigned i = 0; i < WORK_COUNT; i++)
        clri_text_addf(complaint, "%s%s", i + 1 < WORK_COUNT ? ", " : " or ", works[i]);
    return false;
}

static bool read_number(const char *name, const char *text, uint32_t *number, clri_text *complaint)
{
    uint64_t value = 0;
    size_t i;

    for (i = 0; text[i] >= '0' && text[i] <= '9' && value <= UINT32_MAX; i++)
        value = value * 10 + (uint64_t)(text[i] - '0');
    if (text[i] != '\0' || value == 0 || value > UINT32_MAX) {
        clri_text_addf(complaint, "the %s '%.40s' is no whole number from 1 to 2^32 - 1", name,
                       text);
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

static bool read_numbers(char *const texts[FIELDS], clri_tuned_row *row, clri_text *complaint)
{
    if (!read_number("from", texts[FROM], &row->from, complaint) ||
        !read_number("to", texts[TO], &row->to, complaint) ||
        !read_number("value", texts[VALUE], &row->value, complaint))
        return false;
    if (row->from <= row->to)
        return true;
    clri_text_addf(complaint, "no element has from %u to %u bytes", row->from, row->to);
    return false;
}

static bool check_value(const clri_tuned_row *row, clri_text *complaint)
{
    const uint32_t least = measures[row->measure].least, most = measures[row->measure].most;
    const bool is_power = (row->value & (row->value - 1)) == 0;

    if (row->value >= least && row->value <= most &&
        (is_power || measures[row->measure].form == WHOLE))
        return true;
    clri_text_addf(complaint, "%s is %s from %u to %u, not %u", measures[row->measure].name,
                   measures[row->measure].form == POWER ? "a power of two" : "a number", least,
                   most, row->value);
    return false;
}

static bool check_date(const char *text, clri_text *complaint)
{
    static const char pattern[] = "dddd-dd-dd";
    size_t i = 0;

    while (pattern[i] &&
           (pattern[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == pattern[i]))
        i++;
    if (pattern[i] == '\0' && text[i] == '\0')
        return true;
    clri_text_addf(complaint, "'%.40s' is no date such as 2026-01-31", text);
    return false;
}

/* ---- rows ---- */

/* Compares a name with a driver's own. The file has ' for a quote, which would end the field. */
static bool is_name(const char *text, const char *name)
{
    size_t i = 0;

    while (name[i] && (text[i] == name[i] || (text[i] == '\'' && name[i] == '"')))
        i++;
    return name[i] == '\0' && text[i] == '\0';
}

static bool add_row(clri_tuned *tuned, const clri_tuned_row *row, clri_text *complaint)
{
    clri_tuned_row *rows = realloc(tuned->rows, (tuned->count + 1) * sizeof *rows);

    if (!rows) {
        clri_text_add(complaint, "host memory ran out");
        return false;
    }
    rows[tuned->count++] = *row;
    tuned->rows = rows;
    return true;
}

/* A line that is neither empty nor a comment. All fields are checked, also of other devices' rows,
 * so that a file that one machine accepts is fine on all. */
static bool read_row(char *line, const clr_device *device, clri_tuned *tuned, clri_text *complaint)
{
    char *texts[FIELDS];
    clri_tuned_row row = {0};

    if (!cut(line, texts, complaint) || !read_measure(texts[MEASURE], &row, complaint) ||
        !read_work(texts[WORK], &row, complaint) || !read_numbers(texts, &row, complaint) ||
        !check_value(&row, complaint) || !check_date(texts[DATE], complaint))
        return false;
    if (!is_name(texts[DEVICE], device->name) || !is_name(texts[DRIVER], device->driver_version))
        return true;
    return add_row(tuned, &row, complaint);
}

/* Cuts up `text`. */
static bool read_lines(char *text, const clr_device *device, clri_tuned *tuned,
                       clri_text *complaint)
{
    clri_text words = {0};
    char *what;
    size_t number = 0;
    bool is_fine = true;

    for (char *line = text, *next; line && is_fine; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        line = skip_blanks(line);
        if (*line && *line != '#')
            is_fine = read_row(line, device, tuned, &words);
    }
    what = clri_text_take(&words);
    if (!is_fine)
        clri_text_addf(complaint, "line %zu: %s", number, what ? what : "host memory ran out");
    free(what);
    return is_fine;
}

bool clri_tuned_read(const char *text, size_t size, const clr_device *device, clri_tuned *tuned,
                     clri_text *complaint)
{
    char *copy = malloc(size + 1);
    bool is_fine = false;

    *tuned = (clri_tuned){0};
    if (!copy) {
        clri_text_add(complaint, "host memory ran out");
        return false;
    }
    memcpy(copy, text, size);
    copy[size] = '\0';
    if (strlen(copy) != size)
        clri_text_add(complaint, "it is no text: it has a byte of 0");
    else
        is_fine = read_lines(copy, device, tuned, complaint);
    if (!is_fine)
        clri_tuned_free(tuned);
    free(copy);
    return is_fine;
}

void clri_tuned_free(clri_tuned *tuned)
{
    free(tuned->rows);
    *tuned = (clri_tuned){0};
}

const clri_tuned_row *clri_tuned_find(const clri_tuned *tuned, clri_tuning_measure measure,
                                      clri_work work_class, size_t element_size)
{
    for (size_t i = 0; tuned && i < tuned->count; i++) {
        const clri_tuned_row *row = &tuned->rows[i];

        if (row->measure == measure && (row->work == CLRI_WORK_ANY || row->work == work_class) &&
            row->from <= element_size && element_size <= row->to)
            return row;
    }
    return NULL;
}
