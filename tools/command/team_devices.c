/* SPDX-License-Identifier: Apache-2.0 */
/* team_devices - the devices of -d. See team_devices.h. */
#include "team_devices.h"
#include "document.h"
#include "hush.h"
#include "message.h"
#include "saved.h"
#include "session.h"
#include "shape_row.h"
#include "verbs.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define ALL "all"

enum { NAME_SIZE = 48, WORD_SIZE = 200 };

/* ---- What -d can be of ----------------------------------------------------------------------- */

bool team_devices_are_asked(const options *o)
{
    return o->device && (strcmp(o->device, ALL) == 0 || strchr(o->device, ','));
}

/* An option that goes with one device alone; NULL: none is given. */
static const char *option_of_one(const options *o)
{
    const clr_plan_options *plan = &o->plan;

    if (shape_row_count(o) != 0)
        return "more than one result";
    if (o->operator_file)
        return "--operator";
    if (plan->strategy)
        return "-s";
    if (plan->group_size || plan->group_count || plan->vector_width || plan->item_loads ||
        plan->local || plan->atomics)
        return "sizes of a plan";
    return o->repeat != 0 ? "--repeat" : NULL;
}

int team_devices_check(const options *o, unsigned verb_bit)
{
    const char *refused;

    if (!team_devices_are_asked(o) || !options_takes_device(verb_bit))
        return CODE_FINE;
    if (verb_bit != VERB_REDUCE)
        return message_fail(CODE_USAGE,
                            "-d %s names several devices, which reduce all numbers to one result, "
                            "and nothing else: name one.",
                            o->device);
    refused = option_of_one(o);
    if (!refused)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "-d %s names several devices, and %.40s goes with one: name one.",
                        o->device, refused);
}

/* ---- Contexts -------------------------------------------------------------------------------- */

static void name_of(const clr_device *device, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%" PRIu64 ":%" PRIu64, device->platform_index, device->device_index);
}

static int open_device(team_devices *t, const options *o, const clr_device *device)
{
    char name[NAME_SIZE];

    name_of(device, name);
    for (size_t k = 0; k < t->count; k++)
        if (clr_context_device(t->contexts[k])->device == device->device)
            return message_fail(CODE_USAGE, "-d %s names device %.48s twice.", o->device, name);
    if (t->count == CLR_TEAM_MOST)
        return message_fail(CODE_USAGE, "-d %s names more than %d devices.", o->device,
                            CLR_TEAM_MOST);
    const int code = session_open_on(o, name, &t->contexts[t->count]);
    t->count += code == CODE_FINE;
    return code;
}

/* Devices that cannot be used are named, and left out if there are others. */
static int open_all(team_devices *t, const options *o, const clr_device_list *list)
{
    int code = CODE_FINE;

    for (size_t k = 0; k < clr_device_list_count(list); k++) {
        const clr_device *device = clr_device_list_at(list, k);
        const int own = open_device(t, o, device);
        if (own != CODE_FINE && !o->quiet)
            message_note("warning: device %" PRIu64 ":%" PRIu64 " is left out.",
                         device->platform_index, device->device_index);
        code = own != CODE_FINE ? own : code;
    }
    return t->count != 0 ? CODE_FINE : code;
}

