/* SPDX-License-Identifier: Apache-2.0 */
/* shared_file - files of which each rank reads a part. See shared_file.h. */
#include "shared_file.h"
#include "input.h"
#include "message.h"
#include "outputs.h"
#include <sys/stat.h>

int shared_file_check(const char *path)
{
    struct stat found;

    if (outputs_is_dash(path))
        return message_fail(CODE_USAGE,
                            "standard input, '-', cannot be shared by ranks: name files.");
    if (!input_path_stat(path, &found) || S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))
        return CODE_FINE; /* opening it reports errors */
    return message_fail(CODE_INPUT,
                        "%s: is a pipe or a device, and each rank reads a part of it: "
                        "name files.",
                        path);
}

int shared_file_refuse_text(const char *name, const char *how)
{
    return message_fail(
        CODE_INPUT,
        "%s: is text or compressed, and only its end tells how many numbers there are: "
        "ranks share %s.",
        name, how);
}
