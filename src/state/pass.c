/* SPDX-License-Identifier: Apache-2.0 */
#include "state/pass.h"
#include "problem/expression/expression_tree.h"
#include "state/form_find.h"

#include <string.h>

/* Integer sums whose states are left for accumulators are kept in all bits, as whether a sum
 * overflows shows only when all its parts are merged. Where elements may be left out, the state is
 * that of a mean, which counts the elements taken. */
static void ask_for_state(clri_question *q)
{
    const clri_operator *row = clri_operator_of(q->op);

    if (row->fold != CLRI_FOLD_ADD || !clri_operator_adds_up(row) || clri_number_is_float(q->type))
        return;
    q->detects = true;
    if (q->op != CLR_OPERATOR_SUM || !q->is_sifted)
        return;
    q->op = CLR_OPERATOR_MEAN;
    q->result = clri_number_is_float(q->result) ? q->result : CLR_TYPE_F64;
    q->rounds_once = true;
}

static clri_question question_of(const clri_request *request, size_t index, const clri_terms *terms)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clr_type type = clri_request_value(request, index);
    const bool selects = clri_selection_of(reduction->op) != NULL;
    const clr_operator op = selects ? CLR_OPERATOR_MIN : reduction->op;
    const clr_type result = selects ? type : reduction->result;
    /* By label, elements that are not taken are skipped before they are read. */
    const bool reads_taken =
        !terms->is_of_labels && (request->domain.mask != CLR_MASK_NONE || terms->sifts);

    return (clri_question){
        .op = op,
        .type = type,
        .result = result,
        .is_mapped = request->maps[index].text != NULL,
        .has_where = request->wheres[index].text != NULL,
        .reads_taken = reads_taken,
        .is_sifted = request->wheres[index].text != NULL || reads_taken,
        .ignores_nan = reduction->nan == CLR_NAN_IGNORE,
        .detects = reduction->overflow == CLR_OVERFLOW_DETECT,
        .wants_number = terms->wants_number,
        .has_fp64 = terms->has_fp64,
        .lacks_columns = terms->lacks_columns,
        .is_of_labels = terms->is_of_labels,
        .lanes_apart = terms->lanes_apart,
        .leaves_state = terms->leaves_states,
        .by_words = terms->by_words,
        .is_exact = clri_operator_sums_exactly(op, type, reduction->accuracy),
        .rounds_once = clri_operator_rounds_once(op, type, result, reduction->accuracy),
        .in_f32 = request->in_f32[index] && !terms->is_of_labels,
        .is_reproducible = clri_operator_needs_order(op, type, reduction->accuracy),
    };
}

static bool same_expression(const clri_expression *a, const clri_expression *b)
{
    return a == b || (a && b && a->value == b->value && strcmp(a->text, b->text) == 0);
}

static bool uses_double(const clri_expression *expression, bool by_bits)
{
    return expression && (by_bits ? expression->bits_use_double : expression->uses_double);
}

/* A member without its form. Devices without fp64 can test doubles by their bits. */
static clri_member member_of(const clri_request *request, size_t index,
                             const clri_question *question)
{
    const clri_expression *map = question->is_mapped ? &request->maps[index] : NULL;
    const clri_expression *where = question->has_where ? &request->wheres[index] : NULL;

    return (clri_member){
        .map = map,
        .where = where,
        .is_numbered = request->is_numbered,
        .by_bits = request->by_bits ||
                   (!question->has_fp64 && (uses_double(map, false) || uses_double(where, false))),
    };
}

/* Finds the member with an equal state, or adds one. Equal states of equal maps and conditions fold
 * the same elements, so that a sum and a mean read and add once. */
static unsigned find_member(clri_pass *pass, const clri_member *like, const clri_state_form *form)
{
    for (unsigned i = 0; i < pass->member_count; i++)
        if (same_expression(pass->members[i].map, like->map) &&
            same_expression(pass->members[i].where, like->where) &&
            clri_form_shares(&pass->members[i].form, form))
            return i;
    pass->members[pass->member_count] = *like;
    pass->members[pass->member_count].form = *form;
    return (unsigned)pass->member_count++;
}

