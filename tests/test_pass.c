/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is asked for, without a device: requests as they are read and refused, which reductions of a
 * pass share a state, and what the states are.
 */
#include "made_up.h"
#include "state/layout.h"

#include <stdio.h>
#include <string.h>

static const clr_reduction sum_of_f32 = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

/* ---- requests ---- */

/* Reads a request that must be refused, with a sentence that has these words. */
static void assert_refused(const clr_reduction *reductions, size_t count, clr_status expected,
                           const char *words)
{
    clri_request request;
    clri_error error = {0};
    const clr_status status = clri_request_read(reductions, count, &request, &error);

    if (status != expected || !strstr(error.message, words))
        fail_msg("%s: '%s' instead of '%s'", clr_status_name(status), error.message, words);
    clri_request_free(&request);
}

TEST(refuses_how_many)
{
    clr_reduction reductions[CLR_REDUCTIONS_MOST + 1];

    for (size_t i = 0; i < COUNT(reductions); i++)
        reductions[i] = sum_of_f32;
    assert_refused(NULL, 1, CLR_ERROR_ARGUMENT, "there is no reduction");
    assert_refused(reductions, 0, CLR_ERROR_ARGUMENT, "there is no reduction");
    assert_refused(reductions, CLR_REDUCTIONS_MOST + 1, CLR_ERROR_ARGUMENT,
                   "17 reductions are more than the 16");
    reductions[15].type = CLR_TYPE_F64;
    assert_refused(reductions, CLR_REDUCTIONS_MOST, CLR_ERROR_ARGUMENT,
                   "reduction 15 is of another element type");
}

/* One wrong member each. */
TEST(refuses_unknown_numbers)
{
#define WRONG(...)                                                                                 \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, __VA_ARGS__   \
    }
    const clr_custom custom = {.size = sizeof custom, .source = ""};
    const struct {
        clr_reduction reduction;
        const char *words;
    } cases[] = {
        {{.op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32}, "clr_reduction.size is 0"},
        {{.size = sizeof(clr_reduction) - sizeof(void *) / 2,
          .op = CLR_OPERATOR_SUM,
          .type = CLR_TYPE_F32},
         "set it to sizeof(clr_reduction)"},
        {{.size = sizeof(clr_reduction), .type = CLR_TYPE_F32}, "0 is no operator"},
        {{.size = sizeof(clr_reduction), .op = (clr_operator)99, .type = CLR_TYPE_F32},
         "99 is no operator"},
        {{.size = sizeof(clr_reduction), .op = CLR_OPERATOR_SUM}, "0 is no element type"},
        {{.size = sizeof(clr_reduction), .op = CLR_OPERATOR_SUM, .type = (clr_type)13},
         "13 is no element type"},
        {WRONG(.result = (clr_type)13), "13 is no result type"},
        {WRONG(.accuracy = (clr_accuracy)5), "5 is no accuracy level"},
        {WRONG(.nan = (clr_nan)2), "2 is no clr_nan"},
        {WRONG(.overflow = (clr_overflow)2), "2 is no clr_overflow"},
        {WRONG(.custom = &custom), "goes with CLR_OPERATOR_CUSTOM only"},
    };
#undef WRONG

    for (size_t i = 0; i < COUNT(cases); i++) {
        const clr_reduction several[] = {sum_of_f32, cases[i].reduction};

        assert_refused(&cases[i].reduction, 1, CLR_ERROR_ARGUMENT, cases[i].words);
        assert_refused(several, 2, CLR_ERROR_ARGUMENT, cases[i].words);
    }
}

TEST(refuses_custom_without_a_text)
{
    clr_custom custom = {.size = sizeof custom, .source = "typedef int state;"};
    clr_reduction own = CLR_REDUCTION(CLR_OPERATOR_CUSTOM, CLR_TYPE_F32);
    clr_reduction several[2];

    assert_refused(&own, 1, CLR_ERROR_ARGUMENT, "clr_reduction.custom is NULL");
    own.custom = &custom;
    custom.size--;
    assert_refused(&own, 1, CLR_ERROR_ARGUMENT, "set it to sizeof(clr_custom)");
    custom.size++;
    custom.element_size = 4097;
    assert_refused(&own, 1, CLR_ERROR_ARGUMENT, "4097 bytes is more than 4096");
    custom.element_size = 12;
    own.map = "x";
    assert_refused(&own, 1, CLR_ERROR_ARGUMENT, "the elements are structs");
    own.map = NULL;
    own.accuracy = CLR_ACCURACY_EXACT;
    assert_refused(&own, 1, CLR_ERROR_UNSUPPORTED, "there is no level exact for custom");
    own.accuracy = CLR_ACCURACY_DEFAULT;
    several[0] = sum_of_f32;
    several[1] = own;
    assert_refused(several, 2, CLR_ERROR_UNSUPPORTED, "stands alone in its plan: reduction 1");
    custom.source = NULL;
    assert_refused(&own, 1, CLR_ERROR_ARGUMENT, "clr_custom.source is NULL");
}

