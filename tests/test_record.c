/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout of records against structs that the compiler has laid out: every kind of result alone,
 * beside every other, and each with and without a status.
 */
#include "problem/record.h"
#include "unit.h"

#include <stdint.h>

/* As the header says: 32-bit x86 aligns numbers of 64 bits by 4. */
typedef uint64_t aligned_u64 __attribute__((aligned(8)));

/*
 * The kinds of results: DO(name, type of its values, whether there is a second, an index, what goes
 * on with). The list is there twice, as a macro cannot be within itself.
 */
#define EACH_KIND(DO, rest)                                                                        \
    DO(u8, uint8_t, 0, 0, rest)                                                                    \
    DO(u16, uint16_t, 0, 0, rest)                                                                  \
    DO(u32, uint32_t, 0, 0, rest)                                                                  \
    DO(u64, aligned_u64, 0, 0, rest)                                                               \
    DO(two_u8, uint8_t, 1, 0, rest)                                                                \
    DO(two_u16, uint16_t, 1, 0, rest)                                                              \
    DO(two_u32, uint32_t, 1, 0, rest)                                                              \
    DO(two_u64, aligned_u64, 1, 0, rest)                                                           \
    DO(placed_u8, uint8_t, 0, 1, rest)                                                             \
    DO(placed_u16, uint16_t, 0, 1, rest)                                                           \
    DO(placed_u32, uint32_t, 0, 1, rest)                                                           \
    DO(placed_u64, aligned_u64, 0, 1, rest)

#define EACH_OTHER(DO, rest)                                                                       \
    DO(u8, rest)                                                                                   \
    DO(u16, rest)                                                                                  \
    DO(u32, rest)                                                                                  \
    DO(u64, rest)                                                                                  \
    DO(two_u8, rest)                                                                               \
    DO(two_u16, rest)                                                                              \
    DO(two_u32, rest)                                                                              \
    DO(two_u64, rest)                                                                              \
    DO(placed_u8, rest)                                                                            \
    DO(placed_u16, rest)                                                                           \
    DO(placed_u32, rest)                                                                           \
    DO(placed_u64, rest)

/* A kind as a struct, and where its parts are in that. */
struct part {
    size_t size, second, index; /* SIZE_MAX for what there is not */
};

#define SECOND_0(type)
#define SECOND_1(type) type second;
#define INDEX_0
#define INDEX_1           aligned_u64 index;
#define SECOND_AT_0(name) SIZE_MAX
#define SECOND_AT_1(name) offsetof(struct name, second)
#define INDEX_AT_0(name)  SIZE_MAX
#define INDEX_AT_1(name)  offsetof(struct name, index)

#define DECLARE(name, type, second_, index_, rest)                                                 \
    struct name {                                                                                  \
        type value;                                                                                \
        SECOND_##second_(type) INDEX_##index_                                                      \
    };                                                                                             \
    static const struct part part_of_##name = {sizeof(type), SECOND_AT_##second_(name),            \
                                               INDEX_AT_##index_(name)};

EACH_KIND(DECLARE, )

/* ---- checking ---- */

static clri_field field_of(const struct part *part, bool has_status)
{
    return (clri_field){.value_size = part->size,
                        .has_second = part->second != SIZE_MAX,
                        .has_index = part->index != SIZE_MAX,
                        .has_status = has_status};
}

static size_t within(size_t offset, size_t part)
{
    return part == SIZE_MAX ? SIZE_MAX : offset + part;
}

static void check_field(const clri_field *field, const struct part *part, size_t offset,
                        size_t status)
{
    assert_int_equal(field->offset, offset);
    assert_int_equal(field->second_offset, within(offset, part->second));
    assert_int_equal(field->index_offset, within(offset, part->index));
    assert_int_equal(field->status_offset, status);
}

/* One result. */
static void check_one(const struct part *part, size_t size, size_t status)
{
    clri_field field = field_of(part, status != SIZE_MAX);

    assert_int_equal(clri_record_lay(&field, 1), size);
    check_field(&field, part, 0, status);
}

/* Two results, of which the second one lies at `offset`. */
struct two {
    size_t size, offset, first_status, second_status;
};

static void check_two(const struct part *first, const struct part *second, struct two expected)
{
    clri_field fields[] = {field_of(first, expected.first_status != SIZE_MAX),
                           field_of(second, expected.second_status != SIZE_MAX)};

    assert_int_equal(clri_record_lay(fields, 2), expected.size);
    check_field(&fields[0], first, 0, expected.first_status);
    check_field(&fields[1], second, expected.offset, expected.second_status);
}

