/* SPDX-License-Identifier: Apache-2.0 */
/* job - shared by all runs over a request's files. See job.h. */
#include "job.h"
#include "clock.h"
#include "message.h"
#include "progress.h"
#include "saved.h"
#include "session.h"
#include "value.h"
#include <inttypes.h>
#include <stdio.h>

int job_open(job *j, request *r, input_whole whole)
{
    *j = (job){.o = r->o, .request = r, .start_ns = clock_ns()};
    if (j->o->operator_file && j->o->result == CLR_TYPE_DEFAULT)
        return message_fail(CODE_USAGE, "say with -r of which type the numbers are that the result "
                                        "of --operator is made of, such as -r f64.");
    return intake_open(&j->in, r, whole);
}

void job_close(job *j)
{
    clr_context_destroy(j->context);
    soonest_close(&j->devices);
    intake_close(&j->in);
}

int job_settle(job *j)
{
    const feed *f = &j->in.feed;
    OR_RETURN(request_settle(j->request, f->type));
    if (f->is_found && value_kind_of(f->type) != VALUE_REAL)
        request_detect_overflow(j->request);
    return saved_check_reduction(j->o, &j->request->reductions[0]);
}

int job_check_record(const job *j, uint64_t inputs)
{
    const clr_result *result = &j->layout.results[0];

    if (j->layout.info.inputs != inputs)
        return message_fail(CODE_USAGE,
                            "the reduction takes %" PRIu64 " inputs, but %" PRIu64 " are there.",
                            j->layout.info.inputs, inputs);
    if (result->op != CLR_OPERATOR_CUSTOM || result->value_size % clr_type_size(result->type) == 0)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "the result of %s has %" PRIu64 " bytes, which are no whole number of %s: "
                        "say another type with -r.",
                        j->o->operator_file, result->value_size, clr_type_name(result->type));
}

int job_fail(job *j)
{
    progress_end();
    return session_fail(j->o, j->context, j->in.feed.type);
}

void job_note_piece(job *j, uint64_t count)
{
    j->pieces++;
    j->piece_most = count > j->piece_most ? count : j->piece_most;
}

void job_check_piece(job *j, const void *const inputs[], uint64_t count)
{
    if (!j->o->check)
        return;
    progress_wait("checking");
    for (size_t i = 0; i < j->layout.count; i++)
        check_add(&j->checks[i], inputs, count);
    progress_waited();
}

int job_tell(const job *j, check_verdict verdict, const char *which, const char *sentence)
{
    if (verdict == CHECK_DIFFERS)
        return message_fail(CODE_CHECK, "check failed: %.300s%.400s.", which, sentence);
    if (verdict == CHECK_UNAVAILABLE && !j->o->quiet)
        message_note("check: %.400s.", sentence);
    else if ((verdict == CHECK_UNDECIDED || verdict == CHECK_VAGUE) && !j->o->quiet)
        message_note("check undecided: %.300s%.400s.", which, sentence);
    return CODE_FINE;
}

int job_refuse_result(const job *j, size_t which, clr_status status)
{
    const clr_result *result = &j->layout.results[which];
    const uint64_t count = j->in.count, ddof = j->request->reductions[which].ddof;
    const char *name = clr_operator_name(result->op);
    char words[160];

    if (status == CLR_ERROR_OVERFLOW)
        snprintf(words, sizeof words, "%s does not fit %s", name, clr_type_name(result->type));
    else if (count == 0)
        snprintf(words, sizeof words, "%s of no elements has no value", name);
    else if (count <= ddof)
        snprintf(words, sizeof words,
                 "%s of %" PRIu64 " elements with ddof %" PRIu64
                 " has no value: the divisor would be 0 or less",
                 name, count, ddof);
    else
        snprintf(words, sizeof words, "%s has no value, as too few of the elements are no NaN",
                 name);
    return message_refusal(status, words);
}

bool job_is_sure(const job *j)
{
    bool sure = true;

    for (size_t i = 0; j->o->check && i < j->layout.count; i++)
        sure = sure && j->verdicts[i] == CHECK_AGREES;
    return sure;
}
