/* SPDX-License-Identifier: Apache-2.0 */
/* table_part - the rows of a chunk as numbers. See table_part.h. */
#include "table_part.h"

#include "input_date.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a piece: some for each key, as a reduction of the piece makes and merges a state for
 * each; and so many that few keys cost nothing. */
enum { PIECE_ROWS = 1 << 18, KEY_ROWS = 16, KEYS_LEAST = 1 << 8 };

/* Makes room for the numbers of more keys. */
static bool grow_keys(table_part *p)
{
    const size_t room = p->key_places ? 2 * p->key_places : KEYS_LEAST;
    uint32_t *sizes = realloc(p->sizes, room * sizeof *sizes);

    p->sizes = sizes ? sizes : p->sizes;
    uint64_t *places = realloc(p->places, room * sizeof *places);
    p->places = places ? places : p->places;
    if (!sizes || !places)
        return false;
    memset(sizes + p->key_places, 0, (room - p->key_places) * sizeof *sizes);
    p->key_places = room;
    return true;
}

bool table_part_open(table_part *p, const table_request *r, const input_table *table)
{
    /* without --by there is a group before the first row, and without any */
    *p = (table_part){.r = r, .table = table, .groups = !table_request_has_groups(r), .bad = -1};
    p->values = calloc(r->value_count + 1, sizeof *p->values);
    p->dates = calloc(r->key_count + 1, sizeof *p->dates);
    for (size_t i = 0; p->values && i < r->value_count; i++)
        p->values[i].size =
            r->o->input.type == CLR_TYPE_DEFAULT ? 8 : clr_type_size(r->o->input.type);
    if (!p->values || !p->dates || !grow_keys(p))
        return false;
    table_part_empty(p);
    return true;
}

void table_part_close(table_part *p)
{
    for (size_t i = 0; p->values && i < p->r->value_count; i++) {
        free(p->values[i].at);
        free(p->values[i].taken);
    }
    free(p->values);
    free(p->dates);
    free(p->labels);
    free(p->sizes);
    free(p->places);
    free(p->key);
    key_set_free(&p->keys);
    input_chunk_free(&p->chunk);
}

/* ---- Types ----------------------------------------------------------------------------------- */

clr_type table_cells_type(const table_request *r, const input_facts *facts)
{
    if (r->o->input.type != CLR_TYPE_DEFAULT)
        return r->o->input.type;
    return input_facts_type(facts, r->has_map ? INPUT_WHOLE_NEVER : INPUT_WHOLE_STAYS);
}

