/* SPDX-License-Identifier: Apache-2.0 */
/* warm_call - a call of the command for which warm compiles. See warm_call.h. */
#include "warm_call.h"
#include "message.h"
#include "operator_list.h"
#include "plan_set.h"
#include "session.h"
#include "stats_request.h"
#include <stdio.h>
#include <string.h>

static bool is_stats(const warm_call *call)
{
    return strcmp(call->word, "stats") == 0;
}

bool warm_call_exists(const warm_call *call, const options *o)
{
    operator_list named;

    if (is_stats(call))
        return !call->is_text; /* which reads text as floats */
    if (!operator_list_read(&named, call->word))
        return false;
    for (size_t i = 0; i < named.count; i++)
        if (clr_operator_result(named.at[i], call->type) == CLR_TYPE_DEFAULT)
            return false;
    return request_has_result(o, &named, call->type) &&
           (!call->is_text || request_whole(o, &named) == INPUT_WHOLE_STAYS);
}

void warm_call_name(const warm_call *call, char name[WARM_CALL_NAME_SIZE])
{
    snprintf(name, WARM_CALL_NAME_SIZE, "%s of %s%s, %s", call->word, clr_type_name(call->type),
             call->is_text ? " in text" : "", call->shape->name);
}

/* ---- Compiling ------------------------------------------------------------------------------- */

static int ask(const warm_call *call, const options *o, request *r)
{
    if (is_stats(call)) {
        *r = (request){.o = o, .inputs = 1};
        stats_request_ask(r, call->type);
        return CODE_FINE;
    }
    OR_RETURN(request_open(r, o, call->word));
    OR_RETURN(request_settle(r, call->type));
    if (call->is_text)
        request_detect_overflow(r);
    return CODE_FINE;
}

static clr_status make_plans(const request *r, clr_context *context, const clr_plan_options *how)
{
    request own = *r; /* plans may let results wrap */
    plan_set plans = {0};
    const clr_status status = plan_set_make(&plans, context, &own, how);

    plan_set_destroy(&plans);
    return status;
}

/* Plans for runs over an array: kernels that any such run takes, and all that it may take. */
static clr_status make_typical(const warm_call *call, const request *r, clr_context *context,
                               const warm_array *array)
{
    const uint64_t *extents = array->extents;
    const clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = array->reduced, .extents = extents};
    const clr_segments segments = {
        .size = sizeof segments, .count = extents[0], .type = CLR_TYPE_U64};
    const clr_labels labels = {.size = sizeof labels, .count = extents[0], .type = CLR_TYPE_I64};
    const clr_shape shape = call->shape->shape;
    clr_run like = {.size = sizeof like,
                    .inputs = {{.count = extents[0] * extents[1]}},
                    .axes = shape == CLR_SHAPE_AXES ? &axes : NULL,
                    .segments = shape == CLR_SHAPE_SEGMENTS ? &segments : NULL,
                    .labels = shape == CLR_SHAPE_LABELS ? &labels : NULL};
    const clr_plan_options how = {.size = sizeof how,
                                  .shape = shape,
                                  .labels = shape == CLR_SHAPE_LABELS ? extents[0] : 0,
                                  .like = &like};

    clr_status status = CLR_OK;

    for (like.blocking = 0; status == CLR_OK && like.blocking < 2; like.blocking++)
        status = make_plans(r, context, &how);
    return status;
}

/* Plans of each typical array, or of any. */
static clr_status make_all(const warm_call *call, const request *r, clr_context *context)
{
    const warm_shape *shape = call->shape;
    const clr_plan_options how = {.size = sizeof how, .shape = shape->shape};
    clr_status status = CLR_OK;

    if (!shape->arrays)
        return make_plans(r, context, &how);
    for (size_t i = 0; status == CLR_OK && i < shape->array_count; i++)
        status = make_typical(call, r, context, &shape->arrays[i]);
    return status;
}

int warm_call_compile(const warm_call *call, const options *o, clr_context *context,
                      bool *is_refused)
{
    request r;
    int code = ask(call, o, &r);
    const clr_status status = code == CODE_FINE ? make_all(call, &r, context) : CLR_OK;

    request_close(&r);
    *is_refused = status == CLR_ERROR_UNSUPPORTED;
    return status == CLR_OK || *is_refused ? code : session_fail(o, context, call->type);
}
