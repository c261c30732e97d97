/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of pictures and pages: libxml2 reads them back, and they show what the logs that they were
 * made of say. Needs no device.
 */
#include "made_logs.h"
#include "picture.h"
#include "plain_kernel.h"
#include "unit.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static made_log logs[2];

/* In place of the command's: one strategy has a kernel. */
const char *plain_kernel_text(const char *strategy)
{
    return strcmp(strategy, "sequential") != 0 ? NULL
                                               : "cells[i] = x[i]; // load, put\n"
                                                 "barrier(1);       // barrier\n"
                                                 "if (a < b)\n";
}

static recording record(size_t index, const char *name, uint32_t size, made_group fold)
{
    const trace_machine machine = {32, 32, size, 4};
    recording r = {.strategy = {.lesson = "less < more & \"quoted\""},
                   .layout = {.info = {.strategy = name, .type = CLR_TYPE_I32},
                              .count = 1,
                              .results = {{.op = CLR_OPERATOR_SUM,
                                           .type = CLR_TYPE_I64,
                                           .value_size = sizeof(int64_t),
                                           .second_offset = CLR_UNKNOWN,
                                           .index_offset = CLR_UNKNOWN}}},
                   .reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32),
                   .type = CLR_TYPE_I32,
                   .count = 2 * size,
                   .sentence = "What costs most is a < b.",
                   .notes = {"", "A note & no more."}};

    made_log_fill(&logs[index], 2, size, 1, fold);
    r.steps = trace_create(logs[index].events, logs[index].count, &machine);
    assert_non_null(r.steps);
    return r;
}

/* Draws, and parses what comes out; a document that is not well-formed fails the test. */
static xmlDocPtr draw(picture_writer *write, const recording *recordings, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    assert_non_null(stream);
    assert_true(write(stream, recordings, count));
    fclose(stream);
    xmlDocPtr document = xmlReadMemory(text, (int)size, "drawn", NULL, XML_PARSE_NONET);
    free(text);
    assert_non_null(document);
    return document;
}

/* How many nodes the path finds. */
static int count_of(xmlDocPtr document, const char *path)
{
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathObjectPtr found = xmlXPathEvalExpression(BAD_CAST path, context);

    assert_non_null(found);
    int count = xmlXPathNodeSetIsEmpty(found->nodesetval) ? 0 : found->nodesetval->nodeNr;
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return count;
}

