/* SPDX-License-Identifier: Apache-2.0 */
#include "compose.h"
#include "geometry.h"
#include "number.h"
#include "piece.h"
#include "text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SMALL_STATE = 16 }; /* bytes: of these, four at a time are no burden on registers */

/* A piece by its path in cl/, without ".cl". */
static void add_piece(clri_text *source, const char *path)
{
    const size_t length = strlen(path);

    for (size_t i = 0; i < clri_piece_count; i++) {
        const clri_piece *piece = &clri_pieces[i];

        if (strncmp(piece->path, path, length) == 0 && strcmp(piece->path + length, ".cl") == 0) {
            clri_text_addf(source, "\n%s", piece->text);
            return;
        }
    }
    assert(!"every name in a table is a file in cl/");
}

static void add_piece_of(clri_text *source, const char *folder, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    add_piece(source, path);
}

/* ---- macros ---- */

static void define(clri_text *source, const char *name, const char *value)
{
    clri_text_addf(source, "#define %s %s\n", name, value);
}

static void define_number(clri_text *source, const char *name, int64_t value)
{
    clri_text_addf(source, "#define %s %" PRId64 "\n", name, value);
}

/* Defines anew what another member, result or width may have defined before. */
static void redefine(clri_text *source, const char *name, const char *value)
{
    clri_text_addf(source, "#undef %.*s\n", (int)strcspn(name, "("), name);
    define(source, name, value);
}

/* As redefine(), with a number in the value. */
__attribute__((format(printf, 3, 4))) static void redefine_by(clri_text *source, const char *name,
                                                              const char *format, ...)
{
    char value[64];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    redefine(source, name, value);
}