/* ---- all kinds ---- */

TEST(one_result_is_laid_as_a_struct)
{
#define CHECK_ONE(name, type, second_, index_, rest)                                               \
    do {                                                                                           \
        struct failing {                                                                           \
            struct name a;                                                                         \
            cl_int status;                                                                         \
        };                                                                                         \
                                                                                                   \
        check_one(&part_of_##name, sizeof(struct name), SIZE_MAX);                                 \
        check_one(&part_of_##name, sizeof(struct failing), offsetof(struct failing, status));      \
    } while (0);
    EACH_KIND(CHECK_ONE, )
#undef CHECK_ONE
}

#define CHECK_TWO(second, first)                                                                   \
    do {                                                                                           \
        struct plain {                                                                             \
            struct first a;                                                                        \
            struct second b;                                                                       \
        };                                                                                         \
        struct one_fails {                                                                         \
            struct first a;                                                                        \
            struct second b;                                                                       \
            cl_int status;                                                                         \
        };                                                                                         \
        struct both_fail {                                                                         \
            struct first a;                                                                        \
            struct second b;                                                                       \
            cl_int status[2];                                                                      \
        };                                                                                         \
        const size_t offset = offsetof(struct plain, b);                                           \
        const size_t status = offsetof(struct one_fails, status);                                  \
                                                                                                   \
        check_two(&part_of_##first, &part_of_##second,                                             \
                  (struct two){sizeof(struct plain), offset, SIZE_MAX, SIZE_MAX});                 \
        check_two(&part_of_##first, &part_of_##second,                                             \
                  (struct two){sizeof(struct one_fails), offset, status, SIZE_MAX});               \
        check_two(&part_of_##first, &part_of_##second,                                             \
                  (struct two){sizeof(struct one_fails), offset, SIZE_MAX, status});               \
        check_two(&part_of_##first, &part_of_##second,                                             \
                  (struct two){sizeof(struct both_fail), offset,                                   \
                               offsetof(struct both_fail, status[0]),                              \
                               offsetof(struct both_fail, status[1])});                            \
    } while (0);

#define CHECK_BESIDE_ALL(name, type, second_, index_, rest)                                        \
    static void check_beside_##name(void)                                                          \
    {                                                                                              \
        EACH_OTHER(CHECK_TWO, name)                                                                \
    }

EACH_KIND(CHECK_BESIDE_ALL, )

TEST(two_results_are_laid_as_a_struct)
{
#define RUN(name, type, second_, index_, rest) check_beside_##name();
    EACH_KIND(RUN, )
#undef RUN
}

/* ---- more of them ---- */

TEST(all_results_are_laid_as_a_struct)
{
    struct all {
        struct u8 a;
        struct two_u16 b;
        struct placed_u8 c;
        struct u8 d;
        struct u64 e;
        struct two_u8 f;
        struct u32 g;
        cl_int status[3];
    };
    const struct part *parts[] = {&part_of_u8,  &part_of_two_u16, &part_of_placed_u8, &part_of_u8,
                                  &part_of_u64, &part_of_two_u8,  &part_of_u32};
    const size_t offsets[] = {offsetof(struct all, a), offsetof(struct all, b),
                              offsetof(struct all, c), offsetof(struct all, d),
                              offsetof(struct all, e), offsetof(struct all, f),
                              offsetof(struct all, g)};
    enum { PARTS = sizeof parts / sizeof *parts };
    clri_field fields[PARTS];

    for (size_t i = 0; i < PARTS; i++)
        fields[i] = field_of(parts[i], i % 3 == 0); /* 0, 3 and 6 */
    assert_int_equal(clri_record_lay(fields, PARTS), sizeof(struct all));
    for (size_t i = 0; i < PARTS; i++)
        check_field(&fields[i], parts[i], offsets[i],
                    i % 3 ? SIZE_MAX : offsetof(struct all, status) + i / 3 * sizeof(cl_int));
}

/* The caller's own result stands alone, and may be of any size. */
TEST(a_struct_alone_takes_its_size)
{
    for (size_t size = 1; size < 300; size++)
        check_one(&(struct part){size, SIZE_MAX, SIZE_MAX}, size, SIZE_MAX);
}
