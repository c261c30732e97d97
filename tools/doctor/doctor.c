/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor - the verb that says in plain words what is wrong with OpenCL on this machine, and the
 * next step. Every driver is tried in a child process: this one makes no OpenCL call.
 */
#include "clock.h"
#include "doctor_probe.h"
#include "message.h"
#include "output.h"
#include "quantity.h"
#include "sentence.h"
#include "survey.h"
#include "verbs.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT_SECONDS 20
#define DRIVERS_MOST  64

static const char install[] = "For the CPU: apt install pocl-opencl-icd. For a GPU: its vendor's "
                              "package. Then run clinfo -l.";

/* The findings so far. Large, because of the probe's answer. */
typedef struct diagnosis {
    bool noisy;
    probe last;
    survey_driver drivers[DRIVERS_MOST];
    size_t driver_count;
    survey_entry entries[PROBE_ANSWER_MOST / sizeof(survey_entry)];
    size_t entry_count;
    size_t device_count;
    size_t healthy_count;
} diagnosis;

/* ---- Telling --------------------------------------------------------------------------------- */

static void tell(const char *mark, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line that begins with "ok", "note" or "problem", or the next step below such a line. */
static void tell(const char *mark, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *sentence = sentence_make(format, arguments);
    va_end(arguments);
    printf("  %-8s %s\n", mark, sentence ? sentence : "out of memory");
    free(sentence);
}

static void try(diagnosis *d, int (*function)(const void *, FILE *), const void *argument)
{
    probe_run(&d->last, function, argument, LIMIT_SECONDS, d->noisy);
}

/* The words of a probe that did not succeed: its own, or how it ended. */
static void reason(const probe *p, char text[], size_t size)
{
    if (p->end == PROBE_RETURNED && p->size != 0)
        snprintf(text, size, "%.*s", (int)size - 1, p->answer);
    else
        probe_describe(p, text, size);
}

/* ---- Drivers --------------------------------------------------------------------------------- */

static void tell_owner(const survey_driver *driver)
{
    tell("", "Reinstall the package that owns it ('dpkg -S %s/%s'), or remove it.",
         survey_vendors(), driver->name);
}

static void try_driver(diagnosis *d, const survey_driver *driver)
{
    char why[512];

    if (driver->library[0] == '\0') {
        tell("problem", "%s: names no library: it is empty, cannot be read, or is no text.",
             driver->name);
        tell_owner(driver);
        return;
    }
    try(d, survey_load, driver->library);
    if (d->last.end == PROBE_RETURNED && d->last.detail == 0) {
        tell("ok", "%s: %s", driver->name, driver->library);
        return;
    }
    reason(&d->last, why, sizeof why);
    tell("problem", "%s: %s does not load: %.511s", driver->name, driver->library, why);
    tell_owner(driver);
}

static void look_at_drivers(diagnosis *d)
{
    char *heading = sentence_of("Drivers, as listed in %s", survey_vendors());
    puts(heading ? heading : "Drivers");
    free(heading);
    d->driver_count = survey_drivers(d->drivers, DRIVERS_MOST);
    for (size_t i = 0; i < d->driver_count; i++)
        try_driver(d, &d->drivers[i]);
    if (d->driver_count != 0)
        return;
    tell("problem", "none: no OpenCL driver is installed, or OCL_ICD_VENDORS leads elsewhere.");
    tell("", "%s", install);
}

/* ---- Platforms ------------------------------------------------------------------------------- */

/* The folder in which PoCL compiles. Returns whether it can be written. */
static bool find_pocl_cache(char folder[], size_t size)
{
    const char *cache = getenv("POCL_CACHE_DIR");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");

    if (cache)
        snprintf(folder, size, "%s", cache);
    else if (xdg && xdg[0] != '\0')
        snprintf(folder, size, "%s/pocl", xdg);
    else
        snprintf(folder, size, "%s/.cache/pocl", home ? home : "");
    return survey_can_write(folder);
}

static void advise_pocl(void)
{
    char folder[4096];

    if (!find_pocl_cache(folder, sizeof folder))
        tell("",
             "PoCL has no devices when it cannot write its cache, %s: set POCL_CACHE_DIR to a "
             "folder that can be written.",
             folder);
    else
        tell("",
             "POCL_DEVICES may exclude its devices (it is '%s'); POCL_DEBUG=all shows what PoCL "
             "does.",
             getenv("POCL_DEVICES") ? getenv("POCL_DEVICES") : "");
}

/* Why a platform can be without devices, by a part of its name; NULL: advise_pocl() finds out. */
static const struct {
    const char *name;
    bool harmless;
    const char *advice;
} empty_rows[] = {
    {"Portable Computing Language", false, NULL},
    {"rusticl", true,
     "rusticl shows no device unless told to: set RUSTICL_ENABLE to the Mesa driver, such as "
     "radeonsi, iris or llvmpipe (the CPU)."},
    {"Clover", true,
     "Clover serves few old AMD GPUs and is no longer developed: nothing to be done, rusticl takes "
     "its place."},
    {"", false, "Its hardware is missing, or its kernel driver is not loaded (see dmesg)."},
};

static void tell_empty(const survey_entry *platform)
{
    size_t row = 0;

    while (!strstr(platform->name, empty_rows[row].name))
        row++;
    tell(empty_rows[row].harmless ? "note" : "problem", "platform %" PRIu32 ", %s, has no device.",
         platform->platform, platform->name);
    if (empty_rows[row].advice)
        tell("", "%s", empty_rows[row].advice);
    else
        advise_pocl();
}

/* The reason that the message of a PoCL that failed to compile does not tell. */
static void advise_failed_pocl(const diagnosis *d, const survey_entry *device)
{
    char folder[4096];

    for (size_t i = 0; i < d->entry_count; i++) {
        const survey_entry *entry = &d->entries[i];
        if (!entry->is_device && entry->platform == device->platform &&
            strstr(entry->name, "Portable Computing Language") &&
            !find_pocl_cache(folder, sizeof folder))
            tell("",
                 "PoCL cannot write its cache, %s: it is full or write-protected; make room, or "
                 "set POCL_CACHE_DIR to another folder.",
                 folder);
    }
}

/*
 * Creates a context on the device "P:D", which tests it, trusting no earlier test. The answer is
 * what was found wrong, or where the device can be used, what it does without.
 */
static int test_device(const void *which, FILE *answer)
{
    clr_context *context = NULL;
    clr_context_options create = {.size = sizeof create, .device = which, .cache_folder = ""};

    if (clr_context_create(&create, &context) == CLR_OK) {
        if (clr_context_device(context)->fp64_is_ieee == 0)
            fprintf(answer, "Its doubles are not IEEE 754's: exact sums are made of integers, and "
                            "no level is reproducible.");
        return 0;
    }
    fprintf(answer, "%s", context ? clr_context_error(context)->message : "out of memory");
    return 1;
}

static void tell_device(diagnosis *d, const survey_entry *device)
{
    char which[32];
    char why[1024];
    char taken[QUANTITY_TEXT_SIZE];
    uint64_t start = clock_ns();

    snprintf(which, sizeof which, "%" PRIu32 ":%" PRIu32, device->platform, device->device);
    try(d, test_device, which);
    quantity_time((double)(clock_ns() - start) * 1e-9, taken);
    d->device_count++;
    if (d->last.end == PROBE_RETURNED && d->last.detail == 0) {
        d->healthy_count++;
        tell("ok", "device %s, %s, passes its self-test (in %s).", which, device->name, taken);
        if (d->last.size > 0)
            tell("note", "device %s: %.1000s", which, d->last.answer);
        return;
    }
    reason(&d->last, why, sizeof why);
    tell("problem", "device %s, %s: %.1023s", which, device->name, why);
    advise_failed_pocl(d, device);
    if (d->last.end != PROBE_RETURNED)
        tell("", "Update its driver, or choose another device with -d or CLREDUCE_DEVICE.");
}

static bool has_devices(const diagnosis *d, const survey_entry *platform)
{
    for (size_t i = 0; i < d->entry_count; i++)
        if (d->entries[i].is_device && d->entries[i].platform == platform->platform)
            return true;
    return false;
}

static void tell_broken(const probe *p)
{
    char why[256] = "ended the process";

    if (p->end != PROBE_RETURNED)
        probe_describe(p, why, sizeof why);
    tell("problem", "asking the drivers for their devices %s: a driver is broken.", why);
    tell("", "Try them one by one: OCL_ICD_VENDORS=%s/NAME.icd clreduce doctor", survey_vendors());
}

static void tell_no_platform(const probe *p)
{
    int32_t code = 0;

    memcpy(&code, p->answer, sizeof code);
    tell("problem", "there is no OpenCL platform (clGetPlatformIDs: %" PRId32 "%s).", code,
         code == -1001 ? ", no driver found" : "");
    tell("", "%s", install);
}

static void look_at_platforms(diagnosis *d)
{
    printf("Platforms and devices\n");
    try(d, survey_platforms, NULL);
    bool returned = d->last.end == PROBE_RETURNED;
    if (returned && d->last.detail == 1 && d->last.size == sizeof(int32_t)) {
        tell_no_platform(&d->last);
        return;
    }
    if (!returned || d->last.detail != 0)
        tell_broken(&d->last); /* after some answers, perhaps */
    d->entry_count = d->last.size / sizeof d->entries[0];
    memcpy(d->entries, d->last.answer, d->entry_count * sizeof d->entries[0]);
    for (size_t i = 0; i < d->entry_count; i++)
        if (d->entries[i].is_device)
            tell_device(d, &d->entries[i]);
        else if (!has_devices(d, &d->entries[i]))
            tell_empty(&d->entries[i]);
}

/* ---- Hardware -------------------------------------------------------------------------------- */

/* Makers of GPUs, and the names of their OpenCL drivers in Debian. */
static const struct {
    unsigned vendor;
    const char *name;
    const char *package;
} makers[] = {
    {0x10de, "NVIDIA", "nvidia-opencl-icd"},
    {0x1002, "AMD", "mesa-opencl-icd (with RUSTICL_ENABLE=radeonsi), or AMD's ROCm"},
    {0x8086, "Intel", "intel-opencl-icd"},
};

static bool serves(const diagnosis *d, unsigned vendor)
{
    for (size_t i = 0; i < d->entry_count; i++)
        if (d->entries[i].is_device && d->entries[i].vendor == vendor)
            return true;
    return false;
}

static void look_at_hardware(const diagnosis *d)
{
    char node[SURVEY_NAME_SIZE];
    bool idle = false;

    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        if (!survey_has_hardware(makers[i].vendor) || serves(d, makers[i].vendor))
            continue;
        tell("note", "this machine has a GPU of %s that no OpenCL device stands for.",
             makers[i].name);
        tell("", "Its driver is the package %s.", makers[i].package);
        idle = true;
    }
    survey_forbidden_node(node);
    if (!idle || node[0] == '\0')
        return;
    tell("problem", "you may not open %s, which GPU drivers need.", node);
    tell("", "sudo usermod -aG render,video $USER, then log in again.");
}

/* ---- Verdict --------------------------------------------------------------------------------- */

static int verdict(const diagnosis *d)
{
    if (d->healthy_count != 0)
        printf("Ready: %zu of %zu devices can be used.\n", d->healthy_count, d->device_count);
    else if (d->device_count != 0)
        printf("Not ready: none of %zu devices can be used.\n", d->device_count);
    else
        printf("Not ready: there is no OpenCL device.\n");
    if (!output_flush())
        return message_fail(CODE_INPUT, "the findings could not be written.");
    if (d->healthy_count != 0)
        return CODE_FINE;
    return d->device_count != 0 ? CODE_DEVICE : CODE_NO_DEVICE;
}

int verb_doctor(const options *o)
{
    diagnosis *d = calloc(1, sizeof *d);

    if (o->operand_count != 0 || !d) {
        free(d);
        return message_fail(CODE_USAGE, "doctor takes no further word.");
    }
    d->noisy = o->verbose;
    look_at_drivers(d);
    look_at_platforms(d);
    look_at_hardware(d);
    int code = verdict(d);
    free(d);
    return code;
}
