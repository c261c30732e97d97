/* SPDX-License-Identifier: Apache-2.0 */
/* let - whole numbers of --let that doubles would round beside integers. See let.h. */
#include "let.h"
#include "message.h"
#include "words.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "(-9223372036854775808)" */
#define WHOLE_SIZE 24

/* The number as an expression has it, if it is whole, has 64 bits, and is from 2^53 on. */
static bool whole_of(double value, const char *given, char whole[WHOLE_SIZE])
{
    const char *digits = given + (*given == '+' || *given == '-');
    const bool is_written = digits[strspn(digits, "0123456789")] == '\0';

    if (!(fabs(value) >= 0x1p53) || (!is_written && (value < -0x1p63 || value >= 0x1p64)))
        return false;
    errno = 0;
    if (!is_written)
        snprintf(whole, WHOLE_SIZE, "(%.0f)", value);
    else if (*given == '-')
        snprintf(whole, WHOLE_SIZE, "(%lld)", strtoll(given, NULL, 10));
    else
        snprintf(whole, WHOLE_SIZE, "(%llu)", strtoull(given, NULL, 10));
    return errno == 0;
}

/* The expression with these numbers in place of their letters, which the caller frees; letters that
 * were replaced are noted. */
static char *write_out(const char *text, char wholes[][WHOLE_SIZE], bool *are_in)
{
    char *made = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&made, &size);

    while (to && *text != '\0') {
        const size_t length = words_name_length(text);
        const char *letter = length == 1 ? strchr(WORDS_SCALARS, *text) : NULL;
        const size_t i = letter ? (size_t)(letter - WORDS_SCALARS) : 0;
        const bool is_in = letter && wholes[i][0] != '\0';

        are_in[i] |= is_in;
        if (is_in)
            fputs(wholes[i], to);
        else
            fwrite(text, 1, length == 0 ? 1 : length, to);
        text += length == 0 ? 1 : length;
    }
    if (to && fclose(to) == 0)
        return made;
    free(made);
    return NULL;
}

int let_write_wholes(options *o)
{
    static char *written[2]; /* the options point to them */
    const char **texts[] = {&o->map, &o->where};
    char wholes[CLR_SCALARS_MOST][WHOLE_SIZE] = {""};
    bool are_in[CLR_SCALARS_MOST] = {false}, are_some = false;

    for (size_t i = 0; i < CLR_SCALARS_MOST; i++) {
        if (!o->has_scalar[i] || !whole_of(o->scalars[i], o->scalars_given[i], wholes[i]))
            wholes[i][0] = '\0';
        are_some |= wholes[i][0] != '\0';
    }
    for (size_t k = 0; are_some && k < 2; k++) {
        if (!*texts[k])
            continue;
        free(written[k]);
        *texts[k] = written[k] = write_out(*texts[k], wholes, are_in);
        if (!written[k])
            return message_fail(CODE_DEVICE, "out of memory for an expression.");
    }
    for (size_t i = 0; i < CLR_SCALARS_MOST; i++)
        o->has_scalar[i] &= !are_in[i];
    return CODE_FINE;
}
