/* SPDX-License-Identifier: Apache-2.0 */
/* place - where a job is computed. See place.h. */
#include "place.h"
#include "message.h"
#include "session.h"
#include "verbs.h"
#include <stdlib.h>
#include <string.h>

/*
 * The largest input that the host computes unless an option or a variable says otherwise: one core
 * adds up so many numbers of hard data in 3 ms, and starting a driver takes 30 ms (PoCL) to 400 ms
 * (an H200's; docs/history/2026-11-29-small-answers.md).
 */
#define HOST_ELEMENTS (UINT64_C(1) << 20)

/* Options about devices and their kernels: with one of these a job goes to a device. */
static const char *const of_devices[] = {"strategy", "unsound", "group",   "groups", "vector",
                                         "loads",    "local",   "atomics", "chunk",  "repeat"};

const char *place_device_option(const options *o)
{
    for (size_t i = 0; i < sizeof of_devices / sizeof *of_devices; i++)
        if (options_has(o, of_devices[i]))
            return of_devices[i];
    return NULL;
}

static bool is_host_asked(const options *o)
{
    return o->device && strcmp(o->device, "host") == 0;
}

int place_check(const options *o, const char *verb_name, unsigned verb_bit)
{
    if (!is_host_asked(o) || !options_takes_device(verb_bit) ||
        (verb_bit & (VERB_REDUCE | VERB_STATS | VERB_HIST)) != 0)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "clreduce %s is about devices and their kernels, and the device host is "
                        "none: name another with -d.",
                        verb_name);
}

/* As the library's variable has it, else HOST_ELEMENTS. */
static uint64_t usual_most(void)
{
    const char *text = getenv("CLREDUCE_HOST_ELEMENTS");
    char *end;

    if (!text || *text < '0' || *text > '9')
        return HOST_ELEMENTS;
    const uint64_t most = strtoull(text, &end, 10);
    return *end == '\0' ? most : HOST_ELEMENTS;
}

/* Most elements of an input that the host computes; 0: none. */
static uint64_t elements_most(const options *o)
{
    if (is_host_asked(o))
        return UINT64_MAX;
    if (options_has(o, "device") || place_device_option(o))
        return 0;
    return o->has_host_elements ? o->host_elements : usual_most();
}

static int refuse_option(const options *o)
{
    const char *option = is_host_asked(o) ? place_device_option(o) : NULL;

    if (!option)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "--%s is about kernels, which the host has none of: leave it or -d host "
                        "out.",
                        option);
}

/* Whether there is a device. Without memory for the list there may be one: opening it will tell. */
static bool has_device(void)
{
    clr_device_list *list = NULL;

    clr_device_list_create(&list);
    const bool has_any = !list || clr_device_list_count(list) != 0;
    clr_device_list_destroy(list);
    return has_any;
}

/* Whether the host can compute these reductions together: it is asked to reduce no elements. */
static bool can_reduce(const job *j, const clr_reduction *reductions, size_t count)
{
    clr_reduction singles[CLR_REDUCTIONS_MOST];
    cl_ulong record[RECORD_SIZE_MOST / sizeof(cl_ulong)];

    record_singles(reductions, count, singles);
    return count == 0 || clr_reduce_all(j->context, singles, count, NULL, 0, 0, record,
                                        sizeof record) != CLR_ERROR_UNSUPPORTED;
}

/* Refuses a job with an operator that selects, which the host alone has, where the host cannot
 * compute the job: such an operator has a map or a condition that only devices compute, or another
 * operator of the job is a device's. */
static int refuse_selection(const job *j)
{
    const request *r = j->request;
    size_t which = 0;

    while (which < r->count &&
           (!operator_selects(r->reductions[which].op) || can_reduce(j, &r->reductions[which], 1)))
        which++;
    if (which == r->count)
        can_reduce(j, r->reductions, r->count); /* leaves the sentence that is printed below */
    return message_fail(CODE_USAGE, "%s, and operators that select are the host's%s.",
                        clr_context_error(j->context)->message,
                        which == r->count ? ": name the others in a call of their own" : "");
}

/* Makes the host's context. Where the host cannot compute the job: a failure if it has to, with -d
 * host or operators that select; else no context, and the job is a device's. */
static int open_host(job *j)
{
    const request *r = j->request;
    int code = session_open_on(j->o, "host", &j->context);

    if (code != CODE_FINE)
        return code;
    if (!can_reduce(j, r->reductions, r->count)) {
        code = request_selects(r)    ? refuse_selection(j)
               : is_host_asked(j->o) ? job_fail(j)
                                     : CODE_FINE;
        clr_context_destroy(j->context);
        j->context = NULL;
        return code;
    }
    j->is_by_host = true;
    record_describe_host(&j->layout, r->reductions, r->count);
    return CODE_FINE;
}

static void leave_host(job *j)
{
    clr_context_destroy(j->context);
    j->context = NULL;
    j->is_by_host = false;
}

/* An input with more elements than the host takes goes to a device, if there is one. */
static int take_larger(job *j)
{
    if (has_device()) {
        leave_host(j);
        return CODE_FINE;
    }
    if (!j->o->quiet)
        message_note("no OpenCL device was found, so the host computes this: "
                     "`clreduce doctor` says how to get a device.");
    return CODE_FINE;
}

int place_find(job *j)
{
    const uint64_t most = elements_most(j->o);
    bool is_within = false;
    OR_RETURN(refuse_option(j->o));
    if (request_selects(j->request))
        return open_host(j);
    if (most != 0)
        OR_RETURN(open_host(j));
    if (!j->is_by_host)
        return CODE_FINE;
    /* with -d host, too: an input of unknown length that ends by then has a known count from here
     */
    OR_RETURN(intake_is_within(&j->in, is_host_asked(j->o) ? HOST_ELEMENTS : most, &is_within));
    return is_within || is_host_asked(j->o) ? CODE_FINE : take_larger(j);
}

int place_open(job *j)
{
    OR_RETURN(place_find(j));
    if (!j->is_by_host)
        return session_open(j->o, &j->context);
    return j->in.feed.count == INPUT_COUNT_UNKNOWN ? intake_read_ahead(&j->in) : CODE_FINE;
}
