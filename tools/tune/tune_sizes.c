/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_sizes - the table of measures and of the values to try, and rows read and written. See
 * tune_sizes.h.
 */
#include "tune_sizes.h"
#include <inttypes.h>
#include <string.h>

/* Measures that matter most come first: time may be short. */
static const struct {
    const char *name;
    uint32_t on_cpu[TUNE_VALUES];
    uint32_t on_gpu[TUNE_VALUES];
} measures[TUNE_MEASURES] = {
    {"ITEMS_A_UNIT", {8, 2, 1, 16, 32}, {512, 2048, 256, 4096, 768, 8192, 16384}},
    {"LOADS", {8, 2, 1, 16, 4}, {8, 4, 16, 2, 1}},
    {"LANES", {4, 8, 2, 1, 16}, {4, 2, 8, 1, 16}},
    {"FLIGHT_SIZE", {0}, {64, 256, 128, 32, 512}},
    {"LOAD_SIZE", {32, 16, 64, 8}, {16, 32, 8, 64}},
    {"GROUP_SIZE", {0}, {128, 512, 64, 1024, 256}},
};

static bool is_cpu(const clr_device *device)
{
    return device->type != CLR_UNKNOWN && (device->type & CL_DEVICE_TYPE_CPU) != 0 &&
           (device->type & CL_DEVICE_TYPE_GPU) == 0;
}

const char *tune_measure_name(size_t measure)
{
    return measures[measure].name;
}

uint32_t tune_value_at(size_t measure, size_t index, const clr_device *device)
{
    if (index >= TUNE_VALUES)
        return 0;
    return is_cpu(device) ? measures[measure].on_cpu[index] : measures[measure].on_gpu[index];
}

/* ---- Sets ------------------------------------------------------------------------------------ */

bool tune_sizes_same(const tune_sizes *a, const tune_sizes *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool tune_sizes_are_any(const tune_sizes *sizes)
{
    static const tune_sizes none;

    return !tune_sizes_same(sizes, &none);
}

void tune_sizes_text(const tune_sizes *sizes, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < TUNE_MEASURES && used < size; i++)
        if (sizes->at[i] != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s %" PRIu32,
                                     used == 0 ? "" : ", ", measures[i].name, sizes->at[i]);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

bool tune_row_read(const char *line, tune_row *row)
{
    return sscanf(line,
                  " %31s %15s %" SCNu64 " %" SCNu64 " %" SCNu64 " \"%255[^\"]\" \"%127[^\"]\"",
                  row->measure, row->work, &row->from, &row->to, &row->value, row->device,
                  row->driver) == 7 &&
           row->measure[0] != '#';
}

/* Rows have ' for the quotes of a name. */
static bool is_name(const char *written, const char *name)
{
    size_t i = 0;

    while (name[i] != '\0' && written[i] == (name[i] == '"' ? '\'' : name[i]))
        i++;
    return name[i] == '\0' && written[i] == '\0';
}

static void write_name(const char *name, FILE *to)
{
    fputs(" \"", to);
    for (; *name != '\0'; name++)
        fputc(*name == '"' ? '\'' : *name, to);
    fputc('"', to);
}

bool tune_row_is_of(const tune_row *row, const clr_device *device)
{
    return is_name(row->device, device->name) && is_name(row->driver, device->driver_version);
}

size_t tune_row_measure(const tune_row *row, const tune_scope *scope)
{
    size_t measure = 0;

    if (strcmp(row->work, scope->work) != 0 || row->from != scope->width || row->to != row->from)
        return TUNE_MEASURES;
    while (measure < TUNE_MEASURES && strcmp(row->measure, measures[measure].name) != 0)
        measure++;
    return measure;
}

void tune_sizes_write(const tune_sizes *sizes, const tune_scope *scope, const clr_device *device,
                      const tune_evidence *evidence, FILE *to)
{
    for (size_t i = 0; i < TUNE_MEASURES; i++) {
        if (sizes->at[i] == 0)
            continue;
        fprintf(to, "%s %s %" PRIu64 " %" PRIu64 " %" PRIu32, measures[i].name, scope->work,
                scope->width, scope->width, sizes->at[i]);
        write_name(device->name, to);
        write_name(device->driver_version, to);
        fprintf(to, " \"%s\" \"%s\" %s\n", evidence->figure, evidence->gain, evidence->date);
    }
}
