/* SPDX-License-Identifier: Apache-2.0 */
/* stats_request - the reductions of stats. See stats_request.h. */
#include "stats_request.h"
#include "value.h"

static const struct {
    clr_operator op;
    clr_nan nan;
} rows[STATS_REDUCTIONS] = {
    [STATS_SUM] = {CLR_OPERATOR_SUM, CLR_NAN_IGNORE},
    [STATS_MEAN] = {CLR_OPERATOR_MEAN, CLR_NAN_IGNORE},
    [STATS_VARIANCE] = {CLR_OPERATOR_VAR, CLR_NAN_IGNORE},
    [STATS_LEAST] = {CLR_OPERATOR_ARGMIN, CLR_NAN_IGNORE},
    [STATS_GREATEST] = {CLR_OPERATOR_ARGMAX, CLR_NAN_IGNORE},
    [STATS_NONZERO] = {CLR_OPERATOR_COUNT, CLR_NAN_IGNORE},
    [STATS_NONZERO_OR_NAN] = {CLR_OPERATOR_COUNT, CLR_NAN_PROPAGATE}, /* NaN counts as not 0 */
};

void stats_request_ask(request *r, clr_type type)
{
    r->count = value_kind_of(type) == VALUE_REAL ? STATS_REDUCTIONS : STATS_NONZERO_OR_NAN;
    for (size_t i = 0; i < r->count; i++) {
        r->reductions[i] = request_reduction(r->o, rows[i].op, type);
        r->reductions[i].nan = rows[i].nan;
        r->reductions[i].ddof = 0; /* a value whenever the mean has one */
    }
}
