/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is known of drivers beyond their answers: which rows of quirk.def act on made-up devices,
 * and which do not.
 */
#include "device/quirk.h"
#include "made_up.h"

#include <stdio.h>
#include <string.h>

static clr_device on_platform(const char *platform)
{
    clr_device device = bare_gpu_make();

    snprintf(device.platform_name, sizeof device.platform_name, "%s", platform);
    return device;
}

TEST(answers_are_corrected_and_named)
{
    clr_device device = on_platform("NVIDIA CUDA");

    device.compute_capability_major_nv = 9;
    clri_quirk_correct(&device);
    assert_int_equal(device.fence, CLR_FENCE_NVIDIA);
    assert_int_equal(device.shuffle, CLR_SHUFFLE_NVIDIA);
    assert_int_equal(device.atomic_add_f64, CLR_ATOMIC_ADD_NVIDIA);
    assert_string_equal(device.quirks, "nvidia-membar nvidia-shfl nvidia-red");
    clri_quirk_correct(&device); /* which are right by now */
    assert_string_equal(device.quirks, "nvidia-membar nvidia-shfl nvidia-red");

    device = on_platform("Oclgrind");
    device.fp16 = 1;
    device.type = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU;
    clri_quirk_correct(&device);
    assert_int_equal(device.fp16, 0);
    assert_int_equal(device.type, CL_DEVICE_TYPE_GPU);
    assert_int_equal(device.fence, CLR_FENCE_ATOMIC);
    assert_non_null(strstr(device.quirks, "oclgrind-fp16"));
}

/* PyPI's PoCL on an AMD processor is refused if this one has AVX-512, and other versions are not.
 */
TEST(a_compiler_that_is_known_to_be_wrong_is_refused)
{
    clr_device device = on_platform("Portable Computing Language");
    bool has_avx512 = false;

#if defined(__x86_64__)
    has_avx512 = __builtin_cpu_supports("avx512f");
#endif
    snprintf(device.name, sizeof device.name, "pthread-AMD EPYC");
    snprintf(device.driver_version, sizeof device.driver_version, "3.0-rc2");
    assert_int_equal(clri_quirk_text(&device, CLRI_HABIT_FAULT) != NULL, has_avx512);
    snprintf(device.driver_version, sizeof device.driver_version, "3.1");
    assert_null(clri_quirk_text(&device, CLRI_HABIT_FAULT));
    snprintf(device.driver_version, sizeof device.driver_version, "3.0-rc2");
    snprintf(device.name, sizeof device.name, "pthread-Intel(R) Xeon(R)");
    assert_null(clri_quirk_text(&device, CLRI_HABIT_FAULT));
}

TEST(other_devices_are_left_alone)
{
    clr_device device = on_platform("Portable Computing Language");
    const clr_device before = device;

    clri_quirk_correct(&device);
    assert_memory_equal(&device, &before, sizeof device);
    device = on_platform("NVIDIA CUDA");
    device.compute_capability_major_nv = 5;
    clri_quirk_correct(&device);
    assert_int_equal(device.atomic_add_f64, CLR_ATOMIC_ADD_NONE);
    device = on_platform("");
    device.compute_capability_major_nv = 9;
    device.atomic_add_f64 = CLR_ATOMIC_ADD_C11; /* which the driver offers */
    clri_quirk_correct(&device);
    assert_int_equal(device.atomic_add_f64, CLR_ATOMIC_ADD_C11);
}

TEST(habits_are_known_by_driver)
{
    const clr_device cuda = on_platform("NVIDIA CUDA"), grind = on_platform("Oclgrind 21.10");
    const clr_device other = on_platform("rusticl"), gpu = gpu_make(), cpu = cpu_make();

    assert_string_equal(clri_quirk_text(&cuda, CLRI_HABIT_LABEL), "<kernel>:");
    assert_string_equal(clri_quirk_text(&grind, CLRI_HABIT_LABEL), "input.cl:");
    assert_null(clri_quirk_text(&other, CLRI_HABIT_LABEL));
    assert_int_equal(clri_quirk_number(&gpu, CLRI_HABIT_LOADS_PAST_CACHE), 1);
    assert_int_equal(clri_quirk_number(&cuda, CLRI_HABIT_LOADS_PAST_CACHE), 0);
    assert_int_equal(clri_quirk_number(&gpu, CLRI_HABIT_COMPUTES_AHEAD), 1);
    assert_int_equal(clri_quirk_number(&cpu, CLRI_HABIT_COMPUTES_AHEAD), 0);
    assert_null(clri_quirk_text(&cuda, CLRI_HABIT_PRAGMAS));
    assert_null(clri_quirk_text(&gpu, CLRI_HABIT_PRAGMAS));
    assert_non_null(strstr(clri_quirk_text(&cpu, CLRI_HABIT_PRAGMAS), "-Wpsabi"));
    assert_int_equal(clri_quirk_number(&gpu, CLRI_HABIT_CALLS), 0);
    assert_int_equal(clri_quirk_number(&cpu, CLRI_HABIT_CALLS), 1);
    assert_int_equal(clri_quirk_number(&gpu, CLRI_HABIT_LEAST_CHAINS_GROUP), 0);
    assert_int_equal(clri_quirk_number(&cpu, CLRI_HABIT_LEAST_CHAINS_GROUP), 32);
}
