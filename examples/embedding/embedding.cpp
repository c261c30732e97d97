// SPDX-License-Identifier: Apache-2.0
//
// embedding - clreduce beside the C++ bindings of OpenCL (opencl.hpp), whose objects give their
// handles by calling them: the sum of a cl::Buffer on a cl::CommandQueue.
//
// Exit status: 0 the sum is right, 1 it is not or something failed, after a line that says what.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION  300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>
#include <clreduce/clreduce.h>

#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

// The calls that end what others have made.
struct Destroy {
    void operator()(clr_context *context) const
    {
        clr_context_destroy(context);
    }
    void operator()(clr_plan *plan) const
    {
        clr_plan_destroy(plan);
    }
};

static void check(clr_status status, const clr_context *context)
{
    if (status != CLR_OK)
        throw std::runtime_error(clr_context_error(context)->message);
}

static cl_long sum(const cl::Context &opencl, const cl::Device &device, cl::CommandQueue &queue,
                   const cl::Buffer &numbers, cl_ulong count)
{
    clr_context_options options = {};
    options.size = sizeof options;
    options.opencl_context = opencl();
    options.opencl_device = device();
    clr_context *made = nullptr;
    const clr_status status = clr_context_create(&options, &made);
    const std::unique_ptr<clr_context, Destroy> context(made);
    check(status, context.get());

    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_plan *planned = nullptr;
    check(clr_plan_create(context.get(), &reduction, 1, nullptr, &planned), context.get());
    const std::unique_ptr<clr_plan, Destroy> plan(planned);

    const cl::Buffer total(opencl, CL_MEM_READ_WRITE, sizeof(cl_long));
    clr_run run = {};
    run.size = sizeof run;
    run.queue = queue();
    run.inputs[0] = {numbers(), 0, count};
    run.output = total();
    check(clr_plan_run(plan.get(), &run), context.get());

    cl_long value = 0;
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
