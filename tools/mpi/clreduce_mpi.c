/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clreduce-mpi - the command for ranks of MPI: parses the command line, and takes the ranks from
 * one step to the next, in front of which they agree that none has failed.
 *
 *     mpirun -n 4 clreduce-mpi sum,var,argmax parts/x.npy parts/y.npy
 */
#include "command_request.h"
#include "local_device.h"
#include "message.h"
#include "options.h"
#include "rank_labels.h"
#include "rank_share.h"
#include "rank_states.h"
#include "rows.h"
#include "shaped.h"
#include "verbs.h"
#include "whole_result.h"
#include "world.h"
#include <inttypes.h>
#include <mpi.h>
#include <string.h>

/* ---- The command line ------------------------------------------------------------------------ */

static void print_help(void)
{
    puts(
        "usage: mpirun -n N clreduce-mpi OP[,OP...] FILE...\n"
        "reduce the numbers in files by all ranks of MPI\n\n"
        "FILEs are .npy files, or with --raw -t TYPE raw binary: one stream of numbers, of which\n"
        "each rank reduces its part; or with --axis arrays that are joined along axis 0. --labels\n"
        "names one .npy file of a label for each number. What clreduce would print of all, rank 0\n"
        "prints. Ranks of one host take its devices in turn.");
    options_print(stdout, VERB_RANKS);
}

static void print_version(void)
{
    char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(mpi, &length);
    mpi[strcspn(mpi, "\n,")] = '\0';
    printf("clreduce-mpi %s\n%s\n", clr_version(), mpi);
}

/* What clreduce can do of one file, it can do of all by their saved accumulators. */
static int refuse_option(const option_row *odd)
{
    const bool is_of_files = (odd->verbs & VERB_REDUCE) != 0;

    return message_fail(CODE_USAGE, "--%s is none of the options here; --help lists them.%s",
                        odd->name,
                        is_of_files ? " Or reduce each file by 'clreduce --save FILE', and put the "
                                      "saved files together by 'clreduce merge'."
                                    : "");
}

static int check_words(const options *o)
{
    const option_row *odd = options_misplaced(o, VERB_RANKS);

    if (odd)
        return refuse_option(odd);
    if (!o->word)
        return message_fail(CODE_USAGE, "name operators and files, such as sum,max x.npy; --help "
                                        "says more.");
    if (o->operand_count == 0)
        return message_fail(CODE_USAGE,
                            "name the files that hold the numbers: clreduce-mpi %s "
                            "FILE...",
                            o->word);
    if (o->output && !shape_row_of(o))
        return message_fail(CODE_USAGE, "--output writes the results of --axis and --labels; the "
                                        "only one of all numbers is printed.");
    return options_check(o, o->word, VERB_RANKS);
}

static int check_inputs(const request *r)
{
    if (r->inputs == 1)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "dot reads two files side by side, and ranks share one stream "
                                    "of numbers: clreduce has dot.");
}

/* Parses operators, and refuses files that rank 0 could not write. */
static int open_request(request *r, const options *o, const world *w)
{
    OR_RETURN(request_open(r, o, o->word));
    OR_RETURN(check_inputs(r));
    OR_RETURN(rows_check_options(o));
    if (w->rank == 0)
        OR_RETURN(shaped_check_output(o, &r->operators));
    return CODE_FINE;
}

/* ---- The steps ------------------------------------------------------------------------------- */

/* Finds this rank's labels, and how many labels there are. Collective. */
static int open_labels(rank_share *s, world *w)
{
    uint64_t bins;

    OR_RETURN(world_agree(w, rank_labels_open(s, &bins)));
    return world_agree(w, rows_set_bins(&s->rows, world_largest(bins)));
}

/* Finds this rank's elements. Collective: all ranks must have the same files. */
static int open_share(rank_share *s, const request *r, world *w)
{
    int code;

    world_speak_as_rank(w);
    code = world_agree(w, rank_share_open(s, r, w->rank, w->count));
    if (code == CODE_FINE) {
        const uint64_t facts[] = {s->rows.elements, s->type, r->operators.count};
        if (!world_is_as_first(facts, 3))
            code = message_fail(CODE_INPUT,
                                "there are %" PRIu64 " elements of %s here, and rank 0 has others: "
                                "all ranks need the same files, and the same command line.",
                                s->rows.elements, clr_type_name(s->type));
        code = world_agree(w, code);
    }
    if (code == CODE_FINE && s->o->shape.labels.path)
        code = open_labels(s, w);
    world_speak_as_all(w);
    return code;
}

static void tell_share(const rank_share *s, const clr_context *context)
{
    const clr_device *device = clr_context_device(context);

    message_note("elements %" PRIu64 " to %" PRIu64 " of %" PRIu64 ", on device %" PRIu64
                 ":%" PRIu64 " %s (%s)",
                 s->begin * s->width, s->end * s->width, s->rows.elements, device->platform_index,
                 device->device_index, device->name, device->platform_name);
}

/* Reduces this rank's elements; without elements no device is needed. */
static int reduce(rank_states *states, rank_share *s, const world *w)
{
    clr_context *context = NULL;

    if (s->begin == s->end)
        return CODE_FINE;
    int code = local_device_open(s->o, w->local, &context);
    if (code == CODE_FINE && s->o->verbose)
        tell_share(s, context);
    if (code == CODE_FINE)
        code = rank_states_take(states, context, s);
    clr_context_destroy(context);
    return code;
}

static int reduce_and_print(request *r, rank_share *s, world *w)
{
    rank_states states = {0};
    int code = request_settle(r, s->type);

    if (code == CODE_FINE)
        code = rank_states_open(&states, r, s);
    code = world_agree(w, code);
    if (code == CODE_FINE) {
        world_speak_as_rank(w);
        code = reduce(&states, s, w);
        if (code == CODE_FINE && s->o->shape.labels.path)
            code = rank_labels_end(s);
        code = world_agree(w, code);
        world_speak_as_all(w);
    }
    if (code == CODE_FINE)
        code = world_agree(w, whole_result_print(&states, s, w));
    rank_states_close(&states);
    return code;
}

static int run(const options *o, world *w)
{
    request r = {0};
    rank_share s = {0};
    int code = check_words(o);

    if (code == CODE_FINE)
        code = open_request(&r, o, w);
    code = world_agree(w, code);
    if (code == CODE_FINE)
        code = open_share(&s, &r, w);
    if (code == CODE_FINE)
        code = reduce_and_print(&r, &s, w);
    rank_share_close(&s);
    request_close(&r);
    return code;
}

int main(int argc, char **argv)
{
    world w;
    options o;
    int code;

    world_open(&w, &argc, &argv);
    code = world_agree(&w, options_parse(&o, argc, argv));
    if (code == CODE_FINE && (o.help || o.version)) {
        if (w.rank == 0)
            o.help ? print_help() : print_version();
    } else if (code == CODE_FINE) {
        code = run(&o, &w);
    }
    world_close(&w);
    return code;
}
