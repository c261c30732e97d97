/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is left of texts of OpenCL C, rule by rule. That nothing else goes, and that nothing stays
 * which nobody names, of all texts that are composed, is what compilers say at the vendor gate.
 */
#include "base/prune.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* A kernel, and what is left of a text in front of it, and of the kernel. */
#define KERNEL(body) "__kernel void k(__global int *x)\n{\n" body "}\n"

typedef struct rule {
    const char *name, *whole, *left;
} rule;

static const rule rules[] = {
    {"a branch is decided by numbers that the text defines",
     "#define CLR_A 2\n#if CLR_A == 1\n#define CLR_B 5\n#elif CLR_A > 1 && !defined(CLR_C)\n"
     "#define CLR_B 6\n#else\n#error no\n#endif\n" KERNEL("    *x = CLR_B;\n"),
     KERNEL("    *x = 6;\n")},
    {"a number is decided by other numbers, and what has no definition is 0",
     "#define CLR_N 8\n#define CLR_A (CLR_N > 1 && CLR_N <= 8 ? 4 : 0)\n" KERNEL(
         "#if CLR_A * 2 == CLR_N && !CLR_C\n    *x = 1;\n#endif\n"),
     KERNEL("    *x = 1;\n")},
    {"conditions may be nested, and skipped ones are not read",
     "#ifdef CLR_A\n#if CLR_B\nint a;\n#else\nint b;\n#endif\n#endif\n"
     "#ifndef CLR_A\n#ifndef CLR_B\n#define CLR_C 3\n#endif\n#endif\n" KERNEL("    *x = CLR_C;\n"),
     "#define CLR_C 3\n" KERNEL("    *x = CLR_C;\n")},
    {"the compiler's conditions stay, with all that they enclose",
     "#if CLR_A || defined(FAST)\n#define CLR_F(x) f(x)\n#else\n#define CLR_F(x) g(x)\n#endif\n"
     "int f(int a)\n{\n    return a;\n}\n\nint g(int a)\n{\n    return -a;\n}\n\n" KERNEL(
         "    *x = CLR_F(1);\n"),
     "#if CLR_A || defined(FAST)\n#define CLR_F(x) f(x)\n#else\n#define CLR_F(x) g(x)\n#endif\n"
     "int f(int a)\n{\n    return a;\n}\n\nint g(int a)\n{\n    return -a;\n}\n\n" KERNEL(
         "    *x = CLR_F(1);\n")},
    {"one is decided where the other half does not matter",
     "#define CLR_A 1\n#if CLR_A || defined(FAST)\n#define CLR_B 1\n#else\n#define CLR_B 2\n"
     "#endif\n" KERNEL("#if CLR_A > 1 && __has_builtin(f)\n    f();\n#endif\n    *x = CLR_A;\n"),
     "#define CLR_A 1\n" KERNEL("    *x = CLR_A;\n")},
    {"a later branch that is the compiler's becomes the first one",
     KERNEL("#if CLR_A\n    a();\n#elif defined(FAST)\n    b();\n#else\n    c();\n#endif\n"),
     KERNEL("#if defined(FAST)\n    b();\n#else\n    c();\n#endif\n")},
    {"what the compiler may leave out goes as a whole, if nobody names it",
     "#ifndef ONCE\n#  define ONCE\nint f(void)\n{\n    return 1;\n}\n#endif\n" KERNEL(""),
     KERNEL("")},
    {"functions, types, constants and macros stay that are reached",
     "typedef int a;\ntypedef int b;\nenum { CLR_C, CLR_D = 4 };\nenum { CLR_E };\n"
     "struct s {\n    a first;\n};\n\n__constant int t[2] = {1, 2};\n__constant int u[1] = {3};\n"
     "#define CLR_F 1\n#define CLR_G CLR_F\n#define CLR_H 2\n\n/* Of f. */\nint f(struct s v)\n{\n"
     "    return v.first + t[CLR_D];\n}\n\n/* Of g. */\nint g(b v)\n{\n    return CLR_H + u[v];\n"
     "}\n\n" KERNEL("    struct s v = {CLR_G};\n\n    *x = f(v);\n"),
     "typedef int a;\nenum { CLR_C, CLR_D = 4 };\nstruct s {\n    a first;\n};\n\n"
     "__constant int t[2] = {1, 2};\n#define CLR_F 1\n#define CLR_G CLR_F\n\n/* Of f. */\n"
     "int f(struct s v)\n{\n    return v.first + t[CLR_D];\n}\n\n" KERNEL(
         "    struct s v = {CLR_G};\n\n    *x = f(v);\n")},
    {"a comment stays that opens a part of which something is left",
     "/* one - of two. */\nint f(void)\n{\n    return 1;\n}\n\n/* ---- more ---- */\n\n"
     "int g(void)\n{\n    return 2;\n}\n\n/*\n * two - nothing.\n */\nint h(void)\n{\n"
     "    return 3;\n}\n\n/* three - the kernel. */\n" KERNEL("    *x = g();\n"),
     "/* one - of two. */\n\n/* ---- more ---- */\n\nint g(void)\n{\n    return 2;\n}\n\n"
     "/* three - the kernel. */\n" KERNEL("    *x = g();\n")},
    {"a piece that is there twice is told of once",
     "/* one - the same. */\nint f(void)\n{\n    return 1;\n}\n\n/* one - the same. */\n"
     "int g(void)\n{\n    return 2;\n}\n\n" KERNEL("    *x = f() + g();\n"),
     "/* one - the same. */\nint f(void)\n{\n    return 1;\n}\n\n"
     "/* one - again, under other names. */\nint g(void)\n{\n    return 2;\n}\n\n" KERNEL(
         "    *x = f() + g();\n")},
    {"a macro that says different things is replaced, and one that joins words",
     "#define CLR_JOIN_(a, b) a##b\n#define CLR_JOIN(a, b) CLR_JOIN_(a, b)\n#define CLR_T int\n"
     "#define CLR_AT(name) clr_m0_##name\n#define CLR_N 1\n"
     "CLR_T CLR_AT(f)(CLR_JOIN(CLR_T, 2) a)\n{\n    return a.s0 + CLR_N;\n}\n\n"
     "#undef CLR_AT\n#define CLR_AT(name) clr_m1_##name\n#undef CLR_N\n#define CLR_N 2\n"
     "CLR_T CLR_AT(f)(CLR_T a)\n{\n    return clr_m0_f(a) + CLR_N;\n}\n\n" KERNEL(
         "    *x = clr_m1_f(*x);\n"),
     "#define CLR_T int\nCLR_T clr_m0_f(int2 a)\n{\n    return a.s0 + 1;\n}\n\n"
     "CLR_T clr_m1_f(CLR_T a)\n{\n    return clr_m0_f(a) + 2;\n}\n\n" KERNEL(
         "    *x = clr_m1_f(*x);\n")},
    {"a macro that is defined again as it was is there once",
     "#define CLR_A(a) ((a) + 1) /* by 1 */\nint f(void)\n{\n    return CLR_A(1);\n}\n\n"
     "#undef CLR_A\n#define CLR_A(a) ((a) + 1) /* by 1 */\n" KERNEL("    *x = CLR_A(f());\n"),
     "#define CLR_A(a) ((a) + 1) /* by 1 */\nint f(void)\n{\n    return CLR_A(1);\n}\n\n" KERNEL(
         "    *x = CLR_A(f());\n")},
    {"uses of empty macros go, with their arguments and their lines",
     "#define CLR_NONE\n#define CLR_EACH(DO)\n#define CLR_ITEM(i) , int a##i\n"
     "#define CLR_SET(a) CLR_EACH(a) CLR_NONE\n"
     "int f(CLR_NONE int a CLR_EACH(CLR_ITEM))\n{\n    CLR_EACH(CLR_ITEM)\n    CLR_SET(a)\n"
     "    return a;\n}\n\n" KERNEL("    *x = f(CLR_NONE *x);\n"),
     "int f(int a)\n{\n    return a;\n}\n\n" KERNEL("    *x = f(*x);\n")},
    {"lists are gone through, statement by statement",
     "#define CLR_EACH(DO) DO(0) DO(1)\n#define CLR_ADD(k) \\\n    if (k < *x)   \\\n"
     "        x[k] += k;\n#define CLR_PUT(k) x[k] = clr_m##k##_f(); /* all */\n"
     "int clr_m0_f(void)\n{\n    return 0;\n}\n\nint clr_m1_f(void)\n{\n    return "
     "1;\n}\n\n" KERNEL("    CLR_EACH(CLR_ADD)\n    CLR_EACH(CLR_PUT)\n"),
     "int clr_m0_f(void)\n{\n    return 0;\n}\n\nint clr_m1_f(void)\n{\n    return "
     "1;\n}\n\n" KERNEL("    if (0 < *x)\n        x[0] += 0;\n    if (1 < *x)\n        x[1] += 1;\n"
                        "    x[0] = clr_m0_f();\n    x[1] = clr_m1_f();\n")},
    {"the caller's lines stay, with what they name",
     "typedef float clr_custom_element;\ntypedef int clr_other;\n#define element "
     "clr_custom_element\n#define other clr_other\n"
     "#line 1 \"mine.cl\"\n/* one - of mine */\n#define TWICE(a) \\\n    (2 * (a))\n\n\n"
     "element clr_f(element a) { return TWICE(a); } // isn't it\n#line 1 \"clreduce\"\n"
     "#undef element\n#undef other\n#undef TWICE\n" KERNEL("    *x = clr_f(*x);\n"),
     "typedef float clr_custom_element;\n#define element clr_custom_element\n"
     "#line 1 \"mine.cl\"\n/* one - of mine */\n#define TWICE(a) \\\n    (2 * (a))\n\n\n"
     "element clr_f(element a) { return TWICE(a); } // isn't it\n#line 1 \"clreduce\"\n"
     "#undef element\n#undef TWICE\n" KERNEL("    *x = clr_f(*x);\n")},
    {"so does a pragma that the compiler may take",
     "#ifdef FAST\n#pragma fast\n#endif\n#ifdef FAST\n#define CLR_A 1\n#endif\n" KERNEL(""),
     "#ifdef FAST\n#pragma fast\n#endif\n" KERNEL("")},
    {"pragmas stay where they are",
     "#pragma OPENCL EXTENSION e : enable\n" KERNEL(
         "#pragma unroll\n    for (int i = 0; i < 2; i++)\n        x[i] = i;\n"),
     "#pragma OPENCL EXTENSION e : enable\n" KERNEL(
         "#pragma unroll\n    for (int i = 0; i < 2; i++)\n        x[i] = i;\n")},
};

