/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where things lie, as the library has it (state/layout.h, problem/record.h) and as a device's
 * compiler has it: for every distinct recipe of a state and a result, at every width of vectors,
 * the sizes of the structs in the kernels' own texts and the places of their members. The texts
 * are cut off before the first kernel; many of them, renamed, are one program, whose one kernel
 * writes numbers that the compiler knows.
 */
#include "made_up.h"
#include "operators.h"
#include "support.h"

#include "base/piece.h"
#include "base/text.h"
#include "compose/compose.h"
#include "device/program.h"
#include "state/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS_A_PROGRAM = 12, GROUP = 64 };

/* ---- recipes ---- */

/* What a recipe is made on. */
static const clri_terms all_terms[] = {
    {.has_fp64 = true},
    {.has_fp64 = true, .lacks_columns = true},
    {.has_fp64 = true, .wants_number = true},
    {.has_fp64 = false},
    {.has_fp64 = false, .lacks_columns = true},
};

/* What has been seen of a recipe already: its states, and how its result is made. */
struct known {
    clri_state_form *states;
    clri_outcome *outcomes;
    size_t state_count, outcome_count;
};

static bool is_new_state(struct known *known, const clri_state_form *form)
{
    for (size_t i = 0; i < known->state_count; i++)
        if (clri_form_shares(&known->states[i], form))
            return false;
    known->states = realloc(known->states, (known->state_count + 1) * sizeof *form);
    assert_non_null(known->states);
    known->states[known->state_count++] = *form;
    return true;
}

static bool are_same(const char *const *pieces, const char *const *others)
{
    size_t i = 0;

    while (pieces[i] && others[i] && strcmp(pieces[i], others[i]) == 0)
        i++;
    return !pieces[i] && !others[i];
}

static bool is_new_outcome(struct known *known, const clri_outcome *outcome)
{
    for (size_t i = 0; i < known->outcome_count; i++)
        if (known->outcomes[i].result == outcome->result &&
            known->outcomes[i].field.has_second == outcome->field.has_second &&
            known->outcomes[i].field.has_index == outcome->field.has_index &&
            known->outcomes[i].field.has_status == outcome->field.has_status &&
            are_same(known->outcomes[i].form.pieces, outcome->form.pieces))
            return false;
    known->outcomes = realloc(known->outcomes, (known->outcome_count + 1) * sizeof *outcome);
    assert_non_null(known->outcomes);
    known->outcomes[known->outcome_count++] = *outcome;
    return true;
}

/* Whether there is such a reduction, and a state or a result of it that is not known. */
static bool is_wanted(struct known *known, const clr_reduction *reduction, const clri_terms *terms)
{
    clri_error error = {0};
    clri_request request;
    clri_pass pass;
    bool is_new = false;

    if (clri_request_read(reduction, 1, &request, &error) == CLR_OK &&
        clri_pass_find(&request, terms, &pass, &error) == CLR_OK) {
        for (size_t i = 0; i < pass.member_count; i++)
            is_new |= is_new_state(known, &pass.members[i].form);
        is_new |= is_new_outcome(known, &pass.outcomes[0]);
    }
    clri_error_clear(&error);
    clri_request_free(&request);
    return is_new;
}

enum { VARIANTS = 2 * 2 * 3 * 5 * 2 };

static clr_reduction variant_of(clr_operator op, clr_type type, unsigned number)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_EXACT, CLR_ACCURACY_REPRODUCIBLE,
                                          CLR_ACCURACY_FAST};
    static const clr_type results[] = {CLR_TYPE_DEFAULT, CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_F16,
                                       CLR_TYPE_BF16};
    clr_reduction variant = CLR_REDUCTION(op, type);

    variant.nan = number % 2 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
    variant.overflow = number / 2 % 2 ? CLR_OVERFLOW_DETECT : CLR_OVERFLOW_WRAP;
    variant.accuracy = levels[number / 4 % 3];
    variant.result = results[number / 12 % 5];
    variant.where = number / 60 ? "x != 3" : NULL;
    return variant;
}

typedef void take_lot(void *to, const clr_reduction *reductions, size_t count,
                      const clri_terms *terms);

