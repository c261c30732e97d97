/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accumulators over the ranks of MPI: that they are those of one process to the bit, whatever the
 * number of ranks; that all ranks learn of what went wrong on one; that MPI's failures come back.
 *
 *   test_mpi make FOLDER                 without mpirun: accumulators on the device
 *   mpirun ... test_mpi ranks FOLDER     all tests
 *   mpirun ... test_mpi die FOLDER N     the last rank is killed at its Nth collective operation of
 *                                        an argmax; 0: before it calls
 */
#include "mpi_rank.h"

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each of so many: sum of all, minmax of all, argmax along an axis, sum by label, minmax by label.
 */
enum { SOME_CASES = 4 };

/* ---- MPI's calls, counted, and made to fail ---- */

static int duplicated, freed, allreduced;
static int fails_at, dies_at; /* an MPI_Iallreduce from now on; 0: none */
static int largest_count;

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    duplicated++;
    return PMPI_Comm_idup(comm, made, request);
}

int MPI_Comm_free(MPI_Comm *comm)
{
    freed++;
    return PMPI_Comm_free(comm);
}

int MPI_Iallreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request)
{
    allreduced++;
    largest_count = count > largest_count ? count : largest_count;
    if (fails_at && --fails_at == 0)
        return MPI_ERR_OTHER;
    if (dies_at && --dies_at == 0 && rank == ranks - 1)
        raise(SIGKILL);
    return PMPI_Iallreduce(from, to, count, type, op, comm, request);
}

/* ---- one answer ---- */

static void check_everywhere(const clr_accumulator *own, const clr_accumulator *expected,
                             const char *where)
{
    clr_accumulator *all = NULL;

    CHECK(!clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason), where);
    CHECK(!*reason, where);
    mpi_check_same(all, expected, where);
    clr_accumulator_destroy(all);
}

static void check_at_root(const clr_accumulator *own, int root, const clr_accumulator *expected,
                          const char *where)
{
    clr_accumulator *all = (clr_accumulator *)&root; /* anything but NULL */

    CHECK(!clr_mpi_reduce(own, root, MPI_COMM_WORLD, rank == root || root % 2 ? &all : NULL, reason,
                          sizeof reason),
          where);
    if (rank == root)
        mpi_check_same(all, expected, where);
    else
        CHECK(!(root % 2) || !all, where);
    if (rank == root)
        clr_accumulator_destroy(all);
}

