/* SPDX-License-Identifier: Apache-2.0 */
#include "compose.h"
#include "geometry.h"
#include "number.h"
#include "piece.h"
#include "text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void add_piece(clri_text *source, const char *folder, const char *name)
{
    char path[64];

    snprintf(path, sizeof path, "%s%s%s.cl", folder, *folder ? "/" : "", name);
    for (size_t i = 0; i < clri_piece_count; i++) {
        if (strcmp(clri_pieces[i].path, path) == 0) {
            clri_text_addf(source, "\n%s", clri_pieces[i].text);
            return;
        }
    }
    assert(!"every name in a table is a file in cl/");
}

static void define(clri_text *source, const char *name, const char *value)
{
    clri_text_addf(source, "#define %s %s\n", name, value);
}

static void define_number(clri_text *source, const char *name, uint64_t value)
{
    clri_text_addf(source, "#define %s %u\n", name, (unsigned)value);
}

/* Names that mean the same in every program. */
static void add_language(clri_text *source, const clri_form *form)
{
    clri_text_add(source, "/* prelude: names and numbers of this plan */\n"
                          "#pragma OPENCL FP_CONTRACT OFF\n");
    if (form->uses_double)
        clri_text_add(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    define(source, "CLR_FN", "static inline __attribute__((always_inline))");
    define(source, "CLR_JOIN_(a, b)", "a##b");
    define(source, "CLR_JOIN(a, b)", "CLR_JOIN_(a, b)");
    define_number(source, "CLR_PART_RESUMES", CLRI_PART_RESUMES);
    define_number(source, "CLR_PART_KEEPS", CLRI_PART_KEEPS);
    define_number(source, "CLR_CUT_RESUMES", CLRI_CUT_RESUMES);
    define_number(source, "CLR_CUT_KEEPS", CLRI_CUT_KEEPS);
    define_number(source, "CLR_FIRST_STATE", CLRI_FIRST_STATE);
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
    const bool is_long = choice->form.state_size == 8;

    if (choice->form.machine)
        define(source, "CLR_MACHINE", choice->form.machine);
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

/* The constants of cl/number/ordered.cl, for a stored float of `bits` bits. */
static void add_keys(clri_text *source, const clri_choice *choice, unsigned bits)
{
    const unsigned mantissa = choice->form.key_nan_bits;
    const uint64_t nans = (UINT64_C(1) << mantissa) - 1;
    const uint64_t infinity = (UINT64_C(1) << (bits - 1)) - (UINT64_C(1) << mantissa);
    const uint64_t quiet = UINT64_C(1) << (mantissa - 1);
    const bool is_max = choice->op == CLR_OPERATOR_MAX;
    const char *stored = choice->form.stored;

    clri_text_addf(source, "#define CLR_BITS %u\n", bits);
    clri_text_addf(source, "#define CLR_SIGN ((%s)0x%llxUL)\n", stored,
                   (unsigned long long)(UINT64_C(1) << (bits - 1)));
    clri_text_addf(source, "#define CLR_NANS ((%s)0x%llxUL)\n", stored, (unsigned long long)nans);
    clri_text_addf(source, "#define CLR_NAN ((%s)0x%llxUL)\n", stored,
                   (unsigned long long)(infinity | quiet));
    clri_text_addf(source, "#define CLR_KEY_BIAS ((%s)%s)\n", stored,
                   is_max ? "(0 - CLR_NANS)" : "CLR_NANS");
}

static void add_formats(clri_text *source, const clri_choice *choice, clr_type type)
{
    const clri_form *form = &choice->form;
    const unsigned size = (unsigned)clr_type_size(type);

    define(source, "CLR_STORED", form->stored);
    define_number(source, "CLR_STORED_SIZE", size);
    define(source, "CLR_VALUE", form->value);
    define(source, "CLR_STATE", form->state);
    define(source, "CLR_WIDEN(x)", form->widen);
    define(source, "CLR_IDENTITY", form->identity);
    define(source, "CLR_EMPTY", form->empty);
    define(source, "CLR_RESULT", form->result);
    define(source, "CLR_ROUND(x)", form->round);
    if (form->key_nan_bits)
        add_keys(source, choice, size * 8);
}

static void add_sizes(clri_text *source, const clri_choice *choice)
{
    define_number(source, "CLR_GROUP_SIZE", choice->group_size);
    define_number(source, "CLR_SECOND_GROUP_SIZE", choice->second_group_size);
    define_number(source, "CLR_LANES", choice->vector_width);
    define_number(source, "CLR_LOADS", choice->item_loads);
    define_number(source, "CLR_STATES_AN_ITEM", clri_states_an_item(choice));
}

/*
 * The pieces that speak of values and states, at one width: clr_combine() of single states for
 * groups and results, clr_lanes_combine() of vectors of them for loads.
 */
static void add_width(clri_text *source, const clri_choice *choice, const char *prefix,
                      unsigned width)
{
    clri_text_add(source, "\n#undef CLR_WIDTH\n#undef CLR_AT\n#undef CLR_WIDE\n"
                          "#undef CLR_VLOAD_HALF\n");
    define_number(source, "CLR_WIDTH", width);
    clri_text_addf(source, "#define CLR_AT(name) %s##name\n", prefix);
    if (width == 1)
        define(source, "CLR_WIDE(name)", "name");
    else
        clri_text_addf(source, "#define CLR_WIDE(name) CLR_JOIN(name, %u)\n", width);
    define(source, "CLR_VLOAD_HALF", width == 1 ? "vload_half" : "vloada_half");
    clri_text_add(source, "typedef CLR_WIDE(CLR_VALUE) CLR_AT(value);\n");
    add_piece(source, "number", choice->form.reader);
    add_piece(source, "number", choice->form.arithmetic);
    add_piece(source, "operator", clr_operator_name(choice->op));
}

/* Vectors of one element are plain elements: the wide names mean the narrow functions. */
static void add_narrow_lanes(clri_text *source)
{
    define(source, "clr_lanes_value", "clr_value");
    define(source, "clr_lanes_state", "clr_state");
    define(source, "clr_lanes_constant", "clr_constant");
    define(source, "clr_lanes_read", "clr_read");
    define(source, "clr_lanes_lift", "clr_lift");
    define(source, "clr_lanes_combine", "clr_combine");
    define(source, "clr_lane(lanes, lane)", "(lanes)");
}

/* The pieces by which a strategy goes about its work. */
static void add_strategy(clri_text *source, const clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;
    const clri_means *means = &choice->means;
    const bool alone = choice->group_size == 1 && strategy->finish->takes != CLRI_TAKES_ITEM;

    add_piece(source, "load", "span");
    add_piece(source, "map", choice->contiguous ? "contiguous" : "interleaved");
    add_piece(source, "load", strategy->load->name);
    if (means->shuffle && !alone)
        add_piece(source, "shuffle", means->shuffle);
    if (means->step && !alone)
        add_piece(source, "step", means->step);
    add_piece(source, "group", alone ? "none" : strategy->group->name);
    if (means->fence)
        add_piece(source, "fence", means->fence);
    if (means->cell)
        add_piece(source, "cell", means->cell);
    add_piece(source, "finish", "deliver");
    add_piece(source, "finish", "partials");
    add_piece(source, "finish", strategy->finish->file);
    if (strategy->finish->kernels == CLRI_KERNELS_SECOND)
        add_piece(source, "finish", "second");
}

char *clri_compose(const clri_choice *choice, clr_type type)
{
    clri_text source = {0};

    add_language(&source, &choice->form);
    add_formats(&source, choice, type);
    add_sizes(&source, choice);
    add_scratch(&source, choice);
    add_means(&source, choice);
    add_trace(&source, choice);
    add_width(&source, choice, "clr_", 1);
    if (choice->vector_width == 1)
        add_narrow_lanes(&source);
    else
        add_width(&source, choice, "clr_lanes_", choice->vector_width);
    add_piece(&source, "trace", choice->is_traced ? "on" : "off");
    add_piece(&source, "", "memory");
    add_strategy(&source, choice);
    add_piece(&source, "", "reduce");
    return clri_text_take(&source);
}
