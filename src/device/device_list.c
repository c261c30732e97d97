/* SPDX-License-Identifier: Apache-2.0 */
/* device_list - lists the machine's devices, and picks one by a name, a kind or indices that a
 * person types; where nothing is said the first GPU, or else the first device. */
#include "base/status.h"
#include "base/text.h"
#include "device/device.h"
#include "opencl/loader.h"

#include <stdlib.h>
#include <string.h>

struct clr_device_list {
    clr_device *devices;
    size_t count;
    clri_error error;
};

enum { PLATFORM_NOT_FOUND = -1001 }; /* cl_khr_icd's code for "no platform at all" */

static clr_status add_platform(clr_device_list *list, cl_platform_id platform, size_t index)
{
    cl_uint count = 0;
    cl_device_id *ids;
    clr_device *more;

    /* A platform without devices, or one whose driver fails, is no reason to hide the others. */
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) != CL_SUCCESS || count == 0)
        return CLR_OK;
    ids = calloc(count, sizeof *ids);
    more = realloc(list->devices, (list->count + count) * sizeof *more);
    if (more)
        list->devices = more;
    if (!ids || !more) {
        free(ids);
        return clri_fail_memory(&list->error);
    }
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL) == CL_SUCCESS) {
        for (cl_uint i = 0; i < count; i++) {
            clr_device *device = &list->devices[list->count++];

            clri_device_ask(platform, ids[i], device);
            device->platform_index = index;
            device->device_index = i;
        }
    }
    free(ids);
    return CLR_OK;
}

static clr_status list_platforms(clr_device_list *list)
{
    char reason[CLRI_MESSAGE_SIZE];
    clr_status status = CLR_OK;
    cl_uint count = 0;
    cl_platform_id *platforms = NULL;
    cl_int code;

    if (!clri_loader_open(reason, sizeof reason))
        return clri_fail(&list->error, CLR_ERROR_NO_DEVICE, "%s", reason);
    code = clGetPlatformIDs(0, NULL, &count);
    if (code == PLATFORM_NOT_FOUND || (code == CL_SUCCESS && count == 0))
        return clri_fail(&list->error, CLR_ERROR_NO_DEVICE,
                         "there is no OpenCL platform on this machine: install your GPU vendor's "
                         "OpenCL driver, or pocl-opencl-icd to use the CPU, and see 'clinfo -l'");
    if (code != CL_SUCCESS)
        return clri_fail_opencl(&list->error, code, "clGetPlatformIDs", "listing the platforms");
    platforms = calloc(count, sizeof *platforms);
    if (!platforms)
        return clri_fail_memory(&list->error);
    code = clGetPlatformIDs(count, platforms, NULL);
    if (code != CL_SUCCESS)
        status = clri_fail_opencl(&list->error, code, "clGetPlatformIDs", "listing the platforms");
    for (cl_uint i = 0; status == CLR_OK && i < count; i++)
        status = add_platform(list, platforms[i], i);
    free(platforms);
    if (status == CLR_OK && list->count == 0)
        status = clri_fail(&list->error, CLR_ERROR_NO_DEVICE,
                           "%u OpenCL %s on this machine, but none has a device", (unsigned)count,
                           count == 1 ? "platform is" : "platforms are");
    return status;
}

clr_status clr_device_list_create(clr_device_list **list)
{
    if (!list)
        return CLR_ERROR_ARGUMENT;
    *list = calloc(1, sizeof **list);
    return *list ? list_platforms(*list) : CLR_ERROR_MEMORY;
}

void clr_device_list_destroy(clr_device_list *list)
{
    if (!list)
        return;
    clri_error_clear(&list->error);
    free(list->devices);
    free(list);
}

size_t clr_device_list_count(const clr_device_list *list)
{
    return list ? list->count : 0;
}

const clr_device *clr_device_list_at(const clr_device_list *list, size_t index)
{
    return list && index < list->count ? &list->devices[index] : NULL;
}

const clr_error *clr_device_list_error(const clr_device_list *list)
{
    static const clr_error no_list = {
        sizeof no_list,
        CLR_ERROR_ARGUMENT,
        CL_SUCCESS,
        "",
        "there is no list: it is NULL, or host memory ran out when it was to be created",
        "",
    };

    if (!list)
        return &no_list;
    return clri_error_show((clri_error *)&list->error); /* the record is the list's own */
}

static const clr_device *first_of_type(const clr_device_list *list, cl_device_type type)
{
    for (size_t i = 0; i < list->count; i++)
        if (clri_known(list->devices[i].type, 0) & type)
            return &list->devices[i];
    return NULL;
}

static const clr_device *at_indices(const clr_device_list *list, uint64_t platform, uint64_t device)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->devices[i].platform_index == platform && list->devices[i].device_index == device)
            return &list->devices[i];
    return NULL;
}

static const clr_device *named(const clr_device_list *list, const char *part)
{
    for (size_t i = 0; i < list->count; i++)
        if (clri_text_contains(list->devices[i].name, part) ||
            clri_text_contains(list->devices[i].platform_name, part))
            return &list->devices[i];
    return NULL;
}

/* Reads "P:D", of digits and nothing else. */
static bool parse_indices(const char *text, uint64_t *platform, uint64_t *device)
{
    const size_t first = strspn(text, "0123456789");
    const size_t second = text[first] == ':' ? strspn(text + first + 1, "0123456789") : 0;

    if (first == 0 || first > 9 || second == 0 || second > 9 || text[first + 1 + second] != '\0')
        return false;
    *platform = strtoull(text, NULL, 10);
    *device = strtoull(text + first + 1, NULL, 10);
    return true;
}

static const clr_device *find_device(const clr_device_list *list, const char *which)
{
    uint64_t platform, device;

    if (!which || !*which) {
        const clr_device *gpu = first_of_type(list, CL_DEVICE_TYPE_GPU);

        return gpu ? gpu : clr_device_list_at(list, 0);
    }
    if (parse_indices(which, &platform, &device))
        return at_indices(list, platform, device);
    if (strcmp(which, "gpu") == 0)
        return first_of_type(list, CL_DEVICE_TYPE_GPU);
    if (strcmp(which, "cpu") == 0)
        return first_of_type(list, CL_DEVICE_TYPE_CPU);
    if (strcmp(which, "accelerator") == 0)
        return first_of_type(list, CL_DEVICE_TYPE_ACCELERATOR);
    return named(list, which);
}

static clr_status fail_to_find(clr_device_list *list, const char *which)
{
    clri_text known = {0};
    char *text;

    for (size_t i = 0; i < list->count; i++)
        clri_text_addf(&known, "%s%u:%u (%s)", i ? ", " : "",
                       (unsigned)list->devices[i].platform_index,
                       (unsigned)list->devices[i].device_index, list->devices[i].name);
    text = clri_text_take(&known);
    clri_fail(&list->error, CLR_ERROR_NO_DEVICE, "no device matches '%.200s'; there %s %s", which,
              list->count == 1 ? "is" : "are", text ? text : "others");
    free(text);
    return CLR_ERROR_NO_DEVICE;
}

clr_status clr_device_list_pick(clr_device_list *list, const char *which, const clr_device **device)
{
    if (device)
        *device = NULL;
    if (!list || !device)
        return CLR_ERROR_ARGUMENT;
    if (list->count == 0) /* the record says why since the list was made */
        return CLR_ERROR_NO_DEVICE;
    *device = find_device(list, which);
    return *device ? CLR_OK : fail_to_find(list, which);
}