/* The ranks' slices, one behind the other, are the whole. */
static void check_slices(const clr_accumulator *own, const clr_accumulator *expected,
                         const char *where)
{
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_accumulator *got = NULL, *slice = NULL;
    uint64_t first, results;

    CHECK(!clr_mpi_reduce_scatter(own, MPI_COMM_WORLD, &got, reason, sizeof reason), where);
    clr_accumulator_describe(expected, &info);
    results = info.results / (uint64_t)ranks + ((uint64_t)rank < info.results % (uint64_t)ranks);
    MPI_Scan(&results, &first, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    CHECK(!clr_accumulator_slice(expected, first - results, results, &slice, reason, sizeof reason),
          where);
    mpi_check_same(got, slice, where);
    clr_accumulator_destroy(got);
    clr_accumulator_destroy(slice);
}

static void check_case(int number, int workers, int step)
{
    clr_accumulator *own = mpi_own_parts(number, workers, step);
    clr_accumulator *expected = mpi_whole(number);

    check_everywhere(own, expected, mpi_case_name(number));
    check_at_root(own, number % 2 ? 0 : ranks - 1, expected, mpi_case_name(number));
    check_slices(own, expected, mpi_case_name(number));
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(expected);
}

static void test_cases(void)
{
    for (int number = 0; number < MPI_CASES; number++)
        check_case(number, ranks, 1);
}

/* Some of them: with more ranks than cores every call takes as long as their turns. */
static void test_empty_ranks(void)
{
    for (int number = 0; number < MPI_CASES; number += SOME_CASES)
        check_case(number, (ranks + 1) / 2, 2);
}

static void test_no_elements(void)
{
    for (int number = 0; number < MPI_CASES; number += SOME_CASES) {
        clr_accumulator *whole = mpi_part_load(folder, number, MPI_WHOLE);
        clr_accumulator *own = mpi_empty_like(whole);

        check_everywhere(own, own, mpi_case_name(number));
        clr_accumulator_destroy(whole);
        clr_accumulator_destroy(own);
    }
}

/* More words than go through MPI at once. */
static void test_pieces(void)
{
    const uint64_t results = 12001;
    const int numbers[] = {0, 2}; /* sum; argmax, whose best values are a round, too */

    for (int i = 0; i < 2; i++) {
        clr_accumulator *own = mpi_many(numbers[i], results, rank);
        clr_accumulator *expected = mpi_whole_of_many(numbers[i], results);
        const int before = allreduced;

        largest_count = 0;
        check_everywhere(own, expected, "pieces");
        CHECK(allreduced > before + 3 && largest_count == 1 << 15, "an opening, pieces");
        check_at_root(own, ranks - 1, expected, "pieces");
        check_slices(own, expected, "pieces");
        clr_accumulator_destroy(own);
        clr_accumulator_destroy(expected);
    }
}

/* A sum of f32 of one number in each result: digit `digit` of it is `word`, a NaN may be with it.
 */
static clr_accumulator *sums_of_one(uint64_t results, int digit, int64_t word, int64_t nan)
{
    enum { STATE = 13, FLAGS = 2, DIGITS = 4 };
    clr_accumulator *none = mpi_made(CLR_OPERATOR_SUM, CLR_TYPE_F32, results), *filled = NULL;
    size_t count = CLR_WORDS_HEADER + results * STATE;
    int64_t *words = calloc(count, sizeof *words);

    CHECK(words && !clr_accumulator_words(none, words, count, &count, NULL, reason, sizeof reason),
          "sums of one");
    for (int64_t *state = words + CLR_WORDS_HEADER; state < words + count; state += STATE) {
        state[0] = state[1] = 1;
        state[FLAGS] = nan;
        state[FLAGS + 1] = INT64_C(1) << 32;
        state[DIGITS + digit] = word;
    }
    CHECK(!clr_accumulator_from_words(none, words, count, &filled, reason, sizeof reason),
          "sums of one");
    free(words);
    clr_accumulator_destroy(none);
    return filled;
}

/* Of many words MPI gets those that some rank uses: two counts, flags and a digit or two of 13. */
static void check_used(const char *where, int digit, int64_t word, int64_t nan, int words)
{
    const uint64_t results = 100;
    clr_accumulator *own = sums_of_one(results, digit, word, nan), *expected = NULL;

    for (int other = 0; other < ranks; other++) {
        const int64_t sent[] = {digit, word, nan};
        int64_t got[3];
        clr_accumulator *more;

        memcpy(got, sent, sizeof got);
        MPI_Bcast(got, 3, MPI_INT64_T, other, MPI_COMM_WORLD);
        more = sums_of_one(results, (int)got[0], got[1], got[2]);
        if (expected)
            CHECK(!clr_accumulator_merge(expected, more, reason, sizeof reason), where);
        else
            CHECK(!clr_accumulator_slice(more, 0, results, &expected, reason, sizeof reason),
                  where);
        clr_accumulator_destroy(more);
    }
    largest_count = 0;
    check_everywhere(own, expected, where);
    CHECK(largest_count == CLR_WORDS_HEADER + (int)results * words, where);
    check_at_root(own, 0, expected, where);
    check_slices(own, expected, where);
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(expected);
}

static void test_used(void)
{
    const int64_t most = (INT64_C(1) << 40) - 1;

    check_used("digits carry", 3, most, 0, 4);
    check_used("negative ones", 3, -most, 0, 4);
    check_used("sums of 0", 3, rank % 2 ? -5 : 5, 0, 4);
    check_used("a NaN on rank 0", 4, 1, rank == 0, 5);
    check_used("digits of their own", 2 + rank % 3, -7, 0, 3 + (ranks < 3 ? ranks : 3));
}

/* ---- requests ---- */

/* Each waits for its request in another order, or asks for it, or makes a call that waits. */
static void test_requests(void)
{
    enum { MOST = MPI_CASES };
    clr_accumulator *own[MOST], *all[MOST], *expected[MOST];
    clr_mpi_request *requests[MOST] = {NULL};

    for (int k = 0; k < MOST; k++) {
        own[k] = mpi_own_parts(k, ranks, 1);
        expected[k] = mpi_whole(k);
        all[k] = own[k];
        CHECK(!(k % 3 == 2 ? clr_mpi_ireduce(own[k], 0, MPI_COMM_WORLD, &all[k], &requests[k],
                                             reason, sizeof reason)
                           : clr_mpi_iallreduce(own[k], MPI_COMM_WORLD, &all[k], &requests[k],
                                                reason, sizeof reason)),
              mpi_case_name(k));
        CHECK(requests[k], "a request, though it may have ended");
    }
    check_everywhere(own[0], expected[0], "behind requests");
    for (int i = 0; i < MOST; i++) {
        const int k = rank % 2 ? i : MOST - 1 - i;
        int done = 0;

        while (rank % 3 && !done)
            CHECK(!clr_mpi_test(&requests[k], &done, reason, sizeof reason), mpi_case_name(k));
        CHECK(!clr_mpi_wait(&requests[k], reason, sizeof reason), mpi_case_name(k));
        CHECK(!requests[k], mpi_case_name(k));
        if (k % 3 != 2 || rank == 0)
            mpi_check_same(all[k], expected[k], mpi_case_name(k));
        else
            CHECK(!all[k], "at the root alone");
        clr_accumulator_destroy(all[k]);
        clr_accumulator_destroy(own[k]);
        clr_accumulator_destroy(expected[k]);
    }
}

/* Pieces of a slice and of the whole, one request behind the other; some ranks wait at once. */
static void test_waiting_beside(void)
{
    const uint64_t results = 6000;
    clr_accumulator *own = mpi_many(0, results, rank), *all = NULL, *slice = NULL, *waited = NULL;
    clr_mpi_request *first = NULL, *second = NULL;
    clr_accumulator_info info = clr_accumulator_info_defaults();

    CHECK(!(rank % 2
                ? clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason)
                : clr_mpi_iallreduce(own, MPI_COMM_WORLD, &all, &first, reason, sizeof reason)),
          "beside");
    CHECK(!clr_mpi_ireduce_scatter(own, MPI_COMM_WORLD, &slice, &second, reason, sizeof reason),
          "beside");
    CHECK(!clr_mpi_wait(&second, reason, sizeof reason), "beside");
    CHECK(all, "requests end in the order of their beginning");
    CHECK(!clr_mpi_wait(&first, reason, sizeof reason), "beside");
    CHECK(!clr_mpi_allreduce(own, MPI_COMM_WORLD, &waited, reason, sizeof reason), "beside");
    mpi_check_same(all, waited, "beside");
    clr_accumulator_describe(slice, &info);
    CHECK(info.results == results / (uint64_t)ranks + ((uint64_t)rank < results % (uint64_t)ranks),
          "beside");
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(all);
    clr_accumulator_destroy(slice);
    clr_accumulator_destroy(waited);
}

