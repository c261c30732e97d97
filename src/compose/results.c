/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/results.h"
#include "compose/by_index.h"

#include <inttypes.h>
#include <stdio.h>

/* The text that a carrier's row has, or else the one for elements that lie one behind the other. */
static const char *own_or(const char *own, const char *along)
{
    return own ? own : along;
}

/* The mask's kind, and how it is read along with the inputs. */
static void add_mask(clri_source *source, const clri_choice *choice)
{
    clri_source_define(source, CLRI_MACRO_VALUE_TRUTH, choice->pass.truth);
    clri_source_define_number(source, CLRI_MACRO_MASK_IS_BITS, choice->pass.mask == CLR_MASK_BITS);
    clri_source_piece(source, "mask/span");
    clri_source_piece(source, own_or(choice->carrier->text.mask, "mask/along"));
}

/* Of a list sorted by label: each entry's index i and number n, which expressions take, read along
 * with the inputs. */
static void add_numbers(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source, "label/numbered");
    if (choice->carrier->text.numbered)
        clri_source_piece(source, choice->carrier->text.numbered);
}

/* What is read along with each value comes first: a mask's bit, or whether the index of a list is
 * in range, or the element's own number. */
void clri_source_shape(clri_source *source, const clri_choice *choice)
{
    const clri_carrier_text *text = &choice->carrier->text;

    if (choice->pass.mask)
        add_mask(source, choice);
    else if (choice->input.sifts_indices)
        clri_source_piece(source, "taken/beside");
    else if (choice->pass.is_numbered)
        add_numbers(source, choice);
    clri_source_define_start(source, CLRI_MACRO_SPAN_FIELDS);
    clri_source_addf(source, " %s", own_or(text->fields, ""));
    clri_source_origins(source, choice);
    clri_source_add(source, "\n");
    clri_source_define(
        source, CLRI_MACRO_MOVE_ON,
        own_or(clri_items_keep_order(choice) ? NULL : text->moves, "span.x += first;"));
    if (text->axes)
        clri_source_piece(source, text->axes);
    if (choice->carrier->has_axes)
        clri_source_piece_of(source, "extent", choice->code.divides ? "divide" : "multiply");
}

/* In the first program (no items.are_there) elements along axes are found one by one, by their
 * numbers. Vectors are read only where elements lie one behind the other, as those of other
 * carriers do; and the second program's kernels move a span along axes to where elements are. */
void clri_source_place(clri_source *source, const clri_choice *choice)
{
    const clri_carrier_text *text = &choice->carrier->text;
    const bool is_stepped = choice->carrier->is_stepped;
    const bool has_mask = choice->pass.mask != CLR_MASK_NONE;

    if (has_mask)
        clri_source_redefine(source, CLRI_MACRO_MASK_STEP, own_or(text->mask_by, "1"));
    if (is_stepped && source->is_narrow)
        clri_source_piece(source, "shape/steps");
    if (is_stepped && has_mask && source->is_narrow)
        clri_source_piece(source, "mask/step");
    if (is_stepped && !choice->items.are_there &&
        (source->is_narrow || choice->sizes.vector_width == 1)) {
        clri_source_redefine_by(source, CLRI_MACRO_FIND_PLACE,
                                "const clr_places places = %s(span.shape, span.base + i);",
                                choice->ranks.team ? "clr_places_along" : "clr_places_of");
        clri_source_redefine(source, CLRI_MACRO_ELEMENT_AT, "(span.x + places.x)");
        if (has_mask)
            clri_source_redefine(source, CLRI_MACRO_MASK_PLACE,
                                 "(span.mask_at + (ulong)places.mask)");
    } else {
        clri_source_redefine(source, CLRI_MACRO_FIND_PLACE, "");
        clri_source_redefine(source, CLRI_MACRO_ELEMENT_AT, "(span.x + i)");
        if (has_mask)
            clri_source_redefine(source, CLRI_MACRO_MASK_PLACE,
                                 own_or(text->mask_at, "(span.mask_at + i)"));
    }
}

void clri_source_find_rows(clri_source *source, const clri_choice *choice)
{
    if (choice->carrier->has_axes)
        clri_source_piece(source, "shape/along_kept");
    clri_source_piece(source, choice->carrier->text.rows);
}

static bool is_custom(const clri_pass *pass, size_t number)
{
    return pass->outcomes[number].op == CLR_OPERATOR_CUSTOM;
}

void clri_source_value_of(clri_source *source, const clri_pass *pass, size_t number)
{
    clri_source_addf(source, "typedef %s clr_r%zu_value;\n",
                     is_custom(pass, number) ? "clr_custom_result" : "CLR_RESULT", number);
}

/* An array of results: its type, the record's field it takes, and the filler for no value. */
static void add_array(clri_source *source, size_t number, const char *name, const char *type,
                      const char *field, const char *filler)
{
    clri_source_addf(source, " DO(%zu, %s%zu, %s, record.result%zu%s, %s)", number, name, number,
                     type, number, field, filler);
}

