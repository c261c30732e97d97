/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/shape_words.h"
#include "base/divide.h"

#include <string.h>

/* Writes an axis in the layout of cl/shape/axes.cl: extent, its inverse for division, the stride of
 * results, of each input, and of a mask. */
static size_t write_axis(const clri_axis *axis, unsigned inputs, bool has_mask, uint64_t *words)
{
    size_t count = 0;

    words[count++] = axis->extent;
    words[count++] = clri_divide_inverse(axis->extent);
    words[count++] = clri_divide_shift(axis->extent);
    words[count++] = (uint64_t)axis->result_step;
    for (unsigned i = 0; i < inputs; i++)
        words[count++] = (uint64_t)axis->steps[i];
    if (has_mask)
        words[count++] = (uint64_t)axis->mask_step;
    return count;
}

/* Writes clr_shape of cl/shape/axes.cl: numbers of 64 bits, or pairs of 32 bits. */
static void write_axes(const clri_rows *rows, unsigned inputs, bool has_mask,
                       uint64_t words[CLRI_SHAPE_WORDS])
{
    size_t count = 0;

    words[count++] = rows->length;
    words[count++] = clri_rows_are_contiguous(rows, inputs);
    words[count++] = (uint64_t)rows->reduced_rank << 32 | rows->kept_rank;
    for (unsigned k = 0; k < rows->kept_rank; k++)
        count += write_axis(&rows->kept[k], inputs, has_mask, words + count);
    for (unsigned k = 0; k < rows->reduced_rank; k++)
        count += write_axis(&rows->reduced[k], inputs, has_mask, words + count);
}

/* the largest pattern of clEnqueueFillBuffer() */
enum { PATTERN = 128 };

clr_status clri_shape_words_tell(clri_launch *launch, const clri_rows *rows,
                                 const clri_choice *choice, cl_mem buffer, clri_shape_told *told)
{
    uint64_t words[CLRI_SHAPE_WORDS] = {0};

    if (!choice->carrier->is_stepped) /* all inputs and the mask have the same strides */
        write_axes(rows, 1, false, words);
    else
        write_axes(rows, choice->pass.inputs, choice->pass.mask != CLR_MASK_NONE, words);
    if (told->is_told && memcmp(words, told->words, sizeof words) == 0)
        return CLR_OK;
    told->is_told = false;
    memcpy(told->words, words, sizeof words);
    for (size_t offset = 0; offset < sizeof words; offset += PATTERN)
        CLRI_OR_RETURN(clri_enqueue_fill(&launch->commands, buffer, (const char *)words + offset,
                                         PATTERN, offset, PATTERN,
                                         "telling the device of the axes"));
    told->is_told = true;
    return CLR_OK;
}
