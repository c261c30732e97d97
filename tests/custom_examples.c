/* SPDX-License-Identifier: Apache-2.0 */
#include "custom_examples.h"

#include <math.h>
#include <string.h>

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(random_state >> 33) % limit;
}

static const char complex_text[] =
    "typedef struct { float re, im; } element;\n"
    "typedef element state;\n"
    "typedef element result;\n"
    "state identity(void) { state one = {1, 0}; return one; }\n"
    "state lift(element x, ulong i) { return x; }\n"
    "state combine(state a, state b)\n"
    "{\n"
    "    state c;\n"
    "    c.re = a.re * b.re - a.im * b.im;\n"
    "    c.im = a.re * b.im + a.im * b.re;\n"
    "    return c;\n"
    "}\n"
    "result lower(state s, ulong n) { s.re += 0; s.im += 0; return s; }\n"; /* no -0 */

/* Mostly units; 1 + i now and then, few enough for every product to be exact. */
static void fill_complex(void *data, size_t count)
{
    static const struct complex_number units[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    struct complex_number *x = data;

    for (size_t i = 0; i < count; i++)
        x[i] = i % 2999 == 7 ? (struct complex_number){1, 1} : units[random_below(4)];
}

static void fold_complex(const void *data, size_t count, void *result)
{
    const struct complex_number *x = data;
    struct complex_number c = {1, 0};

    for (size_t i = 0; i < count; i++)
        c = (struct complex_number){c.re * x[i].re - c.im * x[i].im,
                                    c.re * x[i].im + c.im * x[i].re};
    c.re += 0; /* -0, which the order decides, as +0 */
    c.im += 0;
    memcpy(result, &c, sizeof c);
}

/* Helpers may bear any names, such as those that a library would use for its own. */
static const char matrix_text[] =
    "#define SIZE 2\n"
    "typedef struct { uint m[SIZE * SIZE]; } element;\n"
    "typedef element state;\n"
    "typedef element result;\n"
    "uint item(const element *a, uint row, uint column) { return a->m[SIZE * row + column]; }\n"
    "state identity(void) { state one = {{1, 0, 0, 1}}; return one; }\n"
    "state lift(element x, ulong i) { return x; }\n"
    "state combine(state a, state b)\n"
    "{\n"
    "    state c;\n"
    "    for (uint r = 0; r < SIZE; r++)\n"
    "        for (uint k = 0; k < SIZE; k++)\n"
    "            c.m[SIZE * r + k] = item(&a, r, 0) * item(&b, 0, k) +\n"
    "                                item(&a, r, 1) * item(&b, 1, k);\n"
    "    return c;\n"
    "}\n"
    "result lower(state s, ulong n) { return s; }\n";

struct matrix {
    uint32_t m[4];
};

/* With determinant 1: a product of others is soon 0, modulo 2^32, whatever their order. */
static void fill_matrices(void *data, size_t count)
{
    struct matrix *x = data;

    for (size_t i = 0; i < count; i++) {
        const uint32_t a = random_below(10) - 4, b = random_below(10) - 4;

        x[i] = (struct matrix){{1, a, b, 1 + a * b}};
    }
}

static void fold_matrices(const void *data, size_t count, void *result)
{
    const struct matrix *x = data;
    struct matrix p = {{1, 0, 0, 1}};

    for (size_t i = 0; i < count; i++) {
        const uint32_t *m = x[i].m;

        p = (struct matrix){{p.m[0] * m[0] + p.m[1] * m[2], p.m[0] * m[1] + p.m[1] * m[3],
                             p.m[2] * m[0] + p.m[3] * m[2], p.m[2] * m[1] + p.m[3] * m[3]}};
    }
    memcpy(result, &p, sizeof p);
}

/* The box around points, which of them lies lowest, and how many they are. */
static const char box_text[] =
    "typedef struct { float at[3]; uint tag; } element;\n"
    "typedef struct { float least[3], most[3]; ulong lowest; } state;\n"
    "typedef struct { float least[3], most[3]; ulong lowest, count; } result;\n"
    "state identity(void)\n"
    "{\n"
    "    state s = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY},\n"
    "               ULONG_MAX};\n"
    "    return s;\n"
    "}\n"
    "state lift(element x, ulong i)\n"
    "{\n"
    "    state s;\n"
    "    for (int k = 0; k < 3; k++)\n"
    "        s.least[k] = s.most[k] = x.at[k];\n"
    "    s.lowest = i;\n"
    "    return s;\n"
    "}\n"
    "state combine(state a, state b)\n"
    "{\n"
    "    state s;\n"
    "    bool second = b.least[2] < a.least[2] ||\n"
    "                  (b.least[2] == a.least[2] && b.lowest < a.lowest);\n"
    "    for (int k = 0; k < 3; k++) {\n"
    "        s.least[k] = fmin(a.least[k], b.least[k]);\n"
    "        s.most[k] = fmax(a.most[k], b.most[k]);\n"
    "    }\n"
    "    s.lowest = second ? b.lowest : a.lowest;\n"
    "    return s;\n"
    "}\n"
    "result lower(state s, ulong n)\n"
    "{\n"
    "    result r;\n"
    "    for (int k = 0; k < 3; k++) {\n"
    "        r.least[k] = s.least[k];\n"
    "        r.most[k] = s.most[k];\n"
    "    }\n"
    "    r.lowest = s.lowest;\n"
    "    r.count = n;\n"
    "    return r;\n"
    "}\n";

struct point {
    float at[3];
    uint32_t tag;
};

struct box {
    float least[3], most[3];
    uint64_t lowest, count;
};

static void fill_points(void *data, size_t count)
{
    struct point *x = data;

    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            x[i].at[k] = (float)random_below(5000) - 2500;
        x[i].tag = 0xffffffff;
    }
}

static void fold_points(const void *data, size_t count, void *result)
{
    const struct point *x = data;
    struct box box = {
        {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, UINT64_MAX, count};

    for (size_t i = 0; i < count; i++) {
        if (x[i].at[2] < box.least[2])
            box.lowest = i;
        for (int k = 0; k < 3; k++) {
            box.least[k] = x[i].at[k] < box.least[k] ? x[i].at[k] : box.least[k];
            box.most[k] = x[i].at[k] > box.most[k] ? x[i].at[k] : box.most[k];
        }
    }
    memcpy(result, &box, sizeof box);
}

const struct example examples[EXAMPLES] = {
#define CUSTOM(text, element, commutes, name_)                                                     \
    {                                                                                              \
        .size = sizeof(clr_custom), .source = text, .name = name_,                                 \
        .element_size = sizeof(struct element), .is_commutative = commutes                         \
    }
    [EXAMPLE_COMPLEX] = {CUSTOM(complex_text, complex_number, 1, "complex"), fill_complex,
                         fold_complex, sizeof(struct complex_number)},
    [EXAMPLE_MATRIX] = {CUSTOM(matrix_text, matrix, 0, "matrix"), fill_matrices, fold_matrices,
                        sizeof(struct matrix)},
    [EXAMPLE_BOX] = {CUSTOM(box_text, point, 1, "box"), fill_points, fold_points,
                     sizeof(struct box)},
};
