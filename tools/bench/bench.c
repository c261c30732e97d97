/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench - the verb that measures speed. Reads what is asked for, makes the data, and hands the
 * operators to the kind of benchmark that was asked for: three ways (bench_ways), a ladder of
 * strategies (ladder), or either over many sizes (sizes); accuracy levels (levels); or many results
 * (many). Each is measured on one kind of data after the other.
 */
#include "bench_plot.h"
#include "bench_sizes.h"
#include "message.h"
#include "operator_list.h"
#include "plot.h"
#include "reports.h"
#include "session.h"
#include "verbs.h"
#include "words.h"
#include <stdlib.h>
#include <unistd.h>

#define DEFAULT_COUNT (UINT64_C(1) << 24)
#define DEFAULT_TYPE  CLR_TYPE_F32

/* The verb at work: request, data, device and report. */
typedef struct bench {
    const options *o;
    request request;
    clr_type type;
    uint64_t count; /* elements; with --sizes the most of them */
    clr_context *context;
    const distribution *kinds[DISTRIBUTIONS_MOST]; /* of data, one after the other */
    size_t kind_count;
    bench_data data;
    read_peak peak;
    bench_report report;
    kinds_table rows; /* of ways and many results */
} bench;

static bool has_ladder(const options *o)
{
    return o->strategies.count != 0;
}

/* Plans measured beside the plan that the options describe, as rungs of a ladder. */
static bool has_variants(const options *o)
{
    return o->unfused || ladder_sweep(o) != SWEEP_COUNT;
}

static bool has_sizes(const options *o)
{
    return o->size_count != 0;
}

/* The read peak is measured for ladders and pictures alone, which show it. */
static bool wants_peak(const options *o)
{
    return ladder_is_asked(o) || o->plot;
}

/* ---- One kind of benchmark ------------------------------------------------------------------- */

static int try_ways(bench *b, const bench_task *task)
{
    bench_ways w;
    int code = bench_ways_run(&w, task);

    if (code == CODE_FINE) {
        const double over_first = kinds_take_ways(&b->rows, &w);
        if (!b->rows.replaces && !ways_report(&b->report, &w, over_first))
            code = bench_report_fail();
    }
    bench_ways_close(&w);
    return code;
}

static int try_ladder(bench *b, const bench_task *task)
{
    ladder l;
    int code = ladder_run(&l, task, &b->peak);

    if (code == CODE_FINE && !ladder_report(&b->report, &l))
        code = bench_report_fail();
    if (code == CODE_FINE && b->o->plot)
        code = ladder_sweep(b->o) == SWEEP_COUNT ? bench_plot_ladder(&l) : bench_plot_sweep(&l);
    if (code == CODE_FINE)
        code = ladder_judge(&l);
    ladder_close(&l);
    return code;
}

static int try_sizes(bench *b, const bench_task *task)
{
    bench_speeds *speeds = calloc(1, sizeof *speeds);
    int code = speeds ? CODE_FINE : bench_report_fail();

    if (code == CODE_FINE)
        code = has_ladder(b->o)
                   ? sizes_strategies(task, &b->peak, &b->report, speeds)
                   : sizes_ways(task, wants_peak(b->o) ? &b->peak : NULL, &b->report, speeds);
    if (code == CODE_FINE && b->o->plot)
        code = bench_plot_sizes(task, &b->peak, speeds);
    free(speeds);
    return code;
}

/* The levels fill the data in themselves: as much of it as each size takes. */
static int try_levels(bench *b, bench_task *task, uint64_t count)
{
    levels l;

    task->data = bench_data_part(&b->data, count);
    int code = levels_run(&l, task, b->kinds, b->kind_count);
    if (code == CODE_FINE && !levels_report(&b->report, &l))
        code = bench_report_fail();
    if (code == CODE_FINE)
        code = levels_judge(&l);
    levels_close(&l);
    return code;
}

static int try_all_levels(bench *b, bench_task *task)
{
    if (!has_sizes(b->o))
        return try_levels(b, task, b->count);
    for (size_t i = 0; i < b->o->size_count; i++)
        OR_RETURN(try_levels(b, task, b->o->sizes[i]));
    return CODE_FINE;
}

static int try_lengths(bench *b, bench_many *m, many_table *rows)
{
    uint64_t lengths[OPTIONS_SIZES_MOST];
    const size_t count = made_shape_lengths(b->o, b->count, lengths);
    for (size_t i = 0; i < count; i++) {
        OR_RETURN(bench_many_run(m, lengths[i]));
        const double over_first = kinds_take_many(&b->rows, m);
        if (!b->rows.replaces && !many_report(&b->report, rows, m, over_first))
            return bench_report_fail();
    }
    return CODE_FINE;
}

