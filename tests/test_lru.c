/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects found by key: which go, and when. No object goes while it has a user.
 */
#include "base/lru.h"
#include "unit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE = 3 };

struct object {
    clri_lru_entry entry;
    int number;
};

static int gone[16];
static size_t gone_count;

static void destroy(clri_lru_entry *entry)
{
    struct object *object = (struct object *)entry;

    gone[gone_count++] = object->number;
    free(object);
}

static struct object *make(int number)
{
    struct object *object = calloc(1, sizeof *object);

    assert_non_null(object);
    *object = (struct object){{.users = 1, .destroy = destroy}, number};
    return object;
}

static const char *key_of(int number)
{
    static char key[2];

    key[0] = (char)('a' + number);
    return key;
}

static struct object *add(clri_lru *lru, int number)
{
    struct object *object = make(number);

    clri_lru_add(lru, &object->entry, strdup(key_of(number)));
    return object;
}

static struct object *find(clri_lru *lru, int number)
{
    return (struct object *)clri_lru_find(lru, key_of(number));
}

static void expect_gone(size_t count, const int *numbers)
{
    assert_int_equal(gone_count, count);
    assert_memory_equal(gone, numbers, count * sizeof *numbers);
}

TEST(the_least_recently_used_goes)
{
    static const int expected[] = {1, 3};
    clri_lru lru;

    gone_count = 0;
    clri_lru_open(&lru, SPARE, SIZE_MAX);
    for (int i = 0; i < SPARE; i++)
        clri_lru_release(&lru, &add(&lru, i)->entry);
    expect_gone(0, NULL);
    clri_lru_release(&lru, &find(&lru, 0)->entry);
    clri_lru_release(&lru, &add(&lru, SPARE)->entry);
    expect_gone(1, expected); /* 0 has been used since */
    assert_null(find(&lru, 1));
    clri_lru_release(&lru, &find(&lru, 2)->entry);
    clri_lru_release(&lru, &find(&lru, 0)->entry);
    clri_lru_release(&lru, &add(&lru, 5)->entry);
    expect_gone(2, expected);
    clri_lru_close(&lru);
    assert_int_equal(gone_count, 5);
}

TEST(what_has_a_user_stays)
{
    clri_lru lru;
    struct object *used[8];

    gone_count = 0;
    clri_lru_open(&lru, SPARE, SIZE_MAX);
    for (int i = 0; i < 8; i++)
        used[i] = add(&lru, i);
    clri_lru_retain(&lru, &used[0]->entry);
    for (int i = 0; i < 8; i++)
        clri_lru_release(&lru, &used[i]->entry);
    assert_int_equal(gone_count, 8 - 1 - SPARE);
    assert_ptr_equal(find(&lru, 0), used[0]);
    clri_lru_release(&lru, &used[0]->entry);
    clri_lru_release(&lru, &used[0]->entry);
    assert_int_equal(gone_count, 8 - SPARE);
    assert_ptr_equal(find(&lru, 0), used[0]);
    clri_lru_close(&lru);
}

TEST(without_a_key_it_goes_with_its_user)
{
    static const int expected[] = {7};
    clri_lru lru;

    gone_count = 0;
    clri_lru_open(&lru, SPARE, SIZE_MAX);
    clri_lru_release(&lru, &make(7)->entry);
    expect_gone(1, expected);
    clri_lru_close(&lru);
}

TEST(of_two_of_a_key_the_latest_is_found)
{
    clri_lru lru;
    struct object *first, *second;

    gone_count = 0;
    clri_lru_open(&lru, SPARE, SIZE_MAX);
    first = add(&lru, 0);
    second = add(&lru, 0);
    assert_ptr_equal(find(&lru, 0), second);
    clri_lru_release(&lru, &first->entry);
    clri_lru_close(&lru);
    assert_int_equal(gone_count, 2);
}

/* Large objects go before there are many, as many as it takes; the last one, too, if it alone is
 * too large. */
TEST(objects_hold_no_more_than_some_bytes)
{
    static const size_t bytes[] = {40, 30, 30, 10, 95, 101};
    static const size_t gone_after[] = {0, 0, 0, 1, 4, 5};
    clri_lru lru;

    gone_count = 0;
    clri_lru_open(&lru, 16, 100);
    for (int i = 0; i < (int)(sizeof bytes / sizeof *bytes); i++) {
        struct object *object = make(i);

        object->entry.bytes = bytes[i];
        clri_lru_add(&lru, &object->entry, strdup(key_of(i)));
        clri_lru_release(&lru, &object->entry);
        assert_int_equal(gone_count, gone_after[i]);
    }
    clri_lru_close(&lru);
    assert_int_equal(gone_count, 6);
}