TEST(refuses_maps_with_their_column)
{
    static const struct {
        clr_operator op;
        const char *map;
        const char *words;
    } cases[] = {
        {CLR_OPERATOR_SUM, "", "column 1"},
        {CLR_OPERATOR_SUM, "x + ", "column 5"},
        {CLR_OPERATOR_SUM, "x + v", "column 5"},
        {CLR_OPERATOR_SUM, "fabs(x, y)", "column"},
        {CLR_OPERATOR_MIN, "x ** y", "column 3"},
        {CLR_OPERATOR_DOT, "x * y", "write its map as that of sum"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_reduction several[] = {sum_of_f32, sum_of_f32};

        several[1].op = cases[i].op;
        several[1].map = cases[i].map;
        several[0].map = "x - y"; /* which was read, and is to be freed */
        assert_refused(several, 2, CLR_ERROR_ARGUMENT, cases[i].words);
    }
}

TEST(refuses_levels_that_are_not_there)
{
    clr_reduction reduction = sum_of_f32;

    reduction.op = CLR_OPERATOR_PROD;
    reduction.accuracy = CLR_ACCURACY_EXACT;
    assert_refused(&reduction, 1, CLR_ERROR_UNSUPPORTED, "there is no level exact");
    reduction.type = CLR_TYPE_I32; /* exact by nature, but not if the map makes floats of them */
    reduction.map = "x * 0.5";
    assert_refused(&reduction, 1, CLR_ERROR_UNSUPPORTED, "for prod of f64");
}

TEST(settles_what_is_left_open)
{
    const clr_reduction reductions[] = {
        {.size = sizeof(clr_reduction), .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_I16},
        {.size = sizeof(clr_reduction),
         .op = CLR_OPERATOR_MAX,
         .type = CLR_TYPE_I16,
         .map = "z * 0.5f"},
        {.size = sizeof(clr_reduction),
         .op = CLR_OPERATOR_COUNT,
         .type = CLR_TYPE_I16,
         .map = "i < n"},
        {.size = sizeof(clr_reduction), .op = CLR_OPERATOR_DOT, .type = CLR_TYPE_I16},
    };
    clri_request request = request_of(reductions, COUNT(reductions));

    assert_int_equal(request.count, 4);
    assert_int_equal(request.type, CLR_TYPE_I16);
    assert_int_equal(request.element_size, 2);
    assert_int_equal(request.inputs, 3);
    assert_true(request.uses_total);
    assert_null(request.custom.source);
    assert_null(request.maps[0].text);
    assert_non_null(request.maps[1].text);
    assert_int_equal(clri_request_value(&request, 0), CLR_TYPE_I16);
    assert_int_equal(clri_request_value(&request, 1), CLR_TYPE_F32);
    assert_int_equal(request.reductions[0].result, CLR_TYPE_I64);
    assert_int_equal(request.reductions[1].result, CLR_TYPE_F32);
    assert_int_equal(request.reductions[2].result, CLR_TYPE_U64);
    clri_request_free(&request);
    request = request_of(&reductions[3], 1);
    assert_int_equal(request.inputs, 2);
    assert_false(request.uses_total);
    clri_request_free(&request);
}

TEST(keeps_the_callers_own)
{
    char text[] = "typedef struct { float a; } element;";
    clr_custom custom = {.size = sizeof custom, .source = text, .element_size = 12};
    clr_reduction own = {.size = sizeof own, .op = CLR_OPERATOR_CUSTOM, .custom = &custom};
    clri_request request = request_of(&own, 1);

    text[0] = 'X'; /* it was copied */
    assert_string_equal(request.custom.source, "typedef struct { float a; } element;");
    assert_string_equal(request.custom.name, "operator");
    assert_int_equal(request.element_size, 12);
    assert_int_equal(request.type, CLR_TYPE_DEFAULT);
    assert_false(request.custom.is_commutative);
    clri_request_free(&request);
}

/* ---- passes ---- */

/* A question of a pair of reductions: do they fold one state? */
struct pair {
    clr_reduction a, b;
    bool shares;
};

#define R(op_, type_, ...)                                                                         \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_, .type = CLR_TYPE_##type_,         \
        __VA_ARGS__                                                                                \
    }

