// SPDX-License-Identifier: Apache-2.0
//
// cub_sum - CUB's DeviceReduce::Sum on f32, for a comparison on the same card in the same hour. Prints
// a line a size: elements, microseconds a call among back-to-back calls (median of 15 bursts), GB/s.
// Build: nvcc -O3 -arch=native -o cub_sum cub_sum.cu
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>

static void check(cudaError_t code)
{
    if (code != cudaSuccess) {
        std::fprintf(stderr, "cub_sum: %s\n", cudaGetErrorString(code));
        std::exit(1);
    }
}

__global__ static void fill(float *x, size_t count)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (size_t)blockDim.x)
        x[i] = (float)((i * 2654435761u) >> 8 & 0xffffff) * 0x1p-24f;
}

static float time_burst(const float *x, float *sum, void *scratch, size_t scratch_size, size_t count,
                        int calls)
{
    cudaEvent_t start, stop;
    float milliseconds;

    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaEventRecord(start));
    for (int i = 0; i < calls; i++)
        check(cub::DeviceReduce::Sum(scratch, scratch_size, x, sum, count));
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&milliseconds, start, stop));
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(stop));
    return milliseconds * 1000 / calls;
}

int main()
{
    const size_t most = (size_t)1 << 28;
    float *x, *sum;
    void *scratch = nullptr;
    size_t scratch_size = 0;

    check(cudaMalloc(&x, most * sizeof *x));
    check(cudaMalloc(&sum, sizeof *sum));
    fill<<<1024, 256>>>(x, most);
    check(cub::DeviceReduce::Sum(scratch, scratch_size, x, sum, most));
    check(cudaMalloc(&scratch, scratch_size));
    for (int log = 10; log <= 28; log += 2) {
        const size_t count = (size_t)1 << log;
        std::vector<float> times;

        time_burst(x, sum, scratch, scratch_size, count, 5);
        for (int i = 0; i < 15; i++)
            times.push_back(time_burst(x, sum, scratch, scratch_size, count, log < 24 ? 100 : 10));
        std::sort(times.begin(), times.end());
        std::printf("2^%d %.2f us %.0f GB/s\n", log, times[7],
                    (double)count * sizeof *x / times[7] / 1000);
    }
    return 0;
}
