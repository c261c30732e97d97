/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the loops that bench compares with: the ones for this machine's processor give what
 * those for every processor give, and each table has the same rows.
 */
#include "plain_loop.h"
#include "unit.h"

#include <stdint.h>
#include <string.h>

enum { COUNT = 1003 };

/* 1 or 2 as every type has them: few enough powers of two that no product of all is infinite. */
static void fill(clr_type type, unsigned char *bytes)
{
    for (int i = 0; i < COUNT; i++) {
        const bool two = i % 7 == 0;

        if (type == CLR_TYPE_F64)
            memcpy(bytes + i * 8, &(const double){two ? 2 : 1}, 8);
        else if (type == CLR_TYPE_F32)
            memcpy(bytes + i * 4, &(const float){two ? 2 : 1}, 4);
        else if (type == CLR_TYPE_F16)
            memcpy(bytes + i * 2, &(const uint16_t){two ? 0x4000 : 0x3C00}, 2);
        else if (type == CLR_TYPE_BF16)
            memcpy(bytes + i * 2, &(const uint16_t){two ? 0x4000 : 0x3F80}, 2);
        else
            bytes[i] = (unsigned char)(i * 37);
    }
}

TEST(levels_agree)
{
    static uint64_t data[COUNT];
    const void *const inputs[2] = {data, data};
    const plain_loop *base = plain_loop_table(0);
    int rows = 0;

    assert_non_null(base);
    for (; base[rows].run != NULL; rows++) {
        uint64_t wanted = 0;

        memset(data, 0, sizeof data);
        fill(base[rows].type, (unsigned char *)data);
        base[rows].run(inputs, COUNT, &wanted);
        for (int level = 1; level < PLAIN_LOOP_TABLES; level++) {
            const plain_loop *loops = plain_loop_table(level);
            uint64_t got = 0;

            if (loops == NULL)
                continue;
            assert_int_equal(loops[rows].op, base[rows].op);
            assert_int_equal(loops[rows].type, base[rows].type);
            loops[rows].run(inputs, COUNT, &got);
            assert_int_equal(got, wanted);
        }
    }
    assert_int_equal(rows, 12 * 7);
}

/* The loops taken are those of the highest level that there is. */
TEST(highest_level_is_taken)
{
    const plain_loop *highest = NULL;

    for (int level = 0; level < PLAIN_LOOP_TABLES; level++)
        if (plain_loop_table(level) != NULL)
            highest = plain_loop_table(level);
    assert_ptr_equal(plain_loop_find(highest->op, highest->type), highest);
    assert_null(plain_loop_table(PLAIN_LOOP_TABLES));
    assert_null(plain_loop_find(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32));
}