/* Names that mean the same in every program. */
static void add_language(clri_text *source, bool uses_double)
{
    clri_text_add(source, "/* prelude: names and numbers of this plan */\n"
                          "#pragma OPENCL FP_CONTRACT OFF\n");
    if (uses_double)
        clri_text_add(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    define(source, "CLR_FN", "static inline __attribute__((always_inline))");
    define(source, "CLR_JOIN_(a, b)", "a##b");
    define(source, "CLR_JOIN(a, b)", "CLR_JOIN_(a, b)");
}

static void add_protocol(clri_text *source)
{
    define_number(source, "CLR_PART_RESUMES", CLRI_PART_RESUMES);
    define_number(source, "CLR_PART_KEEPS", CLRI_PART_KEEPS);
    define_number(source, "CLR_CUT_RESUMES", CLRI_CUT_RESUMES);
    define_number(source, "CLR_CUT_KEEPS", CLRI_CUT_KEEPS);
    define_number(source, "CLR_FIRST_STATE", CLRI_FIRST_STATE);
    define_number(source, "CLR_OK", CLR_OK);
    define_number(source, "CLR_ERROR_EMPTY", CLR_ERROR_EMPTY);
    define_number(source, "CLR_ERROR_OVERFLOW", CLR_ERROR_OVERFLOW);
}

/* What traced kernels write into their logs, by the public header's numbers. */
static void add_trace(clri_text *source, const clri_choice *choice)
{
    static const struct {
        const char *name;
        clr_trace_kind kind;
    } kinds[] = {
        {"CLR_TRACE_LOAD", CLR_TRACE_LOAD},       {"CLR_TRACE_MERGE", CLR_TRACE_MERGE},
        {"CLR_TRACE_PUT", CLR_TRACE_PUT},         {"CLR_TRACE_GET", CLR_TRACE_GET},
        {"CLR_TRACE_SHUFFLE", CLR_TRACE_SHUFFLE}, {"CLR_TRACE_COLLECT", CLR_TRACE_COLLECT},
        {"CLR_TRACE_BARRIER", CLR_TRACE_BARRIER}, {"CLR_TRACE_LEAVE", CLR_TRACE_LEAVE},
        {"CLR_TRACE_FETCH", CLR_TRACE_FETCH},     {"CLR_TRACE_ATOMIC", CLR_TRACE_ATOMIC},
        {"CLR_TRACE_DELIVER", CLR_TRACE_DELIVER},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        define_number(source, kinds[i].name, kinds[i].kind);
    if (!choice->is_traced)
        return;
    define_number(source, "CLR_LOG_EVENTS", CLRI_LOG_EVENTS);
    define_number(source, "CLR_LOG_WORDS", CLRI_LOG_WORDS);
    define_number(source, "CLR_LOG_STRETCH", CLRI_LOG_STRETCH);
}

/* Local memory: declared by the kernels, or handed to them. */
static void add_scratch(clri_text *source, const clri_choice *choice)
{
    if (choice->local_is_dynamic) {
        define(source, "CLR_SCRATCH_PARAMETER", ", __local clr_state *scratch");
        define(source, "CLR_SCRATCH(size)", "");
    } else {
        define(source, "CLR_SCRATCH_PARAMETER", "");
        define(source, "CLR_SCRATCH(size)", "__local clr_state scratch[size];");
    }
}

/* The device's own functions and types that pieces of cl/group and cl/cell ask for. */
static void add_means(clri_text *source, const clri_choice *choice)
{
    const clri_means *means = &choice->means;
    const clri_state_form *form = &choice->pass.members[0].form;
    const bool is_long = form->size == 8;

    if (form->machine)
        define(source, "CLR_MACHINE", form->machine);
    if (means->shuffle_extension)
        clri_text_addf(source, "#pragma OPENCL EXTENSION %s : enable\n", means->shuffle_extension);
    if (means->shuffle_function)
        define(source, "CLR_SUB_SHUFFLE", means->shuffle_function);
    if (means->collect)
        define(source, "CLR_COLLECT", means->collect);
    if (!means->atomic)
        return;
    if (is_long)
        clri_text_add(source, "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                              "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n");
    define(source, "CLR_ATOMIC", means->atomic);
    define(source, "CLR_CELL_BITS", is_long ? "ulong" : "uint");
}

static void add_sizes(clri_text *source, const clri_choice *choice)
{
    define(source, "CLR_STORED", choice->pass.reader.stored);
    define_number(source, "CLR_STORED_SIZE", (int64_t)choice->element_size);
    define(source, "CLR_VALUE", choice->pass.reader.value);
    define_number(source, "CLR_GROUP_SIZE", choice->group_size);
    define_number(source, "CLR_SECOND_GROUP_SIZE", choice->second_group_size);
    define_number(source, "CLR_LANES", choice->vector_width);
    define_number(source, "CLR_LOADS", choice->item_loads);
    define_number(source, "CLR_FETCHES", choice->pass.state_size <= SMALL_STATE ? 4 : 2);
    define_number(source, "CLR_STATES_AN_ITEM", clri_states_an_item(choice));
}

/* What there are several of, as macros that say something of each. */
static void add_lists(clri_text *source, const clri_pass *pass)
{
    clri_text_add(source, "#define CLR_EACH_INPUT(DO)");
    for (unsigned i = 0; i < pass->inputs; i++)
        clri_text_addf(source, " DO(%c)", "xyzw"[i]);
    clri_text_add(source, "\n#define CLR_EACH_OTHER_INPUT(DO)");
    for (unsigned i = 1; i < pass->inputs; i++)
        clri_text_addf(source, " DO(%c)", "xyzw"[i]);
    clri_text_add(source, "\n#define CLR_EACH_MEMBER(DO)");
    for (size_t i = 0; i < pass->member_count; i++)
        clri_text_addf(source, " DO(%zu)", i);
    clri_text_add(source, "\n#define CLR_EACH_RESULT(DO)");
    for (size_t i = 0; i < pass->outcome_count; i++)
        clri_text_addf(source, " DO(%zu, %u)", i, pass->outcomes[i].member);
    clri_text_add(source, "\n#define CLR_EACH_STATUS(DO)");
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (pass->outcomes[i].form.can_fail)
            clri_text_addf(source, " DO(%zu, %u)", i, pass->outcomes[i].member);
    clri_text_add(source, "\n");
}

static bool uses_maps(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].map)
            return true;
    return false;
}

/* ---- the caller's own operator ---- */

static const char *const own_names[] = {"element", "state",   "result", "identity",
                                        "lift",    "combine", "lower"};

/* Forgets the macros that the text defines: what comes after it is none of theirs. */
static void forget_macros(clri_text *source, const char *text)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        char name[128];

        line += *line == '\n';
        if (sscanf(line, " # define %127[A-Za-z0-9_]", name) == 1)
            clri_text_addf(source, "#undef %s\n", name);
    }
}

