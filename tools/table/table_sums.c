/* SPDX-License-Identifier: Apache-2.0 */
/* table_sums - the groups of a table and their reductions. See table_sums.h. */
#include "table_sums.h"

#include "command_request.h"
#include "message.h"
#include "session.h"
#include "value.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS_LEAST = 1 << 6, REASON_SIZE = 256 };

static int fail_memory(void)
{
    return message_fail(CODE_DEVICE, "out of memory for the table's groups.");
}

/* ---- Opening --------------------------------------------------------------------------------- */

int table_sums_open(table_sums *s, const table_request *r)
{
    const size_t values = r->value_count + 1;

    *s = (table_sums){.r = r};
    s->totals = calloc(values, sizeof *s->totals);
    s->facts = calloc(values, sizeof *s->facts);
    if (!s->totals || !s->facts)
        return fail_memory();
    for (size_t i = 0; i < r->value_count; i++) {
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
        table_select_free(s->totals[i].selected);
        s->totals[i] = (table_total){.type = CLR_TYPE_DEFAULT};
    }
}

void table_sums_close(table_sums *s)
{
    forget_totals(s);
    free(s->totals);
    free(s->facts);
    free(s->sizes);
    key_set_free(&s->keys);
    clr_context_destroy(s->context);
}

void table_sums_restart(table_sums *s)
{
    forget_totals(s);
    key_set_free(&s->keys);
    s->is_to_be_reread = false;
    memset(s->sizes, 0, s->size_room * sizeof *s->sizes);
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

/* ---- Types ----------------------------------------------------------------------------------- */

/* The type of a value; of a pair of both, as they have one. */
static clr_type type_of(const table_sums *s, size_t value)
{
    input_facts facts = s->facts[value];

    if (s->r->is_pair)
        input_facts_join(&facts, &s->facts[1 - value]);
    return table_cells_type(s->r, &facts);
}

/* Whether a value whose type is fixed needs another. */
static bool is_retyped(const table_sums *s)
{
    for (size_t i = 0; i < s->r->value_count; i++)
        if (s->totals[i].type != CLR_TYPE_DEFAULT && s->totals[i].type != type_of(s, i))
            return true;
    return false;
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

static clr_status derive(const clr_accumulator *from, const clr_reduction *reduction,
                         clr_accumulator **made)
{
    return clr_accumulator_derive(from, reduction->op, reduction->result, reduction->ddof, made,
                                  NULL, 0);
}

/* Whether a reduction's states know enough for another reduction. */
static bool knows(const clr_accumulator *from, const clr_reduction *reduction)
{
    clr_accumulator *made = NULL;
    const bool is_enough = derive(from, reduction, &made) == CLR_OK;

    clr_accumulator_destroy(made);
    return is_enough;
}

/* Finds for each reduction the one that has its states: of two that know as much the first. */
static void find_makers(table_total *total, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        total->makers[i] = i;
        for (size_t k = 0; k < count && total->makers[i] == i; k++)
            if (k != i && knows(total->at[k], &total->reductions[i]) &&
                (k < i || !knows(total->at[i], &total->reductions[k])))
                total->makers[i] = k;
    }
    for (size_t i = 0; i < count; i++)
        while (total->makers[total->makers[i]] != total->makers[i])
            total->makers[i] = total->makers[total->makers[i]];
}

static int fix_total(const table_request *r, table_total *total, const char *name, clr_type type)
{
    char reason[REASON_SIZE] = "";
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < r->folds.count; i++) {
        const clr_operator op = r->folds.at[i];

        if (clr_operator_result(op, type) == CLR_TYPE_DEFAULT)
            return message_fail(CODE_USAGE, "%s takes integers, and column %s is read as %s.",
                                clr_operator_name(op), name, clr_type_name(type));
        total->reductions[i] = reduction_of(r, op, type);
        status =
            clr_accumulator_create(&total->reductions[i], 0, &total->at[i], reason, sizeof reason);
    }
    if (status != CLR_OK)
        return message_refusal(status, reason);
    find_makers(total, r->folds.count);
    total->type = type;
    return CODE_FINE;
}

static size_t totals(const table_sums *s)
{
    return s->r->is_pair ? 1 : s->r->value_count;
}

