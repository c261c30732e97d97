/* SPDX-License-Identifier: Apache-2.0 */
/* table_sums - the groups of a table and their reductions. See table_sums.h. */
#include "table_sums.h"

#include "command_request.h"
#include "message.h"
#include "session.h"
#include "value.h"

#include <stdlib.h>
#include <string.h>

/* rows of a piece: so many that merging its groups costs less than reading its rows */
#define PIECE_ROWS ((size_t)1 << 20)

enum { PIECE_LEAST = 1 << 10, GROUPS_LEAST = 1 << 6, REASON_SIZE = 256 };

static int fail_memory(void)
{
    return message_fail(CODE_DEVICE, "out of memory for the table's groups.");
}

/* ---- Opening --------------------------------------------------------------------------------- */

int table_sums_open(table_sums *s, const table_request *r)
{
    const size_t values = r->value_count + 1;

    *s = (table_sums){.r = r};
    s->values = calloc(values, sizeof *s->values);
    s->totals = calloc(values, sizeof *s->totals);
    s->facts = calloc(values, sizeof *s->facts);
    if (!s->values || !s->totals || !s->facts)
        return fail_memory();
    for (size_t i = 0; i < r->value_count; i++) {
        s->values[i].size =
            r->o->input.type == CLR_TYPE_DEFAULT ? 8 : clr_type_size(r->o->input.type);
        s->facts[i].is_open = r->o->input.type == CLR_TYPE_DEFAULT;
        s->facts[i].real = r->has_map && s->facts[i].is_open;
    }
    return session_open_on(r->o, options_has(r->o, "device") ? r->o->device : "host", &s->context);
}

static void forget_totals(table_sums *s)
{
    for (size_t i = 0; s->totals && i < s->r->value_count; i++) {
        for (size_t k = 0; k < CLR_REDUCTIONS_MOST; k++)
            clr_accumulator_destroy(s->totals[i].at[k]);
        s->totals[i] = (table_total){.type = CLR_TYPE_DEFAULT};
    }
}

void table_sums_close(table_sums *s)
{
    forget_totals(s);
    for (size_t i = 0; s->values && i < s->r->value_count; i++) {
        free(s->values[i].at);
        free(s->values[i].taken);
    }
    free(s->values);
    free(s->totals);
    free(s->facts);
    free(s->sizes);
    free(s->labels);
    free(s->places);
    free(s->local);
    key_set_free(&s->keys);
    clr_context_destroy(s->context);
}

static void begin_piece(table_sums *s)
{
    s->rows += s->piece_rows;
    s->piece_rows = 0;
    s->place_count = 0;
    for (size_t i = 0; i < s->r->value_count; i++) {
        s->values[i].is_real = s->values[i].has_gaps = false;
        s->values[i].facts = (input_facts){.is_open = s->facts[i].is_open};
    }
}

void table_sums_restart(table_sums *s)
{
    forget_totals(s);
    key_set_free(&s->keys);
    s->is_to_be_reread = false;
    memset(s->sizes, 0, s->size_room * sizeof *s->sizes);
    begin_piece(s);
    s->rows = 0;
}

uint64_t table_sums_groups(const table_sums *s)
{
    return table_request_has_groups(s->r) ? s->keys.count : 1;
}

void table_sums_real(const table_sums *s, bool is_real[])
{
    for (size_t i = 0; i < s->r->value_count; i++)
        is_real[i] = s->facts[i].is_open && !input_facts_are_open(&s->facts[i]);
}

bool table_sums_are_typed(const table_sums *s)
{
    for (size_t i = 0; i < s->r->value_count; i++)
        if (s->facts[i].is_open && input_facts_are_open(&s->facts[i]))
            return false;
    return !s->is_to_be_reread;
}

/* ---- Reducing a piece ------------------------------------------------------------------------ */

/* The facts of a value; of a pair those of both, as they have one type. */
static input_facts facts_of(const table_sums *s, size_t value)
{
    input_facts facts = s->facts[value];

    if (s->r->is_pair)
        input_facts_join(&facts, &s->facts[1 - value]);
    return facts;
}

/* As accumulators have it: at level exact, whose result stands for level fast. */
static clr_reduction reduction_of(const table_request *r, clr_operator op, clr_type type)
{
    clr_reduction reduction = request_reduction(&r->plain, op, type);

    reduction.accuracy = CLR_ACCURACY_EXACT;
    if (r->o->input.type == CLR_TYPE_DEFAULT && value_kind_of(type) != VALUE_REAL &&
        !r->o->has_overflow)
        reduction.overflow = CLR_OVERFLOW_DETECT;
    return reduction;
}

static int check_operator(const table_request *r, size_t value, clr_operator op, clr_type type)
{
    if (clr_operator_result(op, type) != CLR_TYPE_DEFAULT)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "%s takes integers, and column %s is read as %s.",
                        clr_operator_name(op), r->values[value].name, clr_type_name(type));
}

