/* SPDX-License-Identifier: Apache-2.0 */
#include "made_up.h"

#include <stdio.h>
#include <string.h>

clr_device mute_make(void)
{
    clr_device device;

    memset(&device, 0xff, sizeof device);
    device.platform_name[0] = device.platform_version[0] = device.vendor[0] = '\0';
    device.version[0] = device.driver_version[0] = device.opencl_c_version[0] = '\0';
    device.opencl_c_features[0] = device.extensions[0] = device.quirks[0] = '\0';
    snprintf(device.name, sizeof device.name, "a device");
    device.fp64 = 0;
    return device;
}

clr_device bare_gpu_make(void)
{
    clr_device device = mute_make();

    device.type = CL_DEVICE_TYPE_GPU;
    device.max_compute_units = 132;
    device.max_work_group_size = 1024;
    device.max_work_item_sizes[0] = 1024;
    device.local_mem_size = 48 << 10;
    device.native_vector_width_float = 1;
    device.opencl_c_latest = 120;
    device.int64_base_atomics = 0;
    device.int64_extended_atomics = 0;
    device.collectives = 0;
    device.fence = CLR_FENCE_NONE;
    device.shuffle = CLR_SHUFFLE_NONE;
    device.atomic_add_f64 = CLR_ATOMIC_ADD_NONE;
    return device;
}

clr_device gpu_make(void)
{
    clr_device device = bare_gpu_make();

    device.fp64 = 1;
    device.opencl_c_latest = 300;
    device.int64_base_atomics = 1;
    device.int64_extended_atomics = 1;
    device.collectives = 1;
    device.fence = CLR_FENCE_NVIDIA;
    device.shuffle = CLR_SHUFFLE_NVIDIA;
    device.compute_capability_major_nv = 9;
    snprintf(device.driver_version, sizeof device.driver_version, "580.159.04");
    device.atomic_add_f64 = CLR_ATOMIC_ADD_NVIDIA;
    return device;
}

clr_device cpu_make(void)
{
    clr_device device = gpu_make();

    device.type = CL_DEVICE_TYPE_CPU;
    device.max_compute_units = 2;
    device.native_vector_width_float = 8;
    device.collectives = 0;
    device.fence = CLR_FENCE_C11;
    device.shuffle = CLR_SHUFFLE_NONE;
    device.atomic_add_f64 = CLR_ATOMIC_ADD_NONE;
    return device;
}

clr_device h200_make(void)
{
    clr_device device = gpu_make();

    snprintf(device.platform_name, sizeof device.platform_name, "NVIDIA CUDA");
    snprintf(device.vendor, sizeof device.vendor, "NVIDIA Corporation");
    snprintf(device.name, sizeof device.name, "NVIDIA H200");
    device.opencl_c_latest = 120;
    device.compute_capability_minor_nv = 0;
    device.warp_size_nv = 32;
    device.preferred_work_group_size_multiple = 32;
    device.collectives = 0;
    return device;
}

clr_device pocl_make(void)
{
    clr_device device = cpu_make();

    snprintf(device.platform_name, sizeof device.platform_name, "Portable Computing Language");
    snprintf(device.vendor, sizeof device.vendor, "GenuineIntel");
    snprintf(device.name, sizeof device.name, "cpu-sapphirerapids-INTEL(R) XEON(R)");
    snprintf(device.driver_version, sizeof device.driver_version, "3.1+debian");
    device.max_work_group_size = 4096;
    device.max_work_item_sizes[0] = 4096;
    device.local_mem_size = 512 << 10;
    device.native_vector_width_float = 16;
    device.preferred_work_group_size_multiple = 8;
    return device;
}

clri_request request_of(const clr_reduction *reductions, size_t count)
{
    clri_request request;
    clri_error error = {0};

    if (clri_request_read(reductions, count, &request, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return request;
}

clr_status try_choose(const clr_device *device, const clr_reduction *reduction,
                      const clr_plan_options *options, uint64_t limit, clri_choice *choice,
                      clri_error *error)
{
    const clri_limits limits = {.group = limit, .local = UINT64_MAX};
    clri_request request;
    clr_status status = clri_request_read(reduction, 1, &request, error);

    if (status == CLR_OK)
        status = clri_domain_read(options, &request.domain, error);
    if (status == CLR_OK) {
        status = clri_choose(device, &request, options, &limits, choice, error);
        assert_null(choice->pass.custom);
        assert_null(choice->pass.members[0].map);
    }
    clri_request_free(&request);
    return status;
}

clri_choice choose(const clr_device *device, clr_operator op, clr_type type, const char *strategy,
                   uint64_t limit)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy, .unsound = 1};
    clri_choice choice = {0};
    clri_error error = {0};

    if (try_choose(device, &reduction, &options, limit, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return choice;
}
