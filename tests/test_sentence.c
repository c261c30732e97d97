/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of sentences for a terminal: users' words are cut and cleaned, the rest stays; and of other
 * programs' words for operators. Need no device.
 */
#include "sentence.h"
#include "synonyms.h"
#include "unit.h"

#include <clreduce/clreduce.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word of so many bytes, which the caller frees. */
static char *long_word(size_t size)
{
    char *word = malloc(size + 1);

    assert_non_null(word);
    memset(word, 'a', size);
    word[size] = '\0';
    return word;
}

static void expect_sentence(char *sentence, const char *expected)
{
    assert_non_null(sentence);
    assert_string_equal(sentence, expected);
    free(sentence);
}

TEST(words_are_cut)
{
    char *word = long_word(1000000), *whole = long_word(SENTENCE_WORD_MOST);
    char expected[SENTENCE_WORD_MOST + 32];

    snprintf(expected, sizeof expected, "no '%s...': 7 %%", whole);
    expect_sentence(sentence_of("no '%s': %d %%", word, 7), expected);
    snprintf(expected, sizeof expected, "no '%s': 7 %%", whole);
    expect_sentence(sentence_of("no '%s': %d %%", whole, 7), expected);
    snprintf(expected, sizeof expected, "%s... b", whole);
    expect_sentence(sentence_of("%s %s", word, "b"), expected);
    /* The project's own texts are not. */
    expect_sentence(sentence_of("%s", word), word);
    expect_sentence(sentence_of("%.1000000s", word), word);
    free(word);
    free(whole);
}

TEST(characters_are_whole)
{
    char word[2 * SENTENCE_WORD_MOST + 2], expected[2 * SENTENCE_WORD_MOST + 2] = "x";

    strcpy(word, "x");
    for (int i = 0; i < SENTENCE_WORD_MOST; i++)
        strcat(word, "\xc3\xa9");
    memcpy(expected + 1, word + 1, SENTENCE_WORD_MOST - 2);
    strcpy(expected + SENTENCE_WORD_MOST - 1, "... is");
    expect_sentence(sentence_of("%s is", word), expected);
    expect_sentence(sentence_of("%s is", "\xe2\x82\xac\xf0\x9f\x99\x82"),
                    "\xe2\x82\xac\xf0\x9f\x99\x82 is");
}

TEST(terminals_are_safe)
{
    expect_sentence(sentence_of("%s is", "\33[31m\n\t\x7f"), "?[31m??? is");
    expect_sentence(sentence_of("%s is", "\x9b\xc2\x9b\xff\xc3"), "????? is");
    expect_sentence(sentence_of("%s", "\33]0;x\7"), "?]0;x?");
    expect_sentence(sentence_of("%s is %.9s", "a\1b\2c", "\2d"), "abc is d");
}

/* What is meant is there, and no operator has another's name. */
TEST(synonyms_are_names)
{
    static const char *const words[] = {"avg",     "average",       "total",    "norm",
                                        "range",   "count_nonzero", "variance", "stddev",
                                        "product", "average"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const synonym *row = synonyms_find(words[i]);
        assert_non_null(row);
        assert_true((int)clr_operator_from_name(row->meant) != 0);
    }
    for (size_t i = 1; clr_operator_name((clr_operator)i) != NULL; i++)
        assert_null(synonyms_find(clr_operator_name((clr_operator)i)));
    assert_string_equal(synonyms_find("avg")->meant, "mean");
    assert_non_null(strstr(synonyms_find("rms")->advice, "nrm2"));
    assert_null(synonyms_find("av"));
    assert_null(synonyms_find("avg average"));
}
