/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the fuzzer's samples are run, and their judgement: at once, in parts, as streams, through
 * accumulators, and by two plans. Draws come from the sample's seed, so that a sample that has been
 * made smaller is cut likewise.
 */
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_MOST = 512, PARTS_MOST = 6, BYTES_MOST = 1024 };

/* A sample on the device, and where what is wrong is written. */
struct running {
    const struct trial *trial;
    const struct sample *sample;
    uint64_t seed;
    char *why;
};

static bool is_wrong(const struct running *r, const char *what)
{
    snprintf(r->why, TRIAL_WHY_SIZE, "%.*s", TRIAL_WHY_SIZE - 1, what);
    return false;
}

/* A call that should not have failed. */
static bool has_failed(const struct running *r, const char *call, clr_status status)
{
    snprintf(r->why, TRIAL_WHY_SIZE, "%s: %s: %.200s", call, clr_status_name(status),
             clr_context_error(r->trial->rig->context)->message);
    return false;
}

/* ---- on the device ---- */

/* Elements between NaNs, or huge ones. */
static void upload(const struct trial *trial, const struct sample *sample)
{
    const size_t size = oracle_size(sample->type);

    for (size_t i = 0; i < sample->inputs; i++) {
        const size_t first = sample->offsets[i];
        const size_t whole = (first + sample->count + first + 1) * size;
        unsigned char *bytes = malloc(whole);

        assert_non_null(bytes);
        memset(bytes, 0x7f, whole);
        memcpy(bytes + first * size, sample->elements[i], sample->count * size);
        buffer_write(trial->rig, trial->buffers[i], 0, bytes, whole);
        free(bytes);
    }
}

static clr_status run_span(const struct running *r, clr_plan *plan, size_t first, size_t count,
                           clr_part part, void *record)
{
    clr_run run = {.size = sizeof run, .queue = r->trial->rig->queue, .part = part, .host = record};
    clr_status status;

    for (size_t i = 0; i < r->sample->inputs; i++)
        run.inputs[i] =
            (clr_span){r->trial->buffers[i], r->sample->offsets[i] + first, (uint64_t)count};
    status = clr_plan_run(plan, &run);
    assert_int_equal(clFinish(r->trial->rig->queue), CL_SUCCESS);
    return status;
}

/* Where a sample is cut: `parts` parts, some of which may be empty. */
static void draw_cuts(struct running *r, size_t parts, size_t cuts[PARTS_MOST + 1])
{
    cuts[0] = 0;
    for (size_t i = 1; i < parts; i++) {
        size_t at = i;

        cuts[i] = trial_below(&r->seed, r->sample->count + 1);
        for (; cuts[at] < cuts[at - 1]; at--) {
            const size_t other = cuts[at];

            cuts[at] = cuts[at - 1];
            cuts[at - 1] = other;
        }
    }
    cuts[parts] = r->sample->count;
}

/* ---- judgement ---- */

/* What a map makes of the elements, which the caller frees. */
static unsigned char *negated(const struct sample *sample)
{
    unsigned char *made = malloc((sample->count + 1) * oracle_size(sample->type));

    assert_non_null(made);
    for (size_t i = 0; i < sample->count; i++)
        oracle_store(sample->type, made, i, -oracle_load(sample->type, sample->elements[0], i));
    return made;
}

static oracle_value truth_of(const clr_reduction *reduction, const struct sample *sample,
                             clr_nan nan)
{
    const oracle_question question = {.op = reduction->op,
                                      .type = reduction->type,
                                      .nan = nan,
                                      .overflow = reduction->overflow,
                                      .ddof = reduction->ddof};
    const void *y = oracle_takes_pairs(reduction->op) ? sample->elements[1] : NULL;
    unsigned char *mapped = reduction->map ? negated(sample) : NULL;
    oracle_value truth;

    oracle_reduce(&question, mapped ? mapped : sample->elements[0], y, sample->count, &truth);
    free(mapped);
    return truth;
}

