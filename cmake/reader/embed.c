/* SPDX-License-Identifier: Apache-2.0 */
/*
 * embed - the tool of the build that embeds files in the library and the command: writes a C file
 * with a table of them. The type of its rows, {path, text}, is declared in a header beside the
 * table's own name: src/base/piece.h, tools/explain/page_part.h, tools/command/topic.h,
 * tools/command/plain_kernel.h.
 *
 *   clreduce_reader [--names] OUTPUT HEADER ROW FOLDER FILE...
 *
 * With --names rows have the names of pieces, too, which piece_names.h derives; and pieces of
 * different folders, which may meet in a text, have no macro of the same name.
 */
#include "base/spelling.h"
#include "base/text.h"
#include "piece_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void stop(const char *what, const char *path)
{
    fprintf(stderr, "clreduce_reader: %s %s\n", what, path);
    exit(1);
}

/* The whole file, which the caller frees. */
static char *read_file(const char *folder, const char *name)
{
    char path[4096];
    FILE *file;
    char *text;
    long size;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
        stop("cannot read", path);
    rewind(file);
    text = calloc(1, (size_t)size + 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size)
        stop("cannot read", path);
    fclose(file);
    return text;
}

/* Letter by letter: compilers need not take strings of more than 4095. */
static void add_text(clri_text *output, int number, const char *text)
{
    clri_text_addf(output, "static const char text_%d[] = {", number);
    for (; *text; text++)
        clri_text_addf(output, "'\\x%02x',", (unsigned)(unsigned char)*text);
    clri_text_add(output, "0};\n");
}

/* ---- macros that pieces share ---- */

/* A list of macros, each with a space before it and the path of its piece behind it. */
static clri_text macros;

/* The length of a path's folder; of a file without one that of the file. */
static size_t folder_length(const char *path)
{
    return strcspn(path, "/\n");
}

/* Stops if a piece of another folder has the macro. What a text reads beside its inputs has macros
 * of the same names by kind (CLR_ALSO_...): one of a text, which composing checks. */
static void check_macro(const char *path, const char *macro, size_t length)
{
    char entry[CLRI_NAME_SIZE + 3];
    const char *other = macros.bytes;

    if (strncmp(macro, "CLR_ALSO_", 9) == 0)
        return;
    snprintf(entry, sizeof entry, " %.*s ", (int)length, macro);
    while (other && (other = strstr(other, entry)) != NULL) {
        other += strlen(entry);
        if (folder_length(other) != folder_length(path) ||
            strncmp(other, path, folder_length(path)) != 0) {
            fprintf(stderr,
                    "clreduce_reader: %.*s is a macro of %.*s, and of %s: one needs another name\n",
                    (int)length, macro, (int)strcspn(other, "\n"), other, path);
            exit(1);
        }
    }
    clri_text_addf(&macros, "%s%s\n", entry, path);
}

/* Those of the list that are macros, and not names that stand in one. */
static void check_macros(const char *path, const char *names)
{
    size_t length;

    for (const char *name = names; (name = clri_next_name(name, &length)) != NULL; name += length)
        if (strncmp(name, "CLR_", 4) == 0 && !memchr(name, '(', length) &&
            !memchr(name, '#', length))
            check_macro(path, name, length);
}

static void add_names(clri_text *row, const char *path, const char *text)
{
    clri_text_add(row, ",\n     {");
    for (int is_narrow = 0; is_narrow < 2; is_narrow++) {
        piece_names names = read_piece_names(path, text, is_narrow);

        clri_text_addf(row, "{\"%s\", \"%s\", \"%s\"}, ", names.needs, names.provides,
                       names.may_provide);
        check_macros(path, names.provides);
        check_macros(path, names.may_provide);
        free_piece_names(&names);
    }
    clri_text_add(row, "}");
}

static void add_files(clri_text *texts, clri_text *rows, bool has_names, const char *folder,
                      char **files)
{
    for (int i = 0; files[i]; i++) {
        char *text = read_file(folder, files[i]);

        add_text(texts, i, text);
        clri_text_addf(rows, "    {\"%s\", text_%d", files[i], i);
        if (has_names)
            add_names(rows, files[i], text);
        clri_text_add(rows, "},\n");
        free(text);
    }
}

static void write_table(const char *path, const char *header, const char *row, char *texts,
                        char *rows)
{
    FILE *output = texts && rows ? fopen(path, "wb") : NULL;

    if (!output ||
        fprintf(output,
                "/* Written by cmake/reader from the files in its table. */\n"
                "#include \"%s\"\n\n%s\nconst %s %ss[] = {\n%s};\n\n"
                "const size_t %s_count = sizeof %ss / sizeof *%ss;\n",
                header, texts, row, row, rows, row, row, row) < 0 ||
        fclose(output) != 0)
        stop("cannot write", path);
    free(texts);
    free(rows);
}

int main(int argc, char **argv)
{
    const bool has_names = argc > 1 && strcmp(argv[1], "--names") == 0;
    char **words = argv + has_names;
    clri_text texts = {0}, rows = {0};

    if (argc - has_names < 6) {
        fprintf(stderr, "usage: clreduce_reader [--names] OUTPUT HEADER ROW FOLDER FILE...\n");
        return 2;
    }
    add_files(&texts, &rows, has_names, words[4], words + 5);
    free(macros.bytes);
    write_table(words[1], words[2], words[3], clri_text_take(&texts), clri_text_take(&rows));
    return 0;
}
