/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The disk cache: what is put is got, and nothing that can happen to a folder or an entry is more
 * than a miss with a note. Also seen from above: a context whose cached kernels were damaged.
 */
#include "device/cache.h"
#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct notes {
    int count;
    char last[1024];
};

static void take_note(void *user, clr_log_level level, const char *text)
{
    struct notes *notes = user;

    assert_int_equal(level, CLR_LOG_NOTE);
    notes->count++;
    snprintf(notes->last, sizeof notes->last, "%s", text);
}

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/clreduce-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[2 * sizeof folder + 32];

    (void)state;
    snprintf(command, sizeof command, "chmod -R u+rwx %s; rm -rf %s", folder, folder);
    return system(command);
}

/* The path of the one entry in the folder. */
static void find_entry(char *path, size_t size)
{
    DIR *open = opendir(folder);
    struct dirent *entry;

    assert_non_null(open);
    while ((entry = readdir(open)))
        if (entry->d_name[0] != '.')
            snprintf(path, size, "%s/%s", folder, entry->d_name);
    closedir(open);
}

/* ---- processes: first, as forking is for those without a driver ---- */

static int64_t sum_with_cache(struct notes *notes)
{
    static const int32_t numbers[] = {3, 4, 5};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_context_options options = {.size = sizeof options,
                                         .device = getenv("CLR_TEST_DEVICE"),
                                         .cache_folder = folder,
                                         .log = take_note,
                                         .log_user = notes};
    clr_context *context = NULL;
    int64_t result = 0;

    if (clr_context_create(&options, &context) ||
        clr_reduce(context, &sum, numbers, 3, &result, sizeof result))
        fail_msg("%s", clr_context_error(context)->message);
    clr_context_destroy(context);
    return result;
}

TEST_BETWEEN(eight_processes_share_it, make_folder, remove_folder)
{
    pid_t children[8];
    int status;

    for (int i = 0; i < 8; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            struct notes notes = {0};

            _exit(sum_with_cache(&notes) == 12 ? 0 : 1);
        }
    }
    for (int i = 0; i < 8; i++) {
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
}

/* ---- entries ---- */

TEST_BETWEEN(gives_back_what_was_put, make_folder, remove_folder)
{
    static const char blob[] = "some bytes\0and more";
    struct notes notes = {0};
    clri_log log = {take_note, &notes};
    clri_cache cache;
    size_t size = 0;
    char *got;
    struct stat facts;

    clri_cache_open(&cache, folder, &log);
    assert_null(clri_cache_get(&cache, "key", &size));
    clri_cache_put(&cache, "key", blob, sizeof blob);
    got = clri_cache_get(&cache, "key", &size);
    assert_int_equal(size, sizeof blob);
    assert_memory_equal(got, blob, sizeof blob);
    free(got);
    assert_null(clri_cache_get(&cache, "another key", &size));
    clri_cache_put(&cache, "key", "", 0);
    got = clri_cache_get(&cache, "key", &size);
    assert_non_null(got);
    assert_int_equal(size, 0);
    free(got);
    clri_cache_drop(&cache, "key");
    assert_null(clri_cache_get(&cache, "key", &size));
    assert_int_equal(notes.count, 0);
    clri_cache_close(&cache);
    assert_int_equal(stat(folder, &facts), 0);
}

/* Cut short at every length, flipped at every byte: a miss and a note, never a wrong blob. */
TEST_BETWEEN(notices_every_damage, make_folder, remove_folder)
{
    struct notes notes = {0};
    clri_log log = {take_note, &notes};
    clri_cache cache;
    size_t size = 0;
    char path[512];
    unsigned char whole[256];
    ssize_t length;
    int file;

    clri_cache_open(&cache, folder, &log);
    clri_cache_put(&cache, "key", "0123456789", 10);
    find_entry(path, sizeof path);
    file = open(path, O_RDONLY);
    length = read(file, whole, sizeof whole);
    close(file);
    for (ssize_t i = 0; i < 2 * length; i++) {
        unsigned char damaged[256];
        size_t keep = (size_t)length;

        memcpy(damaged, whole, keep);
        if (i < length)
            keep = (size_t)i;
        else
            damaged[i - length] ^= 0x20;
        file = open(path, O_WRONLY | O_TRUNC);
        assert_int_equal(write(file, damaged, keep), keep);
        close(file);
        notes.count = 0;
        assert_null(clri_cache_get(&cache, "key", &size));
        assert_int_equal(notes.count, 1);
    }
    clri_cache_close(&cache);
}

