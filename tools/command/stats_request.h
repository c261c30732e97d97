/* SPDX-License-Identifier: Apache-2.0 */
/* stats_request - the reductions of stats, which share one pass. */
#ifndef CLREDUCE_TOOLS_STATS_REQUEST_H
#define CLREDUCE_TOOLS_STATS_REQUEST_H

#include "command_request.h"

/* The reductions' numbers in the request. */
enum {
    STATS_SUM,
    STATS_MEAN,
    STATS_VARIANCE,
    STATS_LEAST,
    STATS_GREATEST,
    STATS_NONZERO,
    STATS_NONZERO_OR_NAN, /* of floats alone */
    STATS_REDUCTIONS
};

/* Makes the request's reductions for numbers of that type. */
void stats_request_ask(request *r, clr_type type);

#endif
