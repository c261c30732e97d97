/* SPDX-License-Identifier: Apache-2.0 */
#include "state/layout.h"
#include "base/flag.h"
#include "base/lay.h"

/* ---- structs of all members ---- */

static void add_member(clri_lay *lay, clri_member_layout *member, size_t size, size_t align)
{
    const size_t before = lay->size;

    member->offset = clri_lay_add(lay, size, align);
    member->size = size;
    member->gap = member->offset - before;
}

static void end(const clri_lay *lay, clri_layout *layout)
{
    layout->size = clri_lay_end(lay);
    layout->last_gap = layout->size - lay->size;
}

clri_layout clri_layout_states(const clri_pass *pass, unsigned lanes)
{
    clri_layout layout = {0};
    clri_lay lay = {0, 1};

    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;
        const size_t states = form->lanes_share ? 1 : lanes;

        add_member(&lay, &layout.members[i], form->size * states, form->align * states);
    }
    end(&lay, &layout);
    return layout;
}

clri_layout clri_layout_saved(const clri_pass *pass)
{
    clri_layout layout = {0};
    clri_lay lay = {0, 1};

    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;
        const bool is_exact = form->digits || form->saves_terms;
        const size_t size = is_exact ? clri_layout_exact(form).saved_size : form->size;

        add_member(&lay, &layout.members[i], size, form->align);
    }
    end(&lay, &layout);
    return layout;
}

clri_exact_layout clri_layout_exact(const clri_state_form *form)
{
    return clri_exact_lay(form->terms, form->counts_values, form->digits);
}

size_t clri_layout_state_size(const clri_pass *pass)
{
    return clri_layout_states(pass, 1).size;
}

size_t clri_layout_saved_size(const clri_pass *pass)
{
    return clri_layout_saved(pass).size;
}

size_t clri_layout_lane_size(const clri_pass *pass)
{
    size_t size = 0;

    for (size_t i = 0; i < pass->member_count; i++)
        size += pass->members[i].form.lanes_share ? 0 : pass->members[i].form.size;
    return size;
}

/* ---- local memory ---- */

/* 32-bit words of cl/exact/bins.cl beside the two for each digit; words where items share bits of
 * their states; words beside an item's own rows. */
enum { BESIDE_DIGITS = 8, MARKS = 2 * CLRI_MARKS, BESIDE_ROWS = 2 };

/* 64-bit numbers in the columns of cl/exact/columns.cl: an item's in a group; a lone item's. */
enum { COLUMN_ROWS = 16, LONE_COLUMNS_ROWS = 4 * 512 };

/* 64-bit numbers in a lone item's rows: a row has one digit for each binade, or several for 16. */
static size_t lone_rows_of(const clri_state_form *form)
{
    const size_t rows = form->digits * (form->row_digits == 1 ? 32 : 2);

    return rows * form->row_digits * clri_layout_turns(form);
}

/* A member's bins, columns first. */
static void add_bins(clri_lay *lay, const clri_state_form *form, uint64_t group_size)
{
    const size_t rows = group_size == 1 ? LONE_COLUMNS_ROWS : COLUMN_ROWS * (size_t)group_size;
    const size_t copies = clri_layout_copies(form, group_size);
    const size_t of_copies = copies ? copies * form->copy_words + (size_t)group_size : 0;
    size_t beside = BESIDE_DIGITS;
    clri_lay bins = {0, sizeof(cl_uint4)};

    if (group_size > 1)
        beside += MARKS;
    else if (form->row_digits)
        beside += BESIDE_ROWS;
    if (form->column_elements)
        clri_lay_add(&bins, rows * sizeof(cl_ulong), sizeof(cl_ulong));
    else if (group_size == 1 && form->row_digits)
        clri_lay_add(&bins, lone_rows_of(form) * sizeof(cl_ulong), sizeof(cl_ulong));
    clri_lay_add(&bins, (2 * form->digits + of_copies + beside) * sizeof(cl_uint), sizeof(cl_uint));
    clri_lay_add(lay, clri_lay_end(&bins), bins.align);
}

size_t clri_layout_bins_size(const clri_pass *pass, uint64_t group_size)
{
    clri_lay lay = {0, 1};

    for (size_t i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.digits)
            add_bins(&lay, &pass->members[i].form, group_size);
    if (pass->work_words)
        clri_lay_add(&lay, pass->work_words * sizeof(cl_uint), sizeof(cl_uint));
    return clri_lay_end(&lay);
}

/* ---- states in place of results ---- */

static void add_digits(const clri_pass *pass, clri_left_layout *layout)
{
    const clri_layout saved = clri_layout_saved(pass);

    for (size_t i = 0; i < pass->member_count; i++) {
        const clri_state_form *form = &pass->members[i].form;

        if (form->digits)
            layout->digits[i] =
                (clri_left_digits){saved.members[i].offset + clri_layout_exact(form).words,
                                   form->digits, form->lowest};
    }
}

clri_left_layout clri_layout_left(const clri_pass *pass)
{
    const size_t align = 16; /* of any type in the struct, and more */
    const unsigned limbs = pass->members[0].form.cell_limbs;
    const size_t size = limbs ? (1 + limbs) * sizeof(cl_uint) : clri_layout_state_size(pass);
    clri_left_layout layout = {.state = align};

    layout.record = layout.state + (size + align - 1) / align * align;
    layout.size = layout.record + (pass->record_size + align - 1) / align * align;
    layout.bins = pass->is_exact ? clri_layout_saved_size(pass) : 0;
    add_digits(pass, &layout);
    return layout;
}

bool clri_layout_leaves_alike(const clri_pass *groups, const clri_pass *items)
{
    const clri_layout states = clri_layout_states(groups, 1);
    const clri_layout saved = clri_layout_saved(items);
    bool are_alike = groups->member_count == items->member_count &&
                     groups->record_size == items->record_size && states.size == saved.size;

    for (size_t i = 0; are_alike && i < groups->member_count; i++)
        are_alike = states.members[i].offset == saved.members[i].offset &&
                    states.members[i].size == saved.members[i].size;
    return are_alike;
}
