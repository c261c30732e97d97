/* SPDX-License-Identifier: Apache-2.0 */
/* soonest - the device with the earliest result. See soonest.h. */
#include "soonest.h"
#include "document.h"
#include "quantity.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>

static bool is_asked_for(const options *o)
{
    return o->device && o->device[0] != '\0';
}

void soonest_find(soonest *s, const options *o, const clr_reduction *reductions,
                  size_t reduction_count, uint64_t count)
{
    options *user = (options *)(uintptr_t)o; /* session_log() gives it its const back */
    const clr_context_options create = {.size = sizeof create,
                                        .log = session_log,
                                        .log_user = user,
                                        .ignore_self_test = o->no_self_test};
    size_t ranked = 0;

    *s = (soonest){.estimates = {{.size = sizeof *s->estimates}}};
    if (is_asked_for(o) || clr_device_list_create(&s->list) != CLR_OK ||
        clr_device_list_rank(s->list, &create, reductions, reduction_count, count, s->estimates,
                             &ranked) != CLR_OK ||
        ranked < 2)
        return;
    s->count = ranked;
    snprintf(s->device, sizeof s->device, "%" PRIu64 ":%" PRIu64,
             s->estimates[0].device->platform_index, s->estimates[0].device->device_index);
}

void soonest_close(soonest *s)
{
    clr_device_list_destroy(s->list);
    *s = (soonest){0};
}

const char *soonest_device(const soonest *s, const options *o)
{
    return s->count != 0 ? s->device : o->device;
}

/* ---- Reports --------------------------------------------------------------------------------- */

static double seconds(uint64_t ns)
{
    return (double)ns / 1e9;
}

static double total(const clr_estimate *e)
{
    return seconds(e->start_ns) + seconds(e->call_ns) + seconds(e->data_ns);
}

static int add_estimate(const clr_estimate *e, char *text, size_t size)
{
    const clr_device *d = e->device;
    char all[QUANTITY_TEXT_SIZE], start[QUANTITY_TEXT_SIZE], data[QUANTITY_TEXT_SIZE];

    if (!e->is_known)
        return snprintf(text, size, "%" PRIu64 ":%" PRIu64 " %.80s unknown", d->platform_index,
                        d->device_index, d->name);
    quantity_time(total(e), all);
    quantity_time(seconds(e->start_ns), start);
    quantity_time(seconds(e->data_ns), data);
    return snprintf(text, size, "%" PRIu64 ":%" PRIu64 " %.80s %s (%s to start, %s for the data)",
                    d->platform_index, d->device_index, d->name, all, start, data);
}

void soonest_text(const soonest *s, char text[SOONEST_TEXT_SIZE])
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < s->count; i++) {
        used += (size_t)snprintf(text + used, SOONEST_TEXT_SIZE - used, "%s",
                                 i == 0 ? "which device answers first, by estimate: " : "; ");
        used += (size_t)add_estimate(&s->estimates[i], text + used, SOONEST_TEXT_SIZE - used);
    }
}

static json_t *estimate_part(const clr_estimate *e)
{
    const clr_device *d = e->device;
    char which[48];

    snprintf(which, sizeof which, "%" PRIu64 ":%" PRIu64, d->platform_index, d->device_index);
    json_t *part = json_pack("{s:s, s:o}", "device", which, "name", document_text(d->name));
    json_object_set_new(part, "start",
                        e->is_known ? document_real(seconds(e->start_ns)) : json_null());
    json_object_set_new(part, "call",
                        e->is_known ? document_real(seconds(e->call_ns)) : json_null());
    json_object_set_new(part, "data",
                        e->is_known ? document_real(seconds(e->data_ns)) : json_null());
    return part;
}

json_t *soonest_part(const soonest *s)
{
    json_t *list = json_array();

    for (size_t i = 0; i < s->count; i++)
        json_array_append_new(list, estimate_part(&s->estimates[i]));
    return list;
}
