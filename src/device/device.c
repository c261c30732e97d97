/* SPDX-License-Identifier: Apache-2.0 */
#include "device/device.h"
#include "base/system.h"
#include "base/text.h"
#include "device/quirk.h"

#include <CL/cl_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of cl_ext_float_atomics, which older headers lack. */
#ifndef CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT          (1 << 1)
#endif

/* The member where a fact is stored, and the question to the driver for it: a row of fact.def. */
typedef struct fact_row {
    const char *name;
    const char *unit; /* NULL for texts */
    size_t offset;
    size_t size;              /* of the member: a text's room, or 8 bytes a number */
    cl_device_info parameter; /* 0: derived from other facts */
    unsigned version;
    const char *extension;
} fact_row;

#define MEMBER_SIZE(member) sizeof(((clr_device *)0)->member)
#define ROW(member, unit, parameter, version, extension)                                           \
    {#member, unit,     offsetof(clr_device, member), MEMBER_SIZE(member), parameter,              \
     version, extension},

static const fact_row rows[] = {
#define CLRI_TEXT(member, parameter, version, extension)                                           \
    ROW(member, NULL, parameter, version, extension)
#define CLRI_NUMBER_FACT(member, parameter, version, extension, unit)                              \
    ROW(member, unit, parameter, version, extension)
#define CLRI_DERIVED_TEXT(member)  ROW(member, NULL, 0, 0, "")
#define CLRI_DERIVED(member, unit) ROW(member, unit, 0, 0, "")
#include "device/fact.def"
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void *member_of(clr_device *facts, const fact_row *row)
{
    return (char *)facts + row->offset;
}

/* The answer's bytes, which the caller frees; NULL if the driver has none. `*size` is what the
 * driver wrote. */
static void *ask(cl_device_id device, cl_device_info parameter, size_t *size)
{
    char *bytes;

    if (clGetDeviceInfo(device, parameter, 0, NULL, size) != CL_SUCCESS || *size == 0)
        return NULL;
    bytes = calloc(1, *size + 1); /* a NUL for drivers that omit it */
    if (bytes && clGetDeviceInfo(device, parameter, *size, bytes, NULL) != CL_SUCCESS) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

/* Spreads an answer over a member: one number of 4 or 8 bytes, or several of type size_t, behind
 * which the member's others are 0. */
static void store_numbers(uint64_t *member, size_t capacity, const void *answer, size_t size)
{
    const size_t width = capacity > 1 ? sizeof(size_t) : size;
    const size_t count = size / width < capacity ? size / width : capacity;

    for (size_t i = 0; i < count; i++) {
        const char *at = (const char *)answer + i * width;
        uint32_t narrow;

        if (width == sizeof narrow) {
            memcpy(&narrow, at, sizeof narrow);
            member[i] = narrow;
        } else if (width == sizeof *member) {
            memcpy(&member[i], at, sizeof *member);
        }
    }
    for (size_t i = count; count && i < capacity; i++)
        member[i] = 0;
}

static void ask_fact(clr_device *facts, const fact_row *row)
{
    size_t size = 0;
    void *answer;

    if (clri_known(facts->opencl_version, 0) < row->version)
        return;
    if (*row->extension && !clri_text_has_word(facts->extensions, row->extension))
        return;
    answer = ask(facts->device, row->parameter, &size);
    if (!answer)
        return;
    if (row->unit)
        store_numbers(member_of(facts, row), row->size / sizeof(uint64_t), answer, size);
    else
        clri_text_copy(member_of(facts, row), row->size, answer);
    free(answer);
}

/* All bits of a number set is CLR_UNKNOWN; texts are empty. */
static void forget_everything(clr_device *facts)
{
    memset(facts, 0, sizeof *facts);
    facts->size = sizeof *facts;
    facts->platform_index = CLR_UNKNOWN;
    facts->device_index = CLR_UNKNOWN;
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].unit)
            memset(member_of(facts, &rows[i]), 0xff, rows[i].size);
}

/* "OpenCL 3.0 PoCL ..." or "OpenCL C 1.2 ..." as 300 or 120; CLR_UNKNOWN if it is neither. */
static uint64_t version_number(const char *text)
{
    unsigned major, minor;

    if (sscanf(text, "OpenCL %u.%u", &major, &minor) == 2 ||
        sscanf(text, "OpenCL C %u.%u", &major, &minor) == 2)
        return major * UINT64_C(100) + minor * UINT64_C(10);
    return CLR_UNKNOWN;
}

/* From OpenCL 3.0 on, the languages and features are lists of names with versions. */
static void ask_language(clr_device *facts)
{
    size_t size = 0;
    cl_name_version *list;
    clri_text features = {0};
    char *text;

    facts->opencl_c_latest = version_number(facts->opencl_c_version);
    if (clri_known(facts->opencl_version, 0) < 300)
        return;
    list = ask(facts->device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, &size);
    for (size_t i = 0; list && i < size / sizeof *list; i++) {
        const uint64_t version = CL_VERSION_MAJOR(list[i].version) * UINT64_C(100) +
                                 CL_VERSION_MINOR(list[i].version) * UINT64_C(10);

        if (version > clri_known(facts->opencl_c_latest, 0))
            facts->opencl_c_latest = version;
    }
    free(list);
    list = ask(facts->device, CL_DEVICE_OPENCL_C_FEATURES, &size);
    for (size_t i = 0; list && i < size / sizeof *list; i++)
        clri_text_addf(&features, "%s%.*s", i ? " " : "", (int)sizeof list[i].name, list[i].name);
    free(list);
    text = clri_text_take(&features);
    clri_text_copy(facts->opencl_c_features, sizeof facts->opencl_c_features, text ? text : "");
    free(text);
}

