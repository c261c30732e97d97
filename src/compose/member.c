/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/member.h"
#include "base/source.h"
#include "state/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void clri_source_shuffle(clri_source *source, const clri_capability *capability)
{
    if (capability->shuffle_extension)
        clri_source_addf(source, "#pragma OPENCL EXTENSION %s : enable\n",
                         capability->shuffle_extension);
    if (capability->shuffle_function)
        clri_source_define(source, CLRI_MACRO_SUB_SHUFFLE, capability->shuffle_function);
    clri_source_piece_of(source, "shuffle", capability->shuffle);
    if (!capability->emulates_shuffle)
        clri_source_piece(source, "shuffle/take");
}

/* ---- names ---- */

void clri_source_name_part(clri_source *source, unsigned number, const char *part, bool narrow)
{
    clri_source_redefine_by(source, CLRI_MACRO_OF, "clr_m%u_%s##name", number, part);
    clri_source_redefine_by(source, CLRI_MACRO_AT,
                            narrow ? "clr_m%u_%s##name" : "clr_m%u_lanes_%s##name", number, part);
}

void clri_source_name_member(clri_source *source, unsigned number, bool narrow)
{
    clri_source_addf(source, "\n/* state %u: its names and numbers */\n", number);
    clri_source_name_part(source, number, "", narrow);
}

void clri_source_name_outcome(clri_source *source, const clri_pass *pass, unsigned number)
{
    const clri_outcome *outcome = &pass->outcomes[number];

    clri_source_addf(source, "\n/* result %u: %s */\n", number, clr_operator_name(outcome->op));
    clri_source_redefine_by(source, CLRI_MACRO_OF, "clr_m%u_##name", outcome->members[0]);
    clri_source_redefine_by(source, CLRI_MACRO_OUT, "clr_r%u_##name", number);
}

/* ---- states and results ---- */

static void redefine_all(clri_source *source, const clri_define *defines)
{
    for (size_t i = 0; defines[i].macro; i++)
        clri_source_redefine(source, defines[i].macro, defines[i].text);
}

/* A form's macros, and of an exact form the sizes of its bins and of what lies beside them. */
static void define_form(clri_source *source, const clri_state_form *form)
{
    redefine_all(source, form->defines);
    if (form->brief_digits)
        clri_source_redefine_by(source, CLRI_MACRO_BRIEF_DIGITS, "%u", form->brief_digits);
    if (!form->digits)
        return;
    clri_source_redefine_by(source, CLRI_MACRO_DIGITS, "%u", form->digits);
    /* clri_layout_copies(), for kernels whose group size is a macro. */
    clri_source_redefine_by(source, CLRI_MACRO_COPIES,
                            "(CLR_GROUP_SIZE <= 1 ? 0 : CLR_GROUP_SIZE <= %u ? %u : 0)",
                            CLRI_COPY_ITEMS_MOST * form->copies, form->copies);
    clri_source_redefine_by(source, CLRI_MACRO_COPY_WORDS, "%u", form->copy_words);
    clri_source_redefine_by(source, CLRI_MACRO_TURNS, "(CLR_GROUP_SIZE == 1 ? %u : 0)",
                            clri_layout_turns(form));
    clri_source_redefine_by(source, CLRI_MACRO_ROW_DIGITS, "%u", form->row_digits);
    clri_source_redefine_by(source, CLRI_MACRO_DEPTH, "%d", -form->lowest);
}

/* An expression's text, with i and n as read with the element if those are numbered. */
static const char *text_of(clri_source *source, const clri_member *member,
                           const clri_expression *expression)
{
    const char *text = member->by_bits ? expression->bits : expression->text;

    if (!member->is_numbered)
        return text;
    clri_source_redefine(source, CLRI_MACRO_EXPRESSION_OF, text);
    return "CLR_EXPRESSION_OF(((ulong)inputs.number[0]), inputs.all)";
}

void clri_source_member_macros(clri_source *source, const clri_member *member)
{
    clri_source_redefine(source, CLRI_MACRO_COUNTS,
                         member->form.counts_lanes ? "CLR_WIDE(name)" : "name");
    clri_source_redefine_by(source, CLRI_MACRO_COUNTS_LANES, "%d",
                            member->form.counts_lanes && !source->is_narrow);
    if (member->map) {
        clri_source_redefine(source, CLRI_MACRO_MAPPED, clri_number_of(member->map->value)->value);
        clri_source_redefine(source, CLRI_MACRO_EXPRESSION, text_of(source, member, member->map));
    }
    define_form(source, &member->form);
}

void clri_source_whole(clri_source *source, const clri_member *member)
{
    clri_source_member_macros(source, member);
    clri_source_piece(source, member->form.whole);
}

void clri_source_where(clri_source *source, const clri_member *member)
{
    clri_text text = {0};
    char *truth;

    clri_source_redefine(source, CLRI_MACRO_MAPPED, member->form.truth);
    clri_text_addf(&text, "(%s ? -1 : 0)", text_of(source, member, member->where));
    truth = clri_text_take(&text);
    source->contract.failed |= !truth;
    clri_source_redefine(source, CLRI_MACRO_EXPRESSION, truth ? truth : "");
    clri_source_piece(source, "element/mapped");
    free(truth);
}

/* The state that results without elements are made of: the identity, unless a piece of the form
 * defines another one. */
