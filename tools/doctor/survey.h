/* SPDX-License-Identifier: Apache-2.0 */
/*
 * survey - what this machine has of OpenCL: the driver files that the loader reads, the platforms
 * and devices that come of them, and the graphics hardware that might want a driver. Looks only;
 * what it means is doctor's business. Functions that touch OpenCL or drivers are for probes.
 */
#ifndef CLREDUCE_TOOLS_SURVEY_H
#define CLREDUCE_TOOLS_SURVEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SURVEY_NAME_SIZE 256

/* A platform, or one of its devices; platforms come before their devices. */
typedef struct survey_entry {
    bool is_device;
    uint32_t platform;
    uint32_t device;
    uint32_t vendor; /* of a device: its PCI vendor, as a rule */
    int32_t code;    /* of a platform: the OpenCL code of asking for its devices */
    char name[SURVEY_NAME_SIZE];
} survey_entry;

/*
 * Answers with a survey_entry for each platform and device. Returns 0 unless asking for platforms
 * failed: then 1, and an int32_t, the OpenCL code, is the answer. `nothing` is not used.
 */
int survey_platforms(const void *nothing, FILE *answer);

/* A driver file: its name and the library that it names. */
typedef struct survey_driver {
    char name[SURVEY_NAME_SIZE];
    char library[SURVEY_NAME_SIZE];
} survey_driver;

/* The folder or file where the loader looks for drivers. */
const char *survey_vendors(void);

/* The driver files there, `most` of them at most. Returns how many. */
size_t survey_drivers(survey_driver drivers[], size_t most);

/* Loads the library named by the string `library`. Returns 0, or 1 and the reason as the answer. */
int survey_load(const void *library, FILE *answer);

/* Whether a display adapter of that PCI vendor is built in. */
bool survey_has_hardware(unsigned vendor);

/* A render node (/dev/dri/renderD*) that this user may not open; "" if there is none. */
void survey_forbidden_node(char path[SURVEY_NAME_SIZE]);

/* Whether a file can be made in the folder, or in the nearest one above it that exists. */
bool survey_can_write(const char *folder);

#endif