/* Calls `take` with all reductions of the type that are wanted, as many at a time as a plan has. */
static void lots_of(clr_type type, const clri_terms *terms, struct known *known, take_lot *take,
                    void *to)
{
    clr_reduction lot[CLR_REDUCTIONS_MOST];
    size_t count = 0;

    for (int op = CLR_OPERATOR_SUM; op <= OPERATORS; op++)
        for (unsigned number = 0; number < VARIANTS; number++) {
            lot[count] = variant_of((clr_operator)op, type, number);
            if (!is_wanted(known, &lot[count], terms))
                continue;
            if (++count == COUNT(lot)) {
                take(to, lot, count, terms);
                count = 0;
            }
        }
    if (count)
        take(to, lot, count, terms);
}

/* ---- what a program tells ---- */

struct fact {
    const char *what;
    char of_what[96];
    size_t expected;
    char recipe[160];
};

struct program {
    const struct rig *rig;
    clri_text source;
    clri_text kernel;
    struct fact *facts;
    size_t fact_count;
    unsigned texts;
    char recipe[160]; /* of the present text */
    uint64_t compared, programs;
};

/* Of "SIZE", a type; of "PLACE", a type and a member. */
__attribute__((format(printf, 4, 5))) static void expect(struct program *p, const char *what,
                                                         size_t expected, const char *format, ...)
{
    struct fact *fact;
    va_list arguments;

    p->facts = realloc(p->facts, (p->fact_count + 1) * sizeof *p->facts);
    assert_non_null(p->facts);
    fact = &p->facts[p->fact_count];
    va_start(arguments, format);
    vsnprintf(fact->of_what, sizeof fact->of_what, format, arguments);
    va_end(arguments);
    fact->what = what;
    fact->expected = expected;
    memcpy(fact->recipe, p->recipe, sizeof fact->recipe);
    clri_text_addf(&p->kernel, "    %s(facts[%zu], %s)\n", what, p->fact_count++, fact->of_what);
}

static void expect_states(struct program *p, const clri_pass *pass, unsigned lanes)
{
    const clri_layout states = clri_layout_states(pass, 1);
    const clri_layout wide = clri_layout_states(pass, lanes);
    const clri_layout saved = clri_layout_saved(pass);

    expect(p, "SIZE", states.size, "c%u_state", p->texts);
    expect(p, "SIZE", wide.size, "c%u_lanes_state", p->texts);
    expect(p, "SIZE", saved.size, "c%u_saved", p->texts);
    for (size_t i = 0; i < pass->member_count; i++) {
        expect(p, "SIZE", states.members[i].size, "c%u_m%zu_state", p->texts, i);
        expect(p, "SIZE", wide.members[i].size, "c%u_m%zu_lanes_state", p->texts, i);
        expect(p, "SIZE", saved.members[i].size, "c%u_m%zu_saved", p->texts, i);
        if (pass->member_count == 1)
            continue;
        expect(p, "PLACE", states.members[i].offset, "c%u_state, s%zu", p->texts, i);
        expect(p, "PLACE", wide.members[i].offset, "c%u_lanes_state, s%zu", p->texts, i);
        expect(p, "PLACE", saved.members[i].offset, "c%u_saved, s%zu", p->texts, i);
    }
}

static void expect_exact(struct program *p, const clri_pass *pass, uint64_t group_size)
{
    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;
        const clri_exact_layout layout = clri_layout_exact(form);

        if (!form->digits)
            continue;
        if (form->terms)
            expect(p, "PLACE", layout.terms, "c%u_m%zu_state, sum.term", p->texts, i);
        if (form->counts_values)
            expect(p, "PLACE", layout.count, "c%u_m%zu_state, count", p->texts, i);
        expect(p, "PLACE", layout.seen, "c%u_m%zu_state, seen", p->texts, i);
        if (layout.gap != SIZE_MAX)
            expect(p, "PLACE", layout.gap, "c%u_m%zu_state, gap", p->texts, i);
        expect(p, "PLACE", layout.words, "c%u_m%zu_saved, words", p->texts, i);
    }
    if (pass->is_exact)
        expect(p, "SIZE", clri_layout_bins_size(pass, group_size), "c%u_bins", p->texts);
}

