/* SPDX-License-Identifier: Apache-2.0 */
/* checksum - CRC-32C (Castagnoli), RFC 3720, appendix B.4: by it readers of accumulators notice
 * damaged bytes (docs/accumulator.md, "The bytes"). */
#ifndef CLREDUCE_BASE_CHECKSUM_H
#define CLREDUCE_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

uint32_t clri_checksum(const unsigned char *bytes, size_t size);

#endif
