/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ranks do between the beginning of a request and waiting for it: while some wait for the
 * request, others wait for them in MPI. Without rounds that ends by itself, else by a thread.
 *
 *   mpirun ... test_mpi_between small FOLDER     requests of one round, and others behind them
 *   mpirun ... test_mpi_between thread FOLDER    all requests, by clr_mpi_progress()
 *   mpirun ... test_mpi_between asked FOLDER     all requests, with CLREDUCE_MPI_PROGRESS=thread
 *   mpirun ... test_mpi_between refused FOLDER   threads that are refused
 */
#include "mpi_rank.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_RESULTS = 8001 };

typedef enum call { EVERYWHERE, AT_ROOT, SLICES, CALLS } call;

static const char *const call_names[] = {"clr_mpi_iallreduce", "clr_mpi_ireduce",
                                         "clr_mpi_ireduce_scatter"};

static clr_mpi_request *begun(call what, const clr_accumulator *own, MPI_Comm comm,
                              clr_accumulator **all)
{
    clr_mpi_request *request = NULL;
    clr_status status;

    if (what == EVERYWHERE)
        status = clr_mpi_iallreduce(own, comm, all, &request, reason, sizeof reason);
    else if (what == AT_ROOT)
        status = clr_mpi_ireduce(own, ranks - 1, comm, all, &request, reason, sizeof reason);
    else
        status = clr_mpi_ireduce_scatter(own, comm, all, &request, reason, sizeof reason);
    CHECK(!status, call_names[what]);
    return request;
}

static void check_result(call what, const clr_accumulator *got, const clr_accumulator *expected,
                         const char *where)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_accumulator *slice = NULL;
    uint64_t first, results;

    if (what == AT_ROOT && rank < ranks - 1) {
        CHECK(!got, where);
    } else if (what != SLICES) {
        mpi_check_same(got, expected, where);
    } else {
        clr_accumulator_describe(expected, &info);
        results = info.results / (uint64_t)ranks;
        first = (uint64_t)rank * results;
        first += (uint64_t)rank < info.results % (uint64_t)ranks ? (uint64_t)rank
                                                                 : info.results % (uint64_t)ranks;
        results += (uint64_t)rank < info.results % (uint64_t)ranks;
        CHECK(!clr_accumulator_slice(expected, first, results, &slice, reason, sizeof reason),
              where);
        mpi_check_same(got, slice, where);
        clr_accumulator_destroy(slice);
    }
}

/* Ranks that are odd, or even, wait for the others first. */
static void check_barrier(call what, const clr_accumulator *own, const clr_accumulator *expected,
                          MPI_Comm comm, int waits_first, const char *where)
{
    clr_accumulator *all = NULL;
    clr_mpi_request *request = begun(what, own, comm, &all);

    if (rank % 2 == waits_first)
        MPI_Barrier(comm);
    CHECK(!clr_mpi_wait(&request, reason, sizeof reason), where);
    if (rank % 2 != waits_first)
        MPI_Barrier(comm);
    check_result(what, all, expected, where);
    clr_accumulator_destroy(all);
}

/* A communicator of its own for each, which may be new to the library. */
static void check_barriers(call what, const clr_accumulator *own, const clr_accumulator *expected,
                           bool is_prepared, const char *where)
{
    for (int waits_first = 0; waits_first < 2; waits_first++) {
        MPI_Comm comm;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        CHECK(!is_prepared || !clr_mpi_prepare(comm, reason, sizeof reason), where);
        check_barrier(what, own, expected, comm, waits_first, where);
        MPI_Comm_free(&comm);
    }
}

/* As the header has it. */
static bool has_one_round(call what, const clr_accumulator *own)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_operator_info op = clr_operator_info_defaults();
    clr_fold fold;
    size_t count;

    clr_accumulator_describe(own, &info);
    clr_operator_describe(info.op, &op);
    CHECK(!clr_accumulator_words(own, NULL, 0, &count, &fold, reason, sizeof reason), "words");
    count += what == SLICES ? (size_t)(ranks - 1) * CLR_WORDS_HEADER : 0;
    return !op.has_index && count <= CLR_WORDS_HEADER + (fold == CLR_FOLD_SUM ? 221 : 21);
}

/* ---- without a thread ---- */

static void test_small(void)
{
    int tried = 0;

    for (int number = 0; number < MPI_CASES; number++) {
        clr_accumulator *own = mpi_own_parts(number, ranks, 1), *expected = mpi_whole(number);

        for (call what = EVERYWHERE; what < CALLS; what++)
            if (has_one_round(what, own)) {
                check_barriers(what, own, expected, true, mpi_case_name(number));
                tried++;
            }
        clr_accumulator_destroy(own);
        clr_accumulator_destroy(expected);
    }
    CHECK(tried >= 2 * 10 + 5, "of all and by label");
}

