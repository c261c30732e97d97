/* SPDX-License-Identifier: Apache-2.0 */
#include "base/spelling.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *text)
{
    size_t length = 0;

    while (is_letter(text[length]))
        length++;
    return length;
}

bool clri_is_naming(clri_macro macro)
{
    return macro >= CLRI_MACRO_OF && macro <= CLRI_MACRO_RUN_MEMBER;
}

clri_macro clri_macro_around(const char *name)
{
    const size_t length = word_length(name);

    for (clri_macro macro = CLRI_MACRO_OF; clri_is_naming(macro); macro++)
        if (strlen(clri_macro_of(macro)->name) == length &&
            strncmp(clri_macro_of(macro)->name, name, length) == 0)
            return macro;
    return CLRI_MACRO_NONE;
}

void clri_spelling_set(clri_spelling *spelling, clri_macro macro, const char *value)
{
    char *to = spelling->values[macro - CLRI_MACRO_OF];

    clri_text_copy(to, sizeof *spelling->values, value);
    if (strlen(to) < strlen(value))
        *to = '\0'; /* a value that was cut would spell another name: none instead */
}

const char *clri_next_name(const char *list, size_t *length)
{
    int depth = 0;

    while (*list == ' ')
        list++;
    for (*length = 0; list[*length] && (depth > 0 || list[*length] != ' '); ++*length)
        depth += (list[*length] == '(') - (list[*length] == ')');
    return *list ? list : NULL;
}

/* Whether the name stands in no macro and has no ##, so that compilers see it as it is written. */
static bool is_plain(const char *name, size_t length)
{
    return !memchr(name, '(', length) && !memchr(name, '#', length);
}

/* Whether one of the letters stands in the name as a word of its own, as k does in
 * clr_m##k##_save. */
static bool has_letter(const char *name, size_t length, const char *letters)
{
    for (size_t i = 1; i < length; i++)
        if (!is_letter(name[i - 1]) && strchr(letters, name[i]) &&
            (i + 1 == length || !is_letter(name[i + 1])))
            return true;
    return false;
}

/* Letters that stand for members: of a result made of five the first, the second, ... */
#define MEMBER_LETTERS "kjuvw"

bool clri_is_of_members(const char *name, size_t length)
{
    return !is_plain(name, length) && has_letter(name, length, MEMBER_LETTERS);
}

bool clri_is_of_results(const char *name, size_t length)
{
    return !is_plain(name, length) && has_letter(name, length, "r");
}

/* ---- macros ---- */

/* Words, and the replacement of each. */
typedef struct word_list {
    const char *at[6];
    size_t length[6];
    const char *by[6];
    size_t by_length[6];
    size_t count;
} word_list;

static void add_word(word_list *words, const char *at, size_t length, const char *by,
                     size_t by_length)
{
    words->at[words->count] = at;
    words->length[words->count] = length;
    words->by[words->count] = by;
    words->by_length[words->count] = by_length;
    words->count++;
}

/* Replaces each of the words in `text`, and drops ##. False if the outcome is too long. */
static bool replace(const char *text, const word_list *words, char to[CLRI_NAME_SIZE])
{
    size_t used = 0;

    while (*text) {
        size_t length = word_length(text);
        size_t taken = length ? length : 1;
        const char *by = text;

        if (text[0] == '#')
            length = 0;
        else if (!length)
            length = 1;
        for (size_t i = 0; i < words->count; i++) {
            if (words->length[i] == taken && strncmp(words->at[i], text, taken) == 0) {
                by = words->by[i];
                length = words->by_length[i];
                break;
            }
        }
        if (used + length >= CLRI_NAME_SIZE)
            return false;
        memcpy(to + used, by, length);
        used += length;
        text += taken;
    }
    to[used] = '\0';
    return true;
}

/* Parameters, and the arguments for them: both are lists like "(k, name)". No naming macro has more
 * than two. */
static word_list pair_up(const char *parameters, const char *arguments)
{
    word_list pairs = {.count = 0};

    while (*parameters != ')' && *arguments && *arguments != ')' && pairs.count < 2) {
        parameters += 1 + strspn(parameters + 1, " ");
        arguments += 1 + strspn(arguments + 1, " ");
        add_word(&pairs, parameters, word_length(parameters), arguments, word_length(arguments));
        parameters += word_length(parameters);
        arguments += word_length(arguments);
    }
    return pairs;
}

/* The name with `number` in place of the letters of members, and r. */
static bool number_by(const char *name, unsigned number, char to[CLRI_NAME_SIZE])
{
    char digits[16];
    word_list numbers = {.count = 0};
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%u", number);

    for (const char *letter = MEMBER_LETTERS "r"; *letter; letter++)
        add_word(&numbers, letter, 1, digits, length);
    return replace(name, &numbers, to);
}

/* The name is spelt from the outside in: a macro's value may stand in another macro, until no
 * parenthesis is left. */
bool clri_spell(const clri_spelling *spelling, const char *name, size_t length, unsigned number,
                char spelt[CLRI_NAME_SIZE])
{
    char written[CLRI_NAME_SIZE];

    if (length >= CLRI_NAME_SIZE)
        return false;
    memcpy(spelt, name, length);
    spelt[length] = '\0';
    if (is_plain(name, length))
        return true;
    memcpy(written, spelt, length + 1);
    if (!number_by(written, number, spelt))
        return false;
    while (strchr(spelt, '(')) {
        const clri_macro macro = clri_macro_around(spelt);
        word_list pairs;

        if (!macro || !spelling->values[macro - CLRI_MACRO_OF][0])
            return false;
        memcpy(written, spelt, sizeof written);
        pairs = pair_up(clri_macro_of(macro)->parameters, strchr(written, '('));
        if (!replace(spelling->values[macro - CLRI_MACRO_OF], &pairs, spelt))
            return false;
    }
    return true;
}