static clri_field field_of(const clri_operator *row, const clri_lower_form *form, size_t value_size)
{
    return (clri_field){
        .value_size = value_size,
        .has_second = row->lower == CLRI_LOWER_EXTREMES,
        .has_index = row->lower == CLRI_LOWER_ARG,
        .has_status = form->can_fail,
    };
}

static clr_status add_reduction(const clri_request *request, size_t index,
                                const clri_question *question, clri_pass *pass, clri_error *error)
{
    const clr_reduction *reduction = &request->reductions[index];
    const clri_member like = member_of(request, index, question);
    const bool maps_doubles = uses_double(like.map, like.by_bits);
    const bool sifts_doubles = uses_double(like.where, like.by_bits);
    const clri_operator *row = clri_operator_of(question->op);
    const bool is_custom = reduction->op == CLR_OPERATOR_CUSTOM;
    const bool selects = clri_selection_of(reduction->op) != NULL;
    const char *reason;
    unsigned member;
    clri_form form;

    reason = clri_form_find(question, &form);
    if (!reason && maps_doubles && !question->has_fp64)
        reason = "the device has no fp64 as IEEE 754 has it, which the map computes in";
    if (!reason && sifts_doubles && !question->has_fp64)
        reason = "the device has no fp64 as IEEE 754 has it, which clr_reduction.where computes in";
    if (reason)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s of %s%s%s: %s",
                         clr_operator_name(reduction->op), clri_request_name_of(question->type),
                         reduction->result ? " as " : "",
                         reduction->result ? clr_type_name(reduction->result) : "", reason);
    if (is_custom) {
        form.state.size = request->custom.state_size;
        form.state.align = 1;
    }
    if (pass->member_count + 1 + form.other_count > CLRI_MEMBERS_MOST)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "the reductions keep more than %d different sums, with %s as number %zu: "
                         "make several calls of them",
                         CLRI_MEMBERS_MOST, row->name, index);
    pass->uses_double |= form.state.uses_double || maps_doubles || sifts_doubles ||
                         (question->has_fp64 && question->type == CLR_TYPE_F64);
    member = find_member(pass, &like, &form.state);
    pass->outcomes[index] = (clri_outcome){
        .op = reduction->op,
        .value = question->type,
        .is_between = selects && clri_selection_is_between(reduction->op, reduction->interpolation),
        .result = reduction->result,
        .accuracy = form.state.in_f32
                        ? CLR_ACCURACY_RELAXED
                        : clri_operator_accuracy(question->op, question->type, reduction->accuracy),
        .ddof = reduction->ddof,
        .members = {member},
        .member_count = 1 + form.other_count,
        .form = form.lower,
        .field = selects ? clri_request_field(request, index)
                         : field_of(row, &form.lower,
                                    is_custom ? request->custom.result_size
                                              : clr_type_size(reduction->result)),
    };
    for (unsigned i = 0; i < form.other_count; i++)
        pass->outcomes[index].members[1 + i] = find_member(pass, &like, &form.others[i]);
    if (form.lower.work_words > pass->work_words)
        pass->work_words = form.lower.work_words;
    pass->is_exact |= form.state.digits != 0 && !question->is_of_labels;
    pass->rounds_wide |= form.lower.rounds_wide;
    pass->needs_order |= question->is_reproducible;
    if (pass->is_exact && !pass->work_words)
        pass->work_words = 1; /* OpenCL C has no empty arrays */
    return CLR_OK;
}

/* Capacities of the pass: each member's columns have equal room, so that one number bounds a
 * group. */
static void find_columns(clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;

        pass->has_copies |= form->copies != 0;
        if (form->column_elements) {
            pass->columns++;
            pass->column_elements = form->column_elements;
        }
    }
}

static void lay_record(clri_pass *pass)
{
    clri_field fields[CLR_REDUCTIONS_MOST];

    for (size_t i = 0; i < pass->outcome_count; i++)
        fields[i] = pass->outcomes[i].field;
    pass->record_size = clri_record_lay(fields, pass->outcome_count);
    for (size_t i = 0; i < pass->outcome_count; i++)
        pass->outcomes[i].field = fields[i];
}