/* Both plans are the same on every kind of data, and at every length. */
static int try_many(bench *b, bench_task *task)
{
    many_table rows;
    bench_many m;
    int code = CODE_FINE;

    many_table_open(&rows);
    for (size_t i = 0; code == CODE_FINE && i < b->kind_count; i++) {
        bench_data_fill(&b->data, b->kinds[i]);
        task->data = b->data;
        code = i == 0 ? bench_many_open(&m, task) : bench_many_write(&m, &b->data);
        if (code == CODE_FINE)
            code = try_lengths(b, &m, &rows);
    }
    if (!many_table_close(&rows, b->o) && code == CODE_FINE)
        code = bench_report_fail();
    bench_many_close(&m);
    return code;
}

static int try_kinds(bench *b, bench_task *task)
{
    int (*try)(bench *, const bench_task *) = has_sizes(b->o)         ? try_sizes
                                              : ladder_is_asked(b->o) ? try_ladder
                                                                      : try_ways;
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && i < b->kind_count; i++) {
        bench_data_fill(&b->data, b->kinds[i]);
        task->data = b->data;
        code = try(b, task);
    }
    return code;
}

static int try_request(bench *b)
{
    bench_task task = {b->o, b->context, &b->request, "", b->data};

    request_names(&b->request, task.names);
    if (b->o->levels)
        return try_all_levels(b, &task);
    if (!kinds_table_open(&b->rows, &b->report, b->kind_count))
        return bench_report_fail();
    int code = made_shape_is_asked(b->o) ? try_many(b, &task) : try_kinds(b, &task);
    if (!kinds_table_close(&b->rows) && code == CODE_FINE)
        code = bench_report_fail();
    return code;
}

/* ---- What is asked for ----------------------------------------------------------------------- */

static uint64_t count_wanted(const options *o)
{
    uint64_t most = o->input.has_count ? o->input.count : DEFAULT_COUNT;

    if (o->made.rank != 0)
        return made_shape_extents_count(o);
    for (size_t i = 0; i < o->size_count; i++)
        most = i == 0 || o->sizes[i] > most ? o->sizes[i] : most;
    return most;
}

/* Refuses options that are for one array of one size beside options of several. */
static int check_variants(const options *o)
{
    if (o->map && (o->levels || made_shape_is_asked(o)))
        return message_fail(CODE_USAGE,
                            "--map is measured of all elements, at one level: leave "
                            "%s out.",
                            o->levels ? "--levels" : "the shape");
    if (has_variants(o) && (o->levels || has_sizes(o) || made_shape_is_asked(o)))
        return message_fail(CODE_USAGE, "%s is measured over one array of one size: leave %s out.",
                            o->unfused ? "--unfused" : "a list of --group, --vector or --loads",
                            o->levels      ? "--levels"
                            : has_sizes(o) ? "--sizes"
                                           : "the shape");
    return CODE_FINE;
}

/* Refuses options that contradict each other. */
static int check_options(const options *o)
{
    if (has_ladder(o) && o->plan.strategy)
        return message_fail(CODE_USAGE, "--strategy names one strategy, --strategies several: "
                                        "choose one of the two.");
    if (has_sizes(o) && o->input.has_count)
        return message_fail(CODE_USAGE, "--sizes says how many elements: leave --count out.");
    if (o->levels && (has_ladder(o) || o->accuracy != CLR_ACCURACY_DEFAULT))
        return message_fail(CODE_USAGE, "--levels compares accuracy levels: leave %s out.",
                            has_ladder(o) ? "--strategies" : "--accuracy");
    if (o->plot && (o->levels || o->data.all || o->data.count > 1))
        return message_fail(CODE_USAGE, "--plot draws one kind of data, and no levels: leave %s.",
                            o->levels ? "--levels out" : "one of --data");
    if (o->plot && !ladder_is_asked(o) && !has_sizes(o))
        return message_fail(CODE_USAGE, "--plot draws what --strategies, --sizes or a list such as "
                                        "--group 32,64,128 measures: name one of them.");
    OR_RETURN(check_variants(o));
    if (!made_shape_is_asked(o))
        return CODE_FINE;
    return made_shape_check_options(o, count_wanted(o));
}

/* Products take data that they do not overflow of. */
static const distribution *default_kind(const bench *b)
{
    const operator_list *operators = &b->request.operators;

    for (size_t i = 0; i < operators->count; i++)
        if (distribution_for(operators->at[i])->for_products)
            return distribution_for(operators->at[i]);
    return distribution_for(operators->at[0]);
}

