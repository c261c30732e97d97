// SPDX-License-Identifier: Apache-2.0
//
// compare_cub - CUB's DeviceReduce, on the first CUDA device: Sum, Max and ArgMax as they are
// mostly called, dot products and norms by TransformReduce where CUB has it, and Sum by each
// promise that CUB knows since CCCL 3.1: any order (not_guaranteed) and the same bits on all cards
// (gpu_to_gpu); the plain call has the same bits on one card. f32 is folded in f32. A plain call
// has its memory; those with a promise get theirs from the driver's pool each time.
//
// Build: nvcc -std=c++17 -O3 -arch=native -o compare_cub compare_cub.cu
// Newer CCCL headers than the toolkit's: -I FOLDER, the one that has cub/cub.cuh. With
// -DCUB_MODES=0 without the promises. Usage: see compare_common.h; COMPARE_CUB is what the peer is
// called, by default cub
#include "compare_common.h"
#include <cmath>
#include <cub/cub.cuh>
#include <cuda/std/functional>
#include <string>
#include <thrust/iterator/counting_iterator.h>
#include <type_traits>
#include <utility>

#ifndef CUB_MODES
#define CUB_MODES (CUB_VERSION >= 300100)
#endif
#if CUB_MODES
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/require.h>
#endif

enum promise { PLAIN, NOT_GUARANTEED, GPU_TO_GPU };

static void check(cudaError_t code)
{
    if (code != cudaSuccess)
        compare_stop(cudaGetErrorString(code));
}

// Room for any of the results.
union result {
    float f32;
    double f64;
    int index;
};

struct device_side {
    const compare_task *task;
    promise kept;
    compare_operator op;
    size_t count;
    void *x, *y;
    const char *x_file;
    result *results; // on the device: a value, a place
    void *scratch;
    size_t scratch_size;
};

// ---- What is called -----------------------------------------------------------------------------

struct square {
    __host__ __device__ float operator()(float x) const
    {
        return x * x;
    }
};

struct product_at {
    const float *x, *y;

    __host__ __device__ float operator()(int i) const
    {
        return x[i] * y[i];
    }
};

#if CUB_MODES
template <typename T, typename Determinism>
static cudaError_t sum_with(const device_side &d, Determinism determinism)
{
    return cub::DeviceReduce::Sum(static_cast<const T *>(d.x), reinterpret_cast<T *>(d.results),
                                  static_cast<int>(d.count), cuda::execution::require(determinism));
}
#endif

template <typename T> static cudaError_t sum(const device_side &d, void *scratch, size_t &size)
{
#if CUB_MODES
    if (d.kept == NOT_GUARANTEED)
        return sum_with<T>(d, cuda::execution::determinism::not_guaranteed);
    if (d.kept == GPU_TO_GPU)
        return sum_with<T>(d, cuda::execution::determinism::gpu_to_gpu);
#endif
    return cub::DeviceReduce::Sum(scratch, size, static_cast<const T *>(d.x),
                                  reinterpret_cast<T *>(d.results), static_cast<int>(d.count));
}

// CUB 2.7 and later write value and place apart; those before have pairs alone.
template <typename X, typename = void> struct has_two_outputs : std::false_type {
};

template <typename X>
struct has_two_outputs<
    X, std::void_t<decltype(cub::DeviceReduce::ArgMax(
           std::declval<void *>(), std::declval<size_t &>(), std::declval<X>(),
           std::declval<float *>(), std::declval<int64_t *>(), std::declval<int64_t>()))>>
    : std::true_type {
};

template <typename X>
static cudaError_t argmax(const device_side &d, void *scratch, size_t &size, X x)
{
    const int count = static_cast<int>(d.count);

    if constexpr (has_two_outputs<X>::value)
        return cub::DeviceReduce::ArgMax(scratch, size, x, &d.results[0].f32,
                                         reinterpret_cast<int64_t *>(&d.results[1]),
                                         static_cast<int64_t>(count));
    else
        return cub::DeviceReduce::ArgMax(
            scratch, size, x, reinterpret_cast<cub::KeyValuePair<int, float> *>(d.results), count);
}

static cudaError_t call(const device_side &d, void *scratch, size_t &size)
{
    const float *x = static_cast<const float *>(d.x), *y = static_cast<const float *>(d.y);
    float *to = &d.results[0].f32;
    const int count = static_cast<int>(d.count);

    switch (d.op) {
    case COMPARE_SUM_F32:
        return sum<float>(d, scratch, size);
    case COMPARE_SUM_F64:
        return sum<double>(d, scratch, size);
    case COMPARE_MAX_F32:
        return cub::DeviceReduce::Max(scratch, size, x, to, count);
    case COMPARE_ARGMAX_F32:
        return argmax(d, scratch, size, x);
    case COMPARE_DOT_F32:
        return cub::DeviceReduce::TransformReduce(scratch, size, thrust::counting_iterator<int>(0),
                                                  to, count, cuda::std::plus<float>(),
                                                  product_at{x, y}, 0.0f);
    default:
        return cub::DeviceReduce::TransformReduce(scratch, size, x, to, count,
                                                  cuda::std::plus<float>(), square(), 0.0f);
    }
}

