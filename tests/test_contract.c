/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The names of pieces: which ones the build's reader derives from a text, and that a text is
 * refused with a sentence where a piece lacks a name that it needs, or provides one that is there.
 */
#include "base/source.h"
#include "compose/block.h"
#include "compose/compose.h"
#include "device/selftest.h"
#include "made_up.h"
#include "piece_names.h"
#include "shape/runs/key_runs.h"
#include "shape/sort/label_sort.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names that are derived ---- */

typedef struct reading {
    const char *text;
    clri_piece_names wide;
    clri_piece_names narrow;
} reading;

#define BOTH(needs, provides, may_provide)                                                         \
    {needs, provides, may_provide},                                                                \
    {                                                                                              \
        needs, provides, may_provide                                                               \
    }

static const reading readings[] = {
    {"/* clr_a\n */\n#define CLR_B(x) clr_c(x, \\\n CLR_D, \"clr_e\")\n",
     BOTH("clr_c CLR_D", "CLR_B", "")},
    {"CLR_FN clr_s clr_a(clr_s x, uint n)\n{\n    return clr_b(x, CLR_C[n]);\n}\n",
     BOTH("CLR_FN clr_s clr_b CLR_C", "clr_a", "")},
    {"CLR_FN uint clr_a(uint n);\nenum { CLR_B = CLR_C };\nCLR_D(clr_e)\n",
     BOTH("CLR_FN clr_a CLR_C CLR_D clr_e", "CLR_B", "")},
    {"CLR_FN uint clr_a(void)\n{\n}\nCLR_FN uint clr_b(void)\n{\n    return clr_a();\n}\n",
     BOTH("CLR_FN", "clr_a clr_b", "")},
    {"typedef struct clr_a {\n    clr_b b;\n} clr_a;\n", BOTH("clr_b", "clr_a", "")},
    {"typedef struct {\n    clr_b b;\n} CLR_AT(a);\n", BOTH("clr_b", "CLR_AT(a)", "")},
    {"typedef CLR_WIDE(uint) clr_a;\nclr_a clr_b(void)\n{\n}\n",
     BOTH("CLR_WIDE", "clr_a clr_b", "")},
    {"struct clr_a {\n    uint n;\n};\n", BOTH("", "clr_a", "")},
    {"enum { CLR_A = 1, CLR_B = CLR_C };\nCLR_FN void clr_d(void)\n{\n    clr_e = 1;\n}\n",
     BOTH("CLR_C CLR_FN clr_e", "CLR_A CLR_B clr_d", "")},
    {"enum { CLR_A, CLR_AT(b), CLR_C = CLR_D + CLR_E(1, CLR_F), CLR_G };\n",
     BOTH("CLR_D CLR_E CLR_F", "CLR_A CLR_AT(b) CLR_C CLR_G", "")},
    {"typedef enum clr_a {\n    CLR_B,\n    CLR_C,\n} clr_a;\nclr_d(CLR_E, CLR_F);\n",
     BOTH("clr_d CLR_E CLR_F", "clr_a CLR_B CLR_C", "")},
    {"#define CLR_A clr_b\nCLR_A CLR_C\n#undef CLR_A\n", BOTH("clr_b CLR_C", "", "")},
    /* conditions */
    {"#if CLR_A\n#define CLR_B clr_c\n#endif\nCLR_B clr_d\n", BOTH("CLR_A clr_d", "", "CLR_B")},
    {"#ifdef CLR_A\n#define CLR_B 1\n#else\n#define CLR_B 2\n#define CLR_C\n#endif\n",
     BOTH("", "CLR_B", "CLR_C")},
    {"#if CLR_A\n#define CLR_B 1\n#elif CLR_D\n#define CLR_B 2\n#endif\n",
     BOTH("CLR_A", "", "CLR_B")},
    {"#if CLR_A\n#if CLR_D\n#define CLR_B 1\n#else\n#define CLR_B 2\n#endif\n#else\n"
     "#define CLR_B 3\n#endif\n",
     BOTH("CLR_A", "CLR_B", "")},
    {"#ifdef CLR_NARROW\n#define CLR_A clr_b\n#else\n#define CLR_C clr_d\n#endif\n",
     {"clr_d", "CLR_C", ""},
     {"clr_b", "CLR_A", ""}},
    {"#ifndef CLR_NARROW\n#if CLR_A\n#define CLR_B\n#endif\nclr_c\n#endif\n",
     {"CLR_A clr_c", "", "CLR_B"},
     {"", "", ""}},
    /* names that stand in macros, and those of each member or result */
    {"CLR_AT(a) CLR_OF(b)(CLR_MEMBER(1, c) x)\n{\n    clr_m##k##_d(x);\n}\n",
     BOTH("CLR_AT(a) CLR_MEMBER(1, c) clr_m##k##_d", "CLR_OF(b)", "")},
    {"#define CLR_A(k) clr_b(CLR_MEMBER(k, c))\nCLR_EACH_MEMBER(CLR_A)\n",
     BOTH("clr_b CLR_MEMBER(k, c) CLR_EACH_MEMBER", "CLR_A", "")},
    {"#define CLR_A(k) clr_b(CLR_MEMBER(k, c))\nCLR_EACH_EXACT(CLR_A)\n",
     BOTH("clr_b CLR_EACH_EXACT", "CLR_A", "")},
    {"#define CLR_A(r) clr_r##r##_lower()\nCLR_EACH_OUTCOME(CLR_A)\n",
     BOTH("clr_r##r##_lower CLR_EACH_OUTCOME", "CLR_A", "")},
};

