/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare_floors - what no reduction on a device can be faster than: a kernel that does nothing,
 * the four bytes of a value on their way to the host, and reading the device's memory.
 */
#ifndef CLREDUCE_PEERS_COMPARE_FLOORS_H
#define CLREDUCE_PEERS_COMPARE_FLOORS_H

#include <clreduce/clreduce.h>

/*
 * Prints a line each, of the peer "floor", as compare_common.h has them: `launch`, an empty kernel;
 * `launch-and-read`, the same and a blocking read of 4 bytes; `read`, of the task's f32 in one
 * kernel. Ends the process if the device fails.
 */
void compare_floors(clr_context *context, cl_command_queue queue);

#endif