// ---- The peer -----------------------------------------------------------------------------------

// All of a file on the device; null if it has no room for it.
static void *upload(const device_side &d, const char *file, size_t size)
{
    void *to = nullptr;

    if (cudaMalloc(&to, size) == cudaSuccess) {
        check(cudaMemcpy(to, compare_data(d.task, file, size), size, cudaMemcpyHostToDevice));
        return to;
    }
    cudaGetLastError();
    std::fprintf(stderr, "compare_cub: left out: no room for %s on the device.\n", file);
    return nullptr;
}

// The plain call's memory.
static void make_scratch(device_side &d)
{
    size_t size = 0;

    if (d.kept != PLAIN)
        return;
    check(call(d, nullptr, size));
    if (size > d.scratch_size) {
        check(cudaFree(d.scratch));
        check(cudaMalloc(&d.scratch, size));
        d.scratch_size = size;
    }
}

static bool prepare(void *user, compare_operator op, size_t count)
{
    device_side &d = *static_cast<device_side *>(user);
    const size_t size = d.task->sizes[d.task->size_count - 1] * compare_width(op);

    if (op == COMPARE_STD_F32 || (d.kept != PLAIN && op > COMPARE_SUM_F64) || count > INT32_MAX)
        return false;
    d.op = op;
    d.count = count;
    if (d.x == nullptr || std::strcmp(d.x_file, compare_file(op, 0)) != 0) {
        check(cudaFree(d.x));
        d.x_file = compare_file(op, 0);
        d.x = upload(d, d.x_file, size);
    }
    if (op == COMPARE_DOT_F32 && d.y == nullptr)
        d.y = upload(d, compare_file(op, 1), size);
    if (d.x == nullptr || (op == COMPARE_DOT_F32 && d.y == nullptr))
        return false;
    make_scratch(d);
    return true;
}

static void enqueue(void *user)
{
    device_side &d = *static_cast<device_side *>(user);
    size_t size = d.scratch_size;

    check(call(d, d.scratch, size));
}

static void finish(void *)
{
    check(cudaDeviceSynchronize());
}

// The place of an ArgMax, in whichever form it has been written.
static double place_of(const result *found)
{
    if constexpr (has_two_outputs<const float *>::value) {
        int64_t place;
        std::memcpy(&place, &found[1], sizeof place);
        return (double)place;
    } else {
        return (double)found[0].index;
    }
}

static double fetch(void *user)
{
    device_side &d = *static_cast<device_side *>(user);
    result found[2];

    enqueue(user);
    check(cudaMemcpy(found, d.results, d.op == COMPARE_ARGMAX_F32 ? sizeof found : sizeof found[0],
                     cudaMemcpyDeviceToHost));
    return d.op == COMPARE_SUM_F64      ? found[0].f64
           : d.op == COMPARE_ARGMAX_F32 ? place_of(found)
           : d.op == COMPARE_NRM2_F32   ? std::sqrt((double)found[0].f32)
                                        : (double)found[0].f32;
}

static void run_as(const compare_task &task, promise kept, const char *more)
{
    const char *given = std::getenv("COMPARE_CUB");
    const std::string name = std::string(given == nullptr ? "cub" : given) + more;
    const std::string version = std::to_string(CUB_VERSION / 100000) + "." +
                                std::to_string(CUB_VERSION / 100 % 1000) + "." +
                                std::to_string(CUB_VERSION % 100);
    device_side d = {};
    compare_peer peer = {};

    d.task = &task;
    d.kept = kept;
    check(cudaMalloc(&d.results, 2 * sizeof(result)));
    peer.name = name.c_str();
    peer.version = version.c_str();
    peer.folded = "f32";
    peer.user = &d;
    peer.prepare = prepare;
    peer.enqueue = enqueue;
    peer.finish = finish;
    peer.fetch = fetch;
    compare_run(&task, &peer);
    for (void *memory : {d.x, d.y, d.scratch, static_cast<void *>(d.results)})
        check(cudaFree(memory));
}

// Keeps what the pool has, so that it is not got from the system again after every wait.
static void keep_pool()
{
    cudaMemPool_t pool;
    uint64_t all = UINT64_MAX;

    check(cudaDeviceGetDefaultMemPool(&pool, 0));
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
}

int main(int argc, char **argv)
{
    const compare_task task = compare_begin(argc, argv);

    keep_pool();
    run_as(task, PLAIN, "");
    if (CUB_MODES) {
        run_as(task, NOT_GUARANTEED, " not_guaranteed");
        run_as(task, GPU_TO_GPU, " gpu_to_gpu");
    }
    return 0;
}
