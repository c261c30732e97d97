/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verb_devices - the verb that lists OpenCL devices: a few lines each, with -v all facts, with
 * --json all facts for programs.
 */
#include "document.h"
#include "message.h"
#include "output.h"
#include "quantity.h"
#include "verbs.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Plain ----------------------------------------------------------------------------------- */

static const char *kind_of(const clr_device *device)
{
    static const struct {
        cl_device_type bit;
        const char *name;
    } kinds[] = {
        {CL_DEVICE_TYPE_GPU, "GPU"},
        {CL_DEVICE_TYPE_CPU, "CPU"},
        {CL_DEVICE_TYPE_ACCELERATOR, "accelerator"},
        {CL_DEVICE_TYPE_CUSTOM, "custom device"},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (device->type != CLR_UNKNOWN && (device->type & kinds[i].bit) != 0)
            return kinds[i].name;
    return "device";
}

static const char *yes_or_no(uint64_t fact)
{
    return fact == CLR_UNKNOWN ? "unknown" : fact != 0 ? "yes" : "no";
}

static const char *fence_of(const clr_device *device)
{
    static const char *const names[] = {"none", "c11", "nvidia", "atomic"};
    size_t index = (size_t)device->fence;

    return index < sizeof names / sizeof names[0] ? names[index] : "unknown";
}

static void print_device(const clr_device *device)
{
    char memory[QUANTITY_TEXT_SIZE] = "unknown";
    char units[OUTPUT_TEXT_SIZE] = "unknown";

    if (device->global_mem_size != CLR_UNKNOWN)
        quantity_bytes(device->global_mem_size, memory);
    if (device->max_compute_units != CLR_UNKNOWN)
        output_text(CLR_TYPE_U64, &device->max_compute_units, units);
    printf("%" PRIu64 ":%" PRIu64 "  %s\n", device->platform_index, device->device_index,
           device->name);
    printf("     %s, driver %s\n", device->platform_name, device->driver_version);
    printf("     %s, compute units %s, memory %s, fp64 %s, fp16 %s, fence %s\n", kind_of(device),
           units, memory, yes_or_no(device->fp64), yes_or_no(device->fp16), fence_of(device));
}

static void print_facts(const clr_device *device)
{
    clr_device_fact fact;

    for (size_t i = 0; clr_device_fact_at(device, i, &fact) != 0; i++) {
        printf("     %-40s ", fact.name);
        if (fact.text)
            printf("%s\n", fact.text);
        else if (fact.number == CLR_UNKNOWN)
            printf("unknown\n");
        else if (strcmp(fact.unit, "yes/no") == 0)
            printf("%s\n", yes_or_no(fact.number));
        else if (strcmp(fact.unit, "flags") == 0)
            printf("0x%" PRIx64 "\n", fact.number);
        else
            printf("%" PRIu64 "%s%s\n", fact.number, fact.unit[0] == '\0' ? "" : " ", fact.unit);
    }
}

static bool print_plain(const clr_device_list *list, bool all)
{
    for (size_t i = 0; i < clr_device_list_count(list); i++) {
        print_device(clr_device_list_at(list, i));
        if (all)
            print_facts(clr_device_list_at(list, i));
    }
    return output_flush();
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static json_t *fact_value(const clr_device_fact *fact)
{
    if (fact->text)
        return document_text(fact->text);
    return fact->number == CLR_UNKNOWN ? json_null() : document_count(fact->number);
}

/* Adds a fact; a second fact of the same name makes an array. */
static void add_fact(json_t *object, const clr_device_fact *fact)
{
    json_t *before = json_object_get(object, fact->name);

    if (!before) {
        json_object_set_new(object, fact->name, fact_value(fact));
        return;
    }
    if (!json_is_array(before)) {
        json_t *list = json_pack("[O]", before);
        json_object_set_new(object, fact->name, list);
        before = list;
    }
    json_array_append_new(before, fact_value(fact));
}

static json_t *device_object(const clr_device *device)
{
    clr_device_fact fact;
    json_t *object = json_object();

    json_object_set_new(object, "platform_index", document_count(device->platform_index));
    json_object_set_new(object, "device_index", document_count(device->device_index));
    for (size_t i = 0; clr_device_fact_at(device, i, &fact) != 0; i++)
        if (strcmp(fact.name, "platform_index") != 0 && strcmp(fact.name, "device_index") != 0)
            add_fact(object, &fact);
    return object;
}

static bool print_json(const clr_device_list *list)
{
    json_t *all = json_array();

    for (size_t i = 0; i < clr_device_list_count(list); i++)
        json_array_append_new(all, device_object(clr_device_list_at(list, i)));
    return document_print(all);
}

int verb_devices(const options *o)
{
    clr_device_list *list = NULL;
    int code = CODE_FINE;

    if (o->operand_count != 0)
        return message_fail(CODE_USAGE, "devices takes no further word, not '%s'.", o->operands[0]);
    errno = 0;
    if (clr_device_list_create(&list) != CLR_OK && !list)
        code = message_fail(CODE_DEVICE, "out of memory while listing the devices.");
    else if (clr_device_list_count(list) == 0)
        code = message_library(clr_device_list_error(list), o->verbose);
    else
        code = output_end(o->form == OUTPUT_JSON ? print_json(list) : print_plain(list, o->verbose),
                          "the list");
    clr_device_list_destroy(list);
    return code;
}
