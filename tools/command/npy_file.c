/* SPDX-License-Identifier: Apache-2.0 */
/*
 * npy_file - an array as an .npy file. See npy_file.h. The format:
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#include "npy_file.h"
#include "value.h"
#include <inttypes.h>

/* Magic string, version 1.0 and the length of the header, little-endian; then the header. */
#define PREFIX_SIZE 10
#define HEADER_SIZE NPY_FILE_SHAPE_SIZE

/* NumPy has no letter for bfloat16: two bytes without a type. */
static void dtype_text(clr_type type, char text[8])
{
    const char order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    const int size = (int)clr_type_size(type);
    const value_kind kind = value_kind_of(type);

    if (type == CLR_TYPE_BF16)
        snprintf(text, 8, "%cV2", order);
    else
        snprintf(text, 8, "%c%c%d", size == 1 ? '|' : order,
                 kind == VALUE_REAL       ? 'f'
                 : kind == VALUE_UNSIGNED ? 'u'
                                          : 'i',
                 size % 10);
}

void npy_file_shape(const uint64_t extents[], size_t rank, char text[NPY_FILE_SHAPE_SIZE])
{
    size_t used = 0;

    for (size_t i = 0; i < rank && used < HEADER_SIZE; i++)
        used += (size_t)snprintf(text + used, HEADER_SIZE - used, "%s%" PRIu64, i == 0 ? "" : ", ",
                                 extents[i]);
    snprintf(text + used, HEADER_SIZE - used, "%s", rank == 1 ? "," : "");
}

void npy_file_write(FILE *to, clr_type type, const uint64_t extents[], size_t rank,
                    const void *elements)
{
    char dtype[8], shape[HEADER_SIZE], text[2 * HEADER_SIZE];
    uint64_t count = 1;

    dtype_text(type, dtype);
    npy_file_shape(extents, rank, shape);
    int used = snprintf(text, sizeof text,
                        "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", dtype, shape);
    /* elements begin at a multiple of 64 bytes, as in NumPy's files; the header ends with a line
     * feed */
    const int size = (PREFIX_SIZE + used + 1 + 63) / 64 * 64 - PREFIX_SIZE;
    const unsigned char prefix[PREFIX_SIZE] = {0x93,
                                               'N',
                                               'U',
                                               'M',
                                               'P',
                                               'Y',
                                               1,
                                               0,
                                               (unsigned char)(size & 0xff),
                                               (unsigned char)(size >> 8)};
    fwrite(prefix, sizeof prefix, 1, to);
    fprintf(to, "%-*s\n", size - 1, text);
    for (size_t i = 0; i < rank; i++)
        count *= extents[i];
    fwrite(elements, clr_type_size(type), count, to);
}
