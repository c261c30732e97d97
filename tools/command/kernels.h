/* SPDX-License-Identifier: Apache-2.0 */
/* kernels - the kernels launched by a plan's last run, as text and JSON. */
#ifndef CLREDUCE_TOOLS_KERNELS_H
#define CLREDUCE_TOOLS_KERNELS_H

#include <clreduce/clreduce.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Kernel number `index`; false past the last. */
bool kernels_at(const clr_plan *plan, size_t index, clr_launched *kernel);

/* Number of launches that fold elements; and of the launches at the end of an input that came in
 * pieces, which get no elements and deliver the result of the pieces before. */
uint64_t kernels_launches(const clr_plan *plan);
uint64_t kernels_end_launches(const clr_plan *plan);

/* Launch by launch, groups x work-items: "3 launches of 128 x 256 + 1 x 256". */
#define KERNELS_LINE_SIZE 128
void kernels_line(const clr_plan *plan, char line[KERNELS_LINE_SIZE]);

/* Name, launches and local memory: "clr_reduce_teams, 2 launches of 128 groups of 256 work-items, 2
 * KiB of local memory a group". */
#define KERNELS_TEXT_SIZE 256
void kernels_text(const clr_launched *kernel, char text[KERNELS_TEXT_SIZE]);

/* The purpose of a kernel, in words. */
const char *kernels_does(const clr_launched *kernel);

/* Reports all kernels on standard error. */
void kernels_note(const clr_plan *plan);

/* An array with an object for each kernel; NULL: out of memory. */
json_t *kernels_part(const clr_plan *plan);

#endif
