/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report - a finished job as text. See report.h.
 */
#include "report.h"
#include "document.h"
#include "kernels.h"
#include "message.h"
#include "output.h"
#include "quantity.h"
#include "saved.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static double seconds(uint64_t ns)
{
    return (double)ns / 1e9;
}

/* Bytes per nanosecond are gigabytes per second. */
static double gigabytes_per_second(const job *j, uint64_t ns)
{
    return ns == 0 ? 0 : (double)intake_size(&j->in) / (double)ns;
}

#define DEVICE_TEXT_SIZE 192
#define FOLDED_TEXT_SIZE 64

static bool is_sound(const job *j)
{
    return j->is_by_host || words_is_sound(j->layout.info.strategy);
}

/* Whether one plan has computed the job, whose sizes and times can be told: no team of devices, and
 * not the host. */
static bool has_plan(const job *j)
{
    return !j->is_shared && !j->is_by_host;
}

/* "f32", or the name of structs. */
static const char *type_name(const job *j)
{
    return j->in.feed.type == CLR_TYPE_DEFAULT ? "struct" : clr_type_name(j->in.feed.type);
}

/* ---- Plain ----------------------------------------------------------------------------------- */

static bool print_plain(const flat *f)
{
    const job *j = &f->job;

    for (size_t i = 0; i < j->layout.count; i++) {
        if (j->layout.count > 1)
            printf("%s ", clr_operator_name(j->layout.results[i].op));
        record_print(&j->layout.results[i], f->record, stdout);
    }
    return output_flush();
}