static const struct pair pairs[] = {
    {R(SUM, F32, .nan = 0), R(MEAN, F32, .nan = 0), true},
    {R(SUM, F64, .nan = 0), R(MEAN, F64, .nan = 0), true},
    {R(SUM, F32, .nan = 0), R(SUM, F32, .result = CLR_TYPE_F64), true},
    {R(VAR, F32, .nan = 0), R(STD, F32, .nan = 0), true},
    {R(VAR, I8, .ddof = 0), R(VAR, I8, .ddof = 1), true},
    {R(VAR, F16, .nan = CLR_NAN_IGNORE), R(STD, F16, .nan = CLR_NAN_IGNORE), true},
    {R(ARGMAX, U16, .nan = 0), R(IAMAX, U16, .nan = 0), false}, /* lift |x| */
    {R(ARGMAX, I16, .nan = 0), R(IAMAX, I16, .nan = 0), false},
    {R(MIN, U8, .nan = 0), R(MIN, U8, .nan = CLR_NAN_IGNORE), true}, /* integers have no NaN */
    {R(MIN, F32, .nan = 0), R(MIN, F32, .nan = CLR_NAN_IGNORE), false},
    {R(SUM, F32, .nan = 0), R(SUM, F32, .nan = CLR_NAN_IGNORE), false},
    {R(SUM, F32, .nan = CLR_NAN_IGNORE), R(MEAN, F32, .nan = CLR_NAN_IGNORE), false}, /* counted */
    {R(SUM, I32, .nan = 0), R(SUM, I32, .overflow = CLR_OVERFLOW_DETECT), false},
    {R(SUM, I64, .nan = 0), R(MEAN, I64, .nan = 0), false}, /* 64 bits, and 128 */
    {R(SUM, I64, .overflow = CLR_OVERFLOW_DETECT), R(MEAN, I64, .nan = 0), true}, /* 128 bits */
    {R(SUM, F32, .nan = 0), R(ASUM, F32, .nan = 0), false},
    {R(SUMSQ, F32, .nan = 0), R(DOT, F32, .nan = 0), false},
    {R(MIN, F32, .nan = 0), R(MAX, F32, .nan = 0), false},
    {R(SUM, F32, .map = "x * 2"), R(SUM, F32, .nan = 0), false},
    {R(SUM, F32, .map = "x * 2"), R(MEAN, F32, .map = "x*2"), true}, /* the same, once read */
    {R(SUM, F32, .map = "x * 2"), R(SUM, F32, .map = "x * 3"), false},
    {R(SUM, F32, .map = "x"), R(SUM, F32, .map = "y"), false},
};

