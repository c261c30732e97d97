/* SPDX-License-Identifier: Apache-2.0 */
/* work - the threads of a team, one for each device: each takes pieces of the take at hand until
 * none is left, and has its device reduce them. A device that fails is left out, and its piece goes
 * back to the others, so that nothing is lost while one device works. */
#ifndef CLREDUCE_TEAM_WORK_H
#define CLREDUCE_TEAM_WORK_H

#include "team/team_state.h"

/* Starts a thread for each worker but the first. */
clr_status clri_work_start(clr_team *team, clri_error *error);

/* Ends the threads that are there, in the process that has started them. */
void clri_work_end(clr_team *team);

/* Reduces `count` elements of each input; the calling thread works for the first device. */
clr_status clri_work_on(clr_team *team, const void *const *inputs, uint64_t count,
                        clri_error *error);

#endif