static oracle_answer answer_of(const clr_result *result, uint64_t depth,
                               const unsigned char *record)
{
    oracle_answer answer = {.type = result->type,
                            .value = record + result->offset,
                            .depth = depth,
                            .is_exact = result->accuracy == CLR_ACCURACY_EXACT,
                            .accumulator = result->accumulator};
    cl_int status = CLR_OK;

    if (result->second_offset != CLR_UNKNOWN)
        answer.second = record + result->second_offset;
    if (result->index_offset != CLR_UNKNOWN)
        memcpy(&answer.index, record + result->index_offset, sizeof answer.index);
    if (result->status_offset != CLR_UNKNOWN)
        memcpy(&status, record + result->status_offset, sizeof status);
    answer.status = (clr_status)status;
    return answer;
}

static bool judge(const struct running *r, size_t index, const oracle_answer *answer,
                  const char *whose)
{
    const clr_reduction *reduction = &r->trial->reductions[index];
    oracle_value truth = truth_of(reduction, r->sample, reduction->nan);
    char why[200];
    const bool is_right = oracle_accepts(&truth, answer, why, sizeof why);

    oracle_clear(&truth);
    if (!is_right)
        snprintf(r->why, TRIAL_WHY_SIZE, "%s %s: %s", clr_operator_name(reduction->op), whose, why);
    return is_right;
}

/* Whether a run says by itself that a reduction has no value: by how few elements there are. */
static bool are_too_few(const struct running *r)
{
    bool are_few = false;

    for (size_t i = 0; i < r->trial->count; i++) {
        const clr_reduction *reduction = &r->trial->reductions[i];

        if (r->sample->count <= reduction->ddof) {
            oracle_value truth = truth_of(reduction, r->sample, CLR_NAN_PROPAGATE);

            are_few |= truth.empty;
            oracle_clear(&truth);
        }
    }
    return are_few;
}

static bool judge_record(const struct running *r, const unsigned char *record, uint64_t depth,
                         const char *whose)
{
    for (size_t i = 0; i < r->trial->count; i++) {
        const oracle_answer answer = answer_of(&r->trial->results[i], depth, record);

        if (!judge(r, i, &answer, whose))
            return false;
    }
    return true;
}

/* What a run returned and wrote. */
static bool judge_run(const struct running *r, clr_status status, const unsigned char *record,
                      uint64_t depth, const char *whose)
{
    if (status != CLR_OK && status != CLR_ERROR_EMPTY)
        return has_failed(r, "clr_plan_run", status);
    if ((status == CLR_ERROR_EMPTY) != are_too_few(r))
        return is_wrong(r, status == CLR_OK ? "a result of too few elements" : "no result");
    for (size_t i = (size_t)r->trial->info.result_size; i < RECORD_MOST; i++)
        if (record[i] != 0xa5)
            return is_wrong(r, "something was written after the record");
    return status != CLR_OK || judge_record(r, record, depth, whose);
}

/* ---- ways ---- */

static bool run_whole(struct running *r)
{
    unsigned char record[RECORD_MOST];
    clr_status status;

    memset(record, 0xa5, sizeof record);
    status = run_span(r, r->trial->plan, 0, r->sample->count, CLR_PART_WHOLE, record);
    return judge_run(r, status, record, clr_plan_depth(r->trial->plan, r->sample->count), "whole");
}

static bool run_in_parts(struct running *r)
{
    const size_t parts = 1 + trial_below(&r->seed, PARTS_MOST);
    clr_plan *plan = r->trial->plan;
    unsigned char record[RECORD_MOST];
    clr_status status = CLR_OK;
    size_t cuts[PARTS_MOST + 1];
    uint64_t longest = 0;

    memset(record, 0xa5, sizeof record);
    draw_cuts(r, parts, cuts);
    for (size_t i = 0; i < parts && status == CLR_OK; i++) {
        const bool is_last = i + 1 == parts;
        const size_t count = cuts[i + 1] - cuts[i];

        longest = count > longest ? count : longest;
        status = run_span(r, plan, cuts[i], count, is_last ? CLR_PART_LAST : CLR_PART_MORE,
                          is_last ? record : NULL);
    }
    clr_plan_discard(plan);
    return judge_run(r, status, record, clr_plan_depth(plan, longest) + parts, "in parts");
}