/* The text under names of its own, its lines counted from 1. */
static void add_own(clri_text *source, const clri_own *own, const char *value)
{
    if (value)
        clri_text_addf(source, "typedef %s clr_own_element;\n", value);
    for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
        clri_text_addf(source, "#define %s clr_own_%s\n", own_names[i], own_names[i]);
    clri_text_addf(source, "#line 1 \"%s\"\n%s\n#line 1 \"clreduce\"\n", own->name, own->source);
    for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
        clri_text_addf(source, "#undef %s\n", own_names[i]);
    forget_macros(source, own->source);
}

const char *clri_own_value(const clri_pass *pass)
{
    const clri_expression *map = pass->members[0].map;

    if (pass->own->element_size)
        return NULL;
    return map ? clri_number_of(map->value)->value : pass->reader.value;
}

char *clri_compose_own(const clri_own *own, const char *value, bool uses_double)
{
    clri_text source = {0};

    add_language(&source, uses_double);
    add_own(&source, own, value);
    add_piece(&source, "own_sizes");
    return clri_text_take(&source);
}

/* ---- widths ---- */

/* How a vector is held until it is looked at: as words if its elements are shorter. */
static void add_held(clri_text *source, const clri_choice *choice, unsigned width)
{
    static const struct {
        size_t size;
        const char *words;
        const char *sum;
    } rows[] = {
        {4, "uint", "(x)"},
        {8, "uint2", "((x).s0 + (x).s1)"},
        {16, "uint4", "((x).s0 + (x).s1 + (x).s2 + (x).s3)"},
    };
    const char *value = choice->pass.reader.value;
    const bool is_short = width > 1 && choice->element_size < 4 &&
                          strcmp(choice->pass.reader.piece, "read/plain") == 0;

    redefine(source, "CLR_SUM_BYTES(x)", width == 2 ? "((x).s0 + (x).s1)" : "(x)");
    for (size_t i = 0; is_short && i < sizeof rows / sizeof *rows; i++) {
        if (choice->element_size * width == rows[i].size) {
            clri_text_addf(source, "typedef %s CLR_ALL(held);\n", rows[i].words);
            redefine_by(source, "CLR_HOLD(x)", "as_%s(x)", rows[i].words);
            redefine_by(source, "CLR_VALUE_OF(x)", "as_%s%u(x)", value, width);
            redefine(source, "CLR_SUM_WORDS(x)", rows[i].sum);
            return;
        }
    }
    clri_text_add(source, "typedef CLR_ALL(value) CLR_ALL(held);\n");
    redefine(source, "CLR_HOLD(x)", "(x)");
    redefine(source, "CLR_VALUE_OF(x)", "(x)");
}

/*
 * What pieces say of values and states they say at two widths: clr_m0_combine() of single states,
 * for groups and results, clr_m0_lanes_take() of vectors, for loads. CLR_AT(name) is a member's
 * name at the present width, CLR_OF(name) its name of single states, CLR_ALL(name) the plan's at
 * the present width, CLR_MEMBER(k, name) that of member k.
 */
