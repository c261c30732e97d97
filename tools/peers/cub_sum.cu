// SPDX-License-Identifier: Apache-2.0
//
// cub_sum - CUB's DeviceReduce::Sum on f32 and f64, for a comparison on the same card in the same
// hour: as it is mostly called, and by each of the promises that CUB knows since CCCL 3.1: any
// order (not_guaranteed), the same bits on one card (run_to_run, the default) and on all
// (gpu_to_gpu). Prints a line a type, mode and size: microseconds a call among back-to-back calls
// (median of 15 bursts, in which the modes take turns), GB/s, the ratio of its speed to the plain
// call's, and how far off the sum is, as a part of it.
//
// Modes get their memory from the driver's pool in every call, which small sizes show; the plain
// call is given its memory once.
//
// Build: nvcc -std=c++17 -O3 -arch=native -o cub_sum cub_sum.cu
// With -DCUB_SUM_MODES=0 without the modes, with =1 whatever version CUB says it has.
// Usage: cub_sum [LOG2 OF THE LARGEST COUNT, up to 30]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

#ifndef CUB_SUM_MODES
#define CUB_SUM_MODES (CUB_VERSION >= 300100)
#endif
#if CUB_SUM_MODES
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/require.h>
#endif

static const int bursts = 15;

static void check(cudaError_t code)
{
    if (code != cudaSuccess) {
        std::fprintf(stderr, "cub_sum: %s\n", cudaGetErrorString(code));
        std::exit(1);
    }
}

// ---- Data ---------------------------------------------------------------------------------------

// Integers below 2^24, scaled to [0, 1): their sum is known.
__host__ __device__ static uint32_t integer_at(uint64_t index)
{
    return (uint32_t)((index * 2654435761u) >> 8) & 0xffffff;
}

template <typename T> __global__ static void fill(T *x, size_t count)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (size_t)blockDim.x)
        x[i] = (T)(integer_at(i) * 0x1p-24);
}

static double sum_on_host(size_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += integer_at(i);
    return (double)sum * 0x1p-24;
}

// ---- Modes: what is called, one struct each -----------------------------------------------------

// The plain call, in memory of its own.
struct plain {
    static constexpr const char *name = "plain";
    void *scratch = nullptr;
    size_t scratch_size = 0;

    template <typename T> cudaError_t sum(const T *x, T *result, int count)
    {
        return cub::DeviceReduce::Sum(scratch, scratch_size, x, result, count);
    }

    template <typename T> void prepare(const T *x, T *result, int most)
    {
        check(sum(x, result, most));
        check(cudaMalloc(&scratch, scratch_size));
    }

    ~plain()
    {
        cudaFree(scratch);
    }
};

#if CUB_SUM_MODES
struct not_guaranteed {
    static constexpr const char *name = "not_guaranteed";

    template <typename T> void prepare(const T *, T *, int)
    {
    }

    template <typename T> cudaError_t sum(const T *x, T *result, int count)
    {
        auto env = cuda::execution::require(cuda::execution::determinism::not_guaranteed);
        return cub::DeviceReduce::Sum(x, result, count, env);
    }
};

struct run_to_run {
    static constexpr const char *name = "run_to_run";

    template <typename T> void prepare(const T *, T *, int)
    {
    }

    template <typename T> cudaError_t sum(const T *x, T *result, int count)
    {
        auto env = cuda::execution::require(cuda::execution::determinism::run_to_run);
        return cub::DeviceReduce::Sum(x, result, count, env);
    }
};

struct gpu_to_gpu {
    static constexpr const char *name = "gpu_to_gpu";

    template <typename T> void prepare(const T *, T *, int)
    {
    }

    template <typename T> cudaError_t sum(const T *x, T *result, int count)
    {
        auto env = cuda::execution::require(cuda::execution::determinism::gpu_to_gpu);
        return cub::DeviceReduce::Sum(x, result, count, env);
    }
};

// Keeps what the pool has, so that it is not got from the system again after every wait.
static void keep_pool()
{
    cudaMemPool_t pool;
    uint64_t all = UINT64_MAX;

    check(cudaDeviceGetDefaultMemPool(&pool, 0));
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
}
#endif

// ---- Measuring ----------------------------------------------------------------------------------

template <typename T, typename Mode>
static float time_burst(Mode &mode, const T *x, T *result, int count, int calls)
{
    cudaEvent_t start, stop;
    float milliseconds;

    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaEventRecord(start));
    for (int i = 0; i < calls; i++)
        check(mode.sum(x, result, count));
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&milliseconds, start, stop));
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(stop));
    return milliseconds * 1000 / calls;
}

// A mode's times, and what its last call came to.
struct measured {
    const char *name;
    std::vector<float> times;
    double result;
};

template <typename T, typename Mode>
static void take_turn(Mode &mode, measured &m, const T *x, T *result, int count)
{
    T value;

    m.times.push_back(time_burst(mode, x, result, count, count < 1 << 24 ? 100 : 10));
    check(cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost));
    m.result = (double)value;
}

// The first turn only warms up.
template <typename T, typename... Modes>
static std::vector<measured> measure(const T *x, T *result, int count, Modes &...modes)
{
    std::vector<measured> all = {measured{Modes::name, {}, 0}...};

    for (int turn = 0; turn <= bursts; turn++) {
        size_t at = 0;
        (take_turn(modes, all[at++], x, result, count), ...);
        for (measured &m : all) {
            if (turn == 0)
                m.times.clear();
        }
    }
    for (measured &m : all)
        std::sort(m.times.begin(), m.times.end());
    return all;
}

template <typename T> static void print(const char *type, int log, const std::vector<measured> &all)
{
    const double bytes = (double)((size_t)1 << log) * sizeof(T);
    const double truth = sum_on_host((size_t)1 << log);

    for (const measured &m : all)
        std::printf("%s 2^%-2d %-14s %10.2f us %7.1f GB/s %6.3f x plain, off by %.1e\n", type, log,
                    m.name, m.times[bursts / 2], bytes / m.times[bursts / 2] / 1000,
                    all[0].times[bursts / 2] / m.times[bursts / 2],
                    truth == 0 ? 0.0 : (m.result - truth) / truth);
    std::fflush(stdout);
}

template <typename T, typename... Modes>
static void measure_type(const char *type, int most, Modes... modes)
{
    T *x, *result;

    check(cudaMalloc(&x, ((size_t)1 << most) * sizeof *x));
    check(cudaMalloc(&result, sizeof *result));
    fill<<<1024, 256>>>(x, (size_t)1 << most);
    check(cudaGetLastError());
    (modes.prepare(x, result, 1 << most), ...);
    for (int log = 10; log <= most; log += 2)
        print<T>(type, log, measure(x, result, 1 << log, modes...));
    check(cudaFree(x));
    check(cudaFree(result));
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? std::atoi(argv[1]) : 30;

    if (most < 10 || most > 30) {
        std::fprintf(stderr, "usage: cub_sum [10 to 30]\n");
        return 1;
    }
    std::printf("CUB %d\n", CUB_VERSION);
#if CUB_SUM_MODES
    keep_pool();
    measure_type<float>("f32", most, plain(), not_guaranteed(), run_to_run(), gpu_to_gpu());
    measure_type<double>("f64", most, plain(), not_guaranteed(), run_to_run(), gpu_to_gpu());
#else
    measure_type<float>("f32", most, plain());
    measure_type<double>("f64", most, plain());
#endif
    return 0;
}