/* Makes the totals have a result for each group. */
static int grow_totals(table_sums *s, size_t value, const clr_reduction reductions[])
{
    table_total *total = &s->totals[value];
    const uint64_t groups = table_sums_groups(s);
    const uint64_t room = groups > 2 * total->room ? groups : 2 * total->room;
    char reason[REASON_SIZE] = "";
    clr_status status = CLR_OK;

    if (groups <= total->room && total->type != CLR_TYPE_DEFAULT)
        return CODE_FINE;
    for (size_t i = 0; status == CLR_OK && i < s->r->reduced.count; i++) {
        clr_accumulator *larger = NULL;

        status = clr_accumulator_create(&reductions[i], room, &larger, reason, sizeof reason);
        if (status == CLR_OK && total->at[i])
            status = clr_accumulator_merge_at(larger, total->at[i], NULL, reason, sizeof reason);
        clr_accumulator_destroy(total->at[i]);
        total->at[i] = larger;
    }
    total->room = room;
    total->type = reductions[0].type;
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

/* A pair counts where both of its values do. */
static void join_gaps(table_sums *s)
{
    table_cells *x = &s->values[0], *y = &s->values[1];

    for (size_t i = 0; y->has_gaps && i < s->piece_rows; i++)
        x->taken[i] &= y->taken[i];
    x->has_gaps |= y->has_gaps;
}

static clr_host_run run_of(const table_sums *s, size_t value)
{
    const table_cells *c = &s->values[value];
    clr_host_run run = {.size = sizeof run,
                        .inputs = {c->at, s->r->is_pair ? s->values[1].at : NULL},
                        .count = s->piece_rows,
                        .shape = CLR_SHAPE_FLAT};

    if (table_request_has_groups(s->r)) {
        run.shape = CLR_SHAPE_LABELS;
        run.by = s->labels;
        run.by_type = CLR_TYPE_U32;
        run.results = s->place_count;
    }
    if (c->has_gaps) {
        run.mask_kind = CLR_MASK_BYTES;
        run.mask = c->taken;
    }
    return run;
}

static int merge_parts(table_sums *s, size_t value, clr_accumulator *parts[])
{
    char reason[REASON_SIZE] = "";
    clr_status status = CLR_OK;

    for (size_t i = 0; i < s->r->reduced.count; i++) {
        if (status == CLR_OK)
            status = clr_accumulator_shift(parts[i], s->rows, reason, sizeof reason);
        if (status == CLR_OK)
            status = clr_accumulator_merge_at(s->totals[value].at[i], parts[i],
                                              table_request_has_groups(s->r) ? s->places : NULL,
                                              reason, sizeof reason);
        clr_accumulator_destroy(parts[i]);
    }
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

static int reduce_value(table_sums *s, size_t value)
{
    const input_facts facts = facts_of(s, value);
    const clr_type type = table_cells_type(s->r, &facts);
    const size_t count = s->r->reduced.count;
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    clr_accumulator *parts[CLR_REDUCTIONS_MOST] = {NULL};
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < count; i++) {
        code = check_operator(s->r, value, s->r->reduced.at[i], type);
        reductions[i] = reduction_of(s->r, s->r->reduced.at[i], type);
    }
    if (code != CODE_FINE)
        return code;
    for (size_t i = value; facts.is_open && type == CLR_TYPE_F64 && i <= value + s->r->is_pair; i++)
        table_cells_to_real(&s->values[i], s->piece_rows);
    const clr_host_run run = run_of(s, value);
    code = grow_totals(s, value, reductions);
    if (code != CODE_FINE || (run.shape == CLR_SHAPE_LABELS && s->place_count == 0))
        return code;
    if (clr_reduce_accumulator(s->context, reductions, count, &run, parts) != CLR_OK)
        return session_fail(s->r->o, s->context, type);
    return merge_parts(s, value, parts);
}

static int reduce_piece(table_sums *s)
{
    const size_t values = s->r->is_pair ? 1 : s->r->value_count;
    int code = CODE_FINE;

    if (s->r->is_pair)
        join_gaps(s);
    for (size_t i = 0; code == CODE_FINE && s->r->reduced.count > 0 && i < values; i++)
        code = reduce_value(s, i);
    begin_piece(s);
    return code;
}

int table_sums_end(table_sums *s)
{
    return reduce_piece(s);
}

/* ---- Gathering a piece ----------------------------------------------------------------------- */

/* Tells the part the numbers of the keys that it has met since. */
static bool number_keys(table_sums *s, table_part *p)
{
    if (p->keys.count > p->global_room) {
        const size_t room = 2 * (size_t)p->keys.count;
        uint32_t *global = realloc(p->global, room * sizeof *global);
        if (!global)
            return false;
        p->global = global;
        p->global_room = room;
    }
    for (; p->known < p->keys.count; p->known++) {
        size_t size;
        const char *key = key_set_at(&p->keys, p->known, &size);

        p->global[p->known] = key_set_add(&s->keys, key, size, key_set_hash(key, size));
        if (p->global[p->known] == KEY_SET_NONE)
            return false;
    }
    return true;
}

static bool grow_groups(table_sums *s)
{
    const uint64_t groups = table_sums_groups(s);
    const size_t room =
        groups > 2 * s->size_room ? (size_t)groups + GROUPS_LEAST : 2 * s->size_room;

    if (groups <= s->size_room)
        return true;
    uint64_t *sizes = realloc(s->sizes, room * sizeof *sizes);
    s->sizes = sizes ? sizes : s->sizes;
    uint64_t *places = realloc(s->places, room * sizeof *places);
    s->places = places ? places : s->places;
    uint32_t *local = realloc(s->local, room * sizeof *local);
    s->local = local ? local : s->local;
    if (!sizes || !places || !local)
        return false;
    memset(sizes + s->size_room, 0, (room - s->size_room) * sizeof *sizes);
    memset(local + s->size_room, 0, (room - s->size_room) * sizeof *local);
    s->size_room = room;
    return true;
}

static bool grow_piece(table_sums *s, size_t rows)
{
    size_t room = s->piece_room ? s->piece_room : PIECE_LEAST;
    bool good = true;

    while (room < rows)
        room *= 2;
    if (room == s->piece_room)
        return true;
    for (size_t i = 0; i < s->r->value_count; i++) {
        table_cells *c = &s->values[i];
        unsigned char *at = realloc(c->at, room * c->size);
        c->at = at ? at : c->at;
        unsigned char *taken = realloc(c->taken, room);
        c->taken = taken ? taken : c->taken;
        good = good && at && taken;
    }
    uint32_t *labels = realloc(s->labels, room * sizeof *labels);
    s->labels = labels ? labels : s->labels;
    s->piece_room = good && labels ? room : s->piece_room;
    return good && labels;
}

/* The number in the piece of a group. */
static uint32_t local_of(table_sums *s, uint32_t group)
{
    const uint32_t at = s->local[group];

    if (at < s->place_count && s->places[at] == group)
        return at;
    s->places[s->place_count] = group;
    s->local[group] = s->place_count;
    return s->place_count++;
}

static void add_labels(table_sums *s, const table_part *p)
{
    const bool has_groups = table_request_has_groups(s->r);

    for (size_t i = 0; i < p->rows; i++) {
        const uint32_t label = p->labels[i];
        uint32_t *to = &s->labels[s->piece_rows + i];

        if (label == TABLE_NO_GROUP) {
            *to = TABLE_NO_GROUP;
            continue;
        }
        const uint32_t group = has_groups ? p->global[label] : 0;
        s->sizes[group]++;
        *to = local_of(s, group);
    }
}

/* Adds values behind those of the piece, in one type. */
static void add_values(table_sums *s, size_t value, table_part *p)
{
    table_cells *to = &s->values[value], *from = &p->values[value];
    input_facts facts = to->facts;

    input_facts_join(&facts, &from->facts);
    if (from->is_real || (s->facts[value].is_open && input_facts_fit_none(&facts)))
        table_cells_to_real(to, s->piece_rows);
    if (to->is_real)
        table_cells_to_real(from, p->rows);
    to->facts = facts;
    to->has_gaps |= from->has_gaps;
    if (p->rows == 0)
        return;
    memcpy(to->at + s->piece_rows * to->size, from->at, p->rows * to->size);
    memcpy(to->taken + s->piece_rows, from->taken, p->rows);
}

/* Whether a value that has been reduced in one type needs another. */
static bool is_retyped(const table_sums *s)
{
    for (size_t i = 0; i < s->r->value_count; i++) {
        const input_facts facts = facts_of(s, i);

        if (s->totals[i].type != CLR_TYPE_DEFAULT &&
            s->totals[i].type != table_cells_type(s->r, &facts))
            return true;
    }
    return false;
}

int table_sums_add(table_sums *s, table_part *p)
{
    int code = CODE_FINE;

    if (s->piece_rows > 0 && s->piece_rows + p->rows > PIECE_ROWS)
        code = reduce_piece(s);
    if (code != CODE_FINE)
        return code;
    if (!number_keys(s, p) || !grow_groups(s) || !grow_piece(s, s->piece_rows + p->rows))
        return fail_memory();
    add_labels(s, p);
    for (size_t i = 0; i < s->r->value_count; i++) {
        add_values(s, i, p);
        if (s->facts[i].is_open)
            input_facts_join(&s->facts[i], &p->values[i].facts);
    }
    s->piece_rows += p->rows;
    s->is_to_be_reread = is_retyped(s);
    return CODE_FINE;
}