static void expect_record(struct program *p, const clri_pass *pass)
{
    expect(p, "SIZE", pass->record_size, "c%u_record", p->texts);
    for (size_t i = 0; i < pass->outcome_count; i++) {
        const clri_field *field = &pass->outcomes[i].field;

        expect(p, "PLACE", field->offset, "c%u_record, result%zu.%s", p->texts, i,
               field->has_second ? "least" : "value");
        if (field->has_second)
            expect(p, "PLACE", field->second_offset, "c%u_record, result%zu.most", p->texts, i);
        if (field->has_index)
            expect(p, "PLACE", field->index_offset, "c%u_record, result%zu.index", p->texts, i);
        if (field->has_status)
            expect(p, "PLACE", field->status_offset, "c%u_record, status%zu", p->texts, i);
    }
}

/* ---- texts ---- */

static const char *piece_of(const char *path)
{
    for (size_t i = 0; i < clri_piece_count; i++)
        if (strcmp(clri_pieces[i].path, path) == 0)
            return clri_pieces[i].text;
    fail_msg("there is no piece %s", path);
    return NULL;
}

/* Takes the functions out of a text: from a line that begins with one to its closing brace. */
static void drop_functions(char *text)
{
    char *to = text, *from = text;

    while (*from) {
        const bool is_function =
            strncmp(from, "CLR_FN ", 7) == 0 || strncmp(from, "CLR_COLD ", 9) == 0;
        const char *end = strstr(from, is_function ? "\n}\n" : "\n");
        const size_t length = end ? (size_t)(end - from) + (is_function ? 3 : 1) : strlen(from);

        if (!is_function) {
            memmove(to, from, length);
            to += length;
        }
        from += length;
    }
    *to = '\0';
}

/* Adds a text whose names begin with `prefix` and not with clr_. */
static void add_renamed(clri_text *source, const char *text, const char *prefix)
{
    const char *next;

    for (; (next = strstr(text, "clr_")) != NULL; text = next + strlen("clr_"))
        clri_text_addf(source, "%.*s%s", (int)(next - text), text, prefix);
    clri_text_add(source, text);
}

static void forget_macros(clri_text *source, const char *text)
{
    static const char define[] = "#define ";

    for (text = strstr(text, define); text; text = strstr(text, define)) {
        text += strlen(define);
        clri_text_addf(source, "#undef %.*s\n", (int)strcspn(text, " (\n"), text);
    }
}

/* Structs have all been declared where cl/memory.cl begins; the first kernel comes behind it. */
static void add_text(struct program *p, const clri_choice *choice)
{
    clri_error error = {0};
    char *text;
    char *end;
    char prefix[16];

    if (clri_compose(choice, &text, &error) != CLR_OK)
        fail_msg("%s", error.message);
    end = strstr(text, piece_of("memory.cl"));
    assert_non_null(end);
    *end = '\0';
    assert_null(strstr(text, "__kernel"));
    drop_functions(text);
    snprintf(prefix, sizeof prefix, "c%u_", p->texts);
    add_renamed(&p->source, text, prefix);
    forget_macros(&p->source, text);
    free(text);
}

/* ---- programs ---- */

static const char beginning[] =
    "#define SIZE(to, type) to = (uint)sizeof(type);\n"
    "#define PLACE(to, type, member) \\\n"
    "    { type x; to = (uint)((__private char *)&x.member - (__private char *)&x); }\n"
    "__kernel void tell(__global uint *facts)\n{\n";

