/* SPDX-License-Identifier: Apache-2.0 */
/* warm_folder - the system-wide folder of kernels. See warm_folder.h. */
#include "warm_folder.h"
#include "message.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    EVERYONE_READS = S_IRUSR | S_IRGRP | S_IROTH,
    EVERYONE_ENTERS = S_IXUSR | S_IXGRP | S_IXOTH,
    OTHERS_WRITE = S_IWGRP | S_IWOTH
};

/* By the variable and the default by which the library looks for it (src/device/cache.c). */
const char *warm_folder_name(void)
{
    const char *asked = getenv("CLREDUCE_SYSTEM_CACHE");

    return asked ? asked : "/var/cache/clreduce";
}

static int fail(const char *reason)
{
    return message_fail(
        CODE_INPUT,
        "%s: kernels cannot be put there: %s. Be root, or name a folder of your own "
        "by CLREDUCE_SYSTEM_CACHE.",
        warm_folder_name(), reason);
}

/* Why the library would not trust kernels in the folder, or this process cannot write there; NULL:
 * neither. */
static const char *distrust(void)
{
    struct stat facts;

    if (stat(warm_folder_name(), &facts) != 0)
        return strerror(errno);
    if (!S_ISDIR(facts.st_mode))
        return "it is no folder";
    if (facts.st_uid != geteuid())
        return "it belongs to another user";
    if (facts.st_mode & OTHERS_WRITE)
        return "others may write to it, so that nobody would trust them";
    return access(warm_folder_name(), W_OK) == 0 ? NULL : strerror(errno);
}

int warm_folder_open(void)
{
    const char *name = warm_folder_name(), *reason;

    if (*name == '\0')
        return message_fail(CODE_USAGE,
                            "--system: CLREDUCE_SYSTEM_CACHE is empty, so that there is "
                            "no such folder: let it name one.");
    if (mkdir(name, 0700) != 0 && errno != EEXIST)
        return fail(strerror(errno));
    reason = distrust();
    if (reason)
        return fail(reason);
    return setenv("CLREDUCE_CACHE_DIR", name, 1) == 0 ? CODE_FINE : fail(strerror(errno));
}

size_t warm_folder_count(void)
{
    DIR *folder = opendir(warm_folder_name());
    size_t count = 0;

    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    if (folder)
        closedir(folder);
    return count;
}

/* Adds to the permissions of a file in the folder, or of the folder itself, ".". Links stay as they
 * are: fchmodat() follows them, to files that need not be the folder's. */
static bool permit(DIR *folder, const char *name, mode_t added)
{
    struct stat facts;

    return fstatat(dirfd(folder), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 &&
           (S_ISLNK(facts.st_mode) || (facts.st_mode & added) == added ||
            fchmodat(dirfd(folder), name, (facts.st_mode & 07777) | added, 0) == 0);
}

int warm_folder_share(void)
{
    DIR *folder = opendir(warm_folder_name());
    bool is_shared = folder && permit(folder, ".", EVERYONE_READS | EVERYONE_ENTERS);

    for (const struct dirent *entry; is_shared && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            is_shared = permit(folder, entry->d_name, EVERYONE_READS);
    int code = is_shared ? CODE_FINE : fail(strerror(errno));
    if (folder)
        closedir(folder);
    return code;
}
