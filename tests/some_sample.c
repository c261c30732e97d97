/* SPDX-License-Identifier: Apache-2.0 */
#include "some_sample.h"

#include <stdlib.h>
#include <string.h>

void subject_make(struct subject *subject)
{
    const struct rig *rig = subject->rig;
    clr_plan_options options = clr_plan_options_defaults();

    options.shape = subject->shape;
    options.mask = subject->way.mask;
    options.index = subject->way.index;
    options.indices_inside = subject->way.is_inside;
    options.device_count = subject->way.is_told;
    options.labels = subject->shape == CLR_SHAPE_LABELS ? RESULTS_MOST : 0;
    options.label_elements = subject->shape == CLR_SHAPE_LABELS ? MOST : 0;
    assert_ok(rig, clr_plan_create(rig->context, subject->reductions, subject->count, &options,
                                   &subject->plan));
    plan_tell(subject->plan, &subject->info, subject->results, subject->count);
}

/* ---- what it is asked of ---- */

bool is_named(const struct sample *sample, clr_type type, size_t entry)
{
    uint64_t bits = 0;

    memcpy(&bits, &sample->indices[entry], clr_type_size(type));
    return bits < sample->elements; /* what is below 0 is large */
}

bool is_some(const struct subject *subject, const struct sample *sample, size_t entry)
{
    return entry < sample->there && (!subject->way.mask || sample->taken[entry]) &&
           (!subject->way.index || is_named(sample, subject->way.index, entry));
}

static void draw_indices(const struct subject *subject, struct sample *sample, uint64_t *seed)
{
    const bool is_inside = subject->way.is_inside || below(seed, 3) == 0;

    for (size_t i = 0; i < sample->entries; i++) {
        const int64_t strays[] = {-1, (int64_t)sample->elements, INT32_MAX, INT64_MIN};

        sample->indices[i] = is_inside || below(seed, 5) ? (int64_t)below(seed, sample->elements)
                                                         : ONE_OF(seed, strays);
        if (clr_type_size(subject->way.index) == 4 && sample->indices[i] == INT64_MIN)
            sample->indices[i] = -7;
    }
}

/* Which result an entry is of, and the place that an index of it counts. */
static void draw_results(const struct subject *subject, struct sample *sample, uint64_t *seed)
{
    const size_t n = sample->entries;
    size_t row = 0, begin = 0;

    for (size_t i = 0; i < n; i++) {
        switch (subject->shape) {
        case CLR_SHAPE_LABELS:
            sample->names[i] = (uint32_t)below(seed, sample->results + sample->results / 8 + 1);
            if (below(seed, 30) == 0)
                sample->names[i] = UINT32_MAX;
            row = sample->names[i] < sample->results ? sample->names[i] : sample->results;
            break;
        case CLR_SHAPE_RUNS:
            sample->names[i] = (uint32_t)(i / 7 * 40503 % 11);
            if (i && sample->names[i] != sample->names[i - 1])
                begin = (row++, i);
            break;
        case CLR_SHAPE_SEGMENTS:
            if (i % sample->length == 0)
                begin = (row = i / sample->length, i);
            break;
        case CLR_SHAPE_AXES:
            begin = (row = i / sample->length, row * sample->length);
            break;
        default:
            break;
        }
        sample->result_of[i] = row;
        sample->place_of[i] = i - begin;
    }
    if (subject->shape == CLR_SHAPE_RUNS)
        sample->results = sample->there ? sample->result_of[sample->there - 1] + 1 : 0;
}

void sample_make(const struct subject *subject, struct sample *sample, uint64_t seed)
{
    const size_t most = test_scope() <= SCOPE_SMALL ? FEW : MOST;
    const size_t element = (size_t)subject->info.element_size;

    *sample = (struct sample){.length = 1 + below(&seed, 40), .results = 1};
    sample->entries = sample->length * (1 + below(&seed, most / sample->length));
    sample->there = subject->way.is_told ? below(&seed, sample->entries + 3) : sample->entries;
    sample->there = sample->there < sample->entries ? sample->there : sample->entries;
    sample->elements = subject->way.index ? 1 + below(&seed, most) : sample->entries;
    if (subject->shape == CLR_SHAPE_LABELS)
        sample->results = 1 + below(&seed, below(&seed, 2) ? 20 : RESULTS_MOST);
    else if (subject->shape == CLR_SHAPE_AXES || subject->shape == CLR_SHAPE_SEGMENTS)
        sample->results = sample->entries / sample->length;
    sample->taken = malloc(sample->entries * sizeof *sample->taken);
    sample->indices = malloc(sample->entries * sizeof *sample->indices);
    sample->names = calloc(sample->entries, sizeof *sample->names);
    sample->begins = malloc((sample->entries + sample->results + 1) * sizeof *sample->begins);
    sample->result_of = malloc(sample->entries * sizeof *sample->result_of);
    sample->place_of = malloc(sample->entries * sizeof *sample->place_of);
    for (size_t i = 0; i < sample->entries; i++)
        sample->taken[i] = below(&seed, 3) != 0;
    draw_indices(subject, sample, &seed);
    draw_results(subject, sample, &seed);
    for (size_t k = 0; k <= sample->results; k++)
        sample->begins[k] = (uint32_t)(k * sample->length);
    for (unsigned i = 0; i < 2; i++) {
        sample->inputs[i] = calloc(BEFORE + sample->elements, element);
        oracle_fill((oracle_data)below(&seed, ORACLE_DATA_COUNT), seed + i, subject->info.type,
                    sample->inputs[i] + BEFORE * element, sample->elements);
    }
}

void sample_destroy(struct sample *sample)
{
    free(sample->inputs[0]);
    free(sample->inputs[1]);
    free(sample->taken);
    free(sample->indices);
    free(sample->names);
    free(sample->begins);
    free(sample->result_of);
    free(sample->place_of);
}
