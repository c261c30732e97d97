/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare_common - what the peers of compare.sh in C, C++ and CUDA share: the command line, the
 * data's files, what is timed and how, and the line that each measurement is. compare_common.py is
 * the same for Python.
 *
 * Usage of a driver: DRIVER FOLDER SIZES OPERATORS. The folder has the data: numbers.f32,
 * others.f32 and numbers.f64, raw; sizes and operators are separated by commas, sizes in ascending
 * order.
 *
 * A line: peer, version, operator, elements, seconds a call of many that are enqueued at once
 * (best, median; "-" of who works when it is called), seconds until the value is in the host's
 * memory (best, median), in what it is folded (f32, f64, exact), value; separated by tabs.
 */
#ifndef CLREDUCE_PEERS_COMPARE_COMMON_H
#define CLREDUCE_PEERS_COMPARE_COMMON_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Calls of one kind are repeated until there are some, and for a while; a burst is long enough for
 * the host's clock. */
#define COMPARE_FEWEST        3
#define COMPARE_MOST          500
#define COMPARE_SECONDS       0.03
#define COMPARE_BURST_SECONDS 5e-3
#define COMPARE_BURST_MOST    200
/* Four times as many elements are left out if they took longer. */
#define COMPARE_LONGEST_SECONDS 1.0

#define COMPARE_SIZES_MOST 32

typedef enum compare_operator {
    COMPARE_SUM_F32,
    COMPARE_SUM_F64,
    COMPARE_MAX_F32,
    COMPARE_ARGMAX_F32,
    COMPARE_STD_F32,
    COMPARE_DOT_F32,
    COMPARE_NRM2_F32,
    COMPARE_OPERATORS
} compare_operator;

/* All that a driver is. */
typedef struct compare_peer {
    const char *name, *version;
    const char *folded; /* f32, f64 or exact */
    void *user;
    /* Whether the peer has the operator, and room for `count` elements; before all other calls. */
    bool (*prepare)(void *user, compare_operator op, size_t count);
    /* A call that need not be done yet, and the wait for all of them. NULL: calls work at once. */
    void (*enqueue)(void *user);
    void (*finish)(void *user);
    /* A call, until its value is here. */
    double (*fetch)(void *user);
} compare_peer;

typedef struct compare_task {
    const char *folder;
    size_t sizes[COMPARE_SIZES_MOST];
    size_t size_count;
    bool wants[COMPARE_OPERATORS];
} compare_task;

typedef struct compare_times {
    double best, median;
} compare_times;

static const char *compare_operator_name(int op)
{
    static const char *const names[COMPARE_OPERATORS] = {
        "sum-f32", "sum-f64", "max-f32", "argmax-f32", "std-f32", "dot-f32", "nrm2-f32"};
    return names[op];
}

/* A peer that fails ends: what it has measured is printed. */
static void compare_stop(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* ---- The command line and the data ----------------------------------------------------------- */

static bool compare_has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return true;
    }
    return false;
}

static inline compare_task compare_begin(int argc, char **argv)
{
    compare_task task;

    memset(&task, 0, sizeof task);
    if (argc != 4)
        compare_stop("usage: DRIVER FOLDER SIZES OPERATORS");
    task.folder = argv[1];
    for (char *at = argv[2]; *at != 0 && task.size_count < COMPARE_SIZES_MOST;) {
        char *end = at;
        const unsigned long long size = strtoull(at, &end, 10);
        if (end == at || size == 0)
            compare_stop("a size is a whole number above 0.");
        task.sizes[task.size_count++] = (size_t)size;
        at = *end == ',' ? end + 1 : end;
    }
    for (int op = 0; op < COMPARE_OPERATORS; op++)
        task.wants[op] = compare_has_word(argv[3], compare_operator_name(op));
    if (task.size_count == 0)
        compare_stop("there is no size.");
    return task;
}