/* Gives the sample to a stream; `*longest` and `*pieces` are those there were. */
static clr_status feed(struct running *r, clr_stream *stream, uint64_t *longest, uint64_t *pieces)
{
    const size_t size = oracle_size(r->sample->type);
    clr_status status = CLR_OK;

    for (size_t done = 0; done < r->sample->count && status == CLR_OK;) {
        const size_t left = r->sample->count - done;
        uint64_t capacity = 0;
        size_t count;
        void *rooms[CLR_INPUTS_MOST];

        status = clr_stream_map(stream, rooms, &capacity);
        if (status != CLR_OK)
            return status;
        count = left < capacity ? left : (size_t)capacity;
        if (r->trial->takes_parts)
            count = 1 + trial_below(&r->seed, count);
        for (size_t i = 0; i < r->sample->inputs; i++)
            memcpy(rooms[i], r->sample->elements[i] + done * size, count * size);
        status = clr_stream_submit(stream, count);
        done += count;
        *longest = count > *longest ? count : *longest;
        ++*pieces;
    }
    return status;
}

/* A stream's status is that of any of its results. */
static bool judge_stream(const struct running *r, clr_status status, const unsigned char *record,
                         uint64_t depth)
{
    bool may_be = false;

    if (status == CLR_OK)
        return judge_record(r, record, depth, "of a stream");
    for (size_t i = 0; i < r->trial->count; i++) {
        const clr_reduction *reduction = &r->trial->reductions[i];
        oracle_value truth = truth_of(reduction, r->sample, reduction->nan);

        may_be |= (status == CLR_ERROR_EMPTY && truth.empty) ||
                  (status == CLR_ERROR_OVERFLOW && truth.overflow);
        oracle_clear(&truth);
    }
    return may_be || has_failed(r, "clr_stream", status);
}

static bool run_as_stream(struct running *r)
{
    const struct trial *trial = r->trial;
    const clr_stream_options options = {.size = sizeof options,
                                        .plan = &trial->options,
                                        .piece_capacity = 1 + trial_below(&r->seed, 3000)};
    unsigned char record[RECORD_MOST];
    uint64_t longest = 0, pieces = 0;
    clr_stream *stream = NULL;
    clr_status status =
        clr_stream_create(trial->rig->context, trial->reductions, trial->count, &options, &stream);
    bool is_right;

    if (status != CLR_OK)
        return has_failed(r, "clr_stream_create", status);
    status = feed(r, stream, &longest, &pieces);
    if (status == CLR_OK)
        status = clr_stream_result(stream, record);
    is_right =
        judge_stream(r, status, record, clr_plan_depth(clr_stream_plan(stream), longest) + pieces);
    clr_stream_destroy(stream);
    return is_right;
}

/* ---- accumulators ---- */

/* Hands an accumulator over as bytes, as between processes. */
static clr_accumulator *handed_over(clr_accumulator *accumulator)
{
    unsigned char bytes[BYTES_MOST];
    clr_accumulator *loaded = NULL;
    size_t size = 0;

    if (clr_accumulator_store(accumulator, bytes, sizeof bytes, &size) != CLR_OK ||
        clr_accumulator_load(bytes, size, &loaded, NULL, 0) != CLR_OK)
        return accumulator;
    clr_accumulator_destroy(accumulator);
    return loaded;
}

static bool is_kept(const struct trial *trial, size_t index)
{
    return trial->results[index].accuracy == CLR_ACCURACY_EXACT &&
           trial_is_sum(trial->reductions[index].op, trial->reductions[index].type);
}

/* What the plan keeps of elements first .. first + count, in one part or two. */
static bool keep(struct running *r, size_t index, size_t first, size_t count,
                 clr_accumulator **kept)
{
    clr_plan *plan = r->trial->plan;
    const size_t half = trial_below(&r->seed, count + 1);
    clr_status status = run_span(r, plan, first, half, CLR_PART_MORE, NULL);

    if (status == CLR_OK)
        status = run_span(r, plan, first + half, count - half, CLR_PART_MORE, NULL);
    if (status == CLR_OK)
        status = clr_plan_accumulator(plan, index, kept);
    clr_plan_discard(plan);
    if (status == CLR_OK && trial_below(&r->seed, 2))
        *kept = handed_over(*kept);
    return status == CLR_OK || has_failed(r, "clr_plan_accumulator", status);
}

