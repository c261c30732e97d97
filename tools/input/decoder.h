/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decoder - what is in a compressed file, as a stream of bytes in bounded memory: one compressed
 * stream behind the other, as gzip -d and its kin read them, with zeros between and behind them
 * passed over. A file that is cut short, damaged, or followed by other bytes is a failure, with a
 * sentence. So is a file in an archive. Only the files around input_file.c include it.
 */
#ifndef CLREDUCE_TOOLS_DECODER_H
#define CLREDUCE_TOOLS_DECODER_H

#include "codec.h"

typedef struct decoder decoder;

/*
 * Begins with the `size` bytes, which have been read from the descriptor, and goes on by reading
 * it. The descriptor is borrowed. The codec is built; of an archive the file of this name is read,
 * or the only one. NULL: memory ran out.
 */
decoder *decoder_open(const codec *format, int fd, const void *bytes, size_t size,
                      const char *name);
void decoder_close(decoder *d); /* does nothing with NULL */

/* Makes up to `size` bytes, at least one; 0 at the end and after a failure. */
size_t decoder_read(decoder *d, void *room, size_t size);

/* What is wrong, in words to follow the file's name; NULL: nothing is. */
const char *decoder_fault(const decoder *d);

#endif