static void add_width(clri_text *source, const clri_choice *choice, bool narrow)
{
    const unsigned width = narrow ? 1 : choice->vector_width;

    clri_text_add(source, narrow ? "\n#define CLR_NARROW\n" : "\n#undef CLR_NARROW\n");
    redefine_by(source, "CLR_WIDTH", "%u", width);
    redefine(source, "CLR_ALL(name)", narrow ? "clr_##name" : "clr_lanes_##name");
    redefine(source, "CLR_MEMBER(k, name)",
             narrow ? "clr_m##k##_##name" : "clr_m##k##_lanes_##name");
    if (width == 1)
        redefine(source, "CLR_WIDE(name)", "name");
    else
        redefine_by(source, "CLR_WIDE(name)", "CLR_JOIN(name, %u)", width);
    redefine(source, "CLR_ANY_LANE(mask)", width == 1 ? "(mask)" : "any(mask)");
    redefine(source, "CLR_VLOAD_HALF", width == 1 ? "vload_half" : "vloada_half");
    if (width == 1)
        redefine(source, "CLR_VLOAD(at)", "(*(at))");
    else
        redefine_by(source, "CLR_VLOAD(at)", "vload%u(0, at)", width);
    clri_text_add(source, "typedef CLR_WIDE(CLR_VALUE) CLR_ALL(value);\n");
    add_held(source, choice, width);
    add_piece(source, choice->pass.reader.piece);
    add_piece(source, "read/inputs");
}

/* The macros by which pieces speak of a member. */
static void define_member(clri_text *source, const clri_member *member, unsigned number,
                          bool narrow)
{
    const clri_state_form *form = &member->form;

    clri_text_addf(source, "\n/* state %u */\n", number);
    redefine_by(source, "CLR_OF(name)", "clr_m%u_##name", number);
    redefine_by(source, "CLR_AT(name)", narrow ? "clr_m%u_##name" : "clr_m%u_lanes_##name", number);
    redefine(source, "CLR_COUNTS(name)", "name");
    if (member->map) {
        redefine(source, "CLR_MAPPED", clri_number_of(member->map->value)->value);
        redefine(source, "CLR_EXPRESSION", member->map->text);
    }
    for (size_t i = 0; form->defines[i].name; i++)
        redefine(source, form->defines[i].name, form->defines[i].text);
    if (form->counts_lanes)
        redefine(source, "CLR_COUNTS(name)", "CLR_WIDE(name)");
}

static void add_member(clri_text *source, const clri_member *member, unsigned number, bool narrow)
{
    const clri_state_form *form = &member->form;

    define_member(source, member, number, narrow);
    for (size_t i = 0; form->pieces[i]; i++) {
        if (i == 1) /* an element's type is known once it is: of magnitudes that may be another */
            clri_text_add(source, "#ifdef CLR_MAGNITUDE\n"
                                  "typedef CLR_WIDE(CLR_MAGNITUDE) CLR_AT(magnitude);\n#endif\n");
        add_piece(source, form->pieces[i]);
    }
}

/*
 * What folds runs, of one input each or of a tile: CLR_RUN_AT(name) and its like are names that
 * tell which.
 */
static void add_runs(clri_text *source, const clri_pass *pass, bool narrow, const char *length)
{
    const bool of_tile = strcmp(length, "1") != 0;

    redefine(source, "CLR_LENGTH", length);
    redefine(source, "CLR_RUN_AT(name)", of_tile ? "CLR_AT(name##_tile)" : "CLR_AT(name##_one)");
    redefine(source, "CLR_RUN_ALL(name)", of_tile ? "CLR_ALL(name##_tile)" : "CLR_ALL(name##_one)");
    redefine(source, "CLR_RUN_MEMBER(k, name)",
             of_tile ? "CLR_MEMBER(k, name##_tile)" : "CLR_MEMBER(k, name##_one)");
    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;

        define_member(source, &pass->members[i], (unsigned)i, narrow);
        for (size_t r = 0; form->runs[r]; r++)
            add_piece(source, form->runs[r]);
    }
    add_piece(source, pass->member_count == 1 ? "states/single_run" : "states/several_run");
}

