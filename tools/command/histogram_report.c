/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_report - a histogram for people and programs: a line for each bin, with a bar on
 * terminals; one JSON object; or the counts as an .npy file. See histogram.h.
 */
#include "document.h"
#include "histogram.h"
#include "listing.h"
#include "message.h"
#include "npy_file.h"
#include "output.h"
#include "outputs.h"
#include "report.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Lines ----------------------------------------------------------------------------------- */

#define BAR_WIDTH 40

static const char bar[] = "########################################";

static void edge_text(const histogram *h, uint64_t index, char text[OUTPUT_TEXT_SIZE])
{
    output_text(CLR_TYPE_F64, &h->bins.edges[index], text);
}

static void print_lines(const histogram *h)
{
    char from[OUTPUT_TEXT_SIZE], to[OUTPUT_TEXT_SIZE];

    edge_text(h, 0, to);
    for (uint64_t i = 0; i < h->bins.count; i++) {
        memcpy(from, to, sizeof from);
        edge_text(h, i + 1, to);
        printf("%s\t%s\t%" PRIu64 "\n", from, to, h->counts[i]);
    }
}

/* Widths of the columns of edges and counts, and the largest count. */
typedef struct widths {
    int edge, count;
    uint64_t most;
} widths;

static widths measure(const histogram *h)
{
    char text[OUTPUT_TEXT_SIZE];
    widths w = {0};

    for (uint64_t i = 0; i <= h->bins.count; i++) {
        edge_text(h, i, text);
        w.edge = (int)strlen(text) > w.edge ? (int)strlen(text) : w.edge;
    }
    for (uint64_t i = 0; i < h->bins.count; i++)
        w.most = h->counts[i] > w.most ? h->counts[i] : w.most;
    w.count = snprintf(text, sizeof text, "%" PRIu64, w.most);
    return w;
}

/* Prints aligned lines to a terminal, with a bar by each bin's share of the largest count; only an
 * empty bin has none. */
static void print_bars(const histogram *h)
{
    const widths w = measure(h);
    char from[OUTPUT_TEXT_SIZE], to[OUTPUT_TEXT_SIZE];

    for (uint64_t i = 0; i < h->bins.count; i++) {
        const double share = w.most == 0 ? 0 : (double)h->counts[i] / (double)w.most;
        const int length = (int)(share * BAR_WIDTH);
        edge_text(h, i, from);
        edge_text(h, i + 1, to);
        printf("%*s  %*s  %*" PRIu64 "  %.*s\n", w.edge, from, w.edge, to, w.count, h->counts[i],
               length == 0 && h->counts[i] != 0 ? 1 : length, bar);
    }
}

static bool print_plain(const histogram *h)
{
    if (isatty(STDOUT_FILENO))
        print_bars(h);
    else
        print_lines(h);
    return output_flush();
}

/* ---- Listings -------------------------------------------------------------------------------- */

static bool print_listing(const histogram *h)
{
    char text[OUTPUT_TEXT_SIZE];
    listing l;

    listing_open(&l, h->job.o->form);
    listing_column(&l, "from", true);
    listing_column(&l, "to", true);
    listing_column(&l, "count", true);
    for (uint64_t i = 0; i < h->bins.count; i++) {
        edge_text(h, i, text);
        listing_number(&l, text);
        edge_text(h, i + 1, text);
        listing_number(&l, text);
        listing_value(&l, CLR_TYPE_U64, &h->counts[i]);
    }
    return listing_close(&l);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static bool print_json(const histogram *h)
{
    const job *j = &h->job;
    json_t *edges = json_array(), *counts = json_array();

    for (uint64_t i = 0; i <= h->bins.count; i++)
        json_array_append_new(edges, document_real(h->bins.edges[i]));
    for (uint64_t i = 0; i < h->bins.count; i++)
        json_array_append_new(counts, document_count(h->counts[i]));
    json_t *document = report_document(j);
    json_object_set_new(document, "seconds", report_seconds_part(j));
    json_object_set_new(document, "edges", edges);
    json_object_set_new(document, "counts", counts);
    json_object_set_new(document, "outside", document_count(h->outside));
    if (j->o->check)
        json_object_set_new(document, "check", json_string(check_verdict_name(CHECK_AGREES)));
    return document_print(document);
}

/* ---- .npy ------------------------------------------------------------------------------------ */

int histogram_check_output(const options *o)
{
    const int code = options_check_output(o);

    return code != CODE_FINE
               ? code
               : outputs_check_file(o, o->operands, o->operand_count, o->output, &outputs_npy);
}

static int write_npy(const histogram *h)
{
    whole_file file;
    int code = whole_file_open(&file, outputs_path(h->job.o->output));

    if (code == CODE_FINE) {
        npy_file_write(file.stream, CLR_TYPE_U64, &h->bins.count, 1, h->counts);
        code = whole_file_keep(&file);
    }
    whole_file_close(&file);
    return code;
}

/* ---- The whole output ------------------------------------------------------------------------ */

static void tell_outside(const histogram *h)
{
    char from[OUTPUT_TEXT_SIZE], to[OUTPUT_TEXT_SIZE];

    edge_text(h, 0, from);
    edge_text(h, h->bins.count, to);
    message_note("%" PRIu64 " of %" PRIu64 " numbers are in no bin: they are not from %s to %s.",
                 h->outside, h->job.in.count, from, to);
}

int histogram_report(const histogram *h)
{
    report_notes(&h->job, NULL);
    if (h->outside != 0 && !h->job.o->quiet)
        tell_outside(h);
    if (h->job.o->output)
        return write_npy(h);
    output_begin();
    if (listing_is(h->job.o->form))
        return output_end(print_listing(h), "the result");
    return output_end(h->job.o->form == OUTPUT_JSON ? print_json(h) : print_plain(h), "the result");
}