static clri_pass pass_of(const clri_request *request, bool has_fp64, bool wants_number)
{
    const clri_terms terms = {.has_fp64 = has_fp64, .wants_number = wants_number};
    clri_pass pass;
    clri_error error = {0};

    if (clri_pass_find(request, &terms, &pass, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return pass;
}

TEST(states_are_shared_where_they_are_the_same)
{
    for (size_t i = 0; i < COUNT(pairs); i++) {
        const clr_reduction both[] = {pairs[i].a, pairs[i].b};
        clri_request request = request_of(both, 2);
        const clri_pass pass = pass_of(&request, true, false);

        if (pass.member_count != (pairs[i].shares ? 1 : 2))
            fail_msg("%s and %s of %s (pair %zu): %zu states", clr_operator_name(both[0].op),
                     clr_operator_name(both[1].op), clr_type_name(both[0].type), i,
                     pass.member_count);
        assert_int_equal(pass.outcome_count, 2);
        assert_int_equal(pass.outcomes[0].op, both[0].op);
        assert_int_equal(pass.outcomes[1].op, both[1].op);
        assert_int_equal(pass.outcomes[0].members[0] == pass.outcomes[1].members[0],
                         pairs[i].shares);
        assert_int_equal(pass.outcomes[0].ddof, both[0].ddof);
        clri_request_free(&request);
    }
}

/* States go about a run in the order of fold.def, results stay in the caller's. */
TEST(states_have_an_order_of_their_own)
{
    const clr_reduction reductions[] = {R(ARGMAX, F32, .nan = 0), R(MIN, F32, .nan = 0),
                                        R(SUM, F32, .nan = 0), R(MIN, F32, .map = "x * y")};
    clri_request request = request_of(reductions, COUNT(reductions));
    const clri_pass pass = pass_of(&request, true, false);

    assert_int_equal(pass.member_count, 4);
    assert_int_equal(pass.members[0].form.fold, CLRI_FOLD_ADD);
    assert_int_equal(pass.members[1].form.fold, CLRI_FOLD_MIN);
    assert_null(pass.members[1].map);
    assert_ptr_equal(pass.members[2].map, &request.maps[3]);
    assert_int_equal(pass.members[3].form.fold, CLRI_FOLD_ARGMAX);
    assert_int_equal(pass.outcomes[0].members[0], 3);
    assert_int_equal(pass.outcomes[1].members[0], 1);
    assert_int_equal(pass.outcomes[2].members[0], 0);
    assert_int_equal(pass.outcomes[3].members[0], 2);
    assert_int_equal(pass.inputs, 2);
    assert_null(clri_pass_number(&pass)); /* there are several */
    assert_int_equal(clri_layout_state_size(&pass), 8 + 4 + 4 + 16);
    clri_request_free(&request);
}

/* As C lays structs of 8, 1 and 1 bytes; of 16 lanes, which share the sum: 8, 16 and 16. */
TEST(gaps_between_states_are_known)
{
    const clr_reduction reductions[] = {R(SUM, U8, .nan = 0), R(MIN, U8, .nan = 0),
                                        R(MAX, U8, .nan = 0)};
    clri_request request = request_of(reductions, COUNT(reductions));
    const clri_pass pass = pass_of(&request, true, false);
    static const size_t gaps[2][4] = {{0, 0, 0, 6}, {0, 8, 0, 0}};

    for (unsigned k = 0; k < 2; k++) {
        const clri_layout layout = clri_layout_states(&pass, k == 0 ? 1 : 16);

        for (size_t i = 0; i < 3; i++)
            assert_int_equal(layout.members[i].gap, gaps[k][i]);
        assert_int_equal(layout.last_gap, gaps[k][3]);
    }
    clri_request_free(&request);
}

/* Exact variances are made of two states each: of the values and of their squares. */
TEST(every_result_may_have_two_states)
{
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    char maps[CLR_REDUCTIONS_MOST][16];
    clri_request request;
    clri_pass pass;

    for (size_t i = 0; i < COUNT(reductions); i++) {
        snprintf(maps[i], sizeof maps[i], "x + %zu", i);
        reductions[i] = (clr_reduction)R(VAR, F32, .accuracy = CLR_ACCURACY_EXACT);
        reductions[i].map = maps[i];
    }
    request = request_of(reductions, COUNT(reductions));
    pass = pass_of(&request, true, false);
    assert_int_equal(pass.outcome_count, CLR_REDUCTIONS_MOST);
    assert_int_equal(pass.member_count, 2 * CLR_REDUCTIONS_MOST);
    for (unsigned i = 0; i < CLR_REDUCTIONS_MOST; i++) {
        assert_int_equal(pass.outcomes[i].members[0], 2 * i);
        assert_int_equal(pass.outcomes[i].members[1], 2 * i + 1);
    }
    clri_request_free(&request);
}

/* What one state is, and whether the program needs fp64 for it. */
TEST(one_state_is_a_number_or_more)
{
    static const struct {
        clr_reduction reduction;
        bool has_fp64, wants_number;
        const char *number; /* NULL: it is none */
        size_t size;
        bool uses_double;
    } cases[] = {
        {R(SUM, F32, .nan = 0), true, false, "double", 8, true},
        {R(SUM, F32, .nan = 0), false, false, NULL, 8, false},
        {R(SUM, F64, .nan = 0), true, false, NULL, 16, true},
        {R(SUM, F64, .nan = 0), true, true, "double", 8, true},
        {R(SUM, I8, .nan = 0), true, false, "ulong", 8, false},
        {R(SUM, I8, .overflow = CLR_OVERFLOW_DETECT), true, true, NULL, 16, false},
        {R(MEAN, I8, .nan = 0), true, false, NULL, 16, true},
        {R(MAX, F64, .nan = 0), true, false, "ulong", 8, true},
        {R(MAX, F64, .nan = 0), false, false, "ulong", 8, false},
        {R(MAX, BF16, .nan = 0), false, false, "uint", 4, false},
        {R(COUNT, F64, .nan = 0), false, false, "ulong", 8, false},
        {R(ANY, F32, .nan = 0), true, false, "int", 4, false},
        {R(MINMAX, I16, .nan = 0), true, false, NULL, 4, false},
        {R(LOGSUMEXP, F16, .nan = 0), true, false, NULL, 16, true},
        {R(LOGSUMEXP, F16, .nan = 0), false, false, NULL, 8, false},
        {R(MIN, I32, .map = "x * 0.5"), true, false, "ulong", 8, true},
        {R(COUNT, I32, .map = "x * 0.5 > 1"), true, false, "ulong", 8, true},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clri_request request = request_of(&cases[i].reduction, 1);
        const clri_pass pass = pass_of(&request, cases[i].has_fp64, cases[i].wants_number);
        const clri_state_form *number = clri_pass_number(&pass);

        if ((number == NULL) != (cases[i].number == NULL) ||
            clri_layout_state_size(&pass) != cases[i].size ||
            pass.uses_double != cases[i].uses_double)
            fail_msg("case %zu: %s of %zu bytes%s", i, number ? number->number : "no number",
                     clri_layout_state_size(&pass), pass.uses_double ? " in double" : "");
        if (number)
            assert_string_equal(number->number, cases[i].number);
        assert_false(clri_pass_is_noncommutative(&pass));
        clri_request_free(&request);
    }
}

/* Doubles that are only looked at are bits where there is no fp64, and floats where the device is
 * not to be trusted with them. */
TEST(looks_at_bits)
{
    static const struct {
        clr_reduction reduction;
        bool has_fp64, asks, by_bits;
    } cases[] = {
        {R(SUM, F64, .accuracy = CLR_ACCURACY_EXACT, .where = "x > 0"), false, false, true},
        {R(COUNT, F64, .map = "x != y"), false, false, true},
        {R(SUM, F64, .accuracy = CLR_ACCURACY_EXACT, .where = "x > 0"), true, false, false},
        {R(SUM, F32, .accuracy = CLR_ACCURACY_EXACT, .where = "x > 0"), false, false, false},
        {R(SUM, F32, .accuracy = CLR_ACCURACY_EXACT, .where = "x > 0"), true, true, true},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clri_request request = request_of(&cases[i].reduction, 1);
        clri_pass pass;
        clri_error error = {0};

        request.by_bits = cases[i].asks;
        if (clri_pass_find(&request, &(clri_terms){.has_fp64 = cases[i].has_fp64}, &pass, &error))
            fail_msg("%s", error.message);
        assert_int_equal(pass.members[0].by_bits, cases[i].by_bits);
        assert_true(cases[i].has_fp64 || !pass.uses_double);
        clri_request_free(&request);
    }
}

TEST(refuses_what_needs_fp64)
{
    static const struct {
        clr_reduction reduction;
        bool has_fp64;
        const char *words;
    } cases[] = {
        {R(SUM, F64, .nan = 0), false, "sum of f64 as f64: the device has no fp64"},
        {R(NRM2, U8, .nan = 0), false, "real numbers made of integers"},
        {R(PROD, F32, .result = CLR_TYPE_F64), false, "ask for a result of f32"},
        {R(LOGSUMEXP, F32, .result = CLR_TYPE_F64), false, "a result of f64"},
        {R(SUM, F32, .map = "f64(x)"), false, "the device has no fp64"},
        {R(COUNT, F32, .map = "f64(x) * 2 > 0.5"), false, "which the map computes in"},
        {R(SUM, F64, .accuracy = CLR_ACCURACY_EXACT, .where = "x * 2 > 0"), false,
         "which clr_reduction.where computes in"},
        {R(SUM, F32, .result = CLR_TYPE_I64), true, "such results come as f32 or f64"},
        {R(MIN, F32, .result = CLR_TYPE_F64), true, "one result type"},
        {R(PROD, I32, .result = CLR_TYPE_F64), true, "one result type"},
        {R(XOR, F16, .nan = 0), true, "the operator takes integers only"},
        {R(OR, I32, .map = "x * 0.5f"), true, "the operator takes integers only"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clri_request request = request_of(&cases[i].reduction, 1);
        clri_pass pass;
        clri_error error = {0};

        assert_int_equal(
            clri_pass_find(&request, &(clri_terms){.has_fp64 = cases[i].has_fp64}, &pass, &error),
            CLR_ERROR_UNSUPPORTED);
        if (!strstr(error.message, cases[i].words))
            fail_msg("'%s' instead of '%s'", error.message, cases[i].words);
        clri_request_free(&request);
    }
}

TEST(refuses_a_result_type_of_the_callers_own)
{
    const clr_custom custom = {.size = sizeof custom, .source = "", .element_size = 20};
    const clr_reduction own = {
        .size = sizeof own, .op = CLR_OPERATOR_CUSTOM, .custom = &custom, .result = CLR_TYPE_F32};
    clri_request request = request_of(&own, 1);
    clri_pass pass;
    clri_error error = {0};

    assert_int_equal(clri_pass_find(&request, &(clri_terms){.has_fp64 = true}, &pass, &error),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "custom of structs as f32: an operator of the caller's"));
    clri_request_free(&request);
}

TEST(the_callers_own_minds_its_order)
{
    clr_custom custom = {.size = sizeof custom, .source = "", .element_size = 20};
    clr_reduction own = {.size = sizeof own, .op = CLR_OPERATOR_CUSTOM, .custom = &custom};

    for (custom.is_commutative = 0; custom.is_commutative < 2; custom.is_commutative++) {
        clri_request request = request_of(&own, 1);
        clri_pass pass;

        request.custom.state_size = 28;
        request.custom.result_size = 12;
        pass = pass_of(&request, true, true);
        assert_ptr_equal(pass.custom, &request.custom);
        assert_int_equal(clri_pass_is_noncommutative(&pass), !custom.is_commutative);
        assert_int_equal(clri_layout_state_size(&pass), 28);
        assert_int_equal(pass.record_size, 12);
        assert_string_equal(pass.reader.stored, "clr_custom_element");
        clri_request_free(&request);
    }
}

#undef R

/* Which results can fail on what the data are, and so have a status. */
TEST(statuses_are_for_what_can_fail)
{
    static const struct {
        clr_operator op;
        clr_type type;
        clr_nan nan;
        clr_overflow overflow;
        bool has_status;
    } cases[] = {
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_NAN_PROPAGATE, CLR_OVERFLOW_DETECT, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, false},
        {CLR_OPERATOR_SUM, CLR_TYPE_I8, CLR_NAN_PROPAGATE, CLR_OVERFLOW_DETECT, true},
        {CLR_OPERATOR_PROD, CLR_TYPE_U64, CLR_NAN_PROPAGATE, CLR_OVERFLOW_DETECT, true},
        {CLR_OPERATOR_COUNT, CLR_TYPE_U64, CLR_NAN_PROPAGATE, CLR_OVERFLOW_DETECT, false},
        {CLR_OPERATOR_MIN, CLR_TYPE_F16, CLR_NAN_PROPAGATE, CLR_OVERFLOW_WRAP, false},
        {CLR_OPERATOR_MIN, CLR_TYPE_F16, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, true},
        {CLR_OPERATOR_MIN, CLR_TYPE_U16, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, false},
        {CLR_OPERATOR_MINMAX, CLR_TYPE_F64, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, true},
        {CLR_OPERATOR_ARGMAX, CLR_TYPE_F32, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, true},
        {CLR_OPERATOR_MEAN, CLR_TYPE_F32, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, true},
        {CLR_OPERATOR_MEAN, CLR_TYPE_F32, CLR_NAN_PROPAGATE, CLR_OVERFLOW_WRAP, false},
        {CLR_OPERATOR_STD, CLR_TYPE_BF16, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, true},
        {CLR_OPERATOR_LOGSUMEXP, CLR_TYPE_F32, CLR_NAN_IGNORE, CLR_OVERFLOW_WRAP, false},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_reduction reduction = CLR_REDUCTION(cases[i].op, cases[i].type);
        clri_request request;
        clri_pass pass;

        reduction.nan = cases[i].nan;
        reduction.overflow = cases[i].overflow;
        request = request_of(&reduction, 1);
        pass = pass_of(&request, true, false);
        if (pass.outcomes[0].field.has_status != cases[i].has_status)
            fail_msg("%s of %s, row %zu", clr_operator_name(cases[i].op),
                     clr_type_name(cases[i].type), i);
        clri_request_free(&request);
    }
}
