/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/by_index.h"

void clri_source_stored(clri_source *source, const clri_choice *choice)
{
    const clri_number *index = clri_number_of(choice->input.index);

    clri_source_define(source, CLRI_MACRO_STORED,
                       index ? index->stored : choice->pass.reader.stored);
    clri_source_define_number(source, CLRI_MACRO_STORED_SIZE,
                              (int64_t)(index ? index->size : choice->input.element_size));
    if (index)
        clri_source_define(source, CLRI_MACRO_ELEMENT, choice->pass.reader.stored);
    /* Indices out of range are skipped: each value is read with whether its index is in range. */
    if (choice->input.sifts_indices)
        clri_source_define(source, CLRI_MACRO_TAKEN, choice->pass.truth);
}

void clri_source_origins(clri_source *source, const clri_choice *choice)
{
    if (!choice->input.index)
        return;
    for (unsigned i = 0; i < choice->pass.inputs; i++)
        clri_source_addf(source, " __global const CLR_ELEMENT *%c_at;", "xyzw"[i]);
    clri_source_add(source, " ulong limit;");
}

/* How an aligned vector of indices is loaded: past the cache, where elements are (capability.c). */
static void define_load(clri_source *source, const clri_choice *choice, unsigned width)
{
    const size_t size = clri_number_of(choice->input.index)->size * width;

    if (choice->capability.read && width > 1 && (size == 4 || size == 8 || size == 16))
        clri_source_redefine_by(source, CLRI_MACRO_LOAD_INDICES,
                                "__builtin_astype(clr_load_%zu(at), CLR_WIDE(CLR_STORED))", size);
    else
        clri_source_redefine(source, CLRI_MACRO_LOAD_INDICES,
                             "(*(__global const CLR_WIDE(CLR_STORED) *)(at))");
}

void clri_source_reader(clri_source *source, const clri_choice *choice, unsigned width)
{
    const clri_number *index = clri_number_of(choice->input.index);

    if (!index) {
        clri_source_piece(source, choice->pass.reader.piece);
        return;
    }
    define_load(source, choice, width);
    clri_source_redefine(source, CLRI_MACRO_STORED, choice->pass.reader.stored);
    clri_source_piece(source, choice->pass.reader.piece);
    clri_source_redefine(source, CLRI_MACRO_STORED, index->stored);
    /* With a mask cl/taken/read_masked.cl does this, too: clri_source_inputs(). */
    if (choice->input.sifts_indices && choice->pass.mask == CLR_MASK_NONE && source->is_narrow)
        clri_source_piece(source, "taken/read");
    /* Elements are read with the index and the number that expressions take of them. */
    if (choice->pass.is_numbered && source->is_narrow)
        clri_source_piece(source, "label/numbered_read");
}

void clri_source_inputs(clri_source *source, const clri_choice *choice)
{
    const bool has_mask = choice->pass.mask != CLR_MASK_NONE;

    if (choice->input.index && has_mask && source->is_narrow)
        clri_source_piece(source, "taken/read_masked");
    clri_source_piece(source, choice->input.index ? "read/by_index"
                              : has_mask          ? "read/masked"
                                                  : "read/inputs");
}

void clri_source_count(clri_source *source, bool is_in_memory)
{
    clri_source_define_number(source, CLRI_MACRO_COUNT_IN_MEMORY, is_in_memory);
    clri_source_piece(source, "shape/count");
}

void clri_source_outside(clri_source *source)
{
    clri_source_piece(source, "count_outside");
    clri_source_need(source, "the plan", "clr_count_outside");
}

void clri_source_reduce(clri_source *source, const clri_choice *choice)
{
    if (choice->input.index) {
        /* clr_count_outside() may take the list's length from a device buffer. Of one result
         * clri_source_finish() has added the count already. */
        if (choice->carrier->is_many)
            clri_source_count(source, true);
        clri_source_outside(source);
    }
    if (choice->carrier->is_many) {
        clri_source_piece(source, "reduce_rows");
        if (choice->strategy.finish->kernels == CLRI_KERNELS_SECOND)
            clri_source_piece(source, "finish/second_rows");
    } else {
        clri_source_parameters(source, choice);
        clri_source_piece(source, "reduce");
    }
}

void clri_source_parameters(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source,
                      choice->input.index ? "shape/parameters_by_index" : "shape/parameters");
}
