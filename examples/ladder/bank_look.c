/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bank_look - runs the kernel that asks for cells, and counts. See bank_look.h.
 */
#include "bank_look.h"

enum { WAVE = 32, BANKS = 32, SIZE = 128, STEPS = 7 };

const char bank_look_text[] =
    "\n#line 1 \"the look at mine() and other()\"\n"
    "kernel void look(global uint *cells, uint size)\n"
    "{\n"
    "    const uint lid = get_local_id(0);\n"
    "    for (uint step = 0; 1u << step < size; step++) {\n"
    "        cells[2 * (step * size + lid)] = mine(lid, step, size);\n"
    "        cells[2 * (step * size + lid) + 1] = other(lid, step, size);\n"
    "    }\n"
    "}\n";

/* What an item adds, and to what; an `other` of SIZE and up: nothing. */
typedef struct pair {
    cl_uint mine, other;
} pair;

static void ask(job *j, pair pairs[STEPS][SIZE])
{
    const size_t bytes = sizeof(pair) * STEPS * SIZE, items = SIZE;
    const cl_uint size = SIZE;
    cl_int code;
    cl_kernel look = job_kernel(j, "look");
    cl_mem cells = clCreateBuffer(j->context, 0, bytes, NULL, &code);

    if (code != CL_SUCCESS || clSetKernelArg(look, 0, sizeof cells, &cells) != CL_SUCCESS ||
        clSetKernelArg(look, 1, sizeof size, &size) != CL_SUCCESS ||
        clEnqueueNDRangeKernel(j->queue, look, 1, NULL, &items, &items, 0, NULL, NULL) !=
            CL_SUCCESS ||
        clEnqueueReadBuffer(j->queue, cells, CL_TRUE, 0, bytes, pairs, 0, NULL, NULL) != CL_SUCCESS)
        STOP(WRONG, "the cells that %s touches could not be asked for", j->path);
    clReleaseMemObject(cells);
    clReleaseKernel(look);
}

/* Whether two lanes at work of a wave want different cells of a bank; says which. */
static bool conflicts(const pair *wave, bool of_others, cl_uint step)
{
    for (cl_uint a = 0; a < WAVE; a++) {
        for (cl_uint b = a + 1; b < WAVE; b++) {
            const cl_uint x = of_others ? wave[a].other : wave[a].mine;
            const cl_uint y = of_others ? wave[b].other : wave[b].mine;
            if (wave[a].other >= SIZE || wave[b].other >= SIZE || x == y || x % BANKS != y % BANKS)
                continue;
            printf("step %u: lanes %u and %u of a wave want cells %u and %u, both in bank %u of "
                   "%d: one "
                   "waits for the other\n",
                   step, a, b, x, y, x % BANKS, BANKS);
            return true;
        }
    }
    return false;
}

/* Whether the items at work are spread over more waves than they would fill; says how many. */
static bool scatters(const pair *items, cl_uint step)
{
    cl_uint active = 0, waves = 0;

    for (cl_uint first = 0; first < SIZE; first += WAVE) {
        cl_uint here = 0;
        for (cl_uint i = first; i < first + WAVE; i++)
            here += items[i].other < SIZE;
        active += here;
        waves += here != 0;
    }
    if (waves <= (active + WAVE - 1) / WAVE)
        return false;
    printf("step %u: %u items at work are spread over %u waves, where %u would do\n", step, active,
           waves, (active + WAVE - 1) / WAVE);
    return true;
}

bank_look bank_look_at(job *j)
{
    static pair pairs[STEPS][SIZE];

    ask(j, pairs);
    for (cl_uint step = 0; step < STEPS; step++) {
        for (cl_uint first = 0; first < SIZE; first += WAVE) {
            if (conflicts(pairs[step] + first, false, step) ||
                conflicts(pairs[step] + first, true, step))
                return BANKS_CONFLICT;
        }
    }
    for (cl_uint step = 0; step < STEPS; step++) {
        if (scatters(pairs[step], step))
            return BANKS_SCATTER;
    }
    return BANKS_FINE;
}