void table_cells_to_real(table_cells *c, size_t count)
{
    for (size_t i = 0; !c->is_real && i < count; i++) {
        uint64_t bits;
        double real;

        memcpy(&bits, c->at + 8 * i, sizeof bits);
        real = c->facts.beyond_signed ? (double)bits : (double)(int64_t)bits;
        memcpy(c->at + 8 * i, &real, sizeof real);
    }
    c->is_real = true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Stores a whole number, unless no integer type holds it and the numbers before it. */
static bool store_whole(table_cells *c, size_t at, const input_cell *cell)
{
    input_facts facts = c->facts;
    const uint64_t bits = cell->negative ? 0 - cell->magnitude : cell->magnitude;

    facts.negative |= cell->negative;
    facts.beyond_exact |= cell->magnitude > UINT64_C(1) << 53;
    facts.beyond_signed |= !cell->negative && cell->magnitude > INT64_MAX;
    facts.beyond_all |= cell->negative && cell->magnitude > (uint64_t)INT64_MAX + 1;
    if (c->is_real || input_facts_fit_none(&facts))
        return false;
    c->facts = facts;
    memcpy(c->at + 8 * at, &bits, sizeof bits);
    return true;
}

/* Has the values be f64 from number `at` on, and makes the earlier ones f64. */
static void make_real(table_cells *c, size_t at)
{
    table_cells_to_real(c, at);
    c->facts.real = true;
}

static void store_real(table_cells *c, size_t at, double real)
{
    make_real(c, at);
    memcpy(c->at + 8 * at, &real, sizeof real);
}

/* Leaves a value out, or makes a NaN of it. False: neither is asked for. */
static bool store_missing(table_part *p, table_cells *c, size_t at)
{
    const input_missing missing = p->r->o->input.missing;
    static const char nan_text[] = "nan";

    if (missing == INPUT_MISSING_FAILS)
        return false;
    if (missing == INPUT_MISSING_SKIPPED) {
        memset(c->at + c->size * at, 0, c->size);
        c->taken[at] = 0;
        c->has_gaps = true;
    } else if (p->r->o->input.type != CLR_TYPE_DEFAULT) {
        return input_cell_store(&p->table->cells, p->r->o->input.type, (csv_field){nan_text, 3},
                                c->at + c->size * at) == INPUT_CELL_REAL;
    } else {
        store_real(c, at, (double)NAN);
    }
    return true;
}

static void note_bad(table_part *p, size_t row, int column, input_cell_kind kind)
{
    p->bad = column;
    p->bad_row = row;
    p->bad_kind = kind;
    p->bad_part = ISO_NONE;
}

/* Notes the field that a formula could not look at. */
static void note_formula(table_part *p, size_t row, const formula_row *fields)
{
    note_bad(p, row, fields->bad, fields->kind);
    p->bad_part = fields->is_bad_date ? ISO_DAY : ISO_NONE;
}

/* Reads a field as a date. False: it is missing and to be left out, or else is noted as bad. */
static bool read_date(table_part *p, size_t row, size_t column, iso_part part, iso_date *date)
{
    const input_options *given = &p->r->o->input;
    const input_date_kind kind =
        input_date_read(given, input_chunk_field(&p->chunk, row, column), part, date);

    if (kind == INPUT_DATE_BAD ||
        (kind == INPUT_DATE_MISSING && given->missing != INPUT_MISSING_SKIPPED)) {
        note_bad(p, row, (int)column, INPUT_CELL_TEXT);
        p->bad_part = part;
    }
    return kind == INPUT_DATE_GOOD;
}

/* Stores a field as the microseconds of a date. */
static void take_date(table_part *p, table_cells *c, size_t row, int column)
{
    iso_date date;
    int64_t microseconds = 0;

    c->taken[p->rows] = read_date(p, row, (size_t)column, ISO_DAY, &date);
    if (c->taken[p->rows]) {
        microseconds = iso_date_microseconds(&date);
        c->facts.has_times |= date.finest > ISO_DAY;
        c->facts.has_offsets |= date.has_offset;
    }
    c->has_gaps |= !c->taken[p->rows];
    memcpy(c->at + c->size * p->rows, &microseconds, sizeof microseconds);
}

/* Stores a field as a number of -t's type. */
static void take_typed(table_part *p, table_cells *c, size_t row, int column)
{
    const input_cell_kind kind = input_cell_store(&p->table->cells, p->r->o->input.type,
                                                  input_chunk_field(&p->chunk, row, (size_t)column),
                                                  c->at + c->size * p->rows);

    if (kind != INPUT_CELL_REAL && (kind != INPUT_CELL_MISSING || !store_missing(p, c, p->rows)))
        note_bad(p, row, column, kind);
}

static void take_value(table_part *p, size_t which, size_t row, formula_row *fields)
{
    const int column = p->r->values[which].column;
    table_cells *c = &p->values[which];
    input_cell cell;

    if (p->r->o->table.are_dates) {
        take_date(p, c, row, column);
        return;
    }
    if (column >= 0 && p->r->o->input.type != CLR_TYPE_DEFAULT) {
        take_typed(p, c, row, column);
        return;
    }
    cell = column < 0 ? formula_number(&p->r->map, fields)
                      : input_cell_read(&p->table->cells, fields->fields[column]);
    if (fields->bad >= 0)
        note_formula(p, row, fields);
    else if (cell.kind == INPUT_CELL_WHOLE && column >= 0 && store_whole(c, p->rows, &cell))
        return;
    else if (cell.kind == INPUT_CELL_WHOLE || cell.kind == INPUT_CELL_REAL) {
        c->facts.beyond_exact |=
            cell.kind == INPUT_CELL_WHOLE && cell.magnitude > UINT64_C(1) << 53 && column >= 0;
        store_real(c, p->rows, cell.real);
    } else if (cell.kind != INPUT_CELL_MISSING || !store_missing(p, c, p->rows))
        note_bad(p, row, column >= 0 ? column : fields->absent, cell.kind);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static bool add_to_key(table_part *p, size_t *size, const char *text, size_t text_size)
{
    if (*size + text_size + 1 > p->key_room) {
        const size_t room = 2 * (*size + text_size) + 64;
        char *key = realloc(p->key, room);
        if (!key)
            return false;
        p->key = key;
        p->key_room = room;
    }
    memcpy(p->key + *size, text, text_size);
    *size += text_size;
    p->key[(*size)++] = '\0';
    return true;
}

/* Reads the dates of a row's key. False: one is missing, by which the row is in no group, or is
 * bad. */
static bool read_dates(table_part *p, size_t row)
{
    const table_request *r = p->r;
    bool good = true;

    for (size_t i = 0; good && i < r->key_count; i++) {
        iso_date date;

        if (r->keys[i].part == ISO_NONE)
            continue;
        good = read_date(p, row, r->keys[i].column, r->keys[i].part, &date);
        if (good)
            p->dates[i].size = iso_date_prefix(&date, r->keys[i].part, p->dates[i].text);
    }
    return good;
}

/* The text of a column of the key. */
static csv_field key_text(const table_part *p, const csv_field *fields, size_t key)
{
    return p->r->keys[key].part == ISO_NONE ? fields[p->r->keys[key].column]
                                            : (csv_field){p->dates[key].text, p->dates[key].size};
}

/* The key of a row: of several columns their texts, each ended by a NUL, which no text has; with
 * --each the file's number, as a file may be named twice, and its name in front. False: memory ran
 * out. */
static bool make_key(table_part *p, const csv_field *fields, csv_field *key)
{
    const table_request *r = p->r;
    size_t size = 0;
    bool good = true;

    if (table_request_has_text_key(r)) {
        *key = key_text(p, fields, 0);
        return true;
    }
    if (r->o->table.each) {
        const char *name = p->table->files[p->chunk.file].name;
        char number[24];

        good = add_to_key(p, &size, number,
                          (size_t)snprintf(number, sizeof number, "%zu", p->chunk.file)) &&
               add_to_key(p, &size, name, strlen(name));
    }
    for (size_t i = 0; good && i < r->key_count; i++) {
        const csv_field text = key_text(p, fields, i);

        good = add_to_key(p, &size, text.text, text.size);
    }
    *key = (csv_field){p->key, size};
    return good;
}

static uint32_t label_of(table_part *p, size_t row, const csv_field *fields)
{
    csv_field key;

    if (!table_request_has_groups(p->r))
        return 0;
    if (!make_key(p, fields, &key))
        return KEY_SET_NONE;
    return key_set_add(&p->keys, key.text, key.size,
                       table_request_has_text_key(p->r) ? p->hashes[row % TABLE_BLOCK_ROWS]
                                                        : key_set_hash(key.text, key.size));
}

/* Asks for the slots of the keys of some rows, from `row` on. */
static void ask_keys(table_part *p, size_t row)
{
    const size_t key = p->r->keys->column, left = p->chunk.rows.rows - row;

    if (!table_request_has_text_key(p->r))
        return;
    for (size_t i = 0; i < TABLE_BLOCK_ROWS && i < left; i++) {
        const csv_field field = p->chunk.rows.fields[(row + i) * p->r->column_count + key];

        p->hashes[i] = key_set_hash(field.text, field.size);
        key_set_ask(&p->keys, p->hashes[i]);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Makes room for more rows. */
static bool make_room(table_part *p, size_t more)
{
    const size_t rows = p->rows + more;
    const size_t room = rows > 2 * p->room ? rows : 2 * p->room;
    bool good = true;

    if (rows <= p->room)
        return true;
    for (size_t i = 0; i < p->r->value_count; i++) {
        table_cells *c = &p->values[i];
        unsigned char *at = realloc(c->at, room * c->size);
        c->at = at ? at : c->at;
        unsigned char *taken = realloc(c->taken, room);
        c->taken = taken ? taken : c->taken;
        good = good && at && taken;
    }
    uint32_t *labels = realloc(p->labels, room * sizeof *labels);
    p->labels = labels ? labels : p->labels;
    p->room = good && labels ? room : p->room;
    return good && labels;
}

/* A row that the condition leaves out, where indices count it. */
static void leave_out(table_part *p)
{
    for (size_t i = 0; i < p->r->value_count; i++) {
        table_cells *c = &p->values[i];

        memset(c->at + c->size * p->rows, 0, c->size);
        c->taken[p->rows] = 0;
        c->has_gaps = true;
    }
    p->labels[p->rows++] = TABLE_NO_GROUP;
}

static void take_row(table_part *p, size_t row, bool counts_all)
{
    formula_row fields = {.cells = &p->table->cells,
                          .fields = p->chunk.rows.fields + row * p->r->column_count,
                          .bad = -1,
                          .absent = -1};
    const bool is_taken = (!p->r->has_where || formula_is_true(&p->r->where, &fields)) &&
                          (fields.bad >= 0 || read_dates(p, row));

    if (fields.bad >= 0)
        note_formula(p, row, &fields);
    if (p->bad >= 0 || (!is_taken && !counts_all))
        return;
    if (!is_taken) {
        leave_out(p);
        return;
    }
    const uint32_t label = label_of(p, row, fields.fields);
    p->failed = label == KEY_SET_NONE || (label >= p->key_places && !grow_keys(p));
    if (p->failed)
        return;
    p->labels[p->rows] = label;
    for (size_t i = 0; i < p->r->value_count && p->bad < 0; i++) {
        p->values[i].taken[p->rows] = 1;
        take_value(p, i, row, &fields);
    }
    p->rows++;
}

static void count_rows(table_part *p, size_t first)
{
    for (size_t i = first; i < p->rows; i++)
        if (p->labels[i] != TABLE_NO_GROUP)
            p->sizes[p->labels[i]]++;
}

void table_part_read(table_part *p, const bool is_real[])
{
    const size_t first = p->rows;
    const bool counts_all = table_request_has_index(p->r);

    input_chunk_split(&p->chunk);
    p->bad = -1;
    p->failed = !make_room(p, p->chunk.rows.rows);
    for (size_t i = 0; i < p->r->value_count; i++)
        if (is_real[i])
            make_real(&p->values[i], p->rows);
    for (size_t row = 0; row < p->chunk.rows.rows && p->bad < 0 && !p->failed; row++) {
        if (row % TABLE_BLOCK_ROWS == 0)
            ask_keys(p, row);
        take_row(p, row, counts_all);
    }
    count_rows(p, first);
}

bool table_part_is_full(const table_part *p)
{
    return p->r->selected.count == 0 && p->rows >= PIECE_ROWS &&
           p->rows / KEY_ROWS >= p->keys.count;
}

/* Labels rows by the keys' numbers in the whole table. */
static void number_labels(table_part *p)
{
    for (size_t i = 0; !p->is_joined && table_request_has_groups(p->r) && i < p->rows; i++)
        if (p->labels[i] != TABLE_NO_GROUP)
            p->labels[i] = (uint32_t)p->places[p->labels[i]];
    p->is_joined = true;
}

bool table_part_join(table_part *p, table_part *from)
{
    if (!make_room(p, from->rows))
        return false;
    number_labels(p);
    number_labels(from);
    memcpy(p->labels + p->rows, from->labels, from->rows * sizeof *from->labels);
    for (size_t i = 0; i < p->r->value_count; i++) {
        table_cells *c = &p->values[i];
        const table_cells *more = &from->values[i];

        memcpy(c->at + p->rows * c->size, more->at, from->rows * c->size);
        memcpy(c->taken + p->rows, more->taken, from->rows);
        c->has_gaps |= more->has_gaps;
    }
    p->rows += from->rows;
    return true;
}

void table_part_empty(table_part *p)
{
    p->rows = 0;
    p->is_joined = false;
    memset(p->sizes, 0, p->key_places * sizeof *p->sizes);
    for (size_t i = 0; i < p->r->value_count; i++) {
        p->values[i].is_real = p->values[i].has_gaps = false;
        p->values[i].facts = (input_facts){.is_open = true};
    }
}
