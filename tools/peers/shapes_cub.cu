// SPDX-License-Identifier: Apache-2.0
//
// shapes_cub - CUB's reductions with many results, on f32: fixed segments (where CUB has that call),
// segments between offsets, argmax of both, runs of keys, and labels by sorting them first. Prints a
// line a measurement, tab-separated: peer, version, shape, length or labels, elements, seconds a call,
// bytes read and written. Seconds are those of the best of several bursts of calls one after the
// other, by CUDA events, after one call that warms up. Sums are compared with the elements' own.
//
// Build: nvcc -std=c++17 -O3 -arch=native -o shapes_cub shapes_cub.cu
// Newer CCCL headers than the toolkit's: -I FOLDER, the one that has cub/cub.cuh.
// Usage: shapes_cub ELEMENTS LENGTHS LABELLED LABELS, lists separated by commas; LABELLED elements
// have labels.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

static const int bursts = 7;
static const double burst_seconds = 0.01;

static void check(cudaError_t code)
{
    if (code != cudaSuccess) {
        std::fprintf(stderr, "shapes_cub: %s\n", cudaGetErrorString(code));
        std::exit(1);
    }
}

// ---- Data ---------------------------------------------------------------------------------------

// SplitMix64, as clreduce bench draws lengths and labels.
__host__ __device__ static uint64_t random_bits(uint64_t index)
{
    uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// Of [0, 1), of so few digits that sums of some are exact.
__global__ static void fill(float *x, int count)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (int64_t)blockDim.x)
        x[i] = (float)(random_bits(i) >> 56) * 0x1p-8f;
}

__global__ static void fill_labels(int *labels, int count, uint64_t most)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (int64_t)blockDim.x)
        labels[i] = (int)(random_bits(i) % most);
}

__global__ static void fill_keys(int *keys, int count, int length)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * (int64_t)blockDim.x)
        keys[i] = (int)(i / length);
}

template <typename T> struct array {
    T *at = nullptr;
    int64_t count;

    explicit array(int64_t wanted) : count(wanted)
    {
        check(cudaMalloc(&at, std::max<int64_t>(wanted, 1) * sizeof(T)));
    }

    array(const array &) = delete;

    ~array()
    {
        cudaFree(at);
    }

    void put(const std::vector<T> &from)
    {
        check(cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    }

    std::vector<T> get() const
    {
        std::vector<T> all(count);
        check(cudaMemcpy(all.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost));
        return all;
    }
};

// ---- Measuring ----------------------------------------------------------------------------------

template <typename Call> static double seconds_of(Call &&call, int calls)
{
    cudaEvent_t start, stop;
    float milliseconds = 0;

    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaEventRecord(start));
    for (int i = 0; i < calls; i++)
        check(call());
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    check(cudaEventElapsedTime(&milliseconds, start, stop));
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(stop));
    return milliseconds * 1e-3 / calls;
}

template <typename Call> static double best_seconds(Call &&call)
{
    seconds_of(call, 1);
    const double once = seconds_of(call, 1);
    const int calls = (int)std::min(200.0, std::max(1.0, burst_seconds / std::max(once, 1e-7)));
    double best = once;

    for (int i = 0; i < bursts; i++)
        best = std::min(best, seconds_of(call, calls));
    return best;
}

// `call` takes CUB's scratch memory and its size, and may be asked for the latter alone.
template <typename Call>
static void measure(const char *shape, int64_t length, int64_t count, double bytes, Call &&call)
{
    size_t size = 0;

    check(call(nullptr, size));
    array<char> scratch((int64_t)size);
    const double seconds = best_seconds([&] { return call(scratch.at, size); });
    std::printf("cub\t%d.%d.%d\t%s\t%lld\t%lld\t%.9g\t%.0f\n", CUB_VERSION / 100000,
                CUB_VERSION / 100 % 1000, CUB_VERSION % 100, shape, (long long)length,
                (long long)count, seconds, bytes);
    std::fflush(stdout);
}

// Sums of a few multiples of 2^-8 are exact, and those of many nearly so.
static void compare(const char *shape, double found, double expected)
{
    if (!(std::fabs(found - expected) <= 1e-3 * expected + 1e-3))
        std::fprintf(stderr, "shapes_cub: %s: the results add up to %g, not to %g\n", shape, found,
                     expected);
}

