// SPDX-License-Identifier: Apache-2.0
//
// embedding - clreduce.hpp beside the C++ bindings of OpenCL (opencl.hpp): the sum of a cl::Buffer
// on a cl::CommandQueue. What fails throws, clr::error as cl::Error do.
//
// Exit status: 0 the sum is right, 1 it is not or something failed, after a line that says what.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>
#include <clreduce/clreduce.hpp>

#include <iostream>
#include <numeric>
#include <vector>

static cl_long sum(const cl::Context &opencl, const cl::Device &device, cl::CommandQueue &queue,
                   const cl::Buffer &numbers, cl_ulong count)
{
    const clr::context context(opencl, device);
    const clr::plan plan(context, clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32));
    const cl::Buffer total(opencl, CL_MEM_READ_WRITE, sizeof(cl_long));
    cl_long value = 0;

    plan.run(clr::run(queue).input(numbers, 0, count).output(total));
    queue.enqueueReadBuffer(total, CL_TRUE, 0, sizeof value, &value);
    return value;
}

int main()
try {
    std::vector<cl_int> x(100000);
    std::iota(x.begin(), x.end(), 0);
    const cl::Device device = cl::Device::getDefault();
    const cl::Context opencl(device);
    cl::CommandQueue queue(opencl, device);
    const cl::Buffer numbers(opencl, x.begin(), x.end(), true);

    const cl_long value = sum(opencl, device, queue, numbers, x.size());
    std::cout << "sum " << value << "\n";
    return value == 4999950000 ? 0 : 1;
} catch (const std::exception &error) {
    std::cerr << "embedding: " << error.what() << "\n";
    return 1;
}