/* As many results as the header says, and one more, which takes a round. */
static void test_most(void)
{
    static const struct {
        clr_operator op;
        clr_type type;
        uint64_t results;
    } most[] = {{CLR_OPERATOR_VAR, CLR_TYPE_F64, 1},    {CLR_OPERATOR_SUM, CLR_TYPE_F64, 3},
                {CLR_OPERATOR_SUM, CLR_TYPE_F32, 17},   {CLR_OPERATOR_MIN, CLR_TYPE_F32, 10},
                {CLR_OPERATOR_MINMAX, CLR_TYPE_F64, 7}, {CLR_OPERATOR_SUM, CLR_TYPE_F32, 0}};

    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        for (uint64_t more = 0; more < 2; more++) {
            clr_accumulator *own = mpi_made(most[i].op, most[i].type, most[i].results + more);

            CHECK(has_one_round(EVERYWHERE, own) == (!more || !most[i].results), "as the header");
            if (has_one_round(EVERYWHERE, own))
                check_barriers(EVERYWHERE, own, own, true, clr_operator_name(most[i].op));
            clr_accumulator_destroy(own);
        }
}

/* Ranks that have failed, or have another reduction, of which all learn across a barrier. */
static void check_refused(const clr_accumulator *own, clr_status status, int waits_first)
{
    clr_accumulator *all = NULL;
    clr_mpi_request *request = begun(EVERYWHERE, own, MPI_COMM_WORLD, &all);

    if (rank % 2 == waits_first)
        MPI_Barrier(MPI_COMM_WORLD);
    CHECK(clr_mpi_wait(&request, reason, sizeof reason) == status && !all, "told of it");
    if (rank % 2 != waits_first)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void test_failures(void)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_SUM, CLR_TYPE_F32, 3);
    clr_accumulator *other = mpi_made(CLR_OPERATOR_VAR, CLR_TYPE_F64, 300);
    clr_accumulator *product = mpi_made(CLR_OPERATOR_PROD, CLR_TYPE_I32, 1);

    for (int waits_first = 0; waits_first < 2; waits_first++) {
        check_refused(rank % 2 ? own : NULL, CLR_ERROR_OPENCL, waits_first);
        check_refused(rank == ranks - 1 ? product : own, CLR_ERROR_UNSUPPORTED, waits_first);
        if (ranks > 1)
            check_refused(rank % 2 ? own : other, CLR_ERROR_ARGUMENT, waits_first);
    }
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(other);
    clr_accumulator_destroy(product);
}

/* Requests that take rounds do not hold up one that takes none, and keep their order. */
static void test_behind_rounds(void)
{
    clr_accumulator *large = mpi_many(0, LARGE_RESULTS, rank), *small = mpi_own_parts(0, ranks, 1);
    clr_accumulator *index = mpi_own_parts(2, ranks, 1), *all[4] = {NULL}, *waited = NULL;
    clr_accumulator *const own[] = {large, index, small, large};
    clr_accumulator *whole = mpi_whole(0), *whole_index = mpi_whole(2);
    clr_mpi_request *requests[4];

    for (int i = 0; i < 4; i++)
        requests[i] = begun(EVERYWHERE, own[i], MPI_COMM_WORLD, &all[i]);
    if (rank % 2)
        MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!clr_mpi_wait(&requests[2], reason, sizeof reason), "behind rounds");
    if (rank % 2 == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    CHECK(!clr_mpi_waitall(4, requests, NULL, reason, sizeof reason), "behind rounds");
    CHECK(!clr_mpi_allreduce(large, MPI_COMM_WORLD, &waited, reason, sizeof reason), "large");
    mpi_check_same(all[0], waited, "behind rounds");
    mpi_check_same(all[1], whole_index, "behind rounds");
    mpi_check_same(all[2], whole, "behind rounds");
    mpi_check_same(all[3], waited, "behind rounds");
    for (int i = 0; i < 4; i++)
        clr_accumulator_destroy(all[i]);
    clr_accumulator_destroy(waited);
    clr_accumulator_destroy(whole);
    clr_accumulator_destroy(whole_index);
    clr_accumulator_destroy(large);
    clr_accumulator_destroy(small);
    clr_accumulator_destroy(index);
}

/* ---- with a thread ---- */