static double total(const std::vector<float> &all)
{
    double sum = 0;

    for (float x : all)
        sum += x;
    return sum;
}

// ---- Fixed segments -----------------------------------------------------------------------------

// Whether CUB has the call: that of offsets takes one argument more.
template <typename T, typename = void> struct has_fixed : std::false_type {
};

template <typename T>
struct has_fixed<T, std::void_t<decltype(cub::DeviceSegmentedReduce::Sum(
                        std::declval<void *>(), std::declval<size_t &>(), std::declval<const T *>(),
                        std::declval<T *>(), std::declval<int64_t>(), std::declval<int>()))>>
    : std::true_type {
};

template <typename T> static void fixed(const T *x, int64_t most, int length, double expected)
{
    if constexpr (has_fixed<T>::value) {
        const int64_t rows = most / length, count = rows * length;
        {
            array<T> sums(rows);
            measure("sum rows", length, count, (double)(count + rows) * sizeof(T),
                    [&](void *scratch, size_t &size) {
                        return cub::DeviceSegmentedReduce::Sum(scratch, size, x, sums.at, rows,
                                                               length);
                    });
            if (count == most)
                compare("sum rows", total(sums.get()), expected);
        }
        array<cuda::std::pair<int, T>> best(rows);
        measure("argmax rows", length, count,
                (double)count * sizeof(T) + (double)rows * sizeof(cuda::std::pair<int, T>),
                [&](void *scratch, size_t &size) {
                    return cub::DeviceSegmentedReduce::ArgMax(scratch, size, x, best.at, rows,
                                                              length);
                });
    }
}

// ---- Segments between offsets -------------------------------------------------------------------

// As tools/bench/made_numbers.c draws them.
static std::vector<int> offsets_of(const std::string &kind, int count, int length)
{
    const int64_t segments = kind == "giant" ? count / 2 + 1 : ((int64_t)count + length - 1) / length;
    const double shares = std::log((double)segments) + 0.5772156649015329;
    std::vector<int> offsets(segments + 1);
    int64_t begin = 0;

    for (int64_t k = 0; k < segments; k++) {
        if (kind == "fixed")
            begin += length;
        else if (kind == "uniform")
            begin += random_bits(k) % (2 * (uint64_t)length + 1);
        else if (kind == "zipf")
            begin += (int64_t)(count / (shares * (double)(k * 2654435761u % segments + 1)) +
                               (double)(random_bits(k) >> 11) * 0x1p-53);
        else
            begin += k == (segments - 1) / 2 ? count - (segments - 1) : 1;
        begin = std::min<int64_t>(begin, count);
        offsets[k + 1] = (int)begin;
    }
    return offsets;
}

static void between_offsets(const float *x, int most, const std::string &kind, int length,
                            double expected)
{
    const std::vector<int> made = offsets_of(kind, most, length);
    const int64_t segments = (int64_t)made.size() - 1, count = made.back();
    const std::string name = "sum segments " + kind;
    array<int> offsets(segments + 1);
    array<float> sums(segments);

    offsets.put(made);
    measure(name.c_str(), kind == "giant" ? 0 : length, count,
            (double)(count + segments + segments + 1) * 4, [&](void *scratch, size_t &size) {
                return cub::DeviceSegmentedReduce::Sum(scratch, size, x, sums.at, segments,
                                                       offsets.at, offsets.at + 1);
            });
    if (count == most)
        compare(name.c_str(), total(sums.get()), expected);
    if (kind != "fixed")
        return;
    array<cub::KeyValuePair<int, float>> best(segments);
    measure("argmax segments fixed", length, count,
            (double)(count + segments + 1) * 4 +
                (double)segments * sizeof(cub::KeyValuePair<int, float>),
            [&](void *scratch, size_t &size) {
                return cub::DeviceSegmentedReduce::ArgMax(scratch, size, x, best.at, segments,
                                                          offsets.at, offsets.at + 1);
            });
}

// ---- Keys and labels ----------------------------------------------------------------------------

struct add {
    template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const
    {
        return a + b;
    }
};

