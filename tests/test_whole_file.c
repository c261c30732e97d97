/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_whole_file - files that the command writes: whole or not at all, with the rights of those
 * that they replace, through links, and over nothing that is not known to be of their kind.
 */
#include "outputs.h"
#include "reading.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char name[] = "whole_file.test";

static long size_of_file(void)
{
    struct stat found;

    return stat(name, &found) == 0 ? (long)found.st_size : -1;
}

TEST(files_are_written_whole_or_not_at_all)
{
    whole_file file;

    unlink(name);
    assert_int_equal(whole_file_open(&file, name), 0);
    fputs("draft", file.stream);
    whole_file_close(&file);
    assert_int_equal(size_of_file(), -1);

    assert_int_equal(whole_file_open(&file, name), 0);
    fputs("kept", file.stream);
    assert_int_equal(size_of_file(), -1);
    assert_int_equal(whole_file_keep(&file), 0);
    whole_file_close(&file);
    assert_int_equal(size_of_file(), 4);

    assert_int_equal(whole_file_open(&file, name), 0);
    fputs("another draft", file.stream);
    fflush(file.stream);
    assert_int_equal(size_of_file(), 4);
    whole_file_close(&file);
    assert_int_equal(size_of_file(), 4);
    unlink(name);
}

static void write_whole(const char *path, const char *text)
{
    whole_file file;

    assert_int_equal(whole_file_open(&file, path), 0);
    fputs(text, file.stream);
    assert_int_equal(whole_file_keep(&file), 0);
    whole_file_close(&file);
}

TEST(rights_stay)
{
    static const mode_t modes[] = {0600, 0644, 0660, 0751};
    struct stat found;

    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        write_text(name, "before");
        assert_int_equal(chmod(name, modes[i]), 0);
        write_whole(name, "after");
        assert_int_equal(stat(name, &found), 0);
        assert_int_equal(found.st_mode & 07777, modes[i]);
        assert_int_equal(found.st_size, 5);
    }
    unlink(name);
    const mode_t mask = umask(027);
    write_whole(name, "new");
    umask(mask);
    assert_int_equal(stat(name, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
    unlink(name);
}

/* Also one that leads to no file yet. */
TEST(links_stay)
{
    struct stat found;

    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(symlink("folder/second", "first"), 0);
    assert_int_equal(symlink("../whole_file.test", "folder/second"), 0);
    for (int i = 0; i < 2; i++) {
        write_whole("first", "through");
        assert_int_equal(size_of_file(), 7);
        assert_int_equal(lstat("first", &found), 0);
        assert_true(S_ISLNK(found.st_mode));
        assert_int_equal(lstat("folder/second", &found), 0);
        assert_true(S_ISLNK(found.st_mode));
    }
    assert_int_equal(symlink("circle", "circle"), 0);
    assert_int_not_equal(whole_file_check("circle", &outputs_svg, true), 0);
    unlink(name);
}

static void check(const char *text, const whole_file_kind *kind, bool expected)
{
    write_text(name, text);
    assert_int_equal(whole_file_check(name, kind, false) == 0, expected);
    assert_int_equal(whole_file_check(name, kind, true), 0);
    assert_int_equal(size_of_file(), strlen(text));
}

TEST(kinds_are_known_by_marks)
{
    char text[2000];

    check("", &outputs_accumulator, true);
    check("x", &outputs_accumulator, false);
    check("\x89"
          "clracc\n and more",
          &outputs_accumulator, true);
    check("\x89"
          "clracc",
          &outputs_accumulator, false);
    check(" \x89"
          "clracc\n",
          &outputs_accumulator, false);
    check("", &outputs_png, true);
    check("written by clreduce", &outputs_png, false);
    check("<svg></svg>\n", &outputs_svg, false);
    check("<svg></svg>\n<!-- written by clreduce explain -->\n", &outputs_svg, true);
    memset(text, ' ', sizeof text);
    strcpy(text + 1900, "<!-- written by clreduce explain -->\n");
    check(text, &outputs_html, true);
    memcpy(text, "written by clreduce", 19);
    strcpy(text + 1900, "");
    check(text, &outputs_html, false);
    assert_int_not_equal(whole_file_check(".", &outputs_svg, true), 0);
    assert_int_not_equal(whole_file_check("nowhere/x", &outputs_svg, true), 0);
    unlink(name);
    assert_int_equal(whole_file_check(name, &outputs_svg, false), 0);
    assert_int_equal(size_of_file(), -1);
}

/* By whatever way it is named; what is read is not, unless it is said. */
TEST(inputs_are_known_by_what_they_are)
{
    static const char *const ways[] = {name, "./whole_file.test", "hard", "soft"};
    const char *const files[] = {"other", name};
    options o = {.save = name};

    write_text(name, "1");
    write_text("other", "2");
    assert_int_equal(link(name, "hard"), 0);
    assert_int_equal(symlink(name, "soft"), 0);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        o.save = ways[i];
        assert_int_not_equal(outputs_check(&o, files, 2), 0);
        assert_int_equal(outputs_check(&o, files, 1), 0);
        o.force = true;
        assert_int_equal(outputs_check(&o, files, 2), 0);
        o.force = false;
    }
    o.operator_file = name;
    assert_int_not_equal(outputs_check(&o, files, 1), 0);
    o = (options){.explain = {.svg = "new", .html = "./new"}};
    assert_int_not_equal(outputs_check(&o, files, 2), 0);
    o.explain.html = "newer";
    assert_int_equal(outputs_check(&o, files, 2), 0);
    o = (options){.explain = {.svg = "/dev/null", .html = "/dev/null"}};
    assert_int_equal(outputs_check(&o, files, 2), 0);
}