TEST(pictures_show_the_log)
{
    recording r = record(0, "interleaved", 64, made_interleaved);
    xmlDocPtr document = draw(picture_svg, &r, 1);

    /* Of two groups that are alike one is drawn: loading, six steps and the one that leaves. */
    assert_int_equal(count_of(document, "//*[@class='step']"), 8);
    assert_int_equal(count_of(document, "//*[@data-step='1']//*[@class='active']"), 32);
    assert_int_equal(count_of(document, "//*[@data-step='1']//*[@class='resting']"), 32);
    assert_int_equal(count_of(document, "//*[@data-step='1']//*[@class='wave divergent']"), 2);
    assert_int_equal(count_of(document, "//*[@data-step='1']//*[@class='take']"), 32);
    assert_int_equal(count_of(document, "//*[@data-step='6']//*[@class='take']"), 1);
    assert_int_equal(count_of(document, "//*[@data-step='6']//*[local-name()='text'][.='2016']"),
                     1);
    assert_int_equal(count_of(document, "//*[.='less < more & \"quoted\"']"), 1);
    assert_int_equal(count_of(document, "//*[@class='note']"), 1);
    /* Seven steps end at a barrier of all items; the legend has a line, too. */
    assert_int_equal(count_of(document, "//*[@class='step']//*[@class='barrier of_group']"), 7);
    assert_int_equal(count_of(document, "//*[@class='step']//*[@class='barrier of_wave']"), 0);
    assert_int_equal(
        count_of(document, "//*[@data-step='1' and @data-kinds='merge put get barrier']"), 1);
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

TEST(conflicts_are_marked)
{
    recording r = record(0, "strided-index", 64, made_strided);
    xmlDocPtr document = draw(picture_svg, &r, 1);

    assert_int_equal(count_of(document, "//*[@data-step='1']//*[@class='take conflict']"), 64);
    assert_int_equal(count_of(document, "//*[@data-step='1']//*[@class='put conflict']"), 31);
    assert_int_equal(count_of(document, "//*[@data-step='6']//*[@class='take conflict']"), 0);
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

TEST(pages_have_all_they_need)
{
    recording two[] = {record(0, "sequential", 128, made_sequential),
                       record(1, "shuffle", 128, made_shuffle)};
    xmlDocPtr document = draw(picture_html, two, 2);

    assert_int_equal(count_of(document, "//*[local-name()='section']"), 2);
    assert_int_equal(count_of(document, "//*[local-name()='section'][1]//*[@class='step']"), 9);
    assert_int_equal(count_of(document, "//*[@id='slider' and @max='8']"), 1);
    assert_int_equal(count_of(document, "//*[@data-count='bank_conflicts']"), 2);
    assert_int_equal(count_of(document, "//*[local-name()='script' or local-name()='style']"), 3);
    assert_int_equal(count_of(document, "//*[@src or @href]"), 0);
    /* One of the two has lines, each with the kinds of events that light it up. */
    assert_int_equal(count_of(document, "//*[local-name()='pre']/*[local-name()='code']"), 3);
    assert_int_equal(count_of(document, "//*[local-name()='code' and @data-kinds=' load  put']"),
                     1);
    assert_int_equal(count_of(document, "//*[local-name()='code' and @data-kinds='']"), 1);
    for (size_t i = 0; i < 2; i++)
        trace_destroy(two[i].steps);
    xmlFreeDoc(document);
}

/* Adds an event to the log of recording number 0, which is made anew. */
static void log_event(clr_trace_event event)
{
    logs[0].events[logs[0].count++] = event;
}

static void retrace(recording *r, uint32_t size)
{
    const trace_machine machine = {32, 32, size, 4};

    trace_destroy(r->steps);
    r->steps = trace_create(logs[0].events, logs[0].count, &machine);
    assert_non_null(r->steps);
}

/* Of three items that add at once two additions are lost; and what happened later is drawn lower.
 */
TEST(lost_additions_are_struck_out)
{
    recording r = record(0, "race", 4, made_sequential);

    logs[0].count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        log_event((clr_trace_event){.item = i, .kind = CLR_TRACE_READ, .place = i, .value = 70});
        log_event(
            (clr_trace_event){.item = i, .kind = CLR_TRACE_WRITE, .place = 5 - i, .value = 71 + i});
    }
    log_event((clr_trace_event){.launch = 1, .kind = CLR_TRACE_DELIVER, .value = 71});
    retrace(&r, 4);
    xmlDocPtr document = draw(picture_svg, &r, 1);
    assert_int_equal(count_of(document, "//*[@class='read'][.='70']"), 3);
    assert_int_equal(count_of(document, "//*[@class='written lost'][.='72' or .='73']"), 2);
    assert_int_equal(count_of(document, "//*[@class='written'][.='71']"), 1);
    assert_int_equal(count_of(document, "//*[@class='written'][number(@y) > "
                                        "number(//*[@class='written lost' and .='72']/@y)]"),
                     1);
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

/* Devices that make vectors of items count in another order than they write: what was found last
 * stands last. */
TEST(what_lasts_stands_last)
{
    recording r = record(0, "race", 4, made_sequential);

    logs[0].count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        log_event((clr_trace_event){.item = i, .kind = CLR_TRACE_READ, .place = i, .value = 70});
        log_event(
            (clr_trace_event){.item = i, .kind = CLR_TRACE_WRITE, .place = 3 + i, .value = 71 + i});
    }
    log_event((clr_trace_event){.launch = 1, .kind = CLR_TRACE_DELIVER, .value = 71});
    retrace(&r, 4);
    xmlDocPtr document = draw(picture_svg, &r, 1);
    for (int other = 72; other <= 73; other++) {
        char path[160];
        snprintf(path, sizeof path,
                 "//*[@class='written' and .='71'][number(@y) > "
                 "number(//*[@class='written lost' and .='%d']/@y)]",
                 other);
        assert_int_equal(count_of(document, path), 1);
    }
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

/* What is taken before it is there, with what was taken in its place; a group of fewer items than
 * lanes. */
TEST(early_takes_and_small_groups_are_marked)
{
    recording r = record(0, "no-barriers", 4, made_interleaved);
    xmlDocPtr document;

    for (size_t i = 0; i < logs[0].count; i++)
        if (logs[0].events[i].kind == CLR_TRACE_GET && logs[0].events[i].item == 2)
            logs[0].events[i].value = 99;
    retrace(&r, 4);
    document = draw(picture_svg, &r, 1);
    assert_int_equal(count_of(document, "//*[@class='step']//*[@class='take early']"), 1);
    assert_int_equal(count_of(document, "//*[@class='step']//*[@class='early'][.='99']"), 1);
    assert_int_equal(count_of(document, "//*[@data-step='0']//*[@class='wave partial']"), 1);
    assert_int_equal(count_of(document, "//*[@class='legend']//*[@class='wave partial' or "
                                        "@class='take early' or @class='early' or @class='read' or "
                                        "@class='written' or @class='old' or @class='new']"),
                     7);
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

TEST(tickets_and_barriers_of_waves_are_drawn)
{
    recording r = record(0, "ticket", 4, made_sequential);

    logs[0].count = 0;
    log_event((clr_trace_event){.kind = CLR_TRACE_BARRIER, .place = 1});
    log_event((clr_trace_event){.kind = CLR_TRACE_DRAW, .place = 1, .size = 1});
    retrace(&r, 4);
    xmlDocPtr document = draw(picture_svg, &r, 1);
    assert_int_equal(count_of(document, "//*[@class='step']//*[@class='barrier of_wave']"), 1);
    assert_int_equal(count_of(document, "//*[@class='drawn'][contains(., 'ticket 1: the last')]"),
                     1);
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

/* Sixteen items have 38 pixels each: whole values where they fit, fewer digits where not. */
TEST(values_fit_their_cells)
{
    static const double numbers[] = {0.1234567890123, 1.5, 123456789.25, -0.000001234567};
    recording r = record(0, "sequential", 16, made_sequential);

    r.layout.results[0].type = CLR_TYPE_F64;
    for (size_t i = 0; i < logs[0].count; i++)
        memcpy(&logs[0].events[i].value, &numbers[i % 4], sizeof(double));
    retrace(&r, 16);
    xmlDocPtr document = draw(picture_svg, &r, 1);
    assert_true(count_of(document, "//*[@data-step='0']//*[@class='value']") == 16);
    assert_int_equal(count_of(document, "//*[@data-step='0']//*[@class='value'][not(*) and "
                                        "string-length() > 7]"),
                     0);
    assert_true(count_of(document, "//*[@class='value'][*[.='0.1234567890123']]") > 0);
    xmlFreeDoc(document);
    trace_destroy(r.steps);
}

TEST(any_group_size_can_be_drawn)
{
    static const uint32_t sizes[] = {1, 2, 16, 256, 1024};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        recording r = record(0, "sequential", sizes[i], made_sequential);
        xmlDocPtr document = draw(picture_svg, &r, 1);
        assert_true(count_of(document, "//*[@data-step='0']//*[@class='active']") == (int)sizes[i]);
        xmlFreeDoc(document);
        trace_destroy(r.steps);
    }
}

void after_all(void)
{
    xmlCleanupParser();
}
