/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contracts of pieces: each says what its text uses and defines, and a text whose pieces do not
 * keep theirs is refused with a sentence. With "--print PATH" the program writes the contract that
 * goes with a piece's text, as it stands in the file.
 */
#include "base/source.h"
#include "compose/compose.h"
#include "made_up.h"
#include "piece_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { COLUMNS = 100, NAMES_SIZE = 8192 };

static const char *const clauses[CLRI_CLAUSES] = {
    "needs",    "needs narrow",    "needs wide",    "may use",
    "provides", "provides narrow", "provides wide", "may provide"};

/* ---- what contracts say ---- */

static bool has_name(const char *list, const char *name, size_t length)
{
    size_t other;

    for (; (list = clri_next_name(list, &other)) != NULL; list += other)
        if (other == length && strncmp(list, name, length) == 0)
            return true;
    return false;
}

static void expect_names(const char *path, int clause, const char *these, const char *in,
                         const char *what)
{
    size_t length;

    for (const char *name = these; (name = clri_next_name(name, &length)) != NULL; name += length)
        if (!has_name(in, name, length))
            fail_msg(
                "cl/%s, \"%s: %.*s\": %s; \"test_contract --print %s\" writes what it should say",
                path, clauses[clause], (int)length, name, what, path);
}

static void contracts_say_what_the_texts_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < clri_piece_count; i++) {
        const clri_piece *piece = &clri_pieces[i];
        piece_names names;

        read_piece(piece->text, &names);
        for (int clause = 0; clause < CLRI_CLAUSES; clause++) {
            expect_names(piece->path, clause, names.says[clause], piece->says[clause],
                         "so it is in the text, and not in the contract");
            expect_names(piece->path, clause, piece->says[clause], names.says[clause],
                         "so the contract says, and not the text");
        }
        free_names(&names);
    }
}

/* ---- --print ---- */

static void print_clause(const char *clause, const char *names, int indent)
{
    int column = printf(" * %s:", clause);
    size_t length;

    for (; (names = clri_next_name(names, &length)) != NULL; names += length) {
        if (column > indent && column + 1 + (int)length > COLUMNS) {
            printf("\n *");
            column = 2;
        }
        column += printf("%*s%.*s", column < indent ? indent - column : 1, "", (int)length, names);
    }
    printf("\n");
}

static int print_contract(const char *path)
{
    for (size_t i = 0; i < clri_piece_count; i++) {
        piece_names names;
        int indent = 0;

        if (strcmp(clri_pieces[i].path, path) != 0)
            continue;
        read_piece(clri_pieces[i].text, &names);
        for (int clause = 0; clause < CLRI_CLAUSES; clause++)
            if (*names.says[clause] && (int)strlen(clauses[clause]) + 5 > indent)
                indent = (int)strlen(clauses[clause]) + 5;
        printf("/*\n");
        for (int clause = 0; clause < CLRI_CLAUSES; clause++)
            if (*names.says[clause])
                print_clause(clauses[clause], names.says[clause], indent);
        printf(" */\n");
        free_names(&names);
        return 0;
    }
    fprintf(stderr, "there is no piece %s\n", path);
    return 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contracts_say_what_the_texts_do),
    };

    if (argc == 3 && strcmp(argv[1], "--print") == 0)
        return print_contract(argv[2]);
    return cmocka_run_group_tests_name("contract", tests, NULL, NULL);
}