/* Ranks begin, and wait for, requests of two communicators in orders of their own. On `both`, a
 * message between the beginnings, without which the other rank does not begin. */
static void check_orders(MPI_Comm both[2], bool has_message)
{
    const int first = rank % 2, beside = rank ^ 1;
    clr_accumulator *own = mpi_own_parts(0, ranks, 1), *expected = mpi_whole(0),
                    *all[2] = {NULL, NULL};
    clr_mpi_request *requests[2] = {NULL, NULL};

    for (int i = 0; i < 2; i++) {
        const int k = has_message ? 0 : (first + i) % 2;

        if (has_message && i)
            break;
        if (has_message && rank % 2 && beside < ranks)
            MPI_Recv(NULL, 0, MPI_INT, beside, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(!clr_mpi_iallreduce(own, both[k], &all[k], &requests[k], reason, sizeof reason),
              "orders");
        if (has_message && rank % 2 == 0 && beside < ranks)
            MPI_Send(NULL, 0, MPI_INT, beside, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < 2; i++)
        CHECK(!clr_mpi_wait(&requests[(first + i) % 2], reason, sizeof reason), "orders");
    for (int k = 0; k < (has_message ? 1 : 2); k++)
        mpi_check_same(all[k], expected, "orders");
    clr_accumulator_destroy(all[0]);
    clr_accumulator_destroy(all[1]);
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(expected);
}

static void test_orders(void)
{
    for (int is_prepared = 0; is_prepared < 2; is_prepared++) {
        MPI_Comm both[2];

        for (int k = 0; k < 2; k++) {
            MPI_Comm_dup(MPI_COMM_WORLD, both + k);
            CHECK(!is_prepared || !clr_mpi_prepare(both[k], reason, sizeof reason), "prepared");
        }
        check_orders(both, false);
        check_orders(both, false);
        MPI_Comm_free(both);
        MPI_Comm_free(both + 1);
        MPI_Comm_dup(MPI_COMM_WORLD, both);
        check_orders(both, true);
        MPI_Comm_free(both);
    }
}

/* All of several, of which one has ended before and one is refused; then any, until none is left.
 */
static void test_several(void)
{
    clr_accumulator *own = mpi_own_parts(0, ranks, 1), *expected = mpi_whole(0), *all[3] = {NULL};
    clr_mpi_request *requests[3] = {NULL};
    clr_status statuses[3];
    MPI_Comm other;
    size_t index = 0;
    int done = 0, ended = 0;

    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    CHECK(!clr_mpi_iallreduce(NULL, other, &all[0], &requests[0], reason, sizeof reason), "all");
    CHECK(!clr_mpi_iallreduce(own, MPI_COMM_WORLD, &all[2], &requests[2], reason, sizeof reason),
          "all");
    CHECK(clr_mpi_waitall(3, requests, statuses, reason, sizeof reason) == CLR_ERROR_OPENCL, "all");
    CHECK(strstr(reason, "ranks failed") && !requests[0] && !requests[2], "all");
    CHECK(statuses[0] == CLR_ERROR_OPENCL && !statuses[1] && !statuses[2], "all");
    mpi_check_same(all[2], expected, "all");
    clr_accumulator_destroy(all[2]);
    for (int k = 0; k < 3; k++)
        CHECK(!clr_mpi_iallreduce(own, k % 2 ? other : MPI_COMM_WORLD, &all[k], &requests[k],
                                  reason, sizeof reason),
              "any");
    while (index = 0, !clr_mpi_testany(3, requests, &index, &done, reason, sizeof reason) &&
                          (!done || index < 3))
        if (done) {
            CHECK(!requests[index], "any");
            mpi_check_same(all[index], expected, "any");
            clr_accumulator_destroy(all[index]);
            ended++;
        }
    CHECK(done && index == 3 && ended == 3, "any");
    CHECK(clr_mpi_waitall(1, NULL, NULL, reason, sizeof reason) == CLR_ERROR_ARGUMENT, "NULL");
    CHECK(clr_mpi_testany(0, NULL, NULL, &done, reason, sizeof reason) == CLR_ERROR_ARGUMENT,
          "NULL");
    CHECK(clr_mpi_prepare(MPI_COMM_NULL, reason, sizeof reason) == CLR_ERROR_ARGUMENT, "NULL");
    MPI_Comm_free(&other);
    clr_accumulator_destroy(own);
    clr_accumulator_destroy(expected);
}

/* ---- all ranks are told the same ---- */

/* `sentence` on this rank; the status on all. */
static void expect(clr_status got, clr_status expected, const char *sentence)
{
    const int own[] = {got, -got};
    int least[2];

    CHECK(got == expected, sentence);
    CHECK(strstr(reason, sentence), sentence);
    PMPI_Allreduce(own, least, 2, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    CHECK(least[0] == -least[1], sentence);
}

static void refuse(const clr_accumulator *own, clr_status status, const char *sentence)
{
    clr_accumulator *all = NULL;
    clr_mpi_request *request = NULL;

    expect(clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason), status, sentence);
    CHECK(!all, sentence);
    expect(clr_mpi_reduce(own, ranks / 2, MPI_COMM_WORLD, &all, reason, sizeof reason), status,
           sentence);
    CHECK(!all, sentence);
    expect(clr_mpi_reduce_scatter(own, MPI_COMM_WORLD, &all, reason, sizeof reason), status,
           sentence);
    CHECK(!all, sentence);
    CHECK(!clr_mpi_iallreduce(own, MPI_COMM_WORLD, &all, &request, reason, sizeof reason),
          "told when it ends");
    expect(clr_mpi_wait(&request, reason, sizeof reason), status, sentence);
    CHECK(!all && !request, sentence);
}

/* One rank has another accumulator than the others: with as many words, or not. */
static void test_different_reductions(void)
{
    const struct {
        clr_operator op;
        clr_type type;
        uint64_t results;
    } others[] = {
        {CLR_OPERATOR_MEAN, CLR_TYPE_F32, 4}, {CLR_OPERATOR_SUM, CLR_TYPE_F64, 4},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, 5},  {CLR_OPERATOR_ARGMAX, CLR_TYPE_F32, 4},
        {CLR_OPERATOR_MIN, CLR_TYPE_I8, 26},
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (int odd = ranks - 1; odd > 0; odd /= 2) {
            clr_accumulator *own = rank == odd
                                       ? mpi_made(others[i].op, others[i].type, others[i].results)
                                       : mpi_made(CLR_OPERATOR_SUM, CLR_TYPE_F32, 4);

            refuse(own, CLR_ERROR_ARGUMENT, "different reductions or numbers of results");
            CHECK(strstr(reason, rank == odd ? clr_operator_name(others[i].op) : "sum of f32"),
                  "says its own");
            clr_accumulator_destroy(own);
        }
}

static void test_failed_ranks(void)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_SUM, CLR_TYPE_F32, 3);
    char sentence[100];

    for (int failed = 1; failed <= ranks; failed += ranks / 2 + 1) {
        snprintf(sentence, sizeof sentence,
                 "%d of %d ranks failed and had no accumulator, rank %d ", failed, ranks,
                 ranks - failed);
        refuse(rank >= ranks - failed ? NULL : own, CLR_ERROR_OPENCL, sentence);
    }
    clr_accumulator_destroy(own);
}

