/* SPDX-License-Identifier: Apache-2.0 */
#include "base/setting.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const prefixes[] = {
#define CLRI_SETTING(prefix) prefix,
#include "base/setting.def"
};

static bool is_setting(const char *variable)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(variable, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t count_settings(void)
{
    size_t count = 0;

    for (char **variable = environ; variable && *variable; variable++)
        count += is_setting(*variable);
    return count;
}

void clri_settings_add(clri_text *text)
{
    const size_t most = count_settings();
    const char **settings = calloc(most + 1, sizeof *settings);
    size_t count = 0;

    if (!settings) {
        text->failed = true;
        return;
    }
    for (char **variable = environ; variable && *variable && count < most; variable++)
        if (is_setting(*variable))
            settings[count++] = *variable;
    qsort(settings, count, sizeof *settings, compare);
    for (size_t i = 0; i < count; i++)
        clri_text_addf(text, "%s\n", settings[i]);
    free(settings);
}
