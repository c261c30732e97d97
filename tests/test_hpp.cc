/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clreduce.hpp on a device, as a program in C++17 uses it: with exceptions and, compiled once more
 * with CLREDUCE_NO_EXCEPTIONS, without. Exit status: 0 all is well, 1 something is not.
 */
#include <clreduce/clreduce.hpp>
#include <clreduce/lessons.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool holds, const char *what, int line)
{
    if (holds)
        return;
    std::fprintf(stderr, "test_hpp.cc:%d: not so: %s\n", line, what);
    std::exit(1);
}

static_assert(std::is_move_constructible<clr::context>::value, "contexts can be moved");
static_assert(!std::is_copy_constructible<clr::context>::value, "contexts cannot be copied");
static_assert(std::is_move_assignable<clr::plan>::value, "plans can be moved");
static_assert(!std::is_copy_constructible<clr::plan>::value, "plans cannot be copied");
static_assert(!std::is_copy_constructible<clr::stream>::value, "streams cannot be copied");
static_assert(!std::is_copy_constructible<clr::team>::value, "teams cannot be copied");
static_assert(std::is_move_constructible<clr::host_memory>::value, "memory can be moved");
static_assert(!std::is_copy_constructible<clr::accumulator>::value, "neither can accumulators");

static const std::vector<int32_t> numbers = {3, -1, 4, 1, -5, 9, 2, 6};

/* A call with a place of another size is refused, and says so one way or the other. */
static void expect_failure(clr_status expected, const char *part, const clr::context &context,
                           const clr_reduction &reduction, int32_t &place)
{
#ifdef CLREDUCE_NO_EXCEPTIONS
    CHECK(context.reduce(reduction, numbers.data(), numbers.size(), place) == expected);
    CHECK(std::strstr(context.error().message, part));
#else
    try {
        context.reduce(reduction, numbers.data(), numbers.size(), place);
        CHECK(!"an exception");
    } catch (const clr::error &e) {
        CHECK(e.status() == expected);
        CHECK(std::strstr(e.what(), part));
    }
#endif
}

static void reduces_host_memory(const clr::context &context)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction dot = clr_reduction_of(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    int64_t total = 0;
    int32_t narrow = 7;
    struct {
        int64_t sum;
        struct {
            int32_t value;
            uint64_t index;
        } argmax;
    } both;

    CHECK(context.reduce(sum, numbers.data(), numbers.size(), total) == CLR_OK && total == 19);
    CHECK(context.reduce(dot, numbers.data(), numbers.data(), numbers.size(), total) == CLR_OK);
    CHECK(total == 9 + 1 + 16 + 1 + 25 + 81 + 4 + 36);
    CHECK(context.reduce_all({sum, clr_reduction_of(CLR_OPERATOR_ARGMAX, CLR_TYPE_I32)},
                             {numbers.data()}, numbers.size(), both) == CLR_OK);
    CHECK(both.sum == 19 && both.argmax.value == 9 && both.argmax.index == 5);
    expect_failure(CLR_ERROR_ARGUMENT, "takes 8 bytes", context, sum, narrow);
    expect_failure(CLR_ERROR_ARGUMENT, "takes 2 inputs", context, dot, narrow);
    CHECK(narrow == 7);

    const clr::host_memory own(context, numbers.size() * sizeof numbers[0]);
    CHECK(own && own.status() == CLR_OK);
    std::memcpy(own.get(), numbers.data(), numbers.size() * sizeof numbers[0]);
    CHECK(context.reduce(sum, own.get(), numbers.size(), total) == CLR_OK && total == 19);
}

static void feeds_streams(const clr::context &context)
{
    clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    uint64_t capacity = 0;
    void *room = nullptr;
    float total = 1;

    sum.accuracy = CLR_ACCURACY_FAST;
    clr::stream stream(context, {sum});
    CHECK(stream.map(&room, capacity) == CLR_OK && capacity >= 2);
    std::memcpy(room, "\0\0\x80?\0\0\0@", 8); /* 1 and 2 */
    CHECK(stream.submit(2) == CLR_OK);
    CHECK(stream.result(total) == CLR_OK && total == 3);
}

static void teams_reduce(const clr::context &context)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const void *const inputs[] = {numbers.data()};
    clr::team team({&context, &context}, {sum});
    int64_t total = 0, again = 0;

    CHECK(team && team.take(inputs, numbers.size()) == CLR_OK);
    CHECK(team.accumulator(0).round(again) == CLR_OK && again == 19);
    CHECK(team.result(total) == CLR_OK && total == 19);
    CHECK(team.device(0).elements + team.device(1).elements == numbers.size());
#ifdef CLREDUCE_NO_EXCEPTIONS
    CHECK(team.take(nullptr, 1) == CLR_ERROR_ARGUMENT);
    CHECK(std::strstr(team.error().message, "NULL"));
