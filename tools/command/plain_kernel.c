/* SPDX-License-Identifier: Apache-2.0 */
#include "plain_kernel.h"
#include <string.h>

static char as_in_file_names(char letter)
{
    return letter == '-' ? '_' : letter;
}

/* Whether the file, such as 06_interleaved.cl, is the strategy's. */
static int is_of(const char *path, const char *strategy)
{
    path += strspn(path, "0123456789_");
    while (*strategy != '\0' && as_in_file_names(*path) == as_in_file_names(*strategy)) {
        path++;
        strategy++;
    }
    return *strategy == '\0' && strcmp(path, ".cl") == 0;
}

const plain_kernel *plain_kernel_find(const char *strategy)
{
    for (size_t i = 0; i < plain_kernel_count; i++)
        if (is_of(plain_kernels[i].path, strategy))
            return &plain_kernels[i];
    return NULL;
}

const char *plain_kernel_text(const char *strategy)
{
    const plain_kernel *found = plain_kernel_find(strategy);

    return !found ? NULL : strchr(found->text, '\n') + 1;
}