/* A pipe that nobody writes to would keep who opens it waiting. */
TEST_BETWEEN(takes_no_pipe_for_an_entry, make_folder, remove_folder)
{
    struct notes notes = {0};
    clri_log log = {take_note, &notes};
    clri_cache cache;
    size_t size = 0;
    char path[512];
    char *got;

    clri_cache_open(&cache, folder, &log);
    clri_cache_put(&cache, "key", "0123456789", 10);
    find_entry(path, sizeof path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(300); /* which ends a test that hangs */
    assert_null(clri_cache_get(&cache, "key", &size));
    assert_int_equal(notes.count, 1);
    assert_non_null(strstr(notes.last, "no regular file"));
    clri_cache_put(&cache, "key", "0123456789", 10);
    got = clri_cache_get(&cache, "key", &size);
    assert_int_equal(size, 10);
    free(got);
    alarm(0);
    clri_cache_close(&cache);
}

TEST_BETWEEN(keeps_out_of_folders_it_cannot_trust, make_folder, remove_folder)
{
    struct notes notes = {0};
    clri_log log = {take_note, &notes};
    clri_cache cache;
    char below[128];

    chmod(folder, 0777);
    clri_cache_open(&cache, folder, &log);
    assert_null(cache.folder);
    assert_non_null(strstr(notes.last, "others may write"));
    chmod(folder, 0700);
    snprintf(below, sizeof below, "%s/file", folder);
    close(open(below, O_CREAT | O_WRONLY, 0600));
    clri_cache_open(&cache, below, &log);
    assert_null(cache.folder);
    snprintf(below, sizeof below, "%s/file/deeper", folder);
    clri_cache_open(&cache, below, &log);
    assert_null(cache.folder);
    assert_int_equal(notes.count, 3);
    clri_cache_open(&cache, "", &log);
    assert_null(cache.folder);
    assert_int_equal(notes.count, 3);
}

TEST_BETWEEN(makes_its_folder_private, make_folder, remove_folder)
{
    clri_log log = {0};
    clri_cache cache;
    char below[128];
    struct stat facts;

    snprintf(below, sizeof below, "%s/one/two", folder);
    setenv("CLREDUCE_CACHE_DIR", below, 1);
    clri_cache_open(&cache, NULL, &log);
    assert_string_equal(cache.folder, below);
    assert_int_equal(stat(below, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0700);
    clri_cache_close(&cache);
    setenv("CLREDUCE_CACHE_DIR", "", 1);
    clri_cache_open(&cache, NULL, &log);
    assert_null(cache.folder);
    unsetenv("CLREDUCE_CACHE_DIR");
}

/* ---- from above ---- */

TEST_BETWEEN(damaged_kernels_are_built_again, make_folder, remove_folder)
{
    struct notes notes = {0};
    char command[256];

    assert_int_equal(sum_with_cache(&notes), 12);
    assert_int_equal(notes.count, 0);
    snprintf(command, sizeof command,
             "for f in %s/*; do printf X | dd of=$f bs=1 seek=60 conv=notrunc 2>/dev/null; done",
             folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(sum_with_cache(&notes), 12);
    assert_true(notes.count >= 2); /* the self-test's verdict and the kernel */
    notes.count = 0;
    assert_int_equal(sum_with_cache(&notes), 12);
    assert_int_equal(notes.count, 0);
}

/* What another driver has compiled, and what came of testing it, is none of this one's: every key
 * has the driver in it. */
TEST_BETWEEN(entries_are_of_one_driver, make_folder, remove_folder)
{
    const clr_context_options options = {.size = sizeof options,
                                         .device = getenv("CLR_TEST_DEVICE")};
    struct notes notes = {0};
    clr_context *context = NULL;
    char command[256];

    assert_int_equal(clr_context_create(&options, &context), CLR_OK);
    sum_with_cache(&notes);
    snprintf(command, sizeof command, "test $(ls %s | wc -l) -ge 2",
             folder); /* a verdict, kernels */
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "test -z \"$(grep -LF '%s' %s/*)\"",
             clr_context_device(context)->driver_version, folder);
    assert_int_equal(system(command), 0);
    clr_context_destroy(context);
}

/* A blob that is whole but was never a kernel: the driver refuses it, the source is built. */
TEST_BETWEEN(foreign_kernels_are_built_again, make_folder, remove_folder)
{
    struct notes notes = {0};
    clri_log log = {0};
    clri_cache cache;
    char path[512];
    FILE *file;
    char *bytes = calloc(1, 1 << 22);
    size_t length, key_size;

    assert_int_equal(sum_with_cache(&notes), 12);
    clri_cache_open(&cache, folder, &log);
    for (DIR *open = opendir(folder); open; open = NULL) {
        struct dirent *entry;

        while ((entry = readdir(open))) {
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            file = fopen(path, "r");
            length = fread(bytes, 1, (1 << 22) - 1, file);
            fclose(file);
            assert_true(length > 40);
            memcpy(&key_size, bytes + 16, sizeof key_size);
            bytes[40 + key_size] = '\0';
            if (strstr(bytes + 40, "__kernel"))
                clri_cache_put(&cache, bytes + 40, "this is no kernel at all", 24);
        }
        closedir(open);
    }
    assert_int_equal(sum_with_cache(&notes), 12);
    assert_true(notes.count >= 1);
    assert_non_null(strstr(notes.last, "building from source"));
    clri_cache_close(&cache);
    free(bytes);
}

/* ---- the folder that users share ---- */

/* Whether the cache has the blob under "key". */
static bool has(const clri_cache *cache, const char *blob)
{
    size_t size;
    char *got = clri_cache_get(cache, "key", &size);
    const bool is_it = got && size == strlen(blob) && memcmp(got, blob, size) == 0;

    free(got);
    return is_it;
}

/* Opens the cache in the sub-folder, with another one as the folder that users share. */
static void open_two(clri_cache *cache, const char *own, const clri_log *log)
{
    char path[2 * sizeof folder];

    snprintf(path, sizeof path, "%s/shared", folder);
    setenv("CLREDUCE_SYSTEM_CACHE", path, 1);
    snprintf(path, sizeof path, "%s/%s", folder, own);
    clri_cache_open(cache, path, log);
}

TEST_BETWEEN(reads_what_users_share, make_folder, remove_folder)
{
    struct notes notes = {0};
    const clri_log log = {take_note, &notes};
    char path[2 * sizeof folder];
    clri_cache cache;

    open_two(&cache, "shared", &log); /* fills it */
    clri_cache_put(&cache, "key", "shared", 6);
    clri_cache_close(&cache);

    open_two(&cache, "own", &log);
    assert_true(has(&cache, "shared"));
    clri_cache_put(&cache, "key", "own", 3);
    assert_true(has(&cache, "own"));
    clri_cache_drop(&cache, "key");
    assert_true(has(&cache, "shared"));
    assert_int_equal(notes.count, 0);
    clri_cache_close(&cache);

    setenv("CLREDUCE_SYSTEM_CACHE", "", 1);
    snprintf(path, sizeof path, "%s/own", folder);
    clri_cache_open(&cache, path, &log);
    assert_false(has(&cache, "shared"));
    clri_cache_close(&cache);
    unsetenv("CLREDUCE_SYSTEM_CACHE");
}

/* What others may write is not read, nor anything if there is to be no cache. */
TEST_BETWEEN(trusts_no_folder_of_others, make_folder, remove_folder)
{
    struct notes notes = {0};
    const clri_log log = {take_note, &notes};
    char shared[2 * sizeof folder], command[2 * sizeof shared + 32];
    clri_cache cache;

    snprintf(shared, sizeof shared, "%s/shared", folder);
    open_two(&cache, "shared", &log);
    clri_cache_put(&cache, "key", "shared", 6);
    clri_cache_close(&cache);

    snprintf(command, sizeof command, "chmod g+w %s/*", shared);
    assert_int_equal(system(command), 0);
    open_two(&cache, "own", &log);
    assert_false(has(&cache, "shared"));
    assert_non_null(strstr(notes.last, "others may write to it"));
    clri_cache_close(&cache);

    snprintf(command, sizeof command, "chmod g-w %s/* && chmod o+w %s", shared, shared);
    assert_int_equal(system(command), 0);
    open_two(&cache, "own", &log);
    assert_false(has(&cache, "shared"));
    assert_non_null(strstr(notes.last, "are not used: others may write to it"));
    clri_cache_close(&cache);

    assert_int_equal(chmod(shared, 0755), 0);
    open_two(&cache, "own", &log);
    assert_true(has(&cache, "shared"));
    clri_cache_close(&cache);
    clri_cache_open(&cache, "", &log);
    assert_false(has(&cache, "shared"));
    clri_cache_close(&cache);
    unsetenv("CLREDUCE_SYSTEM_CACHE");
}