static void runs_of_keys(const float *x, int count, int length, double expected)
{
    const int64_t runs = ((int64_t)count + length - 1) / length;
    array<int> keys(count), unique(runs), found(1);
    array<float> sums(runs);

    fill_keys<<<1024, 256>>>(keys.at, count, length);
    check(cudaGetLastError());
    measure("sum runs", length, count, ((double)count + (double)runs) * 8,
            [&](void *scratch, size_t &size) {
                return cub::DeviceReduce::ReduceByKey(scratch, size, keys.at, unique.at, x, sums.at,
                                                      found.at, add(), count);
            });
    compare("sum runs", total(sums.get()), expected);
}

// CUB has no reduction by label: sorted by label, elements are runs of keys.
static void labels(const float *x, int count, int most, double expected)
{
    array<int> given(count), sorted(count), unique(most), found(1);
    array<float> moved(count), sums(most);
    size_t sort_size = 0, sum_size = 0;
    int bits = 1;

    while (bits < 31 && most > 1 << bits)
        bits++;
    fill_labels<<<1024, 256>>>(given.at, count, (uint64_t)most);
    check(cudaGetLastError());
    check(cudaMemset(sums.at, 0, (size_t)most * sizeof(float)));
    measure("sum labels uniform", most, count, (double)count * 8 + (double)most * 4,
            [&](void *scratch, size_t &size) {
                cudaError_t code = cub::DeviceRadixSort::SortPairs(
                    nullptr, sort_size, given.at, sorted.at, x, moved.at, count, 0, bits);
                if (code == cudaSuccess)
                    code = cub::DeviceReduce::ReduceByKey(nullptr, sum_size, sorted.at, unique.at,
                                                          moved.at, sums.at, found.at, add(), count);
                size = std::max(sort_size, sum_size);
                if (code != cudaSuccess || scratch == nullptr)
                    return code;
                code = cub::DeviceRadixSort::SortPairs(scratch, sort_size, given.at, sorted.at, x,
                                                       moved.at, count, 0, bits);
                if (code != cudaSuccess)
                    return code;
                return cub::DeviceReduce::ReduceByKey(scratch, sum_size, sorted.at, unique.at,
                                                      moved.at, sums.at, found.at, add(), count);
            });
    compare("sum labels", total(sums.get()), expected);
}

// ---- All of it ----------------------------------------------------------------------------------

static std::vector<int> list_of(const char *text)
{
    std::vector<int> numbers;

    while (*text != '\0') {
        char *end = nullptr;
        const long long number = std::strtoll(text, &end, 10);
        if (end == text || number < 1 || number > INT32_MAX || (*end != ',' && *end != '\0')) {
            std::fprintf(stderr, "shapes_cub: no list of numbers: %s\n", text);
            std::exit(1);
        }
        numbers.push_back((int)number);
        text = *end == ',' ? end + 1 : end;
    }
    return numbers;
}

static double total_of(const float *x, int count)
{
    std::vector<float> all(count);

    check(cudaMemcpy(all.data(), x, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost));
    return total(all);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        std::fprintf(stderr, "usage: shapes_cub ELEMENTS LENGTHS LABELLED LABELS\n");
        return 1;
    }
    const int count = list_of(argv[1]).at(0), labelled = list_of(argv[3]).at(0);
    array<float> x(std::max(count, labelled)), one(1);

    fill<<<1024, 256>>>(x.at, (int)x.count);
    check(cudaGetLastError());
    const double sum = total_of(x.at, count), labelled_sum = total_of(x.at, labelled);
    measure("sum flat", count, count, (double)count * 4, [&](void *scratch, size_t &size) {
        return cub::DeviceReduce::Sum(scratch, size, x.at, one.at, count);
    });
    compare("sum flat", one.get()[0], sum);
    for (int length : list_of(argv[2])) {
        if (length > count)
            continue;
        fixed(x.at, count, length, sum);
        between_offsets(x.at, count, "fixed", length, sum);
        between_offsets(x.at, count, "uniform", length, sum);
        if (length == 32)
            between_offsets(x.at, count, "zipf", length, sum);
        runs_of_keys(x.at, count, length, sum);
    }
    between_offsets(x.at, count, "giant", 1, sum);
    for (int most : list_of(argv[4]))
        labels(x.at, labelled, most, labelled_sum);
    return 0;
}
