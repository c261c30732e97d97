/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_json - a recording as JSON: every group with the counts of its steps, the totals, and
 * the losses in turns of a wave.
 */
#include "document.h"
#include "explain.h"
#include "trace_map.h"
#include "trace_table.h"

static json_t *kinds_part(const trace_step *step)
{
    json_t *kinds = json_array();

    for (unsigned kind = 1; trace_kind_of(kind); kind++)
        if (trace_step_has(step, kind))
            json_array_append_new(kinds, json_string(trace_kind_of(kind)->name));
    return kinds;
}

static json_t *step_part(const trace_step *step)
{
    json_t *part = json_object();

    json_object_set_new(part, "what", json_string(trace_step_word(step)));
    json_object_set_new(part, "kinds", kinds_part(step));
    for (size_t i = 0; trace_column_at(i); i++)
        json_object_set_new(part, trace_column_at(i)->key,
                            document_count(trace_column_value(trace_column_at(i), &step->counts)));
    return part;
}

static json_t *group_part(const trace *t, const trace_group *group)
{
    json_t *steps = json_array();

    for (size_t i = 0; i < group->step_count; i++)
        json_array_append_new(steps, step_part(&group->steps[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "launch", document_count(group->launch),
                     "group", document_count(group->group), "like",
                     document_count(t->groups[group->like].group), "items",
                     document_count(group->item_count), "never_add",
                     document_count(group->never_add), "steps", steps);
}

static json_t *groups_part(const trace *t)
{
    json_t *groups = json_array();

    for (size_t i = 0; i < t->group_count; i++)
        json_array_append_new(groups, group_part(t, &t->groups[i]));
    return groups;
}

static json_t *totals_part(const trace *t)
{
    json_t *totals = json_object();

    for (size_t i = 0; trace_total_at(i); i++)
        json_object_set_new(totals, trace_total_at(i)->key,
                            document_count(trace_total_value(trace_total_at(i), t)));
    return totals;
}

static json_t *losses_part(const recording *r)
{
    json_t *losses = json_object();
    trace_loss loss;

    for (size_t i = 0; loss = trace_loss_at(r->steps, &r->scale, i), loss.name; i++)
        json_object_set_new(losses, loss.name, document_real(loss.turns));
    return losses;
}

static json_t *notes_part(const recording *r)
{
    json_t *notes = json_array();

    for (size_t i = 0; i < RECORDING_NOTES; i++)
        if (r->notes[i][0] != '\0')
            json_array_append_new(notes, json_string(r->notes[i]));
    return notes;
}

/* Right by luck is not passed. */
static const char *check_name(const recording *r)
{
    return recording_is_lucky(r) ? "lucky" : check_verdict_name(r->verdict);
}

static json_t *pieces_part(const clr_strategy_info *strategy)
{
    return json_pack("{s:s, s:s, s:s}", "load", strategy->load, "group", strategy->group, "finish",
                     strategy->finish);
}

/* The result, or an array of all of them. */
static json_t *result_part(const recording *r)
{
    const clr_result *result = &r->layout.results[0];
    unsigned char record[RECORD_SIZE_MOST];
    json_t *results = json_array();

    if (r->rows.stored == 0) {
        json_decref(results);
        return record_part(result, r->record);
    }
    for (uint64_t k = 0; k < r->rows.made.count; k++) {
        bench_shape_record(&r->rows.on_device, k, record);
        json_array_append_new(results, record_part(result, record));
    }
    return results;
}

/* Who makes the first of many results; null of one. */
static json_t *makers_part(const recording *r)
{
    const trace_makers makers = trace_makers_of(r->steps, 0);

    if (r->rows.stored == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "groups", document_count(makers.groups), "items",
                     document_count(makers.items), "results", document_count(makers.results));
}

json_t *explain_json_part(const recording *r, const explain_plan *p)
{
    return json_pack(
        "{s:s, s:o, s:b, s:s, s:s, s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o, s:s?, s:s, s:o}",
        "strategy", r->layout.info.strategy, "pieces", pieces_part(&r->strategy), "unsound",
        !r->strategy.is_sound, "op", clr_operator_name(r->reduction.op), "type",
        recording_type_name(r->type), "count", document_count(r->count), "result", result_part(r),
        "makers", makers_part(r), "check", check_name(r), "lucky_runs",
        document_count(r->lucky_runs), "wave", document_count(r->steps->machine.wave), "banks",
        document_count(r->steps->machine.banks), "memory", explain_plan_memory_part(p), "groups",
        groups_part(r->steps), "totals", totals_part(r->steps), "losses", losses_part(r), "worst",
        r->loss.name, "sentence", r->sentence, "notes", notes_part(r));
}
