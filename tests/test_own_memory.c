/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Host data on its way to a device with memory of its own, which the fault layer pretends: copied
 * by several threads into pinned pieces, from pinned memory without a copy, and where the driver
 * pins nothing; whatever fails on the way.
 */
#include "host/crew.h"
#include "layer/fault_layer.h"
#include "support.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MANY = 9 << 20, /* elements of 4 bytes: more than two pieces, and some */ PIECE = 1 << 21 };

static const clr_fault_control *layer;
static const clr_reduction sum_i32 = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
static struct rig *rig;
static int32_t *numbers; /* MANY, and room for some bytes in front */

static int64_t sum_of(const int32_t *at, uint64_t count)
{
    int64_t sum = 0;

    for (uint64_t i = 0; i < count; i++)
        sum += at[i];
    return sum;
}

static long buffers_alive(void)
{
    clr_fault_counts counts;

    layer->count(&counts);
    return counts.live[CLR_KIND_MEM];
}

/* ---- The crew -------------------------------------------------------------------------------- */

TEST(crews_copy_all_and_no_more)
{
    static const unsigned threads[] = {1, 2, 3, 8, 99};
    static const size_t sizes[] = {0, 1, 4095, 1 << 19, (1 << 19) + 1, 3000001, 8 << 20};
    const size_t room = (8 << 20) + 16;
    unsigned char *to = malloc(room);

    assert_non_null(to);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        clri_crew crew;

        clri_crew_start(&crew, threads[t]);
        assert_true(crew.thread_count < CLRI_CREW_MOST && crew.thread_count < threads[t]);
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            const unsigned char *from = (unsigned char *)numbers + 3 * s;

            memset(to, 0xa5, room);
            clri_crew_copy(&crew, to + 5, from, sizes[s]);
            assert_memory_equal(to + 5, from, sizes[s]);
            assert_true(to[4] == 0xa5 && to[5 + sizes[s]] == 0xa5);
        }
        clri_crew_end(&crew);
    }
    free(to);
    assert_in_range(clri_crew_wanted(), 1, CLRI_CREW_MOST);
}

static struct {
    void *begin;
    size_t size;
    atomic_int threads;
} gone;