/* All of them into the first, in any order and grouping. */
static bool merge(struct running *r, clr_accumulator **kept, size_t count)
{
    char reason[200] = "";

    while (count > 1) {
        const size_t from = trial_below(&r->seed, count);
        const size_t into = (from + 1 + trial_below(&r->seed, count - 1)) % count;
        clr_accumulator *last = kept[count - 1];

        if (clr_accumulator_merge(kept[into], kept[from], reason, sizeof reason) != CLR_OK)
            return is_wrong(r, reason);
        clr_accumulator_destroy(kept[from]);
        kept[from] = last;
        kept[--count] = NULL;
    }
    return true;
}

static bool judge_kept(const struct running *r, size_t index, const clr_accumulator *kept)
{
    const clr_result *result = &r->trial->results[index];
    uint64_t value = 0;
    const clr_status status =
        clr_accumulator_round(kept, &value, (size_t)result->value_size, NULL, 0);
    const oracle_answer answer = {
        .type = result->type, .value = &value, .status = status, .is_exact = true};

    return judge(r, index, &answer, "of accumulators");
}

static bool run_by_accumulators(struct running *r)
{
    clr_accumulator *kept[PARTS_MOST] = {NULL};
    const size_t parts = 1 + trial_below(&r->seed, PARTS_MOST);
    size_t cuts[PARTS_MOST + 1];
    size_t index = trial_below(&r->seed, r->trial->count), made = 0;
    bool is_right = true;

    while (!is_kept(r->trial, index))
        index = (index + 1) % r->trial->count;
    draw_cuts(r, parts, cuts);
    for (size_t i = 0; i < parts && is_right; i++)
        if (cuts[i] < cuts[i + 1])
            is_right = keep(r, index, cuts[i], cuts[i + 1] - cuts[i], &kept[made++]);
    if (made == 0)
        return run_whole(r);
    is_right = is_right && merge(r, kept, made) && judge_kept(r, index, kept[0]);
    for (size_t i = 0; i < PARTS_MOST; i++)
        clr_accumulator_destroy(kept[i]);
    return is_right;
}

/* ---- two plans ---- */

/* Bytes of a record's reduction, or any NaNs. */
static bool are_same(const clr_result *result, const unsigned char *a, const unsigned char *b)
{
    const size_t value = (size_t)result->value_size;

    if (oracle_is_float(result->type)) {
        const double x = oracle_load(result->type, a + result->offset, 0);
        const double y = oracle_load(result->type, b + result->offset, 0);

        if (x != x && y != y)
            return true;
    }
    return memcmp(a + result->offset, b + result->offset, value) == 0;
}

static bool run_otherwise(struct running *r)
{
    unsigned char records[2][RECORD_MOST];
    clr_plan *const plans[] = {r->trial->plan, r->trial->other};

    for (size_t i = 0; i < 2; i++) {
        clr_status status;

        memset(records[i], 0xa5, RECORD_MOST);
        status = run_span(r, plans[i], 0, r->sample->count, CLR_PART_WHOLE, records[i]);
        if (!judge_run(r, status, records[i], clr_plan_depth(plans[i], r->sample->count),
                       i ? "by another plan" : "by one of two plans"))
            return false;
    }
    for (size_t i = 0; i < r->trial->count; i++)
        if (!are_same(&r->trial->results[i], records[0], records[1]))
            return is_wrong(r, "two plans of one reproducible reduction have different bits");
    return true;
}

/* ---- all ---- */

static const struct {
    const char *name;
    bool (*run)(struct running *r);
} ways[] = {
    [TRIAL_WHOLE] = {"whole", run_whole},
    [TRIAL_PARTS] = {"parts", run_in_parts},
    [TRIAL_STREAM] = {"stream", run_as_stream},
    [TRIAL_ACCUMULATORS] = {"accumulators", run_by_accumulators},
    [TRIAL_OTHERWISE] = {"two plans", run_otherwise},
};

const char *trial_way_name(trial_way way)
{
    return ways[way].name;
}

bool sample_is_right(const struct trial *trial, const struct sample *sample,
                     char why[TRIAL_WHY_SIZE])
{
    struct running running = {.trial = trial, .sample = sample, .seed = sample->seed, .why = why};

    upload(trial, sample);
    return ways[sample->way].run(&running);
}
