/* SPDX-License-Identifier: Apache-2.0 */
/* table_reduce - reductions of a table. See table_reduce.h. */
#include "table_reduce.h"

#include "message.h"
#include "progress.h"
#include "reading.h"
#include "table_print.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS_MOST = 16 };

typedef struct run {
    const table_request *r;
    input_table *table;
    table_sums *sums;
    pthread_mutex_t reducing; /* of the sums while a piece is reduced, and of nothing below */
    pthread_mutex_t lock;     /* of all below, of the table, and of what is noted in the sums */
    pthread_cond_t turn;      /* `noted` has changed, or the run ends */
    uint64_t taken;           /* chunks read from the files, */
    uint64_t noted;           /* and those that have been noted */
    bool is_over;             /* the files have ended, or there was a failure */
    bool is_stopped;          /* no chunk is noted any more */
    int code;
} run;

/* A thread. */
typedef struct hand {
    run *of;
    table_part part;
    bool is_real[TABLE_COLUMNS_MOST];
} hand;

static void stop(run *x, int code)
{
    x->is_over = x->is_stopped = true;
    if (x->code == CODE_FINE)
        x->code = code;
    pthread_cond_broadcast(&x->turn);
}

static int fail_table(run *x)
{
    progress_end();
    return message_fail(CODE_INPUT, "%s", input_table_error(x->table));
}

/* Takes the next chunk; false: there is none. */
static bool take(hand *h, uint64_t *number)
{
    run *x = h->of;
    bool is_there = false;

    pthread_mutex_lock(&x->lock);
    *number = x->taken;
    if (!x->is_over && !input_table_next(x->table, &h->part.chunk, &is_there))
        stop(x, fail_table(x));
    x->is_over |= !is_there;
    x->taken += is_there;
    table_sums_real(x->sums, h->is_real);
    pthread_mutex_unlock(&x->lock);
    return is_there;
}

/* Fails at the field that the part has noted. */
static int fail_field(run *x, const table_part *p)
{
    const clr_type type = x->r->o->input.type;

    if (p->bad_part != ISO_NONE)
        input_table_fail_date(x->table, &p->chunk, p->bad_row, (size_t)p->bad, p->bad_part);
    else
        input_table_fail_cell(x->table, &p->chunk, p->bad_row, (size_t)p->bad, p->bad_kind,
                              type == CLR_TYPE_DEFAULT ? CLR_TYPE_F64 : type);
    return fail_table(x);
}

/* Notes the rows of a chunk, whose turn it is. */
static int note(hand *h)
{
    run *x = h->of;
    const table_part *p = &h->part;

    if (p->failed)
        return message_fail(CODE_DEVICE, "out of memory for rows of the table.");
    if (p->bad >= 0)
        return fail_field(x, p);
    if (!input_table_settle(x->table, &p->chunk))
        return fail_table(x);
    return table_sums_note(x->sums, &h->part);
}

/* Returns whether there is no failure. */
static bool wait_and_note(hand *h, uint64_t number)
{
    run *x = h->of;
    bool is_good;

    pthread_mutex_lock(&x->lock);
    while (x->noted != number && !x->is_stopped)
        pthread_cond_wait(&x->turn, &x->lock);
    if (!x->is_stopped) {
        const int code = note(h);

        x->noted++;
        if (code != CODE_FINE || x->sums->is_to_be_reread)
            stop(x, code);
        if (x->table->keeps && table_sums_are_typed(x->sums) && !x->r->o->table.row)
            input_table_forget(x->table);
        pthread_cond_broadcast(&x->turn);
    }
    is_good = !x->is_stopped;
    pthread_mutex_unlock(&x->lock);
    return is_good;
}

/* Reduces the hand's piece, while others read. */
static void reduce(hand *h)
{
    run *x = h->of;
    int code;

    pthread_mutex_lock(&x->reducing);
    code = table_sums_reduce(x->sums, &h->part);
    pthread_mutex_unlock(&x->reducing);
    pthread_mutex_lock(&x->lock);
    if (code != CODE_FINE)
        stop(x, code);
    pthread_mutex_unlock(&x->lock);
}

/* Reads up to `most` chunks. */
static void read_chunks(hand *h, uint64_t most)
{
    uint64_t number;

    for (; most > 0 && take(h, &number); most--) {
        table_part_read(&h->part, h->is_real);
        if (wait_and_note(h, number) && table_part_is_full(&h->part))
            reduce(h);
    }
}

static void *read_all(void *h)
{
    read_chunks(h, UINT64_MAX);
    return NULL;
}