TEST(texts_are_pruned_by_rules)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        char *left = clri_prune(rules[i].whole, "");

        assert_non_null(left);
        if (strcmp(left, rules[i].left) != 0)
            fail_msg("%s: there is left\n%s\nand not\n%s", rules[i].name, left, rules[i].left);
        free(left);
    }
}

TEST(names_that_others_use_are_reached)
{
    char *left = clri_prune("int f(void)\n{\n    return 1;\n}\n\nint g(void)\n{\n    return f();\n"
                            "}\n\nint h(void)\n{\n    return 2;\n}\n",
                            "nothing g");

    assert_string_equal(left,
                        "int f(void)\n{\n    return 1;\n}\n\nint g(void)\n{\n    return f();\n"
                        "}\n");
    free(left);
}

/* Parts are listed from the kernel down, by the line at which each of them begins. */
TEST(contents_come_first)
{
    char *left =
        clri_prune("/* low - what\n * is called: last. */\nint f(void)\n{\n    return 1;\n"
                   "}\n\n/* none - gone */\nint g;\n\n/* mid - calls */\nint h(void)\n{\n"
                   "    return f();\n}\n\n/* top - the kernel */\n" KERNEL("    *x = h();\n"),
                   NULL);

    assert_string_equal(
        left, "/*\n * Contents, by line, in the order of reading: from the kernels to what they "
              "name.\n *\n *    22  top - the kernel\n *    16  mid - calls\n"
              " *     9  low - what is called\n */\n\n/* low - what\n * is called: last. */\n"
              "int f(void)\n{\n    return 1;\n}\n\n/* mid - calls */\nint h(void)\n{\n"
              "    return f();\n}\n\n/* top - the kernel */\n" KERNEL("    *x = h();\n"));
    free(left);
}