/* Statuses for results that need a least number of elements. */
static void add_statuses(clri_pass *pass)
{
    for (size_t i = 0; i < pass->outcome_count; i++)
        pass->outcomes[i].field.has_status |=
            !clri_selection_of(pass->outcomes[i].op) &&
            clri_operator_least(pass->outcomes[i].op, pass->outcomes[i].ddof) > 0;
}

/* An even number of floats, as NVIDIA's compiler keeps structs with padding in memory
 * (docs/history/2026-11-28-scalars.md). */
static unsigned scalars_of(const clri_request *request)
{
    const bool is_odd = request->scalars % 2 && clri_real_type(request->type) == CLR_TYPE_F32;

    return request->scalars + is_odd;
}

/* The type of scalars in OpenCL C. */
static const char *scalar_of(clr_type element, bool has_fp64)
{
    if (clri_real_type(element) == CLR_TYPE_F32)
        return "float";
    return has_fp64 ? "double" : "ulong";
}

clr_status clri_pass_find(const clri_request *request, const clri_terms *terms, clri_pass *pass,
                          clri_error *error)
{
    *pass = (clri_pass){
        .inputs = request->inputs,
        .scalars = scalars_of(request),
        .scalar = request->scalars ? scalar_of(request->type, terms->has_fp64) : NULL,
        .mask = request->domain.mask,
        .is_numbered = request->is_numbered,
        .truth = clri_form_truth(request->type),
        .outcome_count = request->count,
        .custom = request->custom.source ? &request->custom : NULL,
    };
    if (request->type != CLR_TYPE_DEFAULT)
        pass->reader = clri_reader_of(request->type, terms->has_fp64);
    else
        pass->reader = (clri_reader){"read/plain", "clr_custom_element", "clr_custom_element",
                                     CLRI_READS_HELD};
    /* Members are added in the order of folds, not of reductions: kernels fold a run into them in
     * this order, which moves figures on an H200 (docs/history/2026-11-22-operators.md, "What moved
     * the figures"). Two requests with the same reductions in another order have one kernel,
     * too. */
    for (int fold = 0; fold <= CLRI_FOLD_CUSTOM; fold++)
        for (size_t i = 0; i < request->count; i++) {
            clri_question question = question_of(request, i, terms);

            if (terms->leaves_states)
                ask_for_state(&question);
            if (clri_operator_of(question.op)->fold == (clri_fold)fold)
                CLRI_OR_RETURN(add_reduction(request, i, &question, pass, error));
        }
    pass->uses_double |= request->type == CLR_TYPE_F64 && terms->has_fp64;
    find_columns(pass);
    if (terms->is_told_count || terms->leaves_states)
        add_statuses(pass);
    lay_record(pass);
    return CLR_OK;
}

void clri_pass_forgo_copies(clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        pass->members[i].form.copies = pass->members[i].form.row_digits = 0;
    pass->has_copies = false;
}

const clri_state_form *clri_pass_number(const clri_pass *pass)
{
    const clri_state_form *form = &pass->members[0].form;

    return pass->member_count == 1 && form->number ? form : NULL;
}

bool clri_pass_is_unsure(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.is_unsure)
            return true;
    return false;
}

bool clri_pass_is_brief(const clri_pass *pass)
{
    return pass->member_count == 1 && pass->members[0].form.brief_digits;
}

bool clri_pass_is_noncommutative(const clri_pass *pass)
{
    return pass->custom && !pass->custom->is_commutative;
}

bool clri_pass_minds_numbers(const clri_pass *pass)
{
    bool minds = false;

    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_member *member = &pass->members[i];

        minds |= member->form.is_placed || (member->map && member->map->uses_index) ||
                 (member->where && member->where->uses_index);
    }
    return minds;
}

bool clri_pass_asks_for_counts(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if ((pass->members[i].map && pass->members[i].map->uses_total) ||
            (pass->members[i].where && pass->members[i].where->uses_total))
            return true;
    return false;
}

bool clri_pass_in_any_order(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (!pass->members[i].form.in_any_order)
            return false;
    return true;
}

bool clri_pass_is_several(const clri_pass *pass)
{
    return pass->member_count > 1 || pass->members[0].form.is_several;
}

bool clri_pass_is_heavy(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.is_heavy)
            return true;
    return false;
}