static void add_members(clri_text *source, const clri_choice *choice, bool narrow)
{
    const clri_pass *pass = &choice->pass;

    add_width(source, choice, narrow);
    for (size_t i = 0; i < pass->member_count; i++)
        add_member(source, &pass->members[i], (unsigned)i, narrow);
    add_piece(source, pass->member_count == 1 ? "states/single" : "states/several");
    add_runs(source, pass, narrow, "1");
    if (!narrow)
        add_runs(source, pass, narrow, "CLR_LOADS");
}

/* ---- results ---- */

static void add_outcome(clri_text *source, const clri_pass *pass, unsigned number)
{
    const clri_outcome *outcome = &pass->outcomes[number];
    const clri_state_form *form = &pass->members[outcome->member].form;

    clri_text_addf(source, "\n/* result %u: %s */\n", number, clr_operator_name(outcome->op));
    redefine_by(source, "CLR_OF(name)", "clr_m%u_##name", outcome->member);
    redefine_by(source, "CLR_OUT(name)", "clr_r%u_##name", number);
    redefine_by(source, "CLR_DDOF", "%" PRIu64 "UL", outcome->ddof);
    for (size_t i = 0; form->defines[i].name; i++)
        redefine(source, form->defines[i].name, form->defines[i].text);
    for (size_t i = 0; outcome->form.defines[i].name; i++)
        redefine(source, outcome->form.defines[i].name, outcome->form.defines[i].text);
    add_piece(source, outcome->form.piece);
}

static void add_record(clri_text *source, const clri_pass *pass)
{
    for (unsigned i = 0; i < pass->outcome_count; i++)
        add_outcome(source, pass, i);
    add_piece(source, "record");
}

/* ---- strategies ---- */

/* The pieces by which a strategy goes about its work. */
static void add_strategy(clri_text *source, const clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;
    const clri_means *means = &choice->means;
    const bool alone = choice->group_size == 1 && strategy->finish->takes != CLRI_TAKES_ITEM;

    add_piece(source, "load/fold");
    add_piece_of(source, "share", choice->contiguous ? "contiguous" : "interleaved");
    add_piece_of(source, "load", strategy->load->name);
    if (means->shuffle && !alone)
        add_piece_of(source, "shuffle", means->shuffle);
    if (means->step && !alone)
        add_piece_of(source, "step", means->step);
    add_piece_of(source, "group", alone ? "none" : strategy->group->name);
    if (means->fence)
        add_piece_of(source, "fence", means->fence);
    if (means->cell)
        add_piece_of(source, "cell", means->cell);
    add_piece(source, "finish/deliver");
    add_piece(source, "finish/partials");
    add_piece_of(source, "finish", strategy->finish->file);
    if (strategy->finish->kernels == CLRI_KERNELS_SECOND)
        add_piece(source, "finish/second");
}

char *clri_compose(const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    clri_text source = {0};

    add_language(&source, pass->uses_double);
    add_protocol(&source);
    add_sizes(&source, choice);
    add_lists(&source, pass);
    add_scratch(&source, choice);
    add_means(&source, choice);
    add_trace(&source, choice);
    if (pass->own)
        add_own(&source, pass->own, clri_own_value(pass));
    if (uses_maps(pass))
        add_piece(&source, "expression/integer");
    add_piece(&source, "load/span");
    add_members(&source, choice, true);
    add_record(&source, pass);
    add_members(&source, choice, false);
    add_piece(&source, choice->is_traced ? "trace/on" : "trace/off");
    add_piece(&source, "memory");
    add_strategy(&source, choice);
    add_piece(&source, "reduce");
    return clri_text_take(&source);
}
