/* SPDX-License-Identifier: Apache-2.0 */
/*
 * survey - asks OpenCL, the folder of driver files, and /sys. See survey.h.
 */
#include "survey.h"
#include <clreduce/clreduce.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLATFORMS_MOST 64
#define DEVICES_MOST   64

/* ---- Platforms and devices ------------------------------------------------------------------- */

static void answer_device(const survey_entry *platform, uint32_t index, cl_device_id device,
                          FILE *answer)
{
    survey_entry entry = {.is_device = true, .platform = platform->platform, .device = index};

    if (clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof entry.name, entry.name, NULL) != CL_SUCCESS)
        snprintf(entry.name, sizeof entry.name, "a device without a name");
    clGetDeviceInfo(device, CL_DEVICE_VENDOR_ID, sizeof entry.vendor, &entry.vendor, NULL);
    fwrite(&entry, sizeof entry, 1, answer);
    fflush(answer); /* entries survive a crash in the next call */
}

static void answer_platform(uint32_t index, cl_platform_id platform, FILE *answer)
{
    cl_device_id devices[DEVICES_MOST];
    cl_uint count = 0;
    survey_entry entry = {.platform = index};

    if (clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof entry.name, entry.name, NULL) !=
        CL_SUCCESS)
        snprintf(entry.name, sizeof entry.name, "a platform without a name");
    entry.code = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES_MOST, devices, &count);
    fwrite(&entry, sizeof entry, 1, answer);
    fflush(answer);
    for (uint32_t i = 0; entry.code == CL_SUCCESS && i < count && i < DEVICES_MOST; i++)
        answer_device(&entry, i, devices[i], answer);
}

int survey_platforms(const void *nothing, FILE *answer)
{
    cl_platform_id platforms[PLATFORMS_MOST];
    cl_uint count = 0;
    int32_t code = clGetPlatformIDs(PLATFORMS_MOST, platforms, &count);

    (void)nothing;
    if (code != CL_SUCCESS) {
        fwrite(&code, sizeof code, 1, answer);
        return 1;
    }
    for (uint32_t i = 0; i < count && i < PLATFORMS_MOST; i++)
        answer_platform(i, platforms[i], answer);
    return 0;
}

/* ---- Driver files ---------------------------------------------------------------------------- */

const char *survey_vendors(void)
{
    const char *asked = getenv("OCL_ICD_VENDORS");

    return asked && asked[0] != '\0' ? asked : "/etc/OpenCL/vendors";
}

/* A pipe that nobody writes to keeps nobody waiting. */
static FILE *open_regular(const char *path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;

    if (file < 0)
        return NULL;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
        return fdopen(file, "r");
    close(file);
    return NULL;
}

/* The first line of a driver file names the library. */
static void read_driver(const char *path, survey_driver *driver)
{
    const char *slash = strrchr(path, '/');
    FILE *file = open_regular(path);

    snprintf(driver->name, sizeof driver->name, "%s", slash ? slash + 1 : path);
    driver->library[0] = '\0';
    if (!file)
        return;
    if (fgets(driver->library, sizeof driver->library, file))
        driver->library[strcspn(driver->library, " \t\r\n")] = '\0';
    fclose(file);
}

size_t survey_drivers(survey_driver drivers[], size_t most)
{
    const char *vendors = survey_vendors();
    struct stat kind;
    char pattern[SURVEY_NAME_SIZE + 8];
    glob_t found;
    size_t count = 0;

    if (stat(vendors, &kind) != 0)
        return 0;
    snprintf(pattern, sizeof pattern, S_ISDIR(kind.st_mode) ? "%s/*.icd" : "%s", vendors);
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (; count < found.gl_pathc && count < most; count++)
        read_driver(found.gl_pathv[count], &drivers[count]);
    globfree(&found);
    return count;
}

int survey_load(const void *library, FILE *answer)
{
    if (dlopen(library, RTLD_NOW | RTLD_LOCAL))
        return 0;
    fprintf(answer, "%s", dlerror());
    return 1;
}

/* ---- Hardware and files ---------------------------------------------------------------------- */

/* The number in a file of /sys, 0 if it cannot be read. */
static unsigned long read_number(const char *folder, const char *name)
{
    char path[512];
    char text[32] = "";
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    if (!file)
        return 0;
    if (!fgets(text, sizeof text, file))
        text[0] = '\0';
    fclose(file);
    return strtoul(text, NULL, 0);
}

bool survey_has_hardware(unsigned vendor)
{
    glob_t found;
    bool has = false;

    if (glob("/sys/bus/pci/devices/*", 0, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc && !has; i++) {
        /* 0x03 is the PCI class of display controllers, 3D controllers without an output too. */
        has = read_number(found.gl_pathv[i], "class") >> 16 == 0x03 &&
              read_number(found.gl_pathv[i], "vendor") == vendor;
    }
    globfree(&found);
    return has;
}

void survey_forbidden_node(char path[SURVEY_NAME_SIZE])
{
    glob_t found;

    path[0] = '\0';
    if (glob("/dev/dri/renderD*", 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc && path[0] == '\0'; i++)
        if (access(found.gl_pathv[i], R_OK | W_OK) != 0)
            snprintf(path, SURVEY_NAME_SIZE, "%s", found.gl_pathv[i]);
    globfree(&found);
}

bool survey_can_write(const char *folder)
{
    char path[4096];
    struct stat kind;

    snprintf(path, sizeof path, "%s", folder);
    while (stat(path, &kind) != 0 && strrchr(path, '/'))
        *strrchr(path, '/') = '\0';
    if (path[0] == '\0')
        snprintf(path, sizeof path, "/");

    /* Only trying tells: to root, access() grants what the file system then refuses. */
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/clreduce-XXXXXX");
    static const char kernel[64 << 10]; /* as large as a compiled one, for disks that are full */
    int file = mkstemp(path);
    if (file < 0)
        return false;
    bool written = write(file, kernel, sizeof kernel) == (ssize_t)sizeof kernel;
    close(file);
    unlink(path);
    return written;
}
