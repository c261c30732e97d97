/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording_rows - which array is recorded, and the judging of all its results. See
 * recording_rows.h.
 */
#include "recording_rows.h"
#include "message.h"
#include <stdlib.h>

/* Of rows nobody has said how many there should be of: not more than a few items can log. */
#define DEFAULT_ITEMS 2048

static uint64_t stored_count(const options *o)
{
    const uint64_t length = o->shape.length;

    if (o->made.rank != 0)
        return made_shape_extents_count(o);
    if (o->explain.items != 0)
        return o->explain.items;
    return length > DEFAULT_ITEMS ? length : DEFAULT_ITEMS;
}

bool recording_rows_can_be(const options *o)
{
    const bool is_drawn = o->made.segments == 0 && o->made.spread == 0 && o->shape.bins == 0;

    return is_drawn && stored_count(o) <= OPTIONS_ITEMS_MOST;
}

int recording_rows_open(recording_rows *rows, const options *o)
{
    const uint64_t stored = stored_count(o);

    if (!made_shape_is_asked(o))
        return CODE_FINE;
    if (o->made.rank != 0 && o->explain.items != 0)
        return message_fail(CODE_USAGE, "--extents says how many numbers: leave --items out.");
    if (!recording_rows_can_be(o))
        return message_fail(CODE_USAGE,
                            "explain draws every step: arrays and rows of up to %d numbers, "
                            "neither segments nor labels.",
                            OPTIONS_ITEMS_MOST);
    int code = made_shape_check_options(o, stored);
    if (code == CODE_FINE)
        code = made_shape_open(&rows->made, o, stored, o->shape.length);
    rows->stored = o->made.rank != 0 ? stored : rows->made.elements;
    return code;
}

void recording_rows_close(recording_rows *rows)
{
    bench_shape_close(&rows->on_device);
    made_shape_close(&rows->made);
    *rows = (recording_rows){0};
}

check_verdict recording_rows_judge(const recording_rows *rows, const clr_plan *plan,
                                   const clr_reduction *reduction, const void *elements,
                                   char sentence[CHECK_SENTENCE_SIZE])
{
    const size_t size = rows->on_device.layout->info.element_size;
    void *own = malloc(rows->stored * size + 1);
    const void *const inputs[] = {own, own};
    check_verdict verdict = own ? CHECK_AGREES : CHECK_UNAVAILABLE;

    for (uint64_t k = 0; check_is_within(verdict) && k < rows->made.count; k++) {
        const uint64_t length = made_shape_length(&rows->made, k);
        const check_claim claim = bench_shape_claim(&rows->on_device, plan, 0, k, length);
        check host;
        check_start(&host, reduction);
        made_shape_gather(&rows->made, k, size, elements, own);
        check_add(&host, inputs, length);
        verdict = check_judge(&host, &claim, sentence);
    }
    free(own);
    return verdict;
}
