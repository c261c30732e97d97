/* SPDX-License-Identifier: Apache-2.0 */
/*
 * codec_zip - a file in a zip archive, as .npz files are, by libzip, which checks its CRC and size.
 * See codec.h. Finds the file by its name, and lists the names there are if it does not.
 */
#include "codec.h"

#include "input_format.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

typedef struct zip_state {
    zip_t *archive;
    zip_file_t *file;
} zip_state;

static void close_zip(void *state)
{
    zip_state *zip = state;

    if (zip && zip->file)
        zip_fclose(zip->file);
    if (zip && zip->archive)
        zip_discard(zip->archive);
    free(zip);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Bytes of the name without ".npy". */
static size_t stem_size(const char *name)
{
    const size_t size = strlen(name);

    return size > 4 && strcmp(name + size - 4, ".npy") == 0 ? size - 4 : size;
}

static bool is_folder(const char *name)
{
    return name[0] == '\0' || name[strlen(name) - 1] == '/';
}

static bool has_name(const char *name, const char *wanted)
{
    return !wanted || strcmp(name, wanted) == 0 ||
           (strlen(wanted) == stem_size(name) && strncmp(name, wanted, stem_size(name)) == 0);
}

/* Writes as many names as there is room for. */
static void list_names(zip_t *archive, char list[300])
{
    const char *name, *comma = "";
    char *at = list;

    *at = '\0';
    for (zip_uint64_t i = 0; (name = zip_get_name(archive, i, 0)); i++) {
        const input_quote quote = input_quoted(name, stem_size(name));

        if (is_folder(name))
            continue;
        if (at - list > 200) {
            strcpy(at, " ...");
            return;
        }
        at += sprintf(at, "%s%.*s", comma, (int)strlen(quote.text) - 2, quote.text + 1);
        comma = ", ";
    }
}

/* The index of the only file of this name, or -1 and the reason. */
static zip_int64_t find_file(zip_t *archive, const char *wanted, char fault[CODEC_FAULT_SIZE])
{
    zip_int64_t found = -1;
    size_t count = 0;
    const char *name;
    char list[300];

    for (zip_uint64_t i = 0; (name = zip_get_name(archive, i, 0)); i++) {
        if (is_folder(name) || !has_name(name, wanted))
            continue;
        found = (zip_int64_t)i;
        count++;
    }
    if (count == 1)
        return found;
    list_names(archive, list);
    if (list[0] == '\0')
        snprintf(fault, CODEC_FAULT_SIZE, "is a zip archive with nothing in it");
    else if (count == 0)
        snprintf(fault, CODEC_FAULT_SIZE, "has no array %s: it holds %s",
                 input_quoted(wanted, strlen(wanted)).text, list);
    else if (wanted)
        snprintf(fault, CODEC_FAULT_SIZE, "has %zu arrays of this name", count);
    else
        snprintf(fault, CODEC_FAULT_SIZE, "holds %zu arrays, of which FILE:NAME reads one: %s",
                 count, list);
    return -1;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static zip_t *open_archive(int fd, char fault[CODEC_FAULT_SIZE])
{
    const int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    int code = ZIP_ER_OPEN;
    zip_t *archive = own < 0 ? NULL : zip_fdopen(own, 0, &code);
    zip_error_t error;

    if (archive)
        return archive;
    zip_error_init_with_code(&error, code);
    snprintf(fault, CODEC_FAULT_SIZE,
             "begins as a zip archive, but its table of contents is damaged or cut off (%s)",
             zip_error_strerror(&error));
    zip_error_fini(&error);
    if (own >= 0)
        close(own);
    return NULL;
}

static void *open_zip(int fd, const char *name, char fault[CODEC_FAULT_SIZE])
{
    zip_state *zip = calloc(1, sizeof *zip);
    zip_int64_t index;

    if (!zip)
        return NULL;
    zip->archive = open_archive(fd, fault);
    index = zip->archive ? find_file(zip->archive, name, fault) : -1;
    if (index >= 0)
        zip->file = zip_fopen_index(zip->archive, (zip_uint64_t)index, 0);
    if (zip->file)
        return zip;
    if (index >= 0)
        snprintf(fault, CODEC_FAULT_SIZE, "cannot be read out of its zip archive: %s",
                 zip_strerror(zip->archive));
    close_zip(zip);
    return NULL;
}

static ptrdiff_t read_zip(void *state, void *room, size_t size, char fault[CODEC_FAULT_SIZE])
{
    zip_state *zip = state;
    const zip_int64_t got = zip_fread(zip->file, room, size);

    if (got < 0)
        snprintf(fault, CODEC_FAULT_SIZE, "is damaged: it cannot be read out of its archive (%s)",
                 zip_file_strerror(zip->file));
    return (ptrdiff_t)got;
}

const codec_archive codec_zip = {open_zip, read_zip, close_zip};