/* The first bytes of a file of the folder, which stay until the process ends. */
static inline const void *compare_data(const compare_task *task, const char *name, size_t size)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", task->folder, name);
    const int file = length > 0 && length < (int)sizeof path ? open(path, O_RDONLY) : -1;
    const off_t there = file < 0 ? -1 : lseek(file, 0, SEEK_END);
    void *data = MAP_FAILED;

    if (there >= 0 && (uintmax_t)there >= size)
        data = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (file >= 0)
        close(file);
    if (data == MAP_FAILED) {
        fprintf(stderr, "%s: there are no %zu bytes of data to be read.\n", path, size);
        exit(1);
    }
    return data;
}

/* Which inputs an operator has: the file's name, NULL if there is no such input; and an element's
 * size. */
static inline const char *compare_file(compare_operator op, int input)
{
    if (input == 1)
        return op == COMPARE_DOT_F32 ? "others.f32" : NULL;
    return op == COMPARE_SUM_F64 ? "numbers.f64" : "numbers.f32";
}

static inline size_t compare_width(compare_operator op)
{
    return op == COMPARE_SUM_F64 ? sizeof(double) : sizeof(float);
}

/* ---- Timing ---------------------------------------------------------------------------------- */

static inline double compare_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Calls `once`, which returns seconds a call, after one that only warms up. */
static inline compare_times compare_series(double (*once)(void *user), void *user)
{
    double times[COMPARE_MOST];
    compare_times found;
    int count = 0;

    once(user);
    const double end = compare_now() + COMPARE_SECONDS;
    while (count < COMPARE_MOST && (count < COMPARE_FEWEST || compare_now() < end))
        times[count++] = once(user);
    qsort(times, (size_t)count, sizeof *times, compare_by_size);
    found.best = times[0];
    found.median = times[count / 2];
    return found;
}

typedef struct compare_timed {
    const compare_peer *peer;
    int calls; /* in a burst */
    double value;
} compare_timed;

static double compare_time_burst(void *user)
{
    compare_timed *timed = (compare_timed *)user;
    const double start = compare_now();

    for (int i = 0; i < timed->calls; i++)
        timed->peer->enqueue(timed->peer->user);
    timed->peer->finish(timed->peer->user);
    const double seconds = (compare_now() - start) / timed->calls;
    const double calls = COMPARE_BURST_SECONDS / seconds;
    timed->calls = calls < 1 ? 1 : calls > COMPARE_BURST_MOST ? COMPARE_BURST_MOST : (int)calls + 1;
    return seconds;
}

static double compare_time_fetch(void *user)
{
    compare_timed *timed = (compare_timed *)user;
    const double start = compare_now();

    timed->value = timed->peer->fetch(timed->peer->user);
    return compare_now() - start;
}

static inline void compare_print_times(const compare_times *times)
{
    if (!times)
        printf("\t-\t-");
    else
        printf("\t%.9g\t%.9g", times->best, times->median);
}

/* A line; times that were not taken are NULL. */
static inline void compare_print(const compare_peer *peer, const char *op, size_t count,
                                 const compare_times *enqueued, const compare_times *fetched,
                                 double value)
{
    printf("%s\t%s\t%s\t%zu", peer->name, peer->version, op, count);
    compare_print_times(enqueued);
    compare_print_times(fetched);
    printf("\t%s\t%.17g\n", peer->folded, value);
    fflush(stdout);
}

/* One operator and size; whether four times as many are worth trying. */
static inline bool compare_measure(const compare_peer *peer, int op, size_t count)
{
    compare_timed timed = {peer, 1, 0};
    compare_times enqueued, fetched;

    if (peer->enqueue)
        enqueued = compare_series(compare_time_burst, &timed);
    fetched = compare_series(compare_time_fetch, &timed);
    compare_print(peer, compare_operator_name(op), count, peer->enqueue ? &enqueued : NULL,
                  &fetched, timed.value);
    return fetched.best < COMPARE_LONGEST_SECONDS;
}

/* All of a peer's lines. */
static inline void compare_run(const compare_task *task, const compare_peer *peer)
{
    for (int op = 0; op < COMPARE_OPERATORS; op++) {
        bool goes_on = task->wants[op];
        for (size_t i = 0; goes_on && i < task->size_count; i++)
            goes_on = peer->prepare(peer->user, (compare_operator)op, task->sizes[i]) &&
                      compare_measure(peer, op, task->sizes[i]);
    }
}

#endif