int table_sums_fix(table_sums *s)
{
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < totals(s); i++)
        if (s->totals[i].type == CLR_TYPE_DEFAULT)
            code = fix_total(s->r, &s->totals[i], s->r->values[i].name, type_of(s, i));
    return code;
}

/* ---- Noting a part --------------------------------------------------------------------------- */

/* Tells the part the numbers of the keys that it has met since. */
static bool number_keys(table_sums *s, table_part *p)
{
    for (; p->placed < p->keys.count; p->placed++) {
        size_t size;
        const char *key = key_set_at(&p->keys, p->placed, &size);
        const uint32_t number = key_set_add(&s->keys, key, size, key_set_hash(key, size));

        if (number == KEY_SET_NONE)
            return false;
        p->places[p->placed] = number;
    }
    p->groups = table_sums_groups(s);
    return true;
}

/* Refuses a piece of all rows that takes more than --memory allows. */
static int check_size(const table_sums *s, const table_part *p)
{
    uint64_t size = sizeof *p->labels;

    for (size_t i = 0; i < s->r->value_count; i++)
        size += p->values[i].size + sizeof *p->values[i].taken;
    return s->r->selected.count == 0 ? CODE_FINE : table_select_check_size(s->r, p->rows * size);
}

int table_sums_note(table_sums *s, table_part *p)
{
    const int code = check_size(s, p);

    if (code != CODE_FINE)
        return code;
    if (!number_keys(s, p))
        return fail_memory();
    for (size_t i = 0; i < s->r->value_count; i++)
        if (s->facts[i].is_open)
            input_facts_join(&s->facts[i], &p->values[i].facts);
    s->is_to_be_reread = is_retyped(s);
    return s->is_to_be_reread || !table_part_is_full(p) ? CODE_FINE : table_sums_fix(s);
}

/* ---- Reducing a piece ------------------------------------------------------------------------ */

static uint64_t room_for(uint64_t groups, uint64_t room)
{
    return groups <= room ? room : groups > 2 * room ? groups + GROUPS_LEAST : 2 * room;
}

static bool grow_sizes(table_sums *s, uint64_t groups)
{
    const size_t room = (size_t)room_for(groups, s->size_room);
    uint64_t *sizes;

    if (room == s->size_room)
        return true;
    sizes = realloc(s->sizes, room * sizeof *sizes);
    if (!sizes)
        return false;
    memset(sizes + s->size_room, 0, (room - s->size_room) * sizeof *sizes);
    s->sizes = sizes;
    s->size_room = room;
    return true;
}

static void add_sizes(table_sums *s, const table_part *p)
{
    if (!table_request_has_groups(s->r))
        s->sizes[0] += p->sizes[0];
    for (uint32_t k = 0; k < p->keys.count; k++)
        s->sizes[p->places[k]] += p->sizes[k];
}

/* Makes the totals have a result for each group. */
static int grow_total(table_total *total, size_t count, uint64_t groups)
{
    const uint64_t room = room_for(groups, total->room);
    char reason[REASON_SIZE] = "";
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && room > total->room && i < count; i++) {
        clr_accumulator *larger = NULL;

        if (total->makers[i] != i)
            continue;
        status =
            clr_accumulator_create(&total->reductions[i], room, &larger, reason, sizeof reason);
        if (status == CLR_OK)
            status = clr_accumulator_merge_at(larger, total->at[i], NULL, reason, sizeof reason);
        clr_accumulator_destroy(total->at[i]);
        total->at[i] = larger;
    }
    total->room = room;
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

/* A pair counts where both of its values do. */
static void join_gaps(const table_part *p)
{
    table_cells *x = &p->values[0], *y = &p->values[1];

    for (size_t i = 0; y->has_gaps && i < p->rows; i++)
        x->taken[i] &= y->taken[i];
    x->has_gaps |= y->has_gaps;
}