static void add_arrays_of(clri_source *source, const clri_pass *pass, size_t number)
{
    const clri_field *field = &pass->outcomes[number].field;
    char type[32], filler[40];

    snprintf(type, sizeof type, "clr_r%zu_value", number);
    if (is_custom(pass, number))
        snprintf(filler, sizeof filler, "record.result%zu", number);
    else
        snprintf(filler, sizeof filler, "clr_r%zu_filler()", number);
    add_array(source, number, "value", type,
              is_custom(pass, number) ? ""
              : field->has_second     ? ".least"
                                      : ".value",
              filler);
    if (field->has_second)
        add_array(source, number, "second", type, ".most", filler);
    if (field->has_index)
        add_array(source, number, "index", "ulong", ".index", "~0UL");
    /* the array of statuses, whose filler is the status itself */
    clri_source_addf(source, " DO(%zu, told%zu, int, status%zu, status%zu)", number, number, number,
                     number);
}

/* The filler's bits: a NaN where the type has one. */
static const char *filler_bits(clr_type type)
{
    switch (type) {
    case CLR_TYPE_F16:
        return "0x7e00";
    case CLR_TYPE_BF16:
        return "0x7fc0";
    case CLR_TYPE_F32:
        return "0x7fc00000";
    case CLR_TYPE_F64:
        return "0x7ff8000000000000UL";
    default:
        return "0";
    }
}

/* The arrays where states are left in place of results: the states, and bins of exact ones. They
 * have no fillers, and the results' statuses lie within the states. */
static void add_left_states(clri_source *source, const clri_choice *choice)
{
    clri_source_define(source, CLRI_MACRO_EACH_ARRAY,
                       choice->left.layout.bins
                           ? "DO(0, left_states, uchar, 0, 0) DO(0, left_bins, uchar, 0, 0)"
                           : "DO(0, left_states, uchar, 0, 0)");
    clri_source_judged(source, &choice->pass, false);
}

/* Where the parts of a state that is left lie (clri_left_layout), and the function that writes it:
 * an exact state apart from its bins, a label's rows as one sum, others as they are. */
static void add_left(clri_source *source, const clri_choice *choice)
{
    const clri_left_layout *left = &choice->left.layout;

    clri_source_define_number(source, CLRI_MACRO_LEFT_SIZE, (int64_t)left->size);
    clri_source_define_number(source, CLRI_MACRO_LEFT_STATUS, CLRI_LEFT_STATUS);
    clri_source_define_number(source, CLRI_MACRO_LEFT_STATE, (int64_t)left->state);
    clri_source_define_number(source, CLRI_MACRO_LEFT_RECORD, (int64_t)left->record);
    clri_source_define_number(source, CLRI_MACRO_LEFT_BINS, (int64_t)left->bins);
    clri_source_piece(source, choice->pass.is_exact                    ? "finish/left_apart"
                              : choice->pass.members[0].form.cell_rows ? "finish/left_rows"
                                                                       : "finish/left_whole");
    clri_source_piece(source, "finish/deliver_state");
}

void clri_source_deliver_rows(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source, "finish/job_row");
    if (choice->left.most)
        add_left(source, choice);
    else
        clri_source_piece(source, "finish/deliver_row");
}

void clri_source_arrays(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    if (choice->left.most) {
        add_left_states(source, choice);
        return;
    }
    clri_source_define_start(source, CLRI_MACRO_EACH_ARRAY);
    for (size_t i = 0; i < pass->outcome_count; i++)
        add_arrays_of(source, pass, i);
    clri_source_add(source, "\n");
    clri_source_define_start(source, CLRI_MACRO_EACH_FILLED);
    for (size_t i = 0; i < pass->outcome_count; i++)
        if (!is_custom(pass, i))
            clri_source_addf(source, " DO(%zu, %s)", i, filler_bits(pass->outcomes[i].result));
    clri_source_add(source, "\n");
    clri_source_judged(source, pass, true);
}

void clri_source_judged(clri_source *source, const clri_pass *pass, bool all)
{
    clri_source_define_start(source, CLRI_MACRO_EACH_JUDGED);
    for (size_t i = 0; i < pass->outcome_count; i++) {
        if (!all && !pass->outcomes[i].field.has_status)
            continue;
        if (clri_operator_needs_more_than_ddof(pass->outcomes[i].op))
            clri_source_addf(source, " DO(%zu, (memory).ddof%zu + 1, ", i, i);
        else
            clri_source_addf(source, " DO(%zu, %" PRIu64 "UL, ", i,
                             clri_operator_least(pass->outcomes[i].op, 0));
        if (pass->outcomes[i].field.has_status)
            clri_source_addf(source, "record.status%zu)", i);
        else
            clri_source_add(source, "CLR_OK)");
    }
    clri_source_add(source, "\n");
}
