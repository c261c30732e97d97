// SPDX-License-Identifier: Apache-2.0
//
// compare_boost - Boost.Compute's reduce and max_element, on the OpenCL device whose name is in
// COMPARE_DEVICE. (Its accumulate and inner_product add up floats one after the other, and are not
// taken.) f32 is folded in f32. Calls are timed until their value is here: some wait for the device
// in between.
//
// Build: c++ -std=c++17 -O2 compare_boost.cpp -lOpenCL
// Usage: see compare_common.h
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "compare_common.h"
#include <boost/compute/algorithm/max_element.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional.hpp>
#include <boost/compute/functional/detail/unpack.hpp>
#include <boost/compute/iterator/transform_iterator.hpp>
#include <boost/compute/iterator/zip_iterator.hpp>
#include <boost/compute/system.hpp>
#include <boost/version.hpp>
#include <exception>
#include <memory>

namespace compute = boost::compute;

struct device_side {
    const compare_task *task;
    compute::context context;
    compute::command_queue queue;
    compare_operator op;
    size_t count;
    std::unique_ptr<compute::vector<float>> x, y;
    std::unique_ptr<compute::vector<double>> wide;
};

template <typename T>
static void upload(device_side &d, std::unique_ptr<compute::vector<T>> &to, const char *file)
{
    const size_t most = d.task->sizes[d.task->size_count - 1];

    if (to != nullptr)
        return;
    to = std::make_unique<compute::vector<T>>(most, d.context);
    const T *from = static_cast<const T *>(compare_data(d.task, file, most * sizeof(T)));
    compute::copy(from, from + most, to->begin(), d.queue);
}

static bool prepare(void *user, compare_operator op, size_t count)
{
    device_side &d = *static_cast<device_side *>(user);

    d.op = op;
    d.count = count;
    if (op == COMPARE_STD_F32 || op == COMPARE_NRM2_F32)
        return false;
    try {
        if (op == COMPARE_SUM_F64)
            upload(d, d.wide, compare_file(op, 0));
        else
            upload(d, d.x, compare_file(op, 0));
        if (op == COMPARE_DOT_F32)
            upload(d, d.y, compare_file(op, 1));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "compare_boost: left out: no room for the data: %s\n", error.what());
        return false;
    }
    return true;
}

template <typename T, typename Iterator, typename Fold>
static double reduce(device_side &d, Iterator first, Fold fold)
{
    T value = 0;

    compute::reduce(first, first + static_cast<std::ptrdiff_t>(d.count), &value, fold, d.queue);
    return static_cast<double>(value);
}

static double fetch(void *user)
{
    device_side &d = *static_cast<device_side *>(user);
    const auto count = static_cast<std::ptrdiff_t>(d.count);

    switch (d.op) {
    case COMPARE_SUM_F32:
        return reduce<float>(d, d.x->begin(), compute::plus<float>());
    case COMPARE_SUM_F64:
        return reduce<double>(d, d.wide->begin(), compute::plus<double>());
    case COMPARE_MAX_F32:
        return reduce<float>(d, d.x->begin(), compute::max<float>());
    case COMPARE_ARGMAX_F32:
        return static_cast<double>(
            compute::max_element(d.x->begin(), d.x->begin() + count, d.queue) - d.x->begin());
    default:
        return reduce<float>(
            d,
            compute::make_transform_iterator(
                compute::make_zip_iterator(boost::make_tuple(d.x->begin(), d.y->begin())),
                compute::detail::unpack(compute::multiplies<float>())),
            compute::plus<float>());
    }
}

int main(int argc, char **argv)
{
    const char *name = std::getenv("COMPARE_DEVICE");
    const compare_task task = compare_begin(argc, argv);

    try {
        const compute::device device = compute::system::find_device(name == nullptr ? "" : name);
        device_side d{};
        d.task = &task;
        d.context = compute::context(device);
        d.queue = compute::command_queue(d.context, device);
        compare_peer peer{};
        peer.name = "boost.compute";
        peer.version = BOOST_LIB_VERSION;
        peer.folded = "f32";
        peer.user = &d;
        peer.prepare = prepare;
        peer.fetch = fetch;
        compare_run(&task, &peer);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "compare_boost: %s\n", error.what());
        return 1;
    }
    return 0;
}