/* All results are a row. */
static bool print_listing(const flat *f)
{
    const job *j = &f->job;
    listing l;

    listing_open(&l, j->o->form);
    for (size_t i = 0; i < j->layout.count; i++)
        record_columns(&l, &j->layout.results[i]);
    for (size_t i = 0; i < j->layout.count; i++)
        record_cells(&l, &j->layout.results[i], f->record);
    return listing_close(&l);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* The path, or an array of paths. */
static json_t *paths(const options *o)
{
    json_t *list;

    if (o->operand_count < 2)
        return document_text(o->operand_count == 0 ? "-" : o->operands[0]);
    list = json_array();
    for (size_t i = 0; i < o->operand_count; i++)
        json_array_append_new(list, document_text(o->operands[i]));
    return list;
}

json_t *report_document(const job *j)
{
    json_t *from = json_pack("{s:o, s:s, s:o}", "path", paths(j->o), "type", type_name(j), "count",
                             document_count(j->in.count));

    return json_pack("{s:o, s:o}", "input", from, "device",
                     j->is_by_host ? json_string("host")
                                   : document_device(clr_context_device(j->context)));
}

void report_add_plan(json_t *document, const job *j)
{
    if (has_plan(j))
        json_object_set_new(document, "strategy", json_string(j->layout.info.strategy));
    json_object_set_new(document, "accuracy",
                        json_string(clr_accuracy_name(j->layout.results[0].accuracy)));
    json_object_set_new(document, "seconds", report_seconds_part(j));
}

json_t *report_seconds_part(const job *j)
{
    json_t *part = json_pack("{s:o}", "read", document_real(seconds(j->in.read_ns)));

    if (has_plan(j)) {
        json_object_set_new(part, "upload", document_real(seconds(j->upload_ns)));
        json_object_set_new(part, "kernel", document_real(seconds(j->kernel_ns)));
    }
    json_object_set_new(part, "total", document_real(seconds(j->total_ns)));
    if (j->warm_ns != 0) {
        json_object_set_new(part, "kernel_first", document_real(seconds(j->first_ns)));
        json_object_set_new(part, "kernel_warm", document_real(seconds(j->warm_ns)));
    }
    return part;
}

static json_t *repeat_part(const flat *f)
{
    return json_pack("{s:o, s:o, s:o}", "runs", document_count(f->runs), "kernel_fastest",
                     document_real(seconds(f->run_ns[0])), "kernel_median",
                     document_real(seconds(f->job.kernel_ns)));
}

/* Adds what a selection looks for. */
static void add_selection(json_t *part, const job *j, size_t index)
{
    const operator_list *operators = &j->request->operators;
    const operator_word *word = &operators->words[index];
    const clr_reduction *reduction = &j->request->reductions[index];
    json_t *quantiles = json_array();

    for (size_t i = 0; i < word->count; i++)
        json_array_append_new(quantiles, document_real(operators->quantiles[word->first + i]));
    if (word->count != 0)
        json_object_set(part, "quantiles", quantiles);
    json_decref(quantiles);
    if (word->k != 0)
        json_object_set_new(part, "k", document_count(word->k));
    if (reduction->interpolation != CLR_INTERPOLATION_LINEAR)
        json_object_set_new(part, "interpolation",
                            json_string(clr_interpolation_name(reduction->interpolation)));
}

json_t *report_result_begin(const job *j, size_t index)
{
    const clr_result *result = &j->layout.results[index];
    json_t *part = json_pack("{s:s, s:s}", "op", clr_operator_name(result->op), "type",
                             clr_type_name(result->type));

    if (operator_selects(result->op))
        add_selection(part, j, index);
    return part;
}

json_t *report_result_end(const job *j, size_t index, json_t *part)
{
    const clr_accuracy accuracy = j->layout.results[index].accuracy;

    if (accuracy != j->layout.results[0].accuracy)
        json_object_set_new(part, "accuracy", json_string(clr_accuracy_name(accuracy)));
    if (j->o->check)
        json_object_set_new(part, "check", json_string(check_verdict_name(j->verdicts[index])));
    return part;
}

static json_t *result_part(const flat *f, size_t index)
{
    json_t *part = report_result_begin(&f->job, index);

    record_json(&f->job.layout.results[index], f->record, part);
    return report_result_end(&f->job, index, part);
}

/* Adds the kernels of the last run, and the largest launch. */
static void add_launched(json_t *document, const flat *f)
{
    const job *j = &f->job;
    const clr_plan *plan = flat_plan(f);
    json_t *most =
        json_pack("{s:o, s:o, s:o, s:o}", "groups", document_count(j->layout.info.group_count),
                  "group_size", document_count(j->layout.info.group_size), "vector_width",
                  document_count(j->layout.info.vector_width), "item_loads",
                  document_count(j->layout.info.item_loads));

    json_object_set_new(document, "launches", document_count(kernels_launches(plan)));
    json_object_set_new(document, "end_launches", document_count(kernels_end_launches(plan)));
    json_object_set_new(document, "kernels", kernels_part(plan));
    json_object_set_new(document, "most", most);
}

static bool print_json(const flat *f)
{
    const job *j = &f->job;
    json_t *document = report_document(j), *results = json_array();

    for (size_t i = 0; i < j->layout.count; i++)
        json_array_append_new(results, result_part(f, i));
    report_add_plan(document, j);
    if (j->kernel_ns != 0)
        json_object_set_new(document, "gb_per_s",
                            document_real(gigabytes_per_second(j, j->kernel_ns)));
    json_object_set_new(document, "results", results);
    if (f->devices.team)
        json_object_set_new(document, "devices", team_devices_part(&f->devices));
    else if (!j->is_by_host)
        add_launched(document, f);
    if (!is_sound(j))
        json_object_set_new(document, "sound", json_false());
    if (f->runs > 1)
        json_object_set_new(document, "repeat", repeat_part(f));
    return document_print(document);
}

/* ---- Summary --------------------------------------------------------------------------------- */

static void summarise_plan(const job *j)
{
    const clr_plan_info *info = &j->layout.info;

    for (size_t i = 0; i < j->layout.count; i++) {
        const clr_result *result = &j->layout.results[i];
        char folded[FOLDED_TEXT_SIZE] = "", name[OPERATOR_LIST_NAME_SIZE];
        request_name(j->request, i, name);
        if (result->accumulator)
            snprintf(folded, sizeof folded, ", folded as %.40s", result->accumulator);
        message_note("%s of %s%s, comes as %s, accuracy %s", name, type_name(j), folded,
                     clr_type_name(result->type), clr_accuracy_name(result->accuracy));
    }
    if (!has_plan(j))
        return;
    if (info->native) {
        message_note("native: the host folds runs in the device's queue; no kernel is compiled");
        return;
    }
    message_note("strategy %s: at most %" PRIu64 " groups of %" PRIu64 " work-items a launch, with "
                 "%" PRIu64 " load%s of %" PRIu64 " in flight each; %" PRIu64 " bytes of scratch",
                 info->strategy, info->group_count, info->group_size, info->item_loads,
                 info->item_loads == 1 ? "" : "s", info->vector_width, info->scratch_size);
    if (info->tuned[0] != '\0')
        message_note("by the tuning file: %.500s", info->tuned);
}

/* "upload 0 us, kernels 12.3 ms first, 0.41 ms warm (5 GB/s), "; nothing without a plan. */
static void device_text(const job *j, char text[DEVICE_TEXT_SIZE])
{
    char upload[QUANTITY_TEXT_SIZE], first[QUANTITY_TEXT_SIZE], warm[QUANTITY_TEXT_SIZE];

    quantity_time(seconds(j->upload_ns), upload);
    quantity_time(seconds(j->warm_ns == 0 ? j->kernel_ns : j->first_ns), first);
    quantity_time(seconds(j->warm_ns), warm);
    text[0] = '\0';
    if (!has_plan(j))
        return;
    if (j->warm_ns == 0)
        snprintf(text, DEVICE_TEXT_SIZE, "upload %s, kernels %s (%.3g GB/s), ", upload, first,
                 gigabytes_per_second(j, j->kernel_ns));
    else
        snprintf(text, DEVICE_TEXT_SIZE, "upload %s, kernels %s first, %s warm (%.3g GB/s), ",
                 upload, first, warm, gigabytes_per_second(j, j->warm_ns));
}

static void tell_launched(const clr_plan *plan)
{
    const uint64_t launches = kernels_launches(plan), ends = kernels_end_launches(plan);
    char more[96] = "";

    if (ends != 0)
        snprintf(more, sizeof more,
                 ", and %" PRIu64 " at the end of the input, which deliver%s the result", ends,
                 ends == 1 ? "s" : "");
    message_note("%" PRIu64 " launch%s%s:", launches, launches == 1 ? "" : "es", more);
    kernels_note(plan);
}

static void tell_device(const job *j)
{
    const clr_device *device = clr_context_device(j->context);

    if (j->is_by_host)
        message_note("device host: this computer's processor, without OpenCL");
    else
        message_note("device %" PRIu64 ":%" PRIu64 " %s (%s, driver %s)", device->platform_index,
                     device->device_index, device->name, device->platform_name,
                     device->driver_version);
}

static void tell(const job *j, const clr_plan *streamed)
{
    char read[QUANTITY_TEXT_SIZE], size[QUANTITY_TEXT_SIZE], by_device[DEVICE_TEXT_SIZE];
    char total[QUANTITY_TEXT_SIZE], choice[SOONEST_TEXT_SIZE];

    soonest_text(&j->devices, choice);
    if (choice[0] != '\0')
        message_note("%s", choice);
    tell_device(j);
    feed_tell(&j->in.feed);
    summarise_plan(j);
    if (streamed)
        tell_launched(streamed);
    quantity_bytes(intake_size(&j->in), size);
    quantity_time(seconds(j->in.read_ns), read);
    device_text(j, by_device);
    quantity_time(seconds(j->total_ns), total);
    message_note("%" PRIu64 " numbers (%s) in %" PRIu64 " piece%s%s: read %s, %stotal %s",
                 j->in.count, size, j->pieces, j->pieces == 1 ? "" : "s",
                 j->in.is_mapped ? " (mapped)" : "", read, by_device, total);
}

void report_notes(const job *j, const clr_plan *streamed)
{
    if (j->o->verbose)
        tell(j, streamed);
    if (!j->o->quiet)
        feed_note(&j->in.feed);
}

bool report_minds_zeros(const job *j, size_t index)
{
    const options *o = j->o;
    const bool chooses = o->map || o->where || o->mask.path || o->index.path || o->nan;

    for (size_t i = 0; i < j->layout.count; i++)
        if (j->layout.results[i].op == CLR_OPERATOR_SIZE)
            return false;
    return j->layout.results[index].op == CLR_OPERATOR_COUNT && !chooses && !o->quiet &&
           o->form != OUTPUT_JSON;
}

void report_note_zeros(uint64_t counted, uint64_t all)
{
    if (counted < all)
        message_note("count is of the numbers that are not 0, here %" PRIu64 " of %" PRIu64
                     ": size counts all.",
                     counted, all);
}

static void note_zeros(const flat *f)
{
    for (size_t i = 0; i < f->job.layout.count; i++) {
        uint64_t counted;

        if (!report_minds_zeros(&f->job, i))
            continue;
        memcpy(&counted, f->record + f->job.layout.results[i].offset, sizeof counted);
        report_note_zeros(counted, f->job.in.count);
    }
}

static void tell_repeats(const flat *f)
{
    const job *j = &f->job;
    char first[QUANTITY_TEXT_SIZE], fastest[QUANTITY_TEXT_SIZE], median[QUANTITY_TEXT_SIZE];

    quantity_time(seconds(j->first_ns), first);
    quantity_time(seconds(f->run_ns[0]), fastest);
    quantity_time(seconds(j->kernel_ns), median);
    message_note("%" PRIu64 " runs, kernel time: first %s, fastest %s, median %s (%.3g GB/s)",
                 f->runs, first, fastest, median, gigabytes_per_second(j, j->kernel_ns));
}

int report_flat(const flat *f)
{
    const job *j = &f->job;

    if (f->runs > 1 && !j->o->verbose && j->o->form != OUTPUT_JSON && !j->o->quiet)
        tell_repeats(f);
    report_notes(j, flat_plan(f));
    if (f->devices.team && j->o->verbose)
        team_devices_tell(&f->devices);
    request_note_level(j->o, j->layout.results, j->layout.count);
    note_zeros(f);
    if (!is_sound(j) && !j->o->quiet)
        message_note("strategy %s is wrong by design: its results are no answers.",
                     j->layout.info.strategy);
    if (saved_is_output(j->o))
        return CODE_FINE;
    output_begin();
    if (listing_is(j->o->form))
        return output_end(print_listing(f), "the result");
    return output_end(j->o->form == OUTPUT_JSON ? print_json(f) : print_plain(f), "the result");
}
