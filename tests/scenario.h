/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scenario - programs that use the library, one a row, and the objects that they find and leave.
 * test_faults.c makes each of them fail in every call.
 */
#ifndef CLREDUCE_TESTS_SCENARIO_H
#define CLREDUCE_TESTS_SCENARIO_H

#include "support.h"

enum { ELEMENTS = 5000 };

/* The sum of the elements 1, 2, 3 ... */
static const int64_t expected = (int64_t)ELEMENTS * (ELEMENTS + 1) / 2;

struct stage {
    const char *cache; /* folder of the disk cache; "": none */
    clr_context *context;
    clr_plan *plan;
    clr_stream *stream;
    clr_team *team;
    bool is_by_team;             /* errors are the team's */
    cl_command_queue queue;      /* in-order */
    cl_command_queue free_queue; /* out-of-order */
    cl_mem input;                /* the elements */
    cl_mem output;
    clr_device_list *devices;
    bool is_traced;
    uint64_t folded; /* elements folded into the plan's saved state */
    int64_t result;  /* of the last run; -1 before */
};

typedef enum cache_state { CACHE_OFF, CACHE_COLD, CACHE_WARM } cache_state;

/* Objects there before a scenario; each kind includes those before it. */
typedef enum props { PROPS_NONE, PROPS_CONTEXT, PROPS_BUFFERS, PROPS_PLAN } props;

struct scenario {
    const char *name;
    clr_status (*run)(struct stage *stage); /* makes the library's calls until one fails */
    cache_state cache;
    props props;
    bool gives_result;
    const clr_plan_options *how; /* for the plan; NULL: the library's choice */
};

enum { SCENARIOS = 33 };
extern const struct scenario scenarios[SCENARIOS];

/* Shared by all scenarios: the elements, a folder for disk caches. */
void scenarios_open(void);
void scenarios_close(void);

void stage_set_up(const struct scenario *scenario, struct stage *stage);
void stage_strike(struct stage *stage);
void stage_finish_queues(struct stage *stage);

/* Scenarios, and parts of them, for tests of their own. */
clr_status run_on_queue(struct stage *stage);
clr_status run_on_two_queues(struct stage *stage);
clr_status reduce_once(struct stage *stage);
clr_status reduce_two_inputs(struct stage *stage);
clr_status reduce_row(struct stage *stage);
clr_status reduce_large_row(struct stage *stage);
clr_status reduce_run_of_keys(struct stage *stage);
clr_status reduce_by_team(struct stage *stage);
clr_status create_stream(struct stage *stage);
clr_status feed_piece(clr_stream *stream, uint64_t *fed);
clr_status finish_stream(struct stage *stage);

#endif