/* Waits for the other thread, too, to come to what is gone, and then puts zeros there. */
static void meet(int number)
{
    const time_t begin = time(NULL);

    (void)number;
    atomic_fetch_add(&gone.threads, 1);
    while (atomic_load(&gone.threads) < 2 && time(NULL) < begin + 20)
        ;
    mmap(gone.begin, gone.size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* A file's memory may go under it: each thread's fault is told to whoever waits for such. */
TEST(faults_of_a_crew_are_answered)
{
    const struct sigaction answer = {.sa_handler = meet};
    const int file = memfd_create("gone", 0);
    struct sigaction before;
    clri_crew crew;
    char *to;

    gone.size = 8 << 20;
    to = malloc(gone.size);
    assert_true(to && file >= 0 && ftruncate(file, (off_t)gone.size) == 0);
    gone.begin = mmap(NULL, gone.size, PROT_READ, MAP_SHARED, file, 0);
    assert_true(gone.begin != MAP_FAILED && ftruncate(file, 0) == 0);
    assert_int_equal(sigaction(SIGBUS, &answer, &before), 0);
    clri_crew_start(&crew, 2);
    assert_int_equal(crew.thread_count, 1);
    clri_crew_copy(&crew, to, gone.begin, gone.size);
    clri_crew_end(&crew);
    assert_int_equal(atomic_load(&gone.threads), 2);
    sigaction(SIGBUS, &before, NULL);
    munmap(gone.begin, gone.size);
    close(file);
    free(to);
}

/* ---- Pageable memory ------------------------------------------------------------------------- */

static clr_stream *stream_of(const clr_reduction *reduction, uint64_t capacity)
{
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = capacity};
    clr_stream *stream = NULL;

    assert_ok(rig, clr_stream_create(rig->context, reduction, 1, &options, &stream));
    return stream;
}

static void expect_sum(const int32_t *at, uint64_t count)
{
    int64_t total = -1;

    assert_ok(rig, clr_reduce(rig->context, &sum_i32, at, count, &total, sizeof total));
    assert_int_equal(total, sum_of(at, count));
}

TEST(arrays_of_any_size_and_place)
{
    static const uint64_t counts[] = {0, 1, 1000003, (4 << 20) + 1, MANY};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        expect_sum(numbers, counts[i]);
    expect_sum(numbers + 3, MANY - 5);
    layer->clear_counts();
    expect_sum(numbers, MANY);
    assert_int_equal(clr_fault_called(layer, CLR_CALL_clEnqueueWriteBuffer),
                     3); /* of 16 MiB at most */
    assert_int_equal(clr_fault_called(layer, CLR_CALL_clCreateBuffer), 0);
}

/* The same bits by whatever pieces, copied or submitted, with rests of steps between them. */
TEST(bits_do_not_depend_on_the_way)
{
    static const uint64_t cuts[] = {0, 1500001, 1500008, 4 << 20};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float expected = 0, found = 1;
    clr_stream *stream;
    const void *at;

    sum.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    stream = stream_of(&sum, 1 << 20);
    for (uint64_t done = 0, count; done < (4 << 20); done += count) {
        void *room;

        assert_ok(rig, clr_stream_map(stream, &room, &count));
        count = count < 300001 ? count : 300001;
        count = count < (4 << 20) - done ? count : (4 << 20) - done;
        memcpy(room, numbers + done, count * sizeof *numbers);
        assert_ok(rig, clr_stream_submit(stream, count));
    }
    assert_ok(rig, clr_stream_result(stream, &expected));
    for (size_t i = 0; i + 1 < sizeof cuts / sizeof *cuts; i++) {
        at = numbers + cuts[i];
        assert_ok(rig, clr_stream_take(stream, &at, cuts[i + 1] - cuts[i]));
    }
    assert_ok(rig, clr_stream_result(stream, &found));
    assert_memory_equal(&found, &expected, sizeof found);
    clr_stream_destroy(stream);
}

TEST(two_inputs)
{
    const clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    const uint64_t count = (3 << 20) + 7;
    uint64_t expected = 0;
    int64_t found = 0;

    for (uint64_t i = 0; i < count; i++)
        expected += (uint64_t)((int64_t)numbers[i] * numbers[i + 11]);
    assert_ok(rig, clr_reduce_pair(rig->context, &dot, numbers, numbers + 11, count, &found,
                                   sizeof found));
    assert_true((uint64_t)found == expected);
}

/* ---- What is pinned -------------------------------------------------------------------------- */

/* Of kinds that take turns only one keeps its pieces of 48 MiB: two have a plan more, and no more.
 */
TEST(a_context_keeps_few_pinned_pieces)
{
    clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    int32_t most;
    long one, pieces;

    rig_renew(rig);
    one = buffers_alive();
    expect_sum(numbers, MANY - 1);
    pieces = buffers_alive() - one;
    one = buffers_alive();
    for (int round = 0; round < 2; round++) {
        expect_sum(numbers, MANY - 1);
        assert_ok(rig, clr_reduce(rig->context, &max, numbers, MANY - 1, &most, sizeof most));
    }
    assert_true(buffers_alive() - one < pieces);
    expect_sum(numbers, MANY - 1);
}

TEST(a_driver_that_pins_nothing_is_no_failure)
{
    void *memory = NULL;

    rig_renew(rig);
    expect_sum(numbers, 10);
    layer->arm_call(CLR_CALL_clEnqueueMapBuffer, 1, 1);
    expect_sum(numbers, MANY);
    assert_true(layer->injected(NULL) > 0);
    assert_ok(rig, clr_memory_create(rig->context, 1000, &memory));
    layer->arm(0, 0);
    clr_memory_destroy(rig->context, memory);
    expect_sum(numbers, MANY);
    rig_renew(rig);
    expect_sum(numbers, 10);
}

TEST(pinned_memory_is_sent_from_where_it_lies)
{
    const uint64_t count = PIECE * 2 + 77777;
    void *memory = NULL;
    int32_t *own;

    rig_renew(rig);
    assert_ok(rig, clr_memory_create(rig->context, count * sizeof *own, &memory));
    own = memory;
    assert_true((uintptr_t)own % 4096 == 0 || (uintptr_t)own % 64 == 0);
    memcpy(own, numbers, count * sizeof *own);
    expect_sum(own, count);
    expect_sum(own + 1, count - 1);
    expect_sum(own, 5);
    clr_memory_destroy(rig->context, own);
    clr_memory_destroy(rig->context, NULL);
    clr_memory_destroy(rig->context, numbers);
    assert_ok(rig, clr_memory_create(rig->context, 0, &memory));
    assert_non_null(memory); /* which goes with the context */
}

static struct {
    void *begin;
    size_t size;
    pthread_t reader;
} guarded;

/* Somebody has come to the memory: notes who, and lets it be read. */
static void note_reader(int number)
{
    (void)number;
    guarded.reader = pthread_self();
    mprotect(guarded.begin, guarded.size, PROT_READ | PROT_WRITE);
}

/* What is copied this thread reads, and what is sent a thread of PoCL's; Intel's runtime for CPUs
 * sends by the thread that asks for it. */
TEST(pinned_memory_is_read_by_the_driver)
{
    const struct sigaction note = {.sa_handler = note_reader};
    const uint64_t count = 10000;
    struct sigaction before;

    guarded.size = count * sizeof *numbers;
    guarded.begin =
        mmap(NULL, guarded.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(guarded.begin != MAP_FAILED && sigaction(SIGSEGV, &note, &before) == 0);
    memcpy(guarded.begin, numbers, guarded.size);
    for (int is_pinned = 0; is_pinned < 2; is_pinned++) {
        int64_t total = -1;

        if (is_pinned)
            assert_ok(rig, clr_memory_adopt(rig->context, guarded.begin, guarded.size));
        mprotect(guarded.begin, guarded.size, PROT_NONE);
        assert_ok(rig,
                  clr_reduce(rig->context, &sum_i32, guarded.begin, count, &total, sizeof total));
        assert_int_equal(total, sum_of(numbers, count));
        if (!strstr(rig->device->platform_name, "Intel"))
            assert_int_equal(pthread_equal(guarded.reader, pthread_self()) != 0, !is_pinned);
    }
    sigaction(SIGSEGV, &before, NULL);
    clr_memory_destroy(rig->context, guarded.begin);
    munmap(guarded.begin, guarded.size);
}

/* Taken in parts that are no whole steps, some of which are copied therefore. */
TEST(whoever_reads_it_is_done_when_the_call_returns)
{
    clr_reduction ordered = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    float *own = malloc(MANY * sizeof *own), copied = 0, sent = 1;
    const void *at = own;
    clr_stream *stream;

    assert_non_null(own);
    ordered.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    stream = stream_of(&ordered, 100000);
    for (int is_pinned = 0; is_pinned < 2; is_pinned++) {
        static const uint64_t counts[] = {70001, 12, 1 << 18, 5, 150000};
        uint64_t done = 0;

        memcpy(own, numbers, (1 << 20) * sizeof *own);
        if (is_pinned)
            assert_ok(rig, clr_memory_adopt(rig->context, own, MANY * sizeof *own));
        layer->clear_counts();
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            at = own + done;
            assert_ok(rig, clr_stream_take(stream, &at, counts[i]));
            memset(own + done, 0x55, counts[i] * sizeof *own);
            done += counts[i];
        }
        if (is_pinned) /* an idle device may be done before anybody could have waited */
            assert_true(clr_fault_called(layer, CLR_CALL_clFinish) > 0);
        assert_ok(rig, clr_stream_result(stream, is_pinned ? &sent : &copied));
    }
    assert_memory_equal(&sent, &copied, sizeof sent);
    clr_memory_destroy(rig->context, own);
    clr_stream_destroy(stream);
    free(own);
}

TEST(refusals)
{
    void *memory = rig;

    assert_int_equal(clr_memory_create(NULL, 1, &memory), CLR_ERROR_ARGUMENT);
    assert_null(memory);
    assert_int_equal(clr_memory_create(rig->context, 1, NULL), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_memory_create(rig->context, UINT64_MAX, &memory), CLR_ERROR_MEMORY);
    assert_null(memory);
    assert_int_equal(clr_memory_adopt(NULL, numbers, 1), CLR_ERROR_ARGUMENT);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_memory_adopt(rig->context, NULL, 1), "NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_memory_adopt(rig->context, numbers, 0), "no bytes");
}

/* ---- Failures on the way --------------------------------------------------------------------- */

TEST(failures_on_the_way)
{
    const uint64_t count = 5 << 20;
    const int64_t is = sum_of(numbers, count);
    const long step = test_scope() == SCOPE_FEW ? 7 : 1;
    long failed = 0;

    for (int is_pinned = 0; is_pinned < 2; is_pinned++) {
        long injected = 1;

        if (is_pinned)
            assert_ok(rig, clr_memory_adopt(rig->context, numbers, MANY * sizeof *numbers));
        expect_sum(numbers, count);
        for (long k = 1; injected > 0 && k < 200; k += step) {
            int64_t total = -1;
            clr_status status;

            layer->arm(k, 0);
            status = clr_reduce(rig->context, &sum_i32, numbers, count, &total, sizeof total);
            injected = layer->injected(NULL);
            layer->arm(0, 0);
            assert_true(status == CLR_OK ? total == is : total == -1);
            failed += status != CLR_OK;
        }
        assert_int_equal(injected, 0);
        expect_sum(numbers, count);
    }
    assert_true(failed * step > 10);
    clr_memory_destroy(rig->context, numbers);
}

void before_all(void)
{
    const clr_fault_device device = {.as_gpu = 1, .own_memory = 1};

    layer = clr_fault_needed();
    numbers = malloc((MANY + 64) * sizeof *numbers);
    assert_non_null(numbers);
    for (int32_t i = 0; i < MANY + 64; i++)
        numbers[i] = (int32_t)((uint32_t)i * 2654435761u >> 8) + 0x3f000000;
    layer->pretend(&device);
    rig = rig_at(0);
}

void after_all(void)
{
    free(numbers);
}