/* OpenCL 2.x has device-scope acquire-release atomics; 3.0 says whether it has them. */
static bool has_device_fence(const clr_device *facts)
{
    const uint64_t language = clri_known(facts->opencl_c_latest, 0);

    if (language >= 300)
        return clri_text_has_word(facts->opencl_c_features, "__opencl_c_atomic_order_acq_rel") &&
               clri_text_has_word(facts->opencl_c_features, "__opencl_c_atomic_scope_device");
    return language >= 200;
}

/* OpenCL C 2.0 has work_group_reduce_*(); 3.0 says whether it has them. */
static bool has_collectives(const clr_device *facts)
{
    const uint64_t language = clri_known(facts->opencl_c_latest, 0);

    if (language >= 300)
        return clri_text_has_word(facts->opencl_c_features,
                                  "__opencl_c_work_group_collective_functions");
    return language >= 200;
}

static clr_shuffle shuffle_of(const clr_device *facts)
{
    if (clri_text_has_word(facts->extensions, "cl_intel_subgroups"))
        return CLR_SHUFFLE_INTEL;
    if (clri_text_has_word(facts->extensions, "cl_khr_subgroup_shuffle") &&
        clri_known(facts->opencl_c_latest, 0) >= 200)
        return CLR_SHUFFLE_KHR;
    return CLR_SHUFFLE_NONE;
}

static clr_atomic_add atomic_add_of(const clr_device *facts)
{
    if (clri_known(facts->double_fp_atomic_capabilities_ext, 0) &
        CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT)
        return CLR_ATOMIC_ADD_C11;
    return CLR_ATOMIC_ADD_NONE;
}

static void derive(clr_device *facts)
{
    const char *extensions = facts->extensions;

    facts->fp64 = clri_text_has_word(extensions, "cl_khr_fp64") ||
                  clri_known(facts->double_fp_config, 0) != 0;
    facts->fp16 = clri_text_has_word(extensions, "cl_khr_fp16");
    facts->int64_base_atomics = clri_text_has_word(extensions, "cl_khr_int64_base_atomics");
    facts->int64_extended_atomics = clri_text_has_word(extensions, "cl_khr_int64_extended_atomics");
    facts->collectives = has_collectives(facts);
    facts->shuffle = shuffle_of(facts);
    facts->atomic_add_f64 = atomic_add_of(facts);
    facts->sub_groups = clri_text_has_word(extensions, "cl_khr_subgroups") ||
                        clri_text_has_word(facts->opencl_c_features, "__opencl_c_subgroups");
}

static void ask_platform(clr_device *facts)
{
    clGetPlatformInfo(facts->platform, CL_PLATFORM_NAME, sizeof facts->platform_name - 1,
                      facts->platform_name, NULL);
    clGetPlatformInfo(facts->platform, CL_PLATFORM_VERSION, sizeof facts->platform_version - 1,
                      facts->platform_version, NULL);
}

void clri_device_ask(cl_platform_id platform, cl_device_id device, clr_device *facts)
{
    forget_everything(facts);
    facts->platform = platform;
    facts->device = device;
    ask_platform(facts);
    /* Texts first: versions and extensions decide which facts may be asked for. */
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (!rows[i].unit && rows[i].parameter)
            ask_fact(facts, &rows[i]);
    facts->opencl_version = version_number(facts->version);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].unit && rows[i].parameter)
            ask_fact(facts, &rows[i]);
    ask_language(facts);
    derive(facts);
    /* quirk.def's fence for a device, if it has one, goes before OpenCL's own */
    facts->fence = CLR_FENCE_NONE;
    clri_quirk_correct(facts);
    if (facts->fence == CLR_FENCE_NONE && has_device_fence(facts))
        facts->fence = CLR_FENCE_C11;
}

void clri_device_host(clr_device *facts)
{
    forget_everything(facts);
    snprintf(facts->name, sizeof facts->name, "host");
    snprintf(facts->platform_name, sizeof facts->platform_name, "none");
    facts->type = CL_DEVICE_TYPE_CPU;
    facts->max_compute_units = clri_thread_cores();
    facts->fp64 = 1;
    facts->fp64_is_ieee = 1;
}

int clr_device_fact_at(const clr_device *device, size_t index, clr_device_fact *fact)
{
    if (!device || !fact)
        return 0;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const fact_row *row = &rows[i];
        const char *at = (const char *)device + row->offset;
        const size_t count = row->unit ? row->size / sizeof(uint64_t) : 1;

        if (index >= count) {
            index -= count;
            continue;
        }
        *fact = (clr_device_fact){.name = row->name, .unit = row->unit ? row->unit : ""};
        if (row->unit)
            memcpy(&fact->number, at + index * sizeof(uint64_t), sizeof(uint64_t));
        else
            fact->text = at;
        return 1;
    }
    return 0;
}

const char *clri_device_language(const clr_device *device, bool later)
{
    if (!later)
        return "";
    return clri_known(device->opencl_c_latest, 0) >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
}

bool clri_device_compares(const clr_device *device)
{
    const uint64_t kept = CL_FP_DENORM | CL_FP_INF_NAN;

    return (clri_known(device->single_fp_config, kept) & kept) == kept &&
           clri_known(device->fp64_is_ieee, 1);
}

bool clri_device_shares_memory(const clr_device *device)
{
    return clri_yes(device->host_unified_memory) ||
           (clri_known(device->type, 0) & CL_DEVICE_TYPE_CPU);
}