static int open_named(team_devices *t, const options *o, clr_device_list *list)
{
    int code = CODE_FINE;

    for (const char *at = o->device; at && code == CODE_FINE;) {
        const size_t length = strcspn(at, ",");
        const clr_device *device = NULL;
        char word[WORD_SIZE];

        if (length == 0 || length >= sizeof word)
            return message_fail(CODE_USAGE, "-d %s: between commas stands the name of a device.",
                                o->device);
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (strcmp(word, ALL) == 0)
            return message_fail(
                CODE_USAGE, "-d %s: '" ALL "' names every device: leave out the rest.", o->device);
        if (clr_device_list_pick(list, word, &device) != CLR_OK)
            return message_library(clr_device_list_error(list), o->verbose);
        code = open_device(t, o, device);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return code;
}

int team_devices_open(team_devices *t, const options *o)
{
    clr_device_list *list = NULL;
    int code;

    *t = (team_devices){0};
    if (clr_device_list_create(&list) != CLR_OK)
        code = message_library(clr_device_list_error(list), o->verbose);
    else
        code = strcmp(o->device, ALL) == 0 ? open_all(t, o, list) : open_named(t, o, list);
    clr_device_list_destroy(list);
    return code;
}

int team_devices_open_one(team_devices *t, const options *o, const char *name)
{
    const int code = session_open_on(o, name, &t->contexts[0]);

    t->count = code == CODE_FINE;
    return code;
}

void team_devices_close(team_devices *t)
{
    clr_team_destroy(t->team);
    for (size_t k = 0; k < t->count; k++)
        clr_context_destroy(t->contexts[k]);
    *t = (team_devices){0};
}

/* ---- The team -------------------------------------------------------------------------------- */

/* Most elements of a piece by --chunk; 0: the library decides. */
static uint64_t piece_of(const options *o, size_t element_size)
{
    const uint64_t piece = o->chunk_size / element_size;

    return piece == 0 && o->chunk_size != 0 ? 1 : piece;
}

/* Refuses what a team's pieces cannot have, of several devices or of one. */
static int refuse_team(const team_devices *t, const request *r)
{
    if (t->count > 1)
        return message_fail(CODE_USAGE, "-d %s names several devices: %.900s.", r->o->device,
                            clr_team_error(t->team)->message);
    return message_fail(CODE_USAGE,
                        "--save keeps %s by pieces of the input, in each of which i and n count "
                        "anew: of a single result only sums of floats go with them.",
                        clr_operator_name(r->reductions[0].op));
}

/* Whether the only device goes by pieces; refuses options of one plan, which pieces have none of.
 */
static int check_only(const request *r, bool *goes)
{
    const char *refused = option_of_one(r->o);

    *goes = saved_goes_by_pieces(r->o, &r->reductions[0]);
    if (!*goes || !refused)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "--save keeps %s by pieces of the input, and %.40s goes with sums of "
                        "floats alone: leave one of the two out.",
                        clr_operator_name(r->reductions[0].op), refused);
}

int team_devices_join(team_devices *t, request *r, size_t element_size)
{
    const clr_team_options create = {.size = sizeof create,
                                     .piece_capacity = piece_of(r->o, element_size),
                                     .scalars = request_scalars(r->o)};
    bool goes = true;

    if (t->count < 2)
        OR_RETURN(check_only(r, &goes));
    if (!goes)
        return CODE_FINE;
    const clr_status status =
        clr_team_create(t->contexts, t->count, r->reductions, r->count, &create, &t->team);

    for (size_t i = 0; i < r->count; i++)
        r->reductions[i].accuracy = CLR_ACCURACY_EXACT;
    if (status == CLR_ERROR_UNSUPPORTED)
        return refuse_team(t, r);
    return status == CLR_OK ? CODE_FINE : team_devices_fail(t, r->o);
}

static clr_team_device device_at(const team_devices *t, size_t index)
{
    clr_team_device device = {.size = sizeof device};

    clr_team_describe(t->team, index, &device);
    return device;
}

/* Names devices that have failed, once. */
static void tell_failures(team_devices *t)
{
    for (size_t k = 0; k < t->count; k++) {
        const clr_team_device device = device_at(t, k);
        if (device.status != CLR_OK && !t->is_told[k])
            message_note("warning: device %" PRIu64 ":%" PRIu64 " (%.100s) has failed, and the "
                         "others do its work: %.600s.",
                         device.device->platform_index, device.device->device_index,
                         device.device->name, device.message);
        t->is_told[k] |= device.status != CLR_OK;
    }
}

int team_devices_take(team_devices *t, const options *o, const void *const *inputs, uint64_t count)
{
    const clr_status status = t->has_compiled ? clr_team_take(t->team, inputs, count)
                                              : hush_team_take(t->team, inputs, count);

    t->has_compiled = true;
    if (status != CLR_OK)
        return team_devices_fail(t, o);
    if (!o->quiet)
        tell_failures(t);
    return CODE_FINE;
}

int team_devices_fail(const team_devices *t, const options *o)
{
    return message_library(clr_team_error(t->team), o->verbose);
}

/* ---- What the devices have done -------------------------------------------------------------- */

void team_devices_tell(const team_devices *t)
{
    for (size_t k = 0; k < t->count; k++) {
        const clr_team_device device = device_at(t, k);
        message_note("device %" PRIu64 ":%" PRIu64 " %.100s has reduced %" PRIu64 " numbers",
                     device.device->platform_index, device.device->device_index,
                     device.device->name, device.elements);
    }
}

json_t *team_devices_part(const team_devices *t)
{
    json_t *list = json_array();

    for (size_t k = 0; k < t->count; k++) {
        const clr_team_device device = device_at(t, k);
        json_t *part = document_device(device.device);
        json_object_set_new(part, "count", document_count(device.elements));
        if (device.status != CLR_OK)
            json_object_set_new(part, "failure", document_text(device.message));
        json_array_append_new(list, part);
    }
    return list;
}
