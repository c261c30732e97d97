/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make_npy - writes a .npy file of random f32 numbers of [0, 1), for tools/run.sh. A program of its
 * own, not installed, so that trying out clreduce needs no Python.
 *
 *   make_npy FILE COUNT
 *
 * The file appears under its name when it is complete. Exit status: 0 written, 1 not.
 */
#include "distribution.h"
#include "quantity.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The format's magic string and version 1.0, then the length of what follows, little-endian. */
#define PREFIX_SIZE 10
#define HEADER_SIZE 128

static void make_header(char header[HEADER_SIZE], uint64_t count)
{
    const unsigned char prefix[PREFIX_SIZE] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, HEADER_SIZE - PREFIX_SIZE, 0};

    memset(header, ' ', HEADER_SIZE);
    memcpy(header, prefix, PREFIX_SIZE);
    int length =
        snprintf(header + PREFIX_SIZE, HEADER_SIZE - PREFIX_SIZE,
                 "{'descr': '<f4', 'fortran_order': False, 'shape': (%" PRIu64 ",), }", count);
    header[PREFIX_SIZE + length] = ' '; /* the end of the string, which is none of the header's */
    header[HEADER_SIZE - 1] = '\n';
}

static bool write_file(const char *path, const float *elements, uint64_t count)
{
    FILE *file = fopen(path, "wb");
    char header[HEADER_SIZE];
    bool written;

    if (!file)
        return false;
    make_header(header, count);
    written = fwrite(header, HEADER_SIZE, 1, file) == 1 &&
              fwrite(elements, sizeof *elements, (size_t)count, file) == count;
    return fclose(file) == 0 && written;
}

static bool make_file(const char *path, uint64_t count)
{
    float *elements = calloc((size_t)count, sizeof *elements);
    char part[4096];
    bool made = false;

    if (elements && snprintf(part, sizeof part, "%s.part", path) < (int)sizeof part) {
        distribution_fill(distribution_for(CLR_OPERATOR_SUM), CLR_TYPE_F32, 0, elements, count);
        made = write_file(part, elements, count) && rename(part, path) == 0;
    }
    free(elements);
    return made;
}

int main(int argc, char **argv)
{
    uint64_t count;

    if (argc != 3 || !quantity_parse(argv[2], &count) || count == 0) {
        fputs("usage: make_npy FILE COUNT\n", stderr);
        return 1;
    }
    if (make_file(argv[1], count))
        return 0;
    perror(argv[1]);
    return 1;
}
