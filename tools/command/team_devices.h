/* SPDX-License-Identifier: Apache-2.0 */
/*
 * team_devices - the devices that -d names, which reduce all numbers to a single result as a team
 * of the library: their contexts, the team, and what the user is told of each. One device alone is
 * a team, too, if --save needs the accumulators of pieces of the input (saved_goes_by_pieces()),
 * which a team merges.
 */
#ifndef CLREDUCE_TOOLS_TEAM_DEVICES_H
#define CLREDUCE_TOOLS_TEAM_DEVICES_H

#include "command_request.h"
#include <jansson.h>

/* All zero: no device is open. */
typedef struct team_devices {
    clr_context *contexts[CLR_TEAM_MOST];
    size_t count;
    clr_team *team;              /* NULL: one device goes by itself */
    bool has_compiled;           /* a first take has been made: later takes need no hush.h */
    bool is_told[CLR_TEAM_MOST]; /* the user has been told that the device failed */
} team_devices;

/* Whether -d names several devices. */
bool team_devices_are_asked(const options *o);

/* Refuses several devices for every verb but the reduction, and for a reduction of many results, by
 * an operator of the user's own, with -s, a plan's sizes or --repeat, which a team has none of.
 * Returns 0, or the exit code after a sentence on standard error, as the functions below do. */
int team_devices_check(const options *o, unsigned verb_bit);

/* Create the contexts of all devices of -d, or that of the device `name` alone. Call
 * team_devices_close(), which destroys them, whatever the outcome. */
int team_devices_open(team_devices *t, const options *o);
int team_devices_open_one(team_devices *t, const options *o, const char *name);
void team_devices_close(team_devices *t);

/* Makes the team of the request's reductions, of elements of `element_size` bytes; of one device
 * alone only where --save goes by pieces, else `team` stays NULL. A team's reductions are at level
 * exact from then on, also where less was asked for. */
int team_devices_join(team_devices *t, request *r, size_t element_size);

/* clr_team_take(); then tells the user which devices have failed. */
int team_devices_take(team_devices *t, const options *o, const void *const *inputs, uint64_t count);

/* Reports why the team's last call failed. Returns the exit code. */
int team_devices_fail(const team_devices *t, const options *o);

/* How many numbers each device has reduced: as notes, and as a JSON array that the caller owns. */
void team_devices_tell(const team_devices *t);
json_t *team_devices_part(const team_devices *t);

#endif