/* Ranks whose accumulators have no words: of products, of an index beyond them. */
static void test_refused_ranks(void)
{
    clr_accumulator *product = mpi_made(CLR_OPERATOR_PROD, CLR_TYPE_I32, 1);
    clr_accumulator *index = mpi_part_load(folder, 2, 0);

    refuse(product, CLR_ERROR_UNSUPPORTED, "no sum of words merges products");
    if (rank == ranks - 1)
        CHECK(!clr_accumulator_shift(index, UINT64_C(1) << 63, reason, sizeof reason), "shift");
    refuse(index, CLR_ERROR_OVERFLOW,
           rank == ranks - 1 ? "beyond 2^63 - 2" : "was refused (overflow)");
    refuse(rank ? index : product, ranks == 1 ? CLR_ERROR_UNSUPPORTED : CLR_ERROR_OVERFLOW,
           ranks == 1          ? "products"
           : rank == ranks - 1 ? "beyond 2^63 - 2"
                               : "was refused (overflow)");
    clr_accumulator_destroy(product);
    clr_accumulator_destroy(index);
}

static void test_arguments(void)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_MAX, CLR_TYPE_F32, 3), *all = NULL;
    clr_mpi_request *request = NULL;
    const MPI_Comm world = MPI_COMM_WORLD;
    char *const why = reason;
    const size_t size = sizeof reason;

    expect(clr_mpi_allreduce(own, world, rank == ranks - 1 ? NULL : &all, why, size),
           CLR_ERROR_ARGUMENT, rank == ranks - 1 ? "is NULL" : "was refused (wrong argument)");
    expect(clr_mpi_reduce(own, 0, world, NULL, why, size), CLR_ERROR_ARGUMENT,
           rank ? "rank 0 was refused" : "is NULL");
    expect(clr_mpi_reduce(own, ranks, world, &all, why, size), CLR_ERROR_ARGUMENT, "the root is ");
    expect(clr_mpi_reduce(own, -1, world, &all, why, size), CLR_ERROR_ARGUMENT, "the root is -1");
    if (ranks > 1) {
        expect(clr_mpi_reduce(own, rank == 0, world, &all, why, size), CLR_ERROR_ARGUMENT,
               "different roots, from 0 to 1");
        expect(rank ? clr_mpi_reduce(own, 0, world, &all, why, size)
                    : clr_mpi_allreduce(own, world, &all, why, size),
               CLR_ERROR_ARGUMENT, "some clr_mpi_allreduce(), others clr_mpi_reduce()");
        expect(rank ? clr_mpi_reduce(own, 0, world, &all, why, size)
                    : clr_mpi_reduce_scatter(own, world, &all, why, size),
               CLR_ERROR_ARGUMENT, "some clr_mpi_reduce_scatter(), others clr_mpi_reduce()");
        expect(rank ? clr_mpi_allreduce(own, world, &all, why, size)
                    : clr_mpi_reduce_scatter(own, world, &all, why, size),
               CLR_ERROR_ARGUMENT, "some clr_mpi_allreduce(), others clr_mpi_reduce_scatter()");
        CHECK(rank ? clr_mpi_allreduce(own, world, &all, why, size) == CLR_ERROR_OPENCL &&
                         strstr(why, "1 of")
                   : clr_mpi_iallreduce(own, world, &all, NULL, why, size) == CLR_ERROR_ARGUMENT &&
                         strstr(why, "the request is NULL"),
              "the others learn of it");
    }
    for (int place = INT_MIN; place < INT_MIN + 2; place++)
        expect(clr_mpi_reduce(own, place, world, &all, why, size), CLR_ERROR_ARGUMENT,
               "the root is -1");
    expect(clr_mpi_iallreduce(own, MPI_COMM_NULL, &all, &request, why, size), CLR_ERROR_ARGUMENT,
           "MPI_COMM_NULL");
    CHECK(!request && !all, "nothing to wait for");
    expect(clr_mpi_wait(&request, why, size), CLR_OK, "");
    expect(clr_mpi_wait(NULL, why, size), CLR_ERROR_ARGUMENT, "is NULL");
    expect(clr_mpi_test(&request, NULL, why, size), CLR_ERROR_ARGUMENT, "is NULL");
    expect(clr_mpi_allreduce(own, MPI_COMM_NULL, &all, why, size), CLR_ERROR_ARGUMENT,
           "MPI_COMM_NULL");
    CHECK(clr_mpi_allreduce(own, MPI_COMM_NULL, &all, why, 4) == CLR_ERROR_ARGUMENT, "cut");
    CHECK(strcmp(why, "the") == 0, "cut");
    CHECK(clr_mpi_allreduce(NULL, MPI_COMM_NULL, NULL, NULL, 0) == CLR_ERROR_ARGUMENT, "NULL");
    clr_accumulator_destroy(own);
}