static void expect_names(const reading *from, bool is_narrow)
{
    const clri_piece_names *expected = is_narrow ? &from->narrow : &from->wide;
    piece_names names = read_piece_names("", from->text, is_narrow);

    if (strcmp(names.needs, expected->needs) != 0 ||
        strcmp(names.provides, expected->provides) != 0 ||
        strcmp(names.may_provide, expected->may_provide) != 0)
        fail_msg("%s: needs \"%s\", provides \"%s\", may provide \"%s\"", from->text, names.needs,
                 names.provides, names.may_provide);
    free_piece_names(&names);
}

TEST(names_are_derived)
{
    for (size_t i = 0; i < COUNT(readings); i++)
        for (int is_narrow = 0; is_narrow < 2; is_narrow++)
            expect_names(&readings[i], is_narrow);
}

/* ---- texts are held to them ---- */

/* A choice whose text has most kinds of pieces: several members, exact ones among them, groups that
 * claim their tiles. */
static clri_choice choice_of(clr_operator op, clr_accuracy accuracy, const char *strategy)
{
    const clr_device gpu = gpu_make();
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    clr_reduction reductions[] = {CLR_REDUCTION(op, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32)};
    clri_request request;
    clri_choice choice;
    clri_error error = {0};

    reductions[0].accuracy = accuracy;
    request = request_of(reductions, COUNT(reductions));
    if (clri_choose(&gpu, &request, &options, NULL, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    clri_request_free(&request);
    return choice;
}

/* Composes of other pieces; the failure's sentence, "" if there is none. */
static const char *sentence_of(const clri_library *library, const clri_choice *choice)
{
    static clri_error error;
    char *text;
    clr_status status;

    clri_error_clear(&error);
    status = clri_compose_from(library, choice, &text, &error);
    assert_int_equal(text == NULL, status != CLR_OK);
    assert_true(status == CLR_OK || status == CLR_ERROR_BUILD);
    free(text);
    return status == CLR_OK ? "" : error.message;
}

static void expect_sentence(const clri_library *library, const clri_choice *choice,
                            const char *piece, const char *part)
{
    const char *sentence = sentence_of(library, choice);

    if (!strstr(sentence, part) || !strstr(sentence, piece))
        fail_msg("with %s changed: \"%s\" is not about \"%s\"", piece, sentence, part);
}

/* Whether the choice's text has the piece: without it, it is refused. */
static bool has_piece(const clri_choice *choice, size_t number)
{
    clri_piece *pieces = malloc(clri_piece_count * sizeof *pieces);
    const clri_library library = {pieces, clri_piece_count - 1};
    bool has;

    memcpy(pieces, clri_pieces, number * sizeof *pieces);
    memcpy(pieces + number, clri_pieces + number + 1,
           (clri_piece_count - 1 - number) * sizeof *pieces);
    has = *sentence_of(&library, choice) != '\0';
    if (has) {
        char part[128];

        snprintf(part, sizeof part, "there is no piece %s", clri_pieces[number].path);
        expect_sentence(&library, choice, clri_pieces[number].path, part);
    }
    free(pieces);
    return has;
}

/* What happens to a text when one of its pieces has other names. */
static void change_names(const clri_choice *choice, size_t number, clri_piece_names names,
                         const char *who, const char *part)
{
    clri_piece *pieces = malloc(clri_piece_count * sizeof *pieces);
    const clri_library library = {pieces, clri_piece_count};

    memcpy(pieces, clri_pieces, clri_piece_count * sizeof *pieces);
    pieces[number].names[0] = pieces[number].names[1] = names;
    expect_sentence(&library, choice, who, part);
    free(pieces);
}

/* Pieces that others ask for on a condition, or by what a macro of the prelude is defined as. */
static bool is_asked_for_otherwise(const char *path)
{
    static const char *const paths[] = {"load/meeting.cl",  "load/join_vectors.cl",
                                        "states/confer.cl", "number/key.cl",
                                        "number/real.cl",   "read/nvidia.cl"};

    for (size_t i = 0; i < COUNT(paths); i++)
        if (strcmp(paths[i], path) == 0)
            return true;
    return false;
}

static void change_piece(const clri_choice *choice, size_t number)
{
    const char *path = clri_pieces[number].path;

    if (!is_asked_for_otherwise(path)) /* without what it provides, another one is refused */
        change_names(choice, number, (clri_piece_names){"", "", ""}, "needs",
                     "which nothing before it provides");
    change_names(choice, number, (clri_piece_names){"CLR_GROUP_SIZ", "", ""}, path,
                 "needs CLR_GROUP_SIZ, which nothing before it provides");
    change_names(choice, number, (clri_piece_names){"CLR_MEMBER(k, nobody)", "", ""}, path,
                 "nothing before it");
    change_names(choice, number, (clri_piece_names){"", "CLR_GROUP_SIZE", ""}, path,
                 "provides CLR_GROUP_SIZE, which the prelude has provided before");
}

TEST(lacking_and_doubled_names_are_refused)
{
    const clri_choice choices[] = {
        choice_of(CLR_OPERATOR_SUM, CLR_ACCURACY_DEFAULT, "auto"),
        choice_of(CLR_OPERATOR_VAR, CLR_ACCURACY_REPRODUCIBLE, "auto"),
        choice_of(CLR_OPERATOR_MIN, CLR_ACCURACY_FAST, "two-pass"),
    };

    for (size_t c = 0; c < COUNT(choices); c++) {
        size_t there = 0;

        assert_string_equal(sentence_of(NULL, &choices[c]), "");
        for (size_t i = 0; i < clri_piece_count; i++) {
            if (!has_piece(&choices[c], i))
                continue;
            there++;
            change_piece(&choices[c], i);
        }
        assert_in_range(there, 30, clri_piece_count);
    }
}

/* ---- all texts but plans', which test_compose.c composes by the thousand ---- */

static void compose_block(const clr_device *device, clr_operator op, clr_type type, size_t *blocks)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    const clri_terms terms = {.has_fp64 = device->fp64 == 1};
    clri_request request;
    clri_pass pass;
    clri_error error = {0};
    char *text;

    if (clri_request_read(&reduction, 1, &request, &error) == CLR_OK) {
        if (clri_pass_find(&request, &terms, &pass, &error) == CLR_OK && pass.member_count == 1) {
            if (clri_block_compose(device, &pass, "name", 256, &text, &error) != CLR_OK)
                fail_msg("%s of %s: %s", clr_operator_name(op), clr_type_name(type), error.message);
            free(text);
            ++*blocks;
        }
        clri_request_free(&request);
    }
    clri_error_clear(&error);
}

TEST(blocks_are_composed)
{
    static const cl_uint shuffles[] = {CLR_SHUFFLE_NONE, CLR_SHUFFLE_NVIDIA, CLR_SHUFFLE_AMD,
                                       CLR_SHUFFLE_INTEL, CLR_SHUFFLE_KHR};
    size_t blocks = 0;

    for (size_t s = 0; s < COUNT(shuffles); s++)
        for (unsigned fp64 = 0; fp64 < 2; fp64++) {
            clr_device device = gpu_make();

            device.shuffle = shuffles[s];
            device.fp64 = fp64;
            for (clr_operator op = 1; clr_operator_name(op); op++)
                for (clr_type type = 1; clr_type_name(type); type++)
                    compose_block(&device, op, type, &blocks);
        }
    assert_in_range(blocks, 2000, SIZE_MAX);
}

TEST(probes_are_composed)
{
    const clri_custom custom = {.source = "typedef int state;", .name = "mine"};
    clri_error error = {0};

    for (int fp64 = 0; fp64 < 2; fp64++) {
        char *text;

        if (clri_selftest_source(NULL, fp64, &text, &error) != CLR_OK)
            fail_msg("%s", error.message);
        free(text);
        if (clri_compose_custom(&custom, "float", NULL, fp64, &text, &error) != CLR_OK)
            fail_msg("%s", error.message);
        free(text);
    }
}

TEST(what_finds_runs_and_sorts_is_composed)
{
    clri_error error = {0};

    for (int is_alone = 0; is_alone < 2; is_alone++) {
        const clri_key_runs runs = {.is_alone = is_alone, .group_size = 1, .second_group_size = 1};
        const clri_label_sort sort = {.is_alone = is_alone, .group_size = 1};
        char *text;

        if (clri_key_source(&runs, &text, &error) != CLR_OK)
            fail_msg("%s", error.message);
        free(text);
        if (clri_sort_source(&sort, &text, &error) != CLR_OK)
            fail_msg("%s", error.message);
        free(text);
    }
}

/* ---- rules, by pieces of the test's own ---- */

#define PIECE(path, needs, provides)                                                               \
    {                                                                                              \
        path, "",                                                                                  \
        {                                                                                          \
            {needs, provides, ""},                                                                 \
            {                                                                                      \
                needs, provides, ""                                                                \
            }                                                                                      \
        }                                                                                          \
    }

static const clri_piece own_pieces[] = {
    PIECE("all.cl", "CLR_MEMBER(k, state) clr_m##k##_lanes_fold_one", "clr_all"),
    PIECE("macro.cl", "", "CLR_SEEN"),
    {"maybe.cl", "", {{"", "", "clr_all"}, {"", "", "clr_all"}}},
    PIECE("other.cl", "", "clr_all CLR_SEEN"),
    PIECE("own.cl", "CLR_OF(state)", "CLR_AT(state)"),
    PIECE("reduce.cl", "clr_all", "clr_reduce"),
    PIECE("run.cl", "CLR_AT(state)", "CLR_RUN_AT(fold)"),
    PIECE("state.cl", "CLR_IDENTITY", "CLR_AT(state) CLR_SEEN"),
    {"widths.cl", "", {{"clr_b", "clr_d", ""}, {"clr_a", "clr_c", ""}}},
};

enum { OWN_MEMBERS = 2 };

static void begin(clri_source *source, clri_error *error)
{
    const clri_library library = {own_pieces, COUNT(own_pieces)};

    clri_source_begin(source, &library, error);
    source->members = OWN_MEMBERS;
    clri_source_redefine(source, CLRI_MACRO_MEMBER, "clr_m##k##_lanes_##name");
    clri_source_redefine(source, CLRI_MACRO_RUN_AT, "CLR_AT(name##_one)");
}

static void name_member(clri_source *source, unsigned number)
{
    clri_source_redefine_by(source, CLRI_MACRO_OF, "clr_m%u_##name", number);
    clri_source_redefine_by(source, CLRI_MACRO_AT, "clr_m%u_lanes_##name", number);
}

static void add_member(clri_source *source, unsigned number)
{
    name_member(source, number);
    clri_source_redefine(source, CLRI_MACRO_IDENTITY, "0");
    clri_source_piece(source, "state");
    clri_source_piece(source, "run");
}

static void expect_end(clri_source *source, const char *sentence)
{
    clri_error *error = source->error;
    char *text;
    const clr_status status = clri_source_end(source, &text);

    assert_int_equal(status, *sentence ? CLR_ERROR_BUILD : CLR_OK);
    if (*sentence && strncmp(error->message, sentence, strlen(sentence)) != 0)
        fail_msg("%s\ninstead of: %s", error->message, sentence);
    assert_int_equal(text == NULL, status != CLR_OK);
    free(text);
    clri_error_clear(error);
}

TEST(names_are_those_of_a_member)
{
    clri_error error = {0};
    clri_source source;

    begin(&source, &error);
    for (unsigned i = 0; i < OWN_MEMBERS; i++)
        add_member(&source, i);
    clri_source_piece(&source, "all");
    clri_source_piece(&source, "reduce");
    expect_end(&source, "");

    begin(&source, &error);
    add_member(&source, 0);
    clri_source_piece(&source, "all"); /* the second member is not there */
    expect_end(&source, "piece all.cl needs CLR_MEMBER(k, state), here clr_m1_lanes_state, which "
                        "nothing before it provides");

    begin(&source, &error);
    add_member(&source, 0);
    name_member(&source, 1);
    clri_source_piece(&source, "state"); /* its identity is the first one's */
    expect_end(&source, "piece state.cl needs CLR_IDENTITY, which nothing");

    begin(&source, &error);
    add_member(&source, 0);
    name_member(&source, 1);
    clri_source_piece(&source, "run");
    expect_end(&source, "piece run.cl needs CLR_AT(state), here clr_m1_lanes_state, which nothing");
}

/* Of single values CLR_AT(state) is CLR_OF(state). */
TEST(names_may_be_the_pieces_own)
{
    clri_error error = {0};
    clri_source source;

    begin(&source, &error);
    clri_source_redefine(&source, CLRI_MACRO_OF, "clr_m0_##name");
    clri_source_redefine(&source, CLRI_MACRO_AT, "clr_m0_##name");
    clri_source_piece(&source, "own");
    expect_end(&source, "");

    begin(&source, &error);
    name_member(&source, 0);
    clri_source_piece(&source, "own");
    expect_end(&source, "piece own.cl needs CLR_OF(state), here clr_m0_state, which nothing");
}

TEST(names_are_provided_once)
{
    clri_error error = {0};
    clri_source source;

    begin(&source, &error);
    add_member(&source, 0);
    clri_source_piece(&source, "state");
    expect_end(&source,
               "piece state.cl provides CLR_AT(state), here clr_m0_lanes_state, which piece "
               "state.cl has provided before");

    begin(&source, &error);
    add_member(&source, 0);
    clri_source_piece(&source, "other");
    expect_end(&source,
               "piece other.cl provides CLR_SEEN, which piece state.cl has provided before");

    begin(&source, &error);
    clri_source_piece(&source, "macro");
    name_member(&source, 0);
    clri_source_piece(&source, "macro"); /* which is another member's */
    clri_source_piece(&source, "macro");
    expect_end(&source, "piece macro.cl provides CLR_SEEN, which piece macro.cl has");

    begin(&source, &error);
    clri_source_define(&source, CLRI_MACRO_LANES, "4");
    clri_source_define(&source, CLRI_MACRO_LANES, "4");
    expect_end(&source, "the prelude defines CLR_LANES twice");

    begin(&source, &error);
    clri_source_piece(&source, "states");
    expect_end(&source, "there is no piece states.cl");
}

TEST(widths_and_conditions_are_told_apart)
{
    clri_error error = {0};
    clri_source source;

    begin(&source, &error);
    clri_source_width(&source, 1, true);
    clri_source_provide(&source, "clr_a");
    clri_source_piece(&source, "widths");
    clri_source_width(&source, 4, false);
    clri_source_piece(&source, "widths");
    expect_end(&source, "piece widths.cl needs clr_b, which");

    begin(&source, &error);
    clri_source_width(&source, 1, true);
    clri_source_provide(&source, "clr_a clr_b");
    clri_source_piece(&source, "widths");
    clri_source_width(&source, 4, false);
    clri_source_piece(&source, "widths");
    expect_end(&source, "");

    begin(&source, &error);
    clri_source_piece(&source, "maybe");
    clri_source_piece(&source, "reduce"); /* what it needs may be there */
    clri_source_piece(&source, "other");  /* and may be not, so that it is not there twice */
    expect_end(&source, "");

    begin(&source, &error);
    clri_source_piece(&source, "other");
    clri_source_piece(&source, "maybe"); /* what is there for sure stays so */
    clri_source_piece(&source, "other");
    expect_end(&source, "piece other.cl provides clr_all, which piece maybe.cl has");
}

/* What was provided in front of an #else is not there behind it. */
TEST(branches_do_not_see_each_other)
{
    clri_error error = {0};
    clri_source source;
    size_t mark;

    begin(&source, &error);
    mark = clri_source_mark(&source);
    clri_source_piece(&source, "other");
    clri_source_return(&source, mark);
    clri_source_piece(&source, "other");
    clri_source_return(&source, mark);
    clri_source_piece(&source, "reduce");
    expect_end(&source, "piece reduce.cl needs clr_all, which nothing before it provides");
}

/* ---- names that C code defines ---- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a piece has the macro in its text. */
static bool is_asked_for(const char *name)
{
    const size_t length = strlen(name);
    const bool is_of_each = name[length - 1] == '_'; /* the member's number follows */

    for (size_t i = 0; i < clri_piece_count; i++)
        for (const char *at = clri_pieces[i].text; (at = strstr(at, name)) != NULL; at += length)
            if (!is_letter(at[-1]) && (is_of_each || !is_letter(at[length])))
                return true;
    return false;
}

/* A row of macro.def that no piece asks for is of no use, unless C code writes its name. */
TEST(every_macro_is_asked_for)
{
    static const clri_macro elsewhere[] = {
        CLRI_MACRO_JOIN_,         /* in CLR_JOIN() */
        CLRI_MACRO_BESIDE_LONG,   /* in CLR_BESIDE_COUNT */
        CLRI_MACRO_EXPRESSION_OF, /* in CLR_EXPRESSION */
        CLRI_MACRO_CELLS,         /* in CLR_SCRATCH() */
        CLRI_MACRO_MAGNITUDE,     /* in the typedef of CLR_AT(magnitude) */
    };

    for (clri_macro macro = CLRI_MACRO_NONE + 1; macro < CLRI_MACROS; macro++) {
        const clri_macro_row *row = clri_macro_of(macro);
        bool is_used = is_asked_for(row->name);

        assert_true(*row->meaning);
        for (size_t i = 0; i < COUNT(elsewhere); i++)
            is_used |= elsewhere[i] == macro;
        if (!is_used)
            fail_msg("no piece asks for %s: take it out of src/base/macro.def", row->name);
    }
}
