/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_marks - the marks within numbers that differ from one country to the next: the decimal
 * point, and what stands between thousands.
 */
#include "input_format.h"

static const char *pass_digits(const char *at, const char *end)
{
    while (at < end && input_is_digit(*at))
        at++;
    return at;
}

/*
 * The end of the digits in front of the point. With thousands they are one to three digits of which
 * the first is not 0, and groups of three; NULL if they are not.
 */
static const char *pass_groups(const char *at, const char *end, char thousands)
{
    const char *stop = pass_digits(at, end);

    if (thousands == 0 || stop == end || *stop != thousands)
        return stop;
    if (stop == at || stop - at > 3 || *at == '0')
        return NULL;
    while (stop < end && *stop == thousands) {
        at = stop + 1;
        stop = pass_digits(at, end);
        if (stop - at != 3)
            return NULL;
    }
    return stop;
}

bool number_unmark(number_marks marks, const char **begin, const char **end,
                   char text[INPUT_TOKEN_MAX + 1])
{
    const char *at = *begin, *stop;
    char *out = text;

    if (*end - at > INPUT_TOKEN_MAX)
        return false;
    stop = pass_groups(at + (at < *end && (*at == '-' || *at == '+')), *end, marks.thousands);
    if (!stop)
        return false;
    for (; at < stop; at++)
        if (*at != marks.thousands)
            *out++ = *at;
    for (; at < *end; at++) {
        const bool is_point = *at == marks.point;

        if (!is_point && (*at == '.' || (marks.thousands != 0 && *at == marks.thousands)))
            return false;
        *out++ = is_point ? '.' : *at;
    }
    *out = '\0';
    *begin = text;
    *end = out;
    return true;
}
