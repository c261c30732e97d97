/* SPDX-License-Identifier: Apache-2.0 */
/*
 * session - from the command line to a context. See session.h.
 */
#include "session.h"
#include "hush.h"
#include "message.h"

/* Notes are shown with -v, warnings without -q. */
void session_log(void *user, clr_log_level level, const char *text)
{
    const options *o = user;

    if (o->verbose || (level == CLR_LOG_WARNING && !o->quiet))
        message_note("%s", text);
}

int session_open(const options *o, clr_context **context)
{
    return session_open_on(o, o->device, context);
}

int session_open_on(const options *o, const char *device, clr_context **context)
{
    options *user = (options *)(uintptr_t)o; /* session_log() gives it its const back */
    clr_context_options create = {.size = sizeof create,
                                  .device = device,
                                  .log = session_log,
                                  .log_user = user,
                                  .ignore_self_test = o->no_self_test,
                                  .host_elements = CLR_HOST_NONE}; /* when it computes: place.h */
    clr_status status = hush_context_create(&create, context);

    if (status == CLR_OK)
        return CODE_FINE;
    if (!*context)
        return message_fail(CODE_DEVICE, "%s: no context could be made.", clr_status_name(status));

    int code = session_fail(o, *context, CLR_TYPE_DEFAULT);
    clr_context_destroy(*context);
    *context = NULL;
    return code;
}

int session_pick(const options *o, clr_device_list **list, const clr_device **device)
{
    if (clr_device_list_create(list) != CLR_OK && !*list)
        return message_fail(CODE_DEVICE, "out of memory while listing the devices.");
    if (clr_device_list_count(*list) == 0)
        return CODE_FINE;
    if (clr_device_list_pick(*list, o->device, device) != CLR_OK)
        return message_library(clr_device_list_error(*list), o->verbose);
    return CODE_FINE;
}

int session_fail(const options *o, const clr_context *context, clr_type type)
{
    const clr_error *error = clr_context_error(context);
    const clr_device *device = clr_context_device(context);

    if (error->status == CLR_ERROR_BUILD && o->operator_file)
        return message_source(error);

    /* Without -r the command asks for f64 results of floats (request_settle()). Of elements for
     * which the library's own result is f32, a device without fp64 can make that. */
    int code = message_library(error, o->verbose);
    bool wants_f64 = o->result == CLR_TYPE_DEFAULT && type != CLR_TYPE_DEFAULT &&
                     clr_operator_result(CLR_OPERATOR_SUM, type) == CLR_TYPE_F32;
    if (error->status == CLR_ERROR_UNSUPPORTED && wants_f64 && device && device->fp64 == 0)
        message_note("a result of f32 is asked for with -r f32.");
    return code;
}