/* All that suit the type and are made for such operators. */
static void choose_all_kinds(bench *b)
{
    const bool for_products = default_kind(b)->for_products;

    for (size_t i = 0; distribution_at(i); i++) {
        const distribution *d = distribution_at(i);
        if (d->for_products == for_products && distribution_suits(d, b->type))
            b->kinds[b->kind_count++] = d;
    }
}

static int choose_kinds(bench *b)
{
    const data_list *named = &b->o->data;

    if (named->all || (named->count == 0 && b->o->levels))
        choose_all_kinds(b);
    else if (named->count == 0)
        b->kinds[b->kind_count++] = default_kind(b);
    for (size_t i = 0; i < named->count; i++) {
        const distribution *d = distribution_at(named->at[i]);
        if (!distribution_suits(d, b->type))
            return message_fail(CODE_USAGE,
                                "there is no %s data of type %s: 'uniform', 'sorted', 'constant' "
                                "and 'half-zero' there are of every type.",
                                d->name, clr_type_name(b->type));
        b->kinds[b->kind_count++] = d;
    }
    return CODE_FINE;
}

/*
 * Strategies are compared at what all of them carry, unless told otherwise: to ask for `relaxed` is
 * to take any order, and those that keep one are `fast`.
 */
static void relax(request *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->reductions[i].accuracy == CLR_ACCURACY_DEFAULT)
            r->reductions[i].accuracy = CLR_ACCURACY_RELAXED;
}

/* Who names a file has seen how other verbs read theirs. */
static int refuse_files(const options *o)
{
    for (size_t i = 0; i < o->operand_count; i++)
        if (!operator_list_is(o->operands[i]) && access(o->operands[i], F_OK) == 0)
            return message_fail(CODE_USAGE,
                                "%s is a file, and bench makes its numbers itself: say how many "
                                "with --count, and how they are with -t and --data; 'clreduce OP "
                                "FILE --repeat N' times the kernels over those of a file.",
                                o->operands[i]);
    return CODE_FINE;
}

/* A median has no three ways, levels or strategies to compare: it is measured as a shape's results,
 * which may be one. Other operators that select are not measured. */
static int open_request(bench *b, const char *named)
{
    const operator_list *operators = &b->request.operators;

    OR_RETURN(request_open_any(&b->request, b->o, named));
    if (!request_selects(&b->request) || (made_shape_is_asked(b->o) && operators->count == 1 &&
                                          operators->at[0] == CLR_OPERATOR_MEDIAN))
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "of operators that select bench measures 'median', alone, of --length, "
                        "--segments, --axis or --bins: 'clreduce bench median --length 1000'.");
}

static int read_words(bench *b)
{
    const options *o = b->o;
    const char *named =
        o->operand_count == 0 ? clr_operator_name(CLR_OPERATOR_SUM) : o->operands[0];
    OR_RETURN(refuse_files(o));
    OR_RETURN(check_options(o));
    b->type = o->input.type == CLR_TYPE_DEFAULT ? DEFAULT_TYPE : o->input.type;
    b->count = count_wanted(o);
    if (o->operand_count > 1)
        return message_fail(CODE_USAGE, "bench takes operators as one word: %s,%s", o->operands[0],
                            o->operands[1]);
    OR_RETURN(open_request(b, named));
    OR_RETURN(request_check_scalars(&b->request, false));
    OR_RETURN(request_settle(&b->request, b->type));
    if (o->unfused)
        OR_RETURN(bench_unfused_check(&b->request));
    if (has_ladder(o))
        relax(&b->request);
    OR_RETURN(choose_kinds(b));
    return o->plot ? plot_check(o->plot, o->force) : CODE_FINE;
}

/* ---- The verb -------------------------------------------------------------------------------- */

static int open_bench(bench *b)
{
    OR_RETURN(session_open(b->o, &b->context));
    OR_RETURN(
        bench_data_open(&b->data, &b->request, b->type, b->count, clr_context_device(b->context)));
    if (wants_peak(b->o))
        OR_RETURN(read_peak_open(&b->peak, b->context));
    return CODE_FINE;
}

static void close_bench(bench *b)
{
    read_peak_close(&b->peak);
    bench_data_close(&b->data);
    clr_context_destroy(b->context);
    request_close(&b->request);
}

int verb_bench(const options *o)
{
    bench b = {.o = o};
    int code = read_words(&b);

    if (code != CODE_FINE) {
        request_close(&b.request);
        return code;
    }
    bench_report_open(&b.report, o);
    code = open_bench(&b);
    if (code == CODE_FINE)
        code = try_request(&b);
    if (!bench_report_close(&b.report) && code == CODE_FINE)
        code = message_fail(CODE_INPUT, "standard output did not take the result.");
    close_bench(&b);
    return code;
}
