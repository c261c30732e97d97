/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/label_block.h"

#include <string.h>

#define PLACES(type)                                                                               \
    for (size_t i = 0; i < count; i++)                                                             \
    places[i] = ((const type *)by)[from + i] < results ? (uint32_t)((const type *)by)[from + i]    \
                                                       : (uint32_t)results

/* Labels that name a result, else the place behind all results. */
static void list_places(const clr_host_run *run, uint64_t from, size_t count, uint32_t *places)
{
    const void *by = run->by;
    const uint64_t results = run->results;

    if (clr_type_size(run->by_type) == sizeof(uint32_t))
        PLACES(uint32_t);
    else
        PLACES(uint64_t);
}

/* Sends what a mask or NaN's policy leaves out to the place behind all results. */
static void leave_out(const clri_source *source, const clri_folder *folder, uint64_t from,
                      size_t count, const void *x, uint32_t nowhere, uint32_t *places)
{
    int64_t keys[CLRI_LABEL_BLOCK];

    if (source->mask_kind != CLR_MASK_NONE)
        for (size_t i = 0; i < count; i++)
            if (!clri_source_takes(source, (int64_t)(from + i)))
                places[i] = nowhere;
    if (!folder->ignores_nan)
        return;
    folder->loops->list[folder->width][CLRI_KEY_FLOAT_MAGNITUDE](x, count, keys);
    for (size_t i = 0; i < count; i++)
        if (keys[i] > folder->finite.most)
            places[i] = nowhere;
}

/* Elements that a list names; what it names beyond all has no place. */
static const void *gather(const clri_source *source, uint64_t from, size_t count, uint32_t nowhere,
                          clri_label_block *block)
{
    const size_t size = source->element_size;

    for (size_t i = 0; i < count; i++) {
        const uint64_t at =
            clri_source_index(source->index_type, source->indices, (int64_t)(from + i));

        if (at >= source->elements) {
            block->places[i] = nowhere;
            memset(block->gathered + i * size, 0, size);
            continue;
        }
        memcpy(block->gathered + i * size, clri_source_at(source, 0, (int64_t)at), size);
    }
    return block->gathered;
}

const void *clri_label_block_read(const clri_fold_job *job, const clri_source *source,
                                  const clri_folder *folder, uint64_t from, size_t count,
                                  clri_label_block *block)
{
    const uint32_t nowhere = (uint32_t)job->run->results;
    const void *x;

    list_places(job->run, from, count, block->places);
    x = source->index_type ? gather(source, from, count, nowhere, block)
                           : clri_source_at(source, 0, (int64_t)from);
    leave_out(source, folder, from, count, x, nowhere, block->places);
    return x;
}