static void test_intercommunicator(void)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_MAX, CLR_TYPE_F32, 3), *all = NULL;
    MPI_Comm half, inter;

    if (ranks > 1) {
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !(rank % 2), 1, &inter);
        expect(clr_mpi_allreduce(own, inter, &all, reason, sizeof reason), CLR_ERROR_ARGUMENT,
               "MPI_Intercomm_merge() makes one");
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
    clr_accumulator_destroy(own);
}

/* ---- MPI ---- */

/* The vote, and of argmax the first round and the second, of many sums the used words and all. */
static void check_failing_mpi(const clr_accumulator *own)
{
    clr_accumulator *all = NULL;

    for (int call = 1; call <= 3; call++) {
        MPI_Comm comm;

        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
        fails_at = call;
        expect(clr_mpi_allreduce(own, comm, &all, reason, sizeof reason), CLR_ERROR_MPI,
               "MPI_Iallreduce failed: ");
        CHECK(!fails_at && !all && strlen(reason) > 25, "MPI's words");
        MPI_Comm_free(&comm);
    }
}

static void test_failing_mpi(void)
{
    clr_accumulator *indices = mpi_part_load(folder, 2, 0), *sums = sums_of_one(100, 3, 1, 0);

    check_failing_mpi(indices);
    check_failing_mpi(sums);
    clr_accumulator_destroy(indices);
    clr_accumulator_destroy(sums);
}

