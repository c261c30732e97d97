/* SPDX-License-Identifier: Apache-2.0 */
/* local_device - the device of a rank. See local_device.h. */
#include "local_device.h"
#include "message.h"
#include "session.h"
#include <inttypes.h>

enum { NAME_SIZE = 48 };

/* Of one platform, as others may have the same devices once more. */
static bool is_alike(const clr_device *a, const clr_device *b)
{
    return a->platform == b->platform && a->type == b->type;
}

/* Device number `number` of those like `first`, counted over and over. */
static const clr_device *like(const clr_device_list *list, const clr_device *first, size_t number)
{
    const clr_device *device = first;
    size_t count = 0;

    for (size_t i = 0; i < clr_device_list_count(list); i++)
        count += is_alike(first, clr_device_list_at(list, i));
    number %= count;
    for (size_t i = 0; i < clr_device_list_count(list); i++) {
        device = clr_device_list_at(list, i);
        if (is_alike(first, device) && number-- == 0)
            break;
    }
    return device;
}

int local_device_open(const options *o, int local, clr_context **context)
{
    clr_device_list *list = NULL;
    const clr_device *device = NULL;
    char name[NAME_SIZE];

    if (o->device)
        return session_open(o, context);
    int code = session_pick(o, &list, &device);
    if (code == CODE_FINE && device) {
        device = like(list, device, (size_t)local);
        snprintf(name, sizeof name, "%" PRIu64 ":%" PRIu64, device->platform_index,
                 device->device_index);
    }
    if (code == CODE_FINE)
        code = session_open_on(o, device ? name : NULL, context);
    clr_device_list_destroy(list);
    return code;
}