#else
    try {
        team.take(nullptr, 1);
        CHECK(!"an exception");
    } catch (const clr::error &e) {
        CHECK(e.status() == CLR_ERROR_ARGUMENT && std::strstr(e.what(), "NULL"));
    }
#endif
}

#ifdef CLREDUCE_HAS_OPENCL_HPP
static void runs_plans_on_objects_of_opencl_hpp(const clr::context &context)
{
    cl::CommandQueue queue(context.opencl(), context.opencl_device());
    cl::Buffer input(context.opencl(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                     numbers.size() * sizeof(int32_t), const_cast<int32_t *>(numbers.data()));
    cl::Buffer values(context.opencl(), CL_MEM_READ_WRITE, 4 * sizeof(int32_t));
    cl::Buffer indices(context.opencl(), CL_MEM_READ_WRITE, 4 * sizeof(cl_ulong));
    clr::plan made(context, clr_reduction_of(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32));
    clr::plan plan(std::move(made));
    clr_arrays arrays = clr_arrays_defaults();
    struct {
        int32_t value;
        cl_ulong index;
    } least = {0, 0};
    int32_t value = 0;
    cl_ulong index = 0;
    cl::Event ready, done;

    CHECK(!made && plan && plan.info().result_size == sizeof least);
    CHECK(plan.result(0).index_offset == 8);
    CHECK(queue.enqueueMarkerWithWaitList(nullptr, &ready) == CL_SUCCESS);
    arrays.value = values();
    arrays.index = indices();
    CHECK(plan.run(clr::run(queue)
                       .input(input, 0, numbers.size())
                       .host(least)
                       .blocking()
                       .arrays({arrays}, 3)
                       .after(ready)
                       .event(&done)) == CLR_OK);
    CHECK(done.wait() == CL_SUCCESS);
    CHECK(least.value == -5 && least.index == 4);
    queue.enqueueReadBuffer(values, CL_TRUE, 3 * sizeof value, sizeof value, &value);
    queue.enqueueReadBuffer(indices, CL_TRUE, 3 * sizeof index, sizeof index, &index);
    CHECK(value == -5 && index == 4);

    clr_reduction above = clr_reduction_of(CLR_OPERATOR_COUNT, CLR_TYPE_I32);
    uint64_t counts[] = {0, 0};
    above.where = "x >= a && x < b";
    clr::plan counting(context, above);
    for (int i = 0; i < 2; i++)
        CHECK(counting.run(clr::run(queue)
                               .input(input, 0, numbers.size())
                               .host(counts[i])
                               .blocking()
                               .scalars({-4.5, i ? 2.5 : 99})) == CLR_OK);
    CHECK(counts[0] == numbers.size() - 1 && counts[1] < counts[0]);

    clr::context again(context.opencl(), context.opencl_device());
    CHECK(again && clr_context_opencl(again.get()) == clr_context_opencl(context.get()));
}

/* clr::run has a call for the numbers of every shape that has any. */
static void tells_every_shape(const clr::context &context)
{
    cl::CommandQueue queue(context.opencl(), context.opencl_device());

#define SHAPE_STRUCT(name) CHECK(&clr::run(queue).name(clr_##name##_defaults()) != nullptr);
#include "shape_cases.def"
}

/* Rows of four, by label, and pairs by label: what the run is told of the plan's shape. */
static void runs_plans_of_many_results(const clr::context &context)
{
    cl::CommandQueue queue(context.opencl(), context.opencl_device());
    cl::Buffer input(context.opencl(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                     numbers.size() * sizeof(int32_t), const_cast<int32_t *>(numbers.data()));
    uint32_t label[] = {1, 0, 1, 0, 1, 0, 1, 0};
    cl::Buffer labels(context.opencl(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof label,
                      label);
    cl::Buffer sums(context.opencl(), CL_MEM_READ_WRITE, 2 * sizeof(cl_long));
    clr_plan_options options = clr_plan_options_defaults();
    const uint64_t extents[] = {2, 4};
    clr_arrays arrays = clr_arrays_defaults();
    clr_axes axes = clr_axes_defaults();
    clr_labels by = clr_labels_defaults();
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    cl::Buffer sums_of_pairs(context.opencl(), CL_MEM_READ_WRITE, 4 * sizeof(cl_long));
    const uint64_t pairs[] = {4, 2};
    clr_arrays four = clr_arrays_defaults();
    cl_long told[2], of_pairs[4];

    arrays.value = sums();
    four.value = sums_of_pairs();
    axes.rank = 2;
    axes.extents = extents;
    axes.reduced = 1 << 1;
    options.shape = CLR_SHAPE_AXES;
    clr::plan rows(context, sum, options);
    CHECK(rows.run(clr::run(queue).input(input, 0, 8).arrays({arrays}).axes(axes)) == CLR_OK);
    queue.enqueueReadBuffer(sums, CL_TRUE, 0, sizeof told, told);
    CHECK(told[0] == numbers[0] + numbers[1] + numbers[2] + numbers[3]);
    CHECK(told[1] == numbers[4] + numbers[5] + numbers[6] + numbers[7]);

    by.labels = labels();
    by.count = 2;
    by.type = CLR_TYPE_U32;
    options.shape = CLR_SHAPE_LABELS;
    clr::plan groups(context, sum, options);
    CHECK(groups.run(clr::run(queue).input(input, 0, 8).arrays({arrays}).labels(by)) == CLR_OK);
    queue.enqueueReadBuffer(sums, CL_TRUE, 0, sizeof told, told);
    CHECK(told[0] == numbers[1] + numbers[3] + numbers[5] + numbers[7]);
    CHECK(told[1] == numbers[0] + numbers[2] + numbers[4] + numbers[6]);

    axes.extents = pairs;
    axes.reduced = 1 << 0;
    options.shape = CLR_SHAPE_AXIS_LABELS;
    clr::plan vectors(context, sum, options);
    CHECK(vectors.run(clr::run(queue).input(input, 0, 8).arrays({four}).axes(axes).labels(by)) ==
          CLR_OK);
    queue.enqueueReadBuffer(sums_of_pairs, CL_TRUE, 0, sizeof of_pairs, of_pairs);
    CHECK(of_pairs[0] == numbers[2] + numbers[6] && of_pairs[1] == numbers[3] + numbers[7]);
    CHECK(of_pairs[2] == numbers[0] + numbers[4] && of_pairs[3] == numbers[1] + numbers[5]);
}
#endif

/* Parts of the numbers, merged as they are and by sums of words. */
static void accumulators_are_of_parts(const clr::context &context)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_host_run first = clr_host_run_defaults(), second = clr_host_run_defaults();
    int64_t merged = 0, by_words = 0;
    clr_fold fold;

    first.inputs[0] = numbers.data();
    first.count = 3;
    second.inputs[0] = numbers.data() + 3;
    second.count = numbers.size() - 3;
    clr::accumulator a(context, sum, first), b(context, sum, second);
    std::vector<int64_t> words = a.words(&fold), others = b.words();

    CHECK(a && b && fold == CLR_FOLD_SUM && words.size() == others.size());
    for (size_t i = 0; i < words.size(); i++)
        words[i] += others[i];
    CHECK(a.from_words(words).round(by_words) == CLR_OK);
    CHECK(a.merge(b) == CLR_OK && a.round(merged) == CLR_OK);
    CHECK(merged == 19 && by_words == 19);
    merged = 0;
    clr_host_arrays arrays = clr_host_arrays_defaults();
    arrays.value = &merged;
    CHECK(a.results(arrays) == CLR_OK && merged == 19);
}

static void the_host_needs_no_device()
{
    clr_context_options options = clr_context_options_defaults();

    options.device = "host";
    options.host_elements = CLR_HOST_NONE; /* is of devices */
    const clr::context host(options);
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_reduction halves = sum;
    int64_t total = 0;
    int32_t narrow = 7;

    CHECK(host && host.device() && !clr_context_opencl(host.get()));
#ifdef CLREDUCE_HAS_OPENCL_HPP
    CHECK(!host.opencl()() && !host.opencl_device()());
#endif
    CHECK(host.reduce(sum, numbers.data(), numbers.size(), total) == CLR_OK && total == 19);
    accumulators_are_of_parts(host);
    halves.map = "x * 0.5";
    expect_failure(CLR_ERROR_UNSUPPORTED, "needs a device", host, halves, narrow);
}

static void failures_are_told()
{
    clr_context_options nobody = clr_context_options_defaults();

    nobody.device = "nobody's device";
#ifdef CLREDUCE_NO_EXCEPTIONS
    clr::context context(nobody);
    CHECK(!context && context.status() == CLR_ERROR_NO_DEVICE);
    CHECK(std::strstr(context.error().message, "nobody's device"));
    CHECK(!clr::accumulator::load("x", 1));
#else
    try {
        clr::context context(nobody);
        CHECK(!"an exception");
    } catch (const clr::error &e) {
        CHECK(e.status() == CLR_ERROR_NO_DEVICE && std::strstr(e.what(), "nobody's device"));
    }
    try {
        clr::accumulator::load("x", 1);
        CHECK(!"an exception");
    } catch (const std::runtime_error &e) {
        CHECK(std::strlen(e.what()) > 10);
    }
#endif
}

int main()
{
    clr::context made;
    clr::context context(std::move(made));

    CHECK(context && !made && context.device());
    CHECK(clr_strategy_lesson("race"));
    reduces_host_memory(context);
    feeds_streams(context);
    teams_reduce(context);
#ifdef CLREDUCE_HAS_OPENCL_HPP
    runs_plans_on_objects_of_opencl_hpp(context);
    tells_every_shape(context);
    runs_plans_of_many_results(context);
#endif
    accumulators_are_of_parts(context);
    the_host_needs_no_device();
    failures_are_told();
    return 0;
}