static void check_counts(int duplicates, int frees, const char *where)
{
    CHECK(duplicated == duplicates && freed == frees, where);
    duplicated = freed = 0;
}

/* Two for each communicator, freed with it, inherited by none. */
static void test_duplicates(void)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_ANY, CLR_TYPE_F32, 3);
    MPI_Comm comms[2];

    check_everywhere(own, own, "duplicates");
    duplicated = freed = 0;
    check_everywhere(own, own, "duplicates");
    check_counts(0, 0, "the world has its own");
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, comms);
    MPI_Comm_dup(MPI_COMM_WORLD, comms + 1);
    for (int i = 0; i < 4; i++) {
        clr_accumulator *all = NULL;

        CHECK(!clr_mpi_allreduce(own, comms[i % 2], &all, reason, sizeof reason), "duplicates");
        mpi_check_same(all, own, "duplicates");
        clr_accumulator_destroy(all);
    }
    check_counts(4, 0, "two each");
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(comms + i);
    check_counts(0, 6, "freed with their communicators");
    clr_accumulator_destroy(own);
}

static void test_before_and_after(const char *sentence)
{
    clr_accumulator *own = mpi_made(CLR_OPERATOR_ANY, CLR_TYPE_F32, 3), *all = NULL;

    if (clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason) != CLR_ERROR_ARGUMENT ||
        !strstr(reason, sentence)) {
        fprintf(stderr, "test_mpi: \"%s\" expected, got \"%s\"\n", sentence, reason);
        exit(1);
    }
    clr_accumulator_destroy(own);
}

static void die(int call)
{
    clr_accumulator *own = mpi_part_load(folder, 2, rank % MPI_PARTS), *all = NULL;

    dies_at = call;
    if (!call && rank == ranks - 1)
        raise(SIGKILL);
    clr_mpi_allreduce(own, MPI_COMM_WORLD, &all, reason, sizeof reason);
    CHECK(ranks == 1, "a rank was killed, and the others went on");
}

int main(int count, char **words)
{
    if (count < 3)
        return 2;
    folder = words[2];
    if (strcmp(words[1], "make") == 0) {
        mpi_parts_make(folder);
        return 0;
    }
    test_before_and_after("MPI is not initialised");
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (strcmp(words[1], "die") == 0 && count > 3)
        die(atoi(words[3]));
    test_cases();
    test_empty_ranks();
    test_no_elements();
    test_pieces();
    test_used();
    test_requests();
    test_waiting_beside();
    test_orders();
    test_several();
    test_different_reductions();
    test_failed_ranks();
    test_refused_ranks();
    test_arguments();
    test_intercommunicator();
    test_failing_mpi();
    test_duplicates();
    test_no_elements(); /* all goes on after failures */
    MPI_Finalize();
    test_before_and_after("MPI is finalised");
    return 0;
}