static clr_host_run run_of(const table_part *p, size_t value)
{
    const table_cells *c = &p->values[value];
    clr_host_run run = {.size = sizeof run,
                        .inputs = {c->at, p->r->is_pair ? p->values[1].at : NULL},
                        .count = p->rows,
                        .shape = CLR_SHAPE_FLAT};

    if (table_request_has_groups(p->r)) {
        run.shape = CLR_SHAPE_LABELS;
        run.by = p->labels;
        run.by_type = CLR_TYPE_U32;
        run.results = p->is_joined ? p->groups : p->keys.count;
    }
    if (c->has_gaps) {
        run.mask_kind = CLR_MASK_BYTES;
        run.mask = c->taken;
    }
    return run;
}

/* Merges the accumulators of a piece, and destroys them. */
static int merge_piece(const table_sums *s, const table_part *p, table_total *total,
                       clr_accumulator *const piece[])
{
    const uint64_t *places = table_request_has_groups(s->r) && !p->is_joined ? p->places : NULL;
    char reason[REASON_SIZE] = "";
    clr_status status = CLR_OK;

    for (size_t i = 0, k = 0; i < s->r->folds.count; i++) {
        if (total->makers[i] != i)
            continue;
        if (status == CLR_OK)
            status = clr_accumulator_shift(piece[k], s->rows, reason, sizeof reason);
        if (status == CLR_OK)
            status =
                clr_accumulator_merge_at(total->at[i], piece[k], places, reason, sizeof reason);
        clr_accumulator_destroy(piece[k++]);
    }
    return status == CLR_OK ? CODE_FINE : message_refusal(status, reason);
}

/* Has the values of a total be of its type. */
static void give_type(const table_sums *s, table_part *p, size_t value)
{
    if (s->r->o->input.type == CLR_TYPE_DEFAULT && s->totals[value].type == CLR_TYPE_F64)
        for (size_t i = value; i <= value + s->r->is_pair; i++)
            table_cells_to_real(&p->values[i], p->rows);
}

static int reduce_value(table_sums *s, table_part *p, size_t value)
{
    table_total *total = &s->totals[value];
    const clr_host_run run = run_of(p, value);
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    clr_accumulator *piece[CLR_REDUCTIONS_MOST] = {NULL};
    size_t count = 0;
    int code = grow_total(total, s->r->folds.count, p->groups);

    if (code != CODE_FINE)
        return code;
    give_type(s, p, value);
    code = table_select(s->r, s->context, total->type, &run, p->groups, total->selected);
    if (code != CODE_FINE || s->r->folds.count == 0 ||
        (run.shape == CLR_SHAPE_LABELS && run.results == 0))
        return code;
    for (size_t i = 0; i < s->r->folds.count; i++)
        if (total->makers[i] == i)
            reductions[count++] = total->reductions[i];
    if (clr_reduce_accumulator(s->context, reductions, count, &run, piece) != CLR_OK)
        return session_fail(s->r->o, s->context, total->type);
    return merge_piece(s, p, total, piece);
}

int table_sums_reduce(table_sums *s, table_part *p)
{
    int code = grow_sizes(s, p->groups) ? CODE_FINE : fail_memory();

    if (code == CODE_FINE)
        add_sizes(s, p);
    if (s->r->is_pair)
        join_gaps(p);
    for (size_t i = 0; code == CODE_FINE && s->r->reduced.count > 0 && i < totals(s); i++)
        code = reduce_value(s, p, i);
    s->rows += p->rows;
    table_part_empty(p);
    return code;
}

int table_sums_join(table_sums *s, table_part *p, table_part *from)
{
    bool good = grow_sizes(s, table_sums_groups(s));

    for (size_t i = 0; i < totals(s); i++) {
        give_type(s, p, i);
        give_type(s, from, i);
    }
    good = good && table_part_join(p, from);
    if (good)
        add_sizes(s, from);
    p->groups = table_sums_groups(s);
    table_part_empty(from);
    return good ? CODE_FINE : fail_memory();
}

int table_sums_end(table_sums *s)
{
    clr_status status = CLR_OK;

    for (size_t v = 0; v < totals(s); v++) {
        table_total *total = &s->totals[v];

        for (size_t i = 0; status == CLR_OK && i < s->r->folds.count; i++)
            if (total->makers[i] != i) {
                clr_accumulator_destroy(total->at[i]);
                status = derive(total->at[total->makers[i]], &total->reductions[i], &total->at[i]);
            }
    }
    return status == CLR_OK ? CODE_FINE : fail_memory();
}
