/* SPDX-License-Identifier: Apache-2.0 */
/* quantity - numbers, sizes and times, parsed and written for people. See quantity.h. */
#include "quantity.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Multiplies by base^power, unless that overflows. */
static bool scale(uint64_t *number, uint64_t base, unsigned long power)
{
    for (unsigned long i = 0; i < power && *number != 0; i++) {
        if (*number > UINT64_MAX / base)
            return false;
        *number *= base;
    }
    return true;
}

bool quantity_parse(const char *text, uint64_t *number)
{
    static const char suffixes[] = "KMGT";
    char *end = NULL;

    /* strtoull() would accept signs and leading spaces */
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (errno != 0)
        return false;
    if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)end[1])) {
        unsigned long power = strtoul(end + 1, &end, 10);
        if (errno != 0 || !scale(number, 10, power))
            return false;
    }
    if (*end != '\0') {
        const char *suffix = strchr(suffixes, toupper((unsigned char)*end));
        if (!suffix || !scale(number, 1024, (unsigned long)(suffix - suffixes) + 1))
            return false;
        end++;
    }
    return *end == '\0';
}

size_t quantity_parse_list(const char *text, uint64_t numbers[], size_t most)
{
    size_t count = 0;

    for (const char *at = text;; at++) {
        char word[QUANTITY_TEXT_SIZE];
        size_t length = strcspn(at, ",");
        if (length >= sizeof word || count == most)
            return 0;
        memcpy(word, at, length);
        word[length] = '\0';
        if (!quantity_parse(word, &numbers[count]) || numbers[count] == 0)
            return 0;
        count++;
        at += length;
        if (*at == '\0')
            return count;
    }
}

void quantity_count(uint64_t number, char text[QUANTITY_TEXT_SIZE])
{
    char digits[QUANTITY_TEXT_SIZE];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    int used = 0;

    for (int i = 0; i < length; i++) {
        if (i != 0 && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

void quantity_bytes(uint64_t bytes, char text[QUANTITY_TEXT_SIZE])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double amount = (double)bytes;
    size_t unit = 0;

    while (amount >= 1024 && unit + 1 < sizeof units / sizeof units[0]) {
        amount /= 1024;
        unit++;
    }
    snprintf(text, QUANTITY_TEXT_SIZE, "%.4g %s", amount, units[unit]);
}

/* The bounds are where three digits would round to 1000, which %g writes as 1e+03. */
void quantity_time(double seconds, char text[QUANTITY_TEXT_SIZE])
{
    if (seconds >= 0.9995)
        snprintf(text, QUANTITY_TEXT_SIZE, "%.2f s", seconds);
    else if (seconds >= 0.9995e-3)
        snprintf(text, QUANTITY_TEXT_SIZE, "%.3g ms", seconds * 1e3);
    else
        snprintf(text, QUANTITY_TEXT_SIZE, "%.3g us", seconds * 1e6);
}
