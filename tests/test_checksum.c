/* SPDX-License-Identifier: Apache-2.0 */
/* CRC-32C against its definition, bit by bit, and the published value of "123456789". */
#include "base/checksum.h"
#include "unit.h"

static uint32_t bit_by_bit(const unsigned char *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
    }
    return ~crc;
}

TEST(is_the_published_one)
{
    assert_int_equal(clri_checksum((const unsigned char *)"123456789", 9), 0xe3069283);
    assert_int_equal(clri_checksum(NULL, 0), 0);
}

/* Every row of the table, and every row after another. */
TEST(is_that_of_all_bytes)
{
    unsigned char bytes[512];

    for (int first = 0; first < 256; first++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)((size_t)first + 37 * i + i / 256);
        for (size_t size = 1; size <= sizeof bytes; size += 73)
            assert_int_equal(clri_checksum(bytes, size), bit_by_bit(bytes, size));
    }
}