static void run(struct program *p, const char *source, uint32_t *facts)
{
    static char log[65536];
    const size_t size = p->fact_count * sizeof *facts, one = 1;
    cl_program program =
        clCreateProgramWithSource(clr_context_opencl(p->rig->context), 1, &source, NULL, NULL);
    cl_mem buffer = buffer_of(p->rig, facts, size);
    cl_kernel kernel;

    if (clBuildProgram(program, 1, &p->rig->device->device, "-cl-std=CL1.2", NULL, NULL) !=
        CL_SUCCESS) {
        clGetProgramBuildInfo(program, p->rig->device->device, CL_PROGRAM_BUILD_LOG, sizeof log,
                              log, NULL);
        fail_msg("%s", log);
    }
    kernel = clCreateKernel(program, "tell", NULL);
    assert_non_null(kernel);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(p->rig->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
        CL_SUCCESS);
    buffer_read(p->rig, buffer, 0, facts, size);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

/* Compiles what there is, and compares. */
static void compare(struct program *p)
{
    uint32_t *facts = calloc(p->fact_count, sizeof *facts);
    char *kernel = clri_text_take(&p->kernel);
    char *source;

    assert_true(facts && kernel);
    clri_text_addf(&p->source, "%s%s}\n", beginning, kernel);
    source = clri_text_take(&p->source);
    assert_non_null(source);
    run(p, source, facts);
    for (size_t i = 0; i < p->fact_count; i++)
        if (facts[i] != p->facts[i].expected)
            fail_msg("%s: %s: %s of %s is %u, and the layout says %zu", p->rig->device->name,
                     p->facts[i].recipe, p->facts[i].what, p->facts[i].of_what, (unsigned)facts[i],
                     p->facts[i].expected);
    p->compared += p->fact_count;
    p->programs++;
    p->fact_count = 0;
    p->texts = 0;
    free(facts);
    free(kernel);
    free(source);
}

/* ---- all of them ---- */

/* A choice of everything but the pass and the sizes: none of it matters to structs. */
static clri_choice plain_choice(void)
{
    const clr_device device = bare_gpu_make();
    clri_choice choice = choose(&device, CLR_OPERATOR_SUM, CLR_TYPE_I32, "sequential", GROUP);

    choice.capability = (clri_capability){0};
    choice.sizes.item_loads = 1;
    choice.code.calls_cold = false;
    return choice;
}

static void describe(struct program *p, const clri_choice *choice, const clr_reduction *lot,
                     size_t count)
{
    snprintf(p->recipe, sizeof p->recipe,
             "%zu reductions of %s from %s to %s, %u lanes, groups of %u%s", count,
             clr_type_name(lot->type), clr_operator_name(lot->op),
             clr_operator_name(lot[count - 1].op), (unsigned)choice->sizes.vector_width,
             (unsigned)choice->sizes.group, choice->pass.uses_double ? ", fp64" : "");
}

static void add_choice(struct program *p, const clri_choice *choice, const clr_reduction *lot,
                       size_t count)
{
    describe(p, choice, lot, count);
    add_text(p, choice);
    expect_states(p, &choice->pass, choice->sizes.vector_width);
    expect_exact(p, &choice->pass, choice->sizes.group);
    expect_record(p, &choice->pass);
    if (++p->texts == TEXTS_A_PROGRAM)
        compare(p);
}

static void take(void *to, const clr_reduction *reductions, size_t count, const clri_terms *terms)
{
    struct program *p = to;
    clri_choice choice = plain_choice();
    clri_request request = request_of(reductions, count);
    const uint32_t step = test_scope() <= SCOPE_SMALL ? 16 : 2;
    clri_error error = {0};

    if (clri_pass_find(&request, terms, &choice.pass, &error) != CLR_OK)
        fail_msg("%s", error.message);
    choice.input.element_size = request.element_size;
    for (choice.sizes.vector_width = 1; choice.sizes.vector_width <= 16;
         choice.sizes.vector_width *= step)
        add_choice(p, &choice, reductions, count);
    choice.sizes.vector_width = 1;
    if (choice.pass.has_copies) { /* which a device may have no room for */
        clri_pass_forgo_copies(&choice.pass);
        add_choice(p, &choice, reductions, count);
    }
    choice.sizes.group = 1;
    if (choice.pass.is_exact)
        add_choice(p, &choice, reductions, count);
    clri_request_free(&request);
}

TEST(devices_lay_structs_as_the_library_does)
{
    for (size_t r = 0; r < rig_count(); r++) {
        struct program p = {.rig = rig_at(r)};
        struct known known = {0};

        for (size_t t = 0; t < COUNT(all_terms); t++) {
            if (all_terms[t].has_fp64 && p.rig->device->fp64 != 1)
                continue;
            for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
                if (clr_type_name((clr_type)type))
                    lots_of((clr_type)type, &all_terms[t], &known, take, &p);
        }
        if (p.texts)
            compare(&p);
        printf("%s: %zu states, %zu kinds of results, %llu numbers of %llu programs\n",
               p.rig->device->name, known.state_count, known.outcome_count,
               (unsigned long long)p.compared, (unsigned long long)p.programs);
        free(known.states);
        free(known.outcomes);
        free(p.facts);
    }
}
