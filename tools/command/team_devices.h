/* SPDX-License-Identifier: Apache-2.0 */
/*
 * team_devices - the devices of -d, which reduce all numbers to a single result as the library's
 * team, if there are several, or one whose pieces --save needs the accumulators of: which they are,
 * their contexts, and what is told of them.
 */
#ifndef CLREDUCE_TOOLS_TEAM_DEVICES_H
#define CLREDUCE_TOOLS_TEAM_DEVICES_H

#include "command_request.h"
#include <jansson.h>

/* All zero: no device is open. */
typedef struct team_devices {
    clr_context *contexts[CLR_TEAM_MOST];
    size_t count;
    clr_team *team; /* NULL: one device goes by itself */
    bool has_compiled;
    bool is_told[CLR_TEAM_MOST]; /* the user knows that the device is left out */
} team_devices;

/* Whether -d names several devices. */
bool team_devices_are_asked(const options *o);

/* Refuses several devices where one is needed: of all verbs but the reduction, and of it with
 * options that are of one plan. Returns 0, or the exit code after a sentence on standard error, as
 * the functions below do. */
int team_devices_check(const options *o, unsigned verb_bit);

/* Opens the devices, or the only one by its name: contexts that team_devices_close() destroys,
 * whatever the outcome. */
int team_devices_open(team_devices *t, const options *o);
int team_devices_open_one(team_devices *t, const options *o, const char *name);
void team_devices_close(team_devices *t);

/* Makes the team of the request's reductions, unless there is one device alone, which --save needs
 * no pieces of. The reductions are at level exact from then on, also where less was asked for. */
int team_devices_join(team_devices *t, request *r, size_t element_size);

/* clr_team_take(), after which devices that have failed are named. */
int team_devices_take(team_devices *t, const options *o, const void *const *inputs, uint64_t count);

/* Reports why the team's last call failed. Returns the exit code. */
int team_devices_fail(const team_devices *t, const options *o);

/* Which device has reduced how much: with -v, and as JSON. */
void team_devices_tell(const team_devices *t);
json_t *team_devices_part(const team_devices *t);

#endif