/* Of every case one call, and all communicators new to the library. */
static void test_all(void)
{
    for (int number = 0; number < MPI_CASES; number++) {
        clr_accumulator *own = mpi_own_parts(number, ranks, 1), *expected = mpi_whole(number);

        check_barriers((call)(number % CALLS), own, expected, false, mpi_case_name(number));
        clr_accumulator_destroy(own);
        clr_accumulator_destroy(expected);
    }
}

static void test_large(void)
{
    clr_accumulator *own = mpi_many(0, LARGE_RESULTS, rank);
    clr_accumulator *expected = mpi_whole_of_many(0, LARGE_RESULTS);

    for (call what = EVERYWHERE; what < CALLS; what++)
        check_barriers(what, own, expected, what % 2, call_names[what]);
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(expected);
}

/* Nobody asks for these but the thread, in which they end before the barrier. */
static void test_beside(void)
{
    clr_accumulator *own = mpi_own_parts(2, ranks, 1), *expected = mpi_whole(2);
    clr_accumulator *all[3] = {NULL};
    clr_mpi_request *requests[3];

    for (int i = 0; i < 3; i++)
        requests[i] = begun(EVERYWHERE, own, MPI_COMM_WORLD, &all[i]);
    for (int i = 0; i < 3; i++) {
        if (rank % 2 == 0)
            CHECK(!clr_mpi_wait(&requests[i], reason, sizeof reason), "beside");
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK(!clr_mpi_waitall(3, requests, NULL, reason, sizeof reason), "beside");
    for (int i = 0; i < 3; i++) {
        mpi_check_same(all[i], expected, "beside");
        clr_accumulator_destroy(all[i]);
    }
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(expected);
}

/* ---- threads that are refused ---- */

static void check_asked(const char *asked, clr_status status, const char *sentence)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_MAX, CLR_TYPE_F32, 3), *all = NULL;
    const bool asks = rank == ranks - 1;

    if (asks)
        setenv("CLREDUCE_MPI_PROGRESS", asked, 1);
    CHECK(clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason) == status, asked);
    CHECK(strstr(reason, asks ? sentence : "was refused"), asked);
    CHECK(clr_mpi_prepare(MPI_COMM_WORLD, reason, sizeof reason) == (asks ? status : CLR_OK),
          asked);
    CHECK(strstr(reason, asks ? sentence : ""), asked);
    unsetenv("CLREDUCE_MPI_PROGRESS");
    CHECK(!clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason), "not asked");
    clr_accumulator_destroy(all);
    clr_accumulator_destroy(own);
}

static void test_refused(void)
{
    CHECK(clr_mpi_progress(reason, sizeof reason) == CLR_ERROR_UNSUPPORTED, "MPI_Init()");
    CHECK(strstr(reason, "needs MPI_THREAD_MULTIPLE, and MPI gives MPI_THREAD_"), "MPI_Init()");
    check_asked("thread", CLR_ERROR_UNSUPPORTED, "needs MPI_THREAD_MULTIPLE");
    check_asked("threads", CLR_ERROR_ARGUMENT, "CLREDUCE_MPI_PROGRESS is 'threads'");
}

static void expect_none(const char *sentence)
{
    if (clr_mpi_progress(reason, sizeof reason) == CLR_ERROR_ARGUMENT && strstr(reason, sentence))
        return;
    fprintf(stderr, "test_mpi_between: \"%s\" expected, got \"%s\"\n", sentence, reason);
    exit(1);
}

static void start(int *count, char ***words, const char *mode)
{
    const bool is_alone = strcmp(mode, "small") == 0 || strcmp(mode, "refused") == 0;
    int level;

    expect_none("MPI is not initialised");
    if (is_alone)
        MPI_Init(count, words);
    else
        MPI_Init_thread(count, words, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (strcmp(mode, "thread") == 0)
        for (int twice = 0; twice < 2; twice++)
            CHECK(!clr_mpi_progress(reason, sizeof reason), "MPI_THREAD_MULTIPLE");
    CHECK(is_alone || !clr_mpi_prepare(MPI_COMM_WORLD, reason, sizeof reason), "prepared");
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    folder = words[2];
    start(&count, &words, words[1]);
    if (strcmp(words[1], "refused") == 0) {
        test_refused();
    } else {
        CHECK(!clr_mpi_prepare(MPI_COMM_WORLD, reason, sizeof reason), "prepared");
        test_small();
        test_most();
        test_failures();
        test_behind_rounds();
    }
    if (strcmp(words[1], "thread") == 0 || strcmp(words[1], "asked") == 0) {
        test_all();
        test_large();
        test_beside();
    }
    MPI_Finalize();
    expect_none("MPI is finalised");
    return 0;
}
