/* SPDX-License-Identifier: Apache-2.0 */
/* selecting - what operators that select ask of a job. See selecting.h. */
#include "selecting.h"
#include "message.h"
#include "physical_memory.h"
#include "place.h"
#include "quantity.h"
#include "team_devices.h"

/* ---- Options --------------------------------------------------------------------------------- */

/* The first option given that is about folding, whether on devices or in parts; NULL: none. */
static const char *folding_option(const options *o)
{
    if (place_device_option(o))
        return place_device_option(o);
    if (o->accuracy != CLR_ACCURACY_DEFAULT && o->accuracy != CLR_ACCURACY_EXACT)
        return "accuracy";
    if (options_has(o, "device") && team_devices_are_asked(o))
        return "device";
    return o->save ? "save" : NULL;
}

static int refuse_option(const request *r, const char *option)
{
    char name[OPERATOR_LIST_NAME_SIZE];
    size_t which = 0;

    while (!operator_selects(r->operators.at[which]))
        which++;
    request_name(r, which, name);
    return message_fail(CODE_USAGE,
                        "--%s does not go with %s, which selects among all numbers at once, by the "
                        "host: leave --%s out, or name operators that fold in a call of their own.",
                        option, name, option);
}

int selecting_check_interpolation(const options *o, const operator_list *operators)
{
    bool has_any = !options_has(o, "interpolation");

    for (size_t i = 0; i < operators->count; i++)
        has_any = has_any || operators->at[i] == CLR_OPERATOR_MEDIAN ||
                  operators->at[i] == CLR_OPERATOR_QUANTILE;
    if (has_any)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "--interpolation says what lies between two numbers, for "
                                    "median and quantile: name one of them.");
}

int selecting_check(const request *r)
{
    const char *option = folding_option(r->o);

    if (option && request_selects(r))
        return refuse_option(r, option);
    return selecting_check_interpolation(r->o, &r->operators);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

uint64_t selecting_bytes_most(const options *o)
{
    return o->memory != 0 ? o->memory : physical_memory_file_most();
}

static uint64_t bytes_of_each(const job *j)
{
    return j->in.feed.element_size * j->in.feed.input_count;
}

uint64_t selecting_most(const job *j)
{
    return selecting_bytes_most(j->o) / bytes_of_each(j);
}

/* Refuses `count` elements; or, of an input that goes on, more than `count`. */
static int refuse_count(const job *j, uint64_t count, bool goes_on)
{
    const uint64_t size = count * bytes_of_each(j);
    char wanted[QUANTITY_TEXT_SIZE], most[QUANTITY_TEXT_SIZE], names[REQUEST_NAMES_SIZE];

    quantity_bytes(size, wanted);
    quantity_bytes(selecting_bytes_most(j->o), most);
    request_names(j->request, names);
    return message_fail(CODE_USAGE,
                        "%s needs all numbers of a result at once, which are %s%s, and they may "
                        "take %s of memory: --memory BYTES lets them take more, --count N reads a "
                        "part of them.",
                        names, goes_on ? "more than " : "", wanted, most);
}

int selecting_check_count(job *j, uint64_t count)
{
    return count <= selecting_most(j) ? CODE_FINE : refuse_count(j, count, false);
}

int selecting_read(job *j)
{
    const uint64_t most = selecting_most(j);
    bool is_within = true;
    int code = CODE_FINE;

    if (j->in.feed.count == INPUT_COUNT_UNKNOWN)
        code = intake_is_within(&j->in, most, &is_within);
    return code == CODE_FINE && !is_within ? refuse_count(j, most, true) : code;
}
