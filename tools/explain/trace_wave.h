/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_wave - what a step costs a machine whose lanes go in waves.
 *
 * Lanes of a wave execute one instruction together, so the accesses that its lanes make to memory
 * are taken to be one access when they are of one kind and each lane's n-th of that kind in the
 * step. Local memory has banks, 4 bytes wide, that deliver one word each at a time. An access
 * to cells of more than 4 bytes goes in passes of 4 * banks / size lanes, half a wave for cells
 * of 8 bytes; in a pass, a bank of which lanes want several words delivers them one after
 * another, and one word goes to all lanes that want it at once (CUDA C Programming Guide 4.2,
 * appendix F.4.3, shared memory of compute capability 2.x). Global memory moves sectors
 * of 32 bytes, each once for all lanes of an access (CUDA C++ Best Practices Guide, coalesced
 * access to global memory).
 */
#ifndef CLREDUCE_TOOLS_TRACE_WAVE_H
#define CLREDUCE_TOOLS_TRACE_WAVE_H

#include "trace_steps.h"

/*
 * Counts a step of a group of `item_count` items, and marks its entries. `adds` has an entry an
 * item: whether it adds anything in any step of the group. False if memory ran out.
 */
bool trace_wave_count(const trace_machine *machine, trace_step *step, const bool *adds,
                      uint32_t item_count);

#endif