static void add_empty(clri_source *source, const clri_state_form *form)
{
    for (size_t i = 0; form->pieces[i]; i++)
        if (clri_source_provides(source, form->pieces[i], "CLR_OF(empty)"))
            return;
    clri_source_piece(source, "fold/empty");
}

void clri_source_state(clri_source *source, const clri_member *member)
{
    const clri_state_form *form = &member->form;

    clri_source_member_macros(source, member);
    for (size_t i = 0; form->pieces[i]; i++) {
        if (i == 1) { /* from here on the element's type, which may be a magnitude's */
            clri_source_add(source, "#ifdef CLR_MAGNITUDE\n"
                                    "typedef CLR_WIDE(CLR_MAGNITUDE) CLR_AT(magnitude);\n#endif\n");
            if (clri_source_has(source, CLRI_MACRO_MAGNITUDE))
                clri_source_provide(source, "CLR_AT(magnitude)");
        }
        clri_source_piece(source, form->pieces[i]);
    }
    if (source->is_narrow)
        add_empty(source, form);
    if (!form->digits && !form->saves_terms)
        clri_source_piece(source, "saved/plain");
}

void clri_source_length(clri_source *source, const char *name, const char *length)
{
    clri_source_redefine(source, CLRI_MACRO_LENGTH, length);
    clri_source_redefine_by(source, CLRI_MACRO_RUN_AT, "CLR_AT(name##_%s)", name);
    clri_source_redefine_by(source, CLRI_MACRO_RUN_ALL, "CLR_ALL(name##_%s)", name);
    clri_source_redefine_by(source, CLRI_MACRO_RUN_MEMBER, "CLR_MEMBER(k, name##_%s)", name);
}

void clri_source_run(clri_source *source, const clri_member *member)
{
    clri_source_member_macros(source, member);
    for (size_t i = 0; member->form.runs[i]; i++)
        clri_source_piece(source, member->form.runs[i]);
}

void clri_source_rounding(clri_source *source)
{
    clri_source_piece(source, "exact/leading");
    clri_source_piece(source, "exact/special");
}

void clri_source_wide(clri_source *source, const clri_pass *pass)
{
    clri_source_piece(source, "exact/wide");
    clri_source_piece(source, "exact/wide_root");
    if (pass->uses_double)
        clri_source_piece(source, "exact/wide_near");
}

void clri_source_outcome_macros(clri_source *source, const clri_member *member,
                                const clri_outcome *outcome)
{
    static const clri_macro names[] = {[CLRI_LIFT_SQUARE] = CLRI_MACRO_SQUARES,
                                       [CLRI_LIFT_PRODUCT] = CLRI_MACRO_PRODUCTS,
                                       [CLRI_LIFT_OTHER] = CLRI_MACRO_OTHERS,
                                       [CLRI_LIFT_OTHER_SQUARE] = CLRI_MACRO_OTHER_SQUARES};

    define_form(source, &member->form);
    for (unsigned i = 1; i < outcome->member_count; i++)
        clri_source_redefine_by(source,
                                names[clri_operator_part(clri_operator_of(outcome->op), i)->lift],
                                "clr_m%u_##name", outcome->members[i]);
    redefine_all(source, outcome->form.defines);
}

void clri_source_outcome(clri_source *source, const clri_member *member,
                         const clri_outcome *outcome)
{
    bool tells_status = false;

    clri_source_outcome_macros(source, member, outcome);
    for (size_t i = 0; outcome->form.pieces[i]; i++) {
        clri_source_piece(source, outcome->form.pieces[i]);
        tells_status |= clri_source_provides(source, outcome->form.pieces[i], "CLR_OUT(status)");
    }
    if (outcome->field.has_status && !tells_status)
        clri_source_piece(source, "lower/no_status");
}

/* ---- the caller's own operator ---- */

const char *const clri_custom_names[CLRI_CUSTOM_NAMES] = {
    "element", "state", "result", "identity", "lift", "combine", "lower"};

/* Undefines the macros that the caller's text defines, or they would replace names in the pieces
 * that follow. */
static void forget_macros(clri_source *source, const char *text)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        char name[128];

        line += *line == '\n';
        if (sscanf(line, " # define %127[A-Za-z0-9_]", name) == 1)
            clri_source_addf(source, "#undef %s\n", name);
    }
}

void clri_source_custom(clri_source *source, const clri_custom *custom, const char *value)
{
    if (value)
        clri_source_addf(source, "typedef %s clr_custom_element;\n", value);
    for (size_t i = 0; i < CLRI_CUSTOM_NAMES; i++)
        clri_source_addf(source, "#define %s clr_custom_%s\n", clri_custom_names[i],
                         clri_custom_names[i]);
    clri_source_addf(source, "#line 1 \"%s\"\n%s\n#line 1 \"clreduce\"\n", custom->name,
                     custom->source);
    clri_source_provide(source,
                        "clr_custom_element clr_custom_state clr_custom_result clr_custom_identity "
                        "clr_custom_lift clr_custom_combine clr_custom_lower");
    for (size_t i = 0; i < CLRI_CUSTOM_NAMES; i++)
        clri_source_addf(source, "#undef %s\n", clri_custom_names[i]);
    forget_macros(source, custom->source);
}

const char *clri_source_custom_value(const clri_pass *pass)
{
    const clri_expression *map = pass->members[0].map;

    if (pass->custom->element_size)
        return NULL;
    return map ? clri_number_of(map->value)->value : pass->reader.value;
}