/* ---- Threads --------------------------------------------------------------------------------- */

static unsigned cores(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : count > THREADS_MOST ? THREADS_MOST : (unsigned)count;
}

/* Reads all chunks but the first by a thread for each core; by fewer if no more can be started. */
static void share(hand hands[], unsigned count)
{
    pthread_t threads[THREADS_MOST];
    unsigned started = 1;

    while (started < count &&
           table_part_open(&hands[started].part, hands->part.r, hands->part.table) &&
           pthread_create(&threads[started], NULL, read_all, &hands[started]) == 0)
        started++;
    read_chunks(hands, UINT64_MAX);
    for (unsigned i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* Reduces what is left, in pieces that are full if there is so much; the last one even if it is
 * empty, as its results are those of no rows. */
static int finish(run *x, hand hands[])
{
    table_part *all = &hands->part;
    int code = table_sums_fix(x->sums);

    for (unsigned i = 1; code == CODE_FINE && i < THREADS_MOST; i++) {
        if (hands[i].part.rows == 0)
            continue;
        if (table_part_is_full(all))
            code = table_sums_reduce(x->sums, all);
        if (code == CODE_FINE)
            code = table_sums_join(x->sums, all, &hands[i].part);
    }
    if (code == CODE_FINE)
        code = table_sums_reduce(x->sums, all);
    return code == CODE_FINE ? table_sums_end(x->sums) : code;
}

/* Threads that read. Indices count the rows of pieces that follow each other, and operators that
 * select have all rows in one: one thread's. */
static unsigned readers(const table_request *r)
{
    return table_request_has_index(r) || r->selected.count > 0 ? 1 : cores();
}

/* Reads the files once. */
static int read_once(run *x)
{
    hand *hands = calloc(THREADS_MOST, sizeof *hands);
    int code = CODE_FINE;

    if (!hands)
        return message_fail(CODE_DEVICE, "out of memory for reading a table.");
    for (unsigned i = 0; i < THREADS_MOST; i++)
        hands[i].of = x;
    x->taken = x->noted = 0;
    x->is_over = x->is_stopped = false;
    if (!table_part_open(&hands->part, x->r, x->table))
        code = message_fail(CODE_DEVICE, "out of memory for reading a table.");
    if (code == CODE_FINE)
        read_chunks(hands, 1);
    if (code == CODE_FINE && !x->is_over && !input_table_is_through(x->table))
        share(hands, readers(x->r));
    if (code == CODE_FINE && x->code == CODE_FINE && !x->sums->is_to_be_reread)
        x->code = finish(x, hands);
    for (unsigned i = 0; i < THREADS_MOST; i++)
        if (hands[i].part.r)
            table_part_close(&hands[i].part);
    free(hands);
    return code == CODE_FINE ? x->code : code;
}

/* Reduces all rows. Numbers of another type than those before them have the files be read again. */
static int read_rows(const table_request *r, input_table *table, table_sums *sums)
{
    run x = {.r = r,
             .table = table,
             .sums = sums,
             .reducing = PTHREAD_MUTEX_INITIALIZER,
             .lock = PTHREAD_MUTEX_INITIALIZER,
             .turn = PTHREAD_COND_INITIALIZER};
    int code = read_once(&x);

    while (code == CODE_FINE && sums->is_to_be_reread) {
        table_sums_restart(sums);
        reading_start(r->files, r->file_count);
        code = input_table_again(table) ? read_once(&x)
                                        : message_fail(CODE_INPUT, "%s", input_table_error(table));
    }
    return code;
}

/* ---- The whole ------------------------------------------------------------------------------- */

int table_reduce(const options *o)
{
    table_request *r = calloc(1, sizeof *r);
    input_table table = {0};
    table_sums sums = {0};
    table_rows rows = {0};
    int code = r ? table_request_open(r, o, &table)
                 : message_fail(CODE_DEVICE, "out of memory for a table.");

    if (code == CODE_FINE)
        code = table_sums_open(&sums, r);
    if (code == CODE_FINE)
        code = read_rows(r, &table, &sums);
    progress_end();
    if (code == CODE_FINE && o->table.row)
        code = table_rows_find(&rows, r, &sums, &table);
    if (code == CODE_FINE)
        code = table_print_results(r, &sums, &rows);
    table_rows_free(&rows);
    if (sums.r)
        table_sums_close(&sums);
    if (r)
        table_request_close(r);
    input_table_close(&table);
    free(r);
    return code;
}
